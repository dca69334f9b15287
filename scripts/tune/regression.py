"""Learn weights from layers of beams, by a logistic regression.

In each layer of a beam some states are ancestors of finished, connected grids. The regression,
centred by layer, finds from the terms of the score (lines, row, tiles left) how to rank these
ancestors higher. The new weights choose the layers of the next round, so that they are judged on
the states that they keep. This takes minutes, as each beam yields thousands of observations.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.weights import between
from patience.engines.params import Weights
from patience.errors import PatienceError
from patience.game.alphabet import LATIN
from scripts.tune.layers import LayerSample, value_of, watched
from scripts.tune.puzzles import Whole
from scripts.tune.weight_vectors import sound

# Knots of each weight, as a piecewise linear function from the first cell to the last. More knots
# did not rank layers of other sets better.
KNOTS = {"alpha": 5, "tile_penalty": 5, "rho": 3, "spread": 2, "vowels": 2, "common": 2, "heavy": 2}

# Weights that are not fitted: the prices of the letters have the same effect.
KEPT = ("scarce",)

# Weight of a layer with many ancestors against the pull towards the previous weights. With `FEW`
# ancestors it is half of that, a guess without alternatives tried.
LAYER = 1000.0
FEW = 10

# Numbers of held-out tile sets start here.
_HELD_OUT = 1_000_000


class Round(NamedTuple):
    """The result of a round."""

    number: int
    weights: Weights
    report: str


def rounds(
    wholes: Sequence[Whole], start: Weights, *, sets: int, width: int, pull: float, held_out: int
) -> Iterator[Round]:
    """Learn from `start`; yield after each round, without end.

    Parameters
    ----------
    wholes : sequence of Whole
    start : Weights
    sets : int
        Tile sets per round and rectangle, the game's among them.
    width : int
        Beam width.
    pull : float
        See `learnt`.
    held_out : int
        Further tile sets, for the reported height of ancestors.

    Raises
    ------
    PatienceError
        If no beam finished a grid, or `learnt` fails.
    """
    now = start
    for number in itertools.count(1):
        numbers = [0, *range(sets * (number - 1) + 1, sets * number)]
        seen, report = watched(wholes, numbers, now, width)
        if not seen:
            raise PatienceError("no beam finished a grid: try a greater --width")
        before, now = now, learnt(seen, now, pull)
        report += f"; {_heights(seen, before, now)}"
        if held_out:
            numbers = [*range(_HELD_OUT, _HELD_OUT + held_out)]
            judged, of_held_out = watched(wholes, numbers, before, width)
            report += f"\n  held out: {of_held_out}"
            report += f"; {_heights(judged, before, now)}" if judged else ""
        yield Round(number, now, report)


def _heights(seen: Sequence[LayerSample], before: Weights, now: Weights) -> str:
    return f"ancestors stand at {height(seen, before):.2f} before, {height(seen, now):.2f} after"


def learnt(seen: Sequence[LayerSample], given: Weights, pull: float) -> Weights:
    """Return weights that rank the ancestors of grids in `seen` higher.

    The stronger the pull, the closer they are to the `given` weights.

    Raises
    ------
    PatienceError
        If the `given` weights rank ancestors no higher than others: there is nothing to build on.

    Notes
    -----
    Logistic regression. Each of the two classes of a layer has half of its weight, which is less
    with few ancestors. The previous score is one of the regressors: the others are divided by its
    coefficient, so that the scale of the score is kept.
    """
    names = [(name, KNOTS.get(name, 1)) for name in seen[0].terms if name not in KEPT]
    rows, classes, shares, owner, sizes = [], [], [], [], []
    for i, layer in enumerate(seen):
        hats = {k: _hats(layer.done, k) for k in {k for _, k in names}}
        regressors = [layer.terms[name] * hat for name, k in names for hat in hats[k]]
        columns = np.stack([layer.before, *regressors], axis=1)
        rows.append(columns - columns.mean(axis=0))
        classes.append(layer.won)
        winners = layer.won.sum()
        weight = LAYER * winners / (winners + FEW)
        shares.append(weight / 2 / np.where(layer.won, winners, (~layer.won).sum()))
        owner.append(np.full(len(columns), i))
        of_terms = (layer.terms[name].var() for name, k in names for _ in range(k))
        sizes.append([layer.before.var(), *of_terms])
    x, won = np.concatenate(rows), np.concatenate(classes)
    share, of = np.concatenate(shares), np.concatenate(owner)
    rows.clear()  # as large as `x`: gigabytes
    # The same for all knots of a weight; else knots with few layers would be pulled less.
    scale = np.sqrt(np.mean(sizes, axis=0)) + 1e-9
    x /= scale
    turn = _regression(x, won, share, of, np.r_[1e-3, np.full(x.shape[1] - 1, pull)])
    change_of = turn / scale
    if change_of[0] <= 0:
        raise PatienceError(
            "by the weights before, ancestors of grids stand no higher than other states: "
            "take more sets, wider beams or other weights to begin with"
        )
    changes = iter((change_of[1:] / change_of[0]).tolist())
    table, price = asdict(given), dict(zip(LATIN.symbols, given.price, strict=True))
    for name, k in names:
        change = [next(changes) for _ in range(k)]
        if name.startswith("price."):
            price[name[-1]] += change[0]
        elif isinstance(table[name], tuple):
            old = between(table[name], np.linspace(0, 1, k)).tolist()
            table[name] = tuple(a + b for a, b in zip(old, change, strict=True))
        else:
            table[name] += change[0]
    return sound(table | {"price": tuple(price[x] for x in LATIN.symbols)})


def _regression(
    x: NDArray[np.float64],
    won: NDArray[np.bool_],
    share: NDArray[np.float64],
    of: NDArray[np.int64],
    pulls: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return logistic coefficients for `won` from the rows of `x`, by Newton's method.

    Each row has the weight `share`; each layer, `of` a row, has an intercept of its own; `pulls`
    are the ridge penalties of the coefficients.
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
    """Return the basis functions of `knots` equidistant knots at `done`."""
    return [float(between(row, np.array(done))) for row in np.eye(knots)]


def height(seen: Sequence[LayerSample], given: Weights) -> float:
    """Return the height of ancestors: the mean of log10 of the share of others above them."""
    logs = []
    for layer in seen:
        value = value_of(layer.terms, given, layer.done)
        others = np.sort(value[~layer.won])
        above = len(others) - np.searchsorted(others, value[layer.won], side="right")
        logs.append(np.log10((above + 0.5) / (len(others) + 1)).mean())
    return float(np.mean(logs))
