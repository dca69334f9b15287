"""Galleries: pages of many grids."""

from __future__ import annotations

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from patience.game.grid import Grid
from patience.game.puzzle import Compact, Puzzle
from patience.game.tiles import TileSet
from patience.render.gallery import Card, Table, gallery
from patience.render.scene import scene_of
from tests.render.pages import Page
from tests.render.test_pictures import HOSTILE, SMALL


def card(name: str = "p", **more: object) -> Card:
    fields = {"goal": "frame", "about": "a question", "scene": SMALL, "facts": {"best": "1"}}
    return Card(name, **(fields | more))  # type: ignore[arg-type]


def test_a_page_has_a_card_a_grid_and_each_letter_once() -> None:
    page = gallery("two", {"puzzles": "2"}, [card("p"), card("q", scene=None)], [])
    read = Page(page)
    assert read.tags["article"] == 2
    assert read.tags["svg"] == 2  # the shapes, and one picture
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in read.targets if target[:1] == "#"} <= set(ids)


def test_only_goals_that_there_are_can_be_chosen() -> None:
    cards = [card("p"), card("q", goal="board")]
    assert re.findall(r'name="goal" value="(\w*)"', gallery("x", {}, cards, [])) == [
        "board",
        "frame",
    ]
    assert "filters" not in Page(gallery("x", {}, [], [])).texts


@settings(max_examples=40, deadline=None)
@given(HOSTILE, HOSTILE, st.dictionaries(HOSTILE, HOSTILE, max_size=2))
def test_no_name_breaks_a_page(name: str, text: str, facts: dict[str, str]) -> None:
    puzzle = Puzzle(TileSet(name, (9,) * 26, 3), Compact())
    scene = scene_of(puzzle, Grid(("AB",)), {"lexicon": text})
    cards = [card(name, about=text, scene=scene, facts=facts, found=name, link=text)]
    cards += [card("q", reasons={text: 3})]
    table = Table(text, [name], [[text], [[name, text]], [None]])
    page = gallery(name, facts, cards, [table], links=[text])
    read = Page(page)
    assert read.tags["script"] == 2
    assert read.tags["b"] == 0
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)[0])
    assert data[0]["columns"] == [name]


def test_a_column_that_holds_nothing_is_left_out() -> None:
    page = gallery("x", {}, [], [Table("t", ["a", "b", "c"], [[0, None, "y"], [1, "", None]])])
    (data,) = json.loads(re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)[0])
    assert data["columns"] == ["a", "c"]
    assert data["rows"] == [[0, "y"], [1, None]]
