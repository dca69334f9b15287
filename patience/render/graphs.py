"""The word graph of any lexicon: those of the shipped ones ship, others are made."""

from __future__ import annotations

from pathlib import Path

from patience.shipped import data_dir
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


def shipped() -> list[str]:
    """Return the names of the lexicons whose graphs ship."""
    return sorted([*TIERS, *(path.stem for path in data_dir("lexicons").glob("*.json"))])


def path_of(name: str) -> Path:
    """Return the place of a shipped lexicon's graph."""
    return data_dir("lexicons") / "graphs" / f"{name}.bin"
