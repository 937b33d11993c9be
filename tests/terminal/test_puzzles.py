"""`sparring puzzles` and `sparring puzzle`: the list, the search, and solving one."""

import json

import pytest

import sparring
from sparring.puzzles.shipped import puzzles_of
from sparring.terminal.main import main

pytestmark = pytest.mark.req("ALL-20")

GAME = "tictactoe"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = main(list(arguments))
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def solve(run, monkeypatch):
    """Sets a puzzle to somebody who types these lines."""

    def solve(puzzle, *lines, game=GAME):
        typed = iter(lines)

        def read(prompt):
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("sparring.terminal.menu.read_line", read)
        status, out, err = run("puzzle", game, puzzle)
        assert status == 0, err
        return out

    return solve


def longest():
    return max(puzzles_of(sparring.game(GAME)), key=lambda puzzle: len(puzzle.solution))


def wrong_move(puzzle):
    game = sparring.game(GAME)
    return next(move for move in game.options(puzzle.start(game)) if move != puzzle.solution[0])


@pytest.mark.parametrize("game", ["tictactoe", "fourinarow", "connect4", "oware", "onepiece"])
def test_the_list_as_json_has_every_field(run, game):
    status, out, err = run("puzzles", game, "--json")
    assert status == 0, err
    for told in json.loads(out):
        where = "record" if game == "onepiece" else "position"
        assert set(told) == {"id", "kind", "goal", where, "to_move", "solution", "rating"}
        assert told["kind"] in ("win", "only", "draw", "capture", "lethal")
        assert told["goal"].endswith(".")


def test_the_list_shows_every_puzzle_with_its_goal(run):
    status, out, _ = run("puzzles", GAME)
    assert status == 0
    assert all(puzzle.id in out for puzzle in puzzles_of(sparring.game(GAME)))
    assert "Win by force in 2 moves." in out


def test_a_puzzle_is_solved_by_its_moves(solve, run):
    puzzle = longest()
    out = solve(puzzle.id, *puzzle.solution[::2])
    assert puzzle.goal in out
    assert "Solved. At the first try." in out
    assert "You solved 1 of 1 puzzle at the first try." in out
    assert "1 of 1 puzzle" in run("me")[1]
    [told] = json.loads(run("me", "--json")[1])["puzzles"]
    assert (told["game"], told["tried"], told["solved"]) == (GAME, 1, 1)


def test_a_wrong_move_is_answered_and_the_puzzle_goes_on(solve, run):
    puzzle = longest()
    out = solve(puzzle.id, wrong_move(puzzle), *puzzle.solution[::2])
    assert f"Not {wrong_move(puzzle)}." in out
    assert "Opponent: " in out
    assert "Solved." in out
    assert "first try." not in out.partition("Solved.")[2]
    assert "You solved 0 of 1 puzzle" in run("me")[1]
    solve(puzzle.id, *puzzle.solution[::2])  # it counts once
    assert "You solved 0 of 1 puzzle" in run("me")[1]


def test_a_hint_helps_and_then_the_puzzle_does_not_count_as_solved(solve, run):
    puzzle = longest()
    out = solve(puzzle.id, "help", "hint", "z9", *puzzle.solution[::2])
    assert f"Try {puzzle.solution[0]}." in out
    assert "z9" in out
    assert "You solved 0 of 1 puzzle" in run("me")[1]


def test_who_quits_before_a_move_has_tried_nothing(solve, run):
    assert "Until next time." in solve(longest().id, "quit")
    assert "puzzle" not in run("me")[1]


def test_without_an_id_it_is_the_puzzle_of_the_day(run):
    first, again = (json.loads(run("puzzle", GAME, "--json")[1]) for _ in range(2))
    assert first == again
    assert first["id"] in {puzzle.id for puzzle in puzzles_of(sparring.game(GAME))}


def test_deleting_ones_results_deletes_the_puzzles_too(solve, run):
    puzzle = longest()
    solve(puzzle.id, *puzzle.solution[::2])
    run("me", "--delete")
    assert "puzzle" not in run("me")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("puzzle", GAME, "nope"), "Tic-tac-toe has no puzzle 'nope'."),
        (("puzzles", GAME, "--seed", "3"), "--seed is for --mine and --grade."),
        (("puzzles", "fourinarow:width=7"), "has no puzzles."),
        (("puzzles", GAME, "--mine", "--seed", "x"), "seed"),
        (("puzzles", GAME, "--mine", "--save", "/nowhere/at/all.json"), "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run, arguments, said):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_puzzles_are_searched_for_graded_and_kept(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sparring.terminal.puzzles.WANTED", 4)
    kept = tmp_path / "found.json"
    status, out, err = run("puzzles", GAME, "--mine", "--jobs", "1", "--save", str(kept), "--json")
    assert status == 0, err
    assert len(json.loads(out)) == 4
    stored = json.loads(kept.read_text("utf-8"))["puzzles"]
    assert all(set(puzzle["solved"]) == {"level1", "level2", "level3", "level4"} for puzzle in stored)
    assert list(tmp_path.glob("*.journal")) == []
    status, out, err = run("puzzles", GAME, "--grade", "--jobs", "1", "--save", str(kept), "--json")
    assert status == 0, err
    assert len(json.loads(out)) == 4
