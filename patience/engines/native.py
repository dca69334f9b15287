"""Kernels compiled ahead: native libraries in `patience/kernels`, called by ctypes.

A library exports one function for each kernel and kinds of its arguments. It takes a *block*, the
type of arrays and the arguments as words of 8 bytes, and a place for what the kernel returns. An
array goes as the address of its object: the function checks its kind and takes it apart, as that
takes nanoseconds there and most of a call's time here. ctypes releases the GIL.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from patience.encodings import why

FOLDER = Path(__file__).parents[1] / "kernels"
MANIFEST = "manifest.json"

# What a kernel is made of: an edit of any of these asks for new libraries.
SOURCES = (
    "beam/kernels.py", "bits.py", "classes.py", "dawg.py", "exhaustive/cells/kernels.py",
    "exhaustive/rows/kernels.py", "exhaustive/slots/kernels.py", "fill/kernels.py",
    "recreate/kernels.py",
)  # fmt: skip

# Where the libraries have been run.
TRIED = ("linux",)

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

# What a function returns beside its result: it read an object that is no array of its kind.
OTHER_KINDS = 0x4B494E44


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


def why_not(*, untried: bool = False) -> str:
    """Return why the libraries do not serve here, as the end of a sentence, or nothing.

    Parameters
    ----------
    untried : bool
        Let those serve that nobody has run on such a system.
    """
    name = library_name()
    try:
        hashes = manifest()["libraries"]
        if name not in hashes:
            return f"there are none for this machine ({name})"
        if sys.platform not in TRIED and not untried:
            return f"{name} has not been run yet (PATIENCE_KERNELS=ahead does)"
        return _what_is_wrong(FOLDER / name, hashes[name])
    except OSError as error:
        return f"{FOLDER} cannot be read: {why(error)}"
    except (KeyError, ValueError):
        return f"{FOLDER / MANIFEST} is damaged"


def _what_is_wrong(path: Path, digest: str) -> str:
    if manifest()["sources"] != sources_hash():
        return "their sources have changed since"
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        return f"{path} is not as it was built"
    if not _arrays_are_known():
        return "this Python or numpy keeps arrays in another form"
    try:
        library()
    except OSError as error:  # no room, no right to run what lies there, another libc
        return f"the system does not load them ({error})"
    return ""


def _arrays_are_known() -> bool:
    """Tell whether an array is where the libraries read it: not so in Python without the GIL."""
    array = np.zeros((3, 5), np.uint32)
    words = (ctypes.c_int64 * 9).from_address(id(array))
    if (words[1], words[2], words[7]) != (id(np.ndarray), array.ctypes.data, id(array.dtype)):
        return False
    shape, strides = ((ctypes.c_int64 * 2).from_address(words[i]) for i in (4, 5))
    number = ctypes.c_int32.from_address(id(array.dtype) + 28).value
    return (words[3] & 0xFFFFFFFF, *shape, *strides, number) == (2, 3, 5, 20, 4, array.dtype.num)


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
            kinds: _function(symbol(self._name, at), kinds, returned)
            for at, (kinds, returned) in enumerate(listed)
        }
        self._usual = next(iter(self._calls.values()), None)

    def __call__(self, *args: Any) -> Any:
        """Call the kernel; a helper, which only kernels call otherwise, runs as Python."""
        if self._usual is None:
            with np.errstate(over="ignore"):  # as in machine code
                return self.py_func(*args)
        try:
            return self._usual(args)
        except (TypeError, ValueError, struct.error):  # of other kinds
            kinds = kinds_of(args)
            if kinds not in self._calls:
                raise TypeError(f"{self._name} is not compiled for {kinds}") from None
            self._usual = self._calls[kinds]
            return self._usual(args)


def symbol(name: str, at: int) -> str:
    """Return the name in a library of a kernel for its `at`-th kinds of arguments."""
    return f"{name.replace('.', '_')}_{at}"


def _function(name: str, kinds: str, returned: str) -> Callable[[tuple[Any, ...]], Any]:
    native = library()[name]
    native.argtypes, native.restype = [ctypes.c_char_p, ctypes.c_char_p], ctypes.c_int
    layout = struct.Struct(returned.strip("()"))
    pack, place_of = packer(kinds), ctypes.c_char * (layout.size or 1)

    def call(args: tuple[Any, ...]) -> Any:
        place = place_of()
        status = native(pack(args), place)
        if status:
            if status == OTHER_KINDS:
                raise TypeError(f"{name} takes no such arrays")
            raise ZeroDivisionError(name)
        values = layout.unpack(place) if returned else (None,)
        return values if returned[:1] == "(" else values[0]

    return call


def packer(kinds: str) -> Callable[[tuple[Any, ...]], bytes]:
    """Return a function that makes the block of arguments of these kinds.

    An array goes as its address as an object: the native side checks its kind and takes it apart.
    """
    names, words, places = "", "Q", ["id(ndarray)"]
    for n, (name, closing, dtype, _, _, number) in enumerate(PART.findall(kinds)):
        names += "(" if name else ")," if closing else f"x{n},"
        if dtype or number:
            words += _WORDS[number or "u"]
            places.append(f"id(x{n})" if dtype else f"x{n}")
    known = {"pack": struct.Struct(f"<{words}").pack, "ndarray": np.ndarray}
    exec(f"def block(args):\n {names} = args\n return pack({','.join(places)})", known)
    block: Callable[[tuple[Any, ...]], bytes] = known["block"]  # type: ignore[assignment]
    return block


def kinds_of(values: tuple[Any, ...]) -> str:
    """Return the kinds of some arguments."""
    kinds = ""
    for value in values:
        if isinstance(value, np.ndarray):
            layout = "C" if value.flags.c_contiguous else "A"
            kinds += f"{value.dtype.str[1:]}{layout}{value.ndim}"
        elif isinstance(value, tuple):
            kinds += f"{type(value).__name__}({kinds_of(value)})"
        else:
            kinds += _NUMBERS.get(type(value), f"<{type(value).__name__}>")
    return kinds
