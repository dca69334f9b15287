"""Letters of the start that few words can join: one of these words is laid before a cycle begins.

A run of the start that is no word lies within a longer one. Moves are tried at random, and hardly
any lays the one word with GH in it. So while a run has few words, one of them is drawn, the fewest
first, and its letters are as those of the start until the cycle ends. What is drawn may lead
nowhere; the next cycle draws anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, Subproblem
from patience.words.wordlist import WordList

# Words up to which a run has few. Sixteen hard open boards of 121 to 400 cells, three seeds each,
# 60 million work: two of 48 runs without a grid with 128, none with 512, four with 32 to 256 drawn.
_FEW = 512

_RUN = re.compile(rb"[^.#]{2,}")


class Joining:
    """The words that can join letters of a start; those of the latest lines are kept."""

    def __init__(self, words: WordList) -> None:
        self._words = words
        self._places_in = lru_cache(maxsize=1000)(self._places)

    def drawn(self, subproblem: Subproblem, rng: Random) -> Subproblem | None:
        """Return the subproblem with such words laid; None if a run then has none."""
        whole: Subproblem | None = subproblem
        while whole is not None:
            runs = [run for run in self._runs(whole.cells) if len(run[2]) <= _FEW]
            if not runs:
                break
            down, number, places = min(runs, key=lambda run: len(run[2]))
            tried = (_laid(whole, down, number, *x) for x in rng.sample(places, len(places)))
            whole = next(filter(None, tried), None)
        return whole

    def _runs(self, cells: NDArray[np.int8]) -> Iterator[tuple[bool, int, list[tuple[int, bytes]]]]:
        """Yield the line of each run of fixed letters that is no word, and where words join it."""
        shown = np.where(cells < CELL_FACE_DOWN, cells + ord("A"), ord("#"))
        shown = np.where(cells == CELL_OPEN, ord("."), shown).astype(np.uint8)
        for down in (False, True):
            for number, line in enumerate(shown.T if down else shown):
                for run in _RUN.finditer(line.tobytes()):
                    if self._words.alphabet.decoded(run.group()) not in self._words:
                        yield down, number, self._places_in(line.tobytes(), *run.span())

    def _places(self, line: bytes, start: int, stop: int) -> list[tuple[int, bytes]]:
        """Return the words of a line that contain a run of its letters, after their first cells."""
        found: list[tuple[int, bytes]] = []
        text, run, ends = self._words.text, line[start:stop], b"#" + line + b"#"
        at = text.find(run)
        while at >= 0 and len(found) <= _FEW:
            begin, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
            word, first = text[begin:end], start - (at - begin)
            cells = line[max(first, 0) : first + len(word)]
            if (
                len(cells) == len(word)
                and all(x in (ord("."), y) for x, y in zip(cells, word, strict=True))
                and {ends[first], ends[first + len(word) + 1]} <= set(b".#")
            ):
                found.append((first, word))
            at = text.find(run, at + 1)
        return found


def _laid(
    subproblem: Subproblem, down: bool, number: int, first: int, word: bytes
) -> Subproblem | None:
    """Return the subproblem with a word laid; None if there are too few tiles."""
    laid = np.full(subproblem.cells.shape, CELL_FACE_DOWN, np.uint8)
    line = (laid.T if down else laid)[number]
    line[first : first + len(word)] = np.frombuffer(word, np.uint8) - ord("A")
    return subproblem.with_fixed(laid, laid < CELL_FACE_DOWN)
