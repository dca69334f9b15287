"""The schema and the tables of keys are those of today, and the schema knows an instance."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scripts.common import ROOT
from scripts.data.keys import PAGE, SCHEMA, schema, with_tables

VALIDATOR = Draft202012Validator(json.loads(schema()))


def test_the_schema_and_the_tables_are_those_of_the_keys() -> None:
    page = PAGE.read_text("utf-8")
    assert with_tables(page) == page, "run python -m scripts.data.keys"
    assert SCHEMA.read_text("utf-8") == schema(), "run python -m scripts.data.keys"
    assert "| `min_length` | Shortest word, 2 or more. | `--min-length` |" in page


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(VALIDATOR.schema)


def test_every_shipped_instance_is_valid_by_the_schema() -> None:
    folder = ROOT / "instances"
    paths = sorted({*folder.rglob("*.toml")} - {folder / "records" / "published.toml"})
    assert len(paths) > 60
    for path in paths:
        VALIDATOR.validate(tomllib.loads(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        'goal = "fram"',
        'gaol = "frame"',
        "jokers = -1",
        "[lexicon_filter]\ncommon = 10",
        "[lexicon_filter]\nmin_length = 1",
        "[lexicon_filter]\nalphabet = 'xx'",
        "[rules]\nrequire = 'AB'",
        "[sweep]\ngoals = 'compact'",
        "[sweep]\ntile = ['AB']",
    ],
)
def test_a_slip_is_none(text: str) -> None:
    table: dict[str, Any] = tomllib.loads(text)
    assert not VALIDATOR.is_valid(table)
