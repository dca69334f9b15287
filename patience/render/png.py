"""A picture as PNG, drawn by resvg from the SVG."""

from __future__ import annotations

from patience.errors import PatienceError
from patience.extras import load
from patience.render.drawing import Drawing
from patience.render.svg import svg
from patience.render.theme import AUTO

# What a machine with a few GB of memory draws in seconds.
MAX_PIXELS = 150_000_000


def png(drawing: Drawing, *, theme: str, scale: float) -> bytes:
    """Return a drawing as a PNG file.

    The theme ``auto`` is the light one, as a PNG cannot choose; `scale` is pixels to a unit.

    Raises
    ------
    MissingExtraError
        If resvg-py is not installed.
    PatienceError
        If the picture is too large.
    """
    pixels = round(drawing.width * drawing.height * scale * scale)
    if pixels > MAX_PIXELS:
        raise PatienceError(
            f"{pixels:,} pixels are more than {MAX_PIXELS:,}: give --size a smaller number"
        )
    resvg = load("resvg_py", "a PNG")
    text = svg(drawing, theme="light" if theme == AUTO else theme, scale=scale)
    return bytes(resvg.svg_to_bytes(svg_string=text, skip_system_fonts=True))
