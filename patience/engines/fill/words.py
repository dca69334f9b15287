"""The fill between given blocks, slot after slot.

What makes one hard is a few slots that cross, wherever they lie; a search in reading order
meets them too late. So each step lays a word in the slot with the fewest words for the failures
there (Boussemart and others 2004), and all slots keep the words that still cross. After some
failures the search starts anew and remembers where they were.

Where tiles are counted, a letter that has run out leaves all cells, and the word laid is that
whose letters are most in supply for how often words want them.

Sets of words and of letters are integers: bit k is set for the k-th of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from random import Random

import numpy as np
from numpy.typing import NDArray

from patience.engines.base import SearchContext
from patience.engines.dawg import letter_counts
from patience.engines.fill.base import Fill, has_lone_cell
from patience.engines.letters import usual_shares
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, subproblem_of
from patience.game.grid import CLOSED
from patience.game.lines import Line, lines_of
from patience.game.puzzle import Board, Puzzle
from patience.words.wordlist import WordList

# Units per doubling of a letter's frequency, and the most noise in the worth of a word: none and
# twice as much were as fast on six patterns.
_DOUBLING, _NOISE = 1024, 2048

# What the worth of the word of the best score has more than that of the worst.
_BY_SCORE = 2 * _DOUBLING

# Weights with which the best words left of a slot are laid.
_WEIGHTS = (4, 2, 1)

# Words of a slot of which the letters are priced where tiles are counted, and the most noise in the
# price of a word: of 42 planted crosswords all are filled, with 20 to 200 words and half to five
# times the noise.
_PRICED, _PRICE_NOISE = 100, 2.0

# What a tile that lacks takes from the worth of a word, and the tiles of a letter that has run out.
_LACKING, _SCARCE = 5.0, 0.05

# Letters of all slots for each open cell below which a fill of counted tiles goes by words. Planted
# crosswords have 1.2 to 1.5: there a fill by cells found none of 23. On patterns of 1.9 and more
# neither found one in 8 s, and the fill by cells stays.
_SPARSE = 1.7

# Failures before the first new start, and how that number grows.
_FAILURES, _GROWTH = 200.0, 1.1

# Words of a slot that are looked at one by one instead of as a set.
_FEW = 40

# Sets of the words with some letters at a place that are kept of each length, some 8 kB each.
_KEPT = 2000


def has_slots(puzzle: Puzzle) -> bool:
    """Return whether blocks are given, and letters are free or many lie in one slot alone.

    Where tiles are counted and most letters lie in two words, a fill goes by cells.
    """
    board = puzzle.goal
    if not isinstance(board, Board) or not board.layout.count(CLOSED):
        return False
    open_cells = board.layout.width * board.layout.height - board.layout.count(CLOSED)
    letters = sum(line.length for line in lines_of(board.layout))
    return puzzle.tiles.free or letters < _SPARSE * open_cells


class WordFill(Fill):
    """A fill word by word between blocks."""

    def __init__(self, context: SearchContext) -> None:
        super().__init__(context)
        puzzle = context.puzzle
        assert puzzle.size is not None, "a board has a size"
        assert puzzle.fixed_cells is not None, "a board has cells"
        self._is_distinct = puzzle.rules.distinct_words
        self._subproblem = subproblem_of(puzzle, *puzzle.size)
        lines, width = lines_of(puzzle.fixed_cells), puzzle.size[0]
        self._slots = [[row * width + column for row, column in line.cells] for line in lines]
        kinds = self._subproblem.cells.ravel().tolist()
        self._crossing: list[list[int]] = [[] for _ in kinds]
        for slot, cells in enumerate(self._slots):
            for cell in cells:
                self._crossing[cell].append(slot)
        with context.preparing():
            lists = {
                length: _Words(context.lexicon.words, length, context.seed, context.scores)
                for length in {line.length for line in lines}
            }
        self._words = [lists[line.length] for line in lines]
        self._rng = Random(context.seed)
        self._failures = [1.0] * len(lines)  # of each slot
        self._most = self._patience = _FAILURES
        every = (1 << len(puzzle.tiles.alphabet)) - 1
        self._letters = [every if kind == CELL_OPEN else 1 << kind for kind in kinds]  # of cells
        self._open = [cell for cell, kind in enumerate(kinds) if kind == CELL_OPEN]
        self._supply = self._tiles = np.array(self._subproblem.counts)
        counts = letter_counts(context.lexicon.words, puzzle.longest_line)
        self._wanted = None if puzzle.tiles.free else np.log(usual_shares(counts))
        self._left = [(1 << len(words.letters)) - 1 for words in self._words]  # words of slots
        # Before each word laid: letters of cells, words of slots, the slot and the word.
        self._path: list[tuple[list[int], list[int], int, int]] = []
        self._is_done = has_lone_cell(self._subproblem) or not self._filter(range(len(lines)))
        empty = [line for line, left in zip(lines, self._left, strict=True) if not left]
        if empty and not context.scores:  # else only some words are asked for
            context.observer.on_notice(_unfillable(empty[0], lists[empty[0].length]))
        self._root = self._letters[:], self._left[:]

    @property
    def is_done(self) -> bool:
        """Whether a fill was offered, or there is none."""
        return self._is_done

    def _step(self) -> None:
        self._lay()
        self._context.stats.nodes += 1

    def _lay(self) -> None:
        """Lay a word; where every slot has one, offer the grid."""
        if self._patience <= 0:
            self._begin_anew()
        several = [slot for slot, words in enumerate(self._left) if _is_several(words)]
        if not several:
            self._offer()
            return
        slot = min(several, key=lambda x: self._left[x].bit_count() / self._failures[x])
        number = self._chosen(slot)
        self._path.append((self._letters[:], self._left[:], slot, 1 << number))
        self._left[slot] = 1 << number
        if not self._filter([slot]):
            self._take_back()

    def _chosen(self, slot: int) -> int:
        """Return a good word of a slot, by its number."""
        if self._wanted is None:
            best = list(islice(_members(self._left[slot]), len(_WEIGHTS)))
            return self._rng.choices(best, _WEIGHTS[: len(best)])[0]
        left = np.maximum(self._tiles, 0)
        price = np.log(np.maximum(left, _SCARCE) / max(left.sum(), 1)) - self._wanted
        places = [n for n, cell in enumerate(self._slots[slot]) if _is_several(self._letters[cell])]

        def worth(number: int) -> float:
            letters = [self._words[slot].letters[number][n].bit_length() - 1 for n in places]
            lacking = sum(max(n - left[letter], 0) for letter, n in Counter(letters).items())
            noise = _PRICE_NOISE * self._rng.random()
            return float(price[letters].sum() - _LACKING * lacking + noise)

        return max(islice(_members(self._left[slot]), _PRICED), key=worth)

    def _tiles_left(self) -> NDArray[np.int64]:
        """Return the tiles that the cells with one letter leave, negative where jokers serve."""
        laid = [
            self._letters[cell].bit_length() - 1
            for cell in self._open
            if not _is_several(self._letters[cell])
        ]
        return self._supply - np.bincount(laid, minlength=len(self._supply))

    def _take_back(self) -> None:
        """Take words back, the last one first, up to one without which there may be a fill."""
        while self._path:
            self._patience -= 1
            self._letters, self._left, slot, word = self._path.pop()
            self._left[slot] ^= word
            if self._filter([slot]):
                return
        self._is_done = True

    def _begin_anew(self) -> None:
        self._most *= _GROWTH
        self._patience = self._most
        self._path.clear()
        self._letters, self._left = self._root[0][:], self._root[1][:]
        self._filter(())  # counts the tiles

    def _filter(self, changed: Iterable[int]) -> bool:
        """Keep the words that cross and can be spelled; return whether each slot has one."""
        while self._keep_crossing(changed):
            if self._wanted is None:
                return True
            self._tiles = left = self._tiles_left()
            jokers = self._subproblem.jokers + int(np.minimum(left, 0).sum())
            if jokers < 0:
                return False
            gone = sum(1 << int(k) for k in np.flatnonzero(left <= 0)) if jokers == 0 else 0
            cells = [
                x for x in self._open if _is_several(self._letters[x]) and self._letters[x] & gone
            ]
            if not cells:
                return True
            for cell in cells:
                self._letters[cell] &= ~gone
            changed = {slot for cell in cells for slot in self._crossing[cell]}
        return False

    def _keep_crossing(self, changed: Iterable[int]) -> bool:
        """Keep the words that cross, from these slots on; return whether each slot has one."""
        waiting = dict.fromkeys(changed, True)  # and whether words were taken away already
        while waiting:
            slot = min(waiting, key=lambda x: self._left[x].bit_count())
            words, cells, fewer = self._words[slot], self._slots[slot], waiting.pop(slot)
            letters = [self._letters[cell] for cell in cells]
            before = left = self._left[slot]
            for place, some in enumerate(letters):
                left &= words.having(place, some)
            if left == before and not fewer:
                continue
            self._left[slot] = left
            if not left:
                self._failures[slot] += 1
                return False
            now = words.letters_of(left, letters)
            for cell, some, kept in zip(cells, letters, now, strict=True):
                if kept != some:
                    self._letters[cell] = kept
                    for other in self._crossing[cell]:
                        if other != slot:
                            waiting.setdefault(other, False)
            if self._is_distinct and not left & (left - 1):
                for other, some in enumerate(self._left):
                    if other != slot and self._words[other] is words and some & left:
                        self._left[other] ^= left
                        waiting[other] = True
        return True

    def _offer(self) -> None:
        """Offer the only grid left."""
        letters = [x.bit_length() - 1 for x in self._letters]
        grid = self._subproblem.grid(np.minimum(letters, CELL_FACE_DOWN).astype(np.uint8))
        if self._context.puzzle.rules.allow(grid):
            self._is_done = True
            self._context.incumbent.offer(grid)
        else:
            self._take_back()


def _unfillable(line: Line, words: _Words) -> str:
    """Name a slot that nothing fits."""
    (row, column), across = line.start, line.across
    first = column if across else row
    cells = f"{'columns' if across else 'rows'} {first + 1} to {first + line.length}"
    named = f"row {row + 1}, {cells}" if across else f"column {column + 1}, {cells}"
    crossing = " fits what crosses it" if words.letters else ""
    return f"not every cell can be filled: {named}: no word of {line.length} letters{crossing}"


class _Words:
    """The words of one length, the best first.

    Attributes
    ----------
    letters : list of list of int
        The letter of each word at each place, as a set.
    having : callable
        Returns the words with one of some letters at a place.
    """

    def __init__(
        self, words: WordList, length: int, seed: int, scores: Mapping[str, float]
    ) -> None:
        text, kinds = np.frombuffer(words.text, np.uint8), len(words.alphabet)
        ends = np.flatnonzero(text == ord("\n"))
        starts = ends[np.diff(ends, prepend=-1) == length + 1] - length
        codes = text[starts[:, None] + np.arange(length)] - ord("A")
        counts = np.array([np.bincount(column, minlength=kinds) for column in codes.T])
        logs = np.rint(_DOUBLING * np.log2(np.maximum(counts, 1))).astype(np.int64)
        worth = logs[np.arange(length), codes].sum(axis=1)
        worth += np.random.default_rng((seed, length)).integers(0, _NOISE, len(codes))
        if scores:
            texts = words.alphabet.decoded(text[starts[:, None] + np.arange(length + 1)].tobytes())
            named = np.array([scores.get(word, -np.inf) for word in texts.split()])
            places = np.argsort(np.argsort(named, kind="stable"))
            worth += (_BY_SCORE * places / len(places)).astype(np.int64)
        codes = codes[np.argsort(-worth, kind="stable")]
        self.letters: list[list[int]] = (1 << codes.astype(np.int64)).tolist()
        self._with = [[_set_of(column == kind) for kind in range(kinds)] for column in codes.T]
        self.having = lru_cache(_KEPT)(self._having)

    def letters_of(self, words: int, admitted: Sequence[int]) -> list[int]:
        """Return the letters of some words at each place, all of them among those admitted."""
        if words.bit_count() > _FEW:
            return [
                sum(1 << letter for letter in _members(some) if words & having[letter])
                for having, some in zip(self._with, admitted, strict=True)
            ]
        return [
            reduce(or_, column)
            for column in zip(*map(self.letters.__getitem__, _members(words)), strict=True)
        ]

    def _having(self, place: int, letters: int) -> int:
        return reduce(or_, (self._with[place][letter] for letter in _members(letters)), 0)


def _is_several(some: int) -> bool:
    return some & (some - 1) != 0


def _set_of(members: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def _members(some: int) -> Iterator[int]:
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest
