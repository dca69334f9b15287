"""Files that the page opens and saves."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from starlette.responses import Response

from patience.analysis.daily import DayBox
from patience.files.benchmark import Instance, instances
from patience.files.grids import parse_grid, read_grid
from patience.files.kinds import READ
from patience.game.grid import Grid
from patience.question.header import alphabet_above, from_header, to_header
from patience.question.spec import Spec
from patience.referee import verify
from patience.render.booklet import booklet
from patience.render.formats import FORMATS, Format, Options, render
from patience.render.page_form import MAX_SIDE, puzzle_json
from patience.render.pdf import pdf
from patience.render.scene import scene_of
from patience.render.sheets import Sheet
from patience.render.wording import UNNAMED
from patience.shipped import data_dir
from patience.web.guard import Refusal
from patience.web.messages import Open, Print, Save, sentence_json
from patience.words.conventions import WORD_LISTS
from patience.words.lexicon import Lexicon
from patience.words.reading import How
from patience.words.wordlist import fold, is_word

# The formats of a single grid that a player may want, with the extension of their files.
FORMS = {form.name: form.extension[1:] for form in FORMATS.values() if form.name != "minizinc"}

# The extensions of the files that can be opened.
OPENS = [ending for endings in READ.values() for ending in endings]


def opened(message: Open, lexicons: Container[str]) -> dict[str, Any]:
    """Return the puzzle and the grid of a file's text, in the page's form.

    Raises
    ------
    PatienceError
        If the text is no grid, or its header is invalid.
    """
    given = Spec(how=How(alphabet=message.alphabet or None))
    file = parse_grid(message.data or message.text, message.name or "the file", given)
    header = _harmless(file.header, lexicons)
    spec = replace(from_header(header, file.grid, file.folder), start=None)
    spec = spec.for_grid(file.grid)
    grid = file.on(spec.goal).recased(spec.tile_set.jokers)
    if max(grid.width, grid.height) > MAX_SIDE:
        raise Refusal(422, "large", f"the page shows at most {MAX_SIDE}x{MAX_SIDE} cells")
    return {
        "puzzle": puzzle_json(spec, lexicons),
        "rows": list(grid.rows),
        "notes": list(map(sentence_json, file.notes)),
    }


def saved(message: Save, lexicon: Lexicon) -> Response:
    """Render a grid in one of `FORMS`; the header has the cost of a valid grid alone."""
    grid, puzzle = message.puzzle.grid(message.rows), message.puzzle.puzzle()
    if message.form not in FORMS:
        raise Refusal(422, "form", f"no form {message.form!r}: take one of {', '.join(FORMS)}")
    report = verify(puzzle, grid, lexicon)
    cost = {"cost": report.cost} if report.valid else {}
    header = {**to_header(message.puzzle.spec()), **cost}
    scene = scene_of(puzzle, grid, header, name=message.name, code=message.language)
    drawn = render([scene], message.form, Options(note=message.note))
    return _download(drawn, FORMATS[message.form])


def on_paper(message: Print, boxes: Sequence[DayBox]) -> Response:
    """Return a puzzle, or boxes of the day, as the pages of a PDF to play with."""
    puzzle, header = message.puzzle.puzzle(), to_header(message.puzzle.spec())
    sheet = Sheet.of(message.paper)
    if message.part == "days":
        # The name of the set is English, and the box has one in the page's language.
        scenes = [
            scene_of(
                replace(box.puzzle, tiles=replace(box.puzzle.tiles, name=UNNAMED)),
                box.measured.grid,
                header | {"difficulty": str(box.measured.effort)},
                name=day.name,
                code=message.language,
            )
            for box, day in zip(boxes, message.days, strict=True)
        ]
        if not scenes:
            raise Refusal(422, "message", "no day is named")
        pages = booklet(scenes, sheet, 1 if message.paper == "a5" else 2, title=message.title)
    else:
        if message.part == "tiles" and puzzle.tiles.free:
            raise Refusal(422, "message", "any letters have no end: none are cut out")
        table = Grid.blank(*(puzzle.size or (1, 1)))
        scene = scene_of(puzzle, table, header, code=message.language)
        parts = {"boxes": "puzzles"}.get(message.part, message.part)
        pages = booklet([scene], sheet, parts=(parts,), to_cut=True, title=message.title)
    return _download(pdf(pages, theme="paper", language=message.language), FORMATS["pdf"])


def shipped_puzzles(lexicons: Container[str]) -> list[dict[str, Any]]:
    """Return the shipped instances without a start, with their records and proven bounds."""
    return [
        {"name": x.name, "puzzle": puzzle_json(asked, lexicons), "cost": x.cost, "bound": x.bound}
        for x, asked in _known_puzzles()
    ]


@cache
def _known_puzzles() -> list[tuple[Instance, Spec]]:
    """Read the instances that have a name of their own, once."""
    known = [(each, each.spec) for each in instances() if "/" not in each.name]
    return [(each, asked) for each, asked in known if asked.start is None]


def shipped_boards() -> dict[str, list[str]]:
    """Return the shipped boards by name."""
    folder = data_dir("instances") / "boards"
    return {path.stem: list(read_grid(path).grid.rows) for path in sorted(folder.glob("*.txt"))}


def _harmless(header: Mapping[str, str], lexicons: Container[str]) -> dict[str, str]:
    """Return the header without file names: only words, and lexicons of this server, remain."""
    kept = {key: value for key, value in header.items() if key not in WORD_LISTS}
    if kept.get("lexicon") not in lexicons:
        kept.pop("lexicon", None)
    alphabet = alphabet_above(header)
    for key in set(WORD_LISTS) & set(header):
        words = header[key].split(",")
        words = [word for word in words if is_word(fold(word, alphabet), alphabet)]
        if words:
            kept[key] = ",".join(words)
    return kept


def _download(body: str | bytes, form: Format) -> Response:
    return Response(
        body,
        media_type=form.media_type,
        headers={
            "content-disposition": f'attachment; filename="patience{form.extension}"',
            "cache-control": "no-store",
        },
    )
