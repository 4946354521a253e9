#!/usr/bin/env python3
"""Writes tests/kernels/signal_vectors.h: windows, MelWeightMatrix, DFT, STFT and Det as onnx.reference computes them.

    python3 tests/kernels/gen_signal.py > tests/kernels/signal_vectors.h

Needs numpy and onnx.
"""
import numpy as np
import vectors
from onnx import TensorProto

rng = np.random.default_rng(17)
out = vectors.Vectors("signal")
F32, F64 = TensorProto.FLOAT, TensorProto.DOUBLE


def i64(v):
    return np.array(v, np.int64)


for op in ("HannWindow", "HammingWindow", "BlackmanWindow"):
    for size, periodic, dtype in ((1, 1, F32), (2, 0, F32), (9, 0, F64), (9, 1, F64), (16, 1, F32), (0, 1, F32)):
        out.case(op, 17, f"{size} periodic {periodic}", [i64(size)], by="reference", out_types=[dtype],
                 periodic=periodic, output_datatype=dtype)
for mels, length, rate, low, high in ((8, 16, 8192, 0.0, 4096.0), (10, 64, 16000, 20.0, 8000.0), (3, 40, 22050,
    300.0, 300.0)):
    out.case("MelWeightMatrix", 17, f"{mels} of {length}",
             [i64(mels), i64(length), np.array(rate, np.int32), np.array(low, np.float64), np.array(high, np.float64)],
             by="reference", out_types=[F64], output_datatype=F64)
x = rng.integers(-9, 10, (2, 4, 3, 1)) / 4
z = rng.integers(-9, 10, (2, 4, 3, 2)) / 4
for inverse, onesided, v, n in ((0, 0, x, None), (0, 0, z, 4), (1, 0, z, 7), (0, 1, x, 8), (0, 1, x, 7), (1, 1, z,
    None),
                                (1, 1, z, 9), (1, 1, z, 6), (1, 1, z, 15), (1, 0, x, None)):
    for axis in (0, 1, 2):
        if n is None and onesided and inverse and axis == 0:
            continue
        length = None if n is None else i64(n)
        single = axis == 2
        out.case("DFT", 20, f"{n} axis {axis} inverse {inverse} onesided {onesided}",
                 [v.astype(np.float32) if single else v, length, i64(axis - 4 if single else axis)],
                 by="reference", inverse=inverse, onesided=onesided)
signal = rng.integers(-9, 10, (2, 37, 1)) / 4
window = rng.integers(1, 9, 10) / 8
out.case("STFT", 17, "window", [signal, i64(3), window], by="reference", onesided=1)
out.case("STFT", 17, "both", [signal, np.array(5, np.int32), window, np.array(10, np.int32)], by="reference",
    onesided=0)
out.case("STFT", 17, "length", [signal, i64(30), None, i64(11)], by="reference", onesided=1)
out.case("STFT", 17, "complex", [rng.normal(size=(1, 20, 2)), i64(4), rng.normal(size=8)], by="reference", onesided=0)
for n in (1, 2, 3, 7):
    out.case("Det", 22, f"{n}", [rng.normal(size=(2, 3, n, n))], by="reference")
out.case("Det", 11, "f32", [rng.integers(-3, 4, (4, 4)).astype(np.float32)], by="reference")
out.end()
