"""Run: a run that goes on step by step, for loops of events and for who wants to do something else in between."""
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from . import _values
from ._errors import Error, InvalidArgument

if TYPE_CHECKING:
    from . import _cameo

__all__ = ["Run", "RunOptions"]

# How long an awaited run computes before others have their turn, and the tasks that it begins with. A task is a part of
# an operator; how long one takes is the model's matter.
_TURN_S = 0.002
_FIRST_TASKS = 8
_MOST_TASKS = 1 << 40


class RunOptions:
    """Options of runs, with onnxruntime's names.

    terminate: True ends the runs that were begun with these options, with an Error of status CAMEO_E_CANCELLED, and
        lets none begin, until it is False again. Any thread may set it. Runs with states or bindings it does not reach.

    Those of onnxruntime that change no result can be set and are not looked at; another name is an AttributeError. A run
    with RunOptions has memory of its own, which one without shares with those that went before.
    """

    def __init__(self) -> None:
        object.__setattr__(self, "_lock", threading.Lock())
        object.__setattr__(self, "_runs", [])
        object.__setattr__(self, "_entries", {})
        object.__setattr__(self, "_terminate", False)
        self.log_severity_level = 2
        self.log_verbosity_level = 0
        self.logid = ""
        self.only_execute_path_to_fetches = False

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in ("terminate", "log_severity_level", "log_verbosity_level", "logid",
                        "only_execute_path_to_fetches"):
            raise AttributeError(f"RunOptions has no option '{name}'")
        object.__setattr__(self, name, value)

    @property
    def terminate(self) -> bool:
        """See the class."""
        return bool(self.__dict__["_terminate"])

    @terminate.setter
    def terminate(self, value: bool) -> None:
        with self.__dict__["_lock"]:
            self.__dict__["_terminate"] = bool(value)
            for run in self.__dict__["_runs"] if value else ():
                run.cancel()

    def add_run_config_entry(self, key: str, value: str) -> None:
        """Kept, for get_run_config_entry; no entry of onnxruntime changes a result here."""
        self.__dict__["_entries"][key] = value

    def get_run_config_entry(self, key: str) -> str:
        """What add_run_config_entry kept. KeyError: nothing."""
        return str(self.__dict__["_entries"][key])

    def _compute(self, run: Run) -> list[Any]:
        """The result of a run that terminate reaches."""
        with self.__dict__["_lock"]:
            self.__dict__["_runs"].append(run)
            if self.terminate:
                run.cancel()
        try:
            return run.result()
        finally:
            with self.__dict__["_lock"]:
                self.__dict__["_runs"].remove(run)


class Run:
    """A run of InferenceSession.begin or run_async, of one thread at a time, cancel apart.

        run = session.begin(None, {"x": x})
        while not run.advance(100):
            ...
        outputs = run.result()

    Awaited it gives its outputs: `outputs = await run`.
    """

    def __init__(self, run: _cameo.Run, at: list[int], n_outputs: int) -> None:
        self._run = run
        self._at = at
        self._marks = [False] * n_outputs
        for i in at:
            self._marks[i] = True
        self._done = False
        self._result: list[Any] | None = None
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    def advance(self, tasks: int = 0) -> bool:
        """Computes.

        Args:
            tasks: after so many of them it pauses; 0: it does not. A task is a part of an operator, or a small one.

        Returns:
            Whether all is computed, so that result() has it.

        Raises:
            Error: as InferenceSession.run, and CAMEO_E_CANCELLED after cancel(); the run has then ended.
            InvalidArgument: tasks is less than 0.
            RuntimeError: another thread is at it, or a callback waits for it.
        """
        if tasks < 0:
            raise InvalidArgument(f"tasks is {tasks}, want 0 or more")
        if self._thread is not None:
            raise RuntimeError("this run has a thread of its own, which calls the callback")
        return self._advance(tasks)

    def _advance(self, tasks: int) -> bool:
        if self._error is not None:
            raise self._error
        if not self._done:
            try:
                self._done = self._run.advance(tasks)
                if self._done:
                    values = [_values.value_out(value) for value in self._run.end(self._marks)]
                    self._result = [values[i] for i in self._at]
            except Error as e:
                self._error = e
                raise
            except KeyboardInterrupt:
                self._error = Error("interrupted by the user", status="CAMEO_E_CANCELLED")
                raise
        return self._done

    def done(self) -> bool:
        """Whether it has ended, by itself or by an error."""
        return self._done or self._error is not None

    def result(self) -> list[Any]:
        """The outputs, as InferenceSession.run gives them; what is left of the run is computed first, or waited for
        where it has a thread of its own. Raises what advance raises."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._advance(0)
        assert self._result is not None
        return self._result

    def cancel(self) -> None:
        """The run ends with an Error of status CAMEO_E_CANCELLED, unless all is computed: at once where a thread is
        computing, else when somebody goes on with it. Any thread may call it, at any time."""
        self._run.cancel()

    def __await__(self) -> Generator[None, None, list[Any]]:
        if self._thread is not None:
            raise RuntimeError("this run has a thread of its own, which calls the callback")
        tasks = _FIRST_TASKS
        while True:
            began = time.perf_counter()
            if self._advance(tasks):
                return self.result()
            took = time.perf_counter() - began
            tasks = min(max(1, int(tasks * min(2.0, _TURN_S / max(took, 1e-9)))), _MOST_TASKS)
            try:
                yield
            except BaseException:
                # The task that waits is cancelled or gone: nobody will go on.
                self.cancel()
                raise

    def _start(self, callback: Callable[[list[Any], Any, str], object], user_data: Any) -> None:
        def work() -> None:
            try:
                outputs, error = self._finish(), ""
            except Exception as e:
                outputs, error = [], str(e)
            callback(outputs, user_data, error)

        # Who leaves the interpreter does not wait for a run without end.
        self._thread = threading.Thread(target=work, name="cameo run", daemon=True)
        self._thread.start()

    def _finish(self) -> list[Any]:
        self._advance(0)
        assert self._result is not None
        return self._result
