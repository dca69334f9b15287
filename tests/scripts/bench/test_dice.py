"""The search word by word says what the engines say; a batch of rolls is counted."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.game.referee import verify
from patience.game.tiles import from_letters
from patience.result import Limits, Status
from patience.solve import solve
from patience.words.lexicon import Lexicon, load
from scripts.bench.dice import Crosswords, Late, Letters, main

WORDS = [word for word in load("en-common") if 3 <= len(word) <= 5]


def drawn(letters: Letters) -> Grid:
    rows, cols = {r for r, _ in letters}, {c for _, c in letters}
    span = range(min(cols), max(cols) + 1)
    return Grid.parse(
        "\n".join(
            "".join(letters.get((r, c), ".") for c in span) for r in range(min(rows), max(rows) + 1)
        )
    )


def test_it_agrees_with_the_engines() -> None:
    chance, came_to = Random(7), Counter[bool]()
    for number in range(30):
        hand = "".join(chance.choices("AEIOUBCDHLMNPRST", k=6))
        words = chance.sample(WORDS, 1500)
        found = Crosswords(hand, iter(words), 60).find()
        puzzle, lexicon = Puzzle(from_letters(hand), Compact()), Lexicon.of(words)
        result = solve(puzzle, lexicon, limits=Limits(seconds=60, target=36), threads=1)
        assert (found is None) == (result.status is Status.INFEASIBLE), f"{number}: {hand}"
        assert found is None or verify(puzzle, drawn(found), lexicon).valid
        came_to[found is None] += 1
    assert min(came_to[True], came_to[False]) > 4


def test_it_stops_when_the_time_is_over() -> None:
    with pytest.raises(Late):
        Crosswords("CAT", iter(["CAT"]), -1).find()


def test_a_batch_is_counted(tmp_path: Path) -> None:
    run: dict[str, object] = {
        "puzzle": {"min-length": "3"},
        "lexicon": {"name": "en"},
        "tiles": {"letters": "C1 J1 T1"},
        "status": "unknown",
        "cost": None,
        "history": [],
    }
    solved = run | {"status": "feasible", "cost": 3, "history": [[0.5, 3]]}
    runs = {"a": run, "b": solved, "c": run | {"status": "infeasible"}}
    for name, result in runs.items():
        (tmp_path / "runs" / name / "beam").mkdir(parents=True)
        path = tmp_path / "runs" / name / "beam" / "seed-0.json"
        path.write_text(json.dumps(result | {"run": name}))
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.stdout == (
        "en: 1 none, 1 none, by words, 1 solved; first grid 0.50 s, worst 0.5 s\n"
    )
