"""Which runs of a batch are missing from its folder, and what is said of earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

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
    stories: Counter[_Story] = Counter()
    for run in runs:
        record = past.records.get(run.id)
        story = _story(folder, run, record) if record else None
        if record is None or (story and story.again):
            missing.append(run)
        if story:
            stories[story] += 1
    notices = [
        f"{story.before}{number_of(count, 'run')}{story.after}"
        for story, count in sorted(stories.items())
    ]
    if past.unreadable:
        notices.append(f"{past.unreadable} damaged lines in the journal: their runs are done again")
    return missing, notices


class _Story(NamedTuple):
    """A kind of notice about earlier runs: its rank, and the words around their number."""

    rank: int
    before: str
    after: str
    again: bool = True


def _story(folder: Path, run: BatchRun, record: RunRecord) -> _Story | None:
    instance = run.instance
    if record.puzzle_sha256 != instance.puzzle_sha256:
        name = instance.name
        return _Story(0, f"puzzle {name} has changed since ", " of it: doing them again")
    if record.lexicon_sha256 != instance.lexicon_sha256:
        name = record.lexicon
        return _Story(1, f"lexicon {name} has changed since ", " with it: doing them again")
    if not record.done:
        return _Story(3, "", " failed before: trying again")
    if not _has_files(folder, record):
        return _Story(4, "", " without their files: doing them again")
    if record.version != program_version():
        kept = f" of patience {record.version} kept, this is {program_version()}: take another "
        return _Story(2, "", f"{kept}--out to do them again", again=False)
    return None


def _has_files(folder: Path, record: RunRecord) -> bool:
    return all((folder / name).is_file() for name in (record.json_file, record.grid_file) if name)
