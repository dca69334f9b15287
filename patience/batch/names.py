"""The names of a batch's puzzles: folder names on every system, and the same ones for good.

Two names are the same if they differ in case or in how their accents are stored. A name that two
puzzles want stays with the one that has runs under it; the others get longer ones.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from patience.files.text import is_reserved

# The hashes of puzzle and words, by the name under which a folder has runs of them.
Known = Mapping[str, Iterable[tuple[str, str]]]

_KEPT = "._+-"
_MAX_LENGTH = 100
_MAX_BYTES = 200  # of 255 on most systems

# The marks of names that several puzzles want, those of version 1.0 too.
_MARK = re.compile(r"(~[0-9a-f]{6,16}|-\d+)$")

# What version 1.0 replaced.
_OLD = re.compile(r"[^A-Za-z0-9._+-]+")


@dataclass(frozen=True)
class Nameless:
    """A puzzle to be named: the stem of its file and the folder, empty for one of a sweep.

    `source` tells it from all others of its stem; `question` has the hashes of puzzle and words.
    """

    stem: str
    folder: str
    source: str
    question: tuple[str, str]

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names it can have, the best one first."""
        short = safe(self.stem)
        mark = hashlib.sha256(self.source.encode(errors="surrogatepass")).hexdigest()
        return short, safe(self._long), f"{short}~{mark[:6]}", f"{short}~{mark[:16]}"

    def may_be(self, name: str) -> bool:
        """Tell whether this version or an earlier one may have given it that name."""
        wanted = {each for text in (self.stem, self._long) for each in (safe(text), _old(text))}
        return not wanted.isdisjoint({name, _MARK.sub("", name)})

    @property
    def _long(self) -> str:
        return f"{self.folder}-{self.stem}" if self.folder else self.stem


def names(puzzles: Sequence[Nameless], known: Known) -> list[str]:
    """Return a name for each puzzle; no two are the same on any system.

    A puzzle keeps the name under which the folder has runs of it. The order does not matter.
    """
    given = _remembered(puzzles, known)
    for choices in zip(*(puzzle.wanted for puzzle in puzzles), strict=True):
        left = {p: name for p, name in zip(puzzles, choices, strict=True) if p not in given}
        claims = Counter(map(_folded, [*left.values(), *given.values()]))
        given |= {puzzle: name for puzzle, name in left.items() if claims[_folded(name)] == 1}
    return [given[puzzle] for puzzle in puzzles]


def safe(text: str) -> str:
    """Return a text as the name of a folder; letters and digits of every language stay."""
    kept = "".join(
        sign if sign in _KEPT or unicodedata.category(sign)[0] in "LMN" else "\0"
        for sign in unicodedata.normalize("NFC", text)
    )
    short = re.sub("\0+", "_", kept)[:_MAX_LENGTH].encode()[:_MAX_BYTES].decode(errors="ignore")
    name = short.strip(".") or "puzzle"
    return f"_{name}" if is_reserved(name) else name


def _remembered(puzzles: Sequence[Nameless], known: Known) -> dict[Nameless, str]:
    """Return the names of the puzzles that the folder has runs of, with these words or others."""
    given: dict[Nameless, str] = {}
    # Last, a sweep's puzzle with these words, which version 1.0 let people name as they like.
    for parts, any_name in ((2, False), (1, False), (2, True)):
        by_question: dict[tuple[str, ...], set[str]] = {}
        for name, questions in known.items():
            for question in questions:
                by_question.setdefault(question[:parts], set()).add(name)
        for puzzle in puzzles:
            if puzzle in given:
                continue
            there = by_question.get(puzzle.question[:parts], set()).difference(given.values())
            own = [x for x in there if puzzle.may_be(x) or (any_name and not puzzle.folder)]
            if own:
                given[puzzle] = min(own, key=lambda name: (name not in puzzle.wanted, name))
    # A file that asks something else now keeps a longer name, which no other file wants.
    left = [puzzle for puzzle in puzzles if puzzle not in given]
    claims = Counter(name for puzzle in left for name in set(puzzle.wanted[1:]))
    free = known.keys() - set(given.values())
    for puzzle in left:
        kept = next((x for x in puzzle.wanted[1:] if x in free and claims[x] == 1), None)
        if kept is not None:
            given[puzzle] = kept
    return given


def _old(text: str) -> str:
    """Return the name that version 1.0 gave."""
    return _OLD.sub("_", text)[:_MAX_LENGTH].lstrip(".") or "puzzle"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
