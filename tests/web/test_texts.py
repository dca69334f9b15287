"""The page's texts: the same keys in both languages, and one for whatever the referee finds."""

from __future__ import annotations

import re
from pathlib import Path

from patience.game import referee

STATIC = Path(referee.__file__).parents[1] / "web" / "static"


def texts(language: str) -> dict[str, str]:
    catalogue = (STATIC / f"{language}.js").read_text("utf-8")
    return dict(re.findall(r'^  "?([\w.-]+)"?: "(.*)",$', catalogue, re.MULTILINE))


def test_both_languages_have_the_same_keys_with_the_same_values() -> None:
    french, english = texts("fr"), texts("en")
    assert list(french) == list(english)
    for key in french:
        if not key.endswith(".one"):
            held = [sorted(re.findall(r"\{\w+\}", x[key])) for x in (french, english)]
            assert held[0] == held[1], key


def test_every_breach_of_a_rule_has_a_text() -> None:
    rules = set(re.findall(r'Violation\(\s*"([\w-]+)"', Path(referee.__file__).read_text("utf-8")))
    assert rules
    assert {f"fault.{rule}" for rule in rules} <= set(texts("fr"))


def test_every_text_is_used() -> None:
    """By its whole key, or by a key put together from its first part."""
    code = "".join(
        path.read_text("utf-8")
        for path in STATIC.glob("*.js")
        if path.name not in {"fr.js", "en.js"}
    )
    built = re.findall(r"`([\w.-]+)\$\{", code)
    for key in texts("en"):
        plain = key.removesuffix(".one")
        assert f'"{plain}"' in code or any(plain.startswith(part) for part in built), key
