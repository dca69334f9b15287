"""The journal of a batch: whole lines or none."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from patience.batch import journal
from patience.batch.run_records import RunRecord
from patience.batch.worker import RunOutput
from patience.errors import FileError
from patience.files.text import write_text
from tests.batch.helpers import (
    WORK,
    batch,
    record_of,
    records,
)


def test_a_record_survives_its_line() -> None:
    record = record_of(1, cost=4, history=((0.5, 9), (1.25, 4)), reason="a\nb é")
    assert record.to_line().count("\n") == 1
    assert RunRecord.from_line(record.to_line()) == record


def test_half_a_line_is_left_alone_by_readers_and_cut_off_by_the_next_batch(
    tmp_path: Path,
) -> None:
    file = tmp_path / journal.NAME
    whole = record_of(1).to_line() + record_of(2).to_line()
    file.write_text(whole + record_of(3).to_line()[:40])
    assert list(records(tmp_path)) == ["p/s/seed-1", "p/s/seed-2"]
    with journal.opened(tmp_path) as (open_journal, past):
        assert len(past.records) == 2
        open_journal.append(record_of(4))
    assert file.read_text() == whole + record_of(4).to_line()


@pytest.mark.parametrize("length", [1, 65_535, 65_536, 65_537, 200_000])
@pytest.mark.parametrize("lines", [0, 2])
def test_half_a_line_of_any_length_is_cut_off(tmp_path: Path, lines: int, length: int) -> None:
    file = tmp_path / journal.NAME
    whole = "".join(record_of(number).to_line() for number in range(lines))
    file.write_text(whole + "x" * length)
    assert journal.read_journal(tmp_path).unreadable == 0
    with journal.opened(tmp_path) as (_, past):
        assert (len(past.records), past.unreadable) == (lines, 0)
    assert file.read_text() == whole


def test_damaged_lines_are_counted_and_their_runs_done_again(tiny: Path) -> None:
    command = (str(tiny), "--out", "out", "--jobs", "1", *WORK)
    batch(*command)
    file = Path("out") / journal.NAME
    first, *rest = file.read_text().splitlines(keepends=True)
    file.write_text(first.replace("{", "[", 1) + "17\n\n" + "".join(rest))
    assert journal.read_journal(Path("out")).unreadable == 3
    again = batch(*command)
    assert "3 damaged lines" in again.stderr
    assert "1 run to do" in again.stderr
    assert again.exit_code == 0


def test_the_folder_is_made_and_the_journal_is_closed_in_the_end(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    umask = os.umask(0o002)
    try:
        with journal.opened(folder) as (open_journal, _):
            open_journal.append(record_of(1))
    finally:
        os.umask(umask)
    assert (folder / journal.NAME).stat().st_mode & 0o777 == 0o664
    assert open_journal._file.closed


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    folder = tmp_path / "file" / "out"
    with (
        pytest.raises(FileError, match=f"^{re.escape(str(folder))} cannot"),
        journal.opened(folder),
    ):
        pass


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    with journal.opened(tmp_path) as (open_journal, _):
        open_journal.append(record_of(1))
        monkeypatch.setattr(os, "write", lambda to, data: write(to, data[:10]))
        with pytest.raises(FileError, match="No space left"):
            open_journal.append(record_of(2))
        monkeypatch.setattr(os, "write", write)
        open_journal.append(record_of(3))
    assert list(records(tmp_path)) == ["p/s/seed-1", "p/s/seed-3"]


def test_a_line_that_the_disk_did_not_confirm_does_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    sync = os.fsync
    with journal.opened(tmp_path) as (open_journal, _):
        open_journal.append(record_of(1))
        monkeypatch.setattr(os, "fsync", broken)
        with pytest.raises(FileError, match="Input/output error"):
            open_journal.append(record_of(2))
        monkeypatch.setattr(os, "fsync", sync)
        assert list(records(tmp_path)) == ["p/s/seed-1"]
        open_journal.append(record_of(3))
    assert list(records(tmp_path)) == ["p/s/seed-1", "p/s/seed-3"]


def test_a_folder_that_is_moved_away_takes_no_more_results(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with journal.opened(out) as (open_journal, _):
        open_journal.append(record_of(1))
        out.rename(tmp_path / "gone")
        for moved in (open_journal.append, lambda record: open_journal.keep(kept(record))):
            with pytest.raises(FileError, match="was moved or removed"):
                moved(record_of(2))
        assert not out.exists()
    assert list(records(tmp_path / "gone")) == ["p/s/seed-1"]


def kept(record: RunRecord) -> RunOutput:
    return RunOutput(record, "{}", "")


def test_a_full_disk_ends_the_batch_and_finished_runs_stay(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = write_text

    def full(path: Path, text: str) -> None:
        if "/b/" in str(path):
            raise FileError(f"{path} cannot be written: No space left on device")
        real(path, text)

    monkeypatch.setattr(journal, "write_text", full)
    done = batch(str(tiny), "--out", "out", "--jobs", "1", *WORK)
    assert done.exit_code == 1
    assert "No space left on device; finished runs are kept" in done.stderr
    assert list(records(Path("out"))) == ["a/auto-w20/seed-0"]
    assert len((Path("out") / "summary.csv").read_text().splitlines()) == 2
