"""Words that players list for a convention, directly or in files, and references to such files."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote_to_bytes

from patience.errors import LexiconError
from patience.game.alphabet import LATIN, Alphabet, faces, narrow
from patience.shipped import data_dir
from patience.words.reading import PLAIN, How, Read, read
from patience.words.wordlist import WordList, fold, is_word

# Up to this many words are written out; beyond, only references to their files.
MAX_WRITTEN = 100

# Prefix of a file, where a word or a name may stand too.
REFERENCE = "file:"
# Prefix of a word that is also the name of a file.
_WORD = "word:"
_DIGEST = "#sha256="
# File names need not be valid Unicode: Python represents other bytes by surrogates.
_ENCODING = ("utf-8", "surrogatepass")
# To escape in a reference: what would end a line, a list or the name itself, and surrogates.
_UNSAFE = re.compile("[%,#\\x00-\\x1f\\x7f-\\x9f\u2028\u2029\ud800-\udfff]|^ | $")


@dataclass(frozen=True)
class GivenWords(Collection[str]):
    """Words that a player has listed.

    `items` are the words and references to files as :meth:`read` accepts them; `notes` state the
    assumptions made and lines skipped in files.
    """

    words: WordList = field(default=WordList(b""), repr=False)
    items: tuple[str, ...] = field(default=(), compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, words: Iterable[str], alphabet: Alphabet = LATIN) -> GivenWords:
        """Build from words in any spelling, skipping what is not a word."""
        folded = (fold(word, alphabet) for word in words)
        return cls(WordList.of((x for x in folded if is_word(x, alphabet)), alphabet))

    @classmethod
    def read(cls, texts: Iterable[str], folder: Path = Path(), how: How = PLAIN) -> GivenWords:
        """Read words, files of words and references to such files.

        A text that spells a word is that word, any other is a file, relative to `folder`; the
        prefix ``word:`` marks a word. ``how.min_score`` is ignored.

        Raises
        ------
        LexiconError
            If a text may be a word or a file, a file cannot be read, or its words have changed
            since the reference was written.
        """
        words: set[str] = set()
        items, notes = [], []
        how = replace(how, min_score=None)
        for text in texts:
            word = fold(narrow(text.removeprefix(_WORD)), how.tiles)
            if is_word(word, how.tiles):
                if not text.startswith(_WORD) and os.path.isfile(folder / text):
                    raise LexiconError(
                        f"{text!r} is both a word and a file: write ./{text} for the file, or "
                        f"{_WORD}{text} for the word"
                    )
                words.add(word)
                items.append(faces(word))
                continue
            is_reference = text.startswith(REFERENCE) and _DIGEST in text
            found = _referred if is_reference else _file
            name, listed = found(text, folder, how)
            words.update(listed.words)
            path = Path(os.path.abspath(name))
            known = path.name if path.parent == data_dir("lexicons") else str(path)
            items.append(REFERENCE + escaped(known) + _DIGEST + listed.words.sha256)
            notes += [f"word list {name}: {note}" for note in listed.notes]
        return cls(WordList.of(words, how.tiles), tuple(items), tuple(notes))

    def and_also(self, file: Path) -> GivenWords:
        """Return these words and those of a file."""
        return self.read([*map(as_word, map(faces, self.words)), str(file)])

    def written(self) -> list[str]:
        """Return texts from which :meth:`read` restores the same words."""
        if self.items and len(self.words) > MAX_WRITTEN:
            return list(self.items)
        return list(map(faces, self.words))

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.words


def as_word(text: str) -> str:
    """Mark a text as a word, so that :meth:`GivenWords.read` does not take it for a file."""
    return _WORD + text


def escaped(name: str) -> str:
    """Escape a file name for use in a one-line list."""
    return _UNSAFE.sub(lambda x: "".join(f"%{byte:02X}" for byte in x[0].encode(*_ENCODING)), name)


def unescaped(text: str) -> str:
    """Undo `escaped`."""
    name = unquote_to_bytes(text.encode(*_ENCODING))
    try:
        return name.decode(*_ENCODING)
    except UnicodeDecodeError:  # written by hand
        return os.fsdecode(name)


def _file(text: str, folder: Path, how: How) -> tuple[str, Read]:
    return str(folder / text), read(folder / text, how)


def _referred(text: str, folder: Path, how: How) -> tuple[str, Read]:
    """Find the file of a reference, at its path or in a folder."""
    name, _, digest = text.removeprefix(REFERENCE).rpartition(_DIGEST)
    name = unescaped(name)
    there = [path for path in paths_of(name, folder) if os.path.isfile(path)]
    for path in there:
        found = read(path, how)
        if found.words.sha256 == digest:
            return str(path), found
    wrong = "has changed" if there else "no longer exists"
    raise LexiconError(
        f"the word list {name} {wrong}: restore the file, or give its words again with "
        "--only or --ban"
    )


def without_digests(text: str) -> str:
    """Return references to files as people read them."""
    return re.sub(f"{_DIGEST}[0-9a-f]+", "", text)


def paths_of(name: str, folder: Path) -> list[Path]:
    """Return the paths where a file named in a header may be: its own, near the grid's, shipped."""
    shipped = data_dir("lexicons") / Path(name).name
    return [Path(name), folder / name, folder / Path(name).name, shipped]
