"""What does no more than another option and costs more is marked down, and nobody gives up before the end."""

import pytest

from sparring.games.onepiece.minds.waste import is_wasteful
from support.onepiece_players import choice, steady
from support.onepiece_puzzles import CHOPPER, FRANKY, GARP, KAROO, LIFE, ONE, PLAIN, TIRED, TWO, VIVI, attacked, bare
from support.onepiece_puzzles import rested as lying
from support.onepiece_table import GAME, Half, Put, Table

KAIDO = "ST04-003"


def wasteful(table):
    state = table.state
    return {text for text, option in GAME.options(state).items() if is_wasteful(state, option)}


def judged(table, level, option):
    return dict(choice(steady(level), table.state).analysis[option].parts)


@pytest.mark.req("OP-6", "OP-8")
def test_the_strong_attacker_is_wasted_on_what_a_small_one_beats():
    table = Table(Half(PLAIN, [GARP]), bare(life=LIFE, characters=lying(VIVI)))
    assert wasteful(table) == {"attack Nefeltari Vivi with Monkey.D.Garp"}
    assert judged(table, "medium", "attack Nefeltari Vivi with Monkey.D.Garp")["wasteful"] < 0
    assert "wasteful" not in judged(table, "medium", "attack Nefeltari Vivi with leader")


@pytest.mark.req("OP-8")
@pytest.mark.parametrize(
    "table",
    [
        Table(Half(TIRED, [GARP]), bare(life=LIFE, characters=lying(VIVI))),  # nobody else can attack
        Table(Half(PLAIN, [GARP]), bare(life=LIFE, characters=lying(GARP))),  # nobody else is strong enough
        Table(Half(PLAIN, [FRANKY]), bare(life=LIFE, characters=lying(VIVI))),  # there is hardly a difference
        Table(Half(Put(PLAIN), [Put(GARP, rested=True)]), bare(life=LIFE, characters=lying(VIVI))),
    ],
)
def test_an_attacker_that_is_needed_is_not_wasted(table):
    assert not wasteful(table)


@pytest.mark.req("OP-6")
def test_the_dear_card_is_wasted_where_a_cheap_one_stops_the_attack():
    table = attacked(Half(PLAIN), bare(hand=[GARP, KAROO, TWO], life=LIFE[:3], rested=6), "attack leader with leader")
    assert wasteful(table) == {"counter with Monkey.D.Garp for leader", "counter with Brook for leader"}


@pytest.mark.req("OP-6")
def test_a_card_that_does_more_is_not_wasted():
    table = attacked(Half(TIRED, [FRANKY]), bare(hand=[ONE, TWO], life=LIFE[:3]), "attack leader with Franky")
    assert not wasteful(table)


@pytest.mark.req("OP-6")
def test_counters_are_for_the_end():
    early, later = (
        attacked(Half(PLAIN), bare(hand=[ONE], life=LIFE[:count]), "attack leader with leader") for count in (5, 4)
    )
    assert wasteful(early) == {"counter with Karoo for leader"}
    assert not wasteful(later)


@pytest.mark.req("OP-6", "ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_whoever_is_lost_blocks_all_the_same(level):
    """Four attackers are left against one Blocker: the opponent may still fail to see it."""
    table = attacked(Half(PLAIN, [GARP, GARP, FRANKY]), bare(characters=[CHOPPER]), "attack leader with Franky")
    found = choice(steady(level), table.state)
    assert found.option == "block with Tony Tony.Chopper"
    assert "pointless" not in found.analysis.because
