"""The lexicons a page may name, each loaded once and kept with what is made of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock

from patience.analysis.wordtable import WordTable
from patience.web.guard import Refusal
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, available, load

# Some 100 MB each with its tables; a table of friends agrees on one or two.
_KEPT = 3


@dataclass(frozen=True)
class Vocabulary:
    """A lexicon and what the page needs of it besides."""

    lexicon: Lexicon

    @cached_property
    def table(self) -> WordTable:
        """The words as arrays."""
        return WordTable(self.lexicon.words)

    @cached_property
    def text(self) -> str:
        """All words in one text, each after a line end, to look for parts of words in."""
        return "\n" + "\n".join(self.lexicon.words)


class Vocabularies:
    """Loads vocabularies by name: those that ship, and the one that the command line named.

    Parameters
    ----------
    own : str, optional
        A word file; no request can name another.
    """

    def __init__(self, own: str | None = None) -> None:
        self.names = available()
        if own is not None and own not in self.names:
            self.names[own] = os.path.basename(own)
        self._lock = Lock()
        self._load = lru_cache(maxsize=_KEPT)(_loaded)

    def get(self, name: str, conventions: Conventions) -> Vocabulary:
        """Return a vocabulary.

        Raises
        ------
        Refusal
            If the name is none of those.
        LexiconError
            If the conventions contradict each other or leave no word.
        """
        if name not in self.names:
            raise Refusal(422, "lexicon", f"no lexicon of this server is called {name[:40]!r}")
        with self._lock:  # the first request loads, the others wait for it
            return self._load(name, conventions)


def _loaded(name: str, conventions: Conventions) -> Vocabulary:
    return Vocabulary(load(name, conventions))
