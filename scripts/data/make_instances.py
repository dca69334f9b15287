"""Families of random puzzles as instance files, the same on every machine.

    python -m scripts.data.make_instances draw diamino-63 --tiles 40 --frame 6x5 --out DIR
    python -m scripts.data.make_instances draw diamino-double --tiles 60 --compact --out DIR
    python -m scripts.data.make_instances hand --count 100 --out DIR
    python -m scripts.data.make_instances double diamino-63 diamino-64 --out DIR
    python -m scripts.data.make_instances language en --tiles 61 --lexicon english.txt --out DIR

Each family takes ``--seed``, ``--count``, ``--jokers``, ``--lexicon`` and ``--help``. A name
describes its puzzle: ``draw-diamino-63-40tiles-6x5-seed1-007`` is the seventh of its family.
"""

from __future__ import annotations

import functools
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from patience.errors import PatienceError, TileError
from patience.files.instances import instance_of
from patience.files.text import write_text
from patience.game.alphabet import LATIN
from patience.game.puzzle import parse_size
from patience.game.tiles import TileSet, from_letters
from patience.question.catalogue import parse
from patience.question.spec import DEFAULT_LEXICON
from patience.question.tilesets import tile_set
from scripts.common import execute

# Letters of crossword games in other languages, two jokers each, without accents (German umlauts
# count as their vowels).
LANGUAGES = {
    "fr": "A9 B2 C2 D3 E15 F2 G2 H2 I8 J1 K1 L5 M3 N6 O6 P2 Q1 R6 S6 T6 U6 V2 W1 X1 Y1 Z1",
    "en": "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1",
    "de": "A6 B2 C2 D4 E15 F2 G3 H4 I6 J1 K2 L3 M4 N9 O4 P1 Q1 R6 S7 T6 U7 V1 W1 X1 Y1 Z1",
    "it": "A14 B3 C6 D3 E11 F3 G2 H2 I12 L5 M5 N5 O15 P3 Q1 R6 S6 T6 U5 V3 Z2",
    "nl": "A6 B2 C2 D5 E18 F2 G3 H2 I4 J2 K3 L3 M3 N10 O6 P2 Q1 R5 S5 T5 U3 V2 W2 X1 Y1 Z2",
}
LANGUAGE_JOKERS = 2

# Tiles that a player draws from the bag at once.
HAND = 12

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")


class Family(NamedTuple):
    """The common part of a family's puzzles.

    `frame` is the size, or None for compact grids. `k` is the number of tiles drawn per puzzle, or
    None for the whole set.
    """

    name: str
    tiles: TileSet
    frame: tuple[int, int] | None
    k: int | None
    lexicon: str


def draw(tiles: TileSet, k: int, chance: random.Random) -> TileSet:
    """Draw `k` random tiles from a set; raise a TileError if it has fewer."""
    bag = [x for x, n in zip(LATIN.symbols, tiles.counts, strict=True) for _ in range(n)]
    bag += ["?"] * tiles.jokers
    if k > len(bag):
        raise TileError(f"{k} tiles cannot be drawn from {tiles.name}, which has {len(bag)}")
    hand = chance.sample(bag, k)
    return from_letters((x for x in hand if x != "?"), hand.count("?"), f"{k} of {tiles.name}")


def together(first: TileSet, second: TileSet) -> TileSet:
    """Combine two sets."""
    counts = tuple(a + b for a, b in zip(first.counts, second.counts, strict=True))
    return TileSet(f"{first.name}+{second.name}", counts, first.jokers + second.jokers)


def scaled(tiles: TileSet, letters: int) -> TileSet:
    """Scale a set to a number of letters, by largest remainder."""
    exact = [n * letters / tiles.letters for n in tiles.counts]
    counts = [int(x) for x in exact]
    by_remainder = sorted(range(26), key=lambda i: (counts[i] - exact[i], i))
    for i in by_remainder[: letters - sum(counts)]:
        counts[i] += 1
    return replace(tiles, counts=tuple(counts))


def members(family: Family, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield names and TOML texts, determined by family and seed."""
    shape = "compact" if family.frame is None else f"{family.frame[0]}x{family.frame[1]}"
    if family.k is None:
        yield f"{family.name}-{shape}", toml(family, family.tiles)
        return
    for number in range(1, count + 1):
        name = f"{family.name}-{family.k}tiles-{shape}-seed{seed}-{number:03}"
        yield name, toml(family, draw(family.tiles, family.k, random.Random(name)))


def toml(family: Family, tiles: TileSet) -> str:
    """Return one puzzle as TOML; raise a PatienceError if its parts do not fit."""
    entry: dict[str, Any] = {"goal": "compact"}
    if family.frame is not None:
        entry = {"goal": "frame", "frame": f"{family.frame[0]}x{family.frame[1]}"}
    # A set of jokers alone is written "?", as it has no letters to count.
    entry |= {"tiles": tiles.counted() or "?", "jokers": tiles.jokers, "lexicon": family.lexicon}
    instance_of(entry, Path()).puzzle()
    lines = [
        f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"'
        for key, value in entry.items()
    ]
    return "\n".join([f"# {tiles.name}", *lines, ""])


def slug(text: str) -> str:
    """Return the text as part of a file name."""
    return _UNSAFE.sub("-", text).strip("-")


# ---- commands -----------------------------------------------------------------------------------

_COMMON: list[Callable[[Any], Any]] = [
    click.option("--frame", metavar="WxH", help="Fill frames of this size."),
    click.option("--compact", is_flag=True, help="Lay all tiles out as tightly as possible."),
    click.option("--jokers", type=click.IntRange(0), help="Jokers in the bag, for the set's own."),
    click.option("--lexicon", default=DEFAULT_LEXICON, show_default=True, metavar="NAME|FILE"),
    click.option("--count", type=click.IntRange(1), default=10, show_default=True),
    click.option("--seed", type=click.IntRange(0), default=1, show_default=True),
    click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR"),
]


def common_options(command: Any) -> Any:
    """Add the options of all families to a command."""
    return functools.reduce(lambda each, option: option(each), reversed(_COMMON), command)


@click.group(help=__doc__)
def main() -> None:
    """Choose a family."""


@main.command("draw")
@click.argument("source", metavar="SET")
@click.option("--tiles", "k", type=click.IntRange(1), required=True, metavar="K")
@common_options
def draw_command(source: str, k: int, **common: Any) -> None:
    """K tiles drawn blindly from any SET."""
    write(f"draw-{slug(Path(source).stem)}", tile_set(source), k, **common)


@main.command("hand")
@click.argument("source", metavar="SET", default="diamino-63")
@click.option("--tiles", "k", type=click.IntRange(1), default=HAND, show_default=True, metavar="K")
@common_options
def hand_command(source: str, k: int, **common: Any) -> None:
    """Small hands, compact unless you name a frame."""
    common["compact"] = common["compact"] or not common["frame"]
    write(f"hand-{slug(Path(source).stem)}", tile_set(source), k, **common)


@main.command("double")
@click.argument("sources", metavar="SET SET", nargs=2)
@click.option("--tiles", "k", type=click.IntRange(1), metavar="K", help="Draw so many of them.")
@common_options
def double_command(sources: tuple[str, str], k: int | None, **common: Any) -> None:
    """Two sets in one bag, all of them or K tiles."""
    first, second = map(tile_set, sources)
    names = "-".join(slug(Path(source).stem) for source in sources)
    write(f"double-{names}", together(first, second), k, **common)


@main.command("language")
@click.argument("language", type=click.Choice(sorted(LANGUAGES)))
@click.option("--tiles", "letters", type=click.IntRange(1), metavar="N", help="Letters in a bag.")
@click.option("--draw", "k", type=click.IntRange(1), metavar="K", help="Draw K tiles from it.")
@common_options
def language_command(language: str, letters: int | None, k: int | None, **common: Any) -> None:
    """The letters of another language, as its crossword game has them or scaled to N."""
    tiles = replace(parse(LANGUAGES[language], LANGUAGE_JOKERS), name=f"letters of {language}")
    name = f"language-{language}"
    if letters is not None:
        tiles = scaled(tiles, letters)
        name += f"-{letters}letters"
    write(name, tiles, k, **common)


def write(
    name: str,
    tiles: TileSet,
    k: int | None,
    *,
    frame: str | None,
    compact: bool,
    jokers: int | None,
    lexicon: str,
    count: int,
    seed: int,
    out: Path,
) -> None:
    """Write a family into a folder, or nothing if one of its puzzles is invalid."""
    if bool(frame) == compact:
        raise click.UsageError("give --frame WxH or --compact")
    if jokers is not None:
        tiles = tiles.with_jokers(jokers)
        name += f"-{jokers}jokers"
    if lexicon != DEFAULT_LEXICON:
        name += f"-{slug(Path(lexicon).stem)}"
        # Paths in an instance are relative to its own folder.
        lexicon = str(Path(lexicon).resolve()) if Path(lexicon).is_file() else lexicon
    family = Family(name, tiles, parse_size(frame) if frame else None, k, lexicon)
    puzzles = list(members(family, count, seed))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PatienceError(f"{out}: no such folder can be made: {error.strerror}") from None
    for each, text in puzzles:
        write_text(out / f"{each}.toml", text)
    click.echo(f"{len(puzzles)} puzzles in {out}: {puzzles[0][0]} and so on", err=True)


if __name__ == "__main__":
    sys.exit(execute(main))
