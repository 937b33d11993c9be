"""Two small poker games with known theory, written for clarity: Kuhn's, and Leduc."""

from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import sparring

RANKS = "JQK"


@dataclass(frozen=True)
class Dealt:
    """All cards, and what was said so far."""

    cards: tuple[int, ...]
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hand:
    """What one seat sees: its own card, the open card if there is one, and what was said."""

    seat: int
    card: int
    said: tuple[str, ...]
    open_card: int | None = None
    deck: tuple[int, ...] = (0, 1, 2)

    def sample(self, rng: Random) -> Dealt:
        left = list(self.deck)
        left.remove(self.card)
        if self.open_card is not None:
            left.remove(self.open_card)
        rng.shuffle(left)
        cards = [left.pop(), left.pop()]
        cards[self.seat] = self.card
        if len(self.deck) > 3:
            cards.append(left.pop() if self.open_card is None else self.open_card)
        return Dealt(tuple(cards), self.said)


class Kuhn(sparring.Game[Any, str]):
    """Three cards, one chip each; check or bet one chip, then fold or call."""

    name: ClassVar[str] = "kuhn"
    title: ClassVar[str] = "Kuhn poker"

    def deals(self) -> list[Dealt]:
        """All starts; each is as likely as the others."""
        return [Dealt(cards) for cards in permutations(range(3), 2)]

    def start(self, rng: Random) -> Dealt:
        return rng.choice(self.deals())

    def to_move(self, position: Dealt) -> int:
        return len(position.said) % 2

    def moves(self, position: Dealt) -> list[str]:
        return ["fold", "call"] if "bet" in position.said else ["check", "bet"]

    def play(self, position: Dealt, move: str) -> Dealt:
        return replace(position, said=(*position.said, move))

    def outcome(self, position: Dealt) -> sparring.Outcome | None:
        said = position.said
        if said[-1:] == ("fold",):
            winner, stake = len(said) % 2, 1
        elif said[-1:] == ("call",) or said == ("check", "check"):
            winner, stake = int(position.cards[1] > position.cards[0]), 1 + ("bet" in said)
        else:
            return None
        return sparring.Outcome(reason="settled", payoffs=(stake, -stake) if winner == 0 else (-stake, stake))

    def view(self, position: Dealt, seat: int) -> Hand:
        return Hand(seat, position.cards[seat], position.said)


class RetracedKuhn(Kuhn):
    """The same, and it tells how a position came about."""

    name: ClassVar[str] = "retraced_kuhn"

    def retrace(self, position: Dealt) -> tuple[Dealt, tuple[str, ...]]:
        return Dealt(position.cards), position.said


class Leduc(sparring.Game[Any, str]):
    """Six cards of three ranks, and two rounds of betting, 2 and 4 chips a raise and at most two raises a round.

    One chip each; after the first round a card is opened. A pair with it wins, else the higher rank.
    """

    name: ClassVar[str] = "leduc"
    title: ClassVar[str] = "Leduc poker"
    DECK: ClassVar[tuple[int, ...]] = (0, 0, 1, 1, 2, 2)

    def deals(self) -> list[Dealt]:
        """All starts; some are listed more often, because they are more likely."""
        return [Dealt(cards) for cards in permutations(self.DECK, 3)]

    def start(self, rng: Random) -> Dealt:
        return Dealt(tuple(rng.sample(self.DECK, 3)))

    def rounds(self, said: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
        """What was said in the first round and, once that is over, in the second."""
        for length in range(2, len(said) + 1):
            if said[length - 1] == "call" or said[:length] == ("check", "check"):
                return said[:length], said[length:]
        return said, None

    def to_move(self, position: Dealt) -> int:
        first, second = self.rounds(position.said)
        return len(first if second is None else second) % 2

    def moves(self, position: Dealt) -> list[str]:
        first, second = self.rounds(position.said)
        said = first if second is None else second
        raises = said.count("raise")
        return ["check", "raise"] if not raises else ["fold", "call", "raise"] if raises < 2 else ["fold", "call"]

    def play(self, position: Dealt, move: str) -> Dealt:
        return replace(position, said=(*position.said, move))

    def paid(self, said: tuple[str, ...]) -> list[int]:
        """The chips that each seat has paid."""
        paid = [1, 1]
        for raised, words in zip((2, 4), self.rounds(said), strict=True):
            for number, word in enumerate(words or ()):
                if word in ("call", "raise"):
                    paid[number % 2] = max(paid) + (raised if word == "raise" else 0)
        return paid

    def outcome(self, position: Dealt) -> sparring.Outcome | None:
        first, second = self.rounds(position.said)
        said, (mine, yours, opened) = first if second is None else second, position.cards
        paid = self.paid(position.said)
        if said[-1:] == ("fold",):
            loser = (len(said) - 1) % 2
        elif second is not None and (second[-1:] == ("call",) or second == ("check", "check")):
            strength = [(card == opened, card) for card in (mine, yours)]
            if strength[0] == strength[1]:
                return sparring.Outcome(reason="equal hands", payoffs=(0, 0))
            loser = int(strength[0] > strength[1])
        else:
            return None
        return sparring.Outcome(reason="settled", payoffs=(paid[1], -paid[1]) if loser else (-paid[0], paid[0]))

    def view(self, position: Dealt, seat: int) -> Hand:
        opened = None if self.rounds(position.said)[1] is None else position.cards[2]
        return Hand(seat, position.cards[seat], position.said, opened, self.DECK)


@dataclass(frozen=True)
class Tossed:
    """A coin that nobody sees, a number from 1 to 10, and what was done."""

    coin: str
    luck: int
    done: tuple[str, ...] = ()


@dataclass(frozen=True)
class Covered:
    """What is seen: neither the coin nor the number."""

    done: tuple[str, ...]

    def sample(self, rng: Random) -> Tossed:
        return Tossed(rng.choice(["heads", "tails"]), rng.randint(1, 10), self.done)


class SafeOrGuess(sparring.Game[Any, str]):
    """Being safe wins nine times in ten. Daring wins if the next guess is right; whoever saw the coin would dare."""

    name: ClassVar[str] = "safe_or_guess"
    title: ClassVar[str] = "Safe or guess"

    def start(self, rng: Random) -> Tossed:
        return Tossed(rng.choice(["heads", "tails"]), rng.randint(1, 10))

    def to_move(self, position: Tossed) -> int:
        return 0

    def moves(self, position: Tossed) -> list[str]:
        return ["heads", "tails"] if position.done else ["dare", "safe"]

    def play(self, position: Tossed, move: str) -> Tossed:
        return replace(position, done=(*position.done, move))

    def outcome(self, position: Tossed) -> sparring.Outcome | None:
        if position.done == ("safe",):
            return sparring.Outcome(int(position.luck == 1), "safe")
        if len(position.done) == 2:
            return sparring.Outcome(int(position.done[1] != position.coin), "guessed")
        return None

    def view(self, position: Tossed, seat: int) -> Covered:
        return Covered(position.done)
