"""Dictionaries unfolded, against Hunspell's rules as another program looks words up by them."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from patience.game.alphabet import LATIN
from patience.words.affixes import parse_aff, parse_dic
from patience.words.hunspell import words_of

WORDS = ["".join(x) for n in range(1, 7) for x in itertools.product("ab", repeat=n)]
NOTATIONS: dict[str, Callable[[str], str]] = {
    "": "".join,
    "long": lambda flags: "".join(f"{x}{x}" for x in flags),
    "num": lambda flags: ",".join(str(ord(x)) for x in flags),
    "UTF-8": lambda flags: "".join("é" if x == "S" else x for x in flags),
}
MEANINGS = {"NEEDAFFIX": "N", "CIRCUMFIX": "C", "ONLYINCOMPOUND": "O"}

texts = st.sampled_from(["0", "a", "b", "ab"])
conditions = st.sampled_from([".", "a", "[^a]", "[ab]b", "b.", "[^b]a"])


def subsets(flags: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(flags), unique=True, max_size=3).map("".join)


@st.composite
def dictionaries(draw: st.DrawFn) -> tuple[str, str]:
    """Return an affix file and a list of stems, of every kind in which both programs agree.

    The letter A is a prefix and a suffix at once, Z a suffix that others bring. The other program
    takes a rule that names its own flag, or two that name each other, for flags of the stem.
    """
    notation = draw(st.sampled_from(list(NOTATIONS)))
    written = NOTATIONS[notation]
    suffixes_bring = draw(st.booleans())
    brought = {
        **dict.fromkeys([("PFX", "P"), ("PFX", "A")], "NCO" if suffixes_bring else "NCOST"),
        **dict.fromkeys([("SFX", "S"), ("SFX", "T")], "NCOZP" if suffixes_bring else "NCOZ"),
        ("SFX", "A"): "NCOZ",
        ("SFX", "Z"): "N",
    }
    lines = ["SET UTF-8", f"FLAG {notation}" if notation else "", "FULLSTRIP"]
    lines += [f"{name} {written(flag)}" for name, flag in MEANINGS.items()]
    for (kind, flag), flags in brought.items():
        rules = draw(st.lists(st.tuples(texts, texts, subsets(flags), conditions), max_size=2))
        if rules:
            lines.append(f"{kind} {written(flag)} {draw(st.sampled_from('YN'))} {len(rules)}")
        for strip, add, more, condition in rules:
            end = f"/{written(more)}" if more else ""
            lines.append(f"{kind} {written(flag)} {strip} {add}{end} {condition}")
    stems = draw(st.lists(st.tuples(st.sampled_from(WORDS[:14]), subsets("PSTANO")), min_size=1))
    entries = [stem + (f"/{written(flags)}" if flags else "") for stem, flags in stems]
    return "\n".join([*lines, ""]), "\n".join([str(len(entries)), *entries, ""])


class Lines(Iterator[tuple[int, str]]):
    """The lines of a text with their numbers, as the other program reads them."""

    def __init__(self, text: str) -> None:
        self.lines = ((n, line) for n, line in enumerate(text.splitlines(), 1) if line)

    def __next__(self) -> tuple[int, str]:
        return next(self.lines)

    def reset_encoding(self, _encoding: str) -> None: ...


def lookup(affixes: str, stems: str) -> Any:
    """Return what looks words up in a dictionary; the program's own readers leave files open."""
    spylls: Any = pytest.importorskip("spylls.hunspell")
    readers: Any = pytest.importorskip("spylls.hunspell.readers")
    aff, context = readers.read_aff(Lines(affixes))
    return spylls.Dictionary(aff, readers.read_dic(Lines(stems), aff=aff, context=context)).lookuper


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(dictionaries())
def test_forms_are_those_that_are_found(dictionary: tuple[str, str]) -> None:
    affixes, stems = dictionary
    found = lookup(affixes, stems)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "w.dic")
        path.with_suffix(".aff").write_text(affixes, "utf-8")
        path.write_text(stems, "utf-8")
        forms, _ = words_of(path, stems, lambda _: True)
        made = set(forms)
    accepted = {word for word in WORDS if found(word, capitalization=False)}
    assert made & {*WORDS} == accepted


@pytest.mark.slow
@pytest.mark.watch("lexicons")
@pytest.mark.parametrize("name", ["en/en_US", "sv/sv_SE"])
def test_a_dictionary_of_a_language(name: str) -> None:
    spylls: Any = pytest.importorskip("spylls.hunspell")
    path = (Path(spylls.__file__).parent / "data" / name).with_suffix(".dic")
    rng, affixes = Random(name), path.with_suffix(".aff").read_text("utf-8")
    lines = path.read_text("utf-8").splitlines()[1:]
    lines = rng.sample(lines, len(lines) // 5)
    stems = "\n".join([str(len(lines)), *lines, ""])
    forms, _ = words_of(path, stems, LATIN.can_spell)
    made = {word for word in forms if word.isalpha()}
    table = parse_aff(affixes.splitlines())
    rules = [rule for each in table.suffixes.values() for rule in each if rule.add.isalpha()]
    entries = [x.stem for x in parse_dic(stems.splitlines(), table) if x.stem.isalpha()]
    others = set[str]()
    while len(others) < 1000:
        word = rng.choice(rules).of(rng.choice(entries), whole=True)
        others |= {word} - made if word else set()
    found = lookup(affixes, stems)

    def is_found(word: str) -> bool:
        return found(word, capitalization=False) and any(
            found.good_forms(word, capitalization=False, compound_forms=False)
        )

    assert [word for word in rng.sample(sorted(made), 1000) if not is_found(word)] == []
    assert [word for word in sorted(others) if is_found(word)] == []
