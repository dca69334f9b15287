"""Tile sets: how many tiles of each letter, how many jokers; the named sets and their notations."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from patience.arguments import check_fields
from patience.errors import TileError, nearest, shown, unknown
from patience.notebook import Displayed

ALPHABET = string.ascii_uppercase

# More tiles than any table holds: larger numbers are slips of the keyboard.
MAX_TILES = 1000
MAX_JOKERS = 100

_COUNTED = re.compile(r"([A-Za-z])\s*(\d{1,4})")


@dataclass(frozen=True)
class TileSet(Displayed):
    """A multiset of letters and a number of jokers.

    Parameters
    ----------
    name : str
        What results and messages call it; equal tiles are equal sets, whatever their names.
    counts : tuple of int
        Tiles of each letter A to Z, 26 numbers.
    jokers : int
        Tiles that stand for any letter.

    Raises
    ------
    TileError
        If a number is negative, absurdly large, or the set is empty.
    """

    name: str = field(compare=False)
    counts: tuple[int, ...]
    jokers: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.counts) != len(ALPHABET):
            raise TileError(
                f"tile set {self.name!r}: {len(self.counts)} counts, 26 needed (A to Z)"
            )
        if min(self.counts) < 0:
            raise TileError(f"tile set {self.name!r}: a count is negative; counts start at 0")
        if not 0 <= self.jokers <= MAX_JOKERS:
            raise TileError(f"jokers: {self.jokers} is not between 0 and {MAX_JOKERS}")
        if not 0 < self.total <= MAX_TILES:
            raise TileError(
                f"tile set {self.name!r} has {self.total} tiles; 1 to {MAX_TILES} are possible"
            )

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})"

    def __str__(self) -> str:
        jokers = f" and {self.jokers} {'joker' if self.jokers == 1 else 'jokers'}"
        return f"{self.name}: {self.counted()}{jokers if self.jokers else ''}"

    @property
    def letters(self) -> int:
        """Number of letter tiles."""
        return sum(self.counts)

    @property
    def total(self) -> int:
        """Number of tiles, jokers included."""
        return self.letters + self.jokers

    def count(self, letter: str) -> int:
        """Tiles of one letter, ``A`` to ``Z``."""
        return self.counts[ALPHABET.index(letter)]

    def can_spell(self, word: str) -> bool:
        """Tell whether the tiles, jokers included, suffice for a word of A-Z."""
        missing = sum(max(word.count(x) - self.count(x), 0) for x in set(word))
        return missing <= self.jokers

    def with_jokers(self, jokers: int) -> TileSet:
        """Return the same letters with another number of jokers."""
        if jokers == self.jokers:
            return self
        return replace(self, name=f"{self.name}, {jokers} jokers", jokers=jokers)

    def counted(self) -> str:
        """Return the letters as ``A5 B2 ...``; jokers are not among them."""
        return " ".join(f"{x}{n}" for x, n in zip(ALPHABET, self.counts, strict=True) if n)


def from_letters(letters: Iterable[str], jokers: int = 0, name: str = "custom") -> TileSet:
    """Count single upper-case letters into a set."""
    counter = Counter(letters)
    return TileSet(name, tuple(counter[x] for x in ALPHABET), jokers)


def _from_counted(text: str, jokers: int, name: str) -> TileSet:
    counts = dict.fromkeys(ALPHABET, 0)
    for letter, number in _COUNTED.findall(text):
        counts[letter.upper()] += int(number)
    return TileSet(name, tuple(counts.values()), jokers)


DIAMINO = _from_counted(
    "A5 B2 C2 D2 E5 F1 G2 H2 I4 J1 K1 L2 M2 N3 O5 P2 Q1 R4 S3 T2 U4 V2 W1 X1 Y1 Z1",
    0,
    "diamino-61",
)

# Stand-in for Diamino Compétition, whose distribution no sheet prints: the 61 letters times
# 110/61, rounded by largest remainder (ties in alphabetical order).
COMPETITION = _from_counted(
    "A9 B4 C4 D4 E9 F2 G4 H4 I7 J2 K2 L4 M3 N5 O9 P3 Q2 R7 S5 T3 U7 V3 W2 X2 Y2 Z2",
    2,
    "competition-standin",
)

TILE_SETS: dict[str, tuple[TileSet, str]] = {
    "diamino-61": (DIAMINO, "the 61 letters, devils left in the box (Dujardin's compact)"),
    "diamino-63": (
        TileSet("diamino-63", DIAMINO.counts, 2),
        "61 letters and 2 devils (Gay-Play): the 9x7 frame",
    ),
    "diamino-64": (
        TileSet("diamino-64", DIAMINO.counts, 3),
        "61 letters and 3 devils (Dujardin)",
    ),
    "diamino-double": (
        TileSet("diamino-double", tuple(2 * n for n in DIAMINO.counts), 4),
        "two sets: 122 letters and 4 devils",
    ),
    "competition-standin": (
        COMPETITION,
        "110 letters and 2 devils: a stand-in, the publisher's distribution is not printed",
    ),
}


def named(name: str) -> TileSet:
    """Return a named tile set.

    Raises
    ------
    TileError
        If no set has that name; the message lists the names and the nearest one.
    """
    if name in TILE_SETS:
        return TILE_SETS[name][0]
    raise TileError(unknown("tile set", name, TILE_SETS))


def parse(text: str, jokers: int | None = None) -> TileSet:
    """Read a tile set from a name, from letters, or from a counted hand.

    Parameters
    ----------
    text : str
        ``diamino-63``, ``AABCE``, or ``A5 B2 C1``; ``?`` or ``*`` among letters is a joker. A word
        in small letters is a name, even where there is no such set.
    jokers : int, optional
        Overrides the number of jokers.

    Raises
    ------
    TileError
        If the text is none of these.
    """
    stripped = text.strip()
    if stripped.lower() in TILE_SETS:
        tiles = named(stripped.lower())
    elif _COUNTED.search(stripped):
        rest = _COUNTED.sub("", stripped)
        if rest.strip(" ,;+*?"):
            raise _unreadable(text)
        tiles = _from_counted(stripped, rest.count("?") + rest.count("*"), "custom")
    else:
        plain = stripped.replace(" ", "").replace(",", "")
        marks = plain.count("?") + plain.count("*")
        letters = plain.replace("?", "").replace("*", "")
        if not all(x in string.ascii_letters for x in letters) or not plain:
            raise _unreadable(text)
        if letters == stripped and not letters.isupper() and len(letters) > 1:  # reads as a name
            raise TileError(
                f"{unknown('tile set', text, TILE_SETS)}; write letters in capitals: "
                f"{shown(text.upper())}"
            )
        tiles = from_letters(letters.upper(), marks)
    return tiles if jokers is None else tiles.with_jokers(jokers)


def _unreadable(text: str) -> TileError:
    meant = nearest(text, TILE_SETS)
    hint = f"; did you mean {meant}?" if meant else ""
    return TileError(
        f"tiles {shown(text)}: neither a set ({', '.join(TILE_SETS)}), nor letters A-Z, "
        f"nor a counted hand such as 'A5 B2'{hint}"
    )
