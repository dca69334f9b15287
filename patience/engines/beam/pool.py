"""What all beams of one search share: word graph, tables, memory, threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels
from patience.engines.beam import lines as line_tables
from patience.engines.beam.beam import Beam, BeamResult
from patience.engines.beam.buffers import (
    BeamBuffers,
    bytes_per_state,
    tile_bytes,
)
from patience.engines.beam.lines import LineTables
from patience.engines.beam.score import GROUPS, Score
from patience.engines.beam.surplus import capped, draw_sample
from patience.engines.beam.variants import Variant
from patience.engines.beam.weights import LetterWeights
from patience.engines.letters import SymbolWeights, usual_shares
from patience.engines.machine import free_memory
from patience.engines.params import Weights
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.errors import EngineError
from patience.result import DEFAULT_MEMORY_GB, Stats
from patience.words.wordlist import WordList

# Maximum share of the free memory for the arrays.
_FREE_SHARE = 0.7


# Subproblems with a larger share of blanks use the weights for loose grids.
_LOOSE = 0.25


class BeamTask(NamedTuple):
    """One beam to run."""

    subproblem: Subproblem
    width: int
    seed: int  # perturbs the letter weights and draws the tile sample
    keep: int  # maximum number of finished grids to return
    transient: bool = False  # the subproblem occurs once: its line tables are not kept
    variant: int = 0  # index of the score variant
    begin: int | None = None  # seed that selects half of the states after the first row


class BeamPool:
    """Runs beams on subproblems of one tile set and lexicon, and counts the work.

    Parameters
    ----------
    words : WordList
        The whole lexicon.
    longest : int
        Longest line of any subproblem.
    counts, jokers : sequence of int, int
        The tile set.
    variants : sequence of Variant
        Score variants for `BeamTask.variant`.
    memory_gb : float
        Maximum memory of the arrays in GB.
    stats : Stats, optional
        Kept up to date.
    tick : callable
        Called after each cell; an exception from it ends the beam.
    """

    def __init__(
        self,
        words: WordList,
        longest: int,
        counts: tuple[int, ...],
        jokers: int,
        variants: Sequence[Variant],
        *,
        threads: int,
        memory_gb: float = DEFAULT_MEMORY_GB,
        stats: Stats | None = None,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.stats = stats or Stats()
        self.memory = min(memory_gb * 1e9, _FREE_SHARE * free_memory())  # bytes for the arrays
        self._buffers: BeamBuffers | None = None
        self._tick = tick
        self._words, self._longest, self._tiles = words, longest, (counts, jokers)
        self._excluded_words: set[str] = set()
        self._natural = word_graph.letter_counts(words, longest)
        self._variants = variants
        self._number, self._threads = threads, ThreadPoolExecutor(threads)
        self._build_tables()
        self._warm_up()

    def close(self) -> None:
        """Shut the threads down."""
        self._threads.shutdown(cancel_futures=True)

    def exclude_words(self, words: Collection[str]) -> None:
        """Leave `words` out of the lexicon from here on; later results prove nothing."""
        self._excluded_words.update(words)
        self._build_tables()

    def _build_tables(self) -> None:
        if self._excluded_words:
            words = (word for word in self._words if word not in self._excluded_words)
            kept = WordList.of_sorted(words, self._words.alphabet)
            self.dawg = word_graph.build(kept, self._longest, *self._tiles)
        else:
            self.dawg = word_graph.kept(self._words, self._longest, *self._tiles)
        self._lines: dict[SymbolWeights, LineTables] = {}
        self._tables = [
            [self._tables_of(each, variant.sample) for each in (variant.tight, variant.loose)]
            for variant in self._variants
        ]

    def _tables_of(
        self, weights: Weights, sample: tuple[float, ...] | None
    ) -> tuple[LetterWeights, LineTables]:
        """Return the letter weights and line tables of a tile sample, or of all tiles for None.

        Variants with the same weights of symbols share their tables.
        """
        counts = self._tiles[0] if sample is None else sample
        letter_weights = LetterWeights(
            counts, self._tiles[1], self._natural, weights, self._words.alphabet.nearest
        )
        key = letter_weights.of_symbols
        if key not in self._lines:
            if self._excluded_words:
                self._lines[key] = LineTables(self.dawg, key)
            else:
                kept = line_tables.kept(self._words, self._longest, *self._tiles, key)
                self._lines[key] = kept.fork(self._longest)
        return letter_weights, self._lines[key]

    @property
    def letter_shares(self) -> NDArray[np.float64]:
        """Share of each letter in the words, all above 0; shape (letters,)."""
        return usual_shares(self._natural)

    def max_width(self, subproblem: Subproblem) -> int:
        """Return the widest beam on `subproblem` that the memory allows."""
        tiles = tile_bytes(capped(subproblem), GROUPS)
        each = bytes_per_state(
            subproblem.cells.shape[1],
            len(tiles.full),
            subproblem.cells.size,
            self.dawg.child.dtype,
            self._number,
        )
        return max(int(self.memory / each), 1)

    def run_beam(self, task: BeamTask) -> BeamResult:
        """Run one beam with the tiles of its score variant.

        Raises
        ------
        EngineError
            If the subproblem has too many columns.
        """
        columns = task.subproblem.cells.shape[1]
        if columns > kernels.MAX_COLUMNS and task.subproblem.connected:
            raise EngineError(
                f"{columns} columns on the shorter side: the beam takes {kernels.MAX_COLUMNS} at "
                "most; try --engine cpsat"
            )
        whole = capped(task.subproblem)
        if self._variants[task.variant].sample is None:
            return self._run(whole, task)
        rng = np.random.default_rng((task.seed, 1))
        sample = draw_sample(whole, self.letter_shares, rng)
        finished = self._run(sample, task)
        if sample is whole:
            return finished
        if finished.complete and not len(finished.letters):  # any other grid needs other tiles
            return self._run(whole, task)
        return replace(finished, complete=False)

    def _run(self, subproblem: Subproblem, task: BeamTask) -> BeamResult:
        """Run one beam with exactly these tiles."""
        self._tick()  # the tables of a new rectangle take a while
        height, columns = subproblem.cells.shape
        rng = np.random.default_rng(task.seed)
        loose = subproblem.max_blanks > _LOOSE * subproblem.open_cells
        letter_weights, lines = self._tables[task.variant][loose]
        if self._variants[task.variant].sample is not None:
            letter_weights = LetterWeights(
                subproblem.counts,
                subproblem.jokers,
                self._natural,
                letter_weights.weights,
                self._words.alphabet.nearest,
            )
        tiles = tile_bytes(subproblem, GROUPS)
        score = Score(
            subproblem,
            tiles,
            letter_weights.perturbed(rng),
            lines.fork(max(height, columns)) if task.transient else lines,
        )
        buffers = self._buffers_for(task.width, columns, len(tiles.full), height * columns)
        self.stats.width = task.width
        beam = Beam(subproblem, self.dawg, score, tiles, buffers, self._threads)
        finished = beam.run(task.width, task.keep, self._counter(), task.begin)
        return replace(finished, complete=finished.complete and not self._excluded_words)

    def _counter(self) -> Callable[[int, int, int], None]:
        """Return the beam's `on_cell` callback, which counts and calls the search's tick."""
        before = self.stats.children

        def count(_cell: int, _alive: int, children: int) -> None:
            self.stats.children = before + children
            self._tick()

        return count

    def _buffers_for(self, width: int, columns: int, size: int, cells: int) -> BeamBuffers:
        """Return the arrays of the last beam if they fit, new ones otherwise."""
        buffers, shape = self._buffers, (columns, size, self.dawg.child.dtype)
        if (
            buffers is None
            or buffers.shape != shape
            or not width <= buffers.width <= 4 * width
            or buffers.cells < cells
        ):
            self._buffers = None  # freed before the new one is made
            self._buffers = buffers = BeamBuffers(
                width, columns, size, cells, self._number, shape[-1]
            )
        return buffers

    def _warm_up(self) -> None:
        subproblem = Subproblem(
            np.full((2, 2), CELL_OPEN, np.int8),
            (1,) * len(self._tiles[0]),
            1,
            4,
            True,
            alphabet=self._words.alphabet,
        )
        tiles = tile_bytes(subproblem, GROUPS)
        buffers = BeamBuffers(4, 2, len(tiles.full), 4, 1, self.dawg.child.dtype)
        letter_weights, lines = self._tables[0][0]
        score = Score(subproblem, tiles, letter_weights, lines.fork(0))
        Beam(subproblem, self.dawg, score, tiles, buffers, self._threads).run(4, 1)
