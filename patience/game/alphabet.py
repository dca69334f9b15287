"""Alphabets: the kinds of letter tiles, and how written words become tiles.

Grids, words and kernels hold a tile as one character, its *symbol*, in lower case for a joker. A
tile that shows one letter is its own symbol; a tile that shows several, such as CH, has a
full-width letter. People read and write what a tile shows, its *face*: `Alphabet.spelled`,
`Alphabet.read` and `joined` convert what comes in, `faces` and `written` what goes out.
"""

from __future__ import annotations

import re
import string
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from patience.errors import TileError, unknown

# Kinds of tiles that the kernels' words have room for: the exhaustive search has five bits a cell,
# and two of their values stand for an unknown cell and for a cell without letter.
MAX_KINDS = 30


@cache
def languages() -> Mapping[str, Mapping[str, Any]]:
    """Return what is recorded of each language: the content of ``languages/*.toml`` by name."""
    files = sorted(Path(__file__).with_name("languages").glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in files}


def _symbols_of_several() -> dict[str, str]:
    """Return the symbol of each tile of several letters in any language."""
    faces = {face for about in languages().values() for face in about["tiles"].split()}
    # Letters of both cases that no text has once it is read.
    free = [chr(ord("\N{FULLWIDTH LATIN CAPITAL LETTER A}") + n) for n in range(26)]
    found = {}
    for face in sorted(face for face in faces if len(face) > 1):
        own = [x for x in free if unicodedata.normalize("NFKC", x) == face[0]]
        found[face] = (own or free)[0]
        free.remove(found[face])
    return found


# Letters as wide as Chinese characters, of both cases, and the usual ones.
_NARROW = {ord(x) + 0xFEE0: x for x in string.ascii_letters}

_SEVERAL = _symbols_of_several()
_BOTH_CASES = _SEVERAL | {face.lower(): symbol.lower() for face, symbol in _SEVERAL.items()}
_SHOWN = {ord(symbol): face for face, symbol in _BOTH_CASES.items()}
_WRITTEN = {symbol: f"[{face}]" for symbol, face in _SHOWN.items()}
_IN_BRACKETS = re.compile(rf"\[({'|'.join(map(re.escape, _BOTH_CASES))})\]")
# What parts tiles, so that those of several letters need no brackets.
_PARTED = re.compile(r"[\s\d]")

# Symbols of any alphabet, in upper and lower case.
_ACCENTED = filter(str.isupper, map(chr, range(0xC0, 0x180)))
_CAPITALS = {
    x
    for x in (*string.ascii_uppercase, *_SEVERAL.values(), *_ACCENTED)
    if len(x.lower()) == 1 and x.lower().upper() == x
}
SYMBOLS = frozenset(_CAPITALS.union(map(str.lower, _CAPITALS)))

# What a tile can show: a capital letter, or several of some language.
_FACES = _CAPITALS.difference(_SEVERAL.values()).union(_SEVERAL)


def faces(text: str) -> str:
    """Return a text with faces in place of symbols: ``CHOCHO``."""
    return text if text.isascii() else text.translate(_SHOWN)


def written(row: str) -> str:
    """Return the row of a grid as text, tiles of several letters in brackets: ``[CH]O[CH]O``."""
    return row if row.isascii() else row.translate(_WRITTEN)


def joined(text: str) -> str:
    """Return a text with symbols for the tiles in brackets, as `written` has them."""
    return _IN_BRACKETS.sub(lambda found: _BOTH_CASES[found[1]], text)


@dataclass(frozen=True)
class Alphabet:
    """The kinds of letter tiles in alphabetical order.

    Parameters
    ----------
    faces : tuple of str
        What each kind of tile shows: an upper-case letter, or several as in some language.
    folds : mapping of str to str
        Written letters (upper case) and the letters that tiles show for them, beyond accents: an
        accent that no tile shows is dropped.
    name : str
        Short name of the language; empty for letters of no language in particular. Alphabets with
        the same faces are equal.

    Raises
    ------
    TileError
        If a face is no tile, stands there twice, or there are more than `MAX_KINDS`.
    """

    faces: tuple[str, ...]
    folds: Mapping[str, str] = field(default_factory=dict, compare=False)
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces", tuple(self.faces))
        if len(set(self.faces)) < len(self.faces) or not _FACES.issuperset(self.faces):
            wrong = [x for x in self.faces if x not in _FACES or self.faces.count(x) > 1]
            for face in wrong:
                message = (
                    f"alphabet {self.name}: {face!r} is no tile, or stands there twice; a tile "
                    f"shows a capital letter, or several: {', '.join(_SEVERAL)}"
                )
                raise TileError(message, "tile", sign=face)
        if len(self.faces) > MAX_KINDS:
            raise TileError(
                f"alphabet {self.name} has {len(self.faces)} kinds of tiles; the search has room "
                f"for {MAX_KINDS} and the joker: leave out those that the set does not have"
            )

    def __repr__(self) -> str:
        return f"Alphabet({self.name or ' '.join(self.faces)})"

    def __len__(self) -> int:
        return len(self.faces)

    @cached_property
    def symbols(self) -> str:
        """The symbol of each kind of tile."""
        return "".join(map(_SEVERAL.get, self.faces, self.faces))

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each symbol in the alphabet, from 0."""
        return {x: n for n, x in enumerate(self.symbols)}

    @cached_property
    def is_latin(self) -> bool:
        """Whether the tiles show the letters A to Z."""
        return self.symbols == string.ascii_uppercase

    @property
    def described(self) -> str:
        """What tiles show, for messages."""
        if self.is_latin:
            return "A to Z"
        about = languages().get(self.name, {})
        return f"the tiles of {about.get('name', 'another alphabet')} ({' '.join(self.faces)})"

    @cached_property
    def nearest(self) -> tuple[int, ...]:
        """The letter of A-Z, from 0, that each kind of tile resembles: its first, unaccented.

        A letter like none of them counts as rare.
        """
        letters = string.ascii_uppercase
        return tuple(letters.find(unaccented(face[0])) % len(letters) for face in self.faces)

    def holds(self, symbols: str) -> bool:
        """Tell whether a text consists of symbols of this alphabet, upper case."""
        if self.is_latin:
            return symbols.isascii() and symbols.isalpha()
        return bool(symbols) and self.index.keys() >= set(symbols)

    def spelled(self, text: str) -> str:
        """Return the symbols that spell a text; a tile of several letters before its letters.

        Characters that no tile shows stay, so that `holds` rejects them. Accents are decomposed
        canonically: compatibility decomposition would make plain characters of ``1ᵉʳ``.
        """
        text = self._folded(text)
        if self._several:
            text = self._faces_of_several.sub(lambda found: _SEVERAL[found[0]], text)
        return text

    def can_spell(self, text: str) -> bool:
        """Tell whether tiles show all letters of a text, be it part of a word."""
        return self._shown_letters.issuperset(self._folded(text))

    def _folded(self, text: str) -> str:
        """Return a text in capitals, without the accents that no tile shows, and folded."""
        text = text.upper()
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
            for x in set(text).difference(self._kept):
                text = text if x.isascii() else text.replace(x, _bare(x))
        for written, letters in self.folds.items():
            text = text.replace(written, letters)
        return text

    def encoded(self, symbols: str) -> bytes:
        """Return symbols as bytes: 65 and the place in the alphabet, so that A-Z are ASCII."""
        plain = symbols if self.is_latin else symbols.translate(self._codes)
        return plain.encode("ascii")

    def decoded(self, codes: bytes) -> str:
        """Return the symbols of `encoded` bytes; bytes that are none stay."""
        plain = codes.decode("ascii")
        return plain if self.is_latin else plain.translate(self._symbol_of_code)

    def cell(self, text: str) -> str:
        """Return the symbol for the content of one cell; what is none is returned as it is."""
        text = unicodedata.normalize("NFC", text)
        if text in _BOTH_CASES or text.upper() in self._several:
            return _BOTH_CASES.get(text) or _SEVERAL[text.upper()]
        return self.read(text)

    def read(self, row: str) -> str:
        """Return the symbols of the row of a grid; a letter that no tile shows loses its accent."""
        if not row.isascii():
            row = "".join(x if x.upper() in self.index else unaccented(x) for x in row)
        return self.joined(row)

    def joined(self, text: str) -> str:
        """Return a text with symbols for the tiles of several letters.

        These are in brackets, or between spaces, tabs or the counts of a tile set.
        """
        text = joined(text)
        if self._several and _PARTED.search(text.strip()):
            text = self._apart.sub(lambda found: _BOTH_CASES[found[0]], text)
        return text

    @cached_property
    def _codes(self) -> Mapping[int, str]:
        return {ord(x): chr(ord("A") + n) for x, n in self.index.items()}

    @cached_property
    def _symbol_of_code(self) -> Mapping[int, str]:
        return {ord("A") + n: x for x, n in self.index.items()}

    @cached_property
    def _several(self) -> tuple[str, ...]:
        return tuple(face for face in self.faces if len(face) > 1)

    @cached_property
    def _shown_letters(self) -> frozenset[str]:
        return frozenset("".join(self.faces))

    @cached_property
    def _kept(self) -> frozenset[str]:
        """What is no other letter with an accent or of another width."""
        return self._shown_letters.union(self.symbols)

    @cached_property
    def _faces_of_several(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, sorted(self._several, key=len, reverse=True))))

    @cached_property
    def _apart(self) -> re.Pattern[str]:
        faces = "|".join(re.escape(x) for face in self._several for x in (face, face.lower()))
        return re.compile(rf"(?<![^\s\d])(?:{faces})(?![^\s\d:=\u00d7])")


@cache
def alphabet_of(language: str | None) -> Alphabet:
    """Return the alphabet of a language by its short name, such as ``es``; A to Z for None.

    Raises
    ------
    TileError
        If there is no such language.
    """
    if language is None:
        return LATIN
    if language not in languages():
        raise TileError(unknown("alphabet", language, languages()), "tile-set", value=language)
    about = languages()[language]
    folds = {x.upper(): y.upper() for x, y in about.get("fold", {}).items()}
    tiles = tuple(about["tiles"].split())
    common = {x: y for x, y in LATIN.folds.items() if x not in tiles}
    return Alphabet(tiles, {**common, **folds}, language)


def narrow(text: str) -> str:
    """Return a text with plain letters for full-width ones, which are symbols here.

    For texts that people wrote; symbols are not kept.
    """
    return text if text.isascii() else text.translate(_NARROW)


def unaccented(x: str) -> str:
    """Return a character without its accents; what is no letter with accents stays."""
    base = _bare(x)
    return base if len(base) == 1 else x


def _bare(x: str) -> str:
    """Return a character, or a mark by itself, without accents and of usual width."""
    apart = unicodedata.normalize("NFD", x.translate(_NARROW))
    return "".join(y for y in apart if not unicodedata.combining(y))


# Ligatures, and what has capitals of its own; an L between dots is one of two, as in COL·LEGI.
_FOLDS = {"Œ": "OE", "Æ": "AE", "Ĳ": "IJ", "ẞ": "SS", "Ŀ": "L", "L·L": "LL"}

LATIN = Alphabet(tuple(string.ascii_uppercase), _FOLDS)
