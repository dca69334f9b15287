"""What a notebook shows of an object; pictures are drawn above, so that the model needs none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Draws an object as ``svg`` or ``html`` text, None where it has no such form, or as a ``plot`` on
# the axes of matplotlib. The package puts `patience.render.notebook.drawn` here.
drawer: list[Callable[[object, str, Any], Any]] = []


class Displayed:
    """Base class of what a notebook shows as a picture or as a part of a page."""

    __slots__ = ()

    def _drawn(self, form: str, axes: Any = None) -> Any:
        return drawer[0](self, form, axes)

    def _repr_svg_(self) -> str | None:
        drawn: str | None = self._drawn("svg")
        return drawn

    def _repr_html_(self) -> str | None:
        drawn: str | None = self._drawn("html")
        return drawn
