"""What runs in Wizium's process: ``python -m scripts.bench.peers.wizium_process LIBRARY WORDS``.

Asks the library, through the C interface of its Sources/libWizium.h, for ever fewer black boxes and
prints the grids as ``peer`` says. Runs until it is ended or has a grid without a blank.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from ctypes import byref, c_char, c_int32, c_uint8, c_uint32, c_uint64
from itertools import count
from pathlib import Path

from scripts.bench.peers.peer import ALLOWED, DONE, HEIGHT, VERSION, WIDTH

# The longest word it is told of; longer than any here, so each is followed by a zero.
_LONGEST = 20

# Its solver, as its example sets it: back up to two columns further when stuck. Black boxes may
# touch (its mode ANY). Levels -1 and 0, its other modes and the frame on its side had no fewer
# blanks after 15 s.
_HEURISTIC, _ANYWHERE = 2, 0

# A seed gives way to the next after so many words: 3 blanks after 5 s; with a million after 17 s,
# with three not within 20 s.
_MOST_WORDS = 300_000

_NO_LIMIT = -1  # of the time
_DONE_PERCENT = 100


class _Version(ctypes.Structure):
    _fields_ = (("major", c_int32), ("minor", c_int32), ("release", c_int32))


class _Config(ctypes.Structure):
    _fields_ = (("alphabet_size", c_int32), ("max_word_length", c_int32))


class _SolverConfig(ctypes.Structure):
    _fields_ = (
        ("seed", c_uint32),
        ("max_black_boxes", c_int32),
        ("heuristic_level", c_int32),
        ("black_mode", c_int32),
    )


class _Status(ctypes.Structure):
    _fields_ = (("counter", c_uint64), ("fill_rate", c_int32))


class Library:
    """The library, with words and a frame.

    Parameters
    ----------
    path : str
        Its file.
    words : sequence of str
        Words in capitals; it knows those of one letter by itself.

    Raises
    ------
    OSError
        If the file is no library that can be loaded.
    """

    def __init__(self, path: str, words: Sequence[str]) -> None:
        self._calls = ctypes.CDLL(path)
        self._calls.WIZ_CreateInstance.restype = c_uint64
        version = _Version()
        self._calls.WIZ_Init(byref(version))
        self.version = f"{version.major}.{version.minor}.{version.release}"
        self._instance = c_uint64(self._calls.WIZ_CreateInstance(byref(_Config(0, _LONGEST))))
        table = b"".join(word.encode("ascii").ljust(_LONGEST, b"\0") for word in words)
        self._calls.DIC_AddEntries(self._instance, table, c_int32(len(words)))

    def fill(self, blanks: int, seed: int) -> list[str] | None:
        """Return the rows of a grid with at most so many blanks, or None if it met none."""
        calls, instance = self._calls, self._instance
        calls.GRID_SetSize(instance, c_uint8(WIDTH), c_uint8(HEIGHT))
        calls.SOLVER_Start(instance, byref(_SolverConfig(seed, blanks, _HEURISTIC, _ANYWHERE)))
        status = _Status()
        calls.SOLVER_Step(instance, c_int32(_NO_LIMIT), c_int32(_MOST_WORDS), byref(status))
        cells = (c_char * (WIDTH * HEIGHT))()
        calls.GRID_Read(instance, cells)
        calls.SOLVER_Stop(instance)
        if status.fill_rate != _DONE_PERCENT:
            return None
        text = cells.raw.decode("ascii")
        return [text[k : k + WIDTH] for k in range(0, len(text), WIDTH)]


def grids(library: Library) -> Iterator[list[str]]:
    """Yield ever better grids."""
    allowed = ALLOWED
    for seed in count(1):
        rows = library.fill(allowed, seed)
        if rows is None:
            continue
        yield rows
        blanks = sum(not x.isalpha() for x in "".join(rows))
        if blanks == 0:
            return
        allowed = blanks - 1


def main(path: str, file: str) -> None:
    """Print the version, then the grids."""
    words = [x for x in Path(file).read_text("ascii").split() if len(x) <= max(WIDTH, HEIGHT)]
    try:
        library = Library(path, words)
    except OSError as error:
        sys.exit(f"the library cannot be loaded: {error}")
    print(f"{VERSION}{library.version}", flush=True)
    for rows in grids(library):
        print(*rows, DONE, sep="\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
