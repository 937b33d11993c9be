"""Connect Four on the command line: what it shows, and how it reports mistakes."""

import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

import sparring
from sparring.games.connect4 import book
from sparring.games.connect4.book import Book, Entry
from sparring.opponents import Opponent
from support import naive_connect4 as naive
from support.connect4_boards import exact_scores, opponent, outcome_of, some_boards

EMPTY = "......./......./......./......./......./....... x"
FLOATING = "......./......./......./......./...x.../....... o"
TWO_WINNERS = "......./......./......./......./oooo.../xxxx... x"
LATE = "75344672114612"
"""A board of fourteen discs, which is solved at once."""


@pytest.fixture
def _compiled():
    """Everything is compiled beforehand, so that no command reports that it compiles."""
    for name in ("random", "medium", "perfect"):
        opponent(name)


# ---------------------------------------------------------------------- known results


@pytest.mark.req("C4-7")
@pytest.mark.usefixtures("_compiled")
def test_an_analysis_of_the_first_reply_proves_every_outcome(answer):
    analysis = answer("analyse", "connect4", "--moves", "4")
    assert analysis["to_move"] == "o"
    assert sorted(option["move"] for option in analysis["options"]) == list("1234567")
    for option in analysis["options"]:
        assert option["outcome"] == outcome_of(option["score"])
        assert option["in"] == naive.plies(naive.after("4"), option["score"])
        assert "in_at_most" not in option
        assert option["line"][0] == option["move"]
        naive.after("4" + "".join(option["line"]))
    scores = {option["move"]: option["score"] for option in analysis["options"]}
    assert max(scores.values()) == scores[analysis["best"]] == -1
    assert all(scores[str(column)] == scores[str(8 - column)] for column in range(1, 8))


@pytest.mark.req("C4-7", "ALL-5")
@pytest.mark.usefixtures("_compiled")
def test_an_analysis_of_the_empty_board_gives_the_known_scores(answer):
    analysis = answer("analyse", "connect4", "--moves", "", "--time", "5")
    scores = {option["move"]: option["score"] for option in analysis["options"]}
    assert scores == {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2}
    plies = {option["move"]: option["in"] for option in analysis["options"]}
    assert plies == {"1": 40, "2": 42, "3": 42, "4": 41, "5": 42, "6": 42, "7": 40}
    assert analysis["best"] == "4"
    assert analysis["seconds"] < 6


@pytest.mark.req("C4-1")
def test_perft_gives_the_known_counts(answer):
    counts = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
    assert answer("perft", "connect4", "--depth", "8") == {"counts": counts}
    assert answer("perft", "connect4", "--depth", "2", "--moves", "444444") == {"counts": [6, 36]}


@pytest.mark.req("C4-7")
@pytest.mark.usefixtures("_compiled")
def test_perfect_wins_at_least_every_game_that_it_starts_in_the_arena(answer):
    found = answer("arena", "connect4", "perfect", "hard", "--games", "20", "--seed", "1", "--jobs", "1")
    pair = found["pairs"][0]
    assert (pair["a"], pair["b"]) == ("perfect", "hard")
    assert pair["wins"] >= 10
    assert pair["wins"] + pair["draws"] + pair["losses"] == 20
    assert (found["illegal"], found["fallbacks"]) == (0, 0)


# ---------------------------------------------------------------------- one position


@pytest.mark.req("C4-1")
def test_legal_columns_are_listed_for_a_board_by_moves_and_by_text(answer):
    expected = {"to_move": "x", "moves": ["3", "5", "2", "6", "1", "7"], "over": False, "result": None}
    assert answer("legal", "connect4", "--moves", "444444") == expected
    assert answer("legal", "connect4", "--moves", "4 4 4 4 4 4") == expected
    text = "...o.../...x.../...o.../...x.../...o.../...x... x"
    assert answer("legal", "connect4", "--position", text) == expected


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    ("moves", "result"), [("4545454", "x"), ("14242424", "o"), ("173254125145631413134436436666772272557257", "draw")]
)
def test_a_finished_board_has_a_result_and_no_moves(answer, run, moves, result):
    over = {"to_move": None, "moves": [], "over": True, "result": result}
    assert answer("legal", "connect4", "--moves", moves) == over
    analysis = answer("analyse", "connect4", "--moves", moves)
    assert (analysis["best"], analysis["options"]) == (None, [])
    status, out, err = run("move", "connect4", "--opponent", "random", "--moves", moves)
    assert (status, out) == (2, "")
    assert "over" in err


@pytest.mark.req("C4-2", "C4-7", "ALL-6")
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("name", ["random", "easy", "medium", "hard", "minimax", "minimax:depth=8", "perfect"])
def test_every_opponent_gives_the_same_move_for_the_same_seed(answer, name):
    arguments = ("move", "connect4", "--opponent", name, "--moves", LATE, "--seed", "5")
    first, second = answer(*arguments), answer(*arguments)
    assert first["move"] == second["move"]
    assert int(first["move"]) in naive.moves(naive.after(LATE))
    assert first["fallback"] is False


@pytest.mark.req("C4-7", "ALL-9")
@pytest.mark.usefixtures("_compiled")
def test_an_analysis_is_exact_for_every_move(answer, run):
    analysis = answer("analyse", "connect4", "--moves", LATE)
    assert set(analysis) == {"to_move", "best", "options", "depth", "nodes", "seconds", "calibrated"}
    scores = exact_scores(LATE)
    assert {int(option["move"]): option["score"] for option in analysis["options"]} == scores
    for option in analysis["options"]:
        assert set(option) == {"move", "score", "chance", "outcome", "in", "line"}
        assert option["outcome"] == outcome_of(option["score"])
        assert option["chance"] == {"win": 1, "draw": 0.5, "loss": 0}[option["outcome"]]
        assert option["in"] == naive.plies(naive.after(LATE), option["score"])
    assert scores[int(analysis["best"])] == max(scores.values())
    assert analysis["nodes"] > 0
    assert "moves" in run("analyse", "connect4", "--moves", LATE)[1]


@pytest.mark.usefixtures("_compiled")
def test_an_analysis_to_a_depth_claims_only_what_it_has_proven(answer):
    analysis = answer("analyse", "connect4", "--depth", "3")
    assert analysis["depth"] == 3
    assert all(option["outcome"] is None and option["in"] is None for option in analysis["options"])


@pytest.mark.req("C4-7")
@pytest.mark.usefixtures("_compiled")
def test_each_line_is_answered_and_a_bad_one_does_not_stop_the_rest(run, monkeypatch):
    boards = some_boards(seed=20, count=8, least=16, most=38)
    lines = [moves if number % 2 else naive.text(naive.after(moves)) for number, moves in enumerate(boards)]
    lines[4:4] = ["4444444", "48", FLOATING, TWO_WINNERS, "nonsense"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    status, out, err = run("analyse", "connect4", "--each", "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (2, "")
    assert ["error" in answer for answer in answers] == [False] * 4 + [True] * 5 + [False] * 4
    for says, answer in zip(
        ["Column 4 is full", "'8' is not a", "floats", "Both sides", ""], answers[4:9], strict=True
    ):
        assert says in answer["error"]
    for moves, answer in zip(boards, answers[:4] + answers[9:], strict=True):
        assert {int(option["move"]): option["score"] for option in answer["options"]} == exact_scores(moves)


@pytest.mark.usefixtures("_compiled")
def test_the_exit_status_is_zero_if_every_line_is_good(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{LATE}\n4545454\n"))
    status, out, _ = run("analyse", "connect4", "--each", "--json")
    assert status == 0
    assert [json.loads(line)["best"] is None for line in out.splitlines()] == [False, True]


def test_a_board_is_drawn_with_every_disc(run):
    status, out, err = run("draw", "connect4", "--moves", "4455667")
    drawing = ElementTree.fromstring(out)
    assert (status, err) == (0, "")
    assert len(drawing.findall(".//*[@class='sun']")) == 4
    assert len(drawing.findall(".//*[@class='moon']")) == 3
    assert len(drawing.findall(".//*[@class='line']")) == 1


# ---------------------------------------------------------------------- time limits


@pytest.mark.req("ALL-5", "C4-7")
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("moves", ["", "1", "12", "1234567"])
def test_without_its_book_perfect_still_answers_within_its_time(answer, moves):
    """Proving these boards takes seconds or minutes; the bound is generous, because machines may be busy."""
    found = answer("move", "connect4", "--opponent", "perfect:book=off,time=0.3", "--moves", moves)
    assert found["fallback"] is False
    assert found["seconds"] < 2


@pytest.mark.req("ALL-5", "C4-7")
@pytest.mark.usefixtures("_compiled")
def test_an_analysis_that_runs_out_of_time_says_what_it_knows_and_no_more(answer):
    analysis = answer("analyse", "connect4", "--moves", "1234567", "--time", "0.2")
    assert analysis["seconds"] < 2
    assert sorted(option["move"] for option in analysis["options"]) == list("1234567")
    assert any(option["outcome"] is None for option in analysis["options"])
    for option in analysis["options"]:
        assert (option["in"] is None) == (option["outcome"] is None)


# ---------------------------------------------------------------------- lists and long jobs


@pytest.mark.req("C4-2")
def test_the_game_and_its_opponents_are_listed(answer):
    assert "connect4" in [game["name"] for game in answer("games")]
    opponents = {entry["name"]: entry for entry in answer("opponents", "connect4")}
    assert {"random", "easy", "medium", "hard", "minimax", "perfect"} <= set(opponents)
    depth = next(setting for setting in opponents["minimax"]["settings"] if setting["name"] == "depth")
    assert (depth["type"], depth["min"], depth["max"], depth["default"]) == ("integer", 1, 8, 4)
    assert all(entry["about"] for entry in opponents.values())


@pytest.mark.usefixtures("_compiled")
def test_warming_up_compiles_everything(run):
    status, out, _ = run("warmup")
    assert status == 0
    assert "Everything is compiled." in out


def test_a_book_is_built_where_the_user_wants_it(run, monkeypatch, tmp_path):
    """The solver would take hours, so a stand-in replaces it."""
    monkeypatch.setattr(book, "solved", lambda key: (key, 0, 3))
    path = tmp_path / "my book.bin"
    status, out, _ = run("build-book", "connect4", "--plies", "3", "--jobs", "1", "--save", str(path))
    assert status == 0
    built = Book.of_bytes(path.read_bytes())
    assert f"knows {len(built)} positions" in out
    assert built[sparring.game("connect4").read_position(EMPTY)] == Entry(0, 3)


# ---------------------------------------------------------------------- mistakes


BAD = [
    (["move", "--opponent", "minimax:depth=0"], "depth must be a whole number from 1 to 8, not '0'"),
    (["move", "--opponent", "minimax:depth=9"], "depth must be a whole number from 1 to 8, not '9'"),
    (["move", "--opponent", "minimax:depth=x"], "depth must be a whole number from 1 to 8, not 'x'"),
    (["move", "--opponent", "minimax:depth=4.5"], "depth must be a whole number from 1 to 8, not '4.5'"),
    (["arena", "minimax:depth=9", "random", "--games", "2"], "depth must be a whole number from 1 to 8"),
    (["watch", "minimax:depth=0", "random"], "depth must be a whole number from 1 to 8"),
    (["play", "--opponent", "minimax:depth=x"], "depth must be a whole number from 1 to 8"),
    (["analyse", "--depth", "0"], "depth must be"),
    (["analyse", "--depth", "x"], "depth must be"),
    (["perft", "--depth", "0"], "depth must be"),
    (["perft", "--depth", "x"], "depth must be"),
    (["move", "--opponent", "perfect:time=0"], "time must be a number from 0.001 to 3600"),
    (["move", "--opponent", "perfect:time=-1"], "time must be a number from 0.001 to 3600"),
    (["analyse", "--time", "0"], "time must be a number from 0.001 to 3600"),
    (["analyse", "--time", "-1"], "time must be a number from 0.001 to 3600"),
    (["analyse", "--time", "x"], "time must be a number"),
    (["move", "--opponent", "master"], "no opponent 'master'"),
    (["move", "--opponent", "perfect:book=maybe"], "book must be on or off"),
    (["build-book", "--plies", "0"], "plies must be a whole number from 1 to 42"),
    (["build-book", "--plies", "x"], "plies must be a whole number from 1 to 42"),
    (["build-book", "--plies", "2", "--jobs", "0"], "jobs must be"),
    (["build-book", "--plies", "2", "--save", "/no/such/folder/book.bin"], "cannot be written"),
    (["build-tables"], "no endgame tables"),
]
POSITIONS = [
    (["--moves", "4444444"], "Move 7 cannot be played: Column 4 is full."),
    (["--moves", "8"], "'8' is not a column"),
    (["--moves", "0"], "'0' is not a column"),
    (["--moves", "4 x"], "'x' is not a column"),
    (["--moves", "45454541"], "Move 8 cannot be played: The game is over"),
    (["--position", FLOATING], "The disc in column 4, row 2 floats"),
    (["--position", TWO_WINNERS], "Both sides have 4 in a row"),
    (["--position", EMPTY[:-1] + "o"], "it is x's turn, not o's"),
    (["--position", "4444"], "side to move"),
]
COMMANDS = [["legal"], ["perft", "--depth", "2"], ["draw"], ["move", "--opponent", "perfect"], ["analyse"]]


@pytest.fixture
def _nothing_computed(monkeypatch):
    """Fails the test if an opponent is prepared or anything is solved."""

    def refuse(*_):
        raise AssertionError("nothing is to be computed")

    monkeypatch.setattr(Opponent, "prepare", refuse)
    monkeypatch.setattr(book, "solved", refuse)


def refused(run, arguments, says):
    """Check that a command is refused in one sentence."""
    command, *rest = arguments
    status, out, err = run(command, "connect4", *rest)
    assert status == 2
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.req("C4-2", "ALL-3")
@pytest.mark.usefixtures("_nothing_computed")
@pytest.mark.parametrize(("arguments", "says"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_a_bad_setting_is_refused_in_one_sentence_and_nothing_is_computed(run, arguments, says):
    refused(run, arguments, says)


@pytest.mark.req("C4-1")
@pytest.mark.usefixtures("_nothing_computed")
@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
@pytest.mark.parametrize(("position", "says"), POSITIONS, ids=[" ".join(position) for position, _ in POSITIONS])
def test_a_bad_position_is_refused_in_one_sentence_by_every_command(run, command, position, says):
    refused(run, [*command, *position], says)


def test_a_real_process_exits_with_2_and_says_one_sentence():
    command = [sys.executable, "-m", "sparring.terminal.main", "move", "connect4", "--opponent", "minimax:depth=9"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sparring: depth must be a whole number from 1 to 8, not '9'.\n"
