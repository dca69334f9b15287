"""Build the shipped English lexicons from SCOWL, as in Debian's package scowl.

    python -m scripts.data.build_english /usr/share/dict/scowl

Takes the words that American and British English share and those of each, up to a size. SCOWL
keeps names, abbreviations, contractions and Roman numerals in files of their own, which stay out;
so do possessives, entries of one letter, and the few symbols listed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from patience.words.wordlist import fold, is_word
from scripts.data.build_lexicon import LEXICONS, manifest, pack

# SCOWL's sizes: 50 "medium" is in 5 of 12 dictionaries at least, 70 is "large".
SIZES = {"en-common": 50, "en": 70}
ABOUT = {"en-common": "everyday English", "en": "English, American and British"}
KINDS = ("english-words", "american-words", "british-words")

# Symbols of units and functions, and plurals of the names of letters: no words to lay.
SYMBOLS = "AEQ CS CSC CSCH DKL GS HHD KB KS LM LN LS LX MB MF MS PS RS SS TS"


def words_of(entries: Iterable[str]) -> set[str]:
    """Return the words of the game among entries of SCOWL."""
    plain = (entry for entry in entries if entry.isalpha() and entry.islower())
    return {word for word in map(fold, plain) if is_word(word)}.difference(SYMBOLS.split())


FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("scowl", type=FOLDER)
@click.option("--output", type=FOLDER, default=LEXICONS, help="Folder to write to.")
def main(scowl: Path, output: Path) -> None:
    """Build the English lexicons from the folder SCOWL."""
    for name, size in SIZES.items():
        files = [file for kind in KINDS for file in sorted(scowl.glob(f"{kind}.*"))]
        inputs = {file.name: file.read_bytes() for file in files if int(file.suffix[1:]) <= size}
        words = sorted(words_of(line for data in inputs.values() for line in data.decode().split()))
        (output / f"{name}.txt.gz").write_bytes(pack("\n".join(words).encode()))
        about = {
            "name": name,
            "description": f"{ABOUT[name]}: {len(words):,} words",
            "licence": "SCOWL",
            "source": f"SCOWL by Kevin Atkinson, up to size {size} (http://wordlist.aspell.net)",
            "alphabet": "en",
        }
        (output / f"{name}.json").write_text(manifest(about, words, inputs), "utf-8")
        click.echo(f"{name}: {len(words):,} words written to {output}")


if __name__ == "__main__":
    main()
