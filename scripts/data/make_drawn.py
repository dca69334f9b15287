"""Thirty frames of drawn letters, instances/drawn/, which rank searches for good grids.

    python -m scripts.data.make_drawn draw              write the instances, the same everywhere
    python -m scripts.data.make_drawn search [NAME ...]  search them; keep what is better

Run it from a checkout. The table says of each best grid which search found it, and after how long.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import click

from patience import Limits
from patience.analysis.difficulty import draw
from patience.files.instances import instance_text, load_instance
from patience.files.text import write_text
from patience.game.puzzle import Frame
from patience.question.catalogue import named
from patience.question.spec import Spec
from patience.words.lexicon import load
from scripts.common import ROOT, execute, searched, table_of, tell, write_table

FOLDER = ROOT / "instances" / "drawn"
TABLE = FOLDER / "best.json"

#: Sizes of frames by the set of which their letters are drawn.
SIZES = {"diamino-61": ("7x6", "7x7", "8x7"), "diamino-double": ("9x7", "9x8", "10x8")}


def instances() -> dict[str, str]:
    """Return name and TOML of each puzzle."""
    found = {}
    for bag, size, number in ((b, x, n + 1) for b in SIZES for x in SIZES[b] for n in range(5)):
        name, goal = f"{size}-{number}", Frame(size)
        hand = draw(named(bag), goal.cells, Random(f"drawn {name}"))
        found[name] = f"# {hand.name}\n{instance_text(Spec(goal, tiles=hand))}"
    return found


@click.group(help=__doc__)
def main() -> None:
    """Choose what to do."""


@main.command("draw")
def draw_command() -> None:
    """Write the instances."""
    for name, text in instances().items():
        write_text(FOLDER / f"{name}.toml", text)


@main.command("search")
@click.argument("names", nargs=-1)
@click.option("--time-limit", "seconds", type=float, default=600.0, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
def search_command(names: Sequence[str], seconds: float, seed: int, threads: int) -> None:
    """Search the puzzles and keep what is better, one by one."""
    for name in names or instances():
        spec = load_instance(f"drawn/{name}")
        puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
        result = searched(puzzle, lexicon, limits=Limits(seconds), seed=seed, threads=threads)
        tell(f"{name}: {result.cost}, proven {result.bound}")
        table = table_of(TABLE)
        best = table.get(name, {"cost": puzzle.tiles.total, "bound": 0})
        if result.best is not None and result.cost is not None and result.cost < best["cost"]:
            after = {"after_s": result.stats.history[-1][0], "limit_s": seconds, "seed": seed}
            how = {"engine": result.stats.engine, "threads": threads, **after}
            best |= {"cost": result.cost, "grid": list(result.best.rows), "found": how}
        table[name] = best | {"bound": max(result.bound, best["bound"])}
        write_table(TABLE, table, instances())


if __name__ == "__main__":
    sys.exit(execute(main))
