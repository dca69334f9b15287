"""Nothing that a list has disappears in silence: it is a word, or a note quotes or counts it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patience.errors import LexiconError
from patience.words import wordlist
from patience.words.reading import read
from patience.words.wordlist import fold

PIECES = (
    *("chat", "CHIEN", "roi", "os", "été", "ÎLE", "Noël", "œuf", "maïs", "e\u0301te\u0301"),
    *("a", "42", "7", "3,5", "l'eau", "porte-clés", "porte-", "mot", "nom", "freq", "x1", "C3PO"),
    *(
        "FÃŠTE",
        "ÃŽLE",
        "forĂŞt",
        "cittÃ\u00a0",
        "cha\u00adt",
        "ro\u200bi",
        "Maß",
        "\u017fi",
        "ﬁn",
    ),
    *("# rem", "// non", "; la suite", "! eh", "(pl.)", '"mot"', "'os'", "[n]", "{", "}", "<b>"),
    *("- ", "* ", "• ", "1. ", "2) ", "| ", ": un animal", "= deux", "<li>", "</li>", "é", "日本"),
)
BETWEEN = (" ", ";", ",", "\t", ", ", " | ", ": ", "\u00a0")
TOKEN = re.compile(r"\w+")
LETTERS = re.compile(r"[^\W\d_]+")
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

# Notes that say which part of each line is read, so that the others are not quoted.
PARTS = re.compile(
    r"read as .*(column|the word before|the word in capitals|JSON|an HTML list|source code|numbers"
    r"|bullets|all words)"
)


def joined(between: str, lines: list[list[str]]) -> str:
    return "\n".join(between.join(line) for line in lines)


def lines_of(least: int, most: int) -> st.SearchStrategy[str]:
    line = st.lists(st.sampled_from(PIECES), min_size=least, max_size=most)
    return st.builds(joined, st.sampled_from(BETWEEN), st.lists(line, min_size=1, max_size=7))


# Lines that are alike, and some that are not.
TEXTS = st.one_of(
    lines_of(1, 1),
    *(lines_of(n, n) for n in (2, 3)),
    st.lists(st.one_of(lines_of(1, 1), lines_of(2, 2), lines_of(0, 4)), max_size=3).map("\n".join),
)


def lost(text: str, words: Sequence[str], notes: Sequence[str]) -> list[str]:
    """Return what a text has that is no word of the list and that no note quotes.

    Where a note says which part of each line is read, some of each line must be there.
    """
    said = unicodedata.normalize("NFC", " ".join(notes))
    known = {*words, *map(fold, TOKEN.findall(said)), *map(fold, LETTERS.findall(said))}
    text = unicodedata.normalize("NFC", UNSEEN.sub("", text))
    if PARTS.search(said):
        return [line for line in text.splitlines() if not is_there(line, known, said)]
    return [token for token in TOKEN.findall(text) if fold(token) not in known]


def is_there(line: str, known: set[str], said: str) -> bool:
    tokens, cells = LETTERS.findall(line), {*re.split(r"[\s;,]+", line), *line.split()} - {"", ","}
    return not tokens or not known.isdisjoint(map(fold, tokens)) or any(x in said for x in cells)


@given(TEXTS, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_no_word_is_quoted(
    tmp_path_factory: pytest.TempPathFactory, text: str, encoding: str
) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "list.txt"
    path.write_bytes(text.encode(encoding))
    with pytest.MonkeyPatch.context() as patch:
        # Else three of a kind are quoted, and the rest counted.
        patch.setattr(wordlist, "_NAMED", 1000)
        patch.setattr(wordlist, "_MAX_SHOWN", 1000)
        try:
            found = read(path)
        except LexiconError:
            return
    assert lost(text, list(found.words), found.notes) == []
