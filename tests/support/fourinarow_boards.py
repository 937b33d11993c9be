"""Four in a row's opponents in tests: boards to ask them about, how to ask them, and checks of what they claim."""

from functools import cache
from itertools import product
from random import Random

import sparring
from sparring.match.table import decision_at
from support import naive, naive_rows
from support.ready import ready_opponent

USUAL = (6, 6, 4)
"""Width, height and length of the shipped board."""

GAME = sparring.game("fourinarow")
BOARD = naive_rows.board(*USUAL)
EMPTY = naive.start(6, 6)
CENTRE = {"c3", "c4", "d3", "d4"}
CORNERS = {"a1", "a6", "f1", "f6"}


# ---------------------------------------------------------------------- asking opponents


@cache
def game_of(size=USUAL):
    """The game on a board of some width, height and length."""
    return (
        GAME
        if size == USUAL
        else sparring.game("fourinarow", **dict(zip(("width", "height", "length"), size, strict=True)))
    )


def opponent(name, size=USUAL):
    """An opponent, ready to play."""
    return ready_opponent(game_of(size), name)


def answer(name, text, seed=0, size=USUAL):
    """The choice of an opponent, with its analysis."""
    game = game_of(size)
    return opponent(name, size).decide(decision_at(game, game.read_position(text), seed=seed))


def cell_of(name, text, seed=0):
    """The cell that an opponent chooses."""
    return answer(name, text, seed).option


# ---------------------------------------------------------------------- boards


@cache
def some_texts(seed, count, least, most, size=USUAL, careful=True):
    """Random positions with `least` to `most` stones."""
    board, rng = naive_rows.board(*size), Random(seed)
    return tuple(board.random_text(rng, least, most, careful) for _ in range(count))


def free_of(text):
    """The cells of the side to move, those of the other side, and the empty ones."""
    mine, theirs = BOARD.sides(text)
    return mine, theirs, BOARD.cells - mine - theirs


def completable(text):
    """The cells that complete a line for the side to move, and those that complete one for the other side."""
    mine, theirs, free = free_of(text)
    return BOARD.completing(mine, free), BOARD.completing(theirs, free)


@cache
def texts_with(seed, count, wins, threats, least=6, most=26):
    """Random positions where the side to move can complete a line in `wins` cells, and the other side in `threats`."""
    rng, found = Random(seed), []
    while len(found) < count:
        text = BOARD.random_text(rng, least, most, careful=False)
        won, lost = completable(text)
        if (len(won), len(lost)) == (wins, threats):
            found.append(text)
    return tuple(found)


@cache
def one_gap_boards(to_move_wins):
    """Positions with three stones of one side in a line of four, for every line, side and gap; each with its gap.

    The gap is the only cell where anybody can complete a line. It completes one for the side to move if `to_move_wins`,
    and for the other side if not.
    """
    rng, found = Random(4), []
    for line, attacker in product(BOARD.lines, "xo"):
        others = {("x", True): 3, ("x", False): 2, ("o", True): 4, ("o", False): 3}[attacker, to_move_wins]
        found += [(harmless(rng, line - {gap}, gap, others, to_move_wins), gap) for gap in sorted(line)]
    return found


def harmless(rng, three, gap, others, attacker_moves):
    """A position with three stones in a line, and `others` stones of the other side that leave only the gap open."""
    while True:
        free = BOARD.cells - three - {gap}
        ends = BOARD.completing(three, free)
        company = frozenset(ends) | frozenset(rng.sample(sorted(free - ends), others - len(ends)))
        free = BOARD.cells - three - company
        if BOARD.completing(three, free) == {gap} and not BOARD.completing(company, free):
            return BOARD.text(three, company) if attacker_moves else BOARD.text(company, three)


# ---------------------------------------------------------------------- claims


def check_claims(board, text, analysis):
    """Check proven results by brute force, as far as that can search; returns how many were checked."""
    mine, theirs = board.sides(text)
    claims = 0
    for judged in analysis.options:
        after, where = mine | {judged.option}, (text, judged)
        if judged.outcome == "win" and judged.plies <= 7:
            stones = (judged.plies - 1) // 2
            assert board.has_line(after) if stones == 0 else board.loses_within(theirs, after, stones), where
            assert not (judged.exact and stones and board.loses_within(theirs, after, stones - 1)), where
        elif judged.outcome == "loss" and judged.plies <= 6:
            stones = judged.plies // 2
            assert board.wins_within(theirs, after, stones), where
            assert not (judged.exact and stones > 1 and board.wins_within(theirs, after, stones - 1)), where
        else:
            continue
        claims += 1
    return claims


def check_line(text, line):
    """Check that every move of a line can be played, and that the last one ends the game."""
    for cell in line:
        assert naive.result(text, 4) is None
        text = naive.play(text, cell)
    assert naive.result(text, 4) is not None
