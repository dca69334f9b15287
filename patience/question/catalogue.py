"""Tile sets: by name (``tile_sets.toml``), from files, from letters or letters with counts."""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypedDict, cast

from patience.encodings import naming, read_text, read_toml
from patience.errors import TileError, nearest, shown, unknown
from patience.game.alphabet import LATIN, Alphabet, alphabet_of, languages
from patience.game.tiles import ANY, TileSet, any_letters, from_letters
from patience.question.fields import SetKeys
from patience.tables import checked

# French accents that tiles do without: É plays as E. Other accented letters are separate tiles,
# which only an alphabet that has them allows.
_FRENCH = dict(zip("ÀÂÇÉÈÊËÎÏÔÙÛ", "AACEEEEIIOUU", strict=True))

_SYMBOL = r"([^\W\d_]|[?*])"
# A letter and its count, in either order: A5, A:5, A x 5; 5A, 5 x A.
_COUNTED = re.compile(rf"{_SYMBOL}(?:\s*[:=\u00d7]\s*|\s+x\s+|\s*)(\d{{1,9}})(?!\d)")
_REVERSED = re.compile(rf"(\d{{1,9}})(?:\s*\u00d7\s*|\s*x\s+|\s*){_SYMBOL}")
_BETWEEN = re.compile(r"[\s,;+]")
# Words for a joker; in capitals they are letters.
_JOKERS = re.compile(r"(?<![^\W\d_])(?:[bB]lank|[jJ]oker)s?(?![^\W\d_])")
# Counted tiles of several letters, such as ``LL2``; the error names them.
_SEVERAL = re.compile(r"(\[\w*\]|[^\W\d_]+|[?*])\s*[:=]?\s*\d+")


def _of(table: Mapping[str, Any], name: str, alphabet: Alphabet) -> tuple[TileSet, str]:
    """Return a set and what it is, from the table of a file."""
    counted = _COUNTED.findall(alphabet.joined(table["letters"]))
    letters = [letter for letter, number in counted for _ in range(int(number))]
    return from_letters(letters, table.get("jokers", 0), name, alphabet), table["description"]


_FILE = tomllib.loads(Path(__file__).with_name("tile_sets.toml").read_text(encoding="utf-8"))

# The sets of the program by name, each with what it is, and those of languages.
TILE_SETS: dict[str, tuple[TileSet, str]] = {
    name: _of(table, name, alphabet_of(language))
    for language, sets in (
        (None, _FILE["sets"]),
        *((language, about.get("sets", {})) for language, about in languages().items()),
    )
    for name, table in sets.items()
}

# Sets of letter dice by name, each with the faces of its dice.
DICE: dict[str, list[str]] = _FILE["dice"]
_ROLL = re.compile(rf"({'|'.join(DICE)})-(\d{{1,9}})")


def named(name: str) -> TileSet:
    """Return a named tile set; ``q-less-7`` is the roll of these dice with number 7.

    Raises
    ------
    TileError
        If no set has that name; the message lists the names and the nearest one.
    """
    found = _find(name)
    if found is None:
        raise TileError(unknown("tile set", name, TILE_SETS), "tile-set", value=name)
    return found


def _find(name: str) -> TileSet | None:
    if name in TILE_SETS:
        return TILE_SETS[name][0]
    roll = _ROLL.fullmatch(name)
    if roll is None:
        return None
    chance = Random(f"{roll[1]} {int(roll[2])}")
    return from_letters((chance.choice(faces) for faces in DICE[roll[1]]), name=name)


def parse(text: str, jokers: int | None = None, alphabet: Alphabet = LATIN) -> TileSet:
    """Parse a tile set from a name, from letters, or from letter counts.

    Parameters
    ----------
    text : str
        ``diamino-63``, ``any`` for each letter as often as wanted, ``AABCE``, or ``A5 B2 C1``, also
        ``5A 2B`` and ``A:5``. ``?``, ``*``, ``blank`` and ``joker`` are jokers. A word not in
        capitals is always read as a name.
    jokers : int, optional
        Overrides the number of jokers.
    alphabet : Alphabet
        Of letters and letter counts; a tile of several letters is in brackets, ``[CH]2``, or
        between spaces.

    Raises
    ------
    TileError
        If the text is none of these.
    """
    stripped = text.strip()
    is_hand = stripped.isalpha() and stripped.isupper()
    tiles = None if is_hand else _find(stripped.lower())
    if tiles is None and stripped.lower() == ANY and not is_hand:
        tiles = any_letters(alphabet)
    if tiles is None:
        tiles = _counted(text, _symbols(text, alphabet), alphabet)
    return tiles if jokers is None else tiles.with_jokers(jokers)


def tile_set(text: str | Path, folder: Path = Path(), alphabet: Alphabet = LATIN) -> TileSet:
    """Read a tile set from its name, a file, letters or letter counts.

    A file is TOML, letter counts as text, or a Quackle alphabet.

    Parameters
    ----------
    text : str or Path
        A file if it is a path, or contains ``.`` or ``/`` and is not the name of a set.
    folder : Path
        Base of a relative file name.
    alphabet : Alphabet
        Of letters and letter counts, if they do not name a set.

    Raises
    ------
    TileError, FileError
        If it is none of these.
    """
    if isinstance(text, str):
        is_file = "." in text or "/" in text or os.sep in text
        if not is_file or text in TILE_SETS:
            return parse(text, alphabet=alphabet)
    path = folder / text
    with naming(str(path)):
        if path.suffix.lower() == ".toml":
            table = checked(read_toml(path), SetKeys, error=TileError)
            return _tiles_of(table, path.stem, alphabet)
        lines = [line for line in read_text(path).splitlines() if not line.startswith("#")]
        return replace(parse("\n".join(map(_hand, lines)), alphabet=alphabet), name=path.stem)


def _hand(line: str) -> str:
    """Return a line of letter counts, converted if it is from a Quackle alphabet."""
    match line.split():
        case [letter, _blank, _score, count, _vowel]:
            return f"{letter} {count}"
        case ["blank", _score, count]:
            return f"? {count}"
    return line


def _tiles_of(table: SetKeys, name: str, alphabet: Alphabet) -> TileSet:
    if table.alphabet is not None:
        alphabet = alphabet_of(table.alphabet)
    letters, jokers = table.letters, table.jokers
    if not letters:
        raise TileError('no letters: give letters = "AABC", "A2 B1 C1" or a table of counts')
    if isinstance(letters, dict):
        checked(letters, _counts(alphabet), "[letters]", TileError)
        found = TileSet(
            name, tuple(letters.get(x, 0) for x in alphabet.faces), jokers or 0, alphabet
        )
    else:
        text = letters if isinstance(letters, str) else " ".join(letters)
        found = parse(text, alphabet=alphabet)
        if found.jokers and jokers is not None:
            raise TileError("jokers are in the letters and have a line of their own: drop one")
    return replace(found, name=table.name or name, jokers=found.jokers or jokers or 0)


def _counts(alphabet: Alphabet) -> type[dict[str, int]]:
    """Return the type of a table with a count for each letter."""
    counts = dict.fromkeys(alphabet.faces, int)
    kind = TypedDict("_Counts", counts, total=False)  # type: ignore[misc]
    return cast("type[dict[str, int]]", kind)


def _symbols(text: str, alphabet: Alphabet) -> list[tuple[str, int]]:
    """Return the letters and joker signs of a text with their counts."""
    marked = alphabet.joined(_JOKERS.sub("?", text.strip()))
    if not any(map(str.isdigit, marked)):
        plain = _BETWEEN.sub("", marked)
        if plain == text.strip() and plain.isalpha() and not plain.isupper() and len(plain) > 1:
            raise TileError(  # looks like a name
                f"{unknown('tile set', text, TILE_SETS)}; write letters in capitals: "
                f"{shown(text.upper())}",
                "tile-set",
                value=text,
            )
        return [(symbol, 1) for symbol in plain]
    if marked[0].isdigit():
        found = [(symbol, int(number)) for number, symbol in _REVERSED.findall(marked)]
        rest = _REVERSED.sub("", marked)
    else:
        found = [(symbol, int(number)) for symbol, number in _COUNTED.findall(marked)]
        rest = _COUNTED.sub("", marked)
    rest = _BETWEEN.sub("", rest)
    if rest.strip("?*"):
        raise _unreadable(text, alphabet)
    return found + [(symbol, 1) for symbol in rest]


def _counted(text: str, symbols: list[tuple[str, int]], alphabet: Alphabet) -> TileSet:
    """Return the tile set of letters and joker signs with counts."""
    counts: Counter[str] = Counter()
    for symbol, number in symbols:
        letter = unicodedata.normalize("NFC", symbol).upper()
        if letter not in alphabet.index:
            letter = _FRENCH.get(letter, "?" if letter == "*" else letter)
        counts[letter] += number
    jokers = counts.pop("?", 0)
    if not symbols or counts.keys() - alphabet.index.keys():
        raise _unreadable(text, alphabet)
    return TileSet("custom", tuple(counts[x] for x in alphabet.symbols), jokers, alphabet)


def _unreadable(text: str, alphabet: Alphabet) -> TileError:
    meant = nearest(text, TILE_SETS)
    several = [x for x in _SEVERAL.findall(text) if len(x) > 1]
    if several and not meant and not _BETWEEN.sub("", _SEVERAL.sub("", text)):
        message = (
            f"tiles {shown(text)}: {several[0]} is no tile; there are {alphabet.described}, each "
            "with its number"
        )
        return TileError(message, "tile", sign=several[0])
    strange = [x for x in unicodedata.normalize("NFC", text) if x.isalpha() and not x.isascii()]
    strange = [x for x in strange if x.upper() not in {*_FRENCH, *alphabet.index}]
    if strange:
        why = "is two tiles" if strange[0].upper() in "ŒÆ" else "is no tile"
        message = (
            f"tiles {shown(text)}: {strange[0]} {why}; there are {alphabet.described}, and words "
            "without other accents; a set of another language names its --alphabet"
        )
        return TileError(message, "tile", sign=strange[0])
    hint = f"; did you mean {meant}?" if meant else ""
    message = (
        f"tiles {shown(text)}: neither a set ({', '.join(TILE_SETS)}), nor letters A-Z, "
        f"nor a counted hand such as 'A5 B2'{hint}"
    )
    return TileError(message, "tile-set", value=text)
