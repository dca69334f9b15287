"""The address of the page as a QR code in the terminal."""

from __future__ import annotations

import os
import pty
import socket
import webbrowser
from pathlib import Path

import click
import numpy as np
import pytest
import zxingcpp

from patience.cli import play
from patience.cli.play import qr_code
from tests.cli.running import ENV, only_line, process, run

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


def test_other_machines_get_a_code_and_this_one_none() -> None:
    for flags in (["--host", "0.0.0.0", "--token", "our-table-1935"], []):
        ours, theirs = pty.openpty()
        env = {**ENV, "TERM": "xterm"}
        command = ["play", "--no-open", "--port", "0", *flags]
        with process(*command, stderr=theirs, env=env) as child:
            os.close(theirs)
            assert child.stdout is not None
            address = child.stdout.readline().strip()
            shown = b""
            while b"Ctrl-C" not in shown:
                shown += os.read(ours, 65536)
            child.terminate()
        os.close(ours)
        code = "\n".join(
            line for line in shown.decode().splitlines() if set(click.unstyle(line)) & set("▀▄█")
        )
        assert bool(code) == bool(flags)
        if code:
            assert read_back(code) == address


def test_the_address_that_people_open_is_printed() -> None:
    flags = ["--address", "https://game.example.org/", "--address", "http://localhost:9000"]
    command = ["play", "--no-open", "--port", "0", "--token", "our-table-1935", *flags]
    with process(*command) as child:
        assert child.stdout is not None
        address = child.stdout.readline().strip()
        child.terminate()
    assert address == "https://game.example.org/#token=our-table-1935"


def started(state: Path, *flags: str) -> tuple[str, str]:
    """Start the page, and return its address and what it says below."""
    env = {**ENV, "XDG_STATE_HOME": str(state)}
    with process("play", "--no-open", *flags, env=env) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        address, said = child.stdout.readline().strip(), child.stderr.readline().strip()
        child.terminate()
    return address, said


def token_of(address: str) -> str:
    return address.partition("#token=")[2]


def test_the_token_of_this_machine_is_kept_and_for_the_owner_alone(tmp_path: Path) -> None:
    """So a bookmark and an old tab go on after a restart."""
    one, two = (started(tmp_path, "--port", "0")[0] for _ in range(2))
    assert token_of(one) == token_of(two) != ""
    file = tmp_path / "patience" / "token"
    assert file.read_text().strip() == token_of(one)
    assert [path.name for path in file.parent.iterdir()] == ["token"]
    assert file.stat().st_mode & 0o777 == 0o600
    for other in (["--token", "our-table-1935"], ["--host", "0.0.0.0"]):
        assert token_of(started(tmp_path, "--port", "0", *other)[0]) != token_of(one)
    assert file.read_text().strip() == token_of(one)


@pytest.mark.parametrize(("text", "mode"), [("a-token-of-mine", 0o644), ("no token", 0o600)])
def test_a_token_that_others_can_read_or_none_is_made_anew(
    tmp_path: Path, text: str, mode: int
) -> None:
    file = tmp_path / "patience" / "token"
    file.parent.mkdir()
    file.write_text(text)
    file.chmod(mode)
    token = token_of(started(tmp_path, "--port", "0")[0])
    assert token != text
    assert file.read_text().strip() == token
    assert file.stat().st_mode & 0o777 == 0o600


def test_where_nothing_can_be_kept_each_start_has_its_token(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.touch()
    one, two = (started(nowhere, "--port", "0")[0] for _ in range(2))
    assert token_of(one) != token_of(two)


def test_a_second_start_shows_the_page_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(play, "_PORT", port)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", seen.append)
    env = {**ENV, "XDG_STATE_HOME": str(tmp_path)}
    with process("play", "--no-open", "--port", str(port), env=env) as child:
        assert child.stdout is not None
        address = child.stdout.readline().strip()
        second = run("play")
        refused = [run("play", *flags) for flags in (["--port", str(port)], ["story-first"])]
        refused.append(run("play", "--token", "another-token"))
        child.terminate()
    assert second.exit_code == 0
    assert second.stdout.strip() == address
    assert "runs already" in second.stderr
    assert seen == [address]
    assert all("cannot listen" in only_line(each) for each in refused)


@pytest.mark.parametrize("url", ["game.example.org", "https://example.org/game"])
def test_an_address_is_whole_and_without_a_folder(url: str) -> None:
    refused = run("play", "--address", url)
    assert refused.exit_code == 2
    assert "--address: give what people type" in only_line(refused)
