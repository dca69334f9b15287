"""Display of objects in notebooks. Drawing code is injected, so the model does not import it."""

from __future__ import annotations

from collections.abc import Callable


def _nothing(_value: object, _form: str) -> None:
    """Draw nothing, before the package has said what draws."""


# Draws an object as ``svg``, ``html`` or ``json`` text; None if it has no such form. The package
# sets it, to `patience.render.notebook.drawn`.
draw: Callable[[object, str], str | None] = _nothing


class Displayed:
    """Base class of objects that notebooks display as a picture or as HTML."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return draw(self, "svg")

    def _repr_html_(self) -> str | None:
        return draw(self, "html")
