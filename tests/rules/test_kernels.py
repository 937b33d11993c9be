"""Kernels: what can be registered, and that rules give the same results interpreted and compiled."""

from random import Random
from typing import NamedTuple

import pytest

import sparring
from sparring.games.connect4.board import Board
from sparring.rules import kernels
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, Blind
from support import kernel_entries
from support.kernel_games import Cards, Heap, Stairs, Stones

CONNECT4 = sparring.game("connect4")
GAMES = (CONNECT4, Cards(), Stones(), Stairs())
WORDS = [
    0,
    1,
    2,
    3,
    0b1011,
    (1 << 49) - 1,
    1 << 62,
    (1 << 63) - 1,
    -1,
    -2,
    -(1 << 63),
    *Random(1).sample(range(1 << 62), 50),
]


def positions(game, seed, games):
    """Every position of some random games, including the final ones."""
    rng = Random(seed)
    for _ in range(games):
        position = game.start(rng)
        yield position
        while game.outcome(position) is None:
            position = game.play(position, rng.choice(game.moves(position)))
            yield position


# ---------------------------------------------------------------------- registering


class Spot(NamedTuple):
    place: int


def answer(position, *more):
    return position.place


def test_an_unknown_function_is_refused_and_the_known_ones_are_listed():
    known = "moves, play, result, drawn, repeated, key, hint, mover, inputs"
    with pytest.raises(TypeError, match=f"^jump is not a kernel function; kernel functions are {known}$"):
        kernels.register(Spot, moves=answer, play=answer, result=answer, jump=answer)
    assert not kernels.has_kernel(Spot(1))


@pytest.mark.parametrize("missing", ["moves", "play", "result"])
def test_a_function_that_every_kernel_needs_must_be_there(missing):
    given = dict.fromkeys({"moves", "play", "result", "key"} - {missing}, answer)
    with pytest.raises(TypeError, match=f"^a kernel needs {missing}$"):
        kernels.register(Spot, **given)
    assert not kernels.has_kernel(Spot(1))


def test_an_evaluation_is_not_registered_with_the_other_functions():
    with pytest.raises(TypeError, match="evaluate is not a kernel function"):
        kernels.register(Spot, moves=answer, play=answer, result=answer, evaluate=answer)


@pytest.mark.parametrize(
    "ask", [kernels.result, lambda spot: kernels.play(spot, 0), lambda spot: kernels.moves(spot, [], 0)]
)
def test_a_position_without_a_kernel_is_refused(ask):
    with pytest.raises(TypeError, match=r"^Spot is not a kernel position: it has no "):
        ask(Spot(1))


def test_an_evaluation_that_a_game_does_not_have_is_refused():
    with pytest.raises(TypeError, match=r"^Board has no evaluation for Spot$"):
        kernels.evaluate(Board(0, 0), Spot(1))


def test_functions_that_a_kernel_lacks_have_defaults():
    """Positions have no key, all moves the same hint, the sides alternate, and `Blind` scores 0."""

    class Bare(NamedTuple):
        place: int

    kernels.register(Bare, moves=answer, play=answer, result=answer)
    one, two = Bare(1), Bare(2)
    assert (kernels.key(one), kernels.hint(one, 3), kernels.turn(one, two), kernels.evaluate(one, Blind())) == (
        0,
        0,
        -1,
        0,
    )
    assert kernels.has_kernel(one)


# ---------------------------------------------------------------------- interpreted and compiled


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_agree_interpreted_and_compiled(game):
    for position in positions(game, 1, 12):
        result = kernels.result(position)
        assert kernel_entries.result(position) == result
        if result == NOT_OVER:
            moves = game.moves(position)
            assert kernel_entries.moves(position) == ([], moves, {-1})
            for move in moves:
                following = kernels.play(position, move)
                assert kernel_entries.play(position, move) == following
                assert isinstance(kernel_entries.play(position, move), type(position))
                assert kernel_entries.turn(position, following) == kernels.turn(position, following)
                assert kernel_entries.hint(position, move) == kernels.hint(position, move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_keys_are_the_same_interpreted_and_compiled_and_have_64_bits(game):
    for position in positions(game, 2, 10):
        key = kernels.key(position)
        assert -(1 << 63) <= key < 1 << 63
        assert kernel_entries.key(position) == key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_evaluations_agree_interpreted_and_compiled(game):
    for weights in (*game.evaluations.values(), Blind()):
        for position in positions(game, 3, 10):
            assert kernel_entries.evaluate(position, weights) == kernels.evaluate(position, weights)


def test_moves_are_written_from_start_on_and_the_rest_of_the_buffer_is_untouched():
    before, moves, rest = kernel_entries.moves(Board(0, 0), start=5)
    assert (before, moves, rest) == ([-1] * 5, [3, 2, 4, 1, 5, 0, 6], {-1})


def test_moves_are_small_enough_for_the_tables_of_a_search():
    for game in GAMES:
        for position in positions(game, 4, 5):
            if game.outcome(position) is None:
                assert all(0 <= move < MOST_MOVES for move in game.moves(position))


def test_turn_compares_the_movers_of_two_positions():
    assert kernels.turn(Heap(9, mover=0), Heap(7, mover=0, last=2)) == 1
    assert kernels.turn(Heap(9, mover=0), Heap(8, mover=1, last=1)) == -1


# ---------------------------------------------------------------------- bits


def test_bits_are_counted_alike_interpreted_and_compiled():
    for bits in WORDS:
        counted = bin(bits & (1 << 64) - 1).count("1")
        assert kernel_entries.popcount(bits) == counted, bits
        assert kernels.popcount(bits) == counted, bits


def test_bits_are_mixed_alike_interpreted_and_compiled():
    for bits in WORDS:
        assert kernels.mixed(bits) == kernel_entries.mixed(bits), bits


def test_mixing_keeps_numbers_apart_and_changes_about_half_of_the_bits():
    numbers = range(20_000)
    assert len({kernel_entries.mixed(number) for number in numbers}) == len(numbers)
    assert len({kernel_entries.mixed(number) & 0xFFFFFF for number in numbers}) > 0.99 * len(numbers)
    changed = [
        kernels.popcount((kernel_entries.mixed(number) ^ kernel_entries.mixed(number ^ 1 << bit)) & (1 << 63) - 1)
        for number in range(0, 20_000, 100)
        for bit in range(49)
    ]
    assert 24 < sum(changed) / len(changed) < 40


def test_two_connect_four_boards_never_share_a_key():
    """All fillings of two adjacent columns: a carry from one into the other must not make two keys equal."""
    columns = [(height, mine) for height in range(7) for mine in range(1 << height)]
    boards = {
        Board(mine | mine_too << 7, (1 << height) - 1 | (1 << height_too) - 1 << 7)
        for height, mine in columns
        for height_too, mine_too in columns
    }
    assert len({kernel_entries.key(board) for board in boards}) == len(boards) == 127 * 127


# ---------------------------------------------------------------------- reporting compilation


def test_listeners_are_told_what_is_compiled_while_they_listen():
    first, second = [], []
    with kernels.told_of_compiling(first.append):
        kernels.tell_compiling("one")
        with kernels.told_of_compiling(second.append):
            kernels.tell_compiling("two")
        kernels.tell_compiling("three")
    kernels.tell_compiling("four")
    assert (first, second) == (["one", "two", "three"], ["two"])
