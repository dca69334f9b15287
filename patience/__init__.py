"""patience: solver and referee for the solitaire of Diamino."""

from patience.errors import PatienceError
from patience.grid import Grid
from patience.lexicon import Conventions, Lexicon
from patience.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.result import Limits, Observer, Result, Stats, Status
from patience.solve import solve
from patience.tiles import TileSet
from patience.verify import Report, verify
from patience.version import program_version

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
    "TileSet",
    "solve",
    "verify",
]


def __getattr__(name: str) -> str:
    """Look the version up when it is asked for: that costs more than all other imports here."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return program_version()
