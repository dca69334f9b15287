"""The colours of pictures, by the part that they paint."""

from __future__ import annotations

from collections.abc import Mapping

AUTO = "auto"  # as the viewer prefers

# Letters on tiles have a contrast of 7:1 or more, captions of 4.5:1 or more, in both themes. In
# grey the parts stay apart: letter tiles are light, tiles face down medium, closed cells dark.
_LIGHT = {
    "page": "#ffffff",
    "table": "#dfe6dc",
    "groove": "#c3cebf",
    "closed": "#434f48",
    "closed-line": "#6b7a70",
    "rim": "#b59d6d",
    "tile": "#fdf6e3",
    "ink": "#2a2118",
    "devil-rim": "#8f1d14",
    "devil-tile": "#fbe3d6",
    "devil-ink": "#8f1d14",
    "back-rim": "#5f432c",
    "back": "#936b48",
    "back-line": "#c09a72",
    "text": "#22252a",
    "soft": "#5a616b",
    "lit": "#1c6ea4",
}
_DARK = {
    "page": "#14171a",
    "table": "#222b27",
    "groove": "#33403a",
    "closed": "#0c100e",
    "closed-line": "#26302b",
    "rim": "#9c8658",
    "tile": "#efe5cb",
    "ink": "#241c14",
    "devil-rim": "#c2493c",
    "devil-tile": "#f6d8c8",
    "devil-ink": "#851810",
    "back-rim": "#8a6544",
    "back": "#5b412b",
    "back-line": "#84633f",
    "text": "#e8e6e1",
    "soft": "#a3abb5",
    "lit": "#2f8fd0",
}
# For printing: little ink, and no colour is needed to tell the parts apart.
_PAPER = {
    "page": "#ffffff",
    "table": "#ffffff",
    "groove": "#b4b4b4",
    "closed": "#4a4a4a",
    "closed-line": "#8c8c8c",
    "rim": "#7d7d7d",
    "tile": "#ffffff",
    "ink": "#000000",
    "devil-rim": "#000000",
    "devil-tile": "#ececec",
    "devil-ink": "#000000",
    "back-rim": "#6a6a6a",
    "back": "#c4c4c4",
    "back-line": "#828282",
    "text": "#000000",
    "soft": "#505050",
    "lit": "#1c6ea4",
}

THEMES: Mapping[str, Mapping[str, str]] = {"light": _LIGHT, "dark": _DARK, "paper": _PAPER}
