"""What a notebook shows of an object; pictures are drawn above, so that the model needs none."""

from __future__ import annotations

from collections.abc import Callable

# Draws an object as ``svg`` or ``html``; None where it is not shown that way.
Drawer = Callable[[object, str], str | None]

_drawers: list[Drawer] = []


def draw_with(drawer: Drawer) -> None:
    """Have objects drawn by a function of an upper layer."""
    _drawers[:] = [drawer]


class Displayed:
    """Base class of what a notebook shows as a picture or as a part of a page."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _drawn(self, "svg")

    def _repr_html_(self) -> str | None:
        return _drawn(self, "html")


def _drawn(value: object, form: str) -> str | None:
    return next((drawer(value, form) for drawer in _drawers), None)
