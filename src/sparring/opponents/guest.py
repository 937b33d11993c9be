"""A guest: a player from outside who takes the place of an opponent, and whose choices nobody here changes."""

import inspect
from typing import Any

from sparring.brains.brain import Brain
from sparring.opponents.opponent import Opponent
from sparring.rules import Analysis, AnyGame, Choice, Decision, Judgement, Offer, Player
from sparring.rules.player import TIME_LIMIT
from sparring.work.threads import outcome_of


class Guest(Opponent):
    """A player of any kind as an opponent. It has no character: its pace and its remarks are its own."""

    def __init__(self, game: AnyGame, name: str, player: Player) -> None:
        super().__init__(game, name, _AsksAPlayer(game, player))
        self.player = player
        self.ready = player.ready

    def prepare(self) -> None:
        """Let the player get ready."""
        self.player.prepare()
        self.ready = True

    @property
    def time_limit(self) -> float:
        """The seconds that a referee should allow for a decision, by the player's own account if it gives one."""
        return float(getattr(self.player, "time_limit", TIME_LIMIT))

    async def choose(self, decision: Decision) -> Choice:
        """The player's answer as it is; the referee checks it."""
        answer: Any = self.player.choose(decision)
        if inspect.isawaitable(answer):
            answer = await answer
        return Choice(answer) if isinstance(answer, str) else answer

    def decide(self, decision: Decision) -> Choice:
        """The same for code that does not await."""
        return outcome_of(self.choose(decision))

    def accepts(self, offer: Offer, decision: Decision) -> bool:
        """Whether the player accepts."""
        return self.player.accepts(offer, decision) is True

    def close(self) -> None:
        """End the program behind it, if there is one."""
        close = getattr(self.player, "close", None)
        if callable(close):
            close()


class _AsksAPlayer(Brain):
    """A player as a brain, for those who only want an analysis: it prefers what the player chooses."""

    def __init__(self, game: AnyGame, player: Player) -> None:
        super().__init__(game)
        self._player = player

    def judge(self, decision: Decision) -> Analysis:
        """The analysis that came with the choice, or else nothing but the preference."""
        choice = Guest(self.game, self._player.name, self._player).decide(decision)
        if choice.analysis is not None:
            return choice.analysis
        options = tuple(Judgement(option, 0.0) for option in decision.options)
        return Analysis(options, reason="its own choice", preferred=choice.option)
