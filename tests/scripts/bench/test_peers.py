"""Peers: their grids are read as they come and checked; nothing a peer does hurts the bench."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scripts.bench.commands import main
from scripts.bench.peers import crossword_gen, table, wizium
from scripts.bench.peers.peer import DONE, HEIGHT, VERSION, WIDTH, Peer
from scripts.bench.peers.running import ask, blanks_of
from scripts.bench.quality import NEVER
from tests.needs import needs

WORD = "A" * WIDTH
WORDS = ["A" * n for n in range(2, WIDTH + 1)]


def rows(blanks: int) -> list[str]:
    """A grid of As with so many blanks in its first row, which may split it into runs of As."""
    return ["#" * blanks + "A" * (WIDTH - blanks), *[WORD] * (HEIGHT - 1)]


def peer(*lines: str, then: str = "") -> Peer:
    """A program that prints some lines and goes on with a command of the shell."""
    code = f"printf '%s\\n' {' '.join(map(repr, lines))}\n{then}"
    return Peer("stand-in", "/bin/sh", ["/bin/sh", "-c", code])


def test_the_best_grid_of_a_peer_counts() -> None:
    found = ask(peer(*rows(5), DONE, *rows(2), DONE, *rows(0)), WORDS, 30)
    assert found.blanks == 2  # the last one is not done
    assert 0 < found.seconds < 30
    assert not found.left_out


def test_a_peer_reads_the_words_its_question_and_tells_its_version() -> None:
    code = (
        "import sys; words = open(sys.argv[1]).read().split(); question = input()\n"
        f"assert {WORD!r} in words and 'Z' in words and question == '7 9', question\n"
        f"print({VERSION + '4.2'!r}, *{rows(1)!r}, {DONE!r}, sep=chr(10))"
    )
    found = ask(Peer("it", sys.executable, [sys.executable, "-c", code], "7 9\n"), WORDS, 30)
    assert found.blanks == 1
    assert found.program.startswith("it ")
    assert found.program.endswith(", version 4.2")


@pytest.mark.parametrize("then", ["kill -SEGV $$", "exit 1"])
def test_a_peer_that_crashes_keeps_its_grids(then: str) -> None:
    assert ask(peer(*rows(3), DONE, then=then), WORDS, 30).blanks == 3


def test_a_peer_that_hangs_is_ended_with_all_it_started() -> None:
    # A child that outlives it would hold the pipe open for a minute.
    found = ask(peer(*rows(4), DONE, then="sleep 60; true"), WORDS, 2)
    assert found.blanks == 4


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (peer(), "no grid"),
        (peer(then="kill -SEGV $$"), "no grid"),
        (peer(then="echo Invalid grid settings >&2; exit 1"), "Invalid grid settings"),
        (peer(*rows(2)[1:], DONE), "not 9x7"),
        (peer("AAB" + "A" * 6, *rows(0)[1:], DONE), "AABAAAAAA, which is no word"),
        (Peer("absent", None, missing="not on the PATH"), "not on the PATH"),
    ],
)
def test_a_peer_without_a_grid_of_the_words_is_left_out(program: Peer, said: str) -> None:
    found = ask(program, WORDS, 30)
    assert found.blanks == NEVER
    assert said in found.left_out
    assert said in table.table([found], 30, "A machine.")


def test_spaces_may_stand_between_cells() -> None:
    assert blanks_of([" ".join(row) for row in rows(2)], frozenset(WORDS)) == 2


def test_crossword_gen_is_asked_in_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Rows, columns, least and most blanks, heuristic, choices, options: the numbers it reads.
    program = tmp_path / "crossword_gen"
    program.write_text(
        "#!/bin/sh\nread rows cols least most heuristic choices options more\n"
        'test "$rows $cols $least $options$more" = "7 9 0 0" && test $most -ge 3 || exit 1\n'
        f"printf '%s\\n' {' '.join(repr(' '.join(row)) for row in rows(3))} '{DONE}'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = ask(crossword_gen.crossword_gen(), WORDS, 30)
    assert found.blanks == 3
    assert found.program.startswith("crossword_gen ")
    monkeypatch.setenv("PATH", "")
    assert crossword_gen.crossword_gen().file is None


# Wizium's C interface: grids have as many blanks as allowed, but seed 2 meets none.
STAND_IN = r"""
#include <stdint.h>
#include <string.h>
struct Version { int32_t major, minor, release; };
struct Config { int32_t alphabet, longest; };
struct Solver { uint32_t seed; int32_t blanks, heuristic, mode; };
struct Status { uint64_t counter; int32_t rate; };
static int32_t words, longest, width, height, blanks;
static char first[64];
void WIZ_Init(struct Version *v) { v->major = 1; v->minor = 2; v->release = 3; }
uint64_t WIZ_CreateInstance(const struct Config *c) {
  longest = c->longest; return c->alphabet ? 0 : 0x1234567890abcdefULL;
}
int32_t DIC_AddEntries(uint64_t i, const uint8_t *entries, int32_t n) {
  if (i != 0x1234567890abcdefULL) return 0;
  memcpy(first, entries + longest * (n - 1), longest); return words = n;
}
void GRID_SetSize(uint64_t i, uint8_t w, uint8_t h) { width = w; height = h; }
void SOLVER_Start(uint64_t i, const struct Solver *s) {
  blanks = s->seed == 2 ? -1 : s->blanks;
}
void SOLVER_Step(uint64_t i, int32_t ms, int32_t most, struct Status *s) {
  s->counter += most; s->rate = blanks < 0 ? 50 : 100;
}
void GRID_Read(uint64_t i, uint8_t *grid) {
  for (int k = 0; k < width * height; k++) grid[k] = k < blanks ? '#' : first[0];
}
void SOLVER_Stop(uint64_t i) {}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A library with Wizium's interface."""
    folder = tmp_path_factory.mktemp("wizium")
    (folder / "wizium.c").write_text(STAND_IN)
    path = folder / "libWizium.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, folder / "wizium.c"], check=True)
    return str(path)


@needs("cc")
def test_wizium_is_asked_for_ever_fewer_blanks(library: str) -> None:
    found = ask(wizium.wizium(library), WORDS, 30)
    assert found.blanks == 0
    assert found.program.startswith("Wizium ")
    assert found.program.endswith(", version 1.2.3")


def test_a_file_that_is_no_library_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "libWizium.so"
    file.write_text("no library")
    assert "cannot be loaded" in ask(wizium.wizium(str(file)), WORDS, 30).left_out


def test_a_library_that_the_loader_does_not_find_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wizium, "find_library", lambda _: None)
    assert "--wizium" in ask(wizium.wizium(None), WORDS, 30).left_out


def test_a_library_that_is_named_must_be_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["peers", "--wizium", str(tmp_path / "none.so")])
    assert result.exit_code == 2
    assert "does not exist" in result.output
