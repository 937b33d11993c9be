"""Four in a row's hard: its evaluation, its search, its settings and its book."""

from collections import Counter

import pytest

import sparring
from sparring.rules import BadSetting
from support import naive
from support.fourinarow_boards import (
    BOARD,
    CENTRE,
    EMPTY,
    GAME,
    answer,
    cell_of,
    completable,
    free_of,
    some_texts,
    texts_with,
)

# ---------------------------------------------------------------------- the evaluation


@pytest.mark.req("PT-4")
def test_the_evaluation_agrees_with_counting_lines():
    for text in [EMPTY, *some_texts(13, 150, 1, 30), *some_texts(14, 150, 1, 35, careful=False)]:
        mine, theirs = BOARD.sides(text)
        position = GAME.read_position(text)
        seat = "xo".index(naive.mover(text))
        assert GAME.evaluate(position, seat) == BOARD.evaluation(mine, theirs), text
        assert GAME.evaluate(position, 1 - seat) == -BOARD.evaluation(mine, theirs), text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        (EMPTY, 0),
        ("....../....../..x.../....../....../...... o", -5),  # the other side has a stone in the centre
        ("x...../.o..../....../....../....../...... x", 0),
        ("xx..../....../....../....../oo..../...... x", 0),  # each has one line of two
        (".xx.../....../....../....../....../oo.... x", 10 - 5),  # the two of x lie in two lines of four
        ("xxx.../....../....../....../oo..../o..... x", 10 + 5 - 3 * 5),  # a three and a two; twos in three directions
        ("xxxo../....../....../....../.oo.../x..... o", 2 * 5),  # the three is blocked
    ],
)
def test_the_evaluation_of_boards_counted_by_hand(text, score):
    mine, theirs = BOARD.sides(text)
    assert BOARD.evaluation(mine, theirs) == score
    assert GAME.evaluate(GAME.read_position(text), "xo".index(naive.mover(text))) == score


@pytest.mark.req("PT-4")
def test_a_win_scores_1000_less_its_plies_and_an_open_position_scores_below_900():
    proven = Counter()
    for text in some_texts(15, 60, 8, 24, careful=False):
        for judged in answer("hard:thorough=on,book=off", text).analysis.options:
            if judged.outcome in ("win", "loss"):
                proven[judged.outcome] += 1
                assert judged.score == {"win": 1, "loss": -1}[judged.outcome] * (1000 - judged.plies)
            else:
                assert abs(judged.score) < 900
    assert min(proven["win"], proven["loss"]) > 20


# ---------------------------------------------------------------------- the search


@pytest.mark.req("PT-4")
@pytest.mark.parametrize("threats", [0, 1, 2])
def test_hard_takes_every_immediate_win(threats):
    for seed, text in enumerate(texts_with(seed=3 + threats, count=40, wins=1, threats=threats)):
        assert cell_of("hard", text, seed) in completable(text)[0], text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_hard_blocks_every_immediate_win_that_can_be_blocked(depth):
    for seed, text in enumerate(texts_with(seed=7, count=80, wins=0, threats=1)):
        assert cell_of(f"hard:depth={depth}", text, seed) in completable(text)[1], text


@pytest.mark.req("PT-4")
def test_hard_blocks_a_win_even_when_it_is_lost_anyway():
    """Both ends are open; blocking one of them still wins if the other side overlooks the other end."""
    for seed, text in enumerate(texts_with(seed=8, count=40, wins=0, threats=2)):
        assert cell_of("hard", text, seed) in completable(text)[1], text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize(("name", "stones", "count"), [("hard", 2, 120), ("hard:depth=6", 3, 45)])
def test_hard_sees_wins_and_losses_within_its_depth(name, stones, count):
    """A win with two stones takes three plies, and a loss to two stones of the other side takes four."""
    won = lost = 0
    for seed, text in enumerate(some_texts(16 + stones, count, 8, 26)):
        mine, theirs, free = free_of(text)
        if BOARD.wins_within(mine, theirs, stones):
            won += 1
            played = cell_of(name, text, seed)
            assert BOARD.loses_within(theirs, mine | {played}, stones - 1), text
        elif BOARD.wins_within(theirs, mine, stones):
            safe = {cell for cell in free if not BOARD.wins_within(theirs, mine | {cell}, stones)}
            if safe:
                lost += 1
                assert cell_of(name, text, seed) in safe, text
    assert won > 20
    assert lost > 5


@pytest.mark.req("PT-4", "ALL-3")
def test_hard_searches_four_plies_by_default():
    assert answer("hard:book=off", EMPTY).analysis.depth == 4
    for depth in (1, 2, 3, 5, 6):
        assert answer(f"hard:book=off,depth={depth}", EMPTY).analysis.depth == depth


@pytest.mark.req("PT-4", "ALL-3")
@pytest.mark.parametrize(
    "setting", ["depth=0", "depth=x", "depth=101", "table=-1", "book=maybe", "time=0", "deepening=2"]
)
def test_a_bad_setting_is_refused_with_its_range(setting):
    name = setting.partition("=")[0]
    with pytest.raises(BadSetting, match=rf"^{name} must be .*\.$"):
        sparring.opponent(GAME, f"hard:{setting}")


@pytest.mark.req("PT-5", "ALL-5")
def test_with_a_time_limit_hard_deepens_until_time_is_over_and_always_answers():
    for seconds in (0.001, 0.02):
        chosen = answer(f"hard:book=off,depth=none,time={seconds}", EMPTY)
        assert chosen.option in naive.empties(EMPTY)
        assert len(chosen.analysis.options) == 36
    assert answer("hard:book=off,depth=none,time=0.5", EMPTY).analysis.depth > 4


# ---------------------------------------------------------------------- table, deepening and book can be switched off


SWITCHED_OFF = ["book=off", "book=off,table=0", "book=off,deepening=off", "book=off,table=0,deepening=off"]


@pytest.mark.req("PT-5")
@pytest.mark.parametrize("switched_off", SWITCHED_OFF)
def test_a_part_that_is_switched_off_does_not_change_the_value_of_the_move(switched_off):
    for seed, text in enumerate([EMPTY, *some_texts(20, 24, 1, 22)]):
        usual = answer("hard:book=off", text, seed).analysis
        found = answer(f"hard:{switched_off}", text, seed).analysis
        thorough = answer("hard:thorough=on,book=off,table=0", text, seed).analysis
        assert found[found.best].score == usual[usual.best].score == thorough[thorough.best].score, text
        assert thorough[found.best].score == thorough[thorough.best].score, text


@pytest.mark.req("PT-5")
def test_the_value_agrees_with_plain_minimax():
    for seed, text in enumerate(some_texts(21, 6, 14, 24)):
        found = answer("hard:depth=2,book=off", text, seed).analysis
        assert found[found.best].score == BOARD.minimax(*BOARD.sides(text), 2) or found[found.best].outcome, text


@pytest.mark.req("PT-5")
def test_each_part_changes_the_number_of_nodes():
    quiet = "....../....../..xo../....../....../...... x"
    assert answer("hard", EMPTY).analysis.nodes == 0
    assert answer("hard:book=off", EMPTY).analysis.nodes > 0
    nodes = {
        switched_off: answer(f"hard:depth=6,{switched_off}", quiet).analysis.nodes for switched_off in SWITCHED_OFF
    }
    assert nodes["book=off"] < nodes["book=off,table=0"]
    assert len(set(nodes.values())) == len(SWITCHED_OFF)


@pytest.mark.req("PT-5")
@pytest.mark.parametrize(
    "text", ["....../....../....../..x.../....../...... o", "....../....../....../..x.../....../o..... x"]
)
def test_the_book_agrees_with_a_search_of_eight_plies_in_every_symmetry(text):
    searched = answer("hard:book=off,depth=8", text).analysis
    for seen in naive.alike(text):
        by_book = answer("hard", seen).analysis
        assert by_book.nodes == 0
        assert by_book[by_book.best].score == searched[searched.best].score, seen
        assert len(by_book.options) == len(naive.empties(seen))


@pytest.mark.req("PT-5")
def test_the_book_starts_in_any_cell_of_the_centre():
    assert {cell_of("hard", EMPTY, seed) for seed in range(60)} == CENTRE
