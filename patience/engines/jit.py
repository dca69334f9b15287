"""How kernels are compiled: by numba, without the GIL, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

from numba import njit

from patience.result import Observer

# Loading kernels compiled before takes half a second on a machine that is not busy.
_COMPILING_AFTER = 2.5


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


@contextmanager
def announce_compiling(observer: Observer) -> Iterator[None]:
    """Tell the user what is waited for, should the first calls of kernels take their time."""
    text = (
        "getting the search kernels ready; the first run on a machine compiles them, which takes "
        "about 20 s"
    )
    timer = Timer(_COMPILING_AFTER, observer.on_notice, (text,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
