"""How kernels are compiled: by numba, without the GIL, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function at its first call.

    The machine code is kept beside the source, in the user's cache folder, or in
    ``NUMBA_CACHE_DIR``; where none can be written it is compiled in every process.
    """
    try:
        compiled = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no folder to write to
        return njit(nogil=True)(function)
    _drop_unreadable(compiled)
    return compiled


def _drop_unreadable(compiled: Any) -> None:
    """Empty the cache of a function if it cannot be read.

    numba reads all that an older version of the file has left before it looks at its date, and
    fails if a class that kernels took then is gone.
    """
    cache = compiled._cache
    try:
        cache._cache_file._load_index()
    except Exception:  # whatever unpickling raises
        cache.flush()
