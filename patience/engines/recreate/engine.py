"""The engine of ruin and recreate: a grid of every puzzle at once, and sparse grids at their best.

A crossword is partly cleared and laid again, word by word, and kept if it is not worse (Schrimpf
and others 2000; Christiaens and Vanden Berghe 2020). Moves are those of a Scrabble program (Appel
and Jacobson 1988). Each grid on the way obeys the rules, so that a puzzle that hardly anything fits
still has one. The engine proves nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Event

from patience.engines import dawg as word_graph
from patience.engines.base import SearchContext
from patience.engines.branching import Pattern, pattern_of
from patience.engines.dawg import Dawg
from patience.engines.recreate import kernels
from patience.engines.recreate.given import Joining
from patience.engines.recreate.tables import field_of, letters_of, scratch_of, state_of
from patience.engines.rectangles import Rectangle, largest_sides, subproblems_in
from patience.engines.subproblem import Subproblem, subproblem_of
from patience.game.grid import Grid
from patience.game.puzzle import Compact, Rules
from patience.result import StopReason

# Work between two looks at the clock: some 5 ms. Where grids must differ from others each is looked
# at, which takes some 30 us, as long as this work: without it a second went on 37,000 looks at 2x1.
_STEP, _LOOK = 150_000, 1_000

# Work of the first cycle, some 0.15 s, and how much longer each is than the one before. A cycle
# begins with nothing or, half of the time, with the best grid. Letters after 300 million work, the
# sum of six sparse puzzles, means of three seeds: 295 so, 294 with cycles of this length, 291 with
# a quarter of it.
_CYCLE = 4_000_000, 1.5

# The same for compact grids, each cycle of which has a rectangle of its own: with the cycles above
# three seeds laid no hand of roll 33 of Q-Less in 300 million work, so all three did. And until a
# start has a grid, as each cycle draws words that join its letters.
_COMPACT_CYCLE = 500_000, 1.1
_START_CYCLE = 1_000_000, 1.1

# Areas of the first rectangles of a compact grid, as multiples of the tiles; with a grid, the area
# of the next rectangle as a share of its area.
_AREAS, _SMALLER = (2.0, 1.5, 3.0, 5.0), (0.98, 0.9, 0.8)

# Draws of words that join letters of the start before a cycle, which begins without if all fail.
_DRAWN = 10

# Layouts of required words that are kept.
_LAYOUTS = 200


class RecreateEngine:
    """A resumable search by ruin and recreate.

    Attributes
    ----------
    most : int
        Letters up in the best grid so far, 0 without one.
    layouts : list of Pattern
        The required words as they lie in the grids so far, the latest last.
    """

    def __init__(self, context: SearchContext) -> None:
        self._context = context
        puzzle = context.puzzle
        with context.preparing():
            tiles = puzzle.tiles
            self._dawg = word_graph.kept(
                context.lexicon.words, puzzle.longest_line, tiles.counts, tiles.jokers
            )
        self._joining = Joining(context.lexicon.words)
        self._rng = Random(context.seed)
        self._rectangles = _rectangles(context) if isinstance(puzzle.goal, Compact) else None
        with context.preparing():  # compiles kernels
            self._search = self._next_search()
        is_compact = self._rectangles is not None
        beginning = _START_CYCLE if puzzle.start else _CYCLE
        self._cycle, self._growth = _COMPACT_CYCLE if is_compact else beginning
        self._left = self._cycle  # work left of the cycle
        self._work = 0
        self.most = 0
        self._best: Grid | None = None  # the last one that was the best of all
        self.layouts: list[Pattern] = []
        self._news: deque[Grid] = deque()
        with context.preparing():
            self.search(1)  # compiles the others

    @property
    def leads(self) -> bool:
        """Whether it found the best grid so far."""
        return self._best is not None and self._context.incumbent.best is self._best

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to search: no line, or no rectangle for the start."""
        return self._search is None

    def run(self, most: int | None = None) -> StopReason:
        """Search until the incumbent is settled, or until some work is done.

        Raises
        ------
        SearchStopped, KeyboardInterrupt
            If the search ends early; a further call resumes it.
        """
        incumbent, stats = self._context.incumbent, self._context.stats
        stats.phase = "word by word"
        end = None if most is None else self._work + most
        while not incumbent.is_decided and self._search is not None:
            if end is not None and self._work >= end:
                break
            self._context.tick()
            self.search(_STEP)
            self.offer()
        return StopReason.COMPLETE if incumbent.is_decided else StopReason.WORK

    @contextmanager
    def beside(self, share: Callable[[], float], after: float) -> Iterator[None]:
        """Search for a share of the time while the enclosed search runs.

        It begins `after` seconds of the whole search, in a thread of its own; where there is one
        thread in all, at the ticks of the enclosed search.
        """
        context, clock, ended = self._context, self._context.clock, Event()
        alone, begin, left = context.threads == 1, max(clock.elapsed, after), 0.0

        def wanted() -> bool:
            return self._search is not None and not context.incumbent.is_decided

        def step() -> float:
            began = clock.elapsed
            self.search(_STEP)
            return clock.elapsed - began

        def work() -> None:
            ended.wait(begin - clock.elapsed)
            while not ended.is_set() and wanted():
                ended.wait(step() * (1 / share() - 2))  # the other one goes on meanwhile

        def poll() -> None:
            nonlocal begin, left
            if alone and (passed := clock.elapsed - begin) > 0:
                left += passed / (1 / share() - 1)
                while left > 0 and wanted():
                    left -= step()
                    self.offer()
                    clock.check()
                begin = clock.elapsed
            self.offer()

        with ThreadPoolExecutor(1) as pool:
            working = None if alone else pool.submit(work)
            try:
                with context.polling(poll):
                    yield
            finally:
                ended.set()
                if working is not None:
                    working.result()
                self.offer()

    def search(self, work: int) -> None:
        """Search for some work or a little, without the incumbent, in one thread at a time."""
        if self._left <= 0:
            self._begin_cycle()
        search, puzzle = self._search, self._context.puzzle
        if search is None:
            return
        # Where grids must differ from others each is looked at, as the best is often one of these.
        done = search.run(1 if puzzle.rules.unlike else work)
        self._left -= done
        self._work += done + (_LOOK if puzzle.rules.unlike else 0)
        grid = search.news()
        if grid is None or (isinstance(puzzle.goal, Compact) and search.most < puzzle.tiles.total):
            return
        if isinstance(puzzle.goal, Compact) and puzzle.start is None:
            grid = grid.cropped()
        if not puzzle.rules.allow(grid):
            search.forget()
            return
        if not self.most and self._rectangles is None:
            self._cycle, self._growth = _CYCLE
        self.most = max(self.most, search.most)
        if isinstance(puzzle.goal, Compact):
            self._left = 0  # the next one must be smaller
        self._news.append(grid)

    def offer(self) -> None:
        """Offer the grids found since the last call, and keep the places of required words.

        Raises
        ------
        TargetReached
            If a grid costs no more than the target.
        """
        puzzle = self._context.puzzle
        while self._news:
            grid = self._news.popleft()
            if len(puzzle.rules.require) > 1:
                self.layouts.append(pattern_of(grid, puzzle.rules.require, puzzle.tiles.alphabet))
                del self.layouts[:-_LAYOUTS]
            if self._context.incumbent.improves(grid):
                self._best = grid
                self._context.incumbent.offer(grid)

    def _begin_cycle(self) -> None:
        self._cycle = round(self._growth * self._cycle)
        self._left = self._cycle
        if self._rectangles is not None or self._search is None:
            self._search = self._next_search()
        elif self._search.most and self._rng.random() < 0.5:
            self._search.begin_with_best()
        elif self._search.most:
            self._search.begin_empty()
        else:
            self._search.begin_drawn(self._joining, self._rng)

    def _next_search(self) -> _Search | None:
        """Return the search of the puzzle or the next rectangle; None if no word fits a line."""
        puzzle = self._context.puzzle
        if self._rectangles is not None:
            subproblem = next(self._rectangles, None)
        else:
            assert puzzle.size is not None, "a frame and a board have a size"
            subproblem = subproblem_of(puzzle, *puzzle.size)
        if subproblem is None:
            return None
        search = _Search(subproblem, self._dawg, puzzle.rules, self._rng.getrandbits(62))
        return search if search.has_lines else None


def _rectangles(context: SearchContext) -> Iterator[Subproblem]:
    """Yield subproblems of random rectangles for a compact grid, smaller than the best so far.

    None if no rectangle that the table admits has all letters of the start.
    """
    puzzle, rng = context.puzzle, Random(context.seed)
    table, tiles = largest_sides(puzzle), puzzle.tiles.total
    number = 0
    while True:
        cost = context.incumbent.cost
        shares = _AREAS if cost is None else _SMALLER
        area = max((tiles if cost is None else cost) * shares[number % len(shares)], tiles)
        area = min(area, table.area)
        number += 1
        broadest = min(table.width, round(area**0.5 * rng.uniform(1.0, 1.5)))
        width = max(broadest, -(-round(area) // table.height), 1)
        height = min(max(round(area / width), -(-tiles // width)), table.height)
        if rng.random() < 0.5 and height <= table.width and width <= table.height:
            width, height = height, width
        placed = list(subproblems_in(puzzle, Rectangle(width, height)))
        placed = placed or list(subproblems_in(puzzle, table))  # the letters of the start fit
        if not placed:
            return
        yield rng.choice(placed)


class _Search:
    """Ruin and recreate in one rectangle."""

    def __init__(self, subproblem: Subproblem, dawg: Dawg, rules: Rules, seed: int) -> None:
        self._subproblem = subproblem
        self._field = field_of(subproblem, dawg, rules)
        self._state = state_of(subproblem, seed)
        self._scratch = scratch_of(self._field)
        self._shown = 0
        self.begin_empty()

    @property
    def has_lines(self) -> bool:
        """Whether two usable cells touch."""
        return len(self._field.lines) > 0

    @property
    def most(self) -> int:
        """Letters up in the best grid, 0 without one."""
        return int(self._scratch.found[kernels.BEST_VALUE])

    def run(self, work: int) -> int:
        """Search for some work; return the work done."""
        before = int(self._state.numbers[kernels.WORK])
        kernels.improve(self._field, self._state, self._scratch, work)
        return int(self._state.numbers[kernels.WORK]) - before

    def news(self) -> Grid | None:
        """Return the best grid if it was not returned yet."""
        if self.most <= self._shown:
            return None
        self._shown = self.most
        letters = letters_of(self._field, self._scratch.grids[kernels.BEST])
        return self._subproblem.grid(letters)

    def forget(self) -> None:
        """Take the next grid for the best, whatever its letters."""
        self._scratch.found[kernels.BEST_VALUE] = self._shown = 0

    def begin_empty(self) -> None:
        """Begin a cycle with the fixed letters only."""
        self._begin(self._subproblem)

    def begin_drawn(self, joining: Joining, rng: Random) -> None:
        """Begin a cycle with words that join fixed letters too, drawn where there are few."""
        tries = (joining.drawn(self._subproblem, rng) for _ in range(_DRAWN))
        self._begin(next(filter(None, tries), self._subproblem))

    def begin_with_best(self) -> None:
        """Begin a cycle with the best grid."""
        self._begin(self._subproblem)
        kernels.lay_grid(self._field, self._state, self._scratch.grids[kernels.BEST])
        kernels.settle(self._field, self._state, self._scratch)

    def _begin(self, subproblem: Subproblem) -> None:
        """Begin with the fixed letters of the subproblem, or of one that has more of them."""
        empty = state_of(subproblem, 0)
        kernels.copy_cells(empty.cells, self._state.cells)
        kernels.copy_numbers(empty.numbers, self._state.numbers)
        self._field.fixed[:] = empty.cells > 0
        kernels.settle(self._field, self._state, self._scratch)
