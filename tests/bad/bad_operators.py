"""bad_operators.py: files of gen_bad.py that are about operators: attributes, shapes, and values that come with the data."""
from onnx_writer import *

MIN, MAX = -2**63, 2**63 - 1


def f(name, *dims):
    return (name, FLOAT, dims)


def i64(name, *dims):
    return (name, INT64, dims)


def attributes_more():
    img, ker = f("x", 1, 2, 5, 5), f("w", 2, 2, 3, 3)
    for name, v in (("0", 0), ("negative", -1), ("min", MIN), ("max", MAX)):
        bad("A06_transposed_stride_" + name, one("ConvTranspose", [img, ker], attrs=a_ints("strides", [v, v])))
        bad("A06_blocks_" + name, one("DepthToSpace", [f("x", 1, 4, 2, 2)], attrs=a_int("blocksize", v)))
        bad("A06_space_blocks_" + name, one("SpaceToDepth", [f("x", 1, 4, 2, 2)], attrs=a_int("blocksize", v)))
        bad("A06_lrn_size_" + name, one("LRN", [img], attrs=a_int("size", v)))
        bad("A06_hidden_size_" + name, one("LSTM", [f("x", 2, 1, 3), f("w", 1, 8, 3), f("r", 1, 8, 2)], attrs=a_int("hidden_size", v), out_type=(FLOAT, (None,) * 4)))
        bad("A06_num_outputs_" + name, one("Split", [f("x", 4)], ["y", "z"], attrs=a_int("num_outputs", v), opset=18))
        bad("A06_lp_" + name, one("LpNormalization", [f("x", 4)], attrs=a_int("p", v)))
    for op in ("ArgMax", "LogSoftmax", "Hardmax", "LpNormalization", "TopK", "CumSum"):
        for name, v in (("2", 2), ("min", MIN)):
            if op == "CumSum":
                bad("A07_cumsum_%s" % name, one(op, [f("x", 2, 2), "a"], inits=[int64s("a", [], [v])]))
            elif op == "TopK":
                bad("A07_topk_%s" % name, one(op, [f("x", 2, 2), "k"], ["y", "z"], a_int("axis", v), [int64s("k", [1], [1])]))
            else:
                bad("A07_%s_%s" % (op.lower(), name), one(op, [f("x", 2, 2)], attrs=a_int("axis", v), out_type=(INT64 if op == "ArgMax" else FLOAT, (None, None))))
    bad("A07_reduce_axes_twice", one("ReduceMax", [f("x", 2, 2)], attrs=a_ints("axes", [0, -2])))
    bad("A07_reduce_axes_min", one("ReduceMax", [f("x", 2, 2)], attrs=a_ints("axes", [MIN])))
    bad("A08_features_of_2_32", model(graph([node("ArrayFeatureExtractor", ["x", "i=4294967296"], ["y"], domain="ai.onnx.ml")], (),
                                            [info("x"), info("i=4294967296", INT64, (1,))], [info("y", FLOAT, (None, None))]), opsets=(("", 17), ("ai.onnx.ml", 1))))
    for op, key in (("Pad", "mode"), ("ScatterElements", "reduction"), ("Resize", "mode"), ("GridSample", "padding_mode"), ("LSTM", "direction"), ("Gelu", "approximate")):
        ins = {"Pad": [f("x", 2), i64("p=1", 2)], "ScatterElements": [f("x", 2), i64("i=0", 1), f("u", 1)], "Resize": [f("x", 2), "", f("s", 1)],
               "GridSample": [f("x", 1, 1, 2, 2), f("g", 1, 1, 1, 2)], "LSTM": [f("x", 2, 1, 3), f("w", 1, 8, 3), f("r", 1, 8, 2)], "Gelu": [f("x", 2)]}[op]
        bad("A09_" + op.lower(), one(op, ins, attrs=a_str(key, "gobble"), opset=20))
    for name, v in (("nan", float("nan")), ("inf", float("inf"))):
        bad("K_A10_epsilon_" + name, one("InstanceNormalization", [f("x", 1, 2, 3), f("s", 2), f("b", 2)], attrs=a_float("epsilon", v)))
        bad("K_A10_alpha_" + name, one("LeakyRelu", [X], attrs=a_float("alpha", v)))
    for name, eq in (("empty", ""), ("three_dots", "....->"), ("unmatched", "ij,jk->iz"), ("repeated_output", "ij,jk->ii"), ("too_few", "ij->ij"), ("digits", "1j,j1->1"),
                     ("arrow_twice", "ij,jk->->ik"), ("one_dot", "i.j,jk->ik"), ("wrong_rank", "ijk,jk->i"), ("long", "i" * 100 + ",jk->jk"), ("dims", "ij,ij->i")):
        bad("A12_einsum_" + name, one("Einsum", [f("x", 2, 3), f("w", 3, 2)], attrs=a_str("equation", eq)))


def shapes_more():
    for op, a, b in (("MatMul", (3,), (4,)), ("MatMul", (), (2,)), ("Gemm", (2, 3), (2, 3)), ("MatMul", (2, 3, 4), (3, 4, 5)), ("MatMulInteger", (2, 3), (4, 2))):
        bad("S01_%s_%s" % (op.lower(), "x".join(map(str, a)) or "scalar"), one(op, [("x", UINT8 if "Int" in op else FLOAT, a), ("w", UINT8 if "Int" in op else FLOAT, b)],
                                                                           out_type=(INT32 if "Int" in op else FLOAT, None)))
    rnn = lambda op, x, w, r, more=(), attrs=b"": one(op, [f("x", *x), f("w", *w), f("r", *r)] + list(more), attrs=a_int("hidden_size", 2) + attrs, out_type=(FLOAT, (None,) * 4))
    for op, g in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
        bad("S01_%s_rank_2" % op, rnn(op, (2, 3), (1, 2 * g, 3), (1, 2 * g, 2)))
        bad("S01_%s_weights" % op, rnn(op, (2, 1, 3), (1, 2 * g + 1, 3), (1, 2 * g, 2)))
        bad("R17_%s_bias" % op, rnn(op, (2, 1, 3), (1, 2 * g, 3), (1, 2 * g, 2), [f("b", 1, 3)]))
        for name, v in (("9", 9), ("m1", -1), ("min", -2**31)):
            bad("R17_%s_lengths_%s" % (op, name), rnn(op, (2, 1, 3), (1, 2 * g, 3), (1, 2 * g, 2), ["", ("l=%d" % v, INT32, (1,))]))
        bad("R17_%s_activations" % op, rnn(op, (2, 1, 3), (1, 2 * g, 3), (1, 2 * g, 2), attrs=a_strs("activations", ["Tanh"] * 7)))
        bad("R17_%s_activation_unknown" % op, rnn(op, (2, 1, 3), (1, 2 * g, 3), (1, 2 * g, 2), attrs=a_strs("activations", ["Gobble"] * {"RNN": 1, "GRU": 2, "LSTM": 3}[op])))
    bad("S03_tile_overflows", one("Tile", [f("x", 2**20), "r"], inits=[int64s("r", [1], [2**50])]))
    bad("S03_expand_overflows", one("Expand", [f("x", 1), "r"], inits=[int64s("r", [3], [2**30] * 3)]))
    bad("S03_pad_overflows", one("Pad", [f("x", 2), "p"], inits=[int64s("p", [2], [MAX, MAX])]))
    bad("S03_resize_overflows", one("Resize", [f("x", 2), "", "", "s"], inits=[int64s("s", [1], [MAX])]))
    bad("S03_constant_overflows", one("ConstantOfShape", ["s"], inits=[int64s("s", [3], [2**40] * 3)], out_type=(FLOAT, None)))
    bad("S03_upsample_nan", one("Upsample", [f("x", 2), "s"], inits=[floats("s", [1], [float("nan")])], opset=9))
    bad("S03_stride_of_empty", one("AveragePool", [f("x", 1, 1, 0)], attrs=a_ints("kernel_shape", [2]) + a_ints("strides", [2])))
    for name, axes in (("twice", [0, 0]), ("beyond", [5]), ("min", [MIN]), ("of_dim_3", [1]), ("many", list(range(100)))):
        bad("S08_squeeze_" + name, one("Squeeze", [f("x", 1, 3), "a"], inits=[int64s("a", [len(axes)], axes)]))
        if name != "of_dim_3":
            bad("S08_unsqueeze_" + name, one("Unsqueeze", [f("x", 1, 3), "a"], inits=[int64s("a", [len(axes)], axes)]))
    for name, sizes in (("sum", [1, 1]), ("negative", [-1, 5]), ("three", [1, 1, 2]), ("huge", [MAX, MAX])):
        bad("S08_split_" + name, one("Split", [f("x", 4), "s"], ["y", "z"], inits=[int64s("s", [len(sizes)], sizes)]))
        bad("S08_split_at_run_" + name, model(graph(
            [node("SplitToSequence", ["x", "s"], ["q"]), node("SequenceLength", ["q"], ["y"])], [int64s("s", [len(sizes)], sizes)], [info("x", FLOAT, (4,))], [info("y", INT64, ())])))
    bad("S08_split_of_0", model(graph([node("SplitToSequence", ["x", "s"], ["q"]), node("SequenceLength", ["q"], ["y"])], [int64s("s", [], [0])], [info("x", FLOAT, (4,))], [info("y", INT64, ())])))
    # a target that inference knows by the declared result only
    bad("S06_reshape_declared", model(graph([node("Reshape", ["x", "s=3"], ["y"], name="n")], (), [info("x", FLOAT, (2, 2)), info("s=3", INT64, (1,))], [info("y", FLOAT, (4,))])))
    bad("S06_expand_declared", model(graph([node("Expand", ["x", "s=3"], ["y"], name="n")], (), [info("x", FLOAT, (1,)), info("s=3", INT64, (1,))], [info("y", FLOAT, (4,))])))
    for name, dims in (("0", 0), ("max", MAX), ("2_31", 2**31)):
        bad("S12_input_of_" + name, one("Add", [("x", FLOAT, ("n", dims)), ("w", FLOAT, ("n", 3))]))


def values():
    for op, ins in (("GatherElements", lambda v: [f("x", 2, 2), i64("i=" + v, 2, 2)]), ("GatherND", lambda v: [f("x", 2, 2), i64("i=" + v, 1, 2)]),
                    ("ScatterElements", lambda v: [f("x", 2, 2), i64("i=" + v, 1, 2), f("u", 1, 2)]), ("ScatterND", lambda v: [f("x", 2, 2), i64("i=" + v, 1, 2), f("u", 1)]),
                    ("OneHot", lambda v: [i64("i", 2), i64("d=" + v), f("o", 2)]), ("Compress", None)):
        for name, v in (("beyond", "2"), ("m3", "-3"), ("min", str(MIN)), ("max", str(MAX))):
            if ins is not None:
                bad("R0%d_%s_%s" % (2 if "Scatter" in op else 1, op.lower(), name), one(op, ins(v), out_type=(FLOAT, None)))
    bad("R02_compress_longer", one("Compress", [f("x", 2), ("c", BOOL, (9,))]))
    unpool = lambda v: one("MaxUnpool", [f("x", 1, 1, 1, 1), i64("i=" + v, 1, 1, 1, 1)], attrs=a_ints("kernel_shape", [2, 2]))
    for name, v in (("4", "4"), ("m1", "-1"), ("min", str(MIN)), ("max", str(MAX))):
        bad("R02_max_unpool_" + name, unpool(v))
    bad("K_R03_scatter_twice", one("ScatterElements", [f("x", 2), i64("i=0", 5), f("u", 5)], attrs=a_str("reduction", "add"), opset=18))
    for mode in ("constant", "reflect", "edge", "wrap"):
        for name, v in (("beyond", -9), ("far", 100), ("huge", 2**40), ("min", MIN)):
            bad("R05_pad_%s_%s" % (mode, name), one("Pad", [f("x", 3), i64("p=%d" % v, 2)], attrs=a_str("mode", mode), opset=19))
    bad("R05_pad_length", one("Pad", [f("x", 3), i64("p=1", 3)]))
    for op in ("Div", "Mod"):
        for dtype, name in ((INT32, "int32"), (INT64, "int64")):
            low = -2**31 if dtype == INT32 else MIN
            bad("R06_%s_%s_by_0" % (op.lower(), name), one(op, [("x", dtype, (2,)), ("d=0", dtype, (2,))], out_type=(dtype, (None,))))
            bad("R06_%s_%s_min_by_m1" % (op.lower(), name), one(op, [("x=%d" % low, dtype, (2,)), ("d=-1", dtype, (2,))], out_type=(dtype, (None,))))
    for v in (64, 200):
        bad("K_R07_shift_%d" % v, one("BitShift", ["w", "s"], attrs=a_str("direction", "LEFT"), inits=[tensor("w", 13, [1], bytes([1] * 8)), tensor("s", 13, [1], bytes([v] + [0] * 7))], out_type=(13, (None,))))
    for op in ("Abs", "Neg"):
        bad("K_R07_%s_min" % op.lower(), one(op, [i64("x=%d" % MIN, 2)], out_type=(INT64, (None,))))
    bad("K_R07_pow_int", one("Pow", [("x=3", INT64, (1,)), ("e=100", INT64, (1,))], out_type=(INT64, (None,))))
    bad("K_R07_cumsum", one("CumSum", [i64("x=%d" % MAX, 3), "a"], inits=[int64s("a", [], [0])], out_type=(INT64, (None,))))
    bad("K_R07_reduce_sum", one("ReduceSum", [i64("x=%d" % MAX, 3)], out_type=(INT64, (None,))))
    for name, v in (("huge", 2**50), ("negative", -1), ("min", MIN), ("max", MAX)):
        bad("R08_tile_" + name, one("Tile", [f("x", 2), i64("r=%d" % v, 1)]))
        bad("R08_expand_" + name, one("Expand", [f("x", 1), i64("r=%d" % v, 2)], out_type=(FLOAT, None)))
        bad("R08_constant_" + name, one("ConstantOfShape", [i64("r=%d" % v, 2)], out_type=(FLOAT, None)))
        bad("R08_upsample_" + name, one("Resize", [f("x", 2), "", "", i64("r=%d" % v, 1)]))
    ranges = lambda a, b, c: one("Range", [f("a=" + a), f("b=" + b), f("c=" + c)], out_type=(FLOAT, (None,)))
    for name, (a, b, c) in {"delta_0": "0 9 0".split(), "delta_nan": "0 9 nan".split(), "delta_sign": "0 9 -1".split(), "huge": "0 1e30 1e-30".split(),
                            "limit_inf": "0 inf 1".split(), "start_nan": "nan 1 1".split()}.items():
        bad("R09_range_" + name, ranges(a, b, c))
    bad("R09_range_int_extremes", one("Range", [i64("a=%d" % MIN), i64("b=%d" % MAX), i64("c")], out_type=(INT64, (None,))))
    for name, v in (("0", "0"), ("negative", "-1"), ("nan", "nan"), ("inf", "inf"), ("1e38", "1e38")):
        bad("R10_resize_" + name, one("Resize", [f("x", 2), "", f("s=" + v, 1)]))
    bad("R10_resize_both", one("Resize", [f("x", 2), "", f("s", 1), i64("t=2", 1)]))
    bad("R10_resize_neither", one("Resize", [f("x", 2)]))
    bad("K_R10_resize_cubic_of_1", one("Resize", [f("x", 1, 1, 1, 1), "", f("s=3", 4)], attrs=a_str("mode", "cubic")))
    for name, v in (("m1", "-1"), ("3", "3"), ("min", str(MIN)), ("max", str(MAX))):
        bad("R11_topk_" + name, model(graph(
            [node("TopK", ["x", "k=" + v], ["y", "z"])], (), [info("x"), info("k=" + v, INT64, (1,))], [info("y", FLOAT, (None,)), info("z", INT64, (None,))])))
        bad("R12_nms_most_" + name, one("NonMaxSuppression", [f("x", 1, 3, 4), f("s", 1, 1, 3), i64("k=" + v, 1)], out_type=(INT64, (None, None))))
    bad("R11_topk_of_2", model(graph([node("TopK", ["x", "k"], ["y", "z"])], (), [info("x"), info("k", INT64, (2,))],
                                     [info("y", FLOAT, (None,)), info("z", INT64, (None,))])))
    bad("K_R11_topk_nan", model(graph([node("TopK", ["x=nan", "k"], ["y", "z"])], [int64s("k", [1], [3])], [info("x=nan", FLOAT, (4,))],
                                      [info("y", FLOAT, (None,)), info("z", INT64, (None,))])))
    bad("K_R12_nms_nan", one("NonMaxSuppression", [f("x=nan", 1, 3, 4), f("s=nan", 1, 1, 3), i64("k=3", 1)], out_type=(INT64, (None, None))))
    bad("R12_nms_scores", one("NonMaxSuppression", [f("x", 1, 3, 4), f("s", 1, 1, 5), i64("k", 1)], out_type=(INT64, (None, None))))
    sequences = lambda op, at: model(graph([node("SequenceConstruct", ["x", "x"], ["q"]), node(op, ["q", at] if op != "SequenceInsert" else ["q", "x", at], ["y" if op == "SequenceAt" else "r"])] +
        ([node("SequenceLength", ["r"], ["y"])] if op != "SequenceAt" else []), (), [info("x"), info(at, INT64, ())], [info("y", FLOAT if op == "SequenceAt" else INT64, (None,) if op == "SequenceAt" else ())]))
    for op in ("SequenceAt", "SequenceErase", "SequenceInsert"):
        for name, v in (("3", 3), ("m4", -4), ("min", MIN), ("max", MAX)):
            bad("R16_%s_%s" % (op.lower(), name), sequences(op, "i=%d" % v))
    bad("R16_concat_of_nothing", model(graph([node("SequenceEmpty", [], ["q"]), node("ConcatFromSequence", ["q"], ["y"], a_int("axis", 0))], (), [], [info("y", FLOAT, (None,))])))
    bad("R16_mixed_types", model(graph([node("SequenceConstruct", ["x", "z"], ["q"]), node("SequenceLength", ["q"], ["y"])], (), [info("x"), info("z", INT64)], [info("y", INT64, ())])))
    for op in ("ReduceMax", "ReduceMin", "ReduceMean", "ArgMax"):
        bad("R19_%s_of_nothing" % op.lower(), one(op, [f("x", 2, 0)], attrs=a_int("axis", 1) if op == "ArgMax" else a_ints("axes", [1]), out_type=(INT64 if op == "ArgMax" else FLOAT, None)))
    for v in ("nan", "inf", "-inf", "1e38", "-1e38"):
        for mode in ("zeros", "border", "reflection"):
            bad("K_R20_grid_%s_%s" % (mode, v.replace("-", "m")), one("GridSample", [f("x", 1, 1, 2, 2), f("g=" + v, 1, 1, 1, 2)], attrs=a_str("padding_mode", mode)))
        bad("R20_roi_%s" % v.replace("-", "m"), one("RoiAlign", [f("x", 1, 1, 2, 2), f("r=" + v, 1, 4), "b"], inits=[int64s("b", [1], [0])]))
    for name, v in (("1", "1"), ("m1", "-1"), ("min", str(MIN)), ("max", str(MAX))):
        bad("R20_roi_image_" + name, one("RoiAlign", [f("x", 1, 1, 2, 2), f("r", 1, 4), i64("b=" + v, 1)]))
    bad("K_R21_pool_in_padding", one("AveragePool", [f("x", 1, 1, 3)], attrs=a_ints("kernel_shape", [1]) + a_ints("strides", [2]) + a_int("ceil_mode", 1)))
    for name, v in (("0", "0"), ("m1", "-1"), ("min", str(MIN)), ("max", str(MAX))):
        bad("R26_hann_" + name, one("HannWindow", [i64("n=" + v)], out_type=(FLOAT, (None,))))
        bad("R26_stft_step_" + name, one("STFT", [f("x", 1, 8, 1), i64("n=" + v), "", "l"], inits=[int64s("l", [], [4])], out_type=(FLOAT, (None,) * 4)))
        bad("R26_dft_length_" + name, one("DFT", [f("x", 1, 8, 1), i64("n=" + v)], attrs=a_int("axis", 1)))
        bad("R26_mel_bins_" + name, one("MelWeightMatrix", [i64("n=" + v), i64("d=16"), i64("r=8000"), f("l=0"), f("u=4000")], out_type=(FLOAT, (None, None))))
        bad("R28_col2im_" + name, one("Col2Im", [f("x", 1, 4, 4), i64("n=" + v, 2), i64("b=2", 2)], opset=18, out_type=(FLOAT, (None,) * 4)))
        bad("R28_col2im_block_" + name, one("Col2Im", [f("x", 1, 4, 4), i64("n=4", 2), i64("b=" + v, 2)], opset=18, out_type=(FLOAT, (None,) * 4)))
    bad("R29_det_2x3", one("Det", [f("x", 2, 3)]))
    bad("K_R29_det_0", one("Det", [f("x", 0, 0)], out_type=(FLOAT, ())))
    bad("R28_blocks_not_dividing", one("DepthToSpace", [f("x", 1, 3, 2, 2)], attrs=a_int("blocksize", 2)))
    bad("R25_heads_not_dividing", one("Attention", [f("q", 1, 2, 7), f("k", 1, 2, 7), f("v", 1, 2, 7)], attrs=a_int("q_num_heads", 2) + a_int("kv_num_heads", 2), opset=23, ir=10))
    for pattern in ("(a*)*b", "(" * 200 + ")" * 200, "a{1000}{1000}{1000}", "[z-a]", "\\", "(?=a)", "a{5,1}", "*", "[[:gobble:]]"):
        name = "".join(c if c.isalnum() else "_" for c in pattern)[:24]
        bad("R24_regex_%02x_%s" % (sum(pattern.encode()) % 256, name), one("RegexFullMatch", ["w"], attrs=a_str("pattern", pattern), inits=[tensor("w", STRING, [1], extra=ld(6, "a" * 30))],
                                                                       out_type=(BOOL, (None,)), opset=20))


def trees():
    """TreeEnsembleRegressor of one tree: node 0 is a branch with the leaves 1 and 2, but for what a name says."""
    def tree(name, ids=(0, 1, 2), modes=("BRANCH_LEQ", "LEAF", "LEAF"), features=(0, 0, 0), yes=(1, 0, 0), no=(2, 0, 0), targets=(1, 2), target_ids=(0, 0), n=1, hitrates=(), x=(2, 3)):
        attrs = a_ints("nodes_treeids", [0] * len(ids)) + a_ints("nodes_nodeids", ids) + a_ints("nodes_featureids", features) + a_strs("nodes_modes", modes)
        attrs += floats_of("nodes_values", [0.5] * len(ids)) + a_ints("nodes_truenodeids", yes) + a_ints("nodes_falsenodeids", no)
        attrs += a_ints("target_treeids", [0] * len(targets)) + a_ints("target_nodeids", targets) + a_ints("target_ids", target_ids) + floats_of("target_weights", [1.0] * len(targets))
        attrs += a_int("n_targets", n) + (floats_of("nodes_hitrates", hitrates) if hitrates else b"")
        bad(name, model(graph([node("TreeEnsembleRegressor", ["x"], ["y"], attrs, "n", "ai.onnx.ml")], (), [info("x", FLOAT, x)], [info("y", FLOAT, (None, None))]), opsets=(("", 17), ("ai.onnx.ml", 1))))

    tree("K_R22_tree")
    tree("R22_child_of_9", yes=(9, 0, 0))
    tree("R22_child_negative", yes=(-1, 0, 0))
    tree("R22_child_min", yes=(MIN, 0, 0))
    tree("R22_child_itself", yes=(0, 0, 0))
    tree("R22_cycle", modes=("BRANCH_LEQ", "BRANCH_LEQ", "LEAF"), yes=(1, 0, 0), no=(2, 2, 0), targets=(2, 2))
    tree("R22_shared_leaf", no=(1, 0, 0))
    tree("R22_mode_unknown", modes=("BRANCH_GOBBLE", "LEAF", "LEAF"))
    tree("R22_feature_3", features=(3, 0, 0))
    tree("R22_feature_negative", features=(-1, 0, 0))
    tree("R22_feature_2_32", features=(2**32, 0, 0))
    tree("R22_target_1", target_ids=(0, 1))
    tree("R22_target_negative", target_ids=(-1, 0))
    tree("R22_target_node_9", targets=(1, 9))
    tree("R22_ids_twice", ids=(0, 1, 1))
    tree("R22_fewer_modes", modes=("BRANCH_LEQ", "LEAF"))
    tree("R22_targets_0", n=0)
    tree("R22_targets_max", n=MAX)
    tree("R22_no_nodes", ids=(), modes=(), features=(), yes=(), no=())
    tree("R22_columns_0", x=(2, 0))
    tree("R22_rank_3", x=(1, 2, 3))


def estimators():
    def ml(op, attrs, dtype=FLOAT, dims=(2, 3), out=FLOAT):
        more = [info("p", FLOAT, (None, None))] if op.endswith("Classifier") else []
        y = info("y", out, (None,) if more else (None, None))
        return model(graph([node(op, ["x"], ["y", "p"] if more else ["y"], attrs, "n", "ai.onnx.ml")], (), [info("x", dtype, dims)], [y] + more),
                     opsets=(("", 17), ("ai.onnx.ml", 2)))

    bad("R23_labels_lengths", ml("LabelEncoder", a_ints("keys_int64s", [1, 2]) + floats_of("values_floats", [1.0]), INT64))
    bad("R23_labels_no_values", ml("LabelEncoder", a_ints("keys_int64s", [1, 2]), INT64))
    bad("R23_labels_two_keys", ml("LabelEncoder", a_ints("keys_int64s", [1]) + a_strs("keys_strings", ["a"]) + floats_of("values_floats", [1.0]), INT64))
    bad("R23_one_hot_both", ml("OneHotEncoder", a_ints("cats_int64s", [1]) + a_strs("cats_strings", ["a"]), INT64))
    bad("R23_one_hot_neither", ml("OneHotEncoder", b"", INT64))
    bad("R23_scaler_offsets", ml("Scaler", floats_of("offset", [1.0, 2.0]) + floats_of("scale", [1.0] * 3)))
    bad("R23_imputer_values", ml("Imputer", floats_of("imputed_value_floats", [1.0, 2.0])))
    bad("R23_normalizer", ml("Normalizer", a_str("norm", "L7")))
    bad("R23_linear_targets_0", ml("LinearRegressor", floats_of("coefficients", [1.0] * 3) + a_int("targets", 0)))
    bad("R23_linear_targets_max", ml("LinearRegressor", floats_of("coefficients", [1.0] * 3) + a_int("targets", MAX)))
    for name, n in (("m1", -1), ("0", 0), ("2", 2), ("max", MAX)):
        bad("R23_svm_supports_" + name, ml("SVMRegressor", floats_of("coefficients", [1.0]) + floats_of("support_vectors", [1.0] * 3) + floats_of("rho", [0.0]) + a_int("n_supports", n)))
        bad("R23_svm_classes_" + name, ml("SVMClassifier", floats_of("coefficients", [1.0]) + floats_of("support_vectors", [1.0] * 3) + floats_of("rho", [0.0]) +
                                          a_ints("vectors_per_class", [n, 1]) + a_ints("classlabels_ints", [0, 1]), out=INT64))
    bad("R23_svm_no_rho", ml("SVMRegressor", floats_of("coefficients", [1.0]) + floats_of("support_vectors", [1.0] * 3) + a_int("n_supports", 1)))
    bad("R23_svm_kernel", ml("SVMRegressor", floats_of("coefficients", [1.0]) + floats_of("support_vectors", [1.0] * 3) + floats_of("rho", [0.0]) + a_int("n_supports", 1) + a_str("kernel_type", "GOBBLE")))
    tfidf = lambda counts, indexes, pool=(1, 2), length=1, skip=0: one("TfIdfVectorizer", [("x", INT64, (4,))], attrs=a_ints("ngram_counts", counts) + a_ints("ngram_indexes", indexes) +
        a_ints("pool_int64s", pool) + a_int("max_gram_length", length) + a_int("min_gram_length", 1) + a_int("max_skip_count", skip) + a_str("mode", "TF"), out_type=(FLOAT, (None,)))
    bad("R23_tfidf_index_negative", tfidf([0], [-1, 0]))
    bad("R23_tfidf_index_max", tfidf([0], [MAX, 0]))
    bad("R23_tfidf_few_indexes", tfidf([0], [0]))
    bad("R23_tfidf_counts_beyond", tfidf([9], [0, 1]))
    bad("R23_tfidf_counts_negative", tfidf([-1], [0, 1]))
    bad("R23_tfidf_counts_falling", tfidf([2, 0], [0, 1], length=2))
    bad("R23_tfidf_length_max", tfidf([0], [0, 1], length=MAX))
    bad("R23_tfidf_skip_negative", tfidf([0], [0, 1], skip=-1))


def optimised():
    """What a rewrite may not turn into another result: an intermediate value that is an output, scales that are no numbers, faults of constants."""
    x, outs = info("x", FLOAT, (1, 2)), lambda *names: [info(n, FLOAT, (None, None)) for n in names]
    bad("K_O03_middle_is_output", model(graph([node("Relu", ["x"], ["h"]), node("Neg", ["h"], ["y"])], (), [x], outs("y", "h"))))
    bad("K_O03_matmul_middle_is_output", model(graph([node("MatMul", ["x", "w"], ["h"]), node("Add", ["h", "b"], ["y"])], [floats("w", [2, 2], [1] * 4), floats("b", [2], [1, 2])], [x], outs("y", "h"))))
    for name, v in (("nan", float("nan")), ("inf", float("inf")), ("negative", -2.0), ("zero", 0.0)):
        norm = [node("Conv", ["i", "k"], ["h"]), node("BatchNormalization", ["h", "s", "b", "b", "v"], ["y"])]
        bad("K_O04_norm_variance_" + name, model(graph(norm, [floats("k", [1, 1, 1, 1], [2]), floats("s", [1], [1]), floats("b", [1], [0]), floats("v", [1], [v])],
                                                       [info("i", FLOAT, (1, 1, 2, 2))], [info("y", FLOAT, (None,) * 4)])))
    bad("O02_division_by_0", model(graph([node("Div", ["a", "b"], ["c"]), node("Cast", ["c"], ["f"], a_int("to", FLOAT)), node("Add", ["x", "f"], ["y"])],
                                         [int64s("a", [2], [MIN, 1]), int64s("b", [2], [-1, 0])], **IO)))
    bad("O02_reshape_of_constant", model(graph([node("Reshape", ["w", "s"], ["h"]), node("Add", ["x", "h"], ["y"])], [floats("w", [2], [1, 2]), int64s("s", [1], [3])], **IO)))
    chain = [node("Transpose", ["x" if i == 0 else "t%d" % i], ["t%d" % (i + 1)], a_ints("perm", [1, 0])) for i in range(3000)]
    bad("K_O05_transposes", model(graph(chain + [node("Relu", ["t3000"], ["y"])], (), [x], outs("y"))))
    bad("K_O05_casts", model(graph([node("Cast", ["x" if i == 0 else "t%d" % i], ["t%d" % (i + 1)], a_int("to", INT32 if i % 2 == 0 else FLOAT)) for i in range(2000)] +
                                   [node("Relu", ["t2000"], ["y"])], (), [x], outs("y"))))


def operators():
    for part in (attributes_more, shapes_more, values, trees, estimators, optimised):
        part()
