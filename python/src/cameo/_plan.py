"""Plan: when each buffer of a run lives and where it stands, by the command that the package carries."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ._profile import axes, command, dim_flags

if TYPE_CHECKING:
    from ._session import SessionOptions

__all__ = ["Buffer", "Plan"]


class Buffer(NamedTuple):
    """Bytes [offset, offset + bytes) of the activations, in use from step begin to step end; what: the operator that
    writes it first, and its dtype and dims."""
    offset: int
    bytes: int
    begin: int
    end: int
    what: str


@dataclass
class Plan:
    """What InferenceSession.get_plan found: activation_bytes is what all buffers need, bound_bytes the most that are in use
    at one step. Buffers are those whose size the dims decide; steps is their number, at which outputs still live."""
    activation_bytes: int
    bound_bytes: int
    steps: int
    buffers: list[Buffer]
    svg: str

    def _repr_html_(self) -> str:
        """The drawing of `cameo plan --svg`, for notebooks."""
        return self.svg

    def plot(self, ax: Any = None) -> Any:
        """Draws a box for each buffer, steps to the right and bytes upwards. ax: matplotlib's Axes; None: new ones.
        Returns them.

        Raises ImportError: matplotlib is not installed.
        """
        ax = axes(ax)
        for i, b in enumerate(self.buffers):
            ax.bar(b.begin, b.bytes, width=b.end - b.begin + 1, bottom=b.offset, align="edge", color=f"C{i % 10}",
                   edgecolor="black", linewidth=0.4)
        ax.axhline(self.bound_bytes, linestyle="--", linewidth=0.8, color="red")
        ax.set_xlim(0, self.steps + 1)
        ax.set_xlabel("step")
        ax.set_ylabel("bytes")
        ax.set_title(f"{self.activation_bytes:,} bytes of activations, {len(self.buffers)} buffers")
        return ax


def plan(source: Any, options: SessionOptions, n_workers: int, dims: list[tuple[str, int, int]]) -> Plan:
    """Runs `cameo plan` on a path or bytes."""
    def arguments(folder: str) -> list[str]:
        return ["--json", "--svg", os.path.join(folder, "plan.svg"), *dim_flags(dims)]

    def answer(folder: str, said: str) -> Plan:
        read = json.loads(said)
        return Plan(read["activation_bytes"], read["bound_bytes"], read["steps"],
                    [Buffer(**b) for b in read["buffers"]], Path(folder, "plan.svg").read_text(encoding="utf-8"))

    return command("plan", source, options, n_workers, arguments, answer)
