#!/usr/bin/env python3
"""Prints tests/kernels/qmatmul_vectors.h: MatMulInteger, QLinearMatMul, ConvInteger and DynamicQuantizeLinear
of small tensors as onnxruntime computes them or, where it lacks the case, onnx.reference. Run from the
repository's root: python3 tests/kernels/gen_qmatmul.py > tests/kernels/qmatmul_vectors.h"""
import numpy as np
from onnx import TensorProto as T

import vectors

rng = np.random.default_rng(21)
out = vectors.Vectors("qmatmul")
INT = {"out_types": [T.INT32]}


def draw(dtype, *shape):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def f32(*values):
    a = np.array(values, np.float32)
    return a if a.size > 1 else a.reshape(())


U, S = np.uint8, np.int8

# ---- MatMulInteger ----
for a, b in ((U, U), (U, S), (S, S)):
    out.case("MatMulInteger", 10, "plain", [draw(a, 3, 5), draw(b, 5, 4)], **INT)
    out.case("MatMulInteger", 10, "zero points", [draw(a, 3, 5), draw(b, 5, 4), draw(a), draw(b, 1)], **INT)
    out.case("MatMulInteger", 10, "each column", [draw(a, 3, 5), draw(b, 5, 4), draw(a), draw(b, 4)], **INT)
out.case("MatMulInteger", 10, "s8 u8", [draw(S, 3, 5), draw(U, 5, 4), draw(S), draw(U)], by="reference", **INT)
out.case("MatMulInteger", 10, "each row", [draw(U, 3, 5), draw(S, 5, 4), draw(U, 3, 1), draw(S, 1, 4)],
         by="reference", **INT)
out.case("MatMulInteger", 10, "each row of each matrix",
         [draw(U, 2, 3, 5), draw(S, 5, 4), draw(U, 2, 3, 1), draw(S, 4)], by="reference", **INT)
out.case("MatMulInteger", 10, "batches", [draw(U, 2, 1, 3, 5), draw(S, 3, 5, 2), draw(U), draw(S)], **INT)
out.case("MatMulInteger", 10, "each column of each matrix",
         [draw(U, 2, 3, 5), draw(S, 2, 5, 4), draw(U), draw(S, 2, 1, 4)], **INT)
out.case("MatMulInteger", 10, "vectors", [draw(U, 5), draw(U, 5), draw(U), draw(U)], by="reference", **INT)
out.case("MatMulInteger", 10, "a row", [draw(U, 5), draw(S, 2, 5, 3)], **INT)
out.case("MatMulInteger", 10, "a column", [draw(S, 2, 3, 5), draw(S, 5)], **INT)

# ---- QLinearMatMul ----


def linear(since, title, a, b, y, shapes, scales, by="onnxruntime", a_zero=(), b_zero=()):
    out.case("QLinearMatMul", since, title,
             [draw(a, *shapes[0]), scales[0], draw(a, *a_zero), draw(b, *shapes[1]), scales[1],
              draw(b, *b_zero), scales[2], draw(y)], by=by, out_types=[T.UINT8 if y is U else T.INT8])


PLAIN = (f32(0.013), f32(0.021), f32(0.37))
COLUMNS = (f32(0.013), f32(0.021, 0.007, 0.03, 0.0113), f32(0.37))
for since in (10, 21):
    for a, b in ((U, U), (U, S), (S, S)):
        linear(since, "plain", a, b, a, ((3, 5), (5, 4)), PLAIN)
        linear(since, "each column", a, b, a, ((3, 5), (5, 4)), COLUMNS, b_zero=(4,))
    linear(since, "batches", U, S, U, ((2, 3, 5), (2, 5, 4)), PLAIN)
for t in (np.float16, np.float32):
    scales = tuple(s.astype(t) for s in (f32(0.0625), f32(0.125), f32(1.5)))
    linear(21, "scales of %s" % np.dtype(t).name, S, U, S, ((2, 3, 5), (5, 4)), scales, by="reference")
linear(10, "each row", U, U, U, ((3, 5), (5, 4)),
       (np.array([[0.5], [0.25], [0.125]], np.float32), f32(0.25), f32(4)), by="reference", a_zero=(3, 1))

# ---- ConvInteger ----
for w in (U, S):
    out.case("ConvInteger", 10, "plain", [draw(U, 1, 2, 4, 5), draw(w, 3, 2, 2, 3)], **INT)
    out.case("ConvInteger", 10, "zero points, padded", [draw(U, 2, 2, 4, 5), draw(w, 3, 2, 3, 3), draw(U), draw(w)],
             pads=[1, 1, 1, 1], strides=[2, 1], **INT)
    out.case("ConvInteger", 10, "each channel", [draw(U, 1, 4, 6, 5), draw(w, 4, 2, 2, 2), draw(U), draw(w, 4)],
             by="reference", group=2, dilations=[2, 1], auto_pad="SAME_UPPER", **INT)
out.case("ConvInteger", 10, "s8 s8", [draw(S, 1, 2, 7), draw(S, 3, 2, 3), draw(S)], by="reference", **INT)
out.case("ConvInteger", 10, "s8 u8", [draw(S, 1, 2, 7), draw(U, 3, 2, 3), draw(S), draw(U)], by="reference", **INT)

# ---- DynamicQuantizeLinear ----
DYNAMIC = {"out_types": [T.UINT8, T.FLOAT, T.UINT8]}
for title, x in (("both signs", [0, 2, -3, -2.5, 1.34, 0.5]), ("positive", [1, 2.1, 1.3, 2.5, 3.34, 4]),
                 ("negative", [-1, -2.1, -1.3, -2.5, -3.34, -4]), ("zeros", [0, 0]), ("one", [-7.25])):
    out.case("DynamicQuantizeLinear", 11, title, [np.array(x, np.float32)], **DYNAMIC)
out.case("DynamicQuantizeLinear", 11, "matrix", [rng.normal(0, 3, (5, 7)).astype(np.float32)], **DYNAMIC)
out.case("DynamicQuantizeLinear", 11, "halves", [np.arange(-64, 64, dtype=np.float32) / 4 * 255 / 127], **DYNAMIC)
out.end()
