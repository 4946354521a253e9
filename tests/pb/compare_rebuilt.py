"""Models that the builder made again: lines ORIGINAL TAB REBUILT on standard input.

Each must pass onnx.checker (with shape inference) where the original does, and then say the same as the
original: nodes, attributes, tensors, types, functions. What the builder does not take (doc strings, denotations,
annotations) and the order of nodes and initializers do not count. Prints what differs, then "N compared".
"""
import sys

import numpy
import onnx
from onnx import numpy_helper


def tensor(t, base):
    array = numpy_helper.to_array(t, base)
    return t.name, str(t.data_type), tuple(t.dims), array.tolist() if array.dtype == object else array.tobytes()


def attribute(a, base):
    kind = onnx.AttributeProto.AttributeType.Name(a.type)
    if a.ref_attr_name:
        return a.name, kind, a.ref_attr_name
    values = {
        "TENSOR": [a.t], "TENSORS": a.tensors, "GRAPH": [a.g], "GRAPHS": a.graphs,
        "SPARSE_TENSOR": [a.sparse_tensor], "SPARSE_TENSORS": a.sparse_tensors,
        "TYPE_PROTO": [a.tp], "TYPE_PROTOS": a.type_protos,
    }.get(kind)
    if values is None:
        value = onnx.helper.get_attribute_value(a)
        return a.name, kind, repr(list(value) if hasattr(value, "append") else value)
    if "GRAPH" in kind:
        return a.name, kind, [graph(g, base) for g in values]
    if kind.startswith("TENSOR"):
        return a.name, kind, [tensor(t, base)[1:] for t in values]
    return a.name, kind, [v.SerializeToString(deterministic=True) for v in values]


def node(n, base):
    domain = "" if n.domain == "ai.onnx" else n.domain
    return (n.op_type, domain, n.name, n.overload, list(n.input), list(n.output),
            sorted(attribute(a, base) for a in n.attribute))


def infos(values):
    for v in values:
        v.doc_string = ""
        v.type.denotation = ""
        for d in v.type.tensor_type.shape.dim if v.type.HasField("tensor_type") else []:
            d.denotation = ""
            if d.dim_value < 0:  # exporters that mean a free dim
                d.ClearField("dim_value")
    return [(v.name, str(v.type)) for v in values]


def graph(g, base):
    listed = {v.name for v in g.input} | {v.name for v in g.output}
    rest = [v for v in g.value_info if v.name not in listed]
    sparse = [(s.values.name, list(s.dims), tensor(s.values, base)[1:], tensor(s.indices, base)[1:])
              for s in g.sparse_initializer]
    nodes = sorted((node(n, base) for n in g.node), key=str)  # the builder's are in an order that computes
    return (infos(g.input), infos(g.output), sorted(infos(rest)), nodes,
            sorted(tensor(t, base) for t in g.initializer), sparse)


def opsets(imports):
    return {("" if o.domain == "ai.onnx" else o.domain, o.version) for o in imports}


def function(f, base):
    return (f.domain, f.name, f.overload, list(f.input), list(f.output), list(f.attribute),
            [attribute(a, base) for a in f.attribute_proto], [node(n, base) for n in f.node], opsets(f.opset_import))


def model(m, base):
    metadata = sorted((p.key, p.value) for p in m.metadata_props)
    return m.ir_version, opsets(m.opset_import), metadata, graph(m.graph, base), [function(f, base) for f in m.functions]


def accepted(path):
    try:
        onnx.checker.check_model(path, full_check=True)
    except Exception as e:  # the checker has several classes of them
        return str(e).strip().splitlines()[-1:]
    return None


n = n_refused = 0
for line in sys.stdin:
    original, rebuilt = line.rstrip("\n").split("\t")
    n += 1
    complaint = accepted(rebuilt)
    if complaint is not None:
        if accepted(original) is None:
            print(f"{rebuilt}: the checker refuses it: {complaint}")
        n_refused += 1
        continue
    a = model(onnx.load(original), original.rpartition("/")[0])
    b = model(onnx.load(rebuilt), rebuilt.rpartition("/")[0])
    for what, x, y in zip(("IR version", "opsets", "metadata", "graph", "functions"), a, b):
        if x != y:
            print(f"{rebuilt}: {what} differs")
            if what == "graph":
                for w, p, q in zip(("inputs", "outputs", "infos", "nodes", "initializers", "sparse"), x, y):
                    if p != q:
                        print("  ", w, str(p)[:300], "\n  ", str(q)[:300])
print(f"{n} compared, {n_refused} refused as the original is")
