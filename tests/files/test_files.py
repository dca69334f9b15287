from __future__ import annotations

import os
import stat
from pathlib import Path

import networkx as nx
import pytest

from patience.errors import FileError, GridError, PatienceError, TileError
from patience.files.grids import parse_grid, read_grid
from patience.files.instances import load_instance, shipped_instances
from patience.files.text import check_writable, write_text
from patience.game.grid import Grid
from patience.game.puzzle import Board, Frame
from patience.question.catalogue import TILE_SETS, tile_set

no_root = pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---- grids --------------------------------------------------------------------------------------


def test_header_and_grid_are_read(tmp_path: Path) -> None:
    text = "\ufeff; Goal : frame\r\n;size:2x2\r\n; a remark\r\n; empty:\r\nAB\r\nC.\r\n"
    file = read_grid(write(tmp_path / "g.txt", text))
    assert file.grid == Grid(("AB", "C."))
    assert file.header == {"goal": "frame", "size": "2x2"}
    assert file.folder == tmp_path


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\x00\x01\x02", "not text"),
        (b"\x7fELF\x02\x01\x01\x00", "not text"),
        (b"; goal: frame\n", "the grid is empty"),
        (b"A" * 4_000_001, "larger than"),
    ],
)
def test_what_is_no_grid_is_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    path = write(tmp_path / "g.txt", content)
    with pytest.raises((FileError, GridError), match=message) as caught:
        read_grid(path)
    assert str(caught.value).startswith(str(path))


def test_a_row_that_was_read_in_another_encoding_is_refused() -> None:
    with pytest.raises(GridError, match="line 3 is garbled: FÃŠTE was FÊTE before the text"):
        parse_grid("; title: TÃªte\nHOTES\nFÃŠTE\n")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_grid(tmp_path / "missing.txt")
    with pytest.raises(FileError, match="a folder"):
        read_grid(tmp_path)
    with pytest.raises(FileError, match="null"):
        read_grid("a\0b")


@no_root
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "g.txt", "AB")
    path.chmod(0)
    with pytest.raises(FileError, match="Permission denied"):
        read_grid(path)


# ---- tile sets ----------------------------------------------------------------------------------


QUACKLE = "#char\tblank\nA\ta\t1\t9\t1\nB\tb\t3\t2\t0\nblank\t0\t2\n"


@pytest.mark.parametrize(
    ("name", "text", "counted", "jokers"),
    [
        ("mine.toml", 'letters = "AABC"', "A2 B1 C1", 0),
        ("mine.toml", 'letters = "A2 B1"\njokers = 2', "A2 B1", 2),
        ("mine.toml", "jokers = 1\n[letters]\nA = 3\nZ = 1", "A3 Z1", 1),
        ("mine.toml", 'letters = "A5 ?2"', "A5", 2),
        ("mine.toml", 'letters = "AAB?"', "A2 B1", 1),
        ("mine.toml", 'letters = ["A", "A", "\u00c9"]', "A2 E1", 0),
        ("mine.toml", 'letters = """\nA9\nB2\n"""', "A9 B2", 0),
        ("hand.txt", "A 9\nB 2\n? 2\n", "A9 B2", 2),
        ("french.quackle_alphabet", QUACKLE, "A9 B2", 2),
    ],
)
def test_files_of_tiles(tmp_path: Path, name: str, text: str, counted: str, jokers: int) -> None:
    write(tmp_path / name, text)
    tiles = tile_set(name, tmp_path)
    assert (tiles.name, tiles.counted(), tiles.jokers) == (Path(name).stem, counted, jokers)


def test_a_tile_set_without_file_is_named_or_spelled() -> None:
    assert tile_set("diamino-64") == TILE_SETS["diamino-64"][0]
    assert tile_set("AAB?").counted() == "A2 B1"


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('letters = "A5 ?2"\njokers = 1', "drop one"),
        ("jokers = 2", "no letters"),
        ('letters = "AB3!"', "neither a set"),
        ('leters = "AB"', "did you mean letters"),
        ("letters = 5", "not a text"),
        ('letters = "AB"\njokers = true', "not a whole number"),
        ('letters = "AB"\njokers = -1', "between 0 and 100"),
        ("[letters]\na = 3", "no key is called 'a'"),
        ("[letters]\nA = -3", "negative"),
        ("[letters]\nA = 5000", "1 to 1000"),
        ("letters = ", "not TOML"),
    ],
)
def test_bad_tile_set_files(tmp_path: Path, toml: str, message: str) -> None:
    path = write(tmp_path / "mine.toml", toml)
    with pytest.raises((TileError, PatienceError), match=message) as caught:
        tile_set(str(path))
    assert "mine.toml" in str(caught.value)


def test_a_missing_tile_set_file_is_named() -> None:
    with pytest.raises(FileError, match=r"nowhere/mine\.toml cannot be read"):
        tile_set("nowhere/mine.toml")


# ---- instances ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_instances())
def test_every_shipped_instance_makes_a_puzzle(name: str) -> None:
    spec = load_instance(name)
    assert spec.puzzle().tiles.total > 0
    assert spec.lexicon_name.startswith("en" if name.startswith("story-en-") else "fr")


def test_the_sheets_instances_ask_the_sheets_questions() -> None:
    frame = load_instance("gay-play-frame-9x7").puzzle()
    assert (frame.goal, frame.tiles.total) == (Frame(9, 7), 63)
    assert load_instance("gay-play-compact-63").puzzle().tiles.jokers == 2
    assert load_instance("dujardin-compact-61").puzzle().tiles.total == 61
    board = load_instance("competition-standin").puzzle()
    assert isinstance(board.goal, Board)
    assert (board.size, board.tiles.total) == ((15, 15), 112)


def test_the_standin_board_is_connected_and_symmetric() -> None:
    goal = load_instance("competition-standin").goal
    assert isinstance(goal, Board)
    rows = goal.layout.rows
    assert 20 <= goal.layout.count("#") <= 25
    assert rows == rows[::-1] == tuple(row[::-1] for row in rows)
    cells = [cell for cell, x in goal.layout.cells() if x == "."]
    assert nx.is_connected(nx.grid_2d_graph(15, 15).subgraph(cells))


def test_files_are_looked_for_beside_the_instance(tmp_path: Path) -> None:
    write(tmp_path / "board.txt", "..#\n...\n")
    write(tmp_path / "tiles.toml", 'letters = "ABCDEF"')
    write(tmp_path / "words.txt", "AB\nCD\n")
    write(tmp_path / "start.txt", "A.#\n...\n")
    write(tmp_path / "ban.txt", "EF\nBA\n")
    path = write(
        tmp_path / "i.toml",
        """
        board = "board.txt"
        tiles = "tiles.toml"
        lexicon = "words.txt"
        [rules]
        connected = false
        distinct_words = true
        require = ["ab"]
        [lexicon_filter]
        ban = ["ban.txt", "DC"]
        [start]
        file = "start.txt"
        """,
    )
    spec = load_instance(path)
    puzzle = spec.puzzle()
    assert puzzle.goal == Board(Grid(("..#", "...")))
    assert puzzle.start == Grid(("A.#", "..."))
    assert puzzle.tiles.counted() == "A1 B1 C1 D1 E1 F1"
    assert puzzle.rules.require == ("AB",)
    assert puzzle.rules.distinct_words
    assert not puzzle.rules.connected
    assert spec.lexicon_name == str(tmp_path / "words.txt")
    assert set(spec.conventions.ban) == {"EF", "BA", "DC"}


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "is empty"),
        ("goal =", "not TOML"),
        ('tiles = "diamino-63"', "no goal"),
        ('goal = "frame"', "needs its size"),
        ('goal = "board"', "needs its file"),
        ('goal = "fram"', "there are frame, compact, board"),
        ('goal = "compact"\nframe = "9x7"', "one goal"),
        ('frame = "9x7"\nboard = "b.txt"', "one goal"),
        ('frame = "0x7"', "at least 1"),
        ('frame = "9x7"\ntils = "A"', "did you mean tiles"),
        ('frame = "9x7"\njokers = -1', "between 0 and 100"),
        ('frame = "9x7"\n[rules]\ndistinct = true', "no key is called 'distinct'"),
        ('frame = "9x7"\n[rules]\nrequire = ["A1"]', "'A1'"),
        ('frame = "9x7"\n[lexicon_filter]\npso = "noun"', "did you mean pos"),
        ('frame = "9x7"\n[start]\nrows = ["AB", "C"]', "row 2"),
        ('frame = "9x7"\n[start]\nrows = ["AB"]\nfile = "x"', "give one of them"),
        ('frame = "9x7"\n[start]\nrows = ["AB"]', "give both the same size"),
        ('board = "b.txt"', "b.txt cannot be read"),
        # Values of a wrong kind.
        (f"jokers = {'9' * 5000}", "is not TOML"),
        (f"jokers = 0x{'f' * 5000}", "jokers"),
        (f"a = {'[' * 5000}", "is not TOML"),
        ('tiles = ["diamino-63"]', "tiles: .* is not a text in quotes"),
        ('jokers = "2"', "jokers: '2' is not a whole number"),
        ("goal = 2000-01-01", "goal: datetime.date"),
        ('goal = {a = "frame"}', "goal: {'a': 'frame'} is not a text in quotes"),
        ('[rules]\nrequire = [["AB"]]', r"\[rules\] require\[0\]: \['AB'\] is not a text"),
        ('[lexicon_filter]\npos = [["noun"]]', r"\[lexicon_filter\] pos\[0\]"),
        ('[start]\nrows = "AB"', r"\[start\] rows: 'AB' is not a list"),
    ],
)
def test_bad_instances_are_refused_with_their_name(tmp_path: Path, toml: str, message: str) -> None:
    path = write(tmp_path / "mine.toml", toml)
    with pytest.raises(PatienceError, match=message) as caught:
        load_instance(path).puzzle()
    assert caught.value.exit_code == 2
    assert len(str(caught.value)) < 400


def test_an_unknown_instance_gets_the_nearest_name() -> None:
    with pytest.raises(FileError, match="did you mean gay-play-frame-9x7"):
        load_instance("gayplay-frame-9x7")


# ---- writing ------------------------------------------------------------------------------------


def test_a_file_is_written_whole_with_the_usual_permissions(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    write_text(target, "one\n")
    usual = tmp_path / "usual.txt"
    usual.touch()
    assert target.read_text() == "one\n"
    assert stat.S_IMODE(target.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    target.chmod(0o600)
    write_text(target, "two\n")
    assert target.read_text() == "two\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.usefixtures("full_disk")
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = write(tmp_path / "out.txt", "old")

    with pytest.raises(FileError, match="No space left"):
        write_text(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "out.txt", tmp_path / "link"
    target.touch()
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_devices_are_written_in_place() -> None:
    check_writable(os.devnull)
    write_text(os.devnull, "gone")
    assert not Path(os.devnull).is_file()


def test_writing_leaves_the_process_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_mask: int) -> int:
        raise AssertionError("threads beside this one would make files that anybody can write")

    monkeypatch.setattr("os.umask", refuse)
    write_text(tmp_path / "out.txt", "one")
    write_text(tmp_path / "out.txt", "two")
    name = "o" * 255
    write_text(tmp_path / name, "long")
    assert (tmp_path / name).read_text() == "long"


@pytest.mark.parametrize("name", ["missing/out.txt", ".", "file/out.txt", "a\0b"])
def test_unwritable_paths_are_found_before_the_search(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileError, match=r"cannot be written|is a folder"):
        check_writable(f"{tmp_path}/{name}")
    with pytest.raises(FileError):
        write_text(f"{tmp_path}/{name}", "x")
    assert sorted(tmp_path.iterdir()) == before
