"""Draw the pictures of grids for the documentation: ``python -m scripts.data.pictures``.

They are written to ``docs/pictures``; the tests check that they are up to date.
"""

from __future__ import annotations

from pathlib import Path

from patience.files.grids import read_grids
from patience.files.text import write_text
from patience.render.language import ENGLISH
from patience.render.layout import picture
from patience.render.scene import Scene, scene_of
from patience.render.svg import svg
from scripts.common import ROOT

FOLDER = ROOT / "docs" / "pictures"
_GOLDEN, _BEST = ROOT / "tests" / "golden", ROOT / "instances" / "best"

# The grid of each picture, by name.
PICTURES: dict[str, Path] = {
    "example-1": _GOLDEN / "example1.txt",
    "example-2": _GOLDEN / "example2.txt",
    "frame-9x7": _BEST / "gay-play-frame-9x7.txt",
    "compact": _BEST / "gay-play-compact-63.txt",
    "fill": ROOT / "docs" / "data" / "fill.txt",
    "board": _BEST / "competition-standin.txt",
}


def drawn(name: str) -> str:
    """Return the content of a picture."""
    (scene,) = scenes_in(PICTURES[name])
    return svg(picture(scene))


def path_of(name: str) -> Path:
    """Return the path of a picture."""
    return FOLDER / f"{name}.svg"


def scenes_in(path: Path, code: str = ENGLISH) -> list[Scene]:
    """Return the scenes of the grids in a file, in a language."""
    return [
        scene_of(file.spec().for_grid(file.grid).puzzle(), file.grid, file.header, code=code)
        for file in read_grids(path)
    ]


def main() -> None:
    """Draw them all."""
    for name in PICTURES:
        write_text(path_of(name), drawn(name))


if __name__ == "__main__":
    main()
