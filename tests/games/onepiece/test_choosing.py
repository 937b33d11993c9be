"""What the page tells a player before a choice: what will happen, what is left to choose, and which cards are left."""

import re
from collections import Counter as Tally
from random import Random

import pytest

from sparring.games.onepiece.rules.arrange import Clash
from sparring.games.onepiece.rules.options import NO_BLOCK, NO_COUNTER, TO_HAND, Attack, Counter, CounterEvent
from sparring.games.onepiece.rules.settled import passed
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.shown.foretelling import attack_foretold
from support.naive_onepiece import reshuffled
from support.onepiece_random_games import PAIRS, begin, random_game, seen_by_mark
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

PASSIVE = (NO_BLOCK, NO_COUNTER, TO_HAND)


def games(seeds):
    for seed in seeds:
        rng = Random(seed)
        first, second = rng.choice(PAIRS)
        yield from random_game(begin(first, second, seed), rng)


def undefended(state, attack):
    """The position after an attack that nobody stops; None if something else is asked in it."""
    state = GAME.play(state, attack)
    while state.battle is not None and state.question is not None:
        answer = next((option for option in state.question.options if option in PASSIVE), None)
        if answer is None:
            return None
        state = GAME.play(state, answer)
    return state


def test_what_is_foretold_of_an_attack_comes_true_if_nobody_stops_it():
    seen = Tally()
    for state, _ in games(range(8)):
        if state.question is None or state.question.kind != "action":
            continue
        for attack in state.question.options:
            if not isinstance(attack, Attack) or state.on_field(attack.attacker).card.timed("when_attacking"):
                continue
            told = attack_foretold(state, attack)
            after = undefended(state, attack)
            if after is None:
                continue
            theirs, target = 1 - state.question.seat, state.on_field(attack.target)
            life = [len(side[theirs].life) for side in (state.sides, after.sides)]
            if found := re.search(r"Life falls from (\d+) to (\d+)", told):
                assert [int(number) for number in found.groups()] == life or after.lost
                seen["hits"] += 1
            elif "wins the game" in told:
                assert after.winner == state.question.seat
                seen["wins"] += 1
            elif "is K.O.'d" in told:
                assert after.find(target.id) is None
                seen["K.O.s"] += 1
            else:
                assert "it fails" in told or "would survive" in told
                assert after.find(target.id) is not None
                assert life[0] == life[1]
                seen["fails"] += 1
    assert min(seen[what] for what in ("hits", "wins", "K.O.s", "fails")) >= 3


def test_the_counters_that_stop_an_attack_are_told_and_the_blockers_that_could_come():
    mine = Half("ST01-001", [Put("ST01-013", don=1)])
    theirs = Half("ST02-001", [Put("ST02-004"), Put("ST02-007", rested=True)], hand=["ST02-003"], life=2)
    table = Table(mine, theirs)
    picks = GAME.scene(table.view(P1)).picks
    pick = picks["attack leader with Roronoa Zoro"]
    assert pick.aims == 'Eustass"Captain"Kid'
    assert pick.label == 'Attack Eustass"Captain"Kid with Roronoa Zoro: 7000 against 5000'
    assert "They need 3000 in counters to stop it, from 1 card in hand." in pick.foretold
    assert 'Capone"Gang"Bege (1000) can block.' in pick.foretold
    assert picks["attack Jewelry Bonney with Roronoa Zoro"].foretold.startswith(
        "7000 against 1000: Jewelry Bonney is K.O.'d"
    )


def test_a_leader_is_told_from_a_character_of_its_name():
    table = Table(Half("ST01-001", ["ST01-012"], active=2), Half("ST02-001", [Put("ST02-013", rested=True)]))
    picks = GAME.scene(table.view(P1)).picks
    assert picks["attack leader with leader"].label.startswith('Attack leader Eustass"Captain"Kid with leader Monkey.D')
    assert picks["give DON!! to leader"].label == "Give DON!! to leader Monkey.D.Luffy"
    assert picks["give DON!! to leader"].times == 2
    assert picks["give DON!! to leader"].gains == ("6000", "7000")


def test_a_counter_lists_the_attacked_card_first():
    mine = Half("ST01-001", [Put("ST01-012"), Put("ST01-004", rested=True)], hand=["ST01-011"])
    table = Table(Half("ST02-001", ["ST02-013"]), mine, battle=Clash("ST02-013", "ST01-004", "counter"))
    picks = GAME.scene(table.view(P2)).picks
    foretold = [pick.foretold for pick in picks.values()]
    assert foretold[0] == "+2000: 7000 against 6000, 2000 more to stop it."
    assert set(foretold[1:]) == {"+2000, but it is not attacked."}


# ---------------------------------------------------------------------- passing


@pytest.mark.req("ALL-14")
def test_only_the_player_is_told_that_nothing_can_be_done_and_it_follows_from_what_the_player_sees():
    rng, found = Random(2), Tally()
    for state, _ in games(range(10, 18)):
        if state.question is None:
            continue
        seat, answer = state.question.seat, passed(state)
        assert GAME.scene(GAME.view(state, 1 - seat)).passes == ""
        told = GAME.scene(GAME.view(state, seat)).passes
        assert told == ("" if answer is None else GAME.move_text(state, answer))
        assert passed(reshuffled(state, seat, seen_by_mark(seat), rng)) == answer
        found[state.question.kind] += answer is not None
        if answer == NO_COUNTER:
            assert not stopped_by_the_whole_hand(state)
    assert found["counter"] > 3
    assert found["action"] > 3
    assert found.keys() <= {"counter", "action", "mulligan", "blocker", "target", "value"}
    assert not any(found[kind] for kind in ("mulligan", "blocker", "target", "value"))


def stopped_by_the_whole_hand(state):
    """Whether the attack fails if every card that can be used counters for the target."""
    while state.question is not None and state.question.kind == "counter":
        attacker, target = state.on_field(state.battle.attacker), state.on_field(state.battle.target)
        if power(state, attacker) < power(state, target):
            return True
        for option in state.question.options:
            if isinstance(option, CounterEvent) or (isinstance(option, Counter) and option.unit == target.id):
                break
        else:
            return False
        state = GAME.play(state, option)
        while state.battle is not None and state.question is not None and state.question.kind in ("target", "value"):
            wanted = [option for option in state.question.options if getattr(option, "unit", None) == target.id]
            state = GAME.play(state, (wanted or state.question.options)[0])
    return False


def test_a_turn_goes_on_while_a_given_don_could_matter():
    tired = Put("ST01-001", rested=True, used=(1,))

    def passes(*characters, leader=tired, **more):
        return GAME.scene(Table(Half(leader, characters, **more), Half("ST02-001")).view(P1)).passes

    idle, waiting = Put("ST01-003", rested=True), Put("ST01-013", rested=True)
    assert passes(idle, active=1) == "end turn"
    assert passes(idle, active=3, hand=["ST01-003"]) == ""
    assert passes(idle, active=1, leader="ST01-001") == ""
    assert passes(waiting, active=1) == ""  # what it does depends on the DON!! that it has


# ---------------------------------------------------------------------- piles


@pytest.mark.req("ALL-14")
def test_what_is_left_in_a_deck_is_the_own_list_without_what_the_seat_sees_in_no_order():
    rng = Random(3)
    for number, (state, _) in enumerate(games(range(20, 24))):
        if number % 5:
            continue
        for seat in (P1, P2):
            view, side = GAME.view(state, seat), state.sides[seat]
            [deck, mine, theirs] = GAME.piles(view)
            listed = Tally(state.decks.lists[seat])
            open_life = [entry for entry in view.halves[seat].life if view.card(entry) is not None]
            open_life += [entry for entry in view.halves[seat].limbo if view.card(entry) is not None]
            gone = [*side.hand, *side.trash, *open_life]
            gone += [unit.code for unit in (*side.characters, *([side.stage] if side.stage else []))]
            left = listed - Tally(entry & CODE for entry in gone)
            assert names(deck) == Tally(state.decks.cards[code].name for code in left.elements())
            assert names(mine) == Tally(state.decks.cards[entry & CODE].name for entry in side.trash)
            assert names(theirs) == Tally(state.decks.cards[entry & CODE].name for entry in state.sides[1 - seat].trash)
            assert deck.private
            other = reshuffled(state, seat, seen_by_mark(seat), rng)
            assert GAME.piles(GAME.view(other, seat)) == GAME.piles(view)
        assert not any(pile.private for pile in GAME.piles(GAME.watchers_view(state)))


def names(pile):
    found = Tally()
    for card, count in pile.cards:
        found[card.name] += count
    return found


def test_a_pile_is_opened_where_it_lies():
    table = Table(Half("ST01-001", trash=["ST01-003"]), Half("ST02-001"))
    opens = {shape.id for shape in GAME.scene(table.view(P1)).shapes if getattr(shape, "opens", False)}
    assert opens == {"P1-deck", "P1-trash"}
