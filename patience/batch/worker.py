"""Execute one run in a worker and return the texts of its files."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from patience.batch.plan import BatchRun
from patience.batch.run_records import DONE, FAILED, RunRecord
from patience.errors import PatienceError
from patience.question.header import to_header
from patience.render.json import dumps, result_json
from patience.render.text import grid_text, result_header
from patience.solve import solve
from patience.version import program_version
from patience.words.lexicon import load


class RunOutput(NamedTuple):
    """The output of a run: its record, its JSON, and its grid as text, empty without a grid."""

    record: RunRecord
    result: str
    grid: str


def execute_run(run: BatchRun, threads: int, version: str) -> RunOutput:
    """Search and return the output; `version` is that of the program that submits the run.

    Raises
    ------
    PatienceError
        If this worker's program or lexicon differs, or the engine cannot take the puzzle.
    """
    instance, setting, started = run.instance, run.setting, time.monotonic()
    if program_version() != version:
        raise PatienceError(
            f"a worker has patience {program_version()}, the batch {version}: install the same "
            "version"
        )
    lexicon = load(*instance.spec.vocabulary)
    if lexicon.sha256 != instance.lexicon_sha256:
        raise PatienceError(
            f"lexicon {lexicon.name} has changed since the batch began, or differs on this worker: "
            "start the batch again"
        )
    result = solve(
        instance.spec.puzzle(),
        lexicon,
        engine=setting.engine,
        limits=setting.limits,
        seed=run.seed,
        threads=threads,
        prefer=instance.spec.prefer,
    )
    answer = result_json(result)
    header = to_header(instance.spec)
    grid = ""
    if result.best is not None:
        above = result_header(result, header, engine=answer["engine"], seed=run.seed)
        grid = grid_text(result.best, {"name": instance.name, **above})
    record = _record(run, answer, time.monotonic() - started)
    about = {"run": run.id, "version": version, "puzzle": header}
    return RunOutput(record, dumps({**about, **answer}), grid)


def failure(run: BatchRun, reason: str) -> RunRecord:
    """Return the record of a failed run."""
    return RunRecord(
        run=run.id,
        puzzle=run.instance.name,
        setting=run.setting.name,
        engine=run.setting.engine,
        seed=run.seed,
        state=FAILED,
        reason=reason,
        lexicon=run.instance.spec.lexicon_name,
        lexicon_sha256=run.instance.lexicon_sha256,
        puzzle_sha256=run.instance.puzzle_sha256,
        version=program_version(),
    )


def _record(run: BatchRun, answer: Mapping[str, Any], seconds: float) -> RunRecord:
    return replace(
        failure(run, answer["stats"]["reason"]),
        state=DONE,
        **{key: answer[key] for key in ("engine", "goal", "status", "cost", "bound", "threads")},
        size=answer["size"] or "",
        elapsed_s=answer["elapsed_s"],
        overhead_s=round(max(seconds - answer["elapsed_s"], 0.0), 3),
        history=tuple((found, cost) for found, cost in answer["history"]),
        lexicon=answer["lexicon"]["name"],
    )
