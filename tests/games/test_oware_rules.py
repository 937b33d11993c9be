"""Oware's rules and texts agree with a naive board, with OpenSpiel's game and with known numbers."""

import asyncio
from random import Random

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.match.table import decision_at
from sparring.rules import BadPosition, IllegalMove, notation
from sparring.rules.perft import perft
from support import naive_oware as naive
from support.game_contract import GameContract

GAME = sparring.game("oware")
SEATS = {"S": 0, "N": 1, "draw": None}
START = "4,4,4,4,4,4,4,4,4,4,4,4 0-0 S"


class TestOware(GameContract):
    game = GAME
    longest = 600
    thrifty = ("random", "beginner", "intermediate", "advanced:depth=3", "master:nodes=300,time=none")
    """Settings for each opponent with which its answers do not take long."""

    def test_the_text_of_a_position_reads_back(self):
        """A text describes the board without its history."""
        for position, _ in self.positions():
            text = GAME.position_text(position)
            again = GAME.read_position(text)
            assert "\n" not in text
            assert again.board == position.board
            assert GAME.position_text(again) == text

    @pytest.mark.req("ALL-6", "ALL-14")
    def test_no_answer_depends_on_what_a_view_hides(self):
        """Nothing is hidden here, so this checks that answers repeat."""
        for name in self.thrifty:
            opponent, again = sparring.opponent(GAME, name), sparring.opponent(GAME, name)
            for number, (position, move) in enumerate(self.random_game(1)):
                if move is not None and number % 5 == 0:
                    assert GAME.view(position, 0) == GAME.view(position, 1) == position
                    answers = [player.decide(decision_at(GAME, position, seed=7)) for player in (opponent, again)]
                    assert answers[0] == answers[1]

    def test_every_opponent_plays_legal_moves_to_the_end_in_every_seat(self):
        names = {name.partition(":")[0] for name in self.thrifty}
        assert {"beginner", "intermediate", "advanced", "master"} <= names <= set(sparring.catalogue(GAME).entries)
        for name in self.thrifty:
            for seat in range(2):
                players = [sparring.opponent(GAME, "random"), sparring.opponent(GAME, "random")]
                players[seat] = sparring.opponent(GAME, name)
                result = asyncio.run(sparring.Match(GAME, players, seed=seat).run())
                assert (result.fallbacks, result.illegal) == (0, 0)


def agree(position, game):
    """Check that our position and the naive game agree."""
    board, over = game[-1], naive.winner(game)
    outcome = GAME.outcome(position)
    assert GAME.position_text(position) == naive.text(board)
    assert GAME.to_move(position) == board.side
    assert (outcome is None) == (over is None), naive.text(board)
    if outcome is None:
        assert sorted(GAME.options(position)) == naive.moves(board)
    else:
        assert outcome.winner == SEATS[over]
        assert outcome.reason
        assert GAME.options(position) == {}


def play(position, name):
    """The position after a house is sown."""
    return GAME.play(position, GAME.read_move(position, name))


def follow(start, names):
    """Our position and the naive game after houses are sown one after the other."""
    position, game = GAME.read_position(naive.text(start)), [start]
    for name in names:
        agree(position, game)
        position = play(position, name)
        game.append(naive.play(game[-1], name))
    agree(position, game)
    return position, game


# ---------------------------------------------------------------------- agreement with other implementations


@pytest.mark.req("OW-1")
def test_random_games_agree_with_the_naive_board_to_every_kind_of_end():
    ends = set()
    for seed in range(150):
        rng = Random(seed)
        start = naive.START if seed % 3 == 0 else naive.random_board(rng, rng.randrange(3, 16))
        game, names = naive.random_game(rng, start)
        follow(start, names)
        kind = "25" if max(game[-1].captured) >= 25 else "again" if naive.repeated(game) else "stuck"
        ends.add((kind, naive.winner(game)))
    assert {("25", "S"), ("25", "N"), ("again", "S"), ("again", "N"), ("again", "draw")} <= ends
    assert {("stuck", "S"), ("stuck", "N"), ("stuck", "draw")} <= ends


@pytest.mark.req("OW-1")
def test_random_games_agree_with_openspiel():
    """OpenSpiel shares the remaining seeds at 25 too, and numbers the houses of both sides from 0."""
    for seed in range(60):
        rng, position, state = Random(seed), notation.start(GAME), pyspiel.load_game("oware").new_initial_state()
        while (outcome := GAME.outcome(position)) is None:
            assert not state.is_terminal()
            assert state.current_player() == GAME.to_move(position)
            own = "ABCDEF" if GAME.to_move(position) == 0 else "abcdef"
            options = sorted(GAME.options(position))
            assert [own[action] for action in state.legal_actions()] == options
            lines = str(state).splitlines()
            north, south = ([int(number) for number in lines[at].split()] for at in (2, 3))
            captured = [int(lines[at].split("=")[1].split()[0]) for at in (5, 0)]
            houses = ",".join(map(str, south + north[::-1]))
            assert GAME.position_text(position).startswith(f"{houses} {captured[0]}-{captured[1]} ")
            name = rng.choice(options)
            state.apply_action(own.index(name))
            position = play(position, name)
        assert state.is_terminal()
        returns = state.returns()
        assert outcome.winner == (None if returns[0] == returns[1] else int(returns[1] > returns[0]))


@st.composite
def lines(draw):
    """A random generator, a number of seeds, and a number of plies."""
    return Random(draw(st.integers(0, 10**9))), draw(st.integers(2, 48)), draw(st.integers(1, 40))


@pytest.mark.req("OW-1")
@settings(max_examples=150, deadline=None)
@given(line=lines())
def test_seeds_are_conserved_in_every_position(line):
    rng, number, plies = line
    board = naive.START if number >= 44 else naive.random_board(rng, number, difference=number % 2)
    position = GAME.read_position(naive.text(board))
    for _ in range(plies):
        if GAME.outcome(position) is not None:
            break
        position = GAME.play(position, rng.choice(GAME.moves(position)))
        houses, captured, _ = GAME.position_text(position).split()
        assert sum(map(int, houses.split(","))) + sum(map(int, captured.split("-"))) == 48


@pytest.mark.req("OW-1")
@pytest.mark.parametrize(
    ("line", "paths"),
    [
        (START, [6, 36, 190, 1_014, 5_219, 27_332]),
        ("1,0,1,0,1,4,4,1,3,17,4,0 2-10 N", [5, 18, 86, 282, 1_304, 4_736, 21_552]),
        ("0,1,1,1,1,1,4,1,1,2,4,15 5-11 N", [6, 26, 130, 478, 2_141, 7_925, 34_382]),
    ],
)
def test_perft_gives_the_known_numbers(line, paths):
    assert perft(GAME, GAME.read_position(line), len(paths)) == paths


# ---------------------------------------------------------------------- corner cases, drawn


def after(picture, *names):
    """The text of the board after houses are sown, the same here and on the naive board."""
    position, _ = follow(naive.drawn(picture), names)
    return GAME.position_text(position)


@pytest.mark.req("OW-1")
def test_twelve_seeds_go_round_the_board_and_skip_their_own_house():
    picture = """
        f  e  d  c  b  a
        1  0  0  0  4  4   10
        0  3  12 1  2  0   11   S
        A  B  C  D  E  F
    """
    # The first falls into D, the eleventh into B, and the twelfth into D again.
    assert after(picture, "C") == "1,4,0,3,3,1,5,5,1,1,1,2 11-10 N"


@pytest.mark.req("OW-1")
def test_a_lap_may_end_in_a_capture():
    picture = """
        f  e  d  c  b  a
        3  0  0  4  0  0   10
        0  0  0  0  0  14  17   S
        A  B  C  D  E  F
    """
    # a, b and c have two more, the others one more; the last one makes c six, and nothing is captured.
    assert after(picture, "F") == "1,1,1,1,1,0,2,2,6,1,1,4 17-10 N"
    picture = """
        f  e  d  c  b  a
        3  0  0  4  0  0   10
        0  0  0  0  0  13  18   S
        A  B  C  D  E  F
    """
    # a and b have two each; both are captured.
    assert after(picture, "F") == "1,1,1,1,1,0,0,0,5,1,1,4 22-10 N"


@pytest.mark.req("OW-1")
def test_twenty_three_seeds_go_round_twice():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  0   10
        0  0  23 0  0  0   15   S
        A  B  C  D  E  F
    """
    assert after(picture, "C") == "2,2,0,3,2,2,2,2,2,2,2,2 15-10 N"


@pytest.mark.req("OW-1")
def test_a_house_of_more_than_thirty_seeds():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  0   4
        0  0  0  0  0  35  9   S
        A  B  C  D  E  F
    """
    assert after(picture, "F") == "3,3,3,3,3,0,4,4,3,3,3,3 9-4 N"


@pytest.mark.req("OW-1")
def test_a_capture_goes_on_backwards_until_a_house_that_has_neither_two_nor_three():
    picture = """
        f  e  d  c  b  a
        4  2  1  3  2  1   14
        0  0  0  0  0  5   16   S
        A  B  C  D  E  F
    """
    # e and d have three and two; c has four, so b and a stay though they have three and two.
    assert after(picture, "F") == "0,0,0,0,0,0,2,3,4,0,0,4 21-14 N"


@pytest.mark.req("OW-1")
def test_a_capture_does_not_go_on_into_the_own_row():
    picture = """
        f  e  d  c  b  a
        4  0  0  0  0  1   16
        0  0  0  0  1  2   24   S
        A  B  C  D  E  F
    """
    assert after(picture, "F") == "0,0,0,0,1,0,2,1,0,0,0,4 24-16 N"
    assert after(picture.replace("24   S", "23   S").replace("1  2   23", "2  2   23"), "E") == (
        "0,0,0,0,0,3,0,0,0,0,0,4 25-16 N"
    )


@pytest.mark.req("OW-1")
def test_nothing_is_captured_in_the_own_row():
    picture = """
        f  e  d  c  b  a
        4  0  0  0  0  0   18
        1  1  1  0  0  0   23   S
        A  B  C  D  E  F
    """
    assert after(picture, "B") == "1,0,2,0,0,0,0,0,0,0,0,4 23-18 N"


@pytest.mark.req("OW-1")
def test_a_grand_slam_captures_nothing_and_the_move_stands():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  1  2   20
        0  0  1  0  0  2   22   S
        A  B  C  D  E  F
    """
    assert after(picture, "F") == "0,0,1,0,0,0,3,2,0,0,0,0 22-20 N"
    assert after(picture.replace("0  0  0  0  1  2   20", "0  0  1  0  1  2   19"), "F") == (
        "0,0,1,0,0,0,0,0,0,1,0,0 27-19 N"
    )


@pytest.mark.req("OW-1")
def test_a_side_without_seeds_must_be_fed():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  0   20
        3  0  0  3  0  2   20   S
        A  B  C  D  E  F
    """
    position = GAME.read_position(naive.text(naive.drawn(picture)))
    agree(position, [naive.drawn(picture)])
    assert sorted(GAME.options(position)) == ["D", "F"]
    with pytest.raises(IllegalMove, match=r"^A does not reach the other side, which has no seeds; .*\.$"):
        GAME.read_move(position, "A")


@pytest.mark.req("OW-1")
def test_a_side_that_cannot_feed_takes_its_own_row_and_the_game_ends():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  0   24
        3  0  1  0  1  0   19   S
        A  B  C  D  E  F
    """
    position = GAME.read_position(naive.text(naive.drawn(picture)))
    assert GAME.outcome(position).winner is None
    assert "24 to 24" in GAME.outcome(position).reason
    assert GAME.options(position) == {}
    agree(position, [naive.drawn(picture)])


@pytest.mark.req("OW-1")
def test_a_side_to_move_without_seeds_ends_the_game():
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  0   20   N
        3  0  1  0  1  2   21
        A  B  C  D  E  F
    """
    position = GAME.read_position(naive.text(naive.drawn(picture)))
    assert GAME.outcome(position).winner == 0
    assert "28 to 20" in GAME.outcome(position).reason
    agree(position, [naive.drawn(picture)])


@pytest.mark.req("OW-1")
def test_a_repeated_position_ends_the_game_and_each_side_takes_its_row():
    """Two single seeds follow each other round the board until the position repeats."""
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  1   22
        1  0  0  0  0  0   24   S
        A  B  C  D  E  F
    """
    position, game = follow(naive.drawn(picture), list("AaBbCcDdEeFf"))
    assert naive.repeated(game)
    assert game[-1] == game[0]
    assert GAME.outcome(position).winner == 0
    assert GAME.outcome(position).reason == "the same position again: 25 to 23 with the seeds in each row"


@pytest.mark.req("OW-1")
def test_the_same_seeds_with_the_other_side_to_move_are_another_position():
    """With equal rows the board looks the same to the other side, but that is no repetition."""
    picture = """
        f  e  d  c  b  a
        0  0  0  0  0  1   23
        1  0  0  0  0  0   23   S
        A  B  C  D  E  F
    """
    position, game = follow(naive.drawn(picture), ["A", "a"])
    seen = [(board.houses if board.side == 0 else board.houses[6:] + board.houses[:6]) for board in game]
    assert len(set(seen)) <= 3
    assert GAME.outcome(position) is None


@pytest.mark.req("OW-1")
def test_twenty_five_seeds_win_at_once_and_the_rest_stays_on_the_board():
    picture = """
        f  e  d  c  b  a
        9  0  0  0  0  1   13
        0  0  0  0  0  1   24   S
        A  B  C  D  E  F
    """
    position, _ = follow(naive.drawn(picture), ["F"])
    assert GAME.outcome(position).winner == 0
    assert GAME.outcome(position).reason == "26 seeds captured"
    assert GAME.position_text(position) == "0,0,0,0,0,0,0,0,0,0,0,9 26-13 N"


@pytest.mark.req("OW-1")
def test_twenty_four_to_twenty_four_is_a_draw():
    position = GAME.read_position("0,0,0,0,0,0,0,0,0,0,0,0 24-24 S")
    assert GAME.outcome(position).winner is None
    agree(position, [naive.read("0,0,0,0,0,0,0,0,0,0,0,0 24-24 S")])


# ---------------------------------------------------------------------- texts


@pytest.mark.req("OW-1")
@pytest.mark.parametrize("moves", ["CaD", "C a D", " C  aD "])
def test_moves_are_houses_with_or_without_blanks(moves):
    board = naive.START
    for name in "CaD":
        board = naive.play(board, name)
    assert GAME.position_text(notation.after_moves(GAME, moves)) == naive.text(board)


@pytest.mark.req("OW-1")
@pytest.mark.parametrize(
    ("line", "name", "says"),
    [
        (START, "a", "a is a house of the other side; yours are A to F."),
        (START.replace("S", "N"), "A", "A is a house of the other side; yours are a to f."),
        (START, "G", "'G' is not a house; yours are A to F."),
        (START, "", "'' is not a house; yours are A to F."),
        (START, "AB", "'AB' is not a house; yours are A to F."),
        (START, "3", "'3' is not a house; yours are A to F."),
        ("0,4,4,4,4,4,4,4,4,4,4,4 2-2 S", "A", "A is empty."),
        ("0,4,4,4,4,4,4,4,4,4,4,4 2-2 S", "F A", "'F A' is not a house; yours are A to F."),
    ],
)
def test_why_not_gives_the_reason_in_a_sentence(line, name, says):
    assert GAME.why_not(GAME.read_position(line), name) == says


@pytest.mark.req("OW-1")
def test_no_house_is_sown_after_the_end():
    position = GAME.read_position("1,0,0,0,0,0,9,0,0,0,0,0 26-12 S")
    with pytest.raises(IllegalMove, match="over"):
        GAME.read_move(position, "A")


BAD_TEXTS = {
    "a seed too many": ("5,4,4,4,4,4,4,4,4,4,4,4 0-0 S", "48 seeds.*49"),
    "a seed too few": ("3,4,4,4,4,4,4,4,4,4,4,4 0-0 S", "48 seeds.*47"),
    "captured too many": (START.replace("0-0", "2-0"), "48 seeds.*50"),
    "eleven houses": ("4,4,4,4,4,4,4,4,4,4,8 0-0 S", "Twelve houses"),
    "thirteen houses": ("4,4,4,4,4,4,4,4,4,4,4,4,0 0-0 S", "Twelve houses"),
    "a negative house": ("-4,4,4,4,4,4,4,4,4,4,4,12 0-0 S", "Twelve houses"),
    "a negative capture": ("4,4,4,4,4,4,4,4,4,4,4,6 -2-0 S", "captured"),
    "a letter for a house": ("x,4,4,4,4,4,4,4,4,4,4,4 0-0 S", "Twelve houses"),
    "an empty house text": (",4,4,4,4,4,4,4,4,4,4,4 0-0 S", "Twelve houses"),
    "a single captured seed": ("4,4,4,4,4,4,4,4,4,4,4,3 1-0 S", "single seed"),
    "a single captured seed of north": ("4,4,4,4,4,4,4,4,4,4,4,3 0-1 S", "single seed"),
    "one capture only": ("4,4,4,4,4,4,4,4,4,4,4,4 0 S", "captured"),
    "no side": ("4,4,4,4,4,4,4,4,4,4,4,4 0-0", r"2 part\(s\)"),
    "a strange side": ("4,4,4,4,4,4,4,4,4,4,4,4 0-0 X", "'S' or 'N', not 'X'"),
    "both sides": ("4,4,4,4,4,4,4,4,4,4,4,4 0-0 SN", "'S' or 'N', not 'SN'"),
    "nothing": ("", r"0 part\(s\)"),
    "digits of another script": ("٤,4,4,4,4,4,4,4,4,4,4,4 0-0 S", "Twelve houses"),
    "a letter that is S only in capitals": ("4,4,4,4,4,4,4,4,4,4,4,4 0-0 ſ", "'S' or 'N'"),
}


@pytest.mark.req("OW-1")
@pytest.mark.parametrize("case", BAD_TEXTS)
def test_a_text_that_is_not_a_position_is_refused_with_what_is_wrong(case):
    line, says = BAD_TEXTS[case]
    with pytest.raises(BadPosition, match=says) as refused:
        GAME.read_position(line)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)
