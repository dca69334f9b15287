from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE_1, EXAMPLE_2, GOLDEN, TINY, WORDS, only_line, run


def test_the_rule_sheets_frame_needs_no_flags() -> None:
    for name in (EXAMPLE_2, str(GOLDEN / "example2-tabs.txt")):
        judged = run("verify", name)
        assert judged.exit_code == 0, judged.output
        assert judged.stdout == (
            f"{name}: valid as frame 9x7: 16 face down (A B B C F G J L O O O U V V W Y); "
            "47 tiles up in 16 words; jokers as I and N\n"
        )


@pytest.mark.parametrize("flags", [(), ("--compact",), ("--instance", "gay-play-compact-63")])
def test_the_rule_sheets_compact_grid_has_three_strange_words(flags: tuple[str, ...]) -> None:
    judged = run("verify", EXAMPLE_1, *flags, "--json")
    assert judged.exit_code == 1
    [verdict] = json.loads(judged.stdout)
    assert (verdict["valid"], verdict["cost"]) == (False, 108)
    assert {fault["rule"] for fault in verdict["violations"]} == {"word"}
    named = {fault["message"].split()[0] for fault in verdict["violations"]}
    assert named == {"DUNKERQUE", "IDA", "RIP"}
    assert (len(verdict["words"]), verdict["jokers"]) == (19, ["E", "E"])


@pytest.mark.usefixtures("folder")
def test_every_grid_gets_its_verdict() -> None:
    flags = ("--tiles", "ABCDEFGHX", "--lexicon", "words.txt")
    assert run("verify", "good.txt", *flags).exit_code == 0
    both = run("verify", "bad.txt", "good.txt", *flags)
    assert both.exit_code == 1
    assert [line.split(":")[0] for line in both.stdout.splitlines()] == [
        "bad.txt", "  word", "  word", "good.txt",
    ]  # fmt: skip
    three = run("verify", "missing.txt", "bad.txt", "good.txt", *flags, "--json")
    assert three.exit_code == 2
    assert [each["file"] for each in json.loads(three.stdout)] == ["bad.txt", "good.txt"]
    assert "missing.txt" in only_line(three)


@pytest.mark.usefixtures("folder")
def test_each_grid_of_a_file_keeps_its_number() -> None:
    Path("both.txt").write_text("; cost: 1\nABC\nD.E\nFGH\n\n; cost: 1\nABC\nD.E\nFGX\n")
    flags = ("--tiles", "ABCDEFGHX", "--lexicon", "words.txt")
    both = run("verify", "both.txt", "good.txt", *flags, "--json")
    named = [(each["file"], each["grid"], each["valid"]) for each in json.loads(both.stdout)]
    assert named == [("both.txt", 1, True), ("both.txt", 2, False), ("good.txt", 1, True)]
    assert run("verify", "both.txt", "good.txt", *flags, "--format", "json").stdout == both.stdout


@pytest.mark.usefixtures("folder")
def test_flags_override_the_header() -> None:
    text = "; goal: frame\n; tiles: ABCDEFGHI\n; lexicon: words.txt\nABC\nD.E\nFGH\n"
    assert run("verify", "-", stdin=text).exit_code == 0
    assert run("verify", "-", "--tiles", "ABCDEFGGI", stdin=text).exit_code == 1
    assert run("verify", "-", "--frame", "3x2", stdin=text).exit_code == 1
    assert run("verify", "-", "--require", "ADE", stdin=text).exit_code == 1
    compact = run("verify", "-", "--compact", "--tiles", "ABCDEFGH", stdin=text)
    assert (compact.exit_code, "area 9" in compact.stdout) == (0, True)


@pytest.mark.parametrize("flag", [["--lexicon", "words.txt"], ["--only", "only.txt"]])
@pytest.mark.usefixtures("folder", "answers")
def test_a_grid_in_another_folder_is_judged_there(
    monkeypatch: pytest.MonkeyPatch, flag: list[str]
) -> None:
    # More words than a header writes out.
    many = ("".join(letters) for letters in product("ABCDEFGH", repeat=3))
    Path("only.txt").write_text("\n".join([*WORDS, *many]))
    Path("x").mkdir()
    assert run("solve", *TINY, *flag, "--output", "x/g.txt", "--quiet").exit_code == 0
    monkeypatch.chdir("x")
    assert run("verify", "g.txt").exit_code == 0
    Path("../" + flag[1]).rename("../gone.txt")
    missing = only_line(run("verify", "g.txt"))
    assert missing.startswith("g.txt: ")
    assert flag[0] in missing
    assert flag[1] in missing
    # The flag that the message names is a remedy; a picture needs no words.
    assert run("verify", "g.txt", flag[0], "../gone.txt").exit_code == 0
    assert run("show", "g.txt", "--format", "svg").exit_code == 0
    # Beside the grid a list is found again.
    Path("../gone.txt").rename(flag[1])
    assert run("verify", "g.txt").exit_code == 0
