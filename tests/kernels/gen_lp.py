#!/usr/bin/env python3
"""Writes tests/kernels/lp_vectors.h: LRN, LpNormalization, LpPool and GlobalLpPool with the results of
onnxruntime.

    python3 tests/kernels/gen_lp.py > tests/kernels/lp_vectors.h

Needs numpy, onnx and onnxruntime. The numbers are random but fixed by a seed.
"""
import numpy as np
import vectors

rng = np.random.default_rng(22)
out = vectors.Vectors("lp")


def floats(*shape, dtype=np.float32):
    return (rng.integers(-64, 65, shape) / 16).astype(dtype)


def case(op, since, name, x, **attrs):
    out.case(op, since, name, [x], 1, "onnxruntime", None, **attrs)


# ---- LRN: large numbers, for alpha is 0.0001
for since in (1, 13):
    for size in (1, 3, 5, 9):
        case("LRN", since, f"size_{size}", floats(2, 5, 3, 2) * 64, size=size)

# ---- LpNormalization
for axis in (0, 1, -1):
    for p in (1, 2):
        x = floats(3, 4, 5)
        x[1, :, 2] = x[:, 3, 3] = x[2, 2, :] = 0
        case("LpNormalization", 1, f"{axis}_{p}", x, axis=axis, p=p)
case("LpNormalization", 1, "f64", floats(3, 20, dtype=np.float64), axis=0)

# ---- LpPool
case("LpPool", 2, "plain", floats(1, 2, 6, 5), kernel_shape=[2, 3], strides=[2, 1])
case("LpPool", 11, "pads", floats(2, 2, 6, 5), kernel_shape=[2, 3], strides=[2, 2],
     pads=[1, 1, 0, 2])
for p in (1, 2, 3):
    case("LpPool", 18, f"p_{p}", floats(1, 2, 6, 5), kernel_shape=[3, 3], pads=[1, 1, 1, 1], p=p)
case("LpPool", 18, "1d", floats(2, 2, 9), kernel_shape=[4], strides=[3], p=1)
case("LpPool", 18, "3d", floats(1, 2, 4, 3, 5), kernel_shape=[2, 2, 3])
case("LpPool", 18, "dilated", floats(1, 1, 8, 7), kernel_shape=[3, 2], dilations=[2, 3])
case("LpPool", 18, "same_upper", floats(1, 1, 5, 6), kernel_shape=[3, 4], strides=[2, 3],
     auto_pad="SAME_UPPER")
case("LpPool", 18, "same_lower", floats(1, 1, 5, 6), kernel_shape=[3, 4], strides=[2, 3],
     auto_pad="SAME_LOWER")

# ---- GlobalLpPool
case("GlobalLpPool", 2, "2d", floats(2, 3, 5, 7))
case("GlobalLpPool", 2, "1d", floats(2, 3, 9), p=1)
case("GlobalLpPool", 2, "3", floats(2, 3, 9, 2, 2), p=3)

out.end()
