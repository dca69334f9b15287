"""A picture as PNG, drawn by resvg from the SVG."""

from __future__ import annotations

from patience.render.drawing import Drawing
from patience.render.extras import load
from patience.render.svg import svg
from patience.render.theme import AUTO


def png(drawing: Drawing, *, theme: str = AUTO, scale: float = 1.0) -> bytes:
    """Return a drawing as a PNG file.

    Parameters
    ----------
    drawing : Drawing
    theme : str
        A name in `THEMES`; ``auto`` is the light one, as a PNG cannot choose.
    scale : float
        Pixels to a unit.

    Raises
    ------
    MissingExtraError
        If resvg-py is not installed.
    """
    resvg = load("resvg_py", "a PNG")
    text = svg(drawing, theme="light" if theme == AUTO else theme, scale=scale)
    return bytes(resvg.svg_to_bytes(svg_string=text, skip_system_fonts=True))
