"""Matches between our own opponents, played without a referee because that is faster.

A referee asks every player in a thread of its own, so that a match goes on whatever a player does. Opponents that came
with the package always answer, so here they are simply called. The same seed gives the same match either way.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from sparring.brains.limited_sight import LimitedSight
from sparring.match.company import audience_for
from sparring.match.seat import thinking_time
from sparring.match.table import Table
from sparring.opponents import Opponent
from sparring.rules import AnyGame, Offer, Outcome, Player, SparringError, Thinking

ROOMS = ("sparring.games.", "sparring.brains.")
"""Where the rules and brains are that came with the package. Engines and other programs are in another room."""


def may_be_trusted(game: AnyGame, players: Sequence[Player]) -> bool:
    """Whether a match needs no referee: the game, the opponents and their brains came with the package."""
    opponents = [player for player in players if type(player) is Opponent]
    used: list[object] = [game, *(player.brain for player in opponents)]
    used += [player.brain.at_least for player in opponents if isinstance(player.brain, LimitedSight)]
    return len(opponents) == len(players) and all(type(each).__module__.startswith(ROOMS) for each in used)


@dataclass
class QuickMatch:
    """A match between opponents that are trusted to answer.

    >>> from sparring.opponents import opponent
    >>> champion = opponent("tictactoe", "ChampionChimp")
    >>> QuickMatch(champion.game, [champion, champion], seed=7).play().winner is None
    True
    """

    game: AnyGame
    players: Sequence[Opponent]
    seed: int
    opening: Sequence[str] = ()
    most_plies: int = 5000

    def __post_init__(self) -> None:
        self.table = Table(self.game, self.seed)
        self.took: list[tuple[int, float]] = []
        """The seat of every decision and the seconds of processor time that it took, so a busy machine slows nobody."""

    def play(self) -> Outcome:
        """Play it to its end. One that goes on for too long is called a draw."""
        for option in self.opening:
            self.table.choose(option)
        while self.table.outcome is None and len(self.table.choices) < self.most_plies:
            self._answer_offers()
            if self.table.outcome is None:
                self._let_decide()
        return self.table.outcome or Outcome(None, f"called a draw after {self.most_plies} plies")

    def _let_decide(self) -> None:
        seat = self.game.to_move(self.table.position)
        player = self.players[seat]
        decision = self.table.decision(Thinking(thinking_time(player.time_limit)))
        audience = audience_for(self.table, seat, said=(), took=self.took, patience=None)
        began = time.process_time()
        choice = player.decide(replace(decision, audience=audience))
        self.took.append((seat, time.process_time() - began))
        self.table.choose(choice.option)
        if choice.offer is not None:
            with suppress(SparringError):  # it cannot be made any more
                self.table.offer(Offer(choice.offer, seat))

    def _answer_offers(self) -> None:
        """Let the other seat answer every open offer."""
        for offer in list(self.table.offers) if len(self.players) == 2 else []:
            seat = 1 - offer.seat
            player = self.players[seat]
            if player.accepts(offer, self.table.decision(Thinking(player.time_limit))):
                self.table.accept(offer.kind, seat)
            else:
                self.table.decline(offer.kind, seat)
