"""OrtValue and IOBinding: values that stay where they are from run to run, with onnxruntime's names."""
from __future__ import annotations

import ctypes
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _values
from ._errors import InvalidArgument

if TYPE_CHECKING:
    from ._session import InferenceSession

__all__ = ["IOBinding", "OrtValue"]


def _check_device(device_type: str, device_id: int) -> None:
    if device_type.lower() != "cpu" or device_id != 0:
        raise InvalidArgument(f"device '{device_type}:{device_id}': Cameo computes on the CPU")


def _dtype_of(element_type: Any) -> np.dtype:
    """A dtype of numpy or ml_dtypes, or a number of TensorProto.DataType."""
    if isinstance(element_type, int):
        if element_type not in _values.NUMPY:
            raise InvalidArgument(f"element type {element_type} is none of ONNX's", status="CAMEO_E_TYPE")
        return _values.NUMPY[element_type]
    dtype: np.dtype = np.dtype(element_type)
    return dtype


def _memory_at(pointer: int, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    """The array that lies there; the caller keeps the memory."""
    size = math.prod(shape) * dtype.itemsize
    if size == 0:
        return np.empty(shape, dtype)
    if dtype.hasobject or pointer == 0:
        raise InvalidArgument("a buffer holds numbers, at an address other than 0")
    return np.frombuffer(memoryview((ctypes.c_uint8 * size).from_address(pointer)), np.uint8).view(dtype).reshape(shape)


class OrtValue:
    """A value: an array, a list of them (a sequence), a dict (a map), or None (an optional without value).

    It shares the memory of what it is made from. Arrays come and go by DLPack as well: OrtValue.from_dlpack takes what
    has __dlpack__, such as a tensor of torch; torch.from_dlpack and numpy.from_dlpack take an OrtValue.
    """

    def __init__(self, value: Any) -> None:
        self._value = value if value is None or isinstance(value, (list, tuple, dict)) else np.asarray(value)

    @staticmethod
    def ortvalue_from_numpy(numpy_obj: Any, device_type: str = "cpu", device_id: int = 0) -> OrtValue:
        """The array itself; what is written to it later is in the value, too. InvalidArgument: another device."""
        _check_device(device_type, device_id)
        return OrtValue(np.asarray(numpy_obj))

    @staticmethod
    def ortvalue_from_numpy_with_onnx_type(data: Any, onnx_element_type: int) -> OrtValue:
        """The array with its bits taken for a type that numpy has not, such as uint16 for bfloat16.
        InvalidArgument: an unknown type, or one of another size."""
        array, dtype = np.asarray(data), _dtype_of(int(onnx_element_type))
        if array.dtype.itemsize != dtype.itemsize or dtype.hasobject:
            raise InvalidArgument(f"{array.dtype} given for {dtype}", status="CAMEO_E_TYPE")
        return OrtValue(array.view(dtype))

    @staticmethod
    def ortvalue_from_shape_and_type(shape: Any, element_type: Any = np.float32, device_type: str = "cpu",
                                     device_id: int = 0) -> OrtValue:
        """Memory for a tensor, not initialized. element_type: a dtype, or a number of TensorProto.DataType.
        InvalidArgument: another device, an unknown type."""
        _check_device(device_type, device_id)
        return OrtValue(np.empty(tuple(int(d) for d in shape), _dtype_of(element_type)))

    @staticmethod
    def from_dlpack(tensor: Any) -> OrtValue:
        """The tensor's memory, without a copy. BufferError: it is not in the memory of the processor."""
        return OrtValue(_values.from_dlpack(tensor))

    def value(self) -> Any:
        """What it holds, as InferenceSession.run gives it."""
        return self._value

    def numpy(self) -> np.ndarray:
        """The array, which shares the value's memory. InvalidArgument: it is no tensor."""
        if not isinstance(self._value, np.ndarray):
            raise InvalidArgument(f"a value of type {self.data_type()} is no tensor", status="CAMEO_E_TYPE")
        return self._value

    def shape(self) -> list[int]:
        """The dims. InvalidArgument: it is no tensor."""
        return list(self.numpy().shape)

    def element_type(self) -> int:
        """The number of TensorProto.DataType. InvalidArgument: it is no tensor, or its dtype is none of ONNX's."""
        return _values.number_of(self.numpy().dtype)

    def data_type(self) -> str:
        """"tensor(float)", "seq(tensor(int64))", "map(string,tensor(float))"; "optional()" for None."""
        return _values.type_text(self._value)

    def data_ptr(self) -> int:
        """The address of the first element. InvalidArgument: it is no tensor."""
        return self.numpy().ctypes.data

    def tensor_size_in_bytes(self) -> int:
        """Bytes of the elements. InvalidArgument: it is no tensor, or one of strings."""
        if self.element_type() == _values.STRING:
            raise InvalidArgument("a tensor of strings has no size in bytes", status="CAMEO_E_TYPE")
        return self.numpy().nbytes

    def device_name(self) -> str:
        """"cpu"."""
        return "cpu"

    def has_value(self) -> bool:
        """False for an optional without value."""
        return self._value is not None

    def is_tensor(self) -> bool:
        """Whether numpy() gives it."""
        return isinstance(self._value, np.ndarray)

    def is_tensor_sequence(self) -> bool:
        """Whether it is a list of arrays."""
        return isinstance(self._value, (list, tuple)) and not any(isinstance(v, dict) for v in self._value)

    def is_sparse_tensor(self) -> bool:
        """False: sparse tensors are constants of models only."""
        return False

    def update_inplace(self, np_arr: Any) -> None:
        """Writes other elements into the same memory. InvalidArgument: another shape or dtype, or it is no tensor."""
        here, given = self.numpy(), np.asarray(np_arr)
        if (given.dtype, given.shape) != (here.dtype, here.shape):
            raise InvalidArgument(f"{given.dtype} {given.shape} given, want {here.dtype} {here.shape}",
                                  status="CAMEO_E_SHAPE")
        here[...] = given

    def __dlpack__(self, **options: Any) -> Any:
        return _values.to_dlpack(self.numpy(), options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.numpy().__dlpack_device__()

    def __repr__(self) -> str:
        shape = f" {self.shape()}" if self.is_tensor() else ""
        return f"<cameo.OrtValue {self.data_type()}{shape}>"


class IOBinding:
    """Inputs and outputs of a session that are bound once, for InferenceSession.run_with_iobinding. An output that is
    bound to memory is computed right there, whatever data decide its size; the shapes must then be the same.

    Names are checked when they are bound, dtypes and shapes when it is run.
    """

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._inputs: dict[str, Any] = {}
        self._outputs: dict[str, np.ndarray | None] = {}
        self._results: dict[str, OrtValue] = {}

    def bind_cpu_input(self, name: str, arr_on_cpu: Any) -> None:
        """Binds an array, which is read when it is run. InvalidArgument: the model has no such input."""
        self._session._find_input(name)
        self._inputs[name] = arr_on_cpu

    def bind_ortvalue_input(self, name: str, ortvalue: OrtValue) -> None:
        """Binds a value. InvalidArgument: the model has no such input."""
        self.bind_cpu_input(name, ortvalue.value())

    def bind_input(self, name: str, device_type: str, device_id: int, element_type: Any, shape: Any,
                   buffer_ptr: int) -> None:
        """Binds the tensor at an address, such as torch's data_ptr(); the memory stays the caller's, and must stay.
        InvalidArgument: another device, the model has no such input."""
        _check_device(device_type, device_id)
        self.bind_cpu_input(name, _memory_at(buffer_ptr, _dtype_of(element_type), tuple(int(d) for d in shape)))

    def bind_output(self, name: str, device_type: str = "cpu", device_id: int = 0, element_type: Any = None,
                    shape: Any = None, buffer_ptr: int | None = None) -> None:
        """Binds an output: to the memory at an address, with element_type and shape, or to new memory for each run.
        InvalidArgument: another device, the model has no such output."""
        _check_device(device_type, device_id)
        self._session._find_output(name)
        array = None
        if buffer_ptr is not None:
            array = _memory_at(buffer_ptr, _dtype_of(element_type), tuple(int(d) for d in shape))
        self._outputs[name] = array

    def bind_ortvalue_output(self, name: str, ortvalue: OrtValue) -> None:
        """Binds an output to the memory of a tensor. InvalidArgument: the model has no such output, it is no tensor, it
        cannot be written, or does not lie densely."""
        array = ortvalue.numpy()
        self._session._find_output(name)
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise InvalidArgument(f"output {name}: its memory is read-only, not contiguous or not aligned")
        self._outputs[name] = array

    def get_outputs(self) -> list[OrtValue]:
        """The outputs of the last run, in the order in which they were bound."""
        return [self._results[name] for name in self._outputs if name in self._results]

    def copy_outputs_to_cpu(self) -> list[Any]:
        """What get_outputs holds, as InferenceSession.run gives it; nothing is copied."""
        return [value.value() for value in self.get_outputs()]

    def clear_binding_inputs(self) -> None:
        """Unbinds the inputs."""
        self._inputs.clear()

    def clear_binding_outputs(self) -> None:
        """Unbinds the outputs and forgets what they hold."""
        self._outputs.clear()
        self._results.clear()

    def synchronize_inputs(self) -> None:
        """Nothing is copied in the background."""

    def synchronize_outputs(self) -> None:
        """A run has ended when it returns."""

    def _run(self) -> None:
        names = list(self._outputs)
        into = {name: array for name, array in self._outputs.items() if array is not None}
        values = self._session._run(names, self._inputs, into) if names else []
        self._results = {name: OrtValue(value) for name, value in zip(names, values)}


def values_of(feed: Mapping[str, OrtValue | Any]) -> dict[str, Any]:
    """What the values of a feed hold."""
    return {name: v.value() if isinstance(v, OrtValue) else v for name, v in feed.items()}
