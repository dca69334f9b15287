"""All words of a list and no other in the smallest rectangle: a loop above the engines.

A frame holds every grid that a smaller one holds, so it is refuted for all rectangles in it. Those
to ask are, for each short side, the longest below the best area: when all are refuted, no grid is
smaller.

Words that hang together and lie once each share a letter with another, so their grid has as many
cells as they have letters at most, without a letter for each further word. Its sides come to one
more than that, which bounds the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from patience.game.alphabet import faces
from patience.game.grid import MAX_SIDE, Grid
from patience.game.puzzle import Compact, Frame
from patience.game.validation import validate
from patience.result import Observer, Result, Stats, Status
from patience.searches.search import Loop, SearchFunction, Task
from patience.words.wordlist import WordList

# Share of the time limit for the first turn of each rectangle, which doubles each round, and its
# least seconds.
_TURN_SHARE, _TURN_SECONDS = 0.05, 1.0

# Share of the time limit for each word that is left out to tell which cannot be laid, and its
# greatest seconds.
_WITHOUT_SHARE, _WITHOUT_SECONDS = 0.1, 2.0

# How much larger each frame is than the one before, while there is no grid.
_GROWTH = 1.25

# The short side of a rectangle and its long one.
Sides = tuple[int, int]


def placed(search: SearchFunction, refute: SearchFunction, task: Task) -> Result:
    """Return the smallest grid found of the required words, whose letters come as often as wanted.

    `refute` is a search that is better at proofs.

    Raises
    ------
    PuzzleError
        If a word is not in the lexicon, or too long for the table.
    """
    rules = task.puzzle.rules
    validate(task.puzzle, task.lexicon, task.lexicon.left_out_by)
    apart = _apart(rules.require) if rules.connected else ()
    if apart:
        reason = f"no other word shares a letter with {' or '.join(apart)}, so they cannot cross"
        return Result(None, None, 0, Status.INFEASIBLE, Stats(), reason)
    placing = _Placing(search, refute, task)
    placing.run()
    return placing.result()


class _Placing(Loop):
    """The smallest grid so far, and the rectangles that are refuted."""

    def __init__(self, search: SearchFunction, refute: SearchFunction, task: Task) -> None:
        super().__init__(search, task)
        self._refute = refute
        puzzle = task.puzzle
        assert isinstance(puzzle.goal, Compact), "a rectangle is looked for"
        table = puzzle.goal.within or (MAX_SIDE, MAX_SIDE)
        self._words = sorted(set(puzzle.rules.require))
        self._longest = max(map(len, self._words))
        self._letters = sum(map(len, self._words))
        short, long = min(table), max(table)
        if puzzle.rules.connected and puzzle.rules.distinct_words:
            up = self._letters - len(self._words) + 1
            short, long = min(short, (up + 1) // 2), min(long, up)
        self._table: Sides = short, long
        self._is_whole = short < min(table)  # the table bounds nothing
        self._refuted: list[Sides] = []

    def run(self) -> None:
        """Find a grid, then smaller ones, until none is left or the time ends."""
        seconds = self._limits.seconds
        turn = math.inf if seconds is None else max(_TURN_SHARE * seconds, _TURN_SECONDS)
        while self.incumbent.cost is None:
            if not self.lay(turn):
                self._try(self._refute, self._table, turn)
            if seconds is None or self._is_done or self._is_none:
                break
            turn *= 2
        if self.incumbent.cost is None:
            return
        while not self._is_done:
            self._go_through(self._search, self._area - 1, turn, to_refute=False)
            while self._refutes(turn):
                pass
            if seconds is None:
                return
            turn *= 2

    def result(self) -> Result:
        """Return the smallest grid and what is proven."""
        if self._is_none:
            self.incumbent.prove_infeasible(self._why_none())
        return super().result()

    def _why_none(self) -> str:
        if not self._is_whole:
            return "the words do not fit on the table"
        spare = " or ".join(map(faces, self._spare()))
        less = f"; without {spare} the others can" if spare else ""
        return f"no grid can hold all of these words{less}"

    @property
    def _is_none(self) -> bool:
        """Whether it is proven that there is no grid."""
        return self.incumbent.best is None and self._is_refuted(self._table)

    def _spare(self) -> Iterator[str]:
        """Yield the words without which the others can be laid."""
        seconds = min(_WITHOUT_SECONDS, _WITHOUT_SHARE * (self._limits.seconds or math.inf))
        for word in self._words if len(self._words) > 2 else ():
            others = tuple(x for x in self._words if x != word)
            rules = replace(self._puzzle.rules, require=others)
            words = WordList.of_sorted(others, self._task.lexicon.words.alphabet)
            part = replace(
                self._task,
                puzzle=replace(self._puzzle, rules=rules),
                lexicon=replace(self._task.lexicon, words=words),
                limits=self._limited(seconds, None),
                observer=Observer(),
            )
            if not self._goes_on:
                return
            if not _apart(others) and _Placing(self._search, self._refute, part).lay(seconds):
                yield word

    @property
    def _area(self) -> int:
        assert self.incumbent.cost is not None, "there is a grid"
        return self.incumbent.cost

    def _go_through(
        self, search: SearchFunction, most: int, turn: float, *, to_refute: bool
    ) -> None:
        """Try the largest rectangles up to an area, the squarest first, until one has a grid.

        To refute them all, the first that is left undecided is the last.
        """
        for sides in reversed(self._largest_left(most)):
            if self._is_done or self._try(search, sides, turn):
                break
            if to_refute and not self._is_refuted(sides):
                break
        self._raise_bound()

    def _refutes(self, turn: float) -> bool:
        """Try to refute all rectangles up to halfway to the best area; return whether that works.

        The smaller an area, the sooner it is refuted.
        """
        least = self.incumbent.bound
        self._go_through(self._refute, (least + self._area) // 2, turn, to_refute=True)
        return self.incumbent.bound > least and not self._is_done

    def lay(self, turn: float) -> bool:
        """Find a grid in a frame that grows up to the table; return whether there is one."""
        side = max(self._longest, math.ceil(math.sqrt(2 * self._letters)))
        while True:
            sides = min(side, self._table[0]), min(side, self._table[1])
            if self._try(self._search, sides, turn):
                return True
            if sides == self._table or self._is_done:
                return False
            side = math.ceil(_GROWTH * side)

    def _largest_left(self, most: int) -> list[Sides]:
        """Return for each short side the longest rectangle up to an area, long ones first.

        Those that lie in a refuted one are left out.
        """
        shapes = ((short, most // short) for short in range(1, math.isqrt(most) + 1))
        return [sides for sides in self._on_table(shapes) if not self._is_refuted(sides)]

    def _raise_bound(self) -> None:
        """Raise the bound to the least area that is not refuted."""
        cost = self._area
        shapes = (
            (short, long)
            for short in range(1, math.isqrt(cost) + 1)
            for long in range(short, (cost - 1) // short + 1)
        )
        left = (x * y for x, y in self._on_table(shapes) if not self._is_refuted((x, y)))
        self.incumbent.raise_bound(min(left, default=cost))

    def _on_table(self, shapes: Iterator[Sides]) -> Iterator[Sides]:
        """Yield the rectangles as they fit on the table that can hold the words.

        A letter lies in two words at most.
        """
        for short, long in shapes:
            most = min(long, self._table[1])
            holds = most >= self._longest and 2 * short * most >= self._letters
            if holds and short <= min(most, self._table[0]):
                yield short, most

    def _is_refuted(self, sides: Sides) -> bool:
        return any(sides[0] <= short and sides[1] <= long for short, long in self._refuted)

    def _try(self, search: SearchFunction, sides: Sides, seconds: float) -> bool:
        """Search for a grid in a rectangle; return whether there is one."""
        short, long = sides
        if short * long > self._puzzle.tiles.total:  # no frame is as large
            return False
        goal = self._puzzle.goal
        assert isinstance(goal, Compact)
        upright = goal.within is not None and long > goal.within[0]
        width, height = (short, long) if upright else (long, short)
        puzzle = replace(self._puzzle, goal=Frame(width, height))
        limits = self._limited(seconds, width * height)
        found, is_better = self.ask(puzzle, limits, search=search)
        if found.best is None and found.status is Status.INFEASIBLE:
            self._refuted.append(sides)
        return is_better

    def _as_asked(self, grid: Grid) -> Grid | None:
        """Crop a grid of a frame, which may have more letters than the task has tiles."""
        letters = "".join(grid.face_up().values())
        return grid.cropped() if self._puzzle.tiles.can_spell(letters) else None


def _apart(words: tuple[str, ...]) -> list[str]:
    """Return a smallest group of words that share no letter with the others; none if all do."""
    groups = list[list[str]]()
    for word in sorted({*words}):
        shared = [each for each in groups if {*word} & {*"".join(each)}]
        groups = [each for each in groups if each not in shared]
        groups.append([word, *(other for each in shared for other in each)])
    smallest = min(sorted(map(sorted, groups)), key=len)
    return smallest if len(groups) > 1 else []
