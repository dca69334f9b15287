"""The benchmark that ships: ``python -m scripts.data.benchmark`` writes instances/benchmark.json.

Each line is made of the files of an instance: the question, the best grid, and the certificate.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from patience import records
from patience.files.benchmark import FILE
from patience.files.instances import load_instance
from patience.files.text import write_text
from patience.proofs.certificates import known, known_bound
from patience.question.header import to_header
from patience.question.spec import Spec
from patience.render.json import hand_json, rows_json
from patience.words.lexicon import load
from scripts.common import ROOT, execute

FOLDER = ROOT / "instances"
MINI = "mini/optimum.json"
DRAWN = "drawn/best.json"


@click.command(help=__doc__)
def main() -> None:
    """Write the file."""
    write_text(FOLDER / FILE, content())


def content() -> str:
    """Return the file of today: a line for each instance."""
    tiers = *_tier("drawn", DRAWN, "found"), *_tier("mini", MINI, "proofs")
    lines = [json.dumps(each, ensure_ascii=False) for each in (*_large(), *tiers)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _large() -> Iterator[dict[str, Any]]:
    for name in records.names():
        record, spec = records.read(name), load_instance(name)
        asked = record.puzzle, load(*spec.vocabulary)
        best, certificate = f"best/{name}.txt", known(*asked)
        certified = known_bound(*asked) == record.bound
        yield {
            **_question(name, spec),
            "cost": record.cost,
            "bound": record.bound,
            "rows": rows_json(record.grid),
            "found": record.found,
            "sources": {
                "question": f"{name}.toml",
                "grid": best,
                "bound": f"proofs/{certificate.name}" if certificate and certified else best,
            },
        }


def _tier(folder: str, table: str, found: str) -> Iterator[dict[str, Any]]:
    for name, best in json.loads((FOLDER / table).read_text("utf-8")).items():
        yield {
            **_question(f"{folder}/{name}", load_instance(f"{folder}/{name}")),
            "cost": best["cost"],
            "bound": best.get("bound", best["cost"]),
            "rows": best["grid"],
            "found": {x: y if isinstance(y, dict) else str(y) for x, y in best[found].items()},
            "sources": {"question": f"{folder}/{name}.toml", "grid": table, "bound": table},
        }


def _question(name: str, spec: Spec) -> dict[str, Any]:
    lexicon = load(*spec.vocabulary)
    words = {"name": lexicon.name, "sha256": lexicon.sha256, "words": len(lexicon)}
    return {
        "name": name,
        "question": to_header(spec),
        "tiles": hand_json(spec.tile_set),
        "words": words,
    }


if __name__ == "__main__":
    execute(main)
