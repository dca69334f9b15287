"""Waiting times: commands from start to end."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import click

from scripts.common import ROOT, document, mark, tell

VALID_GRID = ROOT / "tests" / "golden" / "example2.txt"


class Wait(NamedTuple):
    """A command, and the goal for its seconds."""

    what: str
    arguments: tuple[str, ...]
    goal: float
    cold: bool = False


# A target that every grid meets ends a search at its first one.
_ANY = ("--target", "999999", "--quiet")
WAITS = (
    Wait("`patience --help`", ("--help",), 0.3),
    Wait("`patience verify`, 9x7", ("verify", str(VALID_GRID)), 1.5),
    Wait("first grid, frame 9x7", ("solve", "gay-play-frame-9x7", *_ANY), 5.0),
    Wait("first grid, compact 61", ("solve", "dujardin-compact-61", *_ANY), 5.0),
    Wait("first grid, frame 9x7, cold", ("solve", "gay-play-frame-9x7", *_ANY), 30.0, cold=True),
)


def measure(waits: Iterable[Wait], repeats: int) -> dict[Wait, list[float]]:
    """Time each command `repeats` times; a warm one has an untimed run first."""
    times: dict[Wait, list[float]] = {}
    for wait in waits:
        if not wait.cold:
            time_command(wait.arguments)
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as folder:
                cache = {"NUMBA_CACHE_DIR": folder} if wait.cold else {}
                times.setdefault(wait, []).append(time_command(wait.arguments, cache))
        tell(f"{wait.what}: {min(times[wait]):.2f} s at best")
    return times


def time_command(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Return the wall time of a ``patience`` command in seconds.

    Raises
    ------
    click.ClickException
        If it fails.
    """
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "patience", *arguments],
        env={**os.environ, **(environment or {})},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        command = " ".join(["patience", *arguments])
        raise click.ClickException(f"{command} ended with {done.returncode}: {done.stderr}")
    return seconds


def table(times: Mapping[Wait, Sequence[float]], machine: str) -> str:
    """Return the table of `start`."""
    rows = []
    for wait, seconds in times.items():
        median = statistics.median(seconds)
        judged = f"{wait.goal:g} {mark(median <= wait.goal)}"
        row = [median, min(seconds), max(seconds)]
        rows.append([wait.what, *(f"{each:.2f}" for each in row), judged])
    notes = [
        "Seconds from the command to its end, which for a first grid is when that is found. Cold: "
        "with an empty NUMBA_CACHE_DIR, as when the program runs for the first time.",
        machine,
    ]
    return document(["what", "median, s", "min", "max", "goal"], rows, notes)
