#!/usr/bin/env python3
"""Families of models that grow in one direction, names, nodes, outputs, attributes, metadata, for tests/proofs/linear.py:
gen_families.py FOLDER [FAMILY ...] writes each at n and at 2n.

Each family is a function of n, the number of whatever there is many of; FAMILIES has the n at which a file has up to a
megabyte, or at which limits of the service preset are nearly met. Most models are valid; the others must be refused as fast."""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bad"))
from onnx_writer import *  # noqa: E402

FAMILIES = {}  # name: (function of n, n)
FREE = (FLOAT, ("n",))
FUNCTION, AT_REF = 25, 21


def family(many):
    def add(make):
        FAMILIES[make.__name__] = (make, many)
        return make
    return add


def net(nodes, inits=(), ins=None, outs=None, extra=b"", more=b"", opsets=(("", 17),)):
    ins = [info("x")] if ins is None else ins
    outs = [info("y")] if outs is None else outs
    return model(graph(nodes, inits, ins, outs, extra=extra), opsets=opsets, extra=more)


def prop(key, value):
    return ld(1, key) + ld(2, value)


def names(n, text="v%d"):
    return [text % i for i in range(n)]


# ---- what is listed ----------------------------------------------------------------------------

@family(50000)
def metadata_of_model(n):
    return net([RELU], more=b"".join(ld(14, prop("key %d" % i, "value")) for i in range(n)))


@family(50000)
def metadata_of_graph(n):
    return net([RELU], extra=b"".join(ld(16, prop("key %d" % i, "value")) for i in range(n)))


@family(50000)
def metadata_of_node(n):
    return net([node("Relu", ["x"], ["y"], b"".join(ld(9, prop("key %d" % i, "value")) for i in range(n)))])


@family(50000)
def metadata_same_key(n):
    return net([RELU], more=b"".join(ld(14, prop("key", "value %d" % i)) for i in range(n)))


@family(25000)
def inputs(n):
    return net([RELU], ins=[info("x")] + [info(v, FLOAT, (1, "a")) for v in names(n)])


@family(20000)
def inputs_of_many_dims(n):
    return net([RELU], ins=[info("x")] + [info(v, FLOAT, ("d%d" % i, "e%d" % i)) for i, v in enumerate(names(n))])


@family(20000)
def outputs(n):
    return net([node("Relu", ["x"], [v]) for v in names(n)], outs=[info(v) for v in names(n)])


@family(25000)
def outputs_all_the_same(n):
    return net([RELU] + [node("Identity", ["y"], [v]) for v in names(n)], outs=[info(v) for v in names(n)])


@family(40000)
def initializers(n):
    return net([RELU], [floats(v, [1], [1.0]) for v in names(n)])


@family(40000)
def initializers_without_elements(n):
    return net([RELU], [tensor(v, FLOAT, [0]) for v in names(n)])


@family(40000)
def value_infos(n):
    return net([RELU], extra=b"".join(ld(13, info(v)) for v in names(n)))


@family(25000)
def value_infos_of_nodes(n):
    v = ["x"] + names(n)
    return net([node("Relu", [v[i]], [v[i + 1]]) for i in range(n)] + [node("Relu", [v[n]], ["y"])],
               extra=b"".join(ld(13, info(w)) for w in v[1:]))


@family(30000)
def annotations(n):
    return net([RELU], extra=b"".join(ld(14, ld(1, v) + ld(2, prop("SCALE_TENSOR", "s"))) for v in names(n)))


@family(60000)
def opset_imports(n):
    return net([RELU], opsets=[("", 17)] + [("domain %d" % i, 1) for i in range(n)])


@family(60000)
def opset_imports_used(n):
    return net([RELU] + [node("Foo", ["x"], [], domain="domain %d" % i) for i in range(n // 2)],
               opsets=[("", 17)] + [("domain %d" % i, 1) for i in range(n // 2)])


@family(40000)
def unknown_operators(n):
    return net([RELU] + [node("Op%d" % i, ["x"], [v]) for i, v in enumerate(names(n))])


@family(40000)
def unknown_domains(n):
    return net([RELU] + [node("Relu", ["x"], [v], domain="d%d" % i) for i, v in enumerate(names(n))])


@family(1000)
def long_names(n):
    long = "a" * 1000
    v = ["x"] + names(n, long + "%d")
    return net([node("Relu", [v[i]], [v[i + 1]], name=v[i]) for i in range(n)] + [node("Relu", [v[n]], ["y"])])


@family(1000000)
def one_long_name(n):
    return net([node("Relu", ["x"], ["y" * n]), node("Relu", ["y" * n], ["y"])])


@family(1000000)
def one_name_of_bytes_to_escape(n):
    return net([node("Relu", ["x"], [b"\x01" * n]), node("Relu", [b"\x01" * n], ["y"])], ins=[info("x", FLOAT, ("\x02" * (n // 2),))],
               outs=[info("y", FLOAT, ("\x02" * (n // 2),))])


@family(500000)
def empty_messages(n):
    return net([RELU]) + ld(7, b"\x0a\x00" * n)


@family(100000)
def graph_in_pieces(n):
    return net([RELU]) + b"".join(ld(7, ld(10, "")) for _ in range(n))


@family(100000)
def training_infos(n):
    return net([RELU]) + b"".join(ld(20, ld(1, b"")) for _ in range(n))


@family(300000)
def unknown_fields(n):
    return net([RELU]) + vi(1000, 1) * n


# ---- nodes -------------------------------------------------------------------------------------

def chain(n, make, dims=(2,)):
    v = ["x"] + names(n - 1) + ["y"]
    return net([make(i, v[i], v[i + 1]) for i in range(n)], ins=[info("x", FLOAT, dims)], outs=[info("y", FLOAT, None)])


@family(40000)
def chain_of_relu(n):
    return chain(n, lambda i, a, b: node("Relu", [a], [b]))


@family(40000)
def chain_of_sigmoid(n):
    return chain(n, lambda i, a, b: node("Sigmoid", [a], [b]), ("n",))


@family(30000)
def chain_of_doubling(n):
    return chain(n, lambda i, a, b: node("Add", [a, a], [b]), ("n",))


@family(25000)
def chain_of_transposes(n):
    return chain(n, lambda i, a, b: node("Transpose", [a], [b]) if i % 2 else node("Exp", [a], [b]), ("a", "b"))


@family(20000)
def chain_of_concat(n):
    return chain(n, lambda i, a, b: node("Concat", [a, "x"], [b], a_int("axis", 0)), ("n",))


@family(20000)
def chain_of_flatten(n):
    return chain(n, lambda i, a, b: node("Flatten", [a], [b], a_int("axis", i % 3)), ("a", "b"))


@family(20000)
def chain_of_unsqueeze(n):
    v = ["x"] + names(n - 1) + ["y"]
    return net([node("Unsqueeze" if i % 2 == 0 else "Squeeze", [v[i], "axis"], [v[i + 1]]) for i in range(n)],
               [int64s("axis", [1], [0])], ins=[info("x", FLOAT, ("a", "b"))], outs=[info("y", FLOAT, None)])


@family(20000)
def chain_of_slices(n):
    v = ["x"] + names(n - 1) + ["y"]
    return net([node("Slice", [v[i], "a", "b"], [v[i + 1]]) for i in range(n)],
               [int64s("a", [1], [1]), int64s("b", [1], [-1])], ins=[info("x", FLOAT, ("n",))], outs=[info("y", FLOAT, None)])


@family(15000)
def chain_of_casts(n):
    return chain(n, lambda i, a, b: node("Cast", [a], [b], a_int("to", FLOAT if i % 2 else INT32)))


@family(30000)
def chain_of_nonzero(n):
    v = ["x"] + names(n)
    return net([node("NonZero", [v[i]], [v[i + 1]]) for i in range(n)] + [node("Identity", [v[n]], ["y"])],
               ins=[info("x", INT64, ("n", "m"))], outs=[info("y", INT64, None)])


@family(25000)
def fan_out(n):
    return net([node("Relu", ["x"], [v]) for v in names(n)] + [node("Sum", names(n), ["y"])])


@family(20000)
def fan_out_different(n):
    ops = ("Relu", "Exp", "Abs", "Neg", "Tanh", "Ceil", "Floor", "Sqrt")
    return net([node(ops[i % 8], ["x" if i < 8 else "v%d" % (i - 8)], [v]) for i, v in enumerate(names(n))] +
               [node("Sum", names(n), ["y"])])


@family(20000)
def fan_out_of_transposes(n):
    return net([node("Transpose", ["x"], [v], a_ints("perm", [0, 1] if i % 2 else [1, 0])) for i, v in enumerate(names(n))] +
               [node("Concat", names(n), ["y"], a_int("axis", 0))], ins=[info("x", FLOAT, ("a", "a"))], outs=[info("y", FLOAT, None)])


@family(25000)
def backwards(n):
    v = ["x"] + names(n - 1) + ["y"]
    return net([node("Relu", [v[i]], [v[i + 1]]) for i in reversed(range(n))])


@family(40000)
def dead(n):
    return net([RELU] + [node("Exp", ["x"], [v]) for v in names(n)])


@family(30000)
def sum_of_the_same(n):
    return net([node("Sum", ["x"] * n, ["y"])])


@family(25000)
def concat_of_inputs(n):
    return net([node("Concat", names(n), ["y"], a_int("axis", 0))], ins=[info(v, FLOAT, ("d%d" % (i % 999),)) for i, v in enumerate(names(n))],
               outs=[info("y", FLOAT, None)])


@family(12000)
def equal_dims(n):
    return net([node("Add", ["v%d" % i, "v%d" % (i + 1)], ["w%d" % i]) for i in range(n)], ins=[info(v, FLOAT, ("d%d" % i,)) for i, v in enumerate(names(n + 1))],
               outs=[info("w0", FLOAT, None)])


@family(30000)
def split(n):
    return net([node("Split", ["x"], names(n), a_int("axis", 0))], ins=[info("x", FLOAT, (n,))], outs=[info("v0", FLOAT, (1,))])


@family(30000)
def split_all_read(n):
    return net([node("Split", ["x"], names(n), a_int("axis", 0)), node("Sum", names(n), ["y"])], ins=[info("x", FLOAT, (n,))], outs=[info("y", FLOAT, (1,))])


@family(40000)
def split_by_sizes(n):
    return net([node("Split", ["x", "s"], names(n), a_int("axis", 0)), node("Sum", names(n), ["y"])], [int64s("s", [n], [1] * n)],
               ins=[info("x", FLOAT, (n,))], outs=[info("y", FLOAT, (1,))])


@family(40000)
def split_by_sizes_given(n):
    return net([node("Split", ["x", "s"], names(n), a_int("axis", 0)), node("Sum", names(n), ["y"])], [int64s("s", [n], [1] * n)],
               ins=[info("x", FLOAT, (n,)), info("s", INT64, (n,))], outs=[info("y", FLOAT, (1,))])


@family(40000)
def split_of_strings(n):
    return net([node("Cast", ["x"], ["t"], a_int("to", STRING)), node("Split", ["t"], names(n), a_int("axis", 0)), node("Concat", names(n), ["y"], a_int("axis", 0))],
               ins=[info("x", FLOAT, (n,))], outs=[info("y", STRING, None)])


@family(40000)
def split_of_columns(n):
    return net([node("Split", ["x"], names(n), a_int("axis", 1)), node("Concat", names(n), ["y"], a_int("axis", 1))], ins=[info("x", FLOAT, (2, n))],
               outs=[info("y", FLOAT, None)])


@family(30000)
def sequence_of_many(n):
    return net([node("SequenceConstruct", ["x"] * n, ["q"]), node("ConcatFromSequence", ["q"], ["y"], a_int("axis", 0))], outs=[info("y", FLOAT, None)])


@family(20000)
def sequence_inserts(n):
    v = ["q"] + names(n)
    return net([node("SequenceEmpty", [], ["q"])] + [node("SequenceInsert", [v[i], "x"], [v[i + 1]]) for i in range(n)] +
               [node("SequenceAt", [v[n], "k"], ["y"])], [int64s("k", [], [0])], outs=[info("y", FLOAT, None)])


@family(15000)
def shape_arithmetic(n):
    v = ["s"] + names(n)
    return net([node("Shape", ["x"], ["s"])] + [node("Mul" if i % 3 else "Add", [v[i], "s"], [v[i + 1]]) for i in range(n)] +
               [node("Reshape", ["x", "m"], ["y"])], [int64s("m", [1], [-1])], ins=[info("x", FLOAT, ("a", "b"))], outs=[info("y", FLOAT, None), info(v[n], INT64, None)])


@family(100000)
def known_elements(n):
    return net([node("Add", ["s", "s"], ["a"]), node("Mul", ["a", "s"], ["b"]), node("Slice", ["b", "k", "m"], ["c"]), node("Reshape", ["x", "c"], ["y"])],
               [int64s("s", [n], [1] * n), int64s("k", [1], [0]), int64s("m", [1], [1])], outs=[info("y", FLOAT, None)])


@family(10000)
def quantized(n):
    v = ["x"] + names(n)
    return net([w for i in range(n) for w in (node("QuantizeLinear", [v[i], "s", "z"], ["q%d" % i]), node("DequantizeLinear", ["q%d" % i, "s", "z"], ["d%d" % i]),
                                              node("Relu", ["d%d" % i], [v[i + 1]]))], [floats("s", [], [0.1]), tensor("z", UINT8, [], b"\x80")], outs=[info(v[n], FLOAT, None)])


@family(6000)
def products(n):
    v = ["x"] + names(n)
    return net([node("MatMul", [v[i], "w%d" % i], [v[i + 1]]) for i in range(n)], [floats("w%d" % i, [4, 4], [0.5] * 16) for i in range(n)],
               ins=[info("x", FLOAT, ("n", 4))], outs=[info(v[n], FLOAT, None)])


@family(6000)
def products_side_by_side(n):
    return net([node("MatMul", ["x", "w%d" % i], ["v%d" % i]) for i in range(n)] + [node("Sum", names(n), ["y"])],
               [floats("w%d" % i, [4, 4], [0.5] * 16) for i in range(n)], ins=[info("x", FLOAT, ("n", 4))], outs=[info("y", FLOAT, None)])


@family(4000)
def convolutions(n):
    v = ["x"] + names(n)
    return net([w for i in range(n) for w in (node("Conv", [v[i], "w", "b"], ["c%d" % i], a_ints("pads", [1] * 4)), node("Relu", ["c%d" % i], ["r%d" % i]),
                                              node("Add", ["r%d" % i, v[i]], [v[i + 1]]))],
               [floats("w", [8, 8, 3, 3], [0.01] * 576), floats("b", [8], [0.0] * 8)], ins=[info("x", FLOAT, (1, 8, 4, 4))], outs=[info(v[n], FLOAT, None)])


# ---- attributes --------------------------------------------------------------------------------

@family(60000)
def attributes(n):
    return net([node("Relu", ["x"], ["y"], b"".join(a_int(v, 1) for v in names(n)))])


@family(100000)
def attributes_same_name(n):
    return net([node("Relu", ["x"], ["y"], a_int("a", 1) * n)])


@family(300000)
def attribute_of_ints(n):
    return net([node("Transpose", ["x"], ["y"], a_ints("perm", [0] * n))])


@family(60000)
def label_encoder(n):
    return net([node("LabelEncoder", ["x"], ["y"], a_ints("keys_int64s", range(n)) + a_strs("values_strings", names(n)), domain="ai.onnx.ml")],
               ins=[info("x", INT64)], outs=[info("y", STRING)], opsets=(("", 17), ("ai.onnx.ml", 3)))


@family(60000)
def stop_words(n):
    return net([node("StringNormalizer", ["x"], ["y"], a_strs("stopwords", names(n)))], ins=[info("x", STRING)], outs=[info("y", STRING, None)])


@family(15000)
def tree_as_list(n):
    m = 2 * n + 1
    a = a_ints("nodes_treeids", [0] * m) + a_ints("nodes_nodeids", list(range(m))) + a_ints("nodes_featureids", [0] * m)
    a += a_strs("nodes_modes", ["BRANCH_LEQ", "LEAF"] * n + ["LEAF"]) + floats_of("nodes_values", [0.5] * m)
    a += a_ints("nodes_truenodeids", [i + 1 if i % 2 == 0 and i < m - 1 else 0 for i in range(m)])
    a += a_ints("nodes_falsenodeids", [i + 2 if i % 2 == 0 and i < m - 1 else 0 for i in range(m)])
    a += a_ints("target_treeids", [0]) + a_ints("target_nodeids", [m - 1]) + a_ints("target_ids", [0]) + floats_of("target_weights", [1.0]) + a_int("n_targets", 1)
    return net([node("TreeEnsembleRegressor", ["x"], ["y"], a, domain="ai.onnx.ml")], ins=[info("x", FLOAT, (2, 1))], outs=[info("y", FLOAT, None)],
               opsets=(("", 17), ("ai.onnx.ml", 3)))


@family(15000)
def trees(n):
    a = a_ints("nodes_treeids", list(range(n))) + a_ints("nodes_nodeids", [0] * n) + a_ints("nodes_featureids", [0] * n)
    a += a_strs("nodes_modes", ["LEAF"] * n) + floats_of("nodes_values", [0.5] * n) + a_ints("nodes_truenodeids", [0] * n) + a_ints("nodes_falsenodeids", [0] * n)
    a += a_ints("target_treeids", list(range(n))) + a_ints("target_nodeids", [0] * n) + a_ints("target_ids", [0] * n) + floats_of("target_weights", [1.0] * n) + a_int("n_targets", 1)
    return net([node("TreeEnsembleRegressor", ["x"], ["y"], a, domain="ai.onnx.ml")], ins=[info("x", FLOAT, (2, 1))], outs=[info("y", FLOAT, None)],
               opsets=(("", 17), ("ai.onnx.ml", 3)))


@family(40000)
def pool_of_ngrams(n):
    a = a_ints("ngram_counts", [0]) + a_ints("ngram_indexes", range(n)) + a_ints("pool_int64s", range(n)) + a_int("max_gram_length", 1)
    return net([node("TfIdfVectorizer", ["x"], ["y"], a + a_int("min_gram_length", 1) + a_int("max_skip_count", 0) + a_str("mode", "TF"))],
               ins=[info("x", INT64)], outs=[info("y", FLOAT, None)])


@family(100000)
def pattern(n):
    return net([node("RegexFullMatch", ["x"], ["y"], a_str("pattern", "(a|b)?" * (n // 6)))], ins=[info("x", STRING)], outs=[info("y", BOOL, None)], opsets=(("", 20),))


@family(100000)
def strings(n):
    return net([node("Identity", ["w"], ["y"])], [tensor("w", STRING, [n], extra=b"".join(ld(6, "text %d" % i) for i in range(n)))], outs=[info("y", STRING, None)])


@family(60000)
def sparse(n):
    values = floats("w", [n], [1.0] * n)
    return net([node("Add", ["w", "x"], ["y"])], ins=[info("x", FLOAT, (1,))], outs=[info("y", FLOAT, None)],
               extra=ld(15, ld(1, values) + ld(2, int64s("i", [n], range(n))) + vi(3, n)))


# ---- graphs in graphs, functions ---------------------------------------------------------------

def branch(n, source="x", out="t"):
    v = [source] + names(n - 1, out + "%d") + [out]
    return graph([node("Relu", [v[i]], [v[i + 1]]) for i in range(n)], outs=[info(out, FLOAT, None)])


@family(4000)
def ifs(n):
    v = ["x"] + names(n)
    return net([node("If", ["c"], [v[i + 1]], a_graph("then_branch", branch(1, v[i])) + a_graph("else_branch", branch(2, v[i]))) for i in range(n)],
               ins=[info("x"), info("c", BOOL, ())], outs=[info(v[n], FLOAT, None)])


@family(12000)
def if_of_many_nodes(n):
    return net([node("If", ["c"], ["y"], a_graph("then_branch", branch(n)) + a_graph("else_branch", branch(n, out="u")))],
               ins=[info("x"), info("c", BOOL, ())], outs=[info("y", FLOAT, None)])


@family(8000)
def if_of_many_outputs(n):
    def some(op, text):
        return graph([node(op, ["x"], [v]) for v in names(n, text)], outs=[info(v, FLOAT, None) for v in names(n, text)])
    return net([node("If", ["c"], names(n), a_graph("then_branch", some("Relu", "t%d")) + a_graph("else_branch", some("Exp", "u%d")))],
               ins=[info("x"), info("c", BOOL, ())], outs=[info("v0", FLOAT, None)])


@family(1200)
def nested_ifs(n):
    """Fourteen levels, n nodes in each."""
    g = branch(n)
    for _ in range(13):
        v = ["x"] + names(n, "n%d")
        g = graph([node("Relu", [v[i]], [v[i + 1]]) for i in range(n)] +
                  [node("If", ["c"], ["t"], a_graph("then_branch", g) + a_graph("else_branch", branch(1)))], outs=[info("t", FLOAT, None)])
    return net([node("If", ["c"], ["y"], a_graph("then_branch", g) + a_graph("else_branch", branch(1)))], ins=[info("x"), info("c", BOOL, ())], outs=[info("y", FLOAT, None)])


@family(8000)
def loop_of_many_states(n):
    body = graph([node("Identity", ["ci"], ["co"])] + [node("Relu", ["s%d" % i], ["r%d" % i]) for i in range(n)], ins=[info("i", INT64, ()), info("ci", BOOL, ())] +
                 [info("s%d" % i, FLOAT, None) for i in range(n)], outs=[info("co", BOOL, ())] + [info("r%d" % i, FLOAT, None) for i in range(n)])
    return net([node("Loop", ["m", ""] + ["x"] * n, names(n), a_graph("body", body))], [int64s("m", [], [2])], outs=[info("v0", FLOAT, None)])


@family(20000)
def loop_of_many_nodes(n):
    v = ["s"] + names(n)
    body = graph([node("Identity", ["ci"], ["co"])] + [node("Relu", [v[i]], [v[i + 1]]) for i in range(n)], ins=[info("i", INT64, ()), info("ci", BOOL, ()), info("s", FLOAT, None)],
                 outs=[info("co", BOOL, ()), info(v[n], FLOAT, None)])
    return net([node("Loop", ["m", "", "x"], ["y"], a_graph("body", body))], [int64s("m", [], [2])], outs=[info("y", FLOAT, None)])


@family(6)
def nested_loops(n):
    """n levels, each of them a loop whose states change their rank and their size for some turns of inference; n stands for the depth."""
    def body(depth):
        inner = [node("Concat", ["s%d" % depth, "s%d" % depth], ["r%d" % depth], a_int("axis", 0))]
        if depth > 0:
            inner = [node("Loop", ["m", "", "s%d" % depth, "p%d" % depth], ["u%d" % depth, "w%d" % depth], a_graph("body", body(depth - 1))),
                     node("Concat", ["u%d" % depth, "p%d" % depth], ["r%d" % depth], a_int("axis", 0))]
        return graph([node("Identity", ["ci%d" % depth], ["co%d" % depth]), node("Identity", ["s%d" % depth], ["z%d" % depth])] + inner,
                     ins=[info("i%d" % depth, INT64, ()), info("ci%d" % depth, BOOL, ()), info("s%d" % depth, FLOAT, None), info("p%d" % depth, FLOAT, None)],
                     outs=[info("co%d" % depth, BOOL, ()), info("r%d" % depth, FLOAT, None), info("z%d" % depth, FLOAT, None)])
    return net([node("Loop", ["m", "", "x", "x"], ["y", "w"], a_graph("body", body(n)))], [int64s("m", [], [1])], outs=[info("y", FLOAT, None)])


def function(name, ins, outs, nodes, attributes=(), domain="f"):
    out = ld(1, name) + b"".join(ld(4, i) for i in ins) + b"".join(ld(5, o) for o in outs) + b"".join(ld(6, a) for a in attributes)
    out += b"".join(ld(7, n[len(n) - len(strip(n)):]) for n in nodes) + ld(9, ld(1, "") + vi(2, 17)) + ld(9, ld(1, "f") + vi(2, 1)) + ld(10, domain)
    return ld(FUNCTION, out)


def strip(field):
    """The message in a field with a length."""
    at = 1
    while field[at] & 128:
        at += 1
    return field[at + 1:]


def a_ref(name, of, kind):
    return ld(5, ld(1, name) + vi(20, kind) + ld(AT_REF, of))


WITH_F = (("", 17), ("f", 1))


@family(30000)
def function_of_many_nodes(n):
    v = ["a"] + names(n)
    return net([node("F", ["x"], ["y"], domain="f")], more=function("F", ["a"], [v[n]], [node("Relu", [v[i]], [v[i + 1]]) for i in range(n)]), opsets=WITH_F)


@family(10000)
def functions(n):
    v = ["x"] + names(n)
    return net([node("F%d" % i, [v[i]], [v[i + 1]], domain="f") for i in range(n)], outs=[info(v[n])], opsets=WITH_F,
               more=b"".join(function("F%d" % i, ["a"], ["b"], [node("Relu", ["a"], ["b"])]) for i in range(n)))


@family(20000)
def calls(n):
    v = ["x"] + names(n)
    return net([node("F", [v[i]], [v[i + 1]], domain="f") for i in range(n)], outs=[info(v[n])], opsets=WITH_F, more=function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])]))


@family(100000)
def nested_functions(n):
    """An attribute of n numbers, given down twelve levels, twice in each."""
    fs = b""
    for d in range(12):
        nodes = [node("F%d" % (d + 1), ["a"], ["c"], a_ref("k", "k", AT_INTS), domain="f"), node("F%d" % (d + 1), ["c"], ["b"], a_ref("k", "k", AT_INTS), domain="f")] if d < 11 else \
            [node("Transpose", ["a"], ["b"], a_ref("perm", "k", AT_INTS))]
        fs += function("F%d" % d, ["a"], ["b"], nodes, ["k"])
    return net([node("F0", ["x"], ["y"], a_ints("k", [0] * n), domain="f")], more=fs, opsets=WITH_F)


@family(2000)
def nested_functions_with_a_graph(n):
    """A graph of n nodes as the attribute that five levels copy, twice in each."""
    fs = b""
    for d in range(5):
        nodes = [node("F%d" % (d + 1), ["a"], ["c"], a_ref("g", "g", AT_GRAPH), domain="f"), node("F%d" % (d + 1), ["c"], ["b"], a_ref("g", "g", AT_GRAPH), domain="f")] if d < 4 else \
            [node("Constant", [], ["k"], a_tensor("value", tensor("", BOOL, [], b"\1"))),
             node("If", ["k"], ["b"], a_ref("then_branch", "g", AT_GRAPH) + a_ref("else_branch", "g", AT_GRAPH))]
        fs += function("F%d" % d, ["a"], ["b"], nodes, ["g"])
    return net([node("F0", ["x"], ["y"], a_graph("g", branch(n)), domain="f")], more=fs, opsets=WITH_F)


@family(40000)
def function_of_many_attributes(n):
    return net([node("F", ["x"], ["y"], b"".join(a_int(v, 1) for v in names(n // 2)), domain="f")], opsets=WITH_F,
               more=function("F", ["a"], ["b"], [node("Relu", ["a"], ["b"])], names(n // 2)))


# ---- much of what is looked for among others ---------------------------------------------------

def alphas(n):
    return [node("LeakyRelu", ["x"], ["v%d" % i], a_float("alpha", i)) for i in range(n)]


@family(18000)
def alike_but_for_an_attribute(n):
    return net(alphas(n) + [node("Sum", names(n), ["y"])])


@family(12000)
def constants_alike_but_for_the_end(n):
    return net([node("Add", ["x", "w%d" % i], ["v%d" % i]) for i in range(n)] + [node("Sum", names(n), ["y"])],
               [floats("w%d" % i, [4], [1.0, 2.0, 3.0, i]) for i in range(n)], ins=[info("x", FLOAT, (4,))], outs=[info("y", FLOAT, None)])


@family(12000)
def constant_nodes_alike(n):
    return net([w for i in range(n) for w in (node("Constant", [], ["w%d" % i], a_tensor("value", floats("", [4], [1.0, 2.0, 3.0, i % 2]))),
                                              node("Add", ["x", "w%d" % i], ["v%d" % i]))] + [node("Sum", names(n), ["y"])],
               ins=[info("x", FLOAT, (4,))], outs=[info("y", FLOAT, None)])


@family(10000)
def buffers_alive_at_once(n):
    return net([w for i in range(n) for w in (node("LeakyRelu", ["x"], ["v%d" % i], a_float("alpha", i)), node("Tile", ["v%d" % i, "k%d" % (i % 97)], ["w%d" % i]))] +
               [node("Concat", names(n, "w%d"), ["y"], a_int("axis", 0))], [int64s("k%d" % i, [1], [i % 97 + 20]) for i in range(97)],
               ins=[info("x", FLOAT, (16,))], outs=[info("y", FLOAT, None)])


@family(8000)
def buffers_dying_in_turn(n):
    """The first made is the last read."""
    return net([node("LeakyRelu", ["x"], ["w%d" % i], a_float("alpha", i)) for i in range(n)] +
               [node("ReduceMax", ["w%d" % (n - 1 - i)], ["r%d" % i]) for i in range(n)] + [node("Sum", names(n, "r%d"), ["y"])],
               ins=[info("x", FLOAT, (16,))], outs=[info("y", FLOAT, None)])


@family(250)
def dense_convolutions(n):
    """Each reads all that were made before."""
    v = ["c%d" % i for i in range(n)]
    nodes = []
    for i in range(n):
        nodes += [node("Concat", ["x"] + v[:i], ["k%d" % i], a_int("axis", 2)), node("Conv", ["k%d" % i, "w"], [v[i]], a_ints("pads", [1, 1, 1, 1]) + a_ints("strides", [i + 1, 1]))]
    return net(nodes, [floats("w", [8, 8, 3, 3], [0.01] * 576)], ins=[info("x", FLOAT, (1, 8, 4, 4))], outs=[info(v[-1], FLOAT, None)])


@family(400)
def dense_sums(n):
    v = ["x"] + names(n)
    return net([node("Sum", v[:i + 1], [v[i + 1]]) for i in range(n)], outs=[info(v[n], FLOAT, None)])


@family(20)
def doubling_calls_of_nothing(n):
    """Functions that call the next one twice; the last one has no nodes."""
    fs = b""
    for d in range(n):
        fs += function("F%d" % d, ["a"], [], [node("F%d" % (d + 1), ["a"], [], domain="f")] * 2 if d < n - 1 else [])
    return net([RELU, node("F0", ["x"], [], domain="f")], more=fs, opsets=WITH_F)


@family(20)
def doubling_calls_of_nothing_read(n):
    """The same with results that nobody makes but the branches of Ifs."""
    fs = b""
    for d in range(n):
        fs += function("F%d" % d, ["a"], ["b"], [node("F%d" % (d + 1), ["a"], ["c"], domain="f"), node("F%d" % (d + 1), ["c"], ["b"], domain="f")] if d < n - 1 else
                       [node("Identity", ["a"], ["b"])])
    return net([node("F0", ["x"], ["y"], domain="f")], more=fs, opsets=WITH_F)


@family(6)
def nested_loops_of_turning_dims(n):
    """n levels; each turn of inference makes one more dim unknown, in each loop anew."""
    def body(depth):
        s, r = "s%d" % depth, "r%d" % depth
        inner = [node("Transpose", [s], ["t%d" % depth], a_ints("perm", [7, 0, 1, 2, 3, 4, 5, 6])), node("Concat", ["t%d" % depth, "t%d" % depth], ["q%d" % depth], a_int("axis", 7))]
        if depth > 0:
            inner.append(node("Loop", ["m", "", "q%d" % depth], [r], a_graph("body", body(depth - 1))))
        else:
            inner.append(node("Relu", ["q%d" % depth], [r]))
        return graph([node("Identity", ["ci%d" % depth], ["co%d" % depth])] + inner, ins=[info("i%d" % depth, INT64, ()), info("ci%d" % depth, BOOL, ()), info(s, FLOAT, None)],
                     outs=[info("co%d" % depth, BOOL, ()), info(r, FLOAT, None)])
    return net([node("Loop", ["m", "", "x"], ["y"], a_graph("body", body(n)))], [int64s("m", [], [0])], ins=[info("x", FLOAT, (1,) * 8)], outs=[info("y", FLOAT, None)])


@family(6)
def nested_loops_of_turning_elements(n):
    def body(depth):
        s, r = "s%d" % depth, "r%d" % depth
        inner = [node("Gather", [s, "perm"], ["t%d" % depth]), node("Add", ["t%d" % depth, "unit"], ["q%d" % depth])]
        if depth > 0:
            inner.append(node("Loop", ["m", "", "q%d" % depth], [r], a_graph("body", body(depth - 1))))
        else:
            inner.append(node("Neg", ["q%d" % depth], [r]))
        return graph([node("Identity", ["ci%d" % depth], ["co%d" % depth])] + inner, ins=[info("i%d" % depth, INT64, ()), info("ci%d" % depth, BOOL, ()), info(s, INT64, None)],
                     outs=[info("co%d" % depth, BOOL, ()), info(r, INT64, None)])
    k = 64
    return net([node("Shape", ["x"], ["l"]), node("Concat", ["l"] * k, ["e"], a_int("axis", 0)), node("Loop", ["m", "", "e"], ["s"], a_graph("body", body(n))), node("Reshape", ["x", "s"], ["y"])],
               [int64s("m", [], [0]), int64s("perm", [k], [k - 1] + list(range(k - 1))), int64s("unit", [k], [1] + [0] * (k - 1))], outs=[info("y", FLOAT, None)])


@family(3)
def counted_patterns(n):
    p = "a"
    for _ in range(n):
        p = "(%s){1000}" % p
    return net([node("RegexFullMatch", ["x"], ["y"], a_str("pattern", p))], ins=[info("x", STRING)], outs=[info("y", BOOL, None)], opsets=(("", 20),))


@family(20000)
def scans_of_dims(n):
    v = ["x"] + names(n)
    return net([node("Pad", [v[i], "p"], [v[i + 1]]) for i in range(n)], [int64s("p", [2], [1, 1])], ins=[info("x", FLOAT, ("n",))], outs=[info(v[n], FLOAT, None)])


@family(12000)
def divided_dims(n):
    v = ["x"] + names(n)
    return net([node("MaxPool", [v[i]], [v[i + 1]], a_ints("kernel_shape", [2]) + a_ints("strides", [2]) + a_ints("pads", [1, 1])) for i in range(n)],
               ins=[info("x", FLOAT, (1, 1, "n"))], outs=[info(v[n], FLOAT, None)])


@family(15000)
def reshapes_by_products(n):
    v = ["x"] + names(n)
    return net([node("Reshape", [v[i], "k%d" % (i % 3)], [v[i + 1]]) for i in range(n)], [int64s("k0", [2], [-1, 2]), int64s("k1", [3], [3, -1, 1]), int64s("k2", [1], [-1])],
               ins=[info("x", FLOAT, ("a", "b", "c", "d"))], outs=[info(v[n], FLOAT, None)])


@family(8000)
def gathers_of_shapes(n):
    v = names(n)
    return net([w for i in range(n) for w in (node("Shape", ["x" if i == 0 else v[i - 1]], ["s%d" % i]), node("Concat", ["s%d" % i, "one"], ["k%d" % i], a_int("axis", 0)),
                                              node("Expand", ["x", "s%d" % i], [v[i]]))], [int64s("one", [1], [1])], ins=[info("x", FLOAT, ("a", "b"))], outs=[info(v[-1], FLOAT, None)])


@family(20000)
def casts_of_the_same(n):
    return net([node("Cast", ["x"], ["v%d" % i], a_int("to", (INT32, INT64, DOUBLE, FLOAT16)[i % 4])) for i in range(n)] +
               [node("Cast", ["v%d" % i], ["w%d" % i], a_int("to", FLOAT)) for i in range(n)] + [node("Sum", names(n, "w%d"), ["y"])])


@family(25000)
def reads_of_a_constant(n):
    v = ["x"] + names(n)
    return net([node("Mul" if i % 2 else "Add", [v[i], "w"], [v[i + 1]]) for i in range(n)], [floats("w", [1], [2.0])], outs=[info(v[n], FLOAT, None)])


def main():
    folder, wanted = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    for name, (make, n) in FAMILIES.items():
        if wanted and name not in wanted:
            continue
        for times in (1, 2):
            with open(os.path.join(folder, "%s_%d.onnx" % (name, times)), "wb") as f:
                f.write(make(n * times))


if __name__ == "__main__":
    main()
