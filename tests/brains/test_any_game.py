"""Whatever a game is like, every brain for any game judges all options, repeats itself, and claims nothing untrue."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sparring.brains.brain import analysis_of
from sparring.brains.hidden import HiddenInformation
from sparring.brains.minimax import Minimax
from sparring.brains.tree_search import TreeSearch
from sparring.match.table import decision_at
from support.random_trees import ENDINGS, Wild, followers, forced, possible, rewards

pytestmark = pytest.mark.req("ALL-22")


ANY = {
    "seed": st.integers(0, 10**6),
    "players": st.integers(2, 6),
    "chance": st.booleans(),
    "ending": st.sampled_from(ENDINGS),
    "widest": st.integers(1, 4),
    "scale": st.sampled_from([1, 1e-6, 1e6]),
    "shift": st.sampled_from([0, -1e7, 1000]),
}
GAMES = st.builds(Wild, **ANY)
PAID = st.builds(Wild, **{**ANY, "ending": st.just("payoffs")})
OF_TWO = st.builds(Wild, **{**ANY, "players": st.just(2), "chance": st.just(False)})
BRAINS = {
    "tree search": lambda game: TreeSearch(game, playouts=60),
    "hidden": lambda game: HiddenInformation(game, playouts=60),
    "minimax": lambda game: Minimax(game),
}


def decided(game, position, brain, seed=0):
    return analysis_of(brain(game), decision_at(game, position, seed))


def reachable(game, position):
    """The rewards of every end that can be reached."""
    outcome = game.outcome(position)
    if outcome is not None:
        return {rewards(game, outcome)}
    return set().union(*(reachable(game, following) for following in followers(game, position)))


def after(game, position, option):
    return game.play(position, game.options(position)[option])


@pytest.mark.parametrize("name", BRAINS)
@settings(max_examples=40)
@given(game=GAMES, seed=st.integers(0, 99))
def test_every_option_is_judged_and_the_same_decision_gets_the_same_answer(name, game, seed):
    found = decided(game, (), BRAINS[name], seed)
    assert [judged.option for judged in found.options] == list(game.options(()))
    assert found == decided(game, (), BRAINS[name], seed)
    for judged in found.options:
        assert 0 <= judged.chance <= 1
        assert found.mixes or judged.chance <= found[found.best].chance


@pytest.mark.parametrize("name", BRAINS)
@settings(max_examples=40)
@given(game=GAMES)
def test_a_claim_is_true_whatever_chance_and_the_others_do(name, game):
    for judged in decided(game, (), BRAINS[name]).options:
        following, seat = after(game, (), judged.option), game.to_move(())
        if judged.outcome == "win":
            assert forced(game, following, seat) == 1
        if judged.outcome == "loss":
            assert max(each[seat] for each in possible(game, following)) == 0
        if judged.outcome == "draw":
            assert forced(game, following, seat) == 0.5 == max(each[seat] for each in possible(game, following))


@settings(max_examples=40)
@given(game=PAID)
def test_payoffs_are_told_in_chips_and_within_what_can_be_won(game):
    for name in BRAINS:
        for judged in decided(game, (), BRAINS[name]).options:
            ends = [each[game.to_move(())] for each in reachable(game, after(game, (), judged.option))]
            room = 1e-3 + 1e-9 * max(map(abs, ends))
            assert name == "minimax" or min(ends) - room <= judged.score <= max(ends) + room


@pytest.mark.parametrize("name", BRAINS)
@settings(max_examples=40)
@given(game=GAMES)
def test_the_best_possible_end_is_taken_when_it_is_there(name, game):
    seat, most = game.to_move(()), max(each[game.to_move(())] for each in reachable(game, ()))
    ends = {option: game.outcome(after(game, (), option)) for option in game.options(())}
    best = [option for option, end in ends.items() if end is not None and rewards(game, end)[seat] == most]
    if best:
        found = decided(game, (), BRAINS[name])
        as_good = forced(game, after(game, (), found.best), seat) == most
        assert as_good or found.mixes or found[best[0]].chance == found[found.best].chance


@given(game=OF_TWO)
@settings(max_examples=40)
def test_two_players_who_win_what_the_other_loses_are_searched_to_the_end(game):
    seat = game.to_move(())
    worth = {option: forced(game, after(game, (), option), seat) for option in game.options(())}
    for brain in (TreeSearch(game, playouts=3000), Minimax(game)):
        assert worth[brain.judge(decision_at(game, ())).best] == max(worth.values())
