"""Peers side by side: other programs that fill 9x7 with letters without limit, one core each.

A peer is looked for on the PATH, built by the user (docs/contributing.md says how), and left out
with a word where it is missing. All get the same words and the same seconds.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from patience.files.text import write_text
from patience.game.grid import Grid
from patience.words.lexicon import load
from scripts.bench.ladder import LEXICON, run, select, this_program
from scripts.bench.quality import NEVER, number
from scripts.common import document, tell

WIDTH, HEIGHT = 9, 7

# What crossword_gen is asked besides rows, columns and blanks: no symmetry, blanks anywhere, its
# heuristic, at most two letters a cell at first.
_CROSSWORD_GEN = "0 0 1 2"


class Found(NamedTuple):
    """What a program (and its version) found: blanks, after how long, or why it was left out."""

    program: str
    blanks: float
    seconds: float
    left_out: str = ""


def crossword_gen(seconds: float) -> Found:
    """Ask crossword_gen for ever fewer blanks, each time as long as there is time left."""
    path = shutil.which("crossword_gen")
    if path is None:
        return Found("crossword_gen", NEVER, NEVER, "not on the PATH")
    name = f"crossword_gen {_version(path)}"
    words = load(LEXICON).words
    begun, best = time.monotonic(), Found(name, NEVER, NEVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "words.txt"
        # It wants one-letter words too wherever a letter stands alone in one direction.
        letters = [chr(ord("A") + k) for k in range(26)]
        write_text(file, "\n".join([*letters, *words]) + "\n")
        asked = WIDTH * HEIGHT // 5
        while asked >= 0:
            left = seconds - (time.monotonic() - begun)
            question = f"{HEIGHT} {WIDTH} {asked} {_CROSSWORD_GEN}\n"
            try:
                done = subprocess.run(
                    [path, str(file)], input=question, capture_output=True, text=True,
                    timeout=max(left, 0.01), check=False,
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                break
            grid = grid_in(done.stdout)
            if grid is None:
                break
            blanks = sum(x == "." for _, x in grid.cells())
            best = Found(name, blanks, time.monotonic() - begun)
            asked = blanks - 1
    return best


def grid_in(text: str) -> Grid | None:
    """Return the last 9x7 grid in what a program printed; anything but letters is a blank."""
    rows = ["".join(line.split()).upper() for line in text.splitlines()]
    fitting = [len(row) == WIDTH for row in rows]
    for last in range(len(rows), HEIGHT - 1, -1):
        if all(fitting[last - HEIGHT : last]):
            kept = rows[last - HEIGHT : last]
            return Grid(tuple("".join(x if "A" <= x <= "Z" else "." for x in r) for r in kept))
    return None


def patience(seconds: float) -> Iterator[Found]:
    """Ask this program with 38 tiles of each letter, and with 608 natural ones."""
    for rung in select([f"{WIDTH}x{HEIGHT}, n = 608", f"{WIDTH}x{HEIGHT}, 38 of each"]):
        outcome = run("this", this_program(), rung, 1, seconds, 1)
        when = outcome.history[-1][0] if outcome.history else NEVER
        yield Found(f"patience, {rung.said}", outcome.cost_at(NEVER), when)


def table(found: Sequence[Found], seconds: float, machine: str) -> str:
    """Return what each program found."""
    rows = [
        [x.program, x.left_out or number(x.blanks), f"{x.seconds:.1f}" if x.seconds < NEVER else ""]
        for x in found
    ]
    note = (
        f"{WIDTH}x{HEIGHT}, the {len(load(LEXICON).words):,} words of {LEXICON}, {seconds:g} s, "
        "one core. Peers have letters without limit and rules of their own; only their blanks are "
        "counted."
    )
    return document(["program", "blanks", "after, s"], rows, [note, machine])


def compare(seconds: float) -> list[Found]:
    """Run all programs, one after the other."""
    found = []
    for each in (*patience(seconds), crossword_gen(seconds)):
        tell(f"{each.program}: {each.left_out or number(each.blanks)}")
        found.append(each)
    return found


def _version(path: str) -> str:
    """Name a program that tells no version by the hash of its file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
