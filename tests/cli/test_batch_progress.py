"""What a batch shows while it runs."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from patience.batch.inputs import read_inputs
from patience.batch.plan import Setting, plan
from patience.cli.batch_progress import Lines, Live
from patience.cli.signals import Stop
from patience.result import Limits
from tests.batch.helpers import (
    record_of,
)


def test_plain_lines_tell_how_far_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    inputs = read_inputs(["gay-play-frame-9x7"])
    runs = plan(inputs.instances, [Setting("beam", Limits(60))], range(3))
    lines = Lines(Stop())
    lines.on_begin(5, 3)
    lines.on_pulse([(runs[0], 1.0), (runs[1], 1.0)])
    lines.on_end(runs[0], replace(record_of(0), elapsed_s=60.0, cost=6, history=((2.5, 6),)))
    lines.on_end(runs[1], replace(record_of(1), elapsed_s=60.0))
    lines.on_end(runs[2], replace(record_of(2), state="failed", reason="why"))
    assert capsys.readouterr().err.splitlines() == [
        "3 runs to do (5 are done already)",
        "1 of 3, 60 s left: p/s/seed-0: cost 6 after 2.5 s",
        "3 of 3, 1 failed: p/s/seed-2 failed: why",
    ]


def test_the_live_display_shows_the_bar_what_runs_and_the_last_result() -> None:
    runs = plan(
        read_inputs(["gay-play-frame-9x7"]).instances, [Setting("beam", Limits(60))], [0, 1]
    )
    console = Console(file=io.StringIO(), width=100)
    stop = Stop(what="no new runs")
    live = Live(stop, console)
    live.on_begin(0, 2)
    live.on_pulse([(runs[0], 3.0), (runs[1], 2.0)])
    live.on_end(runs[0], replace(record_of(0), elapsed_s=60.0, cost=6, history=((2.5, 6),)))
    live.on_notice("gone; trying again")
    console.print(live)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    for text in ("1 of 2, 30 s left", "seed-1  2 s", "last: p/s/seed-0: cost 6", "gone; trying"):
        assert text in shown
    stop.asked = True
    console.print(live)
    assert console.file.getvalue().endswith("no new runs (Ctrl-C again quits at once)\n")  # type: ignore[attr-defined]
