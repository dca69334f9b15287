"""Reads web pages for tests: their links, texts, tags and tables; every tag must be closed."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser


class Page(HTMLParser):
    """Collects what a page holds, and checks that its tags are closed."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.targets: list[str] = []
        self.texts: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)
        self.targets += [value or "" for name, value in attrs if name in {"href", "src"}]
        match tag:
            case "table":
                self.tables.append([])
            case "tr":
                self.tables[-1].append([])
            case "td":
                self.tables[-1][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.targets += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.open and self.open[-1] == "td":
            self.tables[-1][-1][-1] += data
