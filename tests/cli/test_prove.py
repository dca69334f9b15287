from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import patience
from patience.cli import main
from patience.cli import prove as prove_command
from patience.cli.prove import STOPPED
from patience.proofs.propositions import Claim, Outcome
from patience.proofs.propositions import prove as proving
from patience.words.lexicon import load

# The cheapest 4x4 of these tiles has two face down, with the words of at most four letters here.
HARD = ("--frame", "4x4", "--tiles", "ABCCEFILMNOQSUUV", "--lexicon", "words.txt")

ROOT = Path(patience.__file__).parents[1]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
LONG = 120


@pytest.fixture(scope="session")
def words() -> str:
    return "\n".join(word for word in load("fr-common").words if len(word) <= 4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str) -> Path:
    """A folder to run in, with a word list; no time is spent on guesses."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("patience.engines.exhaustive.proof._GUESS_SECONDS", 0.0)
    Path("words.txt").write_text(words)
    return tmp_path


@pytest.fixture
def certificate(folder: Path) -> dict[str, Any]:
    """The certificate in `cert.json`, as JSON has it."""
    done = run("prove", *HARD, "--at-most", "1", "--certificate", "cert.json")
    assert done.exit_code == 0, done.stderr
    value: dict[str, Any] = json.loads((folder / "cert.json").read_text())
    return value


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)


def only_line(result: Result) -> str:
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("patience: ")
    return lines[0].removeprefix("patience: ")


# ---- proven -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_a_refuted_puzzle_is_proven_and_certified() -> None:
    done = run("prove", *HARD, "--at-most", "1", "--certificate", "cert.json", "--quiet")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("proven: no grid has 1 face down or less (")
    value = json.loads(Path("cert.json").read_text())
    nodes = sum(sum(stage["nodes"]) for stage in value["stages"])
    assert f"({nodes:,} nodes, " in done.stdout
    assert value["puzzle"]["lexicon"] == "words.txt"
    checked = run("prove", "--check", "cert.json", "--sample", "20")
    assert checked.exit_code == 0
    assert checked.stdout.startswith(
        f"cert.json: the sample agrees; certified: no grid has 1 face down or less ({nodes:,} nodes"
    )
    heard = checked.stderr.splitlines()
    assert heard[0].startswith("searching 20 parts again, ")
    assert [line.endswith(" nodes certified, agrees") for line in heard[1:]] == [True] * 20


def test_a_certificate_is_checked_from_anywhere(
    folder: Path, certificate: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    checked = run("prove", "--check", "../cert.json", "--sample", "1", "--quiet")
    assert checked.exit_code == 0, checked.stderr
    assert certificate["at_most"] == 1


def altered(certificate: dict[str, Any], change: str) -> dict[str, Any]:
    """Return a certificate that somebody has changed."""
    stages = certificate["stages"]
    match change:
        case "count":
            stages[1]["nodes"][3] += 1
        case "stage":
            del stages[0]
        case "part":
            stages[1]["nodes"].pop()
        case "sha256":
            certificate["sha256"] = "0" * 64
        case "claim":
            certificate["at_most"] = 2
        case "tiles":
            certificate["puzzle"]["tiles"] = "A1 B1 C2 E1 F1 I1 L1 M1 N1 O1 Q1 S1 U2 X1"
        case "method":
            certificate["method"] += 1
        case "format":
            certificate["format"] += 1
        case "puzzle":
            certificate["puzzle"]["goal"] = "fram"
        case "missing":
            del certificate["stages"]
    return certificate


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ("count", 1, "not all parts agree: do not trust this certificate"),
        ("tiles", 1, "not all parts agree"),
        ("stage", 2, "stages are not those of its puzzle"),
        ("part", 2, "stages are not those of its puzzle"),
        ("claim", 2, "stages are not those of its puzzle"),
        ("sha256", 2, "another sha256 than the one certified"),
        ("method", 2, "searched another way"),
        ("format", 2, "a certificate of another format"),
        ("puzzle", 2, "goal 'fram': there are frame, compact, board"),
        ("missing", 2, "is no certificate"),
    ],
)
def test_a_changed_certificate_is_noticed(
    certificate: dict[str, Any], change: str, code: int, message: str
) -> None:
    Path("cert.json").write_text(json.dumps(altered(certificate, change)))
    checked = run("prove", "--check", "cert.json", "--sample", "1000", "--quiet")
    assert (checked.exit_code, checked.stdout) == (code, "")
    assert message in only_line(checked)


def test_words_added_since_are_noticed(certificate: dict[str, Any], words: str) -> None:
    Path("words.txt").write_text(words + "\nQQQQ\n")
    checked = run("prove", "--check", "cert.json", "--quiet")
    assert checked.exit_code == 2
    assert f"({certificate['words']:,} words, " in only_line(checked)


@pytest.mark.usefixtures("folder")
def test_a_part_that_differs_is_shown(certificate: dict[str, Any]) -> None:
    Path("cert.json").write_text(json.dumps(altered(certificate, "count")))
    checked = run("prove", "--check", "cert.json", "--sample", "1000")
    [differs] = [line for line in checked.stderr.splitlines() if "DIFFERS" in line]
    count = certificate["stages"][1]["nodes"][3]
    assert differs == (
        f"1 face down, part 4: {count:,} nodes certified, DIFFERS: {count - 1:,} counted"
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "keys"),
    [
        (("--theme", "zool,bot", "--no-foreign"), {"themes": "bot,zool", "no-foreign": "yes"}),
        (("--ban", "ABRI", "--min-length", "3", "--disconnected"), {"connected": "no"}),
        (("--require", "loup", "--distinct-words"), {"require": "LOUP", "distinct-words": "yes"}),
    ],
)
def test_conventions_and_rules_are_certified(flags: tuple[str, ...], keys: dict[str, str]) -> None:
    puzzle = ("--frame", "4x3", "--tiles", "ELOPRUAIKSZX", "--lexicon", "fr-basic")
    if "--theme" in flags:
        puzzle = (*puzzle[:-1], "fr")
    done = run("prove", *puzzle, *flags, "--at-most", "0", "--certificate", "c.json", "--quiet")
    assert done.exit_code == 0, done.stderr
    assert keys.items() <= json.loads(Path("c.json").read_text())["puzzle"].items()
    checked = run("prove", "--check", "c.json", "--sample", "1000", "--quiet")
    assert checked.exit_code == 0, checked.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("puzzle", "at_most", "words", "claim"),
    [
        ("--frame 2x3 --tiles ABCDEF", "999999", "XYZ", "has 999999 face down or less"),
        ("--compact --tiles ABCD", "16", "ABC BA", "no grid has area 16 or less"),
        ("--compact --tiles AB", "1", "AB", "no grid has area 1 or less"),
        ("--frame 2x2 --tiles ABCD", "0", "ABCDE", "no grid has 0 face down"),
        ("--compact --within 2x2 --tiles ABCDE", "99", "ABCDE", "no grid has area 99 or less"),
        ("--board board.txt --tiles ABC", "3", "XYZ", "no grid has 3 tiles left over or less"),
        ("--frame 3x1 --tiles ABC --min-length 4", "3", "ABC", "no grid has 3 face down or less"),
    ],
)
def test_what_is_impossible_is_proven_at_once(
    puzzle: str, at_most: str, words: str, claim: str
) -> None:
    Path("few.txt").write_text(words.replace(" ", "\n"))
    Path("board.txt").write_text("..#\n#..\n")
    flags = [*puzzle.split(), "--lexicon", "few.txt", "--at-most", at_most]
    done = run("prove", *flags, "--certificate", "c.json")
    assert done.exit_code == 0, done.stderr
    assert f"{claim} (" in done.stdout
    if at_most != "1":
        assert "no word" in done.stderr or "no grid at all" in done.stderr
    assert run("prove", "--check", "c.json", "--quiet").exit_code == 0
    guessed = run("prove", *flags, "--estimate", "--time-limit", "1", "--quiet")
    assert guessed.exit_code == 0
    assert guessed.stdout.splitlines()[-1].startswith("in all about ")


# ---- a grid -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "at_most", "cost"),
    [
        (HARD, "2", 2),
        (HARD, "500", 2),
        ((*HARD, "--start", "start.txt"), "6", None),
        (("--compact", "--tiles", "ABCEILOT", "--lexicon", "words.txt"), "15", None),
        (("--compact", "--within", "3x4", "--tiles", "AEILOT?", "--lexicon", "words.txt"), "12", 8),
        (("--board", "board.txt", "--tiles", "ABCEEILOSTUR", "--lexicon", "words.txt"), "4", None),
        (("--frame", "3x3", "--theme", "zool,bot"), "4", None),
        (("--frame", "4x3", "--tiles", "LOUPAIESTRNX", "--require", "loup"), "6", None),
    ],
)
def test_a_grid_found_verifies_without_flags(
    flags: tuple[str, ...], at_most: str, cost: int | None
) -> None:
    Path("board.txt").write_text("....\n.##.\n....\n")
    Path("start.txt").write_text("...*\n....\n....\nBELS\n")
    Path("words.txt").write_text(Path("words.txt").read_text() + "\nBELS\n")
    found = run("prove", *flags, "--at-most", at_most, "--certificate", "c.json")
    assert found.exit_code == 1, found.output
    assert "; status: optimal\n; engine: prove\n" in found.stdout
    assert "proven: no grid is better" in found.stderr
    assert not Path("c.json").exists()
    judged = run("verify", "-", "--json", stdin=found.stdout)
    assert judged.exit_code == 0, judged.output
    [verdict] = json.loads(judged.stdout)
    assert f"; cost: {verdict['cost']}\n; bound: {verdict['cost']}\n" in found.stdout
    assert verdict["cost"] <= int(at_most)
    assert cost is None or verdict["cost"] == cost
    # One less is refuted.
    if verdict["cost"]:
        less = run("prove", *flags, "--at-most", str(verdict["cost"] - 1), "--quiet")
        assert (less.exit_code, less.stderr) == (0, "")


@pytest.mark.usefixtures("folder")
def test_quiet_prints_the_grid_alone() -> None:
    found = run("prove", *HARD, "--at-most", "2", "--quiet")
    assert (found.exit_code, found.stderr) == (1, "")


# ---- stopped ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_the_time_limit_stops_and_the_state_goes_on() -> None:
    stopped = run("prove", *HARD, "--at-most", "1", "--time-limit", "0.001", "--quiet")
    assert (stopped.exit_code, stopped.stdout) == (STOPPED, "")
    assert "with --state FILE it could go on from there" in only_line(stopped)
    args = ["prove", *HARD, "--at-most", "1", "--state", "s.json", "--quiet"]
    stopped = run(*args, "--time-limit", "0.001")
    assert (stopped.exit_code, stopped.stdout) == (STOPPED, "")
    assert only_line(stopped).endswith("the same command goes on from s.json")
    done = run(*args)
    assert (done.exit_code, done.stderr) == (0, "")
    whole = run("prove", *HARD, "--at-most", "1", "--quiet")
    assert done.stdout.split(" nodes")[0] == whole.stdout.split(" nodes")[0]
    assert run(*args).stdout == done.stdout  # all of it is kept


def test_ctrl_c_keeps_the_state(folder: Path) -> None:
    big = ["--frame", "5x5", "--tiles", "AAABCCEEFGILLMNOOQSSTUUUV", "--at-most", "1"]
    args = ["prove", *big, "--state", "s.json"]
    command = [sys.executable, "-c", DRIVER, *args]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=ENV, cwd=folder, **pipes) as child:  # type: ignore[call-overload]
        while child.poll() is None and not Path("s.json").exists():
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=LONG)
    assert (child.returncode, out) == (STOPPED, ""), err
    assert "stopping; what is done is kept in s.json" in err
    assert err.splitlines()[-1].endswith("the same command goes on from s.json")
    before = json.loads(Path("s.json").read_text())
    again = run(*args, "--time-limit", "0.001", "--quiet")
    assert again.exit_code == STOPPED
    after = json.loads(Path("s.json").read_text())
    assert after["seconds"] >= before["seconds"]
    assert after["refuted"] or before["done"].items() <= after["done"].items()


# The command with a state saved all the time.
DRIVER = """
import sys
from patience.proofs import propositions as proofs
from patience.cli import main
proofs.SAVE_EVERY = 0.01
main(sys.argv[1:])
"""


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s.json is empty"),
        ("garbage", "s.json is no state of a proof"),
        ('{"format": 1, "proof": "of something else"}', "s.json is no state of a proof"),
    ],
)
def test_a_file_that_is_no_state_is_left_alone(text: str, message: str) -> None:
    Path("s.json").write_text(text)
    failed = run("prove", *HARD, "--at-most", "0", "--state", "s.json")
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert message in only_line(failed)
    assert Path("s.json").read_text() == text


@pytest.mark.usefixtures("folder")
def test_a_state_of_another_puzzle_is_left_alone() -> None:
    assert run("prove", *HARD, "--at-most", "0", "--state", "s.json").exit_code == 0
    before = Path("s.json").read_text()
    for other in (("--at-most", "1"), ("--at-most", "0", "--distinct-words"), ("--jokers", "1")):
        failed = run("prove", *HARD, "--at-most", "0", *other, "--state", "s.json")
        assert (failed.exit_code, failed.stdout) == (2, "")
        assert "s.json belongs to another proof" in only_line(failed)
    assert Path("s.json").read_text() == before


# ---- guesses, progress, bad input ---------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_an_estimate_tells_each_stage_and_all() -> None:
    guessed = run("prove", *HARD, "--at-most", "1", "--estimate", "--time-limit", "30")
    whole = run("prove", *HARD, "--at-most", "1", "--certificate", "c.json", "--quiet")
    assert (guessed.exit_code, whole.exit_code) == (0, 0)
    zero, one, total = guessed.stdout.splitlines()
    stages = json.loads(Path("c.json").read_text())["stages"]
    assert zero.startswith(f"0 face down: {sum(stages[0]['nodes']):,} nodes, counted: ")
    assert one.startswith(f"1 face down: {sum(stages[1]['nodes']):,} nodes, counted: ")
    assert total.startswith("in all about ")
    short = run("prove", "--frame", "9x7", "--at-most", "1", "--estimate", "--time-limit", "1")
    assert "1 face down: about " in short.stdout
    assert " nodes, give or take " in short.stdout


@pytest.fixture
def stages_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("patience.proofs.propositions._WORTH_TELLING", 0.0)


@pytest.mark.usefixtures("folder", "stages_told")
def test_each_stage_is_told_when_it_is_done() -> None:
    done = run("prove", *HARD, "--at-most", "1")
    lines = done.stderr.splitlines()
    assert ["0 face down refuted" in lines[0], "1 face down refuted" in lines[1]] == [True, True]
    assert len(lines) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.usefixtures("folder")
def test_a_terminal_sees_how_far_a_proof_is() -> None:
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    big = ["--frame", "5x5", "--tiles", "AAABCCEEFGILLMNOOQSSTUUUV", "--at-most", "1"]
    args = [sys.executable, "-m", "patience", "prove", *big, "--time-limit", "1"]
    with subprocess.Popen(args, env=ENV, stderr=theirs, stdout=subprocess.DEVNULL) as child:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is gone when the child is
            while chunk := os.read(ours, 4096):
                shown += chunk
    os.close(ours)
    assert child.returncode == STOPPED
    assert b"refuting 0 face down, " in shown
    assert b"% done, " in shown
    assert b"no grid yet" not in shown


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("", "say which cost to refute: --at-most K"),
        ("--frame 4x4 --tiles ABC", "say which cost"),
        ("--at-most 1", "no goal"),
        ("--frame 4x4 --at-most -1", "not in the range"),
        ("--frame 4x4 --at-most few", "not a valid integer"),
        ("--frame 9x8 --at-most 1", "72 cells"),
        ("--frame 4x4 --at-most 1 --time-limit 0", "seconds above 0"),
        ("--frame 4x4 --at-most 1 --state nowhere/s.json", "nowhere/s.json cannot be written"),
        ("--frame 4x4 --at-most 1 --state .", "is a folder"),
        ("--frame 4x4 --at-most 1 --certificate nowhere/c.json", "nowhere/c.json cannot be"),
        ("--frame 4x4 --at-most 1 --state a --certificate ./a", "are the same file"),
        ("--frame 4x4 --at-most 1 --require QQQQ", "not in the lexicon"),
        ("--frame 4x4 --at-most 1 --require QQQQ --estimate", "not in the lexicon"),
        ("--check missing.json", "missing.json cannot be read"),
        ("--check words.txt", "words.txt is no certificate"),
        ("--check words.txt --at-most 3", "drop --at-most"),
        ("--check words.txt --frame 4x4", "drop --frame"),
        ("gay-play-frame-9x7 --check words.txt", "drop the instance"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_input_is_one_clear_line(
    args: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_args: object, **_how: object) -> Outcome:
        raise AssertionError("searched")

    if "--require" not in args:
        monkeypatch.setattr(prove_command, "prove", search)
    before = sorted(Path().iterdir())
    failed = run("prove", *args.split())
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert message in only_line(failed)
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("folder")
def test_a_state_that_cannot_be_written_any_more_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    failed = run("prove", *HARD, "--at-most", "0", "--state", "s.json", "--quiet")
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert "s.json cannot be written: No space left" in only_line(failed)


@pytest.mark.usefixtures("folder")
def test_the_flags_reach_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def search(claim: Claim, **how: Any) -> Outcome:
        asked.append({"claim": claim, **how})
        prove: Callable[..., Outcome] = proving
        return prove(claim, threads=1)

    monkeypatch.setattr(prove_command, "prove", search)
    run("prove", *HARD, "--at-most", "0", "--threads", "3", "--time-limit", "7", "--state", "s")
    [how] = asked
    assert (how["threads"], how["seconds"], how["state"]) == (3, 7.0, "s")
    assert (how["claim"].at_most, how["claim"].puzzle.size) == (0, (4, 4))


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_draw_is_settled_with_all_words() -> None:
    """Twenty tiles and the whole lexicon: what costs one less is refuted, and certified."""
    puzzle = ("--frame", "5x4", "--tiles", "AABCCEFILLMNOQSSUUUV")
    found = run("prove", *puzzle, "--at-most", "20")
    assert found.exit_code == 1, found.stderr
    assert run("verify", "-", stdin=found.stdout).exit_code == 0
    cost = int(found.stdout.split("; cost: ")[1].split()[0])
    assert cost == 2
    less = run("prove", *puzzle, "--at-most", "1", "--certificate", "c.json")
    assert less.exit_code == 0
    assert run("prove", "--check", "c.json", "--sample", "60").exit_code == 0
