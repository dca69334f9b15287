"""The colours of pictures, by the part that they paint."""

from __future__ import annotations

from collections.abc import Mapping

AUTO = "auto"  # as the viewer prefers

# Light, dark, paper, which takes little ink and needs no colour, and black without any grey. In
# light and dark, letters on tiles have a contrast of 7:1 or more, captions of 4.5:1 or more. In
# grey the parts stay apart: letter tiles are light, tiles face down medium, closed cells dark.
_COLOURS = {
    "page": ("#ffffff", "#14171a", "#ffffff", "#ffffff"),
    "table": ("#dfe6dc", "#222b27", "#ffffff", "#ffffff"),
    "field": ("#e4e9df", "#2a332f", "#dcdcdc", "#ffffff"),
    "groove": ("#c3cebf", "#33403a", "#b4b4b4", "#000000"),
    "closed": ("#434f48", "#0c100e", "#4a4a4a", "#000000"),
    "closed-line": ("#6b7a70", "#26302b", "#8c8c8c", "#ffffff"),
    "rim": ("#b59d6d", "#9c8658", "#7d7d7d", "#000000"),
    "tile": ("#fdf6e3", "#efe5cb", "#ffffff", "#ffffff"),
    "ink": ("#2a2118", "#241c14", "#000000", "#000000"),
    "devil-rim": ("#8f1d14", "#c2493c", "#000000", "#000000"),
    "devil-tile": ("#fbe3d6", "#f6d8c8", "#ececec", "#ffffff"),
    "devil-ink": ("#8f1d14", "#851810", "#000000", "#000000"),
    "back-rim": ("#5f432c", "#8a6544", "#565656", "#000000"),
    "back": ("#936b48", "#5b412b", "#9c9c9c", "#ffffff"),
    "back-line": ("#c09a72", "#84633f", "#dedede", "#000000"),
    "text": ("#22252a", "#e8e6e1", "#000000", "#000000"),
    "soft": ("#5a616b", "#a3abb5", "#505050", "#000000"),
    "lit": ("#1c6ea4", "#2f8fd0", "#1c6ea4", "#000000"),
}

THEMES: Mapping[str, Mapping[str, str]] = {
    name: {part: colours[n] for part, colours in _COLOURS.items()}
    for n, name in enumerate(("light", "dark", "paper", "black"))
}


def paint_rules(colours: Mapping[str, str]) -> str:
    """Return the style rules for the fills and strokes of each part."""
    return "".join(
        f".f-{part}{{fill:{colour}}}.s-{part}{{stroke:{colour}}}"
        for part, colour in colours.items()
    )


def still(theme: str) -> Mapping[str, str]:
    """Return the colours of a theme; those of `AUTO` are light, where a format cannot choose."""
    return THEMES["light" if theme == AUTO else theme]
