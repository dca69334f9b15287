"""A proof: one stage after the other, until a grid is found or none can be."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.exhaustive import kernels as kernel
from patience.engines.exhaustive.levels import Stage, stages
from patience.engines.exhaustive.workers import Crew, Ledger, parts_in, parts_of
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.words.lexicon import Lexicon

# Seconds given at most to guess the size of a stage, and random walks a tree.
_GUESS_SECONDS = 0.5
_WALKS = 20

# The same where only the order of magnitude counts.
_FEW_WALKS = 4

# Share of a stage's parts that must be done before they tell as much of its size as the guess.
_TRUST = 0.25


@dataclass(frozen=True)
class Refuted:
    """A stage that holds no grid: its label, what its grids would cost, the nodes of each part."""

    label: str
    cost: int
    nodes: tuple[int, ...]


@dataclass
class Progress:
    """How far a proof is.

    Attributes
    ----------
    refuted : list of Refuted
        Stages done.
    stage : Stage or None
        The present one, and its `ledger`.
    expected : float
        Its nodes, as guessed; 0 if nothing is known.
    """

    refuted: list[Refuted] = field(default_factory=list)
    stage: Stage | None = None
    ledger: Ledger = field(default_factory=Ledger)
    expected: float = 0.0

    @property
    def nodes(self) -> int:
        """Nodes searched in all stages."""
        return sum(sum(each.nodes) for each in self.refuted) + self.ledger.nodes

    @property
    def fraction(self) -> float:
        """Share of the present stage that is done, as far as one can tell."""
        done = self.ledger.nodes
        return done / (done + self.remaining) if done else 0.0

    @property
    def remaining(self) -> float:
        """Nodes of the present stage that are still to come, as far as one can tell.

        A part has as many as those that are done, on average; the guess counts as if a share of
        all parts had been counted already.
        """
        if self.stage is None:
            return 0.0
        parts = parts_in(self.stage)
        done, begun = self.ledger.done, list(self.ledger.begun.values())
        known, weight = float(sum(done.values())), float(len(done))
        if self.expected > 0:
            known, weight = known + _TRUST * self.expected, weight + _TRUST * parts
        part = known / max(weight, 1.0)
        fresh = max(parts - len(done) - len(begun), 0)
        return fresh * part + sum(max(part - int(x.head[kernel.NODES]), 0.0) for x in begun)


@dataclass(frozen=True)
class Guess:
    """Guesses of a tree's nodes, one a random walk: unbiased, but far apart."""

    walks: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The nodes expected."""
        return float(self.walks.mean())

    @property
    def error(self) -> float:
        """The standard error of the mean; too small where no walk met the large subtrees."""
        if len(self.walks) == 1:
            return self.mean
        return float(self.walks.std() / np.sqrt(len(self.walks)))


class Prover:
    """Searches all grids of a puzzle that cost at most so much.

    Parameters
    ----------
    puzzle : Puzzle
    lexicon : Lexicon
    threads : int
    """

    def __init__(self, puzzle: Puzzle, lexicon: Lexicon, threads: int) -> None:
        self._puzzle = puzzle
        self._lexicon = lexicon
        self._threads = threads
        self._crews: dict[int, Crew] = {}

    def crew(self, stage: Stage) -> Crew:
        """Return threads with the word graph that a stage needs."""
        longest = max(stage.fills[0].cells.shape)
        if longest not in self._crews:
            tiles = self._puzzle.tiles
            words = self._lexicon.words
            dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
            usual = np.maximum(word_graph.letter_counts(words, longest), 1)  # none is 0
            usual /= usual.sum()
            self._crews = {longest: Crew(dawg, usual, self._threads)}
        return self._crews[longest]

    def prepare(self, highest: int) -> None:
        """Compile the kernels and build the word graph: what comes after is search."""
        for stage in stages(self._puzzle, 0, highest):
            self.guess(stage, 0.0)
            return

    def search(
        self,
        lowest: int,
        highest: int,
        progress: Progress,
        turn: Callable[[], None],
        perimeter: int = 0,
    ) -> Grid | None:
        """Search for a grid that costs `lowest` to `highest`; None if there is none.

        Parameters
        ----------
        lowest, highest, perimeter
            As `stages` takes them.
        progress : Progress
            Stages done and begun are not searched again; kept up to date.
        turn : callable
            Called often; what it raises ends the search, to be taken up from `progress`.
        """
        known = len(progress.refuted)
        for number, stage in enumerate(stages(self._puzzle, lowest, highest, perimeter)):
            if number < known:
                continue
            progress.stage = stage
            progress.expected = self.guess(stage, _GUESS_SECONDS).mean
            allows = partial(self._allows, stage)
            found = self.crew(stage).search(stage, progress.ledger, allows, turn)
            if found is not None:
                return self._grid(stage, found)
            done = progress.ledger.done
            nodes = tuple(done[part] for part in sorted(done))
            # In this order: an interrupt in between must not pass the ledger on to the next stage.
            progress.ledger = Ledger()
            progress.refuted.append(Refuted(stage.label, stage.cost, nodes))
            turn()
        progress.stage = None
        return None

    def guess(self, stage: Stage, seconds: float, walks: int = _WALKS, seed: int = 0) -> Guess:
        """Guess the nodes of a stage by random walks down its trees (Knuth 1975)."""
        crew, rng = self.crew(stage), np.random.default_rng(seed)
        tools = crew.tools(stage)[0]
        order = rng.permutation(len(stage.fills))
        end = time.monotonic() + seconds
        sums: list[float] = []
        for i in range(walks * len(order)):
            tree = crew.tree(stage, order[i % len(order)])
            sums.append(tools.probe(tree, rng, parts_of(stage)))
            if time.monotonic() > end:
                break
        return Guess(len(order) * np.array(sums))

    @property
    def most(self) -> int:
        """A cost that no grid passes."""
        tiles = self._puzzle.tiles.total
        return tiles**2 if self._puzzle.goal_name == "compact" else tiles

    def expect(self, lowest: int, cost: int | None, seconds: float) -> float:
        """Guess the nodes of refuting all costs from `lowest` up to one below `cost`.

        What is far too much for `seconds` of guessing is infinite.
        """
        highest = self.most if cost is None else cost - 1
        end, nodes = time.monotonic() + seconds, 0.0
        for stage in stages(self._puzzle, lowest, highest):
            nodes += self.guess(stage, seconds / 16, walks=_FEW_WALKS).mean
            if time.monotonic() > end:
                return math.inf
        return nodes

    def counts(self, stage: Stage, parts: Sequence[int]) -> Iterator[int]:
        """Yield the nodes of several parts in turn, -1 for one that holds a grid."""
        return self.crew(stage).counts(stage, parts, partial(self._allows, stage))

    def _grid(self, stage: Stage, letters: NDArray[np.uint8]) -> Grid:
        grid = stage.grid(letters)
        if self._puzzle.goal_name == "compact" and self._puzzle.start is None:
            return grid.cropped()
        return grid

    def _allows(self, stage: Stage, letters: NDArray[np.uint8]) -> bool:
        grid = self._grid(stage, letters)
        return bool(grid.runs()) and self._puzzle.rules.allow(grid)
