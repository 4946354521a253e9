#!/usr/bin/env python3
"""Writes tests/kernels/elementwise_vectors.h: the elementwise operators with the results of
onnx.reference, computed in double (or int64); where that computes in float (Erf, Gelu, HardSwish),
of the operator's formula in Python. The inputs are exact in every dtype of the families
that a case names, so one vector serves them all.

    python3 tests/kernels/gen_elementwise.py > tests/kernels/elementwise_vectors.h

Needs numpy and onnx.
"""
import math
import warnings

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")
nan, inf = np.nan, np.inf
count = 0
table = []


def number(v):
    v = float(v)
    if np.isnan(v):
        return "NAN"
    if np.isinf(v):
        return "INFINITY" if v > 0 else "-INFINITY"
    if v == 0 and np.signbit(v):
        return "-0.0"
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


def evaluate(op, since, inputs, attrs):
    names = [f"i{i}" for i in range(len(inputs))]
    node = helper.make_node(op, names, ["y"], **attrs)
    typed = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)
        for n, v in zip(names, inputs)
    ]
    out = helper.make_tensor_value_info("y", TensorProto.UNDEFINED, None)
    model = helper.make_model(helper.make_graph([node], "g", typed, [out]),
                              opset_imports=[helper.make_opsetid("", since)])
    return ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))[0]


def case(op, since, families, *inputs, want=None, **attrs):
    """families: letters of elementwise_dtypes in vectors_elementwise.h."""
    global count
    kind = {"f": np.float64, "b": np.bool_}.get(families[0], np.int64)
    inputs = [v if isinstance(v, np.ndarray) else np.array(v, dtype=kind) for v in inputs]
    want = evaluate(op, since, inputs, attrs) if want is None else np.array(want)
    p = f"elementwise_{count}_"
    print(f"\n/* {op} {since} {attrs or ''} */")
    refs = []
    for name, v in [(f"in{i}", v) for i, v in enumerate(inputs)] + [("out", want)]:
        numbers = [number(x) for x in v.ravel()] or ["0"]
        print(f"static const double {p}{name}[] = {{\n{rows(numbers)}\n}};")
        dims = ", ".join(map(str, v.shape)) or "0"
        is_bool = 1 if v.dtype == np.bool_ else 0
        refs.append(f"{{{is_bool}, {v.ndim}, {{{dims}}}, {p}{name}}}")
    text = ",\n    ".join(refs[:-1])
    print(f"static const elementwise_tensor {p}in[] = {{\n    {text},\n}};")
    pairs = []
    for k, v in attrs.items():
        s = f'"{v}"' if isinstance(v, str) else "NULL"
        f = 0 if isinstance(v, str) else v
        pairs.append(f'{{"{k}", {s}, {1 if isinstance(v, float) else 0}, {f}}}')
    pairs = ",\n    ".join(pairs) or '{NULL, NULL, 0, 0}'
    print(f"static const elementwise_attr {p}attr[] = {{{pairs}}};")
    table.append(f'    {{"{op}", &cm_op_{op}, {since}, "{families}", {len(attrs)}, {len(inputs)},\n'
                 f"     {p}attr, {p}in,\n     {refs[-1]}}},")
    count += 1


print("/* Made by tests/kernels/gen_elementwise.py: do not edit. */\n"
      "#ifndef CM_TESTS_KERNELS_ELEMENTWISE_VECTORS_H\n"
      "#define CM_TESTS_KERNELS_ELEMENTWISE_VECTORS_H\n\n"
      '#include <math.h>\n\n#include "tests/kernels/vectors_elementwise.h"')

# ---- one tensor
wide = [-inf, -96.0, -20.0, -6.5, -3.0, -1.5, -1.0, -0.75, -0.5, -0.125, -0.0, 0.0, 0.0625, 0.5,
        0.875, 1.0, 1.25, 2.5, 3.5, 5.0, 7.0, 12.0, 40.0, 88.0, inf, nan]
finite = wide[1:-2]
small = [v for v in finite if abs(v) <= 12]
unit = [-1.0, -0.984375, -0.75, -0.5, -0.25, -0.0625, -0.0, 0.0, 0.125, 0.375, 0.625, 0.875,
        0.9921875, 1.0, 1.5, -2.0, nan]
signed = [-128, -100, -7, -2, -1, 0, 1, 2, 3, 50, 127]
positive = [0, 1, 2, 3, 7, 50, 100, 127]

for op, since in (("Abs", 13), ("Ceil", 13), ("Floor", 13), ("Neg", 13), ("Reciprocal", 13),
                  ("Round", 22), ("Sqrt", 13), ("Relu", 14)):
    case(op, since, "f", wide)
case("Sign", 13, "f", wide[:-1] + [nan])
case("Round", 11, "f", [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, -0.25, 0.75])
case("Abs", 13, "s", signed[1:])
case("Neg", 6, "s", signed[1:])
case("Abs", 6, "u", positive)
case("Sign", 9, "s", signed)
case("Sign", 9, "u", positive)
case("BitwiseNot", 18, "s", signed)
case("Not", 1, "b", [True, False, True])
for bounds in ((-1.5, 3.0), (2.0, -2.0)):
    case("Clip", 13, "f", wide, np.array(bounds[0]), np.array(bounds[1]))
case("Clip", 11, "f", wide, np.array(0.5))
case("Clip", 12, "s", signed, np.array(-3), np.array(50))
case("Clip", 12, "u", positive, np.array(2), np.array(50))
case("Clip", 13, "f", wide)
case("IsNaN", 20, "f", wide)
case("IsInf", 20, "f", wide)
case("IsInf", 10, "f", wide, detect_negative=0)
case("IsInf", 10, "f", wide, detect_positive=0)

for op, since, x in (("Acos", 22, unit), ("Asin", 22, unit), ("Atanh", 22, unit),
                     ("Acosh", 22, [1.0, 1.125, 1.5, 2.0, 8.0, 120.0, inf, 0.5, nan]),
                     ("Asinh", 22, wide), ("Atan", 22, wide), ("Cos", 22, finite),
                     ("Sin", 22, finite), ("Tan", 22, finite), ("Cosh", 22, small + [inf, nan]),
                     ("Sinh", 22, small + [-inf, nan]), ("Tanh", 13, wide), ("Erf", 13, wide),
                     ("Exp", 13, small + [-inf, inf, nan]),
                     ("Log", 13, [0.0, -1.0, 0.0625, 0.5, 1.0, 1.25, 3.0, 100.0, inf, nan])):
    case(op, since, "f", x, want=[math.erf(v) for v in x] if op == "Erf" else None)
case("Erf", 9, "s", signed)
case("Erf", 9, "u", positive)

act = small + [nan]
special = {
    "HardSwish": [v * min(max(v / 6 + 0.5, 0), 1) for v in small] + [nan],
    "Gelu": [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in act],
}
for op, since in (("HardSwish", 22), ("Mish", 22), ("Softplus", 22), ("Softsign", 22), ("Celu", 12),
                  ("Elu", 22), ("HardSigmoid", 22), ("LeakyRelu", 16), ("Selu", 22), ("Shrink", 9),
                  ("ThresholdedRelu", 22), ("Swish", 24), ("Gelu", 20)):
    case(op, since, "f", act if op not in ("Shrink", "ThresholdedRelu") else finite,
         want=special.get(op))
case("Sigmoid", 13, "f", small + [-inf, inf, nan])
case("Celu", 12, "f", act, alpha=2.0)
case("Elu", 6, "f", act, alpha=0.5)
case("Gelu", 20, "f", act, approximate="tanh", want=[
    0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3))) for v in act])
case("HardSigmoid", 6, "f", act, alpha=0.5, beta=0.25)
case("LeakyRelu", 6, "f", act, alpha=0.25)
case("Selu", 6, "f", act, alpha=2.0, gamma=0.5)
case("Shrink", 9, "f", finite, lambd=1.5, bias=1.5)
case("Shrink", 9, "s", [-100, -7, -2, -1, 0, 1, 2, 3, 50, 100], lambd=1.5, bias=2.0)
case("Shrink", 9, "u", positive, lambd=1.5, bias=2.0)
case("Swish", 24, "f", act, alpha=0.5)
case("ThresholdedRelu", 10, "f", finite, alpha=2.0)

# ---- two tensors
a = np.array([[-6.5, -3.0, -0.5, 0.0], [0.25, 1.0, 3.5, 7.0], [inf, -inf, nan, 2.0]])
b = np.array([-2.0, 0.5, 3.0, -0.75])
ia = np.array([[-7, -6, -1, 0], [1, 5, 6, 7], [100, -100, 3, -3]])
ib = np.array([-2, 1, 3, -1])
for op, since in (("Add", 14), ("Sub", 14), ("Mul", 14), ("Div", 14), ("PRelu", 16)):
    case(op, since, "f", a, b)
for op in ("Add", "Sub"):
    case(op, 14, "s", ia // 4, ib)
    case(op, 14, "u", abs(ia) + 3, abs(ib))
case("Mul", 14, "s", ia // 4, ib)
case("Mul", 14, "u", abs(ia) // 4, abs(ib))
# Towards zero, which the reference's division does not do.
case("Div", 14, "s", ia, ib, want=np.trunc(ia / ib).astype(np.int64))
case("Div", 14, "u", abs(ia), abs(ib), want=abs(ia) // abs(ib))
case("PRelu", 9, "w", ia, ib)
case("Mod", 13, "f", a[:2], b, fmod=1)
case("Mod", 13, "f", a[:2], b, want=np.mod(a[:2], b))
zeros = np.array([[0.0, -0.0, 4.0, -4.0, inf, 1.5, -1.5]])
for fmod in (0, 1):
    want = (np.mod, np.fmod)[fmod](zeros, np.array([[2.0], [-2.0], [0.0], [inf], [-inf], [nan]]))
    case("Mod", 28, "f", zeros, np.array([[2.0], [-2.0], [0.0], [inf], [-inf], [nan]]), want=want, fmod=fmod)
for fmod in (0, 1):
    case("Mod", 13, "s", ia, ib, fmod=fmod)
case("Mod", 13, "u", abs(ia), abs(ib))
for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
    case(op, 18, "s", ia, ib)
    case(op, 18, "u", abs(ia), abs(ib))
case("BitShift", 11, "u", [[1, 3, 16]], [[0], [1], [3]], direction="LEFT")
case("BitShift", 11, "u", [[1, 3, 200]], [[0], [1], [3]], direction="RIGHT")
case("BitShift", 28, "s", [[1, 3, 15, -1, -2, -16]], [[0], [1], [3]], direction="LEFT")
case("BitShift", 28, "s", [[1, 3, 127, -1, -2, -128]], [[0], [1], [3], [6]], direction="RIGHT")

for op, since in (("Equal", 19), ("Greater", 13), ("GreaterOrEqual", 16), ("Less", 13),
                  ("LessOrEqual", 16)):
    case(op, since, "f", a, np.array([[-3.0], [3.5], [nan]]))
    case(op, since, "s", ia, np.array([[-6], [6], [3]]))
    case(op, since, "u", abs(ia), np.array([6, 5, 1, 3]))
truth = np.array([[True, False]])
for op in ("And", "Or", "Xor", "Equal"):
    case(op, 7, "b", truth, truth.T)

# ---- any number
three = [a, b, np.array([[1.0], [-4.0], [0.5]])]
for op in ("Max", "Min", "Sum", "Mean"):
    case(op, 13, "f", *three)
    case(op, 13, "f", *three[:2])
    case(op, 13, "f", a)
case("Max", 13, "f", three[1], three[2], a, np.array(0.25), three[1])
for op in ("Max", "Min"):
    case(op, 13, "s", ia, ib, np.array([[3], [-4], [0]]))
    case(op, 13, "u", abs(ia), abs(ib), np.array([[3], [4], [0]]))
    case(op, 12, "s", ia, ib)

case("Pow", 15, "f", np.array([[0.5, 1.0, 2.0, 3.0], [0.0, 1.5, 4.0, inf]]),
     np.array([2.0, -1.0, 0.5, 3.0]))
case("Pow", 15, "f", np.array([-2.0, -1.0, -0.5, nan]), np.array([3.0, -2.0, 0.5, 0.0]))
case("Pow", 15, "w", np.array([[-3, 0, 2, 5]]), np.array([[0], [1], [3]]))

condition = np.array([[True], [False], [True]])
for families, x, y in (("f", a, b), ("s", ia, ib), ("u", abs(ia), abs(ib)), ("c", ia, ib)):
    case("Where", 16, families, condition, x, y)
    case("Where", 9, families, condition[:1], x, y)
    case("Where", 9, families, np.array([True, False, False, True]), y, x)
case("Where", 16, "b", condition, truth, ~truth)

print("\nstatic const elementwise_case elementwise_vectors[] = {")
print("\n".join(table))
print("};\n\n#endif")
