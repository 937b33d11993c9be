"""`sparring lethal`, and posed tables for the commands about positions."""

import json

import pytest

TABLE = {"P1": {"characters": ["ST01-010"], "active": 4}, "P2": {"life": 0, "deck": ["ST01-005"], "deck_size": 1}}


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(TABLE))
    return str(path)


def test_a_win_in_this_turn_is_found(run, answer, table):
    told = answer("lethal", "onepiece", "--table", table)
    assert (told["sure"], told["chance"]) == (True, 1.0)
    assert told["line"][-1].startswith("attack leader with ")
    status, out, err = run("lethal", "onepiece", "--table", table)
    assert (status, err) == (0, "")
    assert "P1 wins this turn, whatever P2 holds." in out


def test_a_posed_table_is_taken_by_the_other_commands(answer, table):
    text = json.dumps(TABLE)
    legal = answer("legal", "onepiece", "--any-position", "--position", text)
    assert "attack leader with Franky" in legal["moves"]
    move = answer("move", "onepiece", "--any-position", "--position", text, "--opponent", "medium", "--seed", "1")
    assert move["move"] in legal["moves"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("lethal", "connect4"), "Connect Four has no turns of several moves; use `sparring analyse`."),
        (("lethal", "onepiece", "--table", "nowhere.json"), "nowhere.json"),
        (("lethal", "onepiece", "--position", "{}x"), "A table is posed as JSON"),
        (("lethal", "onepiece", "--position", '{"P1": {"active": 11}}'), "P1 has 11 DON!!, and 10 is all there are."),
        (("lethal", "onepiece", "--seed", "1"), "Lethal is looked for in the main phase"),
    ],
)
def test_mistakes_are_one_sentence(run, words, message):
    status, out, err = run(*words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err
