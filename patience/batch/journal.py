"""The journal of a batch, one line per run, appended atomically; the lock on its folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from patience.batch.names import Known
from patience.batch.run_records import RunRecord
from patience.batch.worker import RunOutput
from patience.errors import FileError
from patience.files.locks import locked
from patience.files.text import make_folder, write_text, writing

NAME = "journal.jsonl"
_LOCK = ".lock"


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


def known_puzzles(folder: Path) -> Known:
    """Return what a folder has runs of, by the names of the puzzles; nothing if it is no batch's.

    Raises
    ------
    FileError
        If the folder has a journal that cannot be read.
    """
    known: dict[str, set[tuple[str, str]]] = {}
    if (folder / NAME).exists():
        for record in read_journal(folder).records.values():
            known.setdefault(record.puzzle, set()).add(record.question)
    return known


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

    def __init__(self, folder: Path, file: FileIO) -> None:
        self._folder = folder
        self._file = file

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
            there = os.path.samestat(os.stat(self._folder / NAME), os.fstat(self._file.fileno()))
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
        end = os.fstat(self._file.fileno()).st_size
        with writing(self._folder / NAME):
            try:
                if os.write(self._file.fileno(), line) < len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(self._file.fileno())
            except OSError:
                # A line that may not be on disk must not count as done.
                with suppress(OSError):
                    self._file.truncate(end)
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
            file = open(folder / NAME, "a+b", buffering=0)  # noqa: SIM115 - closed below
        with file:
            # A killed program leaves a partial last line.
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            yield Journal(folder, file), read_journal(folder)
