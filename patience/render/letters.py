"""Letters as outlines from the package's Lato fonts, so that pictures need no installed font.

The fonts come with the package ``font-lato`` under the SIL Open Font License.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

# The faces of tiles, of headings, and of all other text.
TILE, STRONG, PLAIN = "Lato-Black", "Lato-Bold", "Lato-Regular"
FACES = (TILE, STRONG, PLAIN)

# Units of the outlines to the em, equal in all three faces.
EM = 2000
# Height of a capital in em, equal to a hundredth in the three faces.
CAPITAL = 0.728

# What people call the fonts.
FONT = "Lato"

# Drawn for a character that the fonts lack.
UNKNOWN = "?"


class Glyph(NamedTuple):
    """A letter's shape.

    `path` is SVG path data in units of 1/`EM`, y down, from the left end of the base line; it is
    empty for a space. `advance` is the distance to the next letter, in em.
    """

    path: str
    advance: float


def font_file(face: str) -> Path:
    """Return the path of a face's font."""
    return Path(str(files("font_lato") / "files" / f"{face}.ttf"))


@functools.cache
def glyph(face: str, letter: str) -> Glyph:
    """Return the shape of a letter that `drawable` allows."""
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415

    font = _font(face)
    glyphs = font.getGlyphSet()
    shape = glyphs[font.getBestCmap()[ord(letter)]]
    pen = SVGPathPen(glyphs, ntos="{:.0f}".format)
    shape.draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
    return Glyph(pen.getCommands(), shape.width / EM)


def width(face: str, size: float, text: str) -> float:
    """Return the width of a drawable text in a size, without kerning."""
    return size * sum(glyph(face, letter).advance for letter in text)


def drawable(text: str) -> str:
    """Return a text with each character that the fonts lack replaced, on a single line."""
    known = _known()
    return "".join(x if ord(x) in known else UNKNOWN for x in one_line(text))


def lacking(texts: Iterable[str]) -> list[str]:
    """Return the characters of some texts that `drawable` replaces."""
    return sorted({x for text in texts for x in one_line(text)} - set(map(chr, _known())))


def one_line(text: str) -> str:
    """Return a text on one line, without control characters and surrogates."""
    joined = "".join(" " if x.isspace() else x for x in text)
    return "".join(x for x in joined if unicodedata.category(x) not in {"Cc", "Cf", "Cs", "Cn"})


@functools.cache
def _known() -> frozenset[int]:
    """Return the characters of the fonts; all three have the same."""
    return frozenset(_font(PLAIN).getBestCmap())


@functools.cache
def _font(face: str) -> Any:
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    return TTFont(font_file(face), lazy=True)
