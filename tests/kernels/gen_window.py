#!/usr/bin/env python3
"""Writes tests/kernels/window_vectors.h: Conv, pools, QLinearConv with the results of onnxruntime or,
where a case says so, of onnx.reference.

    python3 tests/kernels/gen_window.py > tests/kernels/window_vectors.h

Needs numpy, onnx and onnxruntime. The numbers are random but fixed by a seed.
"""
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

rng = np.random.default_rng(20)
onnxruntime.set_default_logger_severity(4)


def floats(*shape, dtype=np.float32):
    return (rng.integers(-64, 65, shape) / 16).astype(dtype)


def ints(dtype, *shape):
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max + 1, shape).astype(dtype)


def evaluate(op, since, inputs, n_out, attrs, by):
    names = [f"i{i}" if v is not None else "" for i, v in enumerate(inputs)]
    node = helper.make_node(op, names, [f"o{i}" for i in range(n_out)], **attrs)
    typed = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for n, v in zip(names, inputs) if v is not None
    ]
    # The types of the outputs: pools and Conv have that of X, Indices are int64.
    first = inputs[7] if op == "QLinearConv" else inputs[0]
    types = [helper.np_dtype_to_tensor_dtype(first.dtype), TensorProto.INT64]
    outs = [helper.make_tensor_value_info(f"o{i}", types[i], None) for i in range(n_out)]
    model = helper.make_model(
        helper.make_graph([node], "g", typed, outs),
        opset_imports=[helper.make_opsetid("", since)], ir_version=8)
    feed = {n: v for n, v in zip(names, inputs) if v is not None}
    if by == "reference":
        return ReferenceEvaluator(model).run(None, feed)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feed)


def number(v):
    v = float(v)
    if np.isnan(v):
        return "NAN"
    if np.isinf(v):
        return "INFINITY" if v > 0 else "-INFINITY"
    return repr(v) if v != int(v) or abs(v) > 1e9 else str(int(v))


def rows(values, indent="    "):
    text, line = [], indent
    for v in values:
        if len(line) + len(v) > 98:
            text.append(line.rstrip())
            line = indent
        line += v + ", "
    text.append(line.rstrip())
    return "\n".join(text)


def attribute(name, v):
    if isinstance(v, str):
        return f'{{"{name}", "{v}", 0, {{0}}}}'
    if isinstance(v, int):
        return f'{{"{name}", NULL, 0, {{{v}}}}}'
    return f'{{"{name}", NULL, {len(v)}, {{{", ".join(map(str, v))}}}}}'


count = 0
table = []


def tensors(kind, values):
    out = []
    for i, v in enumerate(values):
        if v is None:
            out.append("{0, 0, {0}, NULL}")
            continue
        name = f"window_{count}_{kind}{i}"
        numbers = [number(x) for x in v.ravel()] or ["0"]
        print(f"static const double {name}[] = {{\n{rows(numbers)}\n}};")
        dims = ", ".join(map(str, v.shape)) or "0"
        dtype = helper.np_dtype_to_tensor_dtype(v.dtype)
        out.append(f"{{{dtype}, {v.ndim}, {{{dims}}}, {name}}}")
    print(f"static const vector_tensor window_{count}_{kind}[] = {{")
    for row in out:
        print(f"    {row},")
    print("};")


def case(op, since, name, inputs, n_out=1, by="onnxruntime", **attrs):
    global count
    outs = evaluate(op, since, inputs, n_out, attrs, by)
    print(f"\n/* {op} {since} {name}: {by} */")
    tensors("in", inputs)
    tensors("out", outs)
    print(f"static const vector_attr window_{count}_attr[] = {{")
    for k, v in (attrs or {"unused": 0}).items():
        print(f"    {attribute(k, v)},")
    print("};")
    p = f"window_{count}_"
    table.append(f'    {{"{op}", "{name}", {since}, {len(attrs)}, {len(inputs)}, {n_out}, {p}attr,\n'
                 f"     {p}in, {p}out}},")
    count += 1


print("/* Made by tests/kernels/gen_window.py: do not edit. */\n"
      "#ifndef CM_TESTS_KERNELS_WINDOW_VECTORS_H\n#define CM_TESTS_KERNELS_WINDOW_VECTORS_H\n\n"
      '#include <math.h>\n\n#include "tests/kernels/vectors.h"')

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

print("\nstatic const vector_case window_vectors[] = {")
print("\n".join(table))
print("};\n\n#endif")
