"""Files of clues: on each line a word, a tab and its clue."""

from __future__ import annotations

from pathlib import Path

from patience.encodings import read_text
from patience.errors import FileError, shown
from patience.words.wordlist import fold, is_word


def read_clues(path: str | Path) -> dict[str, str]:
    """Read the clues of words, in capitals without accents; empty lines are skipped.

    Raises
    ------
    FileError
        If the file cannot be read, a line is no word with its clue, or a word has two clues.
    """
    clues: dict[str, str] = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        word, clue = (part.strip() for part in f"{line}\t".split("\t", 1))
        if not word and not clue:
            continue
        spelled = fold(word)
        if not clue or not is_word(spelled):
            raise FileError(
                f"{path}, line {number}: {shown(line)} is not a clue: write a word, a tab, its clue"
            )
        if clues.setdefault(spelled, clue) != clue:
            raise FileError(f"{path}, line {number}: {spelled} already has a clue: keep only one")
    return clues
