"""What a process may use of the machine, and what beams make of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import psutil
import pytest

from patience import Frame, Limits, Puzzle, solve
from patience.engines import machine
from patience.engines.beam import pool
from patience.question.catalogue import named
from patience.words.lexicon import load
from tests.cli.running import run
from tests.engines.running import Watcher

BOX = Puzzle(named("diamino-63"), Frame(9, 7))


@pytest.fixture
def container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A control group with room for a million bytes, half of them used, a fifth as cache."""
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("500000\n")
    (tmp_path / "memory.stat").write_text("anon 300000\ninactive_file 200000\n")
    (tmp_path / "cpu.max").write_text("max 100000\n")
    monkeypatch.setattr(machine, "_groups", lambda: iter([tmp_path, tmp_path / "none"]))
    return tmp_path


@pytest.mark.usefixtures("container")
def test_a_container_bounds_the_memory_and_its_cache_counts_as_free() -> None:
    assert machine.free_memory() == 700_000


def test_a_container_without_a_limit_leaves_what_the_system_has(container: Path) -> None:
    (container / "memory.max").write_text("max\n")
    assert machine.free_memory() > 1_000_000
    assert machine.free_memory() <= psutil.virtual_memory().total


def test_the_first_version_of_control_groups(container: Path) -> None:
    for new, old in (("max", "limit_in_bytes"), ("current", "usage_in_bytes")):
        (container / f"memory.{new}").rename(container / f"memory.{old}")
    assert machine.free_memory() == 700_000


# Bounds of a host of 64 processors, as files of control groups of either version.
BOUNDS: list[tuple[set[int], dict[str, str], int]] = [
    (set(range(64)), {"cpu.max": "max 100000\n"}, 64),
    (set(range(64)), {"cpu.max": "50000 100000\n"}, 1),
    (set(range(64)), {"cpu.max": "250000 100000\n"}, 2),
    (set(range(64)), {"cpu.cfs_quota_us": "200000\n", "cpu.cfs_period_us": "100000\n"}, 2),
    (set(range(64)), {"cpu.cfs_quota_us": "-1\n", "cpu.cfs_period_us": "100000\n"}, 64),
    ({3, 5, 8}, {"cpu.max": "max 100000\n"}, 3),
    ({3, 5, 8}, {"cpu.max": "200000 100000\n"}, 2),
    ({3}, {"cpu.max": "200000 100000\n"}, 1),
]


@pytest.mark.parametrize(("mask", "files", "count"), BOUNDS)
def test_quota_and_affinity_bound_the_processors(
    mask: set[int],
    files: dict[str, str],
    count: int,
    container: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (container / "cpu.max").unlink()
    for name, text in files.items():
        (container / name).write_text(text)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: mask, raising=False)
    assert machine.processors() == count
    tiny = ["solve", "--frame", "3x2", "--tiles", "SESEAU", "--max-width", "9"]
    done = run(*tiny, "--format", "json")
    assert json.loads(done.stdout)["threads"] == count


def test_processors_are_counted_in_one_place() -> None:
    package = Path(machine.__file__).parents[1]
    counting = {path for path in package.rglob("*.py") if "cpu_count" in path.read_text("utf-8")}
    assert counting == {Path(machine.__file__)}


def test_beams_that_memory_narrows_say_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "free_memory", lambda: 400_000.0)
    watcher = Watcher()
    limits = Limits(seconds=60, max_width=2000)
    result = solve(BOX, load("fr"), engine="beam", limits=limits, observer=watcher, threads=1)
    assert result.stats.width < 2000
    assert len([text for text in watcher.notices if "memory for beams of" in text]) == 1
