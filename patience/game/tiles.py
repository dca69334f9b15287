"""Tile sets: letter counts and jokers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from patience.errors import Note, PuzzleError, TileError
from patience.game.alphabet import LATIN, Alphabet, languages
from patience.game.alphabet import written as in_brackets
from patience.game.displayed import Displayed

# No table holds more tiles; a larger number is a typing error.
MAX_TILES = 1000
MAX_JOKERS = 100

# The name of the set that has each letter as often as wanted: so many times, as beams count tiles
# of one kind in a byte.
ANY, MAX_EACH = "any", 255


@dataclass(frozen=True)
class TileSet(Displayed):
    """A multiset of letters and a number of jokers.

    Parameters
    ----------
    name : str
        Name in results and messages; ignored in comparisons.
    counts : tuple of int
        Number of tiles of each kind in the alphabet: 26 numbers for A to Z.
    jokers : int
        Number of jokers.
    alphabet : Alphabet
        The kinds of tiles; by default A to Z.
    free : bool
        Each letter is there as often as wanted; a puzzle replaces the counts by those that suffice.

    Raises
    ------
    TileError
        If a number is negative or too large, or the set is empty.
    """

    name: str = field(compare=False)
    counts: tuple[int, ...]
    jokers: int = 0
    alphabet: Alphabet = LATIN
    free: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(self.counts))
        if len(self.counts) != len(self.alphabet):
            raise TileError(
                f"tile set {self.name!r}: {len(self.counts)} counts, {len(self.alphabet)} needed "
                f"({self.alphabet.described})"
            )
        if min(self.counts) < 0:
            raise TileError(f"tile set {self.name!r}: a count is negative; counts start at 0")
        if not 0 <= self.jokers <= MAX_JOKERS:
            message = f"jokers: {self.jokers} is not between 0 and {MAX_JOKERS}"
            raise TileError(message, "value", key="jokers", value=self.jokers)
        if not 0 < self.total <= MAX_TILES and not self.free:
            message = (
                f"tile set {self.name!r} has {self.total} tiles; 1 to {MAX_TILES} are possible"
            )
            raise TileError(message, "tiles-total", n=self.total)

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})"

    def __str__(self) -> str:
        if self.free:
            return f"{self.name}: each letter as often as wanted"
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

    @cached_property
    def supply(self) -> Mapping[str, int]:
        """Number of tiles of each letter, by symbol, in the order of the alphabet."""
        return dict(zip(self.alphabet.symbols, self.counts, strict=True))

    def count(self, letter: str) -> int:
        """Number of tiles of one letter, by symbol; 0 for a letter of another alphabet."""
        place = self.alphabet.index.get(letter)
        return 0 if place is None else self.counts[place]

    def can_spell(self, word: str) -> bool:
        """Tell whether the tiles, jokers included, can spell a word in symbols."""
        supply, jokers = self.supply, self.jokers
        for x in set(word):
            more = word.count(x) - supply.get(x, 0)
            if more > 0:
                jokers -= more
                if jokers < 0:
                    return False
        return True

    def for_cells(self, cells: int) -> TileSet:
        """Return a free set with tiles of each letter for so many cells."""
        return replace(self, counts=(min(cells, MAX_EACH),) * len(self.counts))

    def with_jokers(self, jokers: int) -> TileSet:
        """Return the same letters with another number of jokers."""
        if jokers == self.jokers:
            return self
        return replace(self, name=f"{self.name}, {jokers} jokers", jokers=jokers)

    def counted(self) -> str:
        """Return the letters, without jokers, as ``A5 B2 [CH]1 ...``; a free set's are `ANY`."""
        if self.free:
            return ANY
        return in_brackets(" ".join(f"{x}{n}" for x, n in self.supply.items() if n))


# Returns the tile set that a text means. The package sets it, to `question.catalogue.tile_set`.
written: Callable[[str], TileSet]


def any_letters(alphabet: Alphabet = LATIN) -> TileSet:
    """Return the set that has each letter as often as wanted."""
    return TileSet(ANY, (1,) * len(alphabet), 0, alphabet, free=True)


def from_letters(
    letters: Iterable[str], jokers: int = 0, name: str = "custom", alphabet: Alphabet = LATIN
) -> TileSet:
    """Return the tile set of some letters, given by symbol."""
    counter = Counter(letters)
    return TileSet(name, tuple(map(counter.__getitem__, alphabet.symbols)), jokers, alphabet)


def check_language(tiles: TileSet, lexicon: str, spelled: Alphabet) -> None:
    """Raise if a lexicon, given by name, is spelled with other tiles than those of a set.

    Raises
    ------
    PuzzleError
        It names both.
    """
    if spelled != tiles.alphabet:
        raise PuzzleError(
            f"lexicon {lexicon} is spelled with {spelled.described}, tile set {tiles.name} with "
            f"{tiles.alphabet.described}: take tiles and words of one language, such as "
            "--tiles scrabble-es with --lexicon es",
            "two-languages",
        )


def other_language(tiles: Alphabet, lexicon: str, spelled: Alphabet) -> Note | None:
    """Return a notice if a lexicon has words of another language than the tiles, else None.

    The same tiles can serve both; tiles and words of no language in particular go with any.
    """
    if not tiles.name or spelled.name in {"", tiles.name}:
        return None
    ours, theirs = (languages()[each.name]["name"] for each in (tiles, spelled))
    text = (
        f"lexicon {lexicon} has words of another language than the tiles: {theirs}, not {ours}; "
        f"--lexicon {tiles.name} has those"
    )
    return Note(text, "other-language", lexicon=lexicon)
