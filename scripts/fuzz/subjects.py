"""The commands under test, with their invariants: solve, prove (also on a cluster), batch, play."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from patience.batch.journal import NAME, read_journal
from patience.errors import PatienceError
from patience.files.grids import read_grid
from patience.referee import verify
from patience.words.lexicon import load

PROGRAM = (sys.executable, "-m", "patience")

# The command with short tasks on a cluster and a state saved all the time; Ctrl-C ends it without
# a traceback while modules load, as it does the program itself.
_SAVING = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from patience.__main__ import main
from patience.proofs import cluster, propositions
cluster._SECONDS = propositions.SAVE_EVERY = 0.2
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""

# Longest delay before a disturbance at a random moment, in seconds.
_MAX_SECONDS = 4.0

# A better grid in the progress lines.
_BEST = re.compile(r"s: (\d+) face down")


class Flaw(Exception):
    """A violation after a disturbance."""


@dataclass
class Ended:
    """The end of a command; a negative code is the signal that killed it."""

    code: int
    out: str
    err: str


class Subject:
    """A command run in a folder of its own.

    `codes` are the exit codes of an undisturbed run, `stopped` those of a run that the user
    stopped. `resumes` tells whether the same command resumes what an earlier one left,
    `has_workers` whether it starts processes, `on_cluster` whether these are a cluster, `endless`
    whether it runs until it is stopped. `longest` is the longest delay before a disturbance at a
    random moment, in seconds.
    """

    name: str
    codes: frozenset[int]
    stopped: frozenset[int]
    has_workers = on_cluster = endless = resumes = False
    longest = _MAX_SECONDS

    def prepare(self, folder: Path) -> None:
        """Write the input files, if there are any."""

    def began(self, process: subprocess.Popen[bytes]) -> None:
        """Hear of a command that was started."""

    def command(self, target: str = "out") -> list[str]:
        """Return the command; its output files are named `target` or start with it."""
        raise NotImplementedError

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """Raise Flaw if a file is damaged, or has less than the command reported."""

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """Raise Flaw if an undisturbed run after a disturbed one has a wrong result."""


class Solve(Subject):
    """A search that writes each better grid at once."""

    name = "solve"
    codes = frozenset({0})
    # 1: no grid yet; 130: stopped before the search.
    stopped = frozenset({0, 1, 130})

    def command(self, target: str = "out") -> list[str]:
        """Search for a second."""
        arguments = "solve --frame 9x7 --lexicon fr-common --time-limit 1 --threads 1 --output"
        return [*PROGRAM, *arguments.split(), target]

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """Check that the file's grid is valid and as good as the last one reported."""
        file = folder / target
        cost = judged(file) if file.is_file() and file.stat().st_size else None
        told = [int(text) for text in _BEST.findall(ended.err)] if ended else []
        if told and (cost is None or cost > min(told)):
            raise Flaw(f"told of {min(told)} face down, kept {cost}")

    def finished(self, folder: Path, target: str, ended: Ended) -> None:
        """Check that there is a grid."""
        judged(folder / target)


class Prove(Subject):
    """A proof that saves its state."""

    name = "prove"
    codes = frozenset({0})
    stopped = frozenset({0, 3, 130})
    resumes = True
    proof = "--frame 5x5 --tiles AAABCCEEFGILLMNOOQSSTUUUV --lexicon fr-basic --at-most 2"
    program: tuple[str, ...] = PROGRAM
    workforce: tuple[str, ...] = ("--threads", "1")

    def command(self, target: str = "out") -> list[str]:
        """Refute three levels, by rows and by slots, which takes some seconds."""
        files = ["--state", target, "--certificate", f"{target}.certificate"]
        return [*self.program, "prove", *self.proof.split(), *self.workforce, *files]

    def inspect(self, folder: Path, target: str, ended: Ended | None) -> None:
        """Check that state and certificate are intact or absent."""
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
        """Check that the proposition is proven, with the nodes of an undisturbed proof."""
        if "proven: no grid" not in ended.out:
            raise Flaw(f"the proof ended with {ended.out!r}")
        self.inspect(folder, target, ended)
        levels = _levels(folder / f"{target}.certificate")
        if levels != _calm_levels(self.proof):
            raise Flaw(f"other nodes than in an undisturbed proof: {levels}")


class ProveOnCluster(Prove):
    """A longer proof on a Dask cluster with two workers, which starts and ends with it."""

    name = "cluster"
    has_workers = on_cluster = True
    longest = 20.0
    proof = "--frame 5x5 --tiles AAABCCEEFGILLMNOOQSSTUUUV --lexicon fr --at-most 1"
    program = (sys.executable, "-c", _SAVING)
    workforce = ("--threads", "2", "--cluster", "local")


class Batch(Subject):
    """Twelve short runs in two processes, whose outcomes depend on their seeds alone."""

    name = "batch"
    codes = frozenset({0})
    stopped = frozenset({0, 130})
    resumes = True
    has_workers = True
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
        """Check that each run in the journal has its files and a valid grid."""
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
        """Check that all runs are done, with the outcomes of an undisturbed batch."""
        self.inspect(folder, target, ended)
        found = outcomes(folder / target)
        if not Batch.calm:
            Batch.calm = found
        if found != Batch.calm:
            raise Flaw(f"{len(found)} runs, not all as in an undisturbed batch")


class Play(Subject):
    """The page, which a browser opens at once; its search process then gets ready."""

    name = "play"
    codes = frozenset({0})
    stopped = frozenset({0, 130})
    has_workers = endless = True
    token = "a-token-for-kills"

    def prepare(self, folder: Path) -> None:
        """Find a free port."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def command(self, target: str = "out") -> list[str]:
        """Serve the page."""
        arguments = ["--no-open", "--port", str(self.port), "--token", self.token]
        return [*PROGRAM, "play", *arguments]

    def began(self, process: subprocess.Popen[bytes]) -> None:
        """Open the page as soon as it is served."""
        threading.Thread(target=self._visit, args=(process,), daemon=True).start()

    def _visit(self, process: subprocess.Popen[bytes]) -> None:
        url = f"http://127.0.0.1:{self.port}/api/begin"
        heads = {"content-type": "application/json", "x-patience-page": "kills"}
        heads["x-patience-token"] = self.token
        while process.poll() is None:
            with suppress(OSError):
                urllib.request.urlopen(urllib.request.Request(url, b"{}", heads)).close()
                return
            time.sleep(0.02)


SUBJECTS: Sequence[Subject] = (Solve(), Prove(), ProveOnCluster(), Batch(), Play())


@cache
def _calm_levels(proof: str) -> list[Any]:
    """Return the levels of a proof undisturbed, in one process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        command = [*PROGRAM, "prove", *proof.split(), "--certificate", str(file)]
        subprocess.run(command, check=True, capture_output=True)
        return _levels(file)


def _levels(certificate: Path) -> list[Any]:
    levels: list[Any] = json.loads(certificate.read_text("utf-8"))["levels"]
    return levels


def outcomes(out: Path) -> dict[str, tuple[int | None, str]]:
    """Return the outcome of each run of a batch."""
    return {
        name: (record.cost, (out / record.grid_file).read_text() if record.grid_file else "")
        for name, record in read_journal(out).records.items()
    }


def judged(file: Path) -> int:
    """Return the cost of the grid in a file, judged by its header.

    Raises
    ------
    Flaw
        If the grid is invalid.
    """
    try:
        read = read_grid(file)
        spec = read.spec().for_grid(read.grid)
        report = verify(spec.puzzle(), read.grid, load(*spec.vocabulary))
    except PatienceError as error:
        raise Flaw(str(error)) from None
    if not report.valid or report.cost is None or str(report.cost) != read.header.get("cost"):
        raise Flaw(f"{file.name} holds no valid grid of the cost above it: {report.violations}")
    return report.cost
