"""Words that players list for a convention, one by one or in files, and how a header names them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote_to_bytes

from patience.errors import LexiconError
from patience.words.wordlist import WordList, fold, is_word, read

# So many words are written out; of more, only the files that they came from are named.
MOST_WRITTEN = 100

_REFERENCE = "file:"
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
    """

    words: WordList = field(default=WordList(b""), repr=False)
    items: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, words: Iterable[str]) -> GivenWords:
        """Take words in any spelling; what is no word is left out."""
        return cls(WordList.of(filter(is_word, map(fold, words))))

    @classmethod
    def read(cls, texts: Iterable[str], folder: Path = Path()) -> GivenWords:
        """Take words, files of words and references to such files.

        Parameters
        ----------
        texts : iterable of str
            What spells a word is that word, anything else a file.
        folder : Path
            Where relative file names start.

        Raises
        ------
        LexiconError
            If a file cannot be read, or no longer holds the words that a reference speaks of.
        """
        words: set[str] = set()
        items = []
        for text in texts:
            if is_word(fold(text)):
                words.add(fold(text))
                items.append(fold(text))
                continue
            name, listed = _referred(text, folder) if _is_reference(text) else _file(text, folder)
            words.update(listed)
            items.append(_REFERENCE + escaped(name) + _DIGEST + listed.sha256)
        return cls(WordList.of(words), tuple(items))

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


def _file(text: str, folder: Path) -> tuple[str, WordList]:
    return str(folder / text), read(folder / text)[0]


def _referred(text: str, folder: Path) -> tuple[str, WordList]:
    """Find the file that a reference names: where the program runs, else in or below a folder."""
    name, _, digest = text.removeprefix(_REFERENCE).rpartition(_DIGEST)
    name = unescaped(name)
    places = [Path(name), folder / name, folder / Path(name).name]
    there = [path for path in places if os.path.isfile(path)]
    for path in there:
        words = read(path)[0]
        if words.sha256 == digest:
            return str(path), words
    wrong = "holds other words now" if there else "is not there any more"
    raise LexiconError(
        f"the word list {name} {wrong}: bring back the file, or give its words anew with the flag "
        "(--only or --ban)"
    )
