"""Batches that are killed, and what they leave."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import pytest

from patience.batch import journal
from tests.batch.helpers import (
    TINY,
    WORDS,
    ended,
    essence,
    lines_of,
    read_if_any,
    start,
    until,
    workers_of,
)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks up processes in /proc")
def test_workers_end_with_a_killed_parent_and_the_folder_is_free(tiny: Path) -> None:
    (tiny / "a.toml").write_text('goal = "frame"\nframe = "9x7"\n')
    command = (str(tiny / "a.toml"), "--out", "out", "--jobs", "2", "--threads", "1")
    process = start(*command, "--seeds", "2", "--time-limit", "60")
    try:
        until(lambda: (Path("out") / ".lock").exists() and len(workers_of(process.pid)) > 1)
        workers = workers_of(process.pid)
    finally:
        process.kill()
        process.communicate()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    with journal.opened(Path("out")):
        pass


@pytest.mark.slow
def test_a_batch_killed_six_times_ends_as_an_undisturbed_one(tiny: Path) -> None:
    words = [a + b + c for a in "ABCDE" for b in "AEIO" for c in "RSTN"]
    (tiny / "words.txt").write_text("\n".join([*WORDS, *words, "AA", "AE", "ST", "AN"]))
    for name in "abc":
        (tiny / f"{name}.toml").write_text(
            TINY.replace("3x2", "4x4").replace("ABCDEFGHABC", f"AABEIORSTNDEAIST{name.upper()}N")
        )
    arguments = (str(tiny), "--seeds", "30", "--engine", "beam", "--max-width", "200")
    assert ended(start(*arguments, "--out", "calm"))[0] == 0
    draws = random.Random(5)
    kills, lines = 0, 0
    for number in range(6):
        # In the process itself, and in processes.
        process = start(*arguments, "--out", "killed", "--jobs", str(1 + number % 2))
        # After so many more runs, or now and then before any; and a moment later.
        wanted, moment = lines + draws.randrange(5), draws.random() / 5
        while len(lines_of(Path("killed"))) < wanted and process.poll() is None:
            time.sleep(0.02)
        time.sleep(moment)
        kills += process.poll() is None
        process.kill()
        process.communicate()
        past = read_if_any(Path("killed"))
        assert past.unreadable == 0
        assert len(past.records) >= lines
        lines = len(past.records)
    code, said = ended(start(*arguments, "--out", "killed"))
    assert code == 0, said
    assert kills > 3
    assert essence(Path("killed")) == essence(Path("calm"))
    names = [line["run"] for line in lines_of(Path("killed"))]
    assert len(names) == len(set(names)) == 3 * 30
