#!/usr/bin/env python3
"""Writes tests/kernels/scatter_vectors.h: ScatterElements and Scatter of small integers, as onnxruntime or,
for reductions and bfloat16, onnx.reference computes them. Indices repeat.

    python3 tests/kernels/gen_scatter.py > tests/kernels/scatter_vectors.h

Needs numpy, onnx, ml_dtypes and onnxruntime.
"""
import ml_dtypes
import numpy as np
import vectors

rng = np.random.default_rng(18)
out = vectors.Vectors("scatter")
FLOATS = (np.float32, np.float64, np.float16, ml_dtypes.bfloat16)
INTS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def case(op, since, dtype, dims, own, axis, index_type=np.int64, **attrs):
    n = dims[axis]
    x = rng.integers(0, 9, dims).astype(dtype)
    indices = rng.integers(-n, n, own).astype(index_type)
    updates = rng.integers(0, 4, own).astype(dtype)
    slow = "reduction" in attrs or dtype is ml_dtypes.bfloat16
    out.case(op, since, f"{np.dtype(dtype)} {dims} {own}", [x, indices, updates],
             by="reference" if slow else "onnxruntime", axis=axis, **attrs)


for dtype in FLOATS + INTS + (np.bool_,):
    case("ScatterElements", 18, dtype, (3, 5), (2, 4), int(rng.integers(-2, 2)))
for dtype in FLOATS + INTS:
    for reduction in ("add", "mul", "max", "min"):
        case("ScatterElements", 18, dtype, (3, 4), (3, 3), int(rng.integers(-2, 2)),
             reduction=reduction)
for axis in range(-3, 3):
    own = [2, 3, 3]
    own[axis] = 5
    case("ScatterElements", 13, np.float32, (3, 4, 3), tuple(own), axis, np.int32)
    case("ScatterElements", 16, np.int32, (3, 4, 3), tuple(own), axis, reduction="add")
    case("ScatterElements", 11, np.int64, (3, 4, 3), tuple(own), axis)
    case("Scatter", 9, np.float32, (3, 4, 3), (1, 2, 3), axis, np.int32)
case("ScatterElements", 18, np.float32, (6,), (9,), 0)
case("ScatterElements", 18, np.float32, (2, 20), (1, 33), 1)
case("ScatterElements", 18, np.float32, (4, 40), (3, 37), 0)
case("ScatterElements", 18, np.float32, (3, 4), (0, 4), 0)
out.end()
