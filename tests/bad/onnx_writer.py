"""onnx_writer.py: ONNX files from calls, with a protobuf writer of its own: no package is needed, any rule can be broken."""
import struct

FLOAT, UINT8, INT8, UINT16, INT16, INT32, INT64, STRING, BOOL, FLOAT16, DOUBLE = range(1, 12)
COMPLEX64, INT4 = 14, 22
LOCATION_EXTERNAL = 1
AT_FLOAT, AT_INT, AT_STRING, AT_TENSOR, AT_GRAPH, AT_FLOATS, AT_INTS, AT_STRINGS = range(1, 9)

files = {}


def bad(name, data):
    assert name not in files, name
    files[name] = data


# ---- protobuf ----------------------------------------------------------------------------------

def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def tag(number, wire):
    return varint(number << 3 | wire)


def vi(number, n):
    return tag(number, 0) + varint(n)


def ld(number, data):
    data = data.encode() if isinstance(data, str) else data
    return tag(number, 2) + varint(len(data)) + data


def f32(number, x):
    return tag(number, 5) + struct.pack("<f", x)


# ---- ONNX --------------------------------------------------------------------------------------

def dim(d):
    if d is None:
        return ld(1, b"")
    return ld(1, ld(2, d) if isinstance(d, str) else vi(1, d))


def ttype(dtype=FLOAT, dims=(2,)):
    shape = b"" if dims is None else ld(2, b"".join(dim(d) for d in dims))
    return ld(1, vi(1, dtype) + shape)


def info(name, dtype=FLOAT, dims=(2,)):
    return ld(1, name) + ld(2, ttype(dtype, dims))


def tensor(name, dtype, dims, raw=None, extra=b""):
    out = b"".join(vi(1, d) for d in dims) + vi(2, dtype) + ld(8, name)
    if raw is not None:
        out += ld(9, raw)
    return out + extra


def floats(name, dims, values):
    return tensor(name, FLOAT, dims, struct.pack("<%df" % len(values), *values))


def int64s(name, dims, values):
    return tensor(name, INT64, dims, struct.pack("<%dq" % len(values), *values))


def a_int(name, v):
    return ld(5, ld(1, name) + vi(3, v) + vi(20, AT_INT))


def a_float(name, v):
    return ld(5, ld(1, name) + f32(2, v) + vi(20, AT_FLOAT))


def a_str(name, v):
    return ld(5, ld(1, name) + ld(4, v) + vi(20, AT_STRING))


def a_ints(name, v):
    return ld(5, ld(1, name) + b"".join(vi(8, x) for x in v) + vi(20, AT_INTS))


def floats_of(name, v):
    return ld(5, ld(1, name) + b"".join(f32(7, x) for x in v) + vi(20, 6))


def a_strs(name, v):
    return ld(5, ld(1, name) + b"".join(ld(9, s) for s in v) + vi(20, 8))


def a_tensor(name, t):
    return ld(5, ld(1, name) + ld(5, t) + vi(20, AT_TENSOR))


def a_graph(name, g):
    return ld(5, ld(1, name) + ld(6, g) + vi(20, AT_GRAPH))


def node(op, ins, outs, attrs=b"", name=None, domain=None):
    out = b"".join(ld(1, i) for i in ins) + b"".join(ld(2, o) for o in outs)
    if name is not None:
        out += ld(3, name)
    out += ld(4, op) + attrs
    if domain is not None:
        out += ld(7, domain)
    return ld(1, out)


def graph(nodes, inits=(), ins=(), outs=(), name="g", extra=b""):
    out = b"".join(nodes) + ld(2, name) + b"".join(ld(5, t) for t in inits)
    out += b"".join(ld(11, i) for i in ins) + b"".join(ld(12, o) for o in outs)
    return out + extra


def model(g, ir=8, opsets=(("", 17),), extra=b""):
    out = vi(1, ir) if ir is not None else b""
    if g is not None:
        out += ld(7, g)
    for domain, version in opsets:
        out += ld(8, (ld(1, domain) if domain else b"") + vi(2, version))
    return out + extra


def one(op, ins, outs=("y",), attrs=b"", inits=(), out_type=None, opset=17, ir=8, extra=b""):
    """A model of one node; ins: (name, dtype, dims), initializers are given by name only."""
    given = [info(*i) for i in ins if isinstance(i, tuple)]
    names = [i[0] if isinstance(i, tuple) else i for i in ins]
    # A full type, as strict reading wants it: the rank of the first input, every dim free.
    dims = next((len(i[2]) for i in ins if isinstance(i, tuple)), 1) * (None,)
    outputs = [info(o, *(out_type or (FLOAT, dims))) for o in outs]
    return model(graph([node(op, names, outs, attrs, "n")], inits, given, outputs, extra=extra), ir,
                 (("", opset),))


X = ("x", FLOAT, (2,))
RELU = node("Relu", ["x"], ["y"], name="n")
IO = dict(ins=[info("x")], outs=[info("y")])


def relu(nodes=(RELU,), inits=(), extra=b"", **rest):
    return model(graph(list(nodes), inits, extra=extra, **IO), **rest)


def init(t):
    """A model with one initializer, which is added to x."""
    return model(graph([node("Add", ["x", "w"], ["y"], name="n")], [t], **IO))
