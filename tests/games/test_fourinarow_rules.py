"""Four in a row's rules: known numbers of positions, boards of other sizes, and the kernel on all of them."""

import json
from itertools import islice
from random import Random

import pytest

import sparring
from sparring.brains.alphabeta import AlphaBeta
from sparring.games.mnk import board as kernel
from sparring.match.table import Table, decision_at
from sparring.rules import BadPosition, BadSetting, Record, notation
from sparring.rules.kernels import NOT_OVER
from sparring.rules.perft import layers, perft
from sparring.terminal.main import main
from support import naive, naive_rows
from support.game_contract import GameContract

GAME = sparring.game("fourinarow")
SEVEN = "fourinarow:width=7,height=7,length=5"
EMPTY = "....../....../....../....../....../...... x"

SIZES = [
    (6, 6, 4),
    (7, 7, 5),
    (3, 3, 3),
    (4, 3, 3),
    (5, 4, 4),
    (1, 9, 4),
    (1, 32, 7),
    (9, 1, 3),
    (26, 1, 5),
    (26, 2, 4),
    (26, 2, 2),
    (20, 3, 4),
    (2, 21, 6),
    (7, 8, 4),
    (7, 8, 7),
    (8, 7, 7),
    (12, 4, 6),
    (10, 5, 7),
    (3, 3, 1),
    (2, 2, 2),
]
"""The usual board, long and narrow ones, and boards that use all 63 bits."""


def size_of(width, height, length):
    """The name of a size in the ids of tests."""
    return f"{width}x{height}x{length}"


def game_of(size):
    """The game on a board of some size."""
    return sparring.game("fourinarow", **dict(zip(("width", "height", "length"), size, strict=True)))


# ---------------------------------------------------------------------- the contract


class TestFourInARow(GameContract):
    game = GAME
    longest = 37
    quick_from = 12
    """The ply from which on every opponent answers quickly; in the opening, proofs take long."""

    @pytest.mark.req("ALL-6", "ALL-14")
    def test_no_answer_depends_on_what_a_view_hides(self):
        """Nothing is hidden here, so this checks that answers repeat."""
        games = [list(self.random_game(seed))[self.quick_from :] for seed in range(3)]
        for name in self.asked():
            opponent, again = sparring.opponent(self.game, name), sparring.opponent(self.game, name)
            for visits in games:
                for position, move in visits:
                    if move is not None:
                        assert self.game.view(position, 0) == self.game.view(position, 1) == position
                        decision = decision_at(self.game, position, seed=7)
                        assert opponent.decide(decision) == again.decide(decision)


class TestFiveInARowOnSevenBySeven(TestFourInARow):
    game = sparring.game(SEVEN)
    games = 10  # the same code as above plays 40 on the smaller board
    longest = 50
    quick_from = 34

    def test_every_opponent_plays_legal_moves_to_the_end_in_every_seat(self):
        """These games start some plies into the game, because proofs in the opening take long."""
        for name in self.asked():
            player = sparring.opponent(self.game, name)
            for seed in range(2):
                *_, (position, _) = islice(self.random_game(seed), self.quick_from)
                while self.game.outcome(position) is None:
                    choice = player.decide(decision_at(self.game, position))
                    position = self.game.play(position, self.game.options(position)[choice.option])


# ---------------------------------------------------------------------- known numbers


@pytest.mark.req("PT-1")
def test_numbers_of_paths_and_positions_are_the_known_ones():
    empty = GAME.read_position(EMPTY)

    assert notation.start(GAME) == empty
    assert perft(GAME, empty, 3) == [36, 1_260, 42_840]
    assert [len(layer) for layer in islice(layers(GAME, empty), 4)] == [1, 36, 1_260, 21_420]


@pytest.mark.req("PT-1")
def test_numbers_of_paths_from_the_middle_of_a_game_agree_with_the_naive_board():
    text = "....../.xo.../.xox../.xxo../..o.../....o. x"
    counts, layer = [], [text]
    for _ in range(3):
        layer = [naive.play(reached, cell) for reached in layer for cell in naive.moves(reached, 4)]
        counts.append(len(layer))

    assert counts[1] < counts[0] * (counts[0] - 1)  # some games are over by then
    assert perft(GAME, GAME.read_position(text), 3) == counts


@pytest.mark.req("PT-1")
def test_a_full_board_without_a_line_is_a_draw():
    position = GAME.read_position("xxoxxo/ooxoox/xxoxxo/ooxoox/xxoxxo/ooxoox x")

    assert GAME.outcome(position).winner is None
    assert GAME.options(position) == {}


@pytest.mark.req("PT-1")
def test_five_in_a_row_win_too():
    position = GAME.read_position("xx.xxo/ooo.../....../....../....../...... x")
    won = GAME.play(position, GAME.options(position)["c6"])

    assert GAME.outcome(won).winner == 0


# ---------------------------------------------------------------------- other sizes by settings


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    "spec",
    [
        SEVEN,
        "fourinarow:length=5,width=7,height=7",
        "fourinarow:height=7,length=5,width=7",
    ],
)
def test_settings_may_come_in_any_order(spec):
    game = sparring.game(spec)

    assert game is sparring.game("fourinarow", length=5, height=7, width=7)
    assert sparring.game(game.name) is game
    assert game.position_text(notation.start(game)) == naive.start(7, 7)


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(
    "spec", ["fourinarow:width=6", "fourinarow:length=4,height=6", "fourinarow:length=4,width=6,height=6"]
)
def test_default_settings_make_the_default_game(spec):
    assert sparring.game(spec) is GAME
    assert sparring.game(spec).name == "fourinarow"


@pytest.mark.req("PT-1")
def test_the_title_names_an_unusual_size():
    assert (GAME.name, GAME.title) == ("fourinarow", "Four in a row")
    assert sparring.game(SEVEN).title == "Five in a row on 7×7"


@pytest.mark.req("PT-1", "ALL-3")
@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ("size=7", "size.*width, height or length"),
        ("WIDTH=7", "WIDTH.*width, height or length"),
        ("width=seven", "width must be a whole number.*seven"),
        ("height=6.0", r"height must be a whole number.*6\.0"),
        ("length=²", "length must be a whole number"),
        ("width=1e1", "width must be a whole number"),
        ("width=99999999999", "width"),
        ("width=8,height=8", "8×8.*64"),
        ("width=7,height=9", "7×9.*64"),
        ("width=1,height=33", "1×33.*64"),
        ("width=1000000,height=1000000", "64"),
        ("width=0", "0×6.*at least 1"),
        ("height=-6", "6×-6.*at least 1"),
        ("length=7", "7 in a row.*6×6"),
        ("width=3,height=3", "4 in a row.*3×3"),
        ("width=6,width=7", "width.*twice"),
    ],
)
def test_impossible_settings_are_refused_in_one_sentence_with_the_limit(settings, wanted, capsys):
    spec = f"fourinarow:{settings}"
    with pytest.raises(BadSetting, match=wanted) as refused:
        sparring.game(spec)
    status = main(["legal", spec, "--json"])

    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert told.err == f"sparring: {refused.value}\n"
    assert str(refused.value).endswith(".")


@pytest.mark.req("PT-1", "ALL-3")
@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ("width=27,height=1", "26"),  # limited by the letters of columns, not by the bits
        ("length=0", r"length|in a row"),
        ("length=-1", r"length|in a row"),
    ],
)
def test_a_refusal_names_the_setting_that_is_wrong(settings, wanted):
    with pytest.raises(BadSetting, match=wanted):
        sparring.game(f"fourinarow:{settings}")


@pytest.mark.req("PT-1")
@pytest.mark.parametrize(("width", "height"), [(7, 8), (8, 7), (26, 2), (1, 32), (26, 1), (20, 3), (3, 16)])
def test_the_largest_boards_that_fit_are_played_to_the_last_cell(width, height):
    game = game_of((width, height, min(7, max(width, height))))
    last = naive.empties(naive.start(width, height))[width - 1]  # top right
    position = game.read_position(naive.start(width, height))

    assert len(game.options(position)) == width * height
    moved = game.play(position, game.options(position)[last])
    assert game.position_text(moved) == naive.play(naive.start(width, height), last)


@pytest.mark.req("PT-1")
def test_commands_take_the_settings_with_the_name(capsys):
    main(["legal", SEVEN, "--moves", "d4 g7", "--json"])
    told = json.loads(capsys.readouterr().out)
    main(["perft", SEVEN, "--depth", "2", "--json"])
    counted = json.loads(capsys.readouterr().out)

    assert (told["to_move"], told["over"], told["result"]) == ("x", False, None)
    assert sorted(told["moves"]) == sorted(set(naive.empties(naive.start(7, 7))) - {"d4", "g7"})
    assert counted == {"counts": [49, 49 * 48]}


@pytest.mark.req("PT-1")
def test_a_record_of_another_size_names_it_and_replays(tmp_path, capsys):
    game = sparring.game(SEVEN)
    table = Table(game, seed=3)
    for cell in ["d4", "a1", "d5", "a2", "d3", "a3", "d2", "a4", "d6"]:
        table.choose(cell)
    path = tmp_path / "five.txt"
    path.write_text(str(table.record({"x": "someone", "o": "someone"})))
    record = Record.parse(path.read_text())
    status = main(["legal", SEVEN, "--record", str(path), "--json"])

    assert sparring.game(record.game) is game
    assert list(notation.replay(game, record))[-1] == table.position
    assert (status, json.loads(capsys.readouterr().out)["result"]) == (0, "x")


@pytest.mark.req("PT-1")
def test_a_record_sets_the_size_and_is_refused_for_another(tmp_path, capsys):
    table = Table(sparring.game(SEVEN), seed=3)
    table.choose("g7")
    path = tmp_path / "five.txt"
    path.write_text(str(table.record({})))

    assert main(["legal", "fourinarow", "--record", str(path), "--json"]) == 0
    assert "g6" in capsys.readouterr().out
    assert main(["legal", "fourinarow:width=5", "--record", str(path), "--json"]) == 2
    assert "fourinarow:width=7,height=7,length=5" in capsys.readouterr().err


def test_a_position_of_another_size_is_refused():
    with pytest.raises(BadPosition, match="6 rows of 6"):
        GAME.read_position(naive.start(7, 7))


# ---------------------------------------------------------------------- the kernel on boards of all sizes


def some_sides(board, rng, most=1.0):
    """Random stones of two sides; either may have won already."""
    cells = sorted(board.cells)
    stones = rng.sample(cells, rng.randint(0, int(most * len(cells))))
    return frozenset(stones[1::2]), frozenset(stones[::2])


def position_of(board, mine, theirs):
    """The same stones as bits: row by row from the bottom, with a bit between rows."""
    bits = [sum(1 << bit_of(cell, board.width) for cell in side) for side in (mine, theirs)]
    return kernel.Board(bits[0], bits[0] | bits[1], board.width, board.height, board.length)


def bit_of(cell, width):
    """The number of a cell's bit."""
    return (int(cell[1:]) - 1) * (width + 1) + "abcdefghijklmnopqrstuvwxyz".index(cell[0])


def names_of(bits, width):
    """The names of a set of bits."""
    return {kernel.cell_name(cell, width) for cell in range(64) if bits >> cell & 1}


def lacking(board, mine, free, stones):
    """The lines that lack this many stones, all of them in empty cells."""
    distinct = set(board.lines) if board.length == 1 else board.lines
    return [line for line in distinct if len(line & free) == stones and line <= mine | free]


@pytest.mark.req("PT-1")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size_of(*size))
def test_lines_on_bits_agree_with_counting_by_hand(size):
    board, rng = naive_rows.board(*size), Random(1)
    width, _, length = size
    for _ in range(60):
        mine, theirs = some_sides(board, rng)
        position = position_of(board, mine, theirs)
        free, empty = board.cells - mine - theirs, kernel.full(*size[:2]) & ~position.both
        one, two = lacking(board, mine, free, 1), lacking(board, mine, free, 2)
        assert kernel.has_line(position.mine, width, length) == board.has_line(mine)
        assert names_of(kernel.one_short(position.mine, empty, width, length), width) == board.completing(mine, free)
        assert kernel.threats(position) == tuple(
            sum(1 << bit_of(cell, width) for cell in board.completing(side, free)) for side in (mine, theirs)
        )
        wanted = free & frozenset().union(*two)
        assert names_of(kernel.two_short(position.mine, empty, width, length), width) == wanted
        if length > 1:  # a line of one is the same in all directions
            assert kernel.count_short(position.mine, empty, width, length) == (len(one), len(two))
        assert kernel.drawn(position) == board.dead(mine, theirs)
        assert names_of(kernel.every_cell(*size[:2]), width) == board.cells


@pytest.mark.req("PT-1")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size_of(*size))
def test_moves_and_results_on_bits_agree_with_the_naive_board(size):
    board, rng = naive_rows.board(*size), Random(2)
    for _ in range(40):
        mine, theirs = some_sides(board, rng)
        position, buffer = position_of(board, mine, theirs), [None] * 70
        count = kernel.moves(position, buffer, 3)
        cells = buffer[3 : 3 + count]
        assert sorted(kernel.cell_name(cell, board.width) for cell in cells) == sorted(board.cells - mine - theirs)
        assert buffer[:3] + buffer[3 + count :] == [None] * (70 - count)
        over = -1 if board.has_line(theirs) else 0 if len(mine | theirs) == len(board.cells) else NOT_OVER
        assert kernel.result(position) == over


@pytest.mark.req("PT-4")
def test_moves_are_searched_from_the_centre_outwards():
    buffer = [None] * 36
    kernel.moves(GAME.empty, buffer, 0)
    names = [kernel.cell_name(cell, 6) for cell in buffer]
    rings = [
        min(int(name[1]) - 1, 6 - int(name[1]), "abcdef".index(name[0]), "fedcba".index(name[0])) for name in names
    ]

    assert rings == sorted(rings, reverse=True)


@pytest.mark.req("PT-1", "PT-4")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size_of(*size))
def test_the_compiled_search_agrees_with_brute_force(size):
    """Compiled integers have 64 bits, which long lines on wide boards could overflow."""
    board, game, rng = naive_rows.board(*size), game_of(size), Random(3)
    depth = 3 if len(board.cells) <= 20 else 2
    brain = AlphaBeta(game, depth=depth, thorough=True)
    asked = 0
    while asked < 4:
        mine, theirs = some_sides(board, rng, most=0.8)
        if board.has_line(mine) or board.has_line(theirs) or mine | theirs == board.cells:
            continue
        asked += 1
        position = game.read_position(board.text(mine, theirs))
        for judged in brain.judge(decision_at(game, position)).options:
            value = -board.minimax(theirs, mine | {judged.option}, depth - 1, ply=1)
            where = (board.text(mine, theirs), judged)
            if abs(value) > 900_000:
                assert judged.outcome == ("win" if value > 0 else "loss"), where
                assert judged.plies == 1_000_000 - abs(value), where
            else:
                assert judged.outcome in (None, "draw"), where
                assert judged.score == value, where
