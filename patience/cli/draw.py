"""``patience draw``: random puzzles as instances."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click

from patience.analysis.difficulty import family_of
from patience.cli.command import command_named, output_option, puzzle_option
from patience.cli.errors import say
from patience.cli.options import lexicon_options, now_and_then, quiet_option
from patience.cli.shells import complete_tiles
from patience.errors import FileError
from patience.files.instances import instance_text
from patience.files.text import make_folder, write_text
from patience.game.puzzle import Compact, Frame
from patience.game.tiles import MAX_JOKERS
from patience.library import draw
from patience.question.catalogue import tile_set
from patience.question.spec import DEFAULT_TILES, Spec
from patience.render.text import number_of
from patience.render.wording import UNPRINTED
from patience.shipped import data_dir
from patience.words.given import GivenWords
from patience.words.named import language_of

_ALL = range(10_000)  # difficulties
_WEEK = 7
# Seconds between two lines on how far the draw is.
_PULSE = 5.0


def _band(text: str) -> range:
    """Return the difficulties from a number to another, ``10..20``."""
    found = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a number or two of them, such as 10..20")
    band = range(int(found[1]), int(found[2] or found[1]) + 1)
    if not band:
        raise click.BadParameter(f"{text!r}: the first number is the smaller one")
    return band


@command_named(
    "draw",
    examples=[
        (
            "patience draw --tiles 40 --frame 7x5 --count 50 --out puzzles",
            "Fifty frames of 7x5, each with 40 tiles of the box.",
        ),
        (
            "patience draw --tiles 40 --frame 7x5 --count 52 --week --out year",
            "A year of a magazine, or eight weeks of a newspaper.",
        ),
        (
            "patience draw --tiles 12 --compact --difficulty 8..12 --out hands",
            "Ten small hands to lay out tightly, none too easy and none too hard.",
        ),
        (
            "patience draw --frame 5x5 --unique --lexicon fr-common --out single",
            "Ten frames with some letters given, each with exactly one solution.",
        ),
    ],
)
@puzzle_option(
    "--like",
    metavar="SET",
    default=DEFAULT_TILES,
    show_default=True,
    shell_complete=complete_tiles,
    help="The tile set to draw from.",
)
@puzzle_option("--tiles", type=click.IntRange(1), metavar="K", help="Tiles of each puzzle.")
@puzzle_option("--frame", metavar="WxH", help="Fill a frame of this size.")
@puzzle_option("--compact", is_flag=True, help="Lay all tiles in the smallest rectangle.")
@puzzle_option(
    "--jokers",
    type=click.IntRange(0, MAX_JOKERS),
    metavar="N",
    help="Jokers in the set, in place of its own.",
)
@puzzle_option(
    "--difficulty",
    "band",
    type=_band,
    metavar="N..M",
    help="Only puzzles of this difficulty.",
)
@puzzle_option(
    "--rude",
    is_flag=True,
    help="Allow what one would not print; by default the words of a list are banned.",
)
@puzzle_option(
    "--unique",
    "single",
    is_flag=True,
    help="Frames with some letters given and exactly one solution without a tile face down.",
)
@lexicon_options
@output_option("--week", is_flag=True, help="Each seven puzzles grow harder, from Monday on.")
@output_option("--count", type=click.IntRange(1, 1000), metavar="N", default=10, show_default=True)
@output_option("--seed", type=click.IntRange(0), metavar="N", default=1, show_default=True)
@output_option("--out", metavar="DIR", type=click.Path(path_type=Path), help="A new folder.")
@quiet_option
def command(
    *,
    like: str,
    tiles: int | None,
    frame: str | None,
    compact: bool,
    jokers: int | None,
    band: range | None,
    rude: bool,
    single: bool,
    flags: Spec,
    week: bool,
    count: int,
    seed: int,
    out: Path | None,
) -> None:
    """Draw random puzzles, and write each as an instance into DIR, the easiest first.

    With 'fr' and 'en' no answer has a rude word: shipped lists are banned beside those of --ban.
    The same seed draws the same puzzles, and no two of them are alike. A puzzle's
    difficulty is what two plain beams leave face down together, with everyday words if the lexicon
    tells them: 'fr' and 'en' do.

    With --unique the tiles are those of a grid that fills the frame, and of its letters no more
    are given than leave it the only one.
    """
    if single and (tiles, jokers, band, compact) != (None, None, None, False):
        raise click.UsageError("--unique fills a --frame of its own tiles: drop the other flags")
    if out is None or (tiles is None and not single):
        raise click.UsageError("say how many --tiles K each puzzle has, and --out DIR")
    if bool(frame) == compact:
        raise click.UsageError("give --frame WxH or --compact")
    if out.is_dir() and any(out.glob("*.toml")):
        raise FileError(f"{out} has instances already: name another folder")
    goal = Frame(frame) if frame else Compact()
    found = draw(
        tiles,
        goal,
        like=like,
        jokers=jokers,
        count=count,
        difficulty=band or _ALL,
        seed=seed,
        given=flags if rude else _printable(replace(flags, tiles=tile_set(like))),
        tell=now_and_then(lambda found, tried: f"{found} of {count} puzzles, draw {tried}", _PULSE),
    )
    make_folder(out)
    family = family_of(like, tiles, goal, jokers, seed)
    for number, spec in enumerate(_through_weeks(found) if week else found, 1):
        write_text(out / f"{family}-{number:03}.toml", instance_text(spec))
    measured = [spec.difficulty or 0 for spec in found]
    levels = f"of difficulty {min(measured)} to {max(measured)}"
    told = "each with one solution" if single else levels
    say(f"{number_of(count, 'puzzle')} in {out}, {told}")


def _printable(asked: Spec) -> Spec:
    """Return the puzzle without the words that one would not print, in languages with a list."""
    file = data_dir("lexicons") / f"{language_of(asked.lexicon_name)}{UNPRINTED}"
    if not file.is_file():
        return asked
    given = GivenWords.of(asked.conventions.ban)
    return replace(asked, conventions=replace(asked.conventions, ban=given.and_also(file)))


def _through_weeks(found: list[Spec]) -> list[Spec]:
    """Deal puzzles, sorted by difficulty, into weeks: the easiest to Mondays, and so on."""
    weeks, rest = divmod(len(found), _WEEK)
    of_day = [weeks + (day < rest) for day in range(_WEEK)]
    dealt = iter(found)
    days = [list(islice(dealt, number)) for number in of_day]
    return [day[week] for week in range(weeks + 1) for day in days if week < len(day)]
