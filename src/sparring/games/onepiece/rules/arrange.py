"""Arranges a game as the caller likes: for puzzles, questions about the rules, and tests.

>>> from sparring.games.onepiece.rules.arrange import Put, Half, arrange
>>> state = arrange(Half("ST01-001", [Put("ST01-013", don=1)], active=2), Half("ST01-001", life=3))
>>> state.question.kind, state.turn_seat
('action', 0)
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sparring.games.onepiece.rules.cards import EDITION, Card, Deck, Decks
from sparring.games.onepiece.rules.reading import SIZE, known_cards
from sparring.games.onepiece.rules.sides import Side, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import main_phase
from sparring.rules import BadPosition

FILLER = "ST01-003"
"""The card that fills places where any card will do: a character without effects."""


@dataclass(frozen=True)
class Put:
    """A card on the field."""

    id: str
    rested: bool = False
    don: int = 0
    fresh: bool = False
    """True if it was played this turn."""


@dataclass(frozen=True)
class Half:
    """One side of the table; cards are given by their numbers, decks and Life from the top."""

    leader: str | Put = "ST01-001"
    characters: Sequence[str | Put] = ()
    hand: Sequence[str] = ()
    life: int | Sequence[str] = 5
    """A number of cards without a Trigger, or the cards."""

    deck: Sequence[str] = ()
    """The uppermost cards; below them come others, unless `deck_size` says that there are none."""

    deck_size: int | None = None
    trash: Sequence[str] = ()
    stage: str | Put | None = None
    active: int = 0
    """DON!! in the cost area."""

    rested: int = 0
    cards: Sequence[Any] = field(default=())
    """Cards of one's own, which are not among those that come with the game."""


def arrange(
    first: Half, second: Half, *, turn: int = 5, seat: int = 0, chance: int = 0, edition: int = EDITION
) -> State:
    """A game in the main phase of a seat's turn, with everything where the two halves say."""
    halves = (first, second)
    decks = Decks((_deck(first, "P1"), _deck(second, "P2")), edition)
    state = State(decks, chance)
    state.turn, state.turn_seat = turn, seat
    state.first = seat if turn % 2 else 1 - seat
    for number, half in enumerate(halves):
        state.sides.append(_side(state, number, half))
    state.count_permanents()
    state.push(main_phase)
    state.run()
    return state


def _cards_of(half: Half) -> list[str]:
    """The ids of all cards of a side that have a place, except the leader."""
    on_field = [*half.characters, *([half.stage] if half.stage else [])]
    life = [FILLER] * half.life if isinstance(half.life, int) else list(half.life)
    return [*(_put(item).id for item in on_field), *half.hand, *life, *half.deck, *half.trash]


def _put(item: str | Put) -> Put:
    return Put(item) if isinstance(item, str) else item


def _deck(half: Half, name: str) -> Deck:
    own = {card.id: card for card in half.cards}
    counts = Counter(_cards_of(half))
    if half.deck_size is None:
        counts[FILLER] += max(10, SIZE - counts.total())
    else:
        counts[FILLER] += max(0, half.deck_size - len(half.deck))

    def card(identity: str) -> Card:
        found = own.get(identity) or known_cards().get(identity)
        if found is None:
            raise BadPosition(f"There is no card {identity!r}.")
        return found

    return Deck(name, name, card(_put(half.leader).id), tuple((card(id), count) for id, count in counts.items()))


def _side(state: State, seat: int, half: Half) -> Side:
    decks = state.decks
    codes = {decks.cards[code].id: code for code in decks.lists[seat]}
    leader = _put(half.leader)
    side = Side(_stand(Unit(seat, seat, decks.leaders[seat], decks.cards[decks.leaders[seat]]), leader), [])
    for item in map(_put, half.characters):
        side.characters.append(_stand(state.new_unit(seat, codes[item.id]), item))
    if half.stage is not None:
        stage = _put(half.stage)
        side.stage = _stand(state.new_unit(seat, codes[stage.id]), stage)
    life = [FILLER] * half.life if isinstance(half.life, int) else list(half.life)
    side.life = [codes[identity] for identity in reversed(life)]
    side.hand = [codes[identity] for identity in half.hand]
    side.trash = [codes[identity] for identity in half.trash]
    used = Counter([*side.life, *side.hand, *side.trash, *(codes[identity] for identity in half.deck)])
    used.update(unit.code for unit in side.units()[1:])
    rest = list((Counter(decks.lists[seat]) - used).elements())
    side.deck = rest + [codes[identity] for identity in reversed(half.deck)]
    side.active, side.rested = half.active, half.rested
    side.don_deck = side.leader.card.don - half.active - half.rested - sum(unit.don for unit in side.units())
    if side.don_deck < 0:
        raise BadPosition(f"A side has {side.leader.card.don} DON!! and no more.")
    if not side.deck:
        raise BadPosition("A deck without cards has lost already (R12.2).")
    return side


def _stand(unit: Unit, put: Put) -> Unit:
    unit.rested, unit.don, unit.fresh = put.rested, put.don, put.fresh
    return unit
