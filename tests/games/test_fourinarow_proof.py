"""Proofs of four in a row agree with an exhaustive search that shares no code with them."""

from functools import cache
from itertools import islice
from random import Random

import pytest

import sparring
from sparring.games.fourinarow.proof import THREATS, Prover, winning_tree
from sparring.games.mnk.board import cell_name
from sparring.rules import notation
from support import naive_rows

GAME = sparring.game("fourinarow")
BOARD = naive_rows.board()

CLAIMS = [  # size, stones that the winner needs, number of positions, fewest and most stones on the board
    ((6, 6, 4), 1, 40, 2, 30),
    ((6, 6, 4), 2, 100, 4, 28),
    ((6, 6, 4), 3, 60, 5, 26),
    ((6, 6, 4), 4, 40, 12, 26),
    ((6, 6, 4), 5, 20, 15, 26),
    ((5, 5, 4), 3, 40, 3, 18),
    ((5, 5, 4), 5, 10, 9, 18),
    ((9, 4, 4), 3, 30, 6, 26),
    ((4, 9, 4), 3, 30, 6, 26),
    ((7, 7, 5), 3, 20, 16, 36),
    ((5, 5, 3), 3, 20, 1, 8),
    ((20, 3, 4), 2, 30, 20, 50),
    ((10, 5, 7), 2, 15, 20, 40),
]


def game_of(size):
    """The game on a board of some size."""
    return sparring.game("fourinarow", **dict(zip(("width", "height", "length"), size, strict=True)))


@cache
def prover_of(size):
    """A prover for boards of this size, which keeps its table."""
    return Prover(game_of(size).empty)


@cache
def some_texts(size, seed, count, least, most):
    """Random positions with `least` to `most` stones; in every fifth, somebody may complete a line at once."""
    board, rng = naive_rows.board(*size), Random(seed)
    return tuple(board.random_text(rng, least, most, careful=number % 5 > 0) for number in range(count))


# ---------------------------------------------------------------------- wins within a number of stones


@pytest.mark.req("PT-7")
@pytest.mark.parametrize(("size", "stones", "count", "least", "most"), CLAIMS)
def test_a_win_is_claimed_exactly_where_brute_force_finds_one(size, stones, count, least, most):
    board, game, prover = naive_rows.board(*size), game_of(size), prover_of(size)
    for text in some_texts(size, stones, count, least, most):
        assert prover.wins(game.read_position(text), stones) == board.wins_within(*board.sides(text), stones), text


@pytest.mark.req("PT-7")
@pytest.mark.parametrize(("size", "stones", "count", "least", "most"), [claim for claim in CLAIMS if claim[1] > 1])
def test_a_move_is_claimed_to_win_exactly_where_it_does(size, stones, count, least, most):
    board, game, prover = naive_rows.board(*size), game_of(size), prover_of(size)
    for text in some_texts(size, stones, count, least, most)[: count // 3]:
        mine, theirs = board.sides(text)
        position = game.read_position(text)
        for cell, move in islice(game.options(position).items(), 0, None, 3):
            if not board.has_line(mine | {cell}):
                claimed = prover.has_won(game.play(position, move), stones - 1)
                assert claimed == board.loses_within(theirs, mine | {cell}, stones - 1), (text, cell)


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("level", [1, THREATS, 3])
def test_a_win_found_by_threats_alone_is_true(level):
    """Such a search may miss a win, but must not claim a false one."""
    claims = 0
    for stones, count, least, most in ((2, 60, 6, 26), (3, 60, 8, 26), (4, 25, 12, 26)):
        prover = Prover(GAME.empty)
        for text in some_texts((6, 6, 4), 20 + stones, count, least, most):
            if prover.wins(GAME.read_position(text), stones, level):
                claims += 1
                assert BOARD.wins_within(*BOARD.sides(text), stones), text
    assert claims > 40


@pytest.mark.req("PT-7")
def test_a_long_chain_of_threats_is_found():
    """A chain of threats, each of which must be blocked, is found whatever its length."""
    longest = 0
    for text in some_texts((6, 6, 4), 30, 80, 8, 16):
        position, prover = GAME.read_position(text), Prover(GAME.empty)
        stones = next((number for number in range(1, 10) if prover.wins(position, number, level=1)), 0)
        if stones:
            assert BOARD.wins_within(*BOARD.sides(text), stones), text
            longest = max(longest, stones)
    assert longest >= 4


# ---------------------------------------------------------------------- what the prover remembers


@pytest.mark.req("PT-7", "ALL-6")
@pytest.mark.parametrize(("here", "there", "times"), [("a1", "b1", 1), ("b1", "c1", 2), ("c1", "d1", 4)])
def test_a_result_of_one_position_is_never_used_for_another(here, there, times):
    """The other position differs in one stone; between the two, the prover forgets `times` times."""
    asked, prover = 0, Prover(GAME.empty)
    for text in some_texts((6, 6, 4), 31, 300, 10, 20):
        mine, theirs = BOARD.sides(text)
        if here not in theirs or there in mine | theirs:
            continue
        other = theirs - {here} | {there}
        if BOARD.has_line(other):
            continue
        prover.wins(GAME.read_position(BOARD.text(mine, other)), 3)
        for _ in range(times):
            prover.forget()
        asked += 1
        assert prover.wins(GAME.read_position(text), 3) == BOARD.wins_within(mine, theirs, 3), text
    assert asked > 25


@pytest.mark.req("PT-7")
@pytest.mark.parametrize(
    ("text", "before", "stones"),
    [
        (
            "o....o/....xx/x...../x....o/....../o.x..o x",
            "o....o/....xx/x...../x....o/....../.ox..o x",
            3,
        ),
        (
            "...xo./.x..../x...o./x.x.../...o.o/.o.ox. x",
            "...ox./.o..../o...x./o.o.../...x.x/xx.xo. o",
            3,
        ),
    ],
)
def test_an_earlier_position_does_not_change_an_answer(text, before, stones):
    prover = Prover(GAME.empty)
    prover.wins(GAME.read_position(before), stones)
    prover.forget()
    assert prover.wins(GAME.read_position(text), stones) == BOARD.wins_within(*BOARD.sides(text), stones)


@pytest.mark.req("PT-7")
def test_a_prover_that_gives_up_claims_nothing():
    prover = Prover(GAME.empty)
    prover.limit_nodes(1_000)
    assert prover.wins(GAME.empty, 6) is None
    assert prover.gave_up
    prover.limit_nodes(10_000_000)
    assert prover.wins(GAME.empty, 6) is True
    assert prover.wins(GAME.empty, 5) is False
    prover.forget()
    prover.stop()
    assert prover.wins(GAME.empty, 6) is None
    prover.go_on()
    assert prover.wins(GAME.empty, 6) is True


# ---------------------------------------------------------------------- from the empty board


@pytest.mark.req("PT-7")
@pytest.mark.parametrize(("cell", "plies"), [("c3", 11), ("b2", 13), ("c2", 15)])
def test_the_first_stones_win_after_the_known_number_of_stones(cell, plies):
    """One cell of each symmetry class: in the centre, at an inner corner, and another inner cell."""
    position, prover, more = notation.after_moves(GAME, cell), Prover(GAME.empty), (plies - 1) // 2
    assert prover.has_won(position, more - 1) is False
    assert prover.has_won(position, more) is True


@pytest.mark.req("PT-7")
@pytest.mark.parametrize("cell", ["d4", "e2", "b5", "b4", "e3"])
def test_symmetric_positions_have_the_same_result(cell):
    stones = {"d4": 5, "e2": 6, "b5": 6, "b4": 7, "e3": 7}[cell]
    prover = Prover(GAME.empty)
    position = notation.after_moves(GAME, cell)
    if stones < 7:
        assert prover.has_won(position, stones) is True
    assert prover.has_won(position, 5) is (stones == 5)


def won_tree(first_stones):
    """Every position with the first player to move, if it plays the moves of the proof; by the naive rules alone.

    Fails if the first player runs out of stones without a line, or if the other side completes one.
    """
    prover, layer, finishes, decisions = Prover(GAME.empty), {(frozenset(), frozenset())}, 0, 0
    for stones in range(first_stones, 0, -1):
        following = set()
        for mine, theirs in layer:
            free = BOARD.cells - mine - theirs
            if BOARD.completing(mine, free):
                finishes += 1
                continue
            assert stones > 1, BOARD.text(mine, theirs)
            decisions += 1
            position = GAME.read_position(BOARD.text(mine, theirs))
            needed = next((number for number in range(2, stones + 1) if prover.wins(position, number)), None)
            assert needed is not None, BOARD.text(mine, theirs)
            cell = cell_name(prover.winning_move(position, needed), 6)
            assert cell in free
            assert not BOARD.completing(theirs, free - {cell}), (BOARD.text(mine, theirs), cell)
            following |= {(mine | {cell}, theirs | {reply}) for reply in free - {cell}}
        layer = following
    assert not layer
    return {"positions": decisions + finishes, "decisions": decisions, "finishes": finishes}


@pytest.mark.req("PT-7")
def test_the_win_in_eleven_holds_against_every_defence():
    assert won_tree(6) == winning_tree(GAME.empty, 6)
