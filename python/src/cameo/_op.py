"""CustomOp: an operator that Python computes, and ImageDecoder, which is one."""
from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _values
from ._errors import Error, InvalidArgument, NotSupported

__all__ = ["CustomOp", "Described"]

Attribute = int | float | str | list[int] | list[float] | list[str]
Output = Any  # a dtype, the number of an input; [one of those], (one of those, None), {dtype: one of those}


class Described(NamedTuple):
    """An input as a shape function sees it: shape None where not even the rank is known, and where it is no tensor, -1
    for a dim that is not known; value is the array where it is known, and for numbers when the model runs."""
    dtype: np.dtype
    shape: tuple[int, ...] | None
    value: np.ndarray | None


class CustomOp:
    """An operator for SessionOptions.custom_ops. It takes the place of functions of the model and, with replace, of
    operators of Cameo.

        def run(inputs, attributes):
            return [np.where(inputs[0] < 0, inputs[0] * np.float32(attributes["slope"]), inputs[0])]

        op = cameo.CustomOp("my.domain", "Leaky", run, attributes={"slope": 0.01})

    Args:
        domain, op_type: its name; domain "" is ai.onnx.
        run: run(inputs, attributes) gives the outputs, arrays in a list. Inputs are copies: arrays, of objects where
            they are strings, lists for sequences, dicts for maps; None where they are absent.
        shape: shape(inputs, attributes) gives the shape of each output, -1 for a dim that is not known; inputs are
            Described, None where they are absent. It is called when the model is loaded, and again when it runs, then
            with all dims and values, and must give all dims. None: outputs have the shape of the first input.
        outputs: for each output its dtype, or the number of the input that it has the dtype of; "str" for strings. In a
            list of one member: a sequence of such arrays, which run gives as a list; (dtype, None): an optional, an
            array or None; {dtype of keys: dtype}: a map, which run gives as a dict.
        decides: run decides the shapes: those that shape gives may have dims that are never known, or be None; shape
            None: nothing is known. So it is where an output is of strings, or no tensor.
        attributes: each attribute with its default, whose type says how it is read.
        since: the oldest opset version of the domain that it serves; 0: any.
        replace: it may take the place of an operator of Cameo.

    Functions are called from any thread, while the interpreter's lock is held. What they raise becomes an Error of the
    run, with the node: its own status of a cameo.Error, else CAMEO_E_DEVICE.
    """

    def __init__(self, domain: str, op_type: str,
                 run: Callable[[list[Any], dict[str, Any]], Sequence[Any]], *,
                 shape: Callable[[list[Described | None], dict[str, Any]], Sequence[Sequence[int]]] | None = None,
                 outputs: Sequence[Output] = (0,), attributes: Mapping[str, Attribute] | None = None, since: int = 0,
                 replace: bool = False, decides: bool = False) -> None:
        self.domain, self.op_type = domain, op_type
        self._run, self._shape = run, shape
        self._kinds = [_values.SEQUENCE if isinstance(o, list) else _values.OPTIONAL if isinstance(o, tuple) else
                       _values.MAP if isinstance(o, dict) else _values.TENSOR for o in outputs]
        self._keys = [_values.number_of(np.dtype(next(iter(o)))) if isinstance(o, dict) else 0 for o in outputs]
        kinds = [o[0] if isinstance(o, (list, tuple)) else next(iter(o.values())) if isinstance(o, dict) else o
                 for o in outputs]
        self._outputs = [o if isinstance(o, int) else np.dtype(o) for o in kinds]
        text = any(not isinstance(o, int) and _values.number_of(o) == _values.STRING for o in self._outputs)
        self.decides = decides or text or any(kind != _values.TENSOR for kind in self._kinds)
        self._attributes = dict(attributes or {})
        self.since, self.replace = since, replace
        for name, value in self._attributes.items():
            if not isinstance(value, (int, float, str, list)):
                raise InvalidArgument(f"attribute {name}: the default is {value!r}, want an int, float, str or list")

    def _given(self) -> tuple[Any, ...]:
        return (self.domain, self.op_type, self._attributes, self._call_shape, self._call_run, self.since, self.replace,
                self.decides)

    def _dtype(self, output: int | np.dtype, inputs: Sequence[tuple[Any, ...] | None]) -> int:
        """inputs: (kind, dtype, ...), or values in the course of a run, where a sequence has it in its items."""
        if not isinstance(output, int):
            return _values.number_of(output)
        given = inputs[output] if output < len(inputs) else None
        if given is None:
            raise InvalidArgument(f"the node has no input {output}, whose dtype an output has")
        while isinstance(given[1], list) and given[1]:
            given = given[1][-1]
        return _values.FLOAT if isinstance(given[1], list) else int(given[1])

    def _call_shape(self, attributes: dict[str, Any],
                    inputs: list[Any]) -> list[tuple[int, int, int | tuple[int, ...] | None]]:
        seen = [None if i is None else Described(_values.NUMPY[i[1] or _values.FLOAT], i[2], _values.value_out(i[3]))
                for i in inputs]
        shapes: Sequence[Sequence[int] | None]
        if self._shape is not None:
            shapes = self._shape(seen, dict(attributes))
        elif self.decides:
            shapes = [None] * len(self._outputs)
        else:
            if not seen or seen[0] is None or seen[0].shape is None:
                raise NotSupported("the rank of the first input is not known: the operator needs a shape function")
            # A dim that is not known is that of the first input: CAMEO_DIM_OF(0, axis).
            shapes = [[d if d >= 0 else -2 - axis for axis, d in enumerate(seen[0].shape)]] * len(self._outputs)
        return [(kind, self._dtype(o, inputs),
                 keys if kind == _values.MAP else None if s is None else tuple(int(d) for d in s))
                for o, kind, keys, s in zip(self._outputs, self._kinds, self._keys, shapes)]

    def _call_run(self, attributes: dict[str, Any], inputs: list[Any]) -> list[_values.Given]:
        made = self._run([_values.value_out(i) for i in inputs], dict(attributes))
        given = []
        for i, (output, value) in enumerate(zip(self._outputs, made)):
            kind = self._kinds[i]
            t = _values.Type(f"{self.op_type}, output {i}", kind, _values.TENSOR, self._dtype(output, inputs),
                             self._keys[i], None)
            given.append(_values.value_in(np.asarray(value) if kind == _values.TENSOR else value, t))
        return given


# ---- ImageDecoder ----

# Pixels of an image at most: a file of a few bytes may declare any size.
_MOST_PIXELS = (1 << 30) // 3


def _decoded(data: np.ndarray, attributes: dict[str, Any]) -> np.ndarray:
    """[height, width, channels]; what cannot be decoded is an empty image, as the standard says."""
    from PIL import Image, UnidentifiedImageError  # type: ignore[import-not-found,unused-ignore]

    layout = attributes["pixel_format"]
    if layout not in ("RGB", "BGR", "Grayscale"):
        raise Error("pixel_format is none of RGB, BGR, Grayscale", status="CAMEO_E_MALFORMED")
    gray = layout == "Grayscale"
    try:
        with Image.open(io.BytesIO(data.tobytes())) as image:
            if image.width * image.height > _MOST_PIXELS:
                raise Error("the image is larger than 1 GiB", status="CAMEO_E_LIMIT")
            made = np.array(image.convert("L" if gray else "RGB"))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        return np.zeros((0, 0, 1 if gray else 3), np.uint8)
    except Image.DecompressionBombError as e:
        raise Error(str(e), status="CAMEO_E_LIMIT") from None
    if gray:
        return made[:, :, np.newaxis]
    return made[:, :, ::-1] if layout == "BGR" else made


def _decoder_shape(inputs: list[Described | None], attributes: dict[str, Any]) -> list[tuple[int, ...]]:
    encoded = inputs[0] if len(inputs) == 1 else None
    if encoded is None or encoded.dtype != np.uint8 or encoded.shape is not None and len(encoded.shape) != 1:
        raise InvalidArgument("want one input, encoded, a tensor of uint8 and rank 1", status="CAMEO_E_TYPE")
    if encoded.value is None:
        return [(-1, -1, 1 if attributes["pixel_format"] == "Grayscale" else 3)]
    return [_decoded(encoded.value, attributes).shape]


def image_decoder() -> list[CustomOp]:
    """ImageDecoder of ai.onnx by Pillow; none where there is no Pillow."""
    if importlib.util.find_spec("PIL") is None:
        return []
    return [CustomOp("", "ImageDecoder", lambda inputs, attributes: [_decoded(inputs[0], attributes)],
                     shape=_decoder_shape, outputs=["uint8"], attributes={"pixel_format": "RGB"}, since=20)]
