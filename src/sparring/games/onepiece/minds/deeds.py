"""What an option is in a few words, whether it is pointless, and how much a style likes it."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from sparring.games.onepiece.minds import defence, gains, worth
from sparring.games.onepiece.minds.profiles import EVEN, Profile
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.effects import can_activate
from sparring.games.onepiece.rules.options import (
    END,
    NONE,
    Activate,
    Attack,
    Block,
    ChooseCard,
    ChooseUnit,
    Counter,
    CounterEvent,
    GiveDon,
    Option,
    PlayCard,
)
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.words import every_gist

BOLD: Mapping[str, float] = {"leader": 8.0, "character": 8.0, "give": 8.0, "defend": -30.0}
"""Points that the boldest style adds to attacks on the leader and on characters, to giving DON!! and to defending.

Both tables are chosen so that styles differ in what they do and yet win about as often (`benchmarks/styles.py`)."""

CAREFUL: Mapping[str, float] = {"leader": -2.8, "character": 6.0, "defend": 3.0}
"""The same for the most careful style."""

SPARE_LIFE = 3
"""With this much Life or more, a bold style would rather take a hit and the card that comes with it.

With less, it defends as others do: a style that is bold to the last loses too often."""

DEFENDING = frozenset({"block", "counter", "counter event"})

NAMES: Mapping[str, str] = {
    "counter event": "counter",
    "unit": "target",
    "card": "target",
    "don": "target",
    "life of": "target",
    "give": "give DON!!",
    "activate": "use an effect",
    "resolve": "order of effects",
    "way": "which effect",
    "amount": "how many",
    "end": "top or bottom",
    "go": "first or second",
}


def name(option: Option) -> str:
    """What an option is, in a word or two: opponents choose their remarks by it."""
    if isinstance(option, Attack):
        return "attack the leader" if option.at_leader else "attack"
    return NAMES.get(option.kind, option.kind)


def leaning(option: Option, profile: Profile, life: int) -> float:
    """Points that a style adds to an option whatever it leads to: it likes to attack, or to keep what it has (OP-5)."""
    bold = profile.aggressiveness - EVEN
    what = "defend" if option.kind in DEFENDING else option.kind
    if isinstance(option, Attack):
        what = "leader" if option.at_leader else "character"
    if what == "defend" and bold > 0 and life < SPARE_LIFE:
        return 0.0
    return abs(bold) * (BOLD if bold > 0 else CAREFUL).get(what, 0.0)


def sensible(state: State, options: Sequence[Option]) -> list[Option]:
    """The options of the pending decision that are not pointless; all of them if every one is."""
    return [option for option in options if not is_pointless(state, option)] or list(options)


def is_pointless(state: State, option: Option) -> bool:
    """True for an option that changes nothing or cannot pay, whatever the hidden cards are (OP-6)."""
    rule = POINTLESS.get(option.kind)
    return rule is not None and rule(state, option)


def _pointless_end(state: State, option: Option) -> bool:
    """To end the turn while the leader can attack the other leader for nothing: a leader risks nothing by that."""
    leader, aim = state.sides[state.turn_seat].leader, state.sides[1 - state.turn_seat].leader
    return state.turn > 2 and may_attack(state, leader) and not _is_weaker(state, leader, aim)


def _pointless_gift(state: State, option: Option) -> bool:
    """DON!! for somebody who neither attacks this turn nor has another use for them."""
    assert isinstance(option, GiveDon)
    unit = state.find(option.unit)
    if unit is None:
        return True
    attacks = state.turn > 2 and may_attack(state, unit) and gains.may_reach(state, unit, 0)
    return not attacks and not gains.needs_don(unit, state.sides[unit.seat].active)


def _pointless_attack(state: State, option: Option) -> bool:
    """An attack with too little power, which sets off nothing that could help."""
    assert isinstance(option, Attack)
    unit, aim = state.find(option.attacker), state.find(option.target)
    return unit is not None and aim is not None and _is_weaker(state, unit, aim) and not _sets_off(state, unit)


def _pointless_effect(state: State, option: Option) -> bool:
    """An effect that does nothing now, such as giving rested DON!! when there are none."""
    assert isinstance(option, Activate)
    unit = state.on_field(option.unit)
    by = Source(unit.seat, unit.id, unit.code)
    return gains.does_nothing(state, by, unit.card.effects[option.effect])


def _pointless_event(state: State, option: Option) -> bool:
    """An event that does nothing now."""
    assert isinstance(option, PlayCard)
    card = state.decks.cards[option.code]
    if card.category != "event":
        return False
    by = Source(state.turn_seat, -1, option.code)
    return all(gains.does_nothing(state, by, card.effects[number]) for number in card.timed("main"))


def _pointless_block(state: State, option: Option) -> bool:
    """A block of an attack that fails anyway."""
    return _is_stopped(state)


def _pointless_counter(state: State, option: Option) -> bool:
    """A counter for somebody else, or for an attack that is stopped already or cannot be stopped."""
    assert isinstance(option, Counter)
    battle = state.battle
    if battle is None or option.unit != battle.target:
        return battle is not None
    return _is_stopped(state) or not _can_be_stopped(state)


def _pointless_counter_event(state: State, option: Option) -> bool:
    """An event that only gives power, for an attack that is stopped already or cannot be stopped."""
    assert isinstance(option, CounterEvent)
    card = state.decks.cards[option.code]
    if state.battle is None or not _gives_only_power(card):
        return False
    return _is_stopped(state) or not _can_be_stopped(state)


def _pointless_target(state: State, option: Option) -> bool:
    """Power, a keyword or DON!! for one's own card that gains nothing by it."""
    assert isinstance(option, ChooseUnit)
    question = state.question
    if question is not None and question.about.what == "room":
        return _a_lesser_one_goes(state, option.unit, question.options)
    if question is None or question.about.word is None:
        return False
    gist, unit = question.about.word.gist, state.find(option.unit)
    if gist.rests and unit is not None and unit.rested:
        return True
    if unit is None or unit.seat != question.seat or gist.removes or gist.power < 0:
        return False
    if gist.weakens:
        return False
    helps = gist.gives_don or gist.power > 0 or gist.keyword or gist.unblockable is not None
    helps = helps or gist.base_power is not None or gist.aims
    return bool(helps) and not gains.is_helped(state, unit, gist)


def _a_lesser_one_goes(state: State, number: int, options: Sequence[Option]) -> bool:
    """True if another character could make room that is weaker and cheaper, and can do nothing more than this one."""
    unit = state.on_field(number)
    others = [state.on_field(option.unit) for option in options if isinstance(option, ChooseUnit)]
    return any(
        not other.card.effects
        and not other.card.keywords
        and (other.card.power or 0) < (unit.card.power or 0)
        and (other.card.cost or 0) < (unit.card.cost or 0)
        and (other.rested, -other.don) >= (unit.rested, -unit.don)
        for other in others
    )


POINTLESS: Mapping[str, Callable[[State, Option], bool]] = {
    "end turn": _pointless_end,
    "give": _pointless_gift,
    "attack": _pointless_attack,
    "activate": _pointless_effect,
    "play": _pointless_event,
    "block": _pointless_block,
    "counter": _pointless_counter,
    "counter event": _pointless_counter_event,
    "unit": _pointless_target,
}
"""When an option of a kind is pointless; options of other kinds never are."""


def _is_weaker(state: State, unit: Unit, aim: Unit) -> bool:
    return power(state, unit) < power(state, aim)


def _sets_off(state: State, unit: Unit) -> bool:
    """True if an attack of a unit sets off an effect that can be used now."""
    numbers = (*unit.card.timed("when_attacking"), *unit.card.timed("when_battling"), *unit.card.timed("end_of_battle"))
    grows = bool(unit.card.timed("when_battling")) or gains.grows_by_attacking(unit.card)
    return grows or any(can_activate(state, unit, number) for number in numbers)


def _is_stopped(state: State) -> bool:
    """True if the attack in progress fails as things are, and no effect of a fighter can change that."""
    battle = state.battle
    if battle is None:
        return False
    unit, aim = state.find(battle.attacker), state.find(battle.target)
    if unit is None or aim is None:
        return True
    return _is_weaker(state, unit, aim) and not unit.card.timed("when_battling")


def _can_be_stopped(state: State) -> bool:
    """True if the defender's whole hand may suffice to stop the attack in progress."""
    battle, question = state.battle, state.question
    assert battle is not None
    assert question is not None
    unit, aim = state.find(battle.attacker), state.find(battle.target)
    if unit is None or aim is None or aim.card.timed("when_battling"):
        return True
    side = state.sides[question.seat]
    missing = power(state, unit) - power(state, aim) + 1
    for card in map(state.card, side.hand):
        if card.category == "event" and card.timed("counter") and (card.cost or 0) <= side.active:
            if not _gives_only_power(card):
                return True
            missing -= defence.counter_power(card)
        else:
            missing -= card.counter or 0
    return missing <= 0


@lru_cache(4096)
def _gives_only_power(card: Card) -> bool:
    """True if a [Counter] event does nothing for its player beyond power in this battle."""
    gists = [gist for number in card.timed("counter") for gist in every_gist(card.effects[number].actions)]
    return all(
        gist == gains.NOTHING or (gist.power > 0 and gist.until == "battle") or 0 < gist.don <= (card.cost or 0)
        for gist in gists
    )


# ---------------------------------------------------------------------- ties


TIE: tuple[str, float] = ("tie", 0.0)
"""The part by which a judgement says that its option is as good as the best one."""


def preference(state: State, option: Option) -> tuple[float, ...]:
    """The order of options that are equally good, as a player would have it: the lowest comes first.

    What costs a card or a body comes after what costs none, and the cheaper one first. An effect is given a target
    rather than none. To end the turn comes last.
    """
    if option == END:
        return (2.0, 0.0)
    if isinstance(option, Counter | CounterEvent | PlayCard):
        return (1.0, worth.of_card(state.decks.cards[option.code]))
    if isinstance(option, Block):
        return (1.0, worth.of_unit(state, state.on_field(option.unit)))
    about = state.question.about if state.question is not None else None
    if option == NONE and not (about is not None and about.from_hand):
        return (0.5, 0.0)
    if isinstance(option, ChooseUnit) and about is not None and about.what == "room":
        return (1.0, worth.of_unit(state, state.on_field(option.unit)))
    if isinstance(option, ChooseCard) and about is not None and about.from_hand:
        return (1.0, worth.of_card(state.decks.cards[option.code]))
    return (0.0, 0.0)
