"""Peers: what they print is read, and a missing one is left out with a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.bench import peers

ROWS = ["SALADES..", "ABCDEFGHI", "A#CDEFGHI", "ABCDEFGHI", "ABCDEFGHI", "ABCDEFGHI", "ABCDEFGH#"]


def test_the_last_grid_of_a_printout_is_read() -> None:
    text = "\n".join(["9 words", *(" ".join(row) for row in ROWS), "", "cost 3"])
    grid = peers.grid_in(text)
    assert grid is not None
    assert grid.rows[0] == "SALADES.."
    assert grid.rows[6] == "ABCDEFGH."
    assert peers.grid_in("no grid") is None


def test_a_missing_peer_is_left_out_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    found = peers.crossword_gen(1)
    assert found.left_out == "not on the PATH"
    assert "not on the PATH" in peers.table([found], 1, "A machine.")


def test_a_peer_is_asked_for_ever_fewer_blanks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It prints a grid of as many blanks as asked for, down to three.
    program = tmp_path / "crossword_gen"
    program.write_text(
        "#!/bin/sh\nread rows cols blanks rest\n[ $blanks -ge 3 ] || exit 0\n"
        "awk -v b=$blanks 'BEGIN {for (i = 0; i < 63; i++)"
        ' printf "%s%s", (i < b ? "#" : "A"), (i % 9 == 8 ? "\\n" : "")}\'\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = peers.crossword_gen(30)
    assert found.blanks == 3
    assert found.program.startswith("crossword_gen ")
