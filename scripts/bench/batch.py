"""The overhead of a batch over its searches, as a Markdown table; no test measures time.

    python -m scripts.bench batch runs       200 runs of 10 s against the ideal time: 17 minutes
    python -m scripts.bench batch many       memory over 10,000 runs of 0.05 s: 6 minutes
    python -m scripts.bench batch summary    tables and report of 100,000 results: a minute

Each takes smaller numbers (``--help``) for a busy machine, and then notes them.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from patience.batch.folder import write_tables
from patience.batch.journal import NAME, read_journal
from patience.batch.run_records import RunRecord
from patience.engines.machine import processors
from scripts.common import document, mark

# Goals: wall time of the batch relative to pure searching; seconds of overhead per run.
MAX_RATIO = 1.08
MAX_OVERHEAD = 0.3
# Goal: growth of a process's memory from the first tenth of a batch to its last.
MAX_GROWTH = 1.1
SUMMARY_SECONDS, SUMMARY_GB = 60.0, 2.0

PUZZLES = ("gay-play-frame-9x7", "dujardin-compact-61")

_SAMPLE_EVERY = 0.5


class Sample(NamedTuple):
    """Memory of a batch at one moment, in MB: its own process, and the largest worker."""

    seconds: float
    parent: float
    worker: float


@click.group()
def batch() -> None:
    """Tell what a batch costs beside its searches."""


@batch.command("runs")
@click.option("--runs", "count", default=200, show_default=True)
@click.option("--seconds", default=10.0, show_default=True)
@click.option("--jobs", default=2, show_default=True)
def runs_command(count: int, seconds: float, jobs: int) -> None:
    """Wall time against the ideal, and the overhead of a run."""
    with folder() as out:
        wall, _ = run_batch(out, count, seconds, jobs)
        records = list(read_journal(out).records.values())
    ideal = count * seconds / jobs
    # The first run of each worker loads the lexicon and the kernels; only warm runs count.
    warm = sorted(record.overhead_s for record in records)[: len(records) - jobs]
    usual, worst = statistics.median(warm), warm[-1]
    tell(
        f"{count} runs of {seconds:g} s, {jobs} at a time",
        [
            ("wall time / ideal", f"{wall / ideal:.3f}", MAX_RATIO, wall / ideal <= MAX_RATIO),
            ("overhead of a warm run, median s", f"{usual:.3f}", "", None),
            ("overhead of a warm run, worst s", f"{worst:.3f}", MAX_OVERHEAD, worst < MAX_OVERHEAD),
        ],
    )


@batch.command("many")
@click.option("--runs", "count", default=10_000, show_default=True)
@click.option("--seconds", default=0.05, show_default=True)
@click.option("--jobs", default=2, show_default=True)
def many_command(count: int, seconds: float, jobs: int) -> None:
    """Memory of the batch and of its workers over many short runs."""
    with folder() as out:
        wall, samples = run_batch(out, count, seconds, jobs)
    tenth = max(len(samples) // 10, 1)
    # The last tenth is left out: it includes the tables, which `summary` measures.
    early, late = samples[tenth : 2 * tenth], samples[-2 * tenth : -tenth]
    rows = []
    for name in ("parent", "worker"):
        before = statistics.median(getattr(sample, name) for sample in early)
        after = statistics.median(getattr(sample, name) for sample in late)
        figure = f"{before:.0f} to {after:.0f}, x {after / before:.2f}"
        rows.append((f"{name}: MB", figure, MAX_GROWTH, after / before <= MAX_GROWTH))
    each = (wall * jobs / count) - seconds
    rows.append(("overhead of a run, all told, s", f"{each:.3f}", MAX_OVERHEAD, each < 0.3))
    tell(f"{count} runs of {seconds:g} s, {jobs} at a time", rows)


@batch.command("summary")
@click.option("--runs", "count", default=100_000, show_default=True)
def summary_command(count: int) -> None:
    """Reading a journal, and writing CSV, JSON and report."""
    with folder() as out:
        out.mkdir()
        with open(out / NAME, "w", encoding="utf-8") as journal:
            journal.writelines(record.to_line() for record in made_up(count))
        began = time.monotonic()
        write_tables(out, ())
        wall = time.monotonic() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    tell(
        f"tables and report of {count:,} results",
        [
            ("seconds", f"{wall:.1f}", SUMMARY_SECONDS, wall < SUMMARY_SECONDS),
            ("peak memory, GB", f"{peak:.2f}", SUMMARY_GB, peak < SUMMARY_GB),
        ],
    )


def made_up(count: int) -> Iterator[RunRecord]:
    """Yield records like those of a large batch: a thousand puzzles, two engines, many seeds."""
    chance = random.Random(1)
    for number in range(count):
        puzzle, setting, seed = f"p{number % 1000:04}", ("a", "b")[number // 1000 % 2], number
        cost, seconds, history = 20, 0.1, []
        for _ in range(chance.randint(2, 8)):
            cost -= chance.randint(1, 2)
            seconds *= 1 + 2 * chance.random()
            history.append((round(seconds, 3), cost))
        yield RunRecord(
            run=f"{puzzle}/{setting}/seed-{seed}",
            puzzle=puzzle,
            setting=setting,
            engine="beam",
            seed=seed,
            state="done",
            goal="frame",
            size="9x7",
            status="feasible",
            cost=cost,
            elapsed_s=10.0,
            overhead_s=0.1,
            history=tuple(history),
            threads=1,
            lexicon="fr",
            lexicon_sha256="0" * 64,
            puzzle_sha256="1" * 64,
            version="0",
        )


# ---- measuring ----------------------------------------------------------------------------------


@contextmanager
def folder() -> Iterator[Path]:
    """Yield the path of a folder that does not exist yet; it is deleted afterwards."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name) / "out"


def run_batch(out: Path, count: int, seconds: float, jobs: int) -> tuple[float, list[Sample]]:
    """Run the command; return its seconds and memory samples.

    A batch with one run per job goes first, so that kernels are compiled and files are cached.
    """
    command = [sys.executable, "-m", "patience", "batch", *PUZZLES, "--quiet", "--jobs", str(jobs)]
    warm = out.with_name("warm")
    subprocess.run([*command, "--out", str(warm), "--time-limit", "0.5"], check=True)
    seeds = str(-(-count // len(PUZZLES)))
    began = time.monotonic()
    process = subprocess.Popen(
        [*command, "--out", str(out), "--time-limit", str(seconds), "--seeds", seeds]
    )
    samples: list[Sample] = []
    ended = threading.Event()
    watch = threading.Thread(target=_watch, args=(process.pid, began, samples, ended))
    watch.start()
    code = process.wait()
    wall = time.monotonic() - began
    ended.set()
    watch.join()
    if code:
        raise click.ClickException(f"the batch ended with exit code {code}")
    return wall, samples


def _watch(pid: int, began: float, samples: list[Sample], ended: threading.Event) -> None:
    while not ended.wait(_SAMPLE_EVERY):
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            workers = [_megabytes(int(child)) for child in children]
            samples.append(Sample(time.monotonic() - began, _megabytes(pid), max(workers)))
        except (OSError, ValueError):  # the process is starting or ending
            continue


def _megabytes(pid: int) -> float:
    """Return the resident memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


Row = tuple[str, str, object, bool | None]


def tell(title: str, rows: Sequence[Row]) -> None:
    """Print a table; its goals assume an idle machine."""
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    head = f"{title} ({processors()} processors, load at the end {load}):\n"
    cells = [[*map(str, row), "" if met is None else mark(met)] for *row, met in rows]
    click.echo(f"{head}\n{document(['what', 'measured', 'at most', ''], cells, [])}")
