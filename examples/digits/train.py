#!/usr/bin/env python3
"""Trains the small CNN of this example; writes digits.onnx, digits_test.bin, digits_expected.bin.

    pip install numpy scikit-learn onnx onnxruntime
    python3 examples/digits/train.py

The data are the 1797 scanned digits (8x8, 0..16) inside scikit-learn: nothing is downloaded. A
fifth of them, stratified by digit, is held out: never used in training, nor to choose anything.
Takes less than a minute on one core. The library, its build and its tests do not need this script.
"""
import os

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 20
EPOCHS = 160  # this and the next found by cross-validation inside the training part
SHIFT_PART = 0.3
BATCH = 32
N_SHOWN_PER_DIGIT = 5
HERE = os.path.dirname(os.path.abspath(__file__))


# ---- the network: Conv 8 - Relu - MaxPool - Conv 16 - Relu - MaxPool - Gemm - Softmax ------------

def init_params(rng):
    """He initialisation (He et al., 2015, arXiv:1502.01852)."""
    def he(*shape):
        return (rng.standard_normal(shape) * np.sqrt(2 / np.prod(shape[1:]))).astype(np.float32)
    zeros = lambda n: np.zeros(n, np.float32)
    return {"conv1_w": he(8, 1, 3, 3), "conv1_b": zeros(8), "conv2_w": he(16, 8, 3, 3),
            "conv2_b": zeros(16), "gemm_w": he(10, 64), "gemm_b": zeros(10)}


def patches(x):
    """[n][c][h][w] -> [n][h][w][c * 9]: the 3x3 neighbourhood of each pixel, zeros outside."""
    p = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    v = np.lib.stride_tricks.sliding_window_view(p, (3, 3), axis=(2, 3))
    n, c, h, w = x.shape
    return v.transpose(0, 2, 3, 1, 4, 5).reshape(n, h, w, c * 9)


def conv(x, w, b):
    cols = patches(x)
    y = cols @ w.reshape(len(w), -1).T + b
    return y.transpose(0, 3, 1, 2), cols


def conv_back(dy, cols, w, need_dx):
    d = dy.transpose(0, 2, 3, 1)
    flat = d.reshape(-1, d.shape[-1])
    dw = (flat.T @ cols.reshape(len(flat), -1)).reshape(w.shape)
    dx = None
    if need_dx:  # the correlation with w is undone by one with the mirrored, transposed w
        dx, _ = conv(dy, w.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1], 0)
    return dx, dw, flat.sum(0)


def pool(x):
    n, c, h, w = x.shape
    y = x.reshape(n, c, h // 2, 2, w // 2, 2).max((3, 5))
    return y


def pool_back(dy, x, y):
    big = lambda a: a.repeat(2, 2).repeat(2, 3)
    return big(dy) * (x == big(y))


def loss_grads(p, x, label):
    """Mean cross-entropy and its gradients."""
    c1, cols1 = conv(x, p["conv1_w"], p["conv1_b"])
    r1 = np.maximum(c1, 0)
    p1 = pool(r1)
    c2, cols2 = conv(p1, p["conv2_w"], p["conv2_b"])
    r2 = np.maximum(c2, 0)
    p2 = pool(r2)
    flat = p2.reshape(len(x), -1)
    z = flat @ p["gemm_w"].T + p["gemm_b"]
    e = np.exp(z - z.max(1, keepdims=True))
    prob = e / e.sum(1, keepdims=True)
    loss = -np.log(prob[np.arange(len(x)), label] + 1e-12).mean()

    dz = prob
    dz[np.arange(len(x)), label] -= 1
    dz /= len(x)
    g = {"gemm_w": dz.T @ flat, "gemm_b": dz.sum(0)}
    d = pool_back((dz @ p["gemm_w"]).reshape(p2.shape), r2, p2) * (c2 > 0)
    d, g["conv2_w"], g["conv2_b"] = conv_back(d, cols2, p["conv2_w"], True)
    d = pool_back(d, r1, p1) * (c1 > 0)
    _, g["conv1_w"], g["conv1_b"] = conv_back(d, cols1, p["conv1_w"], False)
    return loss, g


def shifted(rng, x):
    """A part of the images moved by at most a pixel, vertically and horizontally; zeros come in."""
    p = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    moves = rng.integers(0, 3, (len(x), 2))
    moves[rng.random(len(x)) >= SHIFT_PART] = 1
    return np.stack([p[i, :, r:r + 8, c:c + 8] for i, (r, c) in enumerate(moves)])


def train(x, label):
    """Adam (Kingma & Ba, 2015, arXiv:1412.6980), with its usual constants and a falling rate."""
    rng = np.random.default_rng(SEED)
    p = init_params(rng)
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(a) for k, a in p.items()}
    step = 0
    for epoch in range(EPOCHS):
        rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(len(x))
        total = 0.0
        for at in range(0, len(order), BATCH):
            rows = order[at:at + BATCH]
            loss, g = loss_grads(p, shifted(rng, x[rows]), label[rows])
            total += loss * len(rows)
            step += 1
            for k in p:
                m[k] += 0.1 * (g[k] - m[k])
                v[k] += 0.001 * (g[k] ** 2 - v[k])
                p[k] -= (rate * (m[k] / (1 - 0.9 ** step)) /
                         (np.sqrt(v[k] / (1 - 0.999 ** step)) + 1e-8)).astype(np.float32)
        if epoch % 20 == 19:
            print(f"epoch {epoch + 1}: loss {total / len(x):.4f}")
    return p


# ---- files ---------------------------------------------------------------------------------------

def export(p):
    weights = [helper.make_tensor(name, TensorProto.FLOAT, a.shape, a.astype("<f4").tobytes(),
                                  raw=True) for name, a in p.items()]
    pool_args = {"kernel_shape": [2, 2], "strides": [2, 2]}
    conv_args = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
    node = helper.make_node
    nodes = [
        node("Conv", ["image", "conv1_w", "conv1_b"], ["conv1"], "conv1", **conv_args),
        node("Relu", ["conv1"], ["relu1"], "relu1"),
        node("MaxPool", ["relu1"], ["pool1"], "pool1", **pool_args),
        node("Conv", ["pool1", "conv2_w", "conv2_b"], ["conv2"], "conv2", **conv_args),
        node("Relu", ["conv2"], ["relu2"], "relu2"),
        node("MaxPool", ["relu2"], ["pool2"], "pool2", **pool_args),
        node("Flatten", ["pool2"], ["flat"], "flatten", axis=1),
        node("Gemm", ["flat", "gemm_w", "gemm_b"], ["score"], "gemm", transB=1),
        node("Softmax", ["score"], ["probability"], "softmax", axis=1),
    ]
    graph = helper.make_graph(
        nodes, "digits",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 1, 8, 8])],
        [helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["batch", 10])],
        weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8,
                              producer_name="cameo examples/digits/train.py")
    onnx.checker.check_model(model, full_check=True)
    return model.SerializeToString()


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as f:
        f.write(data)
    print(f"{name}: {len(data)} bytes")


def main():
    data = load_digits()
    x = (data.images[:, None] / 16).astype(np.float32)
    label = data.target
    train_i, test_i = train_test_split(np.arange(len(x)), test_size=0.2, stratify=label,
                                       random_state=SEED)
    model = export(train(x[train_i], label[train_i]))
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    run = lambda i: session.run(None, {"image": x[i]})[0]
    right = int((run(test_i).argmax(1) == label[test_i]).sum())
    print(f"held out: {right} of {len(test_i)} right = {100 * right / len(test_i):.2f} %")
    if right < 0.97 * len(test_i):
        raise SystemExit("fewer than 97 % right: nothing written")

    # The first five held-out images of each digit, in the order of the split.
    shown = [i for d in range(10) for i in test_i[label[test_i] == d][:N_SHOWN_PER_DIGIT]]
    shown = np.array(sorted(shown, key=lambda i: list(test_i).index(i)))
    probability = run(shown)
    records = b"".join(data.images[i].astype(np.uint8).tobytes() + bytes([label[i]]) for i in shown)
    write("digits.onnx", model)
    write("digits_test.bin", records)
    write("digits_expected.bin", probability.astype("<f4").tobytes())
    print(f"shown: {int((probability.argmax(1) == label[shown]).sum())} of {len(shown)} right")


if __name__ == "__main__":
    main()
