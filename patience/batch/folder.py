"""A batch from start to end: execute the missing runs of a folder, then write its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from patience.batch.inputs import Fault
from patience.batch.journal import opened, read_journal
from patience.batch.missing import find_missing
from patience.batch.plan import BatchRun
from patience.batch.report import report_html
from patience.batch.scheduler import BatchObserver, Scheduler
from patience.batch.tables import Tables, csv_text, json_text
from patience.errors import BatchError, FileError
from patience.files.grids import GridFile, read_grid
from patience.files.text import write_text
from patience.version import program_version
from patience.workers.executors import Backend


def run_batch(
    folder: Path,
    runs: Sequence[BatchRun],
    backend: Callable[[], AbstractContextManager[Backend]],
    *,
    threads: int,
    observer: BatchObserver,
    faults: Sequence[Fault] = (),
) -> tuple[Tables, int]:
    """Execute the runs missing from a folder's journal, and write summary and report.

    Parameters
    ----------
    folder : Path
    runs : sequence of BatchRun
        All requested runs.
    backend : callable
        Opens the backend; not called if no run is missing.
    threads : int
        Threads per run.
    observer : BatchObserver
    faults : sequence of Fault
        Inputs that could not be read, for the tables.

    Returns
    -------
    tables : Tables
    left : int
        How many requested runs are neither done nor failed.

    Raises
    ------
    PatienceError
        If the folder cannot be used or the cluster cannot be reached; BatchError if the batch has
        to stop early. Finished runs are kept.
    """
    with opened(folder) as (journal, past):
        missing, notices = find_missing(folder, runs, past)
        for notice in notices:
            observer.on_notice(notice)
        observer.on_begin(len(runs) - len(missing), len(missing))
        if missing:
            try:
                with backend() as workers:
                    Scheduler(workers, journal, threads, observer).run(missing)
            except BatchError:
                with suppress(FileError):  # a full disk has been reported already
                    write_tables(folder, faults)
                raise
        tables = write_tables(folder, faults)
    current = {(run.run, run.question) for run in tables.records}
    return tables, sum((run.id, run.instance.question) not in current for run in runs)


def read_tables(folder: str | Path) -> Tables:
    """Read the tables of a batch's folder, as in ``read_tables("results").to_dicts()``.

    Raises
    ------
    FileError
        If the folder holds no batch.
    """
    return Tables.of(read_journal(Path(folder)).records.values())


def best_grids(folder: Path) -> list[GridFile]:
    """Read the best grid of each puzzle of a batch; its header names the puzzle.

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
    """Write summary and report of all runs in a folder, earlier batches included.

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
