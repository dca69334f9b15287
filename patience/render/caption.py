"""The caption below the picture of a grid, and a description for those who cannot see it."""

from __future__ import annotations

from patience.game.alphabet import written
from patience.render.flow import TEXT, Flow, Line
from patience.render.letters import STRONG, width
from patience.render.scene import Scene

# Longer lists of words end in "and N more".
_MAX_WORDS = 400


def caption_lines(scene: Scene, room: float, scale: float = 1.0) -> list[Line]:
    """Return the lines of the caption, no wider than `room`; `scale` is that of its text."""
    words = scene.language
    flow = Flow(room, scale)
    flow.gap()
    flow.heading(scene.title)
    commas = [f"{fact}," for fact in scene.facts[:-1]]
    flow.paragraph(" ".join([*commas, *scene.facts[-1:]]).split(" "), colour="soft")
    for kind, label, tiles in scene.tile_lists:
        flow.gap()
        flow.paragraph(tiles.split(), label=label, kind=kind)
    labels = words("across"), words("down")
    widest = max(width(STRONG, TEXT, label) for label in labels) + 8
    for label, runs in zip(labels, (scene.across, scene.down), strict=True):
        if runs:
            texts = list(map(scene.shown, runs[:_MAX_WORDS]))
            if len(runs) > _MAX_WORDS:
                texts.append(words("more", n=len(runs) - _MAX_WORDS))
            flow.gap()
            flow.paragraph(texts, between="   ", label=label, label_width=widest)
    return flow.lines


def description(scene: Scene) -> str:
    """Return what a picture shows in words, for those who cannot see it."""
    words = scene.language
    parts = [f"{scene.title}; {', '.join(scene.facts)}."]
    if len(scene.tiles) <= _MAX_WORDS:
        parts.append(words("rows", rows=", ".join(map(written, scene.grid.rows))))
    for _, label, text in scene.tile_lists:
        parts.append(words("labelled", label=label[:1].upper() + label[1:], text=text) + ".")
    return " ".join(parts)
