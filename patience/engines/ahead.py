"""Kernels compiled ahead: native libraries in `patience/kernels`, called by ctypes.

A library exports one function for each kernel and kinds of its arguments. It takes a *block*, the
arguments as words of 8 bytes, in the order in which numba passes them (an array is seven words or
more), and a place for what the kernel returns. ctypes releases the GIL.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import platform
import struct
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

FOLDER = Path(__file__).parents[1] / "kernels"
MANIFEST = "manifest.json"

# What a kernel is made of: an edit of any of these asks for new libraries.
SOURCES = (
    "beam/kernels.py", "bits.py", "classes.py", "dawg.py", "exhaustive/rows/kernels.py",
    "exhaustive/slots/kernels.py", "fill/kernels.py", "recreate/kernels.py",
)  # fmt: skip

# What a processor must have for x86-64-v2 and v3, as Linux names it.
_V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
_V3 = _V2 | {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"}


class _Array(NamedTuple):
    """What a call needs of an array."""

    alive: weakref.ref[Any]  # forgets this when the array goes, before another has its identity
    words: bytes
    kind: str


_arrays: dict[int, _Array] = {}  # by identity


def sources_hash() -> str:
    """Return the hash of the kernels' sources, whatever ends their lines."""
    folder = Path(__file__).parent
    texts = ((folder / name).read_text(encoding="utf-8") for name in SOURCES)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@functools.cache
def manifest() -> dict[str, Any]:
    """Return what the libraries were built from, their hashes and their functions."""
    found: dict[str, Any] = json.loads((FOLDER / MANIFEST).read_text(encoding="utf-8"))
    return found


def library_name() -> str:
    """Return the name of the library for this machine, whether there is one or not."""
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(
        platform.machine().lower(), platform.machine()
    )
    if sys.platform == "linux" and machine == "x86_64":
        has = _features()
        level = "v3" if has >= _V3 else "v2" if has >= _V2 else "v1"
        return f"linux-x86_64-{level}.so"
    ending = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
    return f"{sys.platform}-{machine}.{ending}"


def _features() -> set[str]:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    lines = (line.partition(":") for line in text.splitlines())
    return next((set(value.split()) for name, _, value in lines if name.strip() == "flags"), set())


def why_not() -> str:
    """Return why the libraries do not serve here, as the end of a sentence, or nothing."""
    name = library_name()
    try:
        hashes = manifest()["libraries"]
        if name not in hashes:
            return f"there are none for this machine ({name})"
        if manifest()["sources"] != sources_hash():
            return "their sources have changed since"
        if hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != hashes[name]:
            return f"{FOLDER / name} is not as it was built"
        library()
    except (OSError, KeyError, ValueError) as error:
        return f"{FOLDER} cannot be read ({error})"
    return ""


@functools.cache
def library() -> ctypes.CDLL:
    """Return the library for this machine."""
    return ctypes.CDLL(str(FOLDER / library_name()))


def name_of(function: Callable[..., Any]) -> str:
    """Return the name of a kernel in the manifest."""
    module = function.__module__.removeprefix("patience.engines.").removesuffix(".kernels")
    return f"{module}.{function.__name__}"


class Kernel:
    """A kernel compiled ahead, called as its Python function is."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self._functions: dict[str, Callable[[bytes], Any]] = {}
        for at, (kinds, returned) in enumerate(manifest()["kernels"].get(name_of(function), ())):
            self._functions[kinds] = _function(symbol(name_of(function), at), returned)

    def __call__(self, *args: Any) -> Any:
        """Call the kernel; a helper, which only kernels call otherwise, runs as Python."""
        if not self._functions:
            with np.errstate(over="ignore"):  # as in machine code
                return self.py_func(*args)
        words: list[bytes] = []
        kinds: list[str] = []
        flatten(args, words, kinds)
        try:
            function = self._functions["".join(kinds)]
        except KeyError:
            name = name_of(self.py_func)
            raise TypeError(f"{name} is not compiled for {''.join(kinds)}") from None
        return function(b"".join(words))


def symbol(name: str, at: int) -> str:
    """Return the name in a library of a kernel for its `at`-th kinds of arguments."""
    return f"{name.replace('.', '_')}_{at}"


def _function(name: str, returned: str) -> Callable[[bytes], Any]:
    native = library()[name]
    native.argtypes, native.restype = [ctypes.c_char_p, ctypes.c_char_p], ctypes.c_int
    layout = struct.Struct(returned.strip("()"))
    place_of = ctypes.c_char * (layout.size or 1)

    def call(block: bytes) -> Any:
        place = place_of()
        if native(block, place):
            raise ZeroDivisionError(name)
        values = layout.unpack(place) if returned else (None,)
        return values if returned[:1] == "(" else values[0]

    return call


def flatten(values: tuple[Any, ...], words: list[bytes], kinds: list[str]) -> None:
    """Append the words of some arguments, and what kind of argument each is."""
    for value in values:
        if isinstance(value, np.ndarray):
            array = _arrays.get(id(value)) or _remember(value)
            words.append(array.words)
            kinds.append(array.kind)
        elif isinstance(value, tuple):
            kinds.append(type(value).__name__ + "(")
            flatten(value, words, kinds)
            kinds.append(")")
        else:
            pack, kind = _SCALARS[type(value)]
            words.append(pack(value))
            kinds.append(kind)


_SCALARS: dict[type, tuple[Callable[[Any], bytes], str]] = {
    each: (struct.Struct(code).pack, kind)
    for code, kind, types in (
        ("<q", "i", (int, np.int64)),
        ("<Q", "u", (np.uint64,)),
        ("<Q", "w", (np.uint32,)),
        ("<q", "b", (bool, np.bool_)),
        ("<d", "f", (float, np.float64)),
    )
    for each in types
}


def _remember(array: Any) -> _Array:
    """Keep what calls need of an array until it goes."""
    key = id(array)
    layout = "C" if array.flags.c_contiguous else "A"
    numbers = 0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides
    found = _arrays[key] = _Array(
        weakref.ref(array, lambda _: _arrays.pop(key, None)),
        struct.pack(f"<5Q{array.ndim}Q{array.ndim}q", *numbers),
        f"{array.dtype.str[1:]}{layout}{array.ndim}",
    )
    return found
