#!/usr/bin/env python3
"""Writes tests/kernels/lstm_vectors.h: LSTM of small tensors as onnxruntime computes it. Layout 1, which
that does not have, is layout 0 with the first axes of X and the states exchanged, by definition. Run from
the repository's root; needs numpy, onnx, onnxruntime."""
import numpy as np
import onnx
import onnxruntime as ort
from onnx import helper

rng = np.random.default_rng(11)
POOL = []
CASES = []
NAMES = ("X", "W", "R", "B", "lens", "h0", "c0", "P")
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
    return a.swapaxes(0, 1) if name in ("X", "h0", "c0", "Y_h", "Y_c") else a


def put(a):
    """The place of an array in the pool; 0: absent."""
    if a is None:
        return 0
    POOL.extend(float(v) for v in np.asarray(a).ravel())
    return len(POOL) - a.size


def case(opset, dims, direction="forward", give="B", lens=None, layout=0, outputs=7, **attrs):
    seq, batch, size, hidden = dims
    dirs = 2 if direction == "bidirectional" else 1
    state = (dirs, batch, hidden)
    all_inputs = {
        "X": floats(seq, batch, size),
        "W": floats(dirs, 4 * hidden, size), "R": floats(dirs, 4 * hidden, hidden),
        "B": floats(dirs, 8 * hidden), "h0": floats(*state), "c0": floats(*state),
        "P": floats(dirs, 3 * hidden)}
    feeds = {k: v for k, v in all_inputs.items() if k in "XWR" or k in give.split()}
    if lens is not None:
        feeds["lens"] = np.asarray(lens, np.int32)
    used = [n if n in feeds else "" for n in NAMES]
    while used[-1] == "":
        used.pop()
    outs = [n if outputs >> i & 1 else "" for i, n in enumerate(("Y", "Y_h", "Y_c"))]
    node = helper.make_node("LSTM", used, outs, hidden_size=hidden, direction=direction, **attrs)

    def info(k, v):
        return helper.make_tensor_value_info(k, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape)

    graph = helper.make_graph([node], "g", [info(k, v) for k, v in feeds.items()],
                              [helper.make_tensor_value_info(o, 1, None) for o in outs if o])
    # onnxruntime begins at since_version 7, which computes the same as 1.
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", max(opset, 7))], ir_version=8)
    results = dict(zip([o for o in outs if o], evaluate(model, feeds)))
    if layout:
        feeds, results = ({k: batch_first(k, v) for k, v in d.items()} for d in (feeds, results))
    places = ", ".join(str(put(feeds.get(n))) for n in NAMES)
    wanted = ", ".join(str(put(results.get(n))) for n in ("Y", "Y_h", "Y_c"))
    acts = ['"%s"' % a for a in attrs.get("activations", [])]

    def listed(values, fmt):
        return "%d, {%s}" % (len(values), ", ".join(fmt % v for v in values) or "0")

    CASES.append("    {%d, {%d, %d, %d, %d}, %d, %d, %d, %s,\n     %s, %s, %s,\n     {%s}, {%s}}," % (
        opset, seq, batch, size, hidden, DIRECTIONS.index(direction), layout,
        attrs.get("input_forget", 0), repr(float(attrs.get("clip", 0))) + "F", listed(acts, "%s"),
        listed(attrs.get("activation_alpha", []), "%rF"), listed(attrs.get("activation_beta", []), "%rF"),
        places, wanted))


POOL.append(0.0)  # place 0 means absent
EVERY = "B h0 c0 P"
case(1, (3, 2, 3, 4), outputs=7)
case(7, (1, 1, 2, 3), give="", outputs=2)
for direction in DIRECTIONS:
    case(14, (4, 3, 3, 5), direction, EVERY)
    case(22, (5, 4, 2, 3), direction, EVERY, lens=[5, 2, 0, 3])
    case(7, (3, 1, 3, 4), direction, "B P", clip=0.25)
    case(14, (3, 2, 3, 4), direction, EVERY, input_forget=1, outputs=6)
case(14, (3, 2, 3, 4), give="h0", outputs=4)
case(14, (3, 2, 3, 4), give="c0 P", outputs=1)
case(7, (3, 2, 3, 4), activations=["Relu", "LeakyRelu", "Softsign"])
case(7, (3, 2, 3, 4), activations=["HardSigmoid", "Elu", "Softplus"])
case(7, (3, 2, 3, 4), activations=["sigmoid", "TANH", "ThresholdedRelu"], activation_alpha=[0.1])
case(7, (3, 2, 3, 4), activations=["HardSigmoid", "ScaledTanh", "Affine"],
     activation_alpha=[0.3, 1.5, 0.75], activation_beta=[0.4, 0.5, -0.25])
case(7, (3, 2, 3, 4), "bidirectional",
     activations=["Sigmoid", "LeakyRelu", "Elu", "HardSigmoid", "Tanh", "ThresholdedRelu"],
     activation_alpha=[0.2, 0.5, 0.25, 0.125], activation_beta=[0.375])
case(14, (3, 2, 3, 4), layout=1, give=EVERY)
case(14, (3, 4, 2, 3), "bidirectional", layout=1, give=EVERY, lens=[3, 1, 2, 0])

with open("tests/kernels/lstm_vectors.h", "w") as f:
    f.write("/* lstm_vectors.h — written by gen_lstm.py with onnx %s, onnxruntime %s: {opset, {seq, batch, input,\n"
            " * hidden}, direction, layout, input_forget, clip, activations, alphas, betas, places of the inputs,\n"
            " * places of the outputs}; places are indices of lstm_pool, 0: absent. */\n"
            % (onnx.__version__, ort.__version__))
    f.write("static const float lstm_pool[] = {\n")
    text = [t + "F" if set(t) & set(".e") else t for t in ("%.9g" % v for v in POOL)]
    for i in range(0, len(text), 8):
        f.write("    %s,\n" % ", ".join(text[i:i + 8]))
    f.write("};\n\nstatic const lstm_vector lstm_vectors[] = {\n%s\n};\n" % "\n".join(CASES))
