"""Find dead links in a built site: ``python -m scripts.links docs/_build/html``.

Every link within the site must lead to a file, and its part behind ``#`` to an element of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """The links of a page, and the names that links can lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.names: set[str] = {""}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and names of an element."""
        for key, value in attrs:
            if key in {"href", "src"} and value:
                self.links.add(value)
            elif key == "id" or (key == "name" and tag == "a"):
                self.names.add(value or "")


@cache
def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    return page


def dead_links(site: Path) -> Iterator[str]:
    """Yield each dead link of a site with the page that has it."""
    root = site.resolve()
    for path in sorted(root.rglob("*.html")):
        for link in sorted(_read(path).links):
            to = urlsplit(link)
            if to.scheme or to.netloc:
                continue
            target = (path.parent / unquote(to.path)).resolve() if to.path else path
            if target.is_dir():
                target /= "index.html"
            leads = target.is_file() and target.is_relative_to(root)
            # The page of the search and a link to the top have names of their own.
            if not leads or (
                target.suffix == ".html" and unquote(to.fragment) not in _read(target).names
            ):
                yield f"{path.relative_to(root)}: {link}"


if __name__ == "__main__":
    if dead := list(dead_links(Path(sys.argv[1]))):
        sys.exit("\n".join(["dead links:", *dead]))
