"""Costs with spare tiles: the same rectangles with more and more tiles, for several programs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import click

from patience.engines import dawg
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import named
from patience.render.text import number_of
from patience.words.lexicon import load
from scripts.bench.quality import BenchRun, figures, middle, number
from scripts.common import SecondReferee, document, mark, ranges, tell

LEXICON = "fr"


class Rung(NamedTuple):
    """A frame, its tiles, and goals for the median cost by seconds."""

    size: tuple[int, int]
    said: str
    tiles: TileSet
    goals: dict[int, int]

    def __str__(self) -> str:
        return f"{'x'.join(map(str, self.size))}, {self.said}"

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle(self.tiles, Frame(*self.size))


class Outcome(NamedTuple):
    """A run of a program; its job is the rung."""

    program: str
    run: BenchRun


def times(k: int) -> TileSet:
    """Return `k` of the game's sets in one, each with its two jokers."""
    game = named("diamino-63")
    return TileSet(f"{k} sets", tuple(k * n for n in game.counts), k * game.jokers)


def natural(total: int) -> TileSet:
    """Return `total` tiles distributed like the letters of the words, without jokers."""
    usual = dawg.letter_counts(load(LEXICON).words, 9)
    exact = usual / usual.sum() * total
    counts = exact.astype(int)
    for k in sorted(range(26), key=lambda k: counts[k] - exact[k])[: total - int(counts.sum())]:
        counts[k] += 1
    return TileSet(f"{total} natural tiles", tuple(counts.tolist()))


def rungs() -> Iterator[Rung]:
    """Yield the rungs, from few tiles to many."""
    yield Rung((9, 7), "k = 1", times(1), {10: 5, 60: 5, 600: 5})
    for k in (2, 3, 4, 6, 8, 12):
        goals = {10: 2, 60: 1, 600: 1 if k == 2 else 0}
        yield Rung((9, 7), f"k = {k}", times(k), goals)
    for n in (63, 75, 90, 110, 140, 180, 260, 608):
        goals = {10: 2, 60: 1, 600: 0} if n > 63 else {10: 3, 60: 3, 600: 3}
        yield Rung((9, 7), f"n = {n}", natural(n), goals)
    yield Rung((9, 7), "38 of each", TileSet("38 of each", (38,) * 26), {10: 2, 60: 1, 600: 0})
    for size in ((8, 6), (7, 7)):
        yield Rung(size, "k = 1", times(1), {10: 1, 60: 0, 600: 0})
    yield Rung((10, 10), "k = 2", times(2), {60: 5, 600: 4})
    yield Rung((12, 12), "k = 4", times(4), {10: 14, 60: 10, 600: 8})
    yield Rung((15, 12), "k = 4", times(4), {})
    yield Rung((15, 15), "k = 4", times(4), {60: 22, 600: 19})
    yield Rung((18, 13), "k = 4", times(4), {})
    yield Rung((21, 21), "k = 7", times(7), {10: 441, 60: 45, 600: 40})


def run(
    program: str, command: Sequence[str], rung: Rung, seed: int, seconds: float, threads: int
) -> Outcome:
    """Search once with a ``patience`` command, and have tests/naive judge the last grid too.

    Raises
    ------
    click.ClickException
        If the grid is not valid for the puzzle.
    """
    arguments = [
        "solve", "--frame", "x".join(map(str, rung.size)), "--tiles", rung.tiles.counted(),
        "--jokers", str(rung.tiles.jokers), "--lexicon", LEXICON, "--seed", str(seed),
        "--time-limit", f"{seconds:g}", "--threads", str(threads), "--format", "json", "--quiet",
    ]  # fmt: skip
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    try:
        told = json.loads(done.stdout)
    except json.JSONDecodeError:
        tell(f"{program}, {rung}: {done.stderr.strip().splitlines()[-1:]}")
        return Outcome(program, BenchRun(str(rung), seed, []))
    history = [(float(when), int(cost)) for when, cost in told["history"]]
    if told["grid"]:
        judge = SecondReferee(rung.puzzle, load(LEXICON))
        judge.on_best(Grid(tuple(told["grid"])), history[-1][1])
    return Outcome(program, BenchRun(str(rung), seed, history))


def table(
    outcomes: Sequence[Outcome], goals: dict[str, dict[int, int]], seconds: Sequence[int],
    notes: Sequence[str],
) -> str:  # fmt: skip
    """Return costs as ``median / worst (best)``: a row per rung, a column per program and time."""
    programs = list(dict.fromkeys(each.program for each in outcomes))
    head = ["tiles", *(f"{name}, {limit} s" for limit in seconds for name in programs), "seeds"]
    rows = []
    for rung in dict.fromkeys(each.run.job for each in outcomes):
        row, seeds = [rung], set()
        for limit in seconds:
            for name in programs:
                runs = [x.run for x in outcomes if (x.run.job, x.program) == (rung, name)]
                seeds |= {x.seed for x in runs}
                row.append(
                    _judged([x.cost_at(limit) for x in runs], goals.get(rung, {}).get(limit))
                )
        rows.append([*row, ranges(seeds)])
    return document(head, rows, notes)


def _judged(costs: Sequence[float], goal: int | None) -> str:
    """Return abbreviated costs, and whether their median meets the goal, if any."""
    if not costs:
        return ""
    judged = "" if goal is None else f"; {goal} {mark(middle(costs) <= goal)}"
    return f"{figures(costs)}{judged}"


def climb(
    programs: Mapping[str, Sequence[str]],
    chosen: Sequence[Rung],
    seeds: Sequence[int],
    seconds: Sequence[int],
    threads: int,
) -> Iterator[Outcome]:
    """Yield the runs: all programs for each rung and seed."""
    for rung in chosen:
        for seed in seeds:
            for name, command in programs.items():
                outcome = run(name, command, rung, seed, max(seconds), threads)
                tell(f"{rung}, seed {seed}, {name}: {number(outcome.run.cost)}")
                yield outcome


def notes(threads: int, machine: str) -> list[str]:
    """Return the notes below the table."""
    return [
        "Face-down tiles: median / worst (best) over the seeds, read from one run a seed at the "
        f"longest time, {number_of(threads, 'thread')}; then the goal of the median. k: so many of "
        "the game's sets; n: so many tiles as frequent as in the words, no joker. Each last grid "
        "has passed the referee and tests/naive.py.",
        machine,
    ]


def select(wanted: Sequence[str]) -> list[Rung]:
    """Return the rungs whose names start with one of `wanted`; by default all."""
    found = [x for x in rungs() if not wanted or any(str(x).startswith(each) for each in wanted)]
    if not found:
        raise click.ClickException(
            f"no rung is called so; there are: {'; '.join(map(str, rungs()))}"
        )
    return found
