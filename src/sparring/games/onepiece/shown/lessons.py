"""What a newcomer to the card game is told in a first game, each thing once, with the numbers of the table.

What an option leads to is found by playing it on a table that agrees with the view, without blocks and counters that
the player has not been told about. Only numbers that do not depend on hidden cards are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from sparring.games.onepiece.rules.events import TookDamage
from sparring.games.onepiece.rules.options import (
    NO_BLOCK,
    NO_COUNTER,
    Attack,
    Block,
    Counter,
    GiveDon,
    Option,
    PlayCard,
    option_texts,
)
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import effect_text
from sparring.games.onepiece.rules.values import power
from sparring.games.onepiece.rules.view import View
from sparring.rules.teaching import FirstGame, Lesson, Stake

FIRST_GAME = FirstGame("onepiece:deck1=ST01,deck2=ST02", "easy", seed=1)

FEW = 2
"""The most options whose result a lesson tells."""


Kind = TypeVar("Kind")


class Table(NamedTuple):
    """A decision as a lesson sees it."""

    view: View
    state: State
    """A table that agrees with the view."""

    options: dict[str, Option]

    @property
    def seat(self) -> int:
        """The player's own."""
        return self.view.seat

    def of(self, kind: type[Kind]) -> list[tuple[str, Kind]]:
        """The options of a type, with their texts."""
        return [(text, option) for text, option in self.options.items() if isinstance(option, kind)]


def lessons(view: View, given: Sequence[str]) -> list[Lesson]:
    """The lessons that fit a decision."""
    state = view.sample(Random(0))
    options = {text: option for text, option in option_texts(state).items() if text in given}
    table = Table(view, state, options)
    return [lesson for make in LESSONS.values() for lesson in make(table)]


# ---------------------------------------------------------------------- set-up


def _begin(table: Table) -> Iterator[Lesson]:
    if table.view.about is not None and table.view.about.what == "begin":
        yield Lesson(
            "begin",
            "First or second?",
            (
                "Whoever goes first draws no card in the first turn and gets one DON!! instead of two, but may attack "
                "first. Nobody attacks in their own first turn.",
            ),
        )


def _mulligan(table: Table) -> Iterator[Lesson]:
    if table.view.kind != "mulligan":
        return
    cards = [table.view.decks.cards[entry & CODE] for entry in table.view.halves[table.seat].hand]
    early = sum(card.category == "character" and (card.cost or 0) <= 3 for card in cards)
    yield Lesson(
        "mulligan",
        "Your first hand",
        (
            f"You hold {len(cards)} cards, {early} of them characters that cost three or less, which you can play in "
            "your first turns.",
            "You may put all of them back for others, once. With no cheap character that is a good idea.",
        ),
    )


# ---------------------------------------------------------------------- one's own turn


def _turn(table: Table) -> Iterator[Lesson]:
    if table.view.kind != "action":
        return
    half = table.view.halves[table.seat]
    yield Lesson(
        "turn",
        "Your turn",
        (
            "Three things have happened by themselves: your rested cards got ready, you drew a card (not in the very "
            "first turn of the game), and new DON!! came.",
            f"Now you are in your main phase, with {len(half.hand)} cards in hand and {half.active} active DON!!. Play "
            "cards, give DON!!, attack, in any order. End the turn when you are done.",
        ),
    )


def _play(table: Table) -> Iterator[Lesson]:
    stakes = []
    for text, option in table.of(PlayCard):
        card = table.state.decks.cards[option.code]
        if card.category != "character" or card.effects:
            continue
        after = _chosen(table.state, option).sides[table.seat].active
        said = f"costs {card.cost}, which leaves you {after} active DON!!. It can attack from your next turn on."
        stakes.append(Stake(text, said, {"active": after}))
    if table.view.kind == "action" and stakes:
        rule = "The number in the corner of a card is its cost: that many DON!! are rested to play it."
        yield Lesson("play", "Play a card", (rule,), tuple(stakes[:FEW]))


def _don(table: Table) -> Iterator[Lesson]:
    gifts = table.of(GiveDon)
    if table.view.kind != "action" or not gifts:
        return
    text, option = gifts[0]
    unit = table.state.on_field(option.unit)
    after = _chosen(table.state, option)
    now, then = power(table.state, unit), power(after, after.on_field(unit.id))
    yield Lesson(
        "don",
        "DON!! are strength, too",
        (
            "What you do not need to play cards you can give to your leader or a character: each DON!! adds 1000 power "
            "in your turn. You get all of them back when your next turn begins.",
        ),
        (Stake(text, f"{_name(unit)} has {then} instead of {now} in your turn.", {"power": then}),),
    )


def _attack(table: Table) -> Iterator[Lesson]:
    found = [(text, option) for text, option in table.of(Attack) if option.at_leader]
    stakes = [stake for text, option in found if (stake := _assault(table, text, option))]
    if stakes and table.view.halves[1 - table.seat].life:
        rule = (
            "Attacking rests the attacker. If it has at least the target's power, it hits. They may still block, or "
            "counter from hand."
        )
        yield Lesson("attack", "Attack", (rule,), tuple(stakes[:FEW]))


def _assault(table: Table, text: str, option: Option) -> Stake | None:
    """What an attack on the leader leads to if nobody stops it; None if something else is asked on the way."""
    declared = _chosen(table.state, option)
    after = _fought(declared)
    if declared.battle is None or after is None:
        return None
    other = 1 - table.seat
    left = len(after.sides[other].life)
    said = clash(declared)
    result = (
        f"it hits, and their Life falls to {left}." if _hits(declared) else f"it fails, and their Life stays {left}."
    )
    return Stake(text, f"{said}: {result}", {"their life": left})


def _knock_out(table: Table) -> Iterator[Lesson]:
    stakes = []
    for text, option in table.of(Attack):
        if option.at_leader:
            continue
        declared = _chosen(table.state, option)
        after = _fought(declared)
        if declared.battle is None or after is None:
            continue
        gone = after.find(option.target) is None
        name = _name(table.state.on_field(option.target))
        result = f"{name} is K.O.'d." if gone else f"{name} survives."
        stakes.append(
            Stake(
                text, f"{clash(declared)}: {result}", {"their characters": len(after.sides[1 - table.seat].characters)}
            )
        )
    if stakes:
        rule = "A character that is rested can be attacked. If the attack hits, it is K.O.'d and goes to the trash."
        yield Lesson("knock out", "Attack a character", (rule,), tuple(stakes[:FEW]))


def _last_hit(table: Table) -> Iterator[Lesson]:
    if table.view.kind != "action" or table.view.halves[1 - table.seat].life:
        return
    stakes = []
    for text, option in table.of(Attack):
        declared = _chosen(table.state, option)
        after = _fought(declared)
        if option.at_leader and declared.battle is not None and after is not None:
            won = after.lost == 1 << (1 - table.seat)
            said = f"{clash(declared)}: {'it hits, and you win' if won else 'it fails'}, unless they block or counter."
            stakes.append(Stake(text, said, {"won": int(won)}))
    yield Lesson(
        "last hit",
        "One more hit wins",
        ("They have no Life left. The next hit on their leader wins the game.",),
        tuple(stakes[:FEW]),
    )


# ---------------------------------------------------------------------- defence


def _block(table: Table) -> Iterator[Lesson]:
    if table.view.kind != "blocker":
        return
    stakes = [_defended(table, text, option) for text, option in table.options.items() if option == NO_BLOCK]
    stakes += [_defended(table, text, option) for text, option in table.of(Block)]
    yield Lesson(
        "block",
        "They attack: will you block?",
        (
            f"{clash(table.state)}: {'it hits' if _hits(table.state) else 'it fails'}, as it stands.",
            "A Blocker that is active can step in. It is rested and becomes the target instead. After that you may "
            "still counter.",
        ),
        tuple(stakes[: FEW + 1]),
    )


def _counter(table: Table) -> Iterator[Lesson]:
    battle = table.state.battle
    if table.view.kind != "counter" or battle is None or not _hits(table.state):
        return
    attacker, target = table.state.on_field(battle.attacker), table.state.on_field(battle.target)
    missing = power(table.state, attacker) - power(table.state, target) + 1
    worth = -(-missing // 1000) * 1000
    useful = [(text, option) for text, option in table.of(Counter) if option.unit == battle.target]
    stakes = [_defended(table, text, option) for text, option in table.options.items() if option == NO_COUNTER]
    stakes += [_defended(table, text, option) for text, option in useful[:FEW]]
    yield Lesson(
        "counter",
        "Will you counter?",
        (
            f"{clash(table.state)}: it hits. Counters worth {worth} in all would save {_name(target)}.",
            "A character with a counter number can be trashed from your hand to add that number, for this battle only.",
        ),
        tuple(stakes),
    )


def _defended(table: Table, text: str, option: Option) -> Stake:
    """How the battle ends with this answer and no other."""
    chosen = _chosen(table.state, option)
    after = _fought(chosen) or chosen
    side, before = after.sides[table.seat], table.state.sides[table.seat]
    lost = [_name(unit) for unit in before.characters if after.find(unit.id) is None]
    told = [f"{clash(chosen)}: {'it hits' if _hits(chosen) else 'it fails'}"] if chosen.battle is not None else []
    told += [f"{name} is K.O.'d" for name in lost]
    if after.lost:
        told.append("you lose the game")
    else:
        word = "stays" if len(side.life) == len(before.life) else "falls to"
        told.append(f"your Life {word} {len(side.life)}")
    return Stake(
        text,
        f"{', '.join(told)}.",
        {"life": len(side.life), "characters": len(side.characters), "lost": int(bool(after.lost))},
    )


def _trigger(table: Table) -> Iterator[Lesson]:
    about = table.view.about
    if about is None or about.what != "trigger" or about.by is None:
        return
    card = table.view.decks.cards[about.by.code]
    hand = len(table.view.halves[table.seat].hand)
    does = " ".join(map(effect_text, card.trigger)).removeprefix("[Trigger] ")
    stakes = [Stake("take it to hand", f"you hold {hand + 1} cards then.", {"hand": hand + 1})]
    stakes += [Stake("use the Trigger", f"{does[0].lower()}{does[1:]}")] if "use the Trigger" in table.options else []
    yield Lesson(
        "trigger",
        "A Trigger",
        (
            f"The Life card that you lost is {card.name}. It has a Trigger, which you may use now, for free, "
            "instead of taking the card to hand.",
        ),
        tuple(stakes),
    )


def _damage(table: Table) -> Iterator[Lesson]:
    half = table.view.halves[table.seat]
    if any(isinstance(event, TookDamage) and event.seat == table.seat for event in table.view.told):
        yield Lesson(
            "damage",
            "You took damage",
            (
                f"The top Life card went to your hand: {len(half.life)} Life left, {len(half.hand)} cards in hand.",
                "So a hit costs Life but brings a card. Many players take the first hits and save their counters.",
            ),
        )


LESSONS: dict[str, Callable[[Table], Iterator[Lesson]]] = {
    "begin": _begin,
    "mulligan": _mulligan,
    "trigger": _trigger,
    "block": _block,
    "counter": _counter,
    "turn": _turn,
    "last hit": _last_hit,
    "attack": _attack,
    "play": _play,
    "don": _don,
    "damage": _damage,
    "knock out": _knock_out,
}
"""The lessons by their ids: the first to be told comes first."""


# ---------------------------------------------------------------------- playing on


def _chosen(state: State, option: Option) -> State:
    following = state.copy()
    following.choose(option)
    return following


def _fought(state: State) -> State | None:
    """The table after the pending battle if nobody blocks or counters; None if something else is asked before."""
    while state.battle is not None and state.question is not None:
        if state.question.about.what == "trigger":
            return state  # the damage is dealt, whatever becomes of the card
        answer = next((option for option in state.question.options if option in (NO_BLOCK, NO_COUNTER)), None)
        if answer is None:
            return None
        state = _chosen(state, answer)
    return state


def clash(state: State) -> str:
    """Both powers of the pending battle."""
    assert state.battle is not None
    attacker, target = state.on_field(state.battle.attacker), state.on_field(state.battle.target)
    return f"{power(state, attacker)} against {power(state, target)}"


def _hits(state: State) -> bool:
    assert state.battle is not None
    attacker, target = state.on_field(state.battle.attacker), state.on_field(state.battle.target)
    return power(state, attacker) >= power(state, target)


def _name(unit: Unit) -> str:
    return "your leader" if unit.card.category == "leader" else unit.card.name
