#!/usr/bin/env python3
"""Writes tests/kernels/reduce_vectors.h: the Reduce operators.

Inputs are small integers, made by the formula that test_reduce.c repeats, results come from
onnx.reference in double; the test rounds them, or cuts them off, to each dtype.
Usage: tests/kernels/gen_reduce.py > tests/kernels/reduce_vectors.h (python3 -m pip install numpy onnx)
"""
import itertools

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator


def sample(n, op):
    i = np.arange(n)
    v = (i * 7919 + 13) % 23
    if op == "ReduceProd":
        return v % 3 + 1 - 2 * (i % 5 == 0)
    return v - 11 if op not in ("ReduceLogSum",) else v + 1


def reference(op, x, axes, keepdims, noop):
    node = helper.make_node(op, ["x", "a"] if axes is not None else ["x"], ["y"], keepdims=keepdims,
                            noop_with_empty_axes=noop)
    ins = [helper.make_tensor_value_info("x", TensorProto.DOUBLE, x.shape)]
    feed = {"x": x}
    if axes is not None:
        ins.append(helper.make_tensor_value_info("a", TensorProto.INT64, [len(axes)]))
        feed["a"] = np.array(axes, np.int64)
    g = helper.make_graph([node], "g", ins, [helper.make_empty_tensor_value_info("y")])
    # opset 18: ReduceSum is 13, the others 18
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    return ReferenceEvaluator(m).run(None, feed)[0]


def fmt(v):
    v = float(v)
    if np.isinf(v):
        return "INFINITY" if v > 0 else "-INFINITY"
    return repr(v)


def nums(v, n):
    return "{" + ", ".join(str(int(a)) for a in v) + "}" if n else "{0}"


OPS = ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1", "ReduceL2",
       "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"]
CASES = [([3, 4, 5], [2], 1, 0), ([3, 4, 5], [0], 0, 0), ([3, 4, 5], [1], 1, 0),
         ([3, 4, 5], [-1, 0], 0, 0), ([2, 3, 2, 3], [1, 3], 1, 0), ([2, 3, 2, 3], [0, 2], 0, 0),
         ([2, 3, 2, 3], [1, 2], 0, 0), ([2, 3, 4], None, 1, 0), ([2, 3, 4], [], 0, 0),
         ([2, 3, 4], [], 1, 1), ([2, 3], None, 0, 1), ([1, 4, 1], [0, 2], 0, 0), ([], None, 0, 0),
         ([9, 40], [0], 0, 0), ([2, 1, 2, 1, 3, 2, 2], [0, 3, 5], 0, 0), ([37], [0], 1, 0),
         ([2, 5, 9, 4], [1, 3], 0, 0), ([2, 3, 7, 3, 2], [0, 2, 4], 1, 0)]
values, rows = [], []
for op, (dims, axes, keepdims, noop) in itertools.product(OPS, CASES):
    if op == "ReduceLogSumExp" and not dims:
        continue  # onnx.reference refuses a scalar here
    x = sample(int(np.prod(dims)), op).astype(np.float64).reshape(dims)
    with np.errstate(divide="ignore"):
        y = np.asarray(reference(op, x, axes, keepdims, noop))
    rows.append(f"{{CM_OP_{op}, {x.ndim}, {nums(dims, x.ndim)}, {-1 if axes is None else len(axes)}, "
                f"{nums(axes or [], len(axes or []))}, {keepdims}, {noop}, {y.ndim}, "
                f"{nums(y.shape, y.ndim)}, {len(values)}}}")
    values += [fmt(v) for v in y.reshape(-1)]
print("/* reduce_vectors.h — written by tests/kernels/gen_reduce.py from onnx.reference. */")
print("static const double reduce_values[] = {")
line = "   "
for v in values:
    if len(line) + len(v) + 2 > 100:
        print(line)
        line = "   "
    line += f" {v},"
print(line + "\n};\n\nstatic const reduce_case reduce_cases[] = {")
for r in rows:
    print(f"    {r},")
print("};")
