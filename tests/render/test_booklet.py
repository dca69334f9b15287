"""Booklets to write in: a page holds its puzzles, and the last pages their solutions."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.cli import main
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.tiles import any_letters
from patience.question.catalogue import parse
from patience.referee import verify
from patience.render.booklet import LARGE, LAYOUTS, booklet, single
from patience.render.drawing import Drawing, Placed, Shape, Text
from patience.render.formats import Options, render
from patience.render.language import language
from patience.render.letters import PLAIN, TILE
from patience.render.pdf import pdf
from patience.render.puzzles import level
from patience.render.scene import Scene, scene_of
from patience.render.sheets import BLEED, PAPERS, Sheet, imposed
from patience.render.solutions import rare_words
from patience.words.lexicon import load
from patience.words.wordlist import fold
from tests.render.test_pictures import EXAMPLES, drawn
from tests.render.test_printed import SIZES, crowded, flat, sets, text, texts, worded

SQUARE = Grid(("ABCD", "E..F", "G..H", "IJKL"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def small(n: int, code: str = "en", title: str = "") -> Scene:
    puzzle = Puzzle(parse(f"ABCDEFGHIJKL{LETTERS[n % 26]}{LETTERS[n // 26]}??"), Frame(4, 4))
    header = {"lexicon": "fr", "difficulty": str(n), "title": title}
    return scene_of(puzzle, SQUARE, header, name=title, code=code)


def puzzle_pages(pages: Sequence[Drawing]) -> list[Drawing]:
    return [
        page
        for page in pages
        if any(isinstance(item, Placed) and item.stamp == "bare" for item in page.items)
    ]


@pytest.mark.parametrize(("large", "code"), [(False, "en"), (True, "fr")])
@pytest.mark.parametrize("paper", SIZES)
def test_nothing_leaves_a_page_or_lies_on_something_else(
    paper: str, large: bool, code: str
) -> None:
    shared = [small(n, code, f"A title of puzzle {n}") for n in range(9)]
    sheet = Sheet.of(paper, LARGE if large else 1.0)
    # A board of 601 tiles has no room for them, nor has a small page for large print.
    ways = [(1, sets(code)["booklet"][:-1]), *((n, shared) for n in LAYOUTS)]
    for on_a_page, scenes in [(1, shared)] if large and paper in ("a5", "half-letter") else ways:
        for page in booklet(scenes, sheet, on_a_page, title="A title " * 9):
            assert crowded(page, 20.0) == []


@pytest.mark.parametrize("on_a_page", LAYOUTS)
def test_a_page_holds_all_of_its_puzzles(on_a_page: int) -> None:
    pages = booklet([small(n) for n in range(9)], Sheet.of("a4"), on_a_page)
    found = puzzle_pages(pages)
    assert len(found) == -(-9 // on_a_page)
    for n, page in enumerate(found):
        count = min(on_a_page, 9 - n * on_a_page)
        placed = Counter(item.stamp for item in page.items if isinstance(item, Placed))
        assert placed == {"bare": 16 * count, "letter": 14 * count, "devil": 2 * count}
        for m in range(n * on_a_page, n * on_a_page + count):
            assert f"Puzzle {m + 1} " in text(page)
            assert level(small(m)) in text(page)
        for part in ("4 × 4 cells", "Dictionnaire orthographique", "the best known is 4"):  # noqa: RUF001
            assert text(page).count(part) == count


@settings(max_examples=4, deadline=None)
@given(st.integers(2, 40), st.sampled_from(sorted(PAPERS)))
def test_each_puzzle_is_solved_once_and_in_the_contents(count: int, paper: str) -> None:
    pages = booklet([small(n) for n in range(count)], Sheet.of(paper), 4)
    found = puzzle_pages(pages)
    last = pages.index(found[-1]) + 1
    solved = " ".join(map(text, pages[last:]))
    assert re.findall(r"Puzzle (\d+)", solved) == [str(n) for n in range(1, count + 1)]
    listed = " ".join(map(text, pages[1 : pages.index(found[0])]))
    assert re.search(rf"\b{count}\b", listed)
    assert re.search(rf"Solutions[ .]* {last + 1}\b", listed)


@pytest.mark.parametrize("on_a_page", [1, 4])
@pytest.mark.parametrize("paper", SIZES)
def test_no_solution_is_alone_on_the_last_page(paper: str, on_a_page: int) -> None:
    large = [worded(scene, "en") for scene in EXAMPLES[:4]]
    for count in (2, 5, 8) if on_a_page == 4 else (3, 8):
        scenes = [small(n) for n in range(count)]
        if on_a_page == 1:
            scenes = [*large, *scenes][: count + 1]
        pages = booklet(scenes, Sheet.of(paper), on_a_page)
        # A small page may hold one large one only.
        if paper != "half-letter" or len(scenes) > 4:
            assert text(pages[-1]).count("Puzzle ") > 1


def test_contents_name_the_page_on_which_a_level_begins() -> None:
    scenes = [small(n) for n in (9, 0, 5, 3, 1, 4)]
    pages = booklet(scenes, Sheet.of("a4"), 1, title="For the train")
    told = " ".join(text(pages[1]).replace(".", " ").split())
    levels = [("1 to 3", "easy", 3), ("4", "medium", 6), ("5", "hard", 7), ("6", "expert", 8)]
    for which, name, page in levels:
        puzzle = "Puzzles" if " " in which else "Puzzle"
        assert f"{puzzle} {which}, {name} {page} " in told
        first = which.split(" ")[0]
        assert text(pages[page - 1]).startswith(f"Puzzle {first} {name} ")
    assert "Solutions 9" in told
    assert text(pages[8]).startswith("Solutions ")
    assert "6 puzzles, easy to expert" in text(pages[0])


def test_the_order_given_stays_where_a_difficulty_is_not_known() -> None:
    scenes = [small(9), worded(small(0), "en", difficulty=""), small(3)]
    letters = [x.puzzle.tiles for x in scenes]
    pages = puzzle_pages(booklet(scenes, Sheet.of("a4"), 1))
    for page, tiles in zip(pages, letters, strict=True):
        kept = [x.text for x in page.items if isinstance(x, Text) and x.face == TILE]
        assert "".join(kept) == "".join(x * n for x, n in tiles.supply.items())


@pytest.mark.parametrize("code", ["en", "fr"])
def test_cover_and_example_are_grids_by_the_rules(code: str) -> None:
    words = language(code)
    lexicon = load(f"{code}-common")
    for tiles, rows in (
        (parse("diamino-63"), words.paragraphs("cover_grid")),
        (parse(words("example_tiles")), words.paragraphs("example_grid")),
    ):
        grid = Grid(tuple(rows))
        report = verify(Puzzle(tiles, Frame(grid.width, grid.height)), grid, lexicon)
        assert report.valid, report.violations
    told = " ".join(words.paragraphs("example_told"))
    assert {run.text for run in report.words} <= {fold(x) for x in re.findall(r"\w+", told)}
    assert f" {grid.blanks}" in words.paragraphs("example_told")[-1]
    for tile in report.face_down:
        assert re.search(rf"\b{tile}\b", words.paragraphs("example_told")[2])


def test_rare_words_are_explained() -> None:
    grid = Grid(("RATEL", "H.HAI", "U.A..", "M.LAO", "E.A.."))
    puzzle = Puzzle(any_letters(), Frame(5, 5))
    scene = scene_of(puzzle, grid, {"lexicon": "fr"}, code="fr")
    known = dict(each.split(", ", 1) for each in rare_words(scene) if ", " in each)
    assert known["ratel"] == "n."
    assert known["rhume/rhumé"] == "n., adj. rhumer, v. rhumer" or "rhumer" in known["rhume/rhumé"]
    assert "li" not in known
    assert rare_words(scene_of(puzzle, grid, {"lexicon": "file:x"})) == []
    assert "ratel" in rare_words(scene_of(puzzle, grid, {"lexicon": "en"}))


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
        said = flat(" ".join(texts(target.read_bytes())))
        for part in ("(1 diable)", "(2 diables)", "mots courants du français", "expert"):
            assert part in said
        for part in ("Problème 1", "Problème 2", "3. Le chêne", "Solutions", "Objectif"):
            assert part in said
        english = ("joker", "devil", "Puzzle", "easy", "fr-common", "custom", "file", "batch")
        for word in english:
            assert word not in said, word


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"booklet": 2}, "give --page"),
        *(({name: "x"}, "is for printed pages: give --page") for name in ("author", "imprint")),
        *(({name: True}, "is for printed pages: give --page") for name in ("imposed", "crop")),
        ({"imposed": True, "crop": True, "page": "a4"}, "drop one"),
        ({"width": 90, "page": "a4"}, "without --page"),
        ({"width": 5}, "give 20 to 1000 millimetres"),
        ({"large": True, "page": "a4"}, "--large-print is for a --booklet"),
    ],
)
def test_what_goes_together(flags: dict[str, Any], said: str) -> None:
    with pytest.raises(PatienceError, match=said):
        Options(**flags)


def test_only_files_of_shapes_have_a_width() -> None:
    with pytest.raises(PatienceError, match="--width is for svg and pdf"):
        render([small(1)], "png", Options(width=90))


def test_large_puzzles_want_their_own_page() -> None:
    wide = scene_of(Puzzle(parse("A9B9"), Board(Grid(("." * 30,)))), Grid(("." * 28 + "AB",)))
    assert booklet([wide], Sheet.of("a4"), 1)
    with pytest.raises(PatienceError, match="take fewer puzzles a page"):
        booklet([wide, worded(wide, "en", bound="1")], Sheet.of("a4"), 4)
    assert booklet(
        [scene_of(Puzzle(parse("ABC"), Compact()), Grid(("AB", "C.")))], Sheet.of("a4"), 4
    )


# ---- for the printer ----------------------------------------------------------------------------


def halves(data: bytes) -> list[list[str]]:
    """Return what stands on the left and on the right half of each page of a PDF."""
    found = []
    for page in pypdfium2.PdfDocument(data):
        width, height = page.get_size()
        text = page.get_textpage()
        left, right = (text.get_text_bounded(x, 0.0, x + width / 2, height) for x in (0, width / 2))
        found.append([flat(left), flat(right)])
    return found


def folded(sheets: int) -> list[tuple[int, bool]]:
    """Return where each page of a folded booklet lies: its side of a sheet, and whether right.

    Sheets lie on each other, the first below; one folds the stack and turns page after page.
    """
    front = [(2 * n, True) for n in range(sheets)]
    back = [(2 * n + 1, False) for n in range(sheets)]
    leaves = [side for pair in zip(front, back, strict=True) for side in pair]
    return leaves + [(side, not right) for side, right in reversed(leaves)]


@settings(max_examples=8, deadline=None)
@given(st.integers(1, 30))
def test_sheets_that_are_folded_have_their_pages_in_order(count: int) -> None:
    pages = [
        Drawing(200.0, 300.0, (Text(50.0, 50.0, 9.0, PLAIN, "text", f"page {n}"),), "", "")
        for n in range(1, count + 1)
    ]
    sides = halves(pdf(imposed(pages)))
    assert len(sides) == 2 * -(-count // 4)
    read = [sides[side][right] for side, right in folded(len(sides) // 2)]
    assert read[:count] == [f"page {n}" for n in range(1, count + 1)]
    assert not any(read[count:])


def test_a_booklet_is_imposed() -> None:
    scenes = [small(n) for n in range(3)]
    pages = [*map(flat, texts(drawn(scenes, "pdf", page="a5", booklet=1)))]
    sheets = drawn(scenes, "pdf", page="a5", booklet=1, imposed=True)
    sides = halves(sheets)
    read = [sides[side][right] for side, right in folded(len(sides) // 2)]
    assert read == [*pages, *[""] * (len(read) - len(pages))]
    sizes = {tuple(map(round, x.get_size())) for x in pypdfium2.PdfDocument(sheets)}
    assert sizes == {(round(2 * 419.53), 595)}


def test_a_printer_finds_trim_and_bleed_black_ink_and_no_transparency() -> None:
    data = drawn([small(n) for n in range(2)], "pdf", page="a5", booklet=1, crop=True)
    for page in pypdfium2.PdfDocument(data):
        trim, bleed = page.get_trimbox(), page.get_bleedbox()
        sides = trim[2] - trim[0], trim[3] - trim[1]
        assert sides == pytest.approx(PAPERS["a5"], abs=0.02)
        assert trim[0] - bleed[0] == pytest.approx(3 * 72 / 25.4, abs=0.01)
        assert bleed[3] - trim[3] == pytest.approx(3 * 72 / 25.4, abs=0.01)
        assert page.get_mediabox()[0] < bleed[0]
    for part in (b"/SMask", b"/Transparency", b"/ca ", b"/DeviceRGB"):
        assert part not in data
    streams = [zlib.decompress(x) for x in re.findall(rb"stream\n(x.*?)\nendstream", data, re.S)]
    ink = b"\n".join(x for x in streams if b" re" in x)
    assert re.search(rb"[\d.] g\b", ink)
    assert not re.search(rb"[\d.] (rg|RG)\b", ink)
    fonts = re.findall(rb"/BaseFont /(\S+)", data)
    assert len(set(fonts)) == 3
    assert data.count(b"/FontFile2") == 3


def test_the_field_of_the_cover_reaches_the_bleed_and_no_other_page() -> None:
    for bleed in (0.0, BLEED):
        (cover, *_) = booklet([small(1), small(2)], Sheet.of("a4", bleed=bleed))
        points = [
            step.at
            for item in cover.items
            if isinstance(item, Shape) and item.colour == "field"
            for step in item.path
            if len(step.at) == 2
        ]
        assert min(x for x, _ in points) == pytest.approx(-bleed)
        assert max(x for x, _ in points) == pytest.approx(cover.width + bleed)


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("scene", [small(3), *EXAMPLES[:2]])
def test_a_block_has_its_width_and_is_black(scene: Scene, solved: bool) -> None:
    page = pypdfium2.PdfDocument(drawn(scene, "pdf", width=90, solved=solved))[0]
    assert page.get_width() == pytest.approx(90 * 72 / 25.4, abs=0.01)
    assert crowded(single(scene, 90 * 72 / 25.4, solved=solved, caption=True), 0.0) == []
    picture = drawn(scene, "svg", width=90, solved=solved).decode()
    assert 'width="90mm"' in picture
    assert set(re.findall(r'(?:fill|stroke)="(#\w+)"', picture)) <= {"#000000", "#ffffff"}
