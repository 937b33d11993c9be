"""What cards could do for one who is attacked, beyond countering: read from their effects, and never too low.

An attack is stopped by taking the attacker away, by a Blocker that comes, by a card that is drawn and may counter, or
by a Life card more; whatever an effect asks for, it is taken to be met. So what wins against all of this wins for sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sparring.games.onepiece.rules.cards import Card, Effect, Word
from sparring.games.onepiece.rules.language import Cards
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import Source, State
from sparring.games.onepiece.rules.values import among

MANY = 9
"""What stands for all attacks of a turn."""

AT_THE_ATTACKER = frozenset({"ko", "rest", "return_to_hand", "place_at_deck_bottom", "character_to_life"})
"""Words that take an attacker away; about the own side they bring a card that counters, or a Life card."""

HOW_MANY = {"draw": 0, "deck_to_life": 0, "hand_to_life": 0, "take_from_trash": 0, "play_card": 1}
"""Words that bring something which may stop an attack, with the place of how many in what they are given."""


class Rescue(NamedTuple):
    """What something may do for the one attacked."""

    stops: int = 0
    """Attacks that it stops, whoever attacks."""

    removes: int = 0
    """Characters that it takes away, so that those do not attack."""

    raised: int = 0
    """Thousands of power that it gives for the rest of the turn."""

    don: int = 0
    """DON!! that it makes active, for events."""

    def plus(self, other: Rescue) -> Rescue:
        """Both together."""
        return Rescue(*(one + more for one, more in zip(self, other, strict=True)))


@lru_cache(4096)
def words_of(card: Card, timing: str) -> tuple[Word, ...]:
    """All that a card does at a moment, with what is inside of it, and what it sets off by that."""
    found: list[Word] = []
    for word in every_word(_effects(card, timing)):
        found.append(word)
        if word.word == "activate_own_effect":
            found += words_of(card, word.args[0])
        elif word.word == "play_this":
            found += words_of(card, "on_play")
    return tuple(found)


def _effects(card: Card, timing: str) -> Sequence[Effect]:
    return card.trigger if timing == "trigger" else [card.effects[number] for number in card.timed(timing)]


def every_word(effects: Iterable[Effect]) -> list[Word]:
    """The actions of effects, with those inside them."""
    return [word for effect in effects for word in _inside(effect.actions)]


def _inside(actions: tuple[object, ...]) -> list[Word]:
    found: list[Word] = []
    for part in actions:
        if isinstance(part, Word):
            found.append(part)
            found += _inside(part.args)
        elif type(part) is tuple:
            found += _inside(part)
    return found


class Reader:
    """Reads what cards could do for a seat on a table."""

    def __init__(self, state: State, seat: int, cards: Iterable[Card]) -> None:
        self.state = state
        self.seat = seat
        moments = [words_of(card, timing) for card in cards for timing in ("counter", "trigger")]
        self.loose = any(word.word == "modify_cost" for words in moments for word in words)
        """Whether costs may change, so that what an effect asks of a cost may come true."""
        self.gives_don = any(word.word == "give_don" for words in moments for word in words)
        """Whether DON!! may be given, so that what waits for them may come true."""

    def by_trigger(self, card: Card) -> Rescue:
        """What a Life card may do by its Trigger when it is taken."""
        rescue = self.by(words_of(card, "trigger"))
        blocks = "Blocker" in card.keywords and any(word.word == "play_this" for word in words_of(card, "trigger"))
        return rescue._replace(stops=rescue.stops + blocks)

    def by_counter(self, card: Card) -> Rescue:
        """What a [Counter] event may do beside the power that it gives for a battle."""
        return self.by(words_of(card, "counter"))

    def power(self, card: Card) -> int:
        """The thousands of power that a [Counter] event may give for a battle."""
        words = [word for word in words_of(card, "counter") if word.word == "modify_power"]
        return sum(max(0, -(-word.args[1] // 1000)) for word in words if word.args[0].side == "self")

    def by_blocker(self, unit: Unit) -> Rescue:
        """What a Blocker may do beside blocking: when it blocks, and when that costs it."""
        found = Rescue()
        for effect in unit.card.effects:
            if effect.timing in ("on_block", "on_ko", "end_of_battle") and self._possible(unit, effect):
                takes_life = any(word.word == "life_to_hand" for word in effect.cost)
                found = found.plus(self.by(every_word([effect]))).plus(Rescue(stops=takes_life))
        return found._replace(stops=MANY) if found.stops and unit.card.timed("end_of_battle") else found

    def _possible(self, unit: Unit, effect: Effect) -> bool:
        """Whether an effect works in the other's turn, can be paid for, and the DON!! it asks for may be there."""
        side = self.state.sides[self.seat]
        have = {"life_to_hand": len(side.life), "return_don": side.don_on_field}
        paid = all(have[word.word] >= word.args[0] for word in effect.cost if word.word in have)
        asked = max((word.args[0] for word in effect.conditions if word.word == "don_attached"), default=0)
        in_own_turn = any(word.word == "your_turn" for word in effect.conditions)
        return paid and not in_own_turn and (asked <= unit.don or self.gives_don)

    def by(self, words: Iterable[Word]) -> Rescue:
        """What these may do together."""
        stops = removes = raised = don = 0
        for word in words:
            name, given = word.word, word.args
            if name in ("add_don", "set_don_active"):
                don += given[0]
            elif name == "modify_power" and given[0].side == "self":
                raised += max(0, -(-given[1] // 1000)) * (given[2] != "battle")
            elif name in AT_THE_ATTACKER or (name == "modify_power" and given[1] < 0):
                only_characters = given[0].side == "opponent" and "leader" not in given[0].zone
                removes += self._meant(given[0]) * only_characters
                stops += self._meant(given[0]) * (not only_characters)
            else:
                stops += _brought(word)
        return Rescue(min(MANY, stops), min(MANY, removes), raised, don)

    def _meant(self, cards: Cards) -> int:
        """How many cards an effect may take away, of those that are there."""
        if cards.side != "opponent" or cards.select not in ("choose", "all"):
            return _most(cards)
        sure = cards.filter._replace(rested=None, power_max=None, power_min=None)
        if self.loose:
            sure = sure._replace(cost_max=None, cost_eq=None)
        by = Source(self.seat, -1, 0)
        return min(_most(cards), len(among(self.state, by, "opponent", cards.zone, sure)))


def _brought(word: Word) -> int:
    """How many attacks may be stopped by what a word brings."""
    name, given = word.word, word.args
    if name == "set_active" or (name == "grant_keyword" and given[1] == "Blocker"):
        return _most(given[0])
    if name == "look_top":
        return 0 if given[1] is None else int(given[1][0])
    if name == "add_this_to_hand":
        return 1
    if name == "rest_opponent_don":
        return MANY
    if name in HOW_MANY:
        each = 2 if name == "play_card" else 1  # who comes may do something, and block
        return each * int(given[HOW_MANY[name]])
    return 0


def _most(cards: Cards) -> int:
    return MANY if cards.select == "all" else max(1, cards.max)
