"""Letters as outlines from the installed Lato fonts, so that pictures need no font on a machine.

The fonts come with the package ``font-lato`` under the SIL Open Font License.
"""

from __future__ import annotations

import functools
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

# Tiles are set in the first face, headings in the second, all else in the third.
TILE, STRONG, PLAIN = "Lato-Black", "Lato-Bold", "Lato-Regular"
FACES = (TILE, STRONG, PLAIN)

# Outlines are given in these units: all three faces have as many to the em.
EM = 2000
# Height of a capital, in em: the same to a hundredth in the three faces.
CAPITAL = 0.728

# What is drawn for a character that the fonts do not have.
_UNKNOWN = "?"


class Glyph(NamedTuple):
    """A letter's shape.

    Parameters
    ----------
    path : str
        SVG path data in units of 1/`EM`, y down, from the left end of the base line; empty for
        a space.
    advance : float
        How far the next letter stands to the right, in em.
    """

    path: str
    advance: float


def font_file(face: str) -> Path:
    """Return where a face's font lies."""
    return Path(str(files("font_lato") / "files" / f"{face}.ttf"))


@functools.cache
def glyph(face: str, letter: str) -> Glyph:
    """Return the shape of a letter that `drawable` lets through."""
    from fontTools.pens.svgPathPen import SVGPathPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415

    font = _font(face)
    glyphs = font.getGlyphSet()
    shape = glyphs[font.getBestCmap()[ord(letter)]]
    pen = SVGPathPen(glyphs, ntos="{:.0f}".format)
    shape.draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
    return Glyph(pen.getCommands(), shape.width / EM)


def width(face: str, size: float, text: str) -> float:
    """Return how wide a drawable text is in a size, without kerning."""
    return size * sum(glyph(face, letter).advance for letter in text)


def drawable(text: str) -> str:
    """Return a text with each character that the fonts lack replaced, on a single line."""
    known = _known()
    return "".join(x if ord(x) in known else _UNKNOWN for x in one_line(text))


def one_line(text: str) -> str:
    """Return a text without control characters, surrogates and line ends, which no format takes."""
    joined = "".join(" " if x.isspace() else x for x in text)
    return "".join(x for x in joined if unicodedata.category(x) not in {"Cc", "Cf", "Cs", "Cn"})


@functools.cache
def _known() -> frozenset[int]:
    """Return the characters that the fonts have: all three have the same."""
    return frozenset(_font(PLAIN).getBestCmap())


@functools.cache
def _font(face: str) -> Any:
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    return TTFont(font_file(face), lazy=True)
