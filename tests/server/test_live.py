"""A match in a server's memory: a choice is played once, and every kind of entry is replayed."""

import asyncio

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.server.background import Background
from sparring.server.live import LiveMatch
from sparring.server.matches import Matches
from sparring.server.metrics import Metrics
from sparring.server.migrations import bring_up_to_date
from sparring.server.problems import Conflict
from sparring.server.shown import event_for, state_for
from sparring.server.storage import Storage
from sparring.server.stored import Logged, Stored
from sparring.server.thinkers import Thinkers

MATCH = Stored("a-match", "tictactoe", TicTacToe.version, 1, ("human", "human"), False)


def replayed(*entries):
    return LiveMatch.replayed(TicTacToe(), MATCH, [Logged(entry) for entry in entries])


def test_a_choice_is_checked_and_played_once(tmp_path, monkeypatch):
    played, play = [], TicTacToe.play

    def counted(game, position, move):
        played.append(game.move_text(position, move))
        return play(game, position, move)

    async def choose():
        storage = Storage(f"sqlite:///{tmp_path}/matches.db")
        bring_up_to_date(storage.engine)
        matches = Matches(storage, Thinkers(Metrics()), Background(), Metrics())
        people = ["human", "human"]
        live, _ = await matches.create(
            "tictactoe", people, seed=None, paced=False, player_key=None, player_name=None, address=""
        )
        monkeypatch.setattr(TicTacToe, "play", counted)
        await matches.choose(live, 0, "b2", 0)
        await matches.choose(live, 1, "a1", 1)
        await matches.choose(live, 1, "a1", 1)  # sent twice
        await matches.close()
        await storage.close()
        return [logged.entry for logged in live.log]

    assert asyncio.run(choose()) == ["0: b2", "1: a1"]
    assert played == ["b2", "a1"]


def test_entries_are_replayed_into_the_same_events_every_time():
    entries = ["0: b2", "1: a1", "! undo 2", "0: a1", "! resign 1"]
    first, second = (
        [event_for(live, event, 0) for event in live.events] for live in (replayed(*entries), replayed(*entries))
    )
    assert first == second
    assert [event["number"] for event in first] == list(range(1, len(first) + 1))
    assert first[-1]["result"] == {"winner": 0, "name": "x", "reason": "resignation", "payoffs": None, "places": [1, 2]}


def test_a_draw_that_was_agreed_on_is_replayed():
    live = replayed("0: b2", "! agree draw 1")
    assert live.over
    assert state_for(live, 0)["result"] == {
        "winner": None,
        "name": "draw",
        "reason": "draw by agreement",
        "payoffs": None,
        "places": [1, 1],
    }


def test_what_an_opponent_has_said_is_known_after_a_restart_and_after_an_undo():
    log = [Logged("0: b2", "I take the middle."), Logged("1: a1", "Hm."), Logged("! undo 2"), Logged("0: c3")]
    live = LiveMatch.replayed(TicTacToe(), MATCH, log)
    assert live.said() == [(0, "I take the middle."), (1, "Hm.")]


def test_a_choice_out_of_turn_is_not_replayed():
    with pytest.raises(ValueError, match="not the turn of seat 1"):
        replayed("1: b2")


def test_a_closed_match_has_no_table_and_says_why():
    live = LiveMatch(MATCH, None, "It cannot be played on: there is no game 'chess' here.")
    assert live.over
    assert live.decision is None
    assert live.time_left() == []
    with pytest.raises(Conflict, match="no game 'chess'"):
        _ = live.table
    assert state_for(live, 0)["closed"] == live.closed
