#!/usr/bin/env python3
"""Writes tests/gradient/cases.tar.xz: models with a Gradient node, whose expected outputs are central differences of what
onnx.reference computes without it, in double precision.

    pip install numpy onnx
    python3 tests/gradient/gen_gradient.py             writes the archive
    python3 tests/gradient/gen_gradient.py FOLDER      writes its folders there instead

tests/parts/36_gradient.sh runs `cameo test` over them.
"""
import io
import lzma
import os
import sys
import tarfile

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

random = np.random.default_rng(7)
cases = {}
STEP = 1e-5
TRAINING = "ai.onnx.preview.training"


def f64(*dims, low=-1.0, high=1.0):
    return random.uniform(low, high, dims)


def differences(model, feed, x):
    """d sum(y) / d feed[x]."""
    session = ReferenceEvaluator(model)
    out = np.zeros_like(feed[x])
    for at in np.ndindex(out.shape):
        sums = []
        for sign in (1, -1):
            moved = {k: v.copy() for k, v in feed.items()}
            moved[x][at] += sign * STEP
            sums.append(session.run(None, moved)[0].sum())
        out[at] = (sums[0] - sums[1]) / (2 * STEP)
    return out


def case(name, nodes, feed, xs, opset=18, inits=None, given=None, zs=(), y="y", wanted=None, want=None):
    """given: other values of xs and zs, as inputs g0 ... of the Gradient node."""
    inits = inits or {}
    values = lambda names, types=True: [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(feed[n].dtype), feed[n].shape) for n in names]
    constants = [numpy_helper.from_array(np.asarray(v), n) for n, v in inits.items()]
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid(TRAINING, 1)]
    result = [helper.make_tensor_value_info(y, TensorProto.DOUBLE, None)]
    plain = helper.make_model(helper.make_graph(nodes, name, values(feed), result, constants), opset_imports=opsets[:1],
                              ir_version=8)
    at = dict(feed)
    if given:
        at.update(zip([*xs, *zs], given))
    wanted = wanted or [True] * len(xs)
    outs = [f"d_{x}" if w else "" for x, w in zip(xs, wanted)]
    expected = want or [differences(plain, at, x) if w else None for x, w in zip(xs, wanted)]
    names = [*xs, *zs]
    if given:
        feed = {**feed, **{f"g{i}": v for i, v in enumerate(given)}}
        names = [f"g{i}" for i in range(len(given))]
    more = {"zs": list(zs)} if zs else {}
    nodes = nodes + [helper.make_node("Gradient", names, outs, domain=TRAINING, xs=list(xs), y=y, **more)]
    graph = helper.make_graph(nodes, name, values(feed), [helper.make_tensor_value_info(o, TensorProto.DOUBLE, None)
                                                         for o in outs if o], constants)
    files = {"model.onnx": helper.make_model(graph, opset_imports=opsets, ir_version=8).SerializeToString()}
    for i, (n, v) in enumerate(feed.items()):
        files[f"test_data_set_0/input_{i}.pb"] = numpy_helper.from_array(v, n).SerializeToString()
    for i, v in enumerate(v for v in expected if v is not None):
        files[f"test_data_set_0/output_{i}.pb"] = numpy_helper.from_array(v, f"o{i}").SerializeToString()
    assert name not in cases, name
    cases[name] = files


node = helper.make_node


def unary():
    positive = {"Log", "Sqrt", "Reciprocal"}
    for op in ("Abs Cos Exp Identity LeakyRelu Log Neg Reciprocal Relu Sigmoid Sin Softplus Sqrt Tanh Flatten").split():
        x = f64(3, 4, low=0.2, high=2.0) if op in positive else f64(3, 4)
        # Weighted, so that places that are mixed up are found.
        case(op.lower(), [node(op, ["x"], ["t"]), node("Mul", ["t", "w"], ["y"])], {"x": x}, ["x"], inits={"w": f64(3, 4)})
    x, w = f64(3, 4), f64(3, 4)  # onnx.reference computes Erf in single precision
    case("erf", [node("Erf", ["x"], ["t"]), node("Mul", ["t", "w"], ["y"])], {"x": x}, ["x"], inits={"w": w},
         want=[w * 2 / np.sqrt(np.pi) * np.exp(-x * x)])
    case("softmax", [node("Softmax", ["x"], ["t"], axis=0), node("Mul", ["t", "w"], ["y"])], {"x": f64(3, 4)}, ["x"],
         inits={"w": f64(3, 4)})
    case("logsoftmax", [node("LogSoftmax", ["x"], ["t"]), node("Mul", ["t", "w"], ["y"])], {"x": f64(3, 4)}, ["x"],
         inits={"w": f64(3, 4)})
    case("steps", [node("Floor", ["x"], ["t"]), node("Mul", ["t", "x"], ["y"])], {"x": f64(3, 4, low=0.1, high=0.9) + 2}, ["x"])


def binary():
    for op in ("Add", "Sub", "Mul", "Div", "Pow"):
        for name, a, b in (("same", (3, 4), (3, 4)), ("first", (4,), (3, 4)), ("second", (2, 3, 4), (3, 1)), ("scalar", (3,), ())):
            case(f"{op.lower()}_{name}", [node(op, ["a", "b"], ["t"]), node("Mul", ["t", "t"], ["y"])],
                 {"a": f64(*a, low=0.5, high=2.0), "b": f64(*b, low=0.5, high=2.0)}, ["a", "b"])
    case("twice", [node("Mul", ["x", "x"], ["s"]), node("Mul", ["s", "x"], ["y"])], {"x": f64(5)}, ["x"])
    case("sum", [node("Sum", ["a", "b", "c"], ["t"]), node("Exp", ["t"], ["y"])],
         {"a": f64(3, 4), "b": f64(4), "c": f64(3, 1)}, ["a", "b", "c"])
    many = {f"x{i}": f64(2, 3) for i in range(8)}
    case("sum_8", [node("Sum", list(many), ["t"]), node("Exp", ["t"], ["y"])], many, list(many))
    case("where", [node("Less", ["a", "b"], ["m"]), node("Where", ["m", "a", "b"], ["t"]), node("Mul", ["t", "w"], ["y"])],
         {"a": f64(3, 4), "b": f64(4)}, ["a", "b"], inits={"w": f64(3, 4)})


def products():
    case("matmul", [node("MatMul", ["a", "b"], ["t"]), node("Tanh", ["t"], ["y"])], {"a": f64(3, 4), "b": f64(4, 5)}, ["a", "b"])
    case("matmul_batch", [node("MatMul", ["a", "b"], ["t"]), node("Tanh", ["t"], ["y"])],
         {"a": f64(2, 3, 4), "b": f64(4, 5)}, ["a", "b"])
    for ta in (0, 1):
        for tb in (0, 1):
            case(f"gemm_{ta}{tb}", [node("Gemm", ["a", "b", "c"], ["t"], alpha=0.5, beta=2.0, transA=ta, transB=tb),
                                    node("Tanh", ["t"], ["y"])],
                 {"a": f64(*((4, 3) if ta else (3, 4))), "b": f64(*((5, 4) if tb else (4, 5))), "c": f64(5)}, ["a", "b", "c"])


def shapes():
    w = f64(4, 3)
    weigh = [node("Mul", ["t", "w"], ["y"])]
    case("reshape", [node("Reshape", ["x", "s"], ["t"]), *weigh], {"x": f64(2, 6)}, ["x"],
         inits={"w": w, "s": np.array([4, 3])})
    case("transpose", [node("Transpose", ["x"], ["t"]), *weigh], {"x": f64(3, 4)}, ["x"], inits={"w": w})
    case("transpose_perm", [node("Transpose", ["x"], ["t"], perm=[2, 0, 1]), node("Mul", ["t", "w"], ["y"])],
         {"x": f64(2, 3, 4)}, ["x"], inits={"w": f64(4, 2, 3)})
    case("squeeze", [node("Squeeze", ["x", "s"], ["t"]), *weigh], {"x": f64(4, 1, 3)}, ["x"], inits={"w": w, "s": np.array([1])})
    case("unsqueeze", [node("Unsqueeze", ["x", "s"], ["t"]), node("Mul", ["t", "w"], ["y"])], {"x": f64(3)}, ["x"],
         inits={"w": f64(1, 3), "s": np.array([0])})
    case("expand", [node("Expand", ["x", "s"], ["t"]), *weigh], {"x": f64(3)}, ["x"], inits={"w": w, "s": np.array([4, 3])})
    case("cast", [node("Cast", ["x"], ["t"], to=TensorProto.DOUBLE), *weigh], {"x": f64(4, 3)}, ["x"], inits={"w": w})
    case("castlike", [node("CastLike", ["x", "x"], ["t"]), *weigh], {"x": f64(4, 3)}, ["x"], inits={"w": w})
    for op in ("ReduceSum", "ReduceMean"):
        for keep in (0, 1):
            case(f"{op.lower()}_{keep}", [node(op, ["x", "s"], ["t"], keepdims=keep), node("Exp", ["t"], ["y"])],
                 {"x": f64(3, 4)}, ["x"], inits={"s": np.array([1])})
        case(f"{op.lower()}_all", [node(op, ["x"], ["t"], keepdims=0), node("Exp", ["t"], ["y"])], {"x": f64(3, 4)}, ["x"])
        case(f"{op.lower()}_attribute", [node(op, ["x"], ["t"], keepdims=0, axes=[0]), node("Exp", ["t"], ["y"])],
             {"x": f64(3, 4)}, ["x"], opset=12)


def graphs():
    net = [node("Gemm", ["x", "w1", "b1"], ["h"]), node("Relu", ["h"], ["r"]), node("MatMul", ["r", "w2"], ["o"]),
           node("Sub", ["o", "target"], ["d"]), node("Mul", ["d", "d"], ["q"]), node("ReduceMean", ["q"], ["y"], keepdims=0)]
    feed = {"x": f64(5, 3), "w1": f64(3, 4), "b1": f64(4), "w2": f64(4, 2), "target": f64(5, 2)}
    case("perceptron", net, feed, ["w1", "b1", "w2"], zs=["x", "target"])
    case("perceptron_part", net, feed, ["w1", "b1", "w2"], zs=["x", "target"], wanted=[False, True, True])
    case("perceptron_elsewhere", net, feed, ["w2", "b1"], zs=["w1", "x", "target"],
         given=[f64(4, 2), f64(4), f64(3, 4), f64(5, 3), f64(5, 2)])
    case("not_reached", [node("Exp", ["a"], ["y"]), node("Exp", ["b"], ["unused"])], {"a": f64(3), "b": f64(2, 2)}, ["a", "b"])
    case("itself", [node("Identity", ["a"], ["y"])], {"a": f64(3)}, ["a"])
    second()


def second():
    """The gradient of a gradient: of 3 x^2, the gradient of x^3."""
    x = f64(4)
    nodes = [node("Mul", ["x", "x"], ["s"]), node("Mul", ["s", "x"], ["y"]),
             node("Gradient", ["x"], ["d"], domain=TRAINING, xs=["x"], y="y"),
             node("Gradient", ["x"], ["dd"], domain=TRAINING, xs=["x"], y="d")]
    infos = lambda *names: [helper.make_tensor_value_info(n, TensorProto.DOUBLE, [4]) for n in names]
    graph = helper.make_graph(nodes, "second", infos("x"), infos("d", "dd"))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid(TRAINING, 1)], ir_version=8)
    pb = lambda v, n: numpy_helper.from_array(v, n).SerializeToString()
    cases["second"] = {"model.onnx": model.SerializeToString(), "test_data_set_0/input_0.pb": pb(x, "x"),
                       "test_data_set_0/output_0.pb": pb(3 * x * x, "d"), "test_data_set_0/output_1.pb": pb(6 * x, "dd")}


def write(folder):
    for name, files in cases.items():
        for path, data in files.items():
            full = os.path.join(folder, name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(data)


def archive(path):
    with io.BytesIO() as raw:
        with tarfile.open(fileobj=raw, mode="w") as tar:
            for name, files in sorted(cases.items()):
                for file, data in sorted(files.items()):
                    info = tarfile.TarInfo(f"{name}/{file}")
                    info.size = len(data)
                    tar.addfile(info, io.BytesIO(data))
        with open(path, "wb") as f:
            f.write(lzma.compress(raw.getvalue(), preset=9))


if __name__ == "__main__":
    for make in (unary, binary, products, shapes, graphs):
        make()
    if len(sys.argv) > 1:
        write(sys.argv[1])
    else:
        archive(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.tar.xz"))
    print(f"{len(cases)} cases")
