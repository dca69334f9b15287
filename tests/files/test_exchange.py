"""Files of other crossword programs: read as what they are, or refused in a sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import puz
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from patience.cli import main
from patience.errors import GridError, MissingExtraError
from patience.files.crossword import Exchanged
from patience.files.exchange import exchanged as as_read
from patience.files.grids import read_grid
from patience.files.instances import load_instance
from patience.files.ipuz import OWN_KEY
from patience.files.kinds import READ
from patience.game.grid import Grid
from patience.game.puzzle import Board, Compact, Frame, Puzzle
from patience.question.catalogue import parse
from patience.question.header import alphabet_above
from patience.render.formats import FORMATS, Options, render
from patience.render.scene import scene_of

ROWS = ("TRIO", "A.LE", "SKI#")
PLAIN = ("TRIO", "A.LE", "SKI.")  # as elsewhere: a block where a closed cell is
PATTERN = ("....", ".*..", "...*")
AS_BOARD = ("....", ".#..", "...#")

Change = Callable[[dict[str, Any]], object]


def ipuz(change: Change = lambda _: None, **keys: Any) -> str:
    """Return an ipuz file from elsewhere of `PLAIN`, with a change or other keys."""
    value: dict[str, Any] = {
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/crossword#1"],
        "dimensions": {"width": 4, "height": 3},
        "puzzle": [[1, 0, 2, 3], [0, "#", 4, 0], [5, 0, 0, "#"]],
        "solution": [list(row.replace(".", "#")) for row in PLAIN],
    }
    change(value)
    return json.dumps({key: x for key, x in (value | keys).items() if x != "none"})


def exolve(rows: tuple[str, ...] = PLAIN, *more: str, size: str = "4x3") -> str:
    """Return an Exolve file from elsewhere."""
    width, height = size.split("x")
    return "\n".join(
        [
            *("exolve-begin", f"exolve-width: {width}", f"exolve-height: {height}", *more),
            *("exolve-grid:", *rows, "exolve-across:", "1 Three (4)", "exolve-end", ""),
        ]
    )


def across_lite(
    solution: str = "".join(PLAIN), fill: str = "", size: tuple[int, int] = (4, 3), **more: Any
) -> bytes:
    """Return a .puz file from elsewhere."""
    puzzle = puz.Puzzle()
    puzzle.width, puzzle.height = size
    puzzle.solution = solution
    puzzle.fill = fill or "".join(x if x in ".:" else "-" for x in solution)
    puzzle.clues = []
    for key, value in more.items():
        setattr(puzzle, key, value)
    return bytes(puzzle.tobytes())


def own(form: str, grid: Grid, **options: Any) -> bytes:
    """Return a file of this program."""
    scene = scene_of(Puzzle(parse("AEIKLORST?"), Compact()), grid, {"goal": "compact"})
    content = render([scene], form, Options(**options))
    return content if isinstance(content, bytes) else content.encode()


def own_ipuz(**keys: Any) -> str:
    return json.dumps(json.loads(own("ipuz", Grid(("TRi", "A.L")), solved=True)) | keys)


def locked() -> bytes:
    puzzle = puz.load(across_lite("TRIOLETS", size=(4, 2)))
    puzzle.lock_solution(1234)
    return bytes(puzzle.tobytes())


def exchanged(content: str | bytes) -> Exchanged:
    _, _, read = as_read(content, "file", lambda _header, _grid: False, alphabet_above)
    assert read is not None
    return read


def set_cell(key: str, row: int, col: int, value: object) -> Change:
    def change(file: dict[str, Any]) -> None:
        file[key][row][col] = value

    return change


# ---- what is read -------------------------------------------------------------------------------

FILLED: dict[str, str | bytes] = {
    "ipuz": ipuz(),
    "version 1": ipuz(version="http://ipuz.org/v1"),
    "kind as a text": ipuz(kind="http://ipuz.org/crossword#1"),
    "arrow words": ipuz(kind=["http://ipuz.org/crossword/arrowword#1"]),
    "no dimensions": ipuz(dimensions="none"),
    "dimensions as texts": ipuz(dimensions={"width": "4", "height": "3"}),
    "call": f"ipuz({ipuz()})",
    "another call": f"window.load ( {ipuz()} );\n",
    "block is a letter": ipuz(set_cell("puzzle", 1, 1, "K"), block="K"),
    "empty is a colon": ipuz(
        puzzle=[[1, ":", 2, 3], [":", "#", 4, ":"], [5, ":", ":", "#"]], empty=":"
    ),
    "cells as objects": ipuz(
        puzzle=[
            [{"cell": x, "style": {}} for x in row]
            for row in ([1, 0, 2, 3], [0, "#", 4, 0], [5, 0, 0, "#"])
        ]
    ),
    "letters as objects": ipuz(
        solution=[[None if x == "." else {"value": x, "cell": 0} for x in row] for row in PLAIN]
    ),
    "without a diagram": ipuz(
        kind=["http://ipuz.org/crossword/diagramless#1"], puzzle=[[0] * 4 for _ in PLAIN]
    ),
    "lower case": ipuz(solution=[list(row.lower().replace(".", "#")) for row in PLAIN]),
    "accents apart": ipuz(set_cell("solution", 1, 3, "E\u0301")),
    "saved alone": ipuz(lambda x: x.update(saved=x["solution"], solution=None)),
    "saved, and an empty solution": ipuz(
        lambda x: x.update(saved=x["solution"], solution=[[0] * 4] * 3)
    ),
    "nothing saved": ipuz(saved=[[0] * 4] * 3),
    "shown letters": ipuz(set_cell("puzzle", 0, 0, {"cell": 1, "value": "T"})),
    "shown letters alone": ipuz(
        puzzle=[["#" if x == "." else {"value": x} for x in row] for row in PLAIN], solution="none"
    ),
    "exolve": exolve(),
    "exolve with spaces": exolve(tuple(" ".join(row) for row in PLAIN)),
    "exolve in a page": f"<html><script>createExolve(`\n{exolve()}`)</script></html>",
    "exolve with accents apart": exolve(("TRIO", "A.LE\u0301", "SKI.")),
    "exolve in Latin-1": exolve(("TRIO", "A.L\u00c9", "SKI.")).encode("latin-1"),
    "filled in": exolve(tuple(" ".join(x if x == "." else f"{x}!" for x in row) for row in PLAIN)),
    "diagramless": exolve(tuple(" ".join(f"{x}*" for x in row) for row in PLAIN)),
    "single cells of a rebus": exolve(
        tuple(" ".join(row) for row in PLAIN), "exolve-option: rebus-cells"
    ),
    "puz": across_lite(),
    "puz with letters filled in": across_lite(fill="".join(PLAIN)),
    "puz in version 2": across_lite(
        version=b"2.0", fileversion=b"2.0\0", encoding="UTF-8", copyright="\u0416"
    ),
    "puz in lower case": across_lite("".join(PLAIN).lower()),
    "puz without diagram": across_lite("".join(PLAIN).replace(".", ":"), puzzletype=0x0401),
    "puz without solution": across_lite("XXXXX.XXXXX.", "".join(PLAIN), solution_state=2),
    "JSON of rows": json.dumps(PLAIN),
    "JSON of rows and their size": json.dumps({"size": {"rows": 3, "cols": 4}, "grid": PLAIN}),
    "JSON of cells in one list": json.dumps(
        {"size": {"rows": 3, "cols": 4}, "grid": list("".join(PLAIN))}
    ),
    "JSON of cells": json.dumps([[None if x == "." else x for x in row] for row in PLAIN]),
}


@pytest.mark.parametrize("name", FILLED)
def test_a_filled_crossword_is_read(name: str) -> None:
    read = exchanged(FILLED[name])
    assert read.grid == Grid(PLAIN)
    assert not read.header
    assert not read.notes


_CELLS = {".": "block"}
_JPZ_WORDS = """<word id="1" x="1-4" y="1"/><word id="7"><cells x="1" y="1-3"/></word>"""
WITH_CLUES: dict[str, str | bytes] = {
    "ipuz": ipuz(
        title="  A\ntitle",
        author="Jean",
        clues={
            "Across:Horizontally": [[1, "Three &amp; no <more>"], [9, "lost"]],
            "Down": [{"number": "1", "clue": "Taxes"}, [9, "lost"], "lost"],
        },
    ),
    "exolve": "\n".join(
        [
            *("exolve-begin", "exolve-title: A title", "exolve-setter: Jean"),
            *("exolve-grid:", *PLAIN),
            *("exolve-across:", "1 Three &amp; no &lt;more&gt; (4)", "2, 3 lost", "exolve-down:"),
            *("1 Taxes (3)", "lost", "77 lost", "exolve-end"),
        ]
    ),
    "puz": across_lite(
        title="A title",
        author="Jean",
        clues=["Three & no <more>", "Taxes", *[""] * 5],
    ),
    "jpz": (
        "<rectangular-puzzle><metadata><title>A title</title><creator>Jean</creator></metadata>"
        '<crossword><grid width="4" height="3">'
        + "".join(
            f'<cell x="{c}" y="{r}" {"type" if x == "." else "solution"}="{_CELLS.get(x, x)}"/>'
            for r, row in enumerate(PLAIN, 1)
            for c, x in enumerate(row, 1)
        )
        + f'</grid>{_JPZ_WORDS}<clues><clue word="1" number="1">Three &amp; no &lt;more&gt;</clue>'
        '<clue word="7"><b>Tax</b>es</clue><clue word="9">lost</clue><clue>lost</clue></clues>'
        "</crossword></rectangular-puzzle>"
    ),
}


@pytest.mark.parametrize("name", WITH_CLUES)
def test_clues_title_and_author_stay(name: str) -> None:
    read = exchanged(WITH_CLUES[name])
    assert read.clues == {"TRIO": "Three & no <more>", "TAS": "Taxes"}
    assert read.header == {"title": "A title", "author": "Jean"}
    lost = {"ipuz": 3, "exolve": 3, "puz": 0, "jpz": 2}[name]
    assert bool(lost) == any(f"left out {lost} of {2 + lost} clues" in x for x in read.notes)


def test_of_a_pattern_no_clue_has_a_word_and_of_two_clues_one_stays() -> None:
    read = exchanged(exolve(("0000", "0.00", "000.")))
    assert not read.clues
    assert "left out 1 of 1 clues" in read.notes[-1]
    both = {"Across": [[1, "a way"]], "Down": [[1, "another"]]}
    cells: dict[str, Any] = {"puzzle": [[1, 2], [3, 0]], "solution": [["N", "O"], ["O", "N"]]}
    read = exchanged(ipuz(dimensions={"width": 2, "height": 2}, clues=both, **cells))
    assert read.clues == {"NO": "a way"}
    assert "left out 1 of 2 clues" in read.notes[-1]


@pytest.mark.parametrize("first", ["ipuz", "exolve", "puz", "jpz"])
@pytest.mark.parametrize("second", ["ipuz", "exolve", "puz", "jpz"])
def test_show_keeps_clues_title_and_author(first: str, second: str, tmp_path: Path) -> None:
    content = WITH_CLUES[first]
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for source, target in ((path, other), (other, path)):
        command = ["show", str(source), "--format", second, "--output", str(target)]
        assert CliRunner().invoke(main, command).exit_code == 0
    kept, was = read_grid(path), exchanged(content)
    assert (kept.grid, kept.clues) == (was.grid, was.clues)
    assert (kept.header["title"], kept.header["author"]) == ("A title", "Jean")
    assert not kept.notes


def test_a_format_without_clues_says_that_they_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.jpz"
    path.write_text(str(WITH_CLUES["jpz"]))
    done = CliRunner().invoke(main, ["show", str(path), "--format", "svg"])
    assert "a.jpz: left out the clues of 2 words: svg has none" in done.stderr


PATTERNS: dict[str, tuple[str | bytes, str]] = {
    "no solution": (ipuz(solution="none"), ""),
    "solution is null": (ipuz(solution=None), ""),
    "solution of blocks": (ipuz(solution=[[0, 0, 0, 0], [0, "#", 0, 0], [0, 0, 0, "#"]]), ""),
    "a letter shown": (
        ipuz(set_cell("puzzle", 0, 0, {"cell": 1, "value": "T"}), solution="none"),
        "T",
    ),
    "some letters saved": (
        ipuz(solution="none", saved=[["T", "R", 0, ""], [0, "#", 0, 0], [0, None, 0, "#"]]),
        "TR",
    ),
    "exolve": (exolve(("0000", "0.00", "000.")), ""),
    "exolve with question marks": (exolve(("????", "?.??", "???.")), ""),
    "exolve with letters": (exolve(("T!R!00", "0.00", "000.")), "TR"),
    "puz": (across_lite("XXXXX.XXXXX.", "T----.-----.", solution_state=2), "T"),
    "an own one emptied": (exolve(("0000", "0.00", "000."), "# patience circles: devils"), ""),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_keeps_its_blocks(name: str) -> None:
    content, letters = PATTERNS[name]
    read = exchanged(content)
    first, board_first = (letters + rows[0][len(letters) :] for rows in (PATTERN, AS_BOARD))
    assert read.grid == Grid((first, *PATTERN[1:]))
    assert read.layout == Grid((board_first, *AS_BOARD[1:]))
    assert read.notes[0] == (
        f"a pattern to fill: open cells {10 - len(letters)}, letters {len(letters)}, "
        "blocks 2 (face down in a frame, closed on a board)"
    )


@pytest.mark.parametrize("goal", ["compact", "board"])
def test_an_own_pattern_has_the_blanks_of_its_goal(goal: str) -> None:
    lines = ("# patience circles: devils", f"# patience goal: {goal}", "# patience closed: 2,3")
    read = exchanged(exolve(("T000", "0.00", "000."), *lines))
    assert read.grid == Grid(("T...", "....", "...#"))
    assert read.layout is None


@pytest.mark.parametrize(
    ("file", "rows", "note"),
    [
        (ipuz(set_cell("puzzle", 0, 0, {"style": {"shapebg": "circle"}})), PLAIN, "plain letters"),
        (exolve(("T@RIO", "A.LE", "SKI.")), PLAIN, "plain letters"),
        (exolve(PLAIN, "exolve-alternatives: a1:Z"), PLAIN, "alternatives) are ignored"),
        (across_lite(extensions={b"GEXT": b"\x80" + bytes(11)}), PLAIN, "plain letters"),
        (
            ipuz(saved=[["X", 0, 0, 0], [0, "#", 0, 0], [0, 0, 0, "#"]]),
            PLAIN,
            "'solution' and 'saved' differ in 10 cells: 'solution' is read",
        ),
        (across_lite(fill="X----.-----."), PLAIN, "the solution is read"),
        (
            own_ipuz(saved=[["B", "R", "I"], ["A", None, "L"]]),
            ("BRi", "A.L"),
            "'saved' and 'solution' differ in 1 cell: 'saved' is read",
        ),
        (
            own_ipuz(saved=[["B", 0, 0], [0, None, 0]]),
            ("B..", "..."),
            "to fill: open cells 4, letters 1",
        ),
        (
            own_ipuz(solution=[["B", "R", "I"], ["A", None, "L"]]),
            ("BRi", "A.L"),
            "'solution' and 'saved' differ in 1 cell: 'solution' is read",
        ),
        (
            across_lite(fill="BRIOA.LESKI.", author="diamino-patience"),
            ("BRIO", "A.LE", "SKI."),
            "what is filled in is read",
        ),
        (
            json.dumps({"grid": PLAIN, "stats": {"others": [{"grid": ["AB"]}] * 2}}),
            PLAIN,
            "the first grid of 3 is read",
        ),
    ],
)
def test_what_could_mean_another_thing_is_noted(
    file: str | bytes, rows: tuple[str, ...], note: str
) -> None:
    read = exchanged(file)
    assert read.grid == Grid(rows)
    assert note in " ".join(read.notes)


def test_a_void_cell_is_closed() -> None:
    read = exchanged(ipuz(set_cell("puzzle", 2, 3, None)))
    assert (read.grid, read.layout) == (Grid(ROWS), Grid(("TRIO", "A#LE", "SKI#")))
    assert not read.notes


# ---- what is refused ----------------------------------------------------------------------------

AT_FAULT: dict[str, tuple[str | bytes, str]] = {
    "bar": (
        ipuz(set_cell("puzzle", 0, 2, {"cell": 2, "style": {"barred": "L"}})),
        "row 1, cell 3 .* has a bar",
    ),
    "bar by name": (
        ipuz(set_cell("puzzle", 0, 2, {"style": "b"}), styles={"b": {"barred": "T"}}),
        "has a bar",
    ),
    "several letters": (ipuz(set_cell("solution", 0, 0, "TH")), "'TH', not a single tile"),
    "one of several": (ipuz(set_cell("solution", 0, 0, ["T", "D"])), "not a single tile"),
    "Greek": (ipuz(set_cell("solution", 0, 0, "\u0391")), "not a single tile"),
    "letter in a block": (ipuz(set_cell("solution", 1, 1, "A")), "is a block, but 'A'"),
    "another letter shown": (ipuz(set_cell("puzzle", 0, 0, {"value": "X"})), "shows X"),
    "sides exchanged": (ipuz(dimensions={"width": 3, "height": 4}), "has 4 cells instead of 3"),
    "no rows": (ipuz(puzzle=[], solution=[]), "no puzzle"),
    "a row more": (ipuz(lambda x: x["solution"].append(list("ABCD"))), "4 rows instead of 3"),
    "a row less": (ipuz(lambda x: x["puzzle"].pop()), "2 rows instead of 3"),
    "a longer row": (ipuz(lambda x: x["solution"][1].append("A")), "row 2 .* 5 cells instead of 4"),
    "saved of another size": (ipuz(saved=[["A"]]), "saved has 1 cells"),
    "rows as texts": (ipuz(solution=["TRIO", "A#LE", "SKI#"]), "solution .* list of rows"),
    "sudoku": (ipuz(kind=["http://ipuz.org/sudoku#1"]), "only crosswords"),
    "acrostic": (ipuz(kind="http://ipuz.org/acrostic#1"), "only crosswords"),
    "cut short": (ipuz()[:200], "begins like JSON"),
    "two in a list": (f"[{ipuz()}, {ipuz()}]", "holds 2 objects"),
    "two in a row": (f"{ipuz()}\n{ipuz()}", "keep one of its values"),
    "nothing": ("[]", "no grid"),
    "no number": ('{"version": NaN}', "no grid"),
    "JSON of long cells": (json.dumps([["AB", "C"]]), "row 1 of the JSON"),
    "JSON of another size": (
        json.dumps({"size": {"rows": 4, "cols": 3}, "grid": list("ABCDEFGHIJ")}),
        "line 4 of the grid has 1 cells",
    ),
    "JSON of fewer rows": (
        json.dumps({"size": {"rows": 3, "cols": 4}, "grid": list("ABCDEFGH")}),
        "has 2 rows instead of 3",
    ),
    "JSON of numbers": (json.dumps({"size": {}, "grid": [1, 2]}), "row 1 of the JSON's grid"),
    "JSON with an empty row": (json.dumps({"grid": ["AB", "", "CD"]}), "row 2 of the JSON"),
    "JSON with a remark for a row": (json.dumps({"grid": ["AB", ";x"]}), "row 2 of the JSON"),
    "JSON with rows in a row": (json.dumps({"grid": ["AB\nCD"]}), "row 1 of the JSON"),
    "exolve with bars": (exolve(("TR|IO", "A.LE", "SKI.")), "row 1 .* has a bar at 'R\\|'"),
    "exolve with bars below": (exolve(("TRIO", "A.L_E", "SKI.")), "row 2 .* has a bar"),
    "exolve with rebus": (
        exolve(("TH R I O", "A . L E", "S K I ."), "exolve-option: rebus-cells"),
        "'TH'",
    ),
    "exolve in layers": (exolve(PLAIN, "exolve-3d: 3"), "layers"),
    "exolve of another width": (exolve(size="3x3"), "has 4 cells instead of '3'"),
    "exolve of another height": (exolve(size="4x4"), "has 3 rows instead of '4'"),
    "exolve with a short row": (exolve(("TRIO", "A.L", "SKI.")), "row 2 .* has 3 cells"),
    "two exolve": (exolve() + exolve(("OS",), size="2x1"), "holds 2 puzzles"),
    "two grids": (exolve((*PLAIN, "exolve-grid:", "AB")), "2 sections 'exolve-grid"),
    "nested too deep": ('{"a":' * 100_000, "begins like JSON"),
    "no keys": ("{}", "no grid"),
    "no grid found": ('{"grid": null}', "no grid"),
    "no exolve-grid": ("exolve-begin\nexolve-end", "0 sections 'exolve-grid"),
    "a long row": (exolve(("A" * 99_999,), size="3x3"), "more than 200 rows or columns"),
    "many rows": (exolve(("A",) * 99_999, size="3x3"), "more than 200 rows or columns"),
    "no cell": (exolve(("TRI$", "A.LE", "SKI.")), "'\\$' is not a cell"),
    "exolve in Cyrillic": (exolve(("\u0416RIO", "A.LE", "SKI.")), "not a letter of A to Z"),
    "puz with a damaged grid": (across_lite().replace(b"TRIO", b"BRIO", 1), "damaged: .*checksum"),
    "puz cut short": (across_lite()[:60], "damaged|cut short"),
    "puz without its head": (across_lite()[:20], "damaged: it is cut short$"),
    "puz locked": (locked(), "locked"),
    "puz with rebus": (across_lite(extensions={b"GRBS": b"\1" + bytes(11)}), "rebus"),
    "puz with digits": (across_lite("TRI0A.LESKI."), "row 1, cell 4 .* '0'"),
    "puz without cells": (across_lite("", "", (0, 0)), "no cells"),
}


@pytest.mark.parametrize("name", AT_FAULT)
def test_what_cannot_be_meant_is_refused(name: str) -> None:
    content, message = AT_FAULT[name]
    with pytest.raises(GridError, match=message):
        exchanged(content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["puzzle", "solution", "block", OWN_KEY]), JSON), JSON)
def test_nonsense_in_ipuz_is_a_clear_error_or_a_grid(value: dict[str, Any], cells: Any) -> None:
    value |= {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword"]}
    for more in ({}, {"puzzle": [[cells, 1], [0, {"cell": cells}]], "solution": [[cells]]}):
        with suppress(GridError):
            exchanged(json.dumps(value | more))


OTHERS: dict[str, tuple[bytes, str]] = {
    "pdf": (b"%PDF-1.7\n\0", "PDF"),
    "png": (b"\x89PNG\r\n\x1a\n\0", "PNG"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
    "gif": (b"GIF89a\0", "GIF"),
    "webp": (b"RIFF\1\2\3\4WEBPVP8", "WebP"),
    "zip": (b"PK\3\4\0\0", "compressed"),
    "gzip": (b"\x1f\x8b\x08\0", "compressed"),
    "xlsx": (b"PK\3\4\0\n[Content_Types].xml xl/workbook.xml", "Excel"),
    "ods": (b"PK\3\4\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "spreadsheet"),
    "docx": (b"PK\3\4\0word/document.xml", "Word"),
    "odt": (b"PK\3\4\0mimetypeapplication/vnd.oasis.opendocument.text", "OpenDocument text"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel or Word"),
    "svg": (b'<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="x">', "SVG"),
    "html": (b"\n<!DOCTYPE html>\n<html>", "HTML"),
    "across text": (b"<ACROSS PUZZLE>\n<TITLE>\n", "Across Lite text"),
    "xd": (
        b"Title: Small\nAuthor: Jean\n\n\nTRIO\nA#LE\nSKI#\n\n\nA1. Three ~ TRIO\nD1. x ~ TAS\n",
        "a crossword of xd",
    ),
    "xd in sections": (
        b"## Metadata\n\nTitle: x\n\n## Grid\n\nTRIO\n\n## Clues\n\nA1. Three ~ TRIO\n",
        "a crossword of xd",
    ),
    "latex": (
        b"% mine\n\\usepackage{cwpuzzle}\n\\begin{Puzzle}{4}{1}\n|T|R|I|O|.\n\\end{Puzzle}\n",
        r"a crossword of LaTeX \(cwpuzzle\)",
    ),
    "rtf": (b"{\\rtf1\\ansi TRIO}", "RTF"),
    "words": (b"grid,word,direction,row,column,letters\n1,TRIO,across,1,1,4\n", "list of words"),
    "instance": (b'# mine\n\ngoal = "frame"\n', "TOML"),
    "rules": (b"[rules]\nconnected = false\n", "TOML"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_kind_that_holds_no_grid_is_named(name: str, tmp_path: Path) -> None:
    content, kind = OTHERS[name]
    path = tmp_path / "grid.txt"
    path.write_bytes(content)
    with pytest.raises(GridError, match=kind) as caught:
        read_grid(path)
    assert str(caught.value).startswith(str(path))
    assert all(each in str(caught.value) for each in READ)


@pytest.mark.parametrize("command", ["verify", "show"])
def test_help_names_what_can_be_read(command: str) -> None:
    text = " ".join(CliRunner().invoke(main, [command, "--help"]).output.split())
    assert all(name in text for name in READ)


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_all_that_is_written_is_read_or_named(form: Any) -> None:
    grid = Grid(("TRI", "A.L", "SKI"))
    try:
        if form.name not in {"text", "markdown"}:
            assert exchanged(own(form.name, grid)).grid == grid
        said = ""
    except GridError as error:
        said = str(error)
    pages = {"html", "play"}
    pictures = {"svg", "png", "pdf"}
    assert bool(said) == (form.name in pages | pictures | {"minizinc"})
    assert not said or "no grid can be read from that" in said


@pytest.mark.parametrize(
    "text", ["TRIO\nA.LE\n", "[I]\n", "[" * 9999, "#" + "\n" * 99_999, "goal\n", "(A)", "A=1"]
)
def test_any_other_text_is_for_the_reader_of_text(text: str) -> None:
    assert as_read(text, "file", lambda _header, _grid: False, alphabet_above)[2] is None


def test_without_the_library_a_puz_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "puz", None)
    with pytest.raises(MissingExtraError, match="render"):
        exchanged(across_lite())


# ---- what it becomes ----------------------------------------------------------------------------


@pytest.fixture
def folder(own_folder: Path) -> None:
    (own_folder / "pattern.exolve").write_text(exolve(("0000", "0.00", "000.")))
    Path("filled.exolve").write_text(exolve())
    Path("words.txt").write_text("TRIO\nSKI\nTAS\nLI\nLE\nILI\nOE\n")


def solved(*arguments: str) -> str:
    flags = "--lexicon words.txt --engine beam --max-width 90 --threads 1 --quiet"
    result = CliRunner().invoke(main, ["solve", *arguments, *flags.split()])
    assert result.exit_code == 0, result.output
    return "/".join(line for line in result.stdout.splitlines() if line[:1] != ";")


@pytest.mark.usefixtures("folder")
def test_a_pattern_is_filled_as_the_goal_wants() -> None:
    enough, few = ["--tiles", "AEIIKLORSTBB"], ["--tiles", "AEIIKLORST"]
    assert solved("pattern.exolve", *enough) == "TRIO/A.LE/SKI."
    assert solved("pattern.exolve", *few) == "TRIO/A#LE/SKI#"
    assert solved("--board", "pattern.exolve", *few) == "TRIO/A#LE/SKI#"
    assert solved("pattern.exolve", "--board", "pattern.exolve", *few) == "TRIO/A#LE/SKI#"
    Path("own.toml").write_text('board = "filled.exolve"\n')
    assert load_instance("own.toml").goal == Board(Grid(("TRIO", "A#LE", "SKI#")))


@pytest.mark.usefixtures("folder")
def test_a_filled_pattern_is_judged_as_the_goal_wants() -> None:
    flags = ["--lexicon", "words.txt", "--tiles", "AEIIKLORSTBB"]
    for goal in (["--frame", "4x3"], ["--board", "pattern.exolve"]):
        result = CliRunner().invoke(main, ["verify", "filled.exolve", *goal, *flags])
        assert result.exit_code == 0, result.output


def test_a_pattern_shows_as_a_board_if_tiles_are_few(tmp_path: Path) -> None:
    (tmp_path / "large.exolve").write_text(exolve(("0" * 20, "0." * 10) * 2, size="20x4"))
    file = read_grid(tmp_path / "large.exolve")
    spec = file.spec().for_grid(file.grid)
    assert isinstance(spec.goal, Board)
    assert spec.goal.layout == file.on(spec.goal) == file.layout
    assert file.on(Frame(20, 4)) == file.grid
