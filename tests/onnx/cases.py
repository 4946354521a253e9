#!/usr/bin/env python3
"""Lists what `cameo test` is to run, one line each, tab-separated: model, data, rtol, tolerance relative to the
maximum.

    cases.py models DIR      DIR of real models: models.json, *.onnx, cases/NAME/test_data_set_K
    cases.py zoo DIR         DIR with zoo.json; model and data are the name that hydrate.py takes
    cases.py light DIR OUT   ONNX's light models, NAME.onnx and NAME_output_0.pb, of float inputs; writes data to OUT/NAME.
                             Needs numpy and onnx
"""
import glob
import json
import os
import shutil
import sys

QUANTIZED = {"QLinearConv", "QuantizeLinear", "DynamicQuantizeLinear", "MatMulInteger", "ConvInteger"}


def models(root):
    with open(os.path.join(root, "models.json"), encoding="utf-8") as f:
        rows = {m["file"]: m for m in json.load(f)}
    for model in sorted(glob.glob(os.path.join(root, "**", "*.onnx"), recursive=True)):
        file = os.path.relpath(model, root)
        if file.split(os.sep)[0] == "cases":
            continue
        row = rows.get(file) or rows.get(os.path.basename(file)) or {}
        cases = os.path.join(root, "cases")
        data = os.path.join(cases, os.path.splitext(os.path.basename(file))[0])
        if not glob.glob(data + "/test_data_set_*"):
            data = os.path.join(cases, file.split(os.sep)[0])
        if not glob.glob(data + "/test_data_set_*"):
            continue
        rtol, of_max = 1e-3, 5e-2 if QUANTIZED & set(row.get("ops", {})) else 1e-4
        if row.get("tol"):
            rtol, of_max = row["tol"]
        yield model, data, rtol, of_max


def zoo(root):
    """By the README of the zoo: where the reference's own optimised run strays, its error sets the bound."""
    with open(os.path.join(root, "zoo.json"), encoding="utf-8") as f:
        rows = json.load(f)["models"]
    for row in rows:
        rtol, of_max = {"f32": (1e-3, 1e-4), "fp16": (1e-2, 1e-2), "int8": (0, 5e-2)}[row["tolerance"]]
        own = row.get("ort_self_error", {}).get("max", 0)
        if row["tolerance"] == "int8" and own > 2.5e-2:
            of_max = 2 * own
        if row["tolerance"] == "f32" and own > 1e-5:
            of_max = max(of_max, 20 * own)
        yield row["name"], row["name"], rtol, of_max


def light(root, out):
    """ONNX's own runner feeds them element i of n as i / n."""
    import numpy as np
    import onnx

    for model in sorted(glob.glob(os.path.join(root, "*.onnx"))):
        data = os.path.join(out, os.path.splitext(os.path.basename(model))[0])
        to = os.path.join(data, "test_data_set_0")
        os.makedirs(to, exist_ok=True)
        graph = onnx.load(model).graph
        given = {i.name for i in graph.initializer}
        for k, x in enumerate(x for x in graph.input if x.name not in given):
            shape = [d.dim_value or 1 for d in x.type.tensor_type.shape.dim]
            n = np.prod(shape)
            value = onnx.numpy_helper.from_array((np.arange(n).reshape(shape) / n).astype(np.float32), x.name)
            onnx.save_tensor(value, os.path.join(to, f"input_{k}.pb"))
        for k in range(len(graph.output)):
            shutil.copy(f"{model[:-5]}_output_{k}.pb", os.path.join(to, f"output_{k}.pb"))
        yield model, data, 1e-3, 1e-4


for case in {"models": models, "zoo": zoo, "light": light}[sys.argv[1]](*sys.argv[2:]):
    print(*case, sep="\t")
