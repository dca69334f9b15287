"""The counter of code lines."""

from __future__ import annotations

from scripts.lines import by_package, code_lines

SOURCE = '''"""A module.

Of two paragraphs.
"""

import os  # with a comment


class Thing:
    """What it is."""

    # a comment
    text = """
of two lines"""

    def method(self) -> str:
        "One line."
        return (
            self.text

            + os.sep
        )
'''


def test_docstrings_comments_and_blanks_do_not_count() -> None:
    assert code_lines("") == 0
    assert code_lines(SOURCE) == 9


def test_a_package_has_its_lines_and_those_of_its_folders() -> None:
    files = iter([("a/__init__.py", "x = 1\n"), ("a/b/c.py", "y = 1\n"), ("a/b/d/e.py", "z = 1\n")])
    assert by_package(files) == {"a": 3, "a/b": 2}
