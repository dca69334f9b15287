"""The task of a puzzle, its conventions and its rules, in the reader's language."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from patience.game.puzzle import Compact, Frame, Puzzle, Rules
from patience.question.fields import Filters, keys
from patience.question.header import says_yes
from patience.question.spec import chosen_rules
from patience.render.language import Language
from patience.words.conventions import WORD_LISTS
from patience.words.given import REFERENCE, unescaped

# Longer lists of given words are only counted.
_MAX_LISTED = 12

# How the shipped lists of words end that one would not print.
UNPRINTED = ".unprinted.txt"

# The name of a tile set that has none.
UNNAMED = "custom"

# How word lists are read is no limit on the words.
_CONVENTIONS = [x for x in keys(Filters) if x.name not in {"encoding", "column", "alphabet"}]
# The header lines that limit the words.
VOCABULARY = ("lexicon", *(key.header for key in _CONVENTIONS))


def task(puzzle: Puzzle, language: Language) -> str:
    """Return the task of a puzzle."""
    if puzzle.tiles.free and puzzle.size is not None:
        width, height = puzzle.size
        return language("task_free", width=width, height=height)
    tiles = language("tiles", n=puzzle.tiles.total)
    devils = puzzle.tiles.jokers
    about = [_plain_name(puzzle), *[language("devils_in", n=devils)] * (devils > 0)]
    if listed := ", ".join(filter(None, about)):
        tiles += f" ({listed})"
    match puzzle.goal:
        case Frame(width, height):
            return language("task_frame", width=width, height=height, tiles=tiles)
        case Compact(None):
            return language("task_compact", tiles=tiles)
        case Compact((width, height)):
            return language("task_within", width=width, height=height, tiles=tiles)
    return language("task_board", tiles=tiles)


def set_name(puzzle: Puzzle, language: Language) -> str:
    """Return the name of the tile set, with its devils if it has not its own; may be empty."""
    if puzzle.tiles.free:
        return language("any_letters")
    name = _plain_name(puzzle)
    own = puzzle.tiles.name in {name, UNNAMED}
    return ", ".join(
        filter(None, [name, "" if own else language("devils_in", n=puzzle.tiles.jokers)])
    )


def _plain_name(puzzle: Puzzle) -> str:
    """Return the name of the tile set without a number of jokers; empty if it has none."""
    name = puzzle.tiles.name.removesuffix(f", {puzzle.tiles.jokers} jokers")
    return "" if name == UNNAMED else name


def vocabulary(
    header: Mapping[str, str], language: Language, *, printed: bool = False
) -> Iterator[str]:
    """Yield the lexicon and its conventions, from the header of a grid.

    On a printed page a shipped lexicon is told as players know it.
    """
    if "lexicon" in header:
        name = _file(header["lexicon"])
        known = f"lexicon_{name}"
        yield (
            language(known)
            if printed and known in language.entries
            else language("lexicon", name=name)
        )
    for key in _CONVENTIONS:
        said = header.get(key.header, "")
        if key.kind is bool:
            yield from [language(key.header)] * says_yes(header, key.header)
        elif said:
            listed = [part.strip() for part in said.split(",") if part.strip()]
            in_words = _given(listed, language) if key.name in WORD_LISTS else ", ".join(listed)
            yield language(key.header, listed=in_words)


def extra_rules(rules: Rules, language: Language) -> Iterator[str]:
    """Yield the rules of a puzzle beyond those of the game."""
    for name, value in chosen_rules(rules).items():
        entry = f"rule_{name}" if not isinstance(value, str) else f"rule_{name}_{value}"
        yield language(entry, listed="" if isinstance(value, (bool, str)) else ", ".join(value))


def _given(items: list[str], language: Language) -> str:
    """Name words and word files; count the words if they are many."""
    files = [item for item in items if item.startswith(REFERENCE)]
    words = [item for item in items if item not in files]
    if len(words) > _MAX_LISTED:
        words = [language("given_words", n=len(words))]
    named = [_file(item) for item in files]
    rude = [name for name in named if name.endswith(UNPRINTED)]
    words += [language("given_rude")] * bool(rude)
    words += [language("given_file", name=name) for name in named if name not in rude]
    return ", ".join(words)


def _file(reference: str) -> str:
    """Return the name of a lexicon, or of a file without its folder and its hash."""
    if not reference.startswith(REFERENCE):
        return os.path.basename(reference)
    return os.path.basename(unescaped(reference.removeprefix(REFERENCE).partition("#")[0]))
