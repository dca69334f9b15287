"""Whether the portfolio loses to its own beams on small puzzles.

    python -m scripts.bench.portfolio --hands 40 --seconds 1 --seconds 3

Hands of 33 tiles are drawn as frequent as in the game's set. The engines `auto` and `beam` search
the same frame of each with the same seed and seconds, one after the other. Told are the hands
where either is better, and where `auto` has proven its grid optimal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import click

from patience import Frame, Limits, Puzzle, Result, solve
from patience.game.tiles import ALPHABET, TileSet, named
from patience.words.lexicon import Lexicon, load
from scripts.common import document, execute, machine_line, tell

SIZES = (Frame(6, 5), Frame(5, 5), Frame(6, 6), Frame(7, 5))


def hand(number: int, tiles: int) -> TileSet:
    """Return the hand of that number."""
    drawn = Random(f"portfolio {number}").choices(ALPHABET, named("diamino-61").counts, k=tiles)
    return TileSet(f"hand {number}", tuple(map(drawn.count, ALPHABET)))


def search(number: int, engine: str, seconds: float, words: Lexicon, threads: int) -> Result:
    """Search the frame of that number."""
    goal = SIZES[number % len(SIZES)]
    puzzle = Puzzle(hand(number, goal.cells + 3), goal)
    limits = Limits(seconds=seconds)
    return solve(puzzle, words, engine=engine, limits=limits, seed=number, threads=threads)


def row(hands: int, seconds: float, words: Lexicon, threads: int) -> list[str]:
    """Compare the engines on all hands with so many seconds."""
    outcomes: Counter[str] = Counter()
    proven = 0
    for number in range(hands):
        order = ("auto", "beam") if number % 2 else ("beam", "auto")
        results = {engine: search(number, engine, seconds, words, threads) for engine in order}
        costs = {engine: results[engine].cost for engine in order}
        auto, beam = (999 if costs[x] is None else costs[x] for x in ("auto", "beam"))
        assert auto is not None and beam is not None  # noqa: PT018
        outcome = "better" if auto < beam else "worse" if auto > beam else "same"
        outcomes[outcome] += 1
        proven += results["auto"].status.value == "optimal"
        tell(f"{seconds:g} s, hand {number}: auto {costs['auto']}, beam {costs['beam']}")
    return [f"{seconds:g}", *(str(outcomes[x]) for x in ("worse", "same", "better")), str(proven)]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--hands", type=click.IntRange(1), default=40, show_default=True)
@click.option("--seconds", type=click.FloatRange(0.1), multiple=True, default=(1, 3, 10))
@click.option("--lexicon", default="fr-common", show_default=True)
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True)
def main(*, hands: int, seconds: Sequence[float], lexicon: str, threads: int) -> None:
    """Compare the portfolio with its beams on drawn hands."""
    words = load(lexicon)
    for engine in ("auto", "beam"):  # compiles, and fills the caches of words
        search(0, engine, 1.0, words, threads)
    rows = [row(hands, each, words, threads) for each in seconds]
    head = ["seconds", "auto worse", "the same", "auto better", "auto proven"]
    click.echo(document(head, rows, [machine_line()]), nl=False)


if __name__ == "__main__":
    execute(main)
