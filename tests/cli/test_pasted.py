"""What the commands say of grids that are no plain text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import TINY, run

TINY_VERIFY = ("--tiles", "ABCDEFGHI", "--lexicon", "words.txt")
pytestmark = pytest.mark.usefixtures("folder")


def write(text: str, name: str = "pasted.txt") -> str:
    Path(name).write_text(text, "utf-8")
    return name


def test_a_guess_is_one_line_on_the_standard_error() -> None:
    name = write("Voici ma grille :\nABC\nD\u25a0E\nFGH\n")
    said = "pasted.txt: left out line 1: 'Voici ma grille :'; '\u25a0' is taken for a blank\n"
    judged = run("verify", name, *TINY_VERIFY)
    assert (judged.exit_code, judged.stderr) == (0, said)
    assert run("show", name, "--format", "text").stderr == said
    assert run("verify", "-", *TINY_VERIFY, stdin=Path(name).read_bytes()).stderr == said.replace(
        "pasted.txt", "standard input"
    )


def test_of_two_readings_the_flag_decides() -> None:
    name = write("  ABC\n  D\n")
    asked = run("verify", name, *TINY_VERIFY)
    assert asked.exit_code == 2
    assert "it can be read as 3x2 or 5x2" in asked.stderr
    assert "name the size, as by --frame 3x2" in asked.stderr
    judged = run("verify", name, *TINY_VERIFY, "--frame", "3x2")
    assert judged.exit_code == 1  # AD is no word
    assert judged.stderr == "pasted.txt: of 2 ways to read it, 3x2 fits\n"


def test_all_tiles_decide_of_a_filled_grid() -> None:
    judged = run("verify", write("  ABC\n  D E\n  FGH\n"), *TINY_VERIFY)
    assert judged.exit_code == 0
    assert judged.stderr == "pasted.txt: of 2 ways to read it, 3x3 fits\n"


def test_a_grid_to_complete_is_read_by_the_flags_too() -> None:
    write("  ABC\n  D\n  F\n")
    search = ("--max-width", "3", "--engine", "beam", "--threads", "1", "--seed", "0")
    for how in (("pasted.txt",), ("--start", "pasted.txt")):
        solved = run("solve", *how, *TINY, *search)
        assert solved.exit_code == 0
        assert "pasted.txt: of 2 ways to read it, 3x3 fits" in solved.stderr
        assert run("solve", *how, *TINY, *search, "--quiet").stderr == ""


def test_letters_on_a_board_are_told() -> None:
    write("   ...\n   .X.\n   ...\n", "board.txt")
    refused = run("solve", "--board", "board.txt", *TINY_VERIFY)
    assert refused.exit_code == 2
    first, last = refused.stderr.splitlines()
    assert first == "board.txt: letters already on the board, which stay: row 2 column 2"
    assert "1 X too many" in last


def test_a_star_in_a_judged_grid_is_told() -> None:
    judged = run("verify", write("AB*\nD.E\nFGH\n"), *TINY_VERIFY)
    assert judged.exit_code == 1
    assert "a joker is the small letter that it stands for" in judged.stderr
    assert run("verify", write("ABC\nD*E\nFGH\n"), *TINY_VERIFY).stderr == ""


def test_an_instance_leaves_nothing_to_guess() -> None:
    write("ABC\nD\u25a0E\nFGH\n", "half.txt")
    write('frame = "3x3"\ntiles = "ABCDEFGHI"\n[start]\nfile = "half.txt"\n', "i.toml")
    refused = run("solve", "i.toml")
    assert refused.exit_code == 2
    assert "half.txt: '\u25a0' is taken for a blank: an instance must be unambiguous" in (
        refused.stderr
    )
