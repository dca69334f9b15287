from __future__ import annotations

import click
import pytest

import patience
from patience.cli import Program, main
from patience.cli.command import Command
from tests.cli.running import COMMANDS, only_line, run

GROUPED = {
    "solve": ["Puzzle:", "Conventions:", "Search:", "Output:", "Examples:"],
    "verify": ["Puzzle:", "Conventions:", "Output:", "Examples:"],
    "hint": ["Puzzle:", "Conventions:", "Search:", "Output:", "Examples:"],
}


def test_the_program_alone_names_the_commonest_commands() -> None:
    shown = run()
    assert shown.exit_code == 0
    lines = [line.strip() for line in shown.stdout.splitlines()]
    assert [line.split()[1] for line in lines if line.startswith("patience ")] == [
        "solve", "verify", "hint",
    ]  # fmt: skip
    assert "patience --help" in shown.stdout


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_twice_alike(names: tuple[str, ...]) -> None:
    page = run(*names, "--help")
    assert page.exit_code == 0
    assert page.stdout.startswith(f"Usage: patience {' '.join(names)}")
    assert run("help", *names).stdout == page.stdout
    assert max(map(len, page.stdout.splitlines())) <= 80


@pytest.mark.parametrize(("name", "headings"), GROUPED.items())
def test_options_stand_in_groups(name: str, headings: list[str]) -> None:
    lines = run(name, "--help").stdout.splitlines()
    assert [line for line in lines if line in headings] == headings


def test_examples_name_options_that_there_are() -> None:
    for command in COMMANDS.values():
        if isinstance(command, Command):
            flags = {flag for option in command.params for flag in option.opts}
            for line, _ in command.examples:
                own = line.split(" > ")[0].split(" | ")[0]
                used = {word for word in own.split() if word.startswith("--")}
                assert used <= flags, line


def test_help_lists_all_commands() -> None:
    assert isinstance(main, Program)
    page = run("--help").stdout
    assert run("help").stdout == run("help", "--help").stdout == page
    for name in main.list_commands(click.Context(main)):
        assert f"\n  {name} " in page


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("solv", "no command is called 'solv'; did you mean solve?"),
        ("help solv", "no command is called 'solv'; did you mean solve?"),
        ("zzz", "no command is called 'zzz' (see patience --help)"),
    ],
)
def test_a_command_that_is_none_gets_a_guess(args: str, message: str) -> None:
    failed = run(*args.split())
    assert failed.exit_code == 2
    assert message in only_line(failed)


def test_the_version_names_lexicon_and_engines() -> None:
    program, lexicon, engines = run("--version").stdout.splitlines()
    assert program == f"patience {patience.__version__}"
    assert lexicon.startswith("lexicon fr: ")
    assert "414,400 words" in lexicon
    assert engines.startswith("engines: auto, beam, ")
    assert "cpsat (ortools " in engines
