"""Cards and decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from sparring.games.onepiece.rules.sides import DON
from sparring.games.onepiece.rules.words import every_action, every_gist

if TYPE_CHECKING:
    from sparring.games.onepiece.rules.words import Action, Condition, Cost

NEVER = 1000
"""A price that nobody can pay."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of a card."""

    timing: str
    conditions: tuple[Condition, ...]
    once: bool
    """True for [Once Per Turn]."""

    optional: bool
    cost: tuple[Cost, ...]
    actions: tuple[Action, ...]
    asks_itself: bool
    """True if declining it is the same as choosing nothing while it is carried out."""


@dataclass(frozen=True, eq=False)
class Card:
    """A card as it is printed."""

    id: str
    name: str
    category: str
    colors: tuple[str, ...]
    cost: int | None
    power: int | None
    counter: int | None
    life: int | None
    attribute: str | None
    types: frozenset[str]
    keywords: frozenset[str]
    effects: tuple[Effect, ...]
    trigger: tuple[Effect, ...]
    source: dict[str, Any] = field(repr=False)
    """The card as its file has it."""

    don: int = DON
    """For a leader: the size of its DON!! deck."""

    any_number: bool = False
    """Whether a deck may hold any number of it."""

    numbers: dict[str, tuple[int, ...]] = field(init=False, repr=False)
    """The numbers of its effects, by their timing."""

    permanent: tuple[Effect, ...] = field(init=False, repr=False)
    """Its permanent effects."""

    activations: tuple[int, ...] = field(init=False, repr=False)
    """The numbers of its [Activate: Main] effects."""

    every_effect: tuple[Effect, ...] = field(init=False, repr=False)
    """Its effects and, after them, those of its Trigger."""

    main_price: int = field(init=False, repr=False)
    """Its cost in the main phase; NEVER if it cannot be played then."""

    def __post_init__(self) -> None:
        numbers: dict[str, tuple[int, ...]] = {}
        for number, effect in enumerate(self.effects):
            numbers[effect.timing] = (*numbers.get(effect.timing, ()), number)
        object.__setattr__(self, "numbers", numbers)
        object.__setattr__(self, "activations", numbers.get("activate_main", ()))
        object.__setattr__(self, "every_effect", (*self.effects, *self.trigger))
        always = tuple(effect for effect in self.effects if effect.timing == "permanent")
        object.__setattr__(self, "permanent", always)
        for_main = self.category in ("character", "stage") or "main" in numbers
        object.__setattr__(self, "main_price", self.cost or 0 if for_main else NEVER)

    def timed(self, timing: str) -> tuple[int, ...]:
        """The numbers of its effects of a timing."""
        return self.numbers.get(timing, ())

    @cached_property
    def blank(self) -> Card:
        """The card without its keywords and effects, while these are negated."""
        return replace(self, keywords=frozenset(), effects=())

    @cached_property
    def understood(self) -> bool:
        """Whether minds know what all of its effects can do at most."""
        return not any(gist.unknown for effect in self.every_effect for gist in every_gist(effect.actions))

    @cached_property
    def permanent_kinds(self) -> frozenset[str]:
        """What its permanent effects change: power, cost, keywords, protection, or who may block."""
        return frozenset(kind for effect in self.permanent for word in effect.actions for kind in word.kinds)

    @cached_property
    def permanent_depends(self) -> bool:
        """True if its permanent effects look at values that permanent effects may change."""
        return any(word.depends for effect in self.permanent for word in (*effect.conditions, *effect.actions))

    @cached_property
    def affects_only_itself(self) -> bool:
        """True if its permanent effects change this card alone, and look at nothing that they may change."""
        targets = [word.gist.target for effect in self.permanent for word in effect.actions]
        return not self.permanent_depends and all(cards is not None and cards.select == "this" for cards in targets)


@dataclass(frozen=True, eq=False)
class Deck:
    """A leader and fifty cards."""

    name: str
    title: str
    leader: Card
    cards: tuple[tuple[Card, int], ...]
    """Each card with the number of its copies."""

    def __str__(self) -> str:
        return f"{self.name}, {self.title}" if self.title != self.name else self.name


_numbers = count()


EDITION = 3
"""The latest version of the rules. Records of earlier ones are replayed as they were played.

In 3, whoever owns several cards that go under a deck or into Life at once chooses their order (R2.4), and what lasts
for a battle does nothing outside of one.
"""


class Decks:
    """The two decks of a game, and their cards by number: a leader's is the first of its deck."""

    def __init__(self, decks: tuple[Deck, Deck], edition: int = EDITION, changed: frozenset[str] = frozenset()) -> None:
        self.number = next(_numbers)
        """A number that no other pair of decks of this process has."""
        self.decks = decks
        self.edition = edition
        """The version of the rules by which they are played."""
        self.changed = changed
        """What a table set up by hand has changed, as effects of cards would."""

        self.cards: tuple[Card, ...] = ()
        self.lists: tuple[tuple[int, ...], ...] = ()
        """For each seat the numbers of its fifty cards."""
        self.leaders: list[int] = []
        for deck in decks:
            self.leaders.append(len(self.cards))
            first = len(self.cards) + 1
            codes = [code for code, (_, copies) in enumerate(deck.cards, first) for _ in range(copies)]
            self.lists = (*self.lists, tuple(codes))
            self.cards = (*self.cards, deck.leader, *(card for card, _ in deck.cards))
        effects = [effect for card in self.cards for effect in card.every_effect]
        self.timings = frozenset(effect.timing for effect in effects)
        """When effects of these cards are used. What no card asks for costs no time."""

        found = changed | {kind for effect in effects for word in every_action(effect.actions) for kind in word.kinds}
        self.kinds = frozenset(found.union(*(card.keywords for card in self.cards)))
        """What effects of these cards change or have changed, and all keywords that cards have or get."""

        self.permanent_kinds = frozenset(kind for card in self.cards for kind in card.permanent_kinds)
        """What permanent effects of these cards change."""

        self.limits_attacks = not self.kinds.isdisjoint({"no attack", "no rest", "attack active", "Rush: Character"})
        """True if some card may attack more or less than the rules of the game let it."""

        self.limits_blocks = not self.kinds.isdisjoint({"no rest", "Unblockable"})
        """True if some Blocker may be kept from blocking by other means than the rules of the game."""

        self.prices_vary = "hand cost" in self.kinds or "in_hand" in self.timings
        """True if cards in hand may cost more or less than they say."""

        self.labels = self._labels()
        """What each card is called: its name, and its number too where another of the deck has the same name."""

        self.odd = any(_is_odd(label) for label in self.labels)
        """True if the names of cards could make two options read the same."""

    def __deepcopy__(self, memo: object) -> Decks:
        return self  # nothing about it can change

    def seat_of(self, code: int) -> int:
        """Whose card it is."""
        return int(code >= self.leaders[1])

    def _labels(self) -> tuple[str, ...]:
        names = [Counter(card.name for card, _ in deck.cards) for deck in self.decks]
        return tuple(
            f"{card.name} ({card.id})" if names[self.seat_of(code)][card.name] > 1 else card.name
            for code, card in enumerate(self.cards)
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Decks)
            and self.edition == other.edition
            and [*map(_content, self.decks)] == [*map(_content, other.decks)]
        )

    def __hash__(self) -> int:
        return hash(self.lists)


WORDS = ("leader", "none", "yes", "no", "top", "bottom", "unknown card")


def _is_odd(label: str) -> bool:
    """True if a name could be taken for another part of an option's text."""
    return label in WORDS or "#" in label or " (" in label or " with " in label or " for " in label or ", " in label


def _content(deck: Deck) -> tuple[Any, ...]:
    return deck.name, deck.leader.source, [(card.source, copies) for card, copies in deck.cards]
