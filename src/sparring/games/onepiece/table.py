"""A table to try things out on: arranged freely, played by the texts of options, with every card visible.

>>> from sparring.games.onepiece import Half, Put, Table
>>> table = Table(Half("ST01-001", [Put("ST01-013", don=1)]), Half("ST01-001", life=3))
>>> table.do("attack leader with Roronoa Zoro").life(1)
['ST01-003', 'ST01-003']
>>> table.why("attack leader with Roronoa Zoro")
'R6.1: Roronoa Zoro is rested, and only active cards attack.'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sparring.games.onepiece.game import OnePiece
from sparring.games.onepiece.rules.arrange import Half, arrange
from sparring.games.onepiece.rules.sides import CODE, Side, Unit
from sparring.games.onepiece.rules.values import cost, has_keyword, power
from sparring.games.onepiece.rules.view import View
from sparring.rules import IllegalMove

GAME = OnePiece()


class Don(NamedTuple):
    """Where the DON!! of a side are that are not given to cards."""

    active: int
    rested: int
    deck: int


class Table:
    """A game in the main phase of a turn, or in a battle; by default it is turn 5, P1's. Seats are 0 and 1."""

    def __init__(self, first: Half | None = None, second: Half | None = None, **how: Any) -> None:
        self.state = arrange(first or Half(), second or Half(), **how)

    # ------------------------------------------------------------------ decisions

    @property
    def options(self) -> list[str]:
        """The texts of the options of the pending decision; none when the game is over."""
        return list(GAME.options(self.state))

    @property
    def kind(self) -> str:
        """The kind of the pending decision."""
        return GAME.kind(self.state)

    @property
    def asked(self) -> int:
        """The seat that decides."""
        return GAME.to_move(self.state)

    def do(self, *texts: str) -> Table:
        """Choose options by their texts, one decision after the other."""
        for text in texts:
            options = GAME.options(self.state)
            if text not in options:
                raise IllegalMove(f"{text!r} is none of the options: {', '.join(options) or 'the game is over'}.")
            self.state = GAME.play(self.state, options[text])
        return self

    def why(self, text: str) -> str:
        """Why something cannot be done now."""
        return GAME.why_not(self.state, text)

    @property
    def prompt(self) -> str:
        """The question that is asked."""
        return GAME.prompt(GAME.view(self.state, self.asked))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def winner(self) -> int | None:
        """Who has won, if anybody has."""
        return self.state.winner

    # ------------------------------------------------------------------ zones

    def side(self, seat: int) -> Side:
        """A seat's half of the table."""
        return self.state.sides[seat]

    def unit(self, seat: int, identity: str, number: int = 0) -> Unit:
        """A card on the field by its id; `number` counts equal cards from the left."""
        return [unit for unit in self.side(seat).units() if unit.card.id == identity][number]

    def field(self, seat: int) -> list[str]:
        """The ids of the characters."""
        return [unit.card.id for unit in self.side(seat).characters]

    def stage(self, seat: int) -> str | None:
        """The id of the stage."""
        stage = self.side(seat).stage
        return None if stage is None else stage.card.id

    def power(self, seat: int, identity: str, number: int = 0) -> int:
        """The power of a card on the field now."""
        return power(self.state, self.unit(seat, identity, number))

    def cost(self, seat: int, identity: str, number: int = 0) -> int:
        """The cost of a card on the field now."""
        return cost(self.state, self.unit(seat, identity, number))

    def has(self, seat: int, identity: str, keyword: str, number: int = 0) -> bool:
        """Whether a card on the field has a keyword now."""
        return has_keyword(self.state, self.unit(seat, identity, number), keyword)

    def hand(self, seat: int) -> list[str]:
        """The ids of the cards in hand."""
        return self._ids(self.side(seat).hand)

    def life(self, seat: int) -> list[str]:
        """The ids of the Life cards, from the top."""
        return self._ids(reversed(self.side(seat).life))

    def deck(self, seat: int) -> list[str]:
        """The ids of the cards of the deck, from the top."""
        return self._ids(reversed(self.side(seat).deck))

    def trash(self, seat: int) -> list[str]:
        """The ids of the cards in the trash."""
        return self._ids(self.side(seat).trash)

    def don(self, seat: int) -> Don:
        """DON!! in the cost area, active and rested, and those left in the DON!! deck."""
        side = self.side(seat)
        return Don(side.active, side.rested, side.don_deck)

    def view(self, seat: int) -> View:
        """What a seat may see."""
        return GAME.view(self.state, seat)

    def _ids(self, entries: Iterable[int]) -> list[str]:
        return [self.state.decks.cards[entry & CODE].id for entry in entries]
