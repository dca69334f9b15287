"""Display of objects in notebooks. Drawing code is injected, so the model does not import it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _nothing(_value: object, _form: str, _axes: Any) -> None:
    """Draw nothing, before the package has said what draws."""


# Draws an object as ``svg``, ``html`` or ``json`` text (None if it has no such form), or as a
# ``plot`` on matplotlib axes. The package sets it, to `patience.render.notebook.drawn`.
draw: Callable[[object, str, Any], Any] = _nothing


class Displayed:
    """Base class of objects that notebooks display as a picture or as HTML."""

    __slots__ = ()

    def _drawn(self, form: str, axes: Any = None) -> Any:
        return draw(self, form, axes)

    def _repr_svg_(self) -> str | None:
        drawn: str | None = self._drawn("svg")
        return drawn

    def _repr_html_(self) -> str | None:
        drawn: str | None = self._drawn("html")
        return drawn
