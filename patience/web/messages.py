"""The messages of the page: typed and bounded, with the puzzle that each is about."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from patience.errors import LexiconError, PatienceError
from patience.game.alphabet import MAX_KINDS, Alphabet, alphabet_of
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Goal, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import TILE_SETS
from patience.question.fields import Filters, RuleKeys
from patience.question.resolve import vocabulary
from patience.question.spec import Spec, chosen_rules
from patience.render.language import LANGUAGES
from patience.render.page_form import MAX_SIDE, MAX_TILES
from patience.result import SEEDS
from patience.tables import checked, from_json
from patience.web.guard import Refusal
from patience.words.conventions import WORD_LISTS, Conventions
from patience.words.given import as_word
from patience.words.reading import How
from patience.words.wordlist import is_word

MAX_SECONDS = 600.0

Side = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
Row = Annotated[str, Meta(min_length=1, max_length=MAX_SIDE, pattern=r"\A(?:[^\W\d_]|[.#*])+\Z")]
Rows = Annotated[list[Row], Meta(min_length=1, max_length=MAX_SIDE)]
Word = Annotated[str, Meta(pattern=r"\A(?:[^\W\d_]|\u00b7){2,30}\Z")]
Index = Annotated[int, Meta(ge=0, lt=MAX_SIDE)]
Language = Annotated[str, Meta(pattern=rf"\A(?:{'|'.join(LANGUAGES)})\Z")]
Count = Annotated[int, Meta(ge=0, le=MAX_TILES)]

M = TypeVar("M", bound="Message")


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message: an object with exactly these keys."""


class Tiles(Message, frozen=True):
    """A tile set: counts of the letters of an alphabet, by default A to Z, and jokers.

    A page names an alphabet for its tiles alone; a named set of A to Z has its language too. Of a
    free set each letter is there as often as wanted.
    """

    counts: Annotated[list[Count], Meta(min_length=1, max_length=MAX_KINDS)]
    jokers: Annotated[int, Meta(ge=0, le=50)] = 0
    name: Annotated[str, Meta(max_length=80)] = "custom"
    alphabet: Annotated[str, Meta(max_length=20)] = ""
    free: bool = False

    def tile_set(self) -> TileSet:
        """Return the tile set."""
        alphabet = alphabet_of(self.alphabet or None)
        if self.name in TILE_SETS and TILE_SETS[self.name][0].alphabet == alphabet:
            alphabet = TILE_SETS[self.name][0].alphabet
        return TileSet(self.name, tuple(self.counts), self.jokers, alphabet, self.free)


class PuzzleMessage(RuleKeys, Message, frozen=True, kw_only=True):
    """A puzzle without its start, with its rules."""

    goal: Literal["frame", "compact", "board"]
    tiles: Tiles
    size: tuple[Side, Side] | None = None
    within: tuple[Side, Side] | None = None
    board: Rows | None = None
    # By name, or a list by its path; by default that of the tiles' language.
    lexicon: Annotated[str, Meta(min_length=1, max_length=4096)] | None = None
    filters: dict[str, Any] = {}  # the conventions that are not at their defaults
    require: Annotated[list[Word], Meta(max_length=30)] = []

    def puzzle(self, start: Grid | None = None) -> Puzzle:
        """Return the puzzle with the given start."""
        return replace(self.spec(), start=start).puzzle()

    def grid(self, rows: Rows) -> Grid:
        """Return a grid of the puzzle's tiles."""
        grid = Grid(tuple(rows))
        for cell, x in grid.strangers(self._alphabet):
            where = f"row {cell.row + 1}, column {cell.col + 1}"
            raise Refusal(422, "message", f"{where}: {x!r} is no tile of the puzzle")
        return grid

    def spec(self) -> Spec:
        """Return the puzzle as a `Spec`."""
        total = sum(self.tiles.counts) + self.tiles.jokers
        if total > MAX_TILES and not self.tiles.free:
            raise Refusal(422, "large", f"{total} tiles: the page plays with at most {MAX_TILES}")
        conventions, how = self._vocabulary()
        words = list(map(self._alphabet.spelled, self.require))
        return Spec(
            goal=self._goal(),
            within=self.within if self.goal == "compact" else None,
            tiles=self.tiles.tile_set(),
            lexicon=self.lexicon,
            conventions=conventions,
            how=how,
            rules=RuleKeys(**chosen_rules(self) | {"require": words or None}),
        )

    def _vocabulary(self) -> tuple[Conventions, How]:
        """Return what the filters say; lists hold words, never file names."""
        filters = dict(self.filters)
        for key in filters.keys() & set(WORD_LISTS):
            words = filters[key]
            if not isinstance(words, list) or not all(
                is_word(self._alphabet.spelled(str(word)), self._alphabet) for word in words
            ):
                raise Refusal(422, "message", f"{key}: a page gives a list of words")
            filters[key] = list(map(as_word, words))
        read = checked(filters, Filters, "[lexicon_filter]", LexiconError)
        language = self.tiles.alphabet or read.alphabet
        return vocabulary(read, alphabet=alphabet_of(language))

    @property
    def _alphabet(self) -> Alphabet:
        return alphabet_of(self.tiles.alphabet or None)

    def _goal(self) -> Goal:
        match self.goal:
            case "frame" if self.size is not None:
                return Frame(*self.size)
            case "compact":
                return Compact()
            case "board" if self.board is not None:
                return Board(Grid(tuple(self.board)))
        raise Refusal(422, "message", f"a {self.goal} needs its size or its layout")


class Record(Message, frozen=True):
    """Ask for the least known cost."""

    puzzle: PuzzleMessage


class Laid(Record, frozen=True):
    """A puzzle, and what lies on its table."""

    rows: Rows


class Look(Record, frozen=True):
    """Ask what the lexicon knows of a word."""

    word: Word


class Search(Laid, frozen=True):
    """Search from a grid.

    `selection` has the cells to fill, `laid_at` the move number of each tile, for a critique.
    """

    mode: Literal["finish", "selection", "hint", "outlook", "critique", "missed"]
    seconds: Annotated[float, Meta(ge=0.5, le=MAX_SECONDS)]
    seed: Annotated[int, Meta(ge=0, lt=SEEDS)] = 0
    selection: Annotated[list[tuple[Index, Index]], Meta(max_length=MAX_SIDE**2)] = []
    laid_at: Annotated[
        list[tuple[Index, Index, Annotated[int, Meta(ge=0, le=10**9)]]],
        Meta(max_length=MAX_SIDE**2),
    ] = []


class Stop(Message, frozen=True):
    """End a search; it returns its best grid so far."""

    search: Annotated[str, Meta(max_length=40)]


class Daily(Message, frozen=True):
    """Ask for the tile set of a day."""

    day: date


class Code(Message, frozen=True):
    """Ask for the QR code of a link; the least dense kind holds up to 2,953 bytes."""

    text: Annotated[str, Meta(min_length=1, max_length=2900, pattern=r"\A[ -~]*\Z")]


class Open(Message, frozen=True):
    """Read an uploaded grid file (`data`, in Base64) or a pasted text.

    Letters are tiles of `alphabet` where the text names none.
    """

    text: Annotated[str, Meta(max_length=400_000)] = ""
    data: Annotated[bytes, Meta(max_length=400_000)] = b""
    name: Annotated[str, Meta(max_length=200)] = ""
    alphabet: Annotated[str, Meta(max_length=20)] = ""


class Save(Laid, frozen=True):
    """Write a grid in one of the formats of ``patience show``, in a language.

    A game to play has the name of its puzzle, or the date of a box of the day, and a note.
    """

    form: Annotated[str, Meta(max_length=10)]
    language: Language = "en"
    name: Annotated[str, Meta(max_length=80)] = ""
    note: Annotated[str, Meta(max_length=500)] = ""


class NamedDay(Message, frozen=True):
    """A day, and the name of its box on paper."""

    day: date
    name: Annotated[str, Meta(max_length=80)]


class Print(Record, frozen=True):
    """Print a puzzle to play, or boxes of the day as a booklet with letters and solutions."""

    part: Literal["boxes", "tiles", "days"]
    paper: Literal["a3", "a4", "a5", "letter"] = "a4"
    language: Language = "en"
    title: Annotated[str, Meta(max_length=80)] = ""
    days: Annotated[list[NamedDay], Meta(max_length=7)] = []


class Nothing(Message, frozen=True):
    """A call without arguments."""


def read(kind: type[M], body: bytes) -> M:
    """Parse a message.

    Raises
    ------
    Refusal
        If the body is not JSON, or not of this type.
    """
    try:
        return from_json(body, kind)
    except ValueError as error:
        raise Refusal(422, "message", f"the message cannot be read: {error}") from None


def sentence_json(sentence: str | PatienceError) -> dict[str, Any]:
    """Return what the page needs to word an error or a `Note` in its own language."""
    kind, fields = getattr(sentence, "kind", ""), getattr(sentence, "fields", {})
    return {"kind": kind, "fields": fields, "message": str(sentence)}
