"""What 1.0.0 wrote and read is written and read the same: headers, hashes, the page's form."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from patience.errors import PatienceError
from patience.files.instances import instance_of, load_instance
from patience.game.grid import Grid
from patience.question.hash import puzzle_sha256
from patience.question.header import from_header, to_header
from patience.question.spec import Spec
from patience.render.page_form import puzzle_json

_GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden" / "questions-1.0.0.json").read_text("utf-8")
)
_NO_GRID = Grid((".",))


def said_of(spec: Spec, page_of: Any) -> dict[str, Any]:
    """Return the forms of a question; of the page's the keys that 1.0.0 had."""
    try:
        page: Any = {key: x for key, x in puzzle_json(spec, ["fr", "en"]).items() if key in page_of}
    except PatienceError as error:
        page = str(error)
    told = {"header": to_header(spec), "sha256": puzzle_sha256(spec.puzzle()), "page": page}
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def instances() -> Iterator[Any]:
    for number, entry in enumerate(_GOLDEN["instances"]):
        yield pytest.param(entry, id=f"toml-{number}")
    for entry in _GOLDEN["shipped"]:
        yield pytest.param(entry, id=entry["name"])


@pytest.mark.parametrize("entry", [*instances()])
def test_an_instance_is_the_same_question(entry: dict[str, Any]) -> None:
    if "toml" in entry:
        spec = instance_of(tomllib.loads(entry["toml"]), Path())
    else:
        spec = load_instance(entry["name"])
    assert said_of(spec, entry["page"]) == {key: entry[key] for key in ("header", "sha256", "page")}
    assert puzzle_sha256(from_header(entry["header"], _NO_GRID, Path()).puzzle()) == entry["sha256"]


@pytest.mark.parametrize(
    "entry", _GOLDEN["headers"], ids=[f"header-{n}" for n in range(len(_GOLDEN["headers"]))]
)
def test_a_header_is_the_same_question(entry: dict[str, Any]) -> None:
    grid = Grid(("CHAT", "HOTE", "ATRE", "TEES"))
    spec = from_header(entry["given"], grid, Path()).for_grid(grid)
    assert to_header(spec) == entry["header"]
    assert puzzle_sha256(spec.puzzle()) == entry["sha256"]
