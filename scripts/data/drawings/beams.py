"""A real beam on the 9x7 frame: a state, the layers, and the terms of the score."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience.engines.beam.kernels import BeamLayer
from patience.engines.beam.weights import between, weights
from patience.engines.dawg import END, LETTERS
from patience.engines.subproblem import CELL_OPEN, Subproblem
from patience.game.alphabet import LATIN
from patience.game.grid import BLANK as DOWN
from patience.game.grid import Grid
from patience.question.catalogue import named
from patience.render import letters
from patience.render.drawing import CELL, Drawing
from patience.render.letters import PLAIN
from patience.words.lexicon import load
from scripts.data.drawings.canvas import SMALL, WIDTH, Axis, Canvas, Chart
from scripts.data.drawings.states import (
    Setup,
    beam_of,
    part_of,
    set_up,
    terms_of,
    value_of,
)

# The game's frame and tiles as a beam searches them, on its side, with a ceiling on the blanks.
ROWS, COLUMNS, CEILING = 9, 7, 6
BEAM_WIDTH = 16_000

# Cells filled in the state shown: two words are then not joined yet.
SHOWN = 38

_COMPONENTS = ("lit", "devil-rim")
_LETTER_STEP = 13.0


class Watched(NamedTuple):
    """A beam with all its layers."""

    setup: Setup
    grid: Grid  # the best one
    layers: list[BeamLayer]
    ancestors: list[int]  # of the grid, its state in each layer
    children: list[int]  # made for each layer


@cache
def watched() -> Watched:
    """Run the beam."""
    tiles = named("diamino-63")
    cells = np.full((ROWS, COLUMNS), CELL_OPEN, np.int8)
    subproblem = Subproblem(cells, tiles.counts, tiles.jokers, CEILING, connected=True)
    setup = set_up(subproblem, load("fr").words, weights("frame"))
    layers: list[BeamLayer] = []
    made: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        beam, buffers = beam_of(setup, BEAM_WIDTH, pool)
        result = beam.run(
            BEAM_WIDTH,
            on_cell=lambda cell, states, children: made.append(children),
            on_layer=lambda cell, layer, states: layers.append(part_of(layer, slice(states))),
        )
        grids = beam.goal_states(layers[-1], len(layers[-1].blanks))
    at = int(grids[np.argmin(layers[-1].blanks[grids])])
    ancestors = []
    for cell in range(ROWS * COLUMNS - 1, -1, -1):
        ancestors.append(at)
        at = int(buffers.backpointers[cell].parents[at])
    grid = setup.subproblem.grid(result.letters[0])
    return Watched(setup, grid, layers, ancestors[::-1], [int(x) for x in np.diff([0, *made])])


# ---- a state ------------------------------------------------------------------------------------


def frontier() -> Drawing:
    """Draw a state: the cells laid, the frontier with its components, what may come next."""
    beam = watched()
    layer, at = beam.layers[SHOWN - 1], beam.ancestors[SHOWN - 1]
    nodes = layer.nodes[at, int(layer.first) :]
    row, column = divmod(SHOWN, COLUMNS)
    canvas = Canvas()
    canvas.text((14, 26), f"A state after {SHOWN} of {ROWS * COLUMNS} cells", 16, strong=True)
    left, top = 14.0, 44.0
    ground = CELL * COLUMNS, CELL * ROWS
    canvas.box(left - 3, top - 3, ground[0] + 6, ground[1] + 6, "table")
    places = {
        (r, c): (left + CELL * c, top + CELL * r) for r in range(ROWS) for c in range(COLUMNS)
    }
    for n, (where, place) in enumerate(places.items()):
        if n < SHOWN:
            canvas.tile(*place, beam.grid.rows[where[0]][where[1]])
    edge = [(row if c < column else row - 1, c) for c in range(COLUMNS)]
    for number, cells in enumerate(_joined(beam.grid, SHOWN, edge)):
        for where in cells:
            x, y = places[where]
            canvas.box(x + 1.5, y + 1.5, CELL - 3, CELL - 3, _COMPONENTS[number], 3.0)
    for c in range(COLUMNS):
        first = edge[c][0] + 1
        _letters(canvas, left + CELL * c, top + CELL * first, _next(beam, int(nodes[c])))
    x, y = places[row, column]
    canvas.box(x + 1, y + 1, CELL - 2, CELL - 2, "text", 2.4)
    _facts(canvas, beam, left + ground[0] + 16, top + 6, int(nodes[COLUMNS]))
    bottom = canvas.paragraph(
        (14, top + ground[1] + 26),
        "A coloured rim marks the frontier: the last cell decided in each column. The letters "
        "below it are those with which the column's words can go on. The framed open cell is "
        "next: it takes a letter that its column and its row both allow.",
        WIDTH - 28,
    )
    return canvas.drawing(
        bottom, "A state and its frontier", "A half-filled frame: what the beam stores of it."
    )


def _next(beam: Watched, node: int) -> str:
    packed = int(beam.setup.dawg.nodes[node])
    signs = "".join(x for k, x in enumerate(LATIN.symbols) if packed & LETTERS & 1 << k)
    return signs + (DOWN if packed & END else "")


def _letters(canvas: Canvas, x: float, y: float, signs: str) -> None:
    """Write letters into a column of open cells, three to a line."""
    for n, sign in enumerate(signs):
        down, across = divmod(n, 3)
        place = x + 7.5 + 12.5 * across, y + 15 + _LETTER_STEP * 1.1 * down
        if sign == DOWN:
            canvas.tile(place[0] - 5, place[1] - 10, sign, 11)
        else:
            canvas.text(place, sign, SMALL, "text", anchor=0.5)


def _facts(canvas: Canvas, beam: Watched, x: float, y: float, row_node: int) -> None:
    """Write what the state has beside its columns."""
    grid = "".join(beam.grid.rows)
    laid = grid[:SHOWN]
    blanks = laid.count(DOWN)
    jokers = beam.setup.subproblem.jokers - sum(sign.islower() for sign in laid)
    canvas.text((x, y + 8), "The row may go on with", strong=True, size=SMALL)
    signs = _next(beam, row_node)
    for n, sign in enumerate(signs):
        down, across = divmod(n, 9)
        place = x + 6 + 15 * across, y + 28 + 17 * down
        if sign == DOWN:
            canvas.tile(place[0] - 6, place[1] - 11, sign, 13)
        else:
            canvas.text(place, sign, SMALL, anchor=0.5)
    y += 28 + 17 * (-(-len(signs) // 9))
    canvas.text((x, y + 20), f"Blanks: {blanks} of {CEILING}", strong=True, size=SMALL)
    canvas.text((x, y + 52), "Tiles left", strong=True, size=SMALL)
    counts = beam.setup.subproblem.counts
    left = "".join(a * (n - laid.count(a)) for a, n in zip(LATIN.symbols, counts, strict=True))
    for n, sign in enumerate(left + "e" * jokers):
        down, across = divmod(n, 7)
        canvas.tile(x + 20 * across, y + 62 + 20 * down, sign, 19)
    y += 62 + 20 * (-(-(len(left) + jokers) // 7))
    for number, text in enumerate(("one component", "one not yet joined")):
        canvas.box(x + 1, y + 14 + 22 * number, 13, 13, _COMPONENTS[number], 3.0)
        canvas.text((x + 22, y + 25 + 22 * number), text, SMALL)


def _joined(grid: Grid, filled: int, edge: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the cells of the frontier with a letter, by the component that they are in."""
    laid = [divmod(n, COLUMNS) for n in range(filled)]
    label = {(r, c): (r, c) for r, c in laid if grid.rows[r][c] != DOWN}
    for _ in label:
        for (r, c), own in label.items():
            near = [x for x in ((r - 1, c), (r, c - 1), (r + 1, c), (r, c + 1)) if x in label]
            label[r, c] = min([own, *(label[x] for x in near)])
    on_edge = [x for x in edge if x in label]
    return [
        [x for x in on_edge if label[x] == root] for root in sorted({label[x] for x in on_edge})
    ]


# ---- layers -------------------------------------------------------------------------------------


def layers() -> Drawing:
    """Draw the layers of the beam: children, states kept, and the spread of their scores."""
    beam = watched()
    canvas = Canvas()
    canvas.text((14, 26), f"A beam of width {BEAM_WIDTH:,}, cell by cell", 16, strong=True)
    cells = range(1, ROWS * COLUMNS + 1)
    powers = [(10.0**n, f"{10**n:,}") for n in range(1, 6)]
    chart = Chart(canvas, 72, 150, _cells(), Axis(10, 250_000, powers, log=True), "States")
    chart.curve([(n, max(x, 10)) for n, x in zip(cells, beam.children, strict=True)], "soft")
    kept = [len(layer.blanks) for layer in beam.layers]
    chart.curve([(n, max(x, 10)) for n, x in zip(cells, kept, strict=True)], "lit", 2.8)
    _legend(canvas, 268, {"children made": "soft", "states kept": "lit"})

    scores = [_scores(beam, cell) for cell in range(len(beam.layers))]
    own = [float(x[at]) for x, at in zip(scores, beam.ancestors, strict=True)]
    middle = [float(np.median(x)) for x in scores]
    drop = [float(x.min() - x.max()) for x in scores]
    ticks = [(-n, f"-{n}" if n else "best") for n in (0.0, 5.0, 10.0, 15.0)]
    labels = [(value, label.replace(".0", "")) for value, label in ticks]
    spread = Chart(canvas, 320, 150, _cells(), Axis(-17, 0.5, labels), "Score below the best state")
    low = [(n, max(x, -17.0)) for n, x in zip(cells, drop, strict=True)]
    spread.band(low, [(n, 0.0) for n in cells], "table")
    best = [float(x.max()) for x in scores]
    below = [(n, a - b) for n, a, b in zip(cells, middle, best, strict=True)]
    spread.curve(below, "soft", 1.6)
    spread.curve(
        [(n, max(a - b, -17)) for n, a, b in zip(cells, own, best, strict=True)], "lit", 2.8
    )
    _legend(canvas, 516, {"median of the layer": "soft", "ancestors of the best grid": "lit"})
    bottom = canvas.paragraph(
        (14, 546),
        "Scores are in nats. The shaded area holds all states kept. The ancestors of the grid "
        "that wins are seldom the best of their layer: that is why a beam has a width.",
        WIDTH - 28,
    )
    return canvas.drawing(bottom, "The layers of a beam", "States and scores, cell by cell.")


def _legend(canvas: Canvas, y: float, colours: Mapping[str, str]) -> None:
    """Write the names of curves beside their colours."""
    x = 64.0
    for name, colour in colours.items():
        canvas.line((x, y), (x + 22, y), colour=colour, width=3.0)
        canvas.text((x + 29, y + 4.5), name, SMALL)
        x += 29 + letters.width(PLAIN, SMALL, name) + 24


def _cells() -> Axis:
    ticks = [(float(n), f"row {n // COLUMNS + 1}") for n in range(0, ROWS * COLUMNS, 2 * COLUMNS)]
    return Axis(0, ROWS * COLUMNS, ticks)


def _terms(beam: Watched, cell: int) -> dict[str, NDArray[np.float64]]:
    """Return the parts of the scores of a layer, in nats."""
    given, done = beam.setup.letter_weights.weights, (cell + 1) / (ROWS * COLUMNS)
    terms = terms_of(beam.layers[cell], cell, beam.setup)
    shares = {
        name: float(between(np.array(getattr(given, name)), np.array(done)))
        for name in ("alpha", "rho")
    }
    columns, row = shares["alpha"] * terms["alpha"], shares["rho"] * terms["rho"]
    total = value_of(terms, given, done)
    return {"columns": columns, "row": row, "tiles": total - columns - row, "total": total}


def _scores(beam: Watched, cell: int) -> NDArray[np.float64]:
    return _terms(beam, cell)["total"]


# ---- terms --------------------------------------------------------------------------------------


def terms() -> Drawing:
    """Draw by how much each term prefers the ancestors of the best grid, and their ranks."""
    beam = watched()
    cells = range(1, ROWS * COLUMNS + 1)
    each = [_terms(beam, cell) for cell in range(len(beam.layers))]
    lead = {
        name: [
            float(x[name][at] - x[name].mean()) for x, at in zip(each, beam.ancestors, strict=True)
        ]
        for name in ("columns", "row", "tiles")
    }
    rank = [
        1 + int((x["total"] > x["total"][at]).sum())
        for x, at in zip(each, beam.ancestors, strict=True)
    ]
    canvas = Canvas()
    canvas.text((14, 26), "The score along the ancestors of a grid", 16, strong=True)
    ticks = [(float(n), f"{n:+d}" if n else "0") for n in (-9, -6, -3, 0, 3, 6, 9)]
    chart = Chart(
        canvas, 72, 190, _cells(), Axis(-10, 10, ticks), "Lead over the mean of the layer"
    )
    colours = {"columns": "lit", "row": "soft", "tiles": "devil-rim"}
    for name, colour in colours.items():
        points = [(n, min(max(x, -10.0), 10.0)) for n, x in zip(cells, lead[name], strict=True)]
        chart.curve(points, colour, 2.4)
    _legend(canvas, 302, {"columns": "lit", "row": "soft", "tiles left": "devil-rim"})
    powers = [(10.0**n, f"{10**n:,}") for n in range(5)]
    ranks = Chart(
        canvas, 356, 130, _cells(), Axis(20_000, 1, powers, log=True), "Rank in the layer"
    )
    ranks.curve([(n, float(x)) for n, x in zip(cells, rank, strict=True)], "lit", 2.4)
    bottom = canvas.paragraph(
        (14, 532),
        f"The best grid has {beam.grid.count(DOWN)} face down. Its ancestor with the worst rank is "
        f"number {max(rank):,} of {BEAM_WIDTH:,}: a narrower beam would have lost it.",
        WIDTH - 28,
    )
    return canvas.drawing(bottom, "The terms of the score", "Lead of each term, and ranks.")
