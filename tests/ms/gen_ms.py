#!/usr/bin/env python3
"""Writes tests/ms/cases.tar.xz: models of one operator of com.microsoft each, with inputs and what onnxruntime computes.

    pip install onnx onnxruntime==1.32.0
    python3 tests/ms/gen_ms.py             writes the archive
    python3 tests/ms/gen_ms.py FOLDER      writes its folders there instead

tests/parts/34_ms.sh runs `cameo test` over them. Where onnxruntime has no kernel for the CPU or for a dtype, numpy or its
float32 result on inputs rounded to the dtype, cast to the dtype, stands for it; the cases of other dtypes have a tolerance
in data.json.
"""
import io
import lzma
import os
import sys
import tarfile

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "onnx"))
import decoders
from matrix_values import ENUM, TOLERANCE, cast, name_of, np_dtype, tensor

ORT_VERSION = "1.32.0"
random = np.random.default_rng(13)
cases = {}
calls = {} # what each case was made of
calculated = {} # its outputs


def f32(*dims, scale=1.0):
    return (random.standard_normal(dims) * scale).astype(np.float32)


def u8(*dims):
    return random.integers(0, 256, dims, dtype=np.uint8)


def i8(*dims, low=-128, high=128):
    return random.integers(low, high, dims, dtype=np.int8)


def onnxruntime_outputs(model, feed):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    for v in model.graph.output:
        v.ClearField("type")
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feed)


def case(name, op, inputs, n_out=1, domain="com.microsoft", onnx_opset=17, outs=None, keep=None, const=(), outputs=None, like=None,
         tolerance=None, **attrs):
    """keep: which outputs are compared (an unwanted output has no defined value); const: inputs that are initializers;
    outputs: what is expected or a function of the inputs that gives it, where onnxruntime has no kernel for the CPU; like: the
    outputs of that case are; tolerance: relative, and absolute by the largest of the results where that is above 1."""
    calls[name] = (op, inputs, dict(n_out=n_out, domain=domain, onnx_opset=onnx_opset, outs=outs, keep=keep, const=const,
                                    outputs=outputs, like=like, **attrs))
    names = [f"i{i}" if v is not None else "" for i, v in enumerate(inputs)]
    while names and names[-1] == "":
        names.pop()
    wanted = outs or [True] * n_out
    out_names = [f"o{i}" if w else "" for i, w in enumerate(wanted)]
    node = helper.make_node(op, names, out_names, domain=domain, **attrs)
    infos = [helper.make_tensor_value_info(n, ENUM[name_of(v)], v.shape)
             for i, (n, v) in enumerate(zip(names, inputs)) if v is not None and i not in const]
    inits = [tensor(inputs[i], names[i]) for i in const]
    opsets = [helper.make_opsetid("", onnx_opset), helper.make_opsetid("com.microsoft", 1)]
    if domain == "ai.onnx.ml":
        opsets.append(helper.make_opsetid(domain, 3))

    def model(types):
        values = [helper.make_tensor_value_info(n, t, None) for n, t in zip(out_names, types) if n]
        return helper.make_model(helper.make_graph([node], name, infos, values, inits), opset_imports=opsets, ir_version=8)

    feed = {n: v for i, (n, v) in enumerate(zip(names, inputs)) if v is not None and i not in const}
    if callable(outputs):
        outputs = outputs(*inputs)
    elif outputs is None and like is None:
        outputs = onnxruntime_outputs(model([0] * len(out_names)), feed)
    if like is not None:
        outputs = [numpy_helper.to_array(onnx.TensorProto.FromString(cases[like][f"test_data_set_0/output_{i}.pb"]))
                   for i in range(len(out_names))]
    it = iter(outputs)
    results = [next(it) if n else None for n in out_names]
    calculated[name] = [r for r in results if r is not None]
    if keep is not None:
        results = [r if i in keep else None for i, r in enumerate(results)]
        out_names[:] = [n if i in keep else "" for i, n in enumerate(out_names)]
        node.ClearField("output")
        node.output.extend(out_names)
    types = [ENUM[name_of(r)] if r is not None else 0 for r in results]
    files = {"model.onnx": model(types).SerializeToString()}
    for i, (n, v) in enumerate(feed.items()):
        files[f"test_data_set_0/input_{i}.pb"] = tensor(v, n).SerializeToString()
    for i, (n, v) in enumerate((n, r) for n, r in zip(out_names, results) if r is not None):
        files[f"test_data_set_0/output_{i}.pb"] = tensor(v, n).SerializeToString()
    if tolerance:
        largest = max(float(np.max(np.abs(r.astype(np.float32)), initial=1)) for r in results if r is not None)
        files["data.json"] = b'{"rtol": %g, "atol": %g}\n' % (tolerance[0], tolerance[1] * largest)
    assert name not in cases, name
    cases[name] = files


def activations():
    x, b = f32(2, 3, 8), f32(8)
    case("biasgelu", "BiasGelu", [x, b])
    case("biassplitgelu", "BiasSplitGelu", [x, b], outputs=lambda x, b: [np_bias_split_gelu(x, b)])
    case("fastgelu", "FastGelu", [x])
    case("fastgelu_bias", "FastGelu", [x, b])
    case("gelu", "Gelu", [x])
    case("quickgelu", "QuickGelu", [x])
    case("quickgelu_alpha", "QuickGelu", [x], alpha=0.8)


def np_erf(x):
    from math import erf
    return np.vectorize(erf)(x)


def np_bias_split_gelu(x, b):
    a, g = np.split((x + b).astype(np.float64), 2, -1)
    return (a * (g * 0.5 * (1 + np_erf(g / np.sqrt(2))))).astype(np.float32)


def products():
    for ta in (0, 1):
        for tb in (0, 1):
            a, b = f32(2, 3, 4), f32(2, 4, 5)
            case(f"fusedmatmul_{ta}{tb}", "FusedMatMul",
                 [a.swapaxes(1, 2).copy() if ta else a, b.swapaxes(1, 2).copy() if tb else b], transA=ta, transB=tb, alpha=0.5)
    case("fusedmatmul_plain", "FusedMatMul", [f32(3, 4), f32(4, 2)])
    case("fusedmatmul_batch", "FusedMatMul", [f32(3, 2, 5, 4), f32(2, 5, 4, 6)], transBatchA=1)
    case("fusedmatmul_batch_trans", "FusedMatMul", [f32(4, 2, 5, 3), f32(6, 2, 5, 4)], transBatchA=1, transBatchB=1, transA=1,
         transB=1)
    for fn, p in (("Relu", []), ("Tanh", []), ("Sigmoid", []), ("LeakyRelu", [0.2]), ("Clip", [-0.5, 0.5]),
                  ("HardSigmoid", [0.3, 0.4])):
        more = {"activation_params": p} if p else {}
        case(f"fusedconv_{fn.lower()}", "FusedConv", [f32(1, 2, 5, 5), f32(3, 2, 3, 3), f32(3)], activation=fn, pads=[1, 1, 1, 1],
             **more)
    case("fusedconv_sum", "FusedConv", [f32(1, 2, 5, 5), f32(3, 2, 3, 3), f32(3), f32(1, 3, 3, 3)], activation="Relu")
    case("fusedconv_sum_nobias", "FusedConv", [f32(1, 2, 5, 5), f32(3, 2, 3, 3), None, f32(1, 3, 3, 3)])
    case("fusedgemm_relu", "FusedGemm", [f32(2, 3), f32(4, 3), f32(4)], activation="Relu", transB=1, alpha=0.5, beta=2.0)
    case("fusedgemm_leakyrelu", "FusedGemm", [f32(2, 3), f32(3, 4)], activation="LeakyRelu", activation_alpha=0.3)


def norms():
    x, s, g, b, bias = f32(2, 3, 8), f32(2, 3, 8), f32(8), f32(8), f32(8)
    case("skiplayernorm", "SkipLayerNormalization", [x, s, g, b])
    case("skiplayernorm_bias", "SkipLayerNormalization", [x, s, g, b, bias], epsilon=1e-5)
    case("skiplayernorm_nobeta", "SkipLayerNormalization", [x, s, g, None, bias])
    case("skiplayernorm_sum", "SkipLayerNormalization", [x, s, g, b, bias], n_out=4, outs=[True, False, False, True])
    case("skiplayernorm_broadcast", "SkipLayerNormalization", [x, f32(1, 3, 8), g, b])
    case("skiplayernorm_2d", "SkipLayerNormalization", [x, f32(3, 8), g, b])
    case("skiprmsnorm", "SkipSimplifiedLayerNormalization", [x, s, g])
    case("skiprmsnorm_sum", "SkipSimplifiedLayerNormalization", [x, s, g, bias], n_out=4, outs=[True, False, False, True],
         epsilon=1e-5)
    ids = random.integers(0, 10, (2, 4)).astype(np.int32)
    seg = random.integers(0, 2, (2, 4)).astype(np.int32)
    word, pos, segs = f32(10, 8), f32(6, 8), f32(2, 8)
    mask = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
    case("embedlayernorm", "EmbedLayerNormalization", [ids, seg, word, pos, segs, g, b, mask], n_out=2)
    case("embedlayernorm_nomask", "EmbedLayerNormalization", [ids, seg, word, pos, segs, g, b], n_out=2)
    case("embedlayernorm_nosegment", "EmbedLayerNormalization", [ids, None, word, pos, None, g, b, mask], n_out=2)
    case("embedlayernorm_positions", "EmbedLayerNormalization",
         [ids, seg, word, pos, segs, g, b, mask, np.array([[3, 2, 1, 0], [0, 1, 2, 5]], np.int32)], n_out=3)
    case("embedlayernorm_positions_one", "EmbedLayerNormalization",
         [ids, seg, word, pos, segs, g, b, mask, np.array([[3, 2, 1, 0]], np.int32)], n_out=3)
    group_norms()


def np_group_norm(x, gamma, beta, groups, epsilon, silu):
    n, h, w, c = x.shape
    v = x.astype(np.float64).reshape(n, h, w, groups, c // groups)
    mean = v.mean((1, 2, 4), keepdims=True)
    v = (v - mean) / np.sqrt(((v - mean) ** 2).mean((1, 2, 4), keepdims=True) + epsilon)
    y = v.reshape(x.shape) * gamma + beta
    return (y / (1 + np.exp(-y)) if silu else y).astype(np.float32)


def np_skip_group_norm(x, gamma, beta, skip, bias):
    s = x + (skip.reshape(len(x), 1, 1, -1) if skip.ndim == 2 else skip) + bias
    return [np_group_norm(s, gamma, beta, 4, 1e-5, True), s]


def group_norms():
    """By numpy from ContribOperators.md: no kernel for the CPU."""
    x, g, b = f32(2, 3, 4, 8), f32(8), f32(8)
    case("groupnorm", "GroupNorm", [x, g, b], groups=4, activation=0, outputs=lambda x, g, b: [np_group_norm(x, g, b, 4, 1e-5, False)])
    case("groupnorm_silu", "GroupNorm", [x, g, b], groups=2, activation=1, outputs=lambda x, g, b: [np_group_norm(x, g, b, 2, 1e-5, True)])
    for dims in ((2, 8), (2, 1, 1, 8), (2, 3, 4, 8)):
        case(f"skipgroupnorm_{len(dims)}_{dims[1]}", "SkipGroupNorm", [x, g, b, f32(*dims), f32(8)], n_out=2, groups=4,
             activation=1, outputs=np_skip_group_norm)


def attention():
    B, S, N, D = 2, 5, 2, 4
    H = N * D
    x, w, b = f32(B, S, 6), f32(6, 3 * H), f32(3 * H)
    masks = {"ends": np.array([3, 5], np.int32), "range": np.array([4, 5, 1, 2], np.int32),
             "2d": np.array([[1, 1, 1, 0, 0], [1, 0, 1, 1, 1]], np.int32),
             "3d": random.integers(0, 2, (B, S, S)).astype(np.int32)}
    masks["3d"][:, :, 0] = 1
    for causal in (0, 1):
        more = {"unidirectional": causal}
        case(f"attention_{causal}", "Attention", [x, w, b], num_heads=N, **more)
        for name, mask in masks.items():
            case(f"attention_{name}_{causal}", "Attention", [x, w, b, mask], num_heads=N, **more)
        past = f32(2, B, N, 3, D)
        case(f"attention_past_{causal}", "Attention", [x, w, b, None, past], n_out=2, num_heads=N, **more)
        case(f"attention_past_mask_{causal}", "Attention", [x, w, b, random.integers(0, 2, (B, 8)).astype(np.int32) | 1, past],
             n_out=2, num_heads=N, **more)
    case("attention_present", "Attention", [x, w, b], n_out=2, num_heads=N)
    case("attention_bias", "Attention", [x, w, b, None, None, f32(B, N, S, S)], num_heads=N)
    case("attention_bias_mask", "Attention", [x, w, b, masks["2d"], None, f32(1, N, S, S)], num_heads=N, scale=0.3)
    case("attention_nobias_filter", "Attention", [x, w, None, masks["2d"]], num_heads=N, mask_filter_value=-1.5)
    case("attention_sizes", "Attention", [x, f32(6, 8 + 8 + 12), f32(28)], num_heads=N, qkv_hidden_sizes=[8, 8, 12])
    case("attention_long", "Attention", [f32(1, 300, 6), w, b], num_heads=N, unidirectional=1)
    q8, w8 = u8(B, S, 6), i8(6, 3 * H, low=-60, high=60)
    scale = np.float32(0.02)
    for name, more in (("plain", [None]), ("mask", [masks["ends"]])):
        case(f"qattention_{name}", "QAttention",
             [q8, w8, b, np.array(scale), np.array(np.float32(0.01))] + more + [np.array(7, np.uint8), np.array(3, np.int8)],
             num_heads=N)
    case("qattention_past", "QAttention",
         [q8, w8, b, np.array(scale), np.array(np.float32(0.01)), None, np.array(7, np.uint8), np.array(3, np.int8),
          f32(2, B, N, 2, D)], n_out=2, num_heads=N, unidirectional=1)


def multi_head():
    B, S, L, N, D = 2, 3, 4, 2, 4
    H = N * D
    q, k, v, bias = f32(B, S, H), f32(B, L, H), f32(B, L, H), f32(3 * H)
    case("mha", "MultiHeadAttention", [q, k, v], num_heads=N)
    case("mha_bias", "MultiHeadAttention", [q, k, v, bias], num_heads=N)
    case("mha_v_wider", "MultiHeadAttention", [q, k, f32(B, L, 12), f32(8 + 8 + 12)], num_heads=N)
    case("mha_scale", "MultiHeadAttention", [q, k, v], num_heads=N, scale=0.7)
    case("mha_causal", "MultiHeadAttention", [q, f32(B, S, H), f32(B, S, H)], num_heads=N, unidirectional=1)
    case("mha_mask_ends", "MultiHeadAttention", [q, k, v, None, np.array([2, 4], np.int32)], num_heads=N)
    case("mha_mask_2d", "MultiHeadAttention", [q, k, v, bias, np.array([[1, 1, 0, 1], [1, 0, 0, 0]], np.int32)], num_heads=N)
    case("mha_mask_3d", "MultiHeadAttention", [q, k, v, None, random.integers(0, 2, (B, S, L)).astype(np.int32)], num_heads=N)
    for name, mask in (("2d", [[1, 1, 0], [1, 0, 0]]), ("3d", [[[1, 0, 0], [0, 1, 0], [0, 1, 1], [1, 1, 1]]] * 2)):
        case(f"mha_mask_{name}_fewer_keys", "MultiHeadAttention", [k, q, q, None, np.array(mask, np.int32)], num_heads=N)
    for dims in ((B, N, S, L), (1, N, S, L), (1, 1, S, L)):
        case(f"mha_attention_bias_{dims[0]}{dims[1]}", "MultiHeadAttention", [q, k, v, None, None, f32(*dims)], num_heads=N)
    k0, v0 = f32(B, S, H), f32(B, S, H)
    heads = [t.reshape(B, S, N, D) for t in (q, k0, v0)]
    case("mha_unpacked", "MultiHeadAttention", [q, k0, v0], num_heads=N)
    case("mha_packed", "MultiHeadAttention", [np.stack(heads, 3)], num_heads=N, like="mha_unpacked")
    case("mha_packed_kv", "MultiHeadAttention", [q, np.stack(heads[1:], 3)], num_heads=N, like="mha_unpacked")
    case("mha_heads_in_front", "MultiHeadAttention", [q, f32(B, N, L, D), f32(B, N, L, D)], num_heads=N)
    case("mha_heads_in_front_bias", "MultiHeadAttention", [q, f32(B, N, L, D), f32(B, N, L, D), bias], num_heads=N)
    past = [f32(B, N, 2, D), f32(B, N, 2, D)]
    k1, v1 = f32(B, S, H), f32(B, S, H)
    case("mha_past", "MultiHeadAttention", [q, k1, v1, bias, None, None] + past, n_out=3, num_heads=N, unidirectional=1)
    case("mha_past_mask", "MultiHeadAttention",
         [q, k1, v1, None, np.array([[1] * 5, [1, 1, 0, 1, 1]], np.int32), f32(1, N, S, 5)] + past, n_out=3, num_heads=N)
    case("mha_present", "MultiHeadAttention", [q, k1, v1], n_out=3, num_heads=N)
    one = [f32(B, 1, H), f32(B, 1, H), f32(B, 1, H)]
    case("mha_decode", "MultiHeadAttention", one + [None] * 3 + past, n_out=3, num_heads=N)
    case("dmmha", "DecoderMaskedMultiHeadAttention", one + [None, None] + past, n_out=3, num_heads=N, like="mha_decode")
    case("dmmha_cross", "DecoderMaskedMultiHeadAttention", [f32(B, 1, H), f32(B, N, L, D), f32(B, N, L, D)], num_heads=N)
    shared = [f32(B, N, 6, D), f32(B, N, 6, D)]
    case("dmmha_shared", "DecoderMaskedMultiHeadAttention",
         [f32(B, 1, H), f32(B, 1, H), f32(B, 1, H), None, None] + shared + [np.array([3], np.int32), None, None, bias],
         n_out=3, keep=[0], num_heads=N, past_present_share_buffer=1)
    one, keys = f32(2, 3, 8), [f32(2, 5, 8), f32(2, 5, 8)]
    case("mha_unidirectional_keys", "MultiHeadAttention", [one, *keys], num_heads=2, unidirectional=1)
    case("mha_unidirectional_bias", "MultiHeadAttention", [one, *keys, None, None, f32(1, 2, 3, 5)], num_heads=2, unidirectional=1)
    case("mha_unidirectional_mask", "MultiHeadAttention", [one, *keys, f32(24), np.array([[1] * 5, [1, 1, 1, 1, 0]], np.int32)],
         num_heads=2, unidirectional=1)
    case("mha_unidirectional_queries", "MultiHeadAttention", [keys[0], one, one], num_heads=2, unidirectional=1)


def group_query():
    B, S, N, K, D = 2, 3, 4, 2, 16
    q, k, v = f32(B, S, N * D), f32(B, S, K * D), f32(B, S, K * D)
    cos, sin = np.cos(f32(16, D // 2)), np.sin(f32(16, D // 2))

    def total(*lengths):
        return [np.array([n - 1 for n in lengths], np.int32), np.array([max(lengths)], np.int32)]

    heads = {"num_heads": N, "kv_num_heads": K}
    empty = [f32(B, K, 0, D), f32(B, K, 0, D)]
    case("gqa_prompt", "GroupQueryAttention", [q, k, v] + empty + total(S, S), n_out=3, **heads)
    case("gqa_prompt_nopast", "GroupQueryAttention", [q, k, v, None, None] + total(S, S), n_out=3, **heads)
    past = [f32(B, K, 5, D), f32(B, K, 5, D)]
    one = [f32(B, 1, N * D), f32(B, 1, K * D), f32(B, 1, K * D)]
    case("gqa_decode", "GroupQueryAttention", one + past + total(6, 6), n_out=3, **heads)
    case("gqa_decode_lengths", "GroupQueryAttention", one + past + total(6, 4), n_out=3, keep=[0], **heads)
    case("gqa_decode_rotary", "GroupQueryAttention", one + past + total(6, 4) + [cos, sin], n_out=3, keep=[0], do_rotary=1, **heads)
    case("gqa_prompt_rotary", "GroupQueryAttention", [q, k, v, None, None] + total(S, S) + [cos, sin], n_out=3, do_rotary=1,
         rotary_interleaved=1, **heads)
    case("gqa_packed", "GroupQueryAttention", [f32(B, S, (N + 2 * K) * D), None, None, None, None] + total(S, S) + [cos, sin],
         n_out=3, do_rotary=1, **heads)
    case("gqa_window", "GroupQueryAttention", one + past + total(6, 6), n_out=3, local_window_size=3, **heads)
    case("gqa_window_prompt", "GroupQueryAttention", [q, k, v, None, None] + total(S, S), n_out=3, local_window_size=2, **heads)
    case("gqa_softcap", "GroupQueryAttention", one + past + total(6, 6), n_out=3, softcap=2.0, scale=0.8, **heads)
    case("gqa_smooth", "GroupQueryAttention", one + past + total(6, 6), n_out=3, smooth_softmax=1, **heads)
    case("gqa_sink", "GroupQueryAttention", one + past + total(6, 6) + [None] * 4 + [f32(N)], n_out=3, **heads)
    case("gqa_bias", "GroupQueryAttention", one + past + total(6, 6) + [None, None, None, f32(1, N, 1, 6)], n_out=3, **heads)
    chunk = [f32(1, 3, N * D), f32(1, 3, K * D), f32(1, 3, K * D), f32(1, K, 5, D), f32(1, K, 5, D)]
    case("gqa_chunk", "GroupQueryAttention", chunk + total(8), n_out=3, **heads)
    ids = np.array([[5, 6, 7]], np.int64)
    case("gqa_positions", "GroupQueryAttention", chunk + total(8) + [cos, sin, ids], n_out=3, do_rotary=1, **heads)
    x = f32(2, 3, 32)
    for i in (0, 1):
        case(f"rotary_{i}", "RotaryEmbedding", [x, np.array([[0, 1, 2], [7, 3, 4]], np.int64), cos, sin], interleaved=i)
        case(f"rotary_offset_{i}", "RotaryEmbedding", [x, np.array([5], np.int64), cos, sin], interleaved=i)
    case("rotary_4d", "RotaryEmbedding", [f32(2, 2, 3, 16), np.array([[0, 1, 2], [7, 3, 4]], np.int64), cos, sin])
    case("rotary_partial", "RotaryEmbedding", [f32(2, 3, 40), np.array([[0, 1, 2], [7, 3, 4]], np.int64), cos, sin],
         num_heads=2, rotary_embedding_dim=16)


def weights(*dims, dtype=np.int8):
    """Small enough for processors whose products of uint8 and int8 saturate in onnxruntime."""
    return random.integers(0, 64, dims).astype(dtype)


def quantized():
    def scale(v):
        return np.array(v, np.float32)

    for dtype, make in ((np.uint8, u8), (np.int8, i8)):
        n = np.dtype(dtype).name
        x, y = make(2, 3, 4, 4), make(2, 3, 4, 4)
        zx, zy, zo = (np.array(z, dtype) for z in (12, 3, 100))
        for op in ("QLinearAdd", "QLinearMul"):
            case(f"{op.lower()}_{n}", op, [x, scale(0.03125), zx, y, scale(0.0625), zy, scale(0.125), zo])
            case(f"{op.lower()}_{n}_broadcast", op, [x, scale(0.03125), zx, make(3, 1, 1), scale(0.0625), zy, scale(0.125), zo])
        case(f"qlinearsigmoid_{n}", "QLinearSigmoid", [x, scale(0.03125), zx, scale(1 / 256), np.array(0, dtype)])
        case(f"qlinearleakyrelu_{n}", "QLinearLeakyRelu", [x, scale(0.03125), zx, scale(0.0625), zo], alpha=0.2)
        case(f"qlinearsoftmax_{n}", "QLinearSoftmax", [x, scale(0.03125), zx, scale(1 / 256), np.array(0, dtype)], opset=13)
        case(f"qlinearsoftmax_old_{n}", "QLinearSoftmax", [x, scale(0.03125), zx, scale(1 / 256), np.array(0, dtype)],
             opset=12, axis=1)
        case(f"qlinearglobalaveragepool_{n}", "QLinearGlobalAveragePool", [x, scale(0.03125), zx, scale(0.015625), zo])
        case(f"qlinearglobalaveragepool_last_{n}", "QLinearGlobalAveragePool", [x, scale(0.03125), zx, scale(0.015625), zo],
             channels_last=1)
        case(f"qlinearaveragepool_{n}", "QLinearAveragePool", [x, scale(0.03125), zx, scale(0.015625), zo], kernel_shape=[2, 2],
             pads=[1, 1, 0, 0], count_include_pad=1)
        case(f"qlinearaveragepool_last_{n}", "QLinearAveragePool", [x, scale(0.03125), zx, scale(0.015625), zo], kernel_shape=[2, 2],
             strides=[2, 2], channels_last=1)
        case(f"qlinearconcat_{n}", "QLinearConcat",
             [scale(0.0625), zo, x, scale(0.03125), zx, make(2, 1, 4, 4), scale(0.0625), zy], axis=1)
        case(f"qlinearwhere_{n}", "QLinearWhere",
             [random.integers(0, 2, (2, 3, 4, 4)).astype(bool), x, scale(0.03125), zx, y, scale(0.0625), zy, scale(0.125), zo])
        case(f"dequantizelinear_{n}", "DequantizeLinear", [x, scale(0.03125), zx])
        case(f"quantizelinear_{n}", "QuantizeLinear", [f32(2, 3, 4), scale(0.03125), zx])
        case(f"quantizelinear_axis_{n}", "QuantizeLinear",
             [f32(2, 3, 4), np.array([0.1, 0.02, 0.03], np.float32), np.array([1, 2, 3], dtype)], axis=1)
        case(f"matmulintegertofloat_{n}", "MatMulIntegerToFloat",
             [u8(2, 3, 5), weights(5, 4, dtype=dtype), scale(0.03125), scale(0.015625), np.array(7, np.uint8), zy, f32(4)])
        case(f"dynamicquantizematmul_{n}", "DynamicQuantizeMatMul", [f32(2, 3, 5), weights(5, 4, dtype=dtype), scale(0.015625), zy, f32(4)])
        case(f"dynamicquantizematmul_columns_{n}", "DynamicQuantizeMatMul",
             [f32(2, 3, 5), weights(5, 4, dtype=dtype), np.array([0.1, 0.02, 0.03, 0.05], np.float32), np.array([1, 2, 3, 4], dtype)])
    for dtype in (np.uint16, np.int16):
        n = np.dtype(dtype).name
        case(f"quantizelinear_{n}", "QuantizeLinear", [f32(2, 3, 4), scale(0.003), np.array(12, dtype)])
        case(f"dequantizelinear_{n}", "DequantizeLinear",
             [random.integers(0, 1000, (2, 3)).astype(dtype), scale(0.03125), np.array(12, dtype)])
    case("dequantizelinear_int32", "DequantizeLinear", [random.integers(-1000, 1000, (2, 3)).astype(np.int32), scale(0.03125)])
    for t in (0, 1):
        a, b = u8(5, 3) if t else u8(3, 5), weights(4, 5, dtype=np.int8) if t else weights(5, 4, dtype=np.int8)
        more = {"transA": t, "transB": t, "alpha": 1.5}
        head = [a, scale(0.03125), np.array(9, np.uint8), b, scale(0.015625), np.array(2, np.int8),
                random.integers(-99, 99, (4,)).astype(np.int32)]
        case(f"qgemm_float_{t}", "QGemm", head, **more)
        case(f"qgemm_{t}", "QGemm", head + [scale(0.5), np.array(100, np.uint8)], **more)


def nhwc_conv(x, w):
    plain = helper.make_model(helper.make_graph(
        [helper.make_node("Conv", ["x", "w"], ["y"], pads=[1, 1, 1, 1], group=2)], "g",
        [helper.make_tensor_value_info(n, 1, None) for n in "xw"], [helper.make_tensor_value_info("y", 1, None)]),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    y = onnxruntime.InferenceSession(plain.SerializeToString()).run(None, {"x": x.transpose(0, 3, 1, 2).copy(), "w": w})[0]
    return [y.transpose(0, 2, 3, 1).copy()]


def nhwc():
    case("nhwcconv", "NhwcConv", [f32(1, 6, 5, 4), f32(4, 2, 3, 3)], pads=[1, 1, 1, 1], group=2, outputs=nhwc_conv)
    case("nhwcmaxpool", "NhwcMaxPool", [u8(1, 6, 5, 4)], kernel_shape=[3, 2], strides=[2, 2], pads=[1, 0, 1, 1])
    case("nhwcmaxpool_int8", "NhwcMaxPool", [i8(1, 6, 5, 4)], kernel_shape=[2, 2], dilations=[2, 1])


def lstm():
    """One step, whose inputs are what they are quantized to."""
    def grid(*dims):
        v = random.integers(0, 256, dims)
        v.flat[0], v.flat[1] = 0, 255
        return (v / 256).astype(np.float32)

    for n, direction in ((1, "forward"), (1, "reverse"), (2, "bidirectional")):
        case(f"dynamicquantizelstm_{direction}", "DynamicQuantizeLSTM",
             [grid(1, 2, 3), i8(n, 3, 16, low=-60, high=60), i8(n, 4, 16, low=-60, high=60), f32(n, 32), None,
              None, f32(n, 2, 4), f32(n, 12), np.full(n, 0.01, np.float32), np.zeros(n, np.int8),
              np.full(n, 0.02, np.float32), np.zeros(n, np.int8)], n_out=3, hidden_size=4, direction=direction)


def blocks():
    for bits in (4, 8):
        for block, k, n in ((16, 40, 5), (32, 64, 33), (128, 100, 3)):
            count = -(-k // block)
            b, scales = u8(n, count, block * bits // 8), f32(n * count, scale=0.1)
            a, packed = f32(2, 3, k), u8(n * -(-count * bits // 8))
            name, more = f"matmulnbits_{bits}_{block}", {"K": k, "N": n, "bits": bits, "block_size": block}
            case(name, "MatMulNBits", [a, b, scales], **more)
            case(f"{name}_zeros", "MatMulNBits", [a, b, scales, packed], **more)
            case(f"{name}_row", "MatMulNBits", [a[0, :1], b, scales, packed], **more)
            case(f"{name}_bias", "MatMulNBits", [a, b, scales, packed, None, f32(n)], **more)
    k, n, block = 64, 7, 16
    a, b, scales = f32(3, k), u8(n, 4, 8), f32(n * 4, scale=0.1)
    more = {"K": k, "N": n, "bits": 4, "block_size": block}
    groups = random.integers(0, 4, (k,)).astype(np.int32)
    case("matmulnbits_groups", "MatMulNBits", [a, b, scales, None, groups], **more)
    case("matmulnbits_zeros_float", "MatMulNBits", [a, b, scales, f32(n * 4)], **more)
    case("matmulnbits_half", "MatMulNBits",
         [a.astype(np.float16), b, scales.astype(np.float16), None, None, f32(n).astype(np.float16)], **more)
    for data, more in ((u8(6, 16), {"bits": 4}), (u8(6, 32), {"bits": 8})):
        packed = 32 // data.shape[1]
        for name, index in (("rows", np.array([[0, 5, 3]], np.int64)), ("end", np.array([2, 1], np.int32))):
            for zeros in (None, u8(6, 2 // packed)):
                case(f"gatherblockquantized_{more['bits']}_{name}_{zeros is not None}", "GatherBlockQuantized",
                     [data, index, f32(6, 2), zeros], block_size=16, **more)


def experts():
    x, r = f32(2, 3, 8), f32(6, 4)
    w1, b1, w2, b2 = f32(4, 16, 8, scale=0.3), f32(4, 16), f32(4, 8, 16, scale=0.3), f32(4, 8)
    for fn in ("relu", "gelu", "silu", "identity"):
        case(f"moe_{fn}", "MoE", [x, r, w1, b1, w2, b2], k=2, activation_type=fn)
    case("moe_normalized", "MoE", [x.reshape(6, 8), r, w1, None, w2], k=2, activation_type="silu", normalize_routing_weights=1)
    swiglu = {"activation_type": "swiglu", "swiglu_fusion": 1, "activation_alpha": 1.7, "activation_beta": 1.0}
    case("moe_swiglu", "MoE", [x, r, f32(4, 32, 8, scale=0.3), f32(4, 32), w2, b2], k=2, swiglu_limit=2.0, **swiglu)
    for bits in (4, 8):
        half = 8 // bits
        q = [u8(4, 16, 8 // half), f32(4, 16, scale=0.02), b1, u8(4, 8, 16 // half), f32(4, 8, scale=0.02), b2]
        case(f"qmoe_{bits}", "QMoE", [x, r] + q, k=2, expert_weight_bits=bits, activation_type="silu")
        q = [u8(4, 64, 32 // half), f32(4, 64, scale=0.02), f32(4, 64), u8(4, 32, 32 // half), f32(4, 32, scale=0.02), f32(4, 32)]
        case(f"qmoe_{bits}_swiglu", "QMoE", [f32(5, 32), f32(5, 4)] + q, k=2, expert_weight_bits=bits,
             normalize_routing_weights=1, swiglu_limit=7.0, **swiglu)
        q = [u8(4, 64, 64 // half), f32(4, 64, 2, scale=0.02), None, u8(4, 64, 64 // half), f32(4, 64, 2, scale=0.02), None]
        case(f"qmoe_{bits}_blocks", "QMoE", [f32(5, 64), f32(5, 4)] + q, k=1, expert_weight_bits=bits, block_size=32,
             activation_type="relu")
        case(f"qmoe_{bits}_zeros", "QMoE", [f32(5, 64), f32(5, 4)] + q + [None] * 3 + [u8(4, 64, 2 // half)] * 2, k=1,
             expert_weight_bits=bits, block_size=32, activation_type="relu")


def single():
    ids = np.array([[1, 2, 3, 1, 2], [4, 4, 4, 4, 4], [0, 1, 2, 3, 4]])
    for size in (1, 2, 3, 5, 6):
        case(f"ngramrepeatblock_{size}", "NGramRepeatBlock", [ids, np.arange(18, dtype=np.float32).reshape(3, 6)], ngram_size=size)
    for metric in ("euclidean", "sqeuclidean"):
        case(f"cdist_{metric}", "CDist", [f32(5, 3), f32(4, 3)], metric=metric)
        case(f"cdist_{metric}_double", "CDist", [f32(5, 3).astype(np.float64), f32(4, 3).astype(np.float64)], metric=metric)
    for dtype in (np.float32, np.float64):
        case(f"inverse_{np.dtype(dtype).name}", "Inverse", [(f32(2, 2, 5, 5) + 3 * np.eye(5)).astype(dtype)])
    case("inverse_pivot", "Inverse", [np.array([[0, 2], [4, 0]], np.float32)])
    boxes = np.array([[0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1], [-0.2, 0.5, 0.6, 1.3], [0.9, 0.8, 0.1, 0.2]], np.float32)
    for mode in ("bilinear", "nearest"):
        case(f"cropandresize_{mode}", "CropAndResize",
             [f32(2, 3, 7, 6), boxes, np.array([0, 1, 1, 0], np.int32), np.array([4, 3], np.int32)], mode=mode,
             extrapolation_value=-2.0)
    case("cropandresize_one", "CropAndResize",
         [f32(1, 1, 7, 6), boxes[:2], np.array([0, 0], np.int32), np.array([1, 1], np.int32)])
    for positive in (0, 1):
        for dtype in (np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64):
            case(f"murmurhash3_{np.dtype(dtype).name}_{positive}", "MurmurHash3", [np.array([[0, 3], [7, 1]], dtype)],
                 positive=positive, seed=7)
        text = np.array(["", "a", "bc", "def", "text", "Stra\u00dfe"], object)
        case(f"murmurhash3_string_{positive}", "MurmurHash3", [text], positive=positive)


def kept():
    """What onnxruntime keeps in ai.onnx."""
    x, g, b = f32(2, 3, 4, 5), f32(5), f32(5)
    for opset in (1, 11, 16):
        more = {"domain": "", "onnx_opset": opset}
        case(f"layernorm_{opset}", "LayerNormalization", [x, g, b], epsilon=1e-3, **more)
    case("layernorm_axis", "LayerNormalization", [x, f32(4, 5)], axis=-2, domain="", onnx_opset=12)
    for across in (0, 1):
        for variance in (0, 1):
            case(f"meanvariance_{across}{variance}", "MeanVarianceNormalization", [f32(2, 3, 4, 5)], domain="", onnx_opset=8,
                 across_channels=across, normalize_variance=variance)
    case("dynamicslice", "DynamicSlice", [f32(3, 4), np.array([1, -2]), np.array([1000, -1])], domain="", onnx_opset=8)
    case("dynamicslice_axes", "DynamicSlice", [f32(3, 4), np.array([1], np.int32), np.array([3], np.int32), np.array([1], np.int32)],
         domain="", onnx_opset=9)
    case("simplifiedlayernorm", "SimplifiedLayerNormalization", [x, g], domain="", epsilon=1e-3)
    old = {"domain": "", "onnx_opset": 9}
    case("thresholdedrelu", "ThresholdedRelu", [x], alpha=0.5, **old)
    case("affine", "Affine", [x], alpha=0.5, beta=2.0, **old)
    case("scaledtanh", "ScaledTanh", [x], alpha=0.5, beta=2.0, **old)
    case("parametricsoftplus", "ParametricSoftplus", [x], alpha=0.5, beta=2.0, **old)
    case("imagescaler", "ImageScaler", [x], scale=0.5, bias=[1.0, 2.0, -1.0], **old)
    case("crop", "Crop", [x], border=[1, 0, 2, 1], **old)
    case("crop_scale", "Crop", [x], border=[1, 0, 2, 1], scale=[2, 3], **old)
    case("scale", "Scale", [x], scale=0.5, outputs=lambda x: [x * np.float32(0.5)], **old)


def compatible():
    """What the standard does not say of ai.onnx.ml, or says otherwise: as onnxruntime has it."""
    def stump(name, op, target, ids, **more):
        case(name, op, [np.array([[0.0], [1.0]], np.float32)], domain="ai.onnx.ml", nodes_treeids=[0, 0, 0], nodes_nodeids=[0, 1, 2],
             nodes_featureids=[0, 0, 0], nodes_modes=["BRANCH_LEQ", "LEAF", "LEAF"], nodes_values=[0.5, 0.0, 0.0],
             nodes_truenodeids=[1, 0, 0], nodes_falsenodeids=[2, 0, 0],
             **{f"{target}_treeids": [0] * 4, f"{target}_nodeids": [1, 1, 2, 2], f"{target}_ids": ids,
                f"{target}_weights": [1.0, 10.0, 100.0, 1000.0]}, **more)

    for aggregate in ("SUM", "MAX"):
        stump(f"tree_again_{aggregate.lower()}", "TreeEnsembleRegressor", "target", [0] * 4, n_targets=1, aggregate_function=aggregate)
    stump("tree_again_two", "TreeEnsembleRegressor", "target", [0, 0, 1, 0], n_targets=2)
    stump("tree_again_classes", "TreeEnsembleClassifier", "class", [0, 0, 1, 1], classlabels_int64s=[0, 1, 2], n_out=2)
    value = lambda n, dtype, dims: helper.make_tensor_value_info(n, dtype, dims)
    # A carried value that grows: its first dim is not known, the body declares that of the item.
    body = helper.make_graph(
        [helper.make_node("Identity", ["c"], ["c1"]), helper.make_node("Concat", ["v", "v"], ["v1"], axis=0),
         helper.make_node("Identity", ["v"], ["item"])], "body",
        [value("i", onnx.TensorProto.INT64, []), value("c", onnx.TensorProto.BOOL, []), value("v", onnx.TensorProto.FLOAT, None)],
        [value("c1", onnx.TensorProto.BOOL, []), value("v1", onnx.TensorProto.FLOAT, None),
         value("item", onnx.TensorProto.FLOAT, [2, 3])])
    case("loop_no_turn", "Loop", [np.array(0), None, f32(2, 3)], n_out=2, domain="", body=body)
    case("featurevectorizer_201", "FeatureVectorizer", [f32(2, 2) for _ in range(201)], domain="ai.onnx.ml",
         inputdimensions=[1 + i % 3 for i in range(201)])
    x, w = f32(3, 2), [float(v) for v in f32(7)]
    case("linear_more", "LinearClassifier", [x], n_out=2, domain="ai.onnx.ml", coefficients=w[:6], intercepts=[1.0, 2.0],
         classlabels_ints=[3, 4], post_transform="NONE")
    case("linear_more_one", "LinearClassifier", [x], n_out=2, domain="ai.onnx.ml", coefficients=w[:3], intercepts=[1.0],
         classlabels_ints=[3, 4], post_transform="NONE")
    case("linear_more_regressor", "LinearRegressor", [x], domain="ai.onnx.ml", coefficients=w[:6], intercepts=[1.0, 2.0], targets=2)


def tokens():
    words = np.array(["Hello World", "I love computer science !", "", " a  b ", "Stra\u00dfe, \u4e2d\u6587 ab", "--x--yy---"], object)
    base = dict(pad_value="#", mark=0, mincharnum=1)
    split = lambda name, separators, x=words, **more: case(f"tokenizer_{name}", "Tokenizer", [x], separators=separators,
                                                           **{**base, **more})
    split("spaces", [" "])
    split("mark", [" "], mark=1)
    split("two", [" ", "-+"])
    split("two_long", ["[ ,]", "l+"], mincharnum=2)
    split("rows", ["\\s+"], words.reshape(2, 3), pad_value="pad")
    split("longest", ["a|ab|o", "-|--"])
    split("anchors", ["^-", "\\bx", "!$"])
    split("letters", [""], mark=1)
    split("none", ["\\|\\|"])
    split("no_token", [".", " "], mark=1)
    match = lambda name, pattern, x=words, **more: case(f"tokenizer_{name}", "Tokenizer", [x], tokenexp=pattern, **{**base, **more})
    match("words", "[a-zA-Z0-9_]+")
    match("words_long", "[a-z]+", mincharnum=4, mark=1)
    match("alternatives", "lo|l|Wor|W")
    match("dot", ".")
    match("starred", "[a-z]*", words[:4])
    match("fold", "(?i)[H-O]+")


def others():
    case("pad", "Pad", [f32(2, 3), np.array([0, 1, 1, 2], np.int64), np.array(1.5, np.float32)])
    case("pad_2d", "Pad", [f32(2, 3), np.array([[0, 1, 1, 2]], np.int64)], mode="edge")
    case("range", "Range", [np.array(1, np.float32), np.array(8, np.float32), np.array(2, np.float32)])
    for axis in (0, 1, -1):
        case(f"expanddims_{axis}", "ExpandDims", [f32(2, 3), np.array(axis, np.int32)])
    case("gathernd", "GatherND", [f32(2, 3, 2), np.array([[0, 1], [1, 2]], np.int32)])
    case("gathernd_one", "GatherND", [f32(2, 3), np.array([[1], [0], [1]], np.int64)])
    case("transposematmul", "TransposeMatMul", [f32(2, 4, 3), f32(2, 4, 5)], transA=1, alpha=0.5)
    case("trilu", "Trilu", [f32(2, 4, 5)])
    case("trilu_lower", "Trilu", [f32(4, 5), np.array(1, np.int64)], upper=0)
    case("unique", "Unique", [np.array([2, 1, 1, 3, 4, 3, 2], np.float32)], n_out=3)
    case("range_one", "Range", [np.array(1, np.int64), np.array(5, np.int64)])


# ---- what optimisers and quantizers of onnxruntime write, much of it for other processors: numpy where it has no kernel here ----

def np_softmax(v, axes):
    e = np.exp(v - v.max(axes, keepdims=True))
    return e / e.sum(axes, keepdims=True)


def np_gelu_tanh(v):
    return 0.5 * v * (1 + np.tanh(np.sqrt(2 / np.pi) * (v + 0.044715 * v ** 3)))


def sigmoid(v):
    return 1 / (1 + np.exp(-v))


def fused():
    x, b, skip = f32(2, 3, 8), f32(8), f32(2, 3, 8)
    case("biasadd", "BiasAdd", [x, b, skip], outputs=lambda x, b, skip: [x + b + skip])
    case("biasdropout", "BiasDropout", [x, b, skip], n_out=2, outputs=lambda x, b, r: [x + b + r, np.ones(x.shape, bool)])
    case("biasdropout_alone", "BiasDropout", [x, skip], outputs=lambda x, b: [x + b])
    scores, mask = f32(2, 3, 4, 5), f32(2, 1, 1, 5)
    case("biassoftmax_inner", "BiasSoftmax", [scores, mask], axis=3, is_inner_broadcast=1,
         outputs=lambda x, b: [np_softmax(x + b, 3)])
    case("biassoftmax_two", "BiasSoftmax", [scores, f32(4, 5)], axis=2, is_inner_broadcast=0,
         outputs=lambda x, b: [np_softmax(x + b, (2, 3))])
    case("gemmfastgelu", "GemmFastGelu", [x, f32(8, 5), f32(5)], outputs=lambda x, w, b: [np_gelu_tanh(x @ w + b).astype(np.float32)])
    case("fusedmatmulactivation", "FusedMatMulActivation", [f32(3, 4), f32(5, 4)], transB=1, alpha=0.5, activation="Relu",
         outputs=lambda a, b: [np.maximum(0.5 * (a @ b.T), 0).astype(np.float32)])
    case("fusedmatmulactivation_leaky", "FusedMatMulActivation", [f32(3, 4), f32(4, 5)], activation="LeakyRelu",
         activation_alpha=0.25, outputs=lambda a, b: [np.where(a @ b < 0, 0.25 * (a @ b), a @ b).astype(np.float32)])
    case("scaledsilu", "ScaledSiLU", [x], alpha=0.7)
    case("scaledsilu_scale", "ScaledSiLU", [x, np.array(1.5, np.float32)])
    up = f32(2, 3, 8)
    case("ms_swiglu", "SwiGLU", [x, up], activation_alpha=1.7, outputs=lambda g, u: [(g * sigmoid(np.float32(1.7) * g) * u)])

    def limited(v):
        g, u = np.split(v, 2, -1)
        g = np.minimum(g, 0.5)
        return [(g * sigmoid(g) * (np.clip(u, -0.5, 0.5) + 1)).astype(np.float32)]
    case("ms_swiglu_limit", "SwiGLU", [x], limit=0.5, activation_beta=1.0, outputs=limited)
    case("gatedadd", "GatedAdd", [x, up, f32(2, 3, 1)])
    for fn in ("silu", "sigmoid"):
        case(f"gatedrmsnorm_{fn}", "GatedRMSNorm", [x, f32(4), up], activation=fn, epsilon=1e-3)
    case("branchwisermsnorm", "BranchwiseRMSNorm", [x])
    case("branchwisermsnorm_scale", "BranchwiseRMSNorm", [x, f32(3, 8)], epsilon=1e-3)
    case("branchwisermsnorm_flat", "BranchwiseRMSNorm", [x, f32(4)], num_branches=2)
    case("branchwisermsnorm_flat_all", "BranchwiseRMSNorm", [x, f32(8)], num_branches=2)
    y, w, z = f32(1, 6, 5, 4), f32(4, 2, 3, 3), f32(1, 6, 5, 4)
    more = {"pads": [1, 1, 1, 1], "group": 2}
    case("nhwcfusedconv", "NhwcFusedConv", [y, w], **more, outputs=nhwc_conv)
    case("nhwcfusedconv_sum", "NhwcFusedConv", [y, w, f32(4), z], activation="Relu", **more,
         outputs=lambda x, w, b, z: [np.maximum(nhwc_conv(x, w)[0] + b + z, 0)])
    grid = (random.random((2, 4, 3, 2)) * 2.6 - 1.3).astype(np.float32)
    for mode in ("bilinear", "nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            align = int(padding == "border")
            case(f"gridsample_{mode}_{padding}", "GridSample", [f32(2, 2, 5, 6), grid], mode=mode, padding_mode=padding,
                 align_corners=align)
    case("rfft", "Rfft", [f32(2, 3, 8)], onesided=1, normalized=0, signal_ndim=1, outputs=np_rfft)
    case("irfft", "Irfft", [f32(2, 3, 5, 2)], onesided=1, normalized=0, signal_ndim=1, outputs=np_irfft)


def np_rfft(x):
    y = np.fft.rfft(x.astype(np.float64))
    return [np.stack([y.real, y.imag], -1).astype(np.float32)]


def np_irfft(x):
    return [np.fft.irfft(x[..., 0].astype(np.float64) + 1j * x[..., 1]).astype(np.float32)]


def np_bucket(distance, buckets, far, both):
    """T5's: a bucket for each near distance, then by the logarithm."""
    first = 0
    if both:
        buckets //= 2
        first = buckets if distance > 0 else 0
        distance = abs(distance)
    else:
        distance = max(-distance, 0)
    exact = buckets // 2
    if distance < exact:
        return first + distance
    return first + min(exact + int(np.log(distance / exact) / np.log(far / exact) * (buckets - exact)), buckets - 1)


def positions():
    def bias(both):
        def of(table, n, m):
            rows = table.reshape(table.shape[1], table.shape[0])
            places = [[np_bucket(k - q, table.shape[0], 20, both) for k in range(int(m[0]))] for q in range(int(n[0]))]
            return [rows[:, places][None]]
        return of
    for both in (0, 1):
        length = np.array([30])
        case(f"relativepositionbias_{both}", "RelativePositionBias", [f32(8, 2), length, length], max_distance=20,
             is_bidirectional=both, outputs=bias(both))

    def gated(q, qb, rel, w, b, eco):
        n, s, heads = q.shape[0], q.shape[1], rel.shape[1]
        g = (q + qb).reshape(n, s, heads, -1).swapaxes(1, 2) @ w + b
        u, r = np.split(sigmoid(g.reshape(*g.shape[:3], 2, -1).sum(-1)), 2, -1)
        return [((u * (r * eco - 1) + 2) * rel).astype(np.float32)]
    case("gatedrelativepositionbias", "GatedRelativePositionBias",
         [f32(2, 3, 8), f32(8), f32(1, 2, 3, 3), f32(4, 6), f32(6), f32(1, 2, 1, 1)], num_heads=2, outputs=gated)
    emb, parts = f32(2, 3, 8), [f32(2, 2, 3, 8).astype(np.float16) for _ in range(4)]
    s, c = (fn(emb).astype(np.float16)[:, None].astype(np.float32) for fn in (np.sin, np.cos))
    a = [v.astype(np.float32) for v in parts]
    case("gemmarotaryembedding", "GemmaRotaryEmbedding", [emb, *parts], n_out=2, tolerance=TOLERANCE["float16"],
         outputs=[(a[0] * c + a[1] * s).astype(np.float16), (a[2] * c + a[3] * s).astype(np.float16)])
    H, D = 2, 4
    q, k, v, decay = f32(2, 3, H * D), f32(2, 3, H * D), f32(2, 3, H * D), -np.abs(f32(2, 3, H))
    heads = {"q_num_heads": H, "kv_num_heads": H, "n_out": 2}
    beta, state = sigmoid(f32(2, 3, H)), f32(2, H, D, D)
    case("ms_linearattention", "LinearAttention", [q, k, v], update_rule="linear", **heads)
    case("ms_linearattention_gated", "LinearAttention", [q, k, v, state, decay], update_rule="gated", scale=0.5, **heads)
    case("ms_linearattention_delta", "LinearAttention", [q, k, v, state, None, beta], update_rule="delta", **heads)
    case("ms_linearattention_gated_delta", "LinearAttention", [q, k, v, state, decay, beta], **heads)
    case("linearattentiongate", "LinearAttentionGate", [f32(2, 3, 4), f32(4), f32(4), f32(2, 3, 4)], n_out=2)
    case("linearattentiongate_decay", "LinearAttentionGate", [f32(2, 3, 4), f32(4), f32(4)])
    x, w = f32(2, 4, 5), f32(4, 1, 3)
    case("ms_causalconv", "CausalConvWithState", [x, w, f32(4), f32(2, 4, 2)], n_out=2, activation="silu")
    case("ms_causalconv_plain", "CausalConvWithState", [x, w], n_out=2)


def streams():
    """Three positions for each token. Two rows of half a head have 8 columns."""
    B, S, D = 2, 3, 16
    cos, sin = np.cos(f32(11, D // 2)), np.sin(f32(11, D // 2))
    ids = random.integers(0, 11, (3, B, S))
    for layout, section in ((0, [4, 2, 2]), (0, [8, 0, 0]), (1, [4, 2, 2]), (1, [3, 3, 2]), (1, [8, 0, 0])):
        for interleaved in (0, 1):
            case(f"mrotary_{layout}_{section[0]}_{interleaved}", "MRotaryEmbedding", [f32(B, S, 2 * D), ids, cos, sin],
                 num_heads=2, mrope_section=section, mrope_layout=layout, interleaved=interleaved)
    case("mrotary_4d", "MRotaryEmbedding", [f32(B, 2, S, D), ids, cos, sin], mrope_section=[2, 3, 3])
    case("mrotary_partial", "MRotaryEmbedding", [f32(B, S, 40), ids, cos, sin], num_heads=2, rotary_embedding_dim=D,
         mrope_section=[2, 3, 3], mrope_layout=1)
    for name, x, more in (("", f32(2, 9, 3), dict(dim=1, size=3, step=2)), ("_last", f32(2, 7), dict(size=2)),
                          ("_whole", f32(4, 3), dict(dim=0, size=4, step=3)),
                          ("_one", f32(5), dict(dim=-1, size=1, step=4)),
                          ("_empty", f32(0, 5), dict(dim=1, size=2))):
        case(f"unfoldtensor{name}", "UnfoldTensor", [x], **more)


def ways():
    x = f32(7, 9)
    case("dynamictimewarping", "DynamicTimeWarping", [x])
    case("dynamictimewarping_3d", "DynamicTimeWarping", [x.T[None].copy()])
    case("dynamictimewarping_same", "DynamicTimeWarping", [np.round(x)])


def packed():
    """Three sequences of four places, the padding of which is left out, beside what the operators with padding give."""
    lengths = np.array([1, 2, 4], np.int32)
    keep = np.arange(4) < lengths[:, None]
    offsets = np.concatenate([np.flatnonzero(keep), np.flatnonzero(~keep)]).astype(np.int32).reshape(3, 4)
    sums = np.array([0, 1, 3, 7], np.int32)
    x = f32(3, 4, 8)

    def restored(v):
        y = np.zeros((3, 4, *v.shape[1:]), v.dtype)
        y[keep] = v
        return y

    case("removepadding", "RemovePadding", [x, lengths], n_out=4,
         outputs=lambda x, n: [x[keep], offsets, sums, np.array([4], np.int32)])
    case("restorepadding", "RestorePadding", [x[keep], offsets], outputs=lambda v, o: [restored(v)])

    def beside(op, inputs, **more):
        case("beside", op, inputs, **more)
        del cases["beside"], calls["beside"]
        return [calculated["beside"][0][keep]]
    w, b, bias = f32(8, 24), f32(24), f32(1, 2, 4, 4)
    case("packedattention", "PackedAttention", [x[keep], w, b, offsets, sums], num_heads=2,
         outputs=lambda x, w, b, o, s: beside("Attention", [restored(x), w, b, lengths], num_heads=2))
    case("packedattention_bias", "PackedAttention", [x[keep], w, b, offsets, sums, bias], num_heads=2, scale=0.3,
         outputs=lambda x, w, b, o, s, c: beside("Attention", [restored(x), w, b, lengths, None, c], num_heads=2, scale=0.3))
    q, k, v = x[keep], f32(7, 8), f32(7, 8)
    case("packedmha", "PackedMultiHeadAttention", [q, k, v, b, offsets, sums], num_heads=2,
         outputs=lambda q, k, v, b, o, s: beside("MultiHeadAttention", [*map(restored, (q, k, v)), b, lengths], num_heads=2))
    together = np.stack([t.reshape(7, 2, 4) for t in (q, k, v)], 2)
    case("packedmha_qkv", "PackedMultiHeadAttention", [together, None, None, None, offsets, sums], num_heads=2,
         outputs=lambda t, a, b, c, o, s: beside("MultiHeadAttention",
                                                 [restored(t[:, :, i].reshape(7, 8)) for i in range(3)] + [None, lengths], num_heads=2))
    token = [f32(7, 8), f32(8), f32(1, 2, 4, 4), f32(4, 6), f32(6), f32(1, 2, 1, 1), offsets]

    def gated(q, qb, rel, w, b, eco, o):
        with_padding = restored(q + qb)
        g = with_padding.reshape(3, 4, 2, -1).swapaxes(1, 2) @ w + b
        u, r = np.split(sigmoid(g.reshape(*g.shape[:3], 2, -1).sum(-1)), 2, -1)
        return [((u * (r * eco - 1) + 2) * rel).astype(np.float32)]
    case("gatedrelativepositionbias_packed", "GatedRelativePositionBias", token, num_heads=2, outputs=gated)


def more_quantized():
    def scale(v):
        return np.array(v, np.float32)

    for dtype, make in ((np.uint8, u8), (np.int8, i8)):
        n = np.dtype(dtype).name
        x, zx, zo = make(2, 3, 4, 4), np.array(12, dtype), np.array(100, dtype)
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        for keep in (0, 1):
            mean = ((x.astype(np.float32) - 12) / 32).mean((1, 3), keepdims=bool(keep))
            case(f"qlinearreducemean_{n}_{keep}", "QLinearReduceMean", [x, scale(1 / 32), zx, scale(1 / 64), zo], axes=[1, 3],
                 keepdims=keep, outputs=[np.clip(np.rint(mean * 64) + 100, low, high).astype(dtype)])
        a, b = make(3, 4), make(4)
        case(f"mulinteger_{n}", "MulInteger", [a, zx, b, zo],
             outputs=[(a.astype(np.int32) - 12) * (b.astype(np.int32) - 100)])
        case(f"mulinteger_plain_{n}", "MulInteger", [a, None, b], outputs=[a.astype(np.int32) * b.astype(np.int32)])
        w, bias = weights(4, 3, 3, 3), random.integers(-99, 99, (4,)).astype(np.int32)
        head = [scale(0.03125), zx, w, scale(0.015625), np.array(0, np.int8), scale(0.25), zo, bias]
        case(f"ms_qlinearconv_{n}", "QLinearConv", [x, *head], pads=[1, 1, 1, 1])
        case(f"ms_qlinearconv_last_{n}", "QLinearConv", [x.transpose(0, 2, 3, 1).copy(), *head], pads=[1, 1, 1, 1],
             channels_last=1, const=(3, 8))
        case(f"ms_qlinearconv_last_1d_{n}", "QLinearConv",
             [make(1, 6, 3), scale(0.03125), zx, weights(4, 3, 2), scale(0.015625), np.array(0, np.int8), scale(0.25), zo],
             channels_last=1, const=(3,))
        tables = [make(10, 8), make(6, 8), make(2, 8), make(8), make(8)]
        scales, zeros = [scale(v) for v in (0.02, 0.03, 0.01, 0.05, 0.04)], [np.array(v, dtype) for v in (3, 100, 7, 9, 11)]
        ids, seg = (random.integers(0, top, (2, 4)).astype(np.int32) for top in (10, 2))
        mask = np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32)
        case(f"qembedlayernorm_{n}", "QEmbedLayerNormalization", [ids, seg, *tables, mask, *scales, *zeros], n_out=2)
        tables[2] = scales[2] = zeros[2] = None
        case(f"qembedlayernorm_nosegment_{n}", "QEmbedLayerNormalization", [ids, None, *tables, None, *scales, *zeros], n_out=2)
    case("matmulinteger16", "MatMulInteger16", [random.integers(-9999, 9999, d).astype(np.int16) for d in ((2, 3, 4), (4, 5))])
    a, b = (random.integers(0, 9999, d).astype(np.uint16) for d in ((3, 4), (4, 5)))
    case("matmulinteger16_uint16", "MatMulInteger16", [a, b], outputs=[a.astype(np.int32) @ b.astype(np.int32)])
    for kind in (0, 1):
        for n, k, block in ((5, 24, 16), (3, 7, 16)):
            more = {"N": n, "K": k, "block_size": block, "quant_type": kind}
            b, s = u8((n * k + 1) // 2), f32(-(-n * k // block))
            case(f"matmulbnb4_{kind}_{k}", "MatMulBnb4", [f32(2, 3, k), b, s], **more)
            # Onnxruntime leaves a part of this result unwritten: by its transposed product of a unit matrix.
            case("weights", "MatMulBnb4", [np.eye(k, dtype=np.float32), b, s], **more)
            w = calculated["weights"][0].T.copy()
            del cases["weights"], calls["weights"]
            case(f"matmulbnb4_{kind}_{k}_not", "MatMulBnb4", [f32(2, n), b, s], transB=0, **more,
                 outputs=lambda a, b, s, w=w: [a @ w])


def sums_and_windows():
    for make in (i8, u8):
        for name, axes, keep in (("", [1], 1), ("_two", [0, -1], 0), ("_all", [0, 1, 2], 0)):
            x = make(2, 3, 5)
            wide = np.dtype(x.dtype.name.replace("8", "32"))
            result = np.sum(x, axis=tuple(axes), keepdims=bool(keep), dtype=wide)
            case(f"reducesuminteger_{x.dtype.name}{name}", "ReduceSumInteger", [x], axes=axes, keepdims=keep, outputs=[np.asarray(result)])
    for name, x, planes, more in (
            ("", (2, 3, 5, 4), (2, 3), dict(kernel_shape=[2, 2])),
            ("_one", (2, 3, 6, 5), (1, 1), dict(kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1])),
            ("_1d", (1, 2, 9), (1, 1), dict(kernel_shape=[3], auto_pad="SAME_UPPER")),
            ("_3d", (1, 2, 4, 3, 4), (1, 2), dict(kernel_shape=[2, 2, 2], strides=[1, 1, 2], storage_order=1))):
        mask = (random.random(planes + x[2:]) > 0.3).astype(np.int32)
        case(f"maxpoolwithmask{name}", "MaxpoolWithMask", [f32(*x), mask], **more)
    x, w, b = f32(1, 4, 4, 3), f32(4, 2, 3, 3), f32(4)
    pads = np.array([1, 0, 0, 2], np.int64)
    for name, inputs, more in (
            ("", [x, w, pads, b], dict(strides=[2, 2], group=2)),
            ("_const", [x, w, pads], dict(dilations=[1, 2], output_padding=[0, 1], strides=[2, 2], const=(1, 2))),
            ("_same", [x, w, pads, b], dict(strides=[2, 2], group=2, auto_pad="SAME_LOWER")),
            ("_valid", [x, w, pads], dict(auto_pad="VALID", kernel_shape=[3, 3])),
            ("_1d", [f32(2, 2, 5), f32(2, 3, 4), np.array([2, 1], np.int64), f32(3)], {})):
        case(f"convtransposedynamicpads{name}", "ConvTransposeWithDynamicPads", inputs, **more)
    none, negative = np.zeros(4, np.int64), np.array([0, 0, -1, 0], np.int64)
    case("convtransposedynamicpads_none", "ConvTransposeWithDynamicPads", [x, w, none, b], group=2)
    y = calculated["convtransposedynamicpads_none"]
    case("convtransposedynamicpads_absent", "ConvTransposeWithDynamicPads", [x, w, None, b], group=2, outputs=y)
    more = np.broadcast_to(b[None, :, None, None], (1, 4, 1, 5))
    case("convtransposedynamicpads_negative", "ConvTransposeWithDynamicPads", [x, w, negative, b], group=2,
         outputs=[np.concatenate([y[0], more], 2)])


def searches():
    """Text from decoders of random weights. Onnxruntime leaves what is behind the end of all rows of GreedySearch
    unwritten, and wants inputs that may be absent."""
    def one(v, dtype=np.int32):
        return np.array([v], dtype)

    ids, padded = np.array([[3, 1, 4], [1, 5, 9]], np.int32), np.array([[0, 0, 4], [1, 5, 9]], np.int32)
    mask, words = np.array([[0, 1, 1], [1, 1, 1]], np.int32), np.ones(11, np.int32)
    words[[7, 8]] = 0
    first = np.ones((2, 11), np.int32)
    first[0, :6] = first[1, 5:] = 0
    ends = {"eos_token_id": 2, "pad_token_id": 0}
    all_masks = [None, None, words, first]
    for name, inputs, seed, more in (("", [ids, one(10)], 0, {}), ("_padding", [padded, one(10)], 1, {}),
                                     ("_mask", [ids, one(10), *all_masks, mask], 1, {}),
                                     ("_masks", [ids, one(12), *all_masks], 2, {}),
                                     ("_penalty", [ids, one(12), one(8), one(1.7, np.float32)], 2, {}),
                                     ("_runs", [ids, one(12)], 1, {"no_repeat_ngram_size": 2}),
                                     ("_init", [ids, one(10), *all_masks], 1, {"init_decoder": decoders.gpt(7)})):
        case(f"greedysearch{name}", "GreedySearch", inputs, decoder=decoders.gpt(seed), **ends, **more)
    # An end that the row comes to: what it is without one, up to there.
    case("endless", "GreedySearch", [ids[:1], one(9)], decoder=decoders.gpt(7), eos_token_id=1, pad_token_id=6)
    row = calculated["endless"][0]
    del cases["endless"], calls["endless"]
    assert 10 in row[0, 4:8]
    case("greedysearch_end", "GreedySearch", [ids[:1], one(9)], decoder=decoders.gpt(7), eos_token_id=10,
         pad_token_id=6, outputs=[np.where(np.cumsum(row == 10, 1) > 0, 6, row).astype(np.int32)])
    for beams, kept, early, penalty in ((1, 1, 0, 1.0), (3, 2, 0, 0.5), (3, 3, 1, 2.0), (4, 2, 0, 1.0)):
        for seed in (1, 2):
            case(f"beamsearch_{beams}{kept}_{seed}", "BeamSearch",
                 [ids, one(12), one(0), one(beams), one(kept), one(penalty, np.float32), one(1, np.float32)], n_out=2,
                 decoder=decoders.gpt(seed), early_stopping=early, **ends)
    most = [one(6), one(3), one(2), one(1.2, np.float32), one(1.3, np.float32), words, first, mask]
    case("beamsearch_masks", "BeamSearch", [ids, one(12), *most], n_out=2, decoder=decoders.gpt(2),
         no_repeat_ngram_size=2, **ends)
    few = [one(0), one(3), one(2), one(1, np.float32)]
    case("beamsearch_plain", "BeamSearch", [ids, one(12), *few], n_out=2, decoder=decoders.gpt(2), **ends)
    # Searches without an end: onnxruntime leaves scores of the turns behind it unwritten.
    endless = {**ends, "eos_token_id": 10}
    longest = [one(0), one(2), one(2), one(1, np.float32)]
    case("beamsearch_scores", "BeamSearch", [ids, one(8), *longest], n_out=3, decoder=decoders.gpt(1), **endless)
    assert not (calculated["beamsearch_scores"][0] == 0)[:, :, -2:].all()
    case("beamsearch_scores_init", "BeamSearch", [ids, one(7), *longest, None, None, first], n_out=3,
         decoder=decoders.gpt(1), init_decoder=decoders.gpt(1), **endless)
    case("beamsearch_init", "BeamSearch", [ids, one(10), *few, None, None, first], n_out=2, decoder=decoders.gpt(2),
         init_decoder=decoders.gpt(7), **ends)
    case("beamsearch_const", "BeamSearch", [padded, one(8), *few], n_out=1, const=(1, 2, 3, 4, 5),
         decoder=decoders.gpt(2), **ends)
    left = np.array([[0, 0, 4, 0], [1, 5, 0, 9]], np.int32)
    # Columns behind vocab_size, and halves, of which onnxruntime has kernels for other processors alone.
    case("beamsearch_columns", "BeamSearch", [ids, one(12), *few], n_out=2, decoder=decoders.gpt(2, 16), vocab_size=11,
         like="beamsearch_plain", **ends)
    case("beamsearch_half", "BeamSearch", [ids, one(12), *few[:3], one(1, np.float16)], n_out=2,
         decoder=decoders.gpt(2, dtype=np.float16), tolerance=TOLERANCE["float16"], **ends,
         outputs=[calculated["beamsearch_plain"][0], calculated["beamsearch_plain"][1].astype(np.float16)])
    for name, hidden, whole, old, given in (("", True, False, True, False), ("_whole", False, True, True, False),
                                            ("_new", False, False, False, False),
                                            ("_new_whole", False, True, False, False),
                                            ("_given", False, False, True, True)):
        more = {"model_type": 1, "decoder_start_token_id": 1, "decoder": decoders.t5_decoder(5, hidden, whole, given),
                "encoder": decoders.t5_encoder(6, old), **ends}
        case(f"beamsearch_t5{name}_scores", "BeamSearch", [ids, one(4), *few], n_out=3, **more)
        case(f"beamsearch_t5{name}", "BeamSearch", [left, one(9), *few], n_out=2, **more)
        case(f"beamsearch_t5{name}_masks", "BeamSearch", [ids, one(12), *most], n_out=2, no_repeat_ngram_size=2, **more)
    case("beamsearch_t5_3", "BeamSearch", [ids, one(3), *few], n_out=2, **more)


def unquantized(b, scales):
    """The weights of MatMulNBits, 4 bits in blocks of 32: [N][blocks * 32]."""
    q = np.stack([b & 15, b >> 4], -1).reshape(b.shape[0], -1, 32).astype(np.float32) - 8
    return (q * scales.astype(np.float32).reshape(b.shape[0], -1, 1)).reshape(b.shape[0], -1)


def np_rms(x, scale, epsilon):
    return x / np.sqrt(np.mean(x * x, -1, keepdims=True) + epsilon) * scale


def projections():
    """Several products of one input as one operator, as onnxruntime fuses decoders for GPUs."""
    k, n = 64, 48
    weights = [v for _ in range(3) for v in (u8(n, 2, 16), f32(n * 2, scale=0.1), f32(n))]
    x, skip, scale = f32(2, 3, k), f32(2, 3, k), f32(k)
    bits = {"K": k, "bits": 4, "block_size": 32}

    def products(count, epsilon, add):
        def outputs(x, skip, scale, *w):
            x = x.astype(np.float64)
            total = x + skip if skip is not None else x
            a = np_rms(total, scale, epsilon) if scale is not None else total
            y = [a @ unquantized(w[3 * i], w[3 * i + 1]).T + (0 if w[3 * i + 2] is None else w[3 * i + 2]) for i in range(count)]
            if count == 2:
                y = [y[0] / (1 + np.exp(-y[0])) * y[1]]
            return [v.astype(np.float32) for v in y + [total] * add]
        return outputs

    const = (3, 4, 5, 6, 7, 8, 9, 10, 11)
    bare = [None if i % 3 == 2 else w for i, w in enumerate(weights)]
    mlp = {"N": n, "activation": "silu", "const": (3, 4, 6, 7), **bits}
    case("matmulnbitsmlp", "MatMulNBitsMlp", [x, None, None, *bare[:6]], outputs=products(2, 0, 0), **mlp)
    case("matmulnbitsmlp_norm", "MatMulNBitsMlp", [x, None, scale, *bare[:6]], outputs=products(2, 1e-5, 0), **mlp)
    case("matmulnbitsmlp_skip", "MatMulNBitsMlp", [x, skip, scale, *weights[:6]], n_out=2, epsilon=0.01,
         outputs=products(2, 0.01, 1), **{**mlp, "const": const[:6]})
    qkv = {"Nq": n, "Nkv": n // 2, **bits}
    halves = weights[:3] + [w[:len(w) // 2] for w in weights[3:]]
    case("matmulnbitsqkv", "MatMulNBitsQkv", [x, None, scale, *halves], n_out=3, outputs=products(3, 1e-6, 0), const=const, **qkv)
    bare = [None if i % 3 == 2 else w for i, w in enumerate(halves)]
    case("matmulnbitsqkv_skip", "MatMulNBitsQkv", [x, skip, scale, *bare], n_out=4, epsilon=0.01, outputs=products(3, 0.01, 1), **qkv)

    def router(x, w, size=5, limit=0.0, alpha=1.0, beta=0.0):
        y = x.astype(np.float64) @ w
        gate, up = np.split(y[..., size:], 2, -1)
        if limit > 0:
            gate, up = np.minimum(gate, limit), np.clip(up, -limit, limit)
        activated = gate / (1 + np.exp(-alpha * gate)) * (up + beta)
        return [y[..., :size].astype(x.dtype), activated.astype(x.dtype)]

    x, w = f32(2, 3, 16, scale=0.5), f32(16, 5 + 2 * 8)
    for dtype in HALVES:
        half = [v.astype(np_dtype(dtype)) for v in (x, w)]
        case(f"routergateupproj_{dtype}", "RouterGateUpProj", half, n_out=2, router_size=5, outputs=router,
             tolerance=TOLERANCE[dtype])
        case(f"routergateupproj_limit_{dtype}", "RouterGateUpProj", half, n_out=2, router_size=5, limit=0.75,
             activation_alpha=1.5, activation_beta=1.0, outputs=lambda x, w: router(x, w, 5, 0.75, 1.5, 1.0),
             tolerance=TOLERANCE[dtype])

    def fp8(a, b, scales, a_scale=None, bias=None):
        wide, block = a.astype(np.float32), 16
        if a_scale is not None:
            wide = (wide / a_scale).astype(b.dtype).astype(np.float32) * a_scale
        w = b.astype(np.float32) * scales.repeat(block, 1)[:, :b.shape[1]]
        return [(wide @ w.T + (0 if bias is None else bias.astype(np.float32))).astype(a.dtype)]

    def fp4(a, b, scales, scale, unused=None, bias=None):
        values = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])
        q = np.stack([b & 15, b >> 4], -1).reshape(b.shape[0], -1)
        w = np.where(q > 7, -1, 1) * values[q & 7]
        w = w * scales.view(np_dtype("float8e4m3fn")).astype(np.float32).repeat(16, 1)[:, :w.shape[1]] * scale
        y = a.astype(np.float32) @ w.T.astype(np.float32)
        return [(y + (0 if bias is None else bias.astype(np.float32))).astype(a.dtype)]

    for dtype in HALVES:
        a, b, bias = (v.astype(np_dtype(dtype)) for v in (f32(2, 3, 40), f32(7, 40), f32(7)))
        b, scales = b.astype(np_dtype("float8e4m3fn")), f32(7, 3, scale=0.1)
        more = {"outputs": fp8, "block_size": 16, "tolerance": TOLERANCE[dtype]}
        case(f"matmulblockquantizedfp8weight_{dtype}", "MatMulBlockQuantizedFp8Weight", [a, b, scales], const=(1, 2), **more)
        case(f"matmulblockquantizedfp8weight_both_{dtype}", "MatMulBlockQuantizedFp8Weight",
             [a, b, scales, np.array([0.05], np.float32), bias], **more)
        packed, scales = u8(7, 20), np.abs(f32(7, 3)).astype(np_dtype("float8e4m3fn")).view(np.uint8)
        more = {"outputs": fp4, "tolerance": TOLERANCE[dtype]}
        inputs = [a, packed, scales, np.array(0.25, np.float32)]
        case(f"matmulblockquantizedfp4weight_{dtype}", "MatMulBlockQuantizedFp4Weight", inputs, const=(1, 2, 3), **more)
        case(f"matmulblockquantizedfp4weight_bias_{dtype}", "MatMulBlockQuantizedFp4Weight",
             [*inputs, np.array(0.5, np.float32), bias], **more)


def complex_products():
    def product(conj):
        def outputs(a, b):
            wide = [np.ascontiguousarray(v, np.float64).view(np.complex128) for v in (a, b)]
            y = wide[0] * (wide[1].conj() if conj else wide[1])
            return [y.view(np.float64).astype(a.dtype)]
        return outputs

    for op, conj in (("ComplexMul", False), ("ComplexMulConj", True)):
        case(op.lower(), op, [f32(2, 3, 4, 2), f32(2, 3, 4, 2)], outputs=product(conj))
        case(f"{op.lower()}_broadcast", op, [f32(3, 1, 2), f32(2, 1, 4, 2)], outputs=product(conj))


def finite():
    """Inputs of any number; of NaN or infinities alone, if so asked."""
    x, nan, inf, empty = f32(2, 3), f32(2, 2), f32(5), f32(0, 2)
    nan[1, 0], inf[4], most = np.nan, -np.inf, np.array([np.finfo(np.float32).max], np.float32)
    asked = {"": (np.isfinite, {}), "_inf": (lambda v: ~np.isinf(v), {"isinf_only": 1}), "_nan": (lambda v: ~np.isnan(v), {"isnan_only": 1})}
    for end, (fine, attrs) in asked.items():
        for name, inputs in (("", [x, most]), ("_with_nan", [x, nan]), ("_with_inf", [inf, x, x]), ("_empty", [empty])):
            case(f"isallfinite{end}{name}", "IsAllFinite", inputs, outputs=lambda *v: [np.array(all(fine(e).all() for e in v))], **attrs)
        for dtype in ("float16", "float64", "bfloat16"):
            case(f"isallfinite{end}_{dtype}", "IsAllFinite", [nan.astype(np_dtype(dtype))],
                 outputs=lambda v: [np.array(fine(v.astype(np.float32)).all())], **attrs)


def i32(*v):
    return np.array(v, np.int32)


def hyper():
    """Several streams of features (hyper connections), the gate of Engram, and the router of experts."""
    x, b = f32(2, 3, 4, 8), f32(2, 3, 8)
    for name, gate in (("branch", f32(2, 3, 4)), ("column", f32(2, 3, 4, 1)), ("feature", f32(2, 3, 4, 8))):
        case(f"hyperconnectionpremix_{name}", "HyperConnectionPreMix", [x, gate], reduction_scale=0.5)
        case(f"hyperconnectionpostmix_{name}", "HyperConnectionPostMix", [x, b, gate, f32(2, 3, 4, 4)])
    flat = x.reshape(2, 3, 32)
    case("hyperconnectionpremix_flat", "HyperConnectionPreMix", [flat, f32(2, 3, 32)], num_branches=4)
    case("hyperconnectionpostmix_flat", "HyperConnectionPostMix", [flat, b, f32(2, 3, 4)], num_branches=4)

    def low_rank(streams, norm, down, up, inject, block=None, gate=None):
        """branches 4, epsilon 0.01, silu_alpha 1.5, reduction_scale 0.5, gate_div 2, gate_mul 3"""
        s = streams.astype(np.float64).reshape(2, 3, 4, 8)
        if block is not None:
            s = s + gate[..., None] * block[..., None, :]
        hn = np_rms(s, norm.reshape(4, 8), 0.01)
        d = 1.5 * (hn.reshape(2, 3, 32) @ down)
        g = 1 / (1 + np.exp(-(d / (1 + np.exp(-d)) @ up)))
        post = 3 / (1 + np.exp(-(hn.reshape(2, 3, 32) @ inject) / 2))
        outputs = 0.5 * np.sum(hn * g.reshape(hn.shape), -2), post, s.reshape(2, 3, 32)
        return [v.astype(np.float32) for v in outputs]

    weights = [f32(32), f32(32, 5, scale=0.3), f32(5, 32, scale=0.3), f32(32, 4, scale=0.3)]
    mix = {"num_branches": 4, "epsilon": 0.01, "silu_alpha": 1.5, "reduction_scale": 0.5, "gate_div": 2.0, "gate_mul": 3.0,
           "outputs": low_rank}
    case("hyperconnectionlowrankmix", "HyperConnectionLowRankMix", [flat, *weights], n_out=3, **mix)
    case("hyperconnectionlowrankmix_after", "HyperConnectionLowRankMix", [flat, *weights, b, f32(2, 3, 4)], n_out=3, **mix)
    keys = [f32(2, 3, 4, 8), f32(2, 3, 4, 8), b, f32(4, 8), f32(4, 8)]
    case("engramgate", "EngramGate", keys)
    case("engramgate_normed", "EngramGate", [*keys, f32(4, 8)], n_out=2, epsilon=1e-3)
    logits, bias = f32(2, 3, 8), f32(8)
    case("moegrouprouter", "MoEGroupRouter", [logits, bias], top_k=3, n_group=4, topk_group=2, group_topk=1)
    case("moegrouprouter_most", "MoEGroupRouter", [logits, bias], top_k=2, n_group=2, topk_group=1, group_topk=9,
         router_sentinel=-5.0)
    case("moegrouprouter_scores", "MoEGroupRouter", [logits, bias], n_out=3, outs=[False, True, True], top_k=3)
    case("moegrouprouter_projection", "MoEGroupRouter", [f32(5, 256), bias, f32(8, 256, scale=0.1)], n_out=3,
         outs=[False, True, True], top_k=3)
    case("sampleop", "SampleOp", [x])
    a, b = np.diag(f32(4)), f32(4, 3)
    case("sparsetodensematmul", "SparseToDenseMatMul", [a, b], const=(0,), outputs=[a.T @ b * 0.5], transA=1, alpha=0.5)
    case("stft_matrix", "STFT", [f32(2, 40), np.array(8), f32(16)], domain="", tolerance=(1e-5, 1e-6))


def hashes():
    for t in (np.int32, np.int64):
        big = np.iinfo(t).max
        ids, cut = random.integers(0, 50, (2, 6)).astype(t), np.array([[4, 9, 1, 7, 9, 3], [9, 2, 2, 9, 9, 1]], t)
        few, sizes = np.array([big // 3, big // 5, 7], t), np.array([11, 13, 17, 19], t)
        past, offsets, eos = np.array([[5, 9], [8, 6]], t), np.array([0, 11, 24, 41], t), np.array(9, t)
        segments, more = np.array([[0, 0, 1, 1, 1, 2], [3, 3, 3, 3, 4, 4]], np.int32), {"max_ngram_size": 3, "n_head_per_ngram": 2}
        name = "ngramhashmapping_" + np.dtype(t).name
        case(name, "NGramHashMapping", [ids, few, sizes], n_out=2, pad_id=3, **more)
        case(f"{name}_past", "NGramHashMapping", [ids, few, sizes, past, offsets], n_out=2, pad_id=3, **more)
        case(f"{name}_eos", "NGramHashMapping", [cut, few, sizes, past, None, eos], n_out=2, pad_id=3, reset_on_eos=1, **more)
        case(f"{name}_segments", "NGramHashMapping", [cut, few, sizes, past, offsets, eos, segments], n_out=2, pad_id=3, **more)
        sums, flat = i32(0, 4, 5, 12), cut.reshape(12)
        pasts = np.array([[5, 9], [8, 6], [1, 2]], t)
        name = "varlenngramhashmapping_" + np.dtype(t).name
        case(name, "VarlenNGramHashMapping", [flat, few, sizes, sums], n_out=2, pad_id=3, **more)
        case(f"{name}_eos", "VarlenNGramHashMapping", [flat, few, sizes, sums, pasts, offsets, eos], n_out=2, pad_id=3,
             reset_on_eos=1, **more)
        case(f"{name}_segments", "VarlenNGramHashMapping",
             [flat, few, sizes, sums, pasts, None, eos, segments.reshape(12), np.array([[0, 0], [7, 1], [5, 3]], np.int32)],
             n_out=3, pad_id=3, **more)
        case(f"{name}_captured", "VarlenNGramHashMapping",
             [flat, few, sizes, sums, pasts, None, None, None, None, i32(2, 5, 0)], n_out=4, outs=[True, True, False, True],
             pad_id=3, state_update_capacity=3, **more)
    source, begun = np.array([3, 4, 5, 3, 4, 6, 7]), np.array([1, 3])
    for name, prev, guess, more in (("all", 3, [3, 4, 6, 7, 8], {}), ("some", 0, [3, 4, 9, 9, 9, 9, 9, 9], {}), ("none", 7, [2], {}),
                                    ("twice", 0, [3, 4, 5, 3, 4, 6, 6, 6], {}), ("long", 5, [6, 7, 7], {"min_ngram_size": 2})):
        case(f"bifurcationdetector_{name}", "BifurcationDetector", [source, begun, np.array([prev]), np.array(guess)], n_out=2,
             **more)
    case("bifurcationdetector_twice_only", "BifurcationDetector", [source, np.array([9, 3]), np.array([0])], n_out=2,
         max_ngram_size=1)


def packed_rows():
    """Bytes of any value but for scales, which are halves of some size."""
    for number, block, size, scales in ((2, 32, 18, [0]), (6, 32, 22, [0]), (8, 32, 34, [0]), (13, 256, 176, [0, 2]),
                                        (14, 256, 210, [208]), (20, 32, 18, [0]), (23, 256, 136, [0])):
        rows = u8(5, 512 // block, size)
        for at in scales:
            rows[:, :, at:at + 2] = (f32(5, 512 // block, 1) / 8).astype(np.float16).view(np.uint8)
        case(f"gatherpacked_{number}", "GatherPacked", [rows.reshape(5, -1), np.array([[4, 0], [2, 9]])], packed_type=number,
             K=512, output_dtype=1)
    for number, dtype in ((0, np.float32), (1, np.float16)):
        case(f"gatherpacked_{number}", "GatherPacked", [f32(3, 6).astype(dtype).view(np.uint8), i32(2, -1, 0)],
             packed_type=number, K=6, output_dtype=1)
    case("gatherpacked_half", "GatherPacked", [f32(3, 6).view(np.uint8), i32(2, 1)], packed_type=0, K=6, output_dtype=10)


def sequences():
    sums = i32(0, 3, 4, 9)
    x, w, b, state = f32(9, 4), f32(4, 1, 3), f32(4), f32(3, 4, 2)
    case("varlencausalconvwithstate", "VarlenCausalConvWithState", [x, w, sums, None, state], n_out=2)
    case("varlencausalconvwithstate_silu", "VarlenCausalConvWithState", [x, w, sums, b, state], n_out=2, activation="silu")
    case("varlencausalconvwithstate_dilated", "VarlenCausalConvWithState", [x, w, sums, b, f32(3, 4, 4)], n_out=2, dilation=2)
    case("varlencausalconvwithstate_captured", "VarlenCausalConvWithState", [x, w, sums, b, state, i32(2, 3, 9)], n_out=3,
         state_update_capacity=4)
    norm = lambda v: v / np.linalg.norm(v, axis=-1, keepdims=True)
    q, k, v = f32(9, 2, 4), norm(f32(9, 2, 4)), f32(9, 6, 3)
    g, wide, b, state = -np.abs(f32(9, 6)), -np.abs(f32(9, 6, 4)), np.abs(f32(9, 6)) / 2, f32(3, 6, 3, 4)
    for rule, more in (("linear", []), ("gated", [g]), ("delta", [None, b]), ("gated_delta", [g, b])):
        more = more + [None] * (2 - len(more))
        case(f"gateddeltanet_{rule}", "GatedDeltaNet", [q, k, v, sums, *more, state], n_out=2, update_rule=rule)
        case(f"gateddeltanet_{rule}_even", "GatedDeltaNet", [q, k, v, None, *more, state], n_out=2, update_rule=rule, scale=0.7)
    case("gateddeltanet_wide", "GatedDeltaNet", [q, f32(9, 2, 4), v, sums, wide, b, state], n_out=2, qk_l2_norm=1)
    case("gateddeltanet_begins", "GatedDeltaNet", [q, k, v, sums, g, b], n_out=2)
    four = [t.reshape(3, 3, *t.shape[1:]) for t in (q, k, v)]
    gates = [t.reshape(3, 3, *t.shape[1:]) for t in (wide, b)]
    case("gateddeltanet_batch", "GatedDeltaNet", [*four, None, *gates, state], n_out=2)
    case("gateddeltanet_softplus", "GatedDeltaNet", [q, k, v, sums, f32(9, 6), f32(9, 6), state, f32(6), f32(6)], n_out=2,
         gate_activation="softplus", beta_activation="sigmoid", qk_l2_norm=1)
    case("gateddeltanet_kda", "GatedDeltaNet", [q, k, v, sums, f32(9, 6, 4), b, state, f32(6), f32(6, 4)], n_out=2,
         gate_activation="kda", gate_lower_bound=-2.0)
    columns = np.concatenate([t.reshape(9, -1) for t in (q, k, v)], axis=1)
    case("gateddeltanet_packed", "GatedDeltaNet", [columns, None, None, sums, g, b, state], n_out=2)


def in_place(op, inputs, past, **attrs):
    """What onnxruntime computes where inputs `past` are outputs 1 and 2 at once."""
    names = [f"i{i}" if v is not None else "" for i, v in enumerate(inputs)]
    infos = [helper.make_tensor_value_info(n, ENUM[name_of(v)], v.shape) for n, v in zip(names, inputs) if n]
    outputs = [onnx.ValueInfoProto(name=f"o{i}") for i in range(3)]
    graph = helper.make_graph([helper.make_node(op, names, ["o0", "o1", "o2"], domain="com.microsoft", **attrs)], op, infos, outputs)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    values = [None if v is None else onnxruntime.OrtValue.ortvalue_from_numpy(v.copy()) for v in inputs]
    binding = session.io_binding()
    for name, value in zip(names, values):
        if name:
            binding.bind_ortvalue_input(name, value)
    binding.bind_output("o0")
    for i, at in enumerate(past):
        binding.bind_ortvalue_output(f"o{i + 1}", values[at])
    session.run_with_iobinding(binding)
    return [binding.get_outputs()[0].numpy().copy(), *(values[at].numpy().copy() for at in past)]


def sparse_attention():
    """Each batch by itself: onnxruntime 1.32 looks for the scores of one with fewer keys in the wrong place."""
    def alone(inputs, attrs):
        parts = []
        for b in range(2):
            one = [v if v is None or i in (5, 6, 9, 10) else v[b:b + 1] for i, v in enumerate(inputs)]
            one[7] = one[8]
            parts.append(in_place("SparseAttention", one, (3, 4), **attrs))
        return [np.concatenate(p) for p in zip(*parts)]

    block, heads, kv, width = 16, 4, 2, 16
    rows, columns = i32([0, 1, 3, 5, 8], [0, 1, 3, 6, 9]), i32([0, 0, 1, 1, 2, 1, 2, 3, -1], [0, 0, 1, 0, 1, 2, 0, 2, 3])
    angles = np.arange(64)[:, None] * (10000.0 ** (-np.arange(8) / 8))[None]
    turns = [np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)]
    for name, new, past, lengths, more, more_in in (
            ("begins", 40, 0, [40, 40], {}, []), ("goes_on", 1, 37, [38, 30], {}, []),
            ("rotary", 40, 0, [40, 40], {"do_rotary": 1}, turns), ("rotary_on", 1, 37, [38, 30], {"do_rotary": 1, "scale": 0.3}, turns)):
        q, k, v = f32(2, new, heads * width), f32(2, new, kv * width), f32(2, new, kv * width)
        caches = [f32(2, kv, 64, width) if past else np.zeros((2, kv, 64, width), np.float32) for _ in range(2)]
        lengths = i32(*lengths)
        inputs = [q, k, v, *caches, rows, columns, i32(past + new), lengths, *more_in]
        attrs = {"num_heads": heads, "kv_num_heads": kv, "sparse_block_size": block, **more}
        for kind, these in (("", inputs), ("_packed", [np.concatenate([q, k, v], axis=2), None, None, *inputs[3:]])):
            case(f"sparseattention_{name}{kind}", "SparseAttention", these, n_out=3,
                 outputs=lambda *these, attrs=attrs: alone(these, attrs), **attrs)


def words():
    ids = np.array([[3, 1, 4, 1, 5], [2, 6, 0, 0, 0], [9, 0, 5, 0, 0], [8, 0, 0, 0, 0], [7, 7, 7, 7, 0]], np.int32)
    w = f32(6, 1, 3, 4)
    case("wordconvembedding", "WordConvEmbedding", [ids, w, f32(6), f32(10, 4)])
    case("wordconvembedding_attributes", "WordConvEmbedding", [ids[:2], w, f32(6), f32(10, 4)], embedding_size=6,
         conv_window_size=3, char_embedding_size=4)
    for number in range(2):
        blob = u8(5, 2, 20 + number)
        blob[:, :, :4] = np.abs(f32(5, 2, 1)).view(np.uint8)
        blob[:, :, 4:4 + number] %= 16
        case(f"matmulfpq4_{number}", "MatMulFpQ4", [f32(3, 59), blob.reshape(-1), np.array([59, 5])], const=(1, 2),
             blk_quant_type=number)


def attention_lstm():
    steps, batch, size, hidden, depth, memory, width = 4, 2, 3, 5, 6, 7, 4
    for name, directions, attention, given, more in (
            ("", 1, 0, False, {}), ("_layer", 1, 3, False, {}), ("_reverse", 1, 3, True, {"direction": "reverse"}),
            ("_both", 2, 3, True, {"direction": "bidirectional"}), ("_both_context", 2, 0, False, {"direction": "bidirectional"}),
            ("_activations", 1, 0, True, {"activations": ["HardSigmoid", "Relu", "Tanh"], "clip": 1.0})):
        extra = attention or depth
        inputs = [f32(steps, batch, size), f32(directions, 4 * hidden, size + extra, scale=0.5), f32(directions, 4 * hidden, hidden, scale=0.5),
                  f32(directions, 8 * hidden), i32(4, 2) if given else None] + [None] * 2 + [
                  f32(directions, 3 * hidden) if given else None, f32(directions, hidden, width), f32(directions, depth, width),
                  f32(directions, width), f32(batch, memory, depth), i32(7, 4) if given else None,
                  f32(directions, depth + hidden, attention) if attention else None]
        if given and directions == 1:
            inputs[5:7] = [f32(directions, batch, hidden), f32(directions, batch, hidden)]
        case(f"attnlstm{name}", "AttnLSTM", inputs, n_out=3, hidden_size=hidden, **more)


def draws():
    """Sampling: the draws of a seed are those of onnxruntime. Scores that are left out are far below all others."""
    one = lambda v, dtype=np.int32: np.array([v], dtype)
    ids, ends = np.array([[3, 5, 4], [1, 2, 7]], np.int32), {"eos_token_id": 2, "pad_token_id": 0}
    endless = np.array([1, 1, 0] + [1] * 8, np.int32)
    for name, inputs, more in (
            ("", [ids, one(9), None, None, None, None, None, None, one(7)], {}),
            ("_top", [ids, one(9), None, None, endless, None, None, None, one(8)], {"top_p": 0.6}),
            ("_custom", [ids, one(9), None, None, endless, None, None, None, one(9)], {"top_p": 0.6, "custom": 1}),
            ("_more", [ids, one(9), one(6), one(1.5, np.float32), np.array([1] * 9 + [0, 1], np.int32), None, None,
                       np.eye(11, dtype=np.int32)[:2], one(10)],
             {"top_p": 0.8, "temperature": 1.5, "presence_penalty": 0.5, "min_tokens_to_keep": 3, "no_repeat_ngram_size": 2}),
            ("_init", [ids, one(9), None, None, endless, None, None, None, one(0)], {"init_decoder": decoders.gpt(7), "top_p": 0.3})):
        case(f"sampling{name}", "Sampling", inputs, decoder=decoders.gpt(2), **ends, **more)


def sound():
    """Text of sound from small models of Whisper."""
    one = lambda v, dtype=np.int32: np.array([v], dtype)
    x, begins = f32(2, 3, 5), np.array([[1, 4], [1, 6]], np.int32)
    ends = {"eos_token_id": 2, "pad_token_id": 0, "decoder_start_token_id": 1, "model_type": 2}
    few = [one(0), one(3), one(2), one(1, np.float32), one(1, np.float32)]
    most = [one(5), one(3), one(2), one(1.5, np.float32), one(1.2, np.float32), np.array([1] * 9 + [0, 1], np.int32), None, None]
    for name, whole, hidden in (("", False, False), ("_hidden", False, True), ("_whole", True, False)):
        more = {"encoder": decoders.whisper_encoder(6), "decoder": decoders.whisper_decoder(5, whole, hidden), **ends}
        case(f"whisperbeamsearch{name}", "WhisperBeamSearch", [x, one(9), *few], n_out=2, **more)
        case(f"whisperbeamsearch{name}_begins", "WhisperBeamSearch", [x, one(9), *few, None, None, None, begins], n_out=2, **more)
        case(f"whisperbeamsearch{name}_masks", "WhisperBeamSearch", [x, one(12), *most, begins], n_out=2,
             no_repeat_ngram_size=2, **more)
    case("whisperbeamsearch_scores", "WhisperBeamSearch", [x, one(6), *few, None, None, None, begins], n_out=3, **more)
    case("whisperbeamsearch_temperature", "WhisperBeamSearch",
         [x, one(9), *few, None, None, None, begins, None, None, None, one(2, np.float32)], n_out=2, **more)
    # Files of older exporters: the same by BeamSearch.
    for name, n_out, these in (("", 2, [x, one(9), *few]), ("_begins", 1, [x, one(9), *few, None, None, None, begins]),
                               ("_scores", 3, [x, one(6), *few, None, None, None, begins])):
        case(f"beamsearch_whisper{name}", "BeamSearch", these, n_out=n_out, **more)
    # Sound in another dtype, from which the encoder casts: onnxruntime's result on the same numbers as floats.
    for dtype, ops in ((np.int32, ["WhisperBeamSearch"]), (np.float16, ["WhisperBeamSearch", "BeamSearch"])):
        y = np.round(4 * x).astype(dtype)
        own = {**more, "encoder": decoders.whisper_encoder(6, dtype)}
        for op in ops:
            case("sound", op, [y.astype(np.float32), one(9), *few], n_out=2, **more)
            outputs = calculated["sound"]
            del cases["sound"], calls["sound"]
            case(f"{op.lower()}_{np.dtype(dtype).name}_sound", op, [y, one(9), *few], n_out=2, outputs=outputs, **own)


# ---- the other dtypes ----

# Operators of floats: the dtypes beside float32 that Cameo has.
HALVES, FLOATS, DOUBLE = ("float16", "bfloat16"), ("float16", "float64", "bfloat16"), ("float16", "float64")
OTHER = {
    ("float16",): "BiasAdd BiasSplitGelu DecoderMaskedMultiHeadAttention GatedRelativePositionBias GroupNorm Inverse NhwcFusedConv "
                  "PackedAttention PackedMultiHeadAttention QuantizeLinear RelativePositionBias RemovePadding RestorePadding "
                  "SkipGroupNorm",
    ("float64",): "AttnLSTM",
    HALVES: "EngramGate GatedDeltaNet HyperConnectionLowRankMix HyperConnectionPostMix HyperConnectionPreMix MoEGroupRouter VarlenCausalConvWithState Attention BranchwiseRMSNorm CausalConvWithState GatedAdd GatedRMSNorm GemmFastGelu LinearAttention "
            "LinearAttentionGate MRotaryEmbedding MatMulBnb4 MatMulNBitsMlp MatMulNBitsQkv ScaledSiLU SwiGLU GroupQueryAttention MatMulNBits MoE "
            "MultiHeadAttention QMoE RotaryEmbedding SkipLayerNormalization SkipSimplifiedLayerNormalization SparseAttention",
    DOUBLE: "Affine BiasSoftmax ComplexMul ComplexMulConj ConvTransposeWithDynamicPads GridSample Irfft Rfft Crop CropAndResize FusedConv FusedGemm ImageScaler MeanVarianceNormalization NhwcConv Pad "
            "ParametricSoftplus Scale ScaledTanh ThresholdedRelu",
    FLOATS: "BiasDropout BiasGelu FusedMatMulActivation FastGelu FusedMatMul Gelu LayerNormalization QuickGelu SimplifiedLayerNormalization TransposeMatMul",
}
# The scores of attention_long are so large that the dtype's rounding shows in their softmax.
# Cases of an operator that exist for other dtypes, too: so many, the first and the last among them.
OTHER_CASES = 3


def chosen(op):
    names = [n for n, (o, inputs, more) in calls.items()
             if o == op and inputs[0].dtype == np.float32 and more["like"] is None and n != "attention_long"]
    last = len(names) - 1
    return [names[i] for i in sorted({last * k // (OTHER_CASES - 1) for k in range(OTHER_CASES)})]


# Inputs that are float32 whatever the dtype of the others.
WIDE = {"LinearAttentionGate": (1, 2), "GatedDeltaNet": (4, 5, 6, 7, 8), "MoEGroupRouter": (1,)}


def is_f32(value):
    return value is not None and value.dtype == np.float32


def floats(name, dtype):
    """A case with its floats in another dtype. onnxruntime's result, where it has that kernel for the CPU; else its float32 result
    on inputs that were rounded to the dtype, cast to it."""
    op, inputs, more = calls[name]
    other = np_dtype(dtype)
    rounded = [v.astype(other) if is_f32(v) and i not in WIDE.get(op, ()) else v for i, v in enumerate(inputs)]
    tolerance = TOLERANCE["float32" if dtype == "float64" else dtype]
    other_name = f"{name}_{dtype}"
    if more["outputs"] is None and dtype != "bfloat16":
        try:
            return case(other_name, op, rounded, tolerance=tolerance, **more)
        except Exception as e: # several kinds
            if not any(why in str(e) for why in ("NOT_IMPLEMENTED", "INVALID_GRAPH", "does not support double yet")):
                raise
    again = f"{name}_as_{dtype}"
    case(again, op, [r.astype(np.float32) if is_f32(v) else v for v, r in zip(inputs, rounded)], **more)
    wide = {"GatedDeltaNet": 1, "MoEGroupRouter": 0 if more["outs"] else 1}.get(op, len(calculated[again]))
    outputs = [r.astype(other) if is_f32(r) and i < wide else r for i, r in enumerate(calculated[again])]
    del cases[again], calls[again]
    case(other_name, op, rounded, tolerance=tolerance, **{**more, "outputs": outputs})


def attempt(name, op, inputs, expected, **more):
    """A case of what onnxruntime computes; where it has no kernel for the dtypes, expected() gives the outputs."""
    try:
        case(name, op, inputs, **more)
    except Exception: # several kinds
        calls.pop(name, None)
        case(name, op, inputs, outputs=expected(), **more)


def moved(op, x, dtype, rest=(), typed=(0,), **more):
    """An operator that moves elements, in a dtype; typed: its outputs of it. Expected beside onnxruntime: its float32 result."""
    name = f"{op.lower()}_{dtype}"

    def expected():
        case("numbers", op, [x.astype(np.float32), *rest], **more)
        outputs = [cast(r, dtype) if i in typed else r for i, r in enumerate(calculated["numbers"])]
        del cases["numbers"], calls["numbers"]
        return outputs

    attempt(name, op, [cast(x, dtype), *rest], expected, **more)


MOVABLE = "uint8 int8 uint16 int16 int32 int64 uint32 uint64 bool float16 float64".split()


def movers():
    x, bits = np.arange(12).reshape(3, 4), np.array([1, 0, 0, 1, 1])
    for dtype in MOVABLE + ["string", "complex64", "complex128"]:
        moved("ExpandDims", x, dtype, [np.array(1, np.int32)])
        moved("GatherND", x, dtype, [np.array([[0, 1], [1, 2]], np.int32)])
        moved("UnfoldTensor", x, dtype, dim=0, size=2)
        moved("Unique", bits if dtype == "bool" else np.array([2, 1, 1, 3, 4, 3, 2]), dtype, n_out=3)
        moved("DynamicSlice", x, dtype, [np.array([1, -2]), np.array([1000, -1])], domain="", onnx_opset=8)
    for dtype in ("float32", "bfloat16", *(d for d in MOVABLE if d != "bool")):
        case(f"torchembedding_{dtype}", "TorchEmbedding", [cast(x, dtype), np.array([[2, 0], [1, 2]]), np.array(1), np.array(True)],
             outputs=lambda w, i, *unused: [w[i]])
    for dtype in MOVABLE + ["bfloat16"]:
        moved("Trilu", x + 1, dtype)
    for dtype in ("float16", "float64", "int32", "int64", "uint32", "uint64"):
        moved("SampleOp", x, dtype)
    moved("UnfoldTensor", x, "bfloat16", dim=0, size=2)
    for dtype in ("int16", "int32", "float64"):
        attempt(f"range_{dtype}", "Range", [np.array(v, np_dtype(dtype)) for v in (1, 8, 2)],
                lambda: [np.array([1, 3, 5, 7], np_dtype(dtype))])
    for dtype in ("int32", "int64", "uint32", "uint64"):
        a, b, c = (random.integers(0, 9, dims).astype(np_dtype(dtype)) for dims in ((2, 3), (4, 3), (4,)))
        attempt(f"fusedgemm_{dtype}", "FusedGemm", [a, b, c], lambda: [a @ b.T + c], transB=1)


def integers():
    """Products of int8: those of uint8, which onnxruntime has, with 128 less on both sides of a zero point."""
    for name in ("matmulintegertofloat_int8", "qattention_plain", "qattention_past", "qgemm_0", "qgemm_float_1"):
        op, inputs, more = calls[name]
        lower = list(inputs)
        for i in (0, {"MatMulIntegerToFloat": 4, "QAttention": 6, "QGemm": 2}[op]):
            if inputs[i].dtype == np.uint8:
                lower[i] = (inputs[i].astype(np.int32) - 128).astype(np.int8)
        case(f"{name}_lower", op, lower, **{**more, "like": name})
    for dtype in ("uint4", "int4"):
        x, scale = cast(np.arange(12).reshape(3, 4), dtype), np.array([0.5, 0.25, 2], np.float32)
        zero = cast(np.array([1, 2, 3]), dtype)
        wide = lambda v: v.astype(np.float32)
        attempt(f"dequantizelinear_{dtype}", "DequantizeLinear", [x, scale, zero],
                lambda: [(wide(x) - wide(zero)[:, None]) * scale[:, None]], axis=0, const=(0, 2))
    index = np.array([[0, 5, 3]], np.int64)
    for dtype in ("uint4", "int4", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "float4e2m1"):
        data, scales = cast(random.integers(0, 16, (6, 32)), dtype), f32(6, 2)
        attempt(f"gatherblockquantized_{dtype}", "GatherBlockQuantized", [data, index, scales],
                lambda: [(data.astype(np.float32) * scales.repeat(16, 1))[index]], block_size=16, const=(0,))
        if "float" in dtype:
            case(f"gatherblockquantized_one_{dtype}", "GatherBlockQuantized", [data, index, scales[:1, :1]], block_size=0, const=(0,))
    case("gatherblockquantized_outside", "GatherBlockQuantized", [u8(6, 32), np.array([6, -6, -7, 5], np.int64), f32(6, 2)],
         block_size=16, bits=8)


def other_dtypes():
    for dtypes, ops in OTHER.items():
        for op in ops.split():
            for name in chosen(op):
                for dtype in dtypes:
                    floats(name, dtype)
    movers()
    integers()


def solved():
    """Solve, which skl2onnx writes and onnxruntime does not have: numpy's solution."""
    number = np.random.default_rng(5).standard_normal
    factor, dense = np.tril(number((6, 6))) + 3 * np.eye(6), number((5, 5)) + 2 * np.eye(5)
    for dtype in (np.float32, np.float64):
        for name, a, y, attrs in (("", factor, number((6, 4)), {}), ("_lower", factor, number((6, 1)), {"lower": 1}),
                                  ("_vector", dense, number(5), {}), ("_transposed", dense, number((5, 3)), {"transposed": 1})):
            a, y = a.astype(dtype), y.astype(dtype)
            x = np.linalg.solve((a.T if "transposed" in attrs else a).astype(np.float64), y.astype(np.float64)).astype(dtype)
            case(f"solve{name}_{np.dtype(dtype).name}", "Solve", [a, y], outputs=[x], **attrs)


def write_archive(path):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        for name, files in cases.items():
            for file, data in files.items():
                info = tarfile.TarInfo(f"ms_{name}/{file}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    # Most bytes belong to floats: words of four bytes whose neighbours say little about them.
    words = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 2, "pb": 2}
    with open(path, "wb") as f:
        f.write(lzma.compress(raw.getvalue(), filters=[words]))


def main():
    if onnxruntime.__version__ != ORT_VERSION:
        sys.exit(f"the Python package onnxruntime {ORT_VERSION} is not installed")
    for make in (activations, products, norms, attention, multi_head, group_query, quantized, nhwc, lstm, blocks, experts, single,
                 kept, compatible, tokens, others, fused, positions, packed, more_quantized, sums_and_windows, streams,
                 searches, ways, hyper, hashes, packed_rows, sequences, sparse_attention, words, attention_lstm, draws,
                 sound, projections, complex_products, finite, other_dtypes, solved):
        make()
    if len(sys.argv) == 1:
        write_archive(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.tar.xz"))
        return
    for name, files in cases.items():
        for file, data in files.items():
            path = os.path.join(sys.argv[1], f"ms_{name}", file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(data)


if __name__ == "__main__":
    main()
