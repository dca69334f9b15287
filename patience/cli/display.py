"""rich's live display, for a terminal whose size changes."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.control import Control
from rich.live import Live


class Display(Live):
    """Shows a renderable in place; where the terminal changes its size, nothing stale stays.

    A terminal that changes its size breaks lines anew, so that nobody knows how many of them the
    last picture takes: the screen is cleared, and the next picture starts at its top.
    """

    def __init__(self, shown: RenderableType, *, console: Console, **options: Any) -> None:
        self._drawn_at = console.size
        super().__init__(shown, console=console, **options)

    def refresh(self) -> None:
        """Draw anew."""
        size = self.console.size
        if size != self._drawn_at:
            self._drawn_at = size
            self.console.control(Control.clear(), Control.home())
        super().refresh()
