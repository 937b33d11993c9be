"""Four in a row's easy and medium: what each of them sees, and what it does not."""

import asyncio
from collections import Counter
from functools import cache
from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from support import naive
from support.fourinarow_boards import (
    BOARD,
    CENTRE,
    CORNERS,
    EMPTY,
    GAME,
    answer,
    cell_of,
    completable,
    free_of,
    one_gap_boards,
    opponent,
    some_texts,
    texts_with,
)

# ---------------------------------------------------------------------- all opponents


@pytest.mark.req("PT-2", "PT-3", "PT-4", "PT-7")
def test_there_is_an_opponent_of_every_strength():
    entries = sparring.catalogue(GAME).entries
    assert {"random", "easy", "medium", "hard", "perfect"} <= set(entries)
    levels = [entries[name].level for name in ("easy", "medium", "hard", "perfect")]
    assert levels == sorted(set(levels))
    assert all(entry.about for entry in entries.values())


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("name", ["easy", "medium", "hard", "hard:book=off", "perfect"])
def test_the_same_seed_gets_the_same_answer(name):
    again = sparring.opponent(GAME, name)
    again.prepare()
    for number, text in enumerate(some_texts(22, 12, 8, 30)):
        assert answer(name, text, seed=number) == again.decide(
            decision_at(GAME, GAME.read_position(text), seed=number)
        ), text


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_opponents_do_not_repeat_the_same_game(name):
    games = set()
    for seed in range(6):
        match = sparring.Match(GAME, [opponent(name), opponent(name)], seed=seed)
        asyncio.run(match.run())
        games.add(" ".join(choice.option for choice in match.record.choices()))
    assert len(games) > 4


# ---------------------------------------------------------------------- easy


@pytest.mark.req("PT-2")
def test_easy_blocks_in_three_decisions_of_ten_and_plays_at_random_otherwise():
    """A random move may be the block too, so the expected share is 0.3 plus 0.7 divided by the empty cells."""
    blocked, expected, variance = 0, 0.0, 0.0
    for number, text in enumerate(texts_with(seed=1, count=70, wins=0, threats=1)):
        _, threats = completable(text)
        share = 0.3 + 0.7 / len(naive.empties(text))
        for seed in range(25):
            blocked += cell_of("easy", text, seed=1000 * number + seed) in threats
            expected += share
            variance += share * (1 - share)
    assert abs(blocked - expected) < 3 * variance**0.5


@pytest.mark.req("PT-2")
def test_easy_spreads_its_other_moves_evenly():
    text = "....../.ooo../....../..x.../...x../x..... x"
    _, threats = completable(text)
    assert threats == {"a5", "e5"}
    played = Counter(cell_of("easy", text, seed) for seed in range(3_000))
    others = set(naive.empties(text)) - threats
    share = 3_000 * 0.7 / 30
    assert set(played) == set(naive.empties(text))
    assert sum((played[cell] - share) ** 2 / share for cell in others) < 58  # chi-square of 28, one in a thousand
    assert all(abs(played[cell] - (450 + share)) < 75 for cell in threats)


@pytest.mark.req("PT-2")
def test_easy_does_not_look_for_a_win():
    """It completes a line no more often than a random move would, because it does not look ahead."""
    taken, expected, variance = 0, 0.0, 0.0
    for number, text in enumerate(texts_with(seed=2, count=70, wins=1, threats=0)):
        share = 1 / len(naive.empties(text))
        for seed in range(25):
            taken += cell_of("easy", text, seed=1000 * number + seed) in completable(text)[0]
            expected += share
            variance += share * (1 - share)
    assert abs(taken - expected) < 3 * variance**0.5


@pytest.mark.req("PT-2")
def test_easy_prefers_no_cell_of_the_empty_board():
    played = Counter(cell_of("easy", EMPTY, seed) for seed in range(1_800))
    assert set(played) == BOARD.cells
    assert sum((count - 50) ** 2 / 50 for count in played.values()) < 67  # chi-square of 35, one in a thousand


# ---------------------------------------------------------------------- medium


@pytest.mark.req("PT-3")
@pytest.mark.parametrize("threats", [0, 1, 2])
def test_medium_takes_every_win(threats):
    for seed, text in enumerate(texts_with(seed=3 + threats, count=40, wins=1, threats=threats)):
        assert cell_of("medium", text, seed) in completable(text)[0], text


@pytest.mark.req("PT-3")
@pytest.mark.parametrize("threats", [1, 2])
def test_medium_blocks_every_win(threats):
    for seed, text in enumerate(texts_with(seed=6 + threats, count=50, wins=0, threats=threats)):
        assert cell_of("medium", text, seed) in completable(text)[1], text


@pytest.mark.req("PT-3", "PT-4")
@pytest.mark.parametrize("name", ["medium", "hard"])
@pytest.mark.parametrize("to_move_wins", [False, True])
def test_a_gap_in_any_line_of_the_board_is_filled(name, to_move_wins):
    for text, gap in one_gap_boards(to_move_wins):
        assert cell_of(name, text) == gap, text


@pytest.mark.req("PT-3")
@pytest.mark.parametrize(
    ("text", "makes"),
    [
        ("....../....../.xx.../....../.o.o../...... x", {"d4"}),  # with a4 or e4 one end would not be open
        ("....../..x.../....../..x.../o...o./...... x", {"c4"}),  # the cell between the two
        ("....../.x..../..x.../....../o....o/...... x", {"d3"}),
    ],
)
def test_medium_makes_an_open_three(text, makes):
    """Three stones with both ends open cannot be stopped."""
    for seed in range(10):
        assert cell_of("medium", text, seed) in makes


@pytest.mark.req("PT-3")
def test_medium_stops_an_open_three():
    text = "....../....../.oo.../....../.x..x./...... x"
    for seed in range(20):
        assert cell_of("medium", text, seed) in {"a4", "d4", "e4"}, seed


@pytest.mark.req("PT-3")
def test_medium_makes_two_threats_at_once_wherever_it_can():
    asked = 0
    for seed, text in enumerate(some_texts(seed=9, count=150, least=8, most=24)):
        mine, theirs, _ = free_of(text)
        if BOARD.wins_within(mine, theirs, 2):
            asked += 1
            played = cell_of("medium", text, seed)
            assert BOARD.loses_within(theirs, mine | {played}, 1), (text, played)
    assert asked > 25


@pytest.mark.req("PT-3")
def test_medium_prevents_two_threats_at_once_wherever_it_can():
    asked = 0
    for seed, text in enumerate(some_texts(seed=10, count=260, least=6, most=24)):
        mine, theirs, free = free_of(text)
        if BOARD.wins_within(mine, theirs, 2) or not BOARD.wins_within(theirs, mine, 2):
            continue
        safe = {cell for cell in free if not BOARD.wins_within(theirs, mine | {cell}, 2)}
        if safe:
            asked += 1
            assert cell_of("medium", text, seed) in safe, text
    assert asked > 25


def forks_left(mine, theirs, cell):
    """The threats of each fork that the other side can answer with, the worst first; a fork leaves us no win."""
    mine = mine | {cell}
    found = []
    for reply in BOARD.cells - mine - theirs:
        free = BOARD.cells - mine - theirs - {reply}
        threats = BOARD.completing(theirs | {reply}, free)
        if len(threats) > 1 and not BOARD.completing(mine, free):
            found.append(len(threats))
    return sorted(found, reverse=True)


@pytest.mark.req("PT-3")
def test_medium_stops_the_worst_where_it_cannot_stop_every_fork():
    """The worst fork makes the most threats. Among equals it leaves the fewest, which a threat of its own may do."""
    asked = 0
    for seed, text in enumerate(some_texts(seed=14, count=600, least=9, most=22)):
        mine, theirs, free = free_of(text)
        if BOARD.wins_within(mine, theirs, 2) or not BOARD.wins_within(theirs, mine, 2):
            continue
        left = {cell: forks_left(mine, theirs, cell) for cell in free}
        if not all(left.values()):
            continue
        asked += 1
        worst = {cell: (forks[0], len(forks)) for cell, forks in left.items()}
        assert worst[cell_of("medium", text, seed)] == min(worst.values()), (text, worst)
    assert asked > 5


def quiet(text):
    """True if neither side can make two threats at once."""
    mine, theirs = BOARD.sides(text)
    return not BOARD.wins_within(mine, theirs, 2) and not BOARD.wins_within(theirs, mine, 2)


@cache
def quiet_texts_around(centre, corners, seed):
    """Quiet positions in which the centre and the corners are full or empty, as asked for."""
    rng, found = Random(seed), []
    while len(found) < 6:
        full = (CENTRE if centre else set()) | (CORNERS if corners else set())
        stones = [*full, *rng.sample(sorted(BOARD.cells - full - CENTRE - CORNERS), rng.randrange(4, 16))]
        rng.shuffle(stones)
        text = BOARD.text(frozenset(stones[1::2]), frozenset(stones[::2]))
        if naive.result(text, 4) is None and not any(completable(text)) and quiet(text):
            found.append(text)
    return found


@pytest.mark.req("PT-3")
def test_medium_prefers_the_centre():
    for seed, text in enumerate(quiet_texts_around(centre=False, corners=True, seed=11)):
        assert cell_of("medium", text, seed) in CENTRE, text


@pytest.mark.req("PT-3")
def test_medium_prefers_the_corners_when_the_centre_is_full():
    for seed, text in enumerate(quiet_texts_around(centre=True, corners=False, seed=12)):
        assert cell_of("medium", text, seed) in CORNERS, text


@pytest.mark.req("PT-3")
def test_medium_plays_anywhere_when_both_are_full():
    for text in quiet_texts_around(centre=True, corners=True, seed=13)[:3]:
        assert len({cell_of("medium", text, seed) for seed in range(40)}) > len(naive.empties(text)) / 2


@pytest.mark.req("PT-3")
def test_medium_varies_its_play():
    assert {cell_of("medium", EMPTY, seed) for seed in range(60)} == CENTRE
    held = "....../.o..../..xo../..ox../.x..../...... x"
    assert {cell_of("medium", held, seed) for seed in range(60)} == CORNERS
