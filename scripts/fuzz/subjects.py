"""What is disturbed: the commands solve, prove and batch, and what must hold after any of them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from patience.batch.journal import NAME, read_journal
from patience.errors import PatienceError
from patience.files.grids import read_grid
from patience.game.referee import verify
from patience.words.lexicon import load

PROGRAM = (sys.executable, "-m", "patience")

# How the progress lines tell of a better grid.
_BEST = re.compile(r"s: (\d+) face down")


class Flaw(Exception):
    """Something that a disturbance must not bring about."""


@dataclass
class Ended:
    """How a command ended; a code below 0 is the signal that killed it."""

    code: int
    out: str
    err: str


class Subject(Protocol):
    """A command run in a folder of its own.

    Attributes
    ----------
    name : str
    codes : set of int
        Exit codes of an undisturbed run.
    stopped : set of int
        Exit codes of a run that the user stopped.
    resumes : bool
        Whether the same command goes on from what an earlier one has left.
    """

    name: str
    codes: frozenset[int]
    stopped: frozenset[int]
    resumes: bool

    def prepare(self, folder: Path) -> None:
        """Write what the command reads."""

    def command(self, target: str = "out") -> list[str]:
        """Return the command; all that it writes is called `target` or begins so."""

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """Raise Flaw if anything that lies there is not whole, or less than was told."""

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """Raise Flaw if an undisturbed run over what a disturbed one left is not as promised."""


class Solve:
    """A search that writes each better grid at once."""

    name = "solve"
    codes = frozenset({0})
    # No grid yet; or stopped before the search.
    stopped = frozenset({0, 1, 130})
    resumes = False

    def prepare(self, folder: Path) -> None:
        """Nothing is read."""

    def command(self, target: str = "out") -> list[str]:
        """Search for two seconds."""
        arguments = "solve --frame 9x7 --lexicon fr-common --time-limit 2 --threads 1 --output"
        return [*PROGRAM, *arguments.split(), target]

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """The grid in the file is valid and as good as the last one that was told."""
        file = folder / target
        cost = judged(file) if file.is_file() and file.stat().st_size else None
        told = [int(text) for text in _BEST.findall(ended.err)] if ended else []
        if told and (cost is None or cost > min(told)):
            raise Flaw(f"told of {min(told)} face down, kept {cost}")

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """There is a grid."""
        judged(folder / target)


class Prove:
    """A proof that keeps its state."""

    name = "prove"
    codes = frozenset({0})
    stopped = frozenset({0, 3, 130})
    resumes = True

    def prepare(self, folder: Path) -> None:
        """Nothing is read."""

    def command(self, target: str = "out") -> list[str]:
        """Refute a grid without blanks: some seconds."""
        hand = "AAABCDEEEEFGHIIILLMMNNOOPRRRSSTTU"
        arguments = f"prove --frame 6x4 --tiles {hand} --lexicon fr-basic --at-most 0 --threads 1"
        files = ["--state", target, "--certificate", f"{target}.certificate"]
        return [*PROGRAM, *arguments.split(), *files]

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """State and certificate are whole or not there."""
        for name in (target, f"{target}.certificate"):
            file = folder / name
            if file.is_file() and file.stat().st_size:
                try:
                    json.loads(file.read_text("utf-8"))
                except ValueError:
                    raise Flaw(f"{name} is not whole") from None
        if ended and ended.code == 0 and not (folder / f"{target}.certificate").exists():
            raise Flaw("proven, but there is no certificate")

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """It is proven."""
        if "proven: no grid" not in ended.out:
            raise Flaw(f"the proof ended with {ended.out!r}")
        self.inspect(folder, target, ended)


class Batch:
    """Twelve short runs in two processes, whose outcome depends on nothing but their seeds."""

    name = "batch"
    codes = frozenset({0})
    stopped = frozenset({0, 130})
    resumes = True
    calm: Mapping[str, tuple[int | None, str]] = {}

    def prepare(self, folder: Path) -> None:
        """Write three puzzles."""
        for number, size in enumerate(("5x4", "6x5", "7x5")):
            text = f'goal = "frame"\nframe = "{size}"\ntiles = "diamino-63"\nlexicon = "fr-basic"\n'
            (folder / f"p{number}.toml").write_text(text)

    def command(self, target: str = "out") -> list[str]:
        """Run all of them."""
        puzzles = [f"p{number}.toml" for number in range(3)]
        arguments = "--seeds 4 --jobs 2 --threads 1 --engine beam --max-width 100 --out"
        return [*PROGRAM, "batch", *puzzles, *arguments.split(), target]

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """What has a line in the journal has its files, and its grid is valid."""
        out = folder / target
        if not (out / NAME).exists():
            return
        past = read_journal(out)
        if past.unreadable:
            raise Flaw(f"{past.unreadable} lines of the journal cannot be read")
        for record in past.records.values():
            if not record.done:
                continue
            try:
                json.loads((out / record.json_file).read_text("utf-8"))
            except (OSError, ValueError) as error:
                raise Flaw(f"{record.run} has no whole result: {error}") from None
            if record.cost is not None and judged(out / record.grid_file) != record.cost:
                raise Flaw(f"the grid of {record.run} does not cost {record.cost}")

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """All runs are done, and found what they find undisturbed."""
        self.inspect(folder, target, ended)
        found = outcomes(folder / target)
        if not Batch.calm:
            Batch.calm = found
        if found != Batch.calm:
            raise Flaw(f"{len(found)} runs, not all as in an undisturbed batch")


SUBJECTS: Sequence[Subject] = (Solve(), Prove(), Batch())


def outcomes(out: Path) -> dict[str, tuple[int | None, str]]:
    """Return what each run of a batch came to."""
    return {
        name: (record.cost, (out / record.grid_file).read_text() if record.grid_file else "")
        for name, record in read_journal(out).records.items()
    }


def judged(file: Path) -> int:
    """Return the cost of the grid in a file, as the referee counts it by the lines above it.

    Raises
    ------
    Flaw
        If it is no valid grid.
    """
    try:
        read = read_grid(file)
        spec = read.spec().for_grid(read.grid)
        report = verify(spec.puzzle(), read.grid, load(spec.lexicon_name, spec.conventions))
    except PatienceError as error:
        raise Flaw(str(error)) from None
    if not report.valid or report.cost is None or str(report.cost) != read.header.get("cost"):
        raise Flaw(f"{file.name} holds no valid grid of the cost above it: {report.violations}")
    return report.cost
