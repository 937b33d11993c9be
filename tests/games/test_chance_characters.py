"""The characters that play at random, TT-6 and TT-7, and the statistical check of random play."""

from collections import Counter

import pytest

from support import naive
from support.characters import (
    answers,
    assert_uniform,
    assert_uniform_everywhere,
    can_win,
    counts,
    must_block,
    plausible,
)


def test_the_statistical_check_is_sharp_and_fair():
    assert plausible(50, 100, 0.5)
    assert plausible(400, 4_000, 0.10)
    assert not plausible(520, 4_000, 0.10)
    assert not plausible(280, 4_000, 0.10)
    assert plausible(0, 40, 0.1)
    assert not plausible(0, 150, 0.1)


# ---------------------------------------------------------------------- WildcardLemur


def lemur_chance(text, cells):
    """The probability that the lemur plays one of these cells, which have all or none of the wins and blocks."""
    wins, blocks, moves = set(can_win(text)), set(must_block(text)), naive.moves(text)
    at_random = 0.80 + (0 if blocks else 0.15) + (0 if wins else 0.05)
    blocking = 0.15 * len(blocks & set(cells)) / len(blocks) if blocks else 0
    winning = 0.05 * len(wins & set(cells)) / len(wins) if wins else 0
    return at_random * len(cells) / len(moves) + blocking + winning


@pytest.mark.req("TT-6")
@pytest.mark.parametrize(
    ("text", "wins", "blocks", "samples"),
    [
        ("xx./o../o.. x", ["c3"], [], 30_000),  # enough to tell 3 % from 5 %
        ("x../oo./x.. x", [], ["c2"], 10_000),
        ("xx./oo./... x", ["c3"], ["c2"], 10_000),
        ("xx./oo./x.. o", ["c2"], ["c3"], 10_000),
        ("xx./..o/..o x", ["c3"], ["c3"], 10_000),
        ("x../.o./... x", [], [], 10_000),
    ],
)
def test_the_lemur_plays_80_percent_random_15_percent_blocks_and_5_percent_wins(text, wins, blocks, samples):
    assert (can_win(text), must_block(text)) == (wins, blocks)
    tally = counts("WildcardLemur", text, samples)

    for cell in naive.moves(text):
        assert plausible(tally[cell], samples, lemur_chance(text, [cell])), (cell, tally)


@pytest.mark.req("TT-6")
def test_the_lemur_has_the_same_shares_in_every_position():
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
def test_the_mentor_plays_every_legal_move_equally_often(text):
    """Wins and blocks are no likelier than other moves."""
    assert_uniform(counts("MentorOrangutan", text, 4_000), naive.moves(text))


@pytest.mark.req("TT-7")
def test_the_mentor_plays_every_legal_move_equally_often_in_every_position():
    assert_uniform_everywhere("MentorOrangutan", naive.moves)
