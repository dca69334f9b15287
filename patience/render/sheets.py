"""Sheets of paper, and blocks of lines laid out on them. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from patience.errors import PatienceError, unknown
from patience.render.drawing import Drawing, Item, Text
from patience.render.flow import Line, height_of, stacked
from patience.render.language import Language
from patience.render.letters import PLAIN, width

# Width and height of a sheet, upright.
PAPERS: Mapping[str, tuple[float, float]] = {
    "a3": (841.89, 1190.55),
    "a4": (595.28, 841.89),
    "a5": (419.53, 595.28),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}

# Margins, as no printer reaches the edge; the page number stands at the bottom.
_EDGE, _BELOW, _NUMBER, _NUMBER_SIZE = 40.0, 50.0, 30.0, 9.0
# Text grows with the paper's width; on A4 its scale is 1.
_USUAL, _MIN_SCALE, _MAX_SCALE = 515.28, 0.9, 1.3
# Between blocks that share a page.
BETWEEN = 24.0
# A block that fills a page exactly may be higher by a rounding error.
_ROUNDED = 0.01


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper, and the area for print on it; `zoom` enlarges the text."""

    width: float
    height: float
    zoom: float = 1.0

    @classmethod
    def of(cls, paper: str, zoom: float = 1.0) -> Sheet:
        """Return the sheet of a paper's name.

        Raises
        ------
        PatienceError
            If there is no such paper.
        """
        if paper not in PAPERS:
            raise PatienceError(unknown("paper", paper, PAPERS))
        return cls(*PAPERS[paper], zoom)

    @property
    def across(self) -> float:
        """Width of the print."""
        return self.width - 2 * _EDGE

    @property
    def down(self) -> float:
        """Height of the print."""
        return self.height - _EDGE - _BELOW

    @property
    def half(self) -> float:
        """Height of each of two blocks that share a page."""
        return (self.down - BETWEEN) / 2

    @property
    def scale(self) -> float:
        """Scale of the text."""
        return self.zoom * min(max(self.across / _USUAL, _MIN_SCALE), _MAX_SCALE)


class Block(NamedTuple):
    """Lines that share a page if they can; a `fresh` block begins one."""

    lines: Sequence[Line]
    fresh: bool = False


class Paged(NamedTuple):
    """Pages of lines, and on which of them, from 0, each block begins."""

    pages: list[list[Line]]
    starts: list[int]


def paged(blocks: Iterable[Block], sheet: Sheet) -> Paged:
    """Stack blocks on pages; a block that is higher than a page continues on the next."""
    pages: list[list[Line]] = []
    starts = []
    left = 0.0
    for block in blocks:
        if pages and not block.fresh and height_of(block.lines) + BETWEEN <= left + _ROUNDED:
            pages[-1].append(Line(BETWEEN))
            left -= BETWEEN
        else:
            pages.append([])
            left = sheet.down
        starts.append(len(pages) - 1)
        for line in block.lines:
            if line.height > left + _ROUNDED and pages[-1]:
                pages.append([])
                left = sheet.down
            pages[-1].append(line)
            left -= line.height
    return Paged(pages, starts)


def drawings(
    pages: Sequence[Sequence[Line]], sheet: Sheet, words: Language, title: str, description: str
) -> list[Drawing]:
    """Return pages as drawings, numbered if there are several."""
    drawn = []
    for n, lines in enumerate(pages, 1):
        items: list[Item] = list(stacked(lines, _EDGE, _EDGE))
        if len(pages) > 1:
            number = words("number", n=n, last=len(pages))
            size = _NUMBER_SIZE * sheet.scale
            left = (sheet.width - width(PLAIN, size, number)) / 2
            items.append(Text(left, sheet.height - _NUMBER, size, PLAIN, "soft", number))
        drawn.append(Drawing(sheet.width, sheet.height, tuple(items), title, description))
    return drawn
