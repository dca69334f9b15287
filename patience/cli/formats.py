"""Output formats and files, shared by the commands that print grids."""

from __future__ import annotations

import mimetypes
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import click

from patience.cli.command import TEXT, output_option
from patience.cli.errors import say
from patience.cli.options import form_of, format_options, with_options
from patience.cli.shells import complete_files
from patience.encodings import STREAM
from patience.errors import PatienceError
from patience.files.clues import read_clues
from patience.files.grids import GridFile
from patience.files.text import check_writable, write_bytes, write_text
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import parse
from patience.render.booklet import LAYOUTS
from patience.render.clues import unmatched
from patience.render.formats import CROSSWORDS, DRAWN, FORMATS, Options, format_of, render
from patience.render.language import ENGLISH, LANGUAGES
from patience.render.letters import FONT, UNKNOWN, lacking, one_line
from patience.render.printed import best_of_each
from patience.render.puz import MAX_CLUE
from patience.render.scene import Scene, scene_of
from patience.render.sheets import PAPERS
from patience.render.text import number_of
from patience.render.theme import AUTO, THEMES

F = TypeVar("F", bound=Callable[..., Any])

_BY_NAME = "[default: as the name of --output ends, else text]"

# Most words named in a notice.
_MAX_NAMED = 5


def _millimetres(text: str) -> float:
    """Read a length: ``90mm``, or a number alone."""
    try:
        return float(text.removesuffix("mm"))
    except ValueError:
        said = f"{text!r} is no length in millimetres, such as 90mm"
        raise click.BadParameter(said) from None


def _text(flag: str, about: str) -> Callable[[F], F]:
    return output_option(flag, metavar=TEXT, default="", help=about)


def _flag(flag: str, about: str) -> Callable[[F], F]:
    return output_option(flag, is_flag=True, help=about)


# Their values have the names of `Options`.
_DRAWING_OPTIONS = [
    output_option(
        "--size", type=float, metavar="N", help="Side of a cell: pixels, in a PDF points."
    ),
    _flag("--no-caption", "Only the tiles: no cost, no words."),
    output_option(
        "--theme",
        type=click.Choice([AUTO, *THEMES]),
        default=AUTO,
        show_default=True,
        help="Colours; auto: as the viewer prefers, where the format can.",
    ),
    output_option("--page", type=click.Choice(list(PAPERS)), help="A PDF laid out for this paper."),
    _flag("--cut", "With --page: empty boxes, tiles to cut out, the solutions."),
    output_option(
        "--booklet",
        type=click.Choice([str(n) for n in LAYOUTS]),
        help="With --page: puzzles to write in, so many on a page; the solutions last.",
    ),
    output_option("--large-print", "large", is_flag=True, help="With --booklet: larger letters."),
    _text("--title", "With --page: the title of the pages."),
    _text("--note", "With --format play: your words to whoever opens it."),
    _text("--author", "With --page: told on the cover."),
    _text("--imprint", "The same: publisher, price, ISBN, at its foot."),
    _flag("--imposed", "With --page: sheets of twice its size, to print on both sides and fold."),
    _flag("--crop", "With --page: crop marks and 3 mm of bleed."),
    output_option(
        "--width",
        type=_millimetres,
        metavar="MM",
        help="A puzzle as wide as 90mm, black only, as SVG or PDF for a page of yours.",
    ),
    output_option(
        "--language",
        type=click.Choice(LANGUAGES),
        default=ENGLISH,
        show_default=True,
        help="That of captions and pages.",
    ),
    output_option(
        "--clues",
        metavar="FILE",
        shell_complete=complete_files,
        help=f"Clues for {', '.join(CROSSWORDS)}: on each line a word, a tab, its clue.",
    ),
    _flag(
        "--solved",
        f"Fill in the letters of {', '.join(CROSSWORDS)}; with --width, the solution.",
    ),
]


def grid_output(about: str) -> Callable[[F], F]:
    """Add the options of a command that gives grids in any format, passed as ``place``."""
    chosen = format_options(list(FORMATS), f"{', '.join(FORMATS)}.  {_BY_NAME}", "FORMAT")
    file = output_option("--output", metavar="FILE", shell_complete=complete_files, help=about)
    options = [*chosen, file, *_DRAWING_OPTIONS]
    return lambda command: with_options(command, options, "place", _place)


def _place(values: dict[str, Any]) -> Output:
    """Return the output of the options, once its file is known to be writable.

    Raises
    ------
    FileError
        If the file cannot be written.
    UsageError
        If bytes would go to a terminal, or the file's extension is unknown or contradicts the
        format.
    """
    form, clues = form_of(values), values["clues"]
    if values["note"] and form != "play":
        raise click.UsageError("--note is for a game in one file: give --format play")
    values |= {
        "caption": not values["no_caption"],
        "booklet": values["booklet"] and int(values["booklet"]),
        "clues": {} if clues is None else read_clues(clues),
    }
    options = Options(**{x.name: values[x.name] for x in fields(Options)})
    file = None if values["output"] == STREAM else values["output"]
    form = _named_form(file) if form is None else form
    if file is not None and not _is_name_of(form, file):
        raise click.UsageError(
            f"--format {form} and --output {file} do not go together: drop --format, or end "
            f"the name in {FORMATS[form].extension}"
        )
    if file is not None:
        check_writable(file)
    elif FORMATS[form].binary and sys.stdout.isatty():
        raise click.UsageError(f"{form} cannot be shown on a terminal: add --output FILE")
    return Output(form, file, options, values["language"])


@dataclass(frozen=True)
class Output:
    """A format with its options, and a file or None for the standard output."""

    form: str
    file: str | None
    options: Options
    language: str

    def scene(
        self, puzzle: Puzzle, grid: Grid, header: Mapping[str, object], name: str = ""
    ) -> Scene:
        """Return the scene of a grid in the language of the output."""
        return scene_of(puzzle, grid, header, name=name, code=self.language)

    def render(self, scenes: Sequence[Scene]) -> str | bytes:
        """Return grids in the format; a booklet has the best grid of each puzzle."""
        best = best_of_each(scenes) if self.options.cut or self.options.booklet else scenes
        if len(best) < len(scenes):
            puzzles = number_of(len(best), "puzzle")
            say(f"{len(scenes)} grids answer {puzzles}: printing the best of each")
        if self.form in DRAWN:
            self._tell_of_letters(best)
        return render(best, self.form, self.options)

    def _tell_of_letters(self, scenes: Sequence[Scene]) -> None:
        """Print which letters of names and captions the fonts of pictures lack."""
        texts = [text for scene in scenes for text in scene.facts] if self.options.caption else []
        if self.options.page is not None:  # else names are not shown
            texts += [self.options.title, self.options.author, self.options.imprint]
            texts += [*(scene.name for scene in scenes)]
        if strange := lacking(texts):
            some = " ".join(strange[:_MAX_NAMED]) + ", ..." * (len(strange) > _MAX_NAMED)
            say(f"the font of pictures, {FONT}, lacks {some}: {UNKNOWN} stands for each")

    def with_clues(self, files: Iterable[GridFile]) -> Output:
        """Add the clues of files, unless `--clues` gives others; tell of those left out."""
        clues = dict[str, str]()
        for file in files:
            if file.clues and self.form not in CROSSWORDS:
                left = f"left out the clues of {number_of(len(file.clues), 'word')}"
                say(f"{file.name}: {left}: {self.form} has none")
            else:
                clues |= file.clues
        options = self.options
        return replace(self, options=replace(options, clues={**clues, **options.clues}))

    def tell_of_clues(self, grids: Sequence[Grid]) -> None:
        """Print which words have no clue, which clues no word, and which clues are cut."""
        clues = self.options.clues
        if clues:
            bare, unused = unmatched(grids, clues)
            _tell_some(bare, "word", "without a clue")
            _tell_some(unused, "clue", "without its word in the grid")
            if self.form == "puz":
                long = [word for word in clues if len(one_line(clues[word])) > MAX_CLUE]
                cut = f"cut to {MAX_CLUE} characters, the most that Across Lite takes"
                _tell_some(sorted({*long} - {*unused}), "clue", cut)

    def rehearse(self) -> None:
        """Draw a grid of two letters, to detect what would fail before a long search.

        Raises
        ------
        PatienceError
            If the format needs a library that is not installed, or does not take an option.
        """
        scene = self.scene(Puzzle(parse("AB"), Frame(2, 1)), Grid(("AB",)), {})
        render([scene], self.form, self.options)

    def give(self, content: str | bytes) -> None:
        """Write a result to the file or to the standard output."""
        if self.file is None:
            click.echo(content, nl=False)
        elif isinstance(content, bytes):
            write_bytes(self.file, content)
        else:
            write_text(self.file, content)


def _named_form(file: str | None) -> str:
    """Return the format of a file's name; one without an extension is text."""
    try:
        return format_of(file or "") or "text"
    except PatienceError as error:
        raise click.UsageError(f"--output {error}; name it otherwise, or give --format") from None


def _is_name_of(form: str, file: str) -> bool:
    """Tell whether a file of a format may have a name: its extension is no other format's."""
    try:
        named = format_of(file)
    except PatienceError:
        return mimetypes.guess_type(file)[0] in {None, FORMATS[form].media_type}
    return named is None or FORMATS[form].extension == FORMATS[named].extension


def _tell_some(words: Sequence[str], what: str, about: str) -> None:
    if words:
        some = ", ".join(words[:_MAX_NAMED]) + ", ..." * (len(words) > _MAX_NAMED)
        say(f"clues: {number_of(len(words), what)} {about}: {some}")
