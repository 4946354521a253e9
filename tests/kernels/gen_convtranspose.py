#!/usr/bin/env python3
"""Writes tests/kernels/convtranspose_vectors.h: ConvTranspose with the results of onnxruntime or, where
a case says so, of onnx.reference.

    python3 tests/kernels/gen_convtranspose.py > tests/kernels/convtranspose_vectors.h

Needs numpy, onnx and onnxruntime. The numbers are random but fixed by a seed.
"""
import numpy as np
import vectors

rng = np.random.default_rng(21)
out = vectors.Vectors("convtranspose")


def floats(*shape, dtype=np.float32):
    return (rng.integers(-64, 65, shape) / 16).astype(dtype)


def case(since, name, inputs, by="onnxruntime", **attrs):
    out.case("ConvTranspose", since, name, inputs, 1, by, None, **attrs)


for since, by in ((1, "onnxruntime"), (11, "onnxruntime"), (11, "reference")):
    case(since, "plain", [floats(1, 3, 4, 3), floats(3, 4, 3, 3), floats(4)], by,
         pads=[1, 0, 1, 1], strides=[2, 1])
case(11, "stride_2", [floats(2, 3, 3, 4), floats(3, 5, 4, 4), floats(5)], strides=[2, 2],
     pads=[1, 1, 1, 1])
case(11, "output_padding", [floats(1, 2, 3, 3), floats(2, 4, 3, 3)], strides=[3, 2],
     output_padding=[2, 1], pads=[1, 1, 0, 1])
case(11, "gap", [floats(1, 2, 3, 3), floats(2, 4, 1, 2), floats(4)], strides=[3, 4])
case(11, "groups", [floats(2, 4, 3, 3), floats(4, 4, 2, 3), floats(8)], group=2, strides=[2, 1],
     dilations=[1, 2], pads=[0, 1, 1, 2])
case(11, "depthwise", [floats(1, 3, 4, 5), floats(3, 1, 3, 3), floats(3)], group=3, strides=[2, 2],
     dilations=[2, 3])
case(11, "dilated", [floats(1, 2, 4, 4), floats(2, 4, 3, 3)], strides=[4, 6], dilations=[6, 4],
     pads=[3, 2, 1, 5])
for name in ("SAME_UPPER", "SAME_LOWER"):
    case(11, name.lower(), [floats(1, 2, 3, 4), floats(2, 4, 4, 3), floats(4)], strides=[1, 2],
         auto_pad=name)
    case(11, name.lower() + "_given", [floats(1, 2, 3, 4), floats(2, 4, 4, 3)], strides=[2, 2],
         auto_pad=name, output_shape=[5, 6])
case(11, "valid", [floats(1, 1, 3, 4), floats(1, 4, 4, 3)], strides=[2, 2], auto_pad="VALID")
case(11, "output_shape", [floats(1, 2, 3, 4), floats(2, 4, 4, 3), floats(4)], strides=[2, 3],
     output_shape=[7, 8])
case(11, "output_shape_larger", [floats(1, 2, 3, 4), floats(2, 4, 2, 2), floats(4)], strides=[3, 2],
     output_shape=[10, 9], output_padding=[1, 0])
case(11, "1d", [floats(2, 2, 5), floats(2, 4, 5)], strides=[3], pads=[1, 2])
case(11, "1d_thin", [floats(1, 6, 5), floats(6, 1, 4), floats(1)], strides=[2])
case(11, "3d", [floats(1, 2, 2, 3, 3), floats(2, 4, 2, 3, 2), floats(4)], strides=[2, 1, 2],
     pads=[1, 0, 0, 0, 1, 1])
case(11, "1d_f64", [floats(2, 2, 9, dtype=np.float64), floats(2, 3, 3, dtype=np.float64)],
     "reference", strides=[2], pads=[1, 1])

out.end()
