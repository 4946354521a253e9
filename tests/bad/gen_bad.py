#!/usr/bin/env python3
"""Malformed and hostile models, one file for each case: tests/bad/gen_bad.py [FOLDER]

Writes FOLDER/<name>.onnx (default build/bad) with onnx_writer.py.
A name starts with the row of the case list: W wire, M model,
T tensors, X external data, A attributes, S shapes, O optimiser, R run, L resources, K: must be
accepted. What must come of each file stands in tests/bad/expected.def. Inputs called NAME=V are given
as tensors full of V by the test, other inputs as tensors of ones.
"""
import os
import struct
import sys

from bad_operators import operators
from bad_structure import structure
from onnx_writer import *


# ---- W: wire -----------------------------------------------------------------------------------

def wire():
    good = relu()
    bad("W01_empty", b"")
    bad("W02_cut_in_graph", good[:20])
    bad("W02_cut_last_byte", good[:-1])
    bad("W04_varint_11_bytes", b"\x08" + b"\x80" * 10 + b"\x00")
    bad("W05_varint_65_bits", b"\x08" + b"\xff" * 9 + b"\x02")
    bad("K_W06_long_tag", b"\x88\x00\x08" + good[2:])
    bad("W39_tag_6_bytes", b"\x88\x80\x80\x80\x80\x00\x08" + good[2:])
    bad("W08_huge_enum", init(tensor("w", FLOAT + (1 << 40) + 90, [2], bytes(8))))
    bad("W09_field_0", b"\x00\x00" + good)
    bad("W10_field_2_29", b"\x80\x80\x80\x80\x10\x00" + good)
    bad("W11_wire_type_6", good + b"\x0e")
    bad("W11_wire_type_7", good + b"\x0f")
    bad("K_W12_graph_as_varint", vi(7, 5) + good)
    bad("W13_length_beyond_parent", model(graph([tag(1, 2) + varint(300) + bytes(8)], **IO),
                                          extra=ld(6, "x" * 400)))
    for n in (2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1):
        bad("W14_length_%x" % n, vi(1, 8) + tag(7, 2) + varint(n) + good[2:])
    bad("W15_length_2_32_4", vi(1, 8) + tag(7, 2) + varint(2**32 + 4) + good[2:])
    bad("K_W16_empty_submessages", good + ld(14, b"") + ld(2, b""))
    bad("W17_packed_floats_cut", init(tensor("w", FLOAT, [2], extra=ld(4, bytes(7)))))
    bad("W17_packed_varint_cut", init(tensor("w", INT64, [2], extra=ld(7, b"\x01\x80"))))
    bad("K_W18_mixed_packed", init(tensor("w", FLOAT, [2], extra=ld(4, bytes(4)) + f32(4, 1.0))))
    bad("K_W20_scalar_twice", vi(1, 3) + good)
    bad("K_W21_graph_in_two_pieces",
        vi(1, 8) + ld(7, RELU + ld(2, "g")) + ld(7, ld(11, info("x")) + ld(12, info("y"))) +
        ld(8, vi(2, 17)))
    bad("W22_oneof_twice", model(graph([RELU], ins=[ld(1, "x") + ld(2, ttype() + ld(4, b""))],
                                       outs=[info("y")])))
    unknown = vi(99, 1) + ld(99, b"abc") + tag(99, 1) + bytes(8) + tag(99, 5) + bytes(4)
    bad("K_W23_unknown_fields", unknown + relu(extra=unknown) + unknown)
    bad("K_W24_group", good + tag(50, 3) + vi(1, 1) + tag(50, 4))
    bad("W25_group_not_closed", good + tag(50, 3) + vi(1, 1))
    bad("W25_group_not_opened", good + tag(50, 4))
    bad("W25_group_other_end", good + tag(50, 3) + tag(51, 4))
    bad("W25_group_ends_parent", model(graph([RELU + tag(50, 4)], **IO)))
    bad("W26_groups_nested", good + tag(50, 3) * 100000)
    g = graph([RELU], **IO)
    for _ in range(60):
        g = graph([node("If", ["x"], ["y"], a_graph("then_branch", g))])
    bad("W27_subgraphs_60_deep", model(g))
    t = ttype()
    for _ in range(120):
        t = ld(4, ld(1, t))
    bad("W27_types_120_deep", model(graph([RELU], ins=[ld(1, "x") + ld(2, t)], outs=[info("y")])))
    bad("K_W29_odd_names", model(graph([node("Relu", [b"\x00\xff\n"], [b"\xc0\x80"])],
                                       ins=[info(b"\x00\xff\n")], outs=[info(b"\xc0\x80")])))
    bad("W30_format_in_name", model(graph([node("Relu", [b"%n%s\x1b[31m\n" * 40], ["y"])], **IO)))
    bad("W31_trailing_garbage", good + b"garbage!")
    bad("W32_empty_nodes", model(ld(1, b"") * 200000))


# ---- M: model ----------------------------------------------------------------------------------

def models():
    bad("M01_no_graph", model(None))
    bad("K_M01_empty_graph", model(b""))
    bad("M02_no_ir_version", relu(ir=None))
    bad("M02_ir_version_negative", relu(ir=-1))
    bad("M02_ir_version_new", relu(ir=1000))
    bad("M03_no_opset", relu(opsets=()))
    bad("M03_opset_0", relu(opsets=(("", 0),)))
    bad("M03_opset_max", relu(opsets=(("", 2**63 - 1),)))
    bad("M03_opset_new", relu(opsets=(("", 1000),)))
    bad("M04_two_versions", relu(opsets=(("", 17), ("ai.onnx", 18))))
    bad("M04_version_0_first", relu(opsets=(("", 0), ("", 17))))
    bad("M04_version_0_beside", relu(opsets=(("", 17), ("ai.onnx.ml", 0))))
    bad("M04_version_0_last", relu(opsets=(("", 17), ("", 0))))
    bad("K_M04_same_version", relu(opsets=(("", 17), ("ai.onnx", 17))))
    bad("M05_unknown_op", one("Frobnicate", [X]))
    bad("M05_unknown_domain", model(graph([node("Relu", ["x"], ["y"], name="n", domain="org.x")],
                                          **IO)))
    bad("M05_op_too_new", one("SequenceAt", [X, ("i", INT64, ())], opset=10))
    bad("M06_no_op_type", one("", [X]))
    bad("M07_undefined_input", one("Relu", ["nothing"]))
    bad("M08_output_not_made", model(graph([RELU], ins=[info("x")], outs=[info("z")])))
    bad("M08_output_twice", model(graph([RELU], ins=[info("x")], outs=[info("y"), info("y")])))
    bad("K_M08_output_is_input", model(graph([], ins=[info("x")], outs=[info("x")])))
    bad("M09_two_producers", relu([RELU, RELU]))
    bad("M09_node_writes_input", one("Relu", [X], ["x"]))
    w = floats("w", [2], [1, 2])
    add = node("Add", ["x", "w"], ["y"], name="n")
    bad("M10_initializer_twice", model(graph([add], [w, w], **IO)))
    bad("M11_initializer_against_input", model(graph([add], [w], [info("x"), info("w", INT64, (3,))],
                                                     [info("y")])))
    swapped = [node("Relu", ["h"], ["y"], name="b"), node("Relu", ["x"], ["h"], name="a")]
    bad("K_M11_default_of_other_type_ir_3",
        model(graph([add], [w], [info("x"), info("w", INT64, (2,))], [info("y")]), ir=3))
    bad("M11_default_of_other_shape",
        model(graph([add], [w], [info("x"), info("w", FLOAT, (3,))], [info("y")])))
    bad("K_M11_default", model(graph([add], [w], [info("x"), info("w")], [info("y")])))
    bad("M12_not_sorted", model(graph(swapped, **IO)))
    bad("M13_self_loop", one("Relu", ["y"]))
    bad("M13_cycle_of_2", model(graph([node("Relu", ["b"], ["a"]), node("Relu", ["a"], ["b"])], (),
                                      [], [info("b")])))
    inner = graph([node("Relu", ["y"], ["h"])], outs=[info("h")])
    bad("M13_cycle_through_subgraph",
        one("If", [("c", BOOL, ())], attrs=a_graph("then_branch", inner) +
            a_graph("else_branch", inner)))
    bad("M13_output_left_out", model(graph([node("Relu", ["x"], [""]), RELU], **IO)))
    bad("M13_first_output_left_out", model(graph([node("LayerNormalization", ["x", "x"], ["", "y"])], ins=[info("x")],
                                                 outs=[info("y", dims=(1,))])))
    bad("M14_no_inputs", one("Relu", []))
    bad("M14_too_many_inputs", one("Relu", [X, "x", "x"]))
    bad("M14_required_input_empty", one("Add", [X, ""]))
    bad("M14_concat_of_nothing", one("Concat", [], attrs=a_int("axis", 0)))
    bad("M15_too_many_outputs", one("Relu", [X], ["y", "z"]))
    bad("M15_no_outputs", model(graph([node("Relu", ["x"], [], name="n"), RELU], **IO)))
    chain = [node("Relu", ["v%d" % i], ["v%d" % (i + 1)]) for i in range(20000)]
    bad("K_M16_20000_nodes", model(graph(chain, (), [info("v0")], [info("v20000")])))
    bad("K_M16_50000_inputs", model(graph([node("Concat", ["x"] * 50000, ["y"], a_int("axis", 0))],
                                          ins=[info("x", FLOAT, (1,))], outs=[info("y", FLOAT, (None,))])))
    shadow = graph([node("Relu", ["x"], ["w"])], outs=[info("w")])
    both = a_graph("then_branch", shadow) + a_graph("else_branch", shadow)
    bad("M18_name_hides_outer", model(graph([node("If", ["c"], ["y"], both, "n")], [w],
                                            [info("c", BOOL, ()), info("x")], [info("y")])))
    a = graph([node("Relu", ["x"], ["h"])], outs=[info("h")])
    b = graph([node("Relu", ["h"], ["k"])], outs=[info("k")])
    bad("M19_sibling_capture", model(graph(
        [node("If", ["c"], ["y"], a_graph("then_branch", a) + a_graph("else_branch", b), "n")], (),
        [info("c", BOOL, ()), info("x")], [info("y")])))
    func = lambda name, body: ld(25, ld(1, name) + ld(4, "x") + ld(5, "y") + body + ld(10, "f") +
                                 ld(9, ld(1, "f") + vi(2, 1)) + ld(9, vi(2, 17)))
    call = lambda name, i="x", o="y": node(name, [i], [o], domain="f")
    fmain = graph([call("F")], **IO)
    rows = lambda body: b"\x3a" + body[1:]  # field 1 of a graph is field 7 of a function
    imports = (("", 17), ("f", 1))
    bad("M22_function_calls_itself", model(fmain, opsets=imports, extra=func("F", rows(call("F")))))
    bad("M22_functions_call_each_other",
        model(fmain, opsets=imports, extra=func("F", rows(call("G"))) + func("G", rows(call("F")))))
    doubling = b""
    for i in range(40):
        name, below = "F%d" % i if i else "F", "F%d" % (i + 1)
        doubling += func(name, rows(call(below, "x", "h")) + rows(call(below, "h", "y")))
    doubling += func("F40", rows(node("Relu", ["x"], ["y"])))
    bad("M23_function_doubling", model(fmain, opsets=imports, extra=doubling))
    few = b""
    for i in range(24):
        name, below = "F%d" % i if i else "F", "F%d" % (i + 1)
        few += func(name, rows(call(below, "x", "h")) + rows(call(below, "h", "y")))
    few += func("F24", rows(node("Relu", ["x"], ["y"])))
    bad("M23_function_doubling_24", model(fmain, opsets=imports, extra=few))
    bad("M27_input_without_type", model(graph([RELU], ins=[ld(1, "x")], outs=[info("y")])))
    bad("M27_elem_type_0", one("Relu", [("x", 0, (2,))]))
    bad("M27_elem_type_huge", one("Relu", [("x", 10**9, (2,))]))
    bad("M27_elem_type_float6", one("Relu", [("x", 27, (2,))]))
    bad("K_M29_metadata", relu(extra=ld(14, ld(1, "g") * 100)))
    bad("M30_elf", b"\x7fELF\x02\x01\x01" + bytes(57))
    bad("M30_zip", b"PK\x03\x04\x14\x00\x08\x00" + bytes(40))
    bad("M30_text", b"This is a text, not a model.\n" * 20)
    bad("M30_gguf", b"GGUF\x03\x00\x00\x00" + bytes(56))
    bad("M30_zeros", bytes(4096))


# ---- T: tensors --------------------------------------------------------------------------------

def tensors():
    bad("T01_negative_dim", init(tensor("w", FLOAT, [-2], bytes(8))))
    bad("K_T02_scalar", init(floats("w", [], [1])))
    bad("T02_zero_and_max", init(tensor("w", FLOAT, [0, 2**63 - 1], b"")))
    bad("T03_product_overflows", init(tensor("w", FLOAT, [2**32, 2**32, 2], bytes(8))))
    bad("T03_bytes_overflow", init(tensor("w", DOUBLE, [2**61], bytes(8))))
    bad("T03_product_wraps_to_2", init(tensor("w", FLOAT, [2**63 - 1, 2, 2**63 - 1, 2], bytes(8))))
    bad("T04_rank_1000", init(tensor("w", FLOAT, [1] * 1000, bytes(4))))
    bad("T05_raw_short", init(tensor("w", FLOAT, [2], bytes(7))))
    bad("T06_raw_long", init(tensor("w", FLOAT, [2], bytes(12))))
    bad("T07_int4_short", init(tensor("w", INT4, [3], bytes(1))))
    bad("T08_floats_for_int64", init(tensor("w", INT64, [2], extra=f32(4, 1) + f32(4, 1))))
    bad("T08_raw_and_floats", init(tensor("w", FLOAT, [2], bytes(8), f32(4, 1) + f32(4, 1))))
    bad("T08_raw_strings", init(tensor("w", STRING, [2], b"ab")))
    bad("T09_count", init(tensor("w", FLOAT, [2], extra=f32(4, 1) * 3)))
    bad("T09_complex_half", init(tensor("w", COMPLEX64, [2], extra=f32(4, 1) * 2)))
    bad("T12_dtype_unknown", init(tensor("w", 99, [2], bytes(8))))
    bad("T12_dtype_float6", init(tensor("w", 28, [4], bytes(3))))
    bad("T12_dtype_undefined", init(tensor("w", 0, [2], bytes(8))))
    bad("T12_string_to_add", init(tensor("w", STRING, [2], extra=ld(6, "a") + ld(6, "b"))))
    bad("T13_segment", init(tensor("w", FLOAT, [2], bytes(8), ld(3, vi(1, 0) + vi(2, 2)))))
    bad("T14_huge_without_data", init(tensor("w", FLOAT, [2**40])))
    bad("T14_huge_strings", init(tensor("w", STRING, [2**50])))
    sparse = lambda i: ld(1, floats("w", [1], [1])) + ld(2, int64s("i", [1], [i])) + vi(3, 2)
    for i in (-1, 2, 2**62):
        bad("T15_sparse_index_%s" % ("m1" if i < 0 else "%x" % i),
            relu([node("Add", ["x", "w"], ["y"], name="n")], extra=ld(15, sparse(i))))
    bad("T15_sparse_bomb", relu([node("Add", ["x", "w"], ["y"], name="n")],
                                extra=ld(15, ld(1, floats("w", [1], [1])) +
                                         ld(2, int64s("i", [1], [0])) + vi(3, 2**40))))
    bad("K_T16_empty_strings", one("Shape", ["w"], inits=[tensor("w", STRING, [300000],
                                                               extra=ld(6, b"") * 300000)],
                                 out_type=(INT64, (None,))))
    q = lambda attrs, s, z, sd=(): one("DequantizeLinear", [("x", UINT8, (2, 3)), "s", "z"],
                                       attrs=attrs, inits=[floats("s", sd, s), z])
    bad("T18_axis_out_of_range", q(a_int("axis", 7), [1, 1, 1], tensor("z", UINT8, [3], bytes(3)), [3]))
    bad("T18_scale_length", q(a_int("axis", 1), [1, 1], tensor("z", UINT8, [2], bytes(2)), [2]))
    bad("T18_zero_point_type", q(b"", [1], tensor("z", INT8, [], bytes(1))))
    bad("T18_block_size_negative", one("DequantizeLinear", [("x", UINT8, (2, 4)), "s"], opset=21,
                                       ir=10, attrs=a_int("block_size", -2) + a_int("axis", 1),
                                       inits=[floats("s", [2, 2], [1] * 4)]))


# ---- X: external data --------------------------------------------------------------------------

def externals():
    def ext(raw=None, **keys):
        entries = b"".join(ld(13, ld(1, k) + ld(2, v)) for k, v in keys.items())
        return tensor("w", FLOAT, [2], raw, entries + vi(14, LOCATION_EXTERNAL))
    bad("X11_no_callback", init(ext(location="w.bin")))
    bad("X07_no_location", init(ext(offset="0")))
    bad("X07_inline_too", init(ext(raw=bytes(8), location="w.bin")))
    for name, offset in (("negative", "-8"), ("hex", "0x10"), ("space", " 12"), ("empty", ""),
                         ("2_64", str(2**64))):
        bad("X04_offset_" + name, init(ext(location="w.bin", offset=offset)))
    bad("X05_length_negative", init(ext(location="w.bin", length="-8")))
    bad("X05_length_other", init(ext(location="w.bin", length="12")))
    bad("X06_offset_wraps", init(ext(location="w.bin", offset=str(2**64 - 4))))
    twice = ld(13, ld(1, "location") + ld(2, "a")) * 2 + vi(14, LOCATION_EXTERNAL)
    bad("X07_location_twice", init(tensor("w", FLOAT, [2], None, twice)))
    bad("X08_in_constant", one("Constant", [], attrs=a_tensor("value", ext(location="/etc/passwd"))))


# ---- A: attributes -----------------------------------------------------------------------------

def attributes():
    bad("A01_required_missing", one("Concat", [X]))
    bad("A02_type_disagrees", one("Softmax", [X], attrs=ld(5, ld(1, "axis") + f32(2, 1) +
                                                          vi(20, AT_INT))))
    bad("A02_wrong_type", one("Softmax", [X], attrs=a_str("axis", "1")))
    bad("A02_type_missing", one("Softmax", [X], attrs=ld(5, ld(1, "axis") + vi(3, 0))))
    bad("A02_two_values", one("Softmax", [X], attrs=ld(5, ld(1, "axis") + vi(3, 0) + f32(2, 1) +
                                                      vi(20, AT_INT))))
    bad("A02_type_99", one("Softmax", [X], attrs=ld(5, ld(1, "axis") + vi(3, 0) + vi(20, 99))))
    bad("A02_no_name", one("Softmax", [X], attrs=ld(5, vi(3, 0) + vi(20, AT_INT))))
    bad("A03_twice", one("Softmax", [X], attrs=a_int("axis", 0) + a_int("axis", 0)))
    bad("A04_unknown", one("Relu", [X], attrs=a_int("frobnicate", 1)))
    img, ker = ("x", FLOAT, (1, 2, 5, 5)), ("w", FLOAT, (2, 2, 3, 3))
    conv = lambda a, x=img, w=ker, more=(): one("Conv", [x, w] + list(more), attrs=a)
    bad("A05_strides_of_3", conv(a_ints("strides", [1, 1, 1])))
    bad("A05_pads_of_3", conv(a_ints("pads", [1, 1, 1])))
    bad("A05_kernel_shape_of_1", conv(a_ints("kernel_shape", [3])))
    bad("A05_kernel_shape_of_1000", conv(a_ints("kernel_shape", [3] * 1000)))
    bad("A05_pool_without_kernel", one("MaxPool", [img]))
    for name, v in (("0", 0), ("negative", -1), ("min", -2**63), ("max", 2**63 - 1)):
        bad("A06_stride_" + name, conv(a_ints("strides", [v, v])))
        bad("A06_dilation_" + name, conv(a_ints("dilations", [v, v])))
        bad("A06_group_" + name, conv(a_int("group", v)))
        bad("A06_pool_kernel_" + name, one("MaxPool", [img], attrs=a_ints("kernel_shape", [v, v])))
    bad("A06_pads_negative", conv(a_ints("pads", [-3, -3, -3, -3])))
    for name, v in (("2", 2), ("m3", -3), ("min", -2**63), ("max", 2**63 - 1)):
        bad("A07_softmax_axis_" + name, one("Softmax", [("x", FLOAT, (2, 2))], attrs=a_int("axis", v)))
        bad("A07_concat_axis_" + name, one("Concat", [("x", FLOAT, (2, 2)), "x"],
                                           attrs=a_int("axis", v)))
        bad("A07_gather_axis_" + name, one("Gather", [("x", FLOAT, (2, 2)), ("i=0", INT64, (1,))],
                                           attrs=a_int("axis", v)))
    bad("A07_flatten_axis_min", one("Flatten", [("x", FLOAT, (2, 2))], attrs=a_int("axis", -2**63)))
    bad("A09_auto_pad", conv(a_str("auto_pad", "SAME")))
    bad("A09_auto_pad_empty", conv(a_str("auto_pad", "")))
    bad("A09_auto_pad_nul", conv(a_str("auto_pad", b"VALID\x00")))
    norm = [("x", FLOAT, (1, 2, 3))] + [(c, FLOAT, (2,)) for c in "sbmv"]
    bad("K_A10_epsilon_negative", one("BatchNormalization", norm, attrs=a_float("epsilon", -841.0)))
    bad("A11_if_without_else", one("If", [("c", BOOL, ())],
                                   attrs=a_graph("then_branch", graph([], outs=[]))))
    two = a_graph("then_branch", graph([], [floats("a", [1], [1])], outs=[info("a")])) + \
        a_graph("else_branch", graph([], outs=[]))
    bad("A11_branch_outputs", one("If", [("c", BOOL, ())], attrs=two))
    types = a_graph("then_branch", graph([], [floats("a", [1], [1])], outs=[info("a")])) + \
        a_graph("else_branch", graph([], [int64s("b", [1], [1])], outs=[info("b", INT64)]))
    bad("A11_branch_types", one("If", [("c", BOOL, ())], attrs=types))
    bad("M14_trailing_required_empty", one("Gather", [("x", FLOAT, (2, 2)), ""]))
    bad("A11_loop_without_body", one("Loop", [("m=3", INT64, ()), ""]))
    bad("A11_loop_body_arity", one("Loop", [("m=3", INT64, ()), "", X],
                                   attrs=a_graph("body", graph([], ins=[info("i", INT64, ())],
                                                               outs=[]))))
    scans()
    for name, perm in (("twice", [0, 0]), ("short", [0]), ("negative", [-1, 0]), ("beyond", [0, 2])):
        bad("A12_perm_" + name, one("Transpose", [("x", FLOAT, (2, 2))], attrs=a_ints("perm", perm)))
    bad("A13_constant_value_short", one("Constant", [], attrs=a_tensor("value",
                                        tensor("v", FLOAT, [1000], bytes(8)))))
    bad("A14_constant_of_two", one("Constant", [], attrs=a_int("value_int", 1) +
                                   a_float("value_float", 1)))
    bad("A14_constant_of_none", one("Constant", []))
    bad("A15_cast_to_float6", one("Cast", [X], attrs=a_int("to", 28), out_type=(FLOAT, (None,))))
    bad("K_A15_cast_to_string", one("Cast", [X], attrs=a_int("to", STRING), out_type=(STRING, (None,))))
    for to in (0, 99, -1, 2**31):
        bad("A15_cast_to_%s" % str(to).replace("-", "m"), one("Cast", [X], attrs=a_int("to", to)))
    bad("A15_cast_without_to", one("Cast", [X]))


# ---- S: shapes ---------------------------------------------------------------------------------

def shapes():
    img, ker = ("x", FLOAT, (1, 2, 5, 5)), ("w", FLOAT, (2, 2, 3, 3))
    bad("S01_conv_ranks", one("Conv", [img, ("w", FLOAT, (2, 2, 3))]))
    bad("S01_conv_scalar", one("Conv", [("x", FLOAT, ()), ("w", FLOAT, ())]))
    bad("S01_gemm_rank_3", one("Gemm", [("x", FLOAT, (1, 2, 3)), ("w", FLOAT, (3, 2))]))
    bad("S01_norm_scale_rank", one("BatchNormalization",
                                   [("x", FLOAT, (1, 2, 3))] + [(c, FLOAT, (2, 2)) for c in "sbmv"]))
    bad("S02_broadcast", one("Add", [("x", FLOAT, (2, 3)), ("b", FLOAT, (4,))]))
    bad("K_S02_broadcast_0", one("Add", [("x", FLOAT, (0, 3)), ("b", FLOAT, (3,))]))
    bad("S03_kernel_overflows", one("Conv", [img, ker], attrs=a_ints("dilations", [2**30, 2**30])))
    bad("S03_pads_overflow", one("MaxPool", [img], attrs=a_ints("kernel_shape", [1, 1]) +
                                 a_ints("pads", [2**31 - 1] * 4)))
    huge = ("x", FLOAT, (2**62,))
    bad("S03_concat_overflows", one("Concat", [huge, "x", "x"], attrs=a_int("axis", 0)))
    bad("S03_flatten_overflows", one("Flatten", [("x", FLOAT, (2**40, 2**40))], attrs=a_int("axis", 0)))
    bad("S03_input_overflows", one("Relu", [("x", FLOAT, (2**40, 2**40))]))
    bad("K_S04_output_of_0", one("Conv", [("x", FLOAT, (1, 2, 2, 2)), ker]))
    bad("S04_kernel_too_large", one("Conv", [("x", FLOAT, (1, 2, 1, 1)), ker]))
    bad("S04_pool_too_large", one("MaxPool", [("x", FLOAT, (1, 2, 2, 2))],
                                  attrs=a_ints("kernel_shape", [9, 9])))
    bad("S05_channels_of_groups", one("Conv", [img, ker], attrs=a_int("group", 3)))
    bad("S05_weight_channels", one("Conv", [img, ("w", FLOAT, (2, 3, 3, 3))]))
    five, six = floats("five", [5, 1], [0] * 5), floats("six", [6, 1], [0] * 6)
    bad("S05_symbols", model(graph(
        [node("Concat", ["x", "y"], ["xy"], a_int("axis", 0), "join"),
         node("MatMul", ["y", "five"], ["p"], name="m5"), node("MatMul", ["x", "six"], ["q"], name="m6")],
        [five, six], [info("x", FLOAT, ("n", "a")), info("y", FLOAT, ("n", "b"))],
        [info("xy", FLOAT, (None, None)), info("p", FLOAT, (None, 1)), info("q", FLOAT, (None, 1))])))
    bad("S05_bias_length", one("Conv", [img, ker, ("b", FLOAT, (3,))]))
    for name, target in (("two_free", [-1, -1]), ("product", [5]), ("beyond_rank", [1, 1, 1, 0]),
                         ("negative", [-2, 2]), ("huge", [2**40, 2**40]), ("min", [-2**63, 1])):
        bad("S06_reshape_" + name, one("Reshape", [("x", FLOAT, (2, 2)), "s"],
                                       inits=[int64s("s", [len(target)], target)]))
    bad("K_S06_reshape_free_of_0", one("Reshape", [("x", FLOAT, (0, 2)), "s"],
                                     inits=[int64s("s", [2], [0, -1])]))
    bad("S06_reshape_float_shape", one("Reshape", [("x", FLOAT, (2, 2)), "s"],
                                       inits=[floats("s", [1], [4])]))
    bad("S06_reshape_2d_shape", one("Reshape", [("x", FLOAT, (2, 2)), "s"],
                                    inits=[int64s("s", [1, 1], [4])]))
    bad("S06_reshape_at_run", one("Reshape", [("x", FLOAT, (2, 2)), ("s=3", INT64, (2,))]))
    bad("S07_shape_of_2_40", one("Reshape", [("x", FLOAT, (2, 2)), ("s", INT64, (2**40,))]))
    bad("S09_declared_against_inferred", one("Relu", [X], out_type=(FLOAT, (3,))))
    bad("S09_declared_type", one("Relu", [X], out_type=(INT64, (2,))))
    bad("S10_slice_float_starts", one("Slice", [X, "s", "s"], inits=[floats("s", [1], [0])]))
    bad("S10_slice_lengths", one("Slice", [X, "s", "t"],
                                 inits=[int64s("s", [1], [0]), int64s("t", [2], [1, 1])]))
    bad("S11_plan_too_large", one("Relu", [("x", FLOAT, (2**41,))]))


def scans():
    """Scan (state s, scan inputs t, u) with a body that is well-formed but for what a name says."""
    state, steps = ("s", FLOAT, (2,)), ("t", FLOAT, (3, 2))
    step_out = [node("Add", ["a", "b"], ["c"]), node("Identity", ["b"], ["d"])]

    def scan(name, ins=(state, steps), nodes=step_out, body_ins=("a", "b"), body_outs=("c", "d"),
             outs=("p", "q"), count=1, attrs=b"", opset=17, out=FLOAT, inits=()):
        body = graph(nodes, inits, [info(n) for n in body_ins],
                     [info(n, out if n == "c" else FLOAT) for n in body_outs])
        loop = node("Scan", [i if isinstance(i, str) else i[0] for i in ins], outs,
                    a_graph("body", body) + a_int("num_scan_inputs", count) + attrs, "n")
        given = [info(*i) for i in ins if isinstance(i, tuple)]
        free = (None,) * (2 if opset == 8 else 1)
        results = [info("p", out, free), info("q", FLOAT, free + (None,))]
        bad("A11_scan_" + name, model(graph([loop], (), given, results[:len(outs)]), 8,
                                      (("", opset),)))

    bad("A11_scan_without_body", one("Scan", [state, steps], ("p",), a_int("num_scan_inputs", 1)))
    scan("count_0", count=0)
    scan("count_3", count=3)
    scan("count_min", count=-2**63)
    scan("body_inputs", body_ins=("a", "b", "more"))
    scan("body_outputs", body_outs=("c",))
    scan("states_only", nodes=step_out[1:], body_outs=(), outs=())
    scan("input_absent", ins=(state, ""))
    scan("body_input_initializer", inits=[floats("b", [2], [1, 2])])
    scan("axes_of_2", attrs=a_ints("scan_input_axes", [0, 0]))
    scan("axis_2", attrs=a_ints("scan_input_axes", [2]))
    scan("axis_min", attrs=a_ints("scan_input_axes", [-2**63]))
    scan("axis_of_scalar", ins=(state, ("t", FLOAT, ())))
    scan("direction_2", attrs=a_ints("scan_input_directions", [2]))
    scan("output_axis_3", attrs=a_ints("scan_output_axes", [3]))
    scan("output_axes_of_2", attrs=a_ints("scan_output_axes", [0, 0]))
    scan("output_direction_m1", attrs=a_ints("scan_output_directions", [-1]))
    scan("lengths", ins=(state, steps, ("u", FLOAT, (4, 2))), body_ins=("a", "b", "e"), count=2)
    scan("lengths_at_run", ins=(state, steps, ("u=4", FLOAT, (None, 2))), body_ins=("a", "b", "e"),
         count=2)
    scan("state_type", nodes=[node("Cast", ["a"], ["c"], a_int("to", INT64)),
                              node("Identity", ["b"], ["d"])], out=INT64)
    scan("sequence_lens", ins=(("l=9", INT64, (2,)), ("s", FLOAT, (2, 2)), ("t", FLOAT, (2, 3, 2))),
         opset=8)
    scan("batch", ins=("", ("s", FLOAT, (2, 2)), ("t", FLOAT, (4, 3, 2))), opset=8)


# ---- O, R: folding and running -----------------------------------------------------------------

def runs():
    def loop(body_nodes, m, more_in=(), more_out=(), carried=(), out=FLOAT):
        body = graph(body_nodes, (), [info("i", INT64, ()), info("ci", BOOL, ())] + list(more_in),
                     [info("co", BOOL, ())] + list(more_out))
        return one("Loop", [("m=%d" % m, INT64, ()), ""] + list(carried),
                   attrs=a_graph("body", body), out_type=(out, (None,)))
    same = node("Identity", ["ci"], ["co"])
    grow = node("Concat", ["a", "a"], ["b"], a_int("axis", 0))
    bad("R13_loop_for_ever", loop([same, node("Relu", ["a"], ["b"])], 2**62, [info("a")], [info("b")],
                                  [X]))
    bad("R13_loop_grows", loop([same, grow], 60, [info("a", FLOAT, (None,))],
                               [info("b", FLOAT, (None,))], [X]))
    bad("R13_scan_output_for_ever", loop([same, node("Identity", ["i"], ["s"])], 2**62, [],
                                         [info("s", INT64, ())], out=INT64))
    bad("K_R13_loop_negative", loop([same, node("Relu", ["a"], ["b"])], -5, [info("a")], [info("b")],
                                    [X]))
    fold = [node("Concat", ["w%d" % i] * 2, ["w%d" % (i + 1)], a_int("axis", 0)) for i in range(40)]
    bad("O01_folding_bomb", model(graph(fold + [node("Gather", ["w40", "x=0"], ["y"])],
                                        [floats("w0", [1024], [1] * 1024)],
                                        [info("x=0", INT64, (1,))], [info("y", FLOAT, (None,))])))
    bad("O02_folded_gather_beyond", model(graph([node("Gather", ["w", "j"], ["h"], name="n"),
                                                 node("Add", ["x", "h"], ["y"])],
                                                [floats("w", [2], [1, 2]), int64s("j", [1], [5])], **IO)))
    many = [node("Identity", ["v%d" % i], ["v%d" % (i + 1)]) for i in range(20000)]
    bad("K_O05_identities", model(graph(many, (), [info("v0")], [info("v20000")])))
    for name, v in (("beyond", "2"), ("negative", "-3"), ("min", str(-2**63)), ("max", str(2**63 - 1))):
        bad("R01_gather_" + name, one("Gather", [("x", FLOAT, (2, 2)), ("i=" + v, INT64, (1,))]))
    bad("K_R01_gather_m2", one("Gather", [("x", FLOAT, (2, 2)), ("i=-2", INT64, (1,))]))
    bad("R01_gather_from_0", one("Gather", [("x", FLOAT, (0, 2)), ("i=0", INT64, (1,))]))
    slices = lambda s, e, a, t: one("Slice", [("x", FLOAT, (4,)), ("s=%d" % s, INT64, (1,)),
                                              ("e=%d" % e, INT64, (1,)), ("a=%d" % a, INT64, (1,)),
                                              ("t=%d" % t, INT64, (1,))])
    bad("R04_slice_step_0", slices(0, 4, 0, 0))
    bad("K_R04_slice_extremes", slices(-2**63, 2**63 - 1, 0, 2**63 - 1))
    bad("K_R04_slice_step_min", slices(2**63 - 1, -2**63, 0, -2**63))
    bad("R04_slice_axis", slices(0, 4, 3, 1))
    bad("R04_slice_axis_min", slices(0, 4, -2**63, 1))
    bad("R04_slice_axes_twice", one("Slice", [("x", FLOAT, (4, 4)), ("s=0", INT64, (2,)),
                                              ("e=1", INT64, (2,)), ("a=0", INT64, (2,))]))
    bad("K_R07_cast_huge", one("Cast", [("x=1e30", FLOAT, (2,))], attrs=a_int("to", INT32),
                               out_type=(INT32, (None,))))
    bad("K_R07_cast_nan", one("Cast", [("x=nan", FLOAT, (2,))], attrs=a_int("to", INT8),
                              out_type=(INT8, (None,))))
    bad("R15_if_cond_of_2", one("If", [("c", BOOL, (2,))], attrs=a_graph(
        "then_branch", graph([], [floats("a", [1], [1])], outs=[info("a", FLOAT, (1,))])) + a_graph(
        "else_branch", graph([], [floats("b", [1], [1])], outs=[info("b", FLOAT, (1,))]))))
    bad("R15_if_cond_float", one("If", [("c", FLOAT, ())], attrs=a_graph(
        "then_branch", graph([], [floats("a", [1], [1])], outs=[info("a", FLOAT, (1,))])) + a_graph(
        "else_branch", graph([], [floats("b", [1], [1])], outs=[info("b", FLOAT, (1,))]))))
    bad("K_R19_softmax_of_0", one("Softmax", [("x", FLOAT, (2, 0))]))
    bad("K_R19_softmax_inf", one("Softmax", [("x=-inf", FLOAT, (2, 3))]))
    bad("R18_matmul_k", one("MatMul", [("x", FLOAT, (2, 3)), ("w", FLOAT, (4, 2))]))
    bad("K_R18_matmul_k_0", one("MatMul", [("x", FLOAT, (2, 0)), ("w", FLOAT, (0, 2))]))
    bad("K_R17_nan_weights", init(floats("w", [2], [float("nan"), float("inf")])))
    bad("K_R27_nonzero", one("NonZero", [("x", FLOAT, (3, 3))], out_type=(INT64, (None, None))))


# ---- N: operators that have a body, attention ---------------------------------------------------

def bodies():
    def ms(op, ins, attrs=b"", outs=("y",), rank=3, domain="com.microsoft", opset=17, types=()):
        given = [info(*i) for i in ins if i is not None]
        names = ["" if i is None else i[0] for i in ins]
        return model(graph([node(op, names, outs, attrs, "n", domain)], (), given,
                           [info(o, FLOAT, (None,) * r) for o, r in zip(outs, types or [rank] * len(outs))]), opsets=(("", opset), ("com.microsoft", 1)))

    x, w, img, ker = ("x", FLOAT, (1, 3, 4)), ("w", FLOAT, (4, 24)), ("x", FLOAT, (1, 1, 3, 3)), ("w", FLOAT, (1, 1, 1, 1))
    bad("N01_activation_loop", ms("FusedConv", [img, ker], a_str("activation", "Loop"), rank=4))
    bad("N01_activation_unknown", ms("FusedConv", [img, ker], a_str("activation", "Gobble"), rank=4))
    bad("K_N01_activation_params_missing", ms("FusedConv", [img, ker], a_str("activation", "Clip"), rank=4))
    bad("N02_bias_of_int", ms("BiasGelu", [x, ("b", INT32, (4,))]))
    bad("N03_heads_0", ms("Attention", [x, w], a_int("num_heads", 0)))
    bad("N03_heads_5", ms("Attention", [x, w], a_int("num_heads", 5)))
    bad("N03_heads_max", ms("Attention", [x, w], a_int("num_heads", 2**63 - 1)))
    bad("N03_sizes_negative", ms("Attention", [x, w], a_int("num_heads", 2) + a_ints("qkv_hidden_sizes", [-8, 16, 16])))
    bad("N04_mask_of_4", ms("Attention", [x, w, None, ("m", INT32, (4,))], a_int("num_heads", 2)))
    bad("K_N04_mask_hostile", ms("Attention", [x, w, None, ("m=-2147483648", INT32, (2,))], a_int("num_heads", 2)))
    bad("N05_past_without_rank", ms("Attention", [x, w, None, None, ("p", FLOAT, (3,))], a_int("num_heads", 2)))
    bad("N06_unwanted_output", ms("FastGelu", [x], outs=("y", "z")))
    bad("N07_concat_of_two", ms("QLinearConcat", [("s", FLOAT, ()), ("z", UINT8, ()), ("x", UINT8, (2,)), ("t", FLOAT, ())],
                                a_int("axis", 0)))
    q, kv = ("q", FLOAT, (1, 2, 16)), ("k", FLOAT, (1, 2, 8))
    for name, v in (("min", "-2147483648"), ("max", "2147483647"), ("5", "5")):
        bad("N08_length_" + name,
            ms("GroupQueryAttention", [q, kv, ("v", FLOAT, (1, 2, 8)), None, None, ("n=" + v, INT32, (1,)),
                                       ("t=2", INT32, (1,))], a_int("num_heads", 2) + a_int("kv_num_heads", 1)))
    for name, v in (("min", "-2147483648"), ("1", "1")):
        bad("N09_total_" + name,
            ms("GroupQueryAttention", [q, kv, ("v", FLOAT, (1, 2, 8)), None, None, ("n=1", INT32, (1,)),
                                       ("t=" + v, INT32, (1,))], a_int("num_heads", 2) + a_int("kv_num_heads", 1),
               outs=("y", "a", "b"), types=(3, 4, 4)))
    cos = ("c", FLOAT, (4, 2))
    for name, v in (("min", "-9223372036854775808"), ("max", "9223372036854775807"), ("4", "4")):
        bad("N10_position_" + name, ms("RotaryEmbedding", [("x", FLOAT, (1, 1, 2, 4)), cos, ("s", FLOAT, (4, 2)),
                                                           ("p=" + v, INT64, (1, 2))], rank=4, domain="", opset=23))
        bad("N10_position_ms_" + name, ms("RotaryEmbedding", [("x", FLOAT, (1, 1, 2, 4)), ("p=" + v, INT64, (1,)), cos,
                                                              ("s", FLOAT, (4, 2))], rank=4))
    q4 = ("q", FLOAT, (1, 2, 3, 4))
    for name, v in (("min", "-9223372036854775808"), ("max", "9223372036854775807")):
        bad("K_N11_nonpad_" + name, ms("Attention", [q4, ("k", FLOAT, (1, 2, 3, 4)), ("v", FLOAT, (1, 2, 3, 4)), None, None, None,
                                                     ("n=" + v, INT64, (1,))], a_int("is_causal", 1), rank=4, domain="", opset=24))
    bad("N12_heads_differ", ms("Attention", [q4, ("k", FLOAT, (1, 3, 3, 4)), ("v", FLOAT, (1, 3, 3, 4))], rank=4, domain="",
                               opset=23))
    bad("N12_mask_wider", ms("Attention", [q4, ("k", FLOAT, (1, 2, 3, 4)), ("v", FLOAT, (1, 2, 3, 4)), ("m", FLOAT, (3, 4))],
                             rank=4, domain="", opset=23))
    bad("N13_no_heads", ms("Attention", [x, ("k", FLOAT, (1, 3, 4)), ("v", FLOAT, (1, 3, 4))], domain="", opset=23))
    bad("N14_groups_0", ms("GroupNormalization", [img, ("s", FLOAT, (1,)), ("b", FLOAT, (1,))], a_int("num_groups", 0), rank=4,
                           domain="", opset=21))
    bad("N15_rms_axis_5", ms("RMSNormalization", [x, ("s", FLOAT, (4,))], a_int("axis", 5), domain="", opset=23))
    bad("N15_rms_scale_of_3", ms("RMSNormalization", [x, ("s", FLOAT, (3,))], domain="", opset=23))
    b4 = [("x", FLOAT, (1, 1, 32)), ("b", UINT8, (2, 2, 8)), ("s", FLOAT, (4,)), None]
    bits = a_int("K", 32) + a_int("N", 2) + a_int("block_size", 16)
    for name, v in (("min", "-2147483648"), ("2", "2")):
        bad("N16_group_" + name, ms("MatMulNBits", b4 + [("g=" + v, INT32, (32,))], bits))
    bad("N16_scales_of_3", ms("MatMulNBits", b4[:2] + [("s", FLOAT, (3,))], bits))
    bad("N16_bits_3", ms("MatMulNBits", b4[:3], bits + a_int("bits", 3)))
    bad("N16_block_0", ms("MatMulNBits", b4[:3], a_int("K", 32) + a_int("N", 2) + a_int("block_size", 0)))
    for name, v in (("min", "-9223372036854775808"), ("6", "6")):
        bad("N17_index_" + name, ms("GatherBlockQuantized", [("x", UINT8, (6, 8)), ("i=" + v, INT64, (2,)),
                                                             ("s", FLOAT, (6, 1))], a_int("block_size", 16), rank=2))
    bad("N18_layernorm_11", ms("LayerNormalization", [x, ("s", FLOAT, (4,))], domain="", opset=11))
    crop = lambda images, size: ms("CropAndResize", [("x", FLOAT, (2, 1, 3, 3)), ("b=0.5", FLOAT, (1, 4)), (images, INT32, (1,)),
                                                     (size, INT32, (2,))], rank=4)
    for name, v in (("min", "-2147483648"), ("2", "2")):
        bad("N19_crop_image_" + name, crop("i=" + v, "s=2"))
    for name, v in (("0", "0"), ("min", "-2147483648"), ("max", "2147483647")):
        bad("N19_crop_size_" + name, crop("i=1", "s=" + v))
    bad("K_N19_crop_nan", ms("CropAndResize", [("x", FLOAT, (2, 1, 3, 3)), ("b=nan", FLOAT, (1, 4)), ("i=1", INT32, (1,)),
                                               ("s=2", INT32, (2,))], rank=4))
    experts = [("x", FLOAT, (2, 4)), ("r", FLOAT, (2, 3)), ("w", FLOAT, (3, 5, 4)), None, ("u", FLOAT, (3, 4, 5))]
    bad("N20_experts_k_4", ms("MoE", experts, a_int("k", 4), rank=2))
    bad("N20_experts_k_min", ms("MoE", experts, a_int("k", -2**63), rank=2))
    linear = lambda n: model(graph([node("LinearRegressor", ["x"], ["y"], floats_of("coefficients", [1.0] * n), "n",
                                         "ai.onnx.ml")], (), [info("x", FLOAT, (2, 3))], [info("y", FLOAT, (2, 1))]),
                             opsets=(("", 17), ("ai.onnx.ml", 1)))
    mapped = graph([node("Relu", ["e"], ["o"])], (), [info("e")], [info("o")])
    bad("K_N25_no_items", model(graph([node("SequenceEmpty", [], ["q"]), node("SequenceMap", ["q"], ["r"], a_graph("body", mapped)),
                                       node("SequenceLength", ["r"], ["y"])], (), [info("x")], [info("y", INT64, ())])))
    bad("N26_gru_unit", model(graph([node("GRUUnit", ["x", "x", "x", "x"], ["y"])], (), [info("x")], [info("y")]), opsets=(("", 8),)))
    bad("N24_coefficients_2", linear(2))
    bad("N24_coefficients_4", linear(4))
    bad("N21_inverse_2x3", ms("Inverse", [("x", FLOAT, (2, 3))], rank=2))
    bad("K_N21_inverse_singular", ms("Inverse", [("x", FLOAT, (2, 2))], rank=2))
    bad("N31_nchwc", model(graph([node("ReorderInput", ["x"], ["y"], b"", "n", "com.microsoft.nchwc")], (),
                                 [info("x", FLOAT, (1, 8, 2, 2))], [info("y", FLOAT, (1, 8, 2, 2))]),
                           opsets=(("", 17), ("com.microsoft.nchwc", 1))))
    bits = a_int("K", 32) + a_int("N", 2) + a_int("bits", 4) + a_int("block_size", 32)
    gate, up = ([("b" + which, UINT8, (2, 1, 16)), ("s" + which, FLOAT, (2,)), None] for which in "01")
    for name, skip, scale, activation, outs in (("gelu", None, None, "gelu", ("y",)), ("sum", None, None, "silu", ("y", "z")),
                                                ("skip", ("k", FLOAT, (1, 32)), None, "silu", ("y",))):
        bad("N32_mlp_" + name, ms("MatMulNBitsMlp", [("x", FLOAT, (1, 32)), skip, scale, *gate, *up],
                                  bits + a_str("activation", activation), outs, rank=2))
    bad("N32_complex_3", ms("ComplexMul", [("x", FLOAT, (2, 3)), ("w", FLOAT, (2, 3))], rank=2))
    bad("N32_finite_both", ms("IsAllFinite", [x], a_int("isinf_only", 1) + a_int("isnan_only", 1), rank=0))
    for name, size in (("9", 9), ("max", 2**63 - 1), ("min", -2**63)):
        bad("N32_router_" + name, ms("RouterGateUpProj", [("x", FLOAT16, (1, 4)), ("w", FLOAT16, (4, 8))], a_int("router_size", size),
                                     ("y", "z"), rank=2))
    for name, blocks, size in (("blocks_3", (2, 3), 16), ("block_0", (2, 2), 0), ("block_max", (2, 2), 2**63 - 1)):
        bad("N32_fp4_" + name, ms("MatMulBlockQuantizedFp4Weight", [("x", FLOAT16, (1, 32)), ("w", UINT8, (2, 16)), ("s", UINT8, blocks),
                                                                    ("g", FLOAT, ())], a_int("block_size", size), rank=2))
    low = [("x", FLOAT, (1, 8)), ("n", FLOAT, (8,)), ("d", FLOAT, (8, 3)), ("u", FLOAT, (3, 8)), ("i", FLOAT, (8, 2))]
    bad("N32_low_rank_0", ms("HyperConnectionLowRankMix", low, a_int("num_branches", 0), ("y", "z"), rank=2))
    bad("N32_low_rank_3", ms("HyperConnectionLowRankMix", low, a_int("num_branches", 3), ("y", "z"), rank=2))
    bad("N32_low_rank_block", ms("HyperConnectionLowRankMix", [*low, ("b", FLOAT, (1, 4))], a_int("num_branches", 2), ("y", "z"), rank=2))
    for name, attrs in (("window_4", a_int("size", 4)), ("size_0", a_int("size", 0)),
                        ("step_0", a_int("size", 1) + a_int("step", 0)),
                        ("size_max", a_int("size", 2**63 - 1)), ("dim_3", a_int("size", 1) + a_int("dim", 3))):
        bad("N28_unfold_" + name, ms("UnfoldTensor", [("x", FLOAT, (2, 1, 3))], attrs, rank=4))
    bad("N28_unfold_window_of_any", ms("UnfoldTensor", [("x", FLOAT, (None, 3))], a_int("size", 5) + a_int("dim", 0)))

    def streams(v="1", sections=(1, 1, 0), first=3, more=b""):
        return ms("MRotaryEmbedding",
                  [("x", FLOAT, (1, 1, 2, 4)), ("p=" + v, INT64, (first, 1, 2)), cos, ("s", FLOAT, (4, 2))],
                  a_ints("mrope_section", list(sections)) + more, rank=4)
    for name, v in (("min", "-9223372036854775808"), ("max", "9223372036854775807"), ("4", "4")):
        bad("N29_streams_position_" + name, streams(v))
    for layout in (0, 1):
        more = a_int("mrope_layout", layout)
        bad("N29_streams_of_2_%d" % layout, streams(sections=(1, 1), more=more))
        bad("N29_streams_sum_%d" % layout, streams(sections=(1, 1, 1), more=more))
        bad("N29_streams_negative_%d" % layout, streams(sections=(3, -1, 0), more=more))
    bad("N29_streams_2", streams(first=2))
    bad("N29_streams_layout_2", streams(more=a_int("mrope_layout", 2)))
    bad("N29_streams_packed", streams(more=a_int("is_packed_batching", 1)))
    def delta(sums=None, more=b""):
        one = [("q", FLOAT, (2, 1, 2)), ("k", FLOAT, (2, 1, 2)), ("v", FLOAT, (2, 1, 2))]
        return ms("GatedDeltaNet", one + [sums, ("g", FLOAT, (2, 1)), ("b", FLOAT, (2, 1)), ("s", FLOAT, (1, 1, 2, 2))], more)
    bad("K_N34_delta", delta())
    bad("N34_delta_captured", delta(more=a_int("state_update_capacity", 1)))
    bad("N34_delta_rule", delta(more=a_str("update_rule", "none")))
    bad("N34_delta_gate", delta(more=a_str("gate_activation", "tanh")))
    for name, v in (("max", "2147483647"), ("min", "-2147483648")):
        bad("N34_varlen_sums_" + name,
            ms("VarlenCausalConvWithState", [("x", FLOAT, (2, 1)), ("w", FLOAT, (1, 1, 2)), ("c=" + v, INT32, (2,)), None,
                                             ("s", FLOAT, (1, 1, 1))], outs=("y", "z"), types=(2, 3)))
    bad("N34_sparse_block_0", ms("SparseAttention", [("q", FLOAT, (1, 1, 4)), ("k", FLOAT, (1, 1, 4)), ("v", FLOAT, (1, 1, 4)),
                                                     ("p", FLOAT, (1, 1, 4, 4)), ("o", FLOAT, (1, 1, 4, 4)), ("r=0", INT32, (1, 2)),
                                                     ("c=0", INT32, (1, 1)), ("n=1", INT32, (1,)), ("l=1", INT32, (1,))],
                                 a_int("num_heads", 1) + a_int("kv_num_heads", 1) + a_int("sparse_block_size", 0),
                                 outs=("y", "k2", "v2"), types=(3, 4, 4)))
    bad("N34_packed_type", ms("GatherPacked", [("x", UINT8, (1, 66)), ("i=0", INT64, (1,))],
                              a_int("packed_type", 16) + a_int("K", 256) + a_int("output_dtype", 1), rank=2))
    bad("N22_cdist_rows", ms("CDist", [("x", FLOAT, (2, 2)), ("w", FLOAT, (2, 3))], rank=2))


def searches():
    """The decoder: the logits of a token are a row of a table; what is past stays as it is."""
    past = (2, None, 1, None, 4)

    rows = [node("Gather", ["w", "input_ids"], ["logits"]), node("Identity", ["past_0"], ["present_0"])]

    def decoder(extra=0, past=past, nodes=None, outs=("logits", "present_0")):
        given = [info(n, INT32, (None, None)) for n in ("input_ids", "position_ids", "attention_mask")]
        given += [info("past_0", FLOAT, past)] + [info("more_%d" % i) for i in range(extra)]
        found = {"logits": (None, None, 3), "present_0": past}
        return graph(nodes or rows, [floats("w", [3, 3], [0, 1, 2] * 3)], given,
                     [info(o, INT64 if o == "whole" else FLOAT, found.get(o)) for o in outs])

    def search(op="GreedySearch", ids="i=1", given=("n=5",), attrs=b"", graphs=None, eos=0, rank=2):
        names = [ids, *given]
        dims = [(2, 2)] + [(1,)] * len(given)
        attrs += a_int("eos_token_id", eos) + a_int("pad_token_id", 0)
        for name, g in (graphs or {"decoder": decoder()}).items():
            attrs += a_graph(name, g)
        ins = [info(n, FLOAT if n.startswith("f") else INT32, d) for n, d in zip(names, dims)]
        out = [info("y", INT32, (None,) * rank)]
        return model(graph([node(op, names, ["y"], attrs, "n", "com.microsoft")], (), ins, out),
                     opsets=(("", 17), ("com.microsoft", 1)))

    def beams(count="b=2", kept="r=1", longest="n=5", least="l=0", **more):
        return search("BeamSearch", given=(longest, least, count, kept), rank=3, **more)
    bad("K_N30_search", search())
    bad("K_N30_beams", beams())
    for name, v in (("2", "2"), ("min", "-2147483648")):
        bad("N30_search_longest_" + name, search(given=("n=" + v,)))
        bad("N30_beams_longest_" + name, beams(longest="n=" + v))
    bad("N30_search_longest_max", search(given=("n=2147483647",)))
    for name, v in (("0", "0"), ("min", "-2147483648"), ("max", "2147483647")):
        bad("N30_beams_" + name, beams("b=" + v))
    bad("K_N30_beams_4", beams("b=4"))
    for name, v in (("3", "3"), ("min", "-2147483648")):
        bad("N30_beams_kept_" + name, beams(kept="r=" + v))
    bad("K_N30_beams_kept_none", beams(kept="r=0"))
    for name, v in (("3", "3"), ("max", "2147483647"), ("min", "-2147483648")):
        bad("N30_search_id_" + name, search(ids="i=" + v))
    bad("N30_search_eos_9", search(eos=9, given=("n=5", "m=3")))
    bad("N30_search_penalty_0", search(given=("n=5", "m=0", "f=0")))
    bad("N30_search_no_decoder", search(graphs={"encoder": decoder()}))
    bad("N30_search_t5", search(attrs=a_int("model_type", 1)))
    bad("N30_sampling_t5", search("Sampling", attrs=a_int("model_type", 1)))
    bad("K_N30_sampling", search("Sampling"))
    bad("N30_whisper_no_encoder", search("WhisperBeamSearch", given=("n=5", "l=0", "b=2", "r=1"), rank=3))
    bad("N30_whisper_of_gpt", search("WhisperBeamSearch", given=("n=5", "l=0", "b=2", "r=1"), rank=3,
                                     attrs=a_int("model_type", 0)))
    bad("N30_beams_whisper", beams(attrs=a_int("model_type", 2)))
    bad("N30_beams_type_3", beams(attrs=a_int("model_type", 3)))
    bad("N30_beams_t5_no_encoder", beams(attrs=a_int("model_type", 1) + a_int("decoder_start_token_id", 1)))
    bad("N30_beams_t5_no_start", beams(attrs=a_int("model_type", 1),
                                       graphs={"encoder": decoder(), "decoder": decoder()}))
    bad("N30_beams_t5_of_gpt", beams(attrs=a_int("model_type", 1) + a_int("decoder_start_token_id", 1),
                                     graphs={"encoder": decoder(), "decoder": decoder()}))
    bad("N30_decoder_more_inputs", search(graphs={"decoder": decoder(1)}))
    bad("N30_decoder_logits_only", search(graphs={"decoder": decoder(outs=("logits",))}))
    bad("N30_decoder_past_of_3", search(graphs={"decoder": decoder(past=(None, None, 4))}))
    bad("N30_decoder_past_any_heads", search(graphs={"decoder": decoder(past=(2, None, None, None, 4))}))
    bad("N30_decoder_past_no_type", search(graphs={"decoder": decoder(past=None)}))
    bad("N30_decoder_logits_of_2", search(graphs={"decoder": decoder(nodes=[
        node("Gather", ["w", "position_ids"], ["logits3"]),
        node("ReduceSum", ["logits3"], ["logits"], a_int("keepdims", 0)), rows[1]])}))
    bad("K_N30_decoder_int_logits", search(graphs={"decoder": decoder(nodes=[
        rows[0], node("Cast", ["logits"], ["whole"], a_int("to", INT64)), rows[1]], outs=("whole", "present_0"))}))
    bad("K_N30_decoder_hands_on", search(graphs={"decoder": decoder(nodes=rows[:1], outs=("logits", "past_0"))}))
    bad("K_N30_decoder_twice_logits", search(graphs={"decoder": decoder(nodes=rows[:1], outs=("logits", "logits"))}))
    bad("N30_decoder_in_decoder", search(graphs={"decoder": decoder(nodes=[
        rows[0], node("GreedySearch", ["input_ids"], ["present_0"], b"", "n", "com.microsoft")])}))


def tokenizers():
    def tokenizer(least=1, separators=None, expression=None, dims=(2,), extra=b""):
        attrs = a_str("pad_value", "#") + a_int("mark", 1) + a_int("mincharnum", least) + extra
        if separators is not None:
            attrs += a_strs("separators", separators)
        if expression is not None:
            attrs += a_str("tokenexp", expression)
        nodes = [node("Tokenizer", ["x"], ["y"], attrs, "n", "com.microsoft")]
        return model(graph(nodes, (), [info("x", 8, dims)], [info("y", 8, (None,) * (len(dims) + 1))]),
                     opsets=(("", 17), ("com.microsoft", 1)))

    bad("N27_tokenizer_least_0", tokenizer(0, [" "]))
    bad("N27_tokenizer_least_2", tokenizer(2, [""]))
    bad("N27_tokenizer_neither", tokenizer())
    bad("N27_tokenizer_both", tokenizer(1, [" "], "a"))
    bad("N27_tokenizer_empty", tokenizer(1, [" ", ""]))
    bad("N27_tokenizer_many", tokenizer(1, ["a"] * 17))
    bad("N27_tokenizer_pattern", tokenizer(1, [" ", "("]))
    bad("N27_tokenizer_rank_3", tokenizer(1, [" "], None, (1, 1, 1)))


def gradients():
    def gradient(nodes, ins, xs, y, outs=("d",)):
        attrs = a_strs("xs", xs) + a_str("y", y)
        nodes = nodes + [node("Gradient", ins, outs, attrs, "gradient", "ai.onnx.preview.training")]
        return model(graph(nodes, (), [info("x"), info("w")], [info(o) for o in outs]),
                     opsets=(("", 17), ("ai.onnx.preview.training", 1)))

    mul = [node("Mul", ["x", "w"], ["y"])]
    bad("N23_gradient_no_y", gradient(mul, ["x", "w"], ["x", "w"], "nowhere"))
    bad("N23_gradient_no_x", gradient(mul, ["x", "w"], ["x", "q"], "y"))
    bad("N23_gradient_twice", gradient(mul, ["x", "w"], ["x", "x"], "y"))
    bad("N23_gradient_inputs", gradient(mul, ["x", "w"], ["x"], "y"))
    bad("N23_gradient_names", gradient(mul, ["x"], ["x", "w"], "y"))
    bad("N23_gradient_outputs", gradient(mul, ["x"], ["x"], "y", outs=("d", "e")))
    bad("N23_gradient_of_hardmax", gradient([node("Hardmax", ["x"], ["h"]), node("Mul", ["h", "w"], ["y"])], ["x"], ["x"], "y"))
    bad("K_N23_gradient_beside_hardmax",
        gradient([node("Hardmax", ["w"], ["h"]), node("Mul", ["h", "x"], ["y"])], ["x"], ["x"], "y"))
    bad("N23_gradient_perm", gradient([node("Transpose", ["x"], ["y"], a_ints("perm", [2**62]))], ["x"], ["x"], "y"))
    bad("N23_gradient_many", model(graph(
        mul + [node("Gradient", ["x"], ["d%d" % i], a_strs("xs", ["x"]) + a_str("y", "y"), "g", "ai.onnx.preview.training")
               for i in range(300)], (), [info("x"), info("w")], [info("d0")]),
        opsets=(("", 17), ("ai.onnx.preview.training", 1))))


# ---- L: what costs far more time or memory than its file -----------------------------------------

def resources():
    """Tables are ConstantOfShape: the file is small, and nothing of them is an input."""
    def filled(name, dims, dtype=FLOAT, raw=None):
        value = a_tensor("value", tensor("", dtype, [1], raw)) if raw is not None else b""
        return [node("ConstantOfShape", [name + "_dims"], [name], value)], [int64s(name + "_dims", [len(dims)], dims)]

    def made(nodes, parts, outs, ins=(), opset=17):
        tables = [n for p in parts for n in p[0]]
        return model(graph(tables + nodes, [i for p in parts for i in p[1]], list(ins), list(outs)), opsets=(("", opset),))

    y = [info("y", FLOAT, None)]
    whole = [info("y", INT64, None)]
    # n boxes that overlap nothing: each is compared with all before it
    for n in (30000, 300000):
        bad("L01_nms_%d_boxes" % n, made(
            [node("NonMaxSuppression", ["boxes", "scores", "most"], ["y"])],
            [filled("boxes", [1, n, 4]), filled("scores", [1, 1, n]), ([], [int64s("most", [1], [n])])], whole))
    # a loop of steps without elements
    body = [node("Identity", ["ci"], ["co"])] + [
        node("Relu", ["a" if i == 0 else "a%d" % i], ["b" if i == 99 else "a%d" % (i + 1)]) for i in range(100)]
    bad("L02_loop_of_empty_tensors", one(
        "Loop", [("m=%d" % 2**62, INT64, ()), "", ("x", FLOAT, (0,))], attrs=a_graph("body", graph(
            body, (), [info("i", INT64, ()), info("ci", BOOL, ()), info("a", FLOAT, None)],
            [info("co", BOOL, ()), info("b", FLOAT, None)])), out_type=(FLOAT, (None,))))
    # few data, many indices
    bad("L03_scatter_by_many_indices", made(
        [node("ScatterND", ["data", "at", "updates"], ["y"])],
        [filled("data", [1]), filled("at", [3000000, 1], INT64, struct.pack("<q", 0)), filled("updates", [3000000])], y))
    # a class for each draw
    bad("L04_multinomial_of_many_classes", made(
        [node("Multinomial", ["x"], ["y"], a_int("sample_size", 10000))], [filled("x", [1, 100000])],
        [info("y", INT32, None)]))
    # samples of a region far larger than its image
    bad("L05_roi_of_many_samples", model(graph(
        [node("RoiAlign", ["x", "rois", "batch"], ["y"], a_int("output_height", 1) + a_int("output_width", 1))],
        [floats("rois", [1, 4], [0, 0, 4000, 4000]), int64s("batch", [1], [0])], [info("x", FLOAT, (1, 16, 2, 2))], y)))
    bad("L06_max_roi_of_whole_images", made(
        [node("MaxRoiPool", ["x", "rois"], ["y"], a_ints("pooled_shape", [1, 1]))],
        [filled("x", [1, 1, 1000, 1000]), filled("rois", [2000, 5])], y))
    # a pattern whose threads are as many as its letters, at each character
    bad("L07_regex_of_many_threads", model(graph(
        [node("RegexFullMatch", ["x"], ["y"], a_str("pattern", "(a?){900}b"))],
        [tensor("x", STRING, [1], extra=ld(6, "a" * 4000))], [], [info("y", BOOL, None)]), opsets=(("", 20),)))
    bad("L08_unique_of_many", made([node("Unique", ["x"], ["y"])], [filled("x", [100000])], y))
    # a sequence that is copied with each item
    bad("L09_casts_to_text", made([node("Cast", ["x"], ["t"], a_int("to", STRING)), node("Cast", ["t"], ["y"], a_int("to", FLOAT))],
                                  [filled("x", [1000000])], y))
    # thousands of outputs
    bad("K_L10_split_of_5000", model(graph(
        [node("Split", ["x"], ["s%d" % i for i in range(5000)], a_int("axis", 0)),
         node("Sum", ["s%d" % i for i in range(5000)], ["y"])],
        [], [info("x", FLOAT, (5000,))], [info("y", FLOAT, (1,))])))
    bad("K_L11_metadata", relu(extra=b"")[:0] + model(graph([RELU], **IO), extra=b"".join(
        ld(14, ld(1, "k%d" % i) + ld(2, "v")) for i in range(20000))))
    # float64 products are slower than those that folding counts on
    bad("L12_folded_products", made(
        [node("MatMul", ["w", "w"], ["y"])], [filled("w", [512, 512], DOUBLE, struct.pack("<d", 1))], [info("y", DOUBLE, None)]))
    # much that is written, or done, of little that is read
    bad("L13_causal_conv_of_long_weights", model(graph(
        [node("CausalConvWithState", ["x", "w"], ["y", "state"])], [floats("w", [1, 1, 4096], [1] * 4096)],
        [info("x", FLOAT, (1, 1, 4096))], y), opsets=(("", 27),)))
    bad("L14_conv_transpose_of_wide_strides", model(graph(
        [node("ConvTranspose", ["x", "w"], ["t"], a_ints("strides", [700, 700])), node("ReduceMax", ["t"], ["y"])],
        [floats("w", [1, 1, 1, 1], [1])], [info("x", FLOAT, (1, 1, 2, 2))], y)))
    bad("L15_product_of_depth_0", model(graph(
        [node("MatMul", ["x", "w"], ["t"]), node("ReduceMax", ["t"], ["y"])],
        [tensor("w", FLOAT, [0, 1024], b"")], [info("x", FLOAT, (1024, 0))], y)))
    # rows without elements, 2^31 of them
    many = 1 << 31
    bad("L16_norms_of_empty_rows", model(graph(
        [node("RMSNormalization", ["x", "s"], ["y"])], [tensor("s", FLOAT, [0], b"")], [info("x", FLOAT, (many, 0))], y),
        opsets=(("", 23),)))
    bad("L17_normalizer_of_empty_rows", model(graph(
        [node("Normalizer", ["x"], ["y"], domain="ai.onnx.ml")], [], [info("x", FLOAT, (many, 0))], y),
        opsets=(("", 17), ("ai.onnx.ml", 3))))
    # stop words that are nearly the text
    words = ["a" * 400 + "%03d" % i for i in range(200)]
    bad("L18_stop_words_nearly_alike", model(graph(
        [node("StringNormalizer", ["w"], ["s"], a_strs("stopwords", words[:100])), node("Shape", ["s"], ["n"]),
         node("Cast", ["n"], ["y"], a_int("to", FLOAT))],
        [tensor("w", STRING, [100], extra=b"".join(ld(6, w) for w in words[100:]))], [], y)))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "build/bad"
    os.makedirs(folder, exist_ok=True)
    for part in (wire, models, tensors, externals, attributes, shapes, runs, bodies, searches, tokenizers, gradients,
                 resources, structure, operators):
        part()
    for old in os.listdir(folder):
        if old.endswith(".onnx") and old[:-5] not in files:
            os.remove(os.path.join(folder, old))
    for name, data in sorted(files.items()):
        with open(os.path.join(folder, name + ".onnx"), "wb") as f:
            f.write(data)
    print("%d files in %s" % (len(files), folder))


main()
