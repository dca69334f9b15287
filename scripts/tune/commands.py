"""Fit and judge the weights of the score, measure the parts of the search, plot the results.

    python -m scripts.tune learn frame --output new.toml      weights from the layers of beams
    python -m scripts.tune evolve huge --output new.toml      weights from the grids of beams
    python -m scripts.tune judge new.toml                     weights against those that ship
    python -m scripts.tune ablate                             the value of each part of the search
    python -m scripts.bench quality --raw docs/data/quality.json
    python -m scripts.tune plot quality docs/data/quality.json docs/pictures/quality.svg
    python -m scripts.bench growth --raw docs/data/growth.json
    python -m scripts.tune plot growth docs/data/growth.json docs/pictures/growth.svg

`learn` and `evolve` start from the shipped weights. The headers of the tables in
``patience/engines/beam/weights.toml`` have the commands for each.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from patience.encodings import read_text
from patience.engines.beam.weights import weights
from patience.engines.params import Weights
from patience.files.text import write_text
from scripts.bench.beam import Growth
from scripts.bench.quality import Raw
from scripts.common import deliver, listed, output_option, tell
from scripts.tune import ablation, plots
from scripts.tune.evolution import climb
from scripts.tune.judging import judged
from scripts.tune.puzzles import EVOLVED, HELD_OUT, LEARNT
from scripts.tune.regression import rounds
from scripts.tune.weight_vectors import read_weights, text_of

_KINDS = sorted({*EVOLVED, *LEARNT})

_new_option = click.option(
    "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="File for the weights so far, written after each round or batch.",
)  # fmt: skip
_start_option = click.option(
    "--start", type=click.Path(path_type=Path), help="Begin with the weights of a file."
)
_like_option = click.option(
    "--like", type=click.Choice(_KINDS), help="Begin with the weights that ship for another kind."
)
_jobs_option = click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Fit the weights of the beam's score, judge them, and draw what was measured."""


def _start(kind: str, like: str | None, file: Path | None) -> Weights:
    """Return the initial weights: those of a file, or the shipped ones of a kind."""
    if file is None:
        return weights(like or kind)
    if like is not None:
        raise click.UsageError("--start and --like: give one of them")
    return read_weights(file, [kind])[kind]


def _origin(what: str, shapes: Sequence[object]) -> list[str]:
    """Return the header of a table: method, puzzles and command."""
    context = click.get_current_context()
    words = [str(context.info_name)]
    for param in context.command.params:
        value = context.params[str(param.name)]
        if value is not None:
            words += [param.opts[0]] if isinstance(param, click.Option) else []
            words.append(f"{value:g}" if isinstance(value, float) else str(value))
    return [f"{what}, of", *(f"  {shape}" for shape in shapes), "with", f"  {shlex.join(words)}"]


@main.command()
@click.argument("kind", type=click.Choice(sorted(LEARNT)))
@_new_option
@_start_option
@_like_option
@click.option(
    "--stage", type=click.IntRange(1),
    help="Which puzzles: the first are the easiest; by default the last.",
)  # fmt: skip
@click.option("--rounds", "number", type=click.IntRange(1), default=3, show_default=True)
@click.option(
    "--sets", type=click.IntRange(1), default=30, show_default=True,
    help="Tile sets a round, for each shape.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(1), default=60_000, show_default=True)
@click.option(
    "--pull", type=click.FloatRange(0), default=100, show_default=True,
    help="Towards the weights before; a layer pulls with up to 1,000.",
)  # fmt: skip
@click.option(
    "--held-out", type=click.IntRange(0), default=0, show_default=True,
    help="Further sets, to show how weights rank ancestors that they were not learnt from.",
)  # fmt: skip
def learn(
    kind: str, *, output: Path, start: Path | None, like: str | None, stage: int | None,
    number: int, sets: int, width: int, pull: float, held_out: int,
) -> None:  # fmt: skip
    """Learn weights from the layers of beams: those that rank the ancestors of grids higher."""
    stages = LEARNT[kind]
    stage = stage or len(stages)
    if stage > len(stages):
        raise click.UsageError(f"--stage {stage}: {kind} has {len(stages)}")
    wholes, begin = stages[stage - 1], _start(kind, like, start)
    steps = rounds(wholes, begin, sets=sets, width=width, pull=pull, held_out=held_out)
    for each in islice(steps, number):
        how = _origin(f"Learnt from layers, round {each.number}", wholes)
        write_text(output, text_of(kind, each.weights, how))
        tell(f"round {each.number}: {each.report}")


@main.command()
@click.argument("kind", type=click.Choice(sorted(EVOLVED)))
@_new_option
@_start_option
@_like_option
@click.option("--batches", type=click.IntRange(1), default=20, show_default=True)
@click.option("--pairs", type=click.IntRange(1), default=400, show_default=True, help="A batch.")
@click.option(
    "--rate", type=click.FloatRange(0), default=4.0, show_default=True,
    help="How far to go, in steps of the weights, where each step wins all pairs.",
)  # fmt: skip
@click.option("--width", type=click.IntRange(1), default=8000, show_default=True)
@click.option("--seed", type=click.IntRange(1), default=1, show_default=True)
@_jobs_option
def evolve(
    kind: str, *, output: Path, start: Path | None, like: str | None, batches: int, pairs: int,
    rate: float, width: int, seed: int, jobs: int,
) -> None:  # fmt: skip
    """Fit weights to the grids that beams end with, by an evolution strategy."""
    begin, shapes = _start(kind, like, start), EVOLVED[kind]
    steps = climb(begin, shapes, pairs=pairs, width=width, rate=rate, seed=seed, jobs=jobs)
    for batch in islice(steps, batches):
        how = _origin(f"Fitted by an evolution strategy, batch {batch.number}", shapes)
        write_text(output, text_of(kind, batch.weights, how))
        tell(
            f"batch {batch.number}: {100 * batch.ended:.1f} % of the beams ended, "
            f"{100 * batch.won:.1f} % of the pairs have a winner"
        )


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--sets", type=click.IntRange(1), default=5, show_default=True)
@click.option("--width", type=click.IntRange(1), default=30_000, show_default=True)
@_jobs_option
def judge(file: Path, *, sets: int, width: int, jobs: int) -> None:
    """Compare the weights of FILE with those that ship, on what no fit has seen."""
    for kind, fitted in read_weights(file, HELD_OUT).items():
        click.echo(judged(kind, [weights(kind), fitted], width, sets, jobs))


@main.command()
@click.argument("jobs", nargs=-1, type=click.Choice(sorted(ablation.TARGETS)), metavar="[JOB]...")
@listed("--seeds", "1-5", "One search each.")
@click.option(
    "--most", type=click.IntRange(1), default=1000, show_default=True,
    help="Million children after which a search ends.",
)  # fmt: skip
@click.option("--processes", type=click.IntRange(1), default=2, show_default=True)
@output_option
def ablate(
    *, jobs: Sequence[str], seeds: list[int], most: int, processes: int, output: str | None
) -> None:
    """Measure what the parts of the beam engine are worth: searches without one of them."""
    deliver(ablation.table(jobs or sorted(ablation.TARGETS), seeds, most, processes), output)


@main.group()
def plot() -> None:
    """Draw what `scripts.bench` has measured."""


@plot.command()
@click.argument("raw", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def quality(*, raw: Path, picture: Path) -> None:
    """Draw the cost of the best grid against time, from ``quality --raw``."""
    figure = plots.quality_figure(Raw.loads(read_text(raw)))
    write_text(picture, plots.svg(figure))


@plot.command()
@click.argument("raw", type=click.Path(path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def growth(*, raw: Path, picture: Path) -> None:
    """Draw time and memory against the width, from ``growth --raw``."""
    figure = plots.growth_figure([Growth(**each) for each in json.loads(read_text(raw))])
    write_text(picture, plots.svg(figure))
