"""A puzzle as a model for MiniZinc: what it says, what it refuses, and that its optimum is ours."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random

import pytest

from patience import Compact, Frame, Grid, Puzzle, verify
from patience.question.catalogue import parse
from tests import naive
from tests.cli.running import only_line, run
from tests.needs import needs

_TEXT = """
AN ANE ART AS CAR CAS COR COU CRI CRIN ECU EN ES ET EU EUT ILE LA LE LES LIN LOI LOT MA MAI
MER MES MI MIEN MOI MON NE NEZ NI NOS NU NUS ON OR ORE OSE OU OUI PAR PAS PEU PIE PIN PLI
POT PRE PU PUR QUE QUI RAI RAT RE REZ RI RIEN RIS ROC ROI RU RUE SA SAC SE SEC SEL SI SON
SOU SU SUR TA TE TES TIR TON TU TUE UN UNE UNI US UT VA VIE VU
"""
WORDS = _TEXT.split()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("\n".join(WORDS))


def instance(goal: str, tiles: str, jokers: int = 0, more: str = "") -> None:
    frame = f'goal = "frame"\nframe = "{goal}"' if "x" in goal else f'goal = "{goal}"'
    asked = f'{frame}\ntiles = "{tiles}"\njokers = {jokers}\nlexicon = "words.txt"\n{more}'
    Path("puzzle.toml").write_text(asked)


def drawn(number: int) -> Puzzle:
    """A random puzzle: frames of nine to twelve cells, or compact grids of five to seven tiles."""
    random = Random(number)
    goal = Frame(3 + number % 2, 3) if number % 5 < 3 else Compact()
    size = goal.width * goal.height if isinstance(goal, Frame) else random.randint(5, 7)
    jokers = int(number % 4 == 0)
    letters = random.sample("".join(WORDS), size - jokers)
    return Puzzle(parse("".join(letters)).with_jokers(jokers), goal)


def test_it_has_the_question_the_letters_and_the_words() -> None:
    instance("3x2", "ANERSI", 1)
    model = run("show", "puzzle.toml", "--format", "minizinc").stdout
    assert re.search(r"^rows = 2;\ncolumns = 3;\nkinds = 26;$", model, re.MULTILINE)
    assert '"; goal: frame\\n", "; size: 3x2\\n", "; tiles: A1 E1 I1 N1 R1 S1\\n"' in model
    assert "jokers = 1;" in model
    [states] = re.findall(r"^states = (\d+);$", model, re.MULTILINE)
    table = model[model.index("next = [|") :].split("|")[1:-1]
    assert [len(row.split(",")) for row in table] == [27] * int(states)


def test_it_accepts_the_words_and_no_other_line() -> None:
    instance("3x1", "ANERSI")
    model = run("show", "puzzle.toml", "--format", "minizinc").stdout
    table = [
        list(map(int, x.split(","))) for x in model[model.index("next = [|") :].split("|")[1:-1]
    ]
    accepting = {*map(int, re.findall(r"\d+", re.findall(r"accepting = {(.*)}", model)[0]))}

    def accepted(line: str) -> bool:
        state = 1
        for x in line:
            state = state and table[state - 1][0 if x == "." else 1 + ord(x) - ord("A")]
        return state in accepting

    letters = ".ANERSIZ"
    lines = [x + y + z for x in letters for y in letters for z in letters]
    spelled = [x for x in WORDS if set(x) <= set("ANERSI") and len(set(x)) == len(x)]
    assert [x for x in lines if accepted(x)] == [
        x for x in lines if all(len(run) < 2 or run in spelled for run in x.split("."))
    ]


@pytest.mark.parametrize(
    ("goal", "more", "rule"),
    [
        ("3x2", '[start]\nrows = ["AN.", "..."]', "cells laid before"),
        ("3x2", '[rules]\nrequire = ["ANE"]', "the rule require"),
        ("3x2", "[rules]\ndistinct_words = true", "the rule distinct-words"),
        ("3x2", '[rules]\nsymmetry = "mirror"', "the rule symmetry"),
        ("compact", "[rules]\nconnected = false", "compact grids in pieces"),
    ],
)
def test_what_the_model_lacks_is_refused(goal: str, more: str, rule: str) -> None:
    instance(goal, "ANERSI", 0, more)
    refused = run("show", "puzzle.toml", "--format", "minizinc")
    assert refused.exit_code == 2
    assert f"but not {rule}: " in only_line(refused)


def test_a_grid_known_bounds_the_table_of_a_compact_one() -> None:
    instance("compact", "ANERSI")
    assert "rows = 6;\ncolumns = 3;" in run("show", "puzzle.toml", "--format", "minizinc").stdout
    Path("grid.txt").write_text(
        "; goal: compact\n; tiles: ANERSI\n; lexicon: words.txt\nANE\n..S\nRI.\n"
    )
    assert "columns = 3;" in run("show", "grid.txt", "--format", "minizinc").stdout


@pytest.mark.slow
@needs("minizinc")
@pytest.mark.parametrize("number", range(12))
def test_its_optimum_is_that_of_the_brute_force(number: int) -> None:
    puzzle = drawn(number)
    goal = f"{puzzle.size[0]}x{puzzle.size[1]}" if puzzle.size else "compact"
    instance(goal, puzzle.tiles.counted(), puzzle.tiles.jokers)
    model = run("show", "puzzle.toml", "--format", "minizinc", "--output", "puzzle.mzn")
    assert model.exit_code == 0, model.stderr
    solved = subprocess.run(
        ["minizinc", "--solver", "gecode", "puzzle.mzn"], capture_output=True, text=True, check=True
    )
    best = naive.best(puzzle, WORDS)
    if best is None:
        assert "=====UNSATISFIABLE=====" in solved.stdout
        return
    assert "==========" in solved.stdout  # proven
    text = solved.stdout.split("----------")[-2].strip()
    rows = [line for line in text.splitlines() if not line.startswith(";")]
    cost, grid = best[0], Grid(best[1])
    found = Grid(tuple(rows))
    assert verify(puzzle, found, {*WORDS}).cost == cost
    assert f"; cost: {cost}" in text
    assert puzzle.rank(found) == puzzle.rank(grid)
    Path("grid.txt").write_text(text + "\n")
    assert run("verify", "grid.txt").exit_code == 0
