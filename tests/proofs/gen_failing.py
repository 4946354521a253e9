#!/usr/bin/env python3
"""Models whose runs fail because of numbers in their operands: gen_failing.py FOLDER

For `levels --failing` (tests/proofs/levels.c): no level may turn the error into a result. Operands are defaults of inputs,
so that inference does not know them; a dim that data decide comes from Compress. Each failing node stands once before
what its reader needs, and once before what a rewrite might take for nothing."""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bad"))
from onnx_writer import *  # noqa: E402

FORMS = {FLOAT: "f", INT64: "q", BOOL: "B", UINT8: "B", DOUBLE: "d", INT32: "i"}


def t(*dims, dtype=FLOAT, values=None):
    n = 1
    for d in dims:
        n *= d
    values = list(range(1, n + 1)) if values is None else values
    assert len(values) == n
    return dtype, dims, struct.pack("<%d%s" % (n, FORMS[dtype]), *values)


def i64(*values):
    return t(len(values), dtype=INT64, values=values)


def case(name, operands, nodes, consts=(), out=FLOAT):
    """operands: name -> tensor that a caller may override; consts: that nobody can; the output is y, of any dims."""
    inits = [tensor(k, o[0], o[1], o[2]) for k, o in list(operands.items()) + list(dict(consts).items())]
    ins = [info(k, o[0], o[1]) for k, o in operands.items()]
    lines = [node(op, i.split(), o.split(), attrs, "n%d" % k) for k, (op, i, o, attrs) in enumerate(nodes)]
    bad(name, model(graph(lines, inits, ins, [info("y", out, None)]), 10, (("", 21),)))


def n(op, ins, outs, attrs=b""):
    return op, ins, outs, attrs


# What may follow a node that gives `h`, of x's dims where the run succeeds.
READERS = {"alone": [n("Identity", "h", "y")], "exp": [n("Exp", "h", "y")],
           "back": [n("Shape", "x", "s"), n("Reshape", "h s", "y")],
           "flat": [n("Reshape", "h flat", "f"), n("Exp", "f", "y")],
           "sum": [n("Add", "h x", "y")], "known": [n("Reshape", "h same", "f"), n("Exp", "f", "y")]}


def views():
    consts = {"flat": i64(-1), "same": i64(2, 3)}
    for reader, after in READERS.items():
        for bad_target in ((5, 3), (2, 5), (0, 0), (-1, -1), (-2, 3), (7, 0), (6, 2), (1 << 40, 3)):
            label = "_".join(str(d).replace("-", "m") for d in bad_target)
            for known in (None, 0, 1):  # which of the two elements inference is told, as it should be
                target = [(2, 3)[i] if i == known else d for i, d in enumerate(bad_target)]
                if all(d in (0, want) for d, want in zip(target, (2, 3))) or (-1 in target and known is not None):
                    continue  # fits
                parts = dict(t0=i64(bad_target[0]), t1=i64(bad_target[1]))
                told = {} if known is None else {"k": i64((2, 3)[known])}
                names = ["k" if i == known else "t%d" % i for i in range(2)]
                case("Reshape_%s_%s_%s" % (label, known, reader), dict(x=t(2, 3), **{k: parts[k] for k in names if k in parts}),
                     [n("Concat", " ".join(names), "target", a_int("axis", 0)), n("Reshape", "x target", "h")] + after, dict(consts, **told))
        for shape in ((5, 3), (2, 4), (-1, 3)):
            case("Expand_%s_%s" % ("_".join(str(d).replace("-", "m") for d in shape), reader), dict(x=t(2, 3), shape=i64(*shape)), [n("Expand", "x shape", "h")] + after, consts)
        case("Expand_operand_" + reader, dict(x=t(2, 3), row=t(1, 3), shape=i64(7, 3)), [n("Expand", "row shape", "e"), n("Mul", "e x", "h")] + after, consts)
        case("Expand_known_" + reader, dict(x=t(2, 3), shape=i64(5)), [n("Concat", "shape three", "both", a_int("axis", 0)), n("Expand", "x both", "h")] + after,
             dict(consts, three=i64(3)))
    for axes in ((5,), (-2,), (1,)):
        case("Squeeze_%s" % str(axes[0]).replace("-", "m"), dict(x=t(1), axes=i64(*axes)), [n("Squeeze", "x axes", "h"), n("Exp", "h", "y")])
    case("Squeeze_twice", dict(x=t(1, 1), axes=i64(0, 0)), [n("Squeeze", "x axes", "h"), n("Exp", "h", "y")])
    case("Squeeze_then_back", dict(x=t(1), axes=i64(3)), [n("Squeeze", "x axes", "h"), n("Reshape", "h one", "y")], {"one": i64(1)})
    case("Unsqueeze_then_back", dict(x=t(2, 3), axes=i64(9)), [n("Unsqueeze", "x axes", "h"), n("Reshape", "h same", "y")], {"same": i64(2, 3)})


# v [3] and w [2] of six each: data decide how many.
DECIDED = dict(x=t(6), z=t(6), c=t(6, dtype=BOOL, values=[1, 0, 1, 0, 1, 0]), d=t(6, dtype=BOOL, values=[0, 1, 0, 0, 0, 1]))
BOTH = [n("Compress", "x c", "v"), n("Compress", "z d", "w")]


def decided():
    consts = {"zero": i64(0), "one": i64(1), "two": i64(2), "three": i64(3), "rest": i64(-1), "columns": i64(-1, 1)}
    rows = [n("Shape", "w", "w_dims"), n("Concat", "one w_dims", "grid", a_int("axis", 0))]
    for name, nodes in {
            "view_chain": [n("Shape", "w", "sw"), n("Shape", "v", "sv"), n("Reshape", "v sw", "a"), n("Reshape", "a sv", "b"), n("Exp", "b", "y")],
            "Squeeze": [n("Unsqueeze", "v zero", "a"), n("Squeeze", "a one", "b"), n("Exp", "b", "y")],
            "Squeeze_grid": rows + [n("Reshape", "v columns", "a"), n("Expand", "a grid", "g"), n("Unsqueeze", "g zero", "u"), n("Squeeze", "u one", "b"), n("Exp", "b", "y")],
            "Add": [n("Add", "v w", "a"), n("Exp", "a", "b"), n("Neg", "b", "y")],
            "Sum": [n("Sum", "v w v", "a"), n("Exp", "a", "y")],
            "Where": [n("Less", "v v", "a"), n("Where", "a v w", "y")],
            "Slice_Concat": [n("Reshape", "v columns", "a"), n("Reshape", "w columns", "b"), n("Concat", "a b", "j", a_int("axis", 1)),
                             n("Slice", "j zero one one", "s"), n("Exp", "s", "y")],
            "Slice_Concat_part": [n("Reshape", "v columns", "v2"), n("Expand", "v2 grid3", "a"), n("Reshape", "w columns", "b"), n("Concat", "a b", "j", a_int("axis", 1)),
                                  n("Slice", "j zero two one", "s"), n("Exp", "s", "y")],
            "MatMul": [n("MatMul", "v w", "y")],
            "Concat_ranks": [n("Reshape", "v columns", "a"), n("Transpose", "a", "b"), n("Reshape", "w columns", "e"), n("Concat", "b e", "y", a_int("axis", 0))]}.items():
        case("Decided_" + name, DECIDED, BOTH + nodes, dict(consts, grid3=i64(1, 3)))


def numbers():
    wide = i64(3, 3)
    case("Split_sizes", dict(x=t(6), s=i64(1, 2)), [n("Split", "x s", "a b"), n("Concat", "a b", "y", a_int("axis", 0))])
    case("Split_sizes_negative", dict(x=t(6), s=i64(-1, 7)), [n("Split", "x s", "a b"), n("Concat", "a b", "y", a_int("axis", 0))])
    case("Tile", dict(x=t(6), s=i64(-1)), [n("Tile", "x s", "y")])
    case("Pad", dict(x=t(6), s=i64(-4, -4)), [n("Pad", "x s", "y")])
    case("Slice_step", dict(x=t(6), s=i64(0)), [n("Slice", "x lo hi axes s", "y")], dict(lo=i64(0), hi=i64(6), axes=i64(0)))
    case("Slice_axis", dict(x=t(6), s=i64(4)), [n("Slice", "x lo hi s", "y")], dict(lo=i64(0), hi=i64(6)))
    for k in (6, -7, 1 << 40):
        case("Gather_%s" % str(k).replace("-", "m"), dict(x=t(6), s=i64(k)), [n("Gather", "x s", "a"), n("Exp", "a", "y")])
        case("Gather_slices_%s" % str(k).replace("-", "m"), dict(x=t(6, 2), s=i64(k)), [n("Gather", "x s", "a"), n("Concat", "a a", "y", a_int("axis", 0))])
        case("GatherElements_%s" % str(k).replace("-", "m"), dict(x=t(6), s=i64(k)), [n("GatherElements", "x s", "y")])
        case("ScatterElements_%s" % str(k).replace("-", "m"), dict(x=t(6), s=i64(k), u=t(1)), [n("ScatterElements", "x s u", "a"), n("Exp", "a", "y")])
    case("OneHot", dict(x=t(2, dtype=INT64), depth=i64(-3), v=t(2)), [n("OneHot", "x depth v", "y")])
    case("TopK", dict(x=t(6), k=i64(7)), [n("TopK", "x k", "v i"), n("Exp", "v", "y")])
    case("TopK_negative", dict(x=t(6), k=i64(-1)), [n("TopK", "x k", "v i"), n("Exp", "v", "y")])
    case("Range", dict(a=t(values=[0.0]), b=t(values=[1.0]), c=t(values=[0.0])), [n("Range", "a b c", "y")])
    case("ConstantOfShape", dict(s=i64(-2)), [n("ConstantOfShape", "s", "y")])
    case("CumSum", dict(x=t(6), s=t(dtype=INT64, values=[1])), [n("CumSum", "x s", "y")])
    case("ReduceSum", dict(x=t(2, 3), s=i64(2)), [n("ReduceSum", "x s", "y", a_int("keepdims", 1))])
    case("ReduceSum_twice", dict(x=t(2, 3), s=i64(1, 1)), [n("ReduceSum", "x s", "a"), n("Exp", "a", "y")])
    case("GatherND", dict(x=t(2, 3), s=wide), [n("GatherND", "x s", "y")])
    case("ScatterND", dict(x=t(2, 3), s=wide, u=t(values=[1.0])), [n("ScatterND", "x s u", "y")])
    case("Trilu_then_view", dict(x=t(2, 3), s=i64(4)), [n("Trilu", "x", "a"), n("Unsqueeze", "a s", "b"), n("Exp", "b", "y")])
    case("Compress", dict(x=t(2), s=t(6, dtype=BOOL, values=[0, 0, 0, 0, 0, 1])), [n("Compress", "x s", "y", a_int("axis", 0))])


def main():
    for part in (views, decided, numbers):
        part()
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, data in files.items():
        with open(os.path.join(sys.argv[1], name + ".onnx"), "wb") as f:
            f.write(data)
    print("%d models in %s" % (len(files), sys.argv[1]))


main()
