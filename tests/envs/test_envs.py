"""Our games as environments: PettingZoo's and Gymnasium's own tests, and algorithms of OpenSpiel."""

import warnings
from random import Random

import numpy as np
import pytest

import sparring
from sparring.envs.spaces import Actions, Observations
from sparring.rules import IllegalMove, SparringError
from sparring.rules.seeds import stream
from support.poker import Kuhn

GAMES = ["tictactoe", "connect4", "fourinarow", "oware", "onepiece"]


def walk(game, seed, plies):
    """Positions of a random game."""
    rng, position = Random(seed), game.start(stream(seed, "start"))
    for _ in range(plies):
        yield position
        if game.outcome(position) is not None:
            return
        position = game.play(position, rng.choice(list(game.options(position).values())))


@pytest.mark.req("ALL-23")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_the_tests_of_pettingzoo(name, capsys):
    testing = pytest.importorskip("pettingzoo.test")
    from sparring.envs.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice about names and spaces
        testing.api_test(env(name), num_cycles=60 if name != "onepiece" else 15)
        testing.seed_test(lambda: env(name), num_cycles=5)
    assert "Passed" in capsys.readouterr().out


def test_an_environment_says_who_won_and_refuses_what_is_illegal():
    from sparring.envs.pettingzoo import env

    match = env("connect4", render_mode="ansi")
    match.reset(seed=1)
    assert match.agents == ["x", "o"]
    for column in (0, 1, 0, 1, 0, 1):
        match.step(column)
    assert "3" in match.render()
    with pytest.raises(IllegalMove, match="9 is not a legal action here"):
        match.step(9)
    match.step(0)
    assert match.rewards == {"x": 1.0, "o": -1.0}
    assert all(match.terminations.values())
    assert not match.observe("x")["action_mask"].any()


@pytest.mark.parametrize("name", GAMES)
def test_different_views_give_different_observations_and_equal_ones_equal(name):
    game = sparring.game(name)
    sight = Observations(game)
    seen = {}
    for seed in range(3 if name != "onepiece" else 1):
        for position in walk(game, seed, 60 if name != "onepiece" else 20):
            for seat in (0, 1):
                view = game.view(position, seat)
                observed = sight.of(position, seat).tobytes()
                assert seen.setdefault((seat, observed), view) == view


def test_what_a_seat_may_not_see_is_not_in_its_observation():
    game = Kuhn()
    sight = Observations(game)
    mine, other = (position for position in game.deals() if position.cards[0] == 1)
    assert (sight.of(mine, 0) == sight.of(other, 0)).all()
    assert (sight.of(mine, 1) != sight.of(other, 1)).any()


@pytest.mark.parametrize("name", [name for name in GAMES if name != "onepiece"])
def test_a_move_has_the_same_number_all_the_time(name):
    game = sparring.game(name)
    actions = Actions(game)
    assert actions.count == len(set(game.all_moves()))
    for position in walk(game, 1, 40):
        options = tuple(game.options(position))
        numbers = actions.numbers(options)
        assert set(numbers.values()) == set(options)
        assert all(game.all_moves()[number] == option for number, option in numbers.items())
        assert actions.mask(options).sum() == len(options)


def test_too_many_options_are_refused_with_the_number_that_is_needed():
    with pytest.raises(SparringError, match="with 3 options; make the environment with most_options=3"):
        Actions(Kuhn(), most_options=2).numbers(["a", "b", "c"])


@pytest.mark.parametrize("name", ["connect4", "onepiece"])
def test_one_side_passes_the_test_of_gymnasium(name):
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    from sparring.envs.gymnasium import SparringEnv

    checker.check_env(SparringEnv(name, "random"), skip_render_check=True)


def test_a_learner_meets_an_opponent_and_an_illegal_action_loses():
    from sparring.envs.gymnasium import SparringEnv

    env = SparringEnv("tictactoe", "ChampionChimp", seat=0, render_mode="ansi")
    _, info = env.reset(seed=3)
    rewards, over = [], False
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert rewards[-1] == -1
    assert "x" in env.render()
    env.reset(seed=3)
    env.step(0)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_algorithms_of_openspiel_play_our_games():
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
    from open_spiel.python.algorithms import cfr, mcts

    from sparring.envs.open_spiel import as_open_spiel

    game = as_open_spiel("tictactoe")
    state = game.new_initial_state()
    for cell in ("a1", "b1", "a2", "b2"):
        state.apply_action(state.string_to_action(cell))
    assert minimax.alpha_beta_search(game, state)[0] == 1
    game = as_open_spiel("connect4")
    bot = mcts.MCTSBot(game, 2, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    state = game.new_initial_state()
    for column in (0, 1, 0, 1, 0):
        state.apply_action(column)
    assert bot.step(state) in state.legal_actions()
    state.apply_action(1)
    state.apply_action(0)
    assert (state.is_terminal(), state.returns()) == (True, [1.0, -1.0])
    solver = cfr.CFRSolver(as_open_spiel(Kuhn()))
    solver.evaluate_and_update_policy()
