"""What a notebook shows of an object; pictures are drawn above, so that the model needs none."""

from __future__ import annotations

from typing import Any, Protocol


class Drawer(Protocol):
    """Draws objects."""

    def __call__(self, value: object, form: str, axes: Any = None) -> Any:
        """Return an object as ``svg`` or ``html`` text, or None where it is not shown that way.

        As a ``plot`` it goes on the `axes` of matplotlib, or on new ones, which are returned.
        """


_drawers: list[Drawer] = []


def draw_with(drawer: Drawer) -> None:
    """Have objects drawn by a function of an upper layer."""
    _drawers[:] = [drawer]


def draw(value: object, form: str, axes: Any = None) -> Any:
    """Have an object drawn; the form and what comes back are those of `Drawer`."""
    return next((drawer(value, form, axes) for drawer in _drawers), None)


class Displayed:
    """Base class of what a notebook shows as a picture or as a part of a page."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        drawn: str | None = draw(self, "svg")
        return drawn

    def _repr_html_(self) -> str | None:
        drawn: str | None = draw(self, "html")
        return drawn
