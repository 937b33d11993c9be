"""The games of the cookbook play by their rules."""

from collections import Counter
from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.rules import Record, kernels, notation
from sparring.rules.perft import perft
from sparring.scenes import scene_message, scene_of, svg
from support import cookbook, naive_othello

PUBLISHED = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]
"""The number of move paths of Othello, by their length."""


def random_game(game, seed):
    """Every position of a random game, with the text of the move that led there."""
    rng, position, last = Random(seed), notation.start(game, seed), None
    yield position, last
    while options := game.options(position):
        last = rng.choice(list(options))
        position = game.play(position, options[last])
        yield position, last


class TestOthello:
    def test_the_paths_are_as_many_as_published(self):
        game = cookbook.game("othello")
        assert perft(game, notation.start(game), 6) == PUBLISHED[:6]

    @pytest.mark.soak
    @pytest.mark.timeout(900)
    def test_longer_paths_are_as_many_as_published(self):
        game = cookbook.game("othello")
        assert perft(game, notation.start(game), 9) == PUBLISHED

    def test_random_games_agree_with_a_naive_board(self):
        game = cookbook.game("othello")
        passes = 0
        for seed in range(12):
            board, side = dict(naive_othello.START), "black"
            for position, last in random_game(game, seed):
                if last not in (None, "pass"):
                    cell = int(last[1]) - 1, "abcdefgh".index(last[0])
                    board = naive_othello.play(board, cell, side)
                if last is not None:
                    side = naive_othello.OTHER[side]
                    passes += last == "pass"
                black, white = game.sides(position)
                bits = {
                    (n // 8, n % 8): "black" if black >> n & 1 else "white"
                    for n in range(64)
                    if (black | white) >> n & 1
                }
                assert bits == board
                here = {naive_othello.name(cell) for cell in naive_othello.moves(board, side)}
                if outcome := game.outcome(position):
                    there = naive_othello.moves(board, naive_othello.OTHER[side])
                    assert not here | there
                    counts = Counter(board.values())
                    winner = {True: 0, False: 1}.get(counts["black"] > counts["white"])
                    assert outcome.winner == (None if counts["black"] == counts["white"] else winner)
                else:
                    assert set(game.options(position)) == (here or {"pass"})
        assert passes

    def test_its_positions_are_in_the_range_of_compiled_numbers(self):
        game = cookbook.game("othello")
        for position, _ in random_game(game, 3):
            assert all(kernels.wrapped(number) == number for number in position)

    def test_its_levels_are_searched_compiled(self):
        game = cookbook.game("othello")
        assert kernels.has_kernel(notation.start(game))
        for level in ("easy", "medium", "hard"):
            assert type(sparring.opponent(game, level).brain).__name__ == "AlphaBeta"


class TestPig:
    def test_a_one_ends_the_turn_and_a_hold_keeps_the_pot(self):
        game = cookbook.game("pig")
        assert notation.after_moves(game, "roll 6 roll 5 hold") == ((11, 0), 0, 1, False)
        assert notation.after_moves(game, "roll 6 roll 1") == ((0, 0), 0, 1, False)
        assert list(game.options(notation.start(game))) == ["roll"]

    def test_a_hundred_points_win(self):
        game = cookbook.game("pig")
        position = type(notation.start(game))((95, 40), 6, 0)
        assert game.outcome(position) is None
        outcome = game.outcome(game.play(position, "hold"))
        assert (outcome.winner, outcome.reason) == (0, "101 points")

    def test_the_farmer_holds_at_20(self):
        game = cookbook.game("pig")
        farmer = sparring.opponent(game, "Farmer")
        below, enough = (notation.after_moves(game, f"roll 6 roll 6 roll 6 roll {last}") for last in (1, 2))
        assert farmer.decide(decision_at(game, enough)).option == "hold"
        assert farmer.decide(decision_at(game, notation.after_moves(game, "roll 6"))).option == "roll"
        assert below.pot == 0


class TestIslands:
    def test_the_largest_island_of_each_counts(self):
        game = cookbook.game("islands")
        owners = "000111222012012012001122"
        outcome = game.outcome(owners)
        assert outcome.payoffs == tuple(naive_island(owners, seat) for seat in "012")
        assert outcome.reason == "every field is taken"

    def test_random_boards_agree_with_a_naive_count(self):
        game, rng = cookbook.game("islands"), Random(1)
        for _ in range(50):
            owners = "".join(rng.choice("012") for _ in range(24))
            assert game.outcome(owners).payoffs == tuple(naive_island(owners, seat) for seat in "012")


def naive_island(owners, seat):
    """The largest island, by giving touching fields the same label until nothing changes."""
    labels = {(n // 6, n % 6): n for n, owner in enumerate(owners) if owner == seat}
    while True:
        again = {
            (r, c): min(labels.get(near, 99) for near in ((r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)))
            for r, c in labels
        }
        if again == labels:
            return max(Counter(labels.values()).values(), default=0)
        labels = again


@pytest.mark.parametrize("page", ["othello", "pig", "islands"])
def test_every_position_of_a_recipe_has_a_drawing_and_a_picture_with_its_choices(page):
    game = cookbook.game(page)
    for position, last in random_game(game, 2):
        view = game.view(position, game.to_move(position))
        scene = scene_of(game, view, last)
        ids = {shape.id for shape in scene.shapes}
        assert all(pick.on in ids for pick in scene.picks.values())
        assert scene_message(scene)["shapes"]
        assert svg(scene).startswith("<svg")
        assert game.draw(view)


@pytest.mark.parametrize("page", ["othello", "pig", "islands"])
@pytest.mark.req("ALL-22")
def test_a_match_of_a_recipe_ends_and_replays(page):
    game = cookbook.game(page)
    players = [sparring.opponent(game, "random") for _ in game.seats]
    match = sparring.Match(game, players, seed=4)
    list(match.follow())
    assert match.result.fallbacks == 0
    record = Record.parse(str(match.record))
    *_, last = sparring.replay(game, record)
    assert last == match.table.position
