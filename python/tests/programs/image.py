"""A network for images: torchvision's transforms and a ResNet with random weights, served by onnxruntime, for a picture
that Pillow draws. Prints the best five classes as JSON.

    python image.py MODEL

Needs: numpy, onnx, onnxscript, torch, torchvision, PIL"""
import json
import os
import sys

import numpy as np
import onnxruntime as ort
from PIL import Image, ImageDraw
from torchvision import transforms


def export(path):
    import torch
    from torchvision.models import resnet18

    torch.manual_seed(0)
    torch.onnx.export(resnet18(weights=None).eval(), (torch.zeros(2, 3, 96, 96),), path, input_names=["image"],
                      output_names=["score"], dynamic_shapes=({0: torch.export.Dim("batch")},), dynamo=True,
                      external_data=False)


def pictures():
    for n in range(3):
        image = Image.new("RGB", (160, 120), (40 * n, 90, 160))
        draw = ImageDraw.Draw(image)
        draw.ellipse((20, 10, 90 + 20 * n, 100), fill=(230, 200, 60 * n))
        draw.line((0, 119, 159, 10 * n), fill=(255, 255, 255), width=5)
        yield image


def main(path):
    if not os.path.exists(path):
        export(path)
    session = ort.InferenceSession(path, providers=["CUDAExecutionProvider", "CPUExecutionProvider"]
                                   if "CUDAExecutionProvider" in ort.get_available_providers()
                                   else ["CPUExecutionProvider"])
    preprocess = transforms.Compose([transforms.Resize(110), transforms.CenterCrop(96), transforms.ToTensor(),
                                     transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])
    images = [preprocess(i) for i in pictures()]
    entry, score = session.get_inputs()[0], session.get_outputs()[0]
    singly = np.concatenate([session.run([score.name], {entry.name: i.unsqueeze(0).numpy()})[0] for i in images])
    batch = np.stack([i.numpy() for i in images])

    binding = session.io_binding()
    binding.bind_cpu_input(entry.name, batch)
    binding.bind_output(score.name)
    session.run_with_iobinding(binding)
    (together,) = binding.copy_outputs_to_cpu()
    held = session.run_with_ort_values(None, {entry.name: ort.OrtValue.ortvalue_from_numpy(batch)})[0]

    chances = np.exp(together - together.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    best = np.argsort(-chances, axis=1)[:, :5]
    print(json.dumps({
        "input": [entry.name, entry.type, entry.shape], "output": [score.name, score.type, score.shape],
        "best": best.tolist(), "chances": np.take_along_axis(chances, best, axis=1).tolist(), "scores": together.tolist(),
        "one by one": bool(np.allclose(singly, together, rtol=1e-3, atol=1e-3)),
        "by OrtValue": bool(np.array_equal(held.numpy(), together))}))


main(sys.argv[1])
