"""Damaged user input: no traceback, hang, wrong exit code or excessive memory.

python -m scripts.fuzz inputs --cases 100000 --seed 1         half an hour on two cores
python -m scripts.fuzz inputs --seed 1 --first 4711 --cases 1 --show    one case again
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

import click
from click.testing import CliRunner, Result

from patience.cli import main as program
from patience.engines.machine import processors
from patience.render.text import number_of
from scripts.common import deliver, document, machine_line, output_option, tell
from scripts.fuzz.cases import BATCH, KINDS, PROOF, Case, base_files, draw

# Documented exit codes by command.
_CODES = {"batch": {0, 1, 2}, "prove": {0, 1, 2, 3}}
_USUAL = {0, 1, 2}

# Seconds: most work of one case, and silence after which a process counts as hung.
_SLOW = 10.0
_HUNG = 60.0
_MAX_BYTES = 2_000_000_000

# Cases per process: memory left by earlier cases must not count against later ones.
_TOGETHER = 1000


class Fault(NamedTuple):
    """A violation by a case."""

    number: int
    kind: str
    what: str


def run(case: Case, folder: Path) -> tuple[Result, float]:
    """Run a case in a folder made for it; return its result and its processor seconds."""
    folder.mkdir()
    for name, data in {**base_files(), **case.files}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    started = time.process_time()
    result = _invoke(case.arguments, folder, case.stdin)
    return result, time.process_time() - started


def _invoke(arguments: Sequence[str], folder: Path, stdin: bytes | str = b"") -> Result:
    with chdir(folder):
        return CliRunner().invoke(program, arguments, input=stdin)


def faults_of(case: Case, result: Result, seconds: float, folder: Path) -> Iterator[str]:
    """Yield what is wrong with the end of a case."""
    error = result.exception
    if error is not None and not isinstance(error, SystemExit):
        yield f"{type(error).__name__}: {error}"
        return
    told = result.stderr
    if result.exit_code not in _CODES.get(case.arguments[0], _USUAL):
        yield f"exit code {result.exit_code}: {told[-300:]}"
    elif "Traceback" in told or "internal error" in told:
        yield f"told: {told[-300:]}"
    elif result.exit_code == 2 and not told.rstrip("\n").rpartition("\n")[2].startswith(
        "patience:"
    ):
        yield f"exit code 2 without a sentence: {told[-300:]!r}"
    if seconds > _SLOW:
        yield f"{seconds:.1f} s"
    if any(folder.glob(".patience-*")):
        yield "a half-written file is left"
    if result.exit_code == 0 and "--json" in case.arguments:
        try:
            json.loads(result.stdout)
        except ValueError as fault:
            yield f"JSON that is none: {fault}"


def verified(case: Case, result: Result, folder: Path) -> Iterator[str]:
    """Yield the referee's objections to a solved grid, read with its header alone."""
    as_text = not {"--format", "--json", "--hint"} & set(case.arguments)
    if case.arguments[0] != "solve" or result.exit_code != 0 or not as_text:
        return
    again = _invoke(["verify", "-"], folder, result.stdout)
    if again.exit_code != 0:
        yield f"its own grid is refused: {again.stdout[-200:]}{again.stderr[-200:]}"


def misread(case: Case, result: Result, folder: Path) -> Iterator[str]:
    """Yield the difference between the output and that of the plain file, unless it was refused.

    A valid puzzle file is unambiguous, so it must not be refused.
    """
    if case.plain is None or (result.exit_code == 2 and case.kind != "puzzle file"):
        return
    (folder / next(iter(case.files))).write_bytes(case.plain)
    wanted = _invoke(case.arguments, folder)
    if (result.exit_code, result.stdout) != (wanted.exit_code, wanted.stdout):
        what = result.stdout[-300:] or result.stderr[-300:]
        yield f"misread: {what!r} instead of {wanted.stdout[-300:]!r}"


def attempt(number: int, case: Case, place: Path) -> list[Fault]:
    """Run a case and return what is wrong."""
    folder = place / "case"
    result, seconds = run(case, folder)
    found = [*faults_of(case, result, seconds, folder), *verified(case, result, folder)]
    found += misread(case, result, folder)
    peak = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if peak > _MAX_BYTES:
        found.append(f"{peak / 1e9:.1f} GB")
    shutil.rmtree(folder)
    return [Fault(number, case.kind, what) for what in found]


def samples_of(place: Path) -> dict[str, bytes]:
    """Have the program write sample files, to be damaged later.

    Raises
    ------
    click.ClickException
        If a command fails.
    """
    folder = place / "samples"
    folder.mkdir()
    for name, data in base_files().items():
        (folder / name).write_bytes(data)
    search = "solve instance.toml --max-width 3 --engine beam"
    prove = "prove instance.toml --at-most 0"
    for command in (
        f"{search} --output grid.txt",
        f"{search} --count 2 --differ 1 --output grid.2",
        f"{search} --output result.json",
        "show grid.txt --output grid.ipuz",
        "show grid.txt --output grid.exolve",
        "show grid.txt --output grid.puz",
        f"{prove} --certificate certificate.json",
        f"{prove} --state state.json",
        f"{' '.join(PROOF)} --time-limit 0.5 --state begun.json",
        f"{' '.join(BATCH)} --out batch",
    ):
        done = _invoke(command.split(), folder)
        if done.exit_code not in (0, 1, 3):
            raise click.ClickException(f"{command}: {done.stderr}{done.exception}")
    shutil.copy(folder / "batch/journal.jsonl", folder)
    files = [path for path in folder.iterdir() if path.is_file() and path.name not in base_files()]
    return {path.name: path.read_bytes() for path in files}


def _work(drawn: Callable[[int], Case], numbers: range, place: Path, told: Connection) -> None:
    """Run cases in this process; send each number as it begins, then its faults."""
    os.chdir(place)
    for number in numbers:
        told.send(number)
        try:
            found = attempt(number, drawn(number), place)
        except Exception as error:  # a bug in this script must not end a long run
            found = [Fault(number, "script", f"{type(error).__name__}: {error}")]
            shutil.rmtree(place / "case", ignore_errors=True)
        if found:
            told.send(found)
    told.send(None)


def together(drawn: Callable[[int], Case], numbers: range) -> list[Fault]:
    """Run cases in worker processes, so that one that hangs or dies costs no other."""
    faults: list[Fault] = []
    start = multiprocessing.get_context("spawn")
    while numbers:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
            mine, its = start.Pipe(duplex=False)
            worker = start.Process(target=_work, args=(drawn, numbers, Path(place), its))
            worker.start()
            its.close()
            at, end = _listen(mine, numbers[0], faults)
            worker.kill()
            worker.join()
        if not end:
            return faults
        faults.append(Fault(at, drawn(at).kind, end))
        numbers = range(at + 1, numbers[-1] + 1)
    return faults


def _listen(told: Connection, at: int, faults: list[Fault]) -> tuple[int, str]:
    """Read a worker's reports; return its last case, and how it ended unless normally."""
    while told.poll(_HUNG):
        try:
            said = told.recv()
        except EOFError:
            return at, "the process died"
        if said is None:
            return at, ""
        if isinstance(said, int):
            at = said
        else:
            faults.extend(said)
    return at, f"hung for {_HUNG:.0f} s"


def _tell_of(case: Case) -> None:
    tell(f"{case.kind}: patience {' '.join(map(repr, case.arguments))}")
    for name, data in case.files.items():
        tell(f"--- {name}\n{data[:2000]!r}")
    if case.stdin:
        tell(f"--- standard input\n{case.stdin[:2000]!r}")


@click.command()
@click.option("--cases", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first case.")
@click.option("--jobs", type=click.IntRange(1), default=processors(), show_default=True)
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="These alone.")
@click.option("--show", is_flag=True, help="Show each case before it runs; use it with few.")
@output_option
def command(
    *,
    cases: int,
    seed: int,
    first: int,
    jobs: int,
    kinds: Sequence[str],
    show: bool,
    output: str | None,
) -> int:
    """Run random commands on spoilt input; list every one that does not end as it should."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        samples = samples_of(Path(place))
    drawn = partial(draw, seed, samples=samples, kinds=kinds)
    parts = [
        range(start, min(start + _TOGETHER, first + cases))
        for start in range(first, first + cases, _TOGETHER)
    ]
    if show:
        for number in range(first, first + cases):
            _tell_of(drawn(number))
    faults: list[Fault] = []
    with ThreadPoolExecutor(jobs) as pool:
        for done, found in enumerate(pool.map(partial(together, drawn), parts), 1):
            faults += found
            for fault in found:
                tell(f"{fault.number}, {fault.kind}: {fault.what}")
            tell(f"{min(done * _TOGETHER, cases):,} cases, {number_of(len(faults), 'fault')}")
    run_of = Counter(drawn(number).kind for number in range(first, first + cases))
    fell = Counter(fault.kind for fault in faults)
    rows = [[kind, f"{run_of[kind]:,}", f"{fell[kind]:,}"] for kind in kinds or KINDS]
    notes = [f"Seed {seed}, cases {first:,} to {first + cases - 1:,}.", machine_line()]
    deliver(document(["input", "cases", "fell"], rows, notes), output)
    return 1 if faults else 0
