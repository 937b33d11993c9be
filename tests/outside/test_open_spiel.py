"""Games of OpenSpiel are played as any other, also with hidden information and chance."""

import pickle
from random import Random

import pytest

import sparring
from sparring.match import Match
from sparring.match.table import Table
from sparring.rules import UnknownName
from sparring.rules.capabilities import HasChance, hides_something
from sparring.testing import Check

pytest.importorskip("pyspiel")


@pytest.mark.req("ALL-23")
@pytest.mark.parametrize(
    "name", ["breakthrough(rows=5,columns=5)", "backgammon", "leduc_poker", "goofspiel(num_cards=4)", "phantom_ttt"]
)
def test_a_game_of_openspiel_is_played_to_its_end_and_replayed(name):
    game = sparring.game(f"openspiel:{name}")
    match = Match(game, [sparring.opponent(game, "random") for _ in game.seats], seed=4)
    result = match.play()
    assert result.fallbacks == 0
    *_, last = sparring.replay(game, sparring.Record.parse(str(result.record)))
    assert last == match.table.position
    assert pickle.loads(pickle.dumps(last)) == last


def test_what_a_seat_does_not_know_is_in_no_view_and_every_sample_agrees_with_it():
    game = sparring.game("openspiel:leduc_poker")
    assert isinstance(game, HasChance)
    assert hides_something(game)
    tables = [Table(game, seed) for seed in range(30)]
    for table in tables:
        for option in ("Call", "Raise"):
            table.choose(option)
    mine = {}
    for table in tables:
        mine.setdefault(table.position.history[0], set()).add(table.position.history[1])
    shared = next(card for card, others in mine.items() if len(others) > 1)
    alike = [table.position for table in tables if table.position.history[0] == shared]
    assert len({game.view(position, 0) for position in alike}) == 1
    view = game.view(alike[0], 0)
    sampled = [view.sample(Random(seed)) for seed in range(20)]
    assert all(game.view(position, 0) == view for position in sampled)
    assert len({position.history[1] for position in sampled}) > 2


def test_kuhn_poker_is_played_by_the_search_for_hidden_information():
    game = sparring.game("openspiel:kuhn_poker")
    match = Match(game, [sparring.opponent(game, "mcts:playouts=300,time=none") for _ in game.seats], seed=2)
    assert match.play().fallbacks == 0
    assert match.outcome.payoffs is not None


def test_moves_that_a_seat_cannot_see_are_not_told_to_it():
    game = sparring.game("openspiel:phantom_ttt")
    table = Table(game, 1)
    first = table.decision().options[0]
    assert table.choose(first) == (first, "a hidden move")


def test_the_commands_take_games_of_openspiel(capsys):
    from sparring.terminal.main import main

    arena = ["arena", "openspiel:breakthrough(rows=6,columns=4)", "mcts:playouts=20,time=none", "random"]
    assert main([*arena, "--games", "2", "--jobs", "1", "--seed", "1", "--json"]) == 0
    assert '"illegal": 0, "fallbacks": 0' in capsys.readouterr().out
    assert main(["draw", "openspiel:breakthrough"]) == 0
    assert capsys.readouterr().out.startswith("<svg")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_pokr", r"OpenSpiel has no game 'kuhn_pokr'; did you mean kuhn_poker"),
        ("2048", "cannot be played here: it has 1 player, not 2 to 6"),
        ("mfg_crowd_modelling", "cannot be played here: its players do not take turns"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(name, why):
    with pytest.raises(UnknownName, match=why):
        sparring.game(f"openspiel:{name}")


@pytest.mark.req("ALL-23")
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_nothing_is_wrong_with_a_poker_game_of_openspiel(name):
    check = Check(f"openspiel:{name}", games=8)
    assert len(list(check.run())) == 8
    assert check.faults == []
