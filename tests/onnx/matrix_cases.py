"""Cases of tests/onnx/matrix.py for operators whose node tests do not fit: cases(op, since, dtype) gives tuples of

    nodes, {input: array or Typed}, [output], outputs that have the elements of Typed inputs, expected

expected takes the inputs after their cast and gives the outputs in order; None leaves them to onnx.reference. It is
numpy by the text of the operator, where the reference lacks the operator, its version or the dtype. Random operators
get parameters that leave nothing to chance."""
import numpy as np
from onnx import TensorProto, helper

from matrix_values import ENUM, FLOATS, Typed, cast, np_dtype, tensor

make = helper.make_node
ONE = np.array(1, dtype=np.int64)
A, B, C = (Typed(np.arange(k, k + 6).reshape(2, 3)) for k in (1, 11, 21))


def wide(array):
    return array.astype(np.float64)


# ---- constants and random numbers ----

def constant(since, dtype):
    value = cast(A.values, dtype)
    yield [make("Constant", [], ["y"], value=tensor(value))], {}, ["y"], [], lambda i: [value]


def random(op, since, dtype):
    given = {"mean": 2.5, "scale": 0.0} if "Normal" in op else {"low": 2.5, "high": 2.5}
    if op.endswith("Like"):
        node = make(op, ["x"], ["y"], dtype=TensorProto.FLOAT, **given)
        yield [node], {"x": A}, ["y"], [], lambda i: [np.full((2, 3), 2.5, np.float32)]
    else:
        node = make(op, [], ["y"], dtype=ENUM[dtype], shape=[2, 3], **given)
        yield [node], {}, ["y"], [], lambda i: [np.full((2, 3), 2.5).astype(np_dtype(dtype))]


def bernoulli(since, dtype):
    yield [make("Bernoulli", ["x"], ["y"])], {"x": Typed([0, 1, 1, 0, 1])}, ["y"], [], lambda i: [i["x"]]


def multinomial(since, dtype):
    x = Typed([[0, -10000, -10000], [-10000, -10000, 0]])
    node = make("Multinomial", ["x"], ["y"], sample_size=4)
    yield [node], {"x": x}, ["y"], [], lambda i: [np.array([[0] * 4, [2] * 4], dtype=np.int32)]


# ---- sequences and optionals: made of tensors, and taken apart again ----

def sequences(op, since, dtype):
    pair = make("SequenceConstruct", ["a", "b"], ["s"])
    at = make("SequenceAt", ["s", "i"], ["y"])
    then_at = make("SequenceAt", ["t", "i"], ["y"])
    two = {"a": A, "b": B, "i": ONE}
    body = helper.make_graph([make("Identity", ["u"], ["v"])], "body",
                             [helper.make_tensor_value_info("u", ENUM[dtype], [2, 3])],
                             [helper.make_tensor_value_info("v", ENUM[dtype], [2, 3])])
    nodes, inputs = {
        "SequenceConstruct": ([pair, at], two),
        "SequenceAt": ([pair, at], two),
        "SequenceEmpty": ([make("SequenceEmpty", [], ["e"], dtype=ENUM[dtype]),
                           make("SequenceInsert", ["e", "a"], ["f"]), make("SequenceInsert", ["f", "b"], ["s"]), at], two),
        "SequenceInsert": ([pair, make("SequenceInsert", ["s", "c", "i"], ["t"]), then_at], {**two, "c": C}),
        "SequenceErase": ([make("SequenceConstruct", ["a", "b", "c"], ["s"]),
                           make("SequenceErase", ["s", "i"], ["t"]), then_at], {**two, "c": C}),
        "SequenceLength": ([pair, make("SequenceLength", ["s"], ["y"])], {"a": A, "b": B}),
        "ConcatFromSequence": ([pair, make("ConcatFromSequence", ["s"], ["y"], axis=1)], {"a": A, "b": B}),
        "SplitToSequence": ([make("SplitToSequence", ["a", "i"], ["s"], axis=1), at], {"a": A, "i": ONE}),
        "SequenceMap": ([pair, make("SequenceMap", ["s"], ["t"], body=body), then_at], two),
    }[op]
    if op == "SplitToSequence" and dtype == "bfloat16": # SequenceAt has no bfloat16
        yield nodes[:1], {"a": A, "i": ONE}, ["s"], [], lambda i: [np.split(i["a"], 3, 1)]
    yield nodes, inputs, ["y"], [] if op == "SequenceLength" else ["y"], None


def optionals(op, since, dtype):
    last = "OptionalHasElement" if op == "OptionalHasElement" else "OptionalGetElement"
    nodes = [make("Optional", ["x"], ["o"]), make(last, ["o"], ["y"])]
    has = last == "OptionalHasElement"
    yield nodes, {"x": A}, ["y"], [], lambda i: [np.array(True) if has else i["x"]]


# ---- control flow ----

def scan(since, dtype):
    value = [helper.make_tensor_value_info(k, TensorProto.FLOAT if since == 8 else ENUM[dtype], [3])
             for k in ("s", "x", "s_out", "y")]
    nodes = [make("Identity", ["s"], ["s_out"]), make("Identity", ["x"], ["y"])]
    body = helper.make_graph(nodes, "body", value[:2], value[2:])
    if since == 8:
        x = np.arange(18, dtype=np.float32).reshape(2, 3, 3)
        inputs = {"n": np.array([3, 3], np.int64), "state": x[:, 0], "xs": x}
        node = make("Scan", ["n", "state", "xs"], ["last", "ys"], body=body, num_scan_inputs=1)
        yield [node], inputs, ["last", "ys"], [], lambda i: [i["state"], i["xs"]]
    else:
        node = make("Scan", ["state", "xs"], ["last", "ys"], body=body, num_scan_inputs=1)
        yield [node], {"state": Typed([7, 8, 9]), "xs": A}, ["last", "ys"], ["last", "ys"], None


def loop(since, dtype):
    boolean, number = TensorProto.BOOL, TensorProto.FLOAT
    info = helper.make_tensor_value_info
    body = helper.make_graph([make("Identity", ["c"], ["c_out"]), make("Add", ["v", "v"], ["v_out"])], "body",
                             [info("i", TensorProto.INT64, []), info("c", boolean, []), info("v", number, [3])],
                             [info("c_out", boolean, []), info("v_out", number, [3])])
    inputs = {"m": np.array(3, np.int64), "cond": np.array(True), "x": np.array([1, 2, 3], np.float32)}
    yield [make("Loop", ["m", "cond", "x"], ["y"], body=body)], inputs, ["y"], [], lambda i: [i["x"] * 8]


def branch(since, dtype):
    def one(op):
        return helper.make_graph([make(op, ["x"], ["z"])], op, [],
                                 [helper.make_tensor_value_info("z", TensorProto.FLOAT, [3])])
    node = make("If", ["cond"], ["y"], then_branch=one("Neg"), else_branch=one("Abs"))
    # x reaches the node through its branches only
    inputs = {"cond": np.array(True), "x": np.array([1, 2, 3], np.float32)}
    yield [node], inputs, ["y"], [], lambda i: [-i["x"]]


# ---- operands that had other types, attributes of other types ----

def cast_to(op, since, dtype):
    to = TensorProto.INT32 if dtype == "float32" else TensorProto.FLOAT
    target = np.int32 if dtype == "float32" else np.float32
    x = np.array(["1", "-2", "350"], dtype=object) if dtype == "string" else Typed([1, 2, 3, 0])
    if op == "CastLike":
        node, more = make(op, ["x", "like"], ["y"]), {"like": np.zeros(2, target)}
    else:
        node, more = make(op, ["x"], ["y"], to=TensorProto.DataType.Name(to) if since == 1 else to), {}
    yield [node], {"x": x, **more}, ["y"], [], lambda i: [i["x"].astype(target)]


def resize(since, dtype):
    scales = np.array([1, 1, 2, 3], np.float32)
    inputs = {"x": Typed(np.arange(6).reshape(1, 1, 2, 3)), "scales": scales}
    if since == 10:
        node = make("Resize", ["x", "scales"], ["y"], mode="nearest")
    else:
        inputs = {"x": inputs["x"], "roi": np.zeros(0, np.float32), "scales": scales}
        node = make("Resize", ["x", "roi", "scales"], ["y"], mode="nearest", nearest_mode="floor",
                    coordinate_transformation_mode="asymmetric")
    yield [node], inputs, ["y"], [], lambda i: [i["x"].repeat(2, 2).repeat(3, 3)]


def tile(since, dtype):
    if since == 1:
        inputs = {"x": A, "tiles": Typed(2), "axis": Typed(1)}
        yield [make("Tile", list(inputs), ["y"])], inputs, ["y"], [], lambda i: [np.tile(i["x"], (1, 2))]


def power(since, dtype):
    if since < 12:
        def expected(i):
            return [(wide(i["x"]) ** wide(i["e"])).astype(i["x"].dtype)]
        yield [make("Pow", ["x", "e"], ["y"])], {"x": Typed([1, 2, 3.5]), "e": Typed([3, 2, -1])}, ["y"], [], expected


def batch_normalization(since, dtype):
    attrs = {1: {"is_test": 1, "consumed_inputs": [0, 0, 0, 1, 1]}, 6: {"is_test": 1}}.get(since, {})

    def expected(i):
        x, scale, b, mean, var = (wide(v) for v in i.values())
        shape = (1, 3, 1)
        y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + 1e-5) * scale.reshape(shape) + b.reshape(shape)
        return [y.astype(i["x"].dtype)]
    inputs = {"x": Typed(np.arange(12).reshape(2, 3, 2) / 4), "scale": Typed([1, 2, 0.5]), "b": Typed([0, 1, -1]),
              "mean": Typed([0.5, 1, 2]), "var": Typed([1, 0.25, 4])}
    if since < 15:
        yield [make("BatchNormalization", list(inputs), ["y"], **attrs)], inputs, ["y"], [], expected


def layer_normalization(since, dtype):
    inputs = {"x": Typed([[1, 2, 4], [0, -1, 0.5]]), "scale": Typed([1, 2, 0.5]), "b": Typed([0, 1, -1])}
    yield [make("LayerNormalization", list(inputs), ["y"])], inputs, ["y"], ["y"], None


def quantize(since, dtype):
    if since not in (19, 21): # before, the scale is float32; later it may be
        return
    zero = np.array(3, np.uint8)

    def expected(i):
        return [np.clip(np.rint(wide(i["x"]) / 2) + 3, 0, 255).astype(np.uint8)]
    inputs = {"x": Typed([-700, -5, 3, 4, 90, 9000]), "scale": Typed(2), "zero": zero}
    yield [make("QuantizeLinear", list(inputs), ["y"])], inputs, ["y"], [], expected


def qlinear_matmul(since, dtype):
    """The reference takes 8-bit floats for integers."""
    if dtype.startswith("float8"):
        inputs = {"a": Typed([[1, 5, 2], [9, 3, 4]]), "a_scale": np.float32([0.5]), "a_zero": Typed([10]),
                  "b": np.int8([[1, 2], [-3, 4], [7, -6]]), "b_scale": np.float32([0.25]), "b_zero": np.int8([1]),
                  "y_scale": np.float32([0.375]), "y_zero": np.int8([-9])}

        def expected(i):
            v = {k: wide(x) for k, x in i.items()}
            y = (v["a"] - v["a_zero"]) @ (v["b"] - v["b_zero"]) * v["a_scale"] * v["b_scale"] / v["y_scale"]
            return [np.clip(np.rint(y) + v["y_zero"], -128, 127).astype(np.int8)]
        yield [make("QLinearMatMul", list(inputs), ["y"])], inputs, ["y"], [], expected


def erf(since, dtype):
    """Of integers those whose result does not hang on the precision in between."""
    if dtype not in FLOATS:
        yield ([make("Erf", ["x"], ["y"])], {"x": Typed([0, 1, 2, 10])}, ["y"], [],
               lambda i: [np.array([0, 0, 0, 1]).astype(i["x"].dtype)])


def lp_pool(op, since, dtype):
    x = Typed(np.arange(1, 17).reshape(1, 1, 4, 4) / 4)
    p = 2.0 if since == 1 else 2
    if op == "GlobalLpPool":
        node = make(op, ["x"], ["y"], p=p)
    else:
        node = make(op, ["x"], ["y"], p=p, kernel_shape=[2, 2], strides=[2, 2])

    def expected(i):
        v = wide(i["x"])
        tiles = v if op == "GlobalLpPool" else v.reshape(1, 1, 2, 2, 2, 2).swapaxes(3, 4)
        axes = (2, 3) if op == "GlobalLpPool" else (4, 5)
        return [np.sqrt(np.sum(tiles ** 2, axis=axes, keepdims=op == "GlobalLpPool")).astype(i["x"].dtype)]
    yield [node], {"x": x}, ["y"], [], expected


def reduce_log(op, since, dtype):
    if dtype in FLOATS:
        return

    def expected(i):
        v = wide(i["x"])
        total = np.sum(v) if op == "ReduceLogSum" else np.sum(np.exp(v))
        return [np.trunc(np.log(total)).reshape(1, 1).astype(i["x"].dtype)]
    yield [make(op, ["x"], ["y"])], {"x": Typed([[1, 2], [9, 19]])}, ["y"], [], expected


def scatter(since, dtype):
    index = np.array([[1, 0, 1]], np.int64)

    def expected(i):
        y = i["a"].copy()
        for column, row in enumerate(index[0]):
            y[row, column] = i["u"][0, column]
        return [y]
    yield [make("Scatter", ["a", "i", "u"], ["y"])], {"a": A, "i": index, "u": Typed([[31, 32, 33]])}, ["y"], [], expected


def grid_sample(since, dtype):
    """At the elements themselves, and outside: the reference rounds weights to the dtype."""
    if dtype in FLOATS:
        return

    def expected(i):
        x = i["x"][0, 0]
        outside = "" if dtype == "string" else np.zeros((), x.dtype)
        return [np.array([x[0, 0], x[0, 2], x[1, 1], outside], x.dtype).reshape(1, 1, 1, 4)]
    inputs = {"x": Typed(np.arange(1, 7).reshape(1, 1, 2, 3)), "grid": np.float32([[[[-1, -1], [1, -1], [0, 1], [3, 0]]]])}
    yield [make("GridSample", list(inputs), ["y"], mode="nearest", align_corners=1)], inputs, ["y"], [], expected


def roi_align(since, dtype):
    """One sample in the middle of each quarter, which is an element."""
    if since == 10:
        inputs = {"x": Typed(np.arange(25).reshape(1, 1, 5, 5)), "rois": Typed([[0, 0, 4, 4]]), "batch": np.zeros(1, np.int64)}
        node = make("RoiAlign", list(inputs), ["y"], output_height=2, output_width=2, sampling_ratio=1)
        yield [node], inputs, ["y"], [], lambda i: [i["x"][:, :, 1:4:2, 1:4:2]]


def max_roi_pool(since, dtype):
    inputs = {"x": Typed(np.arange(16).reshape(1, 1, 4, 4)), "rois": Typed([[0, 0, 0, 3, 3]])}
    yield ([make("MaxRoiPool", list(inputs), ["y"], pooled_shape=[2, 2])], inputs, ["y"], [],
           lambda i: [i["x"][:, :, 1::2, 1::2]])


def mean_variance(since, dtype):
    def expected(i):
        v = wide(i["x"])
        v = v - v.mean((0, 2, 3), keepdims=True)
        return [(v / np.sqrt((v * v).mean((0, 2, 3), keepdims=True))).astype(i["x"].dtype)]
    x = Typed(np.array([1, 5, -2, 0.5, 3, 8, -1, 4]).reshape(2, 2, 1, 2))
    yield [make("MeanVarianceNormalization", ["x"], ["y"])], {"x": x}, ["y"], [], expected


# ---- ai.onnx.preview.training ----

def gradient(since, dtype):
    nodes = [make("Mul", ["x", "x"], ["y"]), make("Gradient", ["x"], ["d"], domain="ai.onnx.preview.training", xs=["x"], y="y")]
    if dtype in FLOATS:
        yield nodes, {"x": Typed([1, -2, 3.5])}, ["d"], [], lambda i: [i["x"] + i["x"]]


def momentum(since, dtype):
    """The rate has the dtype, the tensor is float32."""
    inputs = {"r": Typed(0.5), "t": np.array(1), "x": np.float32([1, 2]), "g": np.float32([-1, 4]), "v": np.float32([2, 0.5])}
    node = make("Momentum", list(inputs), ["xo", "vo"], domain="ai.onnx.preview.training", alpha=0.5, beta=0.25, mode="standard",
                norm_coefficient=0.125)

    def expected(i):
        v = 0.5 * i["v"] + 0.25 * (0.125 * i["x"] + i["g"])
        return [(i["x"] - 0.5 * v).astype(np.float32), v.astype(np.float32)]
    yield [node], inputs, ["xo", "vo"], [], expected


# ---- ai.onnx.ml ----

def ml(op, since, dtype):
    def node(outputs, inputs=("x",), **attrs):
        return [make(op, list(inputs), outputs, domain="ai.onnx.ml", **attrs)]
    x = {"x": Typed([[1, 5], [2, 5], [0, 1]])}
    stump = {"nodes_treeids": [0, 0, 0], "nodes_nodeids": [0, 1, 2], "nodes_featureids": [0, 0, 0],
             "nodes_values": [1.5, 0.0, 0.0], "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"],
             "nodes_truenodeids": [1, 0, 0], "nodes_falsenodeids": [2, 0, 0]}
    if op == "FeatureVectorizer":
        yield (node(["y"], ("x", "z"), inputdimensions=[2, 1]), {**x, "z": Typed([[7], [8], [9]])}, ["y"], [],
               lambda i: [np.concatenate([i["x"], i["z"]], 1).astype(np.float32)])
    elif op == "Normalizer":
        yield (node(["y"], norm="L1"), x, ["y"], [],
               lambda i: [(wide(i["x"]) / np.sum(np.abs(wide(i["x"])), 1, keepdims=True)).astype(np.float32)])
    elif op == "TreeEnsembleRegressor":
        weights = {"target_treeids": [0, 0], "target_nodeids": [1, 2], "target_ids": [0, 0],
                   "target_weights": [0.25, -2.0]}
        yield (node(["y"], n_targets=1, **stump, **weights), x, ["y"], [],
               lambda i: [np.array([[0.25], [-2], [0.25]], np.float32)])
    elif op == "TreeEnsembleClassifier":
        weights = {"class_treeids": [0] * 6, "class_nodeids": [1, 1, 1, 2, 2, 2], "class_ids": [0, 1, 2] * 2,
                   "class_weights": [0.25, 0.5, 0.125, 0.25, 0.125, 0.75], "classlabels_int64s": [7, 8, 9]}
        low, high = weights["class_weights"][:3], weights["class_weights"][3:]
        yield (node(["y", "z"], **stump, **weights), x, ["y", "z"], [],
               lambda i: [np.array([8, 9, 8], np.int64), np.array([low, high, low], np.float32)])


BY_NAME = {"Constant": constant, "Bernoulli": bernoulli, "Multinomial": multinomial, "Scan": scan, "Loop": loop,
           "If": branch, "Resize": resize, "Tile": tile, "Pow": power, "BatchNormalization": batch_normalization,
           "LayerNormalization": layer_normalization, "QuantizeLinear": quantize, "Scatter": scatter,
           "QLinearMatMul": qlinear_matmul, "Erf": erf, "GridSample": grid_sample, "RoiAlign": roi_align,
           "MaxRoiPool": max_roi_pool, "MeanVarianceNormalization": mean_variance, "Gradient": gradient, "Momentum": momentum}
BY_FAMILY = {sequences: "SequenceConstruct SequenceAt SequenceEmpty SequenceInsert SequenceErase SequenceLength "
                        "ConcatFromSequence SplitToSequence SequenceMap",
             optionals: "Optional OptionalHasElement OptionalGetElement",
             random: "RandomNormal RandomNormalLike RandomUniform RandomUniformLike", cast_to: "Cast CastLike",
             lp_pool: "LpPool GlobalLpPool", reduce_log: "ReduceLogSum ReduceLogSumExp",
             ml: "FeatureVectorizer Normalizer TreeEnsembleRegressor TreeEnsembleClassifier"}


def cases(op, since, dtype):
    if op in BY_NAME:
        yield from BY_NAME[op](since, dtype)
    for family, names in BY_FAMILY.items():
        if op in names.split():
            yield from family(op, since, dtype)
