"""The small random puzzles of instances/mini/, with the optimum that independent proofs agree on.

    python -m scripts.data.make_mini draw            write the instances, the same on every machine
    python -m scripts.data.make_mini prove           run the proofs that optimum.json lacks
    python -m scripts.data.make_mini prove NAME ...  prove these (again)

Run it from a checkout. The engines prove and cpsat and the brute force of the tests (naive) prove
each puzzle independently. If they disagree, nothing is written. The table names only the engines
of ``--by`` that finish within ``--time-limit`` (1200 s; the brute force has no limit).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import click

from patience import Limits
from patience.analysis.difficulty import draw
from patience.files.instances import instance_text, load_instance
from patience.files.text import write_text
from patience.game.alphabet import LATIN
from patience.game.puzzle import Compact, Frame, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import named
from patience.question.spec import DEFAULT_LEXICON, Spec
from patience.result import Status
from patience.words.lexicon import Lexicon, load
from scripts.common import ROOT, execute, searched, table_of, tell, write_table
from tests import naive

FOLDER = ROOT / "instances" / "mini"
TABLE = FOLDER / "optimum.json"
ENGINES = ("prove", "cpsat")
BRUTE_FORCE = "naive"
WITNESSES = (*ENGINES, BRUTE_FORCE)
DEFAULT_BAG = "diamino-61"


class Mini(NamedTuple):
    """A kind of puzzle: a frame with as many tiles as cells, or compact without a size.

    `draws` has the numbers of the draws; `bag` is their source, a tile set, or ``fr``: the
    letters of the French crossword game.
    """

    draws: Sequence[int]
    size: str
    letters: int = 0
    jokers: int = 0
    lexicon: str = DEFAULT_LEXICON
    themes: str = ""
    bag: str = DEFAULT_BAG

    @property
    def name(self) -> str:
        """A unique name of the kind."""
        parts = [self.size or "compact"]
        parts += [] if self.size else [f"{self.letters + self.jokers}"]
        parts += [self.bag] if self.bag != DEFAULT_BAG else []
        parts += [f"{self.jokers}joker{'s' * (self.jokers > 1)}"] if self.jokers else []
        parts += [self.lexicon] if self.lexicon != DEFAULT_LEXICON else []
        parts += self.themes.split()
        return "-".join(parts)


KINDS = (
    Mini(range(1, 7), "4x4", 16),
    Mini(range(1, 3), "4x4", 14, jokers=2),
    Mini([1], "4x4", 16, themes="zool bot"),
    Mini([1], "4x4", 16, themes="mus"),
    Mini(range(1, 6), "5x4", 20),
    Mini([1], "5x4", 19, jokers=1),
    Mini([1], "5x4", 20, lexicon="fr-basic"),
    Mini([1], "5x4", 20, themes="sport"),
    # Of the first eight, CP-SAT proved four in four minutes: those with one face down, but for one.
    Mini([3, 4, 5, 7], "5x5", 25, bag="fr"),
    Mini([1], "5x5", 25, themes="zool"),
    Mini([1], "5x5", 25, themes="cuis bot"),
    Mini([1], "6x5", 30, themes="zool"),
    Mini([1], "6x5", 30, themes="marin milit"),
    *(Mini([1], "", letters) for letters in (8, 9, 10, 11, 13, 14, 15, 16)),
    Mini([1, 2], "", 12),
    Mini([1], "", 8, jokers=1),
    Mini([1], "", 10, jokers=2),
    Mini([1, 2], "", 8, lexicon="fr-common"),
)


def instances() -> dict[str, str]:
    """Return name and TOML of each puzzle."""
    found = {}
    for kind in KINDS:
        for number in kind.draws:
            name = f"{kind.name}-{number}"
            hand = draw(_bag(kind.bag), kind.letters, Random(f"mini {name}"))
            hand = hand.with_jokers(kind.jokers)
            goal = Frame(kind.size) if kind.size else Compact()
            spec = Spec(goal, tiles=hand, lexicon=kind.lexicon)
            text = f"# {hand.name}\n{instance_text(spec)}"
            if kind.themes:
                text += f"\n[lexicon_filter]\nthemes = {json.dumps(kind.themes.split())}\n"
            found[name] = text
    return found


def _bag(name: str) -> TileSet:
    if name != "fr":
        return named(name)
    return replace(named("scrabble-fr"), name="letters of fr", jokers=0, alphabet=LATIN)


class Proof(NamedTuple):
    """The proof of one witness, and its work."""

    cost: int | None
    status: Status
    grid: list[str] | None
    work: dict[str, Any]


def settle(
    name: str, witnesses: Sequence[str], known: Mapping[str, Any], seconds: float, threads: int
) -> dict[str, Any]:
    """Have some witnesses prove one puzzle; return its entry of the table, empty without a proof.

    Raises
    ------
    click.ClickException
        If they disagree with each other or with the `known` entry.
    """
    spec = load_instance(FOLDER / f"{name}.toml")
    puzzle, lexicon = spec.puzzle(), load(*spec.vocabulary)
    entry = dict(known)
    for witness in witnesses:
        proof = ask(witness, puzzle, lexicon, seconds, threads)
        tell(f"{name}: {witness} {proof.status.value} {proof.cost} {proof.work}")
        if proof.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            continue
        answer = {"cost": proof.cost, "status": proof.status.value}
        if any(entry.get(key, value) != value for key, value in answer.items()):
            raise click.ClickException(f"{name}: {witness} has {answer}, others had {entry}")
        proofs = {**entry.get("proofs", {}), witness: proof.work}
        grid = entry.get("grid", proof.grid)
        entry = {**answer, "grid": grid, "proofs": {x: proofs[x] for x in WITNESSES if x in proofs}}
    return entry


def ask(witness: str, puzzle: Puzzle, lexicon: Lexicon, seconds: float, threads: int) -> Proof:
    """Have one witness prove one puzzle."""
    if witness == BRUTE_FORCE:
        return _by_brute_force(puzzle, lexicon)
    result = searched(puzzle, lexicon, engine=witness, limits=Limits(seconds), threads=threads)
    work: dict[str, Any] = {"seconds": round(result.stats.elapsed_s, 1)}
    if result.stats.nodes:
        work["nodes"] = result.stats.nodes
    return Proof(result.cost, result.status, list(result.best.rows) if result.best else None, work)


def _by_brute_force(puzzle: Puzzle, lexicon: Lexicon) -> Proof:
    # Processor time, so that other jobs on the machine do not count.
    start = time.process_time()
    found = naive.best(puzzle, lexicon.words)
    work = {"seconds": round(time.process_time() - start, 1)}
    if found is None:
        return Proof(None, Status.INFEASIBLE, None, work)
    return Proof(found[0], Status.OPTIMAL, list(found[1]), work)


@click.group(help=__doc__)
def main() -> None:
    """Choose what to do."""


@main.command("draw")
def draw_command() -> None:
    """Write the instances."""
    for name, text in instances().items():
        write_text(FOLDER / f"{name}.toml", text)


@main.command("prove")
@click.argument("names", nargs=-1)
@click.option("--by", "witnesses", type=click.Choice(WITNESSES), multiple=True, default=WITNESSES)
@click.option("--time-limit", "seconds", type=float, default=1200.0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
def prove_command(
    names: Sequence[str], witnesses: Sequence[str], seconds: float, threads: int
) -> None:
    """Prove optima and write them into the table, one by one."""
    for name in names or instances():
        known = table_of(TABLE).get(name, {})
        asked = [x for x in witnesses if names or x not in known.get("proofs", {})]
        entry = settle(name, asked, known, seconds, threads)
        if entry != known:
            write_table(TABLE, {**table_of(TABLE), name: entry}, sorted(instances()))


if __name__ == "__main__":
    sys.exit(execute(main))
