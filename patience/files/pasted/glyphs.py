"""Characters of pasted text: unusual forms of letters, and signs for a blank."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache

from patience.errors import GridError, Note
from patience.game.alphabet import Alphabet, written
from patience.game.grid import BLANK, BLANKS, CLOSED, FACE_DOWN, is_face_up

Rows = Sequence[Sequence[str]]

# Unicode categories of invisible characters: zero-width ones, and marks around a letter.
_INVISIBLE = ("Cf", "Me")
_VARIATION = re.compile("[\ufe00-\ufe0f]")
# Terminal colours, and the end-of-file mark of old systems.
_CONTROLS = re.compile("\x1b\\[[0-9;]*m|\x1a")
_EMPTY = "\N{BRAILLE PATTERN BLANK}"

# Unicode names of letter forms that NFKC leaves unchanged, such as white on black, or flags.
_SHAPED = re.compile(
    r"(?:NEGATIVE|CROSSED|PARENTHESIZED|REGIONAL|SQUARED|LATIN)\b.*"
    r"\b(?:CAPITAL|SMALL|LETTER) ([A-Z])"
)

# Characters of prose, lists and numbers, never used for a blank.
PROSE = re.compile(r"""[?!:,;'"@()\[\]{}<>&=%$1-9\u00ab\u00bb\u2019\u201c\u201d\u20ac]""")

# Small letters used for a blank. Two sets have four jokers, so more small letters are not jokers.
_CROSSES = ("x", "o")
MAX_JOKERS = 4


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """Normalise the characters of a text, with a note if letter forms were replaced."""
    text = _CONTROLS.sub("", unicodedata.normalize("NFC", text))
    if text.isascii():
        return text, ()
    others = {x: _plain(x) for x in sorted(set(text)) if not x.isascii()}
    shaped = [x for x, plain in others.items() if plain != x and is_face_up(plain)]
    notes = [
        Note(f"{x!r} and the like are read as plain letters", "shaped", sign=x) for x in shaped
    ]
    return text.translate({ord(x): plain for x, plain in others.items()}), (*notes[:1],)


@cache
def _plain(x: str) -> str:
    """Return the plain form of a character; an invisible one becomes empty."""
    category = unicodedata.category(x)
    if category in _INVISIBLE or _VARIATION.match(x):
        return ""
    if category == "Zs" or x == _EMPTY:
        return " "
    if category == "Pd" or x == "\N{MINUS SIGN}":
        return "-"
    folded = unicodedata.normalize("NFKC", x)
    if (len(folded) == 1 and folded.isascii()) or set(folded) == {BLANK}:  # an ellipsis: 3 blanks
        return folded
    name = unicodedata.name(x, "")
    shaped = _SHAPED.fullmatch(name)
    if shaped is None:
        return x
    return shaped[1].lower() if "SMALL LETTER" in name else shaped[1]


def is_sign(x: str) -> bool:
    """Tell whether a character is not a letter, a space or a mark of the grid format."""
    return not (x.isalpha() or x.isspace() or x in {CLOSED, FACE_DOWN})


def cells(
    rows: Rows, lines: Sequence[int], alphabet: Alphabet
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Convert rows of characters ('' for nothing) to the rows of a grid.

    An unknown sign is a blank if there is no other sign for it; a dark one beside a sign for a
    blank is a closed cell. Messages use the line number of each row; notes state the signs for
    blanks and closed cells.

    Raises
    ------
    GridError
        If a character cannot be a cell.
    """
    found = {x for row in rows for x in row if x}
    other = sorted(x for x in found if is_sign(x) and x not in BLANKS)
    blanks = any(x in BLANKS or x == "" for row in rows for x in row)
    if len(rows) == 1:  # slashes in a single line separate rows
        other = [x for x in other if x != "/"]
    meaning = _meaning(other, blanks=blanks, closed=CLOSED in found)
    crossed = "" if blanks or other else cross(rows)
    if crossed:
        meaning[crossed] = BLANK
    plain = tuple(
        "".join(meaning.get(x) or _cell(x, line, c, alphabet) for c, x in enumerate(row, 1))
        for line, row in zip(lines, rows, strict=True)
    )
    return plain, tuple(
        Note(f"{x!r} is taken for a blank", "blank-sign", sign=x)
        if y == BLANK
        else Note(f"{x!r} is taken for a closed cell", "closed-sign", sign=x)
        for x, y in meaning.items()
    )


def count_of_signs(rows: Rows) -> int:
    """Return the number of different signs for a blank, at least 1; all spaces count as one."""
    found = {x.strip() for row in rows for x in row if not x.strip() or is_sign(x)}
    return max(1, len(found))


def _meaning(signs: Sequence[str], *, blanks: bool, closed: bool) -> dict[str, str]:
    """Return the meaning of unknown signs, if it is unambiguous."""
    signs = [x for x in signs if x.isprintable() and not PROSE.match(x)]
    dark = [x for x in signs if is_dark(x)]
    light = [x for x in signs if x not in dark]
    if len(dark) == 1 and not closed and (blanks or len(light) == 1):
        closing, blank = dark, light
    else:
        closing, blank = [], signs
    if len(blank) > 1 or (blank and blanks):
        return {}
    return dict.fromkeys(closing, CLOSED) | dict.fromkeys(blank, BLANK)


def is_dark(x: str) -> bool:
    """Tell whether a sign looks like a closed cell."""
    name = unicodedata.name(x, "")
    return any(word in name for word in ("SQUARE", "BLOCK", "SHADE")) and not any(
        word in name for word in ("WHITE", "LIGHT", "DOTTED")
    )


def cross(rows: Rows) -> str:
    """Return the small letter used for a blank: too frequent to be a joker."""
    found = Counter(x for row in rows for x in row)
    small = "".join(filter(str.islower, found))
    many = small in _CROSSES and found[small] > MAX_JOKERS
    return small if many and any(map(str.isupper, found)) else ""


def _cell(x: str, line: int, col: int, alphabet: Alphabet) -> str:
    if x in BLANKS or x == "":
        return BLANK
    if x in {CLOSED, FACE_DOWN}:
        return x
    if x.upper() in alphabet.index and is_face_up(x):
        return x
    name = "" if x.isascii() else f" ({unicodedata.name(x, 'no known character').capitalize()})"
    message = (
        f"line {line}, cell {col} of the grid is {written(x)!r}{name}: "
        f"a cell is a letter ({alphabet.described}), '.' (blank) or '#' (closed)"
    )
    raise GridError(message, "alphabet" if x.isalpha() else "sign", row=line, col=col, sign=x)
