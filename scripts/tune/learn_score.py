"""Learn the weights of the beam's score from its own layers.

    python -m scripts.tune.learn_score frame --output new.toml
    python -m scripts.tune.learn_score compact --rounds 3 --output new.toml

In each layer of a beam some states are ancestors of finished, connected grids; the others took up
room. A logistic regression, centred layer by layer, tells by what the score already reads (lines,
row, tiles left) how to rank the ancestors higher. The weights that come out rank the layers of the
next round, so that they are judged on the states that they themselves keep. Minutes do what
CMA-ES (`fit_score.py fit`) does not in hours, as each beam says thousands of things instead of one;
`fit_score.py judge` compares the outcome with what ships.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from patience.engines import dawg as word_graph
from patience.engines.beam import kernels
from patience.engines.beam.beam import Beam
from patience.engines.beam.buffers import BeamBuffers, TileBytes, graph_of, tile_bytes
from patience.engines.beam.score import (
    GROUPS,
    LetterWeights,
    LineTables,
    Score,
    Weights,
    between,
    weights,
)
from patience.engines.subproblem import Subproblem
from patience.files.text import write_text
from patience.game.tiles import ALPHABET
from patience.words.lexicon import load
from scripts.common import execute, tell
from scripts.tune.fit_score import FITS, Ask, redrawn
from scripts.tune.weight_vectors import read_weights, sound, text_of

# Looked at: about as few blanks as records have, and more jokers than the game, so that most sets
# have some diversity classes at the width given. More blanks would do that too, but teach less of
# what the records look like (docs/search.md).
ASKS = {
    "frame": [Ask("frame", 9, 7, 5, jokers=4)],
    "large": [Ask("large", 14, 9, 13, jokers=6)],
    "compact": [
        Ask("compact", 17, 4, 7, jokers=3),
        Ask("compact", 14, 5, 7, jokers=4),
        Ask("compact", 23, 3, 6, jokers=5),
    ],
}

# How many straight lines' ends describe a weight from the first cell to the last: more of them did
# not rank layers of other sets better.
KNOTS = {"alpha": 5, "tile_penalty": 5, "rho": 3, "spread": 2, "vowels": 2, "common": 2, "heavy": 2}

# Weights that stay as they are: the prices of the letters say the same.
KEPT = ("scarce",)

# Layers looked at: every so many cells, of those that the width has cut.
EVERY = 4

# States of a layer looked at, ancestors and others; with fewer a layer says nothing. A single
# ancestor does say something: nothing else speaks for the first rows, and where no layer does the
# weights go where they like and no grid is finished any more.
SAMPLED = {True: 1500, False: 4000}
LEAST = {True: 1, False: 500}

# A layer's weight against the pull towards the weights before, if it has many ancestors; half of
# that if it has FEW, a guess that nothing else was tried against.
LAYER = 1000.0
FEW = 10


class LayerSample(NamedTuple):
    """States of one layer: what the score reads of them, and which became grids."""

    done: float  # share of the cells filled
    told: dict[str, NDArray[np.float64]]  # by weight: what it is multiplied with
    before: NDArray[np.float64]  # score by the weights that chose this layer
    won: NDArray[np.bool_]


class Watched(Beam):
    """A beam that keeps some of its layers, and the grids it ended with.

    `taken` has the layers by cell: words, lines, blanks, fresh.
    """

    taken: dict[int, tuple[NDArray[Any], ...]]
    ended: NDArray[np.int64]

    def _fill_cell(self, *args: Any) -> tuple[kernels.Backpointers, int, int, int]:
        result = super()._fill_cell(*args)
        after, width, cell = args[1], args[4], len(self.taken)
        n = len(result[0].moves)
        cut = n == width and cell % EVERY == 0
        each = (after.packed_state, after.lines, after.blanks, after.is_first) if cut else ()
        self.taken[cell] = tuple(x[:n].copy() for x in each)
        return result

    def _goal_states(self, layer: Any, alive: int) -> NDArray[np.int64]:
        self.ended = super()._goal_states(layer, alive)
        return self.ended


def layers(ask: Ask, number: int, given: Weights, width: int) -> Iterator[LayerSample]:
    """Run a beam on tile set `number`, 0 for the game's, and look at its layers."""
    tiles = redrawn(ask, number or None, "learn")
    words, longest = load(ask.lexicon).words, max(ask.rows, ask.columns)
    subproblem = ask.subproblem(tiles)
    cells = subproblem.cells.size
    dawg = word_graph.kept(words, longest, tiles.counts, tiles.jokers)
    letter_weights = LetterWeights(tiles.counts, word_graph.letter_counts(words, longest), given)
    packed, lines = tile_bytes(subproblem, GROUPS), LineTables(dawg, letter_weights)
    kind = dawg.child.dtype
    buffers = BeamBuffers(width, ask.columns, len(packed.full), cells, 1, kind)
    with ThreadPoolExecutor(1) as pool:
        score = Score(subproblem, packed, letter_weights, lines)
        beam = Watched(subproblem, graph_of(dawg), score, packed, buffers, pool)
        beam.taken, beam.ended = {}, np.empty(0, np.int64)
        beam.run(width)
    if len(beam.ended) == 0:
        return
    chance = np.random.default_rng(number)
    at: NDArray[Any] = beam.ended
    for cell in range(cells - 1, -1, -1):
        if beam.taken[cell] and cell < cells - ask.columns // 2:
            won = np.zeros(width, np.bool_)
            won[at] = True
            picked = _picked(won, beam.taken[cell][3], chance)
            if len(picked):
                states = [x[picked] for x in beam.taken[cell]]
                first = buffers.layers[0].first
                told = _told(states, cell, subproblem, letter_weights, lines, packed, first, kind)
                done = (cell + 1) / cells
                yield LayerSample(done, told, _value(told, given, done), won[picked])
        at = buffers.backpointers[cell].parents[at]


def _picked(
    won: NDArray[np.bool_], is_first: NDArray[np.bool_], chance: np.random.Generator
) -> NDArray[np.int64]:
    """Return which states of a layer to look at, those that won first; none if too few."""
    groups = {x: np.flatnonzero(is_first & (won == x)) for x in (True, False)}
    if any(len(groups[x]) < LEAST[x] for x in groups):
        return np.empty(0, np.int64)
    return np.concatenate([chance.permutation(groups[x])[: SAMPLED[x]] for x in groups])


def _told(
    states: Sequence[Any], cell: int, subproblem: Subproblem, letter_weights: LetterWeights,
    lines: LineTables,
    packed: TileBytes, first: int, kind: Any,
) -> dict[str, NDArray[np.float64]]:  # fmt: skip
    """Return what the score reads of states, by the weight that it is multiplied with.

    Of a letter alone in its row the state knows nothing any more once the row has ended.
    """
    words, of_columns, blanks, _ = states
    row, col = divmod(cell, subproblem.cells.shape[1])
    tiles, nodes = words.view(np.uint8), words.view(kind)
    of_row = lines.after(subproblem.cells[row, col + 1 :]).nodes[
        nodes[:, first + subproblem.cells.shape[1]]
    ]
    each = [packed.counts[:, j, tiles[:, j]] for j in range(len(packed.full))]
    left = np.sum(each, axis=0).T.astype(float)
    letters, jokers = left[:, :26], left[:, 26]
    wanted = np.maximum(
        subproblem.cells.size - cell - 1 - subproblem.max_blanks + blanks.astype(float), 0
    )
    mean = wanted[:, None] * letter_weights.demand
    told = {
        "alpha": of_columns / kernels.FINENESS,
        "rho": of_row / kernels.FINENESS,
        "tile_penalty": -left.sum(axis=1),
        "joker": jokers,
        "spread": -((letters - mean) ** 2 / (mean + 1)).sum(axis=1) / 2,
        "component_penalty": -np.array(
            [kernels.extra_components(x) for x in words[:, -1]], np.float64
        ),
        "scarce": letters @ letter_weights.scarcity,
    }
    for name, group in zip(("vowels", "common", "heavy"), GROUPS, strict=True):
        inside = [ALPHABET.index(x) for x in group]
        f = letter_weights.demand[inside].sum()
        off = letters[:, inside].sum(axis=1) - wanted * f
        off = np.maximum(
            off, np.minimum(off + letter_weights.weights.joker_slack * subproblem.jokers, 0)
        )
        told[name] = -(off**2) / (wanted * f * (1 - f) + 1)
    told |= {f"price.{x}": letters[:, k] for k, x in enumerate(ALPHABET)}
    return told


def _value(
    told: dict[str, NDArray[np.float64]], given: Weights, done: float
) -> NDArray[np.float64]:
    """Return the score of states, in nats."""
    table: dict[str, Any] = asdict(given)
    table |= {f"price.{x}": price for x, price in zip(ALPHABET, given.price, strict=True)}
    total = np.zeros(len(told["tile_penalty"]))
    for name, values in told.items():
        total += between(np.atleast_1d(table[name]), np.array(done)) * values
    return total


def learnt(seen: Sequence[LayerSample], given: Weights, pull: float) -> Weights:
    """Return weights by which the ancestors of grids stand higher in `seen`.

    The stronger the pull, the closer to those that were `given`.

    Notes
    -----
    Logistic regression. Each of the two classes of a layer has half of its weight, which is less
    where there are few ancestors. The score before is one of the regressors: the others are divided
    by its coefficient, so that the size of the score stays.
    """
    terms = [(name, KNOTS.get(name, 1)) for name in seen[0].told if name not in KEPT]
    rows, classes, shares, owner, sizes = [], [], [], [], []
    for i, layer in enumerate(seen):
        hats = {k: _hats(layer.done, k) for k in {k for _, k in terms}}
        told = [layer.told[name] * hat for name, k in terms for hat in hats[k]]
        columns = np.stack([layer.before, *told], axis=1)
        rows.append(columns - columns.mean(axis=0))
        classes.append(layer.won)
        winners = layer.won.sum()
        weight = LAYER * winners / (winners + FEW)
        shares.append(weight / 2 / np.where(layer.won, winners, (~layer.won).sum()))
        owner.append(np.full(len(columns), i))
        of_terms = (layer.told[name].var() for name, k in terms for _ in range(k))
        sizes.append([layer.before.var(), *of_terms])
    x, won, share, of = map(np.concatenate, (rows, classes, shares, owner))
    # The same for all knots of a weight, or those of rows with few layers were pulled less.
    scale = np.sqrt(np.mean(sizes, axis=0)) + 1e-9
    turn = _regression(x / scale, won, share, of, np.r_[1e-3, np.full(x.shape[1] - 1, pull)])
    change_of = turn / scale
    changes = iter((change_of[1:] / change_of[0]).tolist())
    table, price = asdict(given), dict(zip(ALPHABET, given.price, strict=True))
    for name, k in terms:
        change = [next(changes) for _ in range(k)]
        if name.startswith("price."):
            price[name[-1]] += change[0]
        elif isinstance(table[name], tuple):
            old = between(table[name], np.linspace(0, 1, k)).tolist()
            table[name] = tuple(a + b for a, b in zip(old, change, strict=True))
        else:
            table[name] += change[0]
    return sound(table | {"price": tuple(price[x] for x in ALPHABET)})


def _regression(
    x: NDArray[np.float64],
    won: NDArray[np.bool_],
    share: NDArray[np.float64],
    of: NDArray[np.int64],
    pulls: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the coefficients that tell by the rows of `x` who `won`: Newton's method.

    Each row counts for its `share`; each layer, `of` a row, has a constant of its own; `pulls` hold
    the coefficients at nought.
    """
    turn, constant = np.zeros(x.shape[1]), np.zeros(of[-1] + 1)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(x @ turn + constant[of], -30, 30)))
        off, bend = share * (chance - won), share * chance * (1 - chance) + 1e-12
        slope, slope_0 = x.T @ off + pulls * turn, np.bincount(of, off)
        bend_0 = np.bincount(of, bend)
        mixed = np.stack([np.bincount(of, bend * column) for column in x.T])
        inner = (x * bend[:, None]).T @ x + np.diag(pulls) - mixed / bend_0 @ mixed.T
        move = np.linalg.solve(inner, slope - mixed @ (slope_0 / bend_0))
        turn -= move
        constant -= (slope_0 - move @ mixed) / bend_0
        if np.abs(move).max() < 1e-5:
            break
    return turn


def _hats(done: float, knots: int) -> list[float]:
    """Return how much of a weight at `done` each of its knots makes."""
    return [float(between(row, np.array(done))) for row in np.eye(knots)]


def height(seen: Sequence[LayerSample], given: Weights) -> float:
    """Return where ancestors stand: the mean of log10 of the share of others above them."""
    logs = []
    for layer in seen:
        value = _value(layer.told, given, layer.done)
        others = np.sort(value[~layer.won])
        above = len(others) - np.searchsorted(others, value[layer.won], side="right")
        logs.append(np.log10((above + 0.5) / (len(others) + 1)).mean())
    return float(np.mean(logs))


@click.command(help=__doc__)
@click.argument("kind", type=click.Choice(sorted(ASKS)))
@click.option("--output", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option("--start", type=click.Path(path_type=Path), help="Begin with the weights of a file.")
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--sets", type=click.IntRange(1), default=30, show_default=True)
@click.option("--width", type=click.IntRange(1), default=60_000, show_default=True)
@click.option(
    "--pull", type=click.FloatRange(0), default=100, show_default=True,
    help="Towards the weights before; a layer pulls with up to 1,000.",
)  # fmt: skip
def main(
    kind: str, *, output: Path, start: Path | None, rounds: int, sets: int, width: int, pull: float
) -> None:
    """Learn the weights of a kind; FILE has them after each round."""
    now = weights(kind)
    if start is not None:
        found = read_weights(start, FITS)
        if kind not in found:
            raise click.UsageError(f"{start}: has no table [{kind}]")
        now = found[kind]
    for turn in range(1, rounds + 1):
        numbers = [0, *range(sets * (turn - 1) + 1, sets * turn)]
        seen = [
            layer for ask in ASKS[kind] for n in numbers for layer in layers(ask, n, now, width)
        ]
        if not seen:
            raise click.ClickException("no beam finished a grid: try a greater --width")
        before, now = now, learnt(seen, now, pull)
        tell(
            f"round {turn}: {len(seen)} layers; ancestors stand at "
            f"{height(seen, before):.2f} before, {height(seen, now):.2f} after"
        )
        how = [
            f"Learnt from layers, {turn} rounds of {sets} sets (one the game's), {width:,} states, "
            f"pull {pull:g}:",
            *(f"  {ask}" for ask in ASKS[kind]),
        ]
        write_text(output, text_of(kind, now, how))


if __name__ == "__main__":
    sys.exit(execute(main))
