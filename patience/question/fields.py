"""What a question is, described once: its keys as people write them.

TOML, the lines above a grid, flags and their help, completion, the filters of a page, the JSON
schema and the tables of the manual come from these structs. What a source leaves out is None.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from patience.errors import LexiconError, PatienceError, PuzzleError, TileError
from patience.game.alphabet import languages
from patience.game.puzzle import GOALS, Rules
from patience.game.tiles import MAX_JOKERS
from patience.words.tags import MAX_FREQUENCY
from patience.words.wordlist import MIN_LETTERS

PREFERENCES = ("score",)

# What a source may leave out.
Truth = bool | None
Whole = int | None
Text = str | None
Texts = str | list[str] | None


def key(about: str, metavar: str = "", **extra: Any) -> Meta:
    """Describe a key: its meaning, what stands for its value, and what is special about its flag.

    `flag` is the name of the flag if that is another one (none if it is empty), `sets` the value
    that it stands for, `help` what it says of itself, `many` that it can be given several times,
    `choices` and `completes` what the values are, `minimum` and `maximum` their bounds.
    """
    known = {"choices": "enum", "minimum": "minimum", "maximum": "maximum"}
    schema = {known[name]: value for name, value in extra.items() if name in known}
    said = {"metavar": metavar or "|".join(extra.get("choices", ())), **extra}
    return Meta(description=about, extra=said, extra_json_schema=schema)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of keys, and the kind of error for a slip in it."""

    error: ClassVar[type[PatienceError]] = PuzzleError

    def over(self, base: Self) -> Self:
        """Return `base`, overridden by what is said here."""
        said = ((name, getattr(self, name)) for name in self.__struct_fields__)
        return replace(base, **{name: value for name, value in said if value is not None})


class Start(Table, frozen=True):
    """A grid to complete."""

    rows: Annotated[list[str] | None, key("The rows of a grid to complete.", flag="")] = None
    file: Annotated[
        Text,
        key("A grid to complete: letters and '*' stay.", "GRID", flag="start", completes="files"),
    ] = None


def _rule_keys() -> Iterator[tuple[str, Any, None]]:
    """Yield the rules that people choose as fields of a struct, lists last."""
    for rule in sorted(fields(Rules), key=lambda each: each.default == ()):
        kind = list[str] if rule.default == () else type(rule.default)
        if rule.metadata:
            yield rule.name, Annotated[kind | None, key(**rule.metadata)], None


class RuleKeys(defstruct("_", _rule_keys(), bases=(Table,), frozen=True)):  # type: ignore[misc]
    """Rules beyond those that every grid obeys: the fields of `Rules` that people choose."""


class Filters(Table, frozen=True):
    """Agreements about words, and how word lists are read."""

    error = LexiconError

    no_conjugated: Annotated[Truth, key("No conjugated verbs.")] = None
    infinitives: Annotated[Truth, key("Infinitives only.")] = None
    pos: Annotated[
        Texts, key("Only these parts of speech: noun, adj, ...", "KIND,...", completes="kinds")
    ] = None
    themes: Annotated[
        Texts, key("Only these subjects: zool, ...", "CODE,...", flag="subject", completes="themes")
    ] = None
    common: Annotated[
        Whole,
        key("Only words of frequency N (0-9) or more.", "N", minimum=0, maximum=MAX_FREQUENCY),
    ] = None
    no_literary: Annotated[Truth, key("No passé simple, no imperfect subjunctive.")] = None
    no_foreign: Annotated[Truth, key("No words of foreign origin (etymology).")] = None
    min_length: Annotated[Whole, key("Shortest word, 2 or more.", "N", minimum=MIN_LETTERS)] = None
    ban: Annotated[
        Texts, key("Leave out a word or a list.", "WORD|FILE", many=True, completes="files")
    ] = None
    only: Annotated[Texts, key("Only the words of this list.", "FILE", completes="files")] = None
    also: Annotated[
        Texts, key("Add a word or a list.", "WORD|FILE", many=True, completes="files")
    ] = None
    min_score: Annotated[
        float | str | None,
        key(
            "Only words of score N or more, of a scored list; 3:60,4:40,*:20 by length.",
            "N|LENGTH:N,...",
        ),
    ] = None
    encoding: Annotated[
        Text, key("Encoding of word lists that are not UTF-8: cp1252, ...", "NAME")
    ] = None
    column: Annotated[Text, key("The column of a word list that is a table.", "NAME|N|all")] = None
    alphabet: Annotated[
        Text,
        key(
            "The language whose tiles spell the words: es has CH, LL, RR and Ñ.",
            "LANGUAGE",
            choices=list(languages()),
        ),
    ] = None


class Question(Table, frozen=True):
    """A question, or what one source says of it."""

    frame: Annotated[Text, key("Fill a frame, WIDTHxHEIGHT; 9x7 is the box.", "WxH")] = None
    goal: Annotated[
        Text,
        key(
            "What to fill; a frame or a board says it already.",
            flag="compact",
            sets="compact",
            help="All tiles face up in the smallest rectangle.",
            choices=list(GOALS),
        ),
    ] = None
    board: Annotated[
        Text, key("Fill a board: '.' open, '#' closed cells.", "FILE", completes="files")
    ] = None
    within: Annotated[Text, key("Largest sides of a compact grid.", "WxH")] = None
    tiles: Annotated[
        Text,
        key(
            "A set's name, a TOML file, letters (AABCE), a counted hand ('A5 B2'), or any: each "
            "letter as often as wanted.  "
            "[default: diamino-63]",
            "SET",
            completes="tiles",
        ),
    ] = None
    place_all: Annotated[
        Text,
        key(
            "All words of a list and no other, each once, in the smallest rectangle.",
            "FILE",
            completes="files",
        ),
    ] = None
    jokers: Annotated[
        Whole,
        key("Number of jokers, in place of the set's own.", "N", minimum=0, maximum=MAX_JOKERS),
    ] = None
    start: Start = Start()
    rules: RuleKeys = RuleKeys()
    lexicon: Annotated[
        Text,
        key(
            "A shipped lexicon or a word list.  [default: that of the tiles' language, or fr]",
            "NAME|FILE",
            completes="lexicons",
        ),
    ] = None
    lexicon_filter: Filters = Filters()
    prefer: Annotated[
        Text,
        key(
            "Of grids of equal cost, that of the best worst word, then of the best mean score.",
            choices=list(PREFERENCES),
        ),
    ] = None
    title: Annotated[Text, key("The puzzle's title, for captions and print.", flag="")] = None
    difficulty: Annotated[
        Whole, key("How hard it is, as `draw` measures it.", flag="", minimum=0)
    ] = None
    unique: Annotated[
        Truth, key("One grid alone has the least cost, as `draw --unique` proves.", flag="")
    ] = None


class SetKeys(Table, frozen=True):
    """A tile set of one's own."""

    error = TileError

    letters: Annotated[
        str | list[str] | dict[str, int] | None,
        key("A text in any notation of hands, a list, or a table of numbers."),
    ] = None
    jokers: Annotated[Whole, key("Their number.", minimum=0, maximum=MAX_JOKERS)] = None
    name: Annotated[Text, key("For captions; by default the name of the file.")] = None
    alphabet: Annotated[
        Text, key("The language whose tiles these are.", choices=list(languages()))
    ] = None


class Lists(Table, frozen=True):
    """What a sweep combines."""

    goals: Annotated[
        list[str] | None, key("Goals: 'frame 9x7', 'compact', 'compact 9x12', 'board FILE'.")
    ] = None
    tiles: Annotated[
        list[str] | None, key("Sets, as in an instance; q-less-1..1000 is a thousand rolls.")
    ] = None
    lexicons: Annotated[list[str] | None, key("Names or files.")] = None
    seeds: Annotated[int | list[int] | None, key("Their number, or a list of them.")] = None


class Swept(Table, frozen=True, kw_only=True):
    """A puzzle for every combination of lists, and what holds for all."""

    sweep: Lists
    jokers: Annotated[
        Whole, key("Number of jokers, in place of each set's own.", minimum=0, maximum=MAX_JOKERS)
    ] = None
    rules: RuleKeys = RuleKeys()
    lexicon_filter: Filters = Filters()


@dataclass(frozen=True, eq=False)
class Key:
    """A key of a table: its name, the kind of its value, and what is said of it."""

    name: str
    kind: type
    about: str
    extra: dict[str, Any]

    @cached_property
    def header(self) -> str:
        """The key above a grid."""
        return self.name.replace("_", "-")

    @cached_property
    def flag(self) -> str:
        """The flag of the key without dashes before it; empty if it has none."""
        flag: str = self.extra.get("flag", self.header)
        return flag


@cache
def keys(table: type[Table]) -> tuple[Key, ...]:
    """Return the keys of a table, without the tables in it."""
    found = []
    for name, hint in get_type_hints(table, include_extras=True).items():
        if get_origin(hint) is Annotated:
            values, about = get_args(hint)
            kinds = {get_origin(each) or each for each in get_args(values)}
            # A text can say what a number says.
            kind = next(each for each in (list, bool, str, int) if each in kinds)
            found.append(Key(name, kind, about.description, about.extra))
    return tuple(found)
