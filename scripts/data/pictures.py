"""Draw the pictures of grids for the documentation: ``python -m scripts.data.pictures``.

They are written to ``docs/pictures``; the tests check that they are up to date.
"""

from __future__ import annotations

from pathlib import Path

from patience.files.grids import read_grids
from patience.files.text import write_bytes, write_text
from patience.render.formats import FORMATS, Options, render
from patience.render.language import ENGLISH
from patience.render.scene import Scene, scene_of
from scripts.common import ROOT

FOLDER = ROOT / "docs" / "pictures"
_GOLDEN, _BEST = ROOT / "tests" / "golden", ROOT / "instances" / "best"

# Format and grids of each picture, by name.
PICTURES: dict[str, tuple[str, tuple[Path, ...]]] = {
    "example-1": ("svg", (_GOLDEN / "example1.txt",)),
    "example-2": ("svg", (_GOLDEN / "example2.txt",)),
    "frame-9x7": ("svg", (_BEST / "gay-play-frame-9x7.txt",)),
    "compact": ("svg", (_BEST / "gay-play-compact-63.txt",)),
    "fill": ("svg", (ROOT / "docs" / "data" / "fill.txt",)),
    "board": ("svg", (_BEST / "competition-standin.txt",)),
    "row-by-row": ("gif", (_BEST / "gay-play-frame-9x7.txt",)),
    "better-and-better": (
        "animated-svg",
        (_GOLDEN / "example2.txt", ROOT / "docs" / "data" / "better-and-better.txt"),
    ),
}


def drawn(name: str) -> str | bytes:
    """Return the content of a picture."""
    form, paths = PICTURES[name]
    return render([scene for path in paths for scene in scenes_in(path)], form, Options())


def path_of(name: str) -> Path:
    """Return the path of a picture."""
    return FOLDER / f"{name}{FORMATS[PICTURES[name][0]].extension}"


def scenes_in(path: Path, code: str = ENGLISH) -> list[Scene]:
    """Return the scenes of the grids in a file, in a language."""
    return [
        scene_of(file.spec().for_grid(file.grid).puzzle(), file.grid, file.header, code=code)
        for file in read_grids(path)
    ]


def main() -> None:
    """Draw them all."""
    for name in PICTURES:
        content = drawn(name)
        if isinstance(content, bytes):
            write_bytes(path_of(name), content)
        else:
            write_text(path_of(name), content)


if __name__ == "__main__":
    main()
