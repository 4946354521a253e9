#!/usr/bin/env python3
"""Writes tests/kernels/gather_elements_vectors.h: GatherElements of small tensors as onnxruntime or, for
bfloat16, onnx.reference computes it. Indices are of both signs and repeat.

    python3 tests/kernels/gen_gather_elements.py > tests/kernels/gather_elements_vectors.h

Needs numpy, onnx, ml_dtypes and onnxruntime.
"""
import ml_dtypes
import numpy as np
import vectors

rng = np.random.default_rng(13)
out = vectors.Vectors("gather_elements")
FLOATS = (np.float32, np.float64, np.float16)
INTS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def case(since, dtype, dims, own, axis, index_type=np.int64, by="onnxruntime"):
    n = dims[axis]
    x = rng.integers(0, 99, dims).astype(dtype)
    indices = rng.integers(-n, n, own).astype(index_type)
    out.case("GatherElements", since, f"{np.dtype(dtype)} {dims} {own} axis {axis}", [x, indices],
             by=by, axis=axis)


for dtype in FLOATS + INTS + (np.bool_,):
    case(13, dtype, (3, 5), (2, 4), int(rng.integers(-2, 2)))
    case(11, dtype, (3, 4), (3, 7), 1, np.int32)
case(13, ml_dtypes.bfloat16, (3, 4), (5, 4), 0, by="reference")
for axis in range(-3, 3):
    own = [2, 3, 3]
    own[axis] = 6
    case(13, np.float32, (3, 4, 3), tuple(own), axis, np.int32)
    case(11, np.int64, (3, 4, 3), tuple(own), axis)
case(13, np.float32, (6,), (9,), 0)
case(13, np.float32, (5, 6), (5, 1), 1)
case(13, np.float32, (5, 6), (1, 6), 0)
case(13, np.uint8, (2, 3, 1, 2, 1, 3, 2, 2), (2, 2, 1, 2, 1, 4, 1, 2), 5)
case(13, np.float32, (3, 4), (3, 0), 1)
case(13, np.float32, (3, 4), (0, 4), 1)
case(13, np.float32, (3, 4), (0, 4), 0)
out.end()
