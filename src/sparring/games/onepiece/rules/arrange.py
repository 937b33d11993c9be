"""Arranges a game as the caller likes: for puzzles, questions about the rules, and tests.

>>> from sparring.games.onepiece import Half, Put, arrange
>>> state = arrange(Half("ST01-001", [Put("ST01-013", don=1)], active=2), Half("ST01-001", life=3))
>>> state.question.kind, state.turn_seat
('action', 0)
>>> arrange(Half(characters=["ST01-003"] * 6, active=-1), Half("ST01-003"))
Traceback (most recent call last):
...
sparring.rules.errors.BadPosition: P1 has 6 characters, and 5 is the most (R5.2); P1 has -1 active DON!!;
P2's leader ST01-003 is a character.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sparring.games.onepiece.rules import lasting
from sparring.games.onepiece.rules.battle import block_step, counter_step
from sparring.games.onepiece.rules.cards import EDITION, Card, Deck, Decks
from sparring.games.onepiece.rules.reading import SIZE, examples, known_cards
from sparring.games.onepiece.rules.sides import FACE_UP, MOST_CHARACTERS, Change, Side, Unit
from sparring.games.onepiece.rules.state import Battle, State
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.turn import MOST_TURNS, main_phase, may_attack, targets_for
from sparring.games.onepiece.rules.values import has_keyword
from sparring.games.onepiece.rules.vocabulary import KEYWORDS
from sparring.rules import BadPosition

FILLER = "ST01-003"
"""The card that fills places where any card will do: a character without effects."""

NUMBERS = ("power", "base power", "cost")
STATES = ("negated", "no attack", "no rest", "no active")
ENDS = ("battle", "turn", "until_your_next_turn_start", "until_opponents_next_turn_end")


@dataclass(frozen=True)
class Lasting:
    """A change that an effect made to a card on the field, and how long it lasts."""

    what: str
    """`power`, `base power`, `cost`, `keyword`, `negated`, `no attack`, `no rest` or `no active`."""

    value: Any = True
    """The number that is added or set, or the keyword."""

    until: str = "turn"
    """`battle`, `turn`, `until_your_next_turn_start` or `until_opponents_next_turn_end`, as its owner sees it."""


@dataclass(frozen=True)
class Put:
    """A card on the field."""

    id: str
    rested: bool = False
    don: int = 0
    fresh: bool = False
    """True if it was played this turn."""

    used: Sequence[int] = ()
    """Which of its [Once Per Turn] effects were used this turn, counted from 1."""

    lasting: Sequence[Lasting] = ()


@dataclass(frozen=True)
class FaceUp:
    """A Life card that lies face up."""

    id: str


@dataclass(frozen=True)
class Clash:
    """A battle in the middle. Cards are given by their numbers; `leader` is the leader."""

    attacker: str = "leader"
    target: str = "leader"
    step: Literal["block", "counter"] = "block"
    """The decision of the defender that comes next."""

    blocked: bool = False
    """True if the target is a Blocker that has blocked."""


@dataclass(frozen=True)
class Half:
    """One side of the table; cards are given by their numbers, decks and Life from the top."""

    leader: str | Put = "ST01-001"
    characters: Sequence[str | Put] = ()
    hand: Sequence[str] = ()
    life: int | Sequence[str | FaceUp] = 5
    """A number of cards without a Trigger, or the cards."""

    deck: Sequence[str] = ()
    """The uppermost cards; below them come others, unless `deck_size` says that there are none."""

    deck_size: int | None = None
    trash: Sequence[str] = ()
    stage: str | Put | None = None
    active: int = 0
    """DON!! in the cost area."""

    rested: int = 0
    cards: Sequence[Card] = field(default=())
    """Cards of one's own, which are not among those that come with the game."""


def arrange(
    first: Half,
    second: Half,
    *,
    turn: int = 5,
    seat: int = 0,
    chance: int = 0,
    battle: Clash | None = None,
    edition: int = EDITION,
) -> State:
    """A game in a seat's turn, with everything where the two halves say.

    It waits in the main phase, or in the battle. It asks even where there is one option, so that nothing happens by
    itself. An impossible table is refused by a BadPosition that says everything that is wrong.
    """
    halves = (first, second)
    problems = [what for who, half in zip(SEATS, halves, strict=True) for what in _problems(who, half)]
    if not 1 <= turn <= MOST_TURNS:
        problems.append(f"a game has the turns 1 to {MOST_TURNS}, and not {turn}")
    if battle is not None and turn <= 2:
        problems.append("nobody may attack in turns 1 and 2 (R4.6)")
    _refuse(problems)
    marks = [change for half in halves for item in _places(half) for change in item.lasting]
    changed = frozenset(str(change.value) if change.what == "keyword" else change.what for change in marks)
    state = State(Decks((_deck(first, SEATS[0]), _deck(second, SEATS[1])), edition, changed), chance)
    state.turn, state.turn_seat = turn, seat
    state.first = seat if turn % 2 else 1 - seat
    for number, half in enumerate(halves):
        state.sides.append(_side(state, number, half))
    state.count_permanents()
    for number, half in enumerate(halves):
        for unit, item in zip(state.sides[number].units(), _places(half), strict=True):
            _stand(state, unit, item, battle is not None)
    state.push(main_phase)
    if battle is not None:
        _clash(state, battle)
    state.ask_anyway()
    return state


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        text = "; ".join(problems)
        raise BadPosition(f"{text[0].upper()}{text[1:]}.")


# ---------------------------------------------------------------------- what is impossible


def _problems(who: str, half: Half) -> Iterator[str]:
    """Everything that is wrong with one half."""
    cards = _known(half)
    ids = [*(item.id for item in _places(half)), *half.hand, *_life(half), *half.deck, *half.trash]
    unknown = sorted({str(identity) for identity in ids if identity not in cards})
    if unknown:
        yield f"there is no card {', '.join(unknown)}"
        return
    if len(half.characters) > MOST_CHARACTERS:
        yield f"{who} has {len(half.characters)} characters, and {MOST_CHARACTERS} is the most (R5.2)"
    counts = {"active": half.active, "rested": half.rested}
    yield from (f"{who} has {count} {what} DON!!" for what, count in counts.items() if count < 0)
    leader = cards[_put(half.leader).id]
    if leader.category != "leader":
        yield f"{who}'s leader {leader.id} is {_a(leader.category)}"
    for item in map(_put, half.characters):
        yield from _misplaced(who, "character", cards[item.id])
    if half.stage is not None:
        stage = _put(half.stage)
        yield from _misplaced(who, "stage", cards[stage.id])
        if stage.don:
            yield f"DON!! are given to leaders and characters, and {who}'s {stage.id} is a stage (R5.6)"
    for item in _places(half):
        yield from _wrong_marks(who, item, cards[item.id])
    for identity in (*half.hand, *_life(half), *half.deck, *half.trash):
        if cards[identity].category == "leader":
            yield f"{identity} is a leader, which never leaves its place (R2.3)"
    total = half.active + half.rested + sum(item.don for item in _places(half))
    if leader.category == "leader" and total > leader.don:
        yield f"{who} has {total} DON!!, and {leader.don} is all there are"
    given = len(ids) - 1
    if given > SIZE:
        yield f"{who} has {given} cards, and a deck has {SIZE} (R1.1)"
    if half.deck_size is not None and max(half.deck_size, len(half.deck)) < 1:
        yield f"{who} has no deck, and so has lost already (R12.2)"


def _misplaced(who: str, place: str, card: Card) -> Iterator[str]:
    if card.category != place:
        yield f"{who}'s {card.id} stands where {_a(place)} stands, and it is {_a(card.category)}"


def _a(category: str) -> str:
    return f"an {category}" if category == "event" else f"a {category}"


def _wrong_marks(who: str, item: Put, card: Card) -> Iterator[str]:
    """What is wrong with the DON!!, the used effects and the changes of a card on the field."""
    if item.don < 0:
        yield f"{who}'s {item.id} has {item.don} DON!!"
    for number in item.used:
        if not 1 <= number <= len(card.effects) or not card.effects[number - 1].once:
            yield f"{who}'s {item.id} has no [Once Per Turn] effect {number}"
    for change in item.lasting:
        number = isinstance(change.value, int) and not isinstance(change.value, bool)
        fits = {**dict.fromkeys(NUMBERS, number), **dict.fromkeys(STATES, change.value is True)}
        fits["keyword"] = change.value in KEYWORDS
        if not fits.get(change.what, False) or change.until not in ENDS:
            yield f"{who}'s {item.id} cannot have {change.what} {change.value!r} until {change.until!r}"


def _known(half: Half) -> Mapping[str, Card]:
    invented = {
        card.id: card for deck in examples().values() for card in (deck.leader, *(one for one, _ in deck.cards))
    }
    return {**invented, **known_cards(), **{card.id: card for card in half.cards}}


# ---------------------------------------------------------------------- putting it there


def _put(item: str | Put) -> Put:
    return Put(item) if isinstance(item, str) else item


def _places(half: Half) -> list[Put]:
    """The cards on the field: the leader, the characters, the stage."""
    return [_put(item) for item in (half.leader, *half.characters, *([half.stage] if half.stage else []))]


def _life(half: Half) -> list[str]:
    """The ids of the Life cards from the top."""
    if isinstance(half.life, int):
        return [FILLER] * half.life
    return [item.id if isinstance(item, FaceUp) else item for item in half.life]


def _deck(half: Half, name: str) -> Deck:
    """All cards of a side that have a place, and cards that fill the deck."""
    known = _known(half)
    on_field = [item.id for item in _places(half)[1:]]
    counts = Counter([*on_field, *half.hand, *_life(half), *half.deck, *half.trash])
    if half.deck_size is None:
        counts[FILLER] += max(10, SIZE - counts.total())
    else:
        counts[FILLER] += max(0, half.deck_size - len(half.deck))
    cards = tuple((known[identity], count) for identity, count in counts.items())
    return Deck(name, name, known[_put(half.leader).id], cards)


def _side(state: State, seat: int, half: Half) -> Side:
    decks = state.decks
    codes = {decks.cards[code].id: code for code in decks.lists[seat]}
    side = Side(Unit(seat, seat, decks.leaders[seat], decks.cards[decks.leaders[seat]]), [])
    side.characters = [state.new_unit(seat, codes[_put(item).id]) for item in half.characters]
    if half.stage is not None:
        side.stage = state.new_unit(seat, codes[_put(half.stage).id])
    side.hand = [codes[identity] for identity in half.hand]
    side.trash = [codes[identity] for identity in half.trash]
    side.life = [codes[identity] for identity in reversed(_life(half))]
    used = Counter([*side.life, *side.hand, *side.trash, *(codes[identity] for identity in half.deck)])
    used.update(unit.code for unit in side.units()[1:])
    rest = list((Counter(decks.lists[seat]) - used).elements())
    side.deck = rest + [codes[identity] for identity in reversed(half.deck)]
    if not isinstance(half.life, int):
        for index, item in enumerate(reversed(half.life)):
            side.life[index] |= (FACE_UP | 0x300) if isinstance(item, FaceUp) else 0
    side.active, side.rested = half.active, half.rested
    side.don_deck = side.leader.card.don - half.active - half.rested - sum(item.don for item in _places(half))
    return side


def _stand(state: State, unit: Unit, item: Put, in_battle: bool) -> None:
    """Give a card on the field its state."""
    unit.rested, unit.don, unit.fresh = item.rested, item.don, item.fresh
    for number in item.used:
        unit.used |= 1 << (number - 1)
    for change in item.lasting:
        if change.until == "battle" and not in_battle:
            _refuse([f"{item.id} cannot have {change.what} for a battle, since there is none"])
        ends = lasting.ends_at(state, unit.seat, change.until)
        lasting.begin(state, unit, Change(change.what, change.value, ends, unit.seat))


# ---------------------------------------------------------------------- a battle in the middle


def _clash(state: State, clash: Clash) -> None:
    """Put the table into a battle, before the block or the counter step."""
    attacker = _fighter(state, state.turn_seat, clash.attacker)
    target = _fighter(state, 1 - state.turn_seat, clash.target)
    if clash.blocked and (target.card.category != "character" or clash.step != "counter"):
        _refuse([f"{clash.target} cannot have blocked: a character blocks, and the counter step comes next (R6.4)"])
    if clash.blocked and not has_keyword(state, target, "Blocker"):
        _refuse([f"{clash.target} cannot have blocked, because it has no Blocker (R9.2)"])
    attacker.rested = False  # as it was when it attacked
    if not may_attack(state, attacker):
        _refuse([f"{clash.attacker} cannot have attacked: it was played this turn, or an effect forbids it (R5.1)"])
    if not clash.blocked and target.id not in targets_for(state, attacker):
        _refuse(
            [f"{clash.target} is active, and only rested characters are attacked (R6.1)"]
            if target.card.category == "character"
            else [f"{clash.attacker} was played this turn, so it can attack characters only (R9.1)"]
        )
    attacker.rested = True
    target.rested = target.rested or clash.blocked
    state.battle = Battle(attacker.id, target.id, blocked=clash.blocked)
    state.push(counter_step if clash.step == "counter" else block_step)


def _fighter(state: State, seat: int, name: str) -> Unit:
    side = state.sides[seat]
    found = [side.leader] if name in ("leader", side.leader.card.id) else []
    found += [unit for unit in side.characters if unit.card.id == name]
    if not found:
        _refuse([f"{SEATS[seat]} has no {name!r} that could be in a battle"])
    return found[0]
