"""Word lists in the layouts and encodings that people use."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from random import Random

WORDS = (  # noqa: SIM905
    "été père élève forêt garçon noël maïs façade déjà hôtel âme naïf sœur cœur œuvre œil bœuf "
    "théâtre château gâteau mûr île chat roi os ski wagon ove képi zeste aïeul zoo lippe mais "
    "abricot miel truquez dauphin caïd buvez crêpe gêne où flûte août cédé bébé mètre règle"
).split()
ENCODINGS = (
    *("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"),
    *("cp1252", "iso8859_15", "mac_roman", "cp850"),
)
_MEANINGS = ("un animal domestique", "partie du squelette, chez l'homme", "se dit d'un fruit [n]")

Layout = Callable[[Random, Sequence[str]], str]


def _lines(line: Callable[[Random, str], str]) -> Layout:
    """Return the layout of one word per line, each formatted by `line`."""
    return lambda rng, words: "\n".join(line(rng, word) for word in words)


def _scored(before: str, after: str) -> Layout:
    return _lines(
        lambda rng, word: (
            before.format(rng.randint(0, 99)) + word + after.format(rng.randint(0, 99))
        )
    )


def _defined(between: str) -> Layout:
    return _lines(lambda rng, word: f"{word}{between}{rng.choice(_MEANINGS)}")


def _numbered(mark: str) -> Layout:
    return lambda _, words: "\n".join(f"{n}{mark}{word}" for n, word in enumerate(words, 1))


def _joined(between: str) -> Layout:
    return lambda _, words: between.join(words)


def _table(between: str, head: str) -> Layout:
    return lambda rng, words: "\n".join(
        [head, *(f"{word}{between}{rng.randint(0, 99)}{between}nom commun" for word in words)]
    )


def _wrapped(between: str) -> Layout:
    def text(rng: Random, words: Sequence[str]) -> str:
        width = rng.randint(2, 6)
        rows = (words[at : at + width] for at in range(0, len(words), width))
        return "\n".join(between.join(row) for row in rows)

    return text


LAYOUTS: dict[str, Layout] = {
    "plain": _joined("\n"),
    "blank lines": _joined("\n\n"),
    "carriage returns": _joined("\r\n"),
    "spaces around": _lines(lambda rng, word: " " * rng.randint(0, 3) + word + "  "),
    "comments": lambda rng, words: "# a list\n" + _joined("\n")(rng, words) + "\n; the end",
    "comments behind": _lines(lambda rng, word: word + rng.choice(("", "  # easy", " // x y"))),
    "word;score": _scored("", ";{}"),
    "word score": _scored("", " {}"),
    "word, score": _scored("", ", {}"),
    "word tab score": _scored("", "\t{}.5"),
    "score;word": _scored("{};", ""),
    "score word": _scored("  {} ", ""),
    "1. word": _numbered(". "),
    "1) word": _numbered(") "),
    "1 tab word": _numbered("\t"),
    "- word": _lines(lambda _, word: f"- {word}"),
    "* word": _lines(lambda _, word: f"* {word}"),
    "word: meaning": _defined(": "),
    "word tab meaning": _defined("\t"),
    "WORD meaning": lambda rng, words: _defined(" ")(rng, [word.upper() for word in words]),
    "table of commas": _table(",", "mot,rang,genre"),
    "table of semicolons": _table(";", '"mot";"rang";"genre"'),
    "table of tabs": _table("\t", "ortho\trang\tgenre"),
    "Markdown table": lambda rng, words: (
        "| mot | rang |\n|---|---|\n"
        + "\n".join(f"| {word} | {rng.randint(0, 99)} |" for word in words)
    ),
    "one line of commas": _joined(", "),
    "one line of spaces": _joined(" "),
    "one line of semicolons": _joined(";"),
    "lines of commas": _wrapped(", "),
    "lines of spaces": _wrapped(" "),
    "JSON": lambda rng, words: json.dumps(list(words), ensure_ascii=rng.random() < 0.5),
    "JSON pairs": lambda rng, words: json.dumps([[word, rng.randint(0, 99)] for word in words]),
    "JSON object": lambda rng, words: json.dumps({word: rng.randint(0, 99) for word in words}),
    "Python": lambda _, words: f"words = {{{', '.join(map(repr, words))}}}\n",
    "JavaScript": lambda _, words: f"const words = {json.dumps(list(words))};\n",
    "HTML": lambda _, words: "<ul>" + "".join(f"<li>{word}</li>" for word in words) + "</ul>",
}


# What a note says of a layout, if its list is long enough to show it.
SAID = {
    "as comment": ["comments"],
    "column 1 of 2 with scores": ["word;score", "word score", "word, score", "word tab score"],
    "column 2 of 2 with scores": ["score;word", "score word"],
    "without its numbers": ["1. word", "1) word"],
    "column 2 of 2": ["1 tab word"],
    "without its bullets": ["- word", "* word"],
    "the word before each colon": ["word: meaning"],
    "the word in capitals": ["WORD meaning"],
    "column 'mot' of": ["table of commas", "table of semicolons", "Markdown table"],
    "column 'ortho' of 3 with scores": ["table of tabs"],
    "all words of each line": [
        *("one line of commas", "one line of spaces", "one line of semicolons"),
        *("lines of commas", "lines of spaces"),
    ],
    "read as JSON": ["JSON", "JSON pairs"],
    "the keys of JSON": ["JSON object"],
    "the texts of a list in source code": ["Python", "JavaScript"],
    "the items of an HTML list": ["HTML"],
}


def random_words(rng: Random) -> list[str]:
    """Return some words, all in one case."""
    words = rng.sample(WORDS, rng.randint(1, 20))
    return [word.upper() for word in words] if rng.random() < 0.4 else words


def dressed(rng: Random, words: Sequence[str], layout: str) -> bytes:
    """Return a list in a layout and an encoding that can represent it."""
    text = LAYOUTS[layout](rng, words) + rng.choice(("", "\n"))
    try:
        data = text.encode(rng.choice(ENCODINGS))
    except UnicodeEncodeError:
        data = text.encode()
    return gzip.compress(data, mtime=0) if rng.random() < 0.1 else data
