"""A small game with hidden cards and chance; its cards are unique words, so a leak is easy to find.

Every card is a word that occurs nowhere else. Each seat holds two. In its turn a seat puts one down, face up or face
down, and draws one at random from the deck. The seat with more words face up at the end wins.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import sparring

CARDS, HELD = 8, 2


def words(rng: Random, count: int) -> tuple[str, ...]:
    return tuple("".join(rng.choice("bcdfghjklmnpqrstvwxz") for _ in range(14)) for _ in range(count))


@dataclass(frozen=True)
class Cards:
    """The whole position."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    chance: int
    """The state of the generator that decides the next draws."""

    down: tuple[tuple[int, str], ...] = ()
    """The words that were put face down, with the seat that did."""

    up: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Seen:
    """The position as one seat sees it."""

    seat: int
    hand: tuple[str, ...]
    down: tuple[tuple[int, str], ...]
    """The own words among those that are face down."""

    up: tuple[tuple[int, str], ...]
    held: int
    """The number of words that the other seat holds."""

    left: int
    hidden: int
    """The number of words of the other seat that are face down."""

    def sample(self, rng: Random) -> Cards:
        """A position that agrees with the view; hidden words are made up."""
        theirs, deck = words(rng, self.held), words(rng, self.left)
        down = self.down + tuple((1 - self.seat, word) for word in words(rng, self.hidden))
        hands = (self.hand, theirs) if self.seat == 0 else (theirs, self.hand)
        return Cards(hands, deck, rng.getrandbits(60), down, self.up)

    def __str__(self) -> str:
        shown = " ".join(f"{seat}:{word}" for seat, word in self.up + self.down)
        return f"hand {' '.join(self.hand)} shown {shown} counts {self.held} {self.left} {self.hidden}"


class Whispers(sparring.Game[Any, str]):
    """The game, which keeps its secrets."""

    name: ClassVar[str] = "whispers"
    title: ClassVar[str] = "Whispers"

    def start(self, rng: Random) -> Cards:
        cards = words(rng, CARDS)
        return Cards((cards[:HELD], cards[HELD : 2 * HELD]), cards[2 * HELD :], rng.getrandbits(60))

    def to_move(self, position: Cards) -> int:
        return (len(position.down) + len(position.up)) % 2

    def moves(self, position: Cards) -> list[str]:
        hand = position.hands[self.to_move(position)]
        return [f"{how} {word}" for word in hand for how in ("show", "hide")]

    def play(self, position: Cards, move: str) -> Cards:
        seat, (how, word) = self.to_move(position), move.split()
        hand = [other for other in position.hands[seat] if other != word]
        deck, rng = list(position.deck), Random(position.chance)
        if deck:
            hand.append(deck.pop(rng.randrange(len(deck))))
        hands = (tuple(hand), position.hands[1]) if seat == 0 else (position.hands[0], tuple(hand))
        put = {"up": (*position.up, (seat, word))} if how == "show" else {"down": (*position.down, (seat, word))}
        return replace(position, hands=hands, deck=tuple(deck), chance=rng.getrandbits(60), **put)

    def outcome(self, position: Cards) -> sparring.Outcome | None:
        if any(position.hands):
            return None
        shown = [sum(seat == by for by, _ in position.up) for seat in range(2)]
        return sparring.Outcome(None if shown[0] == shown[1] else int(shown[1] > shown[0]), "all cards are down")

    def view(self, position: Cards, seat: int) -> Seen:
        mine = tuple(down for down in position.down if down[0] == seat)
        hidden = len(position.down) - len(mine)
        other = len(position.hands[1 - seat])
        return Seen(seat, position.hands[seat], mine, position.up, other, len(position.deck), hidden)

    def move_seen_by(self, seat: int, position: Cards, move: str) -> str:
        hidden = move.startswith("hide") and seat != self.to_move(position)
        return "hide a card" if hidden else move

    def position_text(self, position: Any) -> str:
        return str(position)

    def draw(self, view: Any) -> str:
        return str(view).replace(" shown ", "\nshown ")

    def known_to(self, position: Cards, seat: int) -> set[str]:
        """The words that a seat may know in a position."""
        return (
            {*position.hands[seat]} | {word for _, word in position.up} | {w for by, w in position.down if by == seat}
        )


class ShowsWatchers(Whispers):
    """The same game, with a view for watchers: the words that lie face up."""

    name: ClassVar[str] = "showswatchers"

    def watchers_view(self, position: Cards) -> Seen:
        return Seen(0, (), (), position.up, len(position.hands[1]), len(position.deck), len(position.down))


class TellsTheMove(Whispers):
    """Leaks: both seats are told which word was put face down."""

    name: ClassVar[str] = "tells_the_move"

    def move_seen_by(self, seat: int, position: Cards, move: str) -> str:
        return move


class ShowsTheDeck(Whispers):
    """Leaks: the drawing contains the whole position."""

    name: ClassVar[str] = "shows_the_deck"

    def view(self, position: Cards, seat: int) -> Any:
        return replace(position, chance=0)


class ShowsTheChance(Whispers):
    """Leaks: the drawing contains the state of the generator."""

    name: ClassVar[str] = "shows_the_chance"

    def draw(self, view: Any) -> str:
        return f"{view} {self.chances[view.left]}"

    chances: ClassVar[dict[int, int]] = {}

    def view(self, position: Cards, seat: int) -> Seen:
        self.chances[len(position.deck)] = position.chance
        return super().view(position, seat)
