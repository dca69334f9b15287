from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from patience.cli.command import TEXT
from patience.files.grids import parse_grid
from patience.game.alphabet import alphabet_of
from patience.game.grid import Grid
from patience.words.lexicon import themes
from patience.words.wordlist import fold
from tests.cli.running import COMMANDS, run
from tests.strategies import grids


@pytest.mark.usefixtures("folder")
def test_show_prints_the_usual_form() -> None:
    sheet = "A\tb\tC\nD\n\u00ca\t\tf\n"
    shown = run("show", "-", stdin=sheet)
    assert shown.stdout == "AbC\nD..\nE.f\n"
    value = json.loads(run("show", "-", "--format", "json", stdin="; seed: 4\n" + sheet).stdout)
    assert (value["grid"], value["size"]) == (["AbC", "D..", "E.f"], "3x3")
    assert value["header"] == {"seed": "4"}
    assert run("show", "-", stdin="abc\nd.\u00e8\n").stdout == "ABC\nD.E\n"
    assert run("show", "good.txt", "--output", "copy.txt").stdout == ""
    assert Path("copy.txt").read_text() == Path("good.txt").read_text()


def test_tiles_are_listed_and_counted() -> None:
    listed = run("tiles").stdout
    assert "diamino-63" in listed
    assert "stand-in" in listed
    assert run("tiles", "A2 B1").stdout == "custom: 3 letters and 0 jokers\nA2 B1\n"
    assert "61 letters and 3 jokers" in run("tiles", "diamino-64").stdout


def test_dice_are_rolled() -> None:
    assert run("tiles", "q-less-7").stdout.startswith("q-less-7: 12 letters and 0 jokers\n")
    assert run("tiles", "q-less-7").stdout != run("tiles", "q-less-8").stdout.replace("-8", "-7")


@pytest.mark.usefixtures("folder")
def test_lexicons_are_listed_described_and_checked() -> None:
    assert run("lexicon").stdout == run("lexicon", "--help").stdout
    names = [line.split()[0] for line in run("lexicon", "list").stdout.splitlines()]
    assert {"fr", "fr-common", "fr-basic"} <= set(names)
    checked = run("lexicon", "check", "abc", "d\u00e9f", "X", "--lexicon", "words.txt")
    assert (checked.exit_code, checked.stdout) == (1, "ABC: yes\nDEF: no\nX: no\n")
    assert run("lexicon", "check", "\u00e9t\u00e9").exit_code == 0
    assert run("lexicon", "check", "halait", "portez").stdout == (
        "HALAIT (halait, hâlait): yes; verb conjugated, form of haler or h\u00e2ler\n"
        "PORTEZ: yes; verb conjugated, form of porter\n"
    )
    foreign = run("lexicon", "check", "wagon", "qqq", "--no-foreign").stdout
    assert foreign == "WAGON: no; left out by 'no foreign origin'\nQQQ: no\n"
    info = run("lexicon", "info", "words.txt", "--min-length", "3").stdout.splitlines()
    assert info[0].startswith("words.txt: 4 words, sha256 ")
    assert info[-2:] == ["      2    3    0", "      3    4    4"]


def test_themes_are_listed_in_the_order_of_a_dictionary_with_their_meaning() -> None:
    told = run("lexicon", "info").stdout.partition("subjects, for --subject:\n")[2]
    meanings = dict(re.findall(r"^  ([^\W\d]\S*) +(\S.*)$", told, re.MULTILINE))
    assert list(meanings) == list(themes("fr")) == sorted(meanings, key=fold)
    assert meanings["zool"] == "animals"


@pytest.mark.usefixtures("folder")
def test_what_is_shown_in_colours_can_be_copied() -> None:
    long = "/".join(["." * 15] * 15)
    Path("wide.txt").write_text(f"; goal: board\n; board: {long}\nAbC\nD.#\n")
    shown = Text.from_ansi(run("show", "wide.txt", "--color", "always").stdout).plain
    assert f"; board: {long}\n" in shown
    assert parse_grid(shown).grid == Grid(("AbC", "D.#"))


SPANISH = alphabet_of("es").symbols


@settings(max_examples=50)
@given(
    grid=grids() | grids(f"AB.{SPANISH}{SPANISH.lower()}"),
    header=st.sampled_from(["", "; alphabet: es\n; tiles: scrabble-es\n"]),
)
def test_what_is_shown_in_colours_is_read_back_the_same(grid: Grid, header: str) -> None:
    text = f"; size: {grid.width}x{grid.height}\n{header}{grid}\n"
    plain = run("show", "-", stdin=text)
    colours = run("show", "-", "--color", "always", stdin=text)
    assert colours.exit_code == plain.exit_code
    if plain.exit_code == 0:
        assert "\x1b[" in colours.stdout
        assert run("show", "-", stdin=colours.stdout).stdout == plain.stdout
        assert parse_grid(colours.stdout).grid == parse_grid(plain.stdout).grid


@pytest.mark.usefixtures("folder")
def test_colours_in_a_list_of_words_are_no_letters() -> None:
    """As grep prints its finds, if told to colour them always."""
    Path("found.txt").write_text("\x1b[01;31m\x1b[KAB\x1b[m\x1b[KC\nBA\n")
    assert run("lexicon", "check", "abc", "ba", "--lexicon", "found.txt").exit_code == 0


def arguments_of(command: click.Command) -> Iterator[list[str]]:
    """Yield calls of a command that give an empty text for one of its parameters."""
    texts = [each for each in command.params if isinstance(each.type, type(click.STRING))]
    known = ["x" for each in command.params if isinstance(each, click.Argument) and each.required]
    for each in texts:
        if isinstance(each, click.Option) and each.metavar != TEXT:
            yield [*known, each.opts[0], *[""] * each.nargs]
        elif isinstance(each, click.Argument):
            yield [*known[1:], ""]


def test_an_empty_text_is_told_with_the_name_of_what_it_is_for() -> None:
    calls = [(*path, *args) for path, each in COMMANDS.items() for args in arguments_of(each)]
    assert len(calls) > 100
    for args in calls:
        done = run(*args)
        assert done.exit_code == 2, args
        assert re.match(r"patience: (--[a-z-]+|[A-Z]+) is empty: ", done.stderr), (
            args,
            done.stderr,
        )


@pytest.mark.parametrize("command", ["verify", "show", "solve", "hint", "play", "batch", "prove"])
def test_a_name_with_a_hyphen_in_front_is_told_how_to_be_given(command: str) -> None:
    assert "a name that begins with a hyphen comes after --" in run(command, "-x.txt").stderr
