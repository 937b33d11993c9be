"""Levels: every game has them from one mechanism, and they slip as people do, never absurdly."""

from itertools import islice
from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sparring
from sparring.brains.brain import Whim, analysis_of
from sparring.brains.limited_sight import LimitedSight, Measure
from sparring.brains.rulelist import RuleList, block, win
from sparring.match.table import Table, decision_at
from sparring.opponents import Opponent
from sparring.opponents.faults import BadCatalogue
from sparring.opponents.levels import check_sight, level_tables
from sparring.opponents.slips import resisting, slipped, weights
from sparring.rules import Analysis, Decision, Judgement
from sparring.rules.registry import game_names
from support.dice_game import Dice
from support.hidden_game import Whispers
from support.small_games import Coins

pytestmark = pytest.mark.req("ALL-17")

BOARDS = ["tictactoe", "connect4", "fourinarow", "oware"]


def levels_of(game):
    """The names of a game's levels, the weakest first."""
    return [name for name in sparring.catalogue(game).entries if name.removeprefix("level").isdecimal()]


def random_positions(game, seeds, plies=400):
    """Positions of random games in which somebody is to move."""
    for seed in seeds:
        table, rng = Table(game, seed), Random(seed)
        while table.outcome is None and len(table.choices) < plies:
            yield table.position
            table.choose(rng.choice(table.decision().options))


def decided(player, game, position, seed=0):
    """What a player chooses."""
    return player.decide(decision_at(game, position, seed=seed)).option


# ---------------------------------------------------------------------- what there is


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_levels_in_a_row_that_promise_more_and_more(game):
    names, entries = levels_of(game), sparring.catalogue(game).entries
    assert names == [f"level{number}" for number in range(1, len(names) + 1)]
    assert len(names) >= 4
    promised = [entries[name].level for name in names]
    assert promised == sorted(promised)
    assert promised[-1] == 6
    assert len({entries[name].about for name in names}) == len(names)


@pytest.mark.parametrize("game", game_names())
def test_only_the_best_level_thinks_by_the_clock(game):
    *others, best = (sparring.opponent(game, name) for name in levels_of(game))
    assert all(other.character.time is None for other in others)
    assert not isinstance(best.brain, LimitedSight)


@pytest.mark.parametrize("game", [Coins(), Whispers(), Dice()], ids=lambda game: game.name)
def test_a_game_of_ones_own_has_levels_without_declaring_any(game):
    for name in levels_of(game)[:-1]:
        table, player = Table(game, seed=1), sparring.opponent(game, name)
        while table.outcome is None and len(table.choices) < 30:
            table.choose(player.decide(table.decision()).option)


def test_what_is_wrong_with_a_recipe_is_said_in_a_sentence():
    with pytest.raises(BadCatalogue, match=r"\[levels\] in opponents\.toml needs a list of steps"):
        level_tables({"brain": "own:Mind"}, {}, {})
    with pytest.raises(BadCatalogue, match=r"level2 in opponents\.toml is like 'nobody', which is no opponent"):
        level_tables({"steps": [{}, {"like": "nobody"}]}, {}, {})
    for sight in (3, {}, {"depth": 0.5}, {"depth": "x"}, {"patience": 2}, {"depth": 1, "playouts": 2}):
        with pytest.raises(BadCatalogue, match=r"The sight of level1 in opponents\.toml must be {depth = NUMBER} or"):
            check_sight("level1", sight)


# ---------------------------------------------------------------------- sight


def test_a_fraction_of_a_ply_is_a_share_of_the_decisions_and_playouts_count_for_each_option():
    rng = Random(1)
    seen = [Measure.DEPTH.amount(2.25, 7, rng) for _ in range(2000)]
    assert set(seen) == {2, 3}
    assert seen.count(3) / 2000 == pytest.approx(0.25, abs=0.04)
    assert {Measure.DEPTH.amount(4, 7, rng) for _ in range(50)} == {4}
    assert [Measure.PLAYOUTS.amount(1.5, options, rng) for options in (1, 2, 7)] == [2, 3, 11]


def test_a_decision_is_judged_by_the_search_that_looks_so_far():
    asked = []

    class Looking(Whim):
        def __init__(self, game, amount):
            super().__init__(game)
            self.amount = amount

        def judge(self, decision):
            asked.append(self.amount)
            return super().judge(decision)

    game = sparring.game("tictactoe")
    brain = LimitedSight(game, lambda amount: Looking(game, amount), Measure.DEPTH, 1.5)
    decisions = [decision_at(game, game.empty, seed=seed) for seed in range(40)]
    first = [brain.judge(decision) for decision in decisions]
    assert set(asked) == {1, 2}
    assert (first, asked) == ([brain.judge(decision) for decision in decisions], asked[:40] * 2)
    assert all(judged.chance is not None for judged in first[0].options)


# ---------------------------------------------------------------------- slips


@st.composite
def analyses(draw):
    """What a brain may have found about up to eight options."""
    judged = []
    for name in "abcdefgh"[: draw(st.integers(1, 8))]:
        outcome = draw(st.sampled_from([None, None, None, "win", "draw", "loss"]))
        plies = draw(st.integers(1, 9)) if outcome else None
        judged.append(Judgement(name, 0, outcome, plies, chance=draw(st.integers(0, 100)) / 100))
    return Analysis(tuple(judged))


@given(found=analyses(), slack=st.floats(0.05, 10), absurd=st.floats(0.05, 1), seed=st.integers(0, 99))
def test_a_slip_is_never_absurd_and_never_gives_away_what_is_proven(found, slack, absurd, seed):
    picked, best = found[slipped(found, slack, absurd, Random(seed))], max(found.options, key=lambda one: one.rank)
    if best.outcome in ("win", "loss"):
        assert picked.rank == best.rank, "the soonest win, or the longest loss"
    else:
        assert picked.outcome != "loss"
        assert picked.rank.chance > best.rank.chance - absurd


@given(found=analyses(), slack=st.floats(0.05, 10))
def test_what_looks_better_is_at_least_as_likely(found, slack):
    likely = sorted((found[option].rank.chance, weight) for option, weight in weights(found, slack, 1).items())
    assert [weight for _, weight in likely] == sorted(weight for _, weight in likely)


@given(slack=st.floats(0.2, 5), shift=st.floats(-3, 3))
def test_a_level_is_as_careful_when_it_is_losing_or_winning_as_in_an_even_position(slack, shift):
    even, shifted = (
        Analysis(tuple(Judgement(name, 0, chance=1 / (1 + 2.718281828459045**-odds)) for name, odds in both.items()))
        for both in ({"a": 0.0, "b": -log(2)}, {"a": shift, "b": shift - log(2)})
    )
    assert weights(shifted, slack, 1)["b"] == pytest.approx(weights(even, slack, 1)["b"])
    assert weights(even, slack, 1)["b"] == pytest.approx(0.5 ** (1 / slack))


# ---------------------------------------------------------------------- what they never overlook


@pytest.mark.parametrize("game", BOARDS)
def test_every_level_takes_a_win_in_one(game):
    rules = sparring.game(game)
    moves = {position: list(rules.options(position).values()) for position in random_positions(rules, range(8))}
    chosen = [position for position in moves if win(rules, position, moves[position])][::2]
    assert len(chosen) > 3
    for name in levels_of(game)[:-1]:  # the best one has tests of its own
        player = sparring.opponent(game, name)
        for position in chosen[:6]:
            option = decided(player, rules, position)
            assert rules.options(position)[option] in win(rules, position, moves[position]), name


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "fourinarow"])
def test_every_level_that_looks_two_plies_ahead_stops_a_win_in_one(game):
    rules = sparring.game(game)
    moves = {position: list(rules.options(position).values()) for position in random_positions(rules, range(12))}
    urgent = [
        position
        for position in moves
        if not win(rules, position, moves[position]) and block(rules, position, moves[position])
    ]
    seeing = [name for name in levels_of(game)[:-1] if sparring.catalogue(game)[name].sight.get("depth", 2) >= 2]
    assert len(urgent) > 3
    assert seeing
    for name in seeing:
        player = sparring.opponent(game, name)
        for position in urgent[:6]:
            option = decided(player, rules, position)
            assert rules.options(position)[option] in block(rules, position, moves[position]), name


@pytest.mark.parametrize("game", ["connect4", "fourinarow"])
def test_a_level_finishes_the_wins_that_it_sees_within_their_proof(game):
    rules = sparring.game(game)
    strong = sparring.opponent(game, "minimax:depth=3,thorough=on")
    seen = (position for position in random_positions(rules, range(60), plies=24) if wins_in_three(strong, position))
    for position in islice(seen, 6):
        for name in levels_of(game)[:-1]:
            if sparring.catalogue(game)[name].sight.get("depth", 3) < 3:
                continue
            player, now, seat = sparring.opponent(game, name), position, rules.to_move(position)
            for _ in range(3):
                mover = player if rules.to_move(now) == seat else strong
                now = rules.play(now, rules.options(now)[decided(mover, rules, now)])
                if rules.outcome(now) is not None:
                    break
            assert rules.outcome(now) is not None, name
            assert rules.outcome(now).winner == seat


def wins_in_three(player, position):
    found = analysis_of(player.brain, decision_at(player.game, position))
    return found[found.best].outcome == "win" and found[found.best].plies == 3


def test_a_lost_level_still_stops_one_of_two_threats():
    rules = sparring.game("connect4")
    position = rules.read_position("......./......./......./......./...oo../..xxx.. o")
    for name in ("level4", "level6"):
        player = sparring.opponent("connect4", name)
        found = analysis_of(player.brain, decision_at(rules, position, seed=3))
        assert found[found.best].outcome == "loss"
        assert set(resisting(rules, position, found)) == {"2", "6"}
        assert {decided(player, rules, position, seed) for seed in range(8)} == {"2", "6"}


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("game", BOARDS)
def test_levels_below_the_best_do_not_repeat_their_games(game):
    for name in levels_of(game)[:-1:3]:
        player, openings = sparring.opponent(game, name), set()
        for seed in range(10):
            table = Table(sparring.game(game), seed)
            while table.outcome is None and len(table.choices) < 6:
                table.choose(player.decide(table.decision()).option)
            openings.add(tuple(chosen.option for chosen in table.choices))
        # Those that think as a strong opponent does find the same good moves more often.
        assert len(openings) > (5 if sparring.catalogue(game)[name].sight else 2), name


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("game", BOARDS)
def test_the_same_seed_gives_the_same_answer(game):
    rules = sparring.game(game)
    for position in islice(random_positions(rules, [5]), 2, 8, 3):
        for name in levels_of(game)[:-1:2]:
            answers = {decided(sparring.opponent(game, name), rules, position, seed=4) for _ in range(2)}
            assert len(answers) == 1


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "fourinarow"])
def test_level_1_is_a_match_for_somebody_who_sees_a_win_in_one_and_nothing_else(game):
    rules = sparring.game(game)
    players = [sparring.opponent(game, "level1"), Opponent(rules, "reference", RuleList(rules, rules=["win"]))]
    score = 0.0
    for seed in range(200):
        table = Table(rules, seed)
        while table.outcome is None:
            decision: Decision = table.decision()
            table.choose(players[(decision.seat + seed) % 2].decide(decision).option)
        winner = table.outcome.winner
        score += 0.5 if winner is None else (winner + seed) % 2 == 0
    assert 0.4 <= score / 200 <= 0.6
