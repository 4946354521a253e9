#!/usr/bin/env python3
"""Writes tests/kernels/cumsum_vectors.h: CumSum and CumProd of small tensors as onnx.reference computes
them, in every dtype. The elements are few-bit numbers, so that no sum or product is rounded in any of them.

    python3 tests/kernels/gen_cumsum.py > tests/kernels/cumsum_vectors.h

Needs numpy, onnx and ml_dtypes.
"""
import itertools

import ml_dtypes
import numpy as np
import vectors

rng = np.random.default_rng(14)
out = vectors.Vectors("cumsum")
FLOATS = (np.float32, np.float64, np.float16, ml_dtypes.bfloat16)
INTS = (np.int32, np.int64, np.uint32, np.uint64)


def case(since, dtype, dims, axis, axis_type=np.int64, **attrs):
    low = 0 if np.issubdtype(dtype, np.unsignedinteger) else -9
    x = rng.integers(low, 10, dims).astype(dtype)
    out.case("CumSum", since, f"{np.dtype(dtype)} axis {axis} {attrs}",
             [x, np.asarray(axis, axis_type)], by="reference", **attrs)


for dtype, exclusive, reverse in itertools.product(FLOATS + INTS, (0, 1), (0, 1)):
    case(14, dtype, (2, 3, 4), int(rng.integers(-3, 3)), exclusive=exclusive, reverse=reverse)
for axis, axis_type in itertools.product(range(-3, 3), (np.int32, np.int64)):
    case(14, np.float32, (2, 2, 17), axis, axis_type)
for axis in range(-3, 3):
    case(11, np.float32, (2, 2, 17), axis, exclusive=1, reverse=1)
case(11, np.int32, (1,), 0)
case(11, np.int32, (1,), 0, exclusive=1)
case(11, np.float32, (3, 0, 2), 1)
case(11, np.float32, (3, 0, 2), 2, reverse=1)
case(11, np.float64, (1, 2, 1, 2, 3, 1, 2, 1), 4)
for dtype, exclusive, reverse in itertools.product(FLOATS + INTS, (0, 1), (0, 1)):
    low = 1 if np.issubdtype(dtype, np.unsignedinteger) else -2
    x = rng.integers(low, 3, (2, 3, 4)).astype(dtype)
    axis = int(rng.integers(-3, 3))
    out.case("CumProd", 26, f"{np.dtype(dtype)} axis {axis}", [x, np.asarray(axis, np.int64)],
             by="reference", exclusive=exclusive, reverse=reverse)
out.end()
