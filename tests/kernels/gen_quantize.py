#!/usr/bin/env python3
"""Writes tests/kernels/quantize_vectors.h: QuantizeLinear and DequantizeLinear of small tensors as
onnx.reference computes them. Run from the repository's root; needs numpy, onnx, ml_dtypes."""
import numpy as np
import onnx
from onnx import TensorProto as T, helper
from onnx.reference import ReferenceEvaluator

rng = np.random.default_rng(7)
OUT = []


def np_type(dtype):
    return helper.tensor_dtype_to_np_dtype(dtype)


def array(values, dtype):
    return np.asarray(values, np.float32).astype(np_type(dtype))


def packed(a):
    """The bytes as Cameo holds them: sub-byte elements packed from the low bits."""
    return onnx.numpy_helper.from_array(a).raw_data


def field(a, dtype):
    if a is None:
        return "{0, 0, {0}, {0}}"
    data = packed(a)
    dims = ", ".join(str(d) for d in a.shape) or "0"
    return "{%d, %d, {%s},\n     {%s}}" % (dtype, a.ndim, dims, ", ".join("%d" % b for b in data) or "0")


def case(op, opset, x, x_type, scale, scale_type, zero=None, zero_type=0, y_type=None, **attrs):
    names = ["x", "s"] + (["z"] if zero is not None else [])
    # onnx 1.22 does not register its newest classes: what 21 has not is done around it. output_dtype of
    # DequantizeLinear casts a result that was computed in float; precision casts the operands.
    drop = ("output_dtype", "precision") if op == "DequantizeLinear" else ("precision",)
    node = helper.make_node(op, names, ["y"], **{k: v for k, v in attrs.items() if k not in drop})
    info = helper.make_tensor_value_info
    inputs = [info("x", x_type, x.shape), info("s", scale_type, scale.shape)]
    feeds = {"x": x, "s": scale}
    if "precision" in attrs:
        feeds = {k: v.astype(np_type(attrs["precision"])) for k, v in feeds.items()}
    if zero is not None:
        inputs.append(info("z", zero_type, zero.shape))
        feeds["z"] = zero
    graph = helper.make_graph([node], "g", inputs, [info("y", y_type, None)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", max(opset, 21))])
    with np.errstate(all="ignore"):
        y = ReferenceEvaluator(model).run(None, feeds)[0].astype(np_type(y_type))
    order = ("axis", "block_size", "output_dtype", "precision", "saturate")
    defaults = (1, 0, 0, 0, 1)
    values = ", ".join(str(attrs.get(k, d)) for k, d in zip(order, defaults))
    OUT.append("    {%d, %d, {%s},\n     %s,\n     %s,\n     %s,\n     %s}," % (
        op == "QuantizeLinear", opset, values, field(x, x_type), field(scale, scale_type),
        field(zero, zero_type), field(y, y_type)))


FLOATS = (T.FLOAT, T.FLOAT16, T.BFLOAT16)
INTS = {T.UINT8: (3, 13), T.INT8: (-5, 13), T.UINT16: (300, 21), T.INT16: (-300, 21), T.UINT4: (1, 21),
        T.INT4: (-2, 21), T.UINT2: (1, 25), T.INT2: (-1, 25)}
F8 = (T.FLOAT8E4M3FN, T.FLOAT8E4M3FNUZ, T.FLOAT8E5M2, T.FLOAT8E5M2FNUZ)

x = array([[-2.5, -1.5, -0.5, 0.5, 1.5, 2.5], [300, -300, 3.25, -7.75, 0, 60]], T.FLOAT)
for dtype, (zero, opset) in INTS.items():
    case("QuantizeLinear", opset, x, T.FLOAT, array(0.5, T.FLOAT), T.FLOAT,
         array(zero, T.INT32).astype(np_type(dtype)), dtype, dtype)
    q = rng.integers(-8 if dtype in (T.INT8, T.INT16, T.INT4) else 0, 8, (2, 3, 2))
    if dtype in (T.UINT2, T.INT2):
        q = q % 2
    q = q.astype(np_type(dtype))
    case("DequantizeLinear", opset, q, dtype, array([0.5, 2, 3], T.FLOAT), T.FLOAT,
         np.array([zero, 0, 1]).astype(np_type(dtype)), dtype, T.FLOAT, axis=1)
for dtype in FLOATS:
    v = (rng.standard_normal((3, 5, 2)) * 20).astype(np_type(dtype))
    case("QuantizeLinear", 19, v, dtype, array([0.3, 0.7, 0.11], dtype), dtype,
         np.array([0, 7, -100], np.int8), T.INT8, T.INT8, axis=0)
    case("QuantizeLinear", 19, v, dtype, array([0.3, 0.7], dtype), dtype,
         np.array([0, 7], np.uint8), T.UINT8, T.UINT8, axis=-1)
    s = (rng.random((3, 3, 2)) + 0.25).astype(np_type(dtype))
    case("QuantizeLinear", 21, v, dtype, s, dtype, None, 0, T.INT8, axis=1, block_size=2,
         output_dtype=T.INT8)
    s = (rng.random((3, 5, 1)) + 0.25).astype(np_type(dtype))
    case("QuantizeLinear", 21, v, dtype, s, dtype, rng.integers(0, 16, (3, 5, 1)).astype(np_type(T.UINT4)),
         T.UINT4, T.UINT4, axis=2, block_size=2)
    w = rng.integers(-128, 128, (3, 5, 2)).astype(np.int8)
    case("DequantizeLinear", 21, w, T.INT8, s, dtype, rng.integers(-9, 9, (3, 5, 1)).astype(np.int8), T.INT8,
         dtype, axis=2, block_size=2)
    case("DequantizeLinear", 23, w, T.INT8, array(0.3, T.FLOAT), T.FLOAT, None, 0, dtype, output_dtype=dtype)
    case("QuantizeLinear", 23, v, dtype, array(0.3, dtype), dtype, None, 0, T.UINT8, precision=T.FLOAT16)
v = array([0, 1, -3.3, 1000, 1e6, -1e6, 0.01, -0.02, 17], T.FLOAT)
for dtype in F8:
    for saturate in (0, 1):
        case("QuantizeLinear", 19, v, T.FLOAT, array(1.5, T.FLOAT), T.FLOAT, array(0, dtype), dtype, dtype,
             saturate=saturate)
    case("DequantizeLinear", 19, array([0, 1, -3.5, 96, -0.25], dtype), dtype, array(1.5, T.FLOAT16), T.FLOAT16,
         None, 0, T.FLOAT16)
v = array([[0, 2.5, 4.8, 8.6], [-30, -20, 6, 9], [-0.0, -2.5, -4.8, -8.6]], T.FLOAT)
case("QuantizeLinear", 23, v, T.FLOAT, array([2, 3, 4], T.FLOAT), T.FLOAT, array([0, 0, 0], T.FLOAT4E2M1),
     T.FLOAT4E2M1, T.FLOAT4E2M1, axis=0)
case("DequantizeLinear", 23, array([0, 1, -1, 1.5, -4], T.FLOAT4E2M1), T.FLOAT4E2M1, array(2, T.FLOAT), T.FLOAT,
     None, 0, T.FLOAT)
i = np.array([-100000, -7, 0, 3, 5, 9, 100000], np.int32)
case("QuantizeLinear", 13, i, T.INT32, array(2, T.FLOAT), T.FLOAT, np.array(4, np.int8), T.INT8, T.INT8)
case("DequantizeLinear", 10, i, T.INT32, array(0.1, T.FLOAT), T.FLOAT, None, 0, T.FLOAT)

with open("tests/kernels/quantize_vectors.h", "w") as f:
    f.write("/* quantize_vectors.h — written by gen_quantize.py with onnx %s: {quantize, opset, {axis,\n"
            " * block_size, output_dtype, precision, saturate}, x, scale, zero point, y}. */\n"
            "static const quantize_case quantize_cases[] = {\n%s\n};\n" % (onnx.__version__, "\n".join(OUT)))
print(len(OUT), "cases")
