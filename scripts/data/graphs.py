"""Write the word graphs of the shipped lexicons: ``python -m scripts.data.graphs``."""

from __future__ import annotations

import click

from patience.files.text import write_bytes
from patience.render.graphs import path_of, shipped
from patience.render.wordgraph import packed
from patience.words.lexicon import load


@click.command(help=__doc__)
def main() -> None:
    """Write the files."""
    for name in shipped():
        path = path_of(name)
        path.parent.mkdir(exist_ok=True)
        write_bytes(str(path), packed(load(name).words))


if __name__ == "__main__":
    main()
