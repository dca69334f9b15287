"""Whatever has happened to a file, it is read, or refused by one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from patience.batch import journal
from patience.batch.inputs import read_inputs
from patience.cli import main
from patience.errors import PatienceError
from patience.files.clues import read_clues
from patience.files.grids import read_grids
from patience.files.instances import load_instance
from patience.proofs import certificates
from patience.proofs.states import StateFile
from patience.question.catalogue import tile_set
from patience.shipped import data_dir
from patience.words.reading import read as read_words
from tests.batch.helpers import record_of

GRID = "; goal: frame\n; size: 3x3\n; tiles: A9 B9 ?2\n; start: A../.../...\nABC\nD.E\nFGH\n"
INSTANCE = """goal = "frame"
frame = "3x3"
tiles = "ABCDEFGHI"
jokers = 1
lexicon = "fr-basic"
[rules]
require = ["ABC"]
[lexicon_filter]
min_length = 3
[start]
rows = ["A..", "...", "..."]
"""
SWEEP = """name = "hand-{n}"
goals = ["frame 3x3", "compact"]
tiles = ["ABCDEFGHI", "AABBCCDDE"]
seeds = [0, 5]
"""
STATE = json.dumps(
    {
        "format": 3,
        "proof": "0123",
        "seconds": 1.5,
        "refuted": [{"label": "by rows", "cost": 0, "nodes": [4, 5]}],
        "done": {"1": 4},
        "begun": {"2": "AAAA"},
    }
)


def grids(path: Path) -> None:
    for file in read_grids(path):
        file.spec().for_grid(file.grid).puzzle()


def instance(path: Path) -> None:
    load_instance(path).puzzle()


def state(path: Path) -> None:
    StateFile(path, json.loads(STATE)["proof"]).read()


# Each reader by the name of a file that it reads, and the file; `show` writes grids without one.
READERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "grid.txt": (grids, GRID),
    "grid.json": (grids, ""),
    "grid.ipuz": (grids, ""),
    "grid.exolve": (grids, ""),
    "grid.jpz": (grids, ""),
    "grid.puz": (grids, ""),
    "instance.toml": (instance, INSTANCE),
    "sweep.toml": (lambda path: read_inputs([str(path)]), f"[sweep]\n{SWEEP}"),
    "set.toml": (tile_set, 'name = "mine"\nletters = {A = 5, B = 2}\njokers = 1\n'),
    "words.txt": (read_words, "mot;n\nchat;5\n\u00e9t\u00e9;7\nroi;3\n"),
    "clues.txt": (read_clues, "AB\tone\nCD\ttwo\n"),
    "journal.jsonl": (lambda path: journal.read_journal(path.parent), record_of(1).to_line()),
    "certificate.json": (certificates.read, ""),
    "state.json": (state, STATE),
}

# Texts, numbers and bytes that readers may fail on.
BAD = st.sampled_from(
    [
        *("", "\0", "\t", "\r", "\n\n", "; goal: ", "9" * 5000, "x" * 5000, "0x" + "f" * 5000),
        *("[" * 3000, "{" * 3000, '{"a":' * 2000, "'''", '"', "%s%n{0}", "../..", "/dev/null"),
        *("-1", "1e309", "nan", "true", "null", "2000-01-01", "=", "#", "*", "~", ":", ","),
        *("\u0131", "\ufb06", "\u2028", "\u202e", "A\u0301" * 30, "\x1b[31m", "\ufeff"),
    ]
).map(str.encode) | st.binary(max_size=3)


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw bytes with pieces cut out, repeated or put in, or in another encoding."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 1, 2, 5, 40]))
        piece = draw(BAD | st.sampled_from([data[start:end] * 2, data[start:end] * 100]))
        data = data[:start] + piece + data[end:]
    encoding = draw(st.sampled_from([""] * 5 + ["utf-16", "utf-32", "utf-8-sig", "latin-1"]))
    return data.decode("utf-8", "replace").encode(encoding, "replace") if encoding else data


ATOMS: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 10**30, 1e308, float("nan"), "", "A", [], {}, [[]]]
)


@st.composite
def other_json(draw: st.DrawFn, data: bytes) -> bytes:
    """Draw JSON of which one part is missing or another."""
    whole = [json.loads(data)]
    within: Any = whole
    at: Any = 0
    while isinstance(within[at], dict | list) and within[at] and draw(st.integers(0, 5)):
        within = within[at]
        keys = list(within) if isinstance(within, dict) else range(len(within))
        at = draw(st.sampled_from(keys))
    if draw(st.booleans()):
        within[at] = draw(ATOMS)
    else:
        del within[at]
    return json.dumps(whole[0] if whole else None).encode()


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files as they are when nothing has happened to them."""
    folder = tmp_path_factory.mktemp("samples")
    found = {}
    for name, (_, text) in READERS.items():
        path = folder / name
        if text:
            path.write_text(text, "utf-8")
        elif name == "certificate.json":
            path = min(
                (data_dir("instances") / "proofs").glob("*.json"), key=lambda x: x.stat().st_size
            )
        else:
            (folder / "plain").write_text(GRID, "utf-8")
            done = CliRunner().invoke(main, ["show", str(folder / "plain"), "--output", str(path)])
            assert done.exit_code == 0, done.output
        found[name] = path.read_bytes()
    return found


def refusal(name: str, path: Path) -> str:
    """Return the sentence by which a file is refused; nothing if it is read."""
    try:
        READERS[name][0](path)
    except PatienceError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", READERS)
def test_what_is_whole_is_read(name: str, samples: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(samples[name])
    assert refusal(name, tmp_path / name) == ""


@pytest.mark.parametrize("name", READERS)
@given(st.data())
def test_what_is_damaged_is_read_or_refused(
    name: str,
    samples: dict[str, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    whole = samples[name]
    kinds = damaged(whole)
    if name.endswith((".json", ".jsonl", ".ipuz")):
        kinds |= other_json(whole)
    path.write_bytes(data.draw(kinds))
    assert "\n" not in refusal(name, path)
