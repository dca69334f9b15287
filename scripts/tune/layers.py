"""Layers of beams: the states that are ancestors of grids, and the terms of their score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels
from patience.engines.beam.beam import Beam
from patience.engines.beam.buffers import BeamBuffers, TileBytes, tile_bytes
from patience.engines.beam.lines import LineTables
from patience.engines.beam.score import GROUPS, Score
from patience.engines.beam.surplus import capped, draw_sample
from patience.engines.beam.weights import LetterWeights, between
from patience.engines.letters import usual_shares
from patience.engines.params import Weights
from patience.engines.subproblem import Subproblem
from patience.game.alphabet import LATIN
from patience.words.lexicon import load
from scripts.tune.puzzles import Question, Whole

# Interval of the sampled layers in open cells, among those that the width has cut.
EVERY = 4

# Most and least sampled states of a layer, ancestors and others. A single ancestor is enough:
# nothing else informs about the first rows, and without any such layer the weights drift until no
# grid is finished.
SAMPLED = {True: 1500, False: 4000}
LEAST = {True: 1, False: 500}


class LayerSample(NamedTuple):
    """Sampled states of one layer: the terms of their score, and which became grids."""

    done: float  # share of the cells filled
    terms: dict[str, NDArray[np.float64]]  # by weight, its factor in the score
    before: NDArray[np.float64]  # score by the weights that chose this layer
    won: NDArray[np.bool_]


def watched(
    wholes: Sequence[Whole], numbers: Iterable[int], given: Weights, width: int
) -> tuple[list[LayerSample], str]:
    """Run a beam on each puzzle with these numbers; return the layers and a report."""
    seen: list[LayerSample] = []
    beams = telling = 0
    for number in numbers:
        for whole in wholes:
            question = whole.question(number)
            found = list(layers(question, given, width, number))
            seen += found
            beams, telling = beams + 1, telling + bool(found)
    return seen, f"{len(seen)} layers of {telling} of {beams} beams"


class Setup(NamedTuple):
    """A question as a beam sees it."""

    subproblem: Subproblem
    dawg: word_graph.Dawg
    letter_weights: LetterWeights
    lines: LineTables
    packed: TileBytes


def set_up(question: Question, given: Weights, seed: int) -> Setup:
    """Return what a beam needs for a question; `seed` draws the tile sample."""
    subproblem, tiles = question.subproblem, question.tiles
    words, longest = load(question.lexicon).words, max(subproblem.cells.shape)
    dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
    natural = word_graph.letter_counts(words, longest)
    letter_weights = LetterWeights(question.sample or tiles.counts, tiles.jokers, natural, given)
    lines = LineTables(dawg, letter_weights.of_symbols)
    if question.sample is not None:  # as the engine draws it
        shares = usual_shares(natural)
        subproblem = draw_sample(capped(subproblem), shares, np.random.default_rng(seed))
        letter_weights = LetterWeights(subproblem.counts, subproblem.jokers, natural, given)
    return Setup(subproblem, dawg, letter_weights, lines, tile_bytes(subproblem, GROUPS))


def beam_of(setup: Setup, width: int, pool: ThreadPoolExecutor) -> tuple[Beam, BeamBuffers]:
    """Return a beam of one thread and its memory."""
    subproblem, dawg, letter_weights, lines, packed = setup
    columns, cells = subproblem.cells.shape[1], subproblem.cells.size
    buffers = BeamBuffers(width, columns, len(packed.full), cells, 1, dawg.child.dtype)
    score = Score(subproblem, packed, letter_weights, lines)
    return Beam(subproblem, dawg, score, packed, buffers, pool), buffers


def layers(question: Question, given: Weights, width: int, seed: int) -> Iterator[LayerSample]:
    """Run a beam on a question and yield samples of its layers, from the last to the first.

    Yields nothing if the beam ends without a grid. The `given` weights choose the layers, without
    perturbed prices; `seed` draws the tile sample and the sampled states.
    """
    setup = set_up(question, given, seed)
    cells = setup.subproblem.cells.size
    with ThreadPoolExecutor(1) as pool:
        beam, buffers = beam_of(setup, width, pool)
        taken, grids = _watch(beam, setup.subproblem, width)
    if len(grids) == 0:
        return
    chance = np.random.default_rng(seed)
    at: NDArray[Any] = grids
    for cell in range(cells - 1, -1, -1):
        if cell in taken:
            won = np.zeros(width, np.bool_)
            won[at] = True
            picked = _picked(won, taken[cell].is_first, chance)
            if len(picked):
                terms = terms_of(part_of(taken[cell], picked), cell, setup)
                done = (cell + 1) / cells
                yield LayerSample(done, terms, value_of(terms, given, done), won[picked])
        at = buffers.backpointers[cell].parents[at]


def _watch(
    beam: Beam, subproblem: Subproblem, width: int
) -> tuple[dict[int, kernels.BeamLayer], NDArray[np.int64]]:
    """Run a beam on a rectangle, all cells open.

    Returns the layers that the width has cut, by the cell filled last, and the states of the last
    layer that are grids. The layers of the last half row are left out: little is undecided there.
    """
    cells, columns = subproblem.cells.size, subproblem.cells.shape[1]
    taken: dict[int, kernels.BeamLayer] = {}
    grids = np.empty(0, np.int64)

    def look(cell: int, layer: kernels.BeamLayer, states: int) -> None:
        nonlocal grids
        if states == width and cell % EVERY == 0 and cell < cells - columns // 2:
            taken[cell] = part_of(layer, slice(states))
        if cell == cells - 1:
            grids = beam.goal_states(layer, states)

    beam.run(width, on_layer=look)
    return taken, grids


def part_of(layer: kernels.BeamLayer, states: Any) -> kernels.BeamLayer:
    """Return a copy of some states of a layer."""
    packed = layer.packed_state[states].copy()
    return kernels.BeamLayer(
        packed_state=packed,
        tiles=packed.view(np.uint8),
        nodes=packed.view(layer.nodes.dtype),
        first=layer.first,
        lines=layer.lines[states].copy(),
        blanks=layer.blanks[states].copy(),
        is_first=layer.is_first[states].copy(),
    )


def _picked(
    won: NDArray[np.bool_], is_first: NDArray[np.bool_], chance: np.random.Generator
) -> NDArray[np.int64]:
    """Return the sampled states of a layer, ancestors first; none if there are too few."""
    groups = {x: np.flatnonzero(is_first & (won == x)) for x in (True, False)}
    if any(len(groups[x]) < LEAST[x] for x in groups):
        return np.empty(0, np.int64)
    return np.concatenate([chance.permutation(groups[x])[: SAMPLED[x]] for x in groups])


def terms_of(states: kernels.BeamLayer, cell: int, setup: Setup) -> dict[str, NDArray[np.float64]]:
    """Return the terms of the score by weight.

    The state does not record a single letter of a row any more once the row has ended.
    """
    subproblem, _, letter_weights, lines, packed = setup
    row, col = divmod(cell, subproblem.cells.shape[1])
    row_nodes = states.nodes[:, states.first + subproblem.cells.shape[1]]
    of_row = lines.after(subproblem.cells[row, col + 1 :]).nodes[row_nodes]
    each = [packed.counts[:, j, states.tiles[:, j]] for j in range(len(packed.full))]
    left = np.sum(each, axis=0).T.astype(float)
    letters, jokers = left[:, : len(subproblem.counts)], left[:, kernels.KINDS]
    open_after = subproblem.open_cells - (cell + 1)
    wanted = np.maximum(open_after - subproblem.max_blanks + states.blanks.astype(float), 0)
    mean = wanted[:, None] * letter_weights.demand
    terms = {
        "alpha": states.lines / kernels.FINENESS
        + _crossing(states, row, col, subproblem, letter_weights.weights, lines),
        "rho": of_row / kernels.FINENESS,
        "tile_penalty": -left.sum(axis=1),
        "joker": jokers,
        "spread": -((letters - mean) ** 2 / (mean + 1)).sum(axis=1) / 2,
        "component_penalty": -np.array(
            [kernels.extra_components(x) for x in states.packed_state[:, -1]], np.float64
        ),
        "scarce": letters @ letter_weights.scarcity,
    }
    for name, group in zip(("vowels", "common", "heavy"), GROUPS, strict=True):
        inside = [LATIN.symbols.index(x) for x in group]
        f = letter_weights.demand[inside].sum()
        off = letters[:, inside].sum(axis=1) - wanted * f
        terms[name] = -(off**2) / (wanted * f * (1 - f) + 1)
    terms |= {f"price.{x}": letters[:, k] for k, x in enumerate(LATIN.symbols)}
    return terms


def _crossing(
    states: kernels.BeamLayer,
    row: int,
    col: int,
    subproblem: Subproblem,
    given: Weights,
    lines: LineTables,
) -> NDArray[np.float64]:
    """Return the log pair weights of the row and the next column that it crosses."""
    width = subproblem.cells.shape[1]
    if not given.pairs or col + 1 == width:
        return np.zeros(len(states.lines))
    pairs, nodes = lines.pairs, states.nodes[:, states.first :]
    of_column = pairs.classes_before(subproblem.cells[row:, col + 1]).nodes[nodes[:, col + 1]]
    of_row = pairs.classes_before(subproblem.cells[row, col + 1 :]).nodes[nodes[:, width]]
    met: NDArray[np.float64] = given.pairs * pairs.weights.crossing[of_column, of_row]
    return met


def value_of(
    terms: dict[str, NDArray[np.float64]], given: Weights, done: float
) -> NDArray[np.float64]:
    """Return the score of states in nats, from their `terms`."""
    table: dict[str, Any] = asdict(given)
    table |= {f"price.{x}": price for x, price in zip(LATIN.symbols, given.price, strict=True)}
    total = np.zeros(len(terms["tile_penalty"]))
    for name, values in terms.items():
        total += between(np.atleast_1d(table[name]), np.array(done)) * values
    return total
