#!/usr/bin/env python3
"""Writes tests/kernels/gru_vectors.h: GRU and RNN of small tensors as onnxruntime computes them. Layout 1,
which that does not have, is layout 0 with the first axes of X and the states exchanged, by definition. Run
from the repository's root; needs numpy, onnx, onnxruntime."""
import numpy as np
import onnx
import onnxruntime as ort
from onnx import helper

rng = np.random.default_rng(12)
POOL = []
CASES = []
NAMES = ("X", "W", "R", "B", "lens", "h0")
DIRECTIONS = ("forward", "reverse", "bidirectional")


def floats(*shape):
    return (rng.integers(-64, 65, shape) / 64).astype(np.float32)  # short in decimal


def evaluate(model, feeds):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def batch_first(name, a):
    """A tensor of layout 0 in layout 1."""
    if name == "Y":
        return a.transpose(2, 0, 1, 3)
    return a.swapaxes(0, 1) if name in ("X", "h0", "Y_h") else a


def put(a):
    """The place of an array in the pool; 0: absent."""
    if a is None:
        return 0
    POOL.extend(float(v) for v in np.asarray(a).ravel())
    return len(POOL) - a.size


def case(op, opset, dims, direction="forward", give="B", lens=None, layout=0, outputs=3, **attrs):
    seq, batch, size, hidden = dims
    gates = 3 if op == "GRU" else 1
    dirs = 2 if direction == "bidirectional" else 1
    all_inputs = {
        "X": floats(seq, batch, size),
        "W": floats(dirs, gates * hidden, size), "R": floats(dirs, gates * hidden, hidden),
        "B": floats(dirs, 2 * gates * hidden), "h0": floats(dirs, batch, hidden)}
    feeds = {k: v for k, v in all_inputs.items() if k in "XWR" or k in give.split()}
    if lens is not None:
        feeds["lens"] = np.asarray(lens, np.int32)
    used = [n if n in feeds else "" for n in NAMES]
    while used[-1] == "":
        used.pop()
    outs = [n if outputs >> i & 1 else "" for i, n in enumerate(("Y", "Y_h"))]
    node = helper.make_node(op, used, outs, hidden_size=hidden, direction=direction, **attrs)

    def info(k, v):
        return helper.make_tensor_value_info(k, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)

    graph = helper.make_graph([node], "g", [info(k, v) for k, v in feeds.items()],
                              [helper.make_tensor_value_info(o, 1, None) for o in outs if o])
    # onnxruntime begins at since_version 7, which computes the same as 1 and 3.
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", max(opset, 7))], ir_version=8)
    results = dict(zip([o for o in outs if o], evaluate(model, feeds)))
    if layout:
        feeds, results = ({k: batch_first(k, v) for k, v in d.items()} for d in (feeds, results))
    places = ", ".join(str(put(feeds.get(n))) for n in NAMES)
    wanted = ", ".join(str(put(results.get(n))) for n in ("Y", "Y_h"))
    acts = ['"%s"' % a for a in attrs.get("activations", [])]

    def listed(values, fmt):
        return "%d, {%s}" % (len(values), ", ".join(fmt % v for v in values) or "0")

    CASES.append("    {%s, %d, {%d, %d, %d, %d}, %d, %d, %d, %s,\n     %s, %s, %s,\n     {%s}, {%s}}," % (
        op, opset, seq, batch, size, hidden, DIRECTIONS.index(direction), layout,
        attrs.get("linear_before_reset", 0), repr(float(attrs.get("clip", 0))) + "F", listed(acts, "%s"),
        listed(attrs.get("activation_alpha", []), "%rF"), listed(attrs.get("activation_beta", []), "%rF"),
        places, wanted))


POOL.append(0.0)  # place 0 means absent
for op in "GRU", "RNN":
    case(op, 1, (3, 2, 3, 4))
    case(op, 7, (1, 1, 2, 3), give="", outputs=2)
    for linear in (0, 1) if op == "GRU" else (0,):
        attrs = {"linear_before_reset": 1} if linear else {}
        if linear:
            case(op, 3, (3, 2, 3, 4), **attrs)
        for direction in DIRECTIONS:
            case(op, 14, (4, 3, 3, 5), direction, "B h0", **attrs)
            case(op, 22, (5, 4, 2, 3), direction, "B h0", lens=[5, 2, 0, 3], **attrs)
            case(op, 7, (3, 1, 3, 4), direction, "B", clip=0.25, **attrs)
        case(op, 14, (3, 2, 3, 4), give="h0", outputs=2, **attrs)
        case(op, 14, (3, 2, 3, 4), give="h0", outputs=1, **attrs)
        case(op, 14, (3, 2, 3, 4), layout=1, give="B h0", **attrs)
        case(op, 14, (3, 4, 2, 3), "bidirectional", layout=1, give="B h0", lens=[3, 1, 2, 0], **attrs)
case("GRU", 7, (3, 2, 3, 4), activations=["Relu", "LeakyRelu"])
case("GRU", 7, (3, 2, 3, 4), activations=["HardSigmoid", "Elu"], linear_before_reset=1)
case("GRU", 7, (3, 2, 3, 4), activations=["sigmoid", "ThresholdedRelu"], activation_alpha=[0.1])
case("GRU", 7, (3, 2, 3, 4), "bidirectional",
     activations=["HardSigmoid", "ScaledTanh", "Affine", "Softsign"],
     activation_alpha=[0.3, 1.5, 0.75], activation_beta=[0.4, 0.5, -0.25])
case("RNN", 7, (3, 2, 3, 4), activations=["Softplus"])
case("RNN", 7, (3, 2, 3, 4), activations=["Affine"], activation_alpha=[0.5], activation_beta=[0.25])
case("RNN", 7, (3, 2, 3, 4), "bidirectional", activations=["Relu", "HardSigmoid"],
     activation_alpha=[0.25], activation_beta=[0.375])

with open("tests/kernels/gru_vectors.h", "w") as f:
    f.write("/* gru_vectors.h — written by gen_gru.py with onnx %s, onnxruntime %s: {operator, opset, {seq, batch,\n"
            " * input, hidden}, direction, layout, linear_before_reset, clip, activations, alphas, betas, places of\n"
            " * the inputs, places of the outputs}; places are indices of gru_pool, 0: absent. */\n"
            % (onnx.__version__, ort.__version__))
    f.write("static const float gru_pool[] = {\n")
    text = [t + "F" if set(t) & set(".e") else t for t in ("%.9g" % v for v in POOL)]
    for i in range(0, len(text), 8):
        f.write("    %s,\n" % ", ".join(text[i:i + 8]))
    f.write("};\n\nstatic const gru_vector gru_vectors[] = {\n%s\n};\n" % "\n".join(CASES))
