"""The keys of TOML files: their JSON schema, and the tables of docs/reference/files.md.

python -m scripts.data.keys     write both
"""

from __future__ import annotations

import json
import re
from typing import Any

import click
import msgspec

from patience.files.text import write_text
from patience.question import fields
from patience.question.fields import Lists, Question, SetKeys, Swept, Table, keys
from scripts.common import ROOT, execute

PAGE = ROOT / "docs" / "reference" / "files.md"
SCHEMA = ROOT / "instances" / "puzzle.schema.json"

_MARKED = re.compile(r"(<!-- keys: (\w+) -->\n\n).*?(?=\n\n)", re.DOTALL)


@click.command()
def make() -> None:
    """Write the schema and the tables."""
    write_text(SCHEMA, schema())
    write_text(PAGE, with_tables(PAGE.read_text("utf-8")))


def schema() -> str:
    """Return the JSON schema of instances, sweeps and tile sets."""
    kinds, parts = msgspec.json.schema_components((Question, Swept, SetKeys))
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of patience, a sweep, or a tile set",
        "anyOf": list(kinds),
        "$defs": parts,
    }
    return json.dumps(_without_null(whole), indent=1, ensure_ascii=False) + "\n"


def with_tables(page: str) -> str:
    """Return the page with the tables of today."""
    return _MARKED.sub(lambda mark: mark[1] + _table(getattr(fields, mark[2])), page)


def _table(kind: type[Table]) -> str:
    if kind in {Lists, SetKeys}:  # no command has flags for these
        head, rows = "| key | value |\n|---|---|\n", [(key, "") for key in keys(kind)]
    else:
        head = "| key | value | flag |\n|---|---|---|\n"
        rows = [(key, f" {f'`--{key.flag}`' if key.flag else ''} |") for key in keys(kind)]
    return head + "\n".join(f"| `{key.name}` | {key.about} |{flag}" for key, flag in rows)


def _without_null(schema: Any) -> Any:
    """Return a schema without null: TOML has none, and a key that is left out has no value."""
    if isinstance(schema, list):
        return list(map(_without_null, schema))
    if not isinstance(schema, dict):
        return schema
    kinds = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    if len(kinds) == 1:
        schema = {**schema, **kinds[0]}
        del schema["anyOf"]
    elif kinds:
        schema = {**schema, "anyOf": kinds}
    if not isinstance(schema.get("default", 0), int):
        schema = {key: value for key, value in schema.items() if key != "default"}
    return {key: _without_null(value) for key, value in schema.items()}


if __name__ == "__main__":
    execute(make)
