"""Compilation of kernels by numba, without the GIL, cached on disk where possible."""

from __future__ import annotations

import functools
import hashlib
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.options import DefaultOptions

# numba's option to omit reference counting of arrays, if this version has it.
_UNCOUNTED = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}

# Sources of every kernel: those of a module's own file are all that numba compares.
_SHARED = ("bits.py", "jit.py")


def compiled(function: Callable[..., Any], *, inline: bool = False) -> Any:
    """Compile a function at its first call.

    The machine code is cached beside the source, in the user's cache folder, or in
    ``NUMBA_CACHE_DIR``; if none is writable, every process compiles it.

    Parameters
    ----------
    inline : bool
        Copy the function into its callers: for functions called once per node with tuples of many
        arrays, each of which a call would pass.
    """
    # Counting a reference for each array out of a tuple takes longer than most small functions.
    options: dict[str, Any] = {"nogil": True, "inline": "always" if inline else "never"}
    options |= _UNCOUNTED
    dispatcher = njit(**options)(function)
    if isinstance(dispatcher, Dispatcher):  # with NUMBA_DISABLE_JIT it is the function
        with suppress(RuntimeError, OSError):  # numba found no writable folder
            dispatcher._cache = _Cache(function)  # type: ignore[attr-defined]
    return dispatcher


class _Cache(FunctionCache):
    """A function's machine code on disk: whatever goes wrong there, the search goes on."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        impl = self._impl
        stamp = impl.locator.get_source_stamp(), _shared_sources()
        self._cache_file = _Files(self.cache_path, impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for a signature; None if there is none that can be read."""
        try:
            return super().load_overload(sig, target_context)
        except MemoryError:  # compiling takes more
            raise
        except Exception:  # whatever files, pickles and loaders raise
            with suppress(Exception):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature, if that is possible."""
        with suppress(Exception):
            super().save_overload(sig, data)


class _Files(IndexDataCacheFile):
    """A function's files, each sealed: numba takes what a disk or another writer has made of them.

    Two processes that compile a function for two signatures can give both the same file, and one
    that reads while another writes can find the index new and the code old.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep the code for a key."""
        content = self._dump((key, self._source_stamp, data))
        super().save(key, (hashlib.sha256(content).digest(), content))

    def load(self, key: Any) -> Any:
        """Return the code for a key, or None if the file has that for another.

        Raises
        ------
        Exception
            If a file is not as it was written.
        """
        try:
            found = super().load(key)
        except MemoryError as error:  # a size in a garbled pickle
            raise ValueError from error
        if found is None:
            return None
        digest, content = found
        if hashlib.sha256(content).digest() != digest:
            raise ValueError
        of, stamp, data = pickle.loads(content)
        return data if (of, stamp) == (key, self._source_stamp) else None


@functools.cache
def _shared_sources() -> bytes:
    """Return a hash of the sources that other files compile into their kernels."""
    folder = Path(__file__).parent
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in _SHARED)).digest()
