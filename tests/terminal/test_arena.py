"""The arena: the same seed gives the same result, in one process or several."""

import json
from random import Random

import pytest

import sparring
from sparring.arena.quick_match import QuickMatch
from sparring.arena.tournament import Tournament, random_opening
from sparring.ratings import Pair, rate
from sparring.rules import registry
from sparring.terminal.main import main
from support.jobs_for_pools import Tug


def played(*entrants, **settings):
    tournament = Tournament("tictactoe", list(entrants), **settings)
    for _ in tournament.play():
        pass
    return tournament


def arena(capsys, *arguments):
    assert main(["arena", "tictactoe", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.req("ALL-6")
def test_the_result_does_not_depend_on_how_many_processes_play(capsys):
    entrants = ("TricksterMonkey", "WildcardLemur", "random", "--games", "7", "--seed", "5", "--opening-plies", "2")
    one, two, three = (arena(capsys, *entrants, "--jobs", jobs) for jobs in "123")
    assert one == two == three
    assert one["pairs"] != arena(capsys, *entrants[:-3], "6", "--opening-plies", "2")["pairs"]
    assert (one["game"], one["games"], one["seed"], one["opening_plies"]) == ("tictactoe", 7, 5, 2)


@pytest.mark.req("TT-1")
def test_the_champion_loses_no_game_and_nobody_plays_an_illegal_move(capsys):
    entrants = ("ChampionChimp", "StrategistApe", "WildcardLemur")
    result = arena(capsys, *entrants, "--games", "30", "--seed", "1", "--jobs", "2")
    assert [pair["losses"] for pair in result["pairs"] if pair["a"] == "ChampionChimp"] == [0, 0]
    assert all(pair["wins"] + pair["draws"] + pair["losses"] == 30 for pair in result["pairs"])
    assert (result["illegal"], result["fallbacks"]) == (0, 0)
    assert {rating["opponent"] for rating in result["ratings"]} == set(entrants)
    assert all(rating["low"] < rating["rating"] < rating["high"] for rating in result["ratings"])


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.req("TT-1")
def test_the_champion_loses_none_of_hundreds_of_games(capsys):
    result = arena(capsys, "ChampionChimp", "StrategistApe", "WildcardLemur", "--games", "200", "--seed", "1")
    assert [pair["losses"] for pair in result["pairs"] if pair["a"] == "ChampionChimp"] == [0, 0]
    assert (result["illegal"], result["fallbacks"]) == (0, 0)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_the_shipped_ladder_agrees_with_a_new_measurement(capsys, tmp_path):
    anew = ("--measure", "--seed", "2", "--save", str(tmp_path / "ladder.json"))
    shipped, measured = (
        {rung["opponent"]: rung for rung in json.loads(main_json(capsys, "ladder", "tictactoe", *how))["ratings"]}
        for how in ((), anew)
    )
    assert shipped.keys() == measured.keys()
    for name, rung in shipped.items():
        assert rung["low"] <= measured[name]["high"]
        assert measured[name]["low"] <= rung["high"]


def main_json(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return capsys.readouterr().out


@pytest.mark.req("ALL-10")
def test_a_registered_game_is_played_over_several_processes(monkeypatch):
    monkeypatch.setitem(registry._registered, "tug", Tug)
    monkeypatch.delitem(registry._opened, "tug", raising=False)
    tournament = Tournament("tug", ["random", "minimax"], games=4, jobs=2)
    assert sum(tally.games for tally in tournament.play()) == 4
    assert (tournament.pairs[0].wins, tournament.pairs[0].losses) == (2, 2)
    registry._opened.pop("tug")


def test_a_name_that_is_given_twice_makes_two_entrants():
    tournament = played("random", "random", "random", games=2)
    assert tournament.names == ["random", "random#2", "random#3"]
    assert len(tournament.pairs) == 3


def test_the_two_games_of_a_pair_swap_seats_and_share_an_opening(monkeypatch):
    seen = []
    original = QuickMatch.play

    def spy(match):
        seen.append(([player.name for player in match.players], tuple(match.opening), match.seed))
        return original(match)

    monkeypatch.setattr(QuickMatch, "play", spy)
    played("random", "WildcardLemur", games=5, opening_plies=3, seed=9)
    assert [names for names, *_ in seen] == [["random", "WildcardLemur"], ["WildcardLemur", "random"]] * 2 + [
        ["random", "WildcardLemur"]
    ]
    assert seen[0][1:] == seen[1][1:] != seen[2][1:] == seen[3][1:]
    assert all(len(opening) == 3 for _, opening, _ in seen)


def test_an_opening_never_ends_the_game_and_is_shorter_where_it_must_be():
    game = sparring.game("tictactoe")
    for seed in range(200):
        assert len(random_opening(game, seed, 6)) == 6
    for seed in range(20):
        opening = random_opening(game, seed, 30)
        position = game.empty
        for option in opening:
            position = game.play(position, game.options(position)[option])
        assert game.outcome(position) is None
        assert len(opening) == 8


def test_the_arena_prints_a_cross_table(capsys):
    main(["arena", "tictactoe", "ChampionChimp", "random", "--games", "4", "--seed", "1", "--jobs", "1"])
    out = capsys.readouterr().out
    assert "95 %" in out
    assert "fallbacks: 0" in out


class TestRatings:
    def test_winning_every_game_gives_a_high_but_finite_rating(self):
        champion, loser = rate(2, [Pair(0, 1, wins=1000, draws=0, losses=0)])
        assert 2000 < champion.rating < 3000
        assert champion.low > loser.high

    def test_more_games_make_the_interval_narrower(self):
        widths = [
            (lambda rating: rating.high - rating.low)(rate(2, [Pair(0, 1, games, 0, games)])[0])
            for games in (1, 10, 100, 1000)
        ]
        assert widths == sorted(widths, reverse=True)
        assert widths[-1] < 20

    def test_without_games_the_interval_is_wide(self):
        ratings = rate(3, [Pair(0, 1, 0, 0, 0)])
        assert [rating.rating for rating in ratings] == [1500, 1500, 1500]
        assert ratings[0].high - ratings[0].low > 1000

    def test_a_draw_is_half_a_win(self):
        assert rate(2, [Pair(0, 1, 0, 10, 0)])[0].rating == pytest.approx(1500)
        assert rate(2, [Pair(0, 1, 5, 10, 5)])[0].rating == pytest.approx(1500)

    def test_known_strengths_are_found_again_within_their_intervals(self):
        """In 200 simulated tournaments with known strengths, about 95 % of the differences lie within the intervals."""
        rng = Random(1)
        inside = total = 0
        for _ in range(200):
            strengths = [rng.gauss(0, 200) for _ in range(4)]
            mean = sum(strengths) / 4
            pairs = []
            for a in range(4):
                for b in range(a + 1, 4):
                    odds = 10 ** ((strengths[a] - strengths[b]) / 400)
                    wins = sum(rng.random() < odds / (1 + odds) for _ in range(50))
                    pairs.append(Pair(a, b, wins, 0, 50 - wins))
            for strength, rating in zip(strengths, rate(4, pairs), strict=True):
                inside += rating.low <= 1500 + strength - mean <= rating.high
                total += 1
        assert 0.92 < inside / total < 0.98
