"""`sparring.testing.GameContract` makes tests of the checks: each fault fails the test of its part."""

import inspect

import pytest

from sparring.testing import GameContract, Part
from support import broken_games

pytestmark = pytest.mark.req("ALL-22")


class TestSoundNim(GameContract):
    game = broken_games.Nim()
    games = 10


class TestSecretNim(GameContract):
    game = broken_games.SecretNim()
    games = 10


FAILING = {
    broken_games.TooFew: "test_its_names_and_signatures_are_those_of_a_game",
    broken_games.PlaysInPlace: "test_positions_are_values_that_never_change",
    broken_games.PlaysByChance: "test_the_rules_are_pure_functions",
    broken_games.ThirdToMove: "test_legal_moves_never_fail_and_a_seat_is_always_to_move",
    broken_games.Outsider: "test_every_random_game_ends_with_an_outcome",
    broken_games.SharesTexts: "test_texts_of_moves_and_positions_read_back",
    broken_games.ShowsTheRest: "test_views_show_no_more_than_a_seat_may_know",
    broken_games.Loaded: "test_the_probabilities_of_chance_add_up",
    broken_games.LikesBoth: "test_evaluations_are_finite_and_fair",
}


@pytest.mark.parametrize("broken", FAILING, ids=lambda game: game.__name__)
def test_a_fault_fails_the_test_of_its_part_with_the_sentence(broken):
    class Tests(GameContract):
        game = broken()
        games = 5

    with pytest.raises(AssertionError) as failed:
        getattr(Tests(), FAILING[broken])()
    assert broken.says in str(failed.value)
    if broken is not broken_games.PlaysInPlace:  # what follows from that is beyond counting
        Tests().test_every_position_can_be_drawn()


def test_every_part_of_the_contract_has_a_test():
    source = "".join(inspect.getsource(test) for name, test in vars(GameContract).items() if name.startswith("test_"))
    for part in set(Part) - {Part.OPPONENTS}:  # these have tests of their own
        assert f"Part.{part.name})" in source
