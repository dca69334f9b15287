"""One law of all that people paste: what is read, and what the notes quote, is all that is there.

It holds for grids in any notation with anything put into them, and for texts of any signs. What
could be another grid is refused, so that a text that is read has lost nothing.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from contextlib import suppress
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from patience.errors import Note, PatienceError
from patience.files.grids import GridFile, parse_grid
from patience.game.alphabet import unaccented
from tests.files.dresses import dressed, random_dress, random_grid

# What people put into grids: names, hours, remarks, values of spreadsheets, signs of other formats.
JUNK = (
    "A", "QU", "E*", "*E*", "(I)", "[I]", "FALSE", "NULL", "0", "1", "12", "i", "x", "|", "||", "#",
    "*", "**", "-", "--", "_", ".", "..", "...", ",", ";", ";;", ":", "=", "/", "\\n", "\n", "\n\n",
    "\t", " ", "  ", '"', "'", "`", "```", "```text\n", "> ", ">> ", "- ", "1. ", "a) ", "(fin)",
    "Marie: ", "[12/03/2026 18:04] ", "18:04 ", "Ma grille :", "Bravo !", "THE END", "<td>",
    "<br>",
    "</table>", "<b>", "&nbsp;", "\u00c9", "\u00e9", "\u2026", "\u2014", "\u25a0", "\u25a1",
    "\ufe0f", "\u200b", "\u00a0", "\uff21", "\U0001f600", "; size: 3x3\n", "; tiles: AB\n",
)  # fmt: skip


def letters(text: str) -> list[str]:
    """Return the letters, digits and closed cells of a text, as tiles show them."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFC", text))
    return [unaccented(x).upper() for x in plain if x.isalnum() or x == "#"]


def plain(text: str) -> str:
    """Return a paste without mark-up, escapes and invisible signs."""
    text = text.replace("\ufe0f", "").replace("\u200b", "")
    with suppress(ValueError):
        text = json.dumps(json.loads(text), ensure_ascii=False).replace("null", "")
    if re.search(r"(?i)<(?:t[rdh]|br|pre|p|div)\b", text):
        text = re.sub(r"(?i)</?(?:br|table)>", "\n", text.replace("&nbsp;", " "))
        text = re.sub(r"<[^<>]*>", " ", text)
    return text


def broken(text: str, file: GridFile) -> str | None:
    """Return how a reading breaks the law, if it does."""
    cells, quoted = letters(str(file.grid)), Counter[str]()
    everywhere = ""  # signs that one note names for all places
    for note in file.notes:
        told = str(note.fields.get("sign", note)) if isinstance(note, Note) else str(note)
        kind = note.kind if isinstance(note, Note) else ""
        quoted.update(letters(told))
        everywhere += told if kind in {"", "blank-sign", "closed-sign", "separator"} else ""
    whole = plain(text)
    rows = [x for x in whole.splitlines() if not re.match(r"\s*(> ?)*\s*;", x)]
    lost = Counter(letters("\n".join(rows))) - Counter(cells) - quoted
    made = Counter(cells) - Counter(letters(whole))
    if any(isinstance(x, Note) and x.kind == "closed-sign" for x in file.notes):
        del made["#"]
        cells = [x for x in cells if x != "#"]
    if gone := {x: n for x, n in lost.items() if x not in letters(everywhere)}:
        return f"lost {gone}"
    rest = iter(letters(whole))
    return f"made {made}" if made else None if all(x in rest for x in cells) else "another order"


def check(text: str) -> bool:
    """Assert the law of a text; return whether it is read."""
    with suppress(PatienceError):
        file = parse_grid(text)
        assert broken(text, file) is None, (text, broken(text, file), file)
        return True
    return False


def random_paste(number: int) -> str:
    """Return a grid in some notation, with some pieces put in, cut out or repeated."""
    rng = Random(number)
    small = tuple("".join(rng.choices("ABEIOST.", k=rng.randint(2, 5))) for _ in range(1))
    width = len(small[0])
    small += tuple("".join(rng.choices("ABEIOSTi..#", k=width)) for _ in range(rng.randint(0, 4)))
    rows = rng.choice((small, small, random_grid(rng)))
    text = dressed(rows, *random_dress(rng)[:4]) or "\n".join(rows).encode()
    paste = text.decode()
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        at = rng.randint(0, len(paste))
        if rng.random() < 0.3:  # beside a line
            at = rng.choice([0, *(n + 1 for n, x in enumerate(paste) if x == "\n")])
        end = at + rng.choice((0, 0, 0, 1, 2, 5))
        piece = rng.choice((*JUNK, paste[at:end] * 2, ""))
        if "<" in paste and (end > at or {*piece} & {*"<;>"}):
            continue  # what a broken tag holds is no text
        paste = paste[:at] + piece + paste[end:]
    return paste


@settings(max_examples=200)
@given(st.integers(0, 10**9))
def test_nothing_is_lost_of_a_grid_in_any_notation(number: int) -> None:
    check(random_paste(number))


@settings(max_examples=150)
@given(
    st.lists(
        st.lists(st.sampled_from("ABEIeix.-#*_ 017") | st.sampled_from(JUNK), max_size=8),
        max_size=6,
    )
)
@example([["C", "H", "A", "T"], ["H", "|", "T", "E"]])
def test_nothing_is_lost_of_a_text_of_any_signs(lines: list[list[str]]) -> None:
    check("\n".join("".join(line) for line in lines))
