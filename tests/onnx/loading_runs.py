"""Loading, by what runs compute: defaults, bodies, functions, external data, what the caller says otherwise. What is
wanted is said by numpy here, not by Cameo. usage: loading_runs.py"""
import os

import numpy as np
from onnx import TensorProto, helper
from loading_models import DIR, f32, finish, graph, info, init, model, node, opset, run, write, write_value

x, w = f32(1, -2), f32(3, 4)
X, Y, C = [info("x")], [info("y")], [info("c", (), TensorProto.BOOL), info("x")]
ADD = node("Add", ["x", "w"], ["y"])
INT64 = TensorProto.INT64
six = np.arange(6, dtype=np.float32)
cube = np.random.default_rng(1).standard_normal((2, 3, 4)).astype(np.float32)


def softmax(a, axis):
    e = np.exp(a - a.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_11(a):  # all from axis 1 on
    return softmax(a.reshape(2, 12), 1).reshape(2, 3, 4)


def branches(then, other, out="y"):
    return node("If", ["c"], [out], then_branch=then, else_branch=other)


def body(op, *names, out):
    return graph([node(op, list(names), [out])], [info(out)])


def both(name, m, feeds, yes, no, *words):
    for c, want in ((True, yes), (False, no)):
        run("%s, %s" % (name, c), m, {"c": np.array(c), **feeds}, [want], *words)


# ---- inputs and initializers ----

def defaults():
    old = [opset(7)]
    run("IR 3, no input", model([ADD], X, Y, [init("w", w)], 3, old), {"x": x}, [x + w])
    listed = model([ADD], [info("w"), *X], Y, [init("w", w)], 3, old)
    run("IR 3, an input", listed, {"x": x}, [x + w])
    run("IR 3, given", listed, {"x": x, "w": x}, [], status=2)
    listed.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 7
    run("IR 3, declared otherwise", listed, {"x": x}, [x + w])
    target = [info("x", (6,)), info("s", (2,), INT64)]
    for ir in (4, 8, 13):
        m = model([node("Reshape", ["x", "s"], ["y"])], target, [info("y", ("a", "b"))], [init("s", [2, 3])], ir)
        run("a shape as default, IR %d" % ir, m, {"x": six}, [six.reshape(2, 3)])
        run("a shape overridden, IR %d" % ir, m, {"x": six, "s": np.array([3, 2])}, [six.reshape(3, 2)])
        run("a shape frozen, IR %d" % ir, m, {"x": six, "s": np.array([3, 2])}, [], "--weights", "frozen", status=2)
    m = model([ADD], [*X, info("w", ("k",))], Y, [init("w", f32(3))])
    run("a default keeps its dims", m, {"x": x, "w": w}, [], status=1, says="float32[2] given, want float32[1]")
    m = model([ADD], [*X, info("w")], [info("w"), *Y], [init("w", w)])
    run("a default is an output", m, {"x": x}, [w, x + w])
    run("a default given is an output", m, {"x": x, "w": x}, [x, x + x])
    m = model([branches(body("Add", "x", "w", out="t"), body("Sub", "x", "w", out="e"))], [*C, info("w")], Y,
              [init("w", w), init("c", np.array(True))])
    run("a condition as default", m, {"x": x}, [x + w])
    both("a condition given", m, {"x": x, "w": f32(9, 8)}, x + f32(9, 8), x - f32(9, 8))
    dense = np.array([[0, 1, 0], [0, 0, 2]], np.float32)
    for at in ([1, 5], [[0, 1], [1, 2]]):
        m = model([ADD], [info("x", (2, 3)), info("w", (2, 3))], [info("y", (2, 3))])
        m.graph.sparse_initializer.append(helper.make_sparse_tensor(init("w", f32(1, 2)), init("i", at), [2, 3]))
        run("a sparse default", m, {"x": dense}, [dense + dense])
        run("a sparse default given", m, {"x": dense, "w": dense * 3}, [dense * 4])


# ---- scopes ----

def scopes():
    own = [graph([node(op, ["x", "k"], [out])], [info(out)], inits=[init("k", value)])
           for op, out, value in (("Add", "t", f32(7, 7)), ("Sub", "e", f32(1, 1)))]
    both("initializers of bodies", model([branches(*own)], C, Y), {"x": x}, x + 7, x - 1)
    hiding = model([branches(*own, out="h"), node("Add", ["h", "k"], ["y"])], C, Y, [init("k", f32(100, 100))])
    both("a hidden initializer", hiding, {"x": x}, x + 107, x + 99)
    later = model([branches(body("Relu", "x", out="z"), body("Neg", "x", out="e"), out="h"),
                   node("Abs", ["h"], ["z"]), node("Add", ["z", "h"], ["y"])], C, Y)
    both("a name of later", later, {"x": x}, 2 * np.maximum(x, 0), np.abs(x) - x)
    unsorted = model([branches(body("Add", "q", "x", out="t"), body("Sub", "q", "x", out="e")),
                      node("Relu", ["x"], ["q"])], C, Y)
    both("captured before it is made", unsorted, {"x": x}, np.maximum(x, 0) + x, np.maximum(x, 0) - x)


# ---- functions ----

def function(name, inputs, outputs, nodes, opsets=None, attrs=(), defaults=(), overload="", domain="local"):
    f = helper.make_function(domain, name, list(inputs), list(outputs), nodes, opsets or [opset(17)], list(attrs),
                             list(defaults))
    f.overload = overload
    return f


def refer(n, name, type_, attr):
    n.attribute.add(name=name, type=type_, ref_attr_name=attr)
    return n


def call(inputs, outputs, name="F", overload="", **attrs):
    n = node(name, list(inputs), list(outputs), domain="local", **attrs)
    n.overload = overload
    return n


LOCAL = opset(1, "local")


def calling(functions, nodes, inputs=None, outputs=None, inits=(), version=17):
    return model(nodes, inputs or X, outputs or Y, inits, 10, [opset(version), LOCAL], functions)


def attributes():
    leaky = refer(node("LeakyRelu", ["a"], ["b"]), "alpha", 1, "slope")
    half = [helper.make_attribute("slope", 0.5)]
    for name, f, given, want in (
            ("given", function("F", "a", "b", [leaky], attrs=["slope"]), {"slope": 0.25}, -0.5),
            ("absent", function("F", "a", "b", [leaky], attrs=["slope"]), {}, -0.02),
            ("default", function("F", "a", "b", [leaky], defaults=half), {}, -1),
            ("default, given", function("F", "a", "b", [leaky], defaults=half), {"slope": 0.25}, -0.5)):
        run("attribute " + name, calling([f], [call("x", "y", **given)]), {"x": x}, [f32(1, want)])
    inner = function("G", "a", "b", [leaky], defaults=half)
    outer = function("F", "a", "b", [refer(call("a", "b", "G"), "slope", 1, "outer")], [LOCAL], attrs=["outer"])
    run("passed on", calling([outer, inner], [call("x", "y", outer=0.25)]), {"x": x}, [f32(1, -0.5)])
    run("passed on, absent", calling([outer, inner], [call("x", "y")]), {"x": x}, [f32(1, -1)])
    cast = function("F", "a", "b", [refer(node("Cast", ["a"], ["b"]), "to", 2, "to")], attrs=["to"])
    run("required", calling([cast], [call("x", "y", to=7)], outputs=[info("y", dtype=INT64)]), {"x": x},
        [np.array([1, -2])])
    run("required, absent", calling([cast], [call("x", "y")]), {"x": x}, [], status=4, says="attribute to is missing")
    run("of another type", calling([cast], [call("x", "y", to=1.0)]), {"x": x}, [], status=4, says="CAMEO_E_TYPE")
    chooses = refer(refer(node("If", ["c"], ["b"]), "then_branch", 5, "yes"), "else_branch", 5, "no")
    f = function("F", "c", "b", [chooses], attrs=["yes", "no"])
    passes = function("G", "c", "b", [refer(refer(call("c", "b"), "yes", 5, "yes"), "no", 5, "no")], [LOCAL],
                      attrs=["yes", "no"])
    graphs = {"yes": body("Add", "x", "w", out="t"), "no": body("Sub", "x", "w", out="e")}
    for name in "FG":
        m = calling([f, passes], [call("c", "y", name, **graphs)], C, inits=[init("w", w)])
        both("graphs as attributes of " + name, m, {"x": x}, x + w, x - w)


def functions():
    neg, abs_, exp = (function("F", "a", "b", [node(op, ["a"], ["b"])], overload=o)
                      for op, o in (("Neg", ""), ("Abs", "one"), ("Exp", "two")))
    three = [call("x", "p"), call("x", "q", overload="one"), call("x", "r", overload="two"),
             node("Sum", ["p", "q", "r"], ["y"])]
    run("overloads", calling([neg, abs_, exp], three), {"x": x}, [-x + abs(x) + np.exp(x)])
    again = function("F", "a", "b", [call("a", "b", overload="one")], [LOCAL])
    run("an overload calls another", calling([again, abs_], [call("x", "y")]), {"x": x}, [abs(x)])
    shape, result = [info("x", (2, 3, 4))], [info("y", (2, 3, 4))]
    old = function("F", "a", "b", [node("Softmax", ["a"], ["b"])], [opset(11)])
    new = function("G", "a", "b", [node("Softmax", ["a"], ["c"]), call("c", "b")], [opset(13), LOCAL])
    nested = calling([old, new], [call("x", "y", "G")], shape, result)
    run("imports of each", nested, {"x": cube}, [softmax_11(softmax(cube, 2))])
    run("imports, another version", nested, {"x": cube}, [softmax_11(softmax(cube, 2))], "--opset", "12")
    captures = branches(body("Add", "a", "k", out="t"), body("Sub", "a", "k", out="e"), out="b")
    f = function("F", "ca", "b", [node("Constant", [], ["k"], value_float=10.0), captures])
    twice = calling([f], [call("cx", "h"), call("ch", "y")], C)
    both("bodies that read inputs of the function", twice, {"x": x}, x + 20, x - 20)
    inside = calling([f], [branches(graph([call("cx", "t")], [info("t")]), body("Neg", "x", out="e"))], C)
    both("a call in a body", inside, {"x": x}, x + 10, -x)
    clash = function("F", "x", "y", [node("Neg", ["x"], ["h"]), node("Mul", ["h", "h"], ["y"])])
    run("equal names in and out", calling([clash], [node("Relu", ["x"], ["h"]), call("h", "z"),
                                                    node("Add", ["z", "h"], ["y"])]), {"x": x}, [f32(2, 0)])
    two = function("F", "alh", "bu", [node("Clip", ["a", "l", "h"], ["b"]), node("Neg", ["a"], ["u"])])
    run("absent operands", calling([two], [call(["x", "", "h"], ["y", ""])], inits=[init("h", np.float32(.5))]),
        {"x": x}, [np.minimum(x, .5)])
    run("fewer operands", calling([two], [call("x", ["", "y"])]), {"x": x}, [-x])
    swap = function("F", "ab", "ba", [])
    m = calling([swap], [call("xz", "pq"), node("Sub", ["p", "q"], ["y"])], [*X, info("z")])
    run("inputs are outputs", m, {"x": x, "z": w}, [w - x])
    for name, of_f, of_g in (("itself", "F", "F"), ("in a circle", "G", "F")):
        m = calling([function("F", "a", "b", [call("a", "b", of_f)], [LOCAL]),
                     function("G", "a", "b", [call("a", "b", of_g)], [LOCAL])], [call("x", "y")])
        run("calls " + name, m, {"x": x}, [], status=4, says="calls itself")
    deep = branches(graph([call("ca", "t")], [info("t")]), body("Neg", "a", out="e"), out="b")
    run("calls itself in a body", calling([function("F", "ca", "b", [deep], [opset(17), LOCAL])], [call("cx", "y")], C),
        {"c": np.array(True), "x": x}, [], status=4, says="calls itself")


# ---- external data ----

def external():
    folder = os.path.join(DIR, "data")
    os.makedirs(os.path.join(folder, "sub"), exist_ok=True)
    for path, data in (("odd.bin", b"seven.." + w.tobytes() + b"more"), ("w.bin", w.tobytes()),
                       ("sub/w.bin", w.tobytes()), ("../outside.bin", w.tobytes()), ("empty.bin", b"")):
        with open(os.path.join(folder, path), "wb") as f:
            f.write(data)
    links = {"link.bin": "w.bin", "up.bin": "../outside.bin", "links": "sub"}
    for name, to in links.items():
        if not os.path.lexists(os.path.join(folder, name)):
            os.symlink(to, os.path.join(folder, name))
    for location, offset, length, status, words in (
            ("odd.bin", "7", "8", 0, ()), ("odd.bin", "7", None, 4, ()), ("w.bin", None, None, 0, ()),
            ("w.bin", "0", None, 0, ()), ("sub/w.bin", None, "8", 0, ()), ("./sub//w.bin", None, "8", 0, ()),
            ("sub/../w.bin", None, "8", 1, ()), ("../outside.bin", None, "8", 1, ("--follow-links",)),
            (os.path.abspath(folder + "/w.bin"), None, "8", 1, ()), ("none.bin", None, "8", 1, ()),
            ("sub", None, "8", 1, ()), ("empty.bin", None, "8", 4, ()), ("w.bin", "4", "8", 4, ()),
            ("w.bin", str(2**64 - 4), "8", 4, ()), ("w.bin", str(2**63), "8", 4, ()), ("w.bin", "-1", "8", 4, ()),
            ("w.bin", "0", "4", 4, ()), ("w.bin", "0", "16", 4, ()), ("link.bin", None, "8", 1, ()),
            ("up.bin", None, "8", 1, ()), ("links/w.bin", None, "8", 1, ()), ("up.bin", None, "8", 0, ("--follow-links",)),
            ("links/w.bin", None, "8", 0, ("--follow-links",)), ("w.bin", None, "8", 0, ("--external-dir", folder + "/sub"))):
        m = model([ADD], X, Y, [init("w", w)])
        t = m.graph.initializer[0]
        t.ClearField("raw_data")
        t.data_location = TensorProto.EXTERNAL
        for key, value in (("location", location), ("offset", offset), ("length", length)):
            if value is not None:
                t.external_data.add(key=key, value=value)
        name = "external %s offset %s length %s %s" % (location, offset, length, " ".join(words))
        run(name, write("data/m", m), {"x": x}, [x + w] if status == 0 else [], *words, status=status)


# ---- what the caller says otherwise ----

def overrides():
    n = model([node("Add", ["x", "z"], ["y"])], [info("x", ("n",)), info("z", ("n",))], [info("y", ("n",))])
    z6 = "z=" + write_value("z6", six)
    run("a value", n, {"x": six}, [six + six], "--bind", z6)
    run("a value says what n is", n, {"x": six[:1]}, [], "--bind", z6, status=1, says="float32[1] given, want float32[6]")
    run("other dims", n, {"x": six.reshape(2, 3), "z": six[:3]}, [six.reshape(2, 3) + six[:3]],
        "--input-type", "x=[2,m]", "--input-type", "z=[m]")
    doubles = six.astype(np.float64)
    run("other dtypes", n, {"x": doubles, "z": doubles}, [doubles + doubles],
        "--input-type", "x=float64", "--input-type", "z=float64")
    run("a dtype and a value", n, {"x": doubles}, [doubles + doubles], "--input-type", "x=float64", "--input-type",
        "z=float64", "--bind", "z=" + write_value("zd", doubles))
    run("one dtype alone", n, {"x": doubles, "z": six}, [], "--input-type", "x=float64", status=4, says="E_TYPE")
    run("no such input", n, {"x": six, "z": six}, [], "--input-type", "q=float64", status=2)
    free = [info("x", "abc")], [info("y", "abc")]
    old = model([node("Relu", ["x"], ["h"]), node("Softmax", ["h"], ["y"])], *free, opsets=[opset(11)])
    relu = np.maximum(cube, 0)
    run("as it is", old, {"x": cube}, [softmax_11(relu)])
    run("another version", old, {"x": cube}, [softmax(relu, 2)], "--opset", "13")
    run("another version of a domain that is not there", old, {"x": cube}, [], "--opset", "q=13", status=2)
    run("a part, a version, a dtype and a dim", old, {"h": cube.astype(np.float64)},
        [softmax(cube.astype(np.float64), 2)], "--from", "h", "--opset", "13", "--input-type", "h=float64[2,3,c]")
    m = model([ADD], X, Y, [init("w", w)])
    run("an initializer is none to bind", m, {"x": x}, [], "--bind", "w=" + write_value("w", w * 2), status=2)
    run("but as a parameter", m, {"x": x}, [x + w * 2], "--bind", "w=" + write_value("w", w * 2), "--weights", "parameters")
    run("parameters", m, {"x": x, "w": x}, [x + x], "--weights", "parameters")


def parts():
    m = model([node("Relu", ["x"], ["h"]), node("Neg", ["h"], ["k"]), node("Add", ["h", "k"], ["z"]),
               node("Exp", ["z"], ["y"])], X, Y)
    r = np.maximum(x, 0)
    run("inner outputs", m, {"x": x}, [np.exp(r - r), -r, r, x], *("--add-output k --add-output h --add-output x".split()))
    run("a part", m, {"h": x, "k": w}, [x + w], *("--from k --from h --to z".split()))
    run("nothing between", m, {"h": x}, [x], *("--from h --to h".split()))
    run("a part that lacks an input", m, {"k": x}, [], *("--from k --to z".split()), status=4, says='"x"')
    run("no such value", m, {"x": x}, [], "--add-output", "q", status=2, says='"q"')
    inner = graph([node("Add", ["h", "w"], ["inner"]), node("Neg", ["inner"], ["t"])], [info("t")])
    m = model([node("Relu", ["x"], ["h"]), branches(inner, body("Identity", "h", out="e"), out="q"),
               node("Exp", ["q"], ["y"])], C, Y, [init("w", w)])
    both("a part with bodies", m, {"h": x}, -(x + w), x, *("--from c --from h --to q".split()))
    both("a part from what a body reads", m, {"h": x, "w": x}, -(x + x), x, *("--from c --from h --from w --to q".split()))
    run("a value of a body", m, {"c": np.array(True), "x": x}, [], "--add-output", "inner", status=2, says="main graph")
    m = model([node("Nope", ["x"], ["h"], domain="q"), node("Exp", ["h"], ["y"])], X, Y, opsets=[opset(17), opset(1, "q")])
    run("beside what is unknown", m, {"h": x}, [np.exp(x)], "--from", "h", "--input-type", "h=float32[2]")
    run("without a type", m, {"h": x}, [], "--from", "h", status=4, says="--input-type can give it")


defaults()
scopes()
attributes()
functions()
external()
overrides()
parts()
finish()
