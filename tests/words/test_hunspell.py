"""Hunspell dictionaries as word lists: with their affixes, and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience.errors import LexiconError
from patience.words.reading import read

# The same affixes in each notation of flags.
AFFIXES = """SET UTF-8
{flag}NEEDAFFIX {n}
FORBIDDENWORD {f}
PFX {r} Y 1
PFX {r} 0 re .
PFX {q} Y 1
PFX {q} 0 l' [aeiou]
SFX {s} Y 2
SFX {s} 0 s [^sxz]  # plural
SFX {s} al aux al
SFX {a} Y 1
SFX {a} 0 eur/{s} t
"""
STEMS = "6\nchat/{s}\nbois/{s}\ncheval/{s}\tpo:nom\nchant/{ras}\nété/{q}\nrat/{f}\nétud/{nr}\n"
FORMS = "BOIS CHANT CHANTEUR CHANTEURS CHANTS CHAT CHATS CHEVALS CHEVAUX ETE RECHANT RECHANTEUR "
NOTATIONS = {
    "ascii": ("", "n f r q s a", ""),
    "long": ("FLAG long\n", "Nn Ff Rr Qq Ss Aa", ""),
    "num": ("FLAG num\n", "1 2 3 4 5 6", ","),
}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_stems_become_words(tmp_path: Path, notation: str) -> None:
    flag, names, comma = NOTATIONS[notation]
    flags = dict(zip("nfrqsa", names.split(), strict=True))
    several = {"ras": comma.join(flags[x] for x in "ras"), "nr": comma.join(flags[x] for x in "nr")}
    (tmp_path / "fr.dic").write_text(STEMS.format(**flags, **several))
    (tmp_path / "fr.aff").write_text(AFFIXES.format(flag=flag, **flags))
    found = read(tmp_path / "fr.dic")
    assert set(FORMS.split()) < set(found.words)
    assert {"RECHANTEURS", "RETUD", "REETUD"} & set(found.words) == {"RECHANTEURS", "REETUD"}
    assert not {"RAT", "ETUD", "LETE", "BOISS"} & set(found.words)
    assert found.notes == ("read as the forms of a Hunspell dictionary, by fr.aff",)


def test_flags_may_be_numbers_of_sets(tmp_path: Path) -> None:
    (tmp_path / "x.aff").write_text("AF 2\nAF R\nAF S\nSFX S Y 1\nSFX S 0 s .\n")
    (tmp_path / "x.dic").write_text("2\nchat/2\nroi/1\nski/99\n")
    assert [*read(tmp_path / "x.dic").words] == ["CHAT", "CHATS", "ROI", "SKI"]


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
