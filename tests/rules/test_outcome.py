"""How a game ended: who won, why, and what each seat gets."""

import pickle

import pytest

from sparring.rules import BrokenGame, Outcome


def test_without_payoffs_an_outcome_is_a_winner_and_a_reason():
    assert Outcome(0, "three in a row") == Outcome(winner=0, reason="three in a row")
    assert Outcome(0, "three in a row").payoffs is None
    assert Outcome(None, "the board is full").winner is None


@pytest.mark.parametrize(
    ("payoffs", "winner"),
    [((1, 0), 0), ((18, 30), 1), ((24, 24), None), ((0.5, 0.25, 0.25), 0), ((3, -1, 3), None), ((-1, -2), 0)],
)
def test_the_unique_highest_payoff_wins(payoffs, winner):
    assert Outcome(reason="counted", payoffs=payoffs).winner == winner
    assert Outcome(winner, "counted", payoffs) == Outcome(None, "counted", payoffs)


@pytest.mark.parametrize(("winner", "payoffs"), [(1, (1, 0)), (0, (1, 1)), (2, (1, 0))])
def test_a_winner_that_contradicts_the_payoffs_is_refused(winner, payoffs):
    with pytest.raises(BrokenGame, match=f"winner cannot be seat {winner}"):
        Outcome(winner, "counted", payoffs)


def test_payoffs_given_as_a_list_make_the_same_outcome():
    outcome = Outcome(reason="counted", payoffs=[2, 1])
    assert outcome == Outcome(0, "counted", (2, 1))
    assert hash(outcome) == hash(Outcome(0, "counted", (2, 1)))
    assert pickle.loads(pickle.dumps(outcome)) == outcome
