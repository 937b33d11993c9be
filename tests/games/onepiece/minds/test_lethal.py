"""Opponents take a win this turn, claim none that a card could prevent, and see threats against themselves."""

import pytest

from sparring.games.onepiece.minds import habits, lethal
from sparring.games.onepiece.minds.lethal import winning_attack
from sparring.games.onepiece.rules.options import Attack
from sparring.games.onepiece.rules.sides import KNOWN
from support.onepiece_lethal import forced_win
from support.onepiece_players import NOTHING, ONE, PLAIN, TWO, choice, steady, stripped
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- wins that are taken


LETHAL = {
    "no defence at all": Table(Half(PLAIN, hand=["ST01-010"], active=4), stripped()),
    "one DON!! outweighs a counter": Table(
        Half(PLAIN, hand=["ST01-009"], active=2), stripped(hand=[ONE], deck=(NOTHING, ONE))
    ),
    "one Blocker against two attackers": Table(
        Half(PLAIN, ["ST01-010"]), stripped(characters=["ST01-006", Put("ST01-010", rested=True)])
    ),
    "a Life and two attackers": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=1),
        stripped(life=[NOTHING], characters=[Put("ST01-003", rested=True)]),
    ),
    "a Life card that is a counter once in hand": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=2), stripped(life=[ONE], deck=(ONE,))
    ),
    "DON!! for an attacker that is too weak": Table(
        Half(Put(PLAIN, rested=True), ["ST01-003"], hand=["ST01-009"], active=2), stripped()
    ),
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
    """Whether a level says that it wins this turn."""
    return choice(steady(level), state).analysis.reason == "lethal"


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
def test_a_win_by_what_don_unlocks_is_found(who, given, don, others, defence):
    """The leader is rested, and one DON!! fewer would not be enough."""
    leader, theirs = Put(PLAIN, rested=True), stripped(**defence)
    state = Table(Half(leader, [Put(who, don=given), *others], active=don), theirs).state
    assert claims(state)
    assert forced_win(state, P1, {})
    fewer = Half(leader, [Put(who, don=given - (not don)), *others], active=max(0, don - 1))
    assert not claims(Table(fewer, theirs).state)


@pytest.mark.parametrize("style", ["aggressive", "balanced", "defensive"])
@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_sure_win_comes_before_a_likely_one(level, style):
    """One of 21 hidden cards would stop the attack, so a DON!! is given to the leader first."""
    theirs = stripped(hand=[NOTHING], deck=(NOTHING,) * 20 + (ONE,))
    state = Table(Half(PLAIN, active=1), theirs).state
    for seed in range(4):
        found = choice(f"{steady(level)},style={style}" if ":" in steady(level) else level, state, seed=seed)
        assert found.option == "give DON!! to leader"
        assert found.analysis[found.option].outcome == "win"
        assert {one.outcome for one in found.analysis.options if one.option != found.option} == {None}


@pytest.mark.parametrize("name", ["hard", "hard:randomness=1", "Bosun", "Navigator"])
def test_a_sure_win_is_taken_by_random_opponents_too(name):
    """A sure win comes before any random choice, however random the opponent is."""
    state = LETHAL["one DON!! outweighs a counter"].state
    for seed in range(30):
        found = choice(name, state, seed=seed)
        assert found.option == "give DON!! to leader"
        assert found.analysis.reason == "lethal"


# ---------------------------------------------------------------------- wins that are not claimed


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("counter", [ONE, TWO, "ST01-014"], ids=["1000", "2000", "an event"])
def test_no_win_is_claimed_that_one_card_could_prevent(level, counter):
    """Two tables that differ in one card, which the defender may hold."""
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
    """Narikabura Arrow takes 3000 power from the attacker instead of strengthening the defender."""
    state = Table(Half(PLAIN), stripped(hand=["ST09-014"], active=1, leader="ST09-001")).state
    after = GAME.play(state, Attack(P1, P2))
    assert any("Narikabura" in option for option in GAME.options(after))
    assert not claims(state)


def test_no_win_is_claimed_that_returning_the_attacker_prevents():
    """Thrust Pad Cannon returns a character of cost 3 or less to hand, even if it is attacking."""
    mine = Half(Put(PLAIN, rested=True), ["ST01-008"])
    state = Table(mine, stripped(hand=["ST03-016"], active=2, leader="ST03-001")).state
    assert not claims(state)


def test_no_win_is_claimed_over_a_leader_that_grows_as_life_is_lost():
    """In the opponent's turn, Yamato with a DON!! has 1000 more power at two Life or less."""
    theirs = stripped(life=[NOTHING] * 3, leader=Put("ST09-001", don=1))
    mine = Half(PLAIN, ["ST01-008"] * 3)
    state = Table(mine, theirs).state
    assert winning_attack(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
    assert not claims(state)


def test_a_life_card_that_was_looked_at_counts_as_a_counter():
    """The attacker has seen the card, so it is not among the unseen ones; it still comes to the defender's hand."""
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
    ids=["power and a K.O.", "power for the whole turn", "a character that K.O.s an attacker when played"],
)
def test_no_win_is_claimed_that_one_card_with_two_uses_prevents(card, in_life, leader, characters):
    """Shockwave stops one attacker and K.O.s another, Guard Point's Trigger lasts, and Who's.Who K.O.s when played."""
    for held, sure in ((card, False), (NOTHING, True)):
        where = {"life": [held]} if in_life else {"hand": [held]}
        theirs = stripped(**where, active=2, leader=f"{card[:4]}-001")
        assert claims(Table(Half(leader, characters), theirs).state) is sure


def test_no_win_is_claimed_that_a_counter_paid_by_a_trigger_prevents():
    """Scalpel's Trigger sets two DON!! active, which pay for Repel and its 4000 power."""
    for card, sure in (("ST02-015", False), (NOTHING, True)):
        theirs = stripped(life=[card], hand=["ST02-016"], rested=2, leader="ST02-001")
        assert claims(Table(Half(PLAIN, ["ST01-008"]), theirs).state) is sure


# ---------------------------------------------------------------------- threats


def test_a_threat_is_seen():
    """Two attackers against Life 0 and one counter are a threat; one attacker is none; without a counter it is."""
    two, one = Half(PLAIN, ["ST01-010"], hand=[ONE]), Half(PLAIN, hand=[ONE])
    for attackers, hand, truth in ((two, [TWO], True), (one, [TWO], False), (one, [], True)):
        state = Table(attackers, stripped(hand=hand)).state
        assert lethal.threatened(state, P2) is truth
        assert not lethal.threatened(state, P1)
    assert not lethal.threatened(Table(two, stripped(life=[NOTHING] * 5)).state, P2)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_only_blocker_does_not_attack_if_that_would_lose_next_turn(level):
    """At Life 0 with an empty hand only the Blocker can stop the attacker, and it cannot block once it has attacked."""
    mine = stripped(characters=["ST01-006"], deck=(NOTHING,) * 9)
    theirs = stripped(
        life=[NOTHING] * 4, hand=[NOTHING], deck=(NOTHING,) * 9, characters=[Put("ST01-003", rested=True)]
    )
    state = Table(mine, theirs).state
    for seed in range(3):
        found = choice(steady(level, nodes=60), state, seed=seed)
        assert "Chopper" not in found.option, found.analysis
