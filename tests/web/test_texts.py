"""The page's texts: no unknown ones in any language, and one for whatever the referee finds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import records
from patience.errors import PatienceError
from patience.files import kinds
from patience.files.instances import load_instance
from patience.question.catalogue import TILE_SETS
from patience.question.fields import Filters, keys
from patience.referee.rules import RULES
from patience.render.language import LANGUAGES
from patience.render.page_form import rules_json
from patience.shipped import data_dir
from patience.web.exchange import FORMS
from patience.words.lexicon import available

ENTRY = r'  "?([\w.-]+)"?:\s+"(.*)",$'
STATIC = Path(records.__file__).parent / "web" / "static"


def texts(language: str) -> dict[str, str]:
    catalogue = (STATIC / f"{language}.js").read_text("utf-8")
    return dict(re.findall(f"^{ENTRY}", catalogue, re.MULTILINE))


def test_the_page_offers_the_languages_of_print() -> None:
    code = (STATIC / "i18n.js").read_text("utf-8")
    for table in ("LANGUAGES", "CATALOGUES"):
        names = re.search(rf"{table} = \{{(.*?)\}}", code)
        assert names is not None
        assert tuple(re.findall(r"(\w+): ", names[1])) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_holds_texts_alone(language: str) -> None:
    catalogue = (STATIC / f"{language}.js").read_text("utf-8")
    rest = re.sub(f"^{ENTRY}", "", catalogue, flags=re.MULTILINE)
    type_ = "/** @type {Record<string, string>} */"
    assert re.fullmatch(rf"//.*\n\n{re.escape(type_)}\nexport const TEXTS = {{\s*}};\n", rest)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_catalogue_has_all_texts_and_their_values(language: str) -> None:
    own, english = texts(language), texts("en")
    assert list(own) == list(english)
    for key, text in own.items():
        plain = key.removesuffix(".one")
        held, known = (sorted(re.findall(r"\{\w+\}", x)) for x in (text, english[plain]))
        assert held == known or (plain != key and {*held} <= {*known}), key


def test_every_breach_of_a_rule_has_a_text() -> None:
    assert {f"fault.{rule}" for rule in RULES} <= set(texts("fr"))


def test_every_choice_has_a_text() -> None:
    boards = [path.stem for path in (data_dir("instances") / "boards").glob("*.txt")]
    puzzles = [name for name in records.names() if load_instance(name).start is None]
    choices = {
        "form": [*FORMS],
        "puzzle": puzzles,
        "set": [*TILE_SETS],
        "lexicon": [*available()],
        "board": boards,
    }
    rules = {rule["name"]: rule for rule in rules_json()}
    conventions = [key.name for key in keys(Filters) if key.kind is bool]
    choices["new"] = [*rules, *conventions]
    choices |= {f"new.{name}": rule.get("choices", []) for name, rule in rules.items()}
    named = {f"{what}.{name}" for what, names in choices.items() for name in names}
    named |= {f"puzzle.{name}-what" for name in puzzles}
    assert named <= set(texts("fr"))


def told() -> Iterator[tuple[str, set[str]]]:
    """Yield every kind of error, note and refusal that the program has, with its fields."""
    classes = {each.__name__ for each in below(PatienceError)}
    first = dict.fromkeys((*classes, "Refusal", "__init__"), "error") | {"Note": "note"}
    for path in STATIC.parents[1].rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            named = {each.arg: each.value for each in call.keywords if each.arg}
            given = call.args[1] if name in first and len(call.args) > 1 else named.get("kind")
            if given is None or not (name in first or name == "tell"):
                continue
            for each in ast.walk(given):  # a condition has two kinds
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield f"{first.get(name, 'error')}.{each.value}", {*named}
    for kind in kinds._ADVICE:
        yield f"error.{kind}", set()


def below(kind: type[PatienceError]) -> Iterator[type[PatienceError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from below(each)


# Refusals of what no page sends; the general sentence does for them.
NEVER = {"host", "origin", "method", "type", "page", "form", "gone", "message"}


def test_whatever_goes_wrong_has_a_text_whose_values_are_given() -> None:
    french, general = texts("fr"), {"error.internal"}
    found = list(told())
    assert len(found) > 80
    for key, fields in found:
        if key.removeprefix("error.") in NEVER or key in general:
            continue
        assert key in french, key
        assert set(re.findall(r"\{(\w+)\}", french[key])) <= fields, key
    ours = {key for key, _ in found} | {f"general.{each.__name__}" for each in below(PatienceError)}
    ours |= {"general.internal", "general.other", "general.details", "note.other"}
    page = "".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
    for key in french:
        plain = key.removesuffix(".one")
        if plain.startswith(("error.", "general.", "note.")) and plain not in ours:
            kind = plain.removeprefix("error.")
            assert f't("{plain}")' in page or f'kind: "{kind}"' in page, key


def test_every_text_that_the_page_asks_for_exists() -> None:
    known = set(texts("en"))
    for path in STATIC.glob("*.js"):
        for key in re.findall(r'\bt\("([\w.-]+)"', path.read_text("utf-8")):
            assert key in known, (path.name, key)
        for start in re.findall(r"\bt\(`([\w.-]+)\$\{", path.read_text("utf-8")):
            assert any(key.startswith(start) for key in known), (path.name, start)


def test_every_text_is_used() -> None:
    """By its whole key, or by a key put together from its first part."""
    code = "".join(
        path.read_text("utf-8") for path in STATIC.glob("*.js") if path.stem not in LANGUAGES
    )
    built = re.findall(r"`([\w.-]+)\$\{", code)
    for key in texts("en"):
        plain = key.removesuffix(".one")
        assert f'"{plain}"' in code or any(plain.startswith(part) for part in built), key


def test_french_has_a_hard_space_before_double_marks_and_in_quotation_marks() -> None:
    for key, text in texts("fr").items():
        assert not re.search(r" [?!:;»]|« ", text), key


def test_nothing_stands_apart_from_its_three_dots() -> None:
    for language in LANGUAGES:
        for key, text in texts(language).items():
            assert not re.search(r"[ \u00a0\u202f]…", text), key
