"""Other languages: Scrabble sets and open word lists, 9x7 and all tiles in a compact grid.

The lists are those of Debian's packages, read from a folder; a language without its list is
skipped with a notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from patience.files.text import write_text
from patience.game.tiles import parse
from scripts.bench.ladder import Rung
from scripts.common import tell

# A plain word. Names and abbreviations begin with a capital, but so do German nouns.
_LOWER = re.compile(r"[^\W\d_A-ZÀ-Þ]+")
_ANY = re.compile(r"[^\W\d_]+")


class Language(NamedTuple):
    """A language: its list with the Debian package, its tiles, and its pattern of words."""

    name: str
    file: str
    package: str
    hand: str
    word: re.Pattern[str]


# Accents are dropped; a tile with two letters counts as the first.
LANGUAGES = (
    Language(
        "English", "american-english-large", "wamerican-large",
        "A9B2C2D4E12F2G3H2I9J1K1L4M2N6O8P2Q1R6S4T6U4V2W2X1Y2Z1", _LOWER,
    ),
    Language(
        "German", "ngerman", "wngerman",
        "A6B2C2D4E15F2G3H4I6J1K2L3M4N9O4P1Q1R6S7T6U7V1W1X1Y1Z1", _ANY,
    ),
    Language(
        "Spanish", "spanish", "wspanish",
        "A12B2C5D5E12F1G2H2I6J1L5M2N6O9P2Q1R6S6T4U5V1X1Y1Z1", _LOWER,
    ),
)  # fmt: skip

# Each of the sets has two blank tiles, which are the game's jokers.
_JOKERS = 2


def rungs(lists: Path, folder: Path) -> Iterator[Rung]:
    """Yield two puzzles per language; filtered word lists are written to `folder`."""
    for language in LANGUAGES:
        path = lists / language.file
        if not path.exists():
            tell(f"{language.name}: no {path}; Debian's package {language.package} has it")
            continue
        words = [x for x in path.read_text("utf-8").split() if language.word.fullmatch(x)]
        file = folder / f"{language.name}.txt"
        write_text(file, "\n".join(words) + "\n")
        tiles = replace(parse(language.hand, _JOKERS), name=language.name)
        yield Rung((9, 7), language.name, tiles, {}, str(file))
        yield Rung(None, language.name, tiles, {}, str(file))
