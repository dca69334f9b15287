"""The page of records shows the records."""

from __future__ import annotations

from scripts.data.records_page import PAGE, with_tables


def test_the_tables_are_those_of_the_records() -> None:
    page = PAGE.read_text("utf-8")
    assert with_tables(page) == page, "run python -m scripts.data.records_page"
    assert "| `gay-play-frame-9x7`, frame 9x7 | 5 face down |" in page
