from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import only_line, run


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("solve", "no goal: give --frame WxH"),
        ("solve --frame -3x2", "'-3x2': write WIDTHxHEIGHT"),
        ("solve --frame 9x8", "72 cells, tile set diamino-63 only 63 tiles"),
        ("solve --frame 9x7 --compact", "compact and frame"),
        ("solve --frame 9x7 --tiles \u00e9\u00e9", "in capitals"),
        ("solve --frame 9x7 --tiles no.toml", "no.toml cannot be read"),
        ("solve --frame 9x7 --jokers 1000", "between 0 and 100"),
        ("solve --frame 9x7 --lexicon fr-comon", "did you mean fr-common"),
        ("solve --frame 9x7 --lexicon numbers.txt", "none of its 2 lines is a word"),
        ("solve --frame 9x7 --subject xyzzy", "there are: "),
        ("solve --frame 9x7 --pos nuon", "did you mean noun"),
        ("solve --frame 9x7 --common 11", "between 0 and 9"),
        ("solve --frame 9x7 --require A1", "'A1'"),
        ("solve --frame 9x7 --time-limit 0", "seconds above 0"),
        ("solve --frame 9x7 --time-limit nan", "seconds above 0"),
        ("solve --frame 9x7 --target -1", "0 or more"),
        ("solve --frame 9x7 --max-width 0", "1 to"),
        ("solve --frame 9x7 --memory 0", "0.05 to 10,000"),
        ("solve --frame 9x7 --seed -1", "not in the range"),
        ("solve --frame 9x7 --seed " + "9" * 5000, "Invalid value for '--seed'"),
        ("solve --frame 9x7 --threads 0", "not in the range"),
        ("solve --frame 9x7 --engine bim", "'bim' is not one of 'auto', 'beam'"),
        ("solve --frame 9x7 --format bmp", "bmp"),
        ("solve --frame 9x7 --output .", "is a folder"),
        ("solve --frame 9x7 --output no/out.txt", "no/out.txt cannot be written"),
        ("solve --fram 9x7", "No such option"),
        ("solve no-such-instance", "no instance is called"),
        ("solve 9x7", "did you mean --frame 9x7?"),
        ("solve good.txt --start good.txt", "two grids to complete"),
        ("solve --frame 9x7 --start good.txt", "the start is 3x3"),
        ("solve --frame 3x1 --start numbers.txt", "is '1'"),
        ("verify", "Missing argument"),
        ("verify no.txt", "no.txt cannot be read"),
        ("verify header.txt", "header.txt: size '9'"),
        ("verify good.txt --instance nothing", "no instance is called"),
        ("show good.txt --format svg --output out.png", "or end the name in .svg"),
        ("solve --frame 9x7 --format png --output grid.svg", "or end the name in .png"),
        ("show good.txt --json --format svg", "--json and --format svg do not go together"),
        ("show good.txt --output grid.xyz", "no format has this extension (there are: "),
        ("show good.txt --format text --output grid.jpg", "do not go together"),
        (
            "show good.txt --format svg --solved",
            "--solved is for ipuz, exolve, puz, jpz, not for svg",
        ),
        ("show good.txt --format ipuz --clues good.txt", "good.txt, line 1: 'ABC' is not a clue"),
        ("show good.txt --format ipuz --clues twice.txt", "line 2: AB already has a clue"),
        (
            "solve --frame 9x7 --clues clue.txt",
            "--clues is for ipuz, exolve, puz, jpz, not for text",
        ),
        ("solve --frame 9x7 --format pdf --cut", "give --page"),
        ("solve --frame 9x7 --page a4", "--page is for pdf, not for text"),
        ("show good.txt --output no/copy.txt", "cannot be written"),
        ("lexicon check", "Missing argument"),
        ("lexicon info fr-basik", "did you mean fr-basic"),
        ("slove", "no command is called 'slove'; did you mean solve?"),
        ("hint", "Missing argument"),
        ("hint 9x7", "did you mean --frame 9x7?"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_input_is_one_clear_line(
    args: str, message: str, answers: list[dict[str, Any]]
) -> None:
    Path("numbers.txt").write_text("123\n456\n")
    Path("header.txt").write_text("; goal: frame\n; size: 9\nAB\n")
    Path("clue.txt").write_text("AB\tone\n")
    Path("twice.txt").write_text("AB\tone\n\u00e0b\tanother\n")
    before = sorted(Path().iterdir())
    result = run(*args.split(" "))
    assert message in only_line(result)
    assert len(only_line(result)) < 700
    assert (result.exit_code, result.stdout) == (2, "")
    assert answers == []
    assert sorted(Path().iterdir()) == before
