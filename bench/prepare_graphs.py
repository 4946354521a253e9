"""How fast large graphs become ready: load + prepare of synthetic graphs of 100,000 nodes.

usage: python bench/prepare_graphs.py CAMEO           needs numpy and onnx

Optimising is linear where a chain of 200,000 takes twice as long. Real models: bench/models.py, the column "ready".
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto as T, helper as h, numpy_helper

NODES = 100000


def model(nodes, initializers=(), shape=(2, 3), outputs=("y",), out_shape=None):
    out = [h.make_tensor_value_info(o, T.FLOAT, out_shape) for o in outputs]
    graph = h.make_graph(nodes, "g", [h.make_tensor_value_info("x", T.FLOAT, shape)], out, list(initializers))
    return h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)


def i64(name, *values):
    return numpy_helper.from_array(np.array(values, np.int64), name)


def f32(name, value):
    return numpy_helper.from_array(np.full((1,), value, np.float32), name)


def end(nodes, last):
    nodes.append(h.make_node("Neg", [last], ["y"]))
    return nodes


def chain(n):
    kinds = ["Sin", "Neg", "Abs", "Tanh"]
    return model(end([h.make_node(kinds[i % 4], [f"v{i}" if i else "x"], [f"v{i + 1}"]) for i in range(n - 1)],
                     f"v{n - 1}"))


def relus(n):
    return model(end([h.make_node("Relu", [f"v{i}" if i else "x"], [f"v{i + 1}"]) for i in range(n - 1)], f"v{n - 1}"))


def folding(n):
    nodes = [h.make_node("Add", [f"c{i}" if i else "one", "one"], [f"c{i + 1}"]) for i in range(n - 2)]
    nodes.append(h.make_node("Mul", ["x", f"c{n - 2}"], ["m"]))
    return model(end(nodes, "m"), [f32("one", 1)])


def adds(n):
    """x + c0 + c1 ...: every constant another initializer of the same value."""
    nodes = [h.make_node("Add", [f"v{i}" if i else "x", f"c{i}"], [f"v{i + 1}"]) for i in range(n - 1)]
    return model(end(nodes, f"v{n - 1}"), [f32(f"c{i}", 1) for i in range(n - 1)])


def fan_out(n):
    """One value with many users, which are joined again."""
    half = n // 2
    nodes = [h.make_node("Pow", ["x", f"c{i}"], [f"p{i}"]) for i in range(half)]
    for i in range(half - 1):
        nodes.append(h.make_node("Add", [f"s{i}" if i else "p0", f"p{i + 1}"], [f"s{i + 1}"]))
    return model(end(nodes, f"s{half - 1}"), [f32(f"c{i}", i) for i in range(half)])


def equal(n):
    """Fan-out where all users compute the same."""
    half = n // 2
    nodes = [h.make_node("Sin", ["x"], [f"p{i}"]) for i in range(half)]
    for i in range(half - 1):
        nodes.append(h.make_node("Add", [f"s{i}" if i else "p0", f"p{i + 1}"], [f"s{i + 1}"]))
    return model(end(nodes, f"s{half - 1}"))


def pairs(n):
    nodes, last = [], "x"
    for i in range(n // 2):
        nodes.append(h.make_node("Reshape", [last, "shape" if i % 2 else "turned"], [f"r{i}"]))
        nodes.append(h.make_node("Transpose", [f"r{i}"], [f"t{i}"], perm=[1, 0]))
        last = f"t{i}"
    return model(end(nodes, last), [i64("shape", 2, 3), i64("turned", 3, 2)])


def shapes(n):
    """Shape, Gather, Concat, Reshape over and over, with free dims."""
    nodes, last = [], "x"
    for i in range(n // 5):
        nodes += [h.make_node("Shape", [last], [f"s{i}"]),
                  h.make_node("Gather", [f"s{i}", "zero"], [f"g{i}"]),
                  h.make_node("Concat", [f"g{i}", "minus"], [f"c{i}"], axis=0),
                  h.make_node("Reshape", [last, f"c{i}"], [f"r{i}"]),
                  h.make_node("Sin", [f"r{i}"], [f"e{i}"])]
        last = f"e{i}"
    return model(end(nodes, last), [i64("zero", 0), i64("minus", -1)], shape=("batch", "n"))


def ifs(n):
    """An If for ten nodes, its condition computed."""
    nodes = [h.make_node("ReduceSum", ["x"], ["sum"], keepdims=0), h.make_node("Greater", ["sum", "half"], ["cond"])]
    last = "x"
    for i in range(n // 10):
        branches = {}
        for name, op in (("then_branch", "Sin"), ("else_branch", "Neg")):
            inner = [h.make_node(op, [last], [f"{name}{i}a"]), h.make_node("Abs", [f"{name}{i}a"], [f"{name}{i}b"])]
            branches[name] = h.make_graph(inner, "b", [], [h.make_tensor_value_info(f"{name}{i}b", T.FLOAT, (2, 3))])
        nodes.append(h.make_node("If", ["cond"], [f"i{i}"], **branches))
        last = f"i{i}"
        for k in range(5):
            nodes.append(h.make_node("Neg" if k % 2 else "Sin", [last], [f"n{i}_{k}"]))
            last = f"n{i}_{k}"
    return model(end(nodes, last), [numpy_helper.from_array(np.array(0.5, np.float32), "half")])


def outputs(n):
    names = [f"y{i}" for i in range(n)]
    return model([h.make_node("Sin", ["x"] if i == 0 else [names[i - 1]], [names[i]]) for i in range(n)], outputs=names)


GRAPHS = [chain, relus, folding, adds, fan_out, equal, pairs, shapes, ifs, outputs]

def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def ready(row):
    return row["load_ms"] + row["prepare_ms"]


def synthetic(cameo):
    print(f"{'graph':12} {'nodes':>8} {'load ms':>9} {'prepare':>9} {'twice the nodes':>16} {'plan':>9}")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.onnx")
        for make in GRAPHS:
            best = []
            for n in (NODES, 2 * NODES):
                onnx.save(make(n), path)
                rows = [run([cameo, "bench", path, "--json", "--runs", "1", "--warmup", "0", "--threads", "1"])
                        for _ in range(3)]
                best.append(min(rows, key=ready))
            print(f"{make.__name__:12} {NODES:8} {best[0]['load_ms']:9.1f} {best[0]['prepare_ms']:9.1f} "
                  f"{ready(best[1]) / ready(best[0]):15.2f}x {best[0]['plan_ms']:9.1f}", flush=True)


if __name__ == "__main__":
    synthetic(sys.argv[1])
