"""The lexicons of a batch: each process loads each of them once."""

from __future__ import annotations

import os
from functools import lru_cache
from threading import Lock

from patience.files.spec import Spec
from patience.words.conventions import Conventions
from patience.words.lexicon import Lexicon, load

# A batch over many lexicons must not hold them all: each takes some tens of megabytes.
_KEPT = 4

_lock = Lock()


def lexicon_of(spec: Spec) -> Lexicon:
    """Return the lexicon of a puzzle, limited by its conventions.

    Raises
    ------
    PatienceError
        If it cannot be loaded, or no word is left.
    """
    # Threads of one worker that ask at once wait for one of them to load it.
    with _lock:
        name = spec.lexicon_name
        return _load(name, spec.conventions, _stamp(name))


def _stamp(name: str) -> tuple[int, int] | None:
    """Tell one state of a word file from another: a cluster's workers outlive many batches."""
    try:
        status = os.stat(name)
    except OSError:  # a shipped lexicon; or loading it says what is wrong
        return None
    return status.st_mtime_ns, status.st_size


@lru_cache(_KEPT)
def _load(name: str, conventions: Conventions, _stamp: tuple[int, int] | None) -> Lexicon:
    return load(name, conventions)
