#!/usr/bin/env python3
"""Writes nonzero.onnx, control.onnx, custom.onnx, packed.onnx and columns.onnx beside itself: models whose sizes or
paths the data decide, custom with the operators of examples/plugin, one of elements of 4 bits and one of Softmax in many
tasks, for tests/parts/50_freeze.sh. Needs numpy and onnx; with --check it also compares cameo's results for one
input with those of ONNX Runtime (argument: the command cameo)."""
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto as T, helper as h, numpy_helper as nh

HERE = os.path.dirname(os.path.abspath(__file__))


def save(name, nodes, inputs, outputs, constants, domains=(), opset=13):
    graph = h.make_graph(nodes, name, inputs, outputs, [nh.from_array(v, k) for k, v in constants.items()])
    model = h.make_model(graph, ir_version=8 if opset < 21 else 10, opset_imports=[h.make_opsetid("", opset)] + [h.make_opsetid(d, 1) for d in domains], producer_name="cameo tests")
    onnx.checker.check_model(model, full_check=not domains)
    onnx.save(model, os.path.join(HERE, name + ".onnx"))


def nonzero():
    """Indices of the inked pixels, one row each: [n][2], n decided by the data."""
    nodes = [
        h.make_node("NonZero", ["image"], ["where"], "nonzero"),
        h.make_node("Transpose", ["where"], ["place"], "transpose", perm=[1, 0]),
    ]
    save("nonzero", nodes, [h.make_tensor_value_info("image", T.FLOAT, [8, 8])],
         [h.make_tensor_value_info("place", T.INT64, ["n", 2])], {})


def control():
    """A loop of no or two turns with a carried value and a scan output, then an If on another pixel."""
    body = h.make_graph(
        [h.make_node("Identity", ["c"], ["c2"], "cond"),
         h.make_node("Add", ["v", "image"], ["v2"], "step"),
         h.make_node("Identity", ["v2"], ["s"], "scan")],
        "body",
        [h.make_tensor_value_info("i", T.INT64, []), h.make_tensor_value_info("c", T.BOOL, []),
         h.make_tensor_value_info("v", T.FLOAT, [8, 8])],
        [h.make_tensor_value_info("c2", T.BOOL, []), h.make_tensor_value_info("v2", T.FLOAT, [8, 8]),
         h.make_tensor_value_info("s", T.FLOAT, [8, 8])])
    then = h.make_graph([h.make_node("Relu", ["all"], ["t"], "relu")], "then", [],
                        [h.make_tensor_value_info("t", T.FLOAT, None)])
    other = h.make_graph([h.make_node("Add", ["all", "image"], ["o"], "add")], "other", [],
                         [h.make_tensor_value_info("o", T.FLOAT, None)])
    nodes = [
        h.make_node("Gather", ["image", "four"], ["low"], "low", axis=0),
        h.make_node("Gather", ["low", "four"], ["pixel"], "pixel", axis=0),
        h.make_node("Cast", ["pixel"], ["trips"], "trips", to=T.INT64),
        h.make_node("Add", ["trips", "trips"], ["more"], "more"),
        h.make_node("Gather", ["image", "two"], ["high"], "high", axis=0),
        h.make_node("Gather", ["high", "four"], ["ink"], "ink", axis=0),
        h.make_node("Loop", ["more", "", "start"], ["last", "all"], "loop", body=body),
        h.make_node("Cast", ["ink"], ["is_inked"], "inked", to=T.BOOL),
        h.make_node("If", ["is_inked"], ["result"], "branch", then_branch=then, else_branch=other),
    ]
    save("control", nodes, [h.make_tensor_value_info("image", T.FLOAT, [8, 8])],
         [h.make_tensor_value_info("result", T.FLOAT, ["n", 8, 8])],
         {"two": np.array(2, np.int64), "four": np.array(4, np.int64),
          "start": np.linspace(-8, 7.75, 64, dtype=np.float32).reshape(8, 8)})


def custom():
    """What is above 0 of Leaky(image - 1/2) flat, behind itself once more where pixel [4][4] is full: [n], 128 at most."""
    nodes = [
        h.make_node("Sub", ["image", "half"], ["signed"], "center"),
        h.make_node("Leaky", ["signed"], ["leaky"], "leaky", domain="example", slope=0.25),
        h.make_node("Reshape", ["leaky", "flat"], ["row"], "flatten"),
        h.make_node("Gather", ["image", "four"], ["low"], "low", axis=0),
        h.make_node("Gather", ["low", "four"], ["pixel"], "pixel", axis=0),
        h.make_node("Cast", ["pixel"], ["full"], "full", to=T.INT64),
        h.make_node("Add", ["full", "one"], ["times"], "times"),
        h.make_node("Repeat", ["row", "times"], ["twice"], "repeat", domain="example"),
        h.make_node("Above", ["twice"], ["result"], "above", domain="example"),
    ]
    save("custom", nodes, [h.make_tensor_value_info("image", T.FLOAT, [8, 8])],
         [h.make_tensor_value_info("result", T.FLOAT, ["n"])],
         {"half": np.array(0.5, np.float32), "flat": np.array([-1], np.int64), "four": np.array(4, np.int64),
          "one": np.array(1, np.int64)}, ["example"])


def packed():
    """Ink in 16 steps, 4 bits each: [49], so that half of the last byte is nobody's. Static."""
    nodes = [
        h.make_node("Mul", ["image", "steps"], ["scaled"], "scale"),
        h.make_node("Cast", ["scaled"], ["ink"], "quantize", to=T.UINT4),
        h.make_node("Reshape", ["ink", "flat"], ["row"], "flatten"),
    ]
    save("packed", nodes, [h.make_tensor_value_info("image", T.FLOAT, [7, 7])],
         [h.make_tensor_value_info("row", T.UINT4, [49])],
         {"steps": np.array(15, np.float32), "flat": np.array([-1], np.int64)}, opset=21)


def columns():
    """Softmax down the columns of [8][10][197], whose sums over the columns are the result: [8, 10]. Blocks of columns are
    dealt to tasks, and a task must have the columns that the plan counted for it. Static."""
    nodes = [
        h.make_node("Range", ["zero", "end", "one"], ["turns"], "count"),
        h.make_node("Cos", ["turns"], ["waves"], "waves"),
        h.make_node("Reshape", ["waves", "table"], ["factors"], "table"),
        h.make_node("ReduceSum", ["image", "last"], ["sums"], "ink", keepdims=1),
        h.make_node("Reshape", ["sums", "planes"], ["heights"], "planes"),
        h.make_node("Mul", ["heights", "factors"], ["products"], "spread"),
        h.make_node("Softmax", ["products"], ["shares"], "softmax", axis=1),
        h.make_node("ReduceSum", ["shares", "last"], ["result"], "total", keepdims=0),
    ]
    save("columns", nodes, [h.make_tensor_value_info("image", T.FLOAT, [8, 8])],
         [h.make_tensor_value_info("result", T.FLOAT, [8, 10])],
         {"zero": np.array(0, np.float32), "end": np.array(1970, np.float32), "one": np.array(1, np.float32),
          "table": np.array([1, 10, 197], np.int64), "last": np.array([-1], np.int64),
          "planes": np.array([8, 1, 1], np.int64)})


def check(cameo):
    import onnxruntime
    rng = np.random.default_rng(7)
    for name, shape in (("nonzero", [8, 8]), ("control", [8, 8])):
        for _ in range(4):
            path = os.path.join(HERE, name + ".onnx")
            x = (rng.integers(0, 3, shape) * (rng.random(shape) < 0.6)).astype(np.float32)
            want = onnxruntime.InferenceSession(path).run(None, {"image": x})[0]
            with tempfile.TemporaryDirectory() as d:
                np.save(os.path.join(d, "x.npy"), x)
                subprocess.run([cameo, "run", path, "--portable", "--quiet", "--input",
                                "image=" + os.path.join(d, "x.npy"), "--outputs", d], check=True)
                with open(os.path.join(d, "output_0.pb"), "rb") as f:
                    got = nh.to_array(onnx.TensorProto.FromString(f.read()))
            assert got.shape == want.shape and np.array_equal(got, want), (name, got, want)
    print("equal")


nonzero()
control()
custom()
packed()
columns()
if len(sys.argv) > 2 and sys.argv[1] == "--check":
    check(sys.argv[2])
