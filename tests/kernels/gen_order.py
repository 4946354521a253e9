#!/usr/bin/env python3
"""Writes tests/kernels/order_vectors.h: TopK, ArgMax, ArgMin, ScatterND, of small numbers that repeat
(the formula is order_sample of test_order.c), from numpy: a stable argsort, argmax of the flipped
array for the last index, ufunc.at for reductions (onnx.reference agrees where it is run).
Usage: tests/kernels/gen_order.py > tests/kernels/order_vectors.h (python3 -m pip install numpy)
"""
import random

import numpy as np

rng = random.Random(3)
rows, values = [], []


def sample(dims, start=0):
    i = np.arange(start, start + int(np.prod(dims, dtype=np.int64)))
    return ((i * 7919 + 13) % 11).reshape(dims)


def braces(v):
    v = [int(a) for a in np.asarray(v).reshape(-1)]
    return "{" + ", ".join(map(str, v)) + "}" if v else "{0}"


def case(op, x, a, b, c, e, out, out2=None):
    """a, b, c: attributes; e: the int64 input."""
    e = np.asarray(e, np.int64)
    first = len(values)
    values.extend(int(v) for v in out.reshape(-1))
    second = len(values)
    if out2 is not None:
        values.extend(int(v) for v in out2.reshape(-1))
    rows.append(f"{{CM_OP_{op}, {x.ndim}, {braces(x.shape)}, {a}, {b}, {c}, {e.ndim}, "
                f"{braces(e.shape)}, {braces(e)}, {out.ndim}, {braces(out.shape)}, {first}, {second}}}")


for _ in range(30):
    x = sample([rng.randint(1, 6) for _ in range(rng.randint(1, 3))])
    axis = rng.randrange(-x.ndim, x.ndim)
    k = rng.randint(0, x.shape[axis])
    for largest in (0, 1):
        order = np.argsort(-x if largest else x, axis=axis, kind="stable")
        index = np.take(order, np.arange(k), axis=axis)
        case("TopK", x, axis, largest, 1, [k], np.take_along_axis(x, index, axis), index)
for _ in range(16):
    x = sample([rng.randint(1, 6) for _ in range(rng.randint(1, 3))])
    axis = rng.randrange(-x.ndim, x.ndim)
    keep = rng.randint(0, 1)
    for op, f in (("ArgMax", np.argmax), ("ArgMin", np.argmin)):
        for last in (0, 1):
            y = f(np.flip(x, axis), axis) if last else f(x, axis)
            y = np.asarray(x.shape[axis] - 1 - y if last else y)
            if keep:
                y = np.expand_dims(y, axis)
            case(op, x, axis, keep, last, [0], y)
for reduction in range(5):
    for _ in range(8):
        x = sample([rng.randint(1, 4) for _ in range(rng.randint(1, 3))])
        depth = rng.randint(1, x.ndim)
        n = rng.randint(1, 5)
        index = np.array([[rng.randrange(-d, d) for d in x.shape[:depth]] for _ in range(n)], np.int64)
        u = sample([n] + list(x.shape[depth:]), 100)
        y = x.copy()
        at = tuple(index.T)
        if reduction == 0:
            for t in range(n):
                y[tuple(index[t])] = u[t]
        else:
            (None, np.add, np.multiply, np.maximum, np.minimum)[reduction].at(y, at, u)
        case("ScatterND", x, reduction, u.size, u.ndim, index, y)

print("/* order_vectors.h — written by tests/kernels/gen_order.py with numpy. */")
print("static const uint32_t order_values[] = {")
for i in range(0, len(values), 18):
    print("    " + ", ".join(map(str, values[i:i + 18])) + ",")
print("};\n\nstatic const order_case order_cases[] = {")
for r in rows:
    print(f"    {r},")
print("};")
