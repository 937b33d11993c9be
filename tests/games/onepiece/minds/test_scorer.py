"""How easy, medium and hard score options: pointless ones are left out, and wins count by how often they happen."""

from itertools import count

import pytest

from sparring.games.onepiece.minds import scorer
from sparring.games.onepiece.minds.scorer import ENDED, HOPELESS, WON
from support.onepiece_players import NOTHING, ONE, PLAIN, VANILLA, choice, stripped
from support.onepiece_positions import habit_positions
from support.onepiece_table import GAME, Half, Put, Table


@pytest.mark.req("OP-6")
def test_a_random_choice_leaves_out_pointless_options():
    """Pointless are DON!! for a rested leader, and an attack on a leader who is stronger."""
    state = Table(Half(Put(PLAIN, rested=True), ["ST01-009"], active=1), Half(PLAIN, [Put(VANILLA, rested=True)])).state
    chosen = {choice("easy:randomness=1", state, seed=seed).option for seed in range(40)}
    assert {"give DON!! to leader", "attack leader with Nefeltari Vivi"} <= set(GAME.options(state))
    assert chosen == set(GAME.options(state)) - {"give DON!! to leader", "attack leader with Nefeltari Vivi"}


@pytest.mark.req("OP-6")
def test_counters_that_change_nothing_are_left_out():
    """A counter for a character that is not attacked is pointless; so is any counter if the attack fails anyway."""
    theirs = stripped(hand=[ONE, NOTHING], life=[NOTHING] * 3, characters=[VANILLA], deck=(NOTHING,) * 9)
    for strength, left in (("leader", 2), ("Roronoa Zoro", 2), ("Karoo", 1)):
        state = Table(Half(PLAIN, ["ST01-013", "ST01-003"]), theirs).state
        state = GAME.play(state, GAME.options(state)[f"attack leader with {strength}"])
        options = GAME.options(state)
        assert len(options) == 3
        assert len(choice("easy", state).analysis.considered) == left, strength


@pytest.mark.req("OP-6")
def test_a_lost_position_is_no_reason_to_choose_a_pointless_option():
    """At Life 0 against five attackers every option loses, and the pointless one is still scored lower."""
    mine = stripped(leader=Put(PLAIN, rested=True), active=1, deck=(NOTHING,) * 9)
    state = Table(mine, Half(PLAIN, ["ST01-010"] * 5, life=5)).state
    found = choice("hard:randomness=0", state)
    assert found.analysis["give DON!! to leader"].score == HOPELESS < found.analysis["end turn"].score < -100
    assert found.option == "end turn"


@pytest.mark.req("OP-6")
@pytest.mark.parametrize(("won", "worth"), [(1, ENDED / 4), (3, 3 * ENDED / 4), (4, WON)])
def test_a_win_counts_by_the_share_of_samples_in_which_it_happens(won, worth, monkeypatch):
    state = next(each for each in habit_positions() if each.question.kind == "action")
    seat, follow, number = state.question.seat, scorer.quiet_points, count()

    def quiet_points(world, option, turns):
        *_, after = follow(world, option, turns)
        if next(number) % 4 < won:
            after.lost = 2 - seat
        yield after

    monkeypatch.setattr(scorer, "quiet_points", quiet_points)
    ends = [dict(judged.parts).get("end") for judged in choice("hard", state).analysis.options]
    assert {end for end in ends if end is not None} == {worth}
