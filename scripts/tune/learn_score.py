"""Learn the weights of the beam's score from its own layers.

    python -m scripts.tune.learn_score frame --output new.toml
    python -m scripts.tune.learn_score surplus --like frame --stage 1 --sets 8 --output new.toml

In each layer of a beam some states are ancestors of finished, connected grids; the others took up
room. A logistic regression, centred layer by layer, tells by what the score already reads (lines,
row, tiles left) how to rank the ancestors higher. The weights that come out rank the layers of the
next round, so that they are judged on the states that they themselves keep. Minutes do what
CMA-ES (`fit_score.py fit`) does not in hours, as each beam says thousands of things instead of one;
`fit_score.py judge` compares the outcome with what ships, `--held-out` how it ranks ancestors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from patience.engines.beam.weights import Weights, weights
from patience.files.text import write_text
from scripts.common import execute, tell
from scripts.tune.layers import LayerSample, layers
from scripts.tune.lessons import LESSONS, Lesson
from scripts.tune.regression import height, learnt
from scripts.tune.weight_vectors import read_weights, text_of

# Puzzles from this number on are held out.
_HELD_OUT = 1_000_000


def watched(
    lessons: Sequence[Lesson], numbers: Iterable[int], given: Weights, width: int
) -> tuple[list[LayerSample], str]:
    """Run the beams of puzzles with these numbers; return their layers, and how many there are."""
    seen: list[LayerSample] = []
    asked = telling = 0
    for number in numbers:
        for lesson in lessons:
            for question in lesson.questions(number):
                found = list(layers(question, given, width, number))
                seen += found
                asked, telling = asked + 1, telling + bool(found)
    return seen, f"{len(seen)} layers of {telling} of {asked} beams"


def _start(kind: str, like: str | None, file: Path | None) -> Weights:
    """Return the weights to begin with: of a file, or those that ship, of a kind like it."""
    if file is None:
        return weights(like or kind)
    if like is not None:
        raise click.UsageError("--start and --like: give one of them")
    found = read_weights(file, LESSONS)
    if kind not in found:
        raise click.UsageError(f"{file}: has no table [{kind}]")
    return found[kind]


@click.command(help=__doc__)
@click.argument("kind", type=click.Choice(sorted(LESSONS)))
@click.option("--output", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option("--start", type=click.Path(path_type=Path), help="Begin with the weights of a file.")
@click.option(
    "--like", type=click.Choice(sorted(LESSONS)),
    help="Begin with the weights that ship for another kind.",
)  # fmt: skip
@click.option(
    "--stage", type=click.IntRange(1),
    help="Which questions: the first are the easiest; by default the last.",
)  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True)
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
    help="Further sets, to tell how weights rank ancestors that they were not learnt from.",
)  # fmt: skip
def main(
    kind: str,
    *,
    output: Path,
    start: Path | None,
    like: str | None,
    stage: int | None,
    rounds: int,
    sets: int,
    width: int,
    pull: float,
    held_out: int,
) -> None:
    """Learn the weights of a kind; FILE has them after each round."""
    stages = LESSONS[kind]
    stage = stage or len(stages)
    if stage > len(stages):
        raise click.UsageError(f"--stage {stage}: {kind} has {len(stages)}")
    lessons = stages[stage - 1]
    now = _start(kind, like, start)
    for turn in range(1, rounds + 1):
        numbers = [0, *range(sets * (turn - 1) + 1, sets * turn)]
        seen, told = watched(lessons, numbers, now, width)
        if not seen:
            raise click.ClickException("no beam finished a grid: try a greater --width")
        before, now = now, learnt(seen, now, pull)
        tell(f"round {turn}: {told}; {_heights(seen, before, now)}")
        if held_out:
            judged, told = watched(lessons, range(_HELD_OUT, _HELD_OUT + held_out), before, width)
            if judged:
                told += f"; {_heights(judged, before, now)}"
            tell(f"  held out: {told}")
        how = [
            f"Learnt from layers, {turn} rounds of {sets} sets, {width:,} states, pull {pull:g}:",
            *(f"  {lesson}" for lesson in lessons),
        ]
        write_text(output, text_of(kind, now, how))


def _heights(seen: Sequence[LayerSample], before: Weights, now: Weights) -> str:
    return f"ancestors stand at {height(seen, before):.2f} before, {height(seen, now):.2f} after"


if __name__ == "__main__":
    sys.exit(execute(main))
