#!/usr/bin/env python3
"""Writes tests/kernels/movement_vectors.h: what Slice, Gather, Concat and Transpose move where.

Each case runs in ONNX Runtime (python3 -m pip install numpy onnx onnxruntime) on inputs whose elements
are numbered 0, 1, 2, ... through all inputs; the result is the list of numbers that the output picks.
The tests replay it in every dtype. Usage: tests/kernels/gen_movement.py > tests/kernels/movement_vectors.h
"""
import random

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper

ort.set_default_logger_severity(4)
rng = random.Random(20)
FAR = [-(2**63), 2**63 - 1, 2**31 - 1, -(2**31)]


def run(op, data, extra, **attrs):
    """Data tensors are numbered; extra are int64 tensors or None. Returns the picks or None."""
    inputs, feed, names, base = [], {}, [], 0
    for i, dims in enumerate(data):
        n = int(np.prod(dims, dtype=np.int64))
        feed[f"x{i}"] = np.arange(base, base + n, dtype=np.int32).reshape(dims)
        inputs.append(helper.make_tensor_value_info(f"x{i}", TensorProto.INT32, dims))
        names.append(f"x{i}")
        base += n
    for i, value in enumerate(extra):
        names.append("" if value is None else f"e{i}")
        if value is not None:
            feed[f"e{i}"] = np.array(value, dtype=np.int64)
            inputs.append(
                helper.make_tensor_value_info(f"e{i}", TensorProto.INT64, feed[f"e{i}"].shape))
    node = helper.make_node(op, names, ["y"], **attrs)
    graph = helper.make_graph([node], "g", inputs, [helper.make_empty_tensor_value_info("y")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return ort.InferenceSession(model.SerializeToString()).run(None, feed)[0]


def dims(rank, top=5, zero=0.06):
    return [0 if rng.random() < zero else rng.randint(1, top) for _ in range(rank)]


def numbers(values, ctype):
    def text(v):
        return "INT64_MIN" if v == -(2**63) else str(v)
    return "{" + ", ".join(text(v) for v in values) + "}" if len(values) else "{0}"


picks = []
rows = []


def case(op, data, y, args=(), axis=0, index_dims=None):
    """One row; args: lists of int64, None for an absent one."""
    flat = y.reshape(-1).tolist()
    fields = [f"CM_OP_{op}", f"{len(data)}", f"{len(data[0])}"]
    fields.append("{" + ", ".join(numbers(d, "size_t") for d in data) + "}")
    n_args = [0 if a is None else len(a) for a in args]
    present = sum(1 << i for i, a in enumerate(args) if a is not None)
    fields.append(f"{present}")
    fields.append(numbers(n_args, "uint32_t"))
    fields.append("{" + ", ".join(numbers(a or [], "int64_t") for a in args) + "}" if args else "{{0}}")
    fields.append(f"{axis}")
    idims = index_dims if index_dims is not None else []
    fields += [f"{len(idims)}", numbers(idims, "size_t")]
    fields += [f"{y.ndim}", numbers(list(y.shape), "size_t"), f"{len(flat)}", f"{len(picks)}"]
    rows.append("{" + ", ".join(fields) + "}")
    picks.extend(flat)


def slice_cases():
    fixed = [([5], [-10], [-11], [0], [-1]), ([5], [10], [-6], [0], [-2]),
             ([5], [2**63 - 1], [-(2**63)], [0], [-1]), ([5], [0], [2**31 - 1], None, None),
             ([0, 2], [0], [-9], [0], [-1]), ([3, 4], [1], [2**63 - 1], [-1], None),
             ([6, 5], [4, 1], [-100, 4], None, [-3, 2])]
    for d, s, e, a, st in fixed:
        case("Slice", [d], run("Slice", [d], [s, e, a, st]), [s, e, a, st])
    while sum(r.startswith("{CM_OP_Slice") for r in rows) < 70:
        d = dims(rng.randint(1, 4), 6)
        axes = rng.sample(range(len(d)), rng.randint(1, len(d)))
        def place():
            return rng.choice(FAR) if rng.random() < 0.12 else rng.randint(-8, 8)
        s, e = [place() for _ in axes], [place() for _ in axes]
        st = [rng.choice([-3, -2, -1, 1, 1, 2, 3, 7]) for _ in axes]
        a = [x - len(d) if rng.random() < 0.5 else x for x in axes]
        if sorted(axes) == list(range(len(axes))) and rng.random() < 0.3:
            axes, a = sorted(axes), None
        if rng.random() < 0.2:
            st = None
        # Backwards to INT_MAX: nothing by ONNX and numpy, everything by ONNX Runtime.
        if st and any(b < 0 and y in FAR[1:3] for b, y in zip(st, e)):
            continue
        case("Slice", [d], run("Slice", [d], [s, e, a, st]), [s, e, a, st])


def gather_cases():
    for _ in range(30):
        d = dims(rng.randint(1, 4))
        axis = rng.randrange(-len(d), len(d))
        idims = dims(rng.randint(0, 2), 4)
        n = int(np.prod(idims, dtype=np.int64))
        top = d[axis]
        if top == 0:
            continue
        index = [rng.randrange(-top, top) for _ in range(n)]
        y = run("Gather", [d], [np.array(index, dtype=np.int64).reshape(idims)], axis=axis)
        case("Gather", [d], y, [index], axis, idims)


def concat_cases():
    for _ in range(30):
        d = dims(rng.randint(1, 4))
        axis = rng.randrange(-len(d), len(d))
        data = []
        for _ in range(rng.randint(1, 4)):
            data.append([v if i != axis % len(d) else rng.randint(0, 4) for i, v in enumerate(d)])
        case("Concat", data, run("Concat", data, [], axis=axis), (), axis)


def transpose_cases():
    for _ in range(40):
        d = dims(rng.randint(1, 6), 4)
        perm = rng.sample(range(len(d)), len(d))
        case("Transpose", [d], run("Transpose", [d], [], perm=perm), [perm])


slice_cases()
gather_cases()
concat_cases()
transpose_cases()
print("/* movement_vectors.h — written by tests/kernels/gen_movement.py with onnx "
      f"{onnx.__version__},\n * onnxruntime {ort.__version__}, numpy {np.__version__}. */")
print("static const uint16_t movement_picks[] = {")
for i in range(0, len(picks), 18):
    print("    " + ", ".join(map(str, picks[i:i + 18])) + ",")
print("};\n\nstatic const movement_case movement_cases[] = {")
for r in rows:
    print(f"    {r},")
print("};")
