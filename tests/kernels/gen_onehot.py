#!/usr/bin/env python3
"""Writes tests/kernels/onehot_vectors.h: OneHot of small tensors as onnxruntime or, for pairs of dtypes that
it has not, onnx.reference computes it. The latter only with indices in range, where the two agree.

    python3 tests/kernels/gen_onehot.py > tests/kernels/onehot_vectors.h

Needs numpy, onnx and onnxruntime.
"""
import numpy as np
from onnx import helper
import vectors

rng = np.random.default_rng(11)
out = vectors.Vectors("onehot")
FLOATS = (np.float32, np.float64, np.float16)
INTS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def case(since, dims, depth, types, axis=None, reach=0, by="onnxruntime", shape=()):
    """types: of indices, depth, values; reach: by how much indices are out of range."""
    signed = since >= 11 and not np.issubdtype(types[0], np.unsignedinteger)
    low = -depth - reach if signed else 0
    indices = rng.integers(low, depth + reach, dims).astype(types[0])
    values = np.array([3, 8], types[2])
    attrs = {} if axis is None else {"axis": axis}
    out.case("OneHot", since, f"{dims} depth {depth} axis {axis} {[np.dtype(t).name for t in types]}",
             [indices, np.full(shape, depth, types[1]), values], by=by,
             out_types=[helper.np_dtype_to_tensor_dtype(values.dtype)], **attrs)


for dtype in FLOATS + INTS:
    case(11, (5,), 4, (dtype, np.int64, np.float32), by="reference")
    case(11, (5,), 4, (np.int64, dtype, np.float32), by="reference")
    case(11, (5,), 4, (np.int64, np.int64, dtype), by="reference")
for axis in range(-4, 4):
    case(11, (2, 3, 4), 3, (np.int64, np.int64, np.float32), axis, reach=2)
    case(9, (2, 3, 4), 3, (np.int32, np.int32, np.float32), axis, reach=2)
case(11, (2, 9), 3, (np.float32, np.float32, np.float32), 0, reach=2)
case(11, (2, 3), 5, (np.int64, np.int64, np.int64), shape=(1,))
case(11, (), 5, (np.int64, np.int64, np.int64), by="reference")
case(11, (), 5, (np.int64, np.int64, np.int64), 0, by="reference")
case(11, (2, 1, 2, 1, 2, 1, 2), 2, (np.int64, np.int64, np.float32), 3)
case(11, (3, 0), 2, (np.int64, np.int64, np.float32), 1)
case(11, (7,), 1, (np.int64, np.int64, np.float32), reach=1)
out.end()
