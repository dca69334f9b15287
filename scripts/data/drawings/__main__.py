"""Draw them all, or those named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from patience.files.text import write_text
from patience.render.drawing import Drawing
from patience.render.svg import svg
from scripts.data.drawings import beams, graphs, proofs, recreation

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"

DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "word-graph": graphs.word_graph,
    "line-automaton": graphs.line_automaton,
    "frontier": beams.frontier,
    "beam-layers": beams.layers,
    "score-terms": beams.terms,
    "exhaustive-rows": proofs.rows,
    "recreate": recreation.iteration,
}


def main() -> None:
    """Write the drawings."""
    for name in sys.argv[1:] or DRAWINGS:
        write_text(FOLDER / f"{name}.svg", svg(DRAWINGS[name]()))


if __name__ == "__main__":
    main()
