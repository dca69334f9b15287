"""The builder of the English lists, on a small folder that has every trap of the real one."""

import gzip
import json
from pathlib import Path

from click.testing import CliRunner

from scripts.data.build_english import main

FILES = {
    "english-words.10": "cat\ncat's\nCatherine\na\nox\n",
    "english-words.50": "café\nks\nwell-known\n",
    "english-words.70": "qi\ncsc\n",
    "english-words.80": "aal\n",
    "american-words.20": "color\n",
    "british-words.20": "colour\n",
    "canadian-words.20": "toque\n",
    "english-abbreviations.10": "etc\n",
    "american_variant_1-words.20": "colur\n",
}


def build(folder: Path) -> dict[str, list[str]]:
    scowl, output = folder / "scowl", folder / "output"
    for each in (scowl, output):
        each.mkdir(exist_ok=True)
    for name, text in FILES.items():
        (scowl / name).write_text(text, "utf-8")
    done = CliRunner().invoke(main, [str(scowl), "--output", str(output)])
    assert done.exit_code == 0, done.output
    texts = {path.name: path.read_bytes() for path in output.glob("*.txt.gz")}
    return {name: gzip.decompress(data).decode().split("\n") for name, data in texts.items()}


def test_words_are_taken_by_kind_and_size(tmp_path: Path) -> None:
    common = ["CAFE", "CAT", "COLOR", "COLOUR", "OX"]
    built = build(tmp_path)
    assert built == {"en-common.txt.gz": common, "en.txt.gz": [*common, "QI"]}
    about = json.loads((tmp_path / "output" / "en.json").read_text("utf-8"))
    assert about["words"]["by_length"] == {"2": 2, "3": 1, "4": 1, "5": 1, "6": 1}
    assert sorted(about["inputs"]) == [
        *("american-words.20", "british-words.20"),
        *("english-words.10", "english-words.50", "english-words.70"),
    ]


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    build(tmp_path)
    first = {path.name: path.read_bytes() for path in (tmp_path / "output").iterdir()}
    build(tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / "output").iterdir()} == first
