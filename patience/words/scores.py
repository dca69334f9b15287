"""Scores of words: the least that a word needs, by its number of letters; what a grid is worth."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from patience.errors import LexiconError
from patience.words.wordlist import MIN_LETTERS

_PART = re.compile(r"\s*(\d{1,3}|\*)\s*:\s*(\S+)\s*")
_ANY = "*"

# The score of a word that has none: below all others.
NO_SCORE = -math.inf


@dataclass(frozen=True)
class LeastScores:
    """Least scores by number of letters, and that of words of other lengths; None is no limit."""

    by_length: tuple[tuple[int, float], ...] = ()
    others: float | None = None

    @classmethod
    def read(cls, text: str) -> LeastScores:
        """Read ``20``, or ``3:60,4:40,*:20``: a score for each length, ``*`` for the others.

        Raises
        ------
        LexiconError
            If it is neither.
        """
        if ":" not in text:
            return cls((), _score(text, text))
        by_length: dict[str, float] = {}
        for part in text.split(","):
            found = _PART.fullmatch(part)
            if found is None or (found[1] != _ANY and int(found[1]) < MIN_LETTERS):
                raise _wrong(text, f"{part.strip()!r} is no LENGTH:SCORE")
            name = found[1] if found[1] == _ANY else str(int(found[1]))
            if name in by_length:
                raise _wrong(text, f"it says {name} twice")
            by_length[name] = _score(found[2], text)
        others = by_length.pop(_ANY, None)
        return cls(tuple(sorted((int(n), score) for n, score in by_length.items())), others)

    def of(self, letters: int) -> float | None:
        """Return the least score of a word of so many letters."""
        return dict(self.by_length).get(letters, self.others)

    def __str__(self) -> str:
        others = [] if self.others is None else [(_ANY, self.others)]
        if not self.by_length:
            return "".join(_said(score) for _, score in others)
        return ",".join(f"{n}:{_said(score)}" for n, score in (*self.by_length, *others))


@dataclass(frozen=True)
class Worth:
    """What the words of a grid are worth: each once with its score, the worst first."""

    words: tuple[tuple[str, float], ...]

    @property
    def worst(self) -> float:
        """The score of the worst word; infinite if there are no words."""
        return self.words[0][1] if self.words else math.inf

    @property
    def mean(self) -> float:
        """The mean score of the words that have one."""
        scores = [score for _, score in self.words if score != NO_SCORE]
        return sum(scores) / len(scores) if scores else NO_SCORE


def worth(
    words: Iterable[str], scores: Mapping[str, float], given: Set[str] = frozenset()
) -> Worth:
    """Return what words are worth, without those that were given."""
    scored = ((word, scores.get(word, NO_SCORE)) for word in {*words} - given)
    return Worth(tuple(sorted(scored, key=lambda pair: (pair[1], pair[0]))))


def _said(score: float) -> str:
    return repr(score).removesuffix(".0")


def _score(text: str, whole: str) -> float:
    try:
        score = float(text)
    except ValueError:
        score = float("nan")
    if not math.isfinite(score):
        raise _wrong(whole, f"{text.strip()!r} is no score" if text != whole else "")
    return score


def _wrong(text: str, why: str) -> LexiconError:
    said = f" ({why})" if why else ""
    return LexiconError(
        f"min_score: {text!r}{said}: give a number, or one for each number of letters, such as "
        "3:60,4:40,*:20",
        "value",
        key="min-score",
        value=text,
    )
