"""Printed pages: what stands on them, in each language, and that nothing leaves its place."""

from __future__ import annotations

import functools
import itertools
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from patience.batch.journal import NAME
from patience.cli import main
from patience.errors import PatienceError
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle, Rules
from patience.question.catalogue import parse
from patience.question.fields import Filters, RuleKeys, keys
from patience.render.booklet import CUT, booklet
from patience.render.drawing import Drawing, Placed, Text
from patience.render.formats import Options, render
from patience.render.language import LANGUAGES, language
from patience.render.layout import picture
from patience.render.letters import TILE, lacking, width
from patience.render.printed import best_of_each, printed
from patience.render.puzzles import LEVELS
from patience.render.scene import Scene, scene_of
from patience.render.sheets import PAPERS, Sheet
from patience.render.wording import extra_rules
from patience.words.lexicon import available
from patience.words.tags import KINDS
from tests.batch.helpers import run_of
from tests.render.test_pictures import EXAMPLES, GOLDEN, SMALL, drawn

# The smallest, and the one that most people have; the others in the whole check.
SIZES = [x if x in ("a4", "a5") else pytest.param(x, marks=pytest.mark.slow) for x in PAPERS]

LONG = {
    "lexicon": "file:a-word-list-with-a-name-that-has-no-end-and-no-space-in-it-at-all-" + "x" * 90,
    "no-conjugated": "yes",
    "no-literary": "yes",
    "themes": "bot,zool,sport,milit,marin",
    "ban": ",".join(["WAGON", "INTERGOUVERNEMENTALISATIONS", "SKI"]),
    "bound": "1",
}


def worded(scene: Scene, code: str, name: str = "", **header: str) -> Scene:
    return scene_of(scene.puzzle, scene.grid, {**scene.header, **header}, name=name, code=code)


def large(code: str) -> Scene:
    """Return a board of hundreds of words."""
    rows = ["AB" * 9 if n % 2 == 0 else "B." * 9 for n in range(18)]
    puzzle = Puzzle(parse("A300 B300 ?"), Board(Grid(("." * 18,) * 18)))
    return scene_of(puzzle, Grid(tuple(rows)), LONG, name="large " * 30, code=code)


@functools.cache
def sets(code: str) -> dict[str, list[Scene]]:
    """Return what is printed together: alone, as a booklet, with names of every length."""
    small = worded(SMALL, code, "n" * 120, **LONG)
    rules = Rules(connected=False, distinct_words=True, require=("ABC", "ADF"))
    ruled = scene_of(replace(SMALL.puzzle, rules=rules), SMALL.grid, LONG, code=code)
    within = scene_of(Puzzle(parse("ABCD"), Compact((9, 12))), Grid(("AB", "CD")), code=code)
    return {
        "frame": [worded(EXAMPLES[1], code)],
        "large": [large(code)],
        "booklet": [
            *(worded(scene, code, f"name {n}") for n, scene in enumerate(EXAMPLES[:4])),
            *(small, ruled, within, large(code)),
        ],
    }


def on_paper(
    scenes: Sequence[Scene], paper: str, *, cut: bool = False, **how: Any
) -> list[Drawing]:
    """Return grids as pages, or as puzzles to lay tiles on."""
    sheet = Sheet.of(paper)
    if cut:
        return booklet(scenes, sheet, parts=CUT, to_cut=True, **how)
    return printed(scenes, sheet, **how)


# ---- where things stand -------------------------------------------------------------------------


def boxes(drawing: Drawing) -> Iterator[tuple[float, float, float, float]]:
    """Yield left, top, right and bottom of each text but those on tiles, and of each tile."""
    for item in drawing.items:
        if isinstance(item, Text) and item.face != TILE:
            wide = width(item.face, item.size, item.text)
            yield item.x, item.y - 0.75 * item.size, item.x + wide, item.y + 0.22 * item.size
        elif isinstance(item, Placed):
            # A small tile beside a label may touch the lines above and below.
            yield item.x, item.y + 2, item.x + item.side, item.y + item.side - 2


def crowded(drawing: Drawing, margin: float) -> list[str]:
    """Return what leaves the page or lies on something else."""
    found = list(boxes(drawing))
    right, bottom = drawing.width - margin + 0.1, drawing.height - margin + 0.1
    faults = [
        f"outside: {box}"
        for box in found
        if box[0] < margin - 0.1 or box[1] < margin - 0.1 or box[2] > right or box[3] > bottom
    ]
    found.sort(key=lambda box: box[1])
    for n, one in enumerate(found):
        for other in found[n + 1 :]:
            if other[1] > one[3] - 0.1:
                break
            if one[0] < other[2] - 0.1 and other[0] < one[2] - 0.1:
                faults.append(f"overlap: {one} {other}")
    return faults


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("paper", SIZES)
def test_nothing_leaves_a_page_or_lies_on_something_else(paper: str, cut: bool, code: str) -> None:
    # A board of 18x18 cells is too large to cut out of a small page.
    narrow = cut and paper in ("a5", "half-letter")
    ways = [
        [scene for scene in scenes if scene.grid.width < 18 or not narrow]
        for scenes in sets(code).values()
    ]
    for scenes in filter(None, ways):
        for caption, title in ((True, ""), (False, "A title " * 25)):
            for page in on_paper(scenes, paper, caption=caption, cut=cut, title=title):
                assert crowded(page, 20.0) == []
                assert (page.width, page.height) == PAPERS[paper]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_text_leaves_a_picture(code: str) -> None:
    for scene in itertools.chain.from_iterable(sets(code).values()):
        assert crowded(picture(scene), 5.0) == []


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_a_pdf_has_its_letters_on_the_paper(paper: str) -> None:
    """As a reader of the file sees them, not as they were measured."""
    data = drawn(sets("fr")["booklet"][3:-1], "pdf", page=paper, cut=True, title="t" * 200)
    for page in pypdfium2.PdfDocument(data):
        text = page.get_textpage()
        letters = [text.get_charbox(n) for n in range(text.count_chars())]
        assert letters
        assert min(left for left, *_ in letters) > 20
        assert max(right for _, _, right, _ in letters) < page.get_width() - 20
        assert min(bottom for _, bottom, *_ in letters) > 20
        assert max(top for *_, top in letters) < page.get_height() - 20


def test_a_word_too_long_for_its_line_goes_on_behind_a_hyphen() -> None:
    (page, *_) = on_paper([worded(SMALL, "en")], "a5", cut=True, title="x" * 100)
    heads = [item.text for item in page.items if isinstance(item, Text) and item.text[0] == "x"]
    assert len(heads) > 2
    assert all(head.endswith("-") for head in heads[:-1])
    assert sum(head.count("x") for head in heads) == 100


# ---- what stands on them ------------------------------------------------------------------------


def pages(scenes: Sequence[Scene], **how: Any) -> list[str]:
    """Return the texts of puzzles to lay tiles on."""
    return [*map(text, on_paper(scenes, "a4", cut=True, **how))]


def text(page: Drawing) -> str:
    return " ".join(item.text for item in page.items if isinstance(item, Text))


def texts(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_single_puzzle_is_box_tiles_and_solution() -> None:
    box, tiles, solution = texts(drawn([EXAMPLES[1]], "pdf", page="a5", cut=True))
    assert "Fill 9 × 7 cells from 63 tiles (diamino-63, 2 devils)" in flat(box)  # noqa: RUF001
    assert "To reach 16 face down, the best known" in flat(box)
    assert "AAAAABBCC" in "".join(tiles.split())
    assert solution.startswith("Solution")
    assert [page.split()[-1] for page in (box, solution)] == ["1", "3"]


def test_a_booklet_has_a_cover_boxes_tiles_and_at_last_the_solutions() -> None:
    scenes = [worded(scene, "en", name) for scene, name in zip(EXAMPLES[:2], "xy", strict=True)]
    cover, rules, first, second, *rest = pages(scenes, title="For the train")
    assert "For the train 2 puzzles" in cover
    assert rules.startswith("How to play")
    assert "1. x Lay all of 63 tiles" in first
    assert "2. y Fill 9 × 7 cells" in second  # noqa: RUF001
    assert rest[0].startswith("Tiles to cut out: 1. x")
    assert rest[-1].startswith("Solutions 1. x")
    assert "ECHOIR" in rest[-1].replace(" ", "")
    assert "THERMIDOR" not in "".join([cover, rules, first, second])


def test_boxes_to_lay_tiles_on_share_a_page_if_so_many_are_asked_for() -> None:
    small = [
        scene_of(Puzzle(parse(letters), Frame(4, 4)), Grid(("ABCD", "E..F", "G..H", "IJKL")))
        for letters in ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLQRST", "ABCDEFGHIJKLUVWX")
    ]
    alone, shared = (len(pages(small, on_a_page=n)) for n in (1, 2))
    assert alone == shared + 1


def test_equal_tiles_of_equal_size_are_printed_once() -> None:
    other = replace(EXAMPLES[1], header={"no-conjugated": "yes"})
    found = pages([EXAMPLES[1], other])
    assert sum("Tiles to cut out" in page for page in found) == 1
    assert len(found) == 6


def test_conventions_and_rules_are_printed() -> None:
    rules = Rules(distinct_words=True, connected=False, require=("ABC",), symmetry="mirror")
    header = {"lexicon": "fr", "no-conjugated": "yes", "themes": "zool"}
    scene = scene_of(replace(SMALL.puzzle, rules=rules), SMALL.grid, header)
    (page, *_) = pages([scene])
    assert (
        "Words Dictionnaire orthographique du français; no conjugated verbs; only the "
        "subjects zool; the words need not be connected; no word twice; blocks symmetric left and "
        "right; must appear: ABC" in page
    )


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ({}, "1 face down, the best known"),
        ({"bound": "1"}, "1 face down (proven: no grid costs less)"),
        ({"difficulty": "7"}, "4 face down at most; the best known is 1"),
        ({"difficulty": "1", "bound": "1"}, "2 face down at most; the least, proven, is 1"),
    ],
)
def test_what_to_reach_is_printed(header: dict[str, str], told: str) -> None:
    (page, *_) = pages([worded(SMALL, "en", **header)])
    assert f"To reach {told}" in page


def test_one_solution_alone_is_told() -> None:
    (page, *_) = pages([worded(SMALL, "fr", unique="yes")])
    assert "La solution est unique." in page


def cells(drawing: Drawing) -> tuple[int, int]:
    """Return how many columns and rows of bare cells a page has."""
    bare = [item for item in drawing.items if isinstance(item, Placed) and item.stamp == "bare"]
    return len({round(item.x) for item in bare}), len({round(item.y) for item in bare})


@pytest.mark.parametrize(
    ("goal", "start", "table"),
    [
        (Compact((9, 12)), None, (9, 12)),
        (Compact((3, 2)), None, (3, 2)),
        (Compact(), None, (3, 3)),
        (Frame(2, 2), None, (2, 2)),
        (Compact(), Grid(("...", "...")), (3, 2)),
    ],
)
def test_a_table_has_the_size_that_the_puzzle_says(
    goal: Compact | Frame, start: Grid | None, table: tuple[int, int]
) -> None:
    grid = Grid(("AB", "CD")) if start is None else Grid(("AB.", "CD."))
    scene = scene_of(Puzzle(parse("ABCD"), goal, start=start), grid)
    assert cells(on_paper([scene], "a4", cut=True)[0]) == table


def test_a_table_has_room_for_a_long_solution() -> None:
    long = scene_of(Puzzle(parse("A9 B9"), Compact()), Grid(("AB" * 9,)))
    assert cells(on_paper([long], "a4", cut=True)[0]) == (6, 18)


def test_what_paper_cannot_hold_is_refused() -> None:
    wide = scene_of(Puzzle(parse("A9B9"), Board(Grid(("." * 60,)))), Grid(("." * 58 + "AB",)))
    with pytest.raises(PatienceError, match="or a larger paper"):
        on_paper([wide], "a5", cut=True)
    with pytest.raises(PatienceError, match="give --page"):
        Options(cut=True)
    with pytest.raises(PatienceError, match="give --page"):
        Options(title="x")
    with pytest.raises(PatienceError, match="no paper is called 'napkin'"):
        on_paper([SMALL], "napkin")
    with pytest.raises(PatienceError, match="--page is for pdf"):
        render([SMALL], "png", Options(page="a4"))


# ---- languages ----------------------------------------------------------------------------------


def fields(entry: object) -> set[str]:
    if isinstance(entry, dict):
        return set().union(*map(fields, entry.values()))
    if isinstance(entry, list):
        return {str(len(entry))}
    return {name for _, name, *_ in string.Formatter().parse(str(entry)) if name}


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_a_catalogue_has_all_texts_and_their_fields(code: str) -> None:
    english, own = language("en").entries, language(code).entries
    assert list(own) == list(english)
    for key, entry in own.items():
        assert key == "singular" or fields(entry) == fields(english[key]), key


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_fonts_of_pictures_have_the_letters_of_a_language(code: str) -> None:
    assert lacking(spoken([*language(code).entries.values()])) == []


def spoken(entry: object) -> list[str]:
    """Return the texts of an entry."""
    if isinstance(entry, dict):
        return spoken([*entry.values()])
    return [x for each in entry for x in spoken(each)] if isinstance(entry, list) else [str(entry)]


def test_each_sentence_of_a_catalogue_is_used() -> None:
    package = Path(__file__).parents[2] / "patience" / "render"
    files = [*package.glob("*.py"), *package.glob("templates/*.html")]
    code = "".join(path.read_text("utf-8") for path in files)
    made = {
        f"{part}_{goal}"
        for part in ("cost", "hidden", "rules")
        for goal in ("frame", "compact", "board")
    }
    made |= {"frame", "compact", "board", "cost_empty"}
    made |= {key.header for key in keys(Filters)} | {*rule_entries()}
    made |= {f"lexicon_{name}" for name in available()}
    made |= {*LEVELS, *(f"kind_{kind}" for kind in KINDS)}
    for key in language("en").entries:
        assert key in made or f'"{key}"' in code, key


def rule_entries() -> Iterator[str]:
    """Yield the entries that word the rules which are not as usual."""
    for key in keys(RuleKeys):
        names = [f"_{x}" for x in key.extra.get("choices", ()) if x != getattr(Rules(), key.name)]
        yield from (f"rule_{key.name}{name}" for name in names or [""])


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_has_its_wording(code: str) -> None:
    assert {*rule_entries()} <= language(code).entries.keys()


@pytest.mark.parametrize("form", ["markdown", "html"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_caption_leaves_a_rule_or_a_convention_out(form: str, code: str) -> None:
    words, usual = language(code), Rules()
    limits = [key for key in keys(Filters) if key.name not in {"encoding", "column", "alphabet"}]
    other: dict[type, Any] = {bool: True, list: ("ABC",), str: "half-turn"}
    rules = Rules(**{key.name: other[key.kind] for key in keys(RuleKeys)} | {"connected": False})
    assert all(getattr(rules, key.name) != getattr(usual, key.name) for key in keys(RuleKeys))
    header = {key.header: "yes" if key.kind is bool else "9" for key in limits}
    scene = scene_of(replace(SMALL.puzzle, rules=rules), SMALL.grid, header, code=code)
    drawn = " ".join(str(render([scene], form, Options())).replace("\\", "").split())
    told = [words(key.header, listed="9") for key in limits] + [*extra_rules(rules, words)]
    assert [each for each in told if each not in drawn] == []


@pytest.mark.parametrize("form", ["html", "markdown", "svg"])
def test_a_french_picture_has_no_english_in_it(form: str) -> None:
    text = str(render([worded(EXAMPLES[1], "fr", **LONG)], form))
    assert "Cadre 9 × 7 : 16 carrés à l" in text  # noqa: RUF001
    assert "pas de verbes conjugués" in text
    for word in ("tiles", "face down", "devil as", "without", "subjects", "from row"):
        assert word not in text, word


# ---- the command line ---------------------------------------------------------------------------


def shown(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["show", *arguments])
    assert done.exit_code == 0, done.stderr
    return done.stderr


def test_a_pdf_has_the_day_on_which_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "x.pdf"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    told = "--page", "a5", "--cut", "--author", "Zoé", "--output", str(target)
    shown(str(GOLDEN / "example2.txt"), *told)
    metadata = pypdfium2.PdfDocument(target).get_metadata_dict()
    assert (metadata["CreationDate"], metadata["Author"]) == ("D:20200913122640Z", "Zoé")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    shown(str(GOLDEN / "example2.txt"), "--output", str(target))
    assert pypdfium2.PdfDocument(target).get_metadata_dict()["CreationDate"] > "D:2021"


def test_the_best_grid_of_each_puzzle_is_kept() -> None:
    worse = scene_of(SMALL.puzzle, Grid(("ABC", "D..", "F..")))
    other = scene_of(SMALL.puzzle, SMALL.grid, {"no-conjugated": "yes"})
    assert best_of_each([worse, other, SMALL]) == [SMALL, other]


def test_a_booklet_of_a_batch(tmp_path: Path) -> None:
    lines = []
    for name, seed, cost in (("one", 0, 2), ("one", 1, 1), ("two", 0, 1)):
        run = run_of(name, seed, (1.0, cost))
        file = tmp_path / run.grid_file
        file.parent.mkdir(parents=True, exist_ok=True)
        letters = "ABC\nD.E\nFGH" if cost == 1 else "ABC\nD..\nF.."
        extra = "?" if name == "two" else "Z"
        file.write_text(f"; goal: frame 3x3\n; tiles: ABCDEFGHK{extra}\n{letters}\n")
        lines.append(run.to_line())
    (tmp_path / NAME).write_bytes("".join(lines).encode())
    target = tmp_path / "b.pdf"
    shown(str(tmp_path), "--page", "a4", "--cut", "--language", "fr", "--output", str(target))
    rules = pypdfium2.PdfDocument(target)[1].get_textpage().get_text_range()
    assert "Problèmes 1 et 2" in flat(rules)
    done = CliRunner().invoke(main, ["show", str(tmp_path / "runs")])
    assert done.exit_code == 2
    assert "runs is a folder without a batch: name its grids" in done.stderr
    grids = [str(path) for path in tmp_path.glob("runs/**/*.txt")]
    told = shown(*grids, "--page", "a4", "--cut", "--output", str(target))
    assert told.strip() == "3 grids answer 2 puzzles: printing the best of each"
