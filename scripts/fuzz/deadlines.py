"""Whether searches of drawn puzzles end in time: all goals, rules, conventions and engines.

    python -m scripts.fuzz deadlines --count 500 --seed 1

Each puzzle is drawn from its number: a hand of 5 to 40 tiles, a goal, rules, conventions and a
limit of 1 to 5 seconds. Every engine searches it in this process, so that its kernels are compiled.
Told are searches that end more than a second and a tenth of their limit late, costs below a bound
that another engine has proven, and errors.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import click

from patience import Board, Compact, Conventions, Frame, Grid, Limits, Puzzle, Result, Rules, solve
from patience.errors import PatienceError
from patience.game.puzzle import Goal
from patience.game.tiles import ALPHABET, TileSet, named
from patience.solve import ENGINES
from patience.words.lexicon import Lexicon, load
from scripts.common import tell

# Late by less than so many seconds and this share of the limit counts as in time.
LATE_SECONDS, LATE_SHARE = 1.0, 0.1

CONVENTIONS = {
    "": Conventions(),
    "--no-conjugated": Conventions(no_conjugated=True),
    "--infinitives": Conventions(infinitives=True),
    "--theme zool": Conventions(themes=frozenset({"zool"})),
    "--common 6": Conventions(common=6),
    "--no-foreign": Conventions(no_foreign=True),
    "--min-length 3": Conventions(min_length=3),
    "--min-length 4 --no-literary": Conventions(min_length=4, no_literary=True),
}


class Question(NamedTuple):
    """A drawn puzzle, with its lexicon and the seconds it gets."""

    number: int
    puzzle: Puzzle
    filters: str
    seconds: float

    def __str__(self) -> str:
        goal, rules = self.puzzle.goal, self.puzzle.rules
        hand = self.puzzle.tiles
        return (
            f"{self.number}: {goal}, {hand.counted()} and {hand.jokers} jokers, {rules}, "
            f"{self.filters or 'all words'}, {self.seconds:g} s"
        )


@functools.cache
def lexicon(filters: str) -> Lexicon:
    """Return the words that conventions leave."""
    return load("fr", CONVENTIONS[filters])


def drawn(number: int) -> Question:
    """Return the question of that number."""
    rng = Random(f"deadline {number}")
    size = rng.randint(5, 40)
    hand = rng.choices(ALPHABET, weights=named("diamino-61").counts, k=size)
    tiles = TileSet("hand", tuple(map(hand.count, ALPHABET)), rng.choice([0, 0, 0, 1, 2]))
    rules = Rules(
        connected=rng.random() < 0.9,
        distinct_words=rng.random() < 0.2,
        require=("SEL",) if tiles.can_spell("SEL") and rng.random() < 0.1 else (),
    )
    puzzle = Puzzle(tiles, _goal(rng, tiles.total), rules)
    return Question(number, puzzle, rng.choice(list(CONVENTIONS)), rng.choice([1.0, 2.0, 3.0, 5.0]))


def _goal(rng: Random, tiles: int) -> Goal:
    """Return a goal that so many tiles can have."""
    kind = rng.choice(["frame", "frame", "compact", "within", "board"])
    width = rng.randint(2, min(9, tiles // 2))
    if kind == "frame":
        return Frame(width, rng.randint(1, max(min(9, tiles // width), 1)))
    if kind == "board":
        rows = [
            "".join(rng.choice("......#") for _ in range(width + 1))
            for _ in range(rng.randint(2, 7))
        ]
        rows[0] = "." * (width + 1)
        return Board(Grid(tuple(rows)))
    if kind == "within":
        return Compact((rng.randint(3, 9), rng.randint(6, 14)))
    return Compact()


def faults(question: Question, engines: Sequence[str], threads: int) -> Iterator[str]:
    """Have engines search a question; yield a sentence for each fault."""
    costs: dict[str, int] = {}
    bounds: dict[str, int] = {}
    words = lexicon(question.filters)
    for engine in engines:
        begun, used = time.monotonic(), time.process_time()
        try:
            result = _search(question, words, engine, threads)
        except PatienceError as error:
            if error.exit_code != 2:
                yield f"{engine}: {error}"
            continue
        except Exception as error:
            yield f"{engine}: {error!r}"
            continue
        late = time.monotonic() - begun - question.seconds
        if late > LATE_SECONDS + LATE_SHARE * question.seconds:
            used = time.process_time() - used  # little of it: the machine was busy with others
            phase = result.stats.phase
            yield f"{engine} ends {late:.1f} s late ({used:.1f} s of processor, phase {phase!r})"
        if result.cost is not None:
            costs[engine] = result.cost
        bounds[engine] = result.bound
    yield from (
        f"{one} proves {bound}, {other} finds {cost}"
        for one, bound in bounds.items()
        for other, cost in costs.items()
        if cost < bound
    )


def _search(question: Question, words: Lexicon, engine: str, threads: int) -> Result:
    return solve(
        question.puzzle,
        words,
        engine=engine,
        limits=Limits(seconds=question.seconds),
        seed=question.number % 1000,
        threads=threads,
    )


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--count", type=click.IntRange(1), default=500, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--engine", "engines", multiple=True, type=click.Choice(list(ENGINES)))
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
def main(*, count: int, seed: int, engines: Sequence[str], threads: int) -> int:
    """Search drawn puzzles with short limits, and tell what ends late or contradicts."""
    told = 0
    for number in range(seed, seed + count):
        question = drawn(number)
        for fault in faults(question, engines or list(ENGINES), threads):
            told += 1
            tell(f"{fault}\n  {question}")
    click.echo(f"{count} puzzles from seed {seed}: {told} faults")
    return 1 if told else 0
