"""What `cameo print` writes, read by onnx.parser, is the model again; and `cameo info --nodes --json` says all of it.

    look_check.py CAMEO MODEL ...        (or folders, which are searched for *.onnx)

Each model is printed with all data in the text, and again with data of larger tensors left in the file. Both texts
are parsed, and graphs, nodes, attributes, inputs, outputs, initializers, functions, opsets and metadata are compared
with what onnx.load reads. What the text cannot say the command tells on stderr; only that is left out of the
comparison. A line "ok" or "FAIL" for each model, then the counts of what was told.

The JSON is compared with what onnx.load reads, too, data of tensors included: elements where they are in the JSON, else the
bytes at the offset that it names. `cameo info --nodes` has a line for each node, subgraph and function."""
import collections
import json
import os
import re
import subprocess
import sys

import numpy
import onnx
import onnx.numpy_helper
import onnx.parser
from onnx import AttributeProto, TensorProto

# What the command tells, by a word of it, and what that excuses.
NOTES = {
    "the name of a subgraph": "graph_name",
    "the name of an attribute's tensor": "tensor_name",
    "a sparse tensor is left out": "sparse",
    "an attribute is a list of": "list",
    "a type without dtype": "type",
    "onnx.parser refuses the text": "refused",
    "a byte 0": "refused",
}
SPARSE = (AttributeProto.SPARSE_TENSOR, AttributeProto.SPARSE_TENSORS)
LISTS = (AttributeProto.TENSORS, AttributeProto.GRAPHS, AttributeProto.TYPE_PROTOS)


def tensor(t, folder, excused, named):
    name = t.name if named or "tensor_name" not in excused else ""
    if t.data_type == TensorProto.STRING:
        return name, t.data_type, list(t.dims), list(t.string_data)
    a = onnx.numpy_helper.to_array(t, base_dir=folder)
    if a.dtype.kind == "f":
        a = numpy.where(numpy.isnan(a), numpy.array(numpy.nan, a.dtype), a)
    return name, t.data_type, list(t.dims), a.tobytes()


def proto_type(t):
    """A type as a text, without what the format has no place for: denotations."""
    kind = t.WhichOneof("value")
    if kind in ("tensor_type", "sparse_tensor_type"):
        x = getattr(t, kind)
        shape = "?"
        if x.HasField("shape"):
            # Some exporters write -1 for a dim that is free.
            numbers = [d.dim_value if d.HasField("dim_value") and d.dim_value >= 0 else "" for d in x.shape.dim]
            shape = [d.dim_param or number for d, number in zip(x.shape.dim, numbers)]
        return kind, x.elem_type, str(shape)
    if kind == "map_type":
        return kind, t.map_type.key_type, proto_type(t.map_type.value_type)
    if kind in ("sequence_type", "optional_type"):
        return kind, proto_type(getattr(t, kind).elem_type)
    return None


def declared(v, excused):
    t = proto_type(v.type)
    if "type" in excused and (t is None or 0 in t):
        t = None
    return v.name, t


def domain(name):
    return "" if name == "ai.onnx" else name


def attribute(a, folder, excused):
    value = None
    if a.ref_attr_name:
        return a.name, a.type, a.ref_attr_name
    if a.type == AttributeProto.FLOAT:
        value = numpy.float32(a.f).tobytes() if a.f == a.f else "nan"
    elif a.type == AttributeProto.INT:
        value = a.i
    elif a.type == AttributeProto.STRING:
        value = a.s
    elif a.type == AttributeProto.TENSOR:
        value = tensor(a.t, folder, excused, False)
    elif a.type == AttributeProto.GRAPH:
        value = graph(a.g, folder, excused, True)
    elif a.type == AttributeProto.FLOATS:
        value = [numpy.float32(f).tobytes() if f == f else "nan" for f in a.floats]
    elif a.type == AttributeProto.INTS:
        value = list(a.ints)
    elif a.type == AttributeProto.STRINGS:
        value = list(a.strings)
    elif a.type == AttributeProto.TYPE_PROTO:
        value = proto_type(a.tp)
    elif a.type in LISTS and "list" not in excused:
        value = [len(a.tensors), len(a.graphs), len(a.type_protos)]
    return a.name, a.type, value


def attributes(list_, folder, excused):
    return [attribute(a, folder, excused) for a in list_ if not ("sparse" in excused and a.type in SPARSE)]


def in_order(list_):
    """Producers first?"""
    later = {o for n in list_ for o in n.output if o}
    for n in list_:
        if later & (set(n.input) | {i for a in n.attribute for g in [a.g, *a.graphs] for m in g.node for i in m.input}):
            return False
        later -= set(n.output)
    return True


def outputs(list_):
    """Those of each node. Of several constants of one name the last one counts: loading drops the others' outputs."""
    seen, out = set(), []
    for n in reversed(list_):
        out.append(["" if o in seen else o for o in n.output])
        seen |= set(n.output)
    return out[::-1]


def nodes(list_, folder, excused):
    out = [(n.name, domain(n.domain), n.op_type, n.overload, list(n.input), made,
            attributes(n.attribute, folder, excused)) for n, made in zip(list_, outputs(list_))]
    return out if "unsorted" not in excused else sorted(out, key=str)


def graph(g, folder, excused, sub):
    outer = {v.name for v in g.input} | {v.name for v in g.output} | {t.name for t in g.initializer}
    made = {o for n in g.node for o in n.output} - outer
    out = {
        "name": "" if sub and "graph_name" in excused else g.name,
        "inputs": [declared(v, excused) for v in g.input],
        "outputs": [declared(v, excused) for v in g.output],
        "initializers": [tensor(t, folder, excused, True) for t in g.initializer],
        "values": sorted(str(declared(v, excused)) for v in g.value_info if v.name in made and declared(v, excused)[1]),
        "nodes": nodes(g.node, folder, excused),
    }
    if "sparse" not in excused:
        out["sparse"] = [str(t) for t in g.sparse_initializer]
    return out


def opsets(list_):
    return sorted((domain(o.domain), o.version) for o in list_)


def model(m, folder, excused):
    out = graph(m.graph, folder, excused, False)
    out["head"] = (m.ir_version, m.producer_name, m.producer_version, m.domain, m.model_version, m.doc_string)
    out["opsets"] = opsets(m.opset_import) or [("", 1)]  # before IR version 3 there are none
    out["metadata"] = [(p.key, p.value) for p in m.metadata_props]
    out["functions"] = [(f.name, domain(f.domain), f.overload, f.doc_string, opsets(f.opset_import), list(f.attribute),
                         list(f.input), list(f.output), attributes(f.attribute_proto, folder, excused),
                         nodes(f.node, folder, excused)) for f in m.functions]
    return out


def excuses(said):
    found = set()
    for line in said.splitlines():
        for text, word in NOTES.items():
            if text in line:
                found.add(word)
    return found


def difference(a, b):
    for key in a:
        if a[key] == b.get(key):
            continue
        x, y = a[key], b.get(key)
        if isinstance(x, list):
            for i, one in enumerate(x):
                if i >= len(y) or one != y[i]:
                    return "%s %d: %.300r, printed %.300r" % (key, i, one, y[i] if i < len(y) else None)
        return "%s: %.300r, printed %.300r" % (key, x, y)
    return None


# ---- info --nodes ----

TYPES = dict(AttributeProto.AttributeType.items())
DTYPES = {"float32": "FLOAT", "float64": "DOUBLE"}


def json_dtype(name):
    return TensorProto.DataType.Value(DTYPES.get(name, name.upper()))


def json_tensor(t, path):
    """As tensor() gives it, from elements or from the bytes that are named."""
    dtype, dims = json_dtype(t["dtype"]), t["dims"]
    if dtype == TensorProto.STRING:
        return t["name"], dtype, dims, [s.encode() for s in t["data"]] if "data" in t else None
    proto = TensorProto(data_type=dtype, dims=dims)
    if "data" in t:
        numbers = [complex(x.replace("i", "j")) if isinstance(x, str) and x.endswith("i") else
                   float(x) if isinstance(x, str) else x for x in t["data"]]
        a = numpy.array(numbers).astype(onnx.helper.tensor_dtype_to_np_dtype(dtype)).reshape(dims)
    elif "offset" in t or "location" in t:
        name = os.path.join(os.path.dirname(path), t["location"]) if "location" in t else path
        with open(name, "rb") as f:
            f.seek(t.get("offset", t.get("location_offset")))
            proto.raw_data = f.read(t["bytes"])
        a = onnx.numpy_helper.to_array(proto)
    else:
        return t["name"], dtype, dims, None  # in another form than its bytes, and too many elements
    if a.dtype.kind == "f":
        a = numpy.where(numpy.isnan(a), numpy.array(numpy.nan, a.dtype), a)
    return t["name"], dtype, dims, a.tobytes()


def same_tensor(t, j, path, folder):
    a, b = tensor(t, folder, (), True), json_tensor(j, path)
    strings = a[1] == TensorProto.STRING and b[3] is not None
    if strings:  # bytes that are no UTF-8 have no place in JSON
        a = (*a[:3], [s.decode(errors="replace").encode() for s in a[3]])
    return a[:3] == b[:3] and (b[3] is None or a[3] == b[3])


def text(b):
    return b.decode(errors="replace")


def same_float(a, j):
    j = float(j)
    return numpy.float32(a) == numpy.float32(j) or (a != a and j != j)


def same_attribute(a, j, path, folder):
    if a.name != j["name"] or (a.type and a.type != TYPES[j["type"].upper()]):
        return False
    if a.ref_attr_name:
        return a.ref_attr_name == j["ref"]
    v, kind = j["value"], j["type"]
    if kind in ("sparse_tensor", "type_proto"):
        return bool(v)
    one = {"float": lambda: same_float(a.f, v), "int": lambda: a.i == v, "string": lambda: text(a.s) == v,
           "tensor": lambda: same_tensor(a.t, v, path, folder), "graph": lambda: graph_differs(a.g, v, path) is None,
           "ints": lambda: list(a.ints) == v, "strings": lambda: [text(s) for s in a.strings] == v,
           "floats": lambda: len(a.floats) == len(v) and all(map(same_float, a.floats, v)),
           "tensors": lambda: all(same_tensor(t, x, path, folder) for t, x in zip(a.tensors, v, strict=True)),
           "graphs": lambda: all(graph_differs(g, x, path) is None for g, x in zip(a.graphs, v, strict=True)),
           "sparse_tensors": lambda: len(a.sparse_tensors) == len(v), "type_protos": lambda: len(a.type_protos) == len(v)}
    return one[kind]()


def node_differs(n, made, j, path):
    folder = os.path.dirname(path) or "."
    facts = (n.name, n.op_type, domain(n.domain), n.overload, list(n.input), made)
    told = (j["name"], j["op_type"], j["domain"], j["overload"], j["inputs"], j["outputs"])
    if facts != told:
        return "node %r, told %r" % (facts, told)
    if len(n.attribute) != len(j["attributes"]):
        return "node %r: %d attributes, told %d" % (n.name, len(n.attribute), len(j["attributes"]))
    for a, x in zip(n.attribute, j["attributes"]):
        if not same_attribute(a, x, path, folder):
            return "node %r: attribute %s, told %.200r" % (n.name, a.name, x)
    return None


def nodes_differ(list_, told, path):
    if len(list_) != len(told):
        return "%d nodes, told %d" % (len(list_), len(told))
    if not in_order(list_):
        told = sorted(told, key=lambda n: n["id"])
    found = (node_differs(n, made, j, path) for n, made, j in zip(list_, outputs(list_), told))
    return next((d for d in found if d), None)


def graph_differs(g, j, path):
    folder = os.path.dirname(path) or "."
    inputs, outputs = [v.name for v in g.input], [v.name for v in g.output]
    if (g.name, g.doc_string, inputs, outputs) != (j["name"], j["doc_string"], j["inputs"], j["outputs"]):
        return "graph %r(%r) -> %r" % (j["name"], j["inputs"], j["outputs"])
    if len(g.initializer) != len(j["initializers"]) or len(g.sparse_initializer) != len(j["sparse_initializers"]):
        return "%d initializers" % len(j["initializers"])
    for t, x in zip(g.initializer, j["initializers"]):
        if not same_tensor(t, x, path, folder):
            return "initializer %s" % t.name
    made = {o for n in g.node for o in n.output if o} | {t.name for t in g.initializer} | set(inputs)
    made |= {t.values.name for t in g.sparse_initializer}
    values = [v["name"] for v in j["values"]]
    if set(values) != made or len(values) != len(made):
        return "values %r" % (made ^ set(values))
    return nodes_differ(g.node, j["nodes"], path)


def count_lines(list_):
    """Of nodes and of the graphs in their attributes."""
    n = len(list_)
    for g in (g for node in list_ for a in node.attribute for g in ([a.g] if a.HasField("g") else []) + list(a.graphs)):
        n += 1 + count_lines(g.node)
    return n


def check_nodes(cameo, path):
    original = onnx.load(path, load_external_data=False)
    got = subprocess.run([cameo, "info", path, "--nodes", "--json", "--log", "none"], capture_output=True)
    if got.returncode != 0:
        return "status %d: %s" % (got.returncode, got.stderr.decode(errors="replace").strip())
    told = json.loads(got.stdout)
    wrong = graph_differs(original.graph, told["graph"], path)
    if wrong:
        return wrong
    if len(original.functions) != len(told["functions"]):
        return "%d functions" % len(told["functions"])
    lines = 1 + count_lines(original.graph.node)
    for f, j in zip(original.functions, told["functions"]):
        body = j["body"]
        facts = (f.name, f.overload, list(f.attribute), list(f.input), list(f.output), [a.name for a in f.attribute_proto])
        if facts != (j["name"], j["overload"], j["attributes"], body["inputs"], body["outputs"],
                     [a["name"] for a in j["defaults"]]):
            return "function %r" % j["name"]
        if opsets(f.opset_import) != sorted((o["domain"], o["version"]) for o in j["opsets"]):
            return "opsets of function %r" % j["name"]
        wrong = nodes_differ(f.node, body["nodes"], path)
        if wrong:
            return wrong
        lines += 1 + count_lines(f.node)
    got = subprocess.run([cameo, "info", path, "--nodes", "--log", "none"], capture_output=True)
    if got.stdout.count(b"\n") != lines:
        return "%d lines of --nodes, want %d" % (got.stdout.count(b"\n"), lines)
    return None


# ---- print ----

def check_print(cameo, path, told):
    """None, or what is wrong."""
    folder = os.path.dirname(path) or "."
    original = onnx.load(path, load_external_data=False)
    for a in (a for n in original.graph.node for a in n.attribute):
        if a.type == 0:
            return None  # IR version 1 did without: the text cannot but say it
    for options in (["--inline"], ["--max-elements", "4"]):
        got = subprocess.run([cameo, "print", path, "--log", "none"] + options, capture_output=True)
        if got.returncode != 0:
            return "status %d: %s" % (got.returncode, got.stderr.decode(errors="replace").strip())
        said = got.stderr.decode(errors="replace")
        for line in said.splitlines():
            told[re.sub(r"^cameo: [^:]*: | \(\d+\)$", "", line)] += 1
        excused = excuses(said)
        if not in_order(original.graph.node):
            excused.add("unsorted")  # Cameo sorts them when it loads
        try:
            parsed = onnx.parser.parse_model(got.stdout.decode(errors="surrogateescape"))
        except Exception as error:  # noqa: BLE001 - whatever the parser says is the result
            if "refused" in excused:
                continue
            if str(error) == "stof":  # of C++'s library, which onnx.parser 1.22 asks for a float
                told["onnx's parser takes no float below the least normal one"] += 1
                continue
            return "%s: %.300s" % (options[0], str(error).replace("\\n", " "))
        if "refused" in excused:
            return "%s: read, though the command says that it cannot be" % options[0]
        wrong = difference(model(original, folder, excused), model(parsed, folder, excused))
        if wrong:
            return "%s: %s" % (options[0], wrong)
    return None


def main():
    told, paths = collections.Counter(), []
    for arg in sys.argv[2:]:
        if os.path.isdir(arg):
            paths += [os.path.join(d, f) for d, _, files in os.walk(arg) for f in files if f.endswith(".onnx")]
        else:
            paths.append(arg)
    for path in sorted(paths):
        for what, wrong in (("print", check_print(sys.argv[1], path, told)), ("nodes", check_nodes(sys.argv[1], path))):
            print("FAIL %s %s: %s" % (what, path, wrong) if wrong else "ok %s %s" % (what, path))
    for line, n in sorted(told.items()):
        print("told %d times: %s" % (n, line))


main()
