"""The words of a lexicon as arrays, and the tiles left to spell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle

NO_LETTER = -1

Flags = NDArray[np.bool_]


class Supply(NamedTuple):
    """The tiles left: counts of the letters in alphabetical order, and jokers."""

    left: NDArray[np.int16]
    jokers: int

    @classmethod
    def of(cls, puzzle: Puzzle, grid: Grid) -> Supply:
        """Return the tiles of a puzzle's set that a grid does not use."""
        shown = Counter(grid.face_up().values())
        supply = puzzle.tiles.supply.items()
        left = np.array([n - shown[x] for x, n in supply], np.int16)
        jokers = puzzle.tiles.jokers - sum(n for x, n in shown.items() if x.islower())
        overdrawn = -int(np.minimum(left, 0).sum())
        return cls(np.maximum(left, 0), max(jokers - overdrawn, 0))

    def suffices(self, counts: NDArray[np.uint8], fixed: NDArray[np.int8]) -> Flags:
        """Tell which words, shape (words, letters), can be spelled onto fixed letters."""
        laid = np.bincount(fixed[fixed != NO_LETTER], minlength=len(self.left))
        ready = np.minimum(self.left + laid, 255).astype(np.uint8)
        missing = np.where(counts > ready, counts - ready, 0).sum(axis=1)
        enough: Flags = missing <= self.jokers
        return enough


class WordTable:
    """The words of a lexicon as arrays, by length.

    Parameters
    ----------
    words : iterable of str
        Words as symbols in upper case, of two letters or more.
    alphabet : Alphabet
    """

    def __init__(self, words: Iterable[str], alphabet: Alphabet = LATIN) -> None:
        self.alphabet = alphabet
        self._words: dict[int, list[str]] = {}
        for word in words:
            self._words.setdefault(len(word), []).append(word)
        self._letters = {n: _letters(texts, alphabet) for n, texts in self._words.items()}
        self._counts = {n: _counts(letters, len(alphabet)) for n, letters in self._letters.items()}

    def text(self, length: int, number: int) -> str:
        """Return a word by its length and number."""
        return self._words[length][number]

    def letters(self, length: int) -> NDArray[np.uint8]:
        """Return the words of a length as places in the alphabet, shape (words, length)."""
        return self._letters[length]

    def fitting(self, allowed: Flags, fixed: NDArray[np.int8], supply: Supply) -> NDArray[np.intp]:
        """Return the numbers of the words that fit a stretch exactly.

        Parameters
        ----------
        allowed : ndarray of bool, shape (length, letters)
        fixed : ndarray of int8, shape (length,)
            The place of the fixed letter in the alphabet, or `NO_LETTER`.
        supply : Supply
        """
        length = len(fixed)
        if length not in self._letters:
            return np.empty(0, np.intp)
        letters = self._letters[length]
        found = np.arange(len(letters))
        widths = allowed.sum(axis=1)
        # Most restricted cells first; a cell that takes any letter filters nothing.
        for position in np.argsort(widths, kind="stable"):
            if widths[position] < len(self.alphabet):
                found = found[allowed[position][letters[found, position]]]
        enough = supply.suffices(self._counts[length][found], fixed)
        return found[enough]


def _letters(words: list[str], alphabet: Alphabet) -> NDArray[np.uint8]:
    """Return words of one length as places in the alphabet, stored column by column."""
    codes = np.frombuffer(alphabet.encoded("".join(words)), np.uint8) - ord("A")
    return np.asfortranarray(codes.reshape(len(words), -1))


def _counts(letters: NDArray[np.uint8], kinds: int) -> NDArray[np.uint8]:
    """Return the letter counts of words, shape (words, kinds)."""
    counts = np.zeros((len(letters), kinds), np.uint8)
    rows = np.arange(len(letters))
    for column in letters.T:
        counts[rows, column] += 1  # no row occurs twice in a column
    return counts
