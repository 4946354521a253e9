"""Values between numpy and the extension, whose form _cameo.c describes.

Dtypes that numpy lacks are those of ml_dtypes. Without that package bfloat16 comes as uint16 and the types of 8 bits as
uint8, bit for bit; those of 4 and 2 bits as int8 or uint8, one element each.
"""
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from . import _cameo
from ._errors import InvalidArgument

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None  # type: ignore[assignment]

# A value as the extension takes and gives it (_cameo.h).
Given = tuple[Any, ...]

TENSOR, SEQUENCE, OPTIONAL, MAP = 1, 2, 3, 4
FLOAT, STRING = 1, 8

# number: (name in types, numpy's name, name in ml_dtypes, carrier without it, bits)
_DTYPES: dict[int, tuple[str, str, str, str, int]] = {
    1: ("float", "float32", "", "", 32),
    2: ("uint8", "uint8", "", "", 8),
    3: ("int8", "int8", "", "", 8),
    4: ("uint16", "uint16", "", "", 16),
    5: ("int16", "int16", "", "", 16),
    6: ("int32", "int32", "", "", 32),
    7: ("int64", "int64", "", "", 64),
    8: ("string", "object", "", "", 0),
    9: ("bool", "bool", "", "", 8),
    10: ("float16", "float16", "", "", 16),
    11: ("double", "float64", "", "", 64),
    12: ("uint32", "uint32", "", "", 32),
    13: ("uint64", "uint64", "", "", 64),
    14: ("complex64", "complex64", "", "", 64),
    15: ("complex128", "complex128", "", "", 128),
    16: ("bfloat16", "", "bfloat16", "uint16", 16),
    17: ("float8e4m3fn", "", "float8_e4m3fn", "uint8", 8),
    18: ("float8e4m3fnuz", "", "float8_e4m3fnuz", "uint8", 8),
    19: ("float8e5m2", "", "float8_e5m2", "uint8", 8),
    20: ("float8e5m2fnuz", "", "float8_e5m2fnuz", "uint8", 8),
    21: ("uint4", "", "uint4", "uint8", 4),
    22: ("int4", "", "int4", "int8", 4),
    23: ("float4e2m1", "", "float4_e2m1fn", "uint8", 4),
    24: ("float8e8m0", "", "float8_e8m0fnu", "uint8", 8),
    25: ("uint2", "", "uint2", "uint8", 2),
    26: ("int2", "", "int2", "int8", 2),
}


def _numpy_dtype(number: int) -> np.dtype:
    _, numpy_name, ml_name, carrier, _ = _DTYPES[number]
    if numpy_name:
        return np.dtype(numpy_name)
    return np.dtype(getattr(ml_dtypes, ml_name, carrier) if ml_dtypes is not None else carrier)


NUMPY = {number: _numpy_dtype(number) for number in _DTYPES}
BITS = {number: row[4] for number, row in _DTYPES.items()}
NAMES = {number: row[0] for number, row in _DTYPES.items()}
# numpy numbers its own dtypes up to here; those of ml_dtypes, which have no buffer protocol, are above.
_LAST_OF_NUMPY = 24
# Carriers are no dtypes of their own.
_NUMBER = {dtype: number for number, dtype in reversed(NUMPY.items())
           if _DTYPES[number][1] or dtype.num > _LAST_OF_NUMPY}


# DLPack's codes of types that numpy has not, and their numbers in ONNX.
_DLPACK_CPU = 1
_DLPACK_UINT = 1
_DLPACK = {4: 16, 10: 17, 11: 18, 12: 19, 13: 20, 14: 24}
_DLPACK_CODE = {number: code for code, number in _DLPACK.items()}

# Numbers of a kind are numbers of each kind behind it, too.
_KINDS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}


def _kind(number: int) -> int:
    name = NAMES[number]
    return 0 if name == "bool" else 3 if name.startswith("complex") else 1 if "int" in name else 2


class Type(NamedTuple):
    """What is declared of an input or output. kind, dtype: numbers of include/cameo.h."""
    name: str
    kind: int
    elem_kind: int
    dtype: int
    key_dtype: int
    shape: list[int | str | None] | None

    def text(self) -> str:
        """As onnxruntime writes it: "tensor(float)", "seq(map(int64,tensor(float)))"."""
        tensor = f"tensor({NAMES.get(self.dtype, 'undefined')})"
        mapped = f"map({NAMES.get(self.key_dtype, 'undefined')},{tensor})"
        forms = {TENSOR: tensor, MAP: mapped, SEQUENCE: f"seq({tensor})", OPTIONAL: f"optional({tensor})"}
        if self.kind not in (SEQUENCE, OPTIONAL):
            return forms.get(self.kind, tensor)
        outer = "seq" if self.kind == SEQUENCE else "optional"
        return f"{outer}({forms.get(self.elem_kind, tensor)})"


def _wrong(t: Type, said: str, status: str) -> InvalidArgument:
    return InvalidArgument(f"input {t.name}: {said}", status=status)


def dtype_text(dtype: np.dtype) -> str:
    number = _NUMBER.get(dtype)
    return f"tensor({NAMES[number]})" if number else f"numpy's {dtype}"


def as_buffer(array: np.ndarray) -> np.ndarray:
    """The contiguous array, or its bytes where its dtype has no buffer protocol."""
    return array if array.dtype.num <= _LAST_OF_NUMPY else array.reshape(-1).view(np.uint8)


def number_of(dtype: np.dtype) -> int:
    """The number of TensorProto.DataType. InvalidArgument: the dtype is none of ONNX's."""
    number = STRING if dtype.kind in "US" else _NUMBER.get(dtype)
    if number is None:
        raise InvalidArgument(f"numpy's {dtype} is no type of ONNX", status="CAMEO_E_TYPE")
    return number


def type_text(value: Any) -> str:
    """The type of a value as onnxruntime writes it."""
    if value is None:
        return "optional()"
    if isinstance(value, dict):
        keys, values = np.array(list(value.keys())), np.array(list(value.values()))
        return f"map({NAMES[number_of(keys.dtype)]},{dtype_text(values.dtype)})"
    if isinstance(value, (list, tuple)):
        return f"seq({type_text(value[0]) if value else 'tensor(float)'})"
    return f"tensor({NAMES[number_of(value.dtype)]})"


# ---- in ----

def _pack(array: np.ndarray, bits: int) -> np.ndarray:
    """Elements of one byte each to `bits` bits each, the first in the lowest."""
    flat = array.reshape(-1).view(np.uint8) & np.uint8((1 << bits) - 1)
    per_byte = 8 // bits
    flat = np.concatenate([flat, np.zeros(-len(flat) % per_byte, np.uint8)]).reshape(-1, per_byte)
    packed = np.zeros(len(flat), np.uint8)
    for i in range(per_byte):
        packed |= flat[:, i] << np.uint8(i * bits)
    return packed


def _encode(element: Any) -> bytes:
    if isinstance(element, bytes):
        return element
    if isinstance(element, str):
        return element.encode("utf-8", "surrogateescape")
    if element is None or isinstance(element, float) and math.isnan(element):
        return b"" if element is None else b"nan"
    return str(element).encode("utf-8", "surrogateescape")


def _strings_in(array: Any, t: Type) -> Given:
    array = array if isinstance(array, np.ndarray) else np.array(array, dtype=object)
    if array.dtype.kind not in "OUS":
        raise _wrong(t, f"{dtype_text(array.dtype)} given, want tensor(string)", "CAMEO_E_TYPE")
    return TENSOR, STRING, array.shape, [_encode(e) for e in array.reshape(-1).tolist()]


def from_dlpack(tensor: Any) -> np.ndarray:
    """The array of a tensor that speaks DLPack, in the same memory. BufferError: it is not in the memory of the
    processor, or of a type that there is no dtype for."""
    try:
        return np.from_dlpack(tensor)
    except RuntimeError as e:
        if tensor.__dlpack_device__()[0] != _DLPACK_CPU:
            raise BufferError("a tensor in the memory of a device") from e
        # numpy knows no types but its own: it gets the bits.
        capsule = tensor.__dlpack__()
        code = _cameo.dlpack_retype(capsule, _DLPACK_UINT)
        if code not in _DLPACK:
            raise BufferError(f"no dtype for elements of DLPack's type {code}") from e
        return np.from_dlpack(_Capsule(capsule, tensor.__dlpack_device__())).view(NUMPY[_DLPACK[code]])


def to_dlpack(array: np.ndarray, options: dict[str, Any]) -> Any:
    """A capsule with the array's memory; options are those of __dlpack__."""
    code = _DLPACK_CODE.get(_NUMBER.get(array.dtype, 0))
    if code is None:
        return array.__dlpack__(**options)
    capsule = array.view(np.dtype(f"u{array.dtype.itemsize}")).__dlpack__(**options)
    _cameo.dlpack_retype(capsule, code)
    return capsule


class _Capsule:
    """What gives one capsule to one reader."""

    def __init__(self, capsule: Any, device: tuple[int, int]) -> None:
        self._capsule, self._device = capsule, device

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device


def _array_of(value: Any, t: Type, want: np.dtype) -> np.ndarray:
    """The array of numbers or nested lists. Numbers become those of another kind where that can lose nothing but
    precision: 1 is a float as well, 1.5 is no integer."""
    try:
        natural = np.asarray(value)
        if natural.size == 0 or _KINDS.get(natural.dtype.kind, 9) <= _kind(t.dtype):
            return np.asarray(value, dtype=want)
    except (ValueError, TypeError, OverflowError) as e:
        raise _wrong(t, str(e), "CAMEO_E_TYPE") from None
    said = type(natural.flat[0]).__name__ if natural.dtype.kind == "O" else dtype_text(natural.dtype)
    raise _wrong(t, f"{said} given, want tensor({NAMES[t.dtype]})", "CAMEO_E_TYPE")


def tensor_in(array: Any, t: Type) -> Given:
    """An array, or what numpy makes one of, of the dtype that the input declares. Copied only if it is not contiguous,
    of another byte order, or has elements of less than a byte.

    Raises InvalidArgument: another dtype.
    """
    if t.dtype == STRING:
        return _strings_in(array, t)
    want = NUMPY[t.dtype]
    if not isinstance(array, np.ndarray):
        if hasattr(array, "__dlpack__") and not isinstance(array, np.generic):
            try:
                array = from_dlpack(array)
            except BufferError as e:
                raise _wrong(t, str(e), "CAMEO_E_TYPE") from e
        elif isinstance(array, np.generic):
            array = np.asarray(array)
        else:
            array = _array_of(array, t, want)
    if array.dtype is not want and array.dtype != want:
        if array.dtype.newbyteorder("=") != want:
            raise _wrong(t, f"{dtype_text(array.dtype)} given, want tensor({NAMES[t.dtype]})", "CAMEO_E_TYPE")
        array = array.astype(want)
    shape = array.shape
    if len(shape) > _cameo.max_rank:
        raise _wrong(t, f"rank {len(shape)}, want at most {_cameo.max_rank}", "CAMEO_E_SHAPE")
    if not (array.flags.c_contiguous and array.flags.aligned):
        array = np.require(array, requirements=["C", "A"])
    if BITS[t.dtype] < 8:
        return TENSOR, t.dtype, shape, _pack(np.ascontiguousarray(array), BITS[t.dtype])
    return TENSOR, t.dtype, shape, as_buffer(array)


def _map_in(value: Any, t: Type) -> Given:
    if not hasattr(value, "items"):
        raise _wrong(t, f"{type(value).__name__} given, want a dict for {t.text()}", "CAMEO_E_TYPE")
    keys, values = list(value.keys()), list(value.values())
    key_type, value_type = Type(t.name, TENSOR, 0, t.key_dtype, 0, None), Type(t.name, TENSOR, 0, t.dtype, 0, None)
    return MAP, [tensor_in(keys, key_type), tensor_in(values, value_type)]


def value_in(value: Any, t: Type) -> Given:
    """A value for an input of type t: array, list of arrays (sequence), dict (map), None (an optional without).

    Raises InvalidArgument: it is of another kind or dtype.
    """
    if t.kind == TENSOR:
        return tensor_in(value, t)
    if t.kind == MAP:
        return _map_in(value, t)
    elem = Type(t.name, t.elem_kind or TENSOR, TENSOR, t.dtype, t.key_dtype, None)
    if t.kind == OPTIONAL:
        return OPTIONAL, [] if value is None else [value_in(value, elem)]
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        raise _wrong(t, f"{type(value).__name__} given, want a list for {t.text()}", "CAMEO_E_TYPE")
    return SEQUENCE, [value_in(item, elem) for item in value]


# ---- out ----

def _unpack(packed: np.ndarray, n: int, number: int) -> np.ndarray:
    bits, dtype = BITS[number], NUMPY[number]
    per_byte = 8 // bits
    flat = np.empty((len(packed), per_byte), np.uint8)
    for i in range(per_byte):
        flat[:, i] = packed >> np.uint8(i * bits) & np.uint8((1 << bits) - 1)
    flat = flat.reshape(-1)[:n]
    if NAMES[number].startswith("int"):
        sign = np.uint8(1 << (bits - 1))
        return ((flat ^ sign).view(np.int8) - np.int8(sign)).astype(dtype)
    return flat.astype(dtype) if NAMES[number].startswith("uint") else flat.view(dtype)


def tensor_out(number: int, shape: tuple[int, ...], data: Any) -> np.ndarray:
    """The array of a tensor; it shares the memory of data."""
    if number == STRING:
        made = np.empty(len(data), object)
        made[:] = [e.decode("utf-8", "surrogateescape") for e in data]
        return made.reshape(shape)
    if BITS[number] < 8:
        return _unpack(np.frombuffer(data, np.uint8), math.prod(shape), number).reshape(shape)
    return np.frombuffer(data, NUMPY[number]).reshape(shape)


def value_out(value: Given | None) -> Any:
    """What the extension gave, as onnxruntime gives it: array, list, dict, None."""
    if value is None:
        return None
    if value[0] == TENSOR:
        return tensor_out(*value[1:])
    items = value[1]
    if value[0] == SEQUENCE:
        return [value_out(item) for item in items]
    if value[0] == OPTIONAL:
        return value_out(items[0]) if items else None
    return dict(zip(value_out(items[0]).tolist(), value_out(items[1]).tolist()))
