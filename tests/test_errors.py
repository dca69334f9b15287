"""What the messages say of installing: the names in them exist."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience.errors import MissingExtraError, PatienceError
from patience.extras import load
from patience.version import DISTRIBUTION

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]


def family(kind: type[PatienceError]) -> Iterator[type[PatienceError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from family(each)


def test_the_program_is_installed_by_the_name_of_the_project() -> None:
    assert PROJECT["name"] == DISTRIBUTION


def test_a_missing_extra_is_said_with_the_command_that_installs_it() -> None:
    assert "cluster" in PROJECT["optional-dependencies"]
    with pytest.raises(MissingExtraError) as caught:
        load("no_such_module", "--cluster", "cluster")
    assert str(caught.value) == (
        "--cluster needs the extra 'cluster': in the folder of patience, run "
        "pip install '.[cluster]'"
    )
    assert caught.value.fields == {"extra": "cluster"}


@pytest.mark.parametrize("kind", sorted(family(PatienceError), key=str))
def test_an_error_comes_back_whole_from_another_process(kind: type[PatienceError]) -> None:
    error = kind("it is wrong", "kind", n=3)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), back.kind, back.fields) == (kind, str(error), "kind", {"n": 3})
