"""``python -m scripts.fuzz``."""

import sys

import click

from scripts.common import execute
from scripts.fuzz.inputs import command as inputs
from scripts.fuzz.kills import main as kills
from scripts.fuzz.laws import command as laws
from scripts.fuzz.puzzles import command as puzzles


@click.group()
def main() -> None:
    """Try the program with hostile input, random puzzles and hostile surroundings."""


main.add_command(inputs, "inputs")
main.add_command(kills, "kills")
main.add_command(laws, "laws")
main.add_command(puzzles, "puzzles")

if __name__ == "__main__":
    sys.exit(execute(main))
