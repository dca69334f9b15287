"""rich's live display, for terminals that are resized."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.control import Control
from rich.live import Live


class Display(Live):
    """Shows a renderable in place and redraws it cleanly after a resize.

    A resized terminal rewraps its lines, so the height of the last frame is unknown. The screen
    is cleared, and the next frame starts at its top.
    """

    def __init__(self, shown: RenderableType, *, console: Console, **options: Any) -> None:
        self._drawn_at = console.size
        super().__init__(shown, console=console, **options)

    def refresh(self) -> None:
        """Redraw."""
        size = self.console.size
        if size != self._drawn_at:
            self._drawn_at = size
            self.console.control(Control.clear(), Control.home())
        super().refresh()
