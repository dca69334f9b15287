"""What the messages say of installing: the names in them exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

from patience.errors import MissingExtraError
from patience.version import DISTRIBUTION

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]


def test_the_program_is_installed_by_the_name_of_the_project() -> None:
    assert PROJECT["name"] == DISTRIBUTION


def test_a_missing_extra_is_said_with_the_command_that_installs_it() -> None:
    assert "cluster" in PROJECT["optional-dependencies"]
    assert str(MissingExtraError("--cluster", "cluster")) == (
        "--cluster needs the extra 'cluster': in the folder of patience, run "
        "pip install '.[cluster]'"
    )
