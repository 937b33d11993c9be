"""The perfect opponent of four in a row: its claims are true, and it plays the best move."""

from functools import cache
from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from support import naive, naive_rows
from support.fourinarow_boards import BOARD, CENTRE, EMPTY, GAME, answer, check_claims, check_line, some_texts

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}

# ---------------------------------------------------------------------- boards that are solved to the end


@pytest.mark.req("PT-7", "PT-1")
@pytest.mark.parametrize(
    ("size", "least", "most", "count"),
    [
        ((3, 3, 3), 0, 8, 40),
        ((4, 3, 3), 2, 10, 30),
        ((4, 4, 3), 6, 14, 25),
        ((4, 4, 4), 8, 15, 25),
        ((5, 4, 4), 11, 18, 20),
        ((5, 3, 3), 6, 13, 15),
        ((2, 9, 4), 9, 16, 10),
        ((9, 1, 3), 0, 8, 10),
        ((6, 6, 4), 28, 35, 20),
    ],
)
def test_every_move_is_judged_as_by_solving_the_game(size, least, most, count):
    board = naive_rows.board(*size)
    for number, text in enumerate(some_texts(1, count, least, most, size, careful=False)):
        mine, theirs = board.sides(text)
        if board.has_line(theirs):
            continue
        chosen = answer("perfect:thorough=on", text, number, size)
        truth = {cell: board.judge(mine, theirs, cell) for cell in board.cells - mine - theirs}
        for judged in chosen.analysis.options:
            value, plies = truth[judged.option]
            left = len(board.cells) - len(mine | theirs)
            assert judged.outcome == OUTCOMES[value], (text, judged)
            assert judged.plies == (plies if value else left), (text, judged)
            assert judged.exact, (text, judged)
        best = max(truth.values(), key=naive_rows.liking)
        assert truth[chosen.option] == best, (text, chosen.option)
        quick = answer("perfect", text, number, size)
        assert truth[quick.option][0] == best[0], (text, quick.option)
        assert best[0] == 0 or truth[quick.option] == best, (text, quick.option)


@pytest.mark.req("PT-7")
def test_tictactoe_is_proven_to_be_a_draw():
    analysis = answer("perfect:thorough=on", naive.start(), size=(3, 3, 3)).analysis
    assert {(judged.outcome, judged.plies) for judged in analysis.options} == {("draw", 9)}


# ---------------------------------------------------------------------- draws


@cache
def dead_texts(count):
    """Positions where nobody can complete a line any more, with no stones beyond those needed for that."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        mine = {
            cell for cell, stone in naive.grid("xxoxxo/ooxoox/xxoxxo/ooxoox/xxoxxo/ooxoox x").items() if stone == "x"
        }
        theirs = set(BOARD.cells - mine)
        spare = True
        while spare:
            spare = False
            for x in rng.sample(sorted(mine), len(mine)):
                for o in rng.sample(sorted(theirs), len(theirs)):
                    if BOARD.dead(frozenset(mine - {x}), frozenset(theirs - {o})):
                        mine, theirs, spare = mine - {x}, theirs - {o}, True
                        break
                if spare:
                    break
        found.append(BOARD.text(frozenset(mine), frozenset(theirs)))
    return tuple(found)


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("name", ["perfect", "perfect:thorough=on", "hard", "hard:depth=2"])
def test_a_draw_is_proven_at_once_where_nobody_can_complete_a_line(name):
    for text in dead_texts(6):
        left = len(naive.empties(text))
        assert left >= 6
        chosen = answer(name, text)
        assert chosen.analysis.nodes < 2_000
        judged = chosen.analysis[chosen.option]
        assert judged.outcome == "draw", text
        assert judged.plies in (left, None), text
        if name.startswith("perfect"):
            assert {(each.outcome, each.plies) for each in chosen.analysis.options} == {("draw", left)}


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("name", ["perfect", "hard"])
@pytest.mark.parametrize(
    ("size", "text"),
    [
        ((26, 1, 14), "............xo............ x"),
        ((1, 21, 12), "/".join("." * 9 + "ox" + "." * 10) + " x"),
        ((8, 7, 8), "x......o/.x....o./..x..o../...xo.../..o..x../.o....x./xo...... x"),
    ],
)
def test_a_draw_is_proven_with_nearly_all_cells_empty(name, size, text):
    board, left = naive_rows.board(*size), len(naive.empties(text))
    assert board.dead(*board.sides(text))
    chosen = answer(name, text, size=size)
    assert chosen.analysis[chosen.option].outcome == "draw"
    if name == "perfect":
        assert {(judged.outcome, judged.plies) for judged in chosen.analysis.options} == {("draw", left)}


@pytest.mark.req("PT-7")
def test_claims_are_true_where_only_a_few_lines_are_still_open():
    """One stone of each side is removed from a dead position, so that some lines are open again."""
    asked = 0
    for seed, text in enumerate(dead_texts(6)):
        mine, theirs = BOARD.sides(text)
        rng = Random(seed)
        mine -= {rng.choice(sorted(mine))}
        theirs -= {rng.choice(sorted(theirs))}
        asked += not BOARD.dead(mine, theirs)
        analysis = answer("perfect:thorough=on", BOARD.text(mine, theirs)).analysis
        check_claims(BOARD, BOARD.text(mine, theirs), analysis)
        assert all(judged.outcome is not None for judged in analysis.options)
    assert asked == 6


# ---------------------------------------------------------------------- claims on the usual board


@pytest.mark.req("PT-7", "ALL-9")
@pytest.mark.parametrize("name", ["perfect", "perfect:thorough=on,time=5", "perfect:nodes=1", "hard:book=off"])
def test_no_claim_is_refuted_by_brute_force(name):
    claims = sum(check_claims(BOARD, text, answer(name, text).analysis) for text in some_texts(2, 15, 14, 28))
    assert claims > 20


@pytest.mark.req("PT-7", "ALL-5")
def test_with_hardly_any_time_there_is_an_answer_and_no_false_claim():
    for text in [EMPTY, *some_texts(3, 12, 4, 24)]:
        chosen = answer("perfect:time=0.001", text)
        assert chosen.option in naive.empties(text)
        assert len(chosen.analysis.options) == len(naive.empties(text))
        check_claims(BOARD, text, chosen.analysis)


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("stones", [2, 3, 4])
def test_the_fastest_win_is_played(stones):
    asked = 0
    for text in some_texts(3 + stones, 60, 10, 24):
        mine, theirs = BOARD.sides(text)
        if BOARD.wins_within(mine, theirs, stones) and not BOARD.wins_within(mine, theirs, stones - 1):
            asked += 1
            chosen = answer("perfect", text)
            judged = chosen.analysis[chosen.option]
            assert (judged.outcome, judged.plies, judged.exact) == ("win", 2 * stones - 1, True), text
            assert BOARD.loses_within(theirs, mine | {chosen.option}, stones - 1), text
            if judged.option == chosen.analysis.best:
                assert len(judged.line) == judged.plies, text
                check_line(text, judged.line)
    assert asked > 2


@pytest.mark.req("PT-7", "ALL-9")
def test_a_winning_move_comes_with_its_whole_line():
    asked = 0
    for text in some_texts(7, 40, 8, 24):
        chosen = answer("perfect", text)
        judged = chosen.analysis[chosen.option]
        if judged.outcome == "win" and judged.exact:
            asked += 1
            assert len(judged.line) == judged.plies, text
            check_line(text, judged.line)
    assert asked > 10


@cache
def lost_texts():
    """Positions that are lost for the side to move, with the number of stones that the other side needs to win."""
    found = []
    for text in some_texts(8, 60, 10, 22):
        mine, theirs = BOARD.sides(text)
        for stones in (2, 3, 4):
            if BOARD.wins_within(mine, theirs, stones):
                wins = [
                    c for c in sorted(BOARD.cells - mine - theirs) if BOARD.loses_within(theirs, mine | {c}, stones - 1)
                ]
                found.append((BOARD.text(theirs, mine | {wins[0]}), stones - 1))
                break
    return [(text, stones) for text, stones in found if stones > 1]


@pytest.mark.req("PT-7")
def test_a_lost_game_is_defended_for_as_long_as_possible():
    assert len(lost_texts()) > 10
    for text, stones in lost_texts():
        mine, theirs = BOARD.sides(text)
        chosen = answer("perfect", text)
        judged = chosen.analysis[chosen.option]
        assert (judged.outcome, judged.plies, judged.exact) == ("loss", 2 * stones, True), text
        assert not BOARD.wins_within(theirs, mine | {chosen.option}, stones - 1), text
        assert {each.outcome for each in chosen.analysis.options} == {"loss"}, text
        assert f"in {stones} move" in chosen.remark


@pytest.mark.req("PT-7")
def test_a_threat_is_blocked_even_if_the_game_is_lost():
    """Of the moves that lose equally soon, perfect plays one that blocks a threat."""
    asked = 0
    for text in some_texts(9, 300, 8, 24, careful=False):
        mine, theirs = BOARD.sides(text)
        free = BOARD.cells - mine - theirs
        threats = BOARD.completing(theirs, free)
        if len(threats) == 2 and not BOARD.completing(mine, free):
            asked += 1
            assert answer("perfect", text, asked).option in threats, text
    assert asked > 5


@pytest.mark.req("PT-7", "ALL-6")
@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("o.oxxx/...x../o.o..x/....../....xo/o..... x", "o.oxxx/...x../o.o..x/....../....xo/.o.... x"),
        (".x.x.o/x....o/...x.o/o....x/....o./x.ox.. o", ".x.x.o/x....o/...x.o/o....x/....o./.xox.. o"),
    ],
)
def test_an_answer_does_not_depend_on_what_was_asked_before(text, before):
    asked, fresh = (sparring.opponent(GAME, "perfect") for _ in range(2))
    decision = decision_at(GAME, GAME.read_position(text))
    asked.decide(decision_at(GAME, GAME.read_position(before)))
    assert asked.decide(decision) == fresh.decide(decision)


@pytest.mark.req("PT-7")
def test_the_remark_on_the_first_move_says_in_how_many_moves_it_wins():
    for seed in range(3):
        chosen = answer("perfect", EMPTY, seed)
        assert "in 6 moves or fewer" in chosen.remark
        assert chosen.option in CENTRE
