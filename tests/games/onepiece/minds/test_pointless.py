"""No mind does anything for nothing: pointless options are recognised naively here, and none is ever considered."""

import pytest

from sparring.games.onepiece.minds import deeds, habits
from sparring.games.onepiece.rules.options import Activate, Attack, ChooseUnit, Counter, GiveDon
from sparring.games.onepiece.rules.values import has_keyword, power
from support.onepiece_players import NOTHING, ONE, PLAIN, TWO, VANILLA, choice, steady, stripped
from support.onepiece_positions import habit_positions, random_positions
from support.onepiece_table import GAME, P1, Half, Put, Table

LUFFY = "ST01-001"
"""A leader that gives a rested DON!! once a turn."""


def positions():
    return (*habit_positions(games=6, every=3), *random_positions(games=6, every=5))


# ---------------------------------------------------------------------- naive checks, for cards without effects only


def can_attack(state, unit):
    ready = not unit.rested and (not unit.fresh or has_keyword(state, unit, "Rush"))
    return state.turn > 2 and ready


def naively_pointless(state, option):
    """True if an option is plainly useless; options whose use depends on the effects of cards are left out."""
    side = state.sides[state.question.seat]
    if isinstance(option, GiveDon):
        unit = state.find(option.unit)
        return not unit.card.effects and not can_attack(state, unit)
    if isinstance(option, Attack):
        unit, aim = state.find(option.attacker), state.find(option.target)
        return not unit.card.effects and not aim.card.effects and power(state, unit) < power(state, aim)
    if isinstance(option, Counter):
        attacker, aim = state.find(state.battle.attacker), state.find(state.battle.target)
        if attacker.card.effects or aim.card.effects:
            return False
        hand = [state.card(entry) for entry in side.hand]
        missing = power(state, attacker) - power(state, aim) + 1
        hopeless = all(card.category == "character" for card in hand) and sum(c.counter or 0 for c in hand) < missing
        return option.unit != state.battle.target or missing <= 0 or hopeless
    if isinstance(option, Activate) and state.find(option.unit).card.id in (LUFFY, "ST01-007"):
        return side.rested == 0
    return False


def considered(state, level):
    """The options that an opponent may choose; for expert the one that it chooses."""
    found = choice(steady(level), state)
    texts = found.analysis.considered or (found.option,)
    return [GAME.options(state)[text] for text in texts]


@pytest.mark.req("OP-6")
def test_whatever_is_naively_pointless_is_recognised():
    seen = set()
    for state in (*positions(), *random_positions(games=9, every=2)):
        for option in state.question.options:
            if naively_pointless(state, option):
                assert deeds.is_pointless(state, option), (state.turn, option)
                seen.add(option.kind)
    assert seen >= {"give", "attack", "counter"}


@pytest.mark.req("OP-6")
def test_something_is_always_left_to_choose_and_to_do_nothing_is_never_ruled_out_in_defence():
    for state in positions():
        left = deeds.sensible(state, state.question.options)
        assert left
        assert set(left) <= set(state.question.options)
        if state.question.kind in ("blocker", "counter"):
            assert state.question.options[0] in left


@pytest.mark.req("OP-6")
def test_habit_does_nothing_pointless_where_something_else_can_be_done():
    for state in positions():
        assert habits.answer(state) in deeds.sensible(state, state.question.options), state.turn


@pytest.mark.req("OP-6")
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_no_opponent_considers_a_pointless_option(level):
    states = [
        state
        for state in positions()
        if state.question.kind != "mulligan" and any(naively_pointless(state, each) for each in state.question.options)
    ]
    assert len(states) > 40
    for state in states[:: {"easy": 2, "medium": 4, "hard": 8, "expert": 4}[level]]:
        assert not any(naively_pointless(state, option) for option in considered(state, level)), state.turn


@pytest.mark.req("OP-6", "OP-8")
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_no_turn_ends_before_the_leader_has_made_an_attack_that_costs_nothing(level):
    """A leader that attacks risks nothing: it can be attacked anyway."""
    ready = 0
    for state in positions():
        if state.question.kind != "action" or state.turn <= 2:
            continue
        mine, theirs = (state.sides[seat].leader for seat in (state.turn_seat, 1 - state.turn_seat))
        if mine.rested or power(state, mine) < power(state, theirs):
            continue
        ready += 1
        if ready % {"easy": 2, "medium": 4, "hard": 8, "expert": 4}[level] == 0:
            assert "end turn" not in [option.kind for option in considered(state, level)]
    assert ready > 16


# ---------------------------------------------------------------------- single cases


def kinds_left(state):
    return {option.text(state) for option in deeds.sensible(state, state.question.options)}


@pytest.mark.req("OP-6")
def test_an_ability_is_pointless_without_what_it_needs():
    none, one = (Table(Half(LUFFY, active=1, rested=count), Half(PLAIN)).state for count in (0, 1))
    assert "use leader" not in kinds_left(none)
    assert "use leader" in kinds_left(one)


@pytest.mark.req("OP-6")
def test_a_bonus_is_pointless_for_whoever_cannot_attack_any_more():
    """Luffy's DON!! may go to himself or to Vivi, but not to the one who has attacked or the one just played."""
    mine = Half(LUFFY, [VANILLA, Put("ST01-008", rested=True), Put("ST01-010", fresh=True)], rested=1)
    state = Table(mine, Half(PLAIN)).do("use leader").state
    left = [option for option in deeds.sensible(state, state.question.options) if isinstance(option, ChooseUnit)]
    assert [state.find(option.unit).card.id for option in left] == [LUFFY, VANILLA]


@pytest.mark.req("OP-6", "OP-9")
def test_don_are_not_pointless_for_an_effect_that_works_later():
    """Kid is set active at the end of the turn if he has a DON!!, so one is worth giving after his attack."""
    state = Table(Half(Put(PLAIN, rested=True), [Put("ST02-013", rested=True)], active=2), Half(PLAIN)).state
    assert 'give DON!! to Eustass"Captain"Kid' in kinds_left(state)
    state = GAME.play(state, GAME.options(state)['give DON!! to Eustass"Captain"Kid'])
    assert 'give DON!! to Eustass"Captain"Kid' not in kinds_left(state)


@pytest.mark.req("OP-6")
def test_counters_are_pointless_if_all_of_them_are_too_few():
    for hand, left in (([ONE, ONE], 1), ([ONE, TWO], 3)):
        theirs = stripped(hand=hand, life=[NOTHING] * 3, deck=(NOTHING,) * 9)
        state = Table(Half(PLAIN, ["ST08-010"]), theirs).do("attack leader with Monkey.D.Garp").state
        assert len(kinds_left(state)) == left, hand


@pytest.mark.req("OP-6", "ALL-9")
def test_equal_options_are_told_to_be_equal_and_the_preferred_one_is_taken():
    ties = 0
    for state in positions()[::3]:
        if state.question.kind == "mulligan":
            continue
        found, options = choice("medium:randomness=0", state), GAME.options(state)
        best = max(judged.score for judged in found.analysis.options)
        equal = [judged.option for judged in found.analysis.options if judged.score == best]
        marked = [judged.option for judged in found.analysis.options if deeds.TIE in judged.parts]
        assert marked == (equal if len(equal) > 1 else [])
        order = {text: deeds.preference(state, options[text]) for text in equal}
        assert order[found.option] == min(order.values())
        ties += len(equal) > 1
    assert ties > 5


@pytest.mark.req("OP-6")
def test_a_tie_is_broken_for_what_keeps_more_and_the_end_of_the_turn_comes_last():
    mine = Half(Put(PLAIN, rested=True), ["ST01-003"], hand=["ST01-010", ONE], active=4)
    state = Table(mine, Half(PLAIN)).state
    order = sorted(GAME.options(state).values(), key=lambda option: deeds.preference(state, option))
    texts = [option.text(state) for option in order]
    assert texts.index("play Karoo") < texts.index("play Franky") < texts.index("end turn")
    assert state.question.seat == P1


@pytest.mark.req("OP-6")
def test_a_tie_gives_an_effect_a_target():
    """Guard Point gives power to the leader that is attacked, or to nobody."""
    foe = Half(PLAIN, hand=["ST01-014"], active=1)
    helped = Table(Half(PLAIN), foe).do("attack leader with leader", "use Guard Point").state
    options = GAME.options(helped)
    assert deeds.preference(helped, options["leader"]) < deeds.preference(helped, options["none"])
