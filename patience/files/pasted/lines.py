"""Lines of a text, the parts they form, and those that are plain."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from patience.game.alphabet import joined

COMMENT = ";"

# Rows of a plain grid.
_PLAIN = re.compile(
    r"(?:[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff.#*_\-\u00b7]|\[[^\W\d_\u00b7]{2,}\])+"
)


class Line(NamedTuple):
    """A line of a text, with its number from 1; one `aside` stands outside a fence."""

    number: int
    text: str
    aside: bool = False

    @property
    def is_comment(self) -> bool:
        """Whether the line is a comment."""
        return self.text.startswith(COMMENT)

    @property
    def is_row(self) -> bool:
        """Whether the line can be a row."""
        return not (self.aside or self.is_comment or not self.text.strip(" "))


Lines = list[Line]


def numbered(text: str) -> Lines:
    """Return the lines of a text; accents that some systems write apart join their letters."""
    texts = unicodedata.normalize("NFC", text.removeprefix("\ufeff")).splitlines()
    return [Line(number, x) for number, x in enumerate(texts, 1)]


def is_plain(lines: Lines) -> bool:
    """Tell whether the rows are the plain text of a grid, with at most one sign for a blank."""
    texts = [line.text for line in lines if not line.text.startswith(COMMENT)]
    text = "\n".join(texts).strip("\n")
    widths = {*map(len, joined(text).split("\n"))}
    single = len(widths) == 1 and len({*"._-\u00b7"} & {*text}) < 2
    return single and all(map(_PLAIN.fullmatch, text.split("\n")))


def parts(lines: Lines) -> list[Lines]:
    """Split before each comment that follows an empty line below a grid.

    Comments at the end belong to the last grid.
    """
    found: list[Lines] = [[]]
    rows = False  # whether the last part has any
    for line in lines:
        if line.is_comment and rows and not found[-1][-1].text.strip():
            found.append([])
            rows = False
        found[-1].append(line)
        rows = rows or line.is_row
    if len(found) > 1 and not rows:
        found[-2:] = [found[-2] + found[-1]]
    return found
