"""rich's live display, for terminals that are resized."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.control import Control
from rich.live import Live

_FRAMES_PER_SECOND = 5


class Display(Live):
    """Shows a renderable in place and redraws it cleanly after a resize.

    A resized terminal rewraps its lines, so the height of the last frame is unknown. The screen
    is cleared, and the next frame starts at its top.
    """

    def __init__(self, shown: RenderableType, console: Console) -> None:
        self._drawn_at = console.size
        super().__init__(
            shown, console=console, transient=True, refresh_per_second=_FRAMES_PER_SECOND
        )

    def refresh(self) -> None:
        """Redraw."""
        size = self.console.size
        if size != self._drawn_at:
            self._drawn_at = size
            self.console.control(Control.clear(), Control.home())
        super().refresh()
