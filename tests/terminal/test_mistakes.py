"""A user's mistake is reported in one sentence, and nothing is computed."""

import pytest


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["legal", "chess"], "no game 'chess'; there is connect4, fourinarow, onepiece, oware or tictactoe"),
        (["legal", "missing.py:Game"], "there is no file missing.py"),
        (["legal", "json:JSONDecoder"], "json has no game class"),
        (["legal", ":Nim"], "cannot be loaded"),
        (["legal", ".x:Nim"], "cannot be loaded"),
        (["legal", "tictactoe", "--moves", "b2 b2"], "Move 2 cannot be played: b2 is taken"),
        (["legal", "tictactoe", "--moves", "d4"], "d4 is not on the board"),
        (["legal", "tictactoe", "--moves", "b2", "--position", "..."], "not allowed with"),
        (["legal", "tictactoe", "--position", ""], "0 part(s)"),
        (["legal", "tictactoe", "--position", "x../... x"], "3 rows of 3 cells"),
        (["legal", "tictactoe", "--position", "z../.../... x"], "not 'z'"),
        (["legal", "tictactoe", "--position", ".../.../... y"], "side to move"),
        (["legal", "tictactoe", "--position", "x../.../... x"], "o's turn, not x's"),
        (["legal", "tictactoe", "--position", "xx./.../... o"], "2 x and 0 o"),
        (["legal", "tictactoe", "--position", "xxx/ooo/... x"], "Both sides"),
        (["legal", "tictactoe", "--position", "xxx/oo./o.. x"], "but o moved after that"),
        (["legal", "tictactoe", "--record", "missing.txt"], "cannot be read: No such file"),
        (["perft", "tictactoe"], "--depth"),
        (["perft", "tictactoe", "--depth", "0"], "depth must be a whole number from 1 to 100, not '0'"),
        (["perft", "tictactoe", "--depth", "x"], "not 'x'"),
        (["move", "tictactoe", "--opponent", "Nobody"], "no opponent 'Nobody' in this game; there is ChampionChimp"),
        (["move", "tictactoe", "--opponent", "minimax:depth=0"], "depth must be a whole number from 1 to 100"),
        (["move", "tictactoe", "--opponent", "minimax:depth=1.5"], "not '1.5'"),
        (["move", "tictactoe", "--opponent", "minimax:depth"], "write NAME:key=value"),
        (["move", "tictactoe", "--opponent", "minimax:depth=1,depth=2"], "given twice"),
        (["move", "tictactoe", "--opponent", "StrategistApe:depth=3"], "StrategistApe has no setting 'depth'"),
        (["move", "tictactoe", "--opponent", "StrategistApe:randomness=2"], "randomness must be a number from 0 to 1"),
        (["move", "tictactoe", "--opponent", "StrategistApe:randomness=nan"], "not 'nan'"),
        (["move", "tictactoe", "--opponent", "StrategistApe:style=odd"], "balanced, aggressive or defensive"),
        (["move", "tictactoe", "--opponent", "StrategistApe:difficulty=9"], "easy, medium or hard"),
        (["move", "tictactoe", "--opponent", "StrategistApe:time=0"], "time must be a number from 0.001 to 3600"),
        (["move", "tictactoe", "--opponent", "StrategistApe:pace_min=5"], "pace_min must be at most pace_max"),
        (["move", "tictactoe", "--opponent", "random", "--seed", "x"], "seed must be a whole number"),
        (["analyse", "tictactoe", "--depth", "0"], "depth must be"),
        (["analyse", "tictactoe", "--time", "-1"], "time must be a number from 0.001 to 3600"),
        (["analyse", "tictactoe", "--time", "0"], "time must be"),
        (["arena", "tictactoe", "random", "--games", "2"], "at least two"),
        (["arena", "tictactoe", "random", "Nobody", "--games", "2"], "no opponent 'Nobody'"),
        (["arena", "tictactoe", "random", "random", "--games", "0"], "games must be a whole number from 1"),
        (["arena", "tictactoe", "random", "random", "--games", "2", "--jobs", "0"], "jobs must be"),
        (["arena", "tictactoe", "random", "random", "--games", "2", "--opening-plies", "-1"], "opening-plies must be"),
        (["watch", "tictactoe", "random", "random", "--save", "/no/such/folder/x"], "cannot be written"),
        (["play", "tictactoe", "--opponent", "Nobody"], "no opponent 'Nobody'"),
        (["review", "tictactoe", "--record", "missing.txt"], "cannot be read"),
        (["no-such-command"], "invalid choice"),
    ],
)
def test_a_users_mistake_is_reported_in_one_sentence(run, arguments, says):
    status, out, err = run(*arguments)
    assert status == 2
    assert says in err
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a match record"),
        ("Sparring record 1\nGame: oware\n\n", "is of oware, not of tictactoe"),
        ("Sparring record 1\nSeed: 1\n\n", "does not say its game"),
        ("Sparring record 1\nGame: tictactoe\nRules: 99\n\n", "version 99"),
        ("Sparring record 1\nGame: tictactoe\nSeed: x\n\n", "Seed must be a whole number"),
        (
            "Sparring record 1\nGame: tictactoe\n\n0: b2\n1: b2\n",
            "Choice 2 of the record cannot be played",
        ),
        ("Sparring record 1\nGame: tictactoe\n\n1: b2\n", "whose turn it is not"),
        ("Sparring record 1\nGame: tictactoe\n\nb2\n", "Line 4"),
        ("Sparring record 1\nGame: tictactoe\n\n! undo 1\n", "takes back 1"),
    ],
)
def test_a_bad_record_is_refused_with_what_is_wrong_with_it(run, tmp_path, text, says):
    record = tmp_path / "bad.txt"
    record.write_text(text)
    status, _, err = run("legal", "tictactoe", "--record", str(record))
    assert status == 2
    assert says in err


@pytest.mark.parametrize("entry", ["0: zz", "7: b2", "1: b2", "! resign 7", "! agree share 0"])
def test_a_review_refuses_an_impossible_record(run, tmp_path, entry):
    record = tmp_path / "record.txt"
    record.write_text(f"Sparring record 1\nGame: tictactoe\n\n{entry}\n")
    status, out, err = run("review", "tictactoe", "--record", str(record))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_a_record_that_is_not_text_is_refused(run, tmp_path):
    record = tmp_path / "bad.bin"
    record.write_bytes(b"\xff\xfe\x00")
    assert run("legal", "tictactoe", "--record", str(record))[0] == 2
