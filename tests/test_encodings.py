"""Bytes into text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from patience.encodings import decode, garbled

TEXT = "ÉTÉ;50\nNOËL\nMAÏS\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode("utf-8"), "utf-8-sig"),
        (TEXT.encode("utf-8-sig"), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32"),
        (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), "utf-32"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_what_the_bytes_show_is_certain(data: bytes, encoding: str) -> None:
    assert decode(data) == (TEXT, encoding, True)


def test_a_code_page_is_a_guess() -> None:
    assert decode(TEXT.encode("cp1252")) == (TEXT, "cp1252", False)


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"CHAT\x00", b"A\0B\0\x00", b"\xff\xfe\x00\xd8"])
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert decode(data) is None


ACCENTED = st.text("àâäçèéêëîïôöùûüÿœæñóúíáßł", min_size=1, max_size=6)


@given(ACCENTED, st.booleans(), st.sampled_from(["cp1252", "iso8859_15", "mac_roman", "cp1250"]))
def test_what_was_read_in_another_encoding_is_no_word(word: str, upper: bool, page: str) -> None:
    """It is told, or has signs that no tile shows."""
    text = f"t{word}".upper() if upper else f"t{word}"
    broken = text.encode().decode(page, "replace")
    assume(broken != text)  # ß is SS in capitals
    assert garbled(text) == {}
    assert garbled(broken) or not broken.strip().isalpha()


@pytest.mark.parametrize("word", ["DĹŽKA", "PÓŁ", "PĂŞI", "ÄŘ", "STRASSE", "IRMÃ", "Åland", "ÄRA"])
def test_letters_of_other_languages_are_not_garbled(word: str) -> None:
    assert garbled(f"{word}\n{word.lower()}") == {}
