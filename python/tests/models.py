"""Models of one or a few nodes, as bytes, for the tests."""
from onnx import TensorProto, helper


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
