"""Plain word lists: words spelled with tiles, stored as one text, files of words."""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from patience.errors import LexiconError
from patience.game.alphabet import LATIN, Alphabet

MIN_LETTERS = 2

TOO_SHORT = "of one letter"
NOT_LETTERS = "with characters that are no letters"
REPEATED = "repeated"

_GZIP_MAGIC = b"\x1f\x8b"

# Lines that are folded at once: in memory there are few more lines than words.
_FOLDED = 1 << 16

_NAMED = 3  # skipped lines quoted in a notice
_MAX_SHOWN = 30  # characters of each

# Block size in bytes: who stops early pays for few words, and a word is counted in its block.
_BLOCK = 1 << 14


@dataclass(frozen=True)
class WordList(Collection[str]):
    """Distinct words in alphabetical order, stored as one text and decoded on demand.

    A word is a text of symbols (see `Alphabet`); those of A-Z are the letters.

    Parameters
    ----------
    text : bytes
        The words as `Alphabet.encoded` bytes, each followed by a line end, sorted. Nothing is
        checked; :meth:`of` sorts.
    alphabet : Alphabet
    """

    text: bytes = field(repr=False)
    alphabet: Alphabet = LATIN

    @classmethod
    def of(cls, words: Iterable[str], alphabet: Alphabet = LATIN) -> WordList:
        """Build from words in any order, with or without repetitions."""
        return cls.of_sorted(sorted(set(words), key=_order(alphabet)), alphabet)

    @classmethod
    def of_sorted(cls, words: Iterable[str], alphabet: Alphabet = LATIN) -> WordList:
        """Build from distinct words in alphabetical order."""
        return cls(alphabet.encoded("\n".join([*words, ""])), alphabet)

    @cached_property
    def sha256(self) -> str:
        """Hash of the words, separated by line ends."""
        return hashlib.sha256(memoryview(self.text)[:-1]).hexdigest()

    def by_length(self) -> dict[int, int]:
        """Return the number of words of each length, shortest first."""
        return dict(sorted(Counter(map(len, self)).items()))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[list[str]]:
        at = 0
        while at < len(self.text):
            end = self.text.find(b"\n", at + _BLOCK) + 1 or len(self.text)
            yield self.alphabet.decoded(self.text[at:end]).split()
            at = end

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._begin(word) is not None

    def place(self, word: str) -> int | None:
        """Return the number of words before one of the list, or None if it is not in the list."""
        if (begin := self._begin(word)) is None:
            return None
        block, more = divmod(begin, _BLOCK)
        return self._before_block[block] + self.text.count(b"\n", begin - more, begin)

    def _begin(self, word: str) -> int | None:
        """Return where a word begins in the text."""
        if not is_word(word, self.alphabet):
            return None
        wanted, text = self.alphabet.encoded(word), self.text
        low, high = 0, len(text)  # beginnings of lines: no word before the first is as late
        while low < high:
            middle = (low + high) // 2
            begin, end = text.rfind(b"\n", 0, middle) + 1, text.find(b"\n", middle)
            if text[begin:end] < wanted:
                low = end + 1
            else:
                high = begin
        return low if text.startswith(wanted + b"\n", low) else None

    @cached_property
    def _before_block(self) -> list[int]:
        """The number of words before each block of the text."""
        begins = range(0, len(self.text), _BLOCK)
        return [0, *accumulate(self.text.count(b"\n", at, at + _BLOCK) for at in begins)]

    @cached_property
    def _count(self) -> int:
        return self.text.count(b"\n")


class Left(NamedTuple):
    """Number of lines skipped for one reason, and the first of them."""

    number: int
    first: tuple[str, ...] = ()

    @classmethod
    def of(cls, lines: Sequence[str]) -> Left:
        """Count lines and keep the first of them."""
        return cls(len(lines), tuple(lines[:_NAMED]))

    def and_also(self, line: str) -> Left:
        """Count one line more."""
        return Left(self.number + 1, (*self.first, line) if self.number < _NAMED else self.first)


def in_words(left: Mapping[str, Left]) -> str:
    """Describe skipped lines: number, reason and the first three."""
    parts = []
    for reason, (number, first) in left.items():
        more = [", ..."] if number > len(first) else []
        named = ", ".join(_short(line) for line in first) + "".join(more)
        parts.append(f"{number:,} {reason}" + (f" ({named})" if first else ""))
    return ", ".join(parts)


def _short(line: str) -> str:
    """Return a line for a notice: printable, truncated if long."""
    text = "".join(x if x.isprintable() else "\N{REPLACEMENT CHARACTER}" for x in line)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


def fold(text: str, alphabet: Alphabet = LATIN) -> str:
    """Return the tiles that spell a text, as symbols; for A-Z upper case, no accents, Œ as OE.

    Characters that no tile shows stay, so that :func:`is_word` rejects them.
    """
    return alphabet.spelled(text.strip())


def folded_all(texts: Sequence[str], alphabet: Alphabet = LATIN) -> list[str]:
    """Fold some texts; in one call, as one by one 400,000 take a second."""
    found = [each.strip() for each in alphabet.spelled("\n".join(texts)).split("\n")]
    return found if len(found) == len(texts) else [fold(each, alphabet) for each in texts]


def is_word(folded: str, alphabet: Alphabet = LATIN) -> bool:
    """Tell whether a folded text is a word: two tiles or more."""
    return len(folded) >= MIN_LETTERS and alphabet.holds(folded)


def parse(lines: Iterable[str], alphabet: Alphabet = LATIN) -> tuple[WordList, dict[str, Left]]:
    """Fold lines into words.

    Returns
    -------
    words : WordList
    left : dict of str to Left
        The skipped lines, by reason; empty lines do not count.
    """
    gathered = _Gathered(alphabet)
    left: dict[str, Left] = {}
    lines = iter(lines)
    while some := list(islice(lines, _FOLDED)):
        # Folded in one call: word by word, a list of 400,000 takes seconds.
        folded = kept = alphabet.spelled("\n".join(some)).split("\n")
        strange = set("".join(kept)).difference(alphabet.symbols)
        if strange or min(map(len, kept)) < MIN_LETTERS:
            folded = list(map(str.strip, folded))
            odd = {x for x in folded if len(x) < MIN_LETTERS or not strange.isdisjoint(x)}
            kept = [x for x in folded if x not in odd]
            # A line with unusual characters may fold into several; then the lines do not match.
            named = some if len(some) == len(folded) else folded
            for line, word in zip(named, folded, strict=True) if odd else ():
                if word and word in odd:
                    reason = TOO_SHORT if alphabet.holds(word) else NOT_LETTERS
                    left[reason] = left.get(reason, Left(0)).and_also(line.strip())
        gathered.add(kept)
    words, found = gathered.words(), dict(sorted(left.items()))
    if gathered.number > len(words):
        found[REPEATED] = Left(gathered.number - len(words))
    return words, found


class _Gathered:
    """Words in any order, kept as texts by their first letter: a set of millions is large."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.number = 0
        self._alphabet = alphabet
        self._texts: defaultdict[bytes, list[bytes]] = defaultdict(list)

    def add(self, words: list[str]) -> None:
        self.number += len(words)
        encoded = self._alphabet.encoded("\n".join(words)).split()
        for first, same in groupby(_distinct(encoded), itemgetter(slice(1))):
            self._texts[first].append(b"\n".join(same))

    def words(self) -> WordList:
        return WordList(b"".join(map(self._sorted, sorted(self._texts))), self._alphabet)

    def _sorted(self, first: bytes) -> bytes:
        words = b"\n".join(self._texts.pop(first)).split()
        return b"\n".join([*_distinct(words), b""])


def _distinct(words: list[bytes]) -> Iterable[bytes]:
    """Return words in order, each once; sorted first, as most come in runs that are in order."""
    words.sort()
    return dict.fromkeys(words)


def unpack(path: Path) -> bytes:
    """Return the content of a word list file, decompressed if it is gzipped.

    Raises
    ------
    LexiconError
        If the path is missing, a folder, unreadable or damaged.
    """
    if os.path.isdir(path):  # unlike Path.is_dir, never raises
        raise LexiconError(f"word list {path} is a folder; give a text file with one word a line")
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if data.startswith(_GZIP_MAGIC) else data
    except (FileNotFoundError, ValueError):  # ValueError: a null byte in the path
        raise LexiconError(f"word list {path}: there is no such file; check its path") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise LexiconError(f"word list {path} is a damaged gzip file; compress it again") from None
    except OSError as error:
        raise LexiconError(f"word list {path} cannot be read: {error.strerror}") from None


def _order(alphabet: Alphabet) -> Callable[[str], bytes] | None:
    """Return the sort key of words; those of A-Z sort as they are."""
    return None if alphabet.is_latin else alphabet.encoded
