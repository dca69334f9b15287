"""Running a peer: a process of its own, its grids read as they come, its time limited."""

from __future__ import annotations

import hashlib
import os
import signal
import string
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Collection, Generator, Iterable, Sequence, Set
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from patience.files.text import write_text
from patience.game.grid import BLANK, Grid
from scripts.bench.peers.peer import DONE, HEIGHT, VERSION, WIDTH, Peer
from scripts.bench.quality import NEVER
from scripts.common import ROOT

_FINGERPRINT = 12  # hexadecimal digits


class Found(NamedTuple):
    """What a program (and its version) found: blanks, after how long, or why it was left out."""

    program: str
    blanks: float = NEVER
    seconds: float = NEVER
    left_out: str = ""


def ask(peer: Peer, words: Collection[str], seconds: float) -> Found:
    """Return the best grid that a peer finds in so many seconds, reading the words included.

    A peer that crashes or hangs keeps the grids it had. It is left out if it had none, or printed
    one that is no grid of these words.
    """
    if peer.file is None:
        return Found(peer.name, left_out=peer.missing)
    found = Found(f"{peer.name} {_fingerprint(peer.file)}".strip())
    known = frozenset(words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # A letter that stands alone in one direction is a word to a peer.
        write_text(folder / "words", "\n".join([*string.ascii_uppercase, *words]) + "\n")
        write_text(folder / "question", peer.question)
        rows: deque[str] = deque(maxlen=HEIGHT)
        try:
            with closing(_lines(peer.command, folder, seconds)) as lines:
                for when, line in lines:
                    if line.startswith(VERSION):
                        version = line.removeprefix(VERSION)
                        found = found._replace(program=f"{found.program}, version {version}")
                    elif line != DONE:
                        rows.append(line)
                    elif (blanks := blanks_of(rows, known)) < found.blanks:
                        found = found._replace(blanks=blanks, seconds=when)
        except ValueError as error:
            return Found(found.program, left_out=str(error))
        if found.blanks == NEVER:
            said = (folder / "errors").read_text("utf-8", "replace").splitlines()
            found = found._replace(left_out=said[0] if said else "no grid")
    return found


def blanks_of(lines: Iterable[str], known: Set[str]) -> int:
    """Return the number of blanks of a printed grid; spaces may stand between its cells.

    Raises
    ------
    ValueError
        If it is not 9x7, or holds a run of two or more letters that is no word.
    """
    rows = ["".join(line.split()) for line in lines]
    if [len(row) for row in rows] != [WIDTH] * HEIGHT:
        raise ValueError(f"it printed a grid that is not {WIDTH}x{HEIGHT}")
    letters = set(string.ascii_uppercase)
    grid = Grid(tuple("".join(x if x in letters else BLANK for x in row) for row in rows))
    for run in grid.runs():
        if run.text not in known:
            raise ValueError(f"it printed a grid with {run.text}, which is no word")
    return grid.blanks


def _lines(
    command: Sequence[str], folder: Path, seconds: float
) -> Generator[tuple[float, str], None, None]:
    """Yield what a program prints and when; end it after so many seconds, with all it started."""
    begun = time.monotonic()
    with (
        (folder / "question").open() as question,
        (folder / "errors").open("w") as errors,
        subprocess.Popen(
            [*command, str(folder / "words")], cwd=ROOT, stdin=question, stdout=subprocess.PIPE,
            stderr=errors, text=True, errors="replace", start_new_session=True,
        ) as process,
    ):  # fmt: skip
        timer = Timer(seconds, _end, [process])
        timer.start()
        try:
            for line in process.stdout or ():
                yield time.monotonic() - begun, line.strip()
        finally:
            timer.cancel()
            timer.join()
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _fingerprint(file: str) -> str:
    """Tell versions apart by the hash of the file; the loader knows a library by its name alone."""
    path = Path(file)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_FINGERPRINT] if path.is_file() else ""
