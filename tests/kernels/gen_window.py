#!/usr/bin/env python3
"""Writes tests/kernels/window_vectors.h: Conv, pools, QLinearConv with the results of onnxruntime or,
where a case says so, of onnx.reference.

    python3 tests/kernels/gen_window.py > tests/kernels/window_vectors.h

Needs numpy, onnx and onnxruntime. The numbers are random but fixed by a seed.
"""
import numpy as np
import vectors
from onnx import TensorProto, helper

rng = np.random.default_rng(20)
out = vectors.Vectors("window")


def floats(*shape, dtype=np.float32):
    return (rng.integers(-64, 65, shape) / 16).astype(dtype)


def ints(dtype, *shape):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def case(op, since, name, inputs, n_out=1, by="onnxruntime", **attrs):
    # The types of the outputs: pools and Conv have that of X, Indices are int64.
    first = inputs[7] if op == "QLinearConv" else inputs[0]
    types = [helper.np_dtype_to_tensor_dtype(first.dtype), TensorProto.INT64][:n_out]
    out.case(op, since, name, inputs, n_out, by, types, **attrs)


# ---- Conv
for since, by in ((1, "onnxruntime"), (11, "onnxruntime"), (11, "reference")):
    case("Conv", since, "plain", [floats(1, 2, 5, 4), floats(3, 2, 3, 3), floats(3)], by=by,
         pads=[1, 0, 1, 1], strides=[2, 1])
case("Conv", 11, "groups", [floats(2, 4, 5, 5), floats(8, 2, 2, 3), floats(8)], group=2,
     dilations=[2, 1], pads=[0, 1, 1, 2])
case("Conv", 11, "same_lower", [floats(1, 1, 5, 6), floats(4, 1, 4, 3)], auto_pad="SAME_LOWER",
     strides=[1, 2])
case("Conv", 11, "same_upper", [floats(1, 1, 5, 6), floats(4, 1, 4, 3)], auto_pad="SAME_UPPER",
     strides=[2, 2])
case("Conv", 11, "3d", [floats(1, 2, 3, 4, 4), floats(4, 2, 2, 2, 3)], pads=[1, 0, 1, 0, 0, 1])
case("Conv", 11, "1d_f64", [floats(2, 2, 9, dtype=np.float64), floats(3, 2, 3, dtype=np.float64)],
     by="reference", strides=[2], pads=[1, 1])

# ---- MaxPool
for since in (1, 8, 12):
    case("MaxPool", since, "plain", [floats(1, 2, 6, 5)], kernel_shape=[2, 3], strides=[2, 1],
         pads=[1, 1, 0, 2])
for order in (0, 1):
    case("MaxPool", 12, f"indices_{order}", [floats(2, 2, 5, 4)], 2, kernel_shape=[3, 2],
         strides=[2, 2], pads=[1, 1, 1, 0], storage_order=order)
    case("MaxPool", 12, f"indices_3d_{order}", [floats(1, 2, 4, 3, 4)], 2, kernel_shape=[2, 2, 2],
         pads=[1, 0, 0, 0, 1, 0], storage_order=order)
case("MaxPool", 10, "dilated", [floats(1, 1, 8, 7)], kernel_shape=[3, 2], dilations=[2, 3],
     strides=[1, 2], pads=[2, 1, 2, 1])
case("MaxPool", 12, "ceil", [floats(1, 1, 6, 7)], 2, kernel_shape=[3, 3], strides=[2, 3],
     ceil_mode=1)
case("MaxPool", 12, "ceil_pads", [floats(1, 1, 5, 5)], kernel_shape=[2, 2], strides=[3, 3],
     pads=[1, 1, 1, 1], ceil_mode=1)
case("MaxPool", 12, "u8", [ints(np.uint8, 1, 2, 6, 6)], kernel_shape=[3, 3], pads=[1, 1, 1, 1])
case("MaxPool", 12, "i8", [ints(np.int8, 1, 2, 6, 6)], 2, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
case("MaxPool", 12, "f64", [floats(1, 2, 9, dtype=np.float64)], kernel_shape=[4], strides=[2])
case("MaxPool", 12, "same_lower", [floats(1, 1, 5, 6)], kernel_shape=[3, 4], strides=[2, 3],
     auto_pad="SAME_LOWER")
case("MaxPool", 12, "valid_ceil", [floats(1, 1, 6)], kernel_shape=[2], strides=[3],
     auto_pad="VALID", ceil_mode=1)
case("MaxPool", 12, "empty_windows", [floats(1, 1, 1, 3)], 2, by="reference", kernel_shape=[2, 2],
     dilations=[2, 2], strides=[1, 1], pads=[1, 1, 1, 1])

# ---- AveragePool
# onnx.reference counts the padding of version 1, which nothing in the specification says.
case("AveragePool", 1, "plain", [floats(1, 2, 6, 5)], by="reference", kernel_shape=[2, 3],
     strides=[2, 1])
for since in (7, 11):
    case("AveragePool", since, "plain", [floats(1, 2, 6, 5)], kernel_shape=[2, 3], strides=[2, 1],
         pads=[1, 1, 0, 2])
for include in (0, 1):
    case("AveragePool", 11, f"include_{include}", [floats(1, 1, 6, 5)], kernel_shape=[3, 3],
         pads=[1, 2, 2, 1], count_include_pad=include)
    case("AveragePool", 19, f"ceil_{include}", [floats(1, 2, 7, 8)], kernel_shape=[4, 3],
         strides=[3, 3], pads=[1, 1, 1, 2], ceil_mode=1, count_include_pad=include)
    case("AveragePool", 19, f"dilated_{include}", [floats(1, 1, 8, 7)], kernel_shape=[3, 2],
         dilations=[2, 3], strides=[1, 2], pads=[2, 1, 2, 1], count_include_pad=include)
case("AveragePool", 19, "3d", [floats(1, 1, 4, 5, 4)], kernel_shape=[2, 2, 3], pads=[0, 1, 1, 1, 0, 1])
case("AveragePool", 19, "1d_f64", [floats(1, 2, 9, dtype=np.float64)], by="reference",
     kernel_shape=[4], strides=[2])
case("AveragePool", 19, "same_upper", [floats(1, 1, 5, 6)], kernel_shape=[3, 4], strides=[2, 3],
     auto_pad="SAME_UPPER")

# ---- GlobalAveragePool
case("GlobalAveragePool", 1, "2d", [floats(2, 3, 5, 7)])
case("GlobalAveragePool", 1, "1d", [floats(2, 3, 9)])

# ---- QLinearConv
f1 = lambda *v: np.array(v if len(v) > 1 else v[0], np.float32)


def qlinear(name, x, w, y, zeros, w_scale, bias=None, by="onnxruntime", **attrs):
    zx, zw, zy = zeros
    case("QLinearConv", 10, name,
         [x, f1(0.031), np.array(zx, x.dtype), w, w_scale, np.array(zw, w.dtype), f1(0.71),
          np.array(zy, y), bias], by=by, **attrs)


u8, i8 = np.uint8, np.int8
qlinear("u8u8", ints(u8, 1, 3, 5, 6), ints(u8, 4, 3, 3, 3), u8, (131, 120, 117), f1(0.0193),
        ints(np.int32, 4) // 2**17, pads=[1, 1, 1, 1])
qlinear("u8s8", ints(u8, 1, 2, 5, 20), ints(i8, 3, 2, 2, 3), u8, (7, 0, 200), f1(0.019, 0.004, 0.11),
        ints(np.int32, 3) // 2**18, strides=[1, 1], pads=[0, 2, 1, 1])
qlinear("s8s8", ints(i8, 2, 4, 6, 5), ints(i8, 4, 1, 3, 3), i8, (-3, [0, 0, 0, 0], 5),
        f1(0.019, 0.004, 0.011, 0.1), group=4, strides=[2, 1], dilations=[1, 2])
qlinear("u8u8_zero_points", ints(u8, 1, 2, 4, 4), ints(u8, 3, 2, 1, 1), u8, (255, [9, 9, 9], 0),
        f1(0.02, 0.03, 0.01), by="onnxruntime")

out.end()
