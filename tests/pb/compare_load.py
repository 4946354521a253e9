"""Compares what tests/pb/load_dump.c printed for each model with the onnx package's own reading.

Standard input: lines of load_dump. Prints one line for each difference and a count; the status is 1 on
a difference, 3 if the onnx package cannot be imported."""
import math
import sys

try:
    import onnx
except ImportError:
    print("no onnx package")
    sys.exit(3)


def graphs_of(nodes):
    for node in nodes:
        for attr in node.attribute:
            if attr.HasField("g"):
                yield attr.g
            yield from attr.graphs


def expected(model):
    nodes = attrs = inits = params = graphs = 0
    todo = [model.graph] + list(model.functions)
    while todo:
        g = todo.pop()
        graphs += 1
        nodes += len(g.node)
        attrs += sum(len(n.attribute) for n in g.node)
        if isinstance(g, onnx.GraphProto):
            inits += len(g.initializer) + len(g.sparse_initializer)
            params += sum(math.prod(t.dims) for t in g.initializer)
            params += sum(math.prod(t.values.dims) for t in g.sparse_initializer)
        else:
            attrs += len(g.attribute_proto)
        todo += graphs_of(g.node)
    opsets = [(o.domain if o.domain != "ai.onnx" else "", o.version) for o in model.opset_import]
    if not opsets and model.ir_version < 3:
        opsets = [("", 1)]
    return "%d %d %d %d %d %d %d %d %s" % (
        nodes, attrs, inits, params, len(model.graph.input), len(model.graph.output),
        len(model.functions), graphs, ",".join("%s:%d" % o for o in opsets))


count = different = 0
for line in sys.stdin:
    path, got = line.rstrip("\n").split("\t")
    want = expected(onnx.load(path, load_external_data=False))
    count += 1
    if got != want:
        different += 1
        print("%s\n  got  %s\n  want %s" % (path, got, want))
print("%d models, %d differ" % (count, different))
sys.exit(different != 0)
