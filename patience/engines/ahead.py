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
import re
import struct
import sys
import weakref
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


# One part of the kinds of a kernel's arguments: a tuple begins or ends, an array, a number.
PART = re.compile(r"([A-Z]\w*)\(|(\))|([biuf]\d)([CA])(\d)|([biufw])")

_NUMBERS = {
    bool: "b", np.bool_: "b", int: "i", np.int64: "i", np.uint64: "u", np.uint32: "w",
    float: "f", np.float64: "f",
}  # fmt: skip
_WORDS = {"b": "q", "i": "q", "u": "Q", "w": "Q", "f": "d"}

# The words of each array by kind and identity: they go with it, before another has its identity.
_arrays: defaultdict[str, dict[int, bytes]] = defaultdict(dict)
_alive: dict[int, weakref.ref[Any]] = {}


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
    except (OSError, KeyError, ValueError):
        return f"{FOLDER} cannot be read"
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
        self._name = name_of(function)
        listed = manifest()["kernels"].get(self._name, ())
        self._calls = {
            kinds: (packer(kinds), _function(symbol(self._name, at), returned))
            for at, (kinds, returned) in enumerate(listed)
        }
        self._usual = next(iter(self._calls.values()), None)

    def __call__(self, *args: Any) -> Any:
        """Call the kernel; a helper, which only kernels call otherwise, runs as Python."""
        if self._usual is None:
            with np.errstate(over="ignore"):  # as in machine code
                return self.py_func(*args)
        pack, function = self._usual
        try:
            block = pack(args)
        except (KeyError, TypeError, ValueError, struct.error):  # new arrays, or other kinds
            pack, function = self._usual = self._call_for(args)
            block = pack(args)
        return function(block)

    def _call_for(self, args: tuple[Any, ...]) -> tuple[Callable[..., bytes], Callable[..., Any]]:
        kinds = kinds_of(args)
        if kinds not in self._calls:
            raise TypeError(f"{self._name} is not compiled for {kinds}")
        return self._calls[kinds]


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


def packer(kinds: str) -> Callable[[tuple[Any, ...]], bytes]:
    """Return a function that makes the block of arguments of these kinds.

    It raises KeyError for an array that is not remembered or of another kind.
    """
    known: dict[str, Any] = {}
    names, words, numbers = "", "", ""
    places: list[str] = []  # of the numbers that follow each other

    def numbers_so_far() -> str:
        nonlocal numbers
        if not numbers:
            return ""
        known[f"_{numbers}"] = struct.Struct(f"<{numbers}").pack
        call, numbers = f"_{numbers}({','.join(places)}),", ""
        places.clear()
        return call

    for n, (name, closing, dtype, layout, size, number) in enumerate(PART.findall(kinds)):
        names += "(" if name else ")," if closing else f"x{n},"
        if number:
            numbers += _WORDS[number]
            places.append(f"x{n}")
        elif dtype:
            kind = dtype + layout + size
            known[kind] = _arrays[kind]
            words += numbers_so_far() + f"{kind}[id(x{n})],"
    words += numbers_so_far()
    exec(f"def block(args):\n {names} = args\n return b''.join(({words}))", known)
    block: Callable[[tuple[Any, ...]], bytes] = known["block"]
    return block


def kinds_of(values: tuple[Any, ...]) -> str:
    """Return the kinds of some arguments; their arrays are remembered."""
    kinds = ""
    for value in values:
        if isinstance(value, np.ndarray):
            kinds += _remember(value)
        elif isinstance(value, tuple):
            kinds += f"{type(value).__name__}({kinds_of(value)})"
        else:
            kinds += _NUMBERS[type(value)]
    return kinds


def _remember(array: Any) -> str:
    """Keep the words of an array until it goes; return its kind."""
    key, layout = id(array), "C" if array.flags.c_contiguous else "A"
    kind = f"{array.dtype.str[1:]}{layout}{array.ndim}"
    numbers = 0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides
    _arrays[kind][key] = struct.pack(f"<5Q{array.ndim}Q{array.ndim}q", *numbers)
    _alive[key] = weakref.ref(array, lambda _: (_alive.pop(key), _arrays[kind].pop(key)))
    return kind
