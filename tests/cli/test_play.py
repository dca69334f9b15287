"""The address of the page as a QR code in the terminal."""

from __future__ import annotations

import socket
from pathlib import Path

import click
import numpy as np
import pytest
import zxingcpp
from click.testing import Result

from patience.cli import play
from patience.cli.play import qr_code
from patience.web import server
from tests.cli.running import only_line, run

# Each character shows two cells, one above the other: whether each is white.
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def read_back(code: str) -> str:
    """Return what a camera would read in a code of half blocks."""
    lines = [[HALVES[x] for x in line] for line in click.unstyle(code).splitlines()]
    cells = np.array(lines, np.uint8).transpose(0, 2, 1).reshape(2 * len(lines), -1)
    (found,) = zxingcpp.read_barcodes(np.kron(cells * 255, np.ones((6, 6), np.uint8)))
    return str(found.text)


@pytest.mark.parametrize(
    "address",
    [
        "http://192.168.1.20:8642/#token=our-table-1935",
        f"http://[fe80::1234:5678:9abc:def0]:65535/#token={'x' * 128}",
    ],
)
def test_a_camera_reads_the_address(address: str) -> None:
    code = qr_code(address)
    assert read_back(code) == address
    assert max(map(len, click.unstyle(code).splitlines())) <= 80


def opened(*flags: str) -> Result:
    """Start the page without serving it: what is printed of it."""

    def serve(_desk: object, listener: socket.socket, *_args: object, **_how: object) -> None:
        listener.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "serve", serve)
        started = run("play", "--no-open", "--port", "0", *flags)
    assert started.exit_code == 0, started.output
    return started


def token(*flags: str) -> str:
    """Return the token in the address of the page."""
    return opened(*flags).stdout.strip().partition("#token=")[2]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "patience" / "token"


@pytest.mark.parametrize("display", [True, False])
@pytest.mark.parametrize("flags", [["--host", "0.0.0.0", "--token", "our-table-1935"], []])
def test_other_machines_get_a_code_in_a_terminal_and_this_one_none(
    flags: list[str], display: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "is_display", lambda _stream: display)
    page = opened(*flags)
    said = page.stderr.splitlines()
    code = "\n".join(line for line in said if set(click.unstyle(line)) & set("▀▄█"))
    assert bool(code) == bool(flags and display)
    if code:
        assert read_back(code) == page.stdout.strip()


def test_the_address_that_people_open_is_printed() -> None:
    flags = ["--address", "https://game.example.org/", "--address", "http://localhost:9000"]
    page = opened("--token", "our-table-1935", *flags)
    assert page.stdout.strip() == "https://game.example.org/#token=our-table-1935"


def test_the_token_of_this_machine_is_kept_and_for_the_owner_alone(state: Path) -> None:
    """So a bookmark and an old tab go on after a restart."""
    mine = token()
    assert token() == state.read_text().strip() == mine != ""
    assert [path.name for path in state.parent.iterdir()] == ["token"]
    assert state.stat().st_mode & 0o777 == 0o600
    for other in (["--token", "our-table-1935"], ["--host", "0.0.0.0"]):
        assert token(*other) != mine
    assert state.read_text().strip() == mine


@pytest.mark.parametrize(("text", "mode"), [("a-token-of-mine", 0o644), ("no token", 0o600)])
def test_a_token_that_others_can_read_or_none_is_made_anew(
    state: Path, text: str, mode: int
) -> None:
    state.parent.mkdir()
    state.write_text(text)
    state.chmod(mode)
    assert token() != text
    assert token() == state.read_text().strip()


def test_where_nothing_can_be_kept_each_start_has_its_token(state: Path) -> None:
    state.parent.touch()
    assert token() != token()


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = run("play", "--port", str(port))
    assert refused.exit_code == 2
    said = only_line(refused)
    assert f"cannot listen on 127.0.0.1 port {port}: " in said
    assert "give another --port (0 takes a free one)" in said


@pytest.mark.parametrize("url", ["game.example.org", "https://example.org/game"])
def test_an_address_is_whole_and_without_a_folder(url: str) -> None:
    refused = run("play", "--address", url)
    assert refused.exit_code == 2
    assert "--address: give what people type" in only_line(refused)
