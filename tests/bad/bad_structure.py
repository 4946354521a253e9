"""bad_structure.py: files of gen_bad.py that are about the structure of a model: wire, graphs, functions, types, tensors, external data."""
from onnx_writer import *


def wire_more():
    good = relu()
    bad("K_W07_negative_enum", relu(extra=ld(14, ld(1, "g") + vi(7, -1))))
    bad("W07_negative_dtype", init(tensor("w", -1, [2], bytes(8))))
    bad("K_W19_unpacked_floats", init(tensor("w", FLOAT, [2], extra=f32(4, 1) + f32(4, 2))))
    bad("K_W19_packed_dims", init(ld(1, varint(2)) + vi(2, FLOAT) + ld(8, "w") + ld(9, bytes(8))))
    for n in (31, 32):
        g = graph([RELU], **IO)
        t = ttype()
        for _ in range(n):
            t = ld(4, ld(1, t))
        bad("W28_types_%d_deep" % n, model(graph([RELU], ins=[ld(1, "x") + ld(2, t)], outs=[info("y")])))
    bad("W33_many_small_repeats", relu(extra=b"".join(ld(13, info("v%d" % i)) + vi(60, i) for i in range(5000))))
    for n in range(1, 8):
        bad("K_W38_raw_at_odd_%d" % n, init(floats("w" , [2], [1, 2]) + ld(12, "d" * n)))
    for cut in (1, 2, 3, 5, 9, 14, 30, 50):
        bad("W02_cut_at_%d" % cut, good[:cut])
    for name, at in (("model", 0), ("graph", 4), ("node", 6)):
        for wire in (3, 4, 6, 7):
            bad("W25_%s_wire_type_%d" % (name, wire), good[:at] + tag(3, wire) + good[at:])
    bad("W10_tag_above_32_bits", b"\xf8\xff\xff\xff\x7f\x00" + good)
    bad("W09_field_0_in_node", model(graph([ld(1, b"\x02\x00" + RELU[2:])], **IO)))
    bad("W29_name_of_1_MB", model(graph([node("Relu", ["n" * 1000000], ["y"])], ins=[info("x")], outs=[info("y")])))
    bad("K_W29_name_with_nul", model(graph([node("Relu", [b"x\x00"], [b"x"])], ins=[info(b"x\x00")], outs=[info(b"x")])))
    bad("W20_opset_twice", relu(opsets=(("", 17), ("", 17), ("", 17))))
    bad("W12_name_as_varint", model(graph([ld(1, vi(4, 7))], **IO)))
    bad("W12_dims_as_fixed64", init(tag(1, 1) + bytes(8) + vi(2, FLOAT) + ld(8, "w") + ld(9, bytes(4))))


def function(name, body, ins=("x",), outs=("y",), domain="f", extra=b"", imports=(("", 17), ("f", 1))):
    out = ld(1, name) + b"".join(ld(4, i) for i in ins) + b"".join(ld(5, o) for o in outs)
    out += b"".join(b"\x3a" + n[1:] for n in body) + ld(10, domain) + extra
    return ld(25, out + b"".join(ld(9, (ld(1, d) if d else b"") + vi(2, v)) for d, v in imports))


def functions():
    f = lambda *args, **more: function(*args, **more)
    call = lambda name="F", ins=("x",), outs=("y",), attrs=b"": node(name, ins, outs, attrs, "call", "f")
    use = lambda extra, nodes=None: model(graph(nodes or [call()], **IO), opsets=(("", 17), ("f", 1)), extra=extra)
    relu_of = lambda i="x", o="y": node("Relu", [i], [o])
    ref = lambda name, parent, kind: ld(5, ld(1, name) + ld(21, parent) + vi(20, kind))
    bad("K_M24_function", use(f("F", [relu_of()])))
    bad("M24_function_twice", use(f("F", [relu_of()]) * 2))
    bad("M24_shadows_builtin", model(graph([RELU], **IO), extra=f("Relu", [node("Neg", ["x"], ["y"])], domain="", imports=(("", 17),))))
    bad("M24_too_many_arguments", use(f("F", [relu_of()]), [call(ins=("x", "x"))]))
    bad("M24_too_few_arguments", use(f("F", [node("Add", ["x", "z"], ["y"])], ins=("x", "z")), [call()]))
    bad("M24_too_many_results", use(f("F", [relu_of()]), [call(outs=("y", "z"))]))
    bad("M24_ref_unbound", use(f("F", [node("Softmax", ["x"], ["y"], ref("axis", "a", AT_INT))], extra=ld(6, "a"))))
    bad("M24_ref_undeclared", use(f("F", [node("Softmax", ["x"], ["y"], ref("axis", "a", AT_INT))])))
    bad("M25_ref_in_main", one("Softmax", [X], attrs=ref("axis", "a", AT_INT)))
    bad("M25_ref_of_other_type", use(f("F", [node("Softmax", ["x"], ["y"], ref("axis", "a", AT_INT))], extra=ld(6, "a")),
                                     [call(attrs=a_str("a", "text"))]))
    bad("M25_ref_graph_attribute", use(f("F", [node("If", ["c"], ["y"], ref("then_branch", "a", AT_GRAPH) +
                                                    ref("else_branch", "a", AT_GRAPH))], ins=("c",), extra=ld(6, "a")),
                                       [call(attrs=a_int("a", 1))]))
    bad("M22_call_in_subgraph", use(f("F", [node("If", ["x"], ["y"], a_graph("then_branch", graph([call("F", ("x",), ("z",))], outs=[info("z")])) +
                                            a_graph("else_branch", graph([relu_of("x", "w")], outs=[info("w")])))])))
    bad("M22_chain_of_33", use(b"".join(f("F%d" % i if i else "F", [call("F%d" % (i + 1))]) for i in range(33)) +
                               f("F33", [relu_of()])))
    bad("K_M22_chain_of_20", use(b"".join(f("F%d" % i if i else "F", [call("F%d" % (i + 1))]) for i in range(20)) +
                                 f("F20", [relu_of()])))
    bad("M24_no_name", use(f("", [relu_of()])))
    bad("M24_output_not_made", use(f("F", [relu_of("x", "z")])))
    bad("M24_undefined_in_body", use(f("F", [relu_of("q", "y")])))
    bad("M24_body_not_sorted", use(f("F", [relu_of("h", "y"), relu_of("x", "h")])))
    bad("M24_body_cycle", use(f("F", [relu_of("h", "y"), relu_of("y", "h")])))
    bad("M24_inputs_twice", use(f("F", [relu_of()], ins=("x", "x")), [call(ins=("x", "x"))]))
    bad("M24_body_empty", use(f("F", [])))
    bad("M24_domain_not_imported", model(graph([call()], **IO), extra=f("F", [relu_of()])))
    bad("M24_body_of_other_opset", use(f("F", [relu_of()], imports=(("", 9), ("f", 1)))))
    bad("K_M24_attribute_default", use(f("F", [node("Softmax", ["x"], ["y"], ref("axis", "a", AT_INT))],
                                         extra=ld(11, ld(1, "a") + vi(3, 0) + vi(20, AT_INT)))))


def graphs_more():
    relu_of = lambda i, o: node("Relu", [i], [o])
    # names whose sums and first letters are equal
    bad("K_M17_names_alike", model(graph([relu_of("x" if i == 0 else "v%06d" % (i - 1), "v%06d" % i) for i in range(3000)] +
                                         [node("Relu", ["v002999"], ["y"])], **IO)))
    for depth in (33, 1000):
        g = graph([relu_of("x", "y")], outs=[info("y")])
        for _ in range(depth):
            g = graph([node("If", ["c"], ["y"], a_graph("then_branch", g) + a_graph("else_branch", g[:0] + graph([relu_of("x", "z")], outs=[info("z")])))],
                      outs=[info("y")])
        bad("M20_ifs_%d_deep" % depth, model(g))
    g = graph([relu_of("x", "z")], outs=[info("z")])
    for i in range(8):
        g = graph([node("If", ["c"], ["z%d" % i], a_graph("then_branch", g) + a_graph("else_branch", g))], outs=[info("z%d" % i)])
    bad("M21_512_branches", model(graph([node("If", ["c"], ["y"], a_graph("then_branch", g) + a_graph("else_branch", g))],
                                         ins=[info("c", BOOL, ()), info("x")], outs=[info("y")])))
    for name, d in (("empty_param", ld(1, ld(2, ""))), ("both", ld(1, vi(1, 2) + ld(2, "n"))), ("both_turned", ld(1, ld(2, "n") + vi(1, 2))),
                    ("neither", ld(1, b"")), ("negative", ld(1, vi(1, -2))), ("huge", ld(1, vi(1, 2**62)))):
        typ = ld(1, vi(1, FLOAT) + ld(2, d))
        bad("M26_dim_" + name, model(graph([RELU], ins=[ld(1, "x") + ld(2, typ)], outs=[info("y", FLOAT, (None,))])))
    for name, dims in (("same", ("n", "n")), ("zero", (0,)), ("of_9", (1,) * 9), ("of_100", (1,) * 100)):
        bad("M26_dims_" + name, one("Relu", [("x", FLOAT, dims)]))
    kinds = {"sequence": ld(4, ld(1, ttype())), "optional": ld(9, ld(1, ttype())), "map": ld(5, vi(1, INT64) + ld(2, ttype())),
             "sparse": ld(8, vi(1, FLOAT)), "optional_optional": ld(9, ld(1, ld(9, ld(1, ttype())))),
             "sequence_of_map": ld(4, ld(1, ld(5, vi(1, INT64) + ld(2, ttype())))), "map_of_map": ld(5, vi(1, INT64) + ld(2, ld(5, vi(1, INT64) + ld(2, ttype())))),
             "map_of_float_keys": ld(5, vi(1, FLOAT) + ld(2, ttype())), "sequence_of_nothing": ld(4, b""), "opaque": ld(7, ld(1, "d") + ld(2, "n"))}
    for name, t in kinds.items():
        bad("M28_relu_of_" + name, model(graph([RELU], ins=[ld(1, "x") + ld(2, t)], outs=[info("y")])))
        if name in ("opaque", "sparse", "sequence_of_nothing"):
            bad("M28_unused_" + name, model(graph([RELU], ins=[info("x"), ld(1, "u") + ld(2, t)], outs=[info("y")])))
    for name, where in (("in_memory", "*/_ORT_MEM_ADDR_/*"), ("pointer", "0x7fffdeadbeef"), ("device", "/dev/zero"), ("proc", "/proc/self/mem")):
        ext = ld(13, ld(1, "location") + ld(2, where)) + ld(13, ld(1, "offset") + ld(2, "140737488355327")) + vi(14, LOCATION_EXTERNAL)
        bad("M31_location_" + name, init(tensor("w", FLOAT, [2], None, ext)))
    bad("M01_no_outputs", model(graph([RELU], ins=[info("x")])))
    bad("M01_no_inputs", model(graph([node("Relu", ["w"], ["y"])], [floats("w", [2], [1, 2])], outs=[info("y")])))
    bad("M02_ir_version_2_63", relu(ir=2**63 - 1))
    bad("M03_domain_of_nul", relu(opsets=(("", 17), (b"a\x00", 1))))
    bad("M03_negative", relu(opsets=(("", -1),)))
    bad("M05_removed", one("Upsample", [X, "s"], inits=[floats("s", [1], [2])], opset=10))
    bad("M05_upsample_17", one("Upsample", [X, "s"], inits=[floats("s", [1], [2])], opset=17))
    bad("M05_domain_with_percent", model(graph([node("Relu", ["x"], ["y"], domain="%s%n")], **IO)))
    bad("M08_empty_output_name", model(graph([node("Relu", ["x"], [""]), RELU], ins=[info("x")], outs=[info("y"), info("")])))
    bad("M09_subgraph_writes_outer", model(graph([node("If", ["c"], ["y"], a_graph("then_branch", graph([relu_of("x", "c")], outs=[info("c")])) +
        a_graph("else_branch", graph([relu_of("x", "z")], outs=[info("z")])))], ins=[info("c", BOOL, ()), info("x")], outs=[info("y")])))
    bad("M09_writes_initializer", model(graph([relu_of("x", "w"), relu_of("w", "y")], [floats("w", [2], [1, 2])], **IO)))
    bad("M10_sparse_and_dense", relu([node("Add", ["x", "w"], ["y"], name="n")], [floats("w", [2], [1, 2])],
                                     extra=ld(15, ld(1, floats("w", [1], [1])) + ld(2, int64s("i", [1], [0])) + vi(3, 2))))
    bad("M19_later_outer_value", model(graph([node("If", ["c"], ["y"], a_graph("then_branch", graph([relu_of("late", "p")], outs=[info("p")])) +
        a_graph("else_branch", graph([relu_of("x", "q")], outs=[info("q")])), "n"), relu_of("y", "late")], (),
        [info("c", BOOL, ()), info("x")], [info("y")])))
    bad("M30_json", b'{"irVersion": "8", "graph": {}}')
    bad("M30_pickle", b"\x80\x04\x95\x0a\x00\x00\x00\x00\x00\x00\x00\x8c\x03abc.")
    bad("M30_ones", b"\xff" * 64)
    bad("M30_utf16", "model".encode("utf-16"))
    bad("M29_metadata_twice", relu(extra=b"") + ld(14, ld(1, "k") + ld(2, "v")) * 2)
    bad("K_M29_training_info", relu() + ld(20, ld(1, graph([RELU], **IO))))


def tensors_more():
    for n, count in ((1, 0), (1, 2), (3, 3), (4, 1)):
        bad("T07_int4_%d_in_%d" % (n, count), init(tensor("w", INT4, [n], bytes(count))))
    for dtype, name in ((INT8, "int8"), (UINT8, "uint8"), (INT16, "int16"), (UINT16, "uint16"), (BOOL, "bool"), (FLOAT16, "half"), (INT4, "int4")):
        for what, v in (("70000", 70000), ("m70000", -70000), ("2_40", 2**40)):
            bad("T10_%s_of_%s" % (name, what), one("Cast", ["w"], attrs=a_int("to", FLOAT), opset=21, ir=10, out_type=(FLOAT, (None,)),
                                                    inits=[tensor("w", dtype, [1], extra=ld(5, varint(v)))]))
        bad("T05_%s_without_data" % name, init(tensor("w", dtype, [2])))
    bad("K_T11_bool_of_255", one("Cast", ["w"], attrs=a_int("to", FLOAT), inits=[tensor("w", BOOL, [2], b"\xff\x02")], out_type=(FLOAT, (None,))))
    bad("K_T17_denormals", init(floats("w", [2], [1e-45, -1e-40])))
    bad("T06_raw_for_empty", init(tensor("w", FLOAT, [0], bytes(4))))
    bad("T02_empty_of_rank_2", init(tensor("w", FLOAT, [0, 1], b"")))
    for field, name in ((4, "floats"), (5, "int32s"), (7, "int64s"), (10, "doubles"), (11, "uint64s")):
        data = ld(field, bytes(8) if field in (4, 10) else b"\x01\x02")
        bad("T08_%s_for_string" % name, init(tensor("w", STRING, [2], extra=data)))
        bad("T08_%s_for_uint8" % name, init(tensor("w", UINT8, [2], extra=data)))
    indices = {"negative": [-1, 1], "unsorted": [3, 1], "twice": [1, 1], "beyond": [1, 4]}
    for name, at in indices.items():
        bad("T15_sparse_" + name, relu([node("Shape", ["w"], ["s"]), RELU], extra=ld(15, ld(1, floats("w", [2], [1, 2])) + ld(2, int64s("i", [2], at)) + vi(3, 4))))
    sparse = lambda values, at, dims: relu([node("Add", ["x", "w"], ["y"], name="n")], extra=ld(15, values + at + b"".join(vi(3, d) for d in dims)))
    v, i = ld(1, floats("w", [1], [1])), ld(2, int64s("i", [1], [0]))
    bad("T15_sparse_count", sparse(v, ld(2, int64s("i", [2], [0, 1])), [2]))
    bad("T15_sparse_no_values", sparse(b"", i, [2]))
    bad("T15_sparse_no_indices", sparse(v, b"", [2]))
    bad("T15_sparse_no_dims", sparse(v, i, []))
    bad("T15_sparse_dims_negative", sparse(v, i, [-2]))
    bad("T15_sparse_dims_overflow", sparse(v, i, [2**40, 2**40]))
    bad("T15_sparse_values_2d", sparse(ld(1, floats("w", [1, 1], [1])), i, [2]))
    bad("T15_sparse_indices_float", sparse(v, ld(2, floats("i", [1], [0])), [2]))
    bad("T15_sparse_indices_rank_3", sparse(v, ld(2, int64s("i", [1, 1, 1], [0])), [2]))
    bad("T15_sparse_rank_2_columns", sparse(v, ld(2, int64s("i", [1, 3], [0, 0, 0])), [2, 2]))
    bad("T15_sparse_strings", sparse(ld(1, tensor("w", STRING, [1], extra=ld(6, "a"))), i, [2]))
    bad("T01_min_dim", init(tensor("w", FLOAT, [-2**63], bytes(8))))
    bad("T04_rank_9", init(tensor("w", FLOAT, [1] * 9, bytes(4))))
    bad("T09_int64_none", init(tensor("w", INT64, [2], extra=ld(7, b""))))


def externals_more():
    def ext(where, offset=None, more=b""):
        keys = ld(13, ld(1, "location") + ld(2, where))
        if offset is not None:
            keys += ld(13, ld(1, "offset") + ld(2, offset))
        return tensor("w", FLOAT, [2], None, keys + more + vi(14, LOCATION_EXTERNAL))
    # Which paths are refused is the host's (tests/runtime); here messages have to survive them.
    for name, where in (("parent", "../w.bin"), ("nul", b"w\x00.bin"), ("empty", ""), ("long", "w" * 5000), ("newline", "a\nb")):
        bad("X01_" + name, init(ext(where)))
    bad("X07_unknown_key", init(ext("w.bin", more=ld(13, ld(1, "frobnicate") + ld(2, "1")))))
    bad("X07_offset_twice", init(ext("w.bin", "0", ld(13, ld(1, "offset") + ld(2, "4")))))
    bad("X07_location_unknown", init(tensor("w", FLOAT, [2], bytes(8), vi(14, 7))))
    bad("X08_in_sparse", relu(extra=ld(15, ld(1, ext("/etc/passwd")) + ld(2, int64s("i", [2], [0, 1])) + vi(3, 4))))
    bad("X08_in_subgraph", one("If", [("c", BOOL, ())], attrs=b"".join(a_graph(n, graph([], [ext("../up")], outs=[info("w")])) for n in ("then_branch", "else_branch"))))
    bad("X08_in_function", model(graph([node("F", ["x"], ["y"], domain="f")], **IO), opsets=(("", 17), ("f", 1)), extra=function(
        "F", [node("Constant", [], ["w"], a_tensor("value", ext("/etc/passwd"))), node("Add", ["x", "w"], ["y"])])))
    bad("X08_strings", init(tensor("w", STRING, [2], None, ld(13, ld(1, "location") + ld(2, "w")) + vi(14, LOCATION_EXTERNAL))))
    bad("X10_unaligned", init(ext("w.bin", "3")))


def attributes_more():
    """Values of two kinds in one attribute, and messages that are given in pieces."""
    value = {"tensor": (AT_TENSOR, ld(5, floats("t", [1], [1]))), "graph": (AT_GRAPH, ld(6, ld(2, "g"))),
             "strings": (AT_STRINGS, ld(9, "s")), "type": (13, ld(14, ttype())),
             "sparse": (11, ld(22, ld(1, floats("v", [1], [1])) + ld(2, int64s("i", [1], [0])) + vi(3, 2)))}
    with_attr = lambda fields: one("Relu", [X], attrs=ld(5, ld(1, "a") + fields))
    for name, (kind, data) in value.items():
        bad("A02_ints_and_" + name, with_attr(vi(8, 1) + data + vi(20, kind)))
        if name != "strings":
            bad("A02_%s_twice" % name, with_attr(data + data + vi(20, kind)))
    bad("A02_int_and_ints", with_attr(vi(3, 1) + vi(8, 1) + vi(20, AT_INT)))
    bad("A02_ints_and_int", with_attr(vi(3, 1) + vi(8, 1) + vi(20, AT_INTS)))
    bad("A02_empty_ints", with_attr(ld(8, b"") + vi(3, 1) + vi(20, AT_INT)))
    bad("A02_lists_of_other_wire_types", with_attr(vi(7, 1) + tag(8, 5) + bytes(4) + vi(3, 1) + vi(20, AT_INT)))
    bad("A02_tensor_missing", with_attr(vi(20, AT_TENSOR)))
    bad("A02_reference_and_value", use_function(ld(5, ld(1, "axis") + vi(3, 0) + ld(21, "axis") + vi(20, AT_INT))))
    bad("T15_sparse_values_twice", relu(extra=ld(15, ld(1, floats("v", [1], [1])) * 2)))
    bad("T15_sparse_dims_as_fixed32", relu(extra=ld(15, ld(1, floats("v", [1], [1])) + ld(2, int64s("i", [1], [0])) +
                                                        tag(3, 5) + bytes(4))))
    typed = lambda *types: model(graph([RELU], ins=[ld(1, "x") + b"".join(ld(2, t) for t in types)], outs=[info("y")]))
    bad("M35_type_in_pieces", typed(ttype(), ttype()))
    bad("M35_type_in_empty_pieces", typed(b"", b""))
    bad("K_M35_sparse_then_dense", typed(ld(8, vi(1, FLOAT)) + ttype()))
    bad("M35_map_without_value", typed(ld(5, vi(1, INT64) + vi(3, 1))))
    for name, at in (("model", 14), ("graph", 16), ("node", 9)):
        cut = ld(at, b"\x80")
        bad("W36_property_cut_in_" + name, relu(extra=cut) if name == "model" else
            model(graph([RELU], extra=cut, **IO) if name == "graph" else graph([node("Relu", ["x"], ["y"], cut)], **IO)))
    bad("W36_property_cut_in_function", use_function(b"", ld(14, b"\x80")))
    bad("W36_property_cut_in_annotation", model(graph([RELU], extra=ld(14, ld(1, "x") + ld(2, b"\x80")), **IO)))
    bad("K_M36_annotations", model(graph([RELU], extra=ld(14, ld(1, "x") + ld(2, ld(1, "k") + ld(2, "v"))) * 2, **IO)))
    bad("T09_complex128", init(tensor("w", 15, [1], extra=tag(10, 1) + bytes(8) + tag(10, 1) + bytes(8))))
    bad("T09_uint32", init(tensor("w", 12, [2], extra=vi(11, 1) + vi(11, 2))))
    bad("T09_uint64", init(tensor("w", 13, [2], extra=ld(11, b"\x01\x02"))))
    bad("X08_beside_float_data", init(tensor("w", FLOAT, [1], None, f32(4, 1) + ld(13, ld(1, "location") + ld(2, "w")) +
                                             vi(14, LOCATION_EXTERNAL))))


def use_function(attr, extra=b""):
    """A model that calls a function of one Softmax, which has this attribute; extra: fields of the function."""
    return model(graph([node("F", ["x"], ["y"], a_int("axis", 0), "call", "f")], **IO), opsets=(("", 17), ("f", 1)),
                 extra=function("F", [node("Softmax", ["x"], ["y"], attr)], extra=ld(6, "axis") + extra))


def structure():
    for part in (wire_more, functions, graphs_more, tensors_more, externals_more, attributes_more):
        part()
