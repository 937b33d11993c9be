"""Words and accuracies: the thresholds, the doubt, and what an accuracy may say."""

from hypothesis import given
from hypothesis import strategies as st

from sparring.coach.words import Word, accuracy, sure_loss, word_for

LOSSES = st.floats(0, 1)


def test_each_word_begins_and_ends_where_the_documentation_says():
    borders = {0.0: "best", 0.5: "best", 0.51: "good", 4.99: "good", 5: "inaccuracy", 9.99: "inaccuracy"}
    borders |= {10: "mistake", 19.99: "mistake", 20: "blunder", 100: "blunder"}
    assert {points: str(word_for(points / 100)) for points in borders} == borders


def test_a_difference_of_two_expected_scores_meets_its_threshold_despite_rounding():
    for points, word in ((5, Word.INACCURACY), (10, Word.MISTAKE), (20, Word.BLUNDER)):
        assert {word_for(high / 100 - (high - points) / 100) for high in range(points, 101)} == {word}


@given(LOSSES, LOSSES)
def test_a_greater_loss_never_has_a_better_word(one, other):
    order = list(Word)
    assert order.index(word_for(min(one, other))) <= order.index(word_for(max(one, other)))


@given(LOSSES, st.floats(0, 0.5))
def test_only_what_is_lost_for_sure_counts_against_a_move(loss, error):
    word = word_for(loss, error)
    if word in (Word.INACCURACY, Word.MISTAKE, Word.BLUNDER):
        assert word == word_for(loss - 2 * error)
    else:
        assert sure_loss(loss, error) < 0.05 + 1e-6
    assert (word is Word.BEST) == (word_for(loss) is Word.BEST)


@given(st.lists(LOSSES, min_size=1), st.data())
def test_an_accuracy_falls_with_every_loss_and_is_100_only_without_one(losses, data):
    at = data.draw(st.integers(0, len(losses) - 1))
    worse = [*losses[:at], data.draw(st.floats(losses[at], 1)), *losses[at + 1 :]]
    assert 0 <= accuracy(worse) <= accuracy(losses) <= 100
    assert accuracy([0.0] * len(losses)) == 100
    if max(losses) > 0.001:
        assert accuracy(losses) < 100
