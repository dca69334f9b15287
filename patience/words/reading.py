"""Word files, read in stages: unpack, decode, detect the layout, extract words, report the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from patience.encodings import garbled
from patience.errors import LexiconError
from patience.game.alphabet import Alphabet, alphabet_of, narrow
from patience.words import wordlist

if TYPE_CHECKING:
    from patience.words.columns import Entries
    from patience.words.scores import LeastScores


@dataclass(frozen=True)
class How:
    """How to read word files that do not say it themselves.

    Parameters
    ----------
    min_score : float or str, optional
        Least score of a word, or by its number of letters: ``3:60,4:40,*:20``.
    encoding : str, optional
        Encoding of files that are not UTF-8 and have no byte order mark.
    column : str, optional
        The column of words in a table: its heading, its number from 1, or ``all``.
    alphabet : str, optional
        The language whose tiles spell the words, such as ``es``; by default A to Z.

    Raises
    ------
    LexiconError
        If the score is neither a number nor numbers by length.
    TileError
        If there is no such language.
    """

    min_score: float | str | None = None
    encoding: str | None = None
    column: str | None = None
    alphabet: str | None = None

    def __post_init__(self) -> None:
        alphabet_of(self.alphabet)
        least = self.least
        if least is not None:  # equal limits are one, however they are written
            said = str(least) if least.by_length else least.others
            object.__setattr__(self, "min_score", said)

    @property
    def least(self) -> LeastScores | None:
        """The least scores of words, if there are any."""
        if self.min_score is None:
            return None
        from patience.words.scores import LeastScores  # noqa: PLC0415 (few lists have scores)

        return LeastScores.read(str(self.min_score))

    @property
    def tiles(self) -> Alphabet:
        """The tiles that spell the words."""
        return alphabet_of(self.alphabet)

    def said(self) -> dict[str, Any]:
        """Return what is said here, ready for TOML or JSON."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def describe(self) -> str:
        """Return a description of what leaves out words, empty if nothing does."""
        least = self.least
        if least is None:
            return ""
        return f"scores by length {least}" if least.by_length else f"score {least} or more"


PLAIN = How()  # everything is detected


class Read(NamedTuple):
    """The words of a file, and notes for the player on how they were read."""

    words: wordlist.WordList
    notes: tuple[str, ...] = ()


def read(path: Path, how: How = PLAIN, hear: Callable[[float], None] = lambda share: None) -> Read:
    """Read a file of words, plain or gzipped.

    `hear` receives the share of a Hunspell dictionary that is unfolded, now and then.

    Raises
    ------
    LexiconError
        If the file is missing, unreadable, binary, empty, without words or ambiguous.
    """
    if path.suffix.lower() == ".aff":
        raise LexiconError(
            f"word list {path} holds the affixes of a Hunspell dictionary: give its .dic file"
        )
    text, note = _text(path, how)
    words, notes = _words(narrow(text), path, how, hear)
    return Read(words, tuple(each for each in (note, *notes) if each))


def read_scores(path: Path, how: How = PLAIN) -> dict[str, float]:
    """Read the scores of a word list, the best one where a word has several.

    Raises
    ------
    LexiconError
        If the file cannot be read, or has no scores.
    """
    found = _entries(narrow(_text(path, how)[0]), path, how)
    if found.scores is None:
        raise LexiconError(f"word list {path} has no scores, or several columns of numbers")
    scores: dict[str, float] = {}
    words = wordlist.folded_all(found.words, how.tiles)
    for word, score in zip(words, found.scores, strict=True):
        if score is not None:
            scores[word] = max(score, scores.get(word, score))
    return scores


def _text(path: Path, how: How) -> tuple[str, str]:
    """Return the text of a file, and a note on what was assumed of its encoding."""
    data = wordlist.unpack(path)
    from patience.words.codepages import text_of  # noqa: PLC0415 (no shipped list needs it)
    from patience.words.hunspell import encoding_of  # noqa: PLC0415 (as above)

    encoding = how.encoding
    if encoding is None and path.suffix.lower() == ".dic":
        encoding = encoding_of(path)
    text, note = text_of(data, path, encoding, how.tiles)
    if not text.strip():
        raise LexiconError(f"word list {path} is empty; it needs one word a line")
    return text, note


def _words(
    text: str, path: Path, how: How, hear: Callable[[float], None]
) -> tuple[wordlist.WordList, list[str]]:
    """Return the words of a text, and notes on what was assumed and skipped."""
    spelled: Iterable[str] = text.splitlines()
    note, cut = "", dict[str, list[str]]()
    is_dictionary = path.suffix.lower() == ".dic"
    if is_dictionary:
        from patience.words.hunspell import words_of  # noqa: PLC0415 (as above)

        spelled, note = words_of(path, text, how.tiles.can_spell, hear)
    elif how.min_score is not None or not "".join(spelled).isalpha():
        spelled, note, cut = _laid_out(text, path, how)
    if garbled(text):  # never spelled, as FASTE for FÊTE
        told = cut["garbled, of a file that was once read in another encoding"] = []
        spelled = list(_ungarbled(spelled, told))
    words, left = wordlist.parse(spelled, how.tiles)
    if is_dictionary:
        left.pop(wordlist.REPEATED, None)  # several stems can have the same form
    left |= {reason: wordlist.Left.of(lines) for reason, lines in cut.items() if lines}
    left_out = f"left out {wordlist.in_words(left)}" if left else ""
    if not words:
        lines = sum(each.number for each in left.values())
        raise LexiconError(
            f"word list {path}: none of its {lines} lines is a word; it needs one word a line, of "
            f"{wordlist.MIN_LETTERS} letters or more, {how.tiles.described}; {left_out}"
        )
    return words, [note and f"read as {note}", left_out]


def _ungarbled(lines: Iterable[str], told: list[str]) -> Iterator[str]:
    """Yield the lines without a garbled word; those with one are told with what was meant."""
    for line in lines:
        if found := garbled(line):
            told.append(f"{line.strip()} for {', '.join(found.values())}")
        else:
            yield line


def _laid_out(text: str, path: Path, how: How) -> tuple[list[str], str, dict[str, list[str]]]:
    """Return the words of a list in any layout, its layout, and the skipped lines by reason."""
    found = _entries(text, path, how)
    cut, least = dict(found.left), how.least
    if least is None:
        return found.words, found.note, cut
    if found.scores is None:
        raise LexiconError(
            f"word list {path} has no scores, or several columns of numbers: drop --min-score"
        )
    low, bare, words = list[str](), list[str](), list[str]()
    cut |= {f"of a score below {least}": low, "without a score": bare}
    folded = wordlist.folded_all(found.words, how.tiles) if least.by_length else found.words
    for word, letters, score in zip(found.words, folded, found.scores, strict=True):
        wanted = least.of(len(letters))
        if wanted is None or (score is not None and score >= wanted):
            words.append(word)
        else:
            (bare if score is None else low).append(word)
    return words, found.note, cut


@lru_cache(1)  # words and scores are read one after the other
def _entries(text: str, path: Path, how: How) -> Entries:
    from patience.words.layouts import entries  # noqa: PLC0415 (as above)

    try:
        return entries(text, how.column)
    except LexiconError as error:
        raise LexiconError(f"word list {path}: {error}") from None
