"""``python -m scripts.fuzz``."""

import sys

import click

from scripts.common import execute
from scripts.fuzz.kills import main as kills
from scripts.fuzz.laws import command as laws


@click.group()
def main() -> None:
    """Try the program in hostile surroundings, and its laws on random puzzles."""


main.add_command(kills, "kills")
main.add_command(laws, "laws")

if __name__ == "__main__":
    sys.exit(execute(main))
