"""The formats of grids: one table of their names, and one way to draw them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from patience.errors import PatienceError, unknown
from patience.render.booklet import CUT, LARGE, WRITTEN, booklet, single
from patience.render.drawing import CELL, Drawing
from patience.render.exolve import exolve
from patience.render.html import html
from patience.render.ipuz import ipuz
from patience.render.jpz import jpz
from patience.render.json import dumps, grid_json
from patience.render.layout import picture
from patience.render.markdown import markdown
from patience.render.pdf import pdf
from patience.render.png import png
from patience.render.printed import printed
from patience.render.puz import puz
from patience.render.puzzles import titled
from patience.render.scene import Scene
from patience.render.sheets import BLEED, POINTS, Sheet, cropped, imposed
from patience.render.svg import svg
from patience.render.text import grid_text
from patience.render.theme import AUTO


@dataclass(frozen=True)
class Options:
    """How grids are drawn; each format takes what applies to it.

    Parameters
    ----------
    size : float or None
        Side of a cell in pixels, in a PDF in points; None for the format's default.
    caption : bool
        Show cost, words and hidden tiles below the picture.
    theme : str
        ``auto``, ``light``, ``dark`` or ``paper``.
    page : str or None
        A paper size such as ``a4``, for a PDF to print.
    cut : bool
        With a page: empty boxes to lay tiles on, and the tiles to cut out.
    booklet : int or None
        With a page: puzzles to write in, so many on a page, the solutions last.
    large : bool
        With a booklet: large print.
    title : str
        Title of printed pages.
    author, imprint : str
        Told on the cover of a booklet.
    imposed : bool
        With a page: two pages on each side of sheets of twice its size, to fold.
    crop : bool
        With a page: crop marks, and what is printed beyond the edge.
    width : float or None
        Instead of a page: a puzzle as a block of so many millimetres, for an SVG or a PDF.
    solved : bool
        Fill in the letters of a crossword, which else has its cells empty; or of such a block.
    clues : mapping
        The clues of a crossword, by word.
    note : str
        The sender's words to who opens a game in one file.

    Raises
    ------
    PatienceError
        If a size makes no sense.
    """

    size: float | None = None
    caption: bool = True
    theme: str = AUTO
    page: str | None = None
    cut: bool = False
    booklet: int | None = None
    large: bool = False
    title: str = ""
    author: str = ""
    imprint: str = ""
    imposed: bool = False
    crop: bool = False
    width: float | None = None
    solved: bool = False
    clues: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        if self.size is not None and not 4 <= self.size <= 400:
            raise PatienceError(f"size {self.size:g}: give 4 to 400 for the side of a cell")
        if self.large and not self.booklet:
            raise PatienceError("--large-print is for a --booklet of 1, 2 or 4 puzzles a page")
        for flag in ("cut", "booklet", "title", "author", "imprint", "imposed", "crop"):
            named = flag == "title" and self.width is not None
            if getattr(self, flag) and self.page is None and not named:
                raise PatienceError(f"--{flag} is for printed pages: give --page, such as a4")
        if self.imposed and self.crop:
            raise PatienceError("--imposed is to fold at home, --crop for a printer: drop one")
        if self.width is not None and (self.page or not 20 <= self.width <= 1000):
            raise PatienceError(
                f"--width {self.width:g}: give 20 to 1000 millimetres for a puzzle, without --page"
            )

    def scale(self, usual: float) -> float:
        """Return pixels to a unit of a drawing, for a cell's usual side."""
        return (self.size or usual) / CELL


Draw = Callable[[Sequence[Scene], Options], Any]


@dataclass(frozen=True)
class Format:
    """A format: its name, what it is in a few words, and the extension of its files, with the dot.

    A `binary` format gives bytes, others text. One with `several` can hold more than one grid. One
    of `questions` has the words and an empty table, so that it needs no grid.
    """

    name: str
    about: str
    extension: str
    media_type: str
    draw: Draw = field(repr=False)
    binary: bool = False
    several: bool = False
    questions: bool = False


def render(scenes: Sequence[Scene], name: str, options: Options | None = None) -> str | bytes:
    """Return grids in a format.

    Parameters
    ----------
    scenes : sequence of Scene
        At least one; more only for a format that holds several.
    name : str
        One of `FORMATS`.
    options : Options, optional

    Returns
    -------
    str or bytes
        Bytes for a binary format.

    Raises
    ------
    PatienceError
        If there is no such format, it cannot hold these grids, or its library is not installed.
    """
    if name not in FORMATS:
        raise PatienceError(unknown("format", name, FORMATS))
    form = FORMATS[name]
    if len(scenes) > 1 and not form.several:
        many = ", ".join(each.name for each in FORMATS.values() if each.several)
        raise PatienceError(
            f"{name} holds one grid, not {len(scenes)}: use one of {many}, or --output-dir for "
            "a file of each"
        )
    options = options or Options()
    if options.page is not None and name != "pdf":
        raise PatienceError(f"--page is for pdf, not for {name}: drop it, or take pdf")
    if options.width is not None and name not in {"pdf", "svg"}:
        raise PatienceError(f"--width is for svg and pdf, not for {name}: take one of them")
    solved = options.solved and options.width is None
    if (solved or options.clues) and name not in CROSSWORDS:
        flag, known = "--solved" if solved else "--clues", ", ".join(CROSSWORDS)
        raise PatienceError(f"{flag} is for {known}, not for {name}: drop it, or take one of them")
    content: str | bytes = form.draw(scenes, options)
    return content


def _blocks(scenes: Sequence[Scene], options: Options) -> list[Drawing]:
    """Return puzzles at a width in millimetres, for a page of others."""
    how = {"solved": options.solved, "caption": options.caption}
    across = (options.width or 0.0) * POINTS
    return [single(scene, across, **how) for scene in titled(scenes, options.title)]


def _svg(scenes: Sequence[Scene], options: Options) -> str:
    if options.width is None:
        drawing = picture(scenes[0], caption=options.caption)
        return svg(drawing, theme=options.theme, scale=options.scale(40))
    return svg(
        _blocks(scenes, options)[0], theme=_inked(options, "black"), scale=1 / POINTS, unit="mm"
    )


def _png(scenes: Sequence[Scene], options: Options) -> bytes:
    drawing = picture(scenes[0], caption=options.caption)
    return png(drawing, theme=options.theme, scale=options.scale(64))


def _inked(options: Options, theme: str) -> str:
    """Return the theme for paper, if none is asked for."""
    return theme if options.theme == AUTO else options.theme


def _pdf(scenes: Sequence[Scene], options: Options) -> bytes:
    language = scenes[0].language.code
    if options.width is not None:
        blocks = _blocks(scenes, options)
        return pdf(blocks, theme=_inked(options, "black"), language=language)
    if options.page is None:
        pages = [picture(scene, caption=options.caption) for scene in scenes]
        return pdf(pages, theme=options.theme, scale=options.scale(40), language=language)
    zoom = LARGE if options.large else 1.0
    sheet = Sheet.of(options.page, zoom, BLEED if options.crop else 0.0)
    how: dict[str, Any] = {"caption": options.caption, "title": options.title}
    if options.booklet or options.cut:
        how |= {"author": options.author, "imprint": options.imprint, "to_cut": options.cut}
        parts = CUT if options.cut else WRITTEN
        pages = booklet(scenes, sheet, options.booklet or 1, parts=parts, **how)
    else:
        pages = printed(scenes, sheet, **how)
    pages = imposed(pages) if options.imposed else pages
    pages = [*map(cropped, pages)] if options.crop else pages
    return pdf(pages, theme=_inked(options, "paper"), language=language, author=options.author)


def _crossword(draw: Callable[..., Any]) -> Draw:
    """Return a format of one crossword."""
    return lambda scenes, how: draw(scenes[0], clues=how.clues, solved=how.solved)


def _json(scenes: Sequence[Scene], _: Options) -> str:
    return dumps(grid_json(scenes[0].grid, scenes[0].header))


def _text(scenes: Sequence[Scene], _: Options) -> str:
    return "\n".join(grid_text(scene.grid, scene.header) for scene in scenes)


def _html(scenes: Sequence[Scene], options: Options) -> str:
    return html(scenes, theme=options.theme, scale=options.scale(56), caption=options.caption)


def _play(scenes: Sequence[Scene], options: Options) -> str:
    from patience.render.play import play  # noqa: PLC0415 (loads the engines' word graph)

    return play(scenes[0], options.note)


def _minizinc(scenes: Sequence[Scene], _: Options) -> str:
    from patience.render.minizinc import minizinc  # noqa: PLC0415 (loads the engines' word graph)

    return minizinc(scenes[0])


def _markdown(scenes: Sequence[Scene], options: Options) -> str:
    return markdown(scenes, caption=options.caption)


_ALL = (
    Format("text", "a grid below its header", ".txt", "text/plain", _text, several=True),
    Format("json", "grid, words and header", ".json", "application/json", _json),
    Format("svg", "a picture", ".svg", "image/svg+xml", _svg),
    Format("png", "a picture in pixels", ".png", "image/png", _png, binary=True),
    Format("pdf", "a picture, or printed", ".pdf", "application/pdf", _pdf, True, several=True),
    Format("html", "a web page", ".html", "text/html", _html, several=True),
    Format("play", "a game in one file", ".html", "text/html", _play, questions=True),
    Format("ipuz", "for crossword programs", ".ipuz", "application/json", _crossword(ipuz)),
    Format("exolve", "for Exolve pages", ".exolve", "text/plain", _crossword(exolve)),
    Format("puz", "for Across Lite", ".puz", "application/x-crossword", _crossword(puz), True),
    Format("jpz", "for Crossword Compiler", ".jpz", "application/xml", _crossword(jpz)),
    Format("minizinc", "a model to solve", ".mzn", "text/plain", _minizinc, questions=True),
    Format("markdown", "tables", ".md", "text/markdown", _markdown, several=True),
)
#: The formats by name.
FORMATS: Mapping[str, Format] = {form.name: form for form in _ALL}

# Formats whose texts are drawn with the fonts of pictures.
DRAWN = frozenset({"svg", "png", "pdf"})

# Crosswords, to solve or solved.
CROSSWORDS = ("ipuz", "exolve", "puz", "jpz")

# Other extensions of the same formats.
_ALIASES = {".htm": ".html", ".markdown": ".md"}


def format_of(name: str) -> str | None:
    """Return the first format with the extension of a file's name, or None without one.

    A number is no extension, as in ``grid.2``.

    Raises
    ------
    PatienceError
        If no format has the extension.
    """
    ending = PurePath(name).suffix.lower()
    ending = _ALIASES.get(ending, ending)
    found = next((form.name for form in _ALL if form.extension == ending), None)
    if found is None and re.search("[a-z]", ending):
        known = ", ".join(sorted({form.extension for form in _ALL}))
        raise PatienceError(f"{name}: no format has this extension (there are: {known})")
    return found
