"""States of a beam, and the terms of their score, stated a second time beside the kernel."""

from __future__ import annotations

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
from patience.engines.beam.weights import LetterWeights, between
from patience.engines.params import Weights
from patience.engines.subproblem import Subproblem
from patience.game.alphabet import LATIN
from patience.words.wordlist import WordList


class Setup(NamedTuple):
    """A rectangle as a beam sees it."""

    subproblem: Subproblem
    dawg: word_graph.Dawg
    letter_weights: LetterWeights
    lines: LineTables
    packed: TileBytes


def set_up(subproblem: Subproblem, words: WordList, given: Weights) -> Setup:
    """Return what a beam needs to fill a rectangle with all its tiles."""
    longest, counts, jokers = max(subproblem.cells.shape), subproblem.counts, subproblem.jokers
    dawg = word_graph.kept(words, longest, counts, jokers)
    natural = word_graph.letter_counts(words, longest)
    letter_weights = LetterWeights(counts, jokers, natural, given)
    lines = LineTables(dawg, letter_weights.of_symbols)
    return Setup(subproblem, dawg, letter_weights, lines, tile_bytes(subproblem, GROUPS))


def beam_of(setup: Setup, width: int, pool: ThreadPoolExecutor) -> tuple[Beam, BeamBuffers]:
    """Return a beam of one thread and its memory."""
    subproblem, dawg, letter_weights, lines, packed = setup
    columns, cells = subproblem.cells.shape[1], subproblem.cells.size
    buffers = BeamBuffers(width, columns, len(packed.full), cells, 1, dawg.child.dtype)
    score = Score(subproblem, packed, letter_weights, lines)
    return Beam(subproblem, dawg, score, packed, buffers, pool), buffers


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
