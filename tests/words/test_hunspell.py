"""Hunspell dictionaries as word lists: with their affixes, and without."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from patience.errors import LexiconError
from patience.game.alphabet import LATIN
from patience.words.hunspell import words_of
from patience.words.lexicon import load
from patience.words.reading import read

AFFIXES = """SET UTF-8
PSEUDOROOT n
FORBIDDENWORD f
PFX r Y 1
PFX r 0 re .
PFX q Y 1
PFX q 0 l' [aeiou]
SFX s Y 2
SFX s 0 s [^sxz]  # plural
SFX s al aux al
SFX a Y 1
SFX a 0 eur/s t
"""
STEMS = "6\nchat/s\nbois/s\ncheval/s\tpo:nom\nchant/ras\nété/q\nrat/f\nétud/nr\n"
FORMS = "BOIS CHANT CHANTEUR CHANTEURS CHANTS CHAT CHATS CHEVALS CHEVAUX ETE RECHANT RECHANTEUR "


def test_stems_become_words(tmp_path: Path) -> None:
    (tmp_path / "fr.dic").write_text(STEMS)
    (tmp_path / "fr.aff").write_text(AFFIXES)
    found = read(tmp_path / "fr.dic")
    assert set(FORMS.split()) < set(found.words)
    assert {"RECHANTEURS", "RETUD", "REETUD"} & set(found.words) == {"RECHANTEURS", "REETUD"}
    assert not {"RAT", "ETUD", "LETE", "BOISS"} & set(found.words)
    assert found.notes == ("read as the forms of a Hunspell dictionary, by fr.aff",)


def made(folder: Path, affixes: str, stems: str) -> str:
    """Return the words of a dictionary as one text."""
    (folder / "x.aff").write_text(f"SET UTF-8\n{affixes}", "utf-8")
    (folder / "x.dic").write_text(f"9\n{stems}\n", "utf-8")
    return " ".join(read(folder / "x.dic").words)


# What a dictionary shows: its affix file, its stems and their words, between bars.
JOINED = """
a forbidden word is none although another entry makes it
| FORBIDDENWORD %; SFX S Y 1; SFX S 0 s .
| chat/S rat/S rats/% loup/S% si/% si | CHAT CHATS RAT
one affix in two parts
| SFX A Y 1; SFX A 0 s .; SFX A Y 1; SFX A 0 x . | eau/A | EAU EAUS EAUX
strip | SFX A Y 1; SFX A avoir eu avoir | avoir/A ravoir/A | AVOIR RAVOIR REU
a flag that is a sign | SFX # Y 1; SFX # 0 s . # plural | chat/# | CHAT CHATS
a suffix that brings a prefix
| PFX P Y 1; PFX P 0 re .; SFX A Y 1; SFX A 0 s/P . | chat/A | CHAT CHATS RECHATS
the whole word is stripped | FULLSTRIP; SFX A Y 1; SFX A avoir eu avoir | avoir/A | AVOIR EU
a suffix that needs another affix, and one within compounds
| PSEUDOROOT N; ONLYINCOMPOUND O; SFX A Y 2; SFX A 0 s/N .; SFX A 0 e/O .; PFX P Y 1; PFX P 0 re .
| chat/AP rat/N os/O | CHAT RECHAT RECHATS
flags with accents | FLAG UTF-8; SFX é Y 1; SFX é 0 s .; SFX è Y 1; SFX è 0 x .
| chat/é eau/è | CHAT CHATS EAU EAUX
both ends or none
| CIRCUMFIX C; PFX G Y 1; PFX G 0 ge/C .; SFX T Y 2; SFX T 0 t/C .; SFX T 0 en .
| mach/GT | GEMACHT MACH MACHEN
numbers of sets of numbers, in rules too
| FLAG num; AF 2; AF 12,7 # both; AF 7; SFX 12 Y 1; SFX 12 0 s/2 .; SFX 7 Y 1; SFX 7 0 e .
| chat/1 | CHAT CHATE CHATS CHATSE
numbers of sets | AF 2; AF R; AF S; SFX S Y 1; SFX S 0 s .
| chat/2 roi/1 ski/99 | CHAT CHATS ROI SKI
what no tile spells | SFX A Y 2; SFX A 0 -le/B .; SFX A 0 's .; SFX B Y 1; SFX B 0 s .
| chat/A mi-temps/B rat\\/s/B | CHAT
what a later rule strips
| SFX A Y 1; SFX A 0 -/B .; SFX B Y 1; SFX B t- ux -; SFX C Y 1; SFX C -x 0 x
| chat/A mi-x/C | CHAT CHAUX MI
"""
CASES = re.findall(r"^(\w[^|]*)\|([^|]*)\|([^|]*)\|(.*)$", JOINED, re.MULTILINE)


@pytest.mark.parametrize(("what", "affixes", "stems", "words"), CASES)
def test_affixes_are_joined_as_hunspell_does(
    tmp_path: Path, what: str, affixes: str, stems: str, words: str
) -> None:
    lines = "\n".join(line.strip() for line in affixes.split(";"))
    assert made(tmp_path, f"{lines}\n", "\n".join(stems.split())) == words.strip(), what


def test_compounds_are_said_to_be_left_out(tmp_path: Path) -> None:
    made(tmp_path, "COMPOUNDFLAG C\nCOMPOUNDRULE 1\nCOMPOUNDRULE n*1t\n", "chat/C")
    (note,) = read(tmp_path / "x.dic").notes
    assert note.endswith("by x.aff, without compounds (COMPOUNDFLAG, COMPOUNDRULE)")


def test_forms_that_no_tile_spells_are_not_made(tmp_path: Path) -> None:
    clitics = [f"{x}{y}" for x in "bcdfglmnpst" for y in "aeiou"]
    rules = "".join(f"SFX A 0 -{x}/A .\n" for x in clitics)
    words = made(tmp_path, f"SFX A Y {len(clitics)}\n{rules}", "chat/A\nrat/A")
    assert words == "CHAT RAT"
    path = tmp_path / "x.dic"
    forms, _ = words_of(path, path.read_text("utf-8"), LATIN.can_spell)
    assert [*forms] == ["chat", "rat"]


def test_progress_is_told(tmp_path: Path) -> None:
    stems = "\n".join(f"chat{'abc'[n % 3] * 3}/S" for n in range(5000))
    (tmp_path / "x.aff").write_text("SFX S Y 1\nSFX S 0 s .\n")
    (tmp_path / "x.dic").write_text(f"5000\n{stems}\n")
    heard: list[float] = []
    load(tmp_path / "x.dic", on_progress=heard.append)
    assert heard == sorted(heard)
    assert [round(heard[0]), round(heard[-1])] == [0, 1]


def test_stems_without_their_affixes_are_said_to_be_stems(tmp_path: Path) -> None:
    (tmp_path / "x.dic").write_text("3\nchat/S.\npère/S.() po:nom\nc'est\n")
    found = read(tmp_path / "x.dic")
    assert [*found.words] == ["CHAT", "PERE"]
    assert "other forms are missing, as there is no x.aff beside it" in found.notes[0]
    assert "(c'est)" in found.notes[1]


def test_the_affix_file_names_the_encoding(tmp_path: Path) -> None:
    (tmp_path / "cs.aff").write_text("SET ISO8859-2\n")
    (tmp_path / "cs.dic").write_bytes("1\nčeština\n".encode("iso8859-2"))
    assert [*read(tmp_path / "cs.dic").words] == ["CESTINA"]


@pytest.mark.parametrize(
    ("affixes", "message"),
    [("SFX S Y 1\nSFX S 0 s [z-\n", "not a valid affix file"), ("SFX S Y 1\nSFX S 0 s/S .\n", "")],
)
def test_a_damaged_affix_file_ends_in_a_sentence(
    tmp_path: Path, affixes: str, message: str
) -> None:
    (tmp_path / "x.aff").write_text(affixes)
    (tmp_path / "x.dic").write_text("1\nchat/S\n")
    if message:
        with pytest.raises(LexiconError, match=message):
            read(tmp_path / "x.dic")
    else:  # an affix that follows itself does so for a while only
        assert len(read(tmp_path / "x.dic").words) < 10
    with pytest.raises(LexiconError, match=r"give its \.dic file"):
        read(tmp_path / "x.aff")
