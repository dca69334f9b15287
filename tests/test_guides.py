"""The guides in French and English: side by side, links lead somewhere, labels are true."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from patience.cli import main

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "patience" / "web" / "static"
PAGES = [
    ROOT / "README.md",
    ROOT / "LISEZMOI.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "index.md",
    ROOT / "docs" / "log" / "README.md",
    ROOT / "docs" / "log" / "archive" / "README.md",
    *(
        page
        for part in ("fr", "en", "reference")
        for page in sorted((ROOT / "docs" / part).rglob("*.md"))
    ),
]
LOG = ROOT / "docs" / "log"
# What prints or writes of the program, wherever a page shows it.
COMMAND = re.compile(r"(?:^[$ ]*|`|[/\\])(patience [a-z][^`\n#]*)", re.MULTILINE)
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


@pytest.mark.parametrize(
    "page",
    [*PAGES, *sorted(LOG.rglob("2*.md"))],
    ids=lambda page: f"{page.parent.name}-{page.stem}",
)
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text(page))
    missing = [x for x in targets if "://" not in x and not (page.parent / x).exists()]
    assert not missing


def test_the_log_holds_what_pages_cite_and_the_archive_the_rest() -> None:
    cited = {
        x for page in PAGES for x in re.findall(r"/log/([^/)#]+\.md)", page.read_text("utf-8"))
    }
    for folder in (LOG, LOG / "archive"):
        entries = {page.name for page in folder.glob("2*.md")}
        listed = re.findall(r"^\| 2.*\]\((2.*?\.md)\)", text(folder / "README.md"), re.MULTILINE)
        assert set(listed) == entries
        assert entries & cited == (entries if folder == LOG else set())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_every_picture_says_what_it_shows(page: Path) -> None:
    assert "![](" not in page.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_commands_have_the_options_that_pages_give_them(page: Path) -> None:
    for command in COMMAND.findall(page.read_text("utf-8")):
        _, name, *words = command.split()
        known: click.Command | None = main.commands.get(name)
        if isinstance(known, click.Group):
            known = known.commands.get(words[0]) if words else known
        options = {x for each in known.params for x in each.opts} if known else set()
        used = {x.partition("=")[0] for x in words if x.startswith("--")} - {"--help"}
        assert known is None or used <= options, command


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
