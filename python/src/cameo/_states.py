"""States: what a decoder hands out and takes back in, in one buffer that grows where it lies."""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import _values
from ._errors import InvalidArgument

if TYPE_CHECKING:
    from ._session import InferenceSession

__all__ = ["States"]


class _State(NamedTuple):
    input: _values.Type
    output: str
    axis: int
    array: np.ndarray  # with the capacity in the axis


class States:
    """The states of one sequence, or batch of sequences, such as the past keys and values of a decoder.

        options = cameo.SessionOptions(states={"past_key": "present_key", "past_value": "present_value"})
        session = cameo.InferenceSession("decoder.onnx", options)
        session.bind_dims({"past": (0, 1023)})          # one plan for all steps
        states = session.new_states(1024, {"batch": 1})
        while ...:
            logits, = session.run(["logits"], {"token": token}, states=states)

    Each run reads them, appends to them in place, and moves `length` on. The axis that grows comes first: what the file
    has as [batch, heads, past, dim] is [past, batch, heads, dim] here.
    """

    def __init__(self, session: InferenceSession, capacity: int, dims: Mapping[str, int] | None = None) -> None:
        """See InferenceSession.new_states."""
        pairs = session.get_session_options().states
        if not pairs:
            raise InvalidArgument("SessionOptions.states names no states")
        if capacity < 1:
            raise InvalidArgument(f"capacity is {capacity}, want 1 or more")
        self.capacity = capacity
        self.length = 0
        self._states = [_make(session, name, output, capacity, dims or {}) for name, output in pairs.items()]

    def __getitem__(self, name: str) -> np.ndarray:
        """The present state of this input, a view into its buffer. KeyError: the input is no state."""
        for s in self._states:
            if s.input.name == name:
                return self._view(s)
        raise KeyError(name)

    def __len__(self) -> int:
        return self.length

    def truncate(self, length: int) -> None:
        """Forgets what is behind the first `length` rows; 0: everything. InvalidArgument: there are fewer."""
        if not 0 <= length <= self.length:
            raise InvalidArgument(f"length is {length}, want 0..{self.length}")
        self.length = length

    def nbytes(self) -> int:
        """Bytes of all buffers."""
        return sum(s.array.nbytes for s in self._states)

    def _view(self, s: _State) -> np.ndarray:
        return s.array[(slice(None),) * s.axis + (slice(self.length),)]

    def _given(self) -> list[tuple[str, _values.Given]]:
        """The inputs as the extension takes them: dims of what is there, the buffer with its room."""
        return [(s.input.name, (_values.TENSOR, s.input.dtype, self._view(s).shape, _values.as_buffer(s.array)))
                for s in self._states]

    def _into(self) -> dict[str, np.ndarray]:
        """The buffers of the outputs by name."""
        return {s.output: s.array for s in self._states}

    def _grown(self, shapes: Mapping[str, tuple[int, ...]], inside: Mapping[str, bool]) -> None:
        """Takes over what a run made of the outputs."""
        lengths = {shapes[s.output][s.axis] for s in self._states}
        if not all(inside.values()) or len(lengths) != 1 or max(lengths) > self.capacity:
            raise InvalidArgument(f"states of {sorted(lengths)} rows do not fit into {self.capacity}")
        self.length = lengths.pop()


def _make(session: InferenceSession, name: str, output: str, capacity: int, dims: Mapping[str, int]) -> _State:
    t = session._find_input(name)
    grown = session._outputs[session._find_output(output)]
    before, after = t.shape or [], grown.shape or []
    axis = next((i for i, (b, a) in enumerate(zip(before, after)) if b != a or b is None), 0)
    shape = []
    for i, dim in enumerate(before):
        size = capacity if i == axis else dims.get(dim) if isinstance(dim, str) else dim
        if size is None:
            raise InvalidArgument(f"state {name}: dim {i} ({dim or 'without name'}) is not given")
        shape.append(int(size))
    if math.prod(shape[:axis]) != 1 or _values.BITS.get(t.dtype, 0) < 8:
        raise InvalidArgument(f"state {name} of {t.text()} {before} cannot grow along dim {axis}")
    return _State(t, output, axis, np.zeros(shape, _values.NUMPY[t.dtype]))
