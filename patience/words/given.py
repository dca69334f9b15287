"""Words that players list for a convention, one by one or in files, and how a header names them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote_to_bytes

from patience.errors import LexiconError
from patience.words.reading import PLAIN, How, Read, read
from patience.words.wordlist import WordList, fold, is_word

# So many words are written out; of more, only the files that they came from are named.
MOST_WRITTEN = 100

_REFERENCE = "file:"
# Before a word that a file's name spells too.
_WORD = "word:"
_DIGEST = "#sha256="
# Also of names that are no text, which Python writes with surrogates.
_ENCODING = ("utf-8", "surrogatepass")
# What a reference to a file may not hold as it is: what ends a line, a list or the name itself,
# and bytes that are no text.
_UNSAFE = re.compile("[%,#\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ud800-\udfff]|^ | $")


@dataclass(frozen=True)
class GivenWords(Collection[str]):
    """Words that a player has listed.

    Attributes
    ----------
    words : WordList
    items : tuple of str
        What the player gave, as :meth:`read` takes it again: words, and references to files.
    notes : tuple of str
        What was assumed and left out where files were read.
    """

    words: WordList = field(default=WordList(b""), repr=False)
    items: tuple[str, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, words: Iterable[str]) -> GivenWords:
        """Take words in any spelling; what is no word is left out."""
        return cls(WordList.of(filter(is_word, map(fold, words))))

    @classmethod
    def read(cls, texts: Iterable[str], folder: Path = Path(), how: How = PLAIN) -> GivenWords:
        """Take words, files of words and references to such files.

        Parameters
        ----------
        texts : iterable of str
            What spells a word is that word, anything else a file; ``word:`` before it says that
            it is a word.
        folder : Path
            Where relative file names start.
        how : How
            How the files are read. Scores do not matter: a list names its words.

        Raises
        ------
        LexiconError
            If a text may be a word or a file, a file cannot be read, or it no longer holds the
            words that a reference speaks of.
        """
        words: set[str] = set()
        items, notes = [], []
        how = how._replace(min_score=None)
        for text in texts:
            word = fold(text.removeprefix(_WORD))
            if is_word(word):
                if not text.startswith(_WORD) and os.path.isfile(folder / text):
                    raise LexiconError(
                        f"{text!r} is a word and a file: write ./{text} for the file, or "
                        f"{_WORD}{text} for the word"
                    )
                words.add(word)
                items.append(word)
                continue
            found = _referred if _is_reference(text) else _file
            name, listed = found(text, folder, how)
            words.update(listed.words)
            items.append(
                _REFERENCE + escaped(os.path.abspath(name)) + _DIGEST + listed.words.sha256
            )
            notes += [f"word list {name}: {note}" for note in listed.notes]
        return cls(WordList.of(words), tuple(items), tuple(notes))

    def written(self) -> list[str]:
        """Return texts from which :meth:`read` takes the same words."""
        if self.items and len(self.words) > MOST_WRITTEN:
            return list(self.items)
        return list(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.words


def as_word(text: str) -> str:
    """Return a word so that :meth:`GivenWords.read` takes no file for it."""
    return _WORD + text


def escaped(name: str) -> str:
    """Return a file's name so that it can stand in a list in one line of text."""
    return _UNSAFE.sub(lambda x: "".join(f"%{byte:02X}" for byte in x[0].encode(*_ENCODING)), name)


def unescaped(text: str) -> str:
    """Return the file's name that `escaped` wrote."""
    name = unquote_to_bytes(text.encode(*_ENCODING))
    try:
        return name.decode(*_ENCODING)
    except UnicodeDecodeError:  # written by hand
        return os.fsdecode(name)


def _is_reference(text: str) -> bool:
    return text.startswith(_REFERENCE) and _DIGEST in text


def _file(text: str, folder: Path, how: How) -> tuple[str, Read]:
    return str(folder / text), read(folder / text, how)


def _referred(text: str, folder: Path, how: How) -> tuple[str, Read]:
    """Find the file that a reference names: where the program runs, else in or below a folder."""
    name, _, digest = text.removeprefix(_REFERENCE).rpartition(_DIGEST)
    name = unescaped(name)
    there = [path for path in places(name, folder) if os.path.isfile(path)]
    for path in there:
        found = read(path, how)
        if found.words.sha256 == digest:
            return str(path), found
    wrong = "holds other words now" if there else "is not there any more"
    raise LexiconError(
        f"the word list {name} {wrong}: bring back the file, or give its words anew with the flag "
        "(--only or --ban)"
    )


def places(name: str, folder: Path) -> list[Path]:
    """Return where a file that a header names may be: where it was, or near the grid's file."""
    return [Path(name), folder / name, folder / Path(name).name]
