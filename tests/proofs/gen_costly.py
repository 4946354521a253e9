#!/usr/bin/env python3
"""Operators at shapes and values that make them work hard, each a model of one node without inputs: gen_costly.py FOLDER

For tests/proofs/bounded.c. Operands are defaults of inputs, so that nothing is folded."""
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bad"))
from onnx_writer import *  # noqa: E402

FORMS = {FLOAT: "f", DOUBLE: "d", INT64: "q", INT32: "i", UINT8: "B", INT8: "b", BOOL: "B", FLOAT16: "e"}
random.seed(1)


def numbers(dtype, dims, low, high):
    n = 1
    for d in dims:
        n *= d
    whole = dtype not in (FLOAT, DOUBLE, FLOAT16)
    period = min(n, 99991)  # a prime: no row of the operands repeats another
    some = [random.randint(low, high) if whole else random.uniform(low, high) for _ in range(period)]
    raw = struct.pack("<%d%s" % (period, FORMS[dtype]), *some)
    return (raw * (n // max(1, period) + 1))[:n * struct.calcsize(FORMS[dtype])]


def t(*dims, dtype=FLOAT, low=-4, high=4, values=None):
    if values is not None:
        return dtype, dims, struct.pack("<%d%s" % (len(values), FORMS[dtype]), *values)
    return dtype, dims, numbers(dtype, dims, low, high)


def i64(*values, scalar=False):
    return t(*(() if scalar else (len(values),)), dtype=INT64, values=values)


def texts(values):
    return STRING, (len(values),), values


def case(name, op, operands, attrs=b"", outs=1, out=FLOAT, domain="", opset=21, types=None):
    inits, ins, names = [], [], []
    for k, o in enumerate(operands):
        names.append("" if o is None else "i%d" % k)
        if o is None:
            continue
        dtype, dims, raw = o
        inits.append(tensor("i%d" % k, dtype, dims, extra=b"".join(ld(6, s) for s in raw)) if dtype == STRING else tensor("i%d" % k, dtype, dims, raw))
        ins.append(info("i%d" % k, dtype, dims))
    results = ["o%d" % k for k in range(outs)]
    types = types or [out] + [INT64] * (outs - 1)
    bad(name, model(graph([node(op, names, results, attrs, "n", domain)], inits, ins, [info(r, d, None) for r, d in zip(results, types)]), 10,
                    (("", opset), ("ai.onnx.ml", 3), ("com.microsoft", 1))))


def elementwise():
    n = 1 << 20
    for op in ("Relu", "Exp", "Erf", "Tanh", "Sin", "Tan", "Acosh", "Gelu", "Softplus", "Mish", "Round", "IsNaN", "Abs"):
        case(op, op, [t(n)], out=BOOL if op == "IsNaN" else FLOAT)
    for op in ("Add", "Div", "Pow", "Mod", "Less"):
        case(op, op, [t(n, low=0.1), t(n, low=0.1)], a_int("fmod", 1) if op == "Mod" else b"", out=BOOL if op == "Less" else FLOAT)
    case("Pow_f64", "Pow", [t(n, dtype=DOUBLE, low=0.1), t(n, dtype=DOUBLE)], out=DOUBLE)
    case("Pow_i64", "Pow", [t(n, dtype=INT64), t(n, dtype=INT64, low=0, high=62)], out=INT64)
    case("Div_i64", "Div", [t(n, dtype=INT64, low=-2**62, high=2**62), t(n, dtype=INT64, low=1, high=9)], out=INT64)
    case("Exp_f64", "Exp", [t(n, dtype=DOUBLE)], out=DOUBLE)
    case("Sin_huge", "Sin", [t(n, low=-1e30, high=1e30)])
    case("Add_rows_of_1", "Add", [t(n, 1), t(1, 2)])
    case("Where", "Where", [t(n, dtype=BOOL, low=0, high=1), t(n), t(n)])
    case("Cast_f16", "Cast", [t(n)], a_int("to", FLOAT16), out=FLOAT16)
    case("Cast_text", "Cast", [t(n // 8)], a_int("to", STRING), out=STRING)
    case("Cast_double_text", "Cast", [t(n // 8, dtype=DOUBLE, low=-1e300, high=1e300)], a_int("to", STRING), out=STRING)
    case("Cast_small_double_text", "Cast", [t(n // 8, dtype=DOUBLE, low=-1e-300, high=1e-300)], a_int("to", STRING), out=STRING)
    case("Cast_from_text", "Cast", [texts(["1.2345678901234567e-30%d" % (i % 10) for i in range(n // 8)])], a_int("to", FLOAT))
    case("Clip", "Clip", [t(n), t(values=[-1.0]), t(values=[1.0])])
    case("QuantizeLinear", "QuantizeLinear", [t(n), t(values=[0.1])], out=UINT8)


def movement():
    case("Transpose_4096", "Transpose", [t(4096, 4096)], a_ints("perm", [1, 0]))
    case("Transpose_rank_6", "Transpose", [t(8, 8, 16, 8, 8, 16)], a_ints("perm", [5, 3, 1, 4, 2, 0]))
    case("Copy_64_MB", "Identity", [t(1 << 24)])
    case("Concat_many", "Concat", [t(1 << 20, 1)] * 8, a_int("axis", 1))
    case("Concat_large", "Concat", [t(1 << 22)] * 4, a_int("axis", 0))
    case("Split", "Split", [t(1 << 20, 8)], a_int("axis", 1) + a_int("num_outputs", 8), outs=8, types=[FLOAT] * 8)
    case("Slice_steps", "Slice", [t(1 << 22), i64(1 << 22), i64(-2**62), i64(0), i64(-3)])
    case("Pad_reflect", "Pad", [t(1024, 1024), i64(500, 500, 500, 500)], a_str("mode", "reflect"))
    case("Tile_1", "Tile", [t(1), i64(1 << 22)])
    case("Tile_rows", "Tile", [t(1000, 1), i64(1, 4000)])
    case("Expand", "Expand", [t(2000, 1), i64(2000, 2000)])
    case("Gather_rows_1", "Gather", [t(1 << 20, 1), t(1 << 20, dtype=INT64, low=0, high=1000000)])
    case("Gather_last", "Gather", [t(64, 4096), t(4096, dtype=INT64, low=0, high=4095)], a_int("axis", 1))
    case("GatherElements", "GatherElements", [t(1024, 1024), t(1024, 1024, dtype=INT64, low=0, high=1023)])
    case("GatherND", "GatherND", [t(1024, 1024), t(1 << 20, 2, dtype=INT64, low=0, high=1023)])
    case("ScatterElements", "ScatterElements", [t(1024, 1024), t(1024, 1024, dtype=INT64, low=0, high=1023), t(1024, 1024)], a_str("reduction", "add"))
    case("ScatterND", "ScatterND", [t(1024, 1024), t(1 << 20, 2, dtype=INT64, low=0, high=1023), t(1 << 20)], a_str("reduction", "mul"))
    case("OneHot", "OneHot", [t(4096, dtype=INT64, low=0, high=999), i64(1000, scalar=True), t(2)])
    case("DepthToSpace", "DepthToSpace", [t(1, 256, 128, 128)], a_int("blocksize", 4))
    case("Compress", "Compress", [t(1 << 22), t(1 << 22, dtype=BOOL, low=0, high=1)])
    case("NonZero", "NonZero", [t(128, 128, 128)], out=INT64)
    case("ReverseSequence", "ReverseSequence", [t(1024, 256, 4), t(256, dtype=INT64, low=1, high=1024)])
    case("Trilu", "Trilu", [t(2048, 2048)])
    case("EyeLike", "EyeLike", [t(2048, 2048)])


def order():
    n = 1 << 20
    case("TopK_all", "TopK", [t(n), i64(n)], outs=2)
    case("TopK_half_rows", "TopK", [t(64, 16384), i64(8192)], outs=2)
    case("TopK_1", "TopK", [t(16, 65536), i64(1)], outs=2)
    case("TopK_columns", "TopK", [t(16384, 64), i64(8192)], a_int("axis", 0), outs=2)
    case("Unique", "Unique", [t(n)], outs=4)
    case("Unique_few", "Unique", [t(n, dtype=INT64, low=0, high=3)], outs=4, out=INT64)
    case("Unique_rows", "Unique", [t(1 << 16, 16, dtype=INT64, low=0, high=0)], a_int("axis", 0), outs=4, out=INT64)
    case("Unique_unsorted", "Unique", [t(n)], a_int("sorted", 0), outs=4)
    case("ArgMax", "ArgMax", [t(1024, 1024)], a_int("axis", 0), out=INT64)
    case("CumSum", "CumSum", [t(n), i64(0, scalar=True)])
    case("CumSum_columns", "CumSum", [t(4096, 256), i64(0, scalar=True)])
    case("ReduceSum_all", "ReduceSum", [t(1 << 22)])
    case("ReduceLogSumExp", "ReduceLogSumExp", [t(1024, 1024), i64(0)])
    case("ReduceProd_f64", "ReduceProd", [t(1024, 1024, dtype=DOUBLE), i64(0)], out=DOUBLE)
    case("Softmax_row", "Softmax", [t(1, 1 << 22)])
    case("Softmax_columns", "Softmax", [t(2048, 512)], a_int("axis", 0))
    case("NMS_500", "NonMaxSuppression", [(FLOAT, (1, 3000, 4), b"".join(struct.pack("<4f", i, i, i + 0.9, i + 0.9) for i in range(3000))), t(1, 1, 3000), i64(3000)], out=INT64)


def products():
    case("MatMul", "MatMul", [t(512, 512), t(512, 512)])
    case("MatMul_f64", "MatMul", [t(384, 384, dtype=DOUBLE), t(384, 384, dtype=DOUBLE)], out=DOUBLE)
    case("MatMul_i64", "MatMul", [t(256, 256, dtype=INT64), t(256, 256, dtype=INT64)], out=INT64)
    case("MatMul_f16", "MatMul", [t(384, 384, dtype=FLOAT16), t(384, 384, dtype=FLOAT16)], out=FLOAT16)
    case("MatMul_many_small", "MatMul", [t(100000, 2, 2), t(100000, 2, 2)])
    case("MatMul_depth", "MatMul", [t(1, 1 << 22), t(1 << 22, 1)])
    case("MatMulInteger", "MatMulInteger", [t(512, 512, dtype=UINT8, low=0, high=255), t(512, 512, dtype=UINT8, low=0, high=255)], out=INT32)
    case("Gemm_transposed", "Gemm", [t(512, 512), t(512, 512)], a_int("transA", 1) + a_int("transB", 1))
    case("Conv_3x3", "Conv", [t(1, 32, 64, 64), t(32, 32, 3, 3)])
    case("Conv_depthwise", "Conv", [t(1, 256, 64, 64), t(256, 1, 3, 3)], a_int("group", 256))
    case("Conv_large_kernel", "Conv", [t(1, 1, 256, 256), t(1, 1, 63, 63)])
    case("Conv_1d_long", "Conv", [t(1, 1, 1 << 18), t(1, 1, 255)])
    case("Conv_f64", "Conv", [t(1, 8, 64, 64, dtype=DOUBLE), t(8, 8, 3, 3, dtype=DOUBLE)], out=DOUBLE)
    case("ConvTranspose", "ConvTranspose", [t(1, 32, 32, 32), t(32, 32, 4, 4)], a_ints("strides", [2, 2]))
    case("ConvInteger", "ConvInteger", [t(1, 16, 64, 64, dtype=UINT8, low=0, high=255), t(16, 16, 3, 3, dtype=UINT8, low=0, high=255)], out=INT32)
    case("DeformConv", "DeformConv", [t(1, 8, 64, 64), t(8, 8, 3, 3), t(1, 18, 62, 62)])
    case("MaxPool_large", "MaxPool", [t(1, 4, 256, 256)], a_ints("kernel_shape", [63, 63]))
    case("AveragePool_large", "AveragePool", [t(1, 4, 256, 256)], a_ints("kernel_shape", [63, 63]))
    case("LpPool_large", "LpPool", [t(1, 4, 128, 128)], a_ints("kernel_shape", [31, 31]))
    case("LRN_wide", "LRN", [t(1, 512, 32, 32)], a_int("size", 255))
    case("Einsum", "Einsum", [t(64, 64, 64), t(64, 64, 64)], a_str("equation", "abc,cbd->ad"))
    case("Einsum_outer", "Einsum", [t(1024), t(1024)], a_str("equation", "a,b->ab"))
    case("Einsum_trace", "Einsum", [t(1024, 1024)], a_str("equation", "aa->a"))
    case("Det", "Det", [t(300, 300)])
    case("Col2Im", "Col2Im", [t(1, 9 * 64, 62 * 62), i64(64, 64), i64(3, 3)], opset=18)
    for op, g in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
        case(op, op, [t(64, 4, 64), t(1, g * 128, 64), t(1, g * 128, 128)], a_int("hidden_size", 128))
    case("Attention", "Attention", [t(1, 4, 512, 64), t(1, 4, 512, 64), t(1, 4, 512, 64)], opset=23)
    case("LayerNormalization", "LayerNormalization", [t(4096, 256), t(256), t(256)])
    case("LayerNorm_row_1", "LayerNormalization", [t(1 << 19, 2), t(2), t(2)])
    case("InstanceNormalization", "InstanceNormalization", [t(1, 16, 256, 256), t(16), t(16)])
    case("GroupNormalization", "GroupNormalization", [t(1, 16, 256, 256), t(16), t(16)], a_int("num_groups", 4))


def images():
    case("Resize_linear", "Resize", [t(1, 4, 128, 128), None, None, i64(1, 4, 512, 512)], a_str("mode", "linear"))
    case("Resize_cubic", "Resize", [t(1, 4, 128, 128), None, None, i64(1, 4, 512, 512)], a_str("mode", "cubic"))
    case("Resize_antialias", "Resize", [t(1, 1, 1024, 1024), None, None, i64(1, 1, 3, 3)], a_str("mode", "cubic") + a_int("antialias", 1))
    case("GridSample_cubic", "GridSample", [t(1, 4, 128, 128), t(1, 256, 256, 2, low=-2, high=2)], a_str("mode", "cubic") + a_str("padding_mode", "reflection"), opset=20)
    case("RoiAlign", "RoiAlign", [t(1, 16, 64, 64), t(500, 4, low=0, high=60), t(500, dtype=INT64, low=0, high=0)], a_int("output_height", 7) + a_int("output_width", 7))
    case("MaxRoiPool", "MaxRoiPool", [t(1, 4, 128, 128), t(200, 5, values=[0, 0, 0, 127, 127] * 200)], a_ints("pooled_shape", [2, 2]))
    case("DFT_prime", "DFT", [t(1, 8191, 1)], a_int("axis", 1), opset=17)
    case("DFT_65536", "DFT", [t(1, 65536, 1)], a_int("axis", 1), opset=17)
    case("DFT_long", "DFT", [t(1, 1 << 21, 1)], a_int("axis", 1), opset=17)
    case("DFT_long_prime", "DFT", [t(1, 1048573, 1)], a_int("axis", 1), opset=17)
    case("DFT_long_61", "DFT", [t(1, 61 ** 3, 2)], a_int("axis", 1) + a_int("inverse", 1), opset=17)
    case("STFT", "STFT", [t(1, 65536, 1), i64(64, scalar=True), None, i64(1024, scalar=True)])
    case("MelWeightMatrix", "MelWeightMatrix", [i64(500, scalar=True), i64(8192, scalar=True), i64(16000, scalar=True), t(values=[0.0]), t(values=[8000.0])])
    case("HannWindow", "HannWindow", [i64(1 << 18, scalar=True)])
    case("RandomNormalLike", "RandomNormalLike", [t(1 << 20)])
    case("Multinomial", "Multinomial", [t(1, 10000)], a_int("sample_size", 1000), out=INT32)
    case("Range", "Range", [t(values=[0.0]), t(values=[1000000.0]), t(values=[1.0])])


def strings():
    long = ["a" * 20000] * 8
    case("Regex_long", "RegexFullMatch", [texts(long)], a_str("pattern", "(a?){100}b"), out=BOOL)
    case("Regex_one_string", "RegexFullMatch", [texts(["a" * 2000000])], a_str("pattern", "(a|b|ab)*c"), out=BOOL)
    case("StringConcat", "StringConcat", [texts(long * 8), texts(long * 8)], out=STRING)
    case("StringSplit", "StringSplit", [texts(["a b " * 50000] * 4)], a_str("delimiter", " "), outs=2, out=STRING)
    case("StringNormalizer", "StringNormalizer", [texts(["Äb" * 5000] * 50)], a_str("case_change_action", "UPPER"), out=STRING)
    case("NGramRepeatBlock", "NGramRepeatBlock", [t(1, 1 << 18, dtype=INT64, low=1, high=1), t(1, 8)], a_int("ngram_size", 1 << 12), domain="com.microsoft")
    case("Tokenizer", "Tokenizer", [texts(["ab cd " * 5000] * 4)], a_strs("separators", [" "]) + a_int("mark", 1) + a_int("mincharnum", 1) + a_str("pad_value", "#"), out=STRING, domain="com.microsoft")
    case("Equal_strings", "Equal", [texts(long), texts(long)], out=BOOL)
    case("Gather_strings", "Gather", [texts(["x" * 200] * 5000), t(20000, dtype=INT64, low=0, high=4999)], out=STRING)
    case("TfIdf", "TfIdfVectorizer", [t(100000, dtype=INT64, low=0, high=3)], a_ints("ngram_counts", [0]) + a_ints("ngram_indexes", [0, 1]) + a_ints("pool_int64s", [1, 2]) +
         a_int("max_gram_length", 1) + a_int("min_gram_length", 1) + a_int("max_skip_count", 0) + a_str("mode", "TF"))
    case("LabelEncoder", "LabelEncoder", [t(1 << 18, dtype=INT64, low=0, high=3)], a_ints("keys_int64s", list(range(1000))) + floats_of("values_floats", [1.0] * 1000), domain="ai.onnx.ml")
    case("LabelEncoder_text", "LabelEncoder", [texts(["key %d" % (i % 1000) for i in range(50000)])], a_strs("keys_strings", ["key %d" % i for i in range(1000)]) +
         a_ints("values_int64s", list(range(1000))), out=INT64, domain="ai.onnx.ml")
    depth = 5000  # a tree that is a list
    n = 2 * depth + 1
    case("Tree_list", "TreeEnsembleRegressor", [t(500, 1, low=9, high=10)], a_ints("nodes_treeids", [0] * n) + a_ints("nodes_nodeids", list(range(n))) + a_ints("nodes_featureids", [0] * n) +
         a_strs("nodes_modes", ["BRANCH_LEQ", "LEAF"] * depth + ["LEAF"]) + floats_of("nodes_values", [0.5] * n) +
         a_ints("nodes_truenodeids", [i + 1 if i % 2 == 0 and i < n - 1 else 0 for i in range(n)]) + a_ints("nodes_falsenodeids", [i + 2 if i % 2 == 0 and i < n - 1 else 0 for i in range(n)]) +
         a_ints("target_treeids", [0]) + a_ints("target_nodeids", [n - 1]) + a_ints("target_ids", [0]) + floats_of("target_weights", [1.0]) + a_int("n_targets", 1), domain="ai.onnx.ml")
    case("SVM", "SVMRegressor", [t(1000, 20)], floats_of("coefficients", [1.0] * 500) + floats_of("support_vectors", [1.0] * 10000) + floats_of("rho", [0.0]) +
         a_int("n_supports", 500) + a_str("kernel_type", "RBF") + floats_of("kernel_params", [0.1, 0.0, 3.0]), domain="ai.onnx.ml")


def beginnings():
    """Rows, planes, combs and steps that are many and have little in them; much that is written of little that is read."""
    n = 1 << 18
    case("Beginnings_Conv_planes", "Conv", [t(n, 1, 1, 1), t(1, 1, 1, 1)])
    case("Beginnings_Conv_groups", "Conv", [t(1, 1 << 14, 4, 4), t(1 << 14, 2, 3, 3)], a_int("group", 1 << 13))
    case("Beginnings_Conv_pads", "Conv", [t(1, 1, 1, 1), t(1, 1, 1, 1)], a_ints("pads", [1000] * 4))
    case("Beginnings_Conv_no_channels", "Conv", [t(1, 0, 1024, 1024), t(4, 0, 1, 1)])
    case("Beginnings_ConvInteger", "ConvInteger", [t(1, 256, 64, 64, dtype=UINT8, low=0, high=255), t(256, 1, 3, 3, dtype=UINT8, low=0, high=255)], a_int("group", 256), out=INT32)
    case("Beginnings_ConvTranspose_strides", "ConvTranspose", [t(1, 1, 4, 4), t(1, 1, 2, 2)], a_ints("strides", [700, 700]))
    case("Beginnings_ConvTranspose_combs", "ConvTranspose", [t(1, 1, 1, 1), t(1, 1, 1, 1)], a_ints("output_padding", [2000, 2000]) + a_ints("strides", [2001, 2001]))
    case("Beginnings_ConvTranspose_kernel", "ConvTranspose", [t(1, 1, 8, 8), t(1, 1, 256, 256)])
    for op in ("MaxPool", "AveragePool"):
        case("Beginnings_%s_rows" % op, op, [t(1, 1, n, 1)], a_ints("kernel_shape", [1, 1]))
        case("Beginnings_%s_long" % op, op, [t(1, 1, 1 << 16)], a_ints("kernel_shape", [4000]))
        case("Beginnings_%s_columns" % op, op, [t(1, 1, 4096, 16)], a_ints("kernel_shape", [2000, 1]))
    case("Beginnings_LpPool_powers", "LpPool", [t(1, 4, 64, 64)], a_ints("kernel_shape", [15, 15]) + a_int("p", 3))
    case("Beginnings_GlobalLpPool_powers", "GlobalLpPool", [t(1, 64, 64, 64)], a_int("p", 3))
    case("Beginnings_GlobalAveragePool", "GlobalAveragePool", [t(1, n, 1, 1)])
    case("Beginnings_BatchNormalization", "BatchNormalization", [t(n, 1, 1), t(1), t(1), t(1), t(1, low=1)])
    case("Beginnings_InstanceNormalization", "InstanceNormalization", [t(n, 1, 1), t(1), t(1)])
    case("Beginnings_Gemm_depth_0", "Gemm", [t(2048, 0), t(0, 2048)])
    case("Beginnings_Gemm_column", "Gemm", [t(1 << 20, 1), t(1, 1)])
    case("Beginnings_MatMul_rows", "MatMul", [t(1 << 20, 2), t(2, 1)])
    for op, g in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
        case("Beginnings_%s_steps" % op, op, [t(1 << 12, 1, 1), t(1, g, 1), t(1, g, 1)], a_int("hidden_size", 1))
    case("Beginnings_Attention_heads", "Attention", [t(1, 1 << 14, 1, 4)] * 3, opset=23)
    case("Beginnings_Attention_values", "Attention", [t(1, 1, 512, 1), t(1, 1, 512, 1), t(1, 1, 512, 512)], opset=23)
    case("Beginnings_CausalConv", "CausalConvWithState", [t(1, 1, 1 << 14), t(1, 1, 1 << 14)], outs=2, types=[FLOAT, FLOAT], opset=27)
    case("Beginnings_CropAndResize", "CropAndResize", [t(1, 1, 64, 64), t(1, 4, low=0, high=1), t(1, dtype=INT32, low=0, high=0), t(2, dtype=INT32, values=[2048, 2048])], domain="com.microsoft")
    case("Beginnings_Inverse", "Inverse", [t(300, 300)], domain="com.microsoft")
    case("Beginnings_Det", "Det", [t(600, 600)])
    case("Beginnings_Mel", "MelWeightMatrix", [i64(1 << 19, scalar=True), i64(2, scalar=True), i64(16000, scalar=True), t(values=[0.0]), t(values=[8000.0])])
    case("Beginnings_Loss", "NegativeLogLikelihoodLoss", [t(n, 2), t(n, dtype=INT64, low=0, high=1)])
    case("Beginnings_SoftmaxLoss", "SoftmaxCrossEntropyLoss", [t(n, 2), t(n, dtype=INT64, low=0, high=1)])
    case("Beginnings_LogSoftmax", "LogSoftmax", [t(n, 1)])
    case("Beginnings_LpNormalization", "LpNormalization", [t(n, 1)])
    case("Beginnings_Quantize", "QuantizeLinear", [t(n, 2), t(2)], a_int("axis", 1), out=UINT8)
    case("Beginnings_Dequantize", "DequantizeLinear", [t(1024, 1024, dtype=UINT8, low=0, high=255), t(1024, 512)], a_int("axis", 1) + a_int("block_size", 2))
    case("Beginnings_Reduce_rows", "ReduceSum", [t(n, 2), i64(1)])
    case("Beginnings_Expand", "Expand", [t(n, 1), i64(n, 2)])
    case("Beginnings_OneHot", "OneHot", [t(n, low=0, high=1), t(values=[2.0]), t(2)])
    case("Beginnings_NonZero", "NonZero", [t(*[5] * 8)], out=INT64)
    case("Beginnings_Cast_f8", "Cast", [t(n)], a_int("to", 17), out=17)


def whole(name, nodes, inits=(), ins=(), outs=("y",), opset=21, functions=b"", opsets=None):
    bad(name, model(graph(nodes, inits, ins, [info(o, FLOAT, None) for o in outs]), 10, opsets or (("", opset),), functions))


def chain(kinds, n):
    return [node(kinds[i % len(kinds)], ["h%d" % i], ["y" if i == n - 1 else "h%d" % (i + 1)], name="n%d" % i) for i in range(n)]


def large():
    """Files of some megabytes that prepare has much to do with."""
    x = [tensor("h0", FLOAT, (2, 3), t(2, 3)[2])]
    given = [info("h0", FLOAT, (2, 3))]
    whole("Large_chain", chain(["Sin", "Neg", "Abs", "Tanh"], 100000), x, given)
    whole("Large_chain_folded", chain(["Sin", "Neg", "Abs", "Tanh"], 30000), x)
    whole("Large_identities", chain(["Identity"], 100000), x, given)
    whole("Large_transposes", chain(["Transpose"], 50000), x, given)
    n = 30000
    whole("Large_sums", [node("Add", ["h0", "c%d" % i], ["s%d" % i]) for i in range(n)] + [node("Sum", ["s%d" % i for i in range(n)], ["y"])],
          x + [tensor("c%d" % i, FLOAT, (1,), struct.pack("<f", i)) for i in range(n)], given)
    whole("Large_alike", [node("Add", ["h0", "c%d" % i], ["s%d" % i]) for i in range(n)] + [node("Sum", ["s%d" % i for i in range(n)], ["y"])],
          x + [tensor("c%d" % i, FLOAT, (1,), struct.pack("<f", 1)) for i in range(n)], given)
    whole("Large_dead", [node("Exp", ["h0"], ["d%d" % i]) for i in range(200000)] + [node("Neg", ["h0"], ["y"])], x, given)
    whole("Large_live_long", [node("Exp", ["h0"], ["d%d" % i]) for i in range(20000)] + [node("Concat", ["d%d" % i for i in range(20000)], ["y"], a_int("axis", 0))], x, given)
    wide = [node("Reshape", ["h0", "shape"], ["m"])] + [node("Relu", ["m"], ["r0"])] + [node("Reshape", ["r%d" % i, "shape"], ["r%d" % (i + 1)]) for i in range(50000)]
    whole("Large_reshapes", wide + [node("Neg", ["r50000"], ["y"])], x + [int64s("shape", (2,), (3, 2))], given)
    c, branch = [tensor("c", BOOL, (), b"\1")], lambda i: graph([node("Neg", ["h%d" % i], ["b"])], outs=[info("b", FLOAT, None)])
    whole("Large_ifs", [node("If", ["c"], ["y" if i == 9999 else "h%d" % (i + 1)], a_graph("then_branch", branch(i)) + a_graph("else_branch", branch(i))) for i in range(10000)],
          x + c, given + [info("c", BOOL, ())])
    big = 1 << 24  # elements
    whole("Large_weights", [node("Add", ["h0", "w"], ["y"])], [tensor("h0", FLOAT, (1,), t(1)[2]), tensor("w", FLOAT, (big,), numbers(FLOAT, (big,), -1, 1))], [info("h0", FLOAT, (1,))])
    whole("Large_weights_odd", [node("Add", ["h0", "w"], ["y"])], [tensor("pad", UINT8, (3,), b"abc"), tensor("h0", FLOAT, (1,), t(1)[2]), tensor("w", FLOAT, (big,), None, ld(9, numbers(FLOAT, (big,), -1, 1)))], [info("h0", FLOAT, (1,))])
    whole("Large_weights_float_data", [node("Add", ["h0", "w"], ["y"])], [tensor("h0", FLOAT, (1,), t(1)[2]), tensor("w", FLOAT, (big // 4,), None, ld(4, numbers(FLOAT, (big // 4,), -1, 1)))], [info("h0", FLOAT, (1,))])
    whole("Large_weights_int32_data", [node("Cast", ["w"], ["v"], a_int("to", FLOAT)), node("Add", ["h0", "v"], ["y"])], [tensor("h0", FLOAT, (1,), t(1)[2]), tensor("w", INT8, (big // 2,), None, ld(5, bytes([5]) * (big // 2)))], [info("h0", FLOAT, (1,))])
    whole("Large_packed", [node("MatMul", ["h0", "w"], ["y"])], [tensor("h0", FLOAT, (1, 4096), t(1, 4096)[2]), tensor("w", FLOAT, (4096, 4096), numbers(FLOAT, (4096, 4096), -1, 1))], [info("h0", FLOAT, (1, 4096))])
    whole("Large_packed_turned", [node("Gemm", ["h0", "w"], ["y"], a_int("transB", 1))], [tensor("h0", FLOAT, (64, 4096), t(64, 4096)[2]), tensor("w", FLOAT, (4096, 4096), numbers(FLOAT, (4096, 4096), -1, 1))], [info("h0", FLOAT, (64, 4096))])
    whole("Large_winograd", [node("Conv", ["h0", "w"], ["y"])], [tensor("h0", FLOAT, (1, 1024, 8, 8), t(1, 1024, 8, 8)[2]), tensor("w", FLOAT, (1024, 1024, 3, 3), numbers(FLOAT, (1024, 1024, 3, 3), -1, 1))], [info("h0", FLOAT, (1, 1024, 8, 8))])
    q = [tensor("h0", FLOAT, (16, 4096), t(16, 4096)[2]), tensor("w", UINT8, (4096, 4096), numbers(UINT8, (4096, 4096), 0, 255)), tensor("s", FLOAT, (), struct.pack("<f", 0.01)), tensor("z", UINT8, (), b"\x80")]
    whole("Large_quantized", [node("QuantizeLinear", ["h0", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["d"]), node("DequantizeLinear", ["w", "s", "z"], ["v"]),
                              node("MatMul", ["d", "v"], ["m"]), node("QuantizeLinear", ["m", "s", "z"], ["n"]), node("DequantizeLinear", ["n", "s", "z"], ["y"])], q, [info("h0", FLOAT, (16, 4096))])
    whole("Large_halves", [node("MatMul", ["h0", "w"], ["o"]), node("Cast", ["o"], ["y"], a_int("to", FLOAT))], [tensor("h0", FLOAT16, (4, 4096), t(4, 4096, dtype=FLOAT16)[2]), tensor("w", FLOAT16, (4096, 4096), numbers(FLOAT16, (4096, 4096), -1, 1))],
          [info("h0", FLOAT16, (4, 4096))])
    whole("Large_folded", [node("Transpose", ["w"], ["v"]), node("Exp", ["v"], ["e"]), node("Add", ["h0", "e"], ["y"])],
          [tensor("h0", FLOAT, (1,), t(1)[2]), tensor("w", FLOAT, (4096, 4096), numbers(FLOAT, (4096, 4096), -1, 1))], [info("h0", FLOAT, (1,))])
    whole("Large_same_weights", [node("Add", ["h0", "w%d" % i], ["s%d" % i]) for i in range(8)] + [node("Sum", ["s%d" % i for i in range(8)], ["y"])],
          [tensor("h0", FLOAT, (1,), t(1)[2])] + [tensor("w%d" % i, FLOAT, (1 << 21,), numbers(FLOAT, (1 << 21,), -1, 1)) for i in range(8)], [info("h0", FLOAT, (1,))])
    whole("Large_strings", [node("Concat", ["w", "h0"], ["o"], a_int("axis", 0)), node("Shape", ["o"], ["s"]), node("Cast", ["s"], ["y"], a_int("to", FLOAT))],
          [tensor("h0", STRING, (1,), extra=ld(6, b"x")), tensor("w", STRING, (500000,), extra=b"".join(ld(6, b"abc%d" % i) for i in range(500000)))], [info("h0", STRING, (1,))])
    whole("Large_names", [node("Neg", ["h0"], ["y"])], x + [tensor("name %d" % i, FLOAT, (1,), struct.pack("<f", i)) for i in range(200000)], given)
    body = [node("Relu", ["a"], ["r0"])] + [node("Neg", ["r%d" % i], ["b" if i == 99 else "r%d" % (i + 1)]) for i in range(100)]
    f = ld(25, ld(1, "f") + ld(4, "a") + ld(5, "b") + b"".join(b"\x3a" + k[1:] for k in body) + ld(9, vi(2, 21)) + ld(10, "own"))
    whole("Large_functions", [node("f", ["h%d" % i], ["y" if i == 999 else "h%d" % (i + 1)], domain="own") for i in range(1000)], x, given, functions=f, opsets=(("", 21), ("own", 1)))
    loop = graph([node("Identity", ["g"], ["go"]), node("Sin", ["v"], ["u"])], ins=[info("i", INT64, ()), info("g", BOOL, ()), info("v", FLOAT, None)], outs=[info("go", BOOL, ()), info("u", FLOAT, None)])
    whole("Large_loops", [node("Loop", ["trips", "", "h%d" % i], ["y" if i == 4999 else "h%d" % (i + 1)], a_graph("body", loop)) for i in range(5000)],
          x + [tensor("trips", INT64, (), i64(2, scalar=True)[2])], given + [info("trips", INT64, ())])


def fresh(name, *args, **rest):
    if name not in files:
        case(name, *args, **rest)


def each_type():
    """Elementwise operators, products and their kin in the types that are not the quick ones."""
    n = 1 << 18
    f = {"f16": FLOAT16, "f64": DOUBLE}
    for label, dtype in f.items():
        for op in ("Abs Acos Acosh Asin Asinh Atan Atanh Ceil Celu Cos Cosh Elu Erf Exp Floor Gelu HardSigmoid HardSwish LeakyRelu Log Mish Neg Reciprocal Relu "
                   "Round Selu Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Tan Tanh ThresholdedRelu").split():
            fresh("%s_%s" % (op, label), op, [t(n, dtype=dtype, low=0.1 if op in ("Log", "Sqrt") else 1 if op == "Acosh" else -0.9, high=0.9 if op != "Acosh" else 9)], out=dtype, opset=28 if op == "Celu" else 22)
        for op in "Add Div Mul Pow Sub Mod PRelu".split():
            fresh("%s_%s" % (op, label), op, [t(n, dtype=dtype, low=0.1), t(n, dtype=dtype, low=0.1)], a_int("fmod", 1) if op == "Mod" else b"", out=dtype)
        for op in "Equal Greater Less".split():
            fresh("%s_%s" % (op, label), op, [t(n, dtype=dtype), t(n, dtype=dtype)], out=BOOL)
        for op in "Max Min Mean Sum".split():
            fresh("%s_%s" % (op, label), op, [t(n, dtype=dtype), t(n, dtype=dtype), t(n, dtype=dtype)], out=dtype)
        for op in "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare".split():
            fresh("Reduce%s_%s" % (op, label), "Reduce" + op, [t(512, 512, dtype=dtype, low=0.1), i64(1)], out=dtype)
        fresh("Softmax_" + label, "Softmax", [t(512, 512, dtype=dtype)], out=dtype)
        fresh("LogSoftmax_" + label, "LogSoftmax", [t(512, 512, dtype=dtype)], out=dtype)
        fresh("LayerNormalization_" + label, "LayerNormalization", [t(512, 512, dtype=dtype), t(512, dtype=dtype), t(512, dtype=dtype)], out=dtype)
        fresh("Gemm_" + label, "Gemm", [t(256, 256, dtype=dtype), t(256, 256, dtype=dtype)], out=dtype)
        fresh("Einsum_" + label, "Einsum", [t(128, 128, dtype=dtype), t(128, 128, dtype=dtype)], a_str("equation", "ab,bc->ac"), out=dtype)
        fresh("ConvTranspose_" + label, "ConvTranspose", [t(1, 8, 32, 32, dtype=dtype), t(8, 8, 4, 4, dtype=dtype)], out=dtype)
        fresh("MaxPool_" + label, "MaxPool", [t(1, 8, 128, 128, dtype=dtype)], a_ints("kernel_shape", [7, 7]), out=dtype)
        fresh("AveragePool_" + label, "AveragePool", [t(1, 8, 128, 128, dtype=dtype)], a_ints("kernel_shape", [7, 7]), out=dtype)
        fresh("Resize_cubic_" + label, "Resize", [t(1, 1, 128, 128, dtype=dtype), None, None, i64(1, 1, 512, 512)], a_str("mode", "cubic"), out=dtype)
        fresh("CumSum_" + label, "CumSum", [t(n, dtype=dtype), i64(0, scalar=True)], out=dtype)
        fresh("Clip_" + label, "Clip", [t(n, dtype=dtype), t(dtype=dtype, values=[-1.0]), t(dtype=dtype, values=[1.0])], out=dtype)
        fresh("Cast_%s_int64" % label, "Cast", [t(n, dtype=dtype)], a_int("to", INT64), out=INT64)
        fresh("Cast_int64_" + label, "Cast", [t(n, dtype=INT64)], a_int("to", dtype), out=dtype)
        for op, g in (("RNN", 1), ("GRU", 3), ("LSTM", 4)):
            fresh("%s_%s" % (op, label), op, [t(16, 2, 32, dtype=dtype), t(1, g * 64, 32, dtype=dtype), t(1, g * 64, 64, dtype=dtype)], a_int("hidden_size", 64), out=dtype)
    fresh("Conv_f16", "Conv", [t(1, 8, 64, 64, dtype=FLOAT16), t(8, 8, 3, 3, dtype=FLOAT16)], out=FLOAT16)
    fresh("Attention_f16", "Attention", [t(1, 4, 128, 64, dtype=FLOAT16)] * 3, out=FLOAT16, opset=23)
    for op in "Abs Neg Sign".split():
        fresh(op + "_i64", op, [t(n, dtype=INT64)], out=INT64)
    for op in "Add Mul Sub Mod BitwiseAnd".split():
        fresh(op + "_i64", op, [t(n, dtype=INT64, low=1, high=99), t(n, dtype=INT64, low=1, high=99)], out=INT64)
    for op in "Max Mean Min Prod Sum".split():
        fresh("Reduce%s_i64" % op, "Reduce" + op, [t(512, 512, dtype=INT64), i64(1)], out=INT64)
    for op in ("Acos Asin Asinh Atan Atanh Ceil Celu Cos Cosh Elu Floor HardSigmoid HardSwish LeakyRelu Log Neg Reciprocal Selu Sigmoid Sign Sinh Softsign Sqrt "
               "ThresholdedRelu").split():
        fresh(op, op, [t(n, low=0.1 if op in ("Log", "Sqrt") else -0.9, high=0.9)], opset=22)
    for op in "Equal Greater".split():
        fresh(op, op, [t(n), t(n)], out=BOOL)
    for op in "Max Min Mean Sum".split():
        fresh(op, op, [t(n), t(n), t(n)])
    for op in "L1 L2 LogSum Max Mean Min Prod Sum SumSquare".split():
        fresh("Reduce" + op, "Reduce" + op, [t(512, 512, low=0.1), i64(1)])
    fresh("LogSoftmax", "LogSoftmax", [t(512, 512)])
    fresh("Hardmax", "Hardmax", [t(512, 512)])
    fresh("LpNormalization", "LpNormalization", [t(512, 512)])
    fresh("MeanVarianceNormalization", "MeanVarianceNormalization", [t(4, 8, 64, 64)])
    fresh("BatchNormalization", "BatchNormalization", [t(4, 8, 64, 64), t(8), t(8), t(8), t(8, low=1)])
    fresh("DequantizeLinear", "DequantizeLinear", [t(n, dtype=UINT8, low=0, high=255), t(values=[0.1]), t(dtype=UINT8, values=[128])])
    fresh("DynamicQuantizeLinear", "DynamicQuantizeLinear", [t(n)], outs=3, types=[UINT8, FLOAT, UINT8])
    fresh("GlobalAveragePool", "GlobalAveragePool", [t(1, 64, 64, 64)])
    fresh("GlobalMaxPool", "GlobalMaxPool", [t(1, 64, 64, 64)])
    fresh("Dropout", "Dropout", [t(n), t(values=[0.5]), t(dtype=BOOL, values=[1])])
    fresh("Bernoulli", "Bernoulli", [t(n, low=0, high=1)])
    fresh("RandomUniformLike", "RandomUniformLike", [t(n)])
    fresh("SpaceToDepth", "SpaceToDepth", [t(1, 16, 128, 128)], a_int("blocksize", 4))
    fresh("RMSNormalization", "RMSNormalization", [t(512, 512), t(512)], opset=23)
    fresh("RotaryEmbedding", "RotaryEmbedding", [t(1, 8, 64, 64), t(64, 32), t(64, 32), t(1, 64, dtype=INT64, low=0, high=63)], opset=23)
    fresh("AffineGrid", "AffineGrid", [t(1, 2, 3), i64(1, 1, 256, 256)], opset=20)
    fresh("MaxUnpool", "MaxUnpool", [t(1, 8, 64, 64), t(1, 8, 64, 64, dtype=INT64, low=0, high=100000)], a_ints("kernel_shape", [2, 2]) + a_ints("strides", [2, 2]))
    fresh("NegativeLogLikelihoodLoss", "NegativeLogLikelihoodLoss", [t(4096, 64), t(4096, dtype=INT64, low=0, high=63)])
    fresh("SoftmaxCrossEntropyLoss", "SoftmaxCrossEntropyLoss", [t(4096, 64), t(4096, dtype=INT64, low=0, high=63)])
    fresh("Scaler", "Scaler", [t(4096, 64)], floats_of("offset", [1.0] * 64) + floats_of("scale", [1.0] * 64), domain="ai.onnx.ml")
    fresh("Normalizer", "Normalizer", [t(4096, 64)], a_str("norm", "L2"), domain="ai.onnx.ml")
    fresh("LinearRegressor", "LinearRegressor", [t(4096, 64)], floats_of("coefficients", [1.0] * 64) + a_int("targets", 1), domain="ai.onnx.ml")
    fresh("Binarizer", "Binarizer", [t(n)], domain="ai.onnx.ml")
    fresh("Imputer", "Imputer", [t(4096, 64)], floats_of("imputed_value_floats", [1.0]), domain="ai.onnx.ml")


def main():
    for part in (elementwise, movement, order, products, images, strings, beginnings, each_type, large):
        part()
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(sys.argv[1], name + ".onnx"), "wb") as f:
            f.write(data)
    print("%d models in %s" % (len(files), sys.argv[1]))


main()
