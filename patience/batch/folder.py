"""A batch from start to end: carry out the runs that its folder lacks, then write its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple

from patience.batch.compilation import await_kernels
from patience.batch.executors import Backend
from patience.batch.inputs import Fault
from patience.batch.journal import Past, opened, read_journal
from patience.batch.plan import BatchRun
from patience.batch.report import report_html
from patience.batch.run_records import RunRecord
from patience.batch.scheduler import BatchObserver, schedule
from patience.batch.statistics import PuzzleSummary
from patience.batch.tables import Tables, csv_text, json_text
from patience.errors import BatchError, FileError
from patience.files.grids import GridFile, read_grid
from patience.files.text import write_text
from patience.render.text import number_of
from patience.version import program_version


class Missing(NamedTuple):
    """What is still to do, and what the user should know of what is there already."""

    runs: list[BatchRun]
    notices: list[str]


class Ending(NamedTuple):
    """How a batch ended."""

    records: list[RunRecord]
    puzzles: list[PuzzleSummary]
    left: int  # runs that were asked for and neither done nor failed


def run_batch(
    folder: Path,
    runs: Sequence[BatchRun],
    backend: Callable[[], AbstractContextManager[Backend]],
    *,
    threads: int,
    observer: BatchObserver,
    faults: Sequence[Fault] = (),
    stopping: Callable[[], bool] = lambda: False,
    say: Callable[[str], None] = lambda text: None,
    begin: Callable[[int, int], None] = lambda done, missing: None,
) -> Ending:
    """Carry out the runs that a folder's journal lacks, and write summary and report.

    Parameters
    ----------
    folder : Path
    runs : sequence of BatchRun
        All that are asked for.
    backend : callable
        Opens the backend that carries them out; not called if nothing is missing.
    threads : int
        Of each run.
    observer : BatchObserver
    faults : sequence of Fault
        Inputs that could not be read, for the tables.
    stopping : callable
        Tells whether the user wants to stop.
    say : callable
        Takes sentences for the user.
    begin : callable
        Hears how many runs are done already and how many will be.

    Raises
    ------
    PatienceError
        If the folder cannot be used or there is no such cluster; BatchError if it has to stop
        before its end. Finished runs stay.
    """
    with opened(folder) as (journal, past):
        missing = find_missing(folder, runs, past)
        for notice in missing.notices:
            say(notice)
        begin(len(runs) - len(missing.runs), len(missing.runs))
        if missing.runs:
            try:
                with backend() as workers:
                    await_kernels(missing.runs, workers, say=say, stopping=stopping)
                    schedule(
                        missing.runs,
                        workers,
                        journal,
                        threads=threads,
                        observer=observer,
                        stopping=stopping,
                    )
            except BatchError:
                with suppress(FileError):  # should the disk be full, that was said already
                    write_tables(folder, faults)
                raise
        tables = write_tables(folder, faults)
    current = {(r.run, r.puzzle_sha256, r.lexicon_sha256) for r in tables.records}
    asked = ((r.id, r.instance.puzzle_sha256, r.instance.lexicon_sha256) for r in runs)
    return Ending(*tables, left=sum(each not in current for each in asked))


def find_missing(folder: Path, runs: Sequence[BatchRun], past: Past) -> Missing:
    """Find the runs to do: never done, failed, without their files, or of another question.

    A result of another version still answers the question: it stays, and the user is told.
    """
    missing: list[BatchRun] = []
    failed = lost = 0
    lexicons: dict[str, int] = {}
    puzzles: dict[str, int] = {}
    versions: dict[str, int] = {}
    for run in runs:
        record = past.records.get(run.id)
        name = run.instance.name
        if record is None:
            missing.append(run)
        elif record.puzzle_sha256 != run.instance.puzzle_sha256:
            puzzles[name] = puzzles.get(name, 0) + 1
            missing.append(run)
        elif record.lexicon_sha256 != run.instance.lexicon_sha256:
            lexicons[record.lexicon] = lexicons.get(record.lexicon, 0) + 1
            missing.append(run)
        elif not record.done:
            failed += 1
            missing.append(run)
        elif not _has_files(folder, record):
            lost += 1
            missing.append(run)
        elif record.version != program_version():
            versions[record.version] = versions.get(record.version, 0) + 1
    notices = [
        f"puzzle {name} has changed since {number_of(count, 'run')} of it: doing them again"
        for name, count in puzzles.items()
    ]
    notices += [
        f"lexicon {name} has changed since {number_of(count, 'run')} with it: doing them again"
        for name, count in lexicons.items()
    ]
    notices += [
        f"{number_of(count, 'run')} of patience {version} kept, this is {program_version()}: take "
        "another --out to do them again"
        for version, count in versions.items()
    ]
    if failed:
        notices.append(f"{number_of(failed, 'run')} failed before: trying again")
    if lost:
        notices.append(f"{number_of(lost, 'run')} without their files: doing them again")
    if past.unreadable:
        notices.append(f"{past.unreadable} damaged lines in the journal: their runs are done again")
    return Missing(missing, notices)


def _has_files(folder: Path, record: RunRecord) -> bool:
    return all((folder / name).is_file() for name in (record.json_file, record.grid_file) if name)


def read_tables(folder: str | Path) -> Tables:
    """Read what a batch has left in a folder; ``read_tables("results").to_dicts()`` is its table.

    Raises
    ------
    FileError
        If the folder holds no batch.
    """
    return Tables.of(read_journal(Path(folder)).records.values())


def best_grids(folder: Path) -> list[GridFile]:
    """Read the best grid of each puzzle of a batch; the lines above it name the puzzle.

    Raises
    ------
    PatienceError
        If the folder holds no batch, or a grid cannot be read.
    """
    found = []
    for puzzle in read_tables(folder).puzzles:
        if puzzle.best_run is not None:
            file = read_grid(folder / puzzle.best_run.grid_file)
            found.append(file._replace(header={"name": puzzle.puzzle, **file.header}))
    return found


def write_tables(folder: Path, faults: Sequence[Fault]) -> Tables:
    """Write summary and report of all that a folder holds, earlier batches included.

    Raises
    ------
    FileError
        If they cannot be written.
    """
    tables = read_tables(folder)
    write_text(folder / "summary.csv", csv_text(tables))
    write_text(folder / "summary.json", json_text(tables, faults, program_version()))
    write_text(folder / "report.html", report_html(folder.resolve().name, *tables, folder))
    return tables
