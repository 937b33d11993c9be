"""Connect Four's rules agree with a naive board and with known counts of games and positions."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

import sparring
from sparring.match.table import decision_at
from sparring.rules import IllegalMove
from sparring.rules.perft import layers, perft
from support import naive_connect4 as naive
from support.connect4_boards import DRAWN, GAME, SEATS, games, position_after
from support.game_contract import GameContract

PATHS = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]
WON_WITH_THE_LAST_DISC = "453562672375661147767136733322425425541114"


class TestConnectFour(GameContract):
    game = GAME
    longest = 42

    @pytest.mark.req("ALL-6", "ALL-14")
    def test_no_answer_depends_on_what_a_view_hides(self):
        """Nothing is hidden here, so this checks that answers repeat; openings outside the book take too long."""
        for name in self.asked():
            proves = sparring.catalogue(GAME)[name].exact
            who = "mcts:time=none,playouts=200" if name == "mcts" else name
            opponent, again = sparring.opponent(GAME, who), sparring.opponent(GAME, who)
            for seed in range(3):
                for position, move in self.random_game(seed):
                    if move is not None and (not proves or sum(map(len, naive_board(position))) >= 12):
                        assert GAME.view(position, 0) == GAME.view(position, 1) == position
                        answers = [player.decide(decision_at(GAME, position, seed=7)) for player in (opponent, again)]
                        assert answers[0] == answers[1]


def naive_board(position):
    """The same position on the naive board, converted through its text."""
    rows = GAME.position_text(position).split()[0].split("/")
    return tuple("".join(column).strip(".")[::-1] for column in zip(*rows, strict=True))


def agree(board):
    """Check that the game agrees with the naive board about a position; returns the position."""
    position = GAME.read_position(naive.text(board))
    over = naive.result(board)
    outcome = GAME.outcome(position)
    assert GAME.position_text(position) == naive.text(board)
    assert GAME.seats[GAME.to_move(position)] == naive.mover(board)
    assert sorted(GAME.options(position)) == [str(column) for column in naive.moves(board)]
    assert (outcome is None) == (over is None)
    if outcome is None:
        assert sorted(GAME.move_text(position, move) for move in GAME.moves(position)) == sorted(GAME.options(position))
    else:
        assert outcome.winner == SEATS[over]
        assert outcome.reason
    return position


@pytest.mark.req("C4-1")
@settings(max_examples=150, deadline=None)
@given(moves=games())
def test_a_random_game_agrees_with_the_naive_board_after_every_move(moves):
    board, position = naive.EMPTY, agree(naive.EMPTY)
    for column in moves:
        position = GAME.play(position, GAME.options(position)[column])
        board = naive.drop(board, int(column))
        assert position == agree(board)


@pytest.mark.req("C4-1")
def test_many_whole_games_agree_with_the_naive_board_at_their_end():
    ends = []
    for seed in range(150):
        board, position = naive.EMPTY, position_after("")
        for column in naive.random_game(Random(seed)):
            assert GAME.outcome(position) is None
            position = GAME.play(position, GAME.options(position)[column])
            board = naive.drop(board, int(column))
        assert position == agree(board)
        ends.append(naive.result(board))
    assert {"x", "o"} <= set(ends)


@pytest.mark.req("C4-1")
def test_perft_gives_the_known_numbers():
    assert perft(GAME, position_after(""), 8) == PATHS


@pytest.mark.req("C4-1")
def test_the_number_of_distinct_positions_by_ply_is_the_known_one():
    assert [len(layer) for layer in islice(layers(GAME, position_after("")), 8)] == POSITIONS


@pytest.mark.req("C4-1")
def test_there_are_69_places_for_a_four():
    assert len(naive.LINES) == 69


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_a_four_anywhere_wins_with_its_last_disc_and_no_sooner(side):
    for number, line in enumerate(naive.LINES):
        moves = naive.game_completing(line, side, Random(number))
        before = position_after(moves[:-1])
        assert GAME.outcome(before) is None, moves
        won = GAME.play(before, GAME.options(before)[moves[-1]])
        assert GAME.outcome(won).winner == SEATS[side], moves
        assert GAME.outcome(won).reason == "four in a row"
        assert GAME.options(won) == {}


@pytest.mark.req("C4-1")
@pytest.mark.parametrize(
    "text",
    [
        "......./......./......./......./xx...oo/oo...xx x",  # from the right edge to the left, a row higher
        "x....../x....../o....../o....../xx...../oxoo... x",  # from the top of a column to the bottom of the next
        "......./......./......./......./oo...oo/xx...xx x",  # at both ends of a row
    ],
)
def test_a_line_does_not_wrap_around_an_edge(text):
    assert GAME.outcome(GAME.read_position(text)) is None


@pytest.mark.req("C4-1")
def test_a_full_board_without_a_four_is_a_draw():
    before, last = position_after(DRAWN[:-1]), position_after(DRAWN)
    assert GAME.outcome(before) is None
    assert GAME.outcome(last).winner is None
    assert GAME.outcome(last).reason == "the board is full"
    assert GAME.options(last) == {}
    assert GAME.read_position("xooxxoo/xoxooxx/xooxxox/oxoooxo/xooxxox/xoxoxxo x") == last


@pytest.mark.req("C4-1")
def test_a_four_with_the_very_last_disc_is_a_win_and_no_draw():
    assert GAME.outcome(position_after(WON_WITH_THE_LAST_DISC[:-1])) is None
    assert GAME.outcome(position_after(WON_WITH_THE_LAST_DISC)).winner == SEATS["o"]


@pytest.mark.req("C4-1")
@pytest.mark.parametrize("column", "1234567")
def test_a_column_holds_six_discs(column):
    for discs in range(6):
        assert column in GAME.options(position_after(column * discs))
    full = position_after(column * 6)
    assert column not in GAME.options(full)
    assert len(GAME.options(full)) == 6
    with pytest.raises(IllegalMove, match=f"^Column {column} is full\\.$"):
        GAME.read_move(full, column)
