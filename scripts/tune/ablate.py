"""What each part of the beam engine is worth: searches with one of them left out.

    python -m scripts.tune.ablate                                all parts, frame and compact
    python -m scripts.tune.ablate gay-play-frame-9x7 --seeds 1-3 --most 500

Told is the work until a cost is reached, in millions of children, of one thread each: the same on
every machine, whatever else it does. A search that needs more than ``--most`` is ended.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from statistics import fmean
from typing import NamedTuple

import click

from patience import Limits, solve
from patience.engines.beam.engine import Params
from patience.engines.beam.variants import kind_of
from patience.engines.beam.weights import Weights, weights
from patience.files.instances import load_instance
from patience.result import Stats
from patience.words.lexicon import load
from scripts.common import (
    SecondReferee,
    deliver,
    document,
    execute,
    listed,
    machine_line,
    output_option,
    tell,
)

# Jobs and the cost to reach: what most seeds find within a minute, few within ten seconds.
TARGETS = {"gay-play-frame-9x7": 5, "dujardin-compact-61": 70}


def _unfitted(fitted: Weights) -> Weights:
    """Return the weights without what was fitted letter by letter and row by row."""
    alpha, tile_penalty, rho = (
        (fmean(x),) for x in (fitted.alpha, fitted.tile_penalty, fitted.rho)
    )
    return replace(fitted, price=(0.0,) * 26, alpha=alpha, tile_penalty=tile_penalty, rho=rho)


# What is left out, and what of the weights and the search remains then.
PARTS: Mapping[str, Callable[[Weights], Params]] = {
    "nothing": lambda fitted: Params(),
    "orientation: wide rows": lambda fitted: Params(narrow_rows=False),
    "pairs of lines": lambda fitted: Params(weights=replace(fitted, pairs=0.0)),
    "vowel term": lambda fitted: Params(weights=replace(fitted, vowels=(0.0,))),
    "fit of prices and rows": lambda fitted: Params(weights=_unfitted(fitted)),
    "neighbourhoods": lambda fitted: Params(neighbourhoods=False),
    "weights never perturbed": lambda fitted: Params(weights=replace(fitted, perturbation=0.0)),
}

# Of these compact grids know nothing.
ONLY_FRAMES = ("orientation: wide rows", "pairs of lines", "neighbourhoods")


class Ablation(NamedTuple):
    """A search with one part left out."""

    job: str
    part: str
    seed: int
    most: int  # millions of children


class Counter(SecondReferee):
    """Ends a search that has made so many children."""

    most = 0

    def on_progress(self, stats: Stats) -> None:
        """Stop as a user would."""
        if stats.children > self.most:
            raise KeyboardInterrupt


def work(ablation: Ablation) -> tuple[float | None, int | None]:
    """Return the millions of children until the cost was reached, or None; and the cost."""
    spec = load_instance(ablation.job)
    puzzle, lexicon = spec.puzzle(), load(spec.lexicon_name, spec.conventions)
    observer = Counter(puzzle, lexicon)
    observer.most = ablation.most * 1_000_000
    target = TARGETS[ablation.job]
    fitted = weights(kind_of(puzzle))
    result = solve(
        puzzle,
        lexicon,
        engine="beam",
        limits=Limits(seconds=None, target=target),
        seed=ablation.seed,
        threads=1,
        observer=observer,
        params=PARTS[ablation.part](fitted),
    )
    reached = result.cost is not None and result.cost <= target
    return result.stats.children / 1e6 if reached else None, result.cost


def table(jobs: Sequence[str], seeds: Sequence[int], most: int, processes: int) -> str:
    """Run all ablations and return a Markdown table: a row a part and job."""
    ablations = [
        Ablation(job, part, seed, most)
        for job in jobs
        for part in PARTS
        if "frame" in job or part not in ONLY_FRAMES
        for seed in seeds
    ]
    found: dict[tuple[str, str], list[str]] = {}
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for ablation, (children, cost) in zip(ablations, pool.map(work, ablations), strict=True):
            told = f"{children:.0f}" if children is not None else f"- ({cost})"
            found.setdefault((ablation.job, ablation.part), []).append(told)
            tell(f"{ablation.job}, without {ablation.part}, seed {ablation.seed}: {told}")
    head = ["job", "left out", "million children, a seed each"]
    rows = [[job, part, ", ".join(told)] for (job, part), told in found.items()]
    goals = ", ".join(f"{job} {TARGETS[job]}" for job in jobs)
    notes = [
        f"Until the cost is reached ({goals}), one thread each; a dash: not within {most} million, "
        "and the cost it had then. Every grid has passed the referee and tests/naive.",
        machine_line(),
    ]
    return document(head, rows, notes)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("jobs", nargs=-1, type=click.Choice(sorted(TARGETS)), metavar="[JOB]...")
@listed("--seeds", "1-5", "One search each.")
@click.option("--most", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True)
@output_option
def main(
    *, jobs: Sequence[str], seeds: list[int], most: int, processes: int, output: str | None
) -> None:
    """Tell what the parts of the beam engine are worth."""
    deliver(table(jobs or sorted(TARGETS), seeds, most, processes), output)


if __name__ == "__main__":
    sys.exit(execute(main))
