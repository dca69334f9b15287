from __future__ import annotations

import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console, ConsoleDimensions
from rich.text import Text

from patience.cli import solve as solve_command
from patience.cli.display import Display
from patience.cli.progress import Lines, Live, Speed
from patience.cli.signals import Stop, stop_on_signal
from patience.errors import FileError
from patience.game.grid import Grid
from patience.game.puzzle import Frame, Puzzle
from patience.question.catalogue import parse
from patience.result import Limits, Stats, Status
from patience.result import Result as Answer
from patience.words.lexicon import Lexicon, load
from tests.cli.running import SQUARE, TINY, only_line, run

NINE = Puzzle(parse("A9"), Frame(3, 3))


def test_plain_progress_is_no_spam(capsys: pytest.CaptureFixture[str]) -> None:
    lines = Lines(Stop(), None, NINE, Limits(100))
    stats = Stats(width=1000)
    for tick in range(1000):
        stats.elapsed_s = tick / 10
        lines.on_progress(stats)
        if tick == 500:
            lines.on_best(SQUARE, 1)
    assert capsys.readouterr().err.splitlines() == [
        "30 s: no grid yet, width 1,000, 70 s left",
        "50.0 s: 1 face down",
        "80 s: best 1 face down, width 1,000, 20 s left",
    ]


def test_the_status_line_leaves_out_what_matters_least() -> None:
    lines = Lines(Stop(), None, NINE, Limits(72_000))
    assert lines.status() == "no grid yet, 20 hours left"
    for seconds, children in ((0.0, 0), (1.0, 900_000), (2.5, 3_250_000)):
        lines.on_progress(Stats(elapsed_s=seconds, children=children, width=4096))
    lines.on_best(SQUARE, 1)
    lines.on_bound(1)
    whole = "best 1 face down, proven 1 or more, width 4,096, 1.3M children/s, 20 hours left"
    assert lines.status() == lines.status(80) == whole
    assert lines.status(70) == "best 1 face down, proven 1 or more, width 4,096, 20 hours left"
    assert lines.status(40) == "best 1 face down, 20 hours left"
    assert lines.status(8) == "best 1 f"


def test_the_status_line_says_that_the_search_is_ending() -> None:
    lines = Lines(Stop(asked=True), None, NINE, Limits(60))
    lines.on_best(SQUARE, 1)
    told = "best 1 face down, stopping with the best grid so far (Ctrl-C again quits at once)"
    assert lines.status(80) == told[:80]
    nothing = Lines(Stop(True, "stopping; all is kept"), None, NINE, Limits(60), none="")
    assert nothing.status(80) == "stopping; all is kept (Ctrl-C again quits at once)"


def test_a_phase_that_is_long_leaves_room_for_the_time() -> None:
    lines = Lines(Stop(), None, NINE, Limits(60), none="")
    lines.on_progress(Stats(elapsed_s=10, phase="refuting 0 face down, " + "9" * 60))
    assert lines.status(80) == "refuting 0 face down, " + "9" * 44 + "..., 50 s left"


def test_a_search_that_counts_anew_is_no_negative_speed() -> None:
    speed = Speed()
    speed.measure(Stats(elapsed_s=3, children=3000))
    assert speed.per_second == 1000
    speed.measure(Stats(elapsed_s=4, children=10))
    speed.measure(Stats(elapsed_s=6, children=4010))
    assert speed.per_second == 2000


def test_a_write_that_fails_is_told_once_and_ends_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def keep(_grid: Grid, _cost: int) -> None:
        raise FileError("out.txt cannot be written: No space left on device")

    lines = Lines(Stop(), keep, NINE, Limits(100))
    lines.on_best(SQUARE, 2)
    lines.on_best(SQUARE, 1)
    assert lines.best == SQUARE
    assert capsys.readouterr().err.splitlines() == [
        "out.txt cannot be written: No space left on device; the search goes on",
        "0.0 s: 2 face down",
        "0.0 s: 1 face down",
    ]


ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGXCPU"]


@pytest.fixture(params=[getattr(signal, name) for name in ENDINGS if hasattr(signal, name)])
def number(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    before = signal.signal(request.param, signal.SIG_DFL)  # a shell may have them ignored
    yield request.param
    signal.signal(request.param, before)


@pytest.mark.usefixtures("folder")
def test_a_signal_before_any_grid_is_exit_1(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(_puzzle: Puzzle, _lexicon: object, **how: Any) -> Answer:
        how["observer"].on_progress(Stats())
        os.kill(os.getpid(), number)
        with pytest.raises(KeyboardInterrupt):
            how["observer"].on_progress(Stats())
        assert signal.getsignal(number) is after
        return Answer(None, None, 0, Status.UNKNOWN, Stats())

    # The next Ctrl-C quits at once; a terminal that closes sends two signals, a scheduler many.
    by_a_user = number in {signal.SIGINT, signal.SIGTERM}
    before, after = signal.getsignal(number), signal.SIG_DFL if by_a_user else signal.SIG_IGN
    monkeypatch.setattr(solve_command, "solve", solve)
    stopped = run("solve", *TINY, "--quiet")
    assert (stopped.exit_code, stopped.stdout) == (1, "")
    assert only_line(stopped).startswith("no grid was found before the search ended")
    assert signal.getsignal(number) is (before if by_a_user else signal.SIG_IGN)

    def read(*asked: Any) -> Lexicon:
        signal.raise_signal(number)
        return load(*asked)

    signal.signal(number, before)
    monkeypatch.setattr("patience.cli.options.load", read)
    early = run("solve", *TINY, "--quiet", "--json")
    assert (early.exit_code, json.loads(early.stdout)["stats"]["stopped"]) == (1, "interrupt")
    assert only_line(early) == "interrupted before the search began"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_hang_up_that_nohup_ignores_ends_nothing(number: signal.Signals) -> None:
    by_a_user = number in {signal.SIGINT, signal.SIGTERM}
    signal.signal(number, signal.SIG_IGN)
    with stop_on_signal(quiet=True) as stop:
        os.kill(os.getpid(), number)
    assert stop.asked is by_a_user
    assert signal.getsignal(number) is signal.SIG_IGN


TALL = Grid(tuple("ABC" for _ in range(24)))


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (40, 10), (20, 5), (5, 2)])
@pytest.mark.parametrize("grid", [SQUARE, TALL, Grid(("A" * 15,) * 15), Grid(("A" * 60,) * 20)])
def test_a_live_display_fits_the_terminal(width: int, height: int, grid: Grid) -> None:
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True)
    live = Live(console, Stop(), None, NINE, Limits(60))
    live.on_progress(Stats(elapsed_s=10, children=10_000_000, width=100_000))
    live.on_best(grid, 3)
    live.on_bound(1)
    console.print(live, end="")
    lines = Text.from_ansi(console.file.getvalue()).plain.split("\n")  # type: ignore[attr-defined]
    assert len(lines) <= height - 1
    assert max(map(len, lines)) <= width
    assert lines[-1].startswith("best 3 face down"[: width - 1])


def test_a_live_display_shows_the_grid_and_the_state() -> None:
    console = Console(file=io.StringIO(), width=80, height=24)
    live = Live(console, Stop(), None, NINE, Limits(60))
    live.on_progress(Stats(elapsed_s=1.5))
    live.on_best(SQUARE, 1)
    console.print(live, end="")
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown == "A B C \nD . E \nF G H \nbest 1 face down, 58 s left"


def test_a_display_clears_the_screen_where_the_size_changes() -> None:
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
    live = Live(console, Stop(), None, NINE, Limits(60))
    display = Display(live, console)
    display.auto_refresh = False
    with display:
        display.refresh()
        assert "\x1b[2J" not in console.file.getvalue()  # type: ignore[attr-defined]
        console.size = ConsoleDimensions(60, 20)
        display.refresh()
        assert "\x1b[2J" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_wish_to_stop_ends_the_search() -> None:
    stop = Stop()
    lines = Lines(stop, None, NINE, Limits())
    lines.on_progress(Stats())
    stop.asked = True
    with pytest.raises(KeyboardInterrupt):
        lines.on_progress(Stats())
