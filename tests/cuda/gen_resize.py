"""Writes tests/cuda/resize_vectors.h: what onnx.reference computes for Resize, x = 1, 2, 3, ..."""
import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

COORDINATES = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"]
NEAREST = ["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"]


def resized(mode, coordinate, nearest, dims, scales):
    x = np.arange(1, 1 + np.prod(dims), dtype=np.float32).reshape(dims)
    node = helper.make_node("Resize", ["x", "", "scales"], ["y"], mode=mode, nearest_mode=nearest,
                            coordinate_transformation_mode=coordinate)
    graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, dims),
                                            helper.make_tensor_value_info("scales", TensorProto.FLOAT, [len(scales)])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)])
    return ReferenceEvaluator(model).run(None, {"x": x, "scales": np.array(scales, np.float32)})[0]


def three(values):
    return [1] * (3 - len(values)) + list(values)


print("/* Written by tests/cuda/gen_resize.py. */")
print("static const resize_case resizes[] = {")
for dims, scales in [((4,), (2.5,)), ((7,), (0.6,)), ((3, 4), (2.0, 0.5)), ((2, 2, 3), (1.5, 2.0, 1.0))]:
    for c, coordinate in enumerate(COORDINATES):
        for mode in ["nearest", "linear"]:
            for n, nearest in enumerate(NEAREST if mode == "nearest" else NEAREST[:1]):
                y = resized(mode, coordinate, nearest, dims, scales)
                numbers = ", ".join("%.9g" % v for v in y.ravel())
                sizes = ["{%s}" % ", ".join(map(str, three(v))) for v in (dims, y.shape)]
                print("    {%s, %d, %d, %s, %s, {%s},\n     {%s}}," % (
                    "true" if mode == "linear" else "false", c, n, sizes[0], sizes[1],
                    ", ".join("%gf" % v if v % 1 else "%d" % v for v in three(scales)), numbers))
print("};")
