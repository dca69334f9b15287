"""The pages of records show the records, ours and those of others."""

from __future__ import annotations

import json

import pytest

from patience.referee import verify
from scripts.data.records_page import FOLDER, JSON, PAGES, Other, others, records_json, with_tables
from tests import naive
from tests.words.vocabularies import word_set

RUN = "run python -m scripts.data.records_page"


@pytest.mark.parametrize(
    ("code", "row"),
    [
        ("en", "| `gay-play-frame-9x7`, frame 9x7 | 5 face down |"),
        (
            "fr",
            "frame 9x7 | 5 carrés à l\N{RIGHT SINGLE QUOTATION MARK}envers |",
        ),
    ],
)
def test_the_tables_are_those_of_the_records(code: str, row: str) -> None:
    page = PAGES[code].read_text("utf-8")
    assert with_tables(page, code) == page, RUN
    assert row in page


def test_the_file_is_what_the_grids_say() -> None:
    assert records_json() == JSON.read_text("utf-8"), RUN
    files = {(FOLDER / each["file"]).resolve() for each in json.loads(records_json())}
    assert all(file.is_file() for file in files)
    assert files >= set(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("other", others(), ids=lambda other: other.name)
def test_every_grid_passes_both_referees_with_the_words_that_it_names(other: Other) -> None:
    assert verify(other.puzzle, other.file.grid, other.lexicon).valid
    assert str(other.cost) == other.file.header["cost"]
    assert naive.faults(other.puzzle, other.file.grid, word_set(other.lexicon.words)) == set()
