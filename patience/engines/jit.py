"""Compilation of kernels by numba, without the GIL, cached on disk where possible."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core.options import DefaultOptions

# numba's option to omit reference counting of arrays, if this version has it.
_UNCOUNTED = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def compiled(function: Callable[..., Any], *, allocates: bool = True, inline: bool = False) -> Any:
    """Compile a function at its first call.

    The machine code is cached beside the source, in the user's cache folder, or in
    ``NUMBA_CACHE_DIR``; if none is writable, every process compiles it.

    Parameters
    ----------
    allocates : bool
        False for functions that create no array, which then count no references. Counting one for
        each array taken out of a tuple takes longer than most small functions.
    inline : bool
        Copy the function into its callers: for functions called once per node with tuples of many
        arrays, each of which a call would pass.
    """
    options: dict[str, Any] = {"nogil": True, "inline": "always" if inline else "never"}
    options |= {} if allocates else _UNCOUNTED
    try:
        dispatcher = njit(cache=True, **options)(function)
    except RuntimeError:  # numba found no writable folder
        return njit(**options)(function)
    _drop_unreadable(dispatcher)
    return dispatcher


def _drop_unreadable(compiled: Any) -> None:
    """Empty the cache of a function if it cannot be read.

    numba unpickles the cache of an older source file before it compares dates, and fails if a class
    that kernels used then no longer exists. It has no public way to check; a release that stores
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
