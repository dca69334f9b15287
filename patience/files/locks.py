"""Locks between processes: one batch a folder, one proof a state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from patience.errors import FileError
from patience.files.text import unwritable


@contextmanager
def locked(path: Path, taken: str) -> Iterator[None]:
    """Hold a lock on a file made for it, which stays there empty.

    The system frees the lock when this process ends, however it ends.

    Parameters
    ----------
    path : Path
    taken : str
        What to say if another process has it.

    Raises
    ------
    FileError
        If another process has it, or the file cannot be made.
    """
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise FileError(taken) from None
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        yield
    finally:
        lock.release()
