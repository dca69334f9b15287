"""Pictures as pages of a PDF: letters are text of an embedded font, to be found and copied."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from patience.extras import load
from patience.render.drawing import CELL, STAMPS, Drawing, Item, Placed, Shape, Text
from patience.render.language import ENGLISH
from patience.render.letters import FACES, font_file, one_line
from patience.render.sheets import BLEED
from patience.render.theme import AUTO, still

# The creation time of all files of a build, so that equal pages are equal files:
# https://reproducible-builds.org/specs/source-date-epoch
_EPOCH = "SOURCE_DATE_EPOCH"


def pdf(
    pages: Sequence[Drawing],
    *,
    theme: str = AUTO,
    scale: float = 1.0,
    language: str = ENGLISH,
    author: str = "",
) -> bytes:
    """Return one or more drawings as a PDF file, each a page of its own size.

    Parameters
    ----------
    pages : sequence of Drawing
    theme : str
        A name in `THEMES`, or ``auto`` for the light one.
    scale : float
        Points (1/72 inch) to a unit.
    language, author : str
        Written into the file, as its title is.

    Raises
    ------
    MissingExtraError
        If fpdf2 is not installed.
    """
    fpdf = load("fpdf", "a PDF")
    colours = {part: _colour(fpdf, value) for part, value in still(theme).items()}
    document = fpdf.FPDF(unit="pt")
    document.allow_images_transparency = False  # there is none, and printers ask for none
    document.set_creation_date(_now())
    document.set_auto_page_break(False)
    document.set_margin(0)
    document.set_title(one_line(pages[0].title))
    document.set_subject(one_line(pages[0].description))
    document.set_lang(language)
    if author:
        document.set_author(author)
    for face in FACES:
        document.add_font(face, fname=font_file(face))
    for drawing in pages:
        sides = drawing.width * scale, drawing.height * scale
        document.add_page(format=sides)
        for name, off in (("trim_box", drawing.trim), ("bleed_box", drawing.trim - BLEED)):
            if drawing.trim:  # fpdf2 writes what a page has, but has no names for these
                box = (off, off, sides[0] - off, sides[1] - off)
                setattr(
                    document.pages[document.page], name, f"[{' '.join(f'{x:.2f}' for x in box)}]"
                )
        document.set_fill_color(colours["page"])
        document.rect(0, 0, *sides, style="F")
        _draw(document, drawing.items, colours, scale)
    return bytes(document.output())


def _colour(fpdf: Any, value: str) -> Any:
    """Return a colour for the file; a grey one is printed with black ink alone."""
    red, green, blue = bytes.fromhex(value[1:])
    if red == green == blue:
        return fpdf.drawing.DeviceGray(red / 255)
    return fpdf.drawing.DeviceRGB(red / 255, green / 255, blue / 255)


def _now() -> datetime:
    """Return the creation time for the file."""
    given = os.environ.get(_EPOCH, "")
    return datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)


def _draw(document: Any, items: Sequence[Item], colours: Mapping[str, Any], scale: float) -> None:
    """Draw shapes, then stamps, then the text on them; equal stamps are a single path."""
    stamps: defaultdict[tuple[str, float], list[tuple[float, float]]] = defaultdict(list)
    for item in items:
        if isinstance(item, Shape):
            _paint(document, item, colours[item.colour], [(0.0, 0.0)], scale)
        elif isinstance(item, Placed):
            stamps[item.stamp, item.side].append((item.x * scale, item.y * scale))
    for (stamp, side), places in stamps.items():
        for shape in STAMPS[stamp]:
            _paint(document, shape, colours[shape.colour], places, scale * side / CELL)
    for item in items:
        if isinstance(item, Text):
            document.set_font(item.face, size=item.size * scale)
            document.set_text_color(colours[item.colour])
            document.text(item.x * scale, item.y * scale, item.text)


def _paint(
    document: Any, shape: Shape, colour: Any, places: Sequence[tuple[float, float]], zoom: float
) -> None:
    with document.new_path() as path:
        path.style.auto_close = False
        path.style.fill_color = None if shape.line else colour
        path.style.stroke_color = colour if shape.line else None
        path.style.stroke_width = shape.line * zoom
        draw = {"M": path.move_to, "L": path.line_to, "C": path.curve_to, "Z": path.close}
        for place in places:
            for step in shape.path:
                draw[step.op](*(place[n % 2] + z * zoom for n, z in enumerate(step.at)))
