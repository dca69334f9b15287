"""The guides in French and English: side by side, links lead somewhere, labels are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "patience" / "web" / "static"
PAGES = [
    ROOT / "README.md",
    ROOT / "LISEZMOI.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "index.md",
    ROOT / "docs" / "log" / "README.md",
    *sorted((ROOT / "docs" / "fr").glob("*.md")),
    *sorted((ROOT / "docs" / "en").glob("*.md")),
]
PAIRS = {"guide": "guide", "rules": "regles"}

# What the guides set in italics or bold and is no label of the page: menus of systems, states of
# the outlook, steps of the installation.
OTHERS = {
    "en": {"Services", "New Terminal at Folder", "Open in Terminal", "Python.", "Open a file"}
    | {"The folder of patience.", "A terminal in that folder.", "The command that installs."}
    | {"reached", "excluded", "open"},
    "fr": {"Services", "Nouveau terminal au dossier", "Ouvrir un terminal ici", "Python."}
    | {
        "Le dossier de patience.",
        "Un terminal dans ce dossier.",
        "La commande d\N{RIGHT SINGLE QUOTATION MARK}installation.",
    }
    | {"atteint", "exclu", "inconnu"},
}


def text(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text(page))
    missing = [x for x in targets if "://" not in x and not (page.parent / x).exists()]
    assert not missing


@pytest.mark.parametrize(("english", "french"), PAIRS.items())
def test_both_languages_say_the_same(english: str, french: str) -> None:
    pages = ROOT / "docs/en" / f"{english}.md", ROOT / "docs/fr" / f"{french}.md"
    shapes = [re.findall(r"^(#+|\||!|-|\d\.|```|)", x.read_text("utf-8"), re.M) for x in pages]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_labels_are_those_of_the_page(language: str) -> None:
    catalogue = (STATIC / f"{language}.js").read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    labels = {x.rstrip(" …?").casefold() for x in re.findall(r'": "([^"]*)"', catalogue)}
    guide = text(ROOT / "docs" / language / "guide.md").replace("\N{NO-BREAK SPACE}", " ")
    named = set(re.findall(r"\*{1,2}([^*\n]+)\*{1,2}", guide)) - OTHERS[language]
    assert named
    assert not [x for x in named if x.rstrip(" …?").casefold() not in labels]
