"""A partial description of a puzzle, as in an instance, a header or flags."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from patience.arguments import NameOrFile, check_fields, checked_arguments
from patience.errors import LexiconError, PuzzleError
from patience.files.tilesets import language_of
from patience.game.alphabet import LATIN, Alphabet, alphabet_of, faces, languages, narrow, written
from patience.game.grid import CLOSED, FACE_DOWN, Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle, Rules, parse_size
from patience.game.tiles import TILE_SETS, TileSet, named, parse
from patience.game.validation import check_language
from patience.words.conventions import Conventions
from patience.words.given import as_word, escaped, places, unescaped
from patience.words.lexicon import alphabet_of as lexicon_alphabet
from patience.words.lexicon import available
from patience.words.wordlist import fold, is_word

DEFAULT_TILES = "diamino-63"
DEFAULT_LEXICON = "fr"
GOALS = ("frame", "compact", "board")

# Separates values in a header line or a flag.
_SEPARATOR = ","
# Separates the rows of a grid in a header line.
_ROW_END = "/"
# Prefix of an escaped file name.
_FILE = "file:"
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True)
class Spec:
    """What one source says of a puzzle; None or empty means nothing.

    Parameters
    ----------
    goal : Frame, Compact or Board, optional
    within : (int, int), optional
        Sides of the table, for a compact goal.
    tiles : TileSet, optional
    jokers : int, optional
        Overrides the number of jokers in the set.
    lexicon : str or Path, optional
        Name or file.
    conventions : Conventions
    connected, distinct_words : bool, optional
    require : tuple of str, optional
        Words that must appear, upper case.
    start : Grid, optional
    """

    goal: Goal | None = None
    within: tuple[int, int] | None = None
    tiles: TileSet | None = None
    jokers: int | None = None
    lexicon: NameOrFile | None = None
    conventions: Conventions = field(default_factory=Conventions)
    connected: bool | None = None
    distinct_words: bool | None = None
    require: tuple[str, ...] | None = None
    start: Grid | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.tiles is not None:
            spelled = self.conventions.spelled_with(self.tiles.alphabet)
            object.__setattr__(self, "conventions", spelled)

    @property
    def alphabet(self) -> Alphabet | None:
        """The alphabet that this source names, itself or by its tiles or lexicon."""
        if self.conventions.alphabet is not None:
            return alphabet_of(self.conventions.alphabet)
        if self.tiles is not None:
            return self.tiles.alphabet
        return None if self.lexicon is None else lexicon_alphabet(self.lexicon)

    def over(self, base: Spec) -> Spec:
        """Return `base` overridden by the values set here.

        A tile set overrides the jokers too, and a goal the table.
        """
        if self.tiles is not None:  # the conventions of the base are spelled with them from now on
            kept = base.conventions.spelled_with(self.tiles.alphabet)
            if base.tiles is not None and base.tiles.alphabet.name:  # its language goes with it
                kept = replace(kept, alphabet=self.tiles.alphabet.name or None)
            base = replace(base, tiles=self.tiles, jokers=None, conventions=kept)
        if self.goal is not None:
            base = replace(base, within=None)
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        given = {name: value for name, value in given.items() if value is not None}
        return replace(base, **given | {"conventions": self.conventions.over(base.conventions)})

    def for_grid(self, grid: Grid) -> Spec:
        """Return the spec with a goal derived from a grid, if it has none.

        A grid with closed cells is a board. Any other is a frame of its own size if the tiles
        suffice for all its cells. A larger grid is a board with its face-down tiles as closed
        cells, or a compact grid if it has none.
        """
        if self.goal is not None:
            return self
        if grid.count(CLOSED):
            return replace(self, goal=Board(_emptied(grid)))
        if self.within is None and grid.width * grid.height <= self.tile_set.total:
            return replace(self, goal=Frame(grid.width, grid.height))
        if self.within is None and grid.count(FACE_DOWN):
            rows = (row.replace(FACE_DOWN, CLOSED) for row in grid.rows)
            return replace(self, goal=Board(_emptied(Grid(tuple(rows)))))
        return replace(self, goal=Compact())

    @property
    def tile_set(self) -> TileSet:
        """The tiles with the overridden number of jokers; by default `DEFAULT_TILES`."""
        tiles = self.tiles or named(DEFAULT_TILES)
        return tiles if self.jokers is None else tiles.with_jokers(self.jokers)

    @property
    def lexicon_name(self) -> str:
        """The name or file of the lexicon; by default that of the tiles' language."""
        if self.lexicon is not None:
            return self.lexicon
        of_tiles = self.tiles and self.tiles.alphabet.name
        return of_tiles or self.conventions.alphabet or DEFAULT_LEXICON

    def puzzle(self) -> Puzzle:
        """Build the puzzle.

        Raises
        ------
        PuzzleError
            If the goal is missing, or the parts contradict each other.
        """
        if self.goal is None:
            raise PuzzleError(
                "no goal: give --frame WxH, --compact, --board FILE, or an instance (a file or a "
                "shipped one)"
            )
        goal = self.goal
        if self.within is not None:
            if not isinstance(goal, Compact):
                raise PuzzleError("'within' bounds a compact grid: drop it, or take that goal")
            goal = Compact(self.within)
        spelled = None if self.lexicon is None else lexicon_alphabet(self.lexicon)
        if spelled is not None:
            check_language(self.tile_set, self.lexicon_name, spelled)
        rules = Rules(
            connected=self.connected is not False,
            distinct_words=bool(self.distinct_words),
            require=self.require or (),
        )
        return Puzzle(self.tile_set, goal, rules, self.start)

    def to_header(self) -> dict[str, str]:
        """Return ``key: value`` texts from which `from_header` restores the same puzzle."""
        header = _goal_header(self.goal)
        if self.within is not None:
            header["within"] = _size(self.within)
        header |= _tiles_header(self.tile_set)
        header["lexicon"] = _reference(self.lexicon_name)
        given = self.conventions.to_mapping()
        header |= {_key(name): _written(value) for name, value in given.items()}
        if self.connected is False:
            header["connected"] = "no"
        if self.distinct_words:
            header["distinct-words"] = "yes"
        if self.require:
            header["require"] = _SEPARATOR.join(map(faces, self.require))
        if self.start is not None:
            header["start"] = _ROW_END.join(map(written, self.start.rows))
        return header

    @classmethod
    @checked_arguments
    def from_header(cls, header: Mapping[str, str], grid: Grid, folder: Path) -> Spec:
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
        sizes = {key: parse_size(header[key]) for key in ("size", "within") if key in header}
        jokers = header.get("jokers")
        filters = {
            name: _filter_value(name, header[_key(name)])
            for name in _FILTERS
            if _key(name) in header
        }
        require = header.get("require")
        language = header_language(header)
        alphabet = alphabet_of(language)
        if language is not None:
            filters["alphabet"] = language
        return cls(
            goal=_header_goal(header, sizes.get("size"), grid, alphabet),
            within=sizes.get("within"),
            tiles=parse(header["tiles"], alphabet=alphabet) if "tiles" in header else None,
            jokers=None if jokers is None else whole_number("jokers", jokers),
            lexicon=_lexicon(header.get("lexicon"), folder),
            conventions=Conventions.from_mapping(filters, folder),
            connected=_yes_no(header, "connected"),
            distinct_words=_yes_no(header, "distinct-words"),
            require=None if require is None else words(require.split(_SEPARATOR), alphabet),
            start=_rows(header["start"], alphabet) if "start" in header else None,
        )


# The type of each convention.
_FILTERS = {f.name: str(f.type).partition(" ")[0] for f in fields(Conventions)}


def header_language(header: Mapping[str, str]) -> str | None:
    """Return the language whose tiles spell the words of a header; None for A to Z."""
    return language_of(header.get("alphabet"), header.get("tiles"), header.get("lexicon"))


def header_alphabet(header: Mapping[str, str]) -> Alphabet:
    """Return the alphabet of a header's tiles and words."""
    return alphabet_of(header_language(header))


def words(texts: list[str] | tuple[str, ...], alphabet: Alphabet = LATIN) -> tuple[str, ...]:
    """Fold texts into words, as symbols of an alphabet.

    Raises
    ------
    PuzzleError
        If one of them is not a word.
    """
    folded = tuple(fold(narrow(text), alphabet) for text in texts)
    for text, word in zip(texts, folded, strict=True):
        if not is_word(word, alphabet):
            raise PuzzleError(
                f"required word {text!r}: a word is two letters or more, {alphabet.described}",
                "no-word",
                word=text,
            )
    return folded


def whole_number(what: str, text: str) -> int:
    """Parse a whole number of up to nine digits.

    Raises
    ------
    PuzzleError
        If the text is not one.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise PuzzleError(
            f"{what}: {text!r} is not a whole number of 0 or more", "value", key=what, value=text
        )
    return int(text)


def goal_of(name: str, size: tuple[int, int] | None, layout: Grid | None) -> Goal:
    """Return a goal by its name.

    Raises
    ------
    PuzzleError
        If the goal does not exist, or lacks its size or board.
    """
    match name:
        case "frame":
            if size is None:
                raise PuzzleError("a frame needs its size, such as 9x7")
            return Frame(*size)
        case "compact":
            return Compact()
        case "board":
            if layout is None:
                raise PuzzleError("a board needs its file: rows of '.' (open) and '#' (closed)")
            return Board(layout)
    raise PuzzleError(
        f"goal {name!r}: there are {', '.join(GOALS)}", "value", key="goal", value=name
    )


def _header_goal(
    header: Mapping[str, str], size: tuple[int, int] | None, grid: Grid, alphabet: Alphabet
) -> Goal | None:
    """Return the goal of a header; ``frame 9x7``, as people write by hand, is accepted."""
    if "goal" not in header:
        return None
    name, _, rest = header["goal"].partition(" ")
    if rest.strip():
        size = parse_size(rest)
    layout = _rows(header["board"], alphabet) if "board" in header else _emptied(grid)
    return goal_of(name, size or (grid.width, grid.height), layout)


def _goal_header(goal: Goal | None) -> dict[str, str]:
    match goal:
        case Frame(width, height):
            return {"goal": "frame", "size": _size((width, height))}
        case Board(layout):
            rows = _ROW_END.join(map(written, layout.rows))
            return {"goal": "board", "size": _size((layout.width, layout.height)), "board": rows}
        case Compact():
            return {"goal": "compact"}
    return {}


def _tiles_header(tiles: TileSet) -> dict[str, str]:
    """Return the name of a built-in set, or the counts of any other, and its alphabet."""
    language = {"alphabet": tiles.alphabet.name} if tiles.alphabet.name else {}
    for known, _ in TILE_SETS.values():
        if known == tiles:
            return {"tiles": known.name} | language
    return {"tiles": tiles.counted() or "?", "jokers": str(tiles.jokers)} | language


def _emptied(grid: Grid) -> Grid:
    """Return the board of a grid, without tiles."""
    return Grid(tuple("".join(CLOSED if x == CLOSED else "." for x in row) for row in grid.rows))


def _rows(text: str, alphabet: Alphabet) -> Grid:
    return Grid.parse(text.replace(_ROW_END, "\n"), alphabet)


def _size(sides: tuple[int, int]) -> str:
    return f"{sides[0]}x{sides[1]}"


def _key(name: str) -> str:
    return name.replace("_", "-")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _SEPARATOR.join(value) if isinstance(value, list) else str(value)


def _yes_no(header: Mapping[str, str], key: str) -> bool | None:
    if key not in header:
        return None
    try:
        return _YES_NO[header[key].lower()]
    except KeyError:
        text = header[key]
        raise PuzzleError(
            f"{key}: {text!r} is not yes or no", "value", key=key, value=text
        ) from None


def _filter_value(name: str, text: str) -> object:
    """Convert the text of a convention to its type."""
    match _FILTERS[name]:
        case "bool":
            return _yes_no({name: text}, name)
        case "int":
            return whole_number(_key(name), text)
        case "float":
            return _number(_key(name), text)
        case "Collection[str]":  # in a header a word is always a word, even if a file has its name
            given = map(str.strip, text.split(_SEPARATOR))
            return [as_word(each) if is_word(fold(each)) else each for each in given]
    return text


def _number(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise PuzzleError(
            f"{what}: {text!r} is not a number", "value", key=what, value=text
        ) from None


def _reference(name: str) -> str:
    """Return a lexicon's name for a header, with unusual characters escaped.

    A file gets its absolute path, so that the grid can be checked from any folder.
    """
    if name not in available() and (name not in languages() or os.path.exists(name)):
        name = os.path.abspath(name)
    plain = escaped(name) == name and not name.startswith(_FILE)
    return name if plain else _FILE + escaped(name)


def _lexicon(text: str | None, folder: Path) -> str | None:
    """Return the lexicon's name, or its file: at its path, or else in the folder of the grid."""
    if text is None:
        return None
    name = unescaped(text.removeprefix(_FILE)) if text.startswith(_FILE) else text
    if name in available() and not text.startswith(_FILE):
        return name
    return str(next((path for path in places(name, folder) if os.path.exists(path)), name))


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
