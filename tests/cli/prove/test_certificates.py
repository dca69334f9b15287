"""Proven: told, certified, checked again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.prove.support import HARD
from tests.cli.running import only_line, run


@pytest.mark.usefixtures("folder")
def test_a_refuted_puzzle_is_proven_and_certified() -> None:
    done = run("prove", *HARD, "--at-most", "1", "--certificate", "cert.json", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("proven: no grid has 1 face down or less (")
    value = json.loads(Path("cert.json").read_text())
    nodes = sum(sum(level["nodes"]) for level in value["levels"])
    assert f"({nodes:,} nodes, " in done.stdout
    assert value["puzzle"]["lexicon"] == str(Path("words.txt").resolve())
    partitions = sum(len(level["nodes"]) for level in value["levels"])
    checked = run("prove", "--check", "cert.json", "--sample", "20")
    assert checked.exit_code == 0
    assert checked.stdout.startswith(
        f"cert.json: 20 of {partitions} partitions agree; by the certificate no grid has 1 face "
        f"down or less ({nodes:,} nodes"
    )
    heard = checked.stderr.splitlines()
    drawn = re.match(
        rf"searching 20 of {partitions} partitions again, drawn with seed (\d+): ", heard[0]
    )
    assert drawn
    again = run("prove", "--check", "cert.json", "--sample", "20", "--seed", drawn[1])
    assert (again.stdout, again.stderr) == (checked.stdout, checked.stderr)
    assert run("prove", "--check", "cert.json", "--sample", "20").stderr.splitlines()[0] != heard[0]
    every = run("prove", "--check", "cert.json", "--sample", "1000", "--quiet")
    assert every.stdout.startswith(f"cert.json: all {partitions} partitions agree: no grid has 1 ")
    counts = [re.fullmatch(r". face down: (\d+) of \1 partitions agree", x) for x in heard[1:]]
    assert sum(int(count[1]) for count in counts if count) == 20
    assert len(counts) == len(value["levels"]) == 2
    whole = run("prove", "--check", "cert.json", "--sample", "20", "--verbose")
    heard = whole.stderr.splitlines()
    assert [line.endswith(" nodes certified, agrees") for line in heard[1:]] == [True] * 20


def test_a_certificate_is_checked_from_anywhere(
    folder: Path, certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    checked = run("prove", "--check", "../cert.json", "--sample", "1", "--quiet")
    assert checked.exit_code == 0, checked.stderr
    assert certificate["at_most"] == 1


def test_words_added_since_are_noticed(certificate: dict[str, Any], words: str) -> None:
    Path("words.txt").write_text(words + "\nQQQQ\n")
    checked = run("prove", "--check", "cert.json", "--quiet")
    assert checked.exit_code == 2
    assert f"({certificate['words']:,} words, " in only_line(checked)


@pytest.mark.usefixtures("folder")
def test_a_partition_that_differs_is_shown(certificate: dict[str, Any]) -> None:
    count = certificate["levels"][1]["nodes"][3]
    certificate["levels"][1]["nodes"][3] += 1
    Path("cert.json").write_text(json.dumps(certificate))
    checked = run("prove", "--check", "cert.json", "--sample", "1000")
    assert (checked.exit_code, checked.stdout) == (1, "")
    assert "not all partitions agree: do not trust this certificate" in checked.stderr
    assert sum(line.endswith(" partitions agree") for line in checked.stderr.splitlines()) == 2
    [differs] = [line for line in checked.stderr.splitlines() if "DIFFERS" in line]
    assert differs == (
        f"1 face down, partition 4: {count + 1:,} nodes certified, DIFFERS: {count:,} counted"
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "keys"),
    [
        (("--subject", "zool,bot", "--no-foreign"), {"themes": "bot,zool", "no-foreign": "yes"}),
        (("--ban", "ABRI", "--min-length", "3", "--disconnected"), {"connected": "no"}),
        (("--require", "loup", "--distinct-words"), {"require": "LOUP", "distinct-words": "yes"}),
    ],
)
def test_conventions_and_rules_are_certified(flags: tuple[str, ...], keys: dict[str, str]) -> None:
    puzzle = ("--frame", "4x3", "--tiles", "ELOPRUAIKSZX", "--lexicon", "fr-basic")
    if "--subject" in flags:
        puzzle = (*puzzle[:-1], "fr")
    done = run("prove", *puzzle, *flags, "--at-most", "0", "--certificate", "c.json", "--quiet")
    assert done.exit_code == 0, done.stderr
    assert keys.items() <= json.loads(Path("c.json").read_text())["puzzle"].items()
    checked = run("prove", "--check", "c.json", "--sample", "1000", "--quiet")
    assert checked.exit_code == 0, checked.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("puzzle", "at_most", "words", "claimed"),
    [
        ("--frame 2x3 --tiles ABCDEF", "99999", "XYZ", "has 99999 face down or less"),
        ("--compact --tiles ABCD", "16", "ABC BA", "no grid has area 16 or less"),
        ("--compact --tiles AB", "1", "AB", "no grid has area 1 or less"),
        ("--frame 2x2 --tiles ABCD", "0", "ABCDE", "no grid has 0 face down"),
        ("--compact --within 2x2 --tiles ABCDE", "99", "ABCDE", "no grid has area 99 or less"),
        ("--board board.txt --tiles ABC", "3", "XYZ", "no grid has 3 tiles left over or less"),
        ("--frame 3x1 --tiles ABC --min-length 4", "3", "ABC", "no grid has 3 face down or less"),
    ],
)
def test_what_is_impossible_is_proven_at_once(
    puzzle: str, at_most: str, words: str, claimed: str
) -> None:
    Path("few.txt").write_text(words.replace(" ", "\n"))
    Path("board.txt").write_text("..#\n#..\n")
    flags = [*puzzle.split(), "--lexicon", "few.txt", "--at-most", at_most]
    done = run("prove", *flags, "--certificate", "c.json")
    assert done.exit_code == 0, done.stderr
    assert f"{claimed} (" in done.stdout
    if at_most != "1":
        assert "no word" in done.stderr or "no grid at all" in done.stderr
    assert run("prove", "--check", "c.json", "--quiet").exit_code == 0
    guessed = run("prove", *flags, "--estimate", "--time-limit", "1", "--quiet")
    assert guessed.exit_code == 0
    assert guessed.stdout.splitlines()[-1].startswith("in all about ")
