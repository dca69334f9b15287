"""Toys: small puzzles, and beams in this process instead of a pool of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scripts.tune import evolution, judging
from scripts.tune.commands import main


class InThisProcess:
    """Runs what a pool of processes runs."""

    def map(self, run: Any, tasks: Iterable[Any], chunksize: int = 1) -> Iterator[Any]:
        return map(run, tasks)


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (evolution, judging):
        monkeypatch.setattr(module, "pool", lambda jobs: InThisProcess())


def tune(*arguments: object) -> Result:
    """Run ``python -m scripts.tune`` with arguments."""
    return CliRunner().invoke(main, [*map(str, arguments)])
