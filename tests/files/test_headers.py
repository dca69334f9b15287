"""The lines above a grid: a key is read, refused with the key meant, or quoted as a remark."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience.errors import Note, PuzzleError
from patience.files.grids import parse_grid
from patience.question.header import _READ_KEYS, header_of, judged_by
from patience.question.spec import Spec

KEYS = sorted(_READ_KEYS)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def outcome(line: str) -> tuple[tuple[dict[str, str], list[Note]], PuzzleError | None]:
    """Return what is read of a line, and the error if it is refused."""
    try:
        return header_of({1: line}), None
    except PuzzleError as error:
        return ({}, []), error


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a known key, and a line that is nearly one with it."""
    key = draw(st.sampled_from([key for key in KEYS if len(key) > 3]))
    at = draw(st.integers(1, len(key) - 1))
    letter = draw(st.sampled_from(LETTERS))
    name = draw(
        st.sampled_from(
            [
                key[:at] + key[at + 1 :],
                key[:at] + letter + key[at:],
                key[:at] + letter + key[at + 1 :],
                key[: at - 1] + key[at] + key[at - 1] + key[at + 1 :],
                f"{key}s",
                f"--{key}",
                key.replace("-", "_"),
                key.replace("-", " "),
                key.upper(),
                key,
            ]
        )
    )
    start = draw(st.sampled_from(["; ", ";", ";; ", ";\t"]))
    colon = draw(st.sampled_from([": ", " : ", ":", "=", " = ", "\uff1a"]))
    return key, f"{start}{name}{colon}x1"


@given(slips())
def test_no_slip_of_a_key_is_passed_over(slip: tuple[str, str]) -> None:
    _, line = slip
    read, error = outcome(line)
    if error is not None:
        assert error.kind == "header-key"
        assert error.fields["meant"] in KEYS
        assert repr(line) in str(error)
    else:
        header, notes = read
        assert list(header.values()) == ["x1"]
        assert set(header) <= set(KEYS)
        assert not notes


@settings(max_examples=300)
@given(st.text("abcdehilnost-_ ", min_size=1, max_size=12), st.text("abc12 ", min_size=1))
def test_a_line_is_read_or_quoted(key: str, value: str) -> None:
    line = f"; {key}: {value}"
    (header, notes), error = outcome(line)
    if error is not None:
        assert repr(line) in str(error)
        return
    name = key.strip().lower()
    assert header == ({name: value.strip()} if value.strip() else {})
    quoted = [note for note in notes if repr(line) in note]
    prose = " " in name or not name
    assert not value.strip() or name in KEYS or prose or quoted


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("; distinct_words: true", "distinct-words"),
        ("; distinct-word: yes", "distinct-words"),
        ("; lexcion: en", "lexicon"),
        ("; tiles = diamino-61", "tiles"),
        (";; tiles: diamino-61", "tiles"),
        ("; tiles\uff1adiamino-61", "tiles"),
        ("; --tiles: diamino-61", "tiles"),
        ("; subject: zool", "themes"),
        ("; frame: 4x4", "goal"),
        ("; distinct-words", "distinct-words"),
        ("; --tiles diamino-61", "tiles"),
    ],
)
def test_the_key_meant_is_named(line: str, meant: str) -> None:
    with pytest.raises(PuzzleError, match=f"did you mean '; {meant}: "):
        parse_grid(f"{line}\nCHAT\nHOTE\n")


def test_a_key_has_one_value() -> None:
    assert parse_grid("; tiles: AB\n; tiles: AB\nAB\n").header == {"tiles": "AB"}
    with pytest.raises(PuzzleError, match="line 2 is '; tiles: ABC', and the key has another"):
        parse_grid("; tiles: AB\n; tiles: ABC\nAB\n")


def test_remarks_need_no_key() -> None:
    text = "; grid 2\n;;;\n; to be done: this, and that\n;\nAB\n"
    assert parse_grid(text).notes == ()
    for line in ("; source: a book", "; x = y", ";; note: seen", "; place-all: a"):
        assert parse_grid(f"{line}\nAB\n").notes == (f"line 1 is a remark: {line!r}",)


def test_a_list_is_told_without_its_hash() -> None:
    told = judged_by({"ban": "AB,file:rude.txt#sha256=0f12"}, Spec(), Spec())
    assert told == {"ban": "AB,file:rude.txt"}


def test_the_name_that_batches_write_is_no_remark() -> None:
    file = parse_grid("; name: box\n; cost: 1\nAB\n")
    assert (file.notes, file.header["name"]) == ((), "box")
