"""Hunspell dictionaries as word lists: with their affixes, and without."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("affixes", "stems", "words"),
    [
        pytest.param(
            "FORBIDDENWORD %\nSFX S Y 1\nSFX S 0 s .\n",
            "chat/S\nrat/S\nrats/%\nloup/S%\nsi/%\nsi",
            "CHAT CHATS RAT",
            id="a forbidden word is none although another entry makes it",
        ),
        pytest.param(
            "SFX A Y 1\nSFX A 0 s .\nSFX A Y 1\nSFX A 0 x .\n",
            "eau/A",
            "EAU EAUS EAUX",
            id="one affix in two parts",
        ),
        pytest.param(
            "SFX A Y 1\nSFX A avoir eu avoir\n", "avoir/A\nravoir/A", "AVOIR RAVOIR REU", id="strip"
        ),
        pytest.param(
            "SFX # Y 1\nSFX # 0 s . # plural\n", "chat/#", "CHAT CHATS", id="a flag that is a sign"
        ),
        pytest.param(
            "PFX P Y 1\nPFX P 0 re .\nSFX A Y 1\nSFX A 0 s/P .\n",
            "chat/A",
            "CHAT CHATS RECHATS",
            id="a suffix that brings a prefix",
        ),
        pytest.param(
            "FULLSTRIP\nSFX A Y 1\nSFX A avoir eu avoir\n",
            "avoir/A",
            "AVOIR EU",
            id="the whole word is stripped",
        ),
        pytest.param(
            "PSEUDOROOT N\nONLYINCOMPOUND O\nSFX A Y 2\nSFX A 0 s/N .\nSFX A 0 e/O .\n"
            "PFX P Y 1\nPFX P 0 re .\n",
            "chat/AP\nrat/N\nos/O",
            "CHAT RECHAT RECHATS",
            id="a suffix that needs another affix, and one within compounds",
        ),
        pytest.param(
            "FLAG UTF-8\nSFX é Y 1\nSFX é 0 s .\nSFX è Y 1\nSFX è 0 x .\n",
            "chat/é\neau/è",
            "CHAT CHATS EAU EAUX",
            id="flags with accents",
        ),
        pytest.param(
            "CIRCUMFIX C\nPFX G Y 1\nPFX G 0 ge/C .\nSFX T Y 2\nSFX T 0 t/C .\nSFX T 0 en .\n",
            "mach/GT",
            "GEMACHT MACH MACHEN",
            id="both ends or none",
        ),
        pytest.param(
            "FLAG num\nAF 2\nAF 12,7 # both\nAF 7\nSFX 12 Y 1\nSFX 12 0 s/2 .\nSFX 7 Y 1\n"
            "SFX 7 0 e .\n",
            "chat/1",
            "CHAT CHATE CHATS CHATSE",
            id="numbers of sets of numbers, in rules too",
        ),
        pytest.param(
            "AF 2\nAF R\nAF S\nSFX S Y 1\nSFX S 0 s .\n",
            "chat/2\nroi/1\nski/99",
            "CHAT CHATS ROI SKI",
            id="numbers of sets",
        ),
        pytest.param(
            "SFX A Y 2\nSFX A 0 -le/B .\nSFX A 0 's .\nSFX B Y 1\nSFX B 0 s .\n",
            "chat/A\nmi-temps/B\nrat\\/s/B",
            "CHAT",
            id="what no tile spells",
        ),
        pytest.param(
            "SFX A Y 1\nSFX A 0 -/B .\nSFX B Y 1\nSFX B t- ux -\nSFX C Y 1\nSFX C -x 0 x\n",
            "chat/A\nmi-x/C",
            "CHAT CHAUX MI",
            id="what a later rule strips",
        ),
    ],
)
def test_affixes_are_joined_as_hunspell_does(
    tmp_path: Path, affixes: str, stems: str, words: str
) -> None:
    assert made(tmp_path, affixes, stems) == words


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
