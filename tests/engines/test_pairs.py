"""Pairs of lines in the scores of beams and fills: the tables, and the sums that are kept."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels, pairs
from patience.engines.beam.beam import Beam
from patience.engines.beam.buffers import BeamBuffers, tile_bytes
from patience.engines.beam.lines import LineTables
from patience.engines.beam.score import GROUPS, Score
from patience.engines.beam.weights import LetterWeights, weights
from patience.engines.fill import kernels as fill_kernels
from patience.engines.fill import sample, tables
from patience.engines.subproblem import CELL_FACE_DOWN, CELL_OPEN, subproblem_of
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import from_letters
from patience.words.lexicon import load
from patience.words.wordlist import WordList
from tests.strategies import case

WORDS = ("AB", "ABBA", "BAB")
OPEN = CELL_OPEN


def model(words: WordList) -> tuple[LineTables, LetterWeights]:
    """Return the line tables of a few words, with two As for each B."""
    dawg = word_graph.build(words, 9)
    letter_weights = LetterWeights([20, 10] + 24 * [0], 0, np.ones(26), weights("frame"))
    return LineTables(dawg, letter_weights.of_symbols), letter_weights


def runs(line: str) -> list[str]:
    return [run for run in line.split(".") if run]


def test_neighbours_are_counted_over_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_LINE", 6)
    lines, letters = model(WordList.of(WORDS))
    given = letters.weights
    share = dict(zip("AB", letters.share, strict=False))
    share["C"] = 1 - sum(share.values())  # any other letter: in no word, but it may stand alone
    counted: Counter[str] = Counter()
    for symbols in product("ABC.", repeat=6):
        line = "".join(symbols)
        if all(len(run) == 1 or run in WORDS for run in runs(line)):
            weight = np.prod([share.get(x, given.empty) for x in line])
            weight *= given.alone ** sum(len(run) == 1 for run in runs(line))
            counted[line[2:4]] += weight
    together = lines.pairs._neighbours()
    place = {"A": 0, "B": 1, ".": -1}
    found = {a + b: together[place[a], place[b]] for a, b in product("AB.", repeat=2)}
    assert found == pytest.approx({pair: counted[pair] for pair in found})
    assert together.sum() == pytest.approx(counted.total())


def test_columns_say_nothing_once_their_next_cell_is_settled() -> None:
    lines, _ = model(WordList.of(WORDS))
    none = lines.pairs.no_classes
    for settled in (
        np.array([], np.int8),
        np.array([1, OPEN], np.int8),
        np.array([CELL_FACE_DOWN], np.int8),
    ):
        assert lines.pairs.classes_before(settled) is none
    assert lines.pairs.classes_before(np.array([OPEN, 1], np.int8)).nodes.any()


class Summing(Beam):
    """A beam that has the sum of each state's log weights worked out anew after each cell."""

    checked = 0

    def _fill_cell(self, *args: Any) -> tuple[kernels.Backpointers, int, int, int]:
        found = super()._fill_cell(*args)
        after, states = args[1], len(found[0].moves)
        cells = self._subproblem.cells
        row, col = divmod(self.checked, cells.shape[1])
        self.checked += 1
        first = [row + (place <= col) for place in range(cells.shape[1])]
        nodes = after.nodes[:states, after.first : after.first + cells.shape[1]]
        score, total = self._score, np.zeros(states, np.int64)
        classes = []
        for place, begin in enumerate(first):
            total += score._column(begin, place).nodes[nodes[:, place]]
            classes.append(score._classes(begin, place).nodes[nodes[:, place]])
        for place, (left, right) in enumerate(pairwise(classes)):
            if place != col:  # this row has settled what these two columns say of each other
                total += score._pairs.columns[left, right]
        assert np.array_equal(after.lines[:states], total)
        return found


@pytest.mark.parametrize("goal", ["frame", "board"])
@pytest.mark.parametrize("number", range(6))
def test_the_sum_that_a_state_keeps_is_that_of_its_columns_and_neighbours(
    number: int, goal: str
) -> None:
    some = case(number, goal)
    assert some.puzzle.size is not None
    subproblem = subproblem_of(some.puzzle, *some.puzzle.size)
    words = WordList.of(some.words)
    dawg = word_graph.build(
        words, max(subproblem.cells.shape), subproblem.counts, subproblem.jokers
    )
    fitted = replace(weights("frame"), pairs=1.0)
    letter_weights = LetterWeights(subproblem.counts, subproblem.jokers, np.ones(26), fitted)
    packed = tile_bytes(subproblem, GROUPS)
    score = Score(subproblem, packed, letter_weights, LineTables(dawg, letter_weights.of_symbols))
    columns, cells = subproblem.cells.shape[1], subproblem.cells.size
    buffers = BeamBuffers(50, columns, len(packed.full), cells, 1, dawg.child.dtype)
    with ThreadPoolExecutor(1) as pool:
        beam = Summing(subproblem, dawg, score, packed, buffers, pool)
        beam.run(50)
    assert beam.checked > 1


def test_samples_and_searches_of_fills_score_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "_SIZE", 200)
    puzzle = Puzzle(from_letters("AAAEEEEIILLNNOORRSSSTTUU"), Frame(5, 4))
    subproblem = subproblem_of(puzzle, 5, 4).with_max_blanks(0)
    found = tables.tables_of(subproblem, load("fr-basic").words)
    compared, extend, partials = 0, sample._laid, list[sample.Partial]()

    def extended(*given: Any) -> sample.Partial:
        partials.append(extend(*given))
        return partials[-1]

    monkeypatch.setattr(sample, "_laid", extended)
    sample.draw(found, 1.0, np.random.default_rng(1), lambda: None)
    for cell, partial in enumerate(partials):
        laid = partial.letters[:, : cell + 1]
        for letters, score in zip(laid[::10], partial.scores[::10], strict=True):
            if len(letters) < len(found.plan.left):
                descent = fill_kernels.new_descent(found)
                fill_kernels.begin(found, letters, descent)
                assert descent.scores[len(letters)] == score
                compared += 1
    assert compared > 100
    assert found.pairs.columns.any()
    assert found.pairs.crossing.any()
