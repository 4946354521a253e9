"""The cases of bench/operators.py: operators at shapes that occur in networks, each a model of one node.

A case has operands, which are fed or constant, attributes, and what it takes at least: floating-point operations and
bytes. Bytes are those of all operands and results unless the case says less (a Gather reads what it takes only).
"""
import math

import numpy as np

F32, F64, F16 = np.float32, np.float64, np.float16
ML = "ai.onnx.ml"
CASES = []


class Case:
    def __init__(self, op, title, operands, attrs, domain, n_outputs, ops, size, repeat):
        self.op, self.title, self.operands, self.attrs, self.domain = op, title, operands, attrs, domain
        self.n_outputs, self.ops, self.size, self.repeat = n_outputs, ops, size, repeat
        self.name = f"{op} {title}"


def case(op, title, *operands, ops=0, size=None, domain="", n_outputs=1, repeat=1, **attrs):
    """Operands: ("feed" or "const", array), None for one that is absent. ops: floating-point operations, a
    multiply-add is two. size: "out" for results twice, a number of bytes, None for everything once."""
    CASES.append(Case(op, title, operands, attrs, domain, n_outputs, ops, size, repeat))


def numbers(shape, dtype=F32, low=None, high=None):
    rng = np.random.default_rng(math.prod(shape) * 7 + len(shape))
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        x = rng.standard_normal(shape) if low is None else rng.uniform(low, high, shape)
        return np.asarray(x).astype(dtype)
    if dtype.kind == "b":
        return np.asarray(rng.random(shape) < 0.5)
    low, high = (-100 if dtype.kind == "i" else 0, 100) if low is None else (low, high)
    return np.asarray(rng.integers(low, high, shape)).astype(dtype)


def feed(*shape, dtype=F32, low=None, high=None):
    return "feed", numbers(shape, dtype, low, high)


def weight(*shape, dtype=F32, low=-0.1, high=0.1):
    if np.dtype(dtype).kind != "f":
        low, high = None, None
    return "const", numbers(shape, dtype, low, high)


def const(values, dtype=np.int64):
    return "const", np.asarray(values, dtype)


def sized(shape):
    return "x".join(map(str, shape)) or "scalar"


# ---- elementwise -------------------------------------------------------------------------------------------------

IMAGE = (1, 64, 56, 56)
LARGE = (1, 64, 224, 224)
TOKENS = (1, 128, 3072)


def elementwise():
    positive = {"Sqrt": (0, 9), "Log": (0.01, 9), "Reciprocal": (0.1, 9), "Acosh": (1, 9), "Asin": (-1, 1),
                "Acos": (-1, 1), "Atanh": (-0.99, 0.99), "Tan": (-1.5, 1.5)}
    for op in ("Relu LeakyRelu Elu Celu Selu ThresholdedRelu Sigmoid HardSigmoid HardSwish Tanh Softplus Softsign Erf Exp "
               "Log Sqrt Reciprocal Abs Neg Sign Floor Ceil Round Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh Acosh Atanh "
               "Mish Gelu IsNaN IsInf").split():
        low, high = positive.get(op, (-4, 4))
        case(op, sized(IMAGE), feed(*IMAGE, low=low, high=high))
    case("Gelu", "tanh " + sized(TOKENS), feed(*TOKENS, low=-4, high=4), approximate="tanh")
    case("Clip", "0..6 " + sized(IMAGE), feed(*IMAGE, low=-4, high=9), const(0, F32), const(6, F32))
    case("Not", sized(IMAGE), feed(*IMAGE, dtype=bool))
    for op in ("Relu", "Sigmoid", "Tanh", "Exp", "Erf", "HardSwish"):
        case(op, sized(LARGE), feed(*LARGE, low=-4, high=4))
        case(op, "8", feed(8, low=-4, high=4))
    for op in ("Gelu", "Erf", "Tanh"):
        case(op, sized(TOKENS), feed(*TOKENS, low=-4, high=4))
    for dtype in (F64, F16, np.int64):
        case("Neg", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype))
    for dtype in (F64, F16):
        case("Sigmoid", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype))


def binary():
    pairs = [(IMAGE, IMAGE), (IMAGE, ()), (IMAGE, (1, 64, 1, 1)), (TOKENS, (3072,)), (TOKENS, (1, 128, 1)),
             ((1, 1, 128), (1, 128, 1)), (LARGE, LARGE), ((8,), (8,)), ((1, 12, 128, 128), (1, 1, 1, 128)),
             ((2, 8, 16, 1, 64), (1, 8, 1, 16, 64))]
    for op in ("Add", "Mul", "Sub", "Div", "Max"):
        for a, b in pairs if op in ("Add", "Mul") else pairs[:4]:
            case(op, f"{sized(a)}, {sized(b)}", feed(*a), feed(*b, low=0.5, high=2))
    for op in ("Pow", "Min", "Mod", "PRelu", "Mean", "Sum"):
        extra = {"fmod": 1} if op == "Mod" else {}
        case(op, f"{sized(IMAGE)}, 1x64x1x1", feed(*IMAGE, low=0.5, high=4), feed(1, 64, 1, 1, low=0.5, high=2), **extra)
    case("Pow", sized(IMAGE) + ", 2", feed(*IMAGE), const(2, F32))
    case("Pow", sized(IMAGE) + ", 0.5", feed(*IMAGE, low=0, high=4), const(0.5, F32))
    for op in ("Add", "Mul", "Div"):
        case(op, "int64 " + sized(IMAGE), feed(*IMAGE, dtype=np.int64, low=1, high=99), feed(*IMAGE, dtype=np.int64, low=1,
                                                                                         high=99))
    for dtype in (F64, F16, np.int32):
        case("Add", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype), feed(*IMAGE, dtype=dtype))
    for op in ("Equal", "Less", "Greater", "LessOrEqual", "GreaterOrEqual"):
        case(op, sized(IMAGE) + ", scalar", feed(*IMAGE), feed())
    case("Equal", "int64 128x128, 128x128", feed(128, 128, dtype=np.int64), feed(128, 128, dtype=np.int64))
    case("Less", f"{sized(IMAGE)}, {sized(IMAGE)}", feed(*IMAGE), feed(*IMAGE))
    for op in ("And", "Or", "Xor"):
        case(op, "1x1x512x512, 1x1x1x512", feed(1, 1, 512, 512, dtype=bool), feed(1, 1, 1, 512, dtype=bool))
    mask = feed(1, 1, 128, 128, dtype=bool)
    case("Where", "1x12x128x128 mask 1x1x128x128, scalar", mask, feed(1, 12, 128, 128), const(-1e4, F32))
    case("Where", sized(IMAGE) + " all of it", feed(*IMAGE, dtype=bool), feed(*IMAGE), feed(*IMAGE))
    for a, b in ((F32, F16), (F16, F32), (F32, F64), (np.int64, F32), (F32, np.int64), (np.bool_, F32), (F32, np.bool_),
                 (np.uint8, F32), (F32, np.uint8), (np.int64, np.int32), (np.int32, np.int64)):
        to = {"float32": 1, "float16": 10, "float64": 11, "int64": 7, "int32": 6, "bool": 9, "uint8": 2}[np.dtype(b).name]
        case("Cast", f"{np.dtype(a)} to {np.dtype(b)} {sized(IMAGE)}", feed(*IMAGE, dtype=a, low=0, high=99), to=to)


# ---- rows: softmax, norms, reductions ------------------------------------------------------------------------------

def rows():
    for shape, axis in (((1, 12, 128, 128), -1), ((1, 12, 1, 129), -1), ((1, 1000), -1), ((128, 30522), -1),
                        ((1, 21, 128, 128), 1), ((1, 12, 197, 197), -1), ((64, 49, 49), -1), ((1, 16, 4, 8400), 1),
                        ((8732, 91), -1)):
        case("Softmax", f"{sized(shape)} axis {axis}", feed(*shape), axis=axis)
    case("LogSoftmax", "31x1x97 axis -1", feed(31, 1, 97), axis=-1)
    case("LogSoftmax", "128x32000 axis -1", feed(128, 32000), axis=-1)
    for shape in ((1, 128, 768), (1, 197, 192), (1, 3136, 96), (1, 1, 384)):
        n = shape[-1]
        case("LayerNormalization", sized(shape), feed(*shape), weight(n), weight(n), axis=-1)
    for shape, interleaved in (((1, 32, 128, 64), 0), ((1, 32, 1, 128), 0), ((1, 8, 512, 80), 1)):
        cache, positions = (shape[2], shape[3] // 2), np.arange(shape[2])[None]
        case("RotaryEmbedding", f"{sized(shape)}{', interleaved' if interleaved else ''}", feed(*shape), const(positions),
             weight(*cache), weight(*cache), domain="com.microsoft", interleaved=interleaved)
    for shape in ((1, 64, 56, 56), (1, 32, 256, 256), (1, 512, 999)):
        case("InstanceNormalization", sized(shape), feed(*shape), weight(shape[1]), weight(shape[1]))
    case("GroupNormalization", "1x64x56x56, 8 groups", feed(1, 64, 56, 56), weight(64), weight(64), num_groups=8)
    for shape in ((1, 64, 56, 56), (1, 256)):
        c = shape[1]
        case("BatchNormalization", sized(shape), feed(*shape), weight(c), weight(c), weight(c),
             weight(c, low=0.5, high=2))
    case("LRN", "1x96x55x55, 5", feed(1, 96, 55, 55), size=None, ops=96 * 55 * 55 * 8, **{"size_": 5})
    case("LpNormalization", "1x128x512 axis -1", feed(1, 128, 512), axis=-1, p=2)
    case("MeanVarianceNormalization", "1x64x56x56", feed(1, 64, 56, 56))
    for op in ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL2", "ReduceSumSquare",
               "ReduceLogSumExp", "ReduceL1"):
        for shape, axes in (((1, 128, 768), (-1,)), ((1, 64, 56, 56), (2, 3)), ((1, 64, 56, 56), (1,)), ((1, 3136, 96), (1,)),
                            ((8, 64, 28, 28), (0,)), ((1, 64, 56, 56), (0, 1, 2, 3)))[:6 if op in ("ReduceMean", "ReduceMax")
                                                                                  else 3]:
            case(op, f"{sized(shape)} axes {','.join(map(str, axes))}", feed(*shape), const(axes))
    case("ReduceSum", "int64 1x128x768 axis -1", feed(1, 128, 768, dtype=np.int64), const([-1]))
    for op in ("ArgMax", "ArgMin"):
        case(op, "1x1000 axis 1", feed(1, 1000), axis=1)
        case(op, "1x21x128x128 axis 1", feed(1, 21, 128, 128), axis=1)
        case(op, "128x30522 axis -1", feed(128, 30522), axis=-1)
    case("CumSum", "1x128x768 axis 1", feed(1, 128, 768), const(1))
    case("CumSum", "1x128x768 axis 2", feed(1, 128, 768), const(2))
    case("CumSum", "int64 1x512 axis 1", feed(1, 512, dtype=np.int64), const(1))


# ---- windows -------------------------------------------------------------------------------------------------------

def windows():
    for op in ("MaxPool", "AveragePool"):
        for c, h, k, s, p in ((64, 112, 3, 2, 1), (64, 56, 2, 2, 0), (192, 28, 3, 1, 1), (32, 256, 2, 2, 0), (256, 20, 5, 1, 2),
                              (1024, 7, 7, 1, 0)):
            out = (h + 2 * p - k) // s + 1
            extra = {"count_include_pad": 0} if op == "AveragePool" else {}
            case(op, f"{k}x{k}/{s} {c}x{h}x{h}", feed(1, c, h, h), kernel_shape=[k, k], strides=[s, s], pads=[p] * 4,
                 ops=c * out * out * k * k, **extra)
        case(op, "3/2 64x8000", feed(1, 64, 8000), kernel_shape=[3], strides=[2], ops=64 * 4000 * 3)
        case(op, "2x2x2/2 32x8x56x56", feed(1, 32, 8, 56, 56), kernel_shape=[2, 2, 2], strides=[2, 2, 2],
             ops=32 * 8 * 56 * 56)
    for op in ("GlobalAveragePool", "GlobalMaxPool"):
        for shape in ((1, 1280, 7, 7), (1, 64, 56, 56), (1, 512, 1, 7, 7)):
            case(op, sized(shape), feed(*shape))
    near = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    half = {"mode": "linear", "coordinate_transformation_mode": "half_pixel"}
    corners = {"mode": "linear", "coordinate_transformation_mode": "align_corners"}
    cubic = {"mode": "cubic", "coordinate_transformation_mode": "half_pixel", "cubic_coeff_a": -0.75}
    for title, attrs in (("nearest", near), ("linear half_pixel", half), ("linear align_corners", corners), ("cubic", cubic)):
        for shape, factor in (((1, 128, 40, 40), 2), ((1, 256, 16, 16), 4), ((1, 3, 224, 224), 2)):
            case("Resize", f"{title} {sized(shape)} by {factor}", feed(*shape), None, const([1, 1, factor, factor], F32), **attrs)
    case("Resize", "nearest half_pixel 1x64x112x112 by 0.5", feed(1, 64, 112, 112), None, const([1, 1, 0.5, 0.5], F32),
         mode="nearest")
    case("Resize", "linear 1x64x8000 by 2", feed(1, 64, 1000), None, const([1, 1, 2], F32), mode="linear")
    case("Resize", "linear half_pixel 1x21x16x16 to 224x224", feed(1, 21, 16, 16), None, None, const([1, 21, 224, 224]),
         mode="linear")
    case("GridSample", "linear 1x64x56x56", feed(1, 64, 56, 56), feed(1, 56, 56, 2, low=-1, high=1))
    rois = np.asarray([[0, 0, 20 + i % 30, 30 + i % 20] for i in range(100)], F32)
    case("RoiAlign", "100 of 256x50x50, 7x7", feed(1, 256, 50, 50), ("feed", rois), ("feed", np.zeros(100, np.int64)),
         output_height=7, output_width=7, sampling_ratio=2)


# ---- moving --------------------------------------------------------------------------------------------------------

def moving():
    for shape, perm in (((1, 64, 56, 56), (0, 2, 3, 1)), ((1, 56, 56, 64), (0, 3, 1, 2)), ((1, 3, 224, 224), (0, 2, 3, 1)),
                        ((1, 128, 12, 64), (0, 2, 1, 3)), ((1, 12, 128, 64), (0, 1, 3, 2)), ((1, 12, 128, 64), (0, 2, 1, 3)),
                        ((768, 3072), (1, 0)), ((1, 196, 192), (0, 2, 1)), ((1, 8, 7, 8, 7, 96), (0, 1, 3, 2, 4, 5)),
                        ((2, 58, 28, 28), (1, 0, 2, 3)), ((197, 1, 3, 3, 64), (2, 1, 3, 0, 4)), ((100, 1, 64), (1, 0, 2))):
        case("Transpose", f"{sized(shape)} {''.join(map(str, perm))}", feed(*shape), perm=perm)
    for dtype in (np.int64, F16, np.uint8):
        case("Transpose", f"{np.dtype(dtype)} 1x64x56x56 0231", feed(1, 64, 56, 56, dtype=dtype), perm=[0, 2, 3, 1])
    for shapes, axis in ((((1, 64, 56, 56),) * 2, 1), (((1, 256, 28, 28), (1, 32, 28, 28)), 1),
                         (((1, 12, 128, 64), (1, 12, 1, 64)), 2), (((1, 128, 768),) * 2, 2), (((1, 1, 64),) * 16, 1),
                         (((1,),) * 4, 0)):
        case("Concat", f"{len(shapes)} of {sized(shapes[0])} axis {axis}", *[feed(*s) for s in shapes], axis=axis)
    case("Split", "1x128x2304 into 3 axis 2", feed(1, 128, 2304), const([768] * 3), axis=2, n_outputs=3)
    case("Split", "1x64x80x80 into 2 axis 1", feed(1, 64, 80, 80), const([32] * 2), axis=1, n_outputs=2)
    for title, shape, start, end, axes, step in (
            ("1x64x56x56 channels 0:32", IMAGE, [0], [32], [1], [1]), ("1x64x56x56 [::2, ::2]", IMAGE, [0, 0], [99, 99], [2, 3],
                                                                     [2, 2]),
            ("1x3x640x640 [1::2, ::2]", (1, 3, 640, 640), [1, 0], [999, 999], [2, 3], [2, 2]),
            ("1x56x56x96 roll", (1, 56, 56, 96), [3], [56], [1], [1]), ("1x128x768 token 0", (1, 128, 768), [0], [1], [1], [1]),
            ("1x12x128x64 last half", (1, 12, 128, 64), [32], [64], [3], [1]), ("1x512x999 reversed", (1, 512, 999), [-1],
                                                                            [-1000], [2], [-1])):
        case("Slice", title, feed(*shape), const(start), const(end), const(axes), const(step), size="out")
    ids = lambda shape, n: ("feed", numbers(shape, np.int64, 0, n))
    case("Gather", "30522x768 by 1x128", weight(30522, 768), ids((1, 128), 30522), axis=0, size="out")
    case("Gather", "50257x384 by 1x1", weight(50257, 384), ids((1, 1), 50257), axis=0, size="out")
    case("Gather", "3x1x12x197x64 by scalar", feed(3, 1, 12, 197, 64), const(1), axis=0, size="out")
    case("Gather", "1x128x768 by 64 axis 1", feed(1, 128, 768), ids((64,), 128), axis=1, size="out")
    case("Gather", "1x64x56x56 by 28 axis 3", feed(1, 64, 56, 56), ids((28,), 56), axis=3, size="out")
    case("GatherElements", "1x8400x80 axis 1", feed(1, 8400, 80), ids((1, 300, 80), 8400), axis=1, size="out")
    case("GatherElements", "128x512 axis 1", feed(128, 512), ids((128, 512), 512), axis=1)
    case("GatherND", "1x3234x91 by 2000x3", feed(1, 3234, 91),
         ("feed", np.stack([np.zeros(2000, np.int64), np.arange(2000) * 3 % 3234, np.arange(2000) % 91], 1).astype(np.int64)),
         size="out")
    case("GatherND", "49x3 rows of 169x12", feed(169, 12), ids((2401, 1), 169), size="out")
    case("ScatterND", "1x16x16x33 with 16 rows", feed(16, 16, 33), ("feed", np.arange(16, dtype=np.int64)[:, None]),
         feed(16, 16, 33))
    case("ScatterND", "8400x80 with 2000 elements", feed(8400, 80),
         ("feed", np.stack([np.arange(2000) * 4, np.arange(2000) % 80], 1).astype(np.int64)), feed(2000))
    case("ScatterElements", "128x512 axis 1", feed(128, 512), ids((128, 64), 512), feed(128, 64), axis=1)
    case("Pad", "constant 1x64x56x56 by 1", feed(*IMAGE), const([0, 0, 1, 1, 0, 0, 1, 1]), const(0, F32))
    case("Pad", "reflect 1x32x256x256 by 4", feed(1, 32, 256, 256), const([0, 0, 4, 4, 0, 0, 4, 4]), mode="reflect")
    case("Pad", "edge 1x3x224x224 by 3", feed(1, 3, 224, 224), const([0, 0, 3, 3, 0, 0, 3, 3]), mode="edge")
    case("Pad", "constant 1x64x112x112 by 0,1", feed(1, 64, 112, 112), const([0, 0, 0, 0, 0, 0, 1, 1]))
    case("Expand", "1x1x1x128 to 1x12x128x128", feed(1, 1, 1, 128), const([1, 12, 128, 128]))
    case("Expand", "1x8x1x128x64 to 1x8x4x128x64", feed(1, 8, 1, 128, 64), const([1, 8, 4, 128, 64]))
    case("Tile", "1x1x64x64 by 1,3,2,2", feed(1, 1, 64, 64), const([1, 3, 2, 2]))
    for mode in ("DCR", "CRD"):
        case("DepthToSpace", f"{mode} 1x48x180x180 by 4", feed(1, 48, 180, 180), blocksize=4, mode=mode)
    case("SpaceToDepth", "1x3x640x640 by 2", feed(1, 3, 640, 640), blocksize=2)
    case("Trilu", "1x1x512x512 upper", feed(1, 1, 512, 512))
    case("OneHot", "512 of 1000", ids((512,), 1000), const(1000), const([0, 1], F32))
    case("Range", "1000", const(0), ("feed", np.asarray(1000, np.int64)), const(1))
    case("ConstantOfShape", "1x64x56x56", ("feed", np.asarray(IMAGE, np.int64)))
    case("NonZero", "8400x80", ("feed", (numbers((8400, 80)) > 1.5).astype(F32)))
    case("Compress", "8400x80 rows", feed(8400, 80), feed(8400, dtype=bool), axis=0)
    case("Unique", "8192 int64 sorted", feed(8192, dtype=np.int64))
    case("TopK", "10 of 1x1000", feed(1, 1000), const([10]), n_outputs=2, axis=-1)
    case("TopK", "300 of 1x8400", feed(1, 8400), const([300]), n_outputs=2, axis=-1)
    case("TopK", "1000 of 1x120087", feed(1, 120087), const([1000]), n_outputs=2, axis=-1)
    case("TopK", "1 of 128x512", feed(128, 512), const([1]), n_outputs=2, axis=-1)
    case("TopK", "20 of 1x64x1024 axis 1", feed(1, 64, 1024), const([20]), n_outputs=2, axis=1)
    rng = np.random.default_rng(5)
    for n, classes in ((1000, 1), (3000, 10)):
        corner, side = rng.uniform(0, 0.9, (1, n, 2)), rng.uniform(0.01, 0.1, (1, n, 2))
        boxes = np.concatenate([corner, corner + side], 2).astype(F32)
        case("NonMaxSuppression", f"{n} boxes, {classes} classes", ("feed", boxes), feed(1, classes, n, low=0, high=1),
             const([100]), const([0.5], F32), const([0.3], F32))


# ---- products ------------------------------------------------------------------------------------------------------

def products():
    for m, n, k in ((128, 768, 768), (128, 3072, 768), (128, 768, 3072), (1, 768, 768), (1, 3072, 768), (1, 50257, 768),
                    (197, 576, 192), (3136, 96, 96), (49, 768, 768), (1, 1000, 2048), (4, 768, 768), (16, 768, 768),
                    (512, 512, 512), (32, 1536, 576), (7, 13, 29)):
        case("MatMul", f"{m}x{k} by {k}x{n} const", feed(1, m, k), weight(k, n), ops=2 * m * n * k)
    for batch, m, n, k in ((12, 128, 128, 64), (12, 128, 64, 128), (12, 1, 129, 64), (12, 1, 64, 129), (64, 49, 49, 32),
                           (3, 197, 197, 64), (256, 1, 64, 64)):
        case("MatMul", f"{batch} of {m}x{k} by {k}x{n}", feed(1, batch, m, k), feed(1, batch, k, n),
             ops=2 * batch * m * n * k)
    case("MatMul", "vector 512 by 512x512", feed(512), weight(512, 512), ops=2 * 512 * 512)
    case("MatMul", "int32 64x64 by 64x64", feed(64, 64, dtype=np.int32), feed(64, 64, dtype=np.int32), ops=2 * 64 ** 3)
    case("MatMul", "float64 128x256 by 256x256", feed(128, 256, dtype=F64), weight(256, 256, dtype=F64), ops=2 * 128 * 256 ** 2)
    for m, n, k, tb in ((1, 1000, 2048, 1), (1, 4096, 9216, 1), (1, 10, 128, 1), (128, 768, 768, 0), (64, 256, 256, 1),
                        (1, 512, 512, 0), (10000, 64, 13, 1)):
        case("Gemm", f"{m}x{k} by {k}x{n} transB={tb}", feed(m, k), weight(*((n, k) if tb else (k, n))), weight(n), transB=tb,
             ops=2 * m * n * k)
    case("Gemm", "64x256 by 256x256 transA=1, B fed", feed(256, 64), feed(256, 256), transA=1, ops=2 * 64 * 256 * 256)
    for equation, a, b in (("bhid,bhjd->bhij", (1, 12, 128, 64), (1, 12, 128, 64)), ("bij,jk->bik", (1, 128, 768), (768, 768)),
                           ("bhwc,hkc->bhwk", (12, 14, 14, 64), (14, 14, 64)), ("bij,bij->bi", (1, 512, 512), (1, 512, 512))):
        extents = dict(zip(equation.replace("->", ",").replace(",", ""), a + b))
        case("Einsum", equation, feed(*a), feed(*b), equation=equation, ops=2 * math.prod(extents.values()))
    case("Einsum", "bij->bji", feed(1, 512, 512), equation="bij->bji")
    for op, gates in (("LSTM", 4), ("GRU", 3), ("RNN", 1)):
        for steps, batch, n, h, both in ((100, 1, 128, 256, 0), (100, 1, 64, 192, 1), (31, 1, 512, 256, 1), (1, 1, 128, 128, 0),
                                         (20, 16, 64, 64, 0)):
            d = 2 if both else 1
            more = {"linear_before_reset": 1} if op == "GRU" else {}
            case(op, f"{steps} steps, batch {batch}, {n} to {h}{', both ways' if both else ''}", feed(steps, batch, n),
                 weight(d, gates * h, n), weight(d, gates * h, h), weight(d, 2 * gates * h), hidden_size=h,
                 direction="bidirectional" if both else "forward", ops=2 * d * steps * batch * gates * h * (n + h), **more)


def conv(title, x, w, stride=1, pad=None, dilation=1, group=1, op="Conv", repeat=1, bias=True):
    """A convolution with the input x [c, d...], the kernel w [c_out, k...]; pad: None for what keeps the size."""
    c, spatial, k = x[0], x[1:], w[1:]
    n = len(k)
    pad = [(d - 1) * dilation // 2 for d in k] if pad is None else [pad] * n
    attrs = {"kernel_shape": list(k), "strides": [stride] * n, "pads": pad * 2, "dilations": [dilation] * n, "group": group}
    if op == "Conv":
        kernel = (w[0], c // group, *k)
        out = [(s + 2 * p - (d - 1) * dilation - 1) // stride + 1 for s, p, d in zip(spatial, pad, k)]
        ops = 2 * math.prod(kernel) * math.prod(out)
    else:
        kernel = (c, w[0] // group, *k)
        ops = 2 * math.prod(kernel) * math.prod(spatial)
    case(op, f"{title} {c}->{w[0]} {sized(spatial)}", feed(1, *x), weight(*kernel), *([weight(w[0])] if bias else []),
         ops=ops * repeat, repeat=repeat, **attrs)


def convolutions():
    for c, m, h in ((64, 256, 56), (256, 64, 56), (128, 512, 28), (512, 128, 28), (1024, 256, 14), (2048, 512, 7), (96, 24, 56),
                    (320, 1280, 7), (16, 64, 112), (144, 32, 28), (32, 32, 80), (40, 240, 14)):
        conv("1x1", (c, h, h), (m, 1, 1))
    conv("1x1", (1280, 1, 1), (320, 1, 1))
    conv("1x1/2", (256, 56, 56), (512, 1, 1), stride=2, pad=0)
    for c, m, h in ((64, 64, 56), (128, 128, 28), (256, 256, 14), (512, 512, 7), (32, 32, 112), (16, 16, 160), (128, 32, 28),
                    (64, 64, 224), (48, 48, 20), (256, 512, 10)):
        conv("3x3", (c, h, h), (m, 3, 3))
    conv("3x3/2", (64, 56, 56), (128, 3, 3), stride=2)
    conv("3x3/2", (128, 80, 80), (256, 3, 3), stride=2)
    conv("3x3/2 first", (3, 224, 224), (32, 3, 3), stride=2)
    conv("3x3 first", (3, 224, 224), (64, 3, 3))
    conv("3x3 first", (1, 224, 224), (64, 3, 3))
    conv("7x7/2 first", (3, 224, 224), (64, 7, 7), stride=2)
    conv("11x11/4 first", (3, 224, 224), (64, 11, 11), stride=4, pad=2)
    conv("16x16/16 patches", (3, 224, 224), (192, 16, 16), stride=16, pad=0)
    conv("4x4/4 patches", (3, 224, 224), (96, 4, 4), stride=4, pad=0)
    conv("3x3 last", (32, 224, 224), (3, 3, 3))
    conv("9x9 last", (32, 224, 224), (3, 9, 9))
    conv("5x5", (64, 28, 28), (96, 5, 5))
    conv("5x5", (1, 28, 28), (8, 5, 5))
    conv("7x7", (64, 56, 56), (64, 7, 7))
    conv("1x7", (128, 17, 17), (192, 1, 7))
    conv("7x1", (128, 17, 17), (192, 7, 1))
    conv("3x3 dilated 2", (256, 28, 28), (256, 3, 3), dilation=2)
    conv("3x3 dilated 12", (160, 28, 28), (256, 3, 3), dilation=12)
    conv("3x3 group 32", (256, 28, 28), (256, 3, 3), group=32)
    conv("3x3 group 8", (64, 56, 56), (64, 3, 3), group=8)
    conv("1x1 group 4", (240, 28, 28), (240, 1, 1), group=4)
    for k, c, h, s in ((3, 32, 112, 1), (3, 96, 112, 2), (3, 144, 56, 1), (3, 384, 14, 1), (3, 960, 7, 1), (5, 120, 28, 1),
                       (5, 672, 14, 2), (7, 96, 56, 1), (3, 58, 28, 1), (3, 4, 160, 1)):
        conv(f"depthwise {k}x{k}/{s}", (c, h, h), (c, k, k), stride=s, group=c)
    conv("depthwise 3", (512, 999), (512, 3), group=512)
    conv("depthwise 3 dilated 64", (512, 999), (512, 3), group=512, dilation=64)
    conv("depthwise 15", (256, 200), (256, 15), group=256)
    conv("depthwise 3x3x3", (64, 8, 28, 28), (64, 3, 3, 3), group=64)
    conv("1-D 1", (128, 999), (512, 1))
    conv("1-D 3", (64, 512), (64, 3))
    conv("1-D 3 dilated 8", (64, 512), (64, 3), dilation=8)
    conv("1-D 3/2", (512, 1599), (512, 3), stride=2, pad=0)
    conv("1-D 10/5 first", (1, 16000), (512, 10), stride=5, pad=0)
    conv("1-D 16/8 first", (1, 8000), (512, 16), stride=8, pad=0)
    conv("1-D 128 group 16", (768, 49), (768, 128), group=16)
    conv("3-D 3x3x3", (64, 8, 28, 28), (64, 3, 3, 3))
    conv("3-D 1x3x3", (64, 8, 56, 56), (144, 1, 3, 3))
    conv("3-D 3x1x1", (144, 8, 56, 56), (64, 3, 1, 1))
    conv("3-D 3x3x3 first", (3, 8, 112, 112), (64, 3, 3, 3))
    for c, m, k, s, p, h in ((256, 128, 4, 2, 1, 8), (512, 256, 4, 2, 1, 4), (100, 512, 4, 1, 0, 1), (64, 3, 4, 2, 1, 32),
                             (256, 128, 2, 2, 0, 32), (64, 32, 3, 2, 1, 112)):
        conv(f"{k}x{k}/{s}", (c, h, h), (m, k, k), stride=s, pad=p, op="ConvTranspose")
    conv("16/8", (512, 999), (1, 16), stride=8, pad=0, op="ConvTranspose")
    conv("depthwise 4x4/2", (21, 28, 28), (21, 4, 4), stride=2, pad=1, group=21, op="ConvTranspose")
    # Four in a row, as in a network: layouts need to be changed at both ends only.
    for title, x, w, group in (("4 of 3x3", (64, 56, 56), (64, 3, 3), 1), ("4 of 1x1", (256, 28, 28), (256, 1, 1), 1),
                               ("4 of depthwise 3x3", (144, 56, 56), (144, 3, 3), 144), ("4 of 3x3", (256, 14, 14), (256, 3, 3), 1)):
        conv(title, x, w, group=group, repeat=4)


# ---- integers ------------------------------------------------------------------------------------------------------

def integers():
    scale, zero = const(0.05, F32), const(3, np.uint8)
    case("QuantizeLinear", "uint8 1x64x56x56", feed(*IMAGE), scale, zero)
    case("DequantizeLinear", "uint8 1x64x56x56", feed(*IMAGE, dtype=np.uint8), scale, zero)
    case("QuantizeLinear", "int8 1x128x768", feed(1, 128, 768), scale, const(0, np.int8))
    case("DynamicQuantizeLinear", "1x128x768", feed(1, 128, 768), n_outputs=3)
    case("MatMulInteger", "128x768 by 768x768", feed(128, 768, dtype=np.uint8), weight(768, 768, dtype=np.int8), zero,
         const(0, np.int8), ops=2 * 128 * 768 * 768)
    case("QLinearConv", "3x3 64->64 56x56", feed(*IMAGE, dtype=np.uint8), scale, zero, weight(64, 64, 3, 3, dtype=np.int8), scale,
         const(0, np.int8), scale, zero, kernel_shape=[3, 3], pads=[1] * 4, ops=2 * 64 * 64 * 9 * 56 * 56)
    case("QLinearMatMul", "128x768 by 768x768", feed(128, 768, dtype=np.uint8), scale, zero, weight(768, 768, dtype=np.int8), scale,
         const(0, np.int8), scale, zero, ops=2 * 128 * 768 * 768)


# ---- trees ---------------------------------------------------------------------------------------------------------

def tree_attributes(trees, depth, features, op):
    """Complete trees with random thresholds; node 2i+1 and 2i+2 follow node i."""
    rng = np.random.default_rng(9)
    inner, leaves = 2 ** depth - 1, 2 ** depth
    every = inner + leaves
    a = {"nodes_treeids": [], "nodes_nodeids": [], "nodes_featureids": [], "nodes_values": [], "nodes_modes": [],
         "nodes_truenodeids": [], "nodes_falsenodeids": []}
    target, ids, nodes, weights = [], [], [], []
    for t in range(trees):
        for i in range(every):
            a["nodes_treeids"].append(t)
            a["nodes_nodeids"].append(i)
            a["nodes_featureids"].append(int(rng.integers(features)) if i < inner else 0)
            a["nodes_values"].append(float(rng.normal()) if i < inner else 0.0)
            a["nodes_modes"].append("BRANCH_LEQ" if i < inner else "LEAF")
            a["nodes_truenodeids"].append(2 * i + 1 if i < inner else 0)
            a["nodes_falsenodeids"].append(2 * i + 2 if i < inner else 0)
            if i >= inner:
                target.append(t)
                nodes.append(i)
                ids.append(0 if op == "TreeEnsembleRegressor" else t % 3)
                weights.append(float(rng.normal()))
    kind = "target" if op == "TreeEnsembleRegressor" else "class"
    a |= {f"{kind}_treeids": target, f"{kind}_nodeids": nodes, f"{kind}_ids": ids, f"{kind}_weights": weights}
    if kind == "target":
        return a | {"n_targets": 1}
    return a | {"classlabels_int64s": [0, 1, 2], "post_transform": "SOFTMAX"}


def trees():
    for op, outputs in (("TreeEnsembleRegressor", 1), ("TreeEnsembleClassifier", 2)):
        for n, depth, n_rows in ((100, 6, 1), (100, 6, 10000), (25, 10, 1), (25, 10, 10000), (500, 4, 100)):
            case(op, f"{n} of depth {depth}, {n_rows} rows", feed(n_rows, 20), domain=ML, n_outputs=outputs,
                 ops=n_rows * n * depth, **tree_attributes(n, depth, 20, op))
    for n_rows in (1, 10000):
        case("LinearClassifier", f"20 to 3, {n_rows} rows", feed(n_rows, 20), domain=ML, n_outputs=2,
             coefficients=[0.1 * i for i in range(60)], intercepts=[0.0, 0.1, 0.2], classlabels_ints=[0, 1, 2],
             post_transform="SOFTMAX", ops=n_rows * 120)
    case("Scaler", "10000x20", feed(10000, 20), domain=ML, offset=[0.5] * 20, scale=[2.0] * 20)


# ---- shapes that single operators meet in other networks ----------------------------------------------------------

def more_moving():
    for perm in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        case("Transpose", f"33x47x65 {''.join(map(str, perm))}", feed(33, 47, 65), perm=perm)
    for shape, perm in (((1, 224, 224, 3), (0, 3, 1, 2)), ((2, 5, 6, 7, 33), (4, 2, 0, 3, 1)), ((8, 3, 31, 17), (2, 0, 3, 1)),
                        ((4096, 2), (1, 0)), ((2, 4096), (1, 0)), ((64, 12, 7), (0, 2, 1))):
        case("Transpose", f"{sized(shape)} {''.join(map(str, perm))}", feed(*shape), perm=perm)
    case("Transpose", "uint8 1x224x224x3 0312", feed(1, 224, 224, 3, dtype=np.uint8), perm=(0, 3, 1, 2))
    for title, shape, start, end, axes, step in (
            ("1x12x128x64 [..., ::2]", (1, 12, 128, 64), [0], [64], [3], [2]), ("1x8400x85 last 4", (1, 8400, 85), [0], [4], [2], [1]),
            ("1x1000x7 last 1", (1, 1000, 7), [6], [7], [2], [1]), ("1x64x55x55 [1:, 1:]", (1, 64, 55, 55), [1, 1], [99, 99], [2, 3], [1, 1])):
        case("Slice", title, feed(*shape), const(start), const(end), const(axes), const(step), size="out")
    ids = lambda shape, n: ("feed", numbers(shape, np.int64, 0, n))
    case("Gather", "128x64x8 by 32 axis 1", feed(128, 64, 8), ids((32,), 64), axis=1, size="out")
    case("Gather", "1000x1 by 5000", feed(1000, 1), ids((5000,), 1000), axis=0, size="out")
    case("Gather", "1x8400x80 by 300 axis 1", feed(1, 8400, 80), ids((300,), 8400), axis=1, size="out")
    case("Concat", "1x8400x4, 1x8400x80 axis 2", feed(1, 8400, 4), feed(1, 8400, 80), axis=2)
    case("Concat", "3 of 4096x1 axis 1", feed(4096, 1), feed(4096, 1), feed(4096, 1), axis=1)
    case("Concat", "2 of 1x12x128x32 axis 3", feed(1, 12, 128, 32), feed(1, 12, 128, 32), axis=3)
    case("Split", "1x12x128x64 into 2 axis 3", feed(1, 12, 128, 64), const([32] * 2), axis=3, n_outputs=2)
    case("Split", "1x8400x84 into 4, 80 axis 2", feed(1, 8400, 84), const([4, 80]), axis=2, n_outputs=2)
    case("Expand", "1x64x1x1 to 1x64x56x56", feed(1, 64, 1, 1), const([1, 64, 56, 56]), size="out")
    case("Expand", "int64 1x1x128 to 1x512x128", feed(1, 1, 128, dtype=np.int64), const([1, 512, 128]), size="out")
    case("Tile", "1x8x64 by 1,4,1", feed(1, 8, 64), const([1, 4, 1]), size="out")
    case("Tile", "1000x3 by 1,2", feed(1000, 3), const([1, 2]), size="out")
    case("Where", "1x12x128x128 mask 1x1x128x1, scalar", feed(1, 1, 128, 1, dtype=bool), feed(1, 12, 128, 128), const(-1e4, F32))
    case("Where", "int64 128x128, scalars", feed(128, 128, dtype=bool), const(1), const(0))
    case("ScatterElements", "add 1x8400x4 by 1x300x4 axis 1", feed(1, 8400, 4), ids((1, 300, 4), 8400), feed(1, 300, 4), axis=1,
         reduction="add")


def more_elementwise():
    ints = dict(dtype=np.int64)
    case("Less", "int64 1x128, 128x1", feed(1, 128, **ints), feed(128, 1, **ints))
    case("Equal", "int64 1x512, scalar", feed(1, 512, **ints), const(7))
    case("Equal", "int32 1x128x128, scalar", feed(1, 128, 128, dtype=np.int32), const(7, np.int32))
    case("Not", "1x12x128x128", feed(1, 12, 128, 128, dtype=bool))
    case("And", "1x12x128x128, 1x12x128x128", feed(1, 12, 128, 128, dtype=bool), feed(1, 12, 128, 128, dtype=bool))
    for dtype in (np.int64, np.int32, np.int8):
        case("Clip", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype), const(-5, dtype), const(50, dtype))
    for dtype in (np.int64, np.int32):
        case("Max", f"{np.dtype(dtype)} {sized(IMAGE)}, scalar", feed(*IMAGE, dtype=dtype), const(3, dtype))
        case("Abs", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype))
    for dtype in (np.int8, np.uint8):
        case("Add", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype), feed(*IMAGE, dtype=dtype))
    for op in ("Mul", "Max", "Div"):
        case(op, f"float16 {sized(IMAGE)}", feed(*IMAGE, dtype=F16), feed(*IMAGE, dtype=F16, low=0.5, high=2))
    for a, to, b in ((np.int64, 9, "bool"), (np.bool_, 7, "int64"), (np.bool_, 6, "int32"), (F64, 1, "float32"), (np.int32, 1, "float32"),
                     (np.uint8, 10, "float16"), (np.int8, 1, "float32")):
        case("Cast", f"{np.dtype(a)} to {b} {sized(IMAGE)}", feed(*IMAGE, dtype=a, low=0, high=99), to=to)
    for op in ("Add", "Mul"):
        for a, b in (((1, 256, 20, 20), (1, 256, 1, 1)), ((1, 8400, 4), (1, 8400, 1)), ((1, 197, 192), (1, 1, 192)), ((64, 3), (3,))):
            case(op, f"{sized(a)}, {sized(b)}", feed(*a), feed(*b))
    case("Pow", sized(IMAGE) + ", 2.2", feed(*IMAGE, low=0, high=1), const(2.2, F32))
    case("Pow", sized(IMAGE) + ", 3", feed(*IMAGE), const(3, F32))


def more_rows():
    for shape, axis in (((1, 256, 20, 20), 1), ((1, 1000), 1), ((8, 10), -1), ((1, 12, 128, 512), -1), ((1, 2, 56, 56), 1)):
        case("Softmax", f"{sized(shape)} axis {axis}", feed(*shape), axis=axis)
    for shape in ((1, 49, 64), (1, 128, 256), (1, 128, 1024), (1, 16, 4096)):
        n = shape[-1]
        case("LayerNormalization", sized(shape), feed(*shape), weight(n), weight(n), axis=-1)
    for op in ("ReduceMean", "ReduceMax", "ReduceSum"):
        for shape, axes in (((1, 512, 7, 7), (2, 3)), ((1, 96, 112, 112), (2, 3)), ((1, 21, 128, 128), (1,)), ((100, 3), (1,)),
                            ((4, 31, 17, 9), (1, 3)), ((1, 197, 768), (1,))):
            case(op, f"{sized(shape)} axes {','.join(map(str, axes))}", feed(*shape), const(axes))
    case("ReduceMax", "int64 1x128x768 axis -1", feed(1, 128, 768, dtype=np.int64), const([-1]))
    case("ReduceSum", "int32 128x128 axis 0", feed(128, 128, dtype=np.int32), const([0]))
    case("ReduceProd", "int64 8x4 axis -1", feed(8, 4, dtype=np.int64), const([-1]))
    case("CumSum", "int64 1x4096 axis 1", feed(1, 4096, dtype=np.int64), const(1))
    case("LpNormalization", "1x128x28x28 axis 1", feed(1, 128, 28, 28), axis=1, p=2)
    case("ArgMax", "1x150x64x64 axis 1", feed(1, 150, 64, 64), axis=1)
    case("TopK", "2 of 128x64", feed(128, 64), const([2]), n_outputs=2, size=128 * 64 * 4)


def other_types():
    """float64 (pipelines of scikit-learn and scientific models), halves and integers of what is above."""
    for op in "Exp Log Tanh Sqrt Erf Sin Softplus Relu LeakyRelu Elu Abs Neg Floor Ceil Round Sign Reciprocal Softsign IsNaN".split():
        low, high = {"Sqrt": (0, 9), "Log": (0.01, 9), "Reciprocal": (0.1, 9)}.get(op, (-4, 4))
        case(op, f"float64 {sized(IMAGE)}", feed(*IMAGE, dtype=F64, low=low, high=high))
    for op in "Relu Tanh Exp Erf Gelu Sqrt".split():
        case(op, f"float16 {sized(IMAGE)}", feed(*IMAGE, dtype=F16, low=0, high=4))
    for op in ("Add", "Max", "Pow", "Less"):
        case(op, f"float16 {sized(IMAGE)}", feed(*IMAGE, dtype=F16, low=0.5, high=2), feed(*IMAGE, dtype=F16, low=0.5, high=2))
    case("MaxPool", "float16 3x3/2 64x56x56", feed(*IMAGE, dtype=F16), kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    for op in ("Sub", "Mul", "Div", "Max", "Min", "Pow", "Mod"):
        extra = {"fmod": 1} if op == "Mod" else {}
        case(op, f"float64 {sized(IMAGE)}", feed(*IMAGE, dtype=F64, low=0.5, high=2), feed(*IMAGE, dtype=F64, low=0.5, high=2),
             **extra)
    for dtype in (np.int32, np.int64):
        for op in ("Div", "Mod", "Min", "Sub", "Pow"):
            case(op, f"{np.dtype(dtype)} {sized(IMAGE)}, scalar", feed(*IMAGE, dtype=dtype, low=0, high=99), const(3, dtype))
        case("Mod", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype), feed(*IMAGE, dtype=dtype, low=1, high=99))
        case("Sign", f"{np.dtype(dtype)} {sized(IMAGE)}", feed(*IMAGE, dtype=dtype))
    case("BitShift", "uint32 " + sized(IMAGE), feed(*IMAGE, dtype=np.uint32), const(3, np.uint32), direction="LEFT")
    case("BitwiseAnd", "int64 " + sized(IMAGE), feed(*IMAGE, dtype=np.int64), const(3))
    case("Less", f"float64 {sized(IMAGE)}, scalar", feed(*IMAGE, dtype=F64), const(0, F64))
    case("Equal", f"float64 {sized(IMAGE)}", feed(*IMAGE, dtype=F64), feed(*IMAGE, dtype=F64))
    case("Clip", f"float64 {sized(IMAGE)}", feed(*IMAGE, dtype=F64), const(-1, F64), const(1, F64))
    case("Where", f"float64 {sized(IMAGE)}", feed(*IMAGE, dtype=bool), feed(*IMAGE, dtype=F64), const(0, F64))
    for a, to in ((F64, 7), (np.int64, 11), (np.int32, 11), (F64, 6), (F64, 10), (np.bool_, 11), (F16, 7), (F16, 6), (F16, 11), (np.int64, 10)):
        name = {6: "int32", 7: "int64", 10: "float16", 11: "float64"}[to]
        case("Cast", f"{np.dtype(a)} to {name} {sized(IMAGE)}", feed(*IMAGE, dtype=a, low=0, high=99), to=to)
    for dtype in (F64, np.int32, np.int64, F16):
        name = np.dtype(dtype)
        for op in ("ReduceSum", "ReduceMax", "ReduceMean"):
            if dtype != F64 and (op != "ReduceSum" or dtype == np.int64) and not (dtype == F16 and op == "ReduceMean"):
                continue
            for shape, axes in (((1, 128, 768), (-1,)), ((1, 3136, 96), (1,)), ((10000, 20), (1,)), ((10000, 20), (0,))):
                case(op, f"{name} {sized(shape)} axes {','.join(map(str, axes))}", feed(*shape, dtype=dtype), const(axes))
    for op in ("ReduceMax", "ReduceMin"):
        for dtype in (np.int64, np.int32, np.int8):
            case(op, f"{np.dtype(dtype)} 10000x20 axes 0", feed(10000, 20, dtype=dtype), const([0]))
    for shape, axis in (((128, 768), -1), ((10000, 3), -1)):
        for dtype in (F64, F16):
            case("Softmax", f"{np.dtype(dtype)} {sized(shape)}", feed(*shape, dtype=dtype), axis=axis)
    case("LogSoftmax", "float64 10000x10", feed(10000, 10, dtype=F64), axis=-1)
    for dtype in (F64, np.int32, np.int64, F16):
        if dtype != np.int64:
            case("ArgMax", f"{np.dtype(dtype)} 10000x10 axis 1", feed(10000, 10, dtype=dtype), axis=1)
            case("ArgMax", f"{np.dtype(dtype)} 1x21x128x128 axis 1", feed(1, 21, 128, 128, dtype=dtype), axis=1)
        case("TopK", f"{np.dtype(dtype)} 10 of 1x1000", feed(1, 1000, dtype=dtype), const([10]), n_outputs=2, axis=-1)
        if dtype != F16:
            case("CumSum", f"{np.dtype(dtype)} 1x128x768 axis 2", feed(1, 128, 768, dtype=dtype), const(2))
            case("CumSum", f"{np.dtype(dtype)} 1x128x768 axis 1", feed(1, 128, 768, dtype=dtype), const(1))
    case("ArgMax", "10000x10 axis 1", feed(10000, 10), axis=1)
    case("CumSum", "exclusive, reverse 1x128x768 axis 2", feed(1, 128, 768), const(2), exclusive=1, reverse=1)
    for shape in ((1, 128, 768), (1, 3136, 96)):
        for dtype in (F64, F16):
            n = shape[-1]
            case("LayerNormalization", f"{np.dtype(dtype)} {sized(shape)}", feed(*shape, dtype=dtype), weight(n, dtype=dtype),
                 weight(n, dtype=dtype), axis=-1)
    case("BatchNormalization", "float64 10000x20", feed(10000, 20, dtype=F64), *[weight(20, dtype=F64) for _ in range(3)],
         weight(20, dtype=F64, low=0.5, high=2))
    case("InstanceNormalization", "float16 1x64x56x56", feed(*IMAGE, dtype=F16), weight(64, dtype=F16), weight(64, dtype=F16))
    case("LpNormalization", "float64 10000x20", feed(10000, 20, dtype=F64), axis=-1, p=2)
    case("MeanVarianceNormalization", "1x3x224x224", feed(1, 3, 224, 224))
    case("MeanVarianceNormalization", "8x256 axes 0", feed(8, 256), axes=[0])


def other_products():
    for m, n, k in ((1, 768, 768), (10000, 3, 20), (16, 64, 64), (512, 512, 512), (7, 13, 29), (1000, 1, 64)):
        case("MatMul", f"float64 {m}x{k} by {k}x{n} const", feed(m, k, dtype=F64), weight(k, n, dtype=F64), ops=2 * m * n * k)
    case("MatMul", "float64 12 of 64x64 by 64x64", feed(12, 64, 64, dtype=F64), feed(12, 64, 64, dtype=F64), ops=24 * 64 ** 3)
    for m, n, k, tb in ((1000, 100, 20, 1), (1, 1000, 512, 1), (128, 256, 256, 0)):
        case("Gemm", f"float64 {m}x{k} by {k}x{n} transB={tb}", feed(m, k, dtype=F64),
             weight(*((n, k) if tb else (k, n)), dtype=F64), weight(n, dtype=F64), transB=tb, ops=2 * m * n * k)
    for dtype in (np.int32, np.int64):
        for m, n, k in ((128, 256, 256), (1, 512, 512), (100, 7, 20)):
            case("MatMul", f"{np.dtype(dtype)} {m}x{k} by {k}x{n} fed", feed(m, k, dtype=dtype), feed(k, n, dtype=dtype),
                 ops=2 * m * n * k)
    case("MatMul", "float16 128x768 by 768x768 const", feed(128, 768, dtype=F16), weight(768, 768, dtype=F16),
         ops=2 * 128 * 768 * 768)
    for dtype in (F32, F64):
        for equation, a, b in (("ij,kj->ik", (128, 64), (256, 64)), ("bik,bjk->bij", (8, 64, 64), (8, 64, 64)),
                               ("bnqd,kd->bnqk", (1, 8, 32, 64), (32, 64)), ("i,j->ij", (256,), (512,)), ("bi,bj->bij", (8, 64), (8, 64)),
                               ("bchw,c->bhw", (1, 64, 28, 28), (64,)), ("btd,btd->bt", (4, 128, 256), (4, 128, 256)),
                               ("ij,ij->", (256, 256), (256, 256)), ("bhwc,hkc->bhwk", (2, 14, 14, 64), (14, 14, 64))):
            extents = dict(zip(equation.replace("->", ",").replace(",", ""), a + b))
            case("Einsum", f"{np.dtype(dtype)} {equation} {sized(a)}", feed(*a, dtype=dtype), feed(*b, dtype=dtype),
                 equation=equation, ops=2 * math.prod(extents.values()))
    case("Einsum", "three operands bi,ij,bj->b", feed(8, 64), feed(64, 64), feed(8, 64), equation="bi,ij,bj->b")
    case("Einsum", "bii->bi 8x64x64", feed(8, 64, 64), equation="bii->bi")


def other_windows():
    case("MaxPool", "with indices 2x2/2 64x56x56", feed(*IMAGE), kernel_shape=[2, 2], strides=[2, 2], n_outputs=2)
    case("MaxPool", "with indices 3x3/2 64x112x112", feed(1, 64, 112, 112), kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4,
         n_outputs=2)
    case("MaxPool", "3x3x3/2 32x16x56x56", feed(1, 32, 16, 56, 56), kernel_shape=[3] * 3, strides=[2] * 3, pads=[1] * 6)
    case("AveragePool", "3x3x3/2 32x16x56x56", feed(1, 32, 16, 56, 56), kernel_shape=[3] * 3, strides=[2] * 3, pads=[1] * 6)
    case("AveragePool", "1x8/8 64x1x1024", feed(1, 64, 1, 1024), kernel_shape=[1, 8], strides=[1, 8])
    case("MaxPool", "3x3/2 ceil 64x55x55", feed(1, 64, 55, 55), kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    case("MaxPool", "3x3 dilated 2 64x56x56", feed(*IMAGE), kernel_shape=[3, 3], strides=[1, 1], pads=[2] * 4, dilations=[2, 2])
    case("MaxPool", "13x13/1 256x20x20", feed(1, 256, 20, 20), kernel_shape=[13, 13], strides=[1, 1], pads=[6] * 4)
    case("MaxPool", "uint8 3x3/2 64x112x112", feed(1, 64, 112, 112, dtype=np.uint8), kernel_shape=[3, 3], strides=[2, 2],
         pads=[1] * 4)
    case("AveragePool", "7x7/7 3x224x224", feed(1, 3, 224, 224), kernel_shape=[7, 7], strides=[7, 7])
    case("LpPool", "2x2/2 64x56x56", feed(*IMAGE), kernel_shape=[2, 2], strides=[2, 2], p=2)
    case("GlobalMaxPool", "float64 1x256x7x7", feed(1, 256, 7, 7, dtype=F64))
    for mode in ("nearest", "linear"):
        case("Resize", f"uint8 {mode} 1x3x224x224 by 2", feed(1, 3, 224, 224, dtype=np.uint8), None, const([1, 1, 2, 2], F32), mode=mode)
        case("Resize", f"{mode} 1x56x56x64 by 2, channels last", feed(1, 56, 56, 64), None, const([1, 2, 2, 1], F32), mode=mode)
        case("Resize", f"{mode} 1x3x640x480 to 224x224", feed(1, 3, 640, 480), None, None, const([1, 3, 224, 224]), mode=mode)
    case("Resize", "uint8 linear 1x480x640x3 to 224x224", feed(1, 480, 640, 3, dtype=np.uint8), None, None,
         const([1, 224, 224, 3]), mode="linear")
    case("Resize", "linear antialias 1x3x640x480 to 224x224", feed(1, 3, 640, 480), None, None, const([1, 3, 224, 224]),
         mode="linear", antialias=1)
    case("Resize", "linear 1x16x8x16x16 by 2 3-D", feed(1, 16, 8, 16, 16), None, const([1, 1, 2, 2, 2], F32), mode="linear")
    for mode in ("nearest", "cubic"):
        case("GridSample", f"{mode} 1x64x56x56", feed(*IMAGE), feed(1, 56, 56, 2, low=-1, high=1), mode=mode)
    rois = np.asarray([[10, 10, 20 + i % 30, 30 + i % 20] for i in range(64)], F32)
    for ratio in (0, 2):
        case("RoiAlign", f"64 of 64x50x50, 7x7, ratio {ratio}", feed(1, 64, 50, 50), ("feed", rois), ("feed", np.zeros(64, np.int64)),
             output_height=7, output_width=7, sampling_ratio=ratio)
    case("Unique", "8192 float32", feed(8192), sorted=1)
    case("Unique", "8192 int64, all outputs", feed(8192, dtype=np.int64), n_outputs=4)
    case("Unique", "1000 int64 not sorted", feed(1000, dtype=np.int64), sorted=0)
    case("NonZero", "bool 1x512x512", feed(1, 512, 512, dtype=bool))


for family in (elementwise, binary, rows, windows, moving, products, convolutions, integers, trees, more_moving,
               more_elementwise, more_rows, other_types, other_products, other_windows):
    family()
