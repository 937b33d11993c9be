"""Four in a row's easy, medium and hard: what each sees and does not see, and what can be set about them."""

import asyncio
from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.rules import BadSetting
from support import naive, naive_rows
from support.ready import ready_opponent

GAME = sparring.game("fourinarow")
BOARD = naive_rows.board()
EMPTY = naive.start(6, 6)
CENTRE = {"c3", "c4", "d3", "d4"}
CORNERS = {"a1", "a6", "f1", "f6"}


def opponent(name):
    """An opponent, ready to play."""
    return ready_opponent(GAME, name)


def answer(name, text, seed=0):
    """What an opponent chooses, with what it thought."""
    return opponent(name).decide(decision_at(GAME, GAME.read_position(text), seed=seed))


def cell_of(name, text, seed=0):
    """The cell that an opponent chooses."""
    return answer(name, text, seed).option


@cache
def some_texts(seed, count, least, most, careful=True):
    """Random positions of so many stones."""
    rng = Random(seed)
    return tuple(BOARD.random_text(rng, least, most, careful) for _ in range(count))


def free_of(text):
    """Mine, theirs and the empty cells."""
    mine, theirs = BOARD.sides(text)
    return mine, theirs, BOARD.cells - mine - theirs


def ready(text):
    """What the side to move could complete now, and what the other side could."""
    mine, theirs, free = free_of(text)
    return BOARD.completing(mine, free), BOARD.completing(theirs, free)


@cache
def texts_with(seed, count, wins, threats, least=6, most=26):
    """Random positions where the side to move can complete so many lines, and the other side so many."""
    rng, found = Random(seed), []
    while len(found) < count:
        text = BOARD.random_text(rng, least, most, careful=False)
        won, lost = ready(text)
        if (len(won), len(lost)) == (wins, threats):
            found.append(text)
    return tuple(found)


@cache
def one_gap_boards(to_move_wins):
    """Every line of the board with three stones of either side and each gap; the other stones are of no use.

    The gap is the only cell where anybody can complete a line: the side to move, or the other side, as asked.
    """
    rng, found = Random(4), []
    for line, attacker in product(BOARD.lines, "xo"):
        others = {("x", True): 3, ("x", False): 2, ("o", True): 4, ("o", False): 3}[attacker, to_move_wins]
        found += [(harmless(rng, line - {gap}, gap, others, to_move_wins), gap) for gap in sorted(line)]
    return found


def harmless(rng, three, gap, others, attacker_moves):
    """A position with three stones in a line and so many of the other side, on the other end if there is one."""
    while True:
        free = BOARD.cells - three - {gap}
        ends = BOARD.completing(three, free)
        company = frozenset(ends) | frozenset(rng.sample(sorted(free - ends), others - len(ends)))
        free = BOARD.cells - three - company
        if BOARD.completing(three, free) == {gap} and not BOARD.completing(company, free):
            return BOARD.text(three, company) if attacker_moves else BOARD.text(company, three)


# ---------------------------------------------------------------------- who there is


@pytest.mark.req("PT-2", "PT-3", "PT-4", "PT-7")
def test_there_is_an_opponent_of_every_strength():
    entries = sparring.catalogue(GAME).entries
    assert {"random", "easy", "medium", "hard", "perfect"} <= set(entries)
    levels = [entries[name].level for name in ("easy", "medium", "hard", "perfect")]
    assert levels == sorted(set(levels))
    assert all(entry.about for entry in entries.values())


# ---------------------------------------------------------------------- easy


@pytest.mark.req("PT-2")
def test_easy_blocks_in_three_decisions_of_ten_and_else_plays_whatever_comes():
    """Chance may find the block too: 0.3 of all, and one in so many of the other 0.7."""
    blocked, expected, variance = 0, 0.0, 0.0
    for number, text in enumerate(texts_with(seed=1, count=70, wins=0, threats=1)):
        _, threats = ready(text)
        share = 0.3 + 0.7 / len(naive.empties(text))
        for seed in range(25):
            blocked += cell_of("easy", text, seed=1000 * number + seed) in threats
            expected += share
            variance += share * (1 - share)
    assert abs(blocked - expected) < 3 * variance**0.5


@pytest.mark.req("PT-2")
def test_easy_spreads_its_other_moves_evenly():
    text = "....../.ooo../....../..x.../...x../x..... x"
    _, threats = ready(text)
    assert threats == {"a5", "e5"}
    played = Counter(cell_of("easy", text, seed) for seed in range(3_000))
    others = set(naive.empties(text)) - threats
    share = 3_000 * 0.7 / 30
    assert set(played) == set(naive.empties(text))
    assert sum((played[cell] - share) ** 2 / share for cell in others) < 58  # chi-square of 28, one in a thousand
    assert all(abs(played[cell] - (450 + share)) < 75 for cell in threats)


@pytest.mark.req("PT-2")
def test_easy_does_not_look_for_a_win():
    """It completes a line no more often than chance would: there is no look-ahead."""
    taken, expected, variance = 0, 0.0, 0.0
    for number, text in enumerate(texts_with(seed=2, count=70, wins=1, threats=0)):
        share = 1 / len(naive.empties(text))
        for seed in range(25):
            taken += cell_of("easy", text, seed=1000 * number + seed) in ready(text)[0]
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
        assert cell_of("medium", text, seed) in ready(text)[0], text


@pytest.mark.req("PT-3")
@pytest.mark.parametrize("threats", [1, 2])
def test_medium_blocks_every_win(threats):
    for seed, text in enumerate(texts_with(seed=6 + threats, count=50, wins=0, threats=threats)):
        assert cell_of("medium", text, seed) in ready(text)[1], text


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
        ("....../....../.xx.../....../.o.o../...... x", {"d4"}),  # a4 would be blocked on one side, as would e4
        ("....../..x.../....../..x.../o...o./...... x", {"c4"}),  # the one between
        ("....../.x..../..x.../....../o....o/...... x", {"d3"}),
    ],
)
def test_medium_makes_an_open_three(text, makes):
    """Three with both ends open cannot be stopped any more."""
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
def test_medium_lets_the_other_side_make_no_two_threats_at_once_where_that_can_be_helped():
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


def quiet(text):
    """Whether neither side could make two threats at once."""
    mine, theirs = BOARD.sides(text)
    return not BOARD.wins_within(mine, theirs, 2) and not BOARD.wins_within(theirs, mine, 2)


@cache
def quiet_texts_around(centre, corners, seed):
    """Quiet positions in which the centre is full or not, and so are the corners."""
    rng, found = Random(seed), []
    while len(found) < 6:
        full = (CENTRE if centre else set()) | (CORNERS if corners else set())
        stones = [*full, *rng.sample(sorted(BOARD.cells - full - CENTRE - CORNERS), rng.randrange(4, 16))]
        rng.shuffle(stones)
        text = BOARD.text(frozenset(stones[1::2]), frozenset(stones[::2]))
        if naive.result(text, 4) is None and not any(ready(text)) and quiet(text):
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


# ---------------------------------------------------------------------- hard


@pytest.mark.req("PT-4")
def test_the_evaluation_is_what_counting_gives():
    for text in [EMPTY, *some_texts(13, 150, 1, 30), *some_texts(14, 150, 1, 35, careful=False)]:
        mine, theirs = BOARD.sides(text)
        position = GAME.read_position(text)
        seat = "xo".index(naive.mover(text))
        assert GAME.evaluate(position, seat) == BOARD.evaluation(mine, theirs), text
        assert GAME.evaluate(position, 1 - seat) == -BOARD.evaluation(mine, theirs), text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        (EMPTY, 0),
        ("....../....../..x.../....../....../...... o", -5),  # one in the centre, of the other side
        ("x...../.o..../....../....../....../...... x", 0),
        ("xx..../....../....../....../oo..../...... x", 0),  # each has one line of two
        (".xx.../....../....../....../....../oo.... x", 10 - 5),  # which lies in two lines of four
        ("xxx.../....../....../....../oo..../o..... x", 10 + 5 - 3 * 5),  # a three and a two; twos in three directions
        ("xxxo../....../....../....../.oo.../x..... o", 2 * 5),  # the three is blocked
    ],
)
def test_the_evaluation_of_boards_counted_by_hand(text, score):
    mine, theirs = BOARD.sides(text)
    assert BOARD.evaluation(mine, theirs) == score
    assert GAME.evaluate(GAME.read_position(text), "xo".index(naive.mover(text))) == score


@pytest.mark.req("PT-4")
def test_a_win_is_worth_1000_less_the_plies_and_nothing_that_is_open_comes_near():
    proven = Counter()
    for text in some_texts(15, 60, 8, 24, careful=False):
        for judged in answer("hard:thorough=on,book=off", text).analysis.options:
            if judged.outcome in ("win", "loss"):
                proven[judged.outcome] += 1
                assert judged.score == {"win": 1, "loss": -1}[judged.outcome] * (1000 - judged.plies)
            else:
                assert abs(judged.score) < 900
    assert min(proven["win"], proven["loss"]) > 20


@pytest.mark.req("PT-4")
@pytest.mark.parametrize("threats", [0, 1, 2])
def test_hard_takes_every_immediate_win(threats):
    for seed, text in enumerate(texts_with(seed=3 + threats, count=40, wins=1, threats=threats)):
        assert cell_of("hard", text, seed) in ready(text)[0], text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_hard_blocks_every_immediate_win_that_can_be_blocked(depth):
    for seed, text in enumerate(texts_with(seed=7, count=80, wins=0, threats=1)):
        assert cell_of(f"hard:depth={depth}", text, seed) in ready(text)[1], text


@pytest.mark.req("PT-4")
def test_hard_blocks_a_win_even_when_it_is_lost_anyway():
    """Both ends are open: whoever blocks one still hopes that the other is overlooked."""
    for seed, text in enumerate(texts_with(seed=8, count=40, wins=0, threats=2)):
        assert cell_of("hard", text, seed) in ready(text)[1], text


@pytest.mark.req("PT-4")
@pytest.mark.parametrize(("name", "stones", "count"), [("hard", 2, 120), ("hard:depth=6", 3, 45)])
def test_hard_sees_wins_and_losses_within_its_depth(name, stones, count):
    """A win with two stones is three plies away, and a loss to two stones of the other side four."""
    won = lost = 0
    for seed, text in enumerate(some_texts(16 + stones, count, 8, 26)):
        mine, theirs, free = free_of(text)
        if BOARD.wins_within(mine, theirs, stones):
            won += 1
            played = cell_of(name, text, seed)
            assert BOARD.loses_within(theirs, mine | {played}, stones - 1), text
        elif BOARD.wins_within(theirs, mine, stones):
            safe = {cell for cell in free if not BOARD.wins_within(theirs, mine | {cell}, stones)}
            if safe:
                lost += 1
                assert cell_of(name, text, seed) in safe, text
    assert won > 20
    assert lost > 5


@pytest.mark.req("PT-4", "ALL-3")
def test_hard_looks_four_plies_ahead_unless_told_otherwise():
    assert answer("hard:book=off", EMPTY).analysis.depth == 4
    for depth in (1, 2, 3, 5, 6):
        assert answer(f"hard:book=off,depth={depth}", EMPTY).analysis.depth == depth


@pytest.mark.req("PT-4", "ALL-3")
@pytest.mark.parametrize(
    "setting", ["depth=0", "depth=x", "depth=101", "table=-1", "book=maybe", "time=0", "deepening=2"]
)
def test_what_cannot_be_set_is_refused_with_the_range(setting):
    name = setting.partition("=")[0]
    with pytest.raises(BadSetting, match=rf"^{name} must be .*\.$"):
        sparring.opponent(GAME, f"hard:{setting}")


@pytest.mark.req("PT-5", "ALL-5")
def test_with_a_time_limit_it_deepens_until_then_and_always_has_an_answer():
    for seconds in (0.001, 0.02):
        chosen = answer(f"hard:book=off,depth=none,time={seconds}", EMPTY)
        assert chosen.option in naive.empties(EMPTY)
        assert len(chosen.analysis.options) == 36
    assert answer("hard:book=off,depth=none,time=0.5", EMPTY).analysis.depth > 4


# ---------------------------------------------------------------------- the three switches


SWITCHED_OFF = ["book=off", "book=off,table=0", "book=off,deepening=off", "book=off,table=0,deepening=off"]


@pytest.mark.req("PT-5")
@pytest.mark.parametrize("switched_off", SWITCHED_OFF)
def test_without_any_of_the_three_it_finds_a_move_of_the_same_value(switched_off):
    for seed, text in enumerate([EMPTY, *some_texts(20, 24, 1, 22)]):
        usual = answer("hard:book=off", text, seed).analysis
        found = answer(f"hard:{switched_off}", text, seed).analysis
        thorough = answer("hard:thorough=on,book=off,table=0", text, seed).analysis
        assert found[found.best].score == usual[usual.best].score == thorough[thorough.best].score, text
        assert thorough[found.best].score == thorough[thorough.best].score, text


@pytest.mark.req("PT-5")
def test_the_value_is_that_of_looking_at_everything():
    for seed, text in enumerate(some_texts(21, 6, 14, 24)):
        found = answer("hard:depth=2,book=off", text, seed).analysis
        assert found[found.best].score == BOARD.minimax(*BOARD.sides(text), 2) or found[found.best].outcome, text


@pytest.mark.req("PT-5")
def test_the_effect_of_each_is_seen_in_what_it_looks_at():
    quiet = "....../....../..xo../....../....../...... x"
    assert answer("hard", EMPTY).analysis.nodes == 0
    assert answer("hard:book=off", EMPTY).analysis.nodes > 0
    nodes = {
        switched_off: answer(f"hard:depth=6,{switched_off}", quiet).analysis.nodes for switched_off in SWITCHED_OFF
    }
    assert nodes["book=off"] < nodes["book=off,table=0"]
    assert len(set(nodes.values())) == len(SWITCHED_OFF)


@pytest.mark.req("PT-5")
@pytest.mark.parametrize(
    "text", ["....../....../....../..x.../....../...... o", "....../....../....../..x.../....../o..... x"]
)
def test_the_book_says_what_eight_plies_say_from_whichever_side_one_looks(text):
    searched = answer("hard:book=off,depth=8", text).analysis
    for seen in naive.alike(text):
        by_book = answer("hard", seen).analysis
        assert by_book.nodes == 0
        assert by_book[by_book.best].score == searched[searched.best].score, seen
        assert len(by_book.options) == len(naive.empties(seen))


@pytest.mark.req("PT-5")
def test_the_book_begins_in_any_cell_of_the_centre():
    assert {cell_of("hard", EMPTY, seed) for seed in range(60)} == CENTRE


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
def test_they_do_not_repeat_the_same_game(name):
    games = set()
    for seed in range(6):
        match = sparring.Match(GAME, [opponent(name), opponent(name)], seed=seed)
        asyncio.run(match.run())
        games.add(" ".join(choice.option for choice in match.record.choices()))
    assert len(games) > 4
