"""The site of the documentation builds without a warning and names all that is public."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import patience.render
from patience.referee.rules import RULES
from scripts.links import dead_links

ROOT = Path(__file__).parent.parent


def test_the_reference_lists_what_the_package_exports() -> None:
    page = (ROOT / "docs" / "reference" / "library.md").read_text("utf-8")
    listed = [x.rpartition("patience.")[2] for x in page.splitlines() if x.startswith(".. auto")]
    assert sorted(listed) == sorted(
        [*patience.__all__, *(f"render.{name}" for name in patience.render.__all__)]
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `scripts/docs` builds it, without a warning."""
    built = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--quiet"]
    done = subprocess.run(
        [*command, str(ROOT / "docs"), str(built)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return built


@pytest.mark.slow
def test_the_site_builds_without_a_warning_or_a_dead_link(site: Path) -> None:
    assert list(dead_links(site)) == []
    # Its style sheet gives drawings the theme that the reader has chosen.
    assert "theme.css" in (site / "index.html").read_text("utf-8")
    assert (site / "en" / "records.html").read_text("utf-8").count("README.md") == 1
    assert "jokers as" in (site / "notebook.html").read_text("utf-8")  # a cell's output
    for language in ("en", "fr"):
        pages = list((site / language).rglob("*.html"))
        assert pages
        assert [x for x in pages if f' lang="{language}"' not in x.read_text("utf-8")] == []


@pytest.mark.browser
def test_the_search_finds_pages_first(site: Path, browser: Browser) -> None:
    """In one test, as each process that has one of the site builds it."""
    page = browser.new_page()
    for word, first in {
        "beam": "en/how/beam.html",
        "hint": "en/tour.html",
        "cluster": "en/howto/cluster.html",
        "diable": "fr/",
    }.items():
        page.goto(f"{(site / 'search.html').as_uri()}?q={word}")
        expect(page.locator(".search-summary")).to_contain_text("found")
        hits = page.locator("ul.search > li > a")
        assert str(hits.first.get_attribute("href")).startswith(first)
        names = [str(hit.get_attribute("href")) for hit in hits.all()]
        # Entries of the index come last, whatever they rank.
        logs = [name.startswith("log/") for name in names if "#" not in name]
        assert logs == sorted(logs)
    page.close()


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there"></a><a href="b.html#gone"></a><a href="#../en/search.md"></a>'
        '<a href="https://example.org/x"></a><a href="no.html"></a><img src="../a.png">'
    )
    (tmp_path / "b.html").write_text('<h1 id="there"><a href="#">B</a></h1>')
    assert list(dead_links(tmp_path)) == [
        "a.html: #../en/search.md",
        "a.html: ../a.png",
        "a.html: b.html#gone",
        "a.html: no.html",
    ]


def test_the_reference_has_the_rules_of_the_referee() -> None:
    page = (ROOT / "docs" / "reference" / "rules.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([a-z-]+)`", page, re.M)) == set(RULES)


def test_the_reference_has_the_subjects_of_the_dictionary() -> None:
    page = (ROOT / "docs" / "reference" / "subjects.md").read_text("utf-8")
    listed = dict(re.findall(r"\| `([^`]+)` \| ([^|]+?) (?=\|)", page))
    assert listed == tomllib.loads((ROOT / "patience/words/themes.toml").read_text("utf-8"))
