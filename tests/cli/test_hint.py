from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import TINY, only_line, run

pytestmark = pytest.mark.usefixtures("folder", "answers")
OWN = TINY[2:]


NOTICE = "compiling the search kernels once"


def test_a_hint_is_one_sentence_and_only_notices_go_beside_it() -> None:
    Path("start.txt").write_text("ABC\n...\n...\n")
    hint = run("hint", "start.txt", *OWN)
    assert (hint.exit_code, hint.stderr) == (0, f"{NOTICE}\n")
    assert hint.stdout == "Lay D F in column 1, rows 2 and 3: ADF.\n"
    assert run("hint", "-", *OWN, stdin="ABC\n...\n...\n").stdout == hint.stdout


def test_a_hint_as_json_has_its_tiles() -> None:
    Path("start.txt").write_text("ABC\n...\n...\n")
    hint = run("hint", "start.txt", *OWN, "--json")
    value = json.loads(hint.stdout)
    tiles = [{"letter": x, "joker": False, "row": n, "col": 0} for n, x in ((1, "D"), (2, "F"))]
    assert value == {"text": "ADF", "row": 0, "col": 0, "across": False, "tiles": tiles}
    assert run("hint", "start.txt", *OWN, "--format", "json").stdout == hint.stdout


def test_where_all_words_lie_there_is_no_hint() -> None:
    told = run("hint", "good.txt", *OWN).stdout
    assert told == "Nothing is left to lay: every word is on the table.\n"
    assert json.loads(run("hint", "good.txt", *OWN, "--json").stdout) is None


def test_a_hint_reads_the_lines_above_the_grid(answers: list[dict[str, Any]]) -> None:
    solved = run("solve", *TINY).stdout
    Path("start.txt").write_text(solved.replace("FGH", "..."))
    assert run("hint", "start.txt", "--prefer", "score").stdout == (
        "Lay F in column 1, row 3: ADF.\n"
    )
    assert (answers[1]["puzzle"].tiles.total, answers[1]["prefer"]) == (9, "score")


def test_a_grid_that_nothing_completes_is_exit_1() -> None:
    failed = run("hint", "-", *OWN, stdin="A..\n...\n")
    assert (failed.exit_code, failed.stdout) == (1, "")
    assert failed.stderr.splitlines() == [NOTICE, "patience: the time was up"]
    no_word = run("hint", "good.txt", *OWN, "--min-length", "9")
    assert (no_word.exit_code, "no word is left" in only_line(no_word)) == (1, True)
