#!/usr/bin/env python3
"""Writes tests/kernels/losses_vectors.h: NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss, MeanVarianceNormalization,
TensorScatter and Unique as onnx.reference or onnxruntime compute them.

    python3 tests/kernels/gen_losses.py > tests/kernels/losses_vectors.h

Needs numpy, onnx, ml_dtypes and onnxruntime.
"""
import ml_dtypes
import numpy as np
import vectors
from onnx import TensorProto

rng = np.random.default_rng(12)
out = vectors.Vectors("losses")
I64 = TensorProto.INT64


def some(dtype, *dims):
    return (rng.integers(-16, 17, dims) / 4).astype(dtype)


for reduction in ("none", "sum", "mean"):
    for dims, weighted, ignore in (((5, 3), 0, None), ((5, 3), 1, 1), ((2, 4, 3), 1, None), ((2, 4, 2, 3), 0, 2),
        ((2, 4, 3), 1, -7)):
        labels = rng.integers(0, dims[1], (dims[0], *dims[2:])).astype(np.int64 if weighted else np.int32)
        if ignore is not None:
            labels.flat[1] = ignore
        weight = [np.abs(some(np.float32, dims[1])) + 1] if weighted else []
        attrs = {} if ignore is None else {"ignore_index": ignore}
        x = some(np.float32, *dims)
        out.case("NegativeLogLikelihoodLoss", 13, f"{dims} {reduction}", [x, labels, *weight], by="reference",
                 reduction=reduction, **attrs)
        out.case("SoftmaxCrossEntropyLoss", 13, f"{dims} {reduction}", [x, labels, *weight], n_out=2, by="reference",
                 reduction=reduction, **attrs)
out.case("MeanVarianceNormalization", 13, "", [some(np.float32, 2, 3, 4, 2)])
for axes in ([0], [-1, 1], [2, 0, 1]):
    out.case("MeanVarianceNormalization", 9, f"{axes}", [some(np.float32, 3, 4, 5)], axes=axes)
for dtype in (np.float32, np.uint8, np.int64, np.float16, ml_dtypes.bfloat16, np.float64):
    cache, update = (rng.integers(0, 99, d).astype(dtype) for d in ((2, 3, 5, 2), (2, 3, 3, 2)))
    out.case("TensorScatter", 24, f"{np.dtype(dtype)}", [cache, update], by="reference")
    out.case("TensorScatter", 24, "at", [cache, update, np.array([2, 0], np.int64)], by="reference", axis=-2)
    out.case("TensorScatter", 24, "circular", [cache, update, np.array([4, 9], np.int64)], by="reference",
        mode="circular")
    out.case("TensorScatter", 24, "axis", [cache, update[:, :2, :1].repeat(5, 2)], by="reference", axis=1)
for dtype in (np.float32, np.int64, np.int8, np.float64):
    x = rng.integers(0, 4, (4, 3)).astype(dtype)
    types = [out_type for out_type in ({np.float32: 1, np.int64: 7, np.int8: 3, np.float64: 11}[dtype], I64, I64, I64)]
    out.case("Unique", 11, "flat", [x], out_types=types, sorted=1)
    out.case("Unique", 11, "in order", [x], out_types=types, sorted=0)
    for axis in (0, 1, -1):
        out.case("Unique", 11, f"axis {axis}", [rng.integers(0, 2, (4, 3, 2)).astype(dtype)], out_types=types,
            axis=axis)
    out.case("Unique", 11, "axis in order", [rng.integers(0, 2, (6, 2)).astype(dtype)], out_types=types, axis=0,
        sorted=0)
out.end()
