"""Booklets to write in: a page holds its puzzles, and the last pages their solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.cli import main
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.question.catalogue import parse
from patience.render.booklet import LAYOUTS, booklet
from patience.render.drawing import Drawing, Placed, Text
from patience.render.formats import Options
from patience.render.language import LANGUAGES
from patience.render.scene import Scene, scene_of
from patience.render.sheets import PAPERS
from tests.render.test_pictures import EXAMPLES
from tests.render.test_printed import SIZES, crowded, flat, sets, worded

SQUARE = Grid(("ABCD", "E..F", "G..H", "IJKL"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def small(n: int, code: str = "en", title: str = "") -> Scene:
    puzzle = Puzzle(parse(f"ABCDEFGHIJKL{LETTERS[n % 26]}{LETTERS[n // 26]}??"), Frame(4, 4))
    header = {"lexicon": "fr", "difficulty": str(n), "title": title}
    return scene_of(puzzle, SQUARE, header, name=title, code=code)


def text(page: Drawing) -> str:
    return " ".join(item.text for item in page.items if isinstance(item, Text))


def puzzle_pages(pages: Sequence[Drawing]) -> list[Drawing]:
    return [
        page
        for page in pages
        if any(isinstance(item, Placed) and item.stamp == "bare" for item in page.items)
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", SIZES)
def test_nothing_leaves_a_page_or_lies_on_something_else(
    paper: str, large: bool, code: str
) -> None:
    shared = [small(n, code, f"A title of puzzle {n}") for n in range(9)]
    # A board of 601 tiles has no room for them.
    ways = [(1, sets(code)["booklet"][:-1]), *((n, shared) for n in LAYOUTS)]
    for on_a_page, scenes in [(1, shared)] if large and paper == "a5" else ways:
        for page in booklet(scenes, paper, on_a_page, large=large, title="A title " * 9):
            assert crowded(page, 20.0) == []


@pytest.mark.parametrize("on_a_page", LAYOUTS)
def test_a_page_holds_all_of_its_puzzles(on_a_page: int) -> None:
    pages = booklet([small(n) for n in range(9)], "a4", on_a_page)
    found = puzzle_pages(pages)
    assert len(found) == -(-9 // on_a_page)
    for n, page in enumerate(found):
        count = min(on_a_page, 9 - n * on_a_page)
        placed = Counter(item.stamp for item in page.items if isinstance(item, Placed))
        assert placed == {"bare": 16 * count, "letter": 14 * count, "devil": 2 * count}
        for m in range(n * on_a_page, n * on_a_page + count):
            assert f"Puzzle {m + 1} " in text(page)
            assert f"Difficulty {m}" in text(page)
        for part in ("4 × 4 cells", "Dictionnaire orthographique", "4 face down"):  # noqa: RUF001
            assert text(page).count(part) == count


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 120), st.sampled_from(sorted(PAPERS)))
def test_the_last_pages_are_about_as_full_as_the_others(count: int, paper: str) -> None:
    pages = booklet([small(n) for n in range(count)], paper, 4)
    first = next(n for n, page in enumerate(pages) if page in puzzle_pages(pages))
    solved = [page for page in pages[first:] if page not in puzzle_pages(pages)]
    on_each = [text(page).count("Puzzle ") for page in solved]
    assert sum(on_each) == count
    listed = [text(page).count("Puzzle ") for page in pages[:first]]
    assert sum(listed) == count
    for numbers in (on_each, [n for n in listed if n]):
        # A row of solutions or a line of the list more or less, and what misses in the last one.
        assert max(numbers) - min(numbers) <= 2 * 4 - 1


@pytest.mark.parametrize("on_a_page", [1, 4])
@pytest.mark.parametrize("paper", SIZES)
def test_no_solution_is_alone_on_the_last_page(paper: str, on_a_page: int) -> None:
    large = [worded(scene, "en") for scene in EXAMPLES[:4]]
    for count in range(2, 12, 3):
        scenes = [small(n) for n in range(count)]
        if on_a_page == 1:
            scenes = [*large, *scenes][: count + 1]
        last = booklet(scenes, paper, on_a_page)[-1]
        assert text(last).count("Puzzle ") > 1


def test_contents_name_the_page_of_each_puzzle() -> None:
    pages = booklet([small(n) for n in range(9)], "a4", 4)
    number = {
        n: k for k, page in enumerate(pages, 1) for n in range(9) if f"Difficulty {n}" in text(page)
    }
    assert all(f"Puzzle {n + 1} {number[n]}" in text(pages[0]) for n in range(9))


def test_a_french_booklet_has_no_english_and_no_file_in_it(tmp_path: Path) -> None:
    for n in (1, 2):
        (tmp_path / f"file-{n}.txt").write_text(
            f"; name: batch-{n}\n; goal: frame 3x2\n; tiles: A1 B1 C1 D1 E1 F{n}\n; jokers: {n}\n"
            "; lexicon: fr-common\n; difficulty: 7\nABC\nD.E\n"
        )
    (tmp_path / "file-3.txt").write_text(
        "; title: Le chêne\n; goal: compact\n; tiles: ABB\nAB\nB.\n"
    )
    target = tmp_path / "b.pdf"
    files = [str(path) for path in sorted(tmp_path.glob("*.txt"))]
    for on_a_page in ("1", "4"):
        arguments = ["--page", "a5", "--booklet", on_a_page, "--large-print", "--language", "fr"]
        if on_a_page == "4":
            arguments.remove("--large-print")
        done = CliRunner().invoke(main, ["show", *files, *arguments, "--output", str(target)])
        assert done.exit_code == 0, done.stderr
        pdf = pypdfium2.PdfDocument(target)
        said = flat(" ".join(page.get_textpage().get_text_range() for page in pdf))
        for part in ("(1 diable)", "(2 diables)", "mots courants du français", "Difficulté 7"):
            assert part in said
        for part in ("Problème 1", "Problème 2", "3. Le chêne", "Solutions", "À battre"):
            assert part in said
        for word in (
            "joker",
            "devil",
            "Puzzle",
            "Difficulty",
            "fr-common",
            "custom",
            "file",
            "batch",
        ):
            assert word not in said, word


def test_what_goes_together() -> None:
    with pytest.raises(PatienceError, match="give --page"):
        Options(booklet=2)
    with pytest.raises(PatienceError, match="drop one of them"):
        Options(booklet=2, cut=True, page="a4")
    with pytest.raises(PatienceError, match="--large-print is for a --booklet"):
        Options(large=True, page="a4")


def test_large_puzzles_want_their_own_page() -> None:
    wide = scene_of(Puzzle(parse("A9B9"), Board(Grid(("." * 30,)))), Grid(("." * 28 + "AB",)))
    assert booklet([wide], "a4", 1)
    with pytest.raises(PatienceError, match="take fewer puzzles a page"):
        booklet([wide, worded(wide, "en", bound="1")], "a4", 4)
    assert booklet([scene_of(Puzzle(parse("ABC"), Compact()), Grid(("AB", "C.")))], "a4", 4)
