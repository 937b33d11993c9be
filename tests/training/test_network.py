"""The network of a learned evaluation: its numbers, its file, and the opponents that use it."""

from random import Random

import numpy as np
import pytest

import sparring
from sparring.brains import learned
from sparring.brains.learned import BadNetwork, Network, as_bytes, of_bytes, own_path, with_learned, write
from sparring.brains.network import HIDDEN, SECOND, layout, network_score
from sparring.opponents.catalogue import forget_catalogues
from sparring.rules import BadSetting, Decision, kernels
from sparring.rules.compiler import entry

pytestmark = pytest.mark.req("ALL-24")

GAME = sparring.game("tictactoe")


def some_network(seed=1, ints=5):
    rng = np.random.default_rng(seed)
    kinds = layout(ints)
    made = {name: rng.normal(0, 0.4, kinds[name].shape).astype(np.float32) for name in Network._fields}
    made["first"] = rng.integers(-900, 900, (64 * ints, HIDDEN)).astype(np.int16)
    made["bias"] = rng.integers(-900, 900, HIDDEN).astype(np.int16)
    return Network(**{**made, "scale": np.float32(1 / 1024)})


def some_positions(count):
    found = []
    for seed in range(count):
        rng, position = Random(seed), GAME.start(Random(0))
        for _ in range(rng.randrange(6)):
            following = GAME.play(position, rng.choice(GAME.moves(position)))
            position = position if GAME.outcome(following) else following
        found.append(position)
    return found


@entry("a score")
def compiled_score(position, weights):
    return kernels.evaluate(position, weights)


def test_the_network_says_the_same_interpreted_and_compiled():
    game = with_learned(GAME, some_network())
    weights = game.evaluations["learned"]
    scores = [kernels.evaluate(position, weights) for position in some_positions(40)]
    assert scores == [compiled_score(position, weights) for position in some_positions(40)]
    assert len(set(scores)) > 10


def test_sums_of_the_first_layer_that_become_too_large_stay_at_the_largest_number():
    network = some_network()
    network.first[:] = 30_000
    weights = with_learned(GAME, network).evaluations["learned"]
    full = GAME.start(Random(0))._replace(mine=0b111, both=0b1110111)
    assert compiled_score(full, weights) == network_score(tuple(full), weights.network)


def test_the_score_is_that_of_the_layers_written_out():
    network, position = some_network(), some_positions(9)[-1]
    bits = [(number >> bit) & 1 for number in position for bit in range(64)]
    own = np.clip((np.array(bits) @ network.first.astype(float) + network.bias) / 1024, 0, 1)
    logit = np.maximum(own @ network.second + network.second_bias, 0) @ network.third + network.third_bias
    weights = with_learned(GAME, network).evaluations["learned"]
    assert abs(kernels.evaluate(position, weights) - 1000 * logit) <= 1
    assert network.second.shape == (HIDDEN, SECOND)


def test_a_file_gives_the_same_network_back_and_only_to_its_game():
    network = some_network()
    content = as_bytes(network, GAME)
    assert len(content) < learned.LARGEST
    assert all(np.array_equal(*pair) for pair in zip(network, of_bytes(content, GAME), strict=True))
    with pytest.raises(BadNetwork):
        of_bytes(content, sparring.game("fourinarow"))
    for damaged in (b"", content[:-200], content[:60] + bytes(40) + content[100:]):
        with pytest.raises(BadNetwork):
            of_bytes(damaged, GAME)


@pytest.fixture
def no_home(tmp_path, monkeypatch):
    monkeypatch.setattr(learned.platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    forget_catalogues()
    yield
    forget_catalogues()


@pytest.mark.usefixtures("no_home")
def test_a_game_that_has_learned_has_one_more_opponent_and_one_more_evaluation():
    with pytest.raises(BadSetting, match="Connect Four has no learned evaluation; sparring train makes one"):
        sparring.opponent("connect4", "minimax:evaluation=learned")
    assert "learned" not in sparring.catalogue("tictactoe").entries
    write(some_network(), GAME, own_path(GAME))
    forget_catalogues()
    player = sparring.opponent("tictactoe", "learned:depth=1")
    position = GAME.start(Random(0))
    decision = Decision(seat=0, options=tuple(GAME.options(position)), view=position, seed=1)
    judged = player.brain.judge(decision)
    assert len({option.score for option in judged.options}) > 3
    settings = {
        setting.name: setting for setting in sparring.catalogue("tictactoe")["mcts"].known_settings(GAME).values()
    }
    assert settings["evaluation"].as_json()["choices"] == ["nothing", "learned"]


def test_an_evaluation_can_be_chosen_where_a_game_has_several():
    assert sparring.opponent("oware", "master:evaluation=rich").brain.evaluation == "rich"
    assert sparring.opponent("oware", "master").brain.evaluation == "learned"
    with pytest.raises(BadSetting, match="evaluation must be plain, rich, houses or learned, not 'x'"):
        sparring.opponent("oware", "master:evaluation=x")


@pytest.mark.parametrize("name", ["onepiece"])
def test_a_game_that_cannot_learn_says_what_it_lacks(name):
    with pytest.raises(BadSetting, match="cannot learn an evaluation: that needs a game for two, without chance"):
        learned.input_count(sparring.game(name))
