"""Models of one or a few nodes, as bytes, for the tests."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper


def value(name, dtype, shape):
    return helper.make_tensor_value_info(name, dtype, shape)


def model(nodes, inputs, outputs, opset=18, initializers=(), domains=(), **more):
    """The bytes of a model; outputs and inputs as `value` makes them. ir_version 9: every onnxruntime reads it."""
    graph = helper.make_graph(nodes, "graph", inputs, outputs, list(initializers))
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(d, v) for d, v in domains)]
    made = helper.make_model(graph, opset_imports=opsets, ir_version=9, **more)
    return made.SerializeToString()


def one(op_type, inputs, outputs, opset=18, **attributes):
    """A model of one node; inputs and outputs: [(name, dtype, shape), ...]."""
    node = helper.make_node(op_type, [i[0] for i in inputs], [o[0] for o in outputs], **attributes)
    return model([node], [value(*i) for i in inputs], [value(*o) for o in outputs], opset)


FLOAT = TensorProto.FLOAT


def mlp():
    """Two layers and a residual, with a free batch."""
    rng = np.random.default_rng(1)
    init = [numpy_helper.from_array(rng.standard_normal(s).astype(np.float32), n)
            for n, s in (("w", (16, 32)), ("b", (32,)), ("v", (32, 16)))]
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["h"]), helper.make_node("Tanh", ["h"], ["t"]),
             helper.make_node("MatMul", ["t", "v"], ["u"]), helper.make_node("Add", ["u", "x"], ["y"]),
             helper.make_node("ReduceSum", ["y"], ["sum"], keepdims=0)]
    return model(nodes, [value("x", FLOAT, ["batch", 16])],
                 [value("y", FLOAT, ["batch", 16]), value("sum", FLOAT, [])], 18, init)


def endless():
    """A loop of as many turns as the input says."""
    body = helper.make_graph(
        [helper.make_node("Identity", ["c"], ["d"]), helper.make_node("Sin", ["v"], ["w"])], "body",
        [value("i", TensorProto.INT64, []), value("c", TensorProto.BOOL, []), value("v", FLOAT, [64])],
        [value("d", TensorProto.BOOL, []), value("w", FLOAT, [64])])
    node = helper.make_node("Loop", ["n", "go", "x"], ["y"], body=body)
    return model([node], [value("n", TensorProto.INT64, []), value("go", TensorProto.BOOL, []), value("x", FLOAT, [64])],
                 [value("y", FLOAT, [64])])
