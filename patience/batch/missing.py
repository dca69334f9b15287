"""Which runs of a batch are missing from its folder, and what is said of earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from patience.batch.journal import Past
from patience.batch.plan import BatchRun
from patience.batch.run_records import RunRecord
from patience.render.text import number_of
from patience.version import program_version


def find_missing(
    folder: Path, runs: Sequence[BatchRun], past: Past
) -> tuple[list[BatchRun], list[str]]:
    """Find the missing runs: never done, failed, without their files, or with another question.

    A result of another version of the program still answers the question and is kept.

    Returns
    -------
    missing : list of BatchRun
    notices : list of str
        Notices about the runs that were done before.
    """
    missing: list[BatchRun] = []
    told: Counter[tuple[str, str]] = Counter()  # the words before and after a number of runs
    for run in runs:
        record = past.records.get(run.id)
        words = _why_again(folder, run, record) if record else None
        if record is None or words:
            missing.append(run)
        elif record.version != program_version():
            kept = f" of patience {record.version} kept, this is {program_version()}"
            words = "", f"{kept}: take another --out to do them again"
        if words:
            told[words] += 1
    notices = [f"{before}{number_of(n, 'run')}{after}" for (before, after), n in told.items()]
    if past.unreadable:
        notices.append(f"left out {number_of(past.unreadable, 'damaged line')} of the journal")
    return missing, notices


def _why_again(folder: Path, run: BatchRun, record: RunRecord) -> tuple[str, str] | None:
    instance = run.instance
    if record.puzzle_sha256 != instance.puzzle_sha256:
        return f"puzzle {instance.name} has changed since ", " of it: doing them again"
    if record.lexicon_sha256 != instance.lexicon_sha256:
        return f"lexicon {record.lexicon} has changed since ", " with it: doing them again"
    if not record.done:
        return "", " failed before: trying again"
    names = filter(None, (record.json_file, record.grid_file))
    there = all((folder / name).is_file() for name in names)
    return None if there else ("", " without their files: doing them again")
