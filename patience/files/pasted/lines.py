"""Lines of a text, and the parts they form."""

from __future__ import annotations

from typing import NamedTuple

COMMENT = ";"


class Line(NamedTuple):
    """A line of a text, with its number from 1."""

    number: int
    text: str

    @property
    def is_empty(self) -> bool:
        """Whether the line has only spaces."""
        return not self.text.strip(" ")


Lines = list[Line]


def parts(lines: Lines) -> list[Lines]:
    """Split before each comment that follows an empty line below a grid.

    Comments at the end belong to the last grid.
    """
    found: list[Lines] = [[]]
    begun = False  # whether the last part has rows
    for line in lines:
        if begun and is_comment(line) and found[-1][-1].is_empty:
            found.append([])
            begun = False
        found[-1].append(line)
        begun = begun or not (line.is_empty or is_comment(line))
    if len(found) > 1 and not begun:
        last = found.pop()
        found[-1] += last
    return found


def header(lines: Lines) -> dict[str, str]:
    """Return the ``; key: value`` comments."""
    pairs = (line.text[1:].partition(":") for line in lines if is_comment(line))
    return {key.strip().lower(): value.strip() for key, _, value in pairs if value.strip()}


def rows_of(lines: Lines) -> Lines:
    """Return the lines that are neither empty nor comments."""
    return [line for line in lines if not (line.is_empty or is_comment(line))]


def trimmed(lines: Lines) -> Lines:
    """Drop empty lines at the start and end."""
    full = [place for place, line in enumerate(lines) if line.text]
    return lines[full[0] : full[-1] + 1] if full else []


def is_comment(line: Line) -> bool:
    """Tell whether a line is a comment."""
    return line.text.startswith(COMMENT)
