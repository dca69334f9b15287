"""How kernels are compiled: by numba, without the GIL, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core.options import DefaultOptions

# numba's option for functions that count no references to arrays, in versions that have it.
_UNCOUNTED = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def compiled(function: Callable[..., Any], *, allocates: bool = True, inline: bool = False) -> Any:
    """Compile a function at its first call.

    The machine code is kept beside the source, in the user's cache folder, or in
    ``NUMBA_CACHE_DIR``; where none can be written it is compiled in every process.

    Parameters
    ----------
    allocates : bool
        False for functions that make no array. They count no references: to do so whenever a
        small function takes an array out of a tuple takes longer than most of them.
    inline : bool
        Copy the function into those that call it. For what is called once a node with tuples of
        many arrays, each of which a call would pass.
    """
    options: dict[str, Any] = {"nogil": True, "inline": "always" if inline else "never"}
    options |= {} if allocates else _UNCOUNTED
    try:
        dispatcher = njit(cache=True, **options)(function)
    except RuntimeError:  # numba found no folder to write to
        return njit(**options)(function)
    _drop_unreadable(dispatcher)
    return dispatcher


def _drop_unreadable(compiled: Any) -> None:
    """Empty the cache of a function if it cannot be read.

    numba reads all that an older version of the file has left before it looks at its date, and
    fails if a class that kernels took then is gone. It offers no way to ask; a release that keeps
    its cache elsewhere is left alone.
    """
    try:
        cache = compiled._cache
        load, flush = cache._cache_file._load_index, cache.flush
    except AttributeError:
        return
    try:
        load()
    except Exception:  # whatever unpickling raises
        with suppress(Exception):
            flush()
