"""InferenceSession: a model loaded, optimised and ready to run, with the methods that onnxruntime's has."""
from __future__ import annotations

import difflib
import enum
import html
import logging
import math
import os
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from . import _cameo, _values
from ._binding import IOBinding, OrtValue, values_of
from ._build import Importer, Loader, Rewrite, functions_in
from ._errors import Error, InvalidArgument
from ._op import CustomOp, image_decoder
from ._plan import Plan, plan
from ._profile import Profile, measure
from ._run import Run, RunOptions
from ._states import States

_PROVIDER = "CPUExecutionProvider"
_UNBOUNDED = 2**64 - 1
_MOST_PLANS = 16
_log = logging.getLogger("cameo")


class GraphOptimizationLevel(enum.IntEnum):
    """How far the optimiser goes; the names and numbers are onnxruntime's."""
    ORT_DISABLE_ALL = 0
    ORT_ENABLE_BASIC = 1
    ORT_ENABLE_EXTENDED = 2
    ORT_ENABLE_LAYOUT = 3
    ORT_ENABLE_ALL = 99


class ExecutionMode(enum.IntEnum):
    """Known to programs written for onnxruntime; Cameo computes one node after the other, each on all threads."""
    ORT_SEQUENTIAL = 0
    ORT_PARALLEL = 1


_LEVELS = {0: 3, 1: 2, 2: 1, 3: 0, 99: 0}
_LEVEL_NAMES = {"none": 0, "basic": 1, "extended": 2, "all": 99}
_PRESETS = {"host": 0, "firmware": 1, "service": 2}
_WEIGHTS = {"declared": 0, "frozen": 1, "parameters": 2}
# Attributes of onnxruntime's SessionOptions that change no result; they can be set and are not looked at.
_WITHOUT_MEANING = {
    "enable_cpu_mem_arena": True, "enable_mem_pattern": True, "enable_mem_reuse": True, "enable_profiling": False,
    "execution_mode": ExecutionMode.ORT_SEQUENTIAL, "execution_order": 0, "inter_op_num_threads": 0, "logid": "",
    "log_verbosity_level": 0, "profile_file_prefix": "", "use_deterministic_compute": False,
    "use_per_session_threads": True,
}


class SessionOptions:
    """Options of a session. Those with onnxruntime's names:

    intra_op_num_threads: threads that compute, the caller's included; 0 (default): as many as the process may use.
    graph_optimization_level: a GraphOptimizationLevel, or "none", "basic", "extended", "all" (default).
    log_severity_level: 0 and 1 log all to the logger "cameo", 2 (default) warnings, 3 and 4 nothing.
    optimized_model_filepath: the session writes the model there as the optimiser leaves it; "" (default): nowhere.
    add_free_dimension_override_by_name(name, value): a free dim becomes this number, and the optimiser knows it.

    Cameo's own:

    dims: free dims by name, each a number or a range (min, max), known to the optimiser.
    strict: refuse what the ONNX checker refuses (default: load as onnxruntime does).
    preset: "host" (default), "service" (files of strangers), "firmware": the limits of include/cameo.h.
    memory_bytes, run_cost: limits of their own; 0 (default): the preset's.
    copy_files: read the file instead of mapping it. external_dir, follow_links: where external data may lie.
    rewrites_off: names of rewrites that are not tried (docs/REWRITES.md, cameo.get_rewrites()).
    cpu_mask_off: processor features not to use, as bits; -1: portable kernels only.
    outputs: names of inner values that become outputs, behind the model's.
    from_values, to_values: only the part of the model between these values.
    weights: "declared" (default), "frozen", "parameters": who may replace initializers.
    states: {input: output}: outputs that are this input with more behind it, from run to run (class States).
    loaders: formats of files that are not ONNX (class Loader), asked in this order; format: the name of one of them, or
        "onnx", which the file then is; None (default): its content and name decide. Both are for sessions: Model,
        Editor and check read ONNX alone.
    custom_ops: operators that Python computes (class CustomOp).
    functions: FunctionProtos or models with functions, of onnx or as bytes of a model, beside the model's own.
    importers: nodes said in other nodes while the model is loaded (class Importer), asked in this order.
    rewrites: rewrites of the optimiser's graph (class Rewrite), tried in this order.

    A name that is none of these, nor one of onnxruntime's that change no result, is an AttributeError.
    """

    def __init__(self, **options: Any) -> None:
        self.intra_op_num_threads = 0
        self.graph_optimization_level: GraphOptimizationLevel | str | int = GraphOptimizationLevel.ORT_ENABLE_ALL
        self.log_severity_level = 2
        self.optimized_model_filepath: str | os.PathLike[str] = ""
        self.dims: dict[str, int | tuple[int, int]] = {}
        self.strict = False
        self.preset = "host"
        self.memory_bytes = 0
        self.run_cost = 0
        self.copy_files = False
        self.external_dir: str | None = None
        self.follow_links = False
        self.rewrites_off: list[str] = []
        self.cpu_mask_off = 0
        self.outputs: list[str] = []
        self.from_values: list[str] = []
        self.to_values: list[str] = []
        self.weights = "declared"
        self.states: dict[str, str] = {}
        self.loaders: list[Loader] = []
        self.format: str | None = None
        self.custom_ops: list[CustomOp] = []
        self.functions: list[Any] = []
        self.importers: list[Importer] = []
        self.rewrites: list[Rewrite] = []
        self._entries: dict[str, str] = {}
        for name, value in _WITHOUT_MEANING.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_complete", True)
        for name, value in options.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "_complete", False) and name not in self.__dict__:
            known = [n for n in self.__dict__ if not n.startswith("_")]
            raise AttributeError(f"SessionOptions has no option '{name}'{_nearest(name, known)}")
        object.__setattr__(self, name, value)

    def add_free_dimension_override_by_name(self, dim_name: str, dim_value: int) -> None:
        """Fixes the free dim of this name."""
        self.dims[dim_name] = int(dim_value)

    def add_session_config_entry(self, key: str, value: str) -> None:
        """Kept, for get_session_config_entry; no entry of onnxruntime changes a result here."""
        self._entries[key] = value

    def get_session_config_entry(self, key: str) -> str:
        """What add_session_config_entry kept. KeyError: nothing."""
        return self._entries[key]

    def _custom_ops(self) -> list[CustomOp]:
        return [*self.custom_ops,
                *(op for op in image_decoder() if (op.domain, op.op_type) not in
                  [(other.domain, other.op_type) for other in self.custom_ops])]

    def _given(self) -> dict[str, Any]:
        """The options as the extension takes them."""
        level = self.graph_optimization_level
        level = _LEVEL_NAMES.get(level, level) if isinstance(level, str) else int(level)
        if level not in _LEVELS:
            raise InvalidArgument(f"graph_optimization_level is {level!r}, want a GraphOptimizationLevel or one of "
                                  f"{', '.join(_LEVEL_NAMES)}")
        severity = int(self.log_severity_level)
        return {
            "opt": _LEVELS[level],
            "n_threads": _count("intra_op_num_threads", self.intra_op_num_threads),
            "strict": int(self.strict),
            "preset": _choice("preset", self.preset, _PRESETS),
            "weights": _choice("weights", self.weights, _WEIGHTS),
            "memory_bytes": _count("memory_bytes", self.memory_bytes),
            "run_cost": _count("run_cost", self.run_cost),
            "copy_files": int(self.copy_files),
            "follow_links": int(self.follow_links),
            "external_dir": None if self.external_dir is None else os.fspath(self.external_dir),
            "rewrites_off": list(self.rewrites_off),
            "outputs": list(self.outputs),
            "from": list(self.from_values),
            "to": list(self.to_values),
            "cpu_mask_off": int(self.cpu_mask_off) & _UNBOUNDED,
            "dims": _bindings(self.dims),
            "states": list(dict(self.states).items()),
            "loaders": [loader._given() for loader in self.loaders],
            "format": self.format,
            "custom_ops": [op._given() for op in self._custom_ops()],
            "functions": functions_in(self.functions),
            "importers": [i._given() for i in self.importers],
            "rewrites": [r._given() for r in self.rewrites],
            "log": None if severity > 2 else _said,
            "log_level": {0: 3, 1: 2}.get(severity, 1),
            "main_thread": threading.main_thread().ident or 0,
        }


def _said(level: int, text: str) -> None:
    _log.log({1: logging.WARNING, 2: logging.INFO}.get(level, logging.DEBUG), "%s", text)


def _count(name: str, value: Any) -> int:
    if int(value) < 0:
        raise InvalidArgument(f"{name} is {value}, want 0 or more")
    return int(value)


def _choice(name: str, value: Any, choices: Mapping[str, int]) -> int:
    if value not in choices:
        raise InvalidArgument(f"{name} is {value!r}, want one of {', '.join(choices)}")
    return choices[value]


def _nearest(name: str, known: Iterable[str]) -> str:
    """", did you mean 'x'?" or the names there are."""
    known = list(known)
    close = difflib.get_close_matches(name, known, 1)
    if close:
        return f": did you mean '{close[0]}'?"
    some = ", ".join(f"'{n}'" for n in known[:10])
    return f"; there {'is' if len(known) == 1 else 'are'} {some or 'none'}{' ...' if len(known) > 10 else ''}"


def _bindings(dims: Mapping[str, int | tuple[int, int]] | None) -> list[tuple[str, int, int]]:
    made = []
    for name, value in (dims or {}).items():
        low, high = value if isinstance(value, Sequence) else (value, value)
        made.append((name, int(low), int(high)))
    return made


class NodeArg(NamedTuple):
    """An input or output: its name, its type ("tensor(float)", "seq(map(int64,tensor(float)))"), and its shape: numbers,
    names of free dims, None for a free dim without name. shape is [] where it is not known or there is none."""
    name: str
    type: str
    shape: list[int | str | None]


@dataclass
class ModelMetadata:
    """What the file says of itself."""
    producer_name: str = ""
    graph_name: str = ""
    domain: str = ""
    description: str = ""
    graph_description: str = ""
    version: int = 0
    custom_metadata_map: dict[str, str] = field(default_factory=dict)
    producer_version: str = ""
    ir_version: int = 0
    opsets: dict[str, int] = field(default_factory=dict)
    n_nodes: int = 0
    n_parameters: int = 0


class Memory(NamedTuple):
    """Bytes that a model needs, each exact: model (what is decoded of the file), session (program and packed weights),
    plan and run (one of each run at a time) for the dims asked for; activations and scratch are parts of run. dynamic:
    the most that a run takes from a heap beside them, None where no bound is known."""
    model: int
    session: int
    plan: int
    run: int
    activations: int
    scratch: int
    dynamic: int | None

    @property
    def total(self) -> int:
        """Of one run at a time, without what is dynamic, and without the file."""
        return self.model + self.session + self.plan + self.run


class InferenceSession:
    """A model that is ready to run, on any number of threads at once.

    Args:
        path_or_bytes: the path of a file, or the model's bytes; bytes are used in place and kept.
        sess_options: SessionOptions; None: the defaults.
        providers: names as onnxruntime has them. Cameo computes on the CPU; others are passed over with a warning.

    Raises:
        ModelError: the file cannot be read, or its bytes are not a well-formed model.
        NotSupported: a node for which there is no kernel; node, op_type say which.
        InvalidArgument: the model's types or shapes contradict each other, or an option is wrong.
    """

    def __init__(self, path_or_bytes: str | os.PathLike[str] | bytes, sess_options: SessionOptions | None = None,
                 providers: Sequence[str | tuple[str, dict[str, Any]]] | None = None,
                 provider_options: Sequence[dict[str, Any]] | None = None, **unused: Any) -> None:
        _warn_of_providers(providers)
        del provider_options, unused
        self._options = sess_options if sess_options is not None else SessionOptions()
        source = path_or_bytes
        self._path = None
        if isinstance(source, (str, os.PathLike)):
            source = self._path = os.fsdecode(os.fspath(source))
        self._source = source
        self._session = _cameo.Session(source, self._options._given())
        inputs, n_inputs = self._session.inputs()
        self._inputs = [_values.Type(*t) for t in inputs]
        self._outputs = [_values.Type(*t) for t in self._session.outputs()]
        self._required = self._inputs[:n_inputs]
        self._by_name = {t.name: t for t in self._inputs}
        self._output_at = {t.name: i for i, t in enumerate(self._outputs)}
        if os.fspath(self._options.optimized_model_filepath):
            with open(self._options.optimized_model_filepath, "wb") as f:
                f.write(self.export())
        self._sizes = self._expected_sizes()
        self._all = list(range(len(self._outputs)))
        self._plans: dict[tuple[tuple[str, int], ...], _cameo.Plan] = {}
        self._runs: weakref.WeakSet[Run] = weakref.WeakSet()
        self._lock = threading.Lock()

    # ---- running ----

    def run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any],
            run_options: Any = None, *, states: States | None = None) -> list[Any]:
        """Computes outputs.

        Args:
            output_names: which, in which order; None or []: all, in the model's order.
            input_feed: for each input its value by name: a numpy array of its dtype (or what numpy makes one of), a
                list of arrays for a sequence, a dict for a map, None for an optional without value. An array that lies
                densely in memory is read in place, read-only ones too; others are copied. Initializers that the model
                lists among its inputs may be replaced.
            run_options: RunOptions, by which another thread can end the run; None: it cannot but by cancel().
            states: inputs that are not in input_feed, and that grow; where the run fails they are as before. Without
                output_names the outputs are those that are no states.

        Returns:
            A value for each name: an array; of strings one of dtype object; a list for a sequence; a dict for a map.

        Raises:
            InvalidArgument: a name that the model has not, an input without value, another dtype or shape than
                declared, dims that contradict each other; the message says what was given and what is wanted.
            Error: of computing: a wrong index in the data (with the node), a limit, CAMEO_E_CANCELLED after cancel().
            KeyboardInterrupt: Ctrl-C, in the main thread.
        """
        if run_options is not None and isinstance(run_options, RunOptions) and states is None:
            return run_options._compute(self.begin(output_names, input_feed))
        return self._run(output_names, input_feed, {}, states)

    def new_states(self, capacity: int, dims: Mapping[str, int] | None = None) -> States:
        """Empty states for run.

        Args:
            capacity: how many rows they can grow to.
            dims: the other free dims of the states, by name.

        Raises InvalidArgument: the options name no states, a dim is missing, capacity is less than 1.
        """
        return States(self, capacity, dims)

    def run_with_ort_values(self, output_names: Sequence[str] | None, input_dict_ort_values: Mapping[str, OrtValue],
                            run_options: Any = None) -> list[OrtValue]:
        """run with values of class OrtValue in and out. Errors are those of run."""
        return [OrtValue(value) for value in self._run(output_names, values_of(input_dict_ort_values), {})]

    def io_binding(self) -> IOBinding:
        """Nothing is bound yet."""
        return IOBinding(self)

    def run_with_iobinding(self, iobinding: IOBinding, run_options: Any = None) -> None:
        """Computes the outputs that are bound from the inputs that are bound; iobinding.get_outputs() has them then.

        Raises what run raises, and InvalidArgument: an output has another dtype or shape than the memory it is bound
        to, which then holds anything.
        """
        iobinding._run()

    def _run(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any],
             into: Mapping[str, np.ndarray], states: States | None = None) -> list[Any]:
        """run, with some outputs in arrays of the caller's."""
        given = self._feed(input_feed, () if states is None else states._given())
        at = self._find_outputs(output_names)
        held: dict[str, np.ndarray] = {}
        if states is not None:
            held = states._into()
            if not output_names:
                at = [i for i in at if self._outputs[i].name not in held]
        chosen = set(at)
        marks = [i in chosen for i in self._all]
        arrays = self._buffers(given, marks)
        for name, array in into.items():
            arrays[self._find_output(name)] = self._check_into(name, array)
        for name, array in held.items():
            marks[self._output_at[name]] = True
            arrays[self._output_at[name]] = array
        buffers = [None if a is None else _values.as_buffer(a) for a in arrays]
        values = self._session.run(given, buffers, marks)
        if states is not None:
            outputs = {name: values[self._output_at[name]] for name in held}
            states._grown({n: v[2] for n, v in outputs.items()}, {n: v[3] is None for n, v in outputs.items()})
        for name, array in into.items():
            value = values[self._output_at[name]]
            if value[2] != array.shape:
                raise InvalidArgument(f"output {name} is {list(value[2])}, it is bound to {list(array.shape)}",
                                      status="CAMEO_E_SHAPE")
            if value[3] is not None:
                array[...] = _values.value_out(value)
                values[self._output_at[name]] = (*value[:3], None)
        made = [self._out(i, value, arrays[i]) if marks[i] else None for i, value in enumerate(values)]
        return made if at is self._all else [made[i] for i in at]

    def begin(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any]) -> Run:
        """A run that computes nothing before its advance is called, or before it is awaited. Arguments and errors are
        those of run; arrays that are read in place must not change until it has ended."""
        given = self._feed(input_feed)
        at = self._find_outputs(output_names)
        run = Run(self._plan_of(given).begin(given), at, len(self._outputs))
        with self._lock:
            self._runs.add(run)
        return run

    def run_async(self, output_names: Sequence[str] | None, input_feed: Mapping[str, Any],
                  callback: Callable[[list[Any], Any, str], object] | None = None, user_data: Any = None,
                  run_options: Any = None) -> Run:
        """A run that this call does not wait for.

        With a callback a thread of its own computes, and calls callback(results, user_data, error) in the end: error is
        "" or what went wrong, results then is []. Without one nothing is computed before the run is awaited:

            outputs = await session.run_async(None, {"x": x})

        computes in the loop's own thread (and those of the session), a few milliseconds at a time, and gives way to
        the loop's other tasks in between. Cancelling the task, or cancel() of what is returned, ends it.

        Arguments and errors are those of run; run_options are not looked at. Arrays that are read in place must not
        change until it has ended.
        """
        run = self.begin(output_names, input_feed)
        if callback is not None:
            run._start(callback, user_data)
        return run

    def cancel(self) -> None:
        """Ends every run that another thread has begun, and every Run, with an Error of status CAMEO_E_CANCELLED."""
        self._session.cancel()
        with self._lock:
            runs = list(self._runs)
        for run in runs:
            run.cancel()

    def _find_outputs(self, output_names: Sequence[str] | None) -> list[int]:
        return [self._find_output(name) for name in output_names] if output_names else self._all

    def _plan_of(self, given: list[tuple[str, _values.Given]]) -> _cameo.Plan:
        """The plan for the dims that the inputs have."""
        shapes = {name: value[2] for name, value in given if value[0] == _values.TENSOR}
        dims: dict[str, int] = {}
        for t in self._inputs:
            shape = shapes.get(t.name, ())
            for dim, size in zip(t.shape or (), shape):
                # Where two inputs contradict each other the run says it.
                if isinstance(dim, str):
                    dims.setdefault(dim, size)
        key = tuple(dims.items())
        plan = self._plans.get(key)
        if plan is None:
            plan = self._session.plan(_bindings(dims))
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            self._plans[key] = plan
        return plan

    def _feed(self, feed: Mapping[str, Any],
              states: Sequence[tuple[str, _values.Given]] = ()) -> list[tuple[str, _values.Given]]:
        given = []
        for name, value in feed.items():
            t = self._by_name.get(name) or self._find_input(name)
            given.append((name, _values.value_in(value, t)))
        for name, value in states:
            if name in feed:
                raise InvalidArgument(f"input '{name}' is a state, and in input_feed, too")
            given.append((name, value))
        names = {name for name, _ in given} if states else feed
        absent = [t for t in self._required if t.name not in names]
        if not absent:
            return given
        missing = [t.name for t in absent if t.kind != _values.OPTIONAL]
        if missing:
            raise InvalidArgument(f"no value for input {', '.join(missing)}", status="CAMEO_E_MISSING")
        return given + [(t.name, (_values.OPTIONAL, [])) for t in absent]

    def _check_into(self, name: str, array: np.ndarray) -> np.ndarray:
        t = self._outputs[self._find_output(name)]
        if t.kind != _values.TENSOR or _values.BITS[t.dtype] < 8 or array.dtype != _values.NUMPY[t.dtype]:
            raise InvalidArgument(f"output {name} is {t.text()}, it is bound to {_values.dtype_text(array.dtype)}",
                                  status="CAMEO_E_TYPE")
        return array

    def _find_input(self, name: str) -> _values.Type:
        t = self._by_name.get(name)
        if t is None:
            raise InvalidArgument(f"the model has no input '{name}'{_nearest(name, self._by_name)}")
        return t

    def _find_output(self, name: str) -> int:
        at = self._output_at.get(name)
        if at is None:
            raise InvalidArgument(f"the model has no output '{name}'{_nearest(name, self._output_at)}")
        return at

    def _expected_sizes(self) -> list[list[int | tuple[str, int]] | None]:
        """For each output its dims, those with a name as the place of an input's dim of this name; None where data
        decide, or where it is no array of numbers."""
        places: dict[str, tuple[str, int]] = {}
        for t in self._inputs:
            for i, dim in enumerate(t.shape or ()):
                if isinstance(dim, str) and t.kind == _values.TENSOR:
                    places.setdefault(dim, (t.name, i))
        sizes: list[list[int | tuple[str, int]] | None] = []
        for t in self._outputs:
            plain = t.kind == _values.TENSOR and t.shape is not None and _values.BITS.get(t.dtype, 0) >= 8
            dims = [places.get(d) if isinstance(d, str) else d for d in t.shape or ()]
            known = [d for d in dims if d is not None]
            sizes.append(known if plain and len(known) == len(dims) else None)
        return sizes

    def _buffers(self, given: list[tuple[str, _values.Given]], marks: list[bool]) -> list[np.ndarray | None]:
        """Arrays that the run computes its outputs into, where their sizes are known before."""
        shapes = {name: value[2] for name, value in given if value[0] == _values.TENSOR}
        arrays: list[np.ndarray | None] = []
        for t, dims, wanted in zip(self._outputs, self._sizes, marks):
            array = None
            if wanted and dims is not None:
                shape = [d if isinstance(d, int) else _dim_at(shapes, d) for d in dims]
                known = [d for d in shape if d is not None]
                # A wrong shape of an input is the library's to find.
                if len(known) == len(shape) and math.prod(known) < 1 << 40:
                    array = np.empty(known, _values.NUMPY[t.dtype])
            arrays.append(array)
        return arrays

    def _out(self, at: int, value: _values.Given | None, array: np.ndarray | None) -> Any:
        """What run returns of output `at`, which lies in the array if that was of use."""
        if value is None or array is None:
            return _values.value_out(value)
        if value[3] is not None:
            # What the data make larger than it is declared was computed twice: never again.
            if math.prod(value[2]) > array.size:
                self._sizes[at] = None
            return _values.value_out(value)
        if array.shape == value[2]:
            return array
        n = math.prod(value[2])
        return array.reshape(-1)[:n].reshape(value[2])

    # ---- what it is ----

    def get_inputs(self) -> list[NodeArg]:
        """The inputs that want a value."""
        return [_node_arg(t) for t in self._required]

    def get_overridable_initializers(self) -> list[NodeArg]:
        """The inputs that have a default."""
        return [_node_arg(t) for t in self._inputs[len(self._required):]]

    def get_outputs(self) -> list[NodeArg]:
        """The outputs, in the order of run."""
        return [_node_arg(t) for t in self._outputs]

    def get_modelmeta(self) -> ModelMetadata:
        """What the file says of itself."""
        d = dict(self._session.model())
        return ModelMetadata(custom_metadata_map=d.pop("metadata"), **d)

    def get_providers(self) -> list[str]:
        """["CPUExecutionProvider"]."""
        return [_PROVIDER]

    def get_provider_options(self) -> dict[str, dict[str, str]]:
        """No provider has options."""
        return {_PROVIDER: {}}

    def set_providers(self, providers: Sequence[str | tuple[str, dict[str, Any]]] | None = None,
                      provider_options: Sequence[dict[str, Any]] | None = None) -> None:
        """The CPU computes, whatever is named; other names are passed over with a warning."""
        _warn_of_providers(providers)

    def disable_fallback(self) -> None:
        """There is no provider to fall back from."""

    def enable_fallback(self) -> None:
        """There is no provider to fall back from."""

    def get_session_options(self) -> SessionOptions:
        """The options that it was made with."""
        return self._options

    # ---- as a file ----

    def export(self) -> bytes:
        """The model as the optimiser leaves it, in standard operators: functions inlined, constants folded, types that
        are known. Inputs, outputs, metadata and names of free dims stay.

        Raises NotSupported: standard operators of one opset cannot say it. InvalidArgument: dims has a range.
        Error CAMEO_E_LIMIT: the file would exceed 2 GiB.
        """
        return bytes(self._session.export())

    # ---- memory ----

    def get_memory(self, dims: Mapping[str, int | tuple[int, int]] | None = None) -> Memory:
        """The exact bytes for these free dims, each a number or a range (min, max), without running anything. Dims
        that are not named stay unknown: values that depend on them count as dynamic.

        Raises InvalidArgument: an unknown name, dims that contradict the model.
        """
        plan, run, activations, scratch, dynamic = self._session.plan(_bindings(dims)).needs()
        info = self._session.info()
        return Memory(info["model_bytes"], info["session_bytes"], plan, run, activations, scratch,
                      None if dynamic == _UNBOUNDED else dynamic)

    def get_info(self) -> dict[str, int]:
        """Figures: bytes of weights used in place, packed, folded and copied; steps of the program; threads;
        nanoseconds of loading and preparing; cost of the last run."""
        return dict(self._session.info())

    def profile(self, input_feed: Mapping[str, Any] | None = None, *,
                dims: Mapping[str, int | tuple[int, int]] | None = None, runs: int = 3) -> Profile:
        """Where the time of a run goes, step by step; measured in a process of its own, by the command `cameo profile`,
        with the options and the number of threads of this session.

        Args:
            input_feed: arrays by name, as for run; random ones for inputs that are not named.
            dims: free dims of those, each a number.
            runs: how many runs are measured, behind one that is not.

        Raises:
            InvalidArgument: a name, a dtype; an input that is no tensor; an option that the command has not.
            Error: what the command said.
        """
        given = [(name, _values.value_in(v, self._find_input(name))) for name, v in (input_feed or {}).items()]
        return measure(self._source, self._options, self.get_info()["n_workers"], given, _bindings(dims), int(runs))

    def get_plan(self, dims: Mapping[str, int | tuple[int, int]] | None = None) -> Plan:
        """Where each buffer of a run stands and when it lives, for these free dims, each a number or a range (min, max);
        by the command `cameo plan`, with the options of this session and one thread for each of its. A notebook draws it.

        Raises:
            InvalidArgument: an unknown name; an option that the command has not.
            Error: what the command said.
        """
        return plan(self._source, self._options, self.get_info()["n_workers"], _bindings(dims))

    def bind_dims(self, dims: Mapping[str, int | tuple[int, int]] | None) -> None:
        """One plan then serves all runs whose free dims lie in these ranges; None: no ranges any more.

        Raises InvalidArgument: an unknown name, an empty range.
        """
        self._session.bind_dims(_bindings(dims))

    def __repr__(self) -> str:
        ins, outs = (", ".join(f"{a.name}: {a.type}{a.shape}" for a in args)
                     for args in (self.get_inputs(), self.get_outputs()))
        return f"<cameo.InferenceSession {self._path or 'of bytes'}: ({ins}) -> ({outs})>"

    def _repr_html_(self) -> str:
        """A table for notebooks: inputs, outputs, memory."""
        rows = []
        for kind, args in (("input", self.get_inputs()), ("output", self.get_outputs())):
            for a in args:
                shape = " × ".join("?" if d is None else str(d) for d in a.shape) or "scalar"
                rows.append((kind, a.name, a.type, shape))
        memory, info = self.get_memory(), self.get_info()
        rows += [("memory", "model, session", "", f"{memory.model + memory.session:,} bytes"),
                 ("memory", "weights in place", "", f"{info['weights_bytes']:,} bytes"),
                 ("memory", "plan, run", "", f"{memory.plan + memory.run:,} bytes"
                  + ("" if memory.dynamic == 0 else " and what depends on free dims and data"))]
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        title = html.escape(self._path or "model of bytes")
        return (f"<table><caption>{title}: {info['n_steps']} steps, {info['n_workers']} threads</caption>"
                f"<tr><th></th><th>name</th><th>type</th><th>shape, size</th></tr>{body}</table>")


def _warn_of_providers(providers: Sequence[str | tuple[str, dict[str, Any]]] | None) -> None:
    for provider in providers or ():
        name = provider if isinstance(provider, str) else provider[0]
        if name != _PROVIDER:
            warnings.warn(f"provider '{name}' is not available: {_PROVIDER} computes", stacklevel=3)


def _dim_at(shapes: Mapping[str, tuple[int, ...]], place: tuple[str, int]) -> int | None:
    shape = shapes.get(place[0], ())
    return shape[place[1]] if place[1] < len(shape) else None


def _node_arg(t: _values.Type) -> NodeArg:
    return NodeArg(t.name, t.text(), list(t.shape or ()))


def get_available_providers() -> list[str]:
    """["CPUExecutionProvider"]."""
    return [_PROVIDER]


def get_all_providers() -> list[str]:
    """["CPUExecutionProvider"]."""
    return [_PROVIDER]


def set_default_logger_severity(severity: int) -> None:
    """How much the logger "cameo" passes on: 0 and 1 everything, 2 warnings, 3 and 4 errors only. What a session tells
    it says SessionOptions.log_severity_level."""
    _log.setLevel({0: logging.DEBUG, 1: logging.INFO, 2: logging.WARNING}.get(int(severity), logging.ERROR))


def get_version_string() -> str:
    """The version, such as "0.1.0"."""
    return str(_cameo.version)


def get_device() -> str:
    """"CPU"."""
    return "CPU"


def check(path_or_bytes: str | os.PathLike[str] | bytes, sess_options: SessionOptions | None = None) -> list[Error]:
    """All problems of a model, up to the stage that has some: the file, its operators, attributes, types, kernels.

    Args:
        path_or_bytes: the path of a file, or the model's bytes.
        sess_options: as for a session; strict=True finds what the ONNX checker refuses.

    Returns:
        An Error for each problem, with node, op_type and offset as far as they are known; []: a session can be made.

    Raises:
        ModelError: the file cannot be read. InvalidArgument: an option is wrong.
    """
    options = sess_options if sess_options is not None else SessionOptions()
    source = path_or_bytes
    if isinstance(source, (str, os.PathLike)):
        source = os.fsdecode(os.fspath(source))
    return list(_cameo.check(source, options._given()))


def optimize(path_or_bytes: str | os.PathLike[str] | bytes, sess_options: SessionOptions | None = None) -> bytes:
    """The bytes of a model as the optimiser leaves it: InferenceSession.export of a session, with its errors."""
    return InferenceSession(path_or_bytes, sess_options).export()


def get_rewrites() -> list[str]:
    """Names of the optimiser's rewrites, for SessionOptions.rewrites_off; docs/REWRITES.md says what each does."""
    return list(_cameo.rewrites())
