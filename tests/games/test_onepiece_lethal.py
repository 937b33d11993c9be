"""Wins this turn: that they are seen, that what is called sure is sure, and that threats are seen too."""

from collections import Counter
from functools import cache, partial
from itertools import combinations
from random import Random

import pytest

from sparring.games.onepiece.minds import habits, lethal
from sparring.games.onepiece.minds.assault import Attacker, Defence, Fixed, Search, Strike
from sparring.games.onepiece.minds.lethal import odds, sure_win, winning_attack
from sparring.games.onepiece.rules.options import Attack, GiveDon
from sparring.games.onepiece.rules.reading import shipped
from sparring.games.onepiece.rules.sides import KNOWN
from support.onepiece_players import DECKS, NOTHING, ONE, PLAIN, TWO, choice, steady, stripped
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- lethal, against brute force


@cache
def naive_wins(attackers, don, defence):
    """Whether some attack wins whatever the defender does, by trying everything."""
    return any(
        naive_attack(attacker, given, defence, lambda left, rest=rest, spent=given: naive_wins(rest, don - spent, left))
        for number, attacker in enumerate(attackers)
        for rest in [attackers[:number] + attackers[number + 1 :]]
        for given in range(attacker.needs, don + 1)
    )


def naive_attack(attacker, given, defence, go_on):
    """Whether an attack wins in the end, by trying every answer to it."""
    force = attacker.force + given + sum(more.force for at, more in attacker.gains if at <= given)
    double = attacker.double or any(more.double for at, more in attacker.gains if at <= given)
    unblockable = attacker.unblockable or any(more.unblockable for at, more in attacker.gains if at <= given)
    force -= defence.raised
    if force < 0:  # nothing happens
        return go_on(defence)
    answers = []
    if defence.life:
        taken = naive_damage(defence, attacker.banish)
        if double and defence.life > 1:
            taken = [after for before in taken for after in naive_damage(before, attacker.banish)]
        answers += taken
    if defence.stops:
        answers.append(defence._replace(stops=defence.stops - 1))
    if defence.removes and not attacker.leader:
        answers.append(defence._replace(removes=defence.removes - 1))
    if defence.blockers and not unblockable:
        answers.append(defence._replace(blockers=defence.blockers - 1))
    for size in range(1, min(defence.held, len(defence.counters)) + 1):
        for used in combinations(range(len(defence.counters)), size):
            spent = [defence.counters[each] for each in used]
            if sum(spent) > force:
                left = tuple(value for each, value in enumerate(defence.counters) if each not in used)
                more = sum(value // 100 for value in spent)
                answers.append(defence._replace(counters=left, held=defence.held - size, stops=defence.stops + more))
    return all(map(go_on, answers))


def naive_damage(defence, banished):
    """What may be left when one Life card is taken: it comes to hand, or uses its Trigger, or is banished."""
    left = defence._replace(life=defence.life - 1, coming=defence.coming[1:], saving=defence.saving[1:])
    if banished:  # the one that does least
        return [left._replace(coming=defence.coming[: left.life], saving=defence.saving[: left.life])]
    counters = tuple(sorted(defence.counters + defence.coming[:1], reverse=True))
    stops, removes, raised = defence.saving[0] if defence.saving else (0, 0, 0)
    return [
        left._replace(counters=counters, held=defence.held + 1),
        left._replace(stops=defence.stops + stops, removes=defence.removes + removes, raised=defence.raised + raised),
    ]


def random_attacker(rng, leader):
    gains = ()
    if rng.random() < 0.3:
        gains = ((rng.randint(1, 2), Strike(rng.randint(0, 2), rng.random() < 0.5, rng.random() < 0.3)),)
    needs = rng.choice((0, 0, 0, 1))
    return Attacker(
        rng.randint(-2, 3), rng.random() < 0.25, rng.random() < 0.15, needs, rng.random() < 0.1, leader, gains
    )


def random_fight(rng):
    attackers = tuple(random_attacker(rng, number == 0) for number in range(rng.randint(1, 4)))
    life = rng.choice((0, 0, 0, 1, 1, 2))
    counters = sorted((rng.choice((0, 1, 1, 2, 2, 4, 199)) for _ in range(rng.randint(0, 3))), reverse=True)
    if rng.random() < 0.5:
        known = {"coming": tuple(rng.choice((0, 1, 2)) for _ in range(life))}
    else:
        known = {"held": rng.randint(0, 2)}
    triggers = rng.random() < 0.3
    defence = Defence(
        life,
        rng.choice((0, 0, 1)),
        tuple(counters),
        saving=tuple((rng.choice((0, 1)), rng.choice((0, 1)), rng.choice((0, 0, 1))) for _ in range(life * triggers)),
        raised=rng.choice((0, 0, 0, 1)),
        **known,
    )
    return tuple(sorted(attackers, reverse=True)), rng.randint(0, 3), defence


def test_the_search_for_wins_agrees_with_trying_everything():
    rng, counted = Random(1), Counter()
    for _ in range(1000):
        attackers, don, defence = random_fight(rng)
        truth = naive_wins(attackers, don, defence)
        assert Search().wins(attackers, don, defence) == truth, (attackers, don, defence)
        first = Search().first(attackers, don, defence)
        assert (first is not None) == truth, (attackers, don, defence)
        if first is not None:
            rest = list(attackers)
            rest.remove(first[0])
            after = partial(naive_wins, tuple(rest), don - first[1])
            assert naive_attack(*first, defence, after), (attackers, don, defence, first)
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 200


def test_a_defender_with_more_is_never_worse_off():
    rng = Random(2)
    for _ in range(300):
        attackers, don, defence = random_fight(rng)
        if not Search().wins(attackers, don, defence):
            better = [
                {"counters": tuple(sorted((*defence.counters, 2), reverse=True))},
                *({name: getattr(defence, name) + 1} for name in ("blockers", "stops", "removes", "raised", "held")),
            ]
            for more in better:
                assert not Search().wins(attackers, don, defence._replace(**more)), more
            assert not Search().wins(attackers[1:], don, defence)


@cache
def naive_line(line, defence):
    """Whether attacks in this order win whatever the defender does, by trying everything."""
    return bool(line) and naive_attack(*line[0], defence, partial(naive_line, line[1:]))


@pytest.mark.req("OP-14")
def test_a_fixed_order_of_attacks_wins_where_trying_everything_says_so():
    rng, counted = Random(3), Counter()
    for _ in range(600):
        attackers, don, defence = random_fight(rng)
        line = Search().line(attackers, don, defence)
        assert bool(line) == Search().wins(attackers, don, defence)
        assert sum(given for _, given in line) <= don
        assert Counter(attacker for attacker, _ in line) <= Counter(attackers)
        *_, other = random_fight(rng)
        for faced in (defence, other):
            truth = naive_line(line, faced)
            assert Fixed(line).wins(0, faced) == truth, (line, faced)
            assert not truth or Search().wins(attackers, don, faced)
            counted[truth] += 1
    assert min(counted.values()) > 100


# ---------------------------------------------------------------------- lethal, on tables


@pytest.mark.req("OP-14")
def test_odds_count_the_hands_against_which_an_order_of_attacks_wins():
    """One attack on a leader without Life: a card that counters stops it, and two of three hands have none."""
    attacker = Half(PLAIN)
    weak, strong = (Table(attacker, stripped(hand=[card])).state for card in (NOTHING, ONE))
    assert odds([weak], P1) == (1.0, (Attack(0, 1),))
    assert odds([strong], P1) == (0.0, ())
    chance, options = odds([strong, weak, weak], P1)
    assert (round(chance, 3), options) == (0.667, (Attack(0, 1),))


@pytest.mark.req("OP-14")
def test_odds_are_those_of_one_order_and_not_of_hindsight():
    """DON!! for one of two attackers, against one who blocks or counters: seeing the hand would win more often."""
    for seed in range(60):
        rng = Random(seed)
        worlds = [small_table(Random(seed)).state]
        for _ in range(7):
            other = worlds[0].copy()
            side = other.sides[P2]
            cards = [*side.hand, *side.deck]
            rng.shuffle(cards)
            side.hand, side.deck = cards[: len(side.hand)], cards[len(side.hand) :]
            worlds.append(other)
        chance, options = odds(worlds, P1)
        solved = sum(winning_attack(world, P1) is not None for world in worlds) / len(worlds)
        assert 0 <= chance <= solved
        assert bool(options) == bool(chance)
        state = worlds[0].copy()
        for option in options[:1]:
            assert option in state.question.options


@pytest.mark.req("OP-14")
def test_expert_tells_the_odds_beside_the_option_that_begins_the_attacks():
    """Life 0 against a hand of which half counters."""
    state = Table(Half(PLAIN), stripped(hand=[ONE], deck=[NOTHING, ONE, NOTHING, ONE])).state
    told = choice("expert:time=none,nodes=60", state).analysis
    assert 15 <= dict(told["attack leader with leader"].parts)["win this turn"] <= 85
    assert "win this turn" not in dict(told["end turn"].parts)
    assert "likely hands" in told.because


def small_table(rng):
    """A few characters without effects against a little defence without Triggers."""
    mine = [rng.choice(("ST01-003", "ST01-008", "ST01-009", "ST01-010")) for _ in range(rng.randint(0, 2))]
    leader = Put(PLAIN, rested=rng.random() < 0.2)
    cards = (NOTHING, ONE, TWO)
    return Table(
        Half(leader, mine, active=rng.randint(0, 3)),
        stripped(
            hand=[rng.choice(cards) for _ in range(rng.randint(0, 2))],
            life=[rng.choice(cards) for _ in range(rng.choice((0, 0, 1, 2)))],
            characters=["ST01-006"] * rng.choice((0, 0, 1)),
            deck=(NOTHING, NOTHING, rng.choice(cards)),
        ),
    )


def what_matters(state):
    sides = tuple(
        (
            tuple(sorted(side.hand)),
            tuple(side.life),
            tuple(side.deck),
            tuple(side.limbo),
            side.active,
            tuple((unit.id, unit.rested, unit.don, unit.changes) for unit in side.units()),
        )
        for side in state.sides
    )
    return sides, state.battle, state.question.kind, repr(state.question.about), len(state.stack)


def sure_next(state, seat, unseen):
    return winning_attack(state, seat) if unseen is None else sure_win(state, seat, unseen)


def line_loses(state, seat, unseen, seen):
    """A table where the line of `winning_attack`, searched again after each step, ends; None if it always wins."""
    if state.lost:
        return None if state.winner == seat else "lost"
    if state.turn_seat != seat:
        return "the turn is over"
    key = what_matters(state)
    if key in seen:
        return None
    seen.add(key)
    if state.question.seat == seat:
        cards = GAME.view(state, seat).unseen_cards(1 - seat) if unseen else None
        wish = sure_next(state, seat, cards) if state.question.kind == "action" else habits.answer(state)
        options = [] if wish is None else [wish]
        if wish is None:
            return f"no win is seen any more: {key}"
    else:
        options = state.question.options
    for option in options:
        following = state.copy()
        following.choose(option)
        if wrong := line_loses(following, seat, unseen, seen):
            return wrong
    return None


@pytest.mark.parametrize("unseen", [False, True], ids=["every card known", "hidden cards unknown"])
def test_a_line_that_is_sure_to_win_wins_whatever_is_blocked_and_countered(unseen):
    rng, sure = Random(3), 0
    for _ in range(250):
        state = small_table(rng).state
        cards = GAME.view(state, P1).unseen_cards(P2) if unseen else None
        if winning_attack(state, P1, cards) is not None:
            sure += 1
            assert line_loses(state, P1, unseen, set()) is None
    assert sure > 20


def forced_win(state, seat, seen):
    """Whether attacks and DON!! win through the real rules, by trying everything against everything."""
    if state.lost:
        return state.winner == seat
    if state.turn_seat != seat:
        return False
    key = what_matters(state)
    if key not in seen:
        options = state.question.options
        mine = state.question.seat == seat
        if mine and state.question.kind == "action":
            leader = state.sides[1 - seat].leader.id
            attacks = [option for option in options if isinstance(option, Attack) and option.target == leader]
            options = attacks + [option for option in options if isinstance(option, GiveDon)]
        after = []
        seen[key] = False
        for option in options:
            following = state.copy()
            following.choose(option)
            after.append(forced_win(following, seat, seen))
            if after[-1] == mine:
                break
        seen[key] = any(after) if mine else all(after)
    return seen[key]


def test_a_win_that_there_is_on_the_table_is_seen_and_no_other():
    """Where the attacker knows every card: both directions, through the real rules."""
    rng, counted = Random(4), Counter()
    for _ in range(60):
        state = small_table(rng).state
        if state.sides[P1].active > 2:
            continue
        truth = forced_win(state, P1, {})
        assert (winning_attack(state, P1) is not None) == truth, GAME.draw(GAME.view(state, P1))
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 8


LETHAL = {
    "nobody stands before the leader": Table(Half(PLAIN, hand=["ST01-010"], active=4), stripped()),
    "one DON!! more than a counter": Table(
        Half(PLAIN, hand=["ST01-009"], active=2), stripped(hand=[ONE], deck=(NOTHING, ONE))
    ),
    "one Blocker against two attackers": Table(
        Half(PLAIN, ["ST01-010"]), stripped(characters=["ST01-006", Put("ST01-010", rested=True)])
    ),
    "a Life and two attackers": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=1),
        stripped(life=[NOTHING], characters=[Put("ST01-003", rested=True)]),
    ),
    "a Life that counters when it is taken": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=2), stripped(life=[ONE], deck=(ONE,))
    ),
    "DON!! for the weak": Table(Half(Put(PLAIN, rested=True), ["ST01-003"], hand=["ST01-009"], active=2), stripped()),
    "three attackers, a Life and a Blocker": Table(
        Half(PLAIN, ["ST01-010", "ST01-008"], hand=["ST01-003"], active=1),
        stripped(life=[NOTHING], characters=["ST01-006"]),
    ),
}


@pytest.mark.parametrize("defender", ["first option", "last option", "habit"])
@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("name", list(LETHAL))
def test_hard_and_expert_find_a_win_this_turn(level, name, defender):
    state = LETHAL[name].state
    first = choice(steady(level), state)
    assert first.analysis.reason == "lethal"
    assert "It wins this turn" in first.analysis.because
    while not state.lost and state.turn == 5:
        if state.question.seat == P1:
            option = GAME.options(state)[choice(steady(level), state).option]
        else:
            options = state.question.options
            option = {"first option": options[0], "last option": options[-1], "habit": habits.answer(state)}[defender]
        state = GAME.play(state, option)
    assert state.winner == P1


def claims(state, level="hard"):
    return choice(steady(level), state).analysis.reason == "lethal"


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("counter", [ONE, TWO, "ST01-014"], ids=["1000", "2000", "an event"])
def test_no_win_is_claimed_that_one_card_could_prevent(level, counter):
    """The same but for one card, which the defender may hold or not."""
    for hidden, expected in ((counter, False), (NOTHING, True)):
        for hand, deck in (([NOTHING], (NOTHING, hidden)), ([hidden], (NOTHING, NOTHING))):
            state = Table(Half(PLAIN), stripped(hand=hand, deck=deck, active=1)).state
            assert claims(state, level) is expected


def test_an_event_that_cannot_be_paid_prevents_nothing():
    assert claims(Table(Half(PLAIN), stripped(hand=["ST01-014"], active=0)).state)


def test_no_win_is_claimed_on_the_first_turns():
    for turn in (1, 2):
        assert winning_attack(Table(Half(PLAIN, hand=[ONE], active=1), stripped(), turn=turn).state, P1, []) is None


def test_no_win_is_claimed_that_weakening_the_attacker_prevents():
    """Narikabura Arrow takes 3000 from the attacker, instead of giving power to the one attacked."""
    state = Table(Half(PLAIN), stripped(hand=["ST09-014"], active=1, leader="ST09-001")).state
    after = GAME.play(state, Attack(P1, P2))
    assert any("Narikabura" in option for option in GAME.options(after))
    assert not claims(state)


def test_no_win_is_claimed_that_returning_the_attacker_prevents():
    """Thrust Pad Cannon returns a character of cost 3 or less to hand, also the one that attacks."""
    mine = Half(Put(PLAIN, rested=True), ["ST01-008"])
    state = Table(mine, stripped(hand=["ST03-016"], active=2, leader="ST03-001")).state
    assert not claims(state)


def test_no_win_is_claimed_over_a_leader_that_grows_as_life_is_lost():
    """Yamato has 1000 more in the opponent's turn with two Life or less and a DON!!."""
    theirs = stripped(life=[NOTHING] * 3, leader=Put("ST09-001", don=1))
    mine = Half(PLAIN, ["ST01-008"] * 3)
    state = Table(mine, theirs).state
    assert winning_attack(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
    assert not claims(state)


def test_a_life_card_that_was_looked_at_counts_as_a_counter():
    """It is not among the cards that are unseen, but it comes to hand all the same."""
    state = Table(Half(PLAIN, ["ST01-008"]), stripped(life=[TWO])).state
    assert not claims(state)
    state.sides[P2].life = [entry | KNOWN[P1] for entry in state.sides[P2].life]
    assert not claims(state)


def test_no_win_is_claimed_that_a_blocker_from_life_prevents():
    """Boa Hancock's Trigger plays her, and she blocks the second attack."""
    state = Table(Half(PLAIN, ["ST08-010"]), stripped(life=["ST03-013"], leader="ST03-001")).state
    played = Table()
    played.state = GAME.play(state, Attack(P1, P2))
    played.do("use the Trigger", "attack leader with Monkey.D.Garp")
    assert "block with Boa Hancock" in played.options
    assert not claims(state)


@pytest.mark.parametrize(
    ("card", "in_life", "leader", "characters"),
    [
        ("ST06-014", False, PLAIN, ["ST01-008"]),
        ("ST01-014", True, PLAIN, ["ST01-008"] * 3),
        ("ST04-010", True, Put(PLAIN, rested=True), ["ST01-008"] * 2),
    ],
    ids=["a K.O. beside the power", "power for the whole turn", "one who K.O.s an attacker as it comes"],
)
def test_no_win_is_claimed_that_one_card_prevents_twice(card, in_life, leader, characters):
    """Shockwave stops one and K.O.s another; Guard Point's Trigger lasts; Who's.Who does something when played."""
    for held, sure in ((card, False), (NOTHING, True)):
        where = {"life": [held]} if in_life else {"hand": [held]}
        theirs = stripped(**where, active=2, leader=f"{card[:4]}-001")
        assert claims(Table(Half(leader, characters), theirs).state) is sure


def test_no_win_is_claimed_that_is_paid_for_by_a_trigger():
    """Scalpel's Trigger makes two DON!! active, with which Repel gives 4000."""
    for card, sure in (("ST02-015", False), (NOTHING, True)):
        theirs = stripped(life=[card], hand=["ST02-016"], rested=2, leader="ST02-001")
        assert claims(Table(Half(PLAIN, ["ST01-008"]), theirs).state) is sure


@pytest.mark.parametrize(
    ("who", "given", "don", "others", "defence"),
    [
        ("ST01-013", 0, 1, [], {"hand": [ONE]}),
        ("ST09-005", 0, 1, ["ST01-008"], {"life": [NOTHING] * 2}),
        ("ST01-012", 0, 2, [], {"characters": ["ST01-006"]}),
        ("ST01-002", 3, 0, [], {"characters": ["ST03-003"]}),
    ],
    ids=["power", "Double Attack", "no Blocker", "no strong Blocker"],
)
def test_a_win_by_what_don_bring_beside_power_is_found(who, given, don, others, defence):
    """The leader is rested; with one DON!! less it would not do."""
    leader, theirs = Put(PLAIN, rested=True), stripped(**defence)
    state = Table(Half(leader, [Put(who, don=given), *others], active=don), theirs).state
    assert claims(state)
    assert forced_win(state, P1, {})
    fewer = Half(leader, [Put(who, don=given - (not don)), *others], active=max(0, don - 1))
    assert not claims(Table(fewer, theirs).state)


@pytest.mark.parametrize("style", ["aggressive", "balanced", "defensive"])
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_sure_win_comes_before_a_likely_one(level, style):
    """A DON!! first, since one of 21 hidden cards would stop the attack without it."""
    theirs = stripped(hand=[NOTHING], deck=(NOTHING,) * 20 + (ONE,))
    state = Table(Half(PLAIN, active=1), theirs).state
    for seed in range(4):
        found = choice(f"{steady(level)},style={style}" if ":" in steady(level) else level, state, seed=seed)
        assert found.option == "give DON!! to leader"
        assert found.analysis[found.option].outcome == "win"
        assert {one.outcome for one in found.analysis.options if one.option != found.option} == {None}


@pytest.mark.parametrize("name", ["hard", "hard:randomness=1", "Bosun", "Navigator"])
def test_a_sure_win_is_not_left_to_chance(name):
    """Whatever share of its decisions chance makes."""
    state = LETHAL["one DON!! more than a counter"].state
    for seed in range(30):
        found = choice(name, state, seed=seed)
        assert found.option == "give DON!! to leader"
        assert found.analysis.reason == "lethal"


def test_a_threat_is_seen():
    """Whoever is to act attacks a leader without Life: with two attackers against one counter, or with one."""
    two, one = Half(PLAIN, ["ST01-010"], hand=[ONE]), Half(PLAIN, hand=[ONE])
    for attackers, hand, truth in ((two, [TWO], True), (one, [TWO], False), (one, [], True)):
        state = Table(attackers, stripped(hand=hand)).state
        assert lethal.threatened(state, P2) is truth
        assert not lethal.threatened(state, P1)
    assert not lethal.threatened(Table(two, stripped(life=[NOTHING] * 5)).state, P2)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_one_who_would_lose_next_turn_keeps_a_blocker_back(level):
    """Life 0 against one attacker and an empty hand: who attacks with the only Blocker cannot block."""
    mine = stripped(characters=["ST01-006"], deck=(NOTHING,) * 9)
    theirs = stripped(
        life=[NOTHING] * 4, hand=[NOTHING], deck=(NOTHING,) * 9, characters=[Put("ST01-003", rested=True)]
    )
    state = Table(mine, theirs).state
    for seed in range(3):
        found = choice(steady(level, nodes=60), state, seed=seed)
        assert "Chopper" not in found.option, found.analysis


# ---------------------------------------------------------------------- lethal, with all cards


def real_table(rng):
    """Characters of one deck with their texts, against events, Triggers and Blockers of another."""
    own, other = (shipped()[rng.choice(DECKS)] for _ in range(2))
    fighters = [card.id for card, _ in own.cards if card.category == "character"]
    theirs = [card.id for card, _ in other.cards]
    special = [card.id for card, _ in other.cards if card.timed("counter") or card.trigger]
    blockers = [card.id for card, _ in other.cards if "Blocker" in card.keywords]

    def some(most):
        return [rng.choice(special if rng.random() < 0.5 else theirs) for _ in range(rng.randint(0, most))]

    characters = [Put(rng.choice(fighters), don=rng.choice((0, 0, 0, 1))) for _ in range(rng.randint(0, 4))]
    return Table(
        Half(Put(own.leader.id, rested=rng.random() < 0.2), characters, active=rng.randint(0, 3)),
        stripped(
            leader=other.leader.id,
            hand=some(2),
            life=some(2),
            characters=[rng.choice(blockers)] * rng.choice((0, 0, 1)),
            deck=(*some(3), *rng.choices(theirs, k=3)),
            active=rng.randint(0, 3),
        ),
    )


def dealt_anew(state, rng):
    """The same table with the defender's hidden cards in other places."""
    other = state.copy()
    side = other.sides[P2]
    cards = [*side.hand, *side.life, *side.deck]
    rng.shuffle(cards)
    held, life = len(side.hand), len(side.life)
    side.hand, side.life, side.deck = cards[:held], cards[held : held + life], cards[held + life :]
    return other


@pytest.mark.req("OP-14")
def test_what_is_called_sure_wins_against_every_answer_with_all_cards():
    """Through the real rules, wherever the hidden cards lie: every block, counter, event and Trigger is tried."""
    rng, sure = Random(5), 0
    for _ in range(1200):
        state = real_table(rng).state
        if sure_win(state, P1, GAME.view(state, P1).unseen_cards(P2)) is not None:
            sure += 1
            for deal in (state, *(dealt_anew(state, rng) for _ in range(3))):
                assert line_loses(deal, P1, True, set()) is None, GAME.draw(GAME.view(deal, P1))
    assert sure > 300


def test_most_wins_that_there_are_with_all_cards_are_seen():
    """Where every card is known; those not seen need a Trigger to do less than it might, or one to help another."""
    rng, counted = Random(6), Counter()
    while counted.total() < 400:
        state = real_table(rng).state
        small = len(state.sides[P1].fighters()) <= 3 and state.sides[P1].active <= 2
        if small and not any(card.startswith("ST03") for card in cards_of(state)):  # looking at decks takes too long
            counted[forced_win(state, P1, {}), winning_attack(state, P1) is not None] += 1
    assert not counted[False, True]
    assert counted[True, True] > 5 * counted[True, False]


def cards_of(state):
    side = state.sides[P2]
    return [state.card(entry).id for entry in (*side.hand, *side.life)]
