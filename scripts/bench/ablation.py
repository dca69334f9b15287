"""Ablation of the beam engine: searches with one part left out.

The measure is the work until a cost is reached, in millions of children on one thread, which
depends neither on the machine nor on its load. A search that needs more than ``--most`` is ended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from statistics import fmean
from typing import NamedTuple

from patience import Limits, solve
from patience.engines.beam.variants import kind_of
from patience.engines.beam.weights import weights
from patience.engines.params import BeamParams, Weights
from patience.files.instances import load_instance
from patience.result import Stats
from patience.words.lexicon import load
from scripts.common import SecondReferee, document, machine_line, tell

# Jobs with target costs that most seeds reach within a minute, few within ten seconds.
TARGETS = {"gay-play-frame-9x7": 5, "dujardin-compact-61": 70}


def _unfitted(fitted: Weights) -> Weights:
    """Return the weights without the parts fitted by letter and by row."""
    alpha, tile_penalty, rho = (
        (fmean(x),) for x in (fitted.alpha, fitted.tile_penalty, fitted.rho)
    )
    return replace(fitted, price=(0.0,) * 26, alpha=alpha, tile_penalty=tile_penalty, rho=rho)


# The parts, with the parameters that leave each out.
PARTS: Mapping[str, Callable[[Weights], BeamParams]] = {
    "nothing": lambda fitted: BeamParams(),
    "orientation: wide rows": lambda fitted: BeamParams(narrow_rows=False),
    "pairs of lines": lambda fitted: BeamParams(weights=replace(fitted, pairs=0.0)),
    "vowel term": lambda fitted: BeamParams(weights=replace(fitted, vowels=(0.0,))),
    "fit of prices and rows": lambda fitted: BeamParams(weights=_unfitted(fitted)),
    "weights never perturbed": lambda fitted: BeamParams(weights=replace(fitted, perturbation=0.0)),
}

# A search for compact grids has none of these.
ONLY_FRAMES = ("orientation: wide rows", "pairs of lines")


class Ablation(NamedTuple):
    """A search with one part left out."""

    job: str
    part: str
    seed: int
    most: int  # millions of children


class Counter(SecondReferee):
    """Ends a search after `most` children."""

    most = 0

    def on_progress(self, stats: Stats) -> None:
        """Stop as a user would."""
        if stats.children > self.most:
            raise KeyboardInterrupt


def work(ablation: Ablation) -> tuple[float | None, int | None]:
    """Return the millions of children until the cost was reached, or None; and the cost."""
    spec = load_instance(ablation.job)
    puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
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
    """Run all ablations and return a Markdown table: one row per job and part."""
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
            work_done = f"{children:.0f}" if children is not None else f"- ({cost})"
            found.setdefault((ablation.job, ablation.part), []).append(work_done)
            tell(f"{ablation.job}, without {ablation.part}, seed {ablation.seed}: {work_done}")
    head = ["job", "left out", "million children of each seed"]
    rows = [[job, part, ", ".join(each)] for (job, part), each in found.items()]
    goals = ", ".join(f"{job} {TARGETS[job]}" for job in jobs)
    notes = [
        f"Until the cost is reached ({goals}), one thread each; a dash: not within {most} million, "
        "and the cost it had then. Every grid has passed the referee and tests/naive.",
        machine_line(),
    ]
    return document(head, rows, notes)
