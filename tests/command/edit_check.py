"""What `cameo edit` and the reader of ONNX's text do, against onnx and onnxruntime: edit_check.py CAMEO DIR MODEL ...

Every model is printed and read back: the bytes hold what onnx.parser reads in the text. Written without a change it is
the file itself. Small models made here are changed: the checker takes the result, onnxruntime computes what it did
before, or what onnx's own tools make of the model. Lines "ok ..." and "FAIL ..."."""
import os
import subprocess
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper, parser, version_converter

CAMEO, DIR = sys.argv[1], sys.argv[2]


def say(what, wrong):
    print("FAIL %s: %s" % (what, wrong) if wrong else "ok %s" % what)


def cameo(*args):
    got = subprocess.run([CAMEO, *args, "--log", "none"], capture_output=True)
    return got.returncode, got.stderr.decode(errors="replace").strip(), got.stdout


def edit(model, name, *options):
    """The model that the command makes of one given as proto; raises what it says."""
    a, b = os.path.join(DIR, name + ".onnx"), os.path.join(DIR, name + "_out.onnx")
    onnx.save(model, a)
    status, said, _ = cameo("edit", a, b, *options)
    if status != 0:
        raise RuntimeError("status %d: %s" % (status, said))
    return onnx.load(b)


def run(model, feeds):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    s = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return s.run(None, feeds)


def plain(m):
    """A message as nested lists; what is empty counts as absent, and NaNs as equal."""
    out = []
    for field, value in m.ListFields():
        repeated = field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED
        items = list(value) if repeated else [value]
        if field.message_type is not None:
            items = [plain(v) for v in items]
        elif field.name in ("float_data", "double_data", "floats", "f"):
            items = [v if v == v else "nan" for v in items]
        if not repeated and items[0] in ("", b""):
            continue
        out.append((field.name, items))
    return sorted(out, key=lambda x: x[0])


# ---- text ----

def check_text(path):
    status, said, text = cameo("print", path, "--max-elements", "200")
    if status != 0:
        return "print: %s" % said
    a, b = os.path.join(DIR, "text.onnxtxt"), os.path.join(DIR, "text.onnx")
    with open(a, "wb") as f:
        f.write(text)
    try:
        want = parser.parse_model(text.decode(errors="surrogateescape"))
    except Exception:  # noqa: BLE001 - part look tells what onnx.parser does not read
        return None
    os.path.exists(b) and os.remove(b)
    folder = os.path.dirname(path) or "."
    status, said, _ = cameo("edit", a, b, "--external-dir", folder)
    if status != 0:
        return "read back: %s" % said
    got = onnx.load(b, load_external_data=False)
    if any("attribute is a list" in line for line in text.decode(errors="replace").splitlines()):
        return None  # onnx.parser reads only its type
    return None if plain(want) == plain(got) else "the bytes differ from onnx.parser's model"


def check_same(path):
    b = os.path.join(DIR, "same.onnx")
    status, said, _ = cameo("edit", path, b, "--external-dir", os.path.dirname(path) or ".", "--metadata", "k=v",
                            "--remove-metadata", "k")
    if status != 0:
        return "edit: %s" % said
    with open(path, "rb") as f, open(b, "rb") as g:
        return None if f.read() == g.read() else "not the same bytes"


# ---- changes ----

MLP = """<ir_version: 10, opset_import: ["" : %d], doc_string: "all"> mlp (float[batch, 4] x) => (float[batch, 3] y)
<float[4, 8] w = {%s}, float[8] b = {1, 2, 3, 4, 5, 6, 7, 8}, float[8, 3] v = {%s}, float[batch, 8] h>
{ [first] m = MatMul (x, w)  h = Add (m, b)  r = Relu (h)  [last] y = MatMul (r, v) }"""
IF = """<ir_version: 10, opset_import: ["" : 21]> g (float[2] x, bool c) => (float[2] y) <float[2] k = {1, 2}>
{ z = Add (x, k)  y = If (c) <then_branch = t () => (float[2] p) { p = Mul (z, k) },
  else_branch = e () => (float[2] q) { one = Constant <value_floats = [0.5, 2.0]> ()  q = Add (z, one) }> }"""
MIXED = """<ir_version: 10, opset_import: ["" : 21]> g (float[1, 1, 4, 4] x) => (float[1, 1, 8, 8] y, float[1] m)
<float[4] s = {1, 1, 2, 2}, float[1] big = {100000}> {
  r = Resize <mode = "nearest"> (x, "", s)  y = Sin (r)  u = RandomUniformLike <low = 2.0, high = 2.0> (big)
  q = Cast <to = 1> (big)  m = Sub (q, u) }"""


def mlp(opset=21):
    rng = numpy.random.default_rng(0)
    w, v = (", ".join("%.6g" % x for x in rng.standard_normal(n)) for n in (32, 24))
    return parser.parse_model(MLP % (opset, w, v))


def same_result(a, b, feeds, names=None, tolerance=0.0):
    x = run(a, feeds)
    y = run(b, {(names or {}).get(k, k): v for k, v in feeds.items()})
    for p, q in zip(x, y, strict=True):
        if p.shape != q.shape or not numpy.allclose(p.astype("f8"), q.astype("f8"), rtol=tolerance, atol=tolerance):
            return "results differ: %r, %r" % (p, q)
    return None


X = {"x": numpy.random.default_rng(1).standard_normal((2, 4)).astype("f4")}


def check_rename():
    m = edit(mlp(), "rename", "--rename", "x=image", "--rename", "h=hidden", "--rename", "w=weights",
             "--rename-node", "first=conv")
    onnx.checker.check_model(m, full_check=True)
    names = ([i.name for i in m.graph.input], [o.name for o in m.graph.output], [t.name for t in m.graph.initializer],
             [v.name for v in m.graph.value_info], [n.name for n in m.graph.node])
    if names != (["image"], ["y"], ["weights", "b", "v"], ["hidden"], ["conv", "", "", "last"]):
        return "names are %r" % (names,)
    return same_result(mlp(), m, X, {"x": "image"})


def check_rename_inner():
    m = edit(parser.parse_model(IF), "rename_if", "--rename", "z=sum", "--rename", "k=const", "--rename", "p=P")
    onnx.checker.check_model(m, full_check=True)
    body = m.graph.node[1].attribute[0].g
    if list(body.node[0].input) != ["sum", "const"] or body.output[0].name != "P":
        return "inner names are %r" % body
    feeds = {"x": numpy.array([3, 4], "f4"), "c": numpy.array(True)}
    return same_result(parser.parse_model(IF), m, feeds)


def check_attributes():
    m = edit(parser.parse_model(IF.replace("y = If", "[choice] y = If")), "attributes", "--set-attr",
             'choice<then_branch = t () => (float[2] p) { three = Constant <value = float {3}> ()  p = Mul (z, three) }>',
             "--rename", "z=sum", "--set-attr", "choice<extra: floats = [1, 2.5], else_branch = e () => (float[2] q) "
             "{ d = If (c) <then_branch = i () => (float[2] r) { r = Abs (sum) }, else_branch = j () => (float[2] s) "
             "{ s = Neg (sum) }>  q = Mul (d, k) }>")
    got = [(a.name, a.type) for a in m.graph.node[1].attribute]
    kinds = onnx.AttributeProto
    if got != [("then_branch", kinds.GRAPH), ("else_branch", kinds.GRAPH), ("extra", kinds.FLOATS)]:
        return "attributes are %r" % got
    if list(m.graph.node[1].attribute[2].floats) != [1, 2.5]:
        return "extra is %r" % m.graph.node[1].attribute[2]
    del m.graph.node[1].attribute[2]
    onnx.checker.check_model(m, full_check=True)
    x = numpy.array([3, -4], "f4")
    for c in (True, False):
        want = (x + [1, 2]) * 3 if c else -(x + [1, 2]) * [1, 2]
        if not numpy.array_equal(run(m, {"x": x, "c": numpy.array(c)})[0], want.astype("f4")):
            return "results differ"
    return None


def dims(v):
    return [d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim]


def check_dims():
    m = edit(mlp(), "dim_name", "--set-dim", "batch=n")
    if (dims(m.graph.input[0]), dims(m.graph.output[0]), dims(m.graph.value_info[0])) != (["n", 4], ["n", 3], ["n", 8]):
        return "renamed: %r" % m.graph
    m = edit(m, "dim_number", "--set-dim", "n=2")
    if (dims(m.graph.input[0]), dims(m.graph.output[0])) != ([2, 4], [2, 3]):
        return "fixed: %r" % m.graph
    m = edit(m, "dim_axis", "--set-dim", "x:0=7")
    if (dims(m.graph.input[0]), dims(m.graph.output[0])) != ([7, 4], [7, 3]):
        return "axis: %r" % m.graph
    onnx.checker.check_model(m, full_check=True)
    m = edit(m, "batch", "--batch", "N")
    if (dims(m.graph.input[0]), dims(m.graph.output[0])) != (["N", 4], ["N", 3]):
        return "batch: %r" % m.graph
    onnx.checker.check_model(m, full_check=True)
    return same_result(mlp(), m, X)


def check_types():
    m = mlp()
    del m.graph.value_info[:]
    m.graph.output[0].ClearField("type")
    m = edit(m, "types", "--infer-types")
    onnx.checker.check_model(m, full_check=True)
    got = {v.name: dims(v) for v in [*m.graph.value_info, *m.graph.output]}
    want = onnx.shape_inference.infer_shapes(mlp(), strict_mode=True)
    if got != {v.name: dims(v) for v in [*want.graph.value_info, *want.graph.output]}:
        return "types are %r" % got
    return None


def check_docs():
    m = mlp()
    for part in (m.graph, m.graph.node[0], m.graph.input[0], m.graph.initializer[0], m.graph.value_info[0]):
        part.doc_string = "text"
    m.graph.node[0].attribute.append(helper.make_attribute("a", 1, "doc"))
    got = edit(m, "docs", "--strip-docs")
    for part in (m, m.graph, m.graph.node[0], m.graph.input[0], m.graph.initializer[0], m.graph.value_info[0],
                 m.graph.node[0].attribute[0]):
        part.ClearField("doc_string")
    return None if got.SerializeToString() == m.SerializeToString() else "not the model without doc strings"


def check_metadata():
    m = edit(mlp(), "meta", "--metadata", "a=1=2", "--metadata", "b=", "--metadata", "a=3", "--graph-name", "G")
    got = {p.key: p.value for p in m.metadata_props}
    return None if got == {"a": "3", "b": ""} and m.graph.name == "G" else "%r %s" % (got, m.graph.name)


def check_data():
    m = edit(mlp(), "split", "--external", "split.bin", "--min-bytes", "64")
    split = os.path.join(DIR, "split_out.onnx")
    raw = onnx.load(split, load_external_data=False)
    places = [t.data_location for t in raw.graph.initializer]
    if places != [TensorProto.EXTERNAL, TensorProto.DEFAULT, TensorProto.EXTERNAL]:
        return "data lie at %r" % places
    onnx.checker.check_model(split)
    for a, b in zip(mlp().graph.initializer, m.graph.initializer):
        if not numpy.array_equal(numpy_helper.to_array(a), numpy_helper.to_array(b)):
            return "other data"
    status, said, _ = cameo("edit", split, os.path.join(DIR, "whole.onnx"), "--embed")
    whole = onnx.load(os.path.join(DIR, "whole.onnx"), load_external_data=False)
    if status != 0 or any(t.data_location for t in whole.graph.initializer):
        return "not embedded: %s" % said
    return same_result(mlp(), whole, X)


def check_half():
    for keep in ([], ["--keep-io-types"]):
        m = edit(mlp(), "half", "--half", *keep)
        onnx.checker.check_model(m, full_check=True)
        kind = TensorProto.FLOAT if keep else TensorProto.FLOAT16
        io = [v.type.tensor_type.elem_type for v in [*m.graph.input, *m.graph.output]]
        weights = [t.data_type for t in m.graph.initializer]
        if io != [kind] * 2 or weights != [TensorProto.FLOAT16] * 3:
            return "types are %r, %r" % (io, weights)
        x = X["x"] if keep else X["x"].astype("f2")
        a, b = run(mlp(), X)[0], run(m, {"x": x})[0]
        if not numpy.allclose(a, b.astype("f4"), rtol=5e-3, atol=5e-2):
            return "results are too far: %r, %r" % (a, b)
    return None


def check_half_bodies():
    m = edit(parser.parse_model(IF), "half_if", "--half", "--keep-io-types")
    onnx.checker.check_model(m, full_check=True)
    wrong = None
    for c in (True, False):
        feeds = {"x": numpy.array([3, 4], "f4"), "c": numpy.array(c)}
        wrong = wrong or same_result(parser.parse_model(IF), m, feeds, None, 1e-3)
    return wrong


def check_half_mixed():
    m = edit(parser.parse_model(MIXED), "half_mixed", "--half", "--keep-io-types")
    onnx.checker.check_model(m, full_check=True)
    types = {t.name: t.data_type for t in m.graph.initializer}
    if types != {"s": TensorProto.FLOAT, "big": TensorProto.FLOAT16}:
        return "types are %r" % types
    feeds = {"x": numpy.arange(16, dtype="f4").reshape(1, 1, 4, 4)}
    y, big = run(m, feeds)
    want = run(parser.parse_model(MIXED), feeds)[0]
    if not numpy.allclose(y, want, atol=2e-2):
        return "results are %r" % y
    return None if big[0] in (65504 - 2, 65504) else "the large number became %r" % big


OPSETS = {
    "relu_6_21": (10, 21, "(float[2] x) => (float[2] y) { y = Relu (x) }"),
    "squeeze": (11, 13, "(float[1, 2] x) => (float[2] y) { y = Squeeze <axes = [0]> (x) }"),
    "reduce": (13, 18, "(float[2, 2] x) => (float[2, 1] y) { y = ReduceMean <axes = [1]> (x) }"),
    "reduce_all": (11, 21, "(float[2, 2] x) => (float[1, 1] y) { y = ReduceSum (x) }"),
    "split": (13, 18, "(float[4] x) => (float[2] y, float[2] z) { y, z = Split (x) }"),
    "roi": (11, 16, "(float[1, 1, 4, 4] x) => (float[1, 1, 1, 1] y) <float[1, 4] r = {0, 0, 3, 3}, int64[1] b = {0}> "
            "{ y = RoiAlign (x, r, b) }"),
    "grid": (16, 20, "(float[1, 1, 4, 4] x) => (float[1, 1, 1, 1] y) <float[1, 1, 1, 2] g = {0.1, 0.2}> "
             "{ y = GridSample (x, g) }"),
}
REFUSED = {
    "softmax": (11, 13, "(float[2, 2, 2] x) => (float[2, 2, 2] y) { y = Softmax (x) }"),
    "upsample": (7, 21, "(float[1, 1, 2, 2] x) => (float[1, 1, 4, 4] y) "
                 "{ y = Upsample <scales = [1.0, 1.0, 2.0, 2.0]> (x) }"),
    "down": (21, 11, "(float[2, 2] x) => (float[2] y) <int64[1] a = {1}> { y = ReduceSum (x, a) }"),
}


def opset_model(version, text):
    return parser.parse_model('<ir_version: 8, opset_import: ["" : %d]> g ' % version + text)


def check_opset(name):
    old, new, text = OPSETS[name]
    m = opset_model(old, text)
    got = edit(m, "opset_" + name, "--convert-opset", str(new))
    onnx.checker.check_model(got, full_check=True)
    if got.opset_import[0].version != new:
        return "opset %d" % got.opset_import[0].version
    shape = dims(m.graph.input[0])
    feeds = {"x": numpy.random.default_rng(2).standard_normal(shape).astype("f4")}
    wrong = same_result(m, got, feeds)
    if wrong or name in ("grid", "roi", "split"):
        return wrong  # of these onnx's converter makes what its own checker or onnxruntime refuses
    return same_result(version_converter.convert_version(m, new), got, feeds)


def check_refused(name):
    old, new, text = REFUSED[name]
    try:
        edit(opset_model(old, text), "refused_" + name, "--convert-opset", str(new))
    except RuntimeError as error:
        return None if "status 3" in str(error) and "no adaptor" in str(error) else str(error)
    return "it was converted"


def main():
    for path in sys.argv[3:]:
        say("text " + path, check_text(path))
        say("same " + path, check_same(path))
    checks = [(f.__name__, f) for f in (check_rename, check_rename_inner, check_attributes, check_dims, check_types, check_docs,
                                        check_metadata, check_data, check_half, check_half_bodies, check_half_mixed)]
    checks += [("opset " + n, lambda n=n: check_opset(n)) for n in OPSETS]
    checks += [("refused " + n, lambda n=n: check_refused(n)) for n in REFUSED]
    for name, check in checks:
        try:
            say(name, check())
        except Exception as error:  # noqa: BLE001 - whatever fails is the result
            say(name, "%s: %.300s" % (type(error).__name__, error))


main()
