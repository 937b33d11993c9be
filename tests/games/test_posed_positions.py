"""Positions as teachers pose them: counts that no game reaches are taken on request, and judged truly."""

import re
from functools import cache
from random import Random

import pytest

import sparring
from sparring.coach.analysis import analyse
from sparring.match.table import decision_at
from sparring.rules import BadPosition
from sparring.rules.capabilities import posed
from sparring.scenes import Disc
from support import naive, naive_oware
from support.ready import ready_opponent

TEST_POSITION = "xxx.../....../....../....../....../...... o"
"""The position by which four in a row's opponents were first tested: three x, and no o."""

BOARDS = {"tictactoe": (3, 3), "fourinarow": (6, 6), "connect4": (7, 6), "oware": (0, 0)}
OPPONENTS = [(game, name) for game in BOARDS for name in sparring.catalogue(sparring.game(game)).entries]


def stones(game, rng, empty=None):
    """A random line for a board with any numbers of x and o, and either side to move."""
    width, height = BOARDS[game]
    share, crosses = rng.random(), rng.random()
    rows = [["x" if rng.random() < crosses else "o" for _ in range(width)] for _ in range(height)]
    holes = [rng.random() > share for _ in range(width * height)]
    if empty is not None:
        free = set(rng.sample(range(width * height), empty))
        holes = [place in free for place in range(width * height)]
    for place, hole in enumerate(holes):
        if hole:
            rows[place // width][place % width] = "."
    if game == "connect4":
        columns = [[row[number] for row in rows if row[number] != "."] for number in range(width)]
        rows = [
            [column[len(column) - height + at] if len(column) >= height - at else "." for column in columns]
            for at in range(height)
        ]
    return f"{'/'.join(''.join(row) for row in rows)} {rng.choice('xo')}"


def seeds(rng, most=48):
    """A random line with at most this many seeds in the houses, and fewer than 48 in all."""
    houses = [0] * 12
    for _ in range(rng.randrange(2, most)):
        houses[rng.randrange(12)] += 1
    captured = [rng.randrange((48 - sum(houses)) // 2 + 1) for _ in range(2)]
    return f"{','.join(map(str, houses))} {captured[0]}-{captured[1]} {rng.choice('SN')}"


def posed_lines(game, seed, count, **limits):
    """Random posed lines from which the game goes on, most of which no game reaches."""
    rng, found = Random(seed), []
    rules = sparring.game(game)
    while len(found) < count:
        line = seeds(rng, **limits) if game == "oware" else stones(game, rng, **limits)
        try:
            asked, position = posed(rules, line)
        except BadPosition:
            continue
        if asked.outcome(position) is None:
            found.append(line)
    return found


@pytest.mark.parametrize("name", ["medium", "hard", "perfect", "minimax"])
def test_the_first_test_position_of_four_in_a_row_is_blocked(name):
    game, position = posed(sparring.game("fourinarow"), TEST_POSITION)
    assert ready_opponent(game, name).decide(decision_at(game, position, seed=1)).option == "d6"
    with pytest.raises(BadPosition, match="3 x and 0 o cannot be"):
        game.read_position(TEST_POSITION)


@pytest.mark.parametrize("game", BOARDS)
def test_a_posed_position_is_written_drawn_and_named_as_it_was_posed(game):
    for line in posed_lines(game, 3, 40):
        asked, position = posed(sparring.game(game), line)
        assert asked.position_text(position) == line
        assert asked.seat_name(asked.to_move(position))[0] == line[-1].lower()


@pytest.mark.parametrize(("game", "faces"), [("fourinarow", ("cross", "ring")), ("connect4", ("sun", "moon"))])
def test_posed_stones_are_drawn_with_the_faces_of_their_signs(game, faces):
    face = dict(zip("xo", faces, strict=True))
    for line in posed_lines(game, 4, 20):
        asked, position = posed(sparring.game(game), line)
        scene = asked.scene(position)
        shown = [shape.face for shape in scene.shapes if isinstance(shape, Disc)]
        assert {sign: shown.count(face[sign]) for sign in face} == {sign: line[:-1].count(sign) for sign in face}
        assert {pick.ghost[0] for pick in scene.picks.values()} == {face[line[-1]]}
        assert scene.sides[asked.to_move(position)] == face[line[-1]]
        drawn = asked.draw(position).replace("●[/]", "x[/]").replace("[first]x[/] x", "")
        assert drawn.count("x[/]") == line.count("x", 0, -1)


@pytest.mark.parametrize(("game", "name"), OPPONENTS)
def test_every_opponent_plays_on_from_posed_positions(game, name):
    rules = sparring.game(game)
    limited = "time" in sparring.catalogue(rules)[name].known_settings(rules)
    for number, line in enumerate(posed_lines(game, 11, 4)):
        asked, position = posed(rules, line)
        opponent = ready_opponent(asked, f"{name}:time=0.05" if limited else name)
        choice = opponent.decide(decision_at(asked, position, seed=number))
        assert choice.option in asked.options(position), line


def worth(game, position):
    """The result for the side to move, by trying everything."""

    @cache
    def look(position):
        outcome = game.outcome(position)
        if outcome is None:
            return max(-look(game.play(position, move)) for move in game.moves(position))
        return 0 if outcome.winner is None else 1 if outcome.winner == game.to_move(position) else -1

    return look(position)


@pytest.mark.parametrize(("game", "empty"), [("tictactoe", 6), ("connect4", 8), ("fourinarow", 7)])
def test_what_is_proven_about_posed_stones_is_true(game, empty):
    for line in posed_lines(game, 5, 12, empty=empty):
        asked, position = posed(sparring.game(game), line)
        found = analyse(asked, position, None, None)
        for judged in found.options:
            value = -worth(asked, asked.play(position, asked.options(position)[judged.option]))
            assert judged.outcome == ["draw", "win", "loss"][value], (line, judged)
        best = found[found.best]
        if game == "tictactoe":
            assert naive.solve(line) == ({"win": 1, "draw": 0, "loss": -1}[best.outcome], best.plies)


def test_what_is_proven_about_posed_seeds_is_true():
    """The endgame tables count the seeds that are there, not those that a whole game would have left."""
    proven = 0
    for line in posed_lines("oware", 8, 60, most=5):
        game, position = posed(sparring.game("oware"), line)
        board = naive_oware.read(line)
        for judged in analyse(game, position, 12, None).options:
            after = naive_oware.play(board, judged.option)
            ahead = after.captured[board.side] - after.captured[after.side]
            try:
                final = ahead - naive_oware.exhausted([board, after], effort=500)
            except naive_oware.TooLarge:
                continue
            proven += judged.outcome is not None
            assert judged.outcome in (None, "win" if final > 0 else "loss" if final < 0 else "draw"), (line, judged)
    assert proven > 20


def test_the_mentor_calls_the_sides_by_the_signs_that_were_posed():
    game, position = posed(sparring.game("tictactoe"), "x.x/.../... o")
    assert "stops x" in game.explain(position, game.options(position)["b3"])
    game, position = posed(sparring.game("tictactoe"), "o.o/.../... x")
    assert "stops o" in game.explain(position, game.options(position)["b3"])


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("tictactoe", "xxx/.../... x", "x has 3 in a row, so the game is over and x cannot be to move"),
        ("tictactoe", "xxx/ooo/... o", "o has 3 in a row"),
        ("tictactoe", "xx/.../... x", "must have 3 rows of 3"),
        ("fourinarow", "xy..../....../....../....../....../...... o", "not 'y'"),
        ("connect4", "......./......./......./......./x....../.x..... o", "column 1, row 2 floats"),
        ("connect4", "......./......./......./......./.......  x", "must have 6 rows of 7"),
        ("oware", "9,9,9,9,9,9,0,0,0,0,0,0 0-0 S", "54 in the houses and 0 captured make 54"),
        ("oware", "0,0,0,0,0,9,0,0,0,0,0,0 30-20 S", "9 in the houses and 50 captured make 59"),
        ("oware", "100,0,0,0,0,9,0,0,0,0,0,0 0-0 S", "Twelve houses"),
        ("oware", "1,1,1,1,1,1,1,1,1,1,1 0-0 S", "Twelve houses"),
        ("onepiece", "anything", "A table is posed as JSON"),
    ],
)
def test_what_cannot_be_played_on_is_refused_in_a_sentence(game, line, says):
    with pytest.raises(BadPosition, match=re.escape(says)):
        posed(sparring.game(game), line)
