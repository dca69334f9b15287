"""The options that describe the puzzle, for several commands; `question.fields` has their help."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ParamSpec, TypeVar

import click

from patience.cli import shells
from patience.cli.command import convention_option, output_option, puzzle_option, refuse_together
from patience.cli.errors import hush, say
from patience.errors import NoWordsError, PuzzleError
from patience.files.grids import GridFile, read_grid
from patience.game.alphabet import LATIN, Alphabet
from patience.game.grid import Grid, places
from patience.question.fields import Filters, Key, Question, RuleKeys, Start, keys
from patience.question.resolve import resolve
from patience.question.spec import Spec
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load
from patience.words.reading import How

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")

_QUESTION = {key.name: key for key in keys(Question)}


def _option(key: Key) -> Callable[[F], F]:
    """Return the option of a key; its value has the name of the key."""
    extra = key.extra
    settings: dict[str, Any] = {"help": extra.get("help", key.about)}
    if key.kind is bool or "sets" in extra:
        settings["is_flag"] = True
    else:
        kind = int if key.kind is int else str
        settings["type"] = click.Choice(extra["choices"]) if "choices" in extra else kind
        settings["metavar"] = extra["metavar"]
        settings["multiple"] = "many" in extra
        completes = extra.get("completes")
        settings["shell_complete"] = completes and getattr(shells, f"complete_{completes}")
    of_words = key in keys(Filters) or key.name == "lexicon"
    add = convention_option if of_words else puzzle_option
    name = "start" if key in keys(Start) else key.name
    return add(f"--{key.flag}", name, **settings)


def _options(*keys: Key) -> list[Callable[[Any], Any]]:
    return [_option(key) for key in keys if key.flag]


_LEXICON_OPTIONS = _options(_QUESTION["lexicon"], *keys(Filters))
_GOAL_OPTIONS = _options(
    *(key for key in keys(Question) if key.name != "lexicon"), *keys(Start), *keys(RuleKeys)
)


quiet_option = output_option(
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=hush,
    help="Print only errors on the standard error.",
)

# Most cells named in a notice.
_MAX_PLACES = 8

# Bytes of a word list that takes a second to read.
_LARGE = 5_000_000

# Seconds between two lines on how far a word list is read.
_PULSE = 2.0


class Given:
    """The puzzle as the flags describe it, and the grid given as its start.

    Their words and cells are spelled with the tiles of what they override, so they are read once
    that is known.
    """

    def __init__(self, question: Question, start: str | None) -> None:
        self._question, self._start = question, start
        self._specs: dict[str, Spec] = {}  # by the name of the alphabet
        self._starts: dict[str, GridFile] = {}

    def flags(self, base: Spec) -> Spec:
        """Return what the flags say where they override `base`, without the start."""
        if self._question == Question():
            return Spec()
        alphabet = base.alphabet or LATIN
        if alphabet.name not in self._specs:
            self._specs[alphabet.name] = resolve(self._question, board=_board, spelled=alphabet)
        return self._specs[alphabet.name]

    def over(self, base: Spec) -> Spec:
        """Return `base` overridden by the flags.

        The header of the start fills what neither specifies: a solved grid with rows reopened is
        still a grid of the same puzzle.
        """
        asked = self.flags(base).over(base)
        if self._start is None:
            return asked
        name = (asked.alphabet or LATIN).name
        if name not in self._starts:
            self._starts[name] = tell_notes(read_grid(self._start, asked))
        return self._completing(self._starts[name], base)

    def puzzle(self, name: str | None) -> Spec:
        """Return the puzzle that a command's argument and its flags describe together.

        The argument is an instance, or a grid to complete as in ``--start``.
        """
        from patience.files.instances import instance_or_grid  # noqa: PLC0415 (verify needs none)

        named = Spec() if name is None else instance_or_grid(name, lambda: self.flags(Spec()))
        if isinstance(named, Spec):
            return self.over(named)
        tell_notes(named)
        if self._start is not None:
            raise PuzzleError(f"{name} and --start are two grids to complete: give one of them")
        return self._completing(named, Spec())

    def _completing(self, file: GridFile, base: Spec) -> Spec:
        base = base.over(file.spec(self.flags(base)))
        spec = replace(self.flags(base), start=file.grid).over(base).for_grid(file.grid)
        return replace(spec, start=file.on(spec.goal))


def puzzle_options(command: F) -> F:
    """Add the puzzle's flags to a command, passed as one `Given` named ``given``."""
    return with_options(command, [*_GOAL_OPTIONS, *_LEXICON_OPTIONS], "given", _given)


def lexicon_options(command: F) -> F:
    """Add the lexicon's flags to a command, passed as one `Spec` named ``flags``."""
    return with_options(command, _LEXICON_OPTIONS, "flags", lambda x: resolve(_question(x)))


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
    if not values["as_json"]:
        return form
    refuse_together("--json", {f"--format {form}": form not in {None, "json"}})
    return "json"


def load_lexicon(name: str, conventions: Conventions, how: How) -> Lexicon:
    """Load a lexicon; print what was assumed or omitted in reading word lists."""
    size = os.path.getsize(name) if os.path.isfile(name) else 0
    if size > _LARGE or (size and name.endswith(".dic")):
        from rich.filesize import decimal  # noqa: PLC0415 (few lists are large)

        say(f"reading {name}: {decimal(size)} of words")
    tell = now_and_then(lambda share: f"reading {name}: {share:.0%}", _PULSE)
    lexicon = load(name, conventions, how, tell)
    for note in lexicon.notes:
        say(note)
    return lexicon


def now_and_then(line: Callable[P, str], pulse: float) -> Callable[P, None]:
    """Return what prints how far something is, as a line, every `pulse` seconds at most."""
    told = time.monotonic()

    def tell(*far: P.args, **more: P.kwargs) -> None:
        nonlocal told
        if time.monotonic() - told >= pulse:
            told = time.monotonic()
            say(line(*far, **more))

    return tell


def words_or_none(spec: Spec) -> tuple[Lexicon, str]:
    """Load a lexicon; if the conventions leave no word, return an empty one and the reason."""
    try:
        return load_lexicon(*spec.vocabulary), ""
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
    if file.notes:
        say(f"{file.name}: {'; '.join(file.notes)}")
    return file


def _given(values: dict[str, Any]) -> Given:
    start = values.pop("start")
    return Given(_question(values), start)


def _question(values: dict[str, Any]) -> Question:
    """Return what flags say of a puzzle."""
    said = {
        key.name: key.extra.get("sets", value)
        for key in (*keys(Question), *keys(RuleKeys), *keys(Filters))
        if (value := values.get(key.name)) is not None and value is not False and value != ()
    }
    tables = {"rules": RuleKeys, "lexicon_filter": Filters}
    for name, table in tables.items():
        own = [key.name for key in keys(table) if key.name in said]
        said[name] = table(**{key: said.pop(key) for key in own})
    return Question(**said)


def _board(path: str, alphabet: Alphabet) -> Grid:
    """Read a board and report its fixed letters."""
    file = read_grid(path, Spec(how=How(alphabet=alphabet.name or None)))
    up = file.grid.face_up()
    if up:
        where = f"{places(list(up)[:_MAX_PLACES])}{', ...' * (len(up) > _MAX_PLACES)}"
        lie = (f"letters already on the board, which stay: {where}",)
        file = file._replace(notes=(*file.notes, *lie))
    tell_notes(file)
    return file.layout or file.grid
