"""Small models of text for the operators that search with a decoder: graphs as onnxruntime wants them."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

VOCAB, HEADS, WIDTH, LAYERS = 11, 2, 2, 2
FLOAT, INT32 = TensorProto.FLOAT, TensorProto.INT32


def info(name, dtype, *dims):
    return helper.make_tensor_value_info(name, dtype, dims)


class Nodes:
    """Nodes and initializers of a graph. Values have names of their own, or the one that is given."""

    def __init__(self, seed, dtype=np.float32):
        self.random, self.dtype = np.random.default_rng(seed), dtype
        self.nodes, self.inits = [], []

    def weight(self, *dims, scale=1.0):
        return self.const((self.random.standard_normal(dims) * scale).astype(np.float16).astype(self.dtype))

    def const(self, value):
        name = f"w{len(self.inits)}"
        self.inits.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def __call__(self, op, inputs, name=None, domain="", **attrs):
        name = name or f"v{len(self.nodes)}"
        names = name if isinstance(name, list) else [name]
        self.nodes.append(helper.make_node(op, inputs, names, domain=domain, **attrs))
        return name

    def graph(self, name, inputs, outputs):
        return helper.make_graph(self.nodes, name, inputs, outputs, self.inits)


def gpt(seed, vocab=VOCAB, dtype=np.float32):
    """The decoder of a GPT-2: past and present hold keys and values. The first tokens do not depend on vocab."""
    g, size = Nodes(seed, dtype), HEADS * WIDTH
    elem = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    x = g("Add", [g("Gather", [g.weight(VOCAB, size), "input_ids"]),
                  g("Gather", [g.weight(32, size, scale=0.5), "position_ids"])])
    for i in range(LAYERS):
        y = [f"y{i}", f"present_{i}"]
        w, b = g.weight(size, 3 * size, scale=0.5), g.weight(3 * size, scale=0.2)
        g("Attention", [x, w, b, "attention_mask", f"past_{i}"], y, "com.microsoft", num_heads=HEADS, unidirectional=1)
        x = g("Add", [x, y[0]])
    g("MatMul", [x, g("Transpose", [g.weight(vocab, size)])], "logits")
    return g.graph("gpt", [info(n, INT32, "batch", t) for n, t in
                           (("input_ids", "new"), ("position_ids", "new"), ("attention_mask", "all"))] +
                   [info(f"past_{i}", elem, 2, "batch", HEADS, "past", WIDTH) for i in range(LAYERS)],
                   [info("logits", elem, "batch", "new", vocab)] +
                   [info(f"present_{i}", elem, 2, "batch", HEADS, "all", WIDTH) for i in range(LAYERS)])


def heads(g, x, name=None):
    """[batch][rows][heads * width] to [batch][heads][rows][width]"""
    return g("Transpose", [g("Reshape", [x, g.const(np.array([0, 0, HEADS, WIDTH]))])], name, perm=[0, 2, 1, 3])


def attend(g, q, k, v, mask=None):
    scores = g("MatMul", [q, g("Transpose", [k], perm=[0, 1, 3, 2])])
    if mask is not None:
        scores = g("Add", [scores, mask])
    y = g("MatMul", [g("Softmax", [scores], axis=-1), v])
    return g("Reshape", [g("Transpose", [y], perm=[0, 2, 1, 3]), g.const(np.array([0, 0, HEADS * WIDTH]))])


def hidden_keys(g, mask):
    y = g("Mul", [g("Sub", [g.const(np.float32(1)), g("Cast", [mask], to=FLOAT)]), g.const(np.float32(-1e4))])
    return g("Unsqueeze", [y, g.const(np.array([1, 2]))])


def decode(g, ids, mask, cross, past=None):
    """The logits of a T5's decoder; its keys and values are called present_..."""
    size = HEADS * WIDTH
    square = lambda x: g("MatMul", [x, g.weight(size, size, scale=0.5)])
    x = g("Gather", [g.weight(VOCAB, size), ids])
    for i in range(LAYERS):
        q, names = heads(g, square(x)), [f"present_{w}_self_{i}" for w in ("key", "value")]
        if past is None:
            new = [heads(g, square(x), n) for n in names]
        else:
            new = [g("Concat", [p, heads(g, square(x))], n, axis=2) for p, n in zip(past[2 * i:], names)]
        x = g("Add", [x, attend(g, q, *new)])
        x = g("Add", [x, attend(g, heads(g, square(x)), *cross[2 * i:2 * i + 2], mask)])
    return x, g.weight(size, VOCAB)


def cached(start, what, rows):
    return [info(f"{start}_{w}_{what}_{i}", FLOAT, "batch", HEADS, rows, WIDTH)
            for i in range(LAYERS) for w in ("key", "value")]


def t5_encoder(seed, first):
    """first: it gives the logits behind the first id, too, which is the older form."""
    g, size = Nodes(seed), HEADS * WIDTH
    square = lambda x: g("MatMul", [x, g.weight(size, size, scale=0.5)])
    x = g("Gather", [g.weight(VOCAB, size), "encoder_input_ids"])
    mask = hidden_keys(g, "encoder_attention_mask")
    y = attend(g, *(heads(g, square(x)) for _ in range(3)), mask)
    x = g("Add", [x, y], "encoder_hidden_states" if first else None)
    outputs = cached("present", "cross", "rows")
    cross = [heads(g, square(x), o.name) for o in outputs]
    inputs = [info("encoder_input_ids", INT32, "batch", "rows"), info("encoder_attention_mask", INT32, "batch", "rows")]
    if first:
        g("MatMul", decode(g, "decoder_input_ids", mask, cross), "logits")
        inputs.append(info("decoder_input_ids", INT32, "batch", 1))
        outputs = [info("logits", FLOAT, "batch", 1, VOCAB),
                   info("encoder_hidden_states", FLOAT, "batch", "rows", size), *cached("present", "self", 1), *outputs]
    return g.graph("encoder", inputs, outputs)


def decoder(g, inputs, whole, mask, states):
    """The graph of a decoder. inputs: behind input_ids; whole: it is given all ids, not the last; mask: the input that
    hides keys, if any; states: what becomes of the states in front of the logits."""
    past, cross = cached("past", "self", "past"), cached("past", "cross", "rows")
    ids = "input_ids"
    if whole:
        ids = g("Slice", [ids] + [g.const(np.array([v])) for v in (-1, 2 ** 31, 1)])
    y, w = decode(g, ids, mask and hidden_keys(g, mask), [v.name for v in cross], [v.name for v in past])
    g("MatMul", [states(y), w], "logits")
    inputs = [info("input_ids", INT32, "batch", "all" if whole else 1)] + inputs
    return g.graph("decoder", inputs + past + cross,
                   [info("logits", FLOAT, "batch", 1, VOCAB), *cached("present", "self", "all")])


def hidden_states():
    return info("encoder_hidden_states", FLOAT, "batch", "rows", HEADS * WIDTH)


def t5_decoder(seed, hidden, whole, given=False):
    """hidden: it takes the encoder's states; whole: see decoder; given: and the encoder's ids."""
    g = Nodes(seed)
    inputs = [*[info("encoder_input_ids", INT32, "batch", "rows")] * given,
              info("encoder_attention_mask", INT32, "batch", "rows"), *[hidden_states()] * hidden]

    def states(y):
        if hidden:
            y = g("Add", [y, g("ReduceMean", ["encoder_hidden_states"], axes=[1], keepdims=1)])
        if given:
            words = g("Gather", [g.weight(VOCAB, HEADS * WIDTH), "encoder_input_ids"])
            y = g("Mul", [y, g("ReduceMean", [words], axes=[1], keepdims=1)])
        return y

    return decoder(g, inputs, whole, "encoder_attention_mask", states)


def whisper_encoder(seed, dtype=np.float32):
    """It gives the logits behind the first ids, too. dtype: of the sound."""
    g, size = Nodes(seed), HEADS * WIDTH
    square = lambda x: g("MatMul", [x, g.weight(size, size, scale=0.5)])
    x = "encoder_input_ids" if dtype == np.float32 else g("Cast", ["encoder_input_ids"], to=FLOAT)
    x = g("MatMul", [g("Transpose", [x], perm=[0, 2, 1]), g.weight(3, size)], "encoder_hidden_states")
    outputs = cached("present", "cross", "rows")
    cross = [heads(g, square(x), o.name) for o in outputs]
    g("MatMul", decode(g, "decoder_input_ids", None, cross), "logits")
    return g.graph("encoder", [info("encoder_input_ids", helper.np_dtype_to_tensor_dtype(np.dtype(dtype)), "batch", 3, "rows"),
                               info("decoder_input_ids", INT32, "batch", "begin")],
                   [info("logits", FLOAT, "batch", "begin", VOCAB), info("encoder_hidden_states", FLOAT, "batch", "rows", size),
                    *cached("present", "self", "begin"), *outputs])


def whisper_decoder(seed, whole, hidden):
    """whole: see decoder; hidden: it takes the encoder's states, of which onnxruntime says the dims only."""
    g = Nodes(seed)

    def states(y):
        if hidden:
            rows = g("Cast", [g("Shape", ["encoder_hidden_states"], start=1, end=2)], to=FLOAT)
            y = g("Add", [y, g("Mul", [rows, g.weight(HEADS * WIDTH)])])
        return y

    return decoder(g, [hidden_states()] * hidden, whole, None, states)
