"""Pictures: one scene, the same in every format, readable by everyone, on every machine."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from patience import extras, records
from patience.cli import main
from patience.errors import PatienceError
from patience.files.grids import GridFile, parse_grid, read_grids
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.game.tiles import TileSet
from patience.question.catalogue import parse
from patience.render.formats import FORMATS, Options, format_of, render
from patience.render.layout import picture
from patience.render.scene import Kind, Scene, scene_of
from patience.render.svg import svg
from patience.render.theme import THEMES
from tests.render.pages import Page
from tests.strategies import grids

GOLDEN = Path(__file__).parents[1] / "golden"
SVG = "{http://www.w3.org/2000/svg}"
SMALL = scene_of(Puzzle(parse("ABCDEFGK?"), Frame(3, 3)), Grid(("ABC", "D.E", "FGh")))


def scene_in(file: GridFile) -> Scene:
    return scene_of(file.spec().for_grid(file.grid).puzzle(), file.grid, file.header)


# One of each kind: boards of two shapes, large and small frames, a crossword, other letters.
RECORDS = (
    "competition-standin-no-foreign",
    "story-heart",
    "frame-14x9-double",
    "gay-play-compact-63",
    "story-en-bananagrams",
)
PATHS = [GOLDEN / "example1.txt", GOLDEN / "example2.txt", *map(records.path_of, RECORDS)]
EXAMPLES = [scene_in(file) for path in PATHS for file in read_grids(path)]


def drawn(scenes: Scene | Sequence[Scene], name: str, **options: Any) -> bytes:
    content = render([scenes] if isinstance(scenes, Scene) else scenes, name, Options(**options))
    assert isinstance(content, bytes) == FORMATS[name].binary
    return content if isinstance(content, bytes) else content.encode()


# ---- what there is to see -----------------------------------------------------------------------


def test_a_scene_tells_what_lies_where() -> None:
    assert [tile.kind for tile in SMALL.tiles] == [
        *[Kind.LETTER] * 4, Kind.DOWN, *[Kind.LETTER] * 3, Kind.DEVIL,
    ]  # fmt: skip
    assert SMALL.title == "Frame 3 × 3: 1 face down"  # noqa: RUF001
    assert SMALL.tile_lists == [(Kind.DOWN, "face down", "K"), (Kind.DEVIL, "devil as", "H")]
    assert [word.text for word in SMALL.across] == ["ABC", "FGH"]
    assert [word.text for word in SMALL.down] == ["ADF", "CEH"]


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ({"bound": 1}, "proven: no grid costs less"),
        ({"bound": "0"}, None),
        ({"bound": "many"}, None),
        ({"lexicon": "fr"}, "lexicon fr"),
        ({"no-conjugated": "yes"}, "no conjugated verbs"),
        ({"ban": "WAGON,SKI"}, "without WAGON, SKI"),
        ({"also": "COVID"}, "and also COVID"),
        ({"only": ",".join(["AB"] * 13)}, "only 13 given words"),
        ({"only": "file:a/b%20c.txt#sha256=0"}, "only the words of b c.txt"),
        ({"lexicon": "a\nb\x00"}, "lexicon a b"),
    ],
)
def test_the_caption_tells_what_the_header_says(
    header: dict[str, object], told: str | None
) -> None:
    facts = scene_of(SMALL.puzzle, SMALL.grid, header).facts
    assert facts[:2] == ("8 tiles up in 4 words", "density 0.889")
    assert (told in facts) if told else len(facts) == 2


def test_bare_table_is_no_tile_and_a_board_has_closed_cells() -> None:
    grid = Grid(("AB#", ".C."))
    scene = scene_of(Puzzle(parse("ABCD"), Board(Grid(("..#", "...")))), grid)
    kinds = [tile.kind for tile in scene.tiles]
    assert kinds.count(Kind.CLOSED) == 1
    assert kinds.count(Kind.BARE) == 2
    assert scene.tile_lists == [(Kind.DOWN, "left over", "D")]
    compact = scene_of(Puzzle(parse("ABCD"), Compact()), Grid(("AB", ".C")))
    assert compact.tile_lists == [(Kind.DOWN, "not laid", "D")]
    before = {tile.kind for tile in scene.before().tiles}
    assert before == {Kind.BARE, Kind.CLOSED}


def test_a_scene_knows_what_lay_there_before() -> None:
    puzzle = Puzzle(parse("ABCDEFGHI"), Frame(3, 3), start=Grid(("AB.", "...", "...")))
    before = scene_of(puzzle, SMALL.grid).before()
    assert [tile.letter for tile in before.tiles] == ["A", "B", *[""] * 7]
    turned = scene_of(puzzle.transposed(), Grid(("AB", "C#"))).before()
    assert [tile.kind for tile in turned.tiles] == [*[Kind.BARE] * 3, Kind.CLOSED]


# ---- SVG ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scene", "theme"),
    [*((scene, "auto") for scene in EXAMPLES), *((EXAMPLES[0], theme) for theme in THEMES)],
)
def test_an_svg_needs_no_font_and_defines_each_letter_once(scene: Scene, theme: str) -> None:
    root = ElementTree.fromstring(drawn(scene, "svg", theme=theme))
    assert not list(root.iter(f"{SVG}text"))
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    used = {(each.get("href") or "")[1:] for each in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    assert root.get("aria-label") == scene.title
    text = ElementTree.tostring(root, "unicode")
    assert ("prefers-color-scheme" in text) == (theme == "auto")


def test_each_tile_is_drawn_with_its_letter() -> None:
    root = ElementTree.fromstring(drawn(SMALL, "svg", caption=False))
    used = [(each.get("href") or "")[1:] for each in root.iter(f"{SVG}use")]
    assert used.count("letter") == 7
    assert used.count("devil") == used.count("down") == 1
    assert [chr(int(name[1:], 16)) for name in used if name[0] == "t"] == list("ABCDEFGH")


def test_size_and_caption() -> None:
    plain = ElementTree.fromstring(drawn(SMALL, "svg", caption=False, size=80))
    whole = ElementTree.fromstring(drawn(SMALL, "svg", size=80))
    assert plain.get("width") == str(2 * (3 * 40 + 2 * 7 + 2 * 10))
    assert float(plain.get("height", "")) < float(whole.get("height", ""))
    with pytest.raises(PatienceError, match="give 4 to 400"):
        Options(size=1)


# ---- the same in every format -------------------------------------------------------------------


@pytest.mark.parametrize("scene", EXAMPLES, ids=lambda scene: scene.title)
def test_png_and_pdf_show_the_same(scene: Scene) -> None:
    """PNG is drawn from SVG by resvg, PDF with an embedded font: two ways from one drawing."""
    page = pypdfium2.PdfDocument(drawn(scene, "pdf", size=60))[0]
    printed = page.render(scale=1).to_pil().convert("L")
    pixels = Image.open(io.BytesIO(drawn(scene, "png", size=60))).convert("L")
    assert abs(printed.width - pixels.width) <= 1
    assert abs(printed.height - pixels.height) <= 1
    apart = ImageChops.difference(printed, pixels.resize(printed.size)).histogram()
    assert sum(apart[64:]) < 0.02 * sum(apart)


def test_letters_show_without_any_font() -> None:
    """A tile with a letter has ink in its middle, one without has none."""
    scene = scene_of(Puzzle(parse("AEST"), Compact()), Grid(("EST", "A..")))
    image = Image.open(io.BytesIO(drawn(scene, "png", size=40, caption=False))).convert("L")

    def darkest(row: int, col: int) -> int:
        x, y = 17 + 40 * col + 10, 17 + 40 * row + 10
        low, _ = image.crop((x, y, x + 20, y + 20)).getextrema()
        assert isinstance(low, int)
        return low

    assert max(darkest(0, 0), darkest(0, 1), darkest(0, 2), darkest(1, 0)) < 80
    assert min(darkest(1, 1), darkest(1, 2)) > 150


def test_the_parts_stay_apart_in_grey() -> None:
    """Letter tiles are lightest, then tiles face down, then closed cells, in every theme."""
    for theme in THEMES.keys() - {"black"}:  # without grey, patterns tell them apart
        colours = THEMES[theme]
        tile, back, closed = (
            Image.new("RGB", (1, 1), colours[name]).convert("L").getpixel((0, 0))
            for name in ("tile", "back", "closed")
        )
        assert isinstance(tile, int)
        assert isinstance(back, int)
        assert isinstance(closed, int)
        assert tile - back > 50, theme
        assert back - closed > 20, theme


def test_a_pdf_has_letters_to_copy() -> None:
    page = pypdfium2.PdfDocument(drawn(EXAMPLES[1], "pdf"))[0]
    text = page.get_textpage().get_text_range()
    assert "Frame 9 × 7: 16 face down" in text  # noqa: RUF001
    assert "TRUQUEZ" in text
    assert "".join(x for x in text if x.isupper()).startswith("THERMIDORRXIARA")


def test_equal_grids_are_equal_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name in FORMATS:
        assert drawn(SMALL, name) == drawn(SMALL, name)


# ---- pages --------------------------------------------------------------------------------------


def test_a_page_shows_the_picture_and_has_text_that_reads_as_a_grid() -> None:
    page = Page(drawn(SMALL, "html").decode())
    rows = ["\t".join(row) for row in page.tables[0]]
    assert parse_grid("\n".join(rows)).grid == SMALL.grid
    assert not [target for target in page.targets if not target.startswith("#")]
    assert "ABC" in page.texts
    assert len(Page(drawn(SMALL, "html", caption=False).decode()).tables) == 1


def test_a_page_may_hold_several_grids() -> None:
    assert len(Page(drawn(EXAMPLES[:2], "html").decode()).tables) == 2


# ---- formats ------------------------------------------------------------------------------------


def test_a_format_is_told_by_a_name() -> None:
    assert format_of("x/grid.PNG") == "png"
    assert format_of("grid.svg") == "svg"
    assert format_of("grid") is format_of("grid.2") is None
    assert (format_of("grid.htm"), format_of("grid.markdown")) == ("html", "markdown")
    with pytest.raises(PatienceError, match=r"no format has this extension .*\.png"):
        format_of("grid.gif")
    with pytest.raises(PatienceError, match="no format is called 'gif'"):
        render([SMALL], "gif")
    with pytest.raises(PatienceError, match="png holds one grid, not 2"):
        render([SMALL, SMALL], "png")


@pytest.mark.parametrize("name", ["png", "pdf"])
def test_what_is_not_installed_is_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> None:
        raise ImportError(module)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(PatienceError, match="needs the extra 'render'"):
        render([SMALL], name)


@pytest.mark.parametrize("size", [(120, 3), (2, 120), (1, 2)])
def test_large_and_small_grids_are_drawn(size: tuple[int, int]) -> None:
    grid = Grid(("AB" * (size[0] // 2) if size[0] > 1 else "A",) * size[1])
    scene = scene_of(Puzzle(parse("A9"), Compact()), grid)
    for name in ("svg", "html"):
        assert drawn(scene, name)
    assert drawn(scene, "pdf", page="a4")


def test_no_machine_is_filled_with_pixels() -> None:
    grid = Grid(("AB" * 20,) * 40)
    scene = scene_of(Puzzle(parse("A9"), Compact()), grid)
    with pytest.raises(PatienceError, match="give --size a smaller number"):
        render([scene], "png", Options(size=400))


# ---- hostile text -------------------------------------------------------------------------------

HOSTILE = st.text(max_size=40) | st.sampled_from(
    [
        "</svg><script>alert(1)</script>",
        '"><b>',
        "]]>",
        "&amp;",
        "{{ 7*7 }}",
        "\x00\ud800",
        "\u202e",
    ]
)


@settings(max_examples=10, deadline=None)
@given(grids(), HOSTILE, HOSTILE)
def test_no_text_breaks_a_picture(grid: Grid, lexicon: str, name: str) -> None:
    header = {"lexicon": lexicon, "bound": name, name.strip() or "key": lexicon}
    scene = scene_of(Puzzle(TileSet(name, (9,) * 26, 3), Compact()), grid, header)
    ElementTree.fromstring(svg(picture(scene)))
    page = Page(drawn(scene, "html").decode())
    assert page.tags["script"] == 1
    assert page.tags["b"] <= 2
    for each in ("png", "pdf"):
        assert drawn(scene, each, size=8)


# ---- the command line ---------------------------------------------------------------------------


def test_show_gives_every_format(tmp_path: Path) -> None:
    for form in FORMATS.values():
        target = tmp_path / f"grid{form.extension}"
        source = GOLDEN / "example2.txt"
        done = CliRunner().invoke(
            main, ["show", str(source), "--format", form.name, "--output", str(target)]
        )
        assert done.exit_code == 0, done.stderr
        assert target.stat().st_size > 60
    same = CliRunner().invoke(main, ["show", str(source), "--output", str(tmp_path / "x.png")])
    assert same.exit_code == 0
    assert (tmp_path / "x.png").read_bytes() == (tmp_path / "grid.png").read_bytes()


def test_solve_draws_a_grid(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ABC\nADF\nCEH\nFGH\n")
    puzzle = ["solve", "--frame", "3x3", "--tiles", "ABCDEFGHI", "--lexicon", str(words)]
    flags = ["--max-width", "20", "--quiet"]
    done = CliRunner().invoke(main, [*puzzle, *flags, "--format", "svg"])
    assert done.exit_code == 0, done.stderr
    used = [each.get("href") for each in ElementTree.fromstring(done.stdout).iter(f"{SVG}use")]
    assert used.count("#letter") == 8
    many = [*puzzle, *flags, "--count", "2"]
    assert CliRunner().invoke(main, [*many, "--format", "svg"]).exit_code == 2


def test_help_and_solve_need_no_picture_library() -> None:
    libraries = {"PIL", "fpdf", "resvg_py", "fontTools", "jinja2", "puz", "font_lato"}
    script = (
        "import sys\nfrom click.testing import CliRunner\nfrom patience.cli import main\n"
        "for args in (['--help'], ['solve', '--help'], ['solve', '--frame', '2x2', '--tiles',"
        " 'ABCD', '--max-width', '1', '--quiet']): CliRunner().invoke(main, args)\n"
        f"print(*{libraries} & sys.modules.keys())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
