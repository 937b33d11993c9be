"""The seven characters of tic-tac-toe, each clause of TT-1 to TT-9 over every position it speaks of.

What a character must do is taken from the naive board; how often it does it, from exact binomial tests
that a fair character fails once in a million times and one that is a few points off hardly ever passes.
"""

import asyncio
from collections import Counter
from functools import cache
from math import exp, lgamma, log

import pytest

import naive
import sparring
from sparring.games.tictactoe.evaluation import line_score

GAME = sparring.game("tictactoe")
TIERS = {
    "ChampionChimp": "perfect",
    "StrategistApe": "heuristic",
    "TricksterMonkey": "heuristic",
    "GuardianGorilla": "heuristic",
    "SpeedyGibbon": "heuristic",
    "WildcardLemur": "unpredictable",
    "MentorOrangutan": "unpredictable",
}
OPPONENTS = {name: sparring.opponent("tictactoe", name) for name in TIERS}
EVERYONE = tuple(TIERS)
REQUIREMENT = {name: f"TT-{number}" for number, name in enumerate(EVERYONE, start=1)}


def each(*names):
    """The characters as parameters, each with the requirement that describes it."""
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=pytest.mark.req(REQUIREMENT[name])) for name in names]
    )


# ---------------------------------------------------------------------- asking


@cache
def question(text):
    position = GAME.read_position(text)
    return {"seat": GAME.to_move(position), "options": tuple(GAME.options(position)), "view": position}


def ask(name, text, seed):
    """What a character answers in a position."""
    return OPPONENTS[name].decide(sparring.Decision(**question(text), seed=seed))


def counts(name, text, samples):
    """How often a character plays each move of one position."""
    return Counter(ask(name, text, seed).option for seed in range(samples))


@cache
def champion(text):
    """What the champion answers, with its analysis."""
    return ask("ChampionChimp", text, 0)


@cache
def answers(name):
    """What a character answers in every position, and more often in one of each kind; no two with the same seed."""
    seeds = iter(range(1_000_000, 2_000_000))
    kinds = naive.unfinished_up_to_symmetry()
    if name == "ChampionChimp":  # it looks at everything, so each answer is dear
        found = [(text, champion(text).option) for text in naive.unfinished()]
        asked = [text for text in kinds for _ in range(2)]
    else:
        found = []
        asked = [text for text in naive.unfinished() for _ in range(2)] + [text for text in kinds for _ in range(10)]
    return found + [(text, ask(name, text, next(seeds)).option) for text in asked]


def answers_where(name, condition):
    """Those answers where a condition holds of the position; there must be some."""
    found = [(text, option) for text, option in answers(name) if condition(text)]
    assert found
    return found


# ---------------------------------------------------------------------- what there is on a board


def can_win(text):
    return naive.wins(text, naive.mover(text))


def must_block(text):
    return naive.wins(text, naive.OTHER[naive.mover(text)])


def is_quiet(text):
    return not can_win(text) and not must_block(text)


def free(text, cells):
    return [cell for cell in cells if cell in naive.moves(text)]


def opponent_holds_centre(text):
    return naive.grid(text)[naive.CENTRE] == naive.OTHER[naive.mover(text)]


def unforked(text):
    """The moves that give the opponent no fork."""
    return [cell for cell in naive.moves(text) if not naive.gives_fork(text, cell)]


# ---------------------------------------------------------------------- what chance allows


def plausible(hits, samples, probability):
    """Whether so many hits are believable, by an exact two-sided binomial test at one in a million."""
    if probability in (0, 1):
        return hits == samples * probability

    def chance(k):
        ways = lgamma(samples + 1) - lgamma(k + 1) - lgamma(samples - k + 1)
        return exp(ways + k * log(probability) + (samples - k) * log(1 - probability))

    at_most = sum(chance(k) for k in range(hits + 1))
    at_least = sum(chance(k) for k in range(hits, samples + 1))
    return 2 * min(at_most, at_least) >= 1e-6


def assert_uniform(tally, cells):
    """Every one of the cells was played about as often as the others, and nothing else was."""
    samples = sum(tally.values())
    assert set(tally) <= set(cells)
    for cell in cells:
        assert plausible(tally[cell], samples, 1 / len(cells)), (cell, tally)


def assert_uniform_everywhere(name, chosen_from):
    """Over all positions: where a character chooses at random among some cells, no place among them is preferred."""
    tallies = {}
    for text, option in answers(name):
        cells = sorted(chosen_from(text))
        if len(cells) > 1:
            tallies.setdefault(len(cells), Counter())[cells.index(option)] += 1
    assert tallies
    for size, tally in tallies.items():
        assert_uniform(tally, range(size))


def test_the_yardstick_of_chance_is_sharp_and_fair():
    assert plausible(50, 100, 0.5)
    assert plausible(400, 4_000, 0.10)
    assert not plausible(520, 4_000, 0.10)
    assert not plausible(280, 4_000, 0.10)
    assert plausible(0, 40, 0.1)
    assert not plausible(0, 150, 0.1)


# ---------------------------------------------------------------------- all seven


@pytest.mark.req("TT-8")
@pytest.mark.parametrize("name", EVERYONE)
def test_everyone_belongs_to_the_tier_of_the_mission(name):
    assert sparring.catalogue("tictactoe")[name].tier == TIERS[name]


@pytest.mark.req("TT-2")
def test_the_strategist_is_whom_you_play_if_you_do_not_say():
    assert sparring.catalogue("tictactoe").default == "StrategistApe"


@each(*EVERYONE)
def test_every_answer_is_a_legal_move(name):
    for text, option in answers(name):
        assert option in naive.moves(text)


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize("name", EVERYONE)
def test_the_same_seed_gets_the_same_answer_whatever_was_asked_before(name):
    there = [ask(name, text, seed) for seed, text in enumerate(naive.unfinished_up_to_symmetry())]
    another = sparring.opponent("tictactoe", name)
    back = [
        another.decide(sparring.Decision(**question(text), seed=seed))
        for seed, text in reversed(list(enumerate(naive.unfinished_up_to_symmetry())))
    ]

    assert there == back[::-1]


@pytest.mark.req("ALL-6")
@pytest.mark.parametrize(
    ("name", "text", "cells"),
    [
        ("StrategistApe", ".../.x./... o", naive.CORNERS),
        ("TricksterMonkey", ".../.../... x", naive.CORNERS),
        ("GuardianGorilla", ".../.../... x", naive.EDGES),
        ("SpeedyGibbon", ".../.x./... o", naive.CORNERS),
        ("WildcardLemur", ".../.../... x", [*naive.CORNERS, *naive.EDGES, naive.CENTRE]),
        ("MentorOrangutan", ".../.../... x", [*naive.CORNERS, *naive.EDGES, naive.CENTRE]),
    ],
)
def test_other_seeds_get_other_answers(name, text, cells):
    assert set(counts(name, text, 300)) == set(cells)


@pytest.mark.req("TT-5", "ALL-8")
def test_the_gibbon_answers_at_once():
    assert {ask("SpeedyGibbon", text, seed).pace for seed, text in enumerate(naive.unfinished())} == {0}


@pytest.mark.req("ALL-8")
@pytest.mark.parametrize("name", [name for name in EVERYONE if name != "SpeedyGibbon"])
def test_everyone_else_seems_to_think(name):
    paces = [ask(name, text, seed).pace for seed, text in enumerate(naive.unfinished_up_to_symmetry())]

    assert min(paces) > 0
    assert len(set(paces)) > 1


# ---------------------------------------------------------------------- settings


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
@pytest.mark.parametrize("setting", ["randomness=-0.1", "randomness=1.1", "randomness=much", "randomness=nan"])
def test_a_randomness_out_of_range_is_refused_with_the_range(name, setting):
    with pytest.raises(sparring.SparringError, match=r"randomness.* 0 .*\b1\b"):
        sparring.opponent("tictactoe", f"{name}:{setting}")


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"difficulty": "impossible"}, "difficulty.*easy.*medium.*hard"),
        ({"style": "rude"}, "style.*balanced"),
        ({"pace_min": -1}, r"pace_min.*\b0\b"),
        ({"pace_max": "soon"}, r"pace_max.*\b0\b"),
        ({"pace_min": 3, "pace_max": 2}, "pace_min.*pace_max"),
        ({"time": 0}, "time.*"),
        ({"charm": 1}, "charm.*randomness"),
    ],
)
def test_a_bad_setting_is_refused_by_its_name_with_what_is_allowed(name, setting, said):
    with pytest.raises(sparring.SparringError, match=said):
        sparring.opponent("tictactoe", name, **setting)


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
def test_the_time_that_it_seems_to_think_can_be_set(name):
    slow = sparring.opponent("tictactoe", name, pace_min=2.5, pace_max=3)
    paces = [slow.decide(sparring.Decision(**question("xx./oo./... x"), seed=seed)).pace for seed in range(200)]

    assert 2.5 <= min(paces) < 2.6
    assert 2.9 < max(paces) <= 3


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize("name", EVERYONE)
def test_at_full_randomness_everyone_plays_anything(name):
    """The win at c3 and the block at c2 are no likelier than the rest."""
    text = "xx./oo./... x"
    drunk = sparring.opponent("tictactoe", f"{name}:randomness=1")
    tally = Counter(drunk.decide(sparring.Decision(**question(text), seed=seed)).option for seed in range(800))

    assert_uniform(tally, naive.moves(text))


@pytest.mark.req("ALL-3")
def test_randomness_is_the_share_of_random_moves():
    """Of the fifth that is random, a fifth is the winning move all the same."""
    text = "xx./oo./... x"
    tipsy = sparring.opponent("tictactoe", "StrategistApe:randomness=0.2")
    tally = Counter(tipsy.decide(sparring.Decision(**question(text), seed=seed)).option for seed in range(4_000))

    assert plausible(tally["c3"], 4_000, 0.8 + 0.2 / 5)
    assert_uniform(Counter({cell: hits for cell, hits in tally.items() if cell != "c3"}), ["a1", "b1", "c1", "c2"])


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(sparring.SparringError) as refusal:
        sparring.opponent("tictactoe", "ChampionChump")

    assert all(name in str(refusal.value) for name in EVERYONE)


# ---------------------------------------------------------------------- what several have in common


@each("ChampionChimp", "StrategistApe", "TricksterMonkey", "GuardianGorilla", "SpeedyGibbon")
def test_takes_a_win_whenever_there_is_one(name):
    for text, option in answers_where(name, can_win):
        assert option in can_win(text), text


@each("StrategistApe", "GuardianGorilla", "SpeedyGibbon")
def test_blocks_whenever_it_cannot_win_and_must(name):
    for text, option in answers_where(name, lambda text: must_block(text) and not can_win(text)):
        assert option in must_block(text), text


@each("StrategistApe", "SpeedyGibbon")
def test_takes_a_free_centre_when_nothing_is_urgent(name):
    for text, option in answers_where(name, lambda text: is_quiet(text) and free(text, [naive.CENTRE])):
        assert option == naive.CENTRE, text


# ---------------------------------------------------------------------- StrategistApe


def strategist_corners(text):
    """The corners that it chooses from when the opponent holds the centre."""
    return free(text, naive.CORNERS) if is_quiet(text) and opponent_holds_centre(text) else []


def strategist_anything(text):
    """The moves that it chooses from when no rule of its applies."""
    centre_is_free = free(text, [naive.CENTRE])
    return naive.moves(text) if is_quiet(text) and not centre_is_free and not strategist_corners(text) else []


@pytest.mark.req("TT-2")
def test_the_strategist_takes_a_corner_if_the_opponent_holds_the_centre():
    for text, option in answers_where("StrategistApe", strategist_corners):
        assert option in strategist_corners(text), text


@pytest.mark.req("TT-2")
def test_the_strategist_takes_any_corner_alike():
    assert_uniform_everywhere("StrategistApe", strategist_corners)
    assert_uniform(counts("StrategistApe", ".../.x./... o", 2_000), naive.CORNERS)
    assert_uniform(counts("StrategistApe", "x../.o./... x", 2_000), ["a1", "c1", "c3"])


@pytest.mark.req("TT-2")
def test_the_strategist_plays_anything_when_no_rule_of_its_applies():
    own_centre = "o../.x./... x"
    no_corner_left = "o.x/xxo/o.x o"

    assert_uniform_everywhere("StrategistApe", strategist_anything)
    assert_uniform(counts("StrategistApe", own_centre, 4_000), naive.moves(own_centre))
    assert_uniform(counts("StrategistApe", no_corner_left, 1_000), ["b1", "b3"])


# ---------------------------------------------------------------------- TricksterMonkey


def could_let_through(text):
    """Whether there is a threat, no win that goes before, and a move that does not block."""
    return not can_win(text) and must_block(text) and set(naive.moves(text)) - set(must_block(text))


def trickster_likes(cells):
    """Corners before edges, and the centre when nothing else is left."""
    corners = [cell for cell in cells if cell in naive.CORNERS]
    edges = [cell for cell in cells if cell in naive.EDGES]
    return corners or edges or cells


@pytest.mark.req("TT-3")
def test_the_trickster_lets_one_threat_in_ten_through():
    asked = answers_where("TricksterMonkey", could_let_through)
    missed = [(text, option) for text, option in asked if option not in must_block(text)]

    assert plausible(len(missed), len(asked), 0.1)
    for text, option in missed:
        assert naive.solve(naive.play(text, option)) == (1, 1), text


@pytest.mark.req("TT-3")
@pytest.mark.parametrize(
    "text",
    [
        "xx./o../... o",  # the block is a corner
        "x.x/.o./... o",  # the block is an edge
        "x../.../o.x o",  # the block is the centre
        "o../x../x.o x",
        "x.x/.o./o.x o",  # two threats
    ],
)
def test_the_trickster_lets_one_in_ten_through_wherever_the_threat_is(text):
    tally = counts("TricksterMonkey", text, 4_000)
    blocked = sum(tally[cell] for cell in must_block(text))

    assert plausible(blocked, 4_000, 0.9), tally


@pytest.mark.req("TT-3")
def test_the_trickster_blocks_when_every_move_does():
    def forced(text):
        return not can_win(text) and set(naive.moves(text)) == set(must_block(text))

    for text, option in answers_where("TricksterMonkey", forced):
        assert option in must_block(text), text


@pytest.mark.req("TT-3")
def test_the_trickster_prefers_corners_then_edges():
    for text, option in answers_where("TricksterMonkey", is_quiet):
        assert option in trickster_likes(naive.moves(text)), text


@pytest.mark.req("TT-3")
def test_the_trickster_prefers_corners_then_edges_when_it_lets_a_threat_through_too():
    for text, option in answers_where("TricksterMonkey", could_let_through):
        rest = [cell for cell in naive.moves(text) if cell not in must_block(text)]
        assert option in must_block(text) or option in trickster_likes(rest), text


@pytest.mark.req("TT-3")
def test_the_trickster_takes_any_edge_alike_when_no_corner_is_left():
    assert_uniform(counts("TricksterMonkey", "o.x/x.o/o.x x", 2_000), ["b1", "b3"])


# ---------------------------------------------------------------------- GuardianGorilla


@pytest.mark.req("TT-4")
def test_the_guardian_gives_no_fork_when_it_can_avoid_it():
    for text, option in answers_where("GuardianGorilla", lambda text: is_quiet(text) and unforked(text)):
        assert not naive.gives_fork(text, option), text


@pytest.mark.req("TT-4")
def test_the_guardian_prefers_edges_among_the_moves_that_give_no_fork():
    for text, option in answers_where("GuardianGorilla", is_quiet):
        safe = unforked(text) or naive.moves(text)
        assert option in (free(text, set(naive.EDGES) & set(safe)) or safe), text


@pytest.mark.req("TT-4")
@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (".../.../... x", naive.EDGES),
        (".../.x./... o", naive.EDGES),  # two stones are no fork yet
        ("x../.o./..x o", naive.EDGES),  # in a corner it would be forked, on an edge it comes first
        ("..o/x../..x o", ["a3"]),
        (".../..x/xo. o", ["b2"]),
    ],
)
def test_the_guardian_knows_the_forks_of_the_opening(text, cells):
    assert set(counts("GuardianGorilla", text, 300)) == set(cells)


# ---------------------------------------------------------------------- SpeedyGibbon


def gibbon_corners(text):
    return free(text, naive.CORNERS) if is_quiet(text) and not free(text, [naive.CENTRE]) else []


def gibbon_anything(text):
    return naive.moves(text) if is_quiet(text) and not free(text, [*naive.CORNERS, naive.CENTRE]) else []


@pytest.mark.req("TT-5")
def test_the_gibbon_takes_a_corner_when_the_centre_is_gone():
    for text, option in answers_where("SpeedyGibbon", gibbon_corners):
        assert option in gibbon_corners(text), text


@pytest.mark.req("TT-5")
def test_the_gibbon_plays_anything_when_the_corners_are_gone_too():
    assert_uniform_everywhere("SpeedyGibbon", gibbon_anything)
    assert_uniform(counts("SpeedyGibbon", "o.x/xxo/o.x o", 1_000), ["b1", "b3"])


# ---------------------------------------------------------------------- WildcardLemur


def lemur_chance(text, cells):
    """How likely it plays one of some cells, which hold each all or none of the wins and of the blocks."""
    wins, blocks, moves = set(can_win(text)), set(must_block(text)), naive.moves(text)
    at_random = 0.80 + (0 if blocks else 0.15) + (0 if wins else 0.05)
    blocking = 0.15 * len(blocks & set(cells)) / len(blocks) if blocks else 0
    winning = 0.05 * len(wins & set(cells)) / len(wins) if wins else 0
    return at_random * len(cells) / len(moves) + blocking + winning


@pytest.mark.req("TT-6")
@pytest.mark.parametrize(
    ("text", "wins", "blocks", "samples"),
    [
        ("xx./o../o.. x", ["c3"], [], 30_000),  # so that 3 % would not pass for 5 %
        ("x../oo./x.. x", [], ["c2"], 10_000),
        ("xx./oo./... x", ["c3"], ["c2"], 10_000),
        ("xx./oo./x.. o", ["c2"], ["c3"], 10_000),
        ("xx./..o/..o x", ["c3"], ["c3"], 10_000),
        ("x../.o./... x", [], [], 10_000),
    ],
)
def test_the_lemur_mixes_chance_blocks_and_wins_as_80_to_15_to_5(text, wins, blocks, samples):
    assert (can_win(text), must_block(text)) == (wins, blocks)
    tally = counts("WildcardLemur", text, samples)

    for cell in naive.moves(text):
        assert plausible(tally[cell], samples, lemur_chance(text, [cell])), (cell, tally)


@pytest.mark.req("TT-6")
def test_the_lemur_mixes_alike_in_every_position():
    hits, asked = Counter(), Counter()
    for text, option in answers("WildcardLemur"):
        wins, blocks = set(can_win(text)), set(must_block(text))
        for cells in (wins, blocks):
            whole = all(not other or other <= cells or not other & cells for other in (wins, blocks))
            if cells and whole:
                chance = lemur_chance(text, cells)
                asked[chance] += 1
                hits[chance] += option in cells

    assert sum(asked.values()) > 5_000
    for chance, samples in asked.items():
        assert plausible(hits[chance], samples, chance), (hits[chance], samples, chance)


# ---------------------------------------------------------------------- MentorOrangutan


@pytest.mark.req("TT-7")
@pytest.mark.parametrize("text", [".../.../... x", "xx./oo./... x", "x.x/.o./... o", "x../.o./..x o"])
def test_the_mentor_plays_any_legal_move_alike(text):
    """Wins and blocks are no likelier than the rest."""
    assert_uniform(counts("MentorOrangutan", text, 4_000), naive.moves(text))


@pytest.mark.req("TT-7")
def test_the_mentor_plays_any_legal_move_alike_in_every_position():
    assert_uniform_everywhere("MentorOrangutan", naive.moves)


# ---------------------------------------------------------------------- ChampionChimp


def champions_best(text):
    """All answers that it holds for equally good."""
    return champion(text).analysis.best_options


def ends(text, replies):
    """Every way in which games from a position end, where `replies` gives the moves that may be played in each."""
    found, seen, waiting = set(), {text}, [text]
    while waiting:
        reached = waiting.pop()
        if naive.result(reached) is not None:
            found.add(naive.result(reached))
        for cell in replies(reached) if naive.result(reached) is None else ():
            following = naive.play(reached, cell)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return found


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_champion_never_loses_against_any_line_of_play(side):
    """Not one of the answers that it holds for best, against not one of the replies there are."""

    def replies(text):
        return champions_best(text) if naive.mover(text) == side else naive.moves(text)

    assert naive.OTHER[side] not in ends(naive.start(), replies)


@pytest.mark.req("TT-1")
def test_the_champion_answers_what_it_holds_for_best():
    for text in naive.unfinished():
        assert champion(text).option in champions_best(text), text


@pytest.mark.req("TT-1")
def test_every_game_of_the_champion_against_itself_is_a_draw():
    assert ends(naive.start(), champions_best) == {"draw"}


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("seed", range(3))
def test_every_match_of_the_champion_against_itself_is_a_draw(seed):
    match = sparring.Match("tictactoe", [sparring.opponent("tictactoe", "ChampionChimp") for _ in "xo"], seed=seed)

    assert asyncio.run(match.run()).winner is None


@pytest.mark.req("TT-1")
@pytest.mark.parametrize(("state", "value"), [("won", 1), ("drawn", 0), ("lost", -1)])
def test_the_champion_takes_the_soonest_win_keeps_every_draw_and_puts_off_a_loss(state, value):
    asked = answers_where("ChampionChimp", lambda text: naive.solve(text)[0] == value)
    for text, option in asked:
        assert option in naive.best(text), (state, text)


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_champion_punishes_every_error_that_can_be_punished(side):
    """After every move that throws away a draw, whatever follows, the champion wins."""

    def replies(text):
        return champions_best(text) if naive.mover(text) == side else naive.moves(text)

    drawn = [text for text in naive.unfinished() if naive.mover(text) != side and naive.solve(text)[0] == 0]
    errors = {naive.play(text, cell) for text in drawn for cell in naive.moves(text) if naive.judge(text, cell)[0] < 0}

    assert len(errors) > 200
    for text in errors:
        assert ends(text, replies) == {side}, text


@pytest.mark.req("TT-1", "ALL-9")
def test_the_champion_scores_every_option_of_every_position_by_its_true_distance():
    """A win is worth 10 less its plies, a loss its plies less 10, a draw nothing; the option itself is a ply."""
    for text in naive.unfinished():
        judged = {judgement.option: judgement for judgement in champion(text).analysis.options}
        assert set(judged) == set(naive.moves(text))
        for cell, judgement in judged.items():
            value, plies = naive.judge(text, cell)
            assert judgement.score == {1: 10 - plies, 0: 0, -1: plies - 10}[value], (text, cell)
            assert judgement.outcome == {1: "win", 0: "draw", -1: "loss"}[value], (text, cell)
            assert judgement.plies == plies, (text, cell)


@pytest.mark.req("ALL-9")
def test_the_line_that_the_champion_expects_is_best_play_to_the_end():
    for text in naive.unfinished_up_to_symmetry():
        for judgement in champion(text).analysis.options:
            assert judgement.line[0] == judgement.option
            assert len(judgement.line) == judgement.plies
            reached = naive.play(text, judgement.option)
            for cell in judgement.line[1:]:
                assert cell in naive.best(reached), (text, judgement)
                reached = naive.play(reached, cell)
            assert naive.result(reached) is not None


# ---------------------------------------------------------------------- the line score


@pytest.mark.req("TT-9")
def test_the_line_score_is_what_counting_lines_gives_in_every_position():
    for layer in naive.reachable():
        for text in layer:
            assert line_score(GAME.read_position(text)) == naive.line_score(text), text


@pytest.mark.req("TT-9")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        (".../.../... x", 0),
        (".../.x./... o", -4),  # four open ones of the other side
        ("x../.../... o", -3),
        ("xx./.../oo. x", 10 + 1 - 10 - 1),  # each has a row, and one stone on a diagonal
        ("xxx/oo./... o", 10 - 100 - 1),  # a line with stones of both counts for nobody
    ],
)
def test_the_line_score_of_boards_counted_by_hand(text, score):
    assert line_score(GAME.read_position(text)) == score
