"""The address of the page as a QR code in the terminal."""

from __future__ import annotations

import os
import pty

import click
import numpy as np
import pytest
import zxingcpp

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


@pytest.mark.parametrize("url", ["game.example.org", "https://example.org/game"])
def test_an_address_is_whole_and_without_a_folder(url: str) -> None:
    refused = run("play", "--address", url)
    assert refused.exit_code == 2
    assert "--address: give what people type" in only_line(refused)
