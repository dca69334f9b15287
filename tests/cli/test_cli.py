from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import patience
from patience.cli import main
from patience.cli import solve as solve_command
from patience.cli.progress import Lines, Live, status_line
from patience.cli.signals import Stop
from patience.files.grids import read_grid
from patience.files.instances import shipped_instances
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.game.tiles import parse
from patience.result import Limits, Observer, Stats, Status
from patience.result import Result as Answer

GOLDEN = Path(__file__).parent.parent / "golden"
EXAMPLE_1 = str(GOLDEN / "example1.txt")
EXAMPLE_2 = str(GOLDEN / "example2.txt")
ROOT = Path(patience.__file__).parents[1]

WORDS = ["ABC", "ADF", "CEH", "FGH", "AB", "AC", "BA"]
SQUARE = Grid(("ABC", "D.E", "FGH"))

# Modules that take long to import; what needs none of them must not load them.
HEAVY = {"numpy", "numba", "ortools", "networkx", "rich", "scipy", "pandas"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run in, with a word list and a grid or two."""
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text("\n".join(WORDS))
    Path("good.txt").write_text("ABC\nD.E\nFGH\n")
    Path("bad.txt").write_text("ABC\nD.E\nFGX\n")
    return tmp_path


Solver = Callable[..., Answer]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Put a solver in place that knows one grid; the list holds what it was asked."""
    asked: list[dict[str, Any]] = []

    def solve(puzzle: Puzzle, lexicon: object, **how: Any) -> Answer:
        asked.append({"puzzle": puzzle, "lexicon": lexicon, **how})
        observer: Observer = how["observer"]
        observer.on_notice("compiling the search kernels once")
        stats = Stats(elapsed_s=0.5, history=[(0.5, 1)], notes={"engine": "known"})
        observer.on_progress(stats)
        if puzzle.size not in (None, (3, 3)):
            return Answer(None, None, 0, Status.UNKNOWN, stats, "the time was up")
        cost = puzzle.cost(SQUARE)
        observer.on_best(SQUARE, cost)
        return Answer(SQUARE, cost, 0, Status.FEASIBLE, stats)

    monkeypatch.setattr(solve_command, "solve_many", solve)
    return asked


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=stdin)


def only_line(result: Result) -> str:
    """Return the one line on the standard error that tells what is wrong."""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("patience: ")
    return lines[0].removeprefix("patience: ")


TINY = ("--frame", "3x3", "--tiles", "ABCDEFGHI", "--lexicon", "words.txt")


# ---- solve --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder", "answers")
def test_a_solved_grid_verifies_without_flags() -> None:
    solved = run("solve", *TINY, "--ban", "BA", "--require", "abc", "--distinct-words")
    assert solved.exit_code == 0, solved.stderr
    assert Grid.parse(solved.stdout) == SQUARE
    header = dict(
        line[2:].split(": ") for line in solved.stdout.splitlines() if line.startswith(";")
    )
    assert header == {
        "goal": "frame",
        "size": "3x3",
        "tiles": "A1 B1 C1 D1 E1 F1 G1 H1 I1",
        "jokers": "0",
        "lexicon": "words.txt",
        "ban": "BA",
        "distinct-words": "yes",
        "require": "ABC",
        "cost": "1",
        "bound": "0",
        "status": "feasible",
        "engine": "known",
        "seed": "0",
    }
    verified = run("verify", "-", stdin=solved.stdout)
    assert verified.exit_code == 0, verified.output
    assert verified.stdout.startswith("standard input: valid as frame 3x3: 1 face down (I)")


@pytest.mark.usefixtures("folder", "answers")
def test_progress_and_summary_go_to_stderr() -> None:
    solved = run("solve", *TINY)
    assert solved.stderr.splitlines() == [
        "compiling the search kernels once",
        "0.5 s: 1 face down",
        "1 face down (I); 8 tiles up in 4 words",
    ]
    assert run("solve", *TINY, "--quiet").stderr == ""


@pytest.mark.usefixtures("folder")
def test_the_flags_reach_the_solver(answers: list[dict[str, Any]]) -> None:
    limits = ("--time-limit", "5", "--target", "2", "--max-width", "1000", "--memory", "1.5")
    run("solve", *TINY, *limits, "--seed", "4", "--threads", "3", "--engine", "beam")
    [asked] = answers
    assert asked["limits"] == Limits(5.0, 2, 1000, 1.5)
    assert (asked["seed"], asked["threads"], asked["engine"]) == (4, 3, "beam")
    assert asked["puzzle"] == Puzzle(parse("ABCDEFGHI"), Frame(3, 3))
    assert list(asked["lexicon"].words) == sorted(WORDS)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("flags", "seconds", "width"),
    [
        ((), 60.0, None),
        (("--max-width", "9"), None, 9),
        (("--max-width", "9", "--time-limit", "5"), 5.0, 9),
    ],
)
def test_a_search_is_bound_by_time_or_by_work(
    answers: list[dict[str, Any]], flags: tuple[str, ...], seconds: float | None, width: int | None
) -> None:
    run("solve", *TINY, *flags)
    limits = answers[0]["limits"]
    assert (limits.seconds, limits.max_width) == (seconds, width)


@pytest.mark.usefixtures("folder")
def test_flags_override_an_instance(answers: list[dict[str, Any]]) -> None:
    Path("i.toml").write_text('frame = "3x3"\ntiles = "ABCDEFGHIJ"\nlexicon = "words.txt"\n')
    assert run("solve", "i.toml").exit_code == 0
    assert run("solve", "i.toml", "--compact", "--jokers", "2", "--within", "4x4").exit_code == 0
    assert run("solve", "i.toml", "--disconnected", "--min-length", "3").exit_code == 0
    first, second, third = (asked["puzzle"] for asked in answers)
    assert (first.goal, first.tiles.total) == (Frame(3, 3), 10)
    assert second.goal_name == "compact"
    assert (second.goal.within, second.tiles.total) == ((4, 4), 12)
    assert not third.rules.connected
    assert tuple(answers[2]["lexicon"].words) == ("ABC", "ADF", "CEH", "FGH")


@pytest.mark.usefixtures("folder")
def test_a_start_with_a_header_needs_no_flags(answers: list[dict[str, Any]]) -> None:
    solved = run("solve", *TINY)
    Path("start.txt").write_text(solved.stdout.replace("FGH", "..."))
    again = run("solve", "--start", "start.txt")
    assert again.exit_code == 0, again.stderr
    puzzle = answers[1]["puzzle"]
    assert puzzle.start == Grid(("ABC", "D.E", "..."))
    assert puzzle.tiles.counts == parse("ABCDEFGHI").counts
    assert run("verify", "-", stdin=again.stdout).exit_code == 0
    moved = again.stdout.replace("FGH", "...").replace("ABC\n", "AB.\n")
    judged = run("verify", "-", stdin=moved)
    assert judged.exit_code == 1
    assert "fixed: C lay at row 1, column 3" in judged.stdout


@pytest.mark.usefixtures("folder", "answers")
def test_a_bare_start_is_a_frame_of_its_size() -> None:
    Path("start.txt").write_text("ABC\n...\n...\n")
    solved = run("solve", "--start", "start.txt", *TINY[2:])
    assert "; goal: frame\n; size: 3x3\n" in solved.stdout


@pytest.mark.usefixtures("folder", "answers")
def test_a_hint_is_one_word() -> None:
    Path("start.txt").write_text("ABC\n...\n...\n")
    hint = run("solve", "--start", "start.txt", *TINY, "--hint", "--quiet")
    assert hint.stdout.startswith("ADF down: A at row 1 column 1 (lies there), D at row 2 column 1")
    assert len(hint.stdout.splitlines()) == 1
    as_json = run("solve", "--start", "start.txt", *TINY, "--hint", "--quiet", "--format", "json")
    assert json.loads(as_json.stdout) == [{"text": "ADF", "row": 0, "col": 0, "across": False}]
    whole = run("solve", "--start", "good.txt", *TINY, "--hint", "--quiet")
    assert whole.stdout == "nothing is left to lay: every word lies there\n"


@pytest.mark.usefixtures("folder", "answers")
def test_json_is_printed_with_and_without_a_grid() -> None:
    found = run("solve", *TINY, "--format", "json")
    value = json.loads(found.stdout)
    assert (found.exit_code, value["cost"], value["grid"]) == (0, 1, list(SQUARE.rows))
    assert value["lexicon"]["words"] == len(WORDS)
    none = run("solve", *TINY, "--frame", "2x3", "--format", "json")
    value = json.loads(none.stdout)
    assert (none.exit_code, value["cost"], value["grid"]) == (1, None, None)
    assert value["status"] == "unknown"
    assert none.stderr.splitlines()[-1] == "patience: the time was up"


@pytest.mark.usefixtures("folder", "answers")
def test_no_grid_prints_nothing_but_the_reason() -> None:
    none = run("solve", *TINY, "--frame", "2x3", "--quiet", "--output", "out.txt")
    assert (none.exit_code, none.stdout) == (1, "")
    assert only_line(none) == "the time was up"
    assert not Path("out.txt").exists()


@pytest.mark.usefixtures("folder", "answers")
def test_filters_that_leave_no_word_end_at_once() -> None:
    none = run("solve", *TINY, "--min-length", "9")
    assert (none.exit_code, none.stdout) == (1, "")
    assert "no word is left" in only_line(none)
    value = json.loads(run("solve", *TINY, "--min-length", "9", "--format", "json").stdout)
    assert (value["status"], value["grid"], value["lexicon"]["words"]) == ("infeasible", None, 0)


@pytest.mark.usefixtures("folder", "answers")
def test_output_goes_to_a_file() -> None:
    solved = run("solve", *TINY, "--output", "out.txt")
    assert solved.stdout == ""
    assert read_grid("out.txt").grid == SQUARE
    assert run("verify", "out.txt").exit_code == 0


@pytest.mark.usefixtures("folder")
def test_each_better_grid_is_on_the_disk_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Grid] = []

    def solve(puzzle: Puzzle, _lexicon: object, **how: Any) -> Answer:
        how["observer"].on_best(SQUARE, 1)
        seen.append(read_grid("out.txt").grid)
        raise MemoryError

    monkeypatch.setattr(solve_command, "solve_many", solve)
    failed = run("solve", *TINY, "--output", "out.txt", "--quiet")
    assert failed.exit_code == 2
    assert "out of memory" in only_line(failed)
    assert seen == [read_grid("out.txt").grid] == [SQUARE]


@pytest.mark.usefixtures("folder", "answers")
def test_an_output_folder_is_tried_before_the_search(answers: list[dict[str, Any]]) -> None:
    failed = run("solve", *TINY, "--output", "nowhere/out.txt")
    assert failed.exit_code == 2
    assert "nowhere/out.txt cannot be written" in only_line(failed)
    assert answers == []


@pytest.mark.usefixtures("folder", "answers")
def test_words_left_out_of_a_list_are_counted() -> None:
    Path("words.txt").write_text("ABC\nabc\n\nADF\nCEH\nFGH\nC3PO\n")
    solved = run("solve", *TINY)
    assert solved.stderr.splitlines()[0] == (
        "lexicon words.txt: left out 1 empty, 1 with characters that are no letters, 1 repeated"
    )


# ---- verify -------------------------------------------------------------------------------------


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
def test_flags_override_the_header() -> None:
    text = "; goal: frame\n; tiles: ABCDEFGHI\n; lexicon: words.txt\nABC\nD.E\nFGH\n"
    assert run("verify", "-", stdin=text).exit_code == 0
    assert run("verify", "-", "--tiles", "ABCDEFGGI", stdin=text).exit_code == 1
    assert run("verify", "-", "--frame", "3x2", stdin=text).exit_code == 1
    assert run("verify", "-", "--require", "ADE", stdin=text).exit_code == 1
    compact = run("verify", "-", "--compact", "--tiles", "ABCDEFGH", stdin=text)
    assert (compact.exit_code, "area 9" in compact.stdout) == (0, True)


# ---- the other commands -------------------------------------------------------------------------


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


@pytest.mark.usefixtures("folder")
def test_lexicons_are_listed_described_and_searched() -> None:
    names = [line.split()[0] for line in run("lexicon", "list").stdout.splitlines()]
    assert {"fr", "fr-common", "fr-basic"} <= set(names)
    checked = run("lexicon", "check", "abc", "d\u00e9f", "X", "--lexicon", "words.txt")
    assert (checked.exit_code, checked.stdout) == (1, "ABC: yes\nDEF: no\nX: no\n")
    assert run("lexicon", "check", "\u00e9t\u00e9").exit_code == 0
    info = run("lexicon", "info", "words.txt", "--min-length", "3").stdout.splitlines()
    assert info[0].startswith("words.txt: 4 words, sha256 ")
    assert info[-2:] == ["      2         3         0", "      3         4         4"]


def test_the_program_explains_itself() -> None:
    assert run().stdout == run("--help").stdout
    assert run("--version").stdout == f"patience {patience.__version__}\n"
    for command in ("solve", "verify", "show", "tiles", "lexicon"):
        assert command in run("--help").stdout
        assert run(command, "--help").exit_code == 0


# ---- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("solve", "no goal: give --frame WxH"),
        ("solve --frame 9", "'9': write WIDTHxHEIGHT"),
        ("solve --frame 0x7", "at least 1"),
        ("solve --frame -3x2", "'-3x2': write WIDTHxHEIGHT"),
        ("solve --frame=-3x2", "'-3x2': write WIDTHxHEIGHT"),
        ("solve --frame 9x8", "72 cells, tile set diamino-63 only 63 tiles"),
        ("solve --frame 200x200", "40000 cells"),
        ("solve --frame 999999999x999999999", "no side may pass"),
        ("solve --frame 9x7 --compact", "--frame and --compact"),
        ("solve --frame 9x7 --board b.txt", "--frame and --board"),
        ("solve --frame 9x7 --within 9x9", "compact"),
        ("solve --compact --within 9", "WIDTHxHEIGHT"),
        ("solve --frame 9x7 --tiles diamino-36", "did you mean diamino-6"),
        ("solve --frame 9x7 --tiles AB#C", "neither a set"),
        ("solve --frame 9x7 --tiles \u00e9\u00e9", "neither a set"),
        ("solve --frame 9x7 --tiles no.toml", "no.toml cannot be read"),
        ("solve --frame 9x7 --jokers -1", "between 0 and 100"),
        ("solve --frame 9x7 --jokers 1000", "between 0 and 100"),
        ("solve --frame 9x7 --jokers two", "not a valid integer"),
        ("solve --frame 9x7 --lexicon fr-comon", "did you mean fr-common"),
        ("solve --frame 9x7 --lexicon no.txt", "no.txt"),
        ("solve --frame 9x7 --lexicon numbers.txt", "none of its 2 lines is a word"),
        ("solve --frame 9x7 --lexicon empty.txt", "is empty"),
        ("solve --frame 9x7 --lexicon binary.txt", "no text file"),
        ("solve --frame 9x7 --theme xyzzy", "there are: "),
        ("solve --frame 9x7 --pos nuon", "did you mean noun"),
        ("solve --frame 9x7 --common 11", "between 0 and 9"),
        ("solve --frame 9x7 --min-length 0", "less than 2"),
        ("solve --frame 9x7 --only words.txt --theme zool", "theme zool"),
        ("solve --frame 9x7 --only no.txt", "no.txt"),
        ("solve --frame 9x7 --require A1", "'A1'"),
        ("solve --frame 9x7 --time-limit 0", "seconds above 0"),
        ("solve --frame 9x7 --time-limit nan", "seconds above 0"),
        ("solve --frame 9x7 --time-limit soon", "not a valid float"),
        ("solve --frame 9x7 --target -1", "0 or more"),
        ("solve --frame 9x7 --max-width 0", "1 to"),
        ("solve --frame 9x7 --memory 0", "0.05 or more"),
        ("solve --frame 9x7 --seed -1", "not in the range"),
        ("solve --frame 9x7 --seed " + "9" * 5000, "Invalid value for '--seed'"),
        ("solve --frame 9x7 --threads 0", "not in the range"),
        ("solve --frame 9x7 --engine bim", "'bim' is not one of 'auto', 'beam'"),
        ("solve --frame 9x7 --format bmp", "bmp"),
        ("solve --frame 9x7 --output .", "is a folder"),
        ("solve --frame 9x7 --output no/out.txt", "no/out.txt cannot be written"),
        ("solve --frame 9x7 --output words.txt/out.txt", "cannot be written"),
        ("solve --fram 9x7", "No such option"),
        ("solve --frame", "requires an argument"),
        ("solve no-such-instance", "no instance is called"),
        ("solve no.toml", "no.toml cannot be read"),
        ("solve words.txt", "words.txt is not TOML"),
        ("solve .", "a folder"),
        ("solve --board no.txt", "no.txt cannot be read"),
        ("solve --board closed.txt", "no open cell"),
        ("solve --board ragged.txt", "row 2"),
        ("solve --board overdrawn.txt", "3 K too many"),
        ("solve --frame 9x7 --start good.txt", "the start is 3x3"),
        ("solve --frame 3x1 --start numbers.txt", "is '1'"),
        ("verify", "Missing argument"),
        ("verify no.txt", "no.txt cannot be read"),
        ("verify .", "a folder"),
        ("verify empty.txt", "is empty"),
        ("verify binary.txt", "not text"),
        ("verify ragged.txt", "row 2"),
        ("verify numbers.txt", "is '1'"),
        ("verify greek.txt", "row 1, cell 2"),
        ("verify header.txt", "header.txt: size '9'"),
        ("verify good.txt --instance nothing", "no instance is called"),
        ("show no.txt", "no.txt cannot be read"),
        ("show good.txt --output no/copy.txt", "cannot be written"),
        ("tiles A1B", "neither a set"),
        ("lexicon", "Missing command"),
        ("lexicon check", "Missing argument"),
        ("lexicon info fr-basik", "did you mean fr-basic"),
        ("slove", "No such command"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_input_is_one_clear_line(
    args: str, message: str, answers: list[dict[str, Any]]
) -> None:
    Path("empty.txt").touch()
    Path("binary.txt").write_bytes(bytes(range(256)))
    Path("ragged.txt").write_text("...\n..\n")
    Path("numbers.txt").write_text("123\n456\n")
    Path("greek.txt").write_text("A\u03a9B\n")
    Path("closed.txt").write_text("##\n##\n")
    Path("overdrawn.txt").write_text("KKKK\n....\n")
    Path("header.txt").write_text("; goal: frame\n; size: 9\nAB\n")
    before = sorted(Path().iterdir())
    result = run(*args.split(" "))
    assert message in only_line(result)
    assert len(only_line(result)) < 700
    assert (result.exit_code, result.stdout) == (2, "")
    assert answers == []
    assert sorted(Path().iterdir()) == before


@pytest.mark.usefixtures("folder")
def test_a_fault_of_the_program_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_args: object, **_how: object) -> Answer:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(solve_command, "solve_many", solve)
    failed = run("solve", *TINY, "--quiet")
    assert failed.exit_code == 70
    assert "ZeroDivisionError: a fault" in only_line(failed)
    monkeypatch.setenv("PATIENCE_DEBUG", "1")
    assert "Traceback" in run("solve", *TINY, "--quiet").stderr


# ---- progress -----------------------------------------------------------------------------------


def test_plain_progress_is_no_spam(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines(Stop(), lambda _grid, _cost: None, Puzzle(parse("A9"), Frame(3, 3)), Limits(100))
    stats = Stats(rows=3, width=1000, ceiling=4)
    for tick in range(1000):
        stats.elapsed_s = tick / 10
        stats.row = tick % 3
        lines.on_progress(stats)
        if tick == 500:
            lines.on_best(SQUARE, 1)
    assert capsys.readouterr().err.splitlines() == [
        "30 s: no grid yet, row 0 of 3, width 1,000, asking for 4 or less, 70 s left",
        "50.0 s: 1 face down",
        "80 s: best 1 face down, row 2 of 3, width 1,000, asking for 4 or less, 20 s left",
    ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_before_any_grid_is_exit_1(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(_puzzle: Puzzle, _lexicon: object, **how: Any) -> Answer:
        how["observer"].on_progress(Stats())
        os.kill(os.getpid(), number)
        with pytest.raises(KeyboardInterrupt):
            how["observer"].on_progress(Stats())
        assert signal.getsignal(number) is signal.SIG_DFL  # the next one quits at once
        return Answer(None, None, 0, Status.UNKNOWN, Stats())

    monkeypatch.setattr(solve_command, "solve_many", solve)
    before = signal.getsignal(number)
    stopped = run("solve", *TINY, "--quiet")
    assert (stopped.exit_code, stopped.stdout) == (1, "")
    assert only_line(stopped).startswith("no grid was found before the search ended")
    assert signal.getsignal(number) is before


def test_a_live_display_shows_the_grid_and_the_state() -> None:
    console = Console(file=io.StringIO())
    puzzle = Puzzle(parse("A9"), Frame(3, 3))
    live = Live(Stop(), lambda _grid, _cost: None, puzzle, Limits(60), console)
    live.on_progress(Stats(elapsed_s=10, row=2, rows=3))
    assert str(live.__rich__()) == "no grid yet, row 2 of 3, 50 s left"
    live.on_best(SQUARE, 1)
    assert str(live.__rich__()) == ("A B C\nD . E\nF G H\nbest 1 face down, row 2 of 3, 50 s left")


def test_the_status_line_says_what_it_knows() -> None:
    assert status_line(Stats(), Limits(None), "no grid yet") == "no grid yet"
    stats = Stats(elapsed_s=70, phase="repair")
    assert status_line(stats, Limits(60), "best area 72") == "best area 72, repair, 0 s left"


def test_a_wish_to_stop_ends_the_search() -> None:
    stop = Stop()
    lines = Lines(stop, lambda _grid, _cost: None, Puzzle(parse("A9"), Frame(3, 3)), Limits())
    lines.on_progress(Stats())
    stop.asked = True
    with pytest.raises(KeyboardInterrupt):
        lines.on_progress(Stats())


# ---- as a process -------------------------------------------------------------------------------

# A first run compiles the kernels.
LONG = 120
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def process(*args: str, **how: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "patience", *args]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, env=ENV, **(pipes | how))


@pytest.mark.parametrize(
    ("file", "code", "lines"), [(EXAMPLE_2, 0, 0), (EXAMPLE_1, 1, 0), ("nowhere.txt", 2, 1)]
)
def test_exit_codes_reach_the_shell(file: str, code: int, lines: int) -> None:
    with process("verify", file) as child:
        _, err = child.communicate()
    assert (child.returncode, len(err.splitlines())) == (code, lines)


def test_a_reader_that_leaves_is_no_error() -> None:
    with process("lexicon", "info") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == ""
    assert child.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full, process("tiles", stdout=full) as child:
        _, err = child.communicate()
    assert child.returncode == 2
    assert "No space left" in err
    assert len(err.splitlines()) == 1


def test_the_box_is_filled_and_refereed(tmp_path: Path) -> None:
    """The main job: the real engine, the real lexicon, the 63 tiles, a file, the referee."""
    target = tmp_path / "g.txt"
    with process("solve", "--frame", "9x7", "--target", "9", "--output", str(target)) as child:
        out, err = child.communicate(timeout=LONG)
    assert (child.returncode, out) == (0, ""), err
    assert "face down" in err
    judged = run("verify", str(target), "--json")
    [verdict] = json.loads(judged.stdout)
    assert verdict["valid"]
    assert verdict["cost"] <= 9
    assert len(verdict["face_down"]) == verdict["cost"]


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_instances())
def test_every_shipped_instance_runs(name: str) -> None:
    """Any grid will do here: how good they get is for the benchmark to say."""
    with process("solve", name, "--target", "1000", "--time-limit", "60") as child:
        out, err = child.communicate(timeout=2 * LONG)
    assert child.returncode == 0, err
    judged = run("verify", "-", "--instance", name, stdin=out)
    assert judged.exit_code == 0, judged.output


def test_ctrl_c_gives_the_best_grid_so_far() -> None:
    with process("solve", "--frame", "9x7", "--time-limit", "600") as child:
        assert child.stderr is not None
        said = next(line for line in child.stderr if " s: " in line)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=LONG)
    assert child.returncode == 0, err
    assert "stopping with the best grid so far" in err
    judged = run("verify", "-", stdin=out)
    assert judged.exit_code == 0, judged.output
    first = int(said.split(":")[1].split()[0])
    assert Grid.parse(out).blanks <= first


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_a_live_display() -> None:
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    with process("solve", "--frame", "9x7", "--target", "9", stderr=theirs) as child:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal is gone when the child is
            while chunk := os.read(ours, 4096):
                shown += chunk
        assert child.stdout is not None
        grid = Grid.parse(child.stdout.read())
    os.close(ours)
    assert child.returncode == 0
    assert b"row " in shown
    assert b"width " in shown
    assert f"{grid.blanks} face down".encode() in shown


@pytest.mark.parametrize(
    ("args", "allowed"), [(["--help"], set()), (["verify", EXAMPLE_2], {"networkx"})]
)
def test_light_commands_load_no_heavy_module(args: list[str], allowed: set[str]) -> None:
    code = (
        "import sys\n"
        "from patience.cli import main\n"
        f"try: main({args!r})\n"
        "except SystemExit: pass\n"
        f"sys.stderr.write(' '.join(sorted({HEAVY!r} & set(sys.modules))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENV, capture_output=True, text=True, check=True
    )
    assert set(done.stderr.split()) <= allowed
    assert done.stdout
