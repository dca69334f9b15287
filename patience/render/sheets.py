"""Sheets of paper, and blocks of lines laid out on them. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from patience.errors import PatienceError, unknown
from patience.render.drawing import Drawing, Item, Shape, Text, line, moved
from patience.render.flow import Line, height_of, stacked
from patience.render.letters import PLAIN, width

# Width and height of a sheet, upright.
PAPERS: Mapping[str, tuple[float, float]] = {
    "a3": (841.89, 1190.55),
    "a4": (595.28, 841.89),
    "a5": (419.53, 595.28),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
    "half-letter": (396.0, 612.0),
}

# What is printed beyond the edge, as no cut is exact: 3 mm. Crop marks lie outside of it.
POINTS = 72 / 25.4  # to a millimetre
BLEED = 3 * POINTS
_MARKS = 17.0

# Margins, as no printer reaches the edge; the page number stands at the bottom.
EDGE, _BELOW, _NUMBER, _NUMBER_SIZE = 40.0, 50.0, 30.0, 9.0
# Text grows with the paper's width; on A4 its scale is 1.
_USUAL, _MIN_SCALE, _MAX_SCALE = 515.28, 0.9, 1.3
# Between blocks that share a page.
BETWEEN = 24.0
# A block that fills a page exactly may be higher by a rounding error.
_ROUNDED = 0.01


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper, and the area for print on it; `zoom` enlarges the text.

    `bleed` is how far beyond the edge things are printed that reach it.
    """

    width: float
    height: float
    zoom: float = 1.0
    bleed: float = 0.0

    @classmethod
    def of(cls, paper: str, zoom: float = 1.0, bleed: float = 0.0) -> Sheet:
        """Return the sheet of a paper's name.

        Raises
        ------
        PatienceError
            If there is no such paper.
        """
        if paper not in PAPERS:
            raise PatienceError(unknown("paper", paper, PAPERS))
        return cls(*PAPERS[paper], zoom, bleed)

    @property
    def across(self) -> float:
        """Width of the print."""
        return self.width - 2 * EDGE

    @property
    def down(self) -> float:
        """Height of the print."""
        return self.height - EDGE - _BELOW

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
        for each in block.lines:
            if each.height > left + _ROUNDED and pages[-1]:
                pages.append([])
                left = sheet.down
            pages[-1].append(each)
            left -= each.height
    return Paged(pages, starts)


def drawings(
    pages: Sequence[Sequence[Line]], sheet: Sheet, title: str, description: str, *, covers: int = 0
) -> list[Drawing]:
    """Return pages as drawings, numbered if there are several; covers count, but show no number."""
    drawn = []
    for n, lines in enumerate(pages, 1):
        items: list[Item] = list(stacked(lines, EDGE, EDGE))
        if len(pages) > 1 and n > covers:
            size = _NUMBER_SIZE * sheet.scale
            left = (sheet.width - width(PLAIN, size, str(n))) / 2
            items.append(Text(left, sheet.height - _NUMBER, size, PLAIN, "soft", str(n)))
        drawn.append(Drawing(sheet.width, sheet.height, tuple(items), title, description))
    return drawn


def imposed(pages: Sequence[Drawing]) -> list[Drawing]:
    """Return both sides of sheets that, printed and folded together, are a booklet of the pages.

    A sheet has twice the width of a page; pages at the end stay empty if they are not four a sheet.
    """
    filled = [*pages, *[replace(pages[0], items=())] * (-len(pages) % 4)]
    sides = []
    for n in range(len(filled) // 2):
        # The first side of each sheet has the later page at the left, its back at the right.
        left, right = (filled[n], filled[-1 - n]) if n % 2 else (filled[-1 - n], filled[n])
        items = (*left.items, *(moved(item, left.width, 0.0) for item in right.items))
        sides.append(replace(pages[0], width=2 * left.width, items=items))
    return sides


def cropped(page: Drawing) -> Drawing:
    """Return a page with room for its bleed around it, and marks where to cut."""
    edge = BLEED + _MARKS
    right, bottom = edge + page.width, edge + page.height
    marks = [line((x, y), (x, y + _MARKS)) for x in (edge, right) for y in (0.0, bottom + BLEED)]
    marks += [line((x, y), (x + _MARKS, y)) for y in (edge, bottom) for x in (0.0, right + BLEED)]
    items = [*(moved(item, edge, edge) for item in page.items)]
    items += (Shape(mark, "text", 0.5) for mark in marks)
    return replace(page, width=right + edge, height=bottom + edge, items=tuple(items), trim=edge)
