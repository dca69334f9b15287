"""The words of any lexicon for the page: their graph, which ships or is made, and their accents."""

from __future__ import annotations

import zlib
from base64 import b64encode
from functools import lru_cache
from pathlib import Path

from patience.shipped import data_dir
from patience.words.accents import accents_of_words
from patience.words.conventions import Conventions
from patience.words.lexicon import TIERS, load
from patience.words.reading import How


def graph_of(name: str, conventions: Conventions, how: How) -> bytes:
    """Return the graph of a lexicon as `packed` makes it.

    Raises
    ------
    LexiconError
        If the lexicon cannot be loaded.
    """
    is_whole = conventions == Conventions() and how == How(alphabet=how.alphabet)
    if is_whole and name in shipped():
        return path_of(name).read_bytes()
    from patience.render.wordgraph import packed  # noqa: PLC0415 (its kernels take a second)

    return packed(load(name, conventions, how).words)


def page_words(name: str, conventions: Conventions, how: How) -> dict[str, str]:
    """Return the graph of a lexicon and the accents of its words, as the page reads both."""
    graph = graph_of(name, conventions, how)
    return {"words": base64(graph), "accents": _accents(name, conventions, how)}


@lru_cache(4)
def _accents(name: str, conventions: Conventions, how: How) -> str:
    words = load(name, conventions, how).words
    return base64(deflated(accents_of_words(words, name).encode()))


def deflated(data: bytes) -> bytes:
    """Return bytes as fewer, without a header; the highest level is slow and saves 6 %."""
    return zlib.compress(data, wbits=-zlib.MAX_WBITS)


def base64(data: bytes) -> str:
    """Return bytes as text."""
    return b64encode(data).decode()


def shipped() -> list[str]:
    """Return the names of the lexicons whose graphs ship."""
    return sorted([*TIERS, *(path.stem for path in data_dir("lexicons").glob("*.json"))])


def path_of(name: str) -> Path:
    """Return the place of a shipped lexicon's graph."""
    return data_dir("lexicons") / "graphs" / f"{name}.bin"
