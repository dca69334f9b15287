"""patience: solver and referee for the solitaire of Diamino."""

from importlib.metadata import PackageNotFoundError, version

from patience.errors import PatienceError
from patience.grid import Grid
from patience.lexicon import Conventions, Lexicon
from patience.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.result import Limits, Observer, Result, Stats, Status
from patience.solve import solve
from patience.tiles import TileSet
from patience.verify import Report, verify

try:
    __version__ = version("patience")
except PackageNotFoundError:  # a bare checkout, never installed
    __version__ = "0+checkout"

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
