"""What is said of a grid: the caption below its picture, and words for those who cannot see it."""

from __future__ import annotations

from patience.render.flow import TEXT, Flow, Line
from patience.render.letters import STRONG, width
from patience.render.scene import Kind, Scene

# Longer lists of words end in "and N more".
_MOST_WORDS = 400


def caption_lines(scene: Scene, room: float, scale: float = 1.0) -> list[Line]:
    """Return the caption, set in a width, in lines.

    Parameters
    ----------
    scene : Scene
    room : float
        Width to set it in.
    scale : float
        Of its text.
    """
    words = scene.language
    flow = Flow(room, scale)
    flow.gap()
    flow.heading(scene.title)
    commas = [f"{fact}," for fact in scene.facts[:-1]]
    flow.paragraph(" ".join([*commas, *scene.facts[-1:]]).split(" "), colour="soft")
    if scene.hidden:
        flow.gap()
        tiles = scene.hidden_phrase.split()
        flow.paragraph(tiles, label=scene.hidden_name, kind=Kind.DOWN)
    if scene.devils:
        flow.gap()
        kind = Kind.DEVIL if scene.marked else None
        flow.paragraph(scene.devils_phrase.split(), label=scene.devils_name, kind=kind)
    labels = words("across"), words("down")
    widest = max(width(STRONG, TEXT, label) for label in labels) + 8
    for label, runs in zip(labels, (scene.across, scene.down), strict=True):
        if runs:
            texts = [run.text for run in runs[:_MOST_WORDS]]
            if len(runs) > _MOST_WORDS:
                texts.append(words("more", n=len(runs) - _MOST_WORDS))
            flow.gap()
            flow.paragraph(texts, between="   ", label=label, label_width=widest)
    return flow.lines


def description(scene: Scene) -> str:
    """Return what a picture shows in words, for those who cannot see it."""
    words = scene.language
    parts = [f"{scene.title}; {', '.join(scene.facts)}."]
    if len(scene.tiles) <= _MOST_WORDS:
        parts.append(words("rows", rows=", ".join(scene.grid.rows)))
    for label, text in (
        (scene.hidden_name, scene.hidden_phrase),
        (scene.devils_name, scene.devils_phrase),
    ):
        if text:
            parts.append(words("labelled", label=label.capitalize(), text=text) + ".")
    return " ".join(parts)
