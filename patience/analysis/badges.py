"""Badges: shapes of a finished frame that are worth a mark beside its cost."""

from __future__ import annotations

from collections.abc import Container
from itertools import product

from patience.game.grid import Grid, is_face_up

_SQUARE = 4


def badges(grid: Grid, everyday: Container[str] | None) -> list[str]:
    """Return the badges of a valid frame.

    Parameters
    ----------
    grid : Grid
    everyday : container of str, optional
        The everyday words; None if the lexicon knows none.

    Returns
    -------
    list of str
        ``rim``: no tile face down on the rim. ``symmetric``: those face down lie as before when the
        grid is turned by half. ``long``: two words from edge to edge. ``square``: a square of four
        by four face up. ``everyday``: everyday words only.
    """
    up = [[is_face_up(x) for x in row] for row in grid.rows]
    runs, longest = grid.runs(), max(grid.width, grid.height)
    corners = product(range(grid.height - _SQUARE + 1), range(grid.width - _SQUARE + 1))
    earned = {
        "rim": all([*up[0], *up[-1], *(row[0] and row[-1] for row in up)]),
        "symmetric": up == [row[::-1] for row in up[::-1]],
        "long": sum(len(run.text) == longest for run in runs) > 1,
        "square": any(
            all(all(row[c : c + _SQUARE]) for row in up[r : r + _SQUARE]) for r, c in corners
        ),
        "everyday": everyday is not None and all(run.text in everyday for run in runs),
    }
    return [name for name, has in earned.items() if has]
