"""Cases of DFT, STFT and the windows whose results scipy computes, in the form of ONNX's backend tests.

usage: signal_oracle.py FOLDER [SEED]

Inputs are rounded to the operator's type first; the truth is computed in double from what they are then. A case allows
a rounding or two of its type, relative to the largest element of the result (data.json beside the model).

ONNX's HammingWindow has 25/46 for alpha, scipy.signal.windows.hamming 0.54: general_hamming takes the former. Windows of
one element are left out: ONNX's formula divides by 0 there or gives 0, where scipy says 1.
"""

import json
import os
import sys

import numpy as np
import scipy.fft
import scipy.signal.windows
from onnx import TensorProto, helper, numpy_helper, save

TYPES = {"float16": (np.float16, 4e-3), "float32": (np.float32, 5e-7), "float64": (np.float64, 1e-12)}
LENGTHS = [*range(1, 34), 48, 60, 64, 97, 100, 127, 128, 251, 360, 509, 512, 1000, 1021]


def write(folder, name, op, version, inputs, attributes, want, tolerance):
    """One node; inputs: arrays, None for one that is left out."""
    case = os.path.join(folder, name)
    data = os.path.join(case, "test_data_set_0")
    os.makedirs(data)
    names = ["" if x is None else f"x{i}" for i, x in enumerate(inputs)]
    given = [(n, np.asarray(x)) for n, x in zip(names, inputs) if x is not None]
    kind = helper.np_dtype_to_tensor_dtype

    def info(n, x):
        return helper.make_tensor_value_info(n, kind(x.dtype), x.shape)

    node = helper.make_node(op, names, ["y"], **attributes)
    graph = helper.make_graph([node], name, [info(n, x) for n, x in given], [info("y", want)])
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=8), f"{case}/model.onnx")
    for i, (n, x) in enumerate(given):
        with open(f"{data}/input_{i}.pb", "wb") as f:
            f.write(numpy_helper.from_array(x, n).SerializeToString())
    with open(f"{data}/output_0.pb", "wb") as f:
        f.write(numpy_helper.from_array(want, "y").SerializeToString())
    largest = float(np.abs(want.astype(np.float64)).max(initial=0))
    with open(f"{case}/data.json", "w") as f:
        json.dump({"atol": tolerance * max(largest, 1e-30), "rtol": tolerance}, f)


def pairs(z, dtype):
    """Complex numbers as ONNX has them: real and imaginary parts as the last dim."""
    return np.stack([z.real, z.imag], -1).astype(dtype)


def dft(folder, random, i):
    version = (17, 20)[i % 2]
    name, (dtype, tolerance) = list(TYPES.items())[i % 3]
    n = int(random.choice(LENGTHS))
    is_complex, inverse = bool(random.integers(2)), bool(random.integers(2))
    onesided = not is_complex and not inverse and bool(random.integers(2))
    outer = [int(d) for d in random.integers(1, 4, random.integers(1, 3))]
    axis = int(random.integers(0 if version == 20 else 1, len(outer) + 1))
    shape = [*outer[:axis], n, *outer[axis:]]
    x = random.standard_normal([*shape, 2 if is_complex else 1]).astype(dtype)
    length = None if random.integers(2) else int(random.choice(LENGTHS))
    z = x.astype(np.float64)
    z = z[..., 0] + 1j * z[..., 1] if is_complex else z[..., 0]
    if onesided:
        y = scipy.fft.rfft(z, length, axis)
    else:
        y = (scipy.fft.ifft if inverse else scipy.fft.fft)(z, length, axis)
    attributes = {"inverse": int(inverse), "onesided": int(onesided)}
    inputs = [x, None if length is None else np.int64(length)]
    if version == 17:
        attributes["axis"] = axis
    else:
        inputs.append(np.int64(axis - (len(shape) + 1) * int(random.integers(2))))
    while inputs[-1] is None:
        inputs.pop()
    write(folder, f"dft{version}_{i}_{name}_{n}_{length}", "DFT", version, inputs, attributes, pairs(y, dtype), tolerance)


def stft(folder, random, i):
    name, (dtype, tolerance) = list(TYPES.items())[i % 3]
    size, step = int(random.integers(1, 70)), int(random.integers(1, 20))
    length, batch = size + int(random.integers(0, 120)), int(random.integers(1, 4))
    is_complex = bool(random.integers(2))
    onesided = not is_complex and bool(random.integers(2))
    x = random.standard_normal([batch, length, 2 if is_complex else 1]).astype(dtype)
    window = random.standard_normal(size).astype(dtype) if random.integers(2) else None
    z = x.astype(np.float64)
    z = z[..., 0] + 1j * z[..., 1] if is_complex else z[..., 0]
    frames = np.stack([z[:, k : k + size] for k in range(0, length - size + 1, step)], 1)
    frames = frames * (1 if window is None else window.astype(np.float64))
    y = scipy.fft.rfft(frames) if onesided else scipy.fft.fft(frames)
    inputs = [x, np.int64(step), window, None if window is not None and random.integers(2) else np.int64(size)]
    while inputs[-1] is None:
        inputs.pop()
    write(folder, f"stft_{i}_{name}_{length}_{size}_{step}", "STFT", 17, inputs, {"onesided": int(onesided)},
          pairs(y, dtype), tolerance)


def window(folder, random, i):
    op = ("HannWindow", "HammingWindow", "BlackmanWindow")[i % 3]
    name, (dtype, tolerance) = list(TYPES.items())[i // 3 % 3]
    size, periodic = int(random.integers(2, 300)), bool(random.integers(2))
    y = {
        "HannWindow": lambda: scipy.signal.windows.hann(size, not periodic),
        "HammingWindow": lambda: scipy.signal.windows.general_hamming(size, 25 / 46, not periodic),
        "BlackmanWindow": lambda: scipy.signal.windows.blackman(size, not periodic),
    }[op]()
    attributes = {"periodic": int(periodic), "output_datatype": int(helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))}
    write(folder, f"{op.lower()}_{i}_{name}_{size}", op, 17, [np.int64(size)], attributes, y.astype(dtype), tolerance)


def main():
    random = np.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for make, count in ((dft, 240), (stft, 90), (window, 90)):
        for i in range(count):
            make(sys.argv[1], random, i)


main()
