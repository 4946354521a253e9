"""Strict reading beside onnx.checker on small models with one breach each: what the checker refuses, strict reading
refuses; what it accepts, strict reading accepts, but for those in STRICTER, which no ONNX runtime could run or which
the specification forbids. usage: loading_strict.py"""
import copy

from onnx import AttributeProto, TensorProto, ValueInfoProto, checker
from loading_models import cameo, finish, f32, graph, helper, info, init, judge, model, node, opset, write
import numpy as np

X, Y, C = [info("x")], [info("y")], [info("c", (), TensorProto.BOOL), info("x")]
RELU = node("Relu", ["x"], ["y"])
ADD = node("Add", ["x", "w"], ["y"])
W = init("w", f32(1, 2))
LOCAL = [opset(17), opset(1, "local")]
CALL = node("F", ["x"], ["y"], domain="local")
STRICTER = {"opset twice", "output twice", "reference and value", "short raw", "long raw", "long float_data",
            "function output undefined", "call with more inputs", "call with fewer inputs", "no such function",
            "no such overload", "body initializer hides", "branch with input", "branch outputs"}
cases = {}


def changed(change, nodes=(RELU,), inits=(), **k):
    m = model([copy.deepcopy(n) for n in nodes], X, Y, inits, **k)
    change(m)
    return m


def attribute(change):
    return changed(lambda m: change(m.graph.node[0].attribute[0]), [node("Softmax", ["x"], ["y"], axis=0)])


def tensor(change):
    return changed(lambda m: change(m.graph.initializer[0]), [ADD], [W])


def sparse(values, indices, dims, name="w"):
    s = helper.make_sparse_tensor(init(name, f32(*values)), init("i", np.array(indices, np.int64)), dims)
    m = model([ADD], [info("x", (4,))], [info("y", (4,))])
    m.graph.sparse_initializer.append(s)
    return m


def function(name="F", inputs=("a",), outputs=("b",), nodes=None, domain="local", opsets=None, attrs=(), overload=""):
    f = helper.make_function(domain, name, list(inputs), list(outputs), nodes or [node("Relu", ["a"], ["b"])],
                             opsets or [opset(17)], list(attrs))
    f.overload = overload
    return f


def calls(*functions, call=CALL, ir=10, opsets=LOCAL):
    return model([call], X, Y, functions=functions, ir=ir, opsets=opsets)


def branches(then, before=(), behind=(), inits=(), ir=8, out="y"):
    other = graph([node("Abs", ["x"], ["e"])], [info("e")])
    nodes = [*before, node("If", ["c"], [out], then_branch=then, else_branch=other), *behind]
    return model(nodes, C, Y, inits, ir=ir, opsets=[opset(17 if ir > 3 else 7)])


def body(out, source="x", **k):
    return graph([node("Relu", [source], [out])], [info(out)], **k)


def add_models():
    c = cases
    c["plain"] = model([RELU], X, Y)
    c["no IR version"] = changed(lambda m: m.ClearField("ir_version"))
    c["imports in IR 2"] = model([RELU], X, Y, ir=2)
    c["no opset"] = model([RELU], X, Y, opsets=[])
    c["opset 0"] = model([RELU], X, Y, opsets=[opset(0)])
    c["opset twice"] = model([RELU], X, Y, opsets=[opset(17), opset(16)])
    c["graph without name"] = model([RELU], X, Y, name="")
    c["input without shape"] = model([RELU], [info("x", None)], Y)
    c["output without shape"] = model([RELU], X, [info("y", None)])
    c["input without type"] = model([RELU], [ValueInfoProto(name="x")], Y)
    c["metadata twice"] = changed(lambda m: m.metadata_props.extend([m.metadata_props.add(key="a")]))
    c["input twice"] = model([RELU], X + X, Y)
    c["initializer twice"] = model([ADD], X, Y, [W, W])
    c["initializer without name"] = model([RELU], X, Y, [init("", f32(1))])
    c["initializer below IR 4"] = model([ADD], X, Y, [W], ir=3, opsets=[opset(7)])
    c["listed below IR 4"] = model([ADD], [*X, info("w")], Y, [W], ir=3, opsets=[opset(7)])
    c["unsorted"] = model([node("Relu", ["h"], ["y"]), node("Relu", ["x"], ["h"])], X, Y)
    c["undefined"] = model([node("Relu", ["q"], ["y"])], X, Y)
    c["defined twice"] = model([RELU, node("Abs", ["x"], ["y"])], X, Y)
    c["output is initializer"] = model([RELU], X, [*Y, info("w")], [W])
    c["output undefined"] = model([node("Relu", ["x"], ["h"])], X, Y)
    c["output twice"] = model([RELU], X, Y + Y)
    c["no op_type"] = model([node("", ["x"], ["y"])], X, Y)
    c["neither inputs nor outputs"] = model([RELU, node("Relu", [], [])], X, Y)
    c["domain not imported"] = model([node("Foo", ["x"], ["y"], domain="a.b")], X, Y)
    c["unknown operator"] = model([node("Frob", ["x"], ["y"])], X, Y)
    c["operator from later"] = model([node("Gelu", ["x"], ["y"])], X, Y)
    c["deprecated"] = model([node("Upsample", ["x", "s"], ["y"])], [*X, info("s")], Y, opsets=[opset(10)])
    c["more inputs"] = model([node("Relu", ["x", "x"], ["y"])], X, Y)
    c["fewer inputs"] = model([node("Add", ["x"], ["y"])], X, Y)
    c["more outputs"] = model([node("Relu", ["x"], ["y", "z"])], X, Y)
    c["absent input"] = model([node("Add", ["x", ""], ["y"])], X, Y)
    c["absent optional"] = model([node("Clip", ["x", "", "m"], ["y"])], X, Y, [init("m", np.float32(1))])
    c["absent output"] = model([RELU, node("Relu", ["x"], [""])], X, Y)
    c["unknown attribute"] = model([node("Relu", ["x"], ["y"], foo=1)], X, Y)
    c["internal attribute"] = model([node("Relu", ["x"], ["y"], __foo=1)], X, Y)
    c["attribute type"] = model([node("Softmax", ["x"], ["y"], axis=1.0)], X, Y)
    c["attribute missing"] = model([node("Cast", ["x"], ["y"])], X, Y)
    c["attribute without name"] = attribute(lambda a: setattr(a, "name", ""))
    c["attribute without type"] = attribute(lambda a: setattr(a, "type", AttributeProto.UNDEFINED))
    c["attribute with two values"] = attribute(lambda a: setattr(a, "f", 2))
    c["reference and value"] = attribute(lambda a: setattr(a, "ref_attr_name", "q"))


def add_tensors():
    c = cases
    c["no dtype"] = tensor(lambda t: setattr(t, "data_type", 0))
    c["two fields"] = tensor(lambda t: t.float_data.extend([1, 2]))
    c["no data"] = tensor(lambda t: t.ClearField("raw_data"))
    c["short raw"] = tensor(lambda t: setattr(t, "raw_data", t.raw_data[:4]))
    c["long raw"] = tensor(lambda t: setattr(t, "raw_data", t.raw_data * 2))
    c["negative dim"] = tensor(lambda t: t.dims.__setitem__(0, -2))
    c["external without location"] = tensor(lambda t: (t.ClearField("raw_data"), setattr(t, "data_location", 1)))
    c["long float_data"] = tensor(lambda t: (t.ClearField("raw_data"), t.float_data.extend([1, 2, 3])))
    c["another field"] = tensor(lambda t: (t.ClearField("raw_data"), t.int64_data.extend([1, 2])))
    c["sparse"] = sparse([1, 2], [0, 3], [4])
    c["sparse of rows"] = sparse([1, 2], [[0], [3]], [4])
    c["sparse without values"] = sparse([], [], [4])
    c["sparse unsorted"] = sparse([1, 2], [3, 0], [4])
    c["sparse twice"] = sparse([1, 2], [3, 3], [4])
    c["sparse outside"] = sparse([1, 2], [0, 4], [4])
    c["sparse counts"] = sparse([1, 2], [0], [4])
    c["sparse scalar"] = sparse([1], [0], [])
    c["sparse dim 0"] = sparse([], [], [0])
    c["sparse without name"] = sparse([1], [0], [4], "")


def add_functions():
    c = cases
    recursive = function("G", nodes=[node("G", ["a"], ["b"], domain="local")], opsets=LOCAL)
    c["function"] = calls(function())
    c["functions of two overloads"] = calls(function(), function(overload="o"))
    c["function twice"] = calls(function(), function())
    c["function without name"] = calls(function(), function(""))
    c["function inputs twice"] = calls(function(inputs="aa"), call=node("F", ["x", "x"], ["y"], domain="local"))
    c["function outputs twice"] = calls(function(outputs="bb"), call=node("F", ["x"], ["y", "z"], domain="local"))
    c["function attributes twice"] = calls(function(attrs=["q", "q"]))
    c["function undefined inside"] = calls(function(nodes=[node("Add", ["a", "x"], ["b"])]))
    c["function output undefined"] = calls(function(nodes=[node("Relu", ["a"], ["c"])]))
    c["function unsorted"] = calls(function(nodes=[node("Relu", ["c"], ["b"]), node("Relu", ["a"], ["c"])]))
    c["function without opset"] = calls(function(opsets=[opset(1, "local")]))
    c["recursion"] = calls(recursive, call=node("G", ["x"], ["y"], domain="local"))
    c["recursion without call"] = calls(function(), recursive)
    c["call with more inputs"] = calls(function(), call=node("F", ["x", "x"], ["y"], domain="local"))
    c["call with fewer inputs"] = calls(function(inputs="ac", nodes=[node("Add", ["a", "c"], ["b"])]))
    c["no such function"] = calls(function(), call=node("K", ["x"], ["y"], domain="local"))
    c["no such overload"] = calls(function(overload="o"))
    c["functions not imported"] = calls(function(), opsets=[opset(17)])


def add_bodies():
    c = cases
    c["branches"] = branches(body("t"))
    c["body output hides a node's"] = branches(body("h"), [node("Relu", ["x"], ["h"])])
    c["body output hides an input"] = branches(body("x"))
    c["body initializer hides"] = branches(body("t", "w", inits=[W]), inits=[W])
    c["body name of later"] = branches(body("z"), behind=[node("Relu", ["x"], ["z"])])
    c["body name of its node's output"] = branches(body("y"))
    c["body output from outside"] = branches(graph([RELU], [info("x")]))
    c["body undefined"] = branches(body("t", "q"))
    c["body of two of a name"] = branches(body("e"))
    c["body output without type"] = branches(graph([node("Relu", ["x"], ["t"])], [ValueInfoProto(name="t")]))
    c["body without name"] = branches(body("t", name=""))
    c["body initializer below IR 4"] = branches(body("t", "w", inits=[W]), ir=3)
    c["branch with input"] = branches(body("t", inputs=[info("q")]))
    c["branch outputs"] = branches(graph([node("Relu", ["x"], ["t"])], [info("t"), info("t")]))


add_models()
add_tensors()
add_functions()
add_bodies()
for name, m in cases.items():
    why = ""
    try:
        checker.check_model(m)
    except Exception as e:  # several types, by version
        why = str(e)
    status, said = cameo("check", "--strict", write("strict", m))
    if why:
        judge(name, status in (3, 4), "onnx.checker refuses it, strict reading does not: " + why)
    elif name in STRICTER:
        judge(name, status in (3, 4), "neither onnx.checker nor strict reading refuses it: " + said)
    else:
        judge(name, status == 0, "onnx.checker accepts it: " + said)
finish()
