"""Random puzzles on all engines: proofs are consistent, and each grid's header names its puzzle.

python -m scripts.fuzz puzzles --puzzles 500 --seed 1        two hours
python -m scripts.fuzz puzzles --seed 1 --first 42 --puzzles 1
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import click

from patience import Frame, Limits, Puzzle, Result, Spec, Status, solve
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Goal
from patience.game.tiles import TileSet, from_letters
from patience.question.catalogue import TILE_SETS
from patience.question.fields import RuleKeys
from patience.question.header import to_header
from patience.render.text import grid_text, number_of, result_header
from patience.solve import ENGINES
from patience.words.conventions import Conventions
from patience.words.lexicon import load
from scripts.common import deliver, document, machine_line, output_option, tell
from scripts.fuzz.subjects import Flaw, judged

# Allowed excess over the time limit: a second plus a tenth of the limit.
_GRACE, _SHARE = 1.0, 0.1

# Exit code of an invalid question.
USAGE = PatienceError.exit_code

_CONVENTIONS = (
    Conventions(no_conjugated=True),
    Conventions(infinitives=True),
    Conventions(pos={"noun"}),
    Conventions(pos={"adj", "verb"}, no_literary=True),
    Conventions(themes={"zool", "bot"}),
    Conventions(common=6),
    Conventions(no_foreign=True),
    Conventions(min_length=3),
    Conventions(min_length=4, no_conjugated=True),
    Conventions(ban={"LE", "LA", "ES", "ET", "SE"}),
)


@dataclass(frozen=True)
class Run:
    """An engine's answer to a puzzle."""

    engine: str
    result: Result
    seconds: float
    processor: float = 0.0  # seconds; few of them on a busy machine


def drawn(seed: int, number: int) -> tuple[Spec, float]:
    """Return the puzzle of a number, and the seconds to search it."""
    rng = Random(f"{seed} {number}")
    tiles = _hand(rng)
    goal = _goal(rng, tiles)
    plain = rng.random() < 0.5
    spec = Spec(
        goal=Compact() if isinstance(goal, Compact) else goal,
        within=goal.within if isinstance(goal, Compact) else None,
        tiles=tiles,
        lexicon=rng.choice(("fr", "fr", "fr-common", "fr-basic")),
        conventions=Conventions() if rng.random() < 0.5 else rng.choice(_CONVENTIONS),
        rules=RuleKeys(
            connected=None if plain or rng.random() < 0.7 else False,
            distinct_words=None if plain or rng.random() < 0.7 else True,
        ),
    )
    if not plain and rng.random() < 0.4:
        required = RuleKeys(require=_required(rng, spec, tiles))
        spec = replace(spec, rules=required.over(spec.rules))
    if not plain and rng.random() < 0.4 and spec.puzzle().size is not None:
        spec = replace(spec, start=_start(rng, spec.puzzle()))
    return spec, float(rng.choice((1, 1, 2, 3, 5)))


def _hand(rng: Random) -> TileSet:
    """Draw 5 to 40 tiles from the box, sometimes with jokers."""
    box = TILE_SETS["diamino-63"][0]
    bag = [
        x for x, n in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", box.counts, strict=True) for _ in range(n)
    ]
    return from_letters(rng.sample(bag, rng.randint(5, 40)), rng.choice((0, 0, 0, 1, 2)))


def _goal(rng: Random, tiles: TileSet) -> Goal:
    most = tiles.total
    width = rng.randint(1, min(9, most))
    height = rng.randint(1, max(1, min(9, most // width)))
    match rng.randrange(3):
        case 0:
            return Frame(width, height)
        case 1:
            sides = (rng.randint(3, 13), rng.randint(3, 13))
            return Compact(sides if rng.random() < 0.5 else None)
    rows = ["".join(rng.choice("......#") for _ in range(width + 2)) for _ in range(height + 1)]
    return Board(Grid(("." * (width + 2), *rows)))


def _required(rng: Random, spec: Spec, tiles: TileSet) -> list[str] | None:
    """Return a word that the tiles can spell, if one is found."""
    words = [word for word in load(*spec.vocabulary) if len(word) < 6]
    for word in rng.sample(words, min(200, len(words))):
        if tiles.can_spell(word):
            return [word]
    return None


def _start(rng: Random, puzzle: Puzzle) -> Grid:
    """Lay one or two tiles, and a face-down tile that stays."""
    assert puzzle.size is not None
    width, height = puzzle.size
    rows = [list(row) for row in (puzzle.fixed_cells or Grid(("." * width,) * height)).rows]
    letters = [x for x in "AEINRSTLOU" if puzzle.tiles.count(x)]
    marks = [*rng.sample(letters, min(1, len(letters))), *("*" if rng.random() < 0.3 else "")]
    for mark in marks:
        r, c = rng.randrange(height), rng.randrange(width)
        if rows[r][c] == "." and not (mark == "*" and isinstance(puzzle.goal, Compact)):
            rows[r][c] = mark
    return Grid(tuple(map("".join, rows)))


def ask(spec: Spec, engine: str, seconds: float) -> Run:
    """Run an engine with a time limit."""
    lexicon = load(*spec.vocabulary)
    started, used = time.monotonic(), time.process_time()
    result = solve(spec.puzzle(), lexicon, engine=engine, limits=Limits(seconds), threads=2)
    return Run(engine, result, time.monotonic() - started, time.process_time() - used)


def contradictions(spec: Spec, runs: Sequence[Run], folder: Path) -> Iterator[str]:
    """Yield the contradictions between engines, and the grids whose header is wrong."""
    for run in runs:
        proven = max(runs, key=lambda each: each.result.bound)
        cost = run.result.cost
        if cost is None:
            continue
        if cost < proven.result.bound:
            yield f"{run.engine} found {cost}, {proven.engine} proved {proven.result.bound}"
        for other in runs:
            if other.result.status is Status.INFEASIBLE:
                yield f"{run.engine} found {cost}, {other.engine} says that there is none"
        yield from _refused(spec, run, folder)


def _refused(spec: Spec, run: Run, folder: Path) -> Iterator[str]:
    """Write a grid as `solve` does, and have the referee judge the file alone."""
    result = run.result
    assert result.best is not None, "there is a grid to write"
    header = result_header(result, to_header(spec), engine=run.engine, seed=0)
    (folder / "grid.txt").write_text(grid_text(result.best, header), "utf-8")
    try:
        judged(folder / "grid.txt")
    except Flaw as flaw:
        yield f"{run.engine}: its grid of {result.cost}: {flaw}"


def late(runs: Sequence[Run], seconds: float) -> Iterator[str]:
    """Yield the engines that ended too late."""
    for run in runs:
        if run.seconds > seconds * (1 + _SHARE) + _GRACE:
            yield f"{run.engine}: {run.seconds:.1f} s instead of {seconds:g}"


def ask_all(spec: Spec, engines: Sequence[str], seconds: float) -> tuple[list[Run], list[str]]:
    """Run engines; return their answers, and a message for each that failed.

    An engine that refuses the question does not fail.
    """
    runs, failures = [], []
    for engine in engines:
        try:
            runs.append(ask(spec, engine, seconds))
        except PatienceError as error:
            if error.exit_code != USAGE:
                failures.append(f"{engine}: {error}")
        except Exception as error:
            failures.append(f"{engine}: {error!r}")
    return runs, failures


@click.command()
@click.option("--puzzles", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first puzzle.")
@click.option("--most", type=float, default=5.0, show_default=True, help="Most seconds a search.")
@click.option("--engine", "engines", multiple=True, type=click.Choice(list(ENGINES)))
@output_option
def command(
    *,
    puzzles: int,
    seed: int,
    first: int,
    most: float,
    engines: Sequence[str],
    output: str | None,
) -> int:
    """Search random puzzles with all engines; list contradictions, and searches that end late."""
    faults: list[str] = []
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        for number in range(first, first + puzzles):
            spec, seconds = drawn(seed, number)
            seconds = min(seconds, most)
            runs, found = ask_all(spec, engines or list(ENGINES), seconds)
            if not runs and not found:
                tell(f"{number}: no question")
                counts["no question"] += 1
                continue
            found += [*contradictions(spec, runs, Path(place)), *late(runs, seconds)]
            faults += [f"{number}: {fault}" for fault in found]
            costs = ", ".join(
                f"{run.engine} {run.result.cost} ({run.processor:.1f} s)" for run in runs
            )
            tell("; ".join([f"{number}: {spec.puzzle().goal_name}: {costs}", *found]))
            counts["searches"] += len(runs)
            counts["grids"] += sum(run.result.best is not None for run in runs)
            counts["proven"] += any(run.result.status is Status.OPTIMAL for run in runs)
            counts["late"] += sum(1 for _ in late(runs, seconds))
    counts["other faults"] = len(faults) - counts["late"]
    names = ["no question", "searches", "grids", "proven", "late", "other faults"]
    rows = [[str(counts[name]) for name in names]]
    notes = [f"Seed {seed}, {number_of(puzzles, 'puzzle')}.", *faults, machine_line()]
    deliver(document(names, rows, notes), output)
    return 1 if faults else 0
