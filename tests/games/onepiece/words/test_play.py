"""Opponents read the declarations of newer words: what they aim at, what they count on, and what they call sure."""

from random import Random

import pytest

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.lethal import sure_win, winning_attack
from sparring.games.onepiece.minds.reasons import reason
from sparring.games.onepiece.minds.seen import Seen
from sparring.games.onepiece.minds.steady import hinders, is_wild, shifts
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.options import option_text
from sparring.games.onepiece.rules.reading import shipped
from sparring.games.onepiece.rules.turn import new_game
from support.naive_reasons import Reader
from support.onepiece_example_games import by_chance, by_habit, checked_game
from support.onepiece_lethal import dealt_anew, line_loses, table_of_words
from support.onepiece_own_cards import ONE_OF_MINE, ONE_OF_THEIRS, THIS, own, power_up, when
from support.onepiece_players import NOTHING, PLAIN, VANILLA, choice, steady, stripped
from support.onepiece_random_games import deck_of_examples
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

KAROO, CHOPPER, FRANKY = "ST01-003", "ST01-006", "ST01-010"
TURN = {"duration": "turn"}


def wish(table):
    """What habit answers."""
    return option_text(table.state, habits.answer(table.state))


def target_of(action, mine=(), theirs=(KAROO, FRANKY, NOTHING), cards=(), **fields):
    """Whom habit chooses for an event."""
    spell = own("SPELL", "event", effects=[when("main", action)])
    half = Half(characters=mine, hand=["SPELL"], cards=[spell, *cards], active=1, **fields)
    return wish(Table(half, Half(characters=theirs)).do("play SPELL"))


# ---------------------------------------------------------------------- targets


@pytest.mark.parametrize("op", ["forbid_attack", "forbid_rest"])
def test_who_is_held_back_is_the_best_of_the_opponents(op):
    anybody = {**ONE_OF_THEIRS, "side": "any"}
    assert target_of({"op": op, "target": anybody, **TURN}, mine=[FRANKY]) == "opposing Franky"


def test_who_is_to_stay_rested_is_rested():
    action = {"op": "forbid_active", "target": ONE_OF_THEIRS, "duration": "until_opponents_next_turn_end"}
    assert target_of(action, theirs=[FRANKY, Put(KAROO, rested=True)]) == "opposing Karoo"


def test_who_is_negated_has_an_effect():
    action = {"op": "negate_effects", "target": ONE_OF_THEIRS, **TURN}
    assert target_of(action, theirs=[VANILLA, CHOPPER]) == "opposing Tony Tony.Chopper"


def test_a_low_base_power_is_for_the_strongest_and_a_high_one_for_somebody_who_gains_by_it():
    low = {"op": "set_base_power", "target": ONE_OF_THEIRS, "amount": 0, **TURN}
    assert target_of(low) == "opposing Franky"
    high = {"op": "set_base_power", "target": ONE_OF_MINE, "amount": 7000, **TURN}
    assert target_of(high, mine=[Put(KAROO)], leader=Put("ST01-001", rested=True)) == "Karoo"


def test_the_least_character_is_given_up():
    card = own(
        "PAYS",
        effects=[
            when(
                "activate_main",
                {"op": "draw", "count": 2},
                cost=[{"pay": "trash_character", "count": 1}],
                optional=True,
            )
        ],
    )
    table = Table(Half(characters=["PAYS", KAROO, FRANKY], cards=[card])).do("use PAYS")
    assert wish(table) == "Karoo"


# ---------------------------------------------------------------------- what is worth it


def used(*actions, cost=(), mine=(), second=None, **fields):
    """Whether habit uses an effect of its stage."""
    stage = own(
        "STAGE", "stage", effects=[when("activate_main", *actions, cost=list(cost), optional=True, once_per_turn=True)]
    )
    leader = Put("ST01-001", rested=True)
    table = Table(Half(leader, mine, stage="STAGE", cards=[stage], **fields), second or Half())
    return wish(table) == "use STAGE"


def damage(side):
    return {"op": "deal_damage", "side": side, "count": 1}


def test_damage_is_dealt_to_the_opponent_and_not_to_oneself():
    assert used(damage("opponent"))
    assert not used(damage("self"))
    assert not used(damage("self"), {"op": "draw", "count": 3}, life=0), "it would lose the game"
    assert used(
        damage("opponent"),
        damage("opponent"),
        cost=[{"pay": "trash_character", "count": 1}],
        mine=[FRANKY],
        second=Half(life=0),
    )
    assert not used({"op": "draw", "count": 1, "side": "opponent"})
    assert not used({"op": "draw", "count": 1}, cost=[{"pay": "trash_character", "count": 1}], mine=[FRANKY])


def test_a_deck_is_milled_when_that_wins_and_never_to_the_last_card_of_ones_own():
    mill = {"op": "mill", "count": 3}
    few = {"deck": [KAROO] * 3, "deck_size": 3}
    costs = [{"pay": "trash_character", "count": 1}]
    assert used({**mill, "side": "opponent"}, cost=costs, mine=[FRANKY], second=Half(**few))
    assert not used({**mill, "side": "opponent"}, cost=costs, mine=[FRANKY])
    assert not used({**mill, "side": "self"}, {"op": "draw", "count": 2}, **few)


# ---------------------------------------------------------------------- attacks


def test_who_cannot_attack_is_not_counted_on():
    bound = own(
        "BOUND",
        power=9000,
        effects=[when("permanent", {"op": "forbid_attack", "target": THIS, "duration": "while_condition"})],
    )
    free = own("BOUND", power=9000)
    for card, wins in ((free, True), (bound, False)):
        mine = Half(Put(PLAIN, rested=True), ["BOUND"], cards=[card])
        table = Table(mine, stripped(deck=(NOTHING, NOTHING)))
        assert (winning_attack(table.state, P1) is not None) == wins
        assert (wish(table) == "attack leader with BOUND") == wins


def test_rush_against_characters_only_is_not_counted_for_the_last_hit():
    for keyword, wins in (("Rush", True), ("Rush: Character", False)):
        card = own("HASTY", power=9000, keywords=[keyword])
        mine = Half(Put(PLAIN, rested=True), [Put("HASTY", fresh=True)], cards=[card])
        table = Table(mine, stripped(characters=[Put(KAROO, rested=True)], deck=(NOTHING,)))
        assert (winning_attack(table.state, P1) is not None) == wins
        assert wish(table) == ("attack leader with HASTY" if wins else "attack Karoo with HASTY")


def test_unblockable_attackers_win_past_blockers():
    for keywords, wins in (([], False), (["Unblockable"], True)):
        card = own("SLY", power=9000, keywords=keywords)
        mine = Half(Put(PLAIN, rested=True), ["SLY"], cards=[card])
        table = Table(mine, stripped(characters=[CHOPPER], deck=(NOTHING,)))
        unseen = GAME.view(table.state, P1).unseen_cards(P2)
        assert (sure_win(table.state, P1, unseen) is not None) == wins


def test_an_active_character_is_attacked_only_by_those_that_may():
    aim = own(
        "AIM",
        power=6000,
        effects=[when("permanent", {"op": "attack_active", "target": THIS, "duration": "while_condition"})],
    )
    table = Table(Half(Put(PLAIN, rested=True), ["AIM"], cards=[aim]), Half(characters=[FRANKY], life=5))
    assert "attack Franky with AIM" in table.options
    assert wish(table).startswith("attack ")


# ---------------------------------------------------------------------- what is called sure


def against(second, leader=PLAIN, cards=()):
    mine = Half(leader, [FRANKY], active=2, cards=cards)
    return winning_attack(Table(mine, second).state, P1)


def counter(*actions, **fields):
    return own("ODD", "event", cost=0, effects=[when("counter", *actions)], **fields)


NEW = {
    "negates": {"op": "negate_effects", "target": {"select": "all", "side": "opponent", "zone": ["character"]}, **TURN},
    "holds back": {"op": "forbid_attack", "target": ONE_OF_THEIRS, **TURN},
    "deals damage": damage("opponent"),
    "mills": {"op": "mill", "side": "opponent", "count": 1},
    "sets base power": {"op": "set_base_power", "target": ONE_OF_MINE, "amount": 20000, **TURN},
}


@pytest.mark.parametrize("what", NEW)
def test_no_win_is_called_sure_against_a_counter_with_a_new_word_that_could_stop_it(what):
    tired = Put(PLAIN, rested=True)
    assert against(stripped(deck=(NOTHING,)), leader=tired) is not None
    assert against(stripped(hand=["ODD"], cards=[counter(NEW[what])]), leader=tired) is None


def test_no_win_is_called_sure_against_what_answers_attacks_every_time_but_past_what_does_once():
    shield = when("on_opponents_attack", power_up(9000, ONE_OF_MINE, "battle"))
    for once, wins in ((True, True), (False, False)):
        leader = own(
            "WALL",
            "leader",
            power=5000,
            life=4,
            attribute="Slash",
            cost=None,
            effects=[{**shield, "once_per_turn": once}],
        )
        assert (against(stripped(leader="WALL", cards=[leader])) is not None) == wins


def test_no_win_is_called_sure_while_ones_own_cards_could_help_the_defender():
    gift = own("GIFT", effects=[when("on_opponents_block", {"op": "draw", "count": 3, "side": "opponent"})])
    plain = own("GIFT")
    for card, wins in ((plain, True), (gift, False)):
        mine = Half(PLAIN, ["GIFT", "ST01-010"], active=2, cards=[card])
        table = Table(mine, stripped(characters=[CHOPPER], deck=(NOTHING, NOTHING)))
        assert (winning_attack(table.state, P1) is not None) == wins


def test_no_starter_card_makes_a_table_unsteady():
    """What is called sure with the starter decks is what was called sure before there were newer words."""
    for deck in shipped().values():
        for card in (deck.leader, *(card for card, _ in deck.cards)):
            assert not any((hinders(card, fighting=True), shifts(card), is_wild(card))), card.name


@pytest.mark.req("OP-14")
def test_a_sure_win_with_newer_words_wins_against_every_answer():
    """As for the starter decks: every block, counter, event, Trigger and reaction is tried by the real rules."""
    rng, sure = Random(1), 0
    for _ in range(700):
        state = table_of_words(rng).state
        if state.question is None or sure_win(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None:
            continue
        sure += 1
        for deal in (state, *(dealt_anew(state, rng) for _ in range(2))):
            assert line_loses(deal, P1, True, set()) is None, GAME.draw(GAME.view(deal, P1))
    assert sure > 25


# ---------------------------------------------------------------------- what is said, and what answers itself


def test_every_clause_of_a_reason_is_true_of_cards_with_newer_words():
    said = 0
    for seed in range(2):
        rng = Random(seed)
        state = new_game(decklists.pair(deck_of_examples(rng, "A"), deck_of_examples(rng, "B")), seed, telling=True)
        while state.question is not None:
            if state.question.kind != "mulligan" and rng.random() < 0.1:
                view = GAME.view(state, state.question.seat)
                seen = Seen(view, [view.sample(rng) for _ in range(6)])
                reader = Reader(state, seen.worlds)
                for text, option in GAME.options(state).items():
                    told = reason(seen, option)
                    reader.check_reason(text, told)
                    said += bool(told)
            state = GAME.play(state, by_habit(state, rng))
    assert said > 30


def test_no_question_answers_itself_where_a_useless_counter_sets_something_off():
    """An attack that fails anyway is still worth an event if the defender draws a card for each event."""
    gull = own("GULL", effects=[when("on_your_event", {"op": "draw", "count": 1})])
    boost = own("BOOST", "event", cost=0, effects=[when("counter", power_up(1000, ONE_OF_MINE, "battle"))])
    plain = own("GULL")
    for card, settles in ((plain, True), (gull, False)):
        theirs = Half("ST01-001", ["GULL"], hand=["BOOST", KAROO], cards=[card, boost])
        table = Table(Half(characters=[KAROO]), theirs).do("attack leader with Karoo")
        assert (GAME.settled(table.state) is not None) == settles


# ---------------------------------------------------------------------- whole games


@pytest.mark.req("OP-1", "ALL-2")
@pytest.mark.parametrize("answer", [by_chance, by_habit])
def test_random_games_of_the_invented_cards_keep_all_rules(answer):
    for seed in range(15):
        assert checked_game(seed, answer)[0].reason


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-1", "ALL-2")
@pytest.mark.parametrize("answer", [by_chance, by_habit])
def test_ten_thousand_games_of_the_invented_cards_keep_all_rules(answer):
    for seed in range(1000, 6000):
        assert checked_game(seed, answer)[0].reason


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_opponents_play_the_invented_decks(level):
    state = new_game(decklists.pair(decklists.read("HARBOUR"), decklists.read("STORM")), 3, telling=True)
    for _ in range(14):
        found = choice(steady(level), state).option
        assert found in GAME.options(state)
        state = GAME.play(state, GAME.options(state)[found])
    assert state.turn >= 2
