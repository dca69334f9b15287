"""Kernels are compiled once, before the first run; whatever goes wrong there stops no batch."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, NoReturn

import pytest

from patience.batch import compilation
from patience.batch.compilation import await_kernels
from patience.batch.inputs import read_inputs
from patience.batch.plan import BatchRun, Setting, plan
from patience.engines import base, notices
from patience.engines.beam.engine import BeamEngine
from patience.engines.exhaustive.engine import ExhaustiveEngine
from patience.engines.fill.engine import FillEngine
from patience.result import Limits
from patience.warmup import compile_kernels
from patience.workers.executors import InProcessBackend, ProcessBackend
from tests.batch.helpers import WORK, batch, essence


def runs_of(tiny: Path, *engines: str) -> list[BatchRun]:
    settings = [Setting(engine, Limits(None, max_width=20)) for engine in engines]
    return plan(read_inputs([str(tiny / "a.toml")]).instances, settings, (0,))


def test_the_kernels_of_all_engines_are_asked_for_once(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(compilation, "compile_kernels", asked.append)
    backend = InProcessBackend()
    for engines in (("cpsat",), ("auto", "beam")):
        await_kernels(runs_of(tiny, *engines), backend, say=print, stopping=lambda: False)
    backend.close(at_once=False)
    assert asked == [("cpsat",), ("auto", "beam")]


def test_every_engine_solves_the_toy_puzzle() -> None:
    compile_kernels(("beam", "cpsat", "prove"))


def test_all_kernels_of_the_portfolio_run_on_the_toy_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran = []
    for engine in (BeamEngine, FillEngine, ExhaustiveEngine):

        def run(self: Any, *given: Any, run: Any = engine.run) -> Any:
            ran.append(type(self))
            return run(self, *given)

        monkeypatch.setattr(engine, "run", run)
    compile_kernels(("auto",))
    assert set(ran) == {BeamEngine, FillEngine, ExhaustiveEngine}


def test_a_long_wait_is_announced_once(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    compiled, looks = threading.Event(), []

    def stopping() -> bool:
        looks.append(len(lines))
        if looks.count(1) > 3:
            compiled.set()
        return False

    monkeypatch.setattr(compilation, "compile_kernels", lambda _: compiled.wait(60))
    monkeypatch.setattr(base, "_COMPILING_AFTER", 0.1)
    backend = InProcessBackend()
    await_kernels(runs_of(tiny, "beam"), backend, say=lines.append, stopping=stopping)
    backend.close(at_once=False)
    (line,) = lines
    assert line.startswith("getting the search kernels ready")


def test_what_is_wrong_with_kernels_on_disk_is_told_once(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Machines(InProcessBackend):
        """Two machines whose disks are full."""

        def on_each_machine(self, task: Any, *arguments: Any) -> list[Any]:
            return [self.executor().submit(task, *arguments) for _ in range(2)]

    lines: list[str] = []
    monkeypatch.setattr(compilation, "compile_kernels", lambda _: None)
    monkeypatch.setattr(notices, "given", lambda: ("the disk is full",))
    with Machines() as backend:
        await_kernels(runs_of(tiny, "beam"), backend, say=lines.append, stopping=lambda: False)
    assert lines == ["the disk is full"]


def test_kernels_that_cannot_be_compiled_stop_no_batch(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(compilation, "compile_kernels", fails)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 0, done.stderr
    assert len(essence(Path("out"))) == 3


def test_a_worker_lost_while_it_compiles_is_replaced(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compilation, "compile_kernels", os._exit)
    backend = ProcessBackend(1)
    monkeypatch.setattr(ProcessBackend, "on_each_machine", _submit_exit)
    before = backend.executor()
    await_kernels(runs_of(tiny, "beam"), backend, say=print, stopping=lambda: False)
    assert backend.executor() is not before
    assert backend.executor().submit(os.getpid).result() != os.getpid()
    backend.close(at_once=False)


def _submit_exit(backend: ProcessBackend, *_: object) -> list[object]:
    return [backend.executor().submit(os._exit, 1)]
