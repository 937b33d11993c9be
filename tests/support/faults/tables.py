"""Matches with faulty players, and everything that must hold in them."""

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sparring.games.tictactoe import TicTacToe
from sparring.match import DecisionAsked, Event, FallbackUsed, Match, MatchOver, MoveMade, ThoughtReported
from sparring.match.seat import LONGEST_REMARK
from sparring.rules import Analysis, AnyGame, BadPosition, Decision, Player
from support.faults.all_faults import AT_ONCE, Fault
from support.small_games import Coins, Honest, assert_replays, moves_of, told

GAMES = [TicTacToe(), Coins()]
ENDS = 30.0
"""Seconds within which a thread that can be stopped has stopped, on the slowest machine."""


@dataclass
class Played:
    """A match with faulty players, and its events."""

    match: Match
    players: Sequence[Player]
    faults: dict[int, Fault]
    events: list[Event]

    @property
    def fallbacks(self) -> list[FallbackUsed]:
        return [event for event in self.events if isinstance(event, FallbackUsed)]


def sit_down(game: AnyGame, faults: dict[int, Fault], seed: int = 0) -> tuple[Match, list[Player]]:
    """A match with these faults in their seats, and honest players in the others."""
    players = [faults[seat].make() if seat in faults else Honest() for seat in range(len(game.seats))]
    limits = [faults[seat].limit if seat in faults else AT_ONCE for seat in range(len(game.seats))]
    return Match(game, players, seed=seed, time_limit=limits), players


async def play_faults(game: AnyGame, faults: dict[int, Fault], seed: int = 0) -> Played:
    match, players = sit_down(game, faults, seed)
    return Played(match, players, faults, await told(match))


def assert_well(played: Played) -> None:
    """Check everything that must hold in a match, whatever its players did."""
    match, events = played.match, played.events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert isinstance(events[-1], MatchOver)
    assert match.result.winner in (0, 1, None)
    assert match.game.outcome(match.table.position) == events[-1].outcome
    assert match.result.winner == events[-1].outcome.winner
    assert_replays(match)
    _assert_told_as_it_was(played)
    for seat, player in enumerate(played.players):
        if isinstance(player, Honest):
            moves = moves_of(events, seat)
            assert [move.option for move in moves] == [choice.option for choice in player.said]
            assert [move.remark for move in moves] == [choice.remark for choice in player.said]


def _assert_told_as_it_was(played: Played) -> None:
    events, result = played.events, played.match.result
    assert Counter(event.problem for event in played.fallbacks) == result.problems
    assert result.fallbacks == len(played.fallbacks)
    asked: Decision | None = None
    for event, following in zip(events, [*events[1:], None], strict=True):
        if isinstance(event, DecisionAsked):
            asked = event.decision
        if isinstance(event, FallbackUsed):
            assert isinstance(following, MoveMade)
            assert (event.seat, event.option) == (following.seat, following.option)
            assert event.problem in played.faults[event.seat].problems
            assert event.detail
        if isinstance(event, MoveMade):
            assert asked is not None
            assert event.seat == asked.seat
            assert event.option in asked.options
            assert type(event.remark) is str
            assert len(event.remark) <= LONGEST_REMARK
            assert event.analysis is None or isinstance(event.analysis, Analysis)
        if isinstance(event, ThoughtReported):
            assert isinstance(event.analysis, Analysis)
            assert asked is not None
            assert event.seat == asked.seat


def assert_logged(played: Sequence[Played], lines: Sequence[str]) -> None:
    """Check that the log has one line for every fallback, with the position in which it happened."""
    expected = []
    for one in played:
        game = one.match.game
        position: Any = None
        for event in one.events:
            if isinstance(event, FallbackUsed):
                name = one.players[event.seat].name
                wanted = (game.name, name, event.problem, event.option, describe(game, position))
                expected.append(wanted)
            position = getattr(event, "position", position)
    assert len(lines) == len(expected)
    for wanted in expected:
        assert any(all(part in line for part in wanted) for line in lines), wanted


def describe(game: AnyGame, position: Any) -> str:
    try:
        return game.position_text(position)
    except BadPosition:
        return repr(position)


def threads() -> set[threading.Thread]:
    """The threads that thinking runs in."""
    return {thread for thread in threading.enumerate() if thread.name.startswith("sparring")}


def assert_ended(before: set[threading.Thread], *, named: str = "sparring seat") -> None:
    """Check that no thread of this name is left of those started since."""
    left = [thread for thread in threads() - before if thread.name == named]
    for thread in left:
        thread.join(ENDS)
    assert not [thread for thread in left if thread.is_alive()]
