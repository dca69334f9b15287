"""Errors that no part of the program expects: told as what they are."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.running import ENV, only_line, process, run


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Make each command fail where it reads its first grid."""

    def fails(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr("patience.cli.verify.read_grids", fails)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (EOFError("Ran out of input"), 70, "internal error"),
        (EOFError(), 70, "internal error"),
        (pickle.UnpicklingError("invalid load key"), 70, "UnpicklingError: invalid load key"),
        (ZeroDivisionError("a fault"), 70, "ZeroDivisionError: a fault"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), 2, "system gives an error"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a.nbc"), 2, "a.nbc: No space left"),
        (BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)), 2, "system gives an error"),
        (OSError("no more threads"), 70, "OSError: no more threads"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), 2, "out of memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_an_error_is_told_as_what_it_is(
    error: Exception, code: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    done = run("verify", "good.txt")
    assert done.exit_code == code
    assert told in done.stderr
    assert "the result cannot be written" not in done.stderr
    if code != 130:
        only_line(done)
    if code == 70:
        monkeypatch.setenv("PATIENCE_DEBUG", "1")
        assert "Traceback" in run("verify", "good.txt").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("args", "unbuffered"),
    [
        (("tiles",), ""),
        (("show", "good.txt", "--format", "puz"), "1"),
    ],
)
def test_a_result_that_cannot_be_written_is_told_as_that(
    args: tuple[str, ...], unbuffered: str
) -> None:
    environment = ENV | {"PYTHONUNBUFFERED": unbuffered}
    with open("/dev/full", "wb") as full, process(*args, stdout=full, env=environment) as child:
        _, err = child.communicate()
    told = "patience: the result cannot be written: No space left on device\n"
    assert (child.returncode, err) == (2, told)
