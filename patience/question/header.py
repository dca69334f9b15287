"""The lines ``; key: value`` above a grid that say which question it answers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from patience.errors import LexiconError, Note, PuzzleError
from patience.game.alphabet import Alphabet, faces, languages, written
from patience.game.grid import Grid, bare
from patience.game.puzzle import Board, Compact, Frame, Goal, parse_size
from patience.game.tiles import TileSet
from patience.question.catalogue import TILE_SETS, parse
from patience.question.fields import Filters, Question, RuleKeys, Start, Table, keys
from patience.question.resolve import alphabet_named, resolve
from patience.question.spec import Spec, chosen_rules
from patience.words.conventions import WORD_LISTS
from patience.words.given import as_word, escaped, paths_of, unescaped, without_digests
from patience.words.lexicon import available
from patience.words.wordlist import fold, is_word

# Separates values in a line.
_SEPARATOR = ","
# Separates the rows of a grid in a line.
_ROW_END = "/"
# Prefix of an escaped file name.
_FILE = "file:"
# The keys of a question; the bound tells whether a grid can be bettered.
_QUESTION = {key.header for table in (Question, RuleKeys, Filters) for key in keys(table)}
_QUESTION |= {"size", "start", "bound", "author"}
# The keys of rules, and of agreements about words.
_RULES = [key.header for table in (RuleKeys, Filters) for key in keys(table)]
# Keys on how a grid was found, which are no part of the question.
_SEARCH = {"cost", "status", "engine", "seed", "command", "seconds", "date", "version"}
# The name of a batch's puzzle or of an instance, which only the grids of several need.
_NAME = "name"
_READ_KEYS = (_QUESTION | _SEARCH) - {"frame", "place-all"}
# A key with what people may write in place of ``; key:``.
_LIKE_A_KEY = re.compile(r"\W*([\w -]*?)\s*[:=\uff1a]|;\s*--([\w-]+)")
# A remark of one word, which is a slip where it is the name of a key.
_BARE = re.compile(r"\W*([\w-]+)\W*")
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


def to_header(spec: Spec) -> dict[str, str]:
    """Return ``key: value`` texts from which `from_header` restores the same puzzle."""
    said = {
        "title": spec.title,
        **_goal_lines(spec),
        "within": spec.within and _size(spec.within),
        **_tiles_lines(spec.tile_set),
        "lexicon": _reference(spec.lexicon_name),
        **spec.filters,
        **chosen_rules(spec.rules),
        "start": spec.start and _joined(spec.start),
        "prefer": spec.prefer,
        "difficulty": spec.difficulty,
        "unique": spec.unique,
    }
    return {name.replace("_", "-"): _text(x) for name, x in said.items() if x not in (None, "")}


def from_header(header: Mapping[str, str], grid: Grid, folder: Path) -> Spec:
    """Parse the header of a grid; unknown keys are ignored.

    Parameters
    ----------
    header : mapping
    grid : Grid
        Gives the size of a frame or board that the header does not state.
    folder : Path
        Folder of the grid's file, searched for the files that the header names.

    Raises
    ------
    PatienceError
        If a value is invalid.
    """
    goal, _, size = header["goal"].partition(" ") if "goal" in header else (None, "", "")
    size = size.strip() or header.get("size", "")  # 'frame 9x7', as people write by hand
    lexicon = header.get("lexicon")
    said = _read(Question, header) | {
        "goal": goal,
        "frame": (size or _size((grid.width, grid.height))) if goal == "frame" else None,
        "board": header.get("board", _joined(bare(grid))) if goal == "board" else None,
        "place_all": None,
        "start": Start(rows=header["start"].split(_ROW_END)) if "start" in header else Start(),
        "rules": RuleKeys(**_read(RuleKeys, header)),
        "lexicon": None if lexicon is None else _lexicon(lexicon, folder),
        "lexicon_filter": Filters(**_read(Filters, header)),
    }
    spec = resolve(Question(**said), folder, _rows, _set)
    if size:
        _check_size(parse_size(size), spec.goal, grid)
    return spec


def _check_size(size: tuple[int, int], goal: Goal | None, grid: Grid) -> None:
    """Raise if the size above a grid is not its own: of a frame the referee says so.

    That of a compact grid is a result, as the cost is.
    """
    there = goal.layout if isinstance(goal, Board) else grid
    sides = there.width, there.height
    turned = sides[::-1] if goal is None else sides
    if not isinstance(goal, Frame | Compact) and size not in (sides, turned):
        message = f"size {_size(size)} is written above a grid of {_size(sides)}: correct one"
        raise PuzzleError(message, "value", key="size", value=_size(size))


def header_of(comments: Mapping[int, str], what: str = "line") -> tuple[dict[str, str], list[Note]]:
    """Return the keys and values of a grid's comments by number, and notes on remarks.

    `what` is numbered, for messages.

    Raises
    ------
    PuzzleError
        If a key is given twice, or is unknown and nearly a known one.
    """
    header: dict[str, str] = {}
    notes = []
    for number, line in comments.items():
        key, colon, value = line[1:].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not (colon and key in _READ_KEYS) and (meant := _meant(line)):
            raise PuzzleError(
                f"{what} {number} is {line!r}, which is no key; did you mean '; {meant}: ...'?",
                "header-key",
                row=number,
                sign=line,
                meant=meant,
            )
        if value and header.setdefault(key, value) != value:
            raise PuzzleError(
                f"{what} {number} is {line!r}, and the key has another value above: keep one",
                "header-twice",
                row=number,
                sign=line,
            )
        if key not in {*_READ_KEYS, _NAME} and re.match(r"\W*[\w-]+\s*[:=\uff1a]\s*\S", line):
            notes.append(
                Note(f"{what} {number} is a remark: {line!r}", "remark", row=number, sign=line)
            )
    return header, notes


def _meant(line: str) -> str | None:
    """Return the key that a line nearly has: so but for one edit, or the name of its flag."""
    found, bare = _LIKE_A_KEY.match(line), _BARE.fullmatch(line)
    name = re.sub(r"[\W_]+", "-", (found[1] or found[2] or "").lower()) if found else ""
    if bare and bare[1].lower() in _READ_KEYS:
        return bare[1].lower()
    tables = (Question, RuleKeys, Filters)
    flags = {x.flag: x.header for t in tables for x in keys(t) if x.flag and x.header in _READ_KEYS}
    names = flags | {key: key for key in _READ_KEYS} | {"frame": "goal"}
    near = (key for each, key in names.items() if _is_near(name, each))
    return (names.get(name) or next(near, None)) if name else None


def _is_near(one: str, other: str) -> bool:
    """Tell whether a letter more, less or other, or two exchanged, make one name of another."""
    pairs = zip(one, other, strict=False)
    at = next((n for n, (x, y) in enumerate(pairs) if x != y), min(len(one), len(other)))
    one, other = one[at:], other[at:]
    swapped = one[:2] == other[:2][::-1] and one[2:] == other[2:]
    return swapped or one[1:] in (other, other[1:]) or one == other[1:]


def alphabet_above(header: Mapping[str, str]) -> Alphabet:
    """Return the alphabet of a grid by the lines above it; A to Z if they name none."""
    return alphabet_named(header.get("alphabet"), header.get("tiles"), header.get("lexicon"))


def whole_number(what: str, text: str) -> int:
    """Parse a whole number of up to nine digits.

    Raises
    ------
    PuzzleError
        If the text is not one.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise _wrong(what, text, "a whole number of 0 or more")
    return int(text)


def judged_by(header: Mapping[str, str], stated: Spec, spec: Spec) -> dict[str, str]:
    """Return which tiles, words and rules of a spec its header set, for people to read."""
    said, asked, about = to_header(stated), to_header(spec), ("tiles", "jokers", "lexicon", *_RULES)
    return {
        x: without_digests(header[x]) for x in about if x in header and said.get(x) == asked.get(x)
    }


def says_yes(header: Mapping[str, str], key: str) -> bool:
    """Tell whether a header has a key with the value yes."""
    return _YES_NO.get(header.get(key, "").lower(), False)


def question_of(header: Mapping[str, str]) -> dict[str, str]:
    """Return the lines that say which question a grid answers, without those on the search."""
    return {key: text for key, text in header.items() if key in _QUESTION}


def check_lexicon(spec: Spec) -> None:
    """Raise if a header's word list no longer exists.

    Raises
    ------
    LexiconError
        If the lexicon is neither shipped nor a file.
    """
    name = spec.lexicon
    if name is not None and name not in available() and not os.path.exists(name):
        raise LexiconError(
            f"its lexicon {name} is no shipped one, and no such file is there: bring the word list "
            "back, or name one with --lexicon"
        )


def _read(table: type[Table], header: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a table's keys in a header."""
    return {
        key.name: _READ[key.kind](key.header, header[key.header])
        for key in keys(table)
        if key.header in header
    }


def _yes_no(key: str, text: str) -> bool:
    if text.lower() not in _YES_NO:
        raise _wrong(key, text, "yes or no")
    return _YES_NO[text.lower()]


def _texts(key: str, text: str) -> str | list[str]:
    """Return the texts of a list; a given word is always a word, even if a file has its name."""
    if key not in {*WORD_LISTS, "require"}:
        return text
    given = text.split(_SEPARATOR)
    if key == "require":
        return given
    return [as_word(each) if is_word(fold(each)) else each for each in map(str.strip, given)]


def _wrong(key: str, text: str, wanted: str) -> PuzzleError:
    return PuzzleError(f"{key}: {text!r} is not {wanted}", "value", key=key, value=text)


# Reads a value of each kind; the key is for messages.
_READ: Mapping[type, Callable[[str, str], Any]] = {
    bool: _yes_no,
    int: whole_number,
    str: lambda _key, text: text,
    list: _texts,
}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return _SEPARATOR.join(map(faces, value))
    return str(value)


def _goal_lines(spec: Spec) -> dict[str, str]:
    match spec.goal:
        case Frame(width, height):
            return {"goal": "frame", "size": _size((width, height))}
        case Board(layout):
            return {
                "goal": "board",
                "size": _size((layout.width, layout.height)),
                "board": _joined(layout),
            }
        case None:
            return {}
    return {"goal": "compact"}


def _tiles_lines(tiles: TileSet) -> dict[str, str]:
    """Return the name of a built-in set, or the counts of any other, and its alphabet."""
    language = {"alphabet": tiles.alphabet.name} if tiles.alphabet.name else {}
    for known, _ in TILE_SETS.values():
        if known == tiles:
            return {"tiles": known.name} | language
    return {"tiles": tiles.counted() or "?", "jokers": str(tiles.jokers)} | language


def _joined(grid: Grid) -> str:
    return _ROW_END.join(map(written, grid.rows))


def _rows(text: str, alphabet: Alphabet) -> Grid:
    return Grid.parse(text.replace(_ROW_END, "\n"), alphabet)


def _set(text: str, _folder: Path, alphabet: Alphabet) -> TileSet:
    """Return a tile set; a header, which anybody may have written, names no file of one."""
    return parse(text, alphabet=alphabet)


def _size(sides: tuple[int, int]) -> str:
    return f"{sides[0]}x{sides[1]}"


def _reference(name: str) -> str:
    """Return a lexicon's name for a header, with unusual characters escaped.

    A file gets its absolute path, so that the grid can be checked from any folder.
    """
    if name not in available() and (name not in languages() or os.path.exists(name)):
        name = os.path.abspath(name)
    plain = escaped(name) == name and not name.startswith(_FILE)
    return name if plain else _FILE + escaped(name)


def _lexicon(text: str, folder: Path) -> str:
    """Return the lexicon's name, or its file: at its path, or else in the folder of the grid."""
    name = unescaped(text.removeprefix(_FILE)) if text.startswith(_FILE) else text
    if name in available() and not text.startswith(_FILE):
        return name
    return str(next((path for path in paths_of(name, folder) if os.path.exists(path)), name))
