"""The options that several commands share: those that describe the puzzle."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import Field, fields, replace
from typing import Any, NamedTuple, TypeVar

import click

from patience.cli.command import convention_option, output_option, puzzle_option
from patience.cli.shells import (
    complete_files,
    complete_kinds,
    complete_lexicons,
    complete_themes,
    complete_tiles,
)
from patience.errors import NoWordsError, PuzzleError
from patience.files.grids import GridFile, read_grid
from patience.files.puzzles import read_puzzle
from patience.files.spec import Spec, words
from patience.files.tilesets import language_of, tiles_of
from patience.game.alphabet import Alphabet, languages
from patience.game.grid import Grid, places
from patience.game.puzzle import Board, Compact, Frame, Goal, parse_size
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load

F = TypeVar("F", bound=Callable[..., Any])

_GOAL_OPTIONS = [
    puzzle_option("--frame", metavar="WxH", help="Fill a frame, WIDTHxHEIGHT; 9x7 is the box."),
    puzzle_option("--compact", is_flag=True, help="All tiles face up in the smallest rectangle."),
    puzzle_option(
        "--board",
        metavar="FILE",
        shell_complete=complete_files,
        help="Fill a board: '.' open, '#' closed cells.",
    ),
    puzzle_option("--within", metavar="WxH", help="Largest sides of a compact grid."),
    puzzle_option(
        "--tiles",
        metavar="SET",
        shell_complete=complete_tiles,
        help="A set's name, a TOML file, letters (AABCE) or a counted hand ('A5 B2').  "
        "[default: diamino-63]",
    ),
    puzzle_option(
        "--jokers", type=int, metavar="N", help="Number of jokers, in place of the set's own."
    ),
    puzzle_option(
        "--start",
        metavar="GRID",
        shell_complete=complete_files,
        help="A grid to complete: letters and '*' stay.",
    ),
    puzzle_option("--require", multiple=True, metavar="WORD", help="A word that must appear."),
    puzzle_option("--distinct-words", is_flag=True, help="No word may appear twice."),
    puzzle_option("--disconnected", is_flag=True, help="The crossword may have several parts."),
]

# Help of each convention; the flag and its type come from the field of `Conventions`.
_ABOUT_CONVENTIONS: dict[str, dict[str, Any]] = {
    "no_conjugated": {"help": "No conjugated verbs."},
    "infinitives": {"help": "Infinitives only."},
    "pos": {
        "metavar": "KIND,...",
        "shell_complete": complete_kinds,
        "help": "Only these parts of speech: noun, adj, ...",
    },
    "themes": {
        "metavar": "CODE,...",
        "shell_complete": complete_themes,
        "help": "Only these subjects: zool, ...",
    },
    "common": {"metavar": "N", "help": "Only words of frequency N (0-9) or more."},
    "no_literary": {"help": "No passé simple, no imperfect subjunctive."},
    "no_foreign": {"help": "No words of foreign origin (etymology)."},
    "min_length": {"metavar": "N", "help": "Shortest word, 2 or more."},
    "ban": {
        "multiple": True,
        "metavar": "WORD|FILE",
        "shell_complete": complete_files,
        "help": "Leave out a word or a list.",
    },
    "only": {
        "metavar": "FILE",
        "shell_complete": complete_files,
        "help": "Only the words of this list.",
    },
    "also": {
        "multiple": True,
        "metavar": "WORD|FILE",
        "shell_complete": complete_files,
        "help": "Add a word or a list.",
    },
    "min_score": {"metavar": "N", "help": "Only words of score N or more, of a scored list."},
    "encoding": {
        "metavar": "NAME",
        "help": "Encoding of word lists that are not UTF-8: cp1252, ...",
    },
    "column": {"metavar": "NAME|N|all", "help": "The column of a word list that is a table."},
    "alphabet": {
        "metavar": "LANGUAGE",
        "type": click.Choice(list(languages())),
        "help": "The language whose tiles spell the words: es has CH, LL, RR and Ñ.",
    },
}
# Types that a flag parses directly; lists of words and codes are text.
_KINDS = {"bool": bool, "int": int, "float": float}


def _convention(field: Field[Any]) -> Callable[[F], F]:
    flag = {"themes": "subject"}.get(field.name, field.name)
    kind = _KINDS.get(str(field.type).partition(" ")[0], str)
    about: dict[str, Any] = {"is_flag": True} if kind is bool else {"type": kind}
    about |= _ABOUT_CONVENTIONS[field.name]
    return convention_option(f"--{flag.replace('_', '-')}", field.name, **about)


_LEXICON_OPTIONS = [
    convention_option(
        "--lexicon",
        metavar="NAME|FILE",
        shell_complete=complete_lexicons,
        help="A shipped lexicon or a word list.  [default: that of the tiles' language, or fr]",
    ),
    *map(_convention, fields(Conventions)),
]


def output_file(about: str) -> Callable[[F], F]:
    """Return the option ``--output``."""
    return output_option("--output", metavar="FILE", shell_complete=complete_files, help=about)


quiet_option = output_option(
    "--quiet", is_flag=True, help="Print only errors on the standard error."
)

# Most cells named in a notice.
_MOST_PLACES = 8

# Bytes of a word list that takes a second to read.
_LARGE = 5_000_000

# Seconds between two lines on how far a word list is read.
_PULSE = 2.0


class Given(NamedTuple):
    """The puzzle as the flags describe it, and the grid given as its start."""

    flags: Spec
    start: GridFile | None

    def over(self, base: Spec) -> Spec:
        """Return `base` overridden by the flags.

        The header of the start fills what neither specifies: a solved grid with rows reopened is
        still a grid of the same puzzle.
        """
        if self.start is None:
            return self.flags.over(base)
        stated = self.start.spec(self.flags)
        spec = self.flags.over(base.over(stated)).for_grid(self.start.grid)
        return replace(spec, start=self.start.on(spec.goal))

    def puzzle(self, name: str | None) -> Spec:
        """Return the puzzle that a command's argument and its flags describe together.

        The argument is an instance, or a grid to complete as in ``--start``.
        """
        named = Spec() if name is None else read_puzzle(name, self.flags)
        if isinstance(named, Spec):
            return self.over(named)
        tell_notes(named)
        if self.start is not None:
            raise PuzzleError(f"{name} and --start are two grids to complete: give one of them")
        flags = replace(self.flags, start=named.grid)
        return Given(flags, named).over(Spec())


def puzzle_options(command: F) -> F:
    """Add the puzzle's flags to a command, passed as one `Given` named ``given``."""
    return with_options(command, [*_GOAL_OPTIONS, *_LEXICON_OPTIONS], "given", _given)


def lexicon_options(command: F) -> F:
    """Add the lexicon's flags to a command, passed as one `Spec` named ``flags``."""
    return with_options(command, _LEXICON_OPTIONS, "flags", _lexicon_spec)


def json_options(command: F) -> F:
    """Add ``--format text|json`` and ``--json`` to a command, passed as ``as_json``."""
    options = format_options(["text", "json"], "What to print.  [default: text]")
    return with_options(command, options, "as_json", lambda values: form_of(values) == "json")


def format_options(
    names: Sequence[str], about: str, metavar: str | None = None
) -> list[Callable[[Any], Any]]:
    """Return the options ``--format`` and ``--json``; `form_of` combines their values."""
    choice = click.Choice(names)
    return [
        output_option("--format", "form", type=choice, metavar=metavar, help=about),
        output_option("--json", "as_json", is_flag=True, help="Short for --format json."),
    ]


def form_of(values: dict[str, Any]) -> str | None:
    """Return the format of `format_options`, or None."""
    form: str | None = values["form"]
    if values["as_json"] and form not in {None, "json"}:
        raise click.UsageError(f"--json and --format {form} do not go together: drop one of them")
    return "json" if values["as_json"] else form


def load_lexicon(name: str, conventions: Conventions, *, quiet: bool = False) -> Lexicon:
    """Load a lexicon; print what was assumed or omitted in reading word lists."""
    size = os.path.getsize(name) if os.path.isfile(name) else 0
    if (size > _LARGE or (size and name.endswith(".dic"))) and not quiet:
        click.echo(f"reading {name}: {_bytes(size)} of words", err=True)
    lexicon = load(name, conventions, None if quiet else _reading(name))
    for note in () if quiet else lexicon.notes:
        click.echo(note, err=True)
    return lexicon


def _bytes(size: int) -> str:
    """Return a number of bytes in words."""
    for unit, name in ((1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:.0f} {name}"
    return f"{size} bytes"


def _reading(name: str) -> Callable[[float], None]:
    """Return what prints now and then how much of a word list is read."""
    told = time.monotonic()

    def tell(share: float) -> None:
        nonlocal told
        if time.monotonic() - told >= _PULSE:
            told = time.monotonic()
            click.echo(f"reading {name}: {share:.0%}", err=True)

    return tell


def words_or_none(spec: Spec, *, quiet: bool) -> tuple[Lexicon, str]:
    """Load a lexicon; if the conventions leave no word, return an empty one and the reason."""
    try:
        return load_lexicon(spec.lexicon_name, spec.conventions, quiet=quiet), ""
    except NoWordsError as error:
        return Lexicon(spec.lexicon_name), str(error)


def with_options(
    command: F,
    options: Sequence[Callable[[Any], Any]],
    argument: str,
    gather: Callable[[dict[str, Any]], object],
) -> F:
    """Add options to a command; `gather` combines their values into one argument."""

    @functools.wraps(command)
    def gathered(**values: Any) -> Any:
        own = {name: values.pop(name) for name in names}
        return command(**values, **{argument: gather(own)})

    decorated: Any = gathered
    before = len(getattr(command, "__click_params__", ()))
    for option in reversed(options):
        decorated = option(decorated)
    names = [parameter.name for parameter in decorated.__click_params__[before:]]
    return decorated  # type: ignore[no-any-return]


def tell_notes(file: GridFile) -> GridFile:
    """Print how the reader interpreted a grid that is not plain text."""
    context = click.get_current_context(silent=True)
    if file.notes and not (context and context.params.get("quiet")):
        click.echo(f"{file.name}: {'; '.join(file.notes)}", err=True)
    return file


def _given(values: dict[str, Any]) -> Given:
    tiles, alphabet = tiles_of(values["alphabet"], values["tiles"], values["lexicon"])
    values["alphabet"] = alphabet.name or values["alphabet"]
    spec = Spec(
        goal=_goal(values["frame"], values["compact"], values["board"], alphabet),
        within=None if values["within"] is None else parse_size(values["within"]),
        tiles=tiles,
        jokers=values["jokers"],
        connected=False if values["disconnected"] else None,
        distinct_words=values["distinct_words"] or None,
        require=words(values["require"], alphabet) if values["require"] else None,
    )
    spec = _lexicon_spec(values).over(spec)
    if values["start"] is None:
        return Given(spec, None)
    start = tell_notes(read_grid(values["start"], spec))
    return Given(replace(spec, start=start.grid), start)


def _goal(frame: str | None, compact: bool, board: str | None, alphabet: Alphabet) -> Goal | None:
    flags = {"--frame": frame, "--compact": compact, "--board": board}
    named = [flag for flag, value in flags.items() if value]
    if len(named) > 1:
        raise PuzzleError(f"{' and '.join(named)}: a puzzle has one goal, give one of them")
    if frame is not None:
        return Frame(*parse_size(frame))
    if board is not None:
        return Board(_board(board, alphabet))
    return Compact() if compact else None


def _board(path: str, alphabet: Alphabet) -> Grid:
    """Read a board and report its fixed letters."""
    file = read_grid(path, Spec(conventions=Conventions(alphabet=alphabet.name or None)))
    up = file.grid.face_up()
    if up:
        where = f"{places(list(up)[:_MOST_PLACES])}{', ...' * (len(up) > _MOST_PLACES)}"
        lie = (f"letters already on the board, which stay: {where}",)
        file = file._replace(notes=(*file.notes, *lie))
    tell_notes(file)
    return file.layout or file.grid


def _lexicon_spec(values: dict[str, Any]) -> Spec:
    values["alphabet"] = language_of(values["alphabet"], None, values["lexicon"])
    filters = {field.name: values[field.name] for field in fields(Conventions)}
    # 0 is a value that the user gave, although it equals False.
    chosen = {n: v for n, v in filters.items() if v is not None and v is not False and v != ()}
    return Spec(lexicon=values["lexicon"], conventions=Conventions.from_mapping(chosen))
