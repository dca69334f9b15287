"""Locks between processes: one batch per folder, one proof per state, one list added at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from patience.errors import FileError
from patience.files.text import writing


@contextmanager
def locked(path: Path, taken: str, *, seconds: float = 0) -> Iterator[None]:
    """Hold a lock on an empty file created for it, which is never deleted.

    The operating system releases the lock when the process ends, in whatever way. Another process
    has `seconds` to do so.

    Raises
    ------
    FileError
        With the message `taken` if another process holds the lock, or if the file cannot be
        created.
    """
    lock = FileLock(path)
    with writing(path):
        try:
            lock.acquire(timeout=seconds)
        except Timeout:
            raise FileError(taken) from None
    try:
        yield
    finally:
        lock.release()
