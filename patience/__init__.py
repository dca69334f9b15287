"""patience: solver and referee for the solitaire of Diamino."""

from typing import Any

from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.game.referee import verify
from patience.game.report import Report
from patience.game.tiles import TileSet
from patience.notebook import draw_with
from patience.result import Limits, Observer, Result, Stats, Status, StopReason
from patience.solve import solve
from patience.version import program_version
from patience.words.lexicon import Conventions, Lexicon

__all__ = [
    "Board",
    "Compact",
    "Conventions",
    "Frame",
    "Grid",
    "Lexicon",
    "Limits",
    "Observer",
    "PatienceError",
    "Puzzle",
    "Report",
    "Result",
    "Rules",
    "Stats",
    "Status",
    "StopReason",
    "TileSet",
    "solve",
    "verify",
]


def _draw(value: object, form: str, axes: Any = None) -> Any:
    """Draw an object for a notebook; nothing that draws is imported before."""
    from patience.render.notebook import drawn  # noqa: PLC0415

    return drawn(value, form, axes)


draw_with(_draw)


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: that costs more than all other imports here."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return program_version()
