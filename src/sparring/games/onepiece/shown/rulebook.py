"""The rules of the card game in sections; every picture is a table that is played on by the rules.

The numbers in captions are read off the tables, never written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from sparring.games.onepiece.rules.arrange import Half, Put, arrange
from sparring.games.onepiece.rules.options import option_texts
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.vocabulary import KEYWORDS, STEPS
from sparring.games.onepiece.shown.arrangement import TALL
from sparring.games.onepiece.shown.lessons import clash
from sparring.rules.teaching import Picture, Section, Shown

ROW = TALL.size[0]
BATTLE = (0, TALL.rows[0] - 4, ROW, TALL.fields[1][1] + TALL.fields[1][3] - TALL.rows[0] + 8)
"""Both fields, and the other leader."""

DEFENCE = (0, TALL.fields[0][1] - 4, ROW, TALL.rows[1] + TALL.high - TALL.fields[0][1] + 8)
"""Both fields, and one's own leader."""

OWN = (0, TALL.fields[1][1] - 4, ROW, TALL.size[1] - TALL.fields[1][1] + 4)
"""One's own field, leader and hand."""

KID = Half("ST02-001", ["ST02-011"], life=3, hand=["ST02-008", "ST02-002"])
"""The other side in most pictures."""

MORE = {
    "K.O.": "A character that loses a battle goes to the trash.",
    "rested": "Turned sideways: it has attacked, blocked or been paid with. It gets ready again when your turn begins.",
    "active": "Upright: it can still attack, block or pay.",
}


def glossary() -> Mapping[str, str]:
    """The words on cards and of the game, a sentence each, without the numbers of rules."""
    said = {word: re.sub(r" \([RC][\d., RC]+\)", "", meaning) for word, meaning in {**KEYWORDS, **STEPS}.items()}
    return {word: f"{meaning[0].upper()}{meaning[1:]}." for word, meaning in said.items()} | MORE


@cache
def sections() -> tuple[Section, ...]:
    """The aim, a turn, DON!!, playing cards, attacks and their defence, damage, and the words on cards."""
    words = Section("Words on cards", tuple(f"{word}: {_lower(glossary()[word])}" for word in KEYWORDS))
    return (*_own_turn(), *_battles(), words)


def _own_turn() -> tuple[Section, ...]:
    return (
        Section(
            "The aim",
            (
                "Each side has a leader with a few Life cards. Attack the other leader: every hit takes one Life card, "
                "and a hit when no Life is left wins the game.",
                "A player whose deck runs out loses, too.",
            ),
            (_table(),),
        ),
        Section(
            "A turn",
            (
                "Your cards and DON!! get ready again, you draw a card, and two more DON!! come. Whoever begins draws "
                "nothing in the first turn and gets one DON!!.",
                "Then, in any order and as often as you can: play cards, give DON!!, use effects, attack. Nobody may "
                "attack in their own first turn.",
                "When you end your turn, it is the other side's.",
            ),
        ),
        Section(
            "DON!!",
            (
                "DON!! pay for cards: they are rested, and are ready again in your next turn.",
                "Or give them to your leader or to a character: each adds 1000 power while it is your turn.",
            ),
            (_gift(),),
        ),
        Section(
            "Play cards",
            (
                "A character costs the number in its corner, and can attack from your next turn on. You may have five.",
                "An event does what it says and goes to the trash. A stage stays beside your leader.",
            ),
            (_play(),),
        ),
    )


def _battles() -> tuple[Section, ...]:
    return (
        Section(
            "Attack",
            (
                "Rest your leader or a character that did not come this turn, and choose a target: the other leader, "
                "or a character that is rested.",
                "If the attacker has at least the target's power, the attack hits. Equal is enough.",
            ),
            (_attack(), _knock_out()),
        ),
        Section(
            "Block",
            (
                "When you are attacked, a character with Blocker that is active may step in: it is rested, and the "
                "attack goes for it instead.",
            ),
            (_block(),),
        ),
        Section(
            "Counter",
            (
                "Then you may trash characters from your hand: each adds its counter number to the defender, for this "
                "battle. Some events can be used here, too; they cost DON!!.",
            ),
            (_counter(),),
        ),
        Section(
            "Damage and Trigger",
            (
                "Each hit on a leader takes the top Life card into its owner's hand, so being hit also brings a card.",
                "If that card has a Trigger, its owner may show it and use the Trigger instead.",
            ),
            (_trigger(),),
        ),
    )


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


# ---------------------------------------------------------------------- the pictures


def _table() -> Picture:
    state = arrange(
        Half("ST01-001", ["ST01-009"], hand=["ST01-011", "ST01-008", "ST01-006"], life=4, active=3, rested=1), KID
    )
    own, other = (len(side.life) for side in state.sides)
    said = f"Their side is above, yours below, your hand in front. You have {own} Life, they have {other}."
    return Picture(state, (Shown(said),))


def _gift() -> Picture:
    state = arrange(Half("ST01-001", ["ST01-009"], hand=["ST01-008"], life=4, active=2), KID)
    vivi = state.sides[0].characters[0]
    move = f"give DON!! to {vivi.card.name}"
    after = _after(state, move)
    return Picture(
        state,
        (
            Shown(f"{vivi.card.name} has {power(state, vivi)} power."),
            Shown(f"With one DON!! it is {power(after, _same(after, vivi))} in your turn.", (move,)),
        ),
        close_up=OWN,
    )


def _play() -> Picture:
    state = arrange(Half("ST01-001", hand=["ST01-008", "ST01-011"], life=4, active=4), KID)
    card = next(card for card in state.decks.cards if card.id == "ST01-008")
    move = f"play {card.name}"
    after = _after(state, move)
    return Picture(
        state,
        (
            Shown(f"{card.name} costs {card.cost}, and you have {state.sides[0].active} active DON!!."),
            Shown(f"{after.sides[0].active} DON!! left, and {card.name} on your field.", (move,)),
        ),
        close_up=OWN,
    )


def _attack() -> Picture:
    state = arrange(Half("ST01-001", [Put("ST01-008", don=1)], life=4), KID)
    move = f"attack leader with {state.sides[0].characters[0].card.name}"
    after = _after(state, move, "no counter")
    return Picture(
        state,
        (
            Shown(f"{clash(_after(state, move))}. If nobody blocks or counters, it hits.", (move,)),
            Shown(
                f"Their Life falls from {len(state.sides[1].life)} to {len(after.sides[1].life)}.",
                ("no counter",),
            ),
        ),
        close_up=BATTLE,
    )


def _knock_out() -> Picture:
    other = replace(KID, characters=[Put("ST02-011", rested=True)])
    state = arrange(Half("ST01-001", ["ST01-008"], life=4), other)
    theirs = state.sides[1].characters[0]
    move = f"attack {theirs.card.name} with {state.sides[0].characters[0].card.name}"
    after = _after(state, move, "no counter")
    gone = "K.O.'d" if _found(after, theirs) is None else "still there"
    return Picture(
        state,
        (
            Shown(f"{theirs.card.name} is rested, so it can be attacked. {clash(_after(state, move))}.", (move,)),
            Shown(f"{theirs.card.name} is {gone} and goes to the trash.", ("no counter",)),
        ),
        close_up=BATTLE,
    )


def _attacked(hand: list[str], life: int | list[str]) -> tuple[State, str]:
    """A table on which the other side is about to attack one's leader, and that attack."""
    state = arrange(
        Half("ST01-001", ["ST01-006"], hand=hand, life=life), Half("ST02-001", [Put("ST02-002", don=1)], life=3), seat=1
    )
    return state, f"attack leader with {state.sides[1].characters[0].card.name}"


def _block() -> Picture:
    state, move = _attacked(["ST01-011"], 3)
    chopper = state.sides[0].characters[0]
    block = f"block with {chopper.card.name}"
    after = _after(state, move, block, "no counter")
    gone = "is K.O.'d" if _found(after, chopper) is None else "stays"
    return Picture(
        state,
        (
            Shown(f"They attack your leader. {clash(_after(state, move))}.", (move,)),
            Shown(f"{chopper.card.name} blocks. {clash(_after(state, move, block))}.", (block,)),
            Shown(f"{chopper.card.name} {gone}; your Life stays {len(after.sides[0].life)}.", ("no counter",)),
        ),
        close_up=DEFENCE,
    )


def _counter() -> Picture:
    state, move = _attacked(["ST01-011", "ST01-008"], 3)
    card = next(card for card in state.decks.cards if card.id == "ST01-011")
    before = (move, "no block")
    counter = f"counter with {card.name} for leader"
    after = _after(state, *before, counter, "no counter")
    return Picture(
        state,
        (
            Shown(f"They attack your leader. {clash(_after(state, *before))}.", before),
            Shown(f"{card.name} adds {card.counter}. {clash(_after(state, *before, counter))}.", (counter,)),
            Shown(f"The attack fails; your Life stays {len(after.sides[0].life)}.", ("no counter",)),
        ),
        close_up=(0, DEFENCE[1], ROW, TALL.size[1] - DEFENCE[1]),
    )


def _trigger() -> Picture:
    state, move = _attacked([], ["ST01-002", "ST01-003", "ST01-003"])
    hit = (move, "no block")
    taken = _after(state, *hit)
    assert taken.question is not None
    assert taken.question.about.what == "trigger"
    card = taken.decks.cards[taken.sides[0].limbo[-1] & CODE]
    after = _after(taken, "use the Trigger")
    played = any(unit.card is card for unit in after.sides[0].characters)
    assert played
    return Picture(
        state,
        (
            Shown(f"The attack hit. The Life card is {card.name}, which has a Trigger.", hit),
            Shown(f"You use it: {card.name} comes onto your field at once.", ("use the Trigger",)),
        ),
        close_up=DEFENCE,
    )


# ---------------------------------------------------------------------- reading tables


def _after(state: State, *moves: str) -> State:
    for text in moves:
        following = state.copy()
        following.choose(option_texts(state)[text])
        state = following
    return state


def _found(state: State, unit: Unit) -> Unit | None:
    return state.find(unit.id)


def _same(state: State, unit: Unit) -> Unit:
    return state.on_field(unit.id)
