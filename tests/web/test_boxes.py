"""The boxes of the day that ship measured."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from patience.analysis.daily import DRAW, EVERYDAY, DayBox
from patience.game.grid import Grid
from patience.web import boxes
from patience.web.guard import Refusal
from patience.web.weeks import Weeks
from patience.words.lexicon import load
from tests import naive

MONDAY = date(2026, 11, 23)


def week() -> list[DayBox]:
    found = boxes.shipped_week(MONDAY)
    assert found is not None
    return found


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """What puts a file in the place of the one that ships."""
    file = tmp_path / "boxes.json"

    def write(data: bytes) -> None:
        file.write_bytes(data)
        monkeypatch.setattr(boxes, "path", lambda: file)
        boxes._weeks.cache_clear()

    yield write
    boxes._weeks.cache_clear()


@pytest.mark.watch("records")
def test_every_week_that_ships_has_seven_valid_grids_the_easiest_on_monday() -> None:
    words = frozenset(load(EVERYDAY).words)
    shipped = msgspec.json.decode(boxes.path().read_bytes(), type=boxes.Shipped)
    assert len(shipped.weeks) > 52
    for monday in shipped.weeks:
        assert monday.weekday() == 0
        found = boxes.shipped_week(monday)
        assert found is not None
        efforts = [box.measured.effort for box in found]
        assert efforts == sorted(efforts)
        for box in found:
            assert naive.is_valid(box.puzzle, box.measured.grid, words)
            assert naive.cost(box.puzzle, box.measured.grid) == box.measured.cost


def test_what_is_written_is_read_back_the_same(put: Callable[[bytes], None]) -> None:
    shipped = week()
    put(msgspec.json.encode(boxes.Shipped.of([shipped])))
    assert boxes.shipped_week(MONDAY) == shipped
    assert boxes.shipped_week(MONDAY + timedelta(weeks=1)) is None


def test_weeks_of_another_draw_are_measured(put: Callable[[bytes], None]) -> None:
    put(msgspec.json.encode(msgspec.structs.replace(boxes.Shipped.of([week()]), draw=DRAW + 1)))
    assert boxes.shipped_week(MONDAY) is None


def test_a_week_with_a_grid_against_the_rules_is_measured(put: Callable[[bytes], None]) -> None:
    first, *others = week()
    wrong = first.measured._replace(grid=Grid(("QQQ......",) * 7))
    put(msgspec.json.encode(boxes.Shipped.of([[replace(first, measured=wrong), *others]])))
    assert boxes.shipped_week(MONDAY) is None


@pytest.mark.parametrize(
    "data",
    [
        b'{"draw": 2, "weeks": {"2026-11-23": [[0, 9, "A/BC"]]}}',
        b"",
        b"{",
        b'{"draw": 2, "weeks": {"2026-11-23": [[1]]}}',
        b"\xff",
    ],
)
def test_weeks_of_a_damaged_file_are_measured(put: Callable[[bytes], None], data: bytes) -> None:
    put(data)
    assert boxes.shipped_week(MONDAY) is None


def test_a_server_that_ends_measures_no_further_box() -> None:
    weeks = Weeks()
    weeks.close()
    with pytest.raises(Refusal, match="the server is ending"):
        asyncio.run(weeks.box(date(2031, 3, 5)))
