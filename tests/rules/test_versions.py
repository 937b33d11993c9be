"""Rules have versions, and records of earlier versions still replay."""

import pytest

import sparring
from sparring.coach.reviewing import review
from sparring.match.table import Table
from sparring.rules import BadRecord, Chosen, Record, notation
from sparring.terminal.main import main

SOURCE = """
import sparring

class Countdown(sparring.Game):
    '''Count down from ten; since version 2 up to three at a time, before that up to two.'''
    name, title, version = "countdown", "Countdown", 2
    most = 3

    def start(self, rng): return 10, 0
    def to_move(self, position): return position[1]
    def moves(self, position): return [str(take) for take in range(1, min(self.most, position[0]) + 1)]
    def play(self, position, move): return position[0] - int(move), 1 - position[1]
    def outcome(self, position): return None if position[0] else sparring.Outcome(1 - position[1], "reached zero")
    def in_version(self, version): return First() if version == 1 else super().in_version(version)

class First(Countdown):
    version, most = 1, 2
"""

OLD = Record("countdown", rules=1, entries=tuple(Chosen(turn % 2, "2") for turn in range(5)))
NEW = Record("countdown", rules=2, entries=(Chosen(0, "3"), Chosen(1, "3"), Chosen(0, "3"), Chosen(1, "1")))


@pytest.fixture
def countdown(tmp_path, monkeypatch):
    (tmp_path / "countdown_game.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return sparring.game("countdown_game.py:Countdown")


def test_a_record_is_replayed_by_the_rules_that_it_was_played_under(countdown):
    assert notation.after_record(countdown, OLD) == (0, 1)
    assert notation.after_record(countdown, NEW) == (0, 0)
    with pytest.raises(BadRecord, match="cannot be played"):
        notation.after_record(countdown, Record("countdown", rules=1, entries=NEW.entries))


def test_a_match_goes_on_under_the_rules_that_it_began_with(countdown):
    table = Table.of_record(countdown, Record("countdown", rules=1, entries=OLD.entries[:2]))
    assert table.decision().options == ("1", "2")
    assert table.record().rules == 1
    assert Table.of_record(countdown, Record("countdown", rules=2)).decision().options == ("1", "2", "3")


def test_a_version_that_a_game_does_not_know_is_refused_in_a_sentence(countdown):
    with pytest.raises(BadRecord, match="played under version 7 of the rules of Countdown; this is version 2"):
        notation.after_record(countdown, Record("countdown", rules=7))
    with pytest.raises(BadRecord, match="version 2 of the rules of Tic-tac-toe; this is version 1"):
        Table.of_record(sparring.game("tictactoe"), Record("tictactoe", rules=2))


def test_a_game_in_its_own_version_is_itself(countdown):
    assert countdown.in_version(2) is countdown
    assert countdown.in_version(1).version == 1


def test_a_review_judges_by_the_rules_of_the_record(countdown):
    reviewed = review(countdown, OLD, seconds=0.1).moves
    assert [each.move for each in reviewed] == ["2"] * 5
    assert "3" not in {option for each in reviewed for option in (each.best, *each.line)}


def test_the_command_line_lists_the_moves_of_the_records_rules(countdown, tmp_path, capsys):
    for record, moves in ((OLD, ["1", "2"]), (NEW, ["1", "2", "3"])):
        path = tmp_path / "begun.txt"
        path.write_text(str(Record("countdown", rules=record.rules)))
        assert main(["legal", "countdown_game.py:Countdown", "--record", str(path), "--json"]) == 0
        assert f'"moves": {moves}'.replace("'", '"') in capsys.readouterr().out
