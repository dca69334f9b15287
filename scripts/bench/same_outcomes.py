"""Compare the outcomes of two checkouts: bounded searches of all goals and engines.

    python -m scripts.bench.same_outcomes ../before/.venv/bin/patience .venv/bin/patience

Each search is bounded by work (``--max-width``) or small enough to finish, so that its outcome
depends on the seed alone. Differences in cost, bound, status or grid are listed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import click

HAND = "AAABCDEEEEFGHIIILLMMNNOOPRRRSSTTU"
SMALL = "ABCCEFILMNOQSUUV"

# The parts of an outcome that must not change.
COMPARED = ("goal", "size", "status", "cost", "bound", "grid")


class Job(NamedTuple):
    """One search: the arguments of ``patience solve``."""

    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(self.arguments)


def jobs() -> Iterator[Job]:
    """Yield the 40 searches."""

    def job(text: str) -> Job:
        return Job((*text.split(), "--threads", "1"))

    for seed in range(4):
        yield job(f"--frame 9x7 --engine beam --max-width 2000 --seed {seed}")
        yield job(f"--compact --tiles diamino-61 --engine beam --max-width 1000 --seed {seed}")
        yield job(f"--frame 5x4 --tiles {HAND} --engine beam --max-width 500 --seed {seed}")
        yield job(f"--compact --tiles {SMALL} --engine beam --max-width 300 --seed {seed}")
    for seed in range(2):
        yield job(f"competition-standin --engine beam --max-width 300 --seed {seed}")
        yield job(
            f"--frame 14x9 --tiles diamino-double --engine beam --max-width 500 --seed {seed}"
        )
        yield job(f"--frame 7x9 --engine beam --max-width 4000 --seed {seed}")
        yield job(f"--frame 9x7 --distinct-words --engine beam --max-width 500 --seed {seed}")
        yield job(f"--frame 7x5 --subject zool --engine beam --max-width 500 --seed {seed}")
        yield job(f"--frame 9x7 --require THERMIDOR --engine beam --max-width 300 --seed {seed}")
        yield job(f"--frame 4x4 --tiles {SMALL} --lexicon fr-basic --max-width 50 --seed {seed}")
        yield job(f"--frame 4x3 --tiles {SMALL} --engine prove --seed {seed}")
        yield job(f"--compact --within 5x4 --tiles ABCEFILMNOSU --engine prove --seed {seed}")
        yield job(f"--frame 4x3 --tiles {SMALL} --lexicon fr-common --engine cpsat --seed {seed}")
        yield job(f"--compact --tiles ABCEILOSU --lexicon fr-common --engine cpsat --seed {seed}")
        yield job(f"--compact --tiles {SMALL} --lexicon fr-common --max-width 200 --seed {seed}")


def outcome(program: Path, job: Job) -> dict[str, Any]:
    """Run one search and return the `COMPARED` parts of its outcome."""
    command = [str(program), "solve", *job.arguments, "--quiet", "--format", "json"]
    command += ["--time-limit", "600"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        return {"exit": done.returncode, "error": done.stderr.strip()}
    told = json.loads(done.stdout)
    return {key: told[key] for key in COMPARED}


def differences(before: Path, after: Path, searches: Sequence[Job]) -> Iterator[str]:
    """Yield a line with the differences for each search whose outcomes differ."""
    with ThreadPoolExecutor(1) as pool:
        for job in searches:
            other = pool.submit(outcome, before, job)
            new = outcome(after, job)
            old = other.result()
            if old == new and "error" not in new:
                continue
            keys = [key for key in {**old, **new} if old.get(key) != new.get(key)] or list(new)
            yield f"{job}: " + "; ".join(f"{k} {old.get(k)} -> {new.get(k)}" for k in sorted(keys))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("before", type=click.Path(exists=True, path_type=Path))
@click.argument("after", type=click.Path(exists=True, path_type=Path))
@click.option("--most", type=click.IntRange(1), help="Only so many of the searches.")
def main(before: Path, after: Path, most: int | None) -> None:
    """Compare the outcomes of two checkouts, each named by its `patience` program."""
    searches = list(jobs())[:most]
    told = 0
    for line in differences(before, after, searches):
        told += 1
        click.echo(line)
    click.echo(f"{len(searches) - told} of {len(searches)} outcomes are the same")
    sys.exit(1 if told else 0)


if __name__ == "__main__":
    main()
