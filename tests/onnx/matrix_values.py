"""Values of every dtype for tests/onnx/matrix.py: names as `cameo ops` prints them, casts that keep a case
meaningful, and models with data sets as `cameo test` reads them."""
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ENUM = {"float32": TensorProto.FLOAT, "float64": TensorProto.DOUBLE}
for _name in ("float16 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool string complex64 complex128 "
              "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz float8e8m0 float4e2m1 uint4 int4 uint2 "
              "int2").split():
    ENUM[_name] = getattr(TensorProto, _name.upper())
NAME = {v: k for k, v in ENUM.items()}
TYPE_STRING = {k: "tensor(%s)" % {"float32": "float", "float64": "double"}.get(k, k) for k in ENUM}

FLOATS = ("float32", "float64", "float16", "bfloat16")
# What a result in this dtype may stray from the same computation in double.
TOLERANCE = {"float32": (1e-4, 1e-5), "float64": (1e-6, 1e-7), "float16": (4e-3, 2e-3), "bfloat16": (3e-2, 1e-2)}


def np_dtype(name):
    return np.dtype(object) if name == "string" else helper.tensor_dtype_to_np_dtype(ENUM[name])


def name_of(array):
    if array.dtype.kind in "OSU":
        return "string"
    return NAME[helper.np_dtype_to_tensor_dtype(array.dtype)]


class Typed:
    """An operand that takes the dtype that is tested."""

    def __init__(self, values, nonzero=False):
        self.values = np.asarray(values)
        self.nonzero = nonzero


def cast(values, name, nonzero=False):
    """The numbers in another dtype: floats become integers of the same order, what does not fit wraps around."""
    dtype = np_dtype(name)
    if values.dtype.kind in "OSU":
        values = np.arange(values.size, dtype=np.int64).reshape(values.shape)
    if name in FLOATS:
        return values.astype(np.float64).astype(dtype)
    if name in ("complex64", "complex128"):
        return (values.astype(np.float64) + 1j * (values.astype(np.float64) + 1)).astype(dtype)
    whole = values.dtype.kind in "iub" or bool(np.all(values == np.rint(values)))
    numbers = values.astype(np.int64) if whole else np.rint(values * 3).astype(np.int64)
    if name == "string":
        return np.array(["s%d" % v for v in numbers.ravel()], dtype=object).reshape(numbers.shape)
    if name == "bool":
        return numbers % 2 != 0
    if name == "float8e8m0":
        return (2.0 ** (numbers % 7 - 3)).astype(dtype)
    if name == "float4e2m1":
        return np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6])[numbers % 8].astype(np.float32).astype(dtype)
    if name.startswith("float8"):
        return ((numbers % 16 - 8) / 2).astype(np.float32).astype(dtype)
    bits = int(name.lstrip("uint"))
    if name[0] == "u":
        numbers = np.abs(numbers) % (1 << min(bits, 62))
    else:
        half = 1 << min(bits - 1, 61)
        numbers = (numbers + half) % (2 * half) - half
    if nonzero:
        numbers = np.where(numbers == 0, 1, numbers)
    return numbers.astype(dtype)


def tensor(array, name=""):
    """A TensorProto; numpy_helper packs what is narrower than a byte."""
    if array.dtype.kind in "OSU":
        flat = [str(v).encode() for v in array.ravel()]
        return helper.make_tensor(name, TensorProto.STRING, array.shape, flat)
    return numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)


def info(name, value):
    if isinstance(value, list):
        return helper.make_tensor_sequence_value_info(name, ENUM[name_of(value[0])], None)
    return helper.make_tensor_value_info(name, ENUM[name_of(value)], value.shape)


def model(nodes, opsets, inputs, outputs):
    """inputs, outputs: {name: array, or a list of them}."""
    ins, outs = ([info(k, v) for k, v in values.items()] for values in (inputs, outputs))
    graph = helper.make_graph(nodes, "matrix", ins, outs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid(d, v) for d, v in opsets.items()],
                             ir_version=onnx.IR_VERSION, producer_name="matrix")


def save(folder, proto, inputs, outputs, tolerance):
    data = os.path.join(folder, "test_data_set_0")
    os.makedirs(data, exist_ok=True)
    onnx.save(proto, os.path.join(folder, "model.onnx"))
    for kind, values in (("input", inputs), ("output", outputs)):
        for i, array in enumerate(values):
            with open(os.path.join(data, "%s_%d.pb" % (kind, i)), "wb") as f:
                proto = numpy_helper.from_list(array) if isinstance(array, list) else tensor(array)
                f.write(proto.SerializeToString())
    with open(os.path.join(folder, "data.json"), "w", encoding="utf-8") as f:
        f.write('{"rtol": %g, "atol": %g}\n' % tolerance)
