"""A match without a referee is the same match, and only opponents that are trusted to answer play one."""

import pytest

import sparring
from sparring.arena import tournament
from sparring.arena.quick_match import QuickMatch, may_be_trusted
from sparring.arena.tournament import Round, play_round
from sparring.brains.brain import Whim
from sparring.brains.limited_sight import LimitedSight, Measure
from sparring.opponents import Opponent


def round_of(game, *players, **more):
    settings = {"seating": tuple(range(len(players))), "seed": 3, "opening_plies": 2, "games": len(players)}
    return Round(game=game, meeting=0, players=players, **settings | more)


def results(asked):
    tally = play_round(asked)
    return tally.played, tally.problems, tally.adjudicated, [decisions for decisions, _ in tally.thought]


@pytest.mark.req("ALL-16")
@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("tictactoe", ("level2", "StrategistApe")),
        ("fourinarow", ("level1", "easy")),
        ("connect4", ("level3", "medium")),
        ("oware", ("beginner", "intermediate")),  # which offer to share the last seeds
        ("onepiece", ("random", "level1")),
    ],
)
def test_a_match_without_a_referee_is_the_one_that_a_referee_would_have_led(monkeypatch, game, players):
    quick = results(round_of(game, *players))
    monkeypatch.setattr(tournament, "may_be_trusted", lambda game, players: False)
    assert results(round_of(game, *players)) == quick


def test_a_match_that_goes_on_for_too_long_is_a_draw_with_and_without_a_referee(monkeypatch):
    asked = round_of("oware", "random", "beginner", most_plies=9)
    quick = results(asked)
    assert quick[2] == 2, "both games were called a draw"
    monkeypatch.setattr(tournament, "may_be_trusted", lambda game, players: False)
    assert results(asked) == quick


def test_only_games_and_brains_that_came_with_the_package_are_trusted():
    class Mine(Whim):
        pass

    class MyGame(type(sparring.game("tictactoe"))):
        pass

    game = sparring.game("tictactoe")
    ours = sparring.opponent("tictactoe", "level1")
    assert may_be_trusted(game, [ours, ours])
    assert not may_be_trusted(MyGame(), [ours, ours])
    assert not may_be_trusted(game, [ours, Opponent(game, "mine", Mine(game))])
    near = LimitedSight(game, lambda amount: Mine(game), Measure.DEPTH, 1)
    assert not may_be_trusted(game, [ours, Opponent(game, "near", near)])


def test_a_match_that_fails_is_led_by_the_referee_who_says_what_was_wrong(monkeypatch):
    def fail(self):
        raise ValueError("out of ideas")

    asked = round_of("tictactoe", "level1", "level2")
    expected = results(asked)
    monkeypatch.setattr(QuickMatch, "play", fail)
    assert results(asked) == expected
