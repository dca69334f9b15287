from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from patience.files.instances import shipped_instances
from patience.game.grid import Grid
from tests.cli.running import ENV, EXAMPLE_1, EXAMPLE_2, LONG, TINY, all_shown, process, run

# Modules that take long to import; what needs none of them must not load them.
HEAVY = {"numpy", "numba", "ortools", "networkx", "rich", "scipy", "pandas"}


def test_exit_codes_reach_the_shell() -> None:
    with process("verify", EXAMPLE_1) as child:
        _, err = child.communicate()
    assert (child.returncode, err) == (1, "")


def test_a_reader_that_leaves_is_no_error() -> None:
    with process("lexicon", "info") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == ""
    assert child.returncode == 141


def test_the_box_is_filled_and_refereed(terminal: tuple[int, int], tmp_path: Path) -> None:
    """The main job: the real engine, lexicon and tiles, a terminal, a file, the referee."""
    ours, theirs = terminal
    command = ("solve", "--frame", "9x7", "--target", "9", "--output", str(tmp_path / "g.txt"))
    with process(*command, stderr=theirs) as child:
        os.close(theirs)
        shown = all_shown(ours)
        assert child.stdout is not None
        assert child.stdout.read() == ""
    assert child.returncode == 0, shown
    [verdict] = json.loads(run("verify", str(tmp_path / "g.txt"), "--json").stdout)
    assert verdict["valid"]
    assert verdict["cost"] <= 9
    assert len(verdict["face_down"]) == verdict["cost"]
    assert b"width " in shown
    assert b" left" in shown
    assert f"{verdict['cost']} face down".encode() in shown


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_instances())
def test_every_shipped_instance_runs(name: str) -> None:
    """Any grid will do here: how good they get is for the benchmark to say."""
    found = run("solve", name, "--target", "1000", "--time-limit", "60")
    assert found.exit_code == 0, found.stderr
    judged = run("verify", "-", "--instance", name, stdin=found.stdout)
    assert judged.exit_code == 0, judged.output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_that_closes_leaves_the_grid_in_the_file(tmp_path: Path) -> None:
    """Its shell is the leader of a session: the system sends HUP to all that runs in it."""
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    name, grid = os.ttyname(theirs), tmp_path / "grid.txt"
    command = [sys.executable, "-m", "patience", "solve", "--frame", "9x7", "--time-limit", "600"]
    line = f'exec "$@" <{name} >{grid} 2>{name}'
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # what runs here is started so
    child = subprocess.Popen(["sh", "-c", line, "sh", *command], env=ENV, start_new_session=True)
    signal.signal(signal.SIGHUP, before)
    with child as it:
        shown = b""
        while b"face down" not in shown:
            shown += os.read(ours, 4096)
        os.close(theirs)
        os.close(ours)
        assert it.wait(timeout=LONG) == 0
    assert run("verify", str(grid)).exit_code == 0


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


@pytest.mark.usefixtures("folder")
def test_a_narrow_terminal_shows_the_solved_grid_once(terminal: tuple[int, int]) -> None:
    import fcntl  # noqa: PLC0415
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = terminal
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 5, 0, 0))
    with process("solve", *TINY, "--color", "auto", stdout=theirs, stderr=theirs):
        os.close(theirs)
        shown = all_shown(ours)
    after = shown.decode().rpartition("\x1b[?25h")[2]  # the display ends: the cursor is shown
    text = re.sub(r"\x1b\[[0-9;]*m", "", after).replace("\r\n", "\n")
    assert [len(row) for row in re.findall(r"^[A-Za-z. ]+$", text, re.MULTILINE)] == [3, 3, 3]
    assert text.count("; cost: ") == text.count(" face down (") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_that_goes_away_takes_no_grid_with_it() -> None:
    import pty  # noqa: PLC0415

    ours, theirs = pty.openpty()
    with process("solve", "--frame", "9x7", "--target", "10", stderr=theirs) as child:
        os.close(theirs)
        shown = b""
        while b"face down" not in shown:
            shown += os.read(ours, 4096)
        os.close(ours)  # the display is drawn for nobody from now on
        out, _ = child.communicate(timeout=2 * LONG)
    assert child.returncode == 0
    assert Grid.parse(out).face_up()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_play_says_how_to_end_it() -> None:
    pytest.importorskip("starlette")
    with process("play", "--no-open", "--port", "0", "--host", "[::1]") as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().startswith("http://[::1]:")
        assert "Ctrl-C" in child.stderr.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=LONG) == 0


LIGHT: list[list[str]] = [
    [],
    ["--help"],
    ["--version"],
    ["solve", "--help"],
    ["help", "show"],
    ["tiles"],
    ["verify", EXAMPLE_2],
    ["lexicon", "check", "chat", "--lexicon", "fr-common"],
]


def loaded(*calls: list[str]) -> list[set[str]]:
    """Run commands one after the other in one process; return what is loaded after each."""
    code = (
        "import sys\n"
        "from patience.cli import main\n"
        f"for args in {calls!r}:\n"
        "    try: main(args)\n"
        "    except SystemExit: pass\n"
        "    sys.stderr.write('\\nloaded: ' + ' '.join(sys.modules) + '\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENV, capture_output=True, text=True, check=True
    )
    return [{*line.split()} for line in re.findall("^loaded: (.*)$", done.stderr, re.MULTILINE)]


def test_light_commands_load_no_heavy_module() -> None:
    *light, searched = loaded(*LIGHT, ["solve", "--frame", "9x7", "--target", "20"])
    assert [modules & HEAVY for modules in light] == [set()] * len(LIGHT)
    assert searched & HEAVY <= {"numpy", "numba"}
    helped = {x for x in light[LIGHT.index(["--help"])] if x.startswith("patience.")}
    assert {name.split(".")[1] for name in helped} <= {"cli", "errors", "game"}
    assert "patience.cli" in helped
    assert "patience.game.grid" not in helped
