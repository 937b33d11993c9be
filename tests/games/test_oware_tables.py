"""Oware's endgame tables: bounds are consistent and true, and files are written and read safely."""

import subprocess
import sys
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest

from sparring.games.oware import tables
from sparring.rules import SparringError
from sparring.rules.jobs import LongJob
from sparring.terminal.main import main
from support import naive_oware as naive

SOLVER = naive.Solver()


def quiet(about, done, total):
    """Report no progress."""


@cache
def computed():
    """Tables of up to eight seeds."""
    return tables.compute(8, quiet, 2)


def bounds_of(endings, houses):
    """The bounds of a board, given by its houses from the mover's side."""
    mine, theirs = (sum(seeds << 8 * at for at, seeds in enumerate(row)) for row in (houses[:6], houses[6:]))
    return endings.look_up(mine, theirs)


def seen_by_mover(board):
    """The houses of a board from the mover's side."""
    return board.houses if board.side == 0 else board.houses[6:] + board.houses[:6]


# ---------------------------------------------------------------------- bounds


@pytest.mark.req("OW-8")
@pytest.mark.parametrize("number", range(7))
def test_every_bound_agrees_with_a_naive_computation(number):
    """The naive computation starts with the widest bounds and narrows them by the naive rules until nothing changes."""
    layer = SOLVER.layer(number)
    found = np.array([bounds_of(computed(), houses) for houses in layer.boards])
    assert (found[:, 0] == layer.low).all()
    assert (found[:, 1] == layer.high).all()


@pytest.mark.req("OW-8")
def test_bounds_follow_from_those_of_the_boards_after_them():
    """With up to eight seeds, no bound contradicts another, and narrowing once more changes nothing."""
    rng = Random(2)
    for _ in range(3_000):
        board = naive.random_board(rng, rng.choice([7, 8]), difference=0)
        low, high = bounds_of(computed(), seen_by_mover(board))
        assert -naive.seeds(board) <= low <= high <= naive.seeds(board)
        lows, highs = [], []
        for name in naive.moves(board):
            after = naive.play(board, name)
            taken = naive.seeds(board) - naive.seeds(after)
            least, most = bounds_of(computed(), seen_by_mover(after))
            lows.append(taken - most)
            highs.append(taken - least)
        assert (low, high) == (max(lows), max(highs)), naive.text(board)


@pytest.mark.req("OW-8")
def test_no_bound_is_refuted_by_searching_every_line():
    """Each line has its own history, and a repeated board is scored by the seeds in each row."""
    checked = exact = 0
    rng = Random(3)
    for number in [2] * 100 + [3] * 80 + [4] * 25 + [5] * 15:
        board = naive.random_board(rng, number, difference=0)
        low, high = bounds_of(computed(), seen_by_mover(board))
        try:
            value = naive.exhausted([board], effort=1_500)
        except naive.TooLarge:
            continue
        assert low <= value <= high, naive.text(board)
        checked += 1
        exact += low == high
    assert checked > 120
    assert exact > 90


@pytest.mark.req("OW-8")
def test_the_naive_solver_is_right_where_every_line_can_be_searched():
    rng, checked = Random(4), 0
    for _ in range(60):
        game = [naive.random_board(rng, rng.choice([2, 3]), difference=0)]
        for _ in range(rng.randrange(5)):
            following = [[*game, naive.play(game[-1], name)] for name in naive.moves(game[-1])]
            game = rng.choice([longer for longer in following if naive.winner(longer) is None] or [game])
        try:
            value = naive.exhausted(game, effort=1_500)
            assert SOLVER.value(game) == value, [naive.text(board) for board in game]
            checked += 1
        except naive.TooLarge:
            continue
    assert checked > 30


@pytest.mark.req("OW-8")
def test_the_share_of_open_boards_is_the_published_one():
    bounds = computed().of(8)
    assert round((bounds[:, 0] < bounds[:, 1]).mean(), 2) == 0.39


@pytest.mark.req("OW-8")
def test_every_board_has_its_own_index():
    assert [tables.boards_with(number) for number in (8, 10, 12, 15)] == [75_582, 352_716, 1_352_078, 7_726_160]
    for number in range(6):
        places = []
        for houses in naive.all_houses(number):
            mine, theirs = (sum(seeds << 8 * at for at, seeds in enumerate(row)) for row in (houses[:6], houses[6:]))
            places.append(tables.find(computed().record, mine, theirs, number))
        begin = sum(tables.boards_with(fewer) for fewer in range(number))
        assert sorted(places) == list(range(begin, begin + comb(number + 11, 11)))


@pytest.mark.req("OW-8")
def test_tables_are_the_same_with_any_number_of_threads():
    alone = tables.compute(6, quiet, 1)
    assert (alone.bounds == tables.compute(6, quiet, 3).bounds).all()
    assert (alone.bounds == computed().bounds[: len(alone.bounds)]).all()


# ---------------------------------------------------------------------- files


def job(path, seeds):
    """A job that builds tables of this many seeds into a file."""
    return LongJob(quiet, 1, path, seeds)


@pytest.mark.req("OW-8")
def test_saved_tables_are_loaded(tmp_path):
    path = tmp_path / "deep" / "down" / "endings.bin"
    small = tables.compute(4, quiet)
    tables.save(small, path)
    again = tables.load(path)
    assert again.most == 4
    assert (again.bounds == small.bounds).all()
    assert list(path.parent.iterdir()) == [path]


DAMAGES = {
    "nothing": lambda kept: b"",
    "one byte": lambda kept: kept[:1],
    "the header alone": lambda kept: kept[:25],
    "header and digest alone": lambda kept: kept[: 25 + 32],
    "half of it": lambda kept: kept[: len(kept) // 2],
    "all but the last byte": lambda kept: kept[:-1],
    "a byte too many": lambda kept: kept + b"\0",
    "a bit of the last byte": lambda kept: kept[:-1] + bytes([kept[-1] ^ 1]),
    "a bit in the middle": lambda kept: kept[:2000] + bytes([kept[2000] ^ 64]) + kept[2001:],
    "how many seeds": lambda kept: kept[:57] + bytes([kept[57] - 1]) + kept[58:],
    "another file": lambda kept: b"something else altogether\n" * 100,
    "another version": lambda kept: kept.replace(b"endings 1", b"endings 9"),
}


@pytest.mark.req("OW-8")
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_not_loaded_but_built_again(tmp_path, damage):
    path = tmp_path / "endings.bin"
    small = tables.compute(5, quiet)
    tables.save(small, path)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert tables.load(path) is None
    tables.build(job(path, 5))
    assert (tables.load(path).bounds == small.bounds).all()


@pytest.mark.req("OW-8")
def test_tables_are_computed_at_first_need_kept_and_rebuilt_if_damaged(tmp_path, monkeypatch):
    path = tmp_path / "cache" / "endings.bin"
    monkeypatch.setattr(tables, "own_path", lambda: path)
    monkeypatch.setattr(tables, "USUAL_SEEDS", 5)
    monkeypatch.setattr(tables, "_ready", {})
    told = []
    first = tables.ready(lambda *about: told.append(about))
    assert told
    assert first.most == tables.load(path).most == 5
    assert tables.ready() is first
    monkeypatch.setattr(tables, "_ready", {})
    told.clear()
    assert (tables.ready(lambda *about: told.append(about)).bounds == first.bounds).all()
    assert not told
    path.write_bytes(path.read_bytes()[:-3])
    monkeypatch.setattr(tables, "_ready", {})
    assert (tables.ready(quiet).bounds == first.bounds).all()
    assert (tables.load(path).bounds == first.bounds).all()


@pytest.mark.req("OW-8")
def test_tables_work_where_nothing_can_be_written(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setattr(tables, "own_path", lambda: blocked / "endings.bin")
    monkeypatch.setattr(tables, "USUAL_SEEDS", 4)
    monkeypatch.setattr(tables, "_ready", {})
    assert tables.ready(quiet).most == 4
    assert blocked.read_text() == "no folder"


@pytest.mark.req("OW-8")
def test_a_smaller_table_is_extended_and_a_larger_one_is_left_alone(tmp_path, monkeypatch):
    path = tmp_path / "endings.bin"
    tables.build(job(path, 3))
    narrowed = []
    monkeypatch.setattr(
        tables,
        "_narrow_all",
        lambda endings, seeds, *rest, real=tables._narrow_all: (narrowed.append(seeds), real(endings, seeds, *rest)),
    )
    told = tables.build(job(path, 5))
    assert narrowed == [4, 5]
    assert (tables.load(path).bounds == tables.compute(5, quiet).bounds).all()
    assert "5 seeds" in told
    written = path.read_bytes()
    assert "5 seeds" in tables.build(job(path, 2))
    assert path.read_bytes() == written


@pytest.mark.req("OW-8")
def test_two_processes_that_build_at_the_same_time_leave_a_good_file(tmp_path):
    path = tmp_path / "endings.bin"
    code = (
        "import sys; from pathlib import Path; from sparring.games.oware import tables; "
        "from sparring.rules.jobs import LongJob; "
        "tables.build(LongJob(lambda *told: None, 1, Path(sys.argv[1]), 6))"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(path)], stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        _, wrong = process.communicate(timeout=100)
        assert process.returncode == 0, wrong.decode()
    assert list(tmp_path.glob("endings*")) == [path]
    found = tables.load(path)
    assert found.most == 6
    assert (found.bounds == computed().bounds[: len(found.bounds)]).all()


@pytest.mark.req("OW-8")
def test_the_command_builds_tables(tmp_path, capsys):
    path = tmp_path / "some tables.bin"
    assert main(["build-tables", "oware", "--seeds", "6", "--jobs", "1", "--save", str(path)]) == 0
    told = capsys.readouterr()
    assert f"{sum(comb(number + 11, 11) for number in range(7)):,}" in told.out.replace("\n", " ")
    assert tables.load(path).most == 6


@pytest.mark.req("OW-8")
@pytest.mark.parametrize("seeds", ["19", "100", "0", "-3", "many", "1.5"])
def test_tables_that_cannot_be_built_are_refused_in_a_sentence(tmp_path, capsys, seeds):
    path = tmp_path / "endings.bin"
    status = main(["build-tables", "oware", f"--seeds={seeds}", "--save", str(path)])
    told = capsys.readouterr()
    assert status == 2
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert told.err.strip().endswith(".")
    assert tables.load(path) is None


@pytest.mark.req("OW-8")
def test_too_many_seeds_are_refused_with_the_limit():
    with pytest.raises(SparringError, match=r"18 seeds"):
        tables.build(job(None, 19))
