"""Profile: where the time of a run goes, by the command that the package carries."""
from __future__ import annotations

import html
import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from . import _values
from ._errors import Error, InvalidArgument

if TYPE_CHECKING:
    from ._session import SessionOptions

__all__ = ["OperatorTime", "Profile", "StepTime"]

_Answer = TypeVar("_Answer")


class OperatorTime(NamedTuple):
    """All steps of an operator, in one run: milliseconds, number of steps, arithmetic operations (a multiply-add is
    two), bytes of operands and results, milliseconds that this machine needs at least, threads at work at a time."""
    op: str
    ms: float
    steps: int
    ops: int
    bytes: int
    bound_ms: float
    threads: float


class StepTime(NamedTuple):
    """A step of the program: the operator, the name of its node ("" where it has none), its kernel, its place in the
    program, and otherwise as OperatorTime."""
    op: str
    node: str
    kernel: str
    step: int
    ms: float
    ops: int
    bytes: int
    bound_ms: float
    threads: float


@dataclass
class Profile:
    """What InferenceSession.profile measured; operators and steps are ordered by time, the slowest first."""
    ms: float
    runs: int
    n_workers: int
    isa: str
    operators: list[OperatorTime]
    steps: list[StepTime]

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        rows = "".join(
            f"<tr><td>{html.escape(s.op)}</td><td>{html.escape(s.node)}</td><td>{s.ms:.4f}</td>"
            f"<td>{100 * s.ms / self.ms if self.ms else 0:.1f}</td><td>{html.escape(s.kernel)}</td></tr>"
            for s in self.steps)
        return (f"<table><caption>{self.ms:.4f} ms, {self.n_workers} threads, {html.escape(self.isa)}</caption>"
                f"<tr><th>operator</th><th>node</th><th>ms</th><th>%</th><th>kernel</th></tr>{rows}</table>")


    def plot(self, ax: Any = None) -> Any:
        """Draws a bar for each operator, the slowest on top. ax: matplotlib's Axes; None: new ones. Returns them.

        Raises ImportError: matplotlib is not installed.
        """
        ax = axes(ax)
        names = [f"{o.op} ({o.steps})" for o in self.operators]
        ax.barh(names, [o.ms for o in self.operators], label="measured")
        ax.barh(names, [o.bound_ms for o in self.operators], label="least on this machine")
        ax.invert_yaxis()
        ax.set_xlabel("ms of a run")
        ax.set_title(f"{self.ms:.4g} ms, {self.n_workers} threads, {self.isa}")
        ax.legend()
        return ax


def axes(ax: Any) -> Any:
    """These axes of matplotlib, or new ones."""
    if ax is not None:
        return ax
    from matplotlib import pyplot  # wanted for pictures only
    return pyplot.subplots()[1]


def program() -> str:
    """The path of the command."""
    return str(Path(__file__).parent / "bin" / "cameo")


def _varint(n: int) -> bytes:
    made = bytearray()
    while n > 0x7F:
        made.append(n & 0x7F | 0x80)
        n >>= 7
    made.append(n)
    return bytes(made)


def _field(number: int, payload: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def tensor_proto(value: _values.Given) -> bytes:
    """A tensor, as the extension takes it, as the bytes of a TensorProto."""
    _, dtype, shape, data = value
    made = b"".join(_varint(1 << 3) + _varint(d) for d in shape) + _varint(2 << 3) + _varint(dtype)
    if dtype == _values.STRING:
        return made + b"".join(_field(6, text) for text in data)
    return made + _field(9, memoryview(data).cast("B").tobytes() if memoryview(data).nbytes else b"")


def _flags(options: SessionOptions, n_workers: int, command_name: str) -> list[str]:
    """The options as the command has them."""
    given = options._given()
    for name in ("custom_ops", "functions", "importers", "rewrites"):
        if getattr(options, name):
            raise InvalidArgument(f"{command_name} knows no {name}: the command cannot call Python")
    levels = ("all", "extended", "basic", "none")
    made = ["--threads", str(n_workers), "--opt", levels[given["opt"]], "--weights", options.weights,
            "--limits", options.preset]
    if int(options.cpu_mask_off) == -1:
        made.append("--portable")
    elif options.cpu_mask_off != 0:
        raise InvalidArgument(f"{command_name} knows cpu_mask_off 0 and -1 only")
    for name, flag in (("strict", "--strict"), ("follow_links", "--follow-links"), ("copy_files", "--copy-files")):
        made += [flag] if getattr(options, name) else []
    for name, flag in (("memory_bytes", "--max-memory"), ("run_cost", "--max-cost")):
        made += [flag, str(given[name])] if given[name] else []
    for name, flag in (("outputs", "--add-output"), ("from", "--from"), ("to", "--to")):
        for text in given[name]:
            made += [flag, text]
    made += dim_flags(given["dims"])
    for name, output in given["states"]:
        made += ["--state", f"{name}={output}"]
    if given["rewrites_off"]:
        made += ["--no-rewrite", ",".join(given["rewrites_off"])]
    if given["external_dir"] is not None:
        made += ["--external-dir", given["external_dir"]]
    return made


def dim_flags(dims: list[tuple[str, int, int]]) -> list[str]:
    """Free dims as the command has them."""
    return [text for name, low, high in dims
            for text in ("--dim", f"{name}={low}" if low == high else f"{name}={low}..{high}")]


def command(name: str, source: Any, options: SessionOptions, n_workers: int, arguments: Callable[[str], list[str]],
            answer: Callable[[str, str], _Answer]) -> _Answer:
    """Runs `cameo NAME` on a path or bytes, with the arguments that go with a folder for files; what answer makes of that
    folder and of what the command said."""
    with tempfile.TemporaryDirectory() as folder:
        if not isinstance(source, str):
            path = os.path.join(folder, "model.onnx")
            Path(path).write_bytes(source)
            source = path
        line = [program(), name, source, "--log", "none", *_flags(options, n_workers, name), *arguments(folder)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Error(done.stderr.strip() or f"cameo {name} ended with {done.returncode}", status="CAMEO_E_INTERNAL")
        return answer(folder, done.stdout)


def measure(source: Any, options: SessionOptions, n_workers: int, given: list[tuple[str, _values.Given]],
            dims: list[tuple[str, int, int]], runs: int) -> Profile:
    """Runs `cameo profile` on a path or bytes, with these inputs; others are random."""
    def arguments(folder: str) -> list[str]:
        made = ["--json", "--runs", str(runs), *dim_flags(dims)]
        for i, (name, value) in enumerate(given):
            if value[0] != _values.TENSOR:
                raise InvalidArgument(f"input {name} is no tensor: profile takes tensors only")
            path = os.path.join(folder, f"{i}.pb")
            Path(path).write_bytes(tensor_proto(value))
            made += ["--input", f"{name}={path}"]
        return made

    def answer(folder: str, said: str) -> Profile:
        read = json.loads(said)
        return Profile(
            read["all"]["ms"], read["runs"], read["workers"], read["isa"],
            [OperatorTime(**{k: row[k] for k in OperatorTime._fields}) for row in read["operators"]],
            [StepTime(**{"node": "", "kernel": "", **{k: row[k] for k in StepTime._fields if row.get(k) is not None}})
             for row in read["nodes"]])

    return command("profile", source, options, n_workers, arguments, answer)
