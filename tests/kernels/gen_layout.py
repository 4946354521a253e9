#!/usr/bin/env python3
"""Writes tests/kernels/layout_vectors.h: what Tile, Expand, DepthToSpace, SpaceToDepth, Trilu, Pad, GatherND and
Split take where.

The inputs' elements are numbered 1, 2, 3, ...; results, of numpy through onnx.reference, are lists of
these numbers, 0 where an element is none of them. Pad with several reflections and with negative pads
is numpy.pad of what the negative pads leave.
Usage: tests/kernels/gen_layout.py > tests/kernels/layout_vectors.h (python3 -m pip install numpy onnx)
"""
import random

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

rng = random.Random(7)
rows, picks = [], []


def numbered(dims):
    return np.arange(1, 1 + int(np.prod(dims, dtype=np.int64)), dtype=np.int64).reshape(dims)


def reference(op, x, extra, n_out=1, **attrs):
    names = ["x"] + [f"e{i}" for i in range(len(extra))]
    feed = {"x": x, **{f"e{i}": e for i, e in enumerate(extra)}}
    ins = [helper.make_tensor_value_info(k, TensorProto.INT64, v.shape) for k, v in feed.items()]
    outs = [helper.make_empty_tensor_value_info(f"y{i}") for i in range(n_out)]
    node = helper.make_node(op, names, [o.name for o in outs], **attrs)
    g = helper.make_graph([node], "g", ins, outs)
    m = helper.make_model(g, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    return ReferenceEvaluator(m).run(None, feed)


def braces(v):
    v = [int(a) for a in np.asarray(v).reshape(-1)]
    return "{" + ", ".join(map(str, v)) + "}" if v else "{0}"


def case(op, x, y, extra=None, a=0, b=0, part=0, parts=1):
    """extra: the int64 input, if any; a, b: the attributes that test_layout.c names."""
    e = np.zeros(0, np.int64) if extra is None else np.asarray(extra, np.int64)
    e_rank = -1 if extra is None else e.ndim
    rows.append(f"{{CM_OP_{op}, {x.ndim}, {braces(x.shape)}, {e_rank}, {braces(e.shape)}, {braces(e)}, "
                f"{a}, {b}, {part}, {parts}, {y.ndim}, {braces(y.shape)}, {len(picks)}}}")
    picks.extend(int(v) for v in y.reshape(-1))


def dims(rank, low=1, high=4):
    return [rng.randint(low, high) for _ in range(rank)]


for _ in range(24):
    x = numbered(dims(rng.randint(1, 4), rng.choice([0, 1, 1, 1])))
    times = [rng.choice([0, 1, 1, 2, 3]) if rng.random() < 0.3 else rng.choice([1, 1, 2, 3])
             for _ in range(x.ndim)]
    case("Tile", x, np.tile(x, times), times)
for _ in range(24):
    full = dims(rng.randint(1, 5), rng.choice([0, 1, 1, 1]))
    own = [d if rng.random() < 0.5 else 1 for d in full][rng.randint(0, len(full)):]
    shape = [d if rng.random() < 0.7 or i + len(own) < len(full) or own[i - len(full)] != d else 1
             for i, d in enumerate(full)]
    x = numbered(own)
    case("Expand", x, reference("Expand", x, [np.array(shape, np.int64)])[0], shape)
for b in (1, 2, 3):
    for mode in (0, 1):
        x = numbered([2, 2 * b * b, 3, 2])
        y = reference("DepthToSpace", x, [], blocksize=b, mode=("DCR", "CRD")[mode])[0]
        case("DepthToSpace", x, y, None, b, mode)
for upper in (0, 1):
    for k in (-9, -2, -1, 0, 1, 3, 9):
        for d in ([3, 4], [2, 4, 3], [2, 1, 2, 5]):
            x = numbered(d)
            case("Trilu", x, np.triu(x, k) if upper else np.tril(x, k), np.array(k), upper)
    x = numbered([3, 4])
    for k in (2**63 - 1, -(2**63 - 1)):
        case("Trilu", x, np.triu(x, 9 if k > 0 else -9) if upper else np.tril(x, 9 if k > 0 else -9),
             np.array(k), upper)
for mode, name in enumerate(("constant", "reflect", "edge", "wrap")):
    for _ in range(24):
        x = numbered(dims(rng.randint(1, 3), 1, 5))
        pads = [rng.randint(-2, 7) for _ in range(2 * x.ndim)]
        r = x.ndim
        y = x
        for d in range(r):
            if -min(pads[d], 0) - min(pads[d + r], 0) >= x.shape[d]:
                pads[d] = pads[d + r] = 1
            take = slice(-min(pads[d], 0), x.shape[d] + min(pads[d + r], 0))
            y = y[(slice(None),) * d + (take,)]
        y = np.pad(y, [(max(pads[d], 0), max(pads[d + r], 0)) for d in range(r)], mode=name)
        case("Pad", x, y, pads, mode)
for _ in range(24):
    x = numbered(dims(rng.randint(1, 4)))
    batch = rng.randint(0, x.ndim - 1)
    depth = rng.randint(1, x.ndim - batch)
    lead = list(x.shape[:batch]) + dims(rng.randint(0, 2))
    n = int(np.prod(lead))
    index = np.array([[rng.randrange(-x.shape[batch + d], x.shape[batch + d]) for d in range(depth)]
                      for _ in range(n)], np.int64).reshape(lead + [depth])
    if index.size <= 32:
        case("GatherND", x, reference("GatherND", x, [index], batch_dims=batch)[0], index, batch)
for _ in range(10):
    x = numbered(dims(rng.randint(1, 3), 3, 7))
    axis = rng.randrange(-x.ndim, x.ndim)
    cut = sorted(rng.randint(0, x.shape[axis]) for _ in range(2))
    sizes = [cut[0], cut[1] - cut[0], x.shape[axis] - cut[1]]
    parts = reference("Split", x, [np.array(sizes, np.int64)], 3, axis=axis)
    for i, y in enumerate(parts):
        case("Split", x, y, sizes, axis, 0, i, 3)
    for i, y in enumerate(reference("Split", x, [], 3, axis=axis, num_outputs=3)):
        case("Split", x, y, None, axis, 3, i, 3)
for b in (1, 2, 3):
    for c in (1, 3):
        x = numbered([2, c, 2 * b, 3 * b])
        for mode in ("DCR", "CRD"):
            y = reference("SpaceToDepth", x, [], blocksize=b, mode=mode)[0]
            case("SpaceToDepth", x, y, None, b, int(mode == "CRD"))

print("/* layout_vectors.h — written by tests/kernels/gen_layout.py with numpy and onnx.reference. */")
print("static const uint16_t layout_picks[] = {")
for i in range(0, len(picks), 18):
    print("    " + ", ".join(map(str, picks[i:i + 18])) + ",")
print("};\n\nstatic const layout_case layout_cases[] = {")
for r in rows:
    print(f"    {r},")
print("};")
