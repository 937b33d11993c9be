"""A One Piece table for tests of rules: arranged freely, played by the texts of options, with every card visible."""

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules.arrange import Half, Put, arrange
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.values import cost, has_keyword, power

P1, P2 = 0, 1
GAME = OnePiece()

__all__ = ["GAME", "P1", "P2", "Half", "Put", "Table"]


class Table:
    """A game in the main phase of a turn; by default it is turn 5, P1's."""

    def __init__(self, first=None, second=None, **how):
        self.state = arrange(first or Half(), second or Half(), **how)

    # ------------------------------------------------------------------ decisions

    @property
    def options(self):
        """The texts of the options of the pending decision; none when the game is over."""
        return list(GAME.options(self.state))

    @property
    def kind(self):
        return self.state.question.kind

    @property
    def asked(self):
        """The seat that decides."""
        return self.state.question.seat

    def do(self, *texts):
        """Choose options by their texts, one decision after the other."""
        for text in texts:
            options = GAME.options(self.state)
            assert text in options, f"{text!r} is none of {list(options)}"
            self.state = GAME.play(self.state, options[text])
        return self

    def why(self, text):
        return GAME.why_not(self.state, text)

    @property
    def prompt(self):
        return GAME.prompt(GAME.view(self.state, GAME.to_move(self.state)))

    @property
    def over(self):
        return self.state.over

    @property
    def winner(self):
        return self.state.winner

    # ------------------------------------------------------------------ zones

    def side(self, seat):
        return self.state.sides[seat]

    def unit(self, seat, identity, number=0):
        """A card on the field by its id; `number` counts equal cards from the left."""
        found = [unit for unit in self.side(seat).units() if unit.card.id == identity]
        return found[number]

    def field(self, seat):
        """The ids of the characters."""
        return [unit.card.id for unit in self.side(seat).characters]

    def stage(self, seat):
        stage = self.side(seat).stage
        return None if stage is None else stage.card.id

    def power(self, seat, identity, number=0):
        return power(self.state, self.unit(seat, identity, number))

    def cost(self, seat, identity, number=0):
        return cost(self.state, self.unit(seat, identity, number))

    def has(self, seat, identity, keyword, number=0):
        return has_keyword(self.state, self.unit(seat, identity, number), keyword)

    def hand(self, seat):
        return self._ids(self.side(seat).hand)

    def life(self, seat):
        """From the top."""
        return self._ids(reversed(self.side(seat).life))

    def deck(self, seat):
        """From the top."""
        return self._ids(reversed(self.side(seat).deck))

    def trash(self, seat):
        return self._ids(self.side(seat).trash)

    def don(self, seat):
        """DON!! in the cost area, active and rested, and those left in the DON!! deck."""
        side = self.side(seat)
        return side.active, side.rested, side.don_deck

    def view(self, seat):
        return GAME.view(self.state, seat)

    def _ids(self, entries):
        return [self.state.decks.cards[entry & CODE].id for entry in entries]
