"""The flags that several commands share: those that say what the puzzle is."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from patience.errors import PuzzleError
from patience.files.grids import GridFile, read_grid
from patience.files.spec import Spec, words
from patience.files.tilesets import read_tiles
from patience.game.puzzle import Board, Compact, Frame, Goal, parse_size
from patience.result import DEFAULT_MEMORY_GB, Limits
from patience.solve import ENGINES, MAX_COUNT, MAX_THREADS
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load

F = TypeVar("F", bound=Callable[..., Any])

_GOAL_OPTIONS = [
    click.option("--frame", metavar="WxH", help="Fill a frame, WIDTHxHEIGHT; 9x7 is the box."),
    click.option("--compact", is_flag=True, help="All tiles face up in the smallest rectangle."),
    click.option("--board", metavar="FILE", help="Fill a board: '.' open, '#' closed cells."),
    click.option("--within", metavar="WxH", help="Sides that a compact grid may not pass."),
    click.option(
        "--tiles",
        metavar="SET",
        help="A set's name, a TOML file, letters (AABCE) or a counted hand ('A5 B2').  "
        "[default: diamino-63]",
    ),
    click.option("--jokers", type=int, metavar="N", help="Number of jokers, for the set's own."),
    click.option("--start", metavar="GRID", help="A grid to complete: letters and '*' stay."),
    click.option("--require", multiple=True, metavar="WORD", help="A word that must appear."),
    click.option("--distinct-words", is_flag=True, help="No word may appear twice."),
    click.option("--disconnected", is_flag=True, help="Let the crossword fall into pieces."),
]

_LEXICON_OPTIONS = [
    click.option(
        "--lexicon", metavar="NAME|FILE", help="A shipped lexicon or a word list.  [default: fr]"
    ),
    click.option("--no-conjugated", is_flag=True, help="No conjugated verbs."),
    click.option("--infinitives", is_flag=True, help="Infinitives only."),
    click.option("--pos", metavar="KIND,...", help="Only these parts of speech: noun, adj, ..."),
    click.option("--theme", "themes", metavar="CODE,...", help="Only these subjects: zool, ..."),
    click.option("--common", type=int, metavar="N", help="Only words of frequency N (0-9) or up."),
    click.option("--no-literary", is_flag=True, help="No passé simple, no imperfect subjunctive."),
    click.option("--no-foreign", is_flag=True, help="No words of foreign origin (etymology)."),
    click.option("--min-length", type=int, metavar="N", help="Shortest word, 2 or more."),
    click.option("--ban", multiple=True, metavar="WORD|FILE", help="Leave out a word or a list."),
    click.option("--only", metavar="FILE", help="Only the words of this list."),
]

DEFAULT_SECONDS = 60.0
_LAST_SEED = 2**31 - 1

_SEARCH_OPTIONS = [
    click.option(
        "--engine",
        type=click.Choice(list(ENGINES)),
        default="auto",
        show_default=True,
        help="How to search.",
    ),
    click.option(
        "--time-limit",
        type=float,
        metavar="S",
        help="Seconds.  [default: 60; none if --max-width is given]",
    ),
    click.option("--target", type=int, metavar="N", help="Stop at a cost of N or less."),
    click.option("--max-width", type=int, metavar="N", help="Widest beam: a bound on the work."),
    click.option(
        "--memory",
        type=float,
        default=DEFAULT_MEMORY_GB,
        show_default=True,
        metavar="GB",
        help="Most memory that the search takes.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, _LAST_SEED),
        default=0,
        show_default=True,
        metavar="N",
        help="Another seed searches another way.",
    ),
    click.option(
        "--count",
        type=click.IntRange(1, MAX_COUNT),
        default=1,
        metavar="N",
        help="Give N grids; each gets its share of the time.",
    ),
    click.option(
        "--differ",
        type=click.IntRange(1),
        default=10,
        show_default=True,
        metavar="CELLS",
        help="Cells in which any two of them differ at least.",
    ),
    click.option(
        "--differ-words",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        metavar="WORDS",
        help="Words of each that the others may not have.",
    ),
    click.option(
        "--threads",
        type=click.IntRange(1, MAX_THREADS),
        metavar="N",
        help="Processors to use.  [default: all]",
    ),
]
_SEARCH_NAMES = [
    "engine",
    "time_limit",
    "target",
    "max_width",
    "memory",
    "seed",
    "count",
    "differ",
    "differ_words",
    "threads",
]

_CONVENTIONS = [
    "no_conjugated",
    "infinitives",
    "pos",
    "themes",
    "common",
    "no_literary",
    "no_foreign",
    "min_length",
    "ban",
    "only",
]
_PUZZLE_NAMES = [
    "frame",
    "compact",
    "board",
    "within",
    "tiles",
    "jokers",
    "start",
    "require",
    "distinct_words",
    "disconnected",
    "lexicon",
    *_CONVENTIONS,
]


class Given(NamedTuple):
    """What the flags say of the puzzle, and the grid they name as its start."""

    flags: Spec
    start: GridFile | None

    def over(self, base: Spec) -> Spec:
        """Return `base` with what the flags say in its place.

        Where both are silent, the lines above the start speak: a solved grid some of whose
        rows were opened again is still about the same puzzle.
        """
        if self.start is None:
            return self.flags.over(base)
        return self.flags.over(base.over(self.start.spec())).for_grid(self.start.grid)


class Search(NamedTuple):
    """How to search, and for how long."""

    engine: str
    limits: Limits
    seed: int
    threads: int
    answers: int
    differ: int
    differ_words: int


def puzzle_options(command: F) -> F:
    """Give a command the puzzle's flags; it takes them as one `Given`, named ``given``."""
    return _decorated(command, [*_GOAL_OPTIONS, *_LEXICON_OPTIONS], _PUZZLE_NAMES, "given", _given)


def lexicon_options(command: F) -> F:
    """Give a command the lexicon's flags; it takes them as one `Spec`, named ``flags``."""
    names = ["lexicon", *_CONVENTIONS]
    return _decorated(command, _LEXICON_OPTIONS, names, "flags", _lexicon_spec)


def search_options(command: F) -> F:
    """Give a command the flags on how to search; it takes them as one `Search`, ``search``."""
    return _decorated(command, _SEARCH_OPTIONS, _SEARCH_NAMES, "search", _search)


def load_lexicon(name: str, conventions: Conventions, *, quiet: bool = False) -> Lexicon:
    """Load a lexicon, and say what was left out of it."""
    lexicon = load(name, conventions)
    if lexicon.dropped and not quiet:
        reasons = ", ".join(f"{count:,} {why}" for why, count in lexicon.dropped.items())
        click.echo(f"lexicon {lexicon.name}: left out {reasons}", err=True)
    return lexicon


def _decorated(
    command: F,
    options: Sequence[Callable[[Any], Any]],
    names: Sequence[str],
    argument: str,
    gather: Callable[[dict[str, Any]], object],
) -> F:
    """Add options to a command, whose values reach it gathered into one argument."""

    @functools.wraps(command)
    def gathered(**values: Any) -> Any:
        own = {name: values.pop(name) for name in names}
        return command(**values, **{argument: gather(own)})

    decorated: Any = gathered
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def _given(values: dict[str, Any]) -> Given:
    start = None if values["start"] is None else read_grid(values["start"])
    spec = Spec(
        goal=_goal(values["frame"], values["compact"], values["board"]),
        within=None if values["within"] is None else parse_size(values["within"]),
        tiles=None if values["tiles"] is None else read_tiles(values["tiles"]),
        jokers=values["jokers"],
        connected=False if values["disconnected"] else None,
        distinct_words=values["distinct_words"] or None,
        require=words(values["require"]) if values["require"] else None,
        start=None if start is None else start.grid,
    )
    return Given(_lexicon_spec(values).over(spec), start)


def _search(values: dict[str, Any]) -> Search:
    seconds, max_width = values["time_limit"], values["max_width"]
    if seconds is None and max_width is None:
        seconds = DEFAULT_SECONDS
    limits = Limits(seconds, values["target"], max_width, values["memory"])
    threads = values["threads"] or os.cpu_count() or 1
    counts = values["count"], values["differ"], values["differ_words"]
    return Search(values["engine"], limits, values["seed"], threads, *counts)


def _goal(frame: str | None, compact: bool, board: str | None) -> Goal | None:
    flags = {"--frame": frame, "--compact": compact, "--board": board}
    named = [flag for flag, value in flags.items() if value]
    if len(named) > 1:
        raise PuzzleError(f"{' and '.join(named)}: a puzzle has one goal, give one of them")
    if frame is not None:
        return Frame(*parse_size(frame))
    if board is not None:
        return Board(read_grid(Path(board)).grid)
    return Compact() if compact else None


def _lexicon_spec(values: dict[str, Any]) -> Spec:
    filters = {name: values[name] for name in _CONVENTIONS}
    # 0 is a value that someone gave, if a bad one, though it equals False.
    said = {n: v for n, v in filters.items() if v is not None and v is not False and v != ()}
    return Spec(lexicon=values["lexicon"], filters=Conventions.from_mapping(said).to_mapping())
