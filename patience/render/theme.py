"""The colours of pictures, by the part that they paint."""

from __future__ import annotations

from collections.abc import Mapping

AUTO = "auto"  # as the viewer prefers

# Light, dark, and paper, which takes little ink and needs no colour. In light and dark, letters on
# tiles have a contrast of 7:1 or more, captions of 4.5:1 or more. In grey the parts stay apart:
# letter tiles are light, tiles face down medium, closed cells dark.
_COLOURS = {
    "page": ("#ffffff", "#14171a", "#ffffff"),
    "table": ("#dfe6dc", "#222b27", "#ffffff"),
    "groove": ("#c3cebf", "#33403a", "#b4b4b4"),
    "closed": ("#434f48", "#0c100e", "#4a4a4a"),
    "closed-line": ("#6b7a70", "#26302b", "#8c8c8c"),
    "rim": ("#b59d6d", "#9c8658", "#7d7d7d"),
    "tile": ("#fdf6e3", "#efe5cb", "#ffffff"),
    "ink": ("#2a2118", "#241c14", "#000000"),
    "devil-rim": ("#8f1d14", "#c2493c", "#000000"),
    "devil-tile": ("#fbe3d6", "#f6d8c8", "#ececec"),
    "devil-ink": ("#8f1d14", "#851810", "#000000"),
    "back-rim": ("#5f432c", "#8a6544", "#565656"),
    "back": ("#936b48", "#5b412b", "#9c9c9c"),
    "back-line": ("#c09a72", "#84633f", "#dedede"),
    "text": ("#22252a", "#e8e6e1", "#000000"),
    "soft": ("#5a616b", "#a3abb5", "#505050"),
    "lit": ("#1c6ea4", "#2f8fd0", "#1c6ea4"),
}

THEMES: Mapping[str, Mapping[str, str]] = {
    name: {part: colours[n] for part, colours in _COLOURS.items()}
    for n, name in enumerate(("light", "dark", "paper"))
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
