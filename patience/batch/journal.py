"""The journal of a batch, one line per run, appended atomically; the lock on its folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from patience.batch.run_records import RunRecord
from patience.batch.worker import RunOutput
from patience.errors import FileError
from patience.files.locks import locked
from patience.files.text import make_folder, write_text, writing

NAME = "journal.jsonl"
_LOCK = ".lock"

# Without the last, Windows writes line ends of its own.
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)


class Past(NamedTuple):
    """The content of a journal: the last record of each run, and the number of invalid lines."""

    records: dict[str, RunRecord]
    unreadable: int


def read_journal(folder: Path) -> Past:
    """Read a journal; a partial last line, which a killed program leaves, is ignored.

    Raises
    ------
    FileError
        If the folder holds no journal.
    """
    try:
        with open(folder / NAME, "rb") as file:
            return _parsed(file)
    except FileNotFoundError:
        raise FileError(f"{folder}: no batch was run here (it has no {NAME})") from None
    except OSError as error:
        raise FileError(f"{folder / NAME} cannot be read: {error.strerror or error}") from None


def _parsed(lines: Iterable[bytes]) -> Past:
    records: dict[str, RunRecord] = {}
    unreadable = 0
    for line in lines:
        if not line.endswith(b"\n"):
            break
        try:
            record = RunRecord.from_line(line)
        except ValueError:
            unreadable += 1
        else:
            records[record.run] = record
    return Past(records, unreadable)


class Journal:
    """The journal of a running batch; created by `opened`."""

    def __init__(self, folder: Path, descriptor: int) -> None:
        self._folder = folder
        self._descriptor = descriptor

    def keep(self, output: RunOutput) -> None:
        """Write a run's files, then its line, so that every run with a line has its files.

        Raises
        ------
        FileError
            If they cannot be written completely; then nothing is written.
        """
        self._check_in_place()
        record = output.record
        target = self._folder / record.json_file
        make_folder(target.parent)
        if output.grid:
            write_text(self._folder / record.grid_file, output.grid)
        write_text(target, output.result)
        self.append(record)

    def _check_in_place(self) -> None:
        """Refuse to write files if the journal has been moved away."""
        try:
            there = os.path.samestat(os.stat(self._folder / NAME), os.fstat(self._descriptor))
        except OSError:
            there = False
        if not there:
            raise FileError(f"{self._folder} was moved or removed while the batch was running")

    def append(self, record: RunRecord) -> None:
        """Append a line and sync it to disk.

        Raises
        ------
        FileError
            If the line cannot be written; no part of it remains.
        """
        self._check_in_place()
        line = record.to_line().encode()
        end = os.fstat(self._descriptor).st_size
        with writing(self._folder / NAME):
            try:
                if os.write(self._descriptor, line) < len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(self._descriptor)
            except OSError:
                # A line that may not be on disk must not count as done.
                with suppress(OSError):
                    os.ftruncate(self._descriptor, end)
                raise


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Journal, Past]]:
    """Lock a folder for one batch, cut a partial last line off its journal, and read it.

    Raises
    ------
    FileError
        If the folder cannot be written to, or another batch has locked it.
    """
    make_folder(folder)
    taken = f"{folder}: another batch is writing there; wait for its end or take another --out"
    with locked(folder / _LOCK, taken):
        with writing(folder / NAME):
            descriptor = os.open(folder / NAME, _FLAGS, 0o666)
        try:
            _cut_half_line(descriptor)
            yield Journal(folder, descriptor), read_journal(folder)
        finally:
            os.close(descriptor)


def _cut_half_line(descriptor: int) -> None:
    """Cut off a partial last line, which a killed program leaves."""
    size = os.fstat(descriptor).st_size
    end, block = size, 1 << 16
    while end:
        start = max(end - block, 0)
        os.lseek(descriptor, start, os.SEEK_SET)
        newline = os.read(descriptor, end - start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end < size:
        os.ftruncate(descriptor, end)
