"""A folder to run in, and a solver that knows one grid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience import library
from patience.cli import solve as solve_command
from patience.game.puzzle import Puzzle
from patience.result import Observer, Stats, Status
from patience.result import Result as Answer
from tests.cli.running import SQUARE, WORDS


@pytest.fixture
def folder(own_folder: Path) -> Path:
    """A folder to run in, with a word list and a grid or two."""
    Path("words.txt").write_text("\n".join(WORDS))
    Path("good.txt").write_text("ABC\nD.E\nFGH\n")
    Path("bad.txt").write_text("ABC\nD.E\nFGX\n")
    return own_folder


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: ours, and the one of a process, which the test closes."""
    pytest.importorskip("termios", reason="needs a pseudo-terminal")
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    yield ours, theirs
    os.close(ours)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Put a solver in place that knows one grid; the list holds what it was asked."""
    asked: list[dict[str, Any]] = []

    def solve(puzzle: Puzzle, lexicon: object, **how: Any) -> Answer:
        asked.append({"puzzle": puzzle, "lexicon": lexicon, **how})
        observer: Observer = how["observer"]
        observer.on_notice("compiling the search kernels once")
        stats = Stats(elapsed_s=0.5, history=[(0.5, 1)], engine="known")
        observer.on_progress(stats)
        if puzzle.size not in (None, (3, 3)):
            return Answer(None, None, 0, Status.UNKNOWN, stats, "the time was up")
        cost = puzzle.cost(SQUARE)
        observer.on_best(SQUARE, cost)
        return Answer(SQUARE, cost, 0, Status.FEASIBLE, stats)

    monkeypatch.setattr(solve_command, "solve", solve)
    monkeypatch.setattr(library, "solve", solve)
    return asked
