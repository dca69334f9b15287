from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from patience.words import lexicon
from scripts.watched import unchanged
from tests.needs import NOTHING_MISSING

if TYPE_CHECKING:  # most tests need no browser
    from playwright.sync_api import Browser

# Without bytecode on disk each process that a test starts compiles all that it imports, and each
# run rewrites all asserts, which is half of the time to collect the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The same examples in every CI run; no deadline, as machines differ.
settings.register_profile(
    "patience",
    max_examples=50,
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patience")

# No test sees the lexicons that a developer has added.
os.environ["XDG_DATA_HOME"] = os.path.join(os.devnull, "none")

# No test reads or keeps a developer's token of the page.
os.environ["XDG_STATE_HOME"] = os.path.join(os.devnull, "none")

# Lists of shipped words, which tests ask for again and again, stay beside the small files of tests.
lexicon._load = lru_cache(32)(lexicon._load.__wrapped__)

# A shell that starts the tests in the background has children ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    why = "also run checks of what ships where nothing has changed since they passed"
    parser.addoption("--watched", action="store_true", help=why)


def _left_out(config: pytest.Config) -> set[str]:
    return set() if config.getoption("--watched") else unchanged()


def pytest_report_header(config: pytest.Config) -> str:
    names = ", ".join(sorted(_left_out(config))) or "nothing"
    return f"left out, as unchanged since it passed (see scripts/watched.py): {names}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = _left_out(config)
    kept: list[pytest.Item] = []
    away: list[pytest.Item] = []
    for item in items:
        mark = item.get_closest_marker("watch")
        (away if mark and mark.args[0] in left_out else kept).append(item)
    config.hook.pytest_deselected(items=away)
    items[:] = kept


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to run in, which keeps the lexicons that are added, too."""
    monkeypatch.setattr("patience.words.named.user_data_path", lambda *_, **__: tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file be written to the disk any more."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)


# The shell is the same engine without windows: a page opens in less than half of the work.
_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process, whatever their order."""
    chromium = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if chromium is None:
        if NOTHING_MISSING in os.environ:
            pytest.fail("no Chromium here, and this run is to test the page: install chromium")
        pytest.skip("no Chromium here: install it (apt-get install chromium) to test the page")
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415

    from tests.web.server import LONG  # noqa: PLC0415

    expect.set_options(timeout=LONG * 1000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        )
        yield running
        running.close()
