"""The benchmark that ships is what the files beside it say, and can be loaded."""

from __future__ import annotations

import pytest

from patience import Instance, instances, verify
from patience.files.benchmark import FILE
from patience.proofs import certificates
from patience.question.hash import puzzle_sha256
from patience.question.header import from_header
from patience.shipped import data_dir
from scripts.data.benchmark import MINI, content

pytestmark = pytest.mark.watch("records")

FOLDER = data_dir("instances")


def test_the_file_is_what_the_instances_grids_and_proofs_say() -> None:
    shipped = (FOLDER / FILE).read_text("utf-8")
    assert content() == shipped, "run python -m scripts.data.benchmark"


def test_every_instance_is_in_it_and_every_source_ships() -> None:
    files = {path for folder in ("", "drawn/", "mini/") for path in FOLDER.glob(f"{folder}*.toml")}
    assert {FOLDER / each.sources.question for each in instances()} == files
    for each in instances():
        assert (FOLDER / each.sources.grid).is_file()
        assert (FOLDER / each.sources.bound).is_file()
        assert 0 <= each.gap == each.cost - each.bound


def test_a_bound_has_the_certificate_that_proves_it() -> None:
    certified = [x for x in instances() if x.sources.bound.startswith("proofs/")]
    assert {x.sources.bound for x in certified} == {
        f"proofs/{path.name}" for path in (FOLDER / "proofs").glob("*.json")
    }
    for each in certified:
        certificate = certificates.read(FOLDER / each.sources.bound)
        assert certificate.at_most + 1 == each.bound


@pytest.mark.parametrize("each", instances(), ids=lambda each: each.name)
def test_the_grid_solves_the_question_as_it_is_written_in_the_file(each: Instance) -> None:
    lexicon, puzzle = each.lexicon, each.puzzle
    assert (len(lexicon), lexicon.sha256) == (each.words.words, each.words.sha256)
    assert verify(puzzle, each.grid, lexicon).cost == each.cost
    asked = from_header(each.question, each.grid, FOLDER).for_grid(each.grid).puzzle()
    assert puzzle_sha256(asked) == puzzle_sha256(puzzle)
    assert each.tiles["letters"] == puzzle.tiles.counted()
    assert each.tiles["jokers"] == puzzle.tiles.jokers


def test_the_small_ones_are_proven_by_several_witnesses() -> None:
    small = [each for each in instances() if each.sources.bound == MINI]
    assert len(small) == 40
    assert all(each.gap == 0 and len(each.found) >= 2 for each in small)
