"""A picture that moves: how a grid is built row by row, or better grids one after the other."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from patience.extras import load
from patience.render.drawing import Drawing, Item
from patience.render.layout import arrange, picture
from patience.render.png import check_pixels, png
from patience.render.scene import Scene
from patience.render.svg import body, document
from patience.render.theme import AUTO

# Seconds that a row, a grid on the way, and the last picture stay.
_ROW_S, _GRID_S, _LAST_S = 0.45, 1.3, 4.0


@dataclass(frozen=True)
class Layer:
    """Parts of a picture that are seen from one time (seconds) to another."""

    items: tuple[Item, ...]
    start: float
    end: float


@dataclass(frozen=True)
class Animation:
    """Layers, the first at the back; `whole` has the sides, and the words, of all of them."""

    whole: Drawing
    layers: tuple[Layer, ...]
    seconds: float


def animation(scenes: Sequence[Scene], *, caption: bool = True) -> Animation:
    """Return the building of a single grid, or several grids one after the other."""
    if len(scenes) == 1:
        return _row_by_row(scenes[0], caption)
    drawings = [picture(scene, caption=caption) for scene in scenes]
    whole = replace(
        drawings[-1],
        width=max(drawing.width for drawing in drawings),
        height=max(drawing.height for drawing in drawings),
    )
    starts = [n * _GRID_S for n in range(len(scenes))]
    seconds = starts[-1] + _LAST_S
    layers = map(Layer, (drawing.items for drawing in drawings), starts, [*starts[1:], seconds])
    return Animation(whole, tuple(layers), seconds)


def animated_svg(moving: Animation, *, theme: str = AUTO, scale: float = 1.0) -> str:
    """Return an animation as SVG; with reduced motion it shows the last picture.

    Parameters are those of `patience.render.svg.svg`.
    """
    seconds = moving.seconds
    rules, groups = [], []
    for number, layer in enumerate(moving.layers):
        drawn = body(layer.items, theme)
        if layer.start == 0 and layer.end == seconds:
            groups.append(f"<g>{drawn}</g>")
            continue
        on, off = 100 * layer.start / seconds, 100 * layer.end / seconds
        steps = [(0.0, not on), (on, True), (off, layer.end == seconds), (100.0, off == 100)]
        frames = "".join(f"{at:.2f}%{{opacity:{int(seen)}}}" for at, seen in dict(steps).items())
        rules.append(
            f"@keyframes k{number}{{{frames}}}"
            f".k{number}{{animation:k{number} {seconds:g}s step-end infinite}}"
        )
        last = "" if layer.end == seconds else ' opacity="0"'
        groups.append(f'<g class="k{number}"{last}>{drawn}</g>')
    moves = f"@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}"
    items = tuple(item for layer in moving.layers for item in layer.items)
    return document(replace(moving.whole, items=items), "".join(groups), theme, scale, moves)


def gif(moving: Animation, *, theme: str = AUTO, scale: float = 1.0) -> bytes:
    """Return an animation as a GIF file; parameters and errors are those of `png`."""
    image = load("PIL.Image", "a GIF")
    check_pixels(moving.whole, scale, pictures=len(moving.layers))
    times = sorted({layer.start for layer in moving.layers})
    pictures = []
    for time in times:
        seen = [each for each in moving.layers if each.start <= time < each.end]
        items = tuple(item for layer in seen for item in layer.items)
        data = png(replace(moving.whole, items=items), theme=theme, scale=scale)
        pictures.append(image.open(io.BytesIO(data)).convert("RGB"))
    # One palette for all: the pictures get it as a single tall one.
    width, height = pictures[0].size
    tall = image.new("RGB", (width, height * len(pictures)))
    for number, each in enumerate(pictures):
        tall.paste(each, (0, number * height))
    tall = tall.quantize(_COLOURS)
    first, *others = (
        tall.crop((0, top, width, top + height)) for top in range(0, tall.height, height)
    )
    ends = [*times[1:], moving.seconds]
    file = io.BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(1000 * (end - start)) for start, end in zip(times, ends, strict=True)],
        loop=0,
    )
    return file.getvalue()


# Enough for the edges of letters in some ten colours; a larger palette only makes larger files.
_COLOURS = 128


def _row_by_row(scene: Scene, caption: bool) -> Animation:
    """Return the empty table, then one more row at a time, and the caption at the end."""
    parts = arrange(scene, caption=caption)
    end = len(parts.rows) * _ROW_S
    seconds = end + _LAST_S
    empty = arrange(scene.emptied(), caption=caption)
    layers = [Layer((parts.table, *(item for row in empty.rows for item in row)), 0.0, seconds)]
    layers += (Layer(row, n * _ROW_S, seconds) for n, row in enumerate(parts.rows, 1))
    layers.append(Layer(parts.caption, end, seconds))
    return Animation(picture(scene, caption=caption), tuple(layers), seconds)
