"""Measure the boxes of the day that ship: ``python -m scripts.data.boxes 2026-09-28 66``.

A week takes three seconds. Weeks that are shipped already are measured anew, as weights or words
may have changed.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

import click
import msgspec

from patience.analysis.daily import WEEK, boxes_of_week, measure, monday_of
from patience.files.text import write_bytes
from patience.web import boxes


@click.command(help=__doc__)
@click.argument("first", type=click.DateTime(["%Y-%m-%d"]))
@click.argument("weeks", type=click.IntRange(1))
def main(first: datetime, weeks: int) -> None:
    """Write the file."""
    mondays: list[date] = [monday_of(first.date()) + timedelta(n * WEEK) for n in range(weeks)]
    shipped = boxes.Shipped.of(boxes_of_week(monday, measure) for monday in mondays)
    write_bytes(boxes.path(), msgspec.json.encode(shipped) + b"\n")


if __name__ == "__main__":
    main()
