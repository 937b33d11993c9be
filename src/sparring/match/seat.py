"""Asks a player for a decision so that the match goes on whatever the player does."""

import copy
import inspect
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from sparring.brains.brain import BadAnalysis
from sparring.match.person import Person
from sparring.opponents import Opponent
from sparring.rules import Analysis, AnyGame, BadPosition, Choice, Decision, Offer, OfferKind, Player, Thinking
from sparring.rules.own_code import in_words
from sparring.rules.places import explained, not_compiled, place_of, place_of_class
from sparring.rules.said import one_line
from sparring.work.job import Job, WaitingJob
from sparring.work.threads import JobThread

log = logging.getLogger("sparring.match")
decisions = logging.getLogger("sparring.decisions")

LONGEST_REMARK = 2000
"""Characters of a remark that are kept."""

T = TypeVar("T")


class PlayerFailed(Exception):
    """A player gave no valid answer."""

    problem = "raised"

    def __init__(self, detail: str, why: str = "") -> None:
        super().__init__(detail)
        self.why = why
        """What went wrong in code of the user's own, and where; empty if the player is none of theirs."""


class IllegalChoice(PlayerFailed):
    """It answered with something that is not one of the options."""

    problem = "illegal"


class Overrun(PlayerFailed):
    """It did not answer in time."""

    problem = "overrun"


class StillThinking(PlayerFailed):
    """It has not yet come back from an earlier decision."""

    problem = "still thinking"


@dataclass(frozen=True)
class Answer:
    """The choice that is played, and how it came about."""

    choice: Choice
    seconds: float
    """How long the player took."""

    failure: PlayerFailed | None = None
    """What went wrong, if the choice is not the player's own."""


async def answer_for_sure(game: AnyGame, seat: "Seat", decision: Decision, limit: float | None) -> Answer:
    """The answer of a seat, whatever its player does: its own, else the best it has reported, else a random one."""
    began = time.monotonic()
    try:
        choice = await seat.ask(decision, limit)
    except PlayerFailed as failure:
        best, options = decision.thinking.best, decision.options
        option = best if type(best) is str and best in options else decision.rng("fallback").choice(options)
        log.warning(
            "fallback for seat %d (%s) of %s: %s: %s; played %s in %s",
            decision.seat,
            seat.name,
            game.name,
            failure.problem,
            failure.why or failure,
            option,
            _describe(game, decision.view),
        )
        return Answer(Choice(option), time.monotonic() - began, failure)
    if choice.analysis is not None:
        details = game.name, decision.number, seat.name, choice.option, choice.analysis
        decisions.debug("%s %d: %s plays %s; %s", *details)
    return Answer(choice, time.monotonic() - began)


def thinking_time(limit: float | None) -> float | None:
    """The time that a player is told it has: a little less than its limit, so that its answer arrives in time."""
    return None if limit is None else limit - min(0.25, 0.2 * limit)


class Seat:
    """Asks one player, without trusting it.

    The player thinks in a thread of its own, where it may await, compute or block as it likes. When its time is over
    it is told to stop, then cancelled, then interrupted; and if even that fails it is abandoned, and not asked while
    its old answer is outstanding. A person only waits, which needs no thread.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = name_of(player)
        self._thread = JobThread("sparring seat")
        self._asked: Job[Choice | PlayerFailed] | None = None

    async def ask(self, decision: Decision, seconds: float | None) -> Choice:
        """The player's answer, sure to be one of the options; or PlayerFailed, soon after its time is over."""
        if self.away:
            raise StillThinking("its answer to an earlier decision is still outstanding")
        # The player gets a copy of the view and a Thinking of its own, so nothing it does to them reaches the table.
        theirs = Thinking(decision.thinking.seconds_left, lambda analysis: _pass_on(analysis, decision.thinking))
        view, audience = copy.deepcopy((decision.view, decision.audience))
        handed = replace(decision, view=view, audience=audience, thinking=theirs)
        job = self._asked = self._start(handed, decision.options, _BothSides(decision.thinking, theirs))
        try:
            answer = await job.result(seconds)
        except TimeoutError:
            raise self._failed(Overrun, f"no answer within {seconds:g} s") from None
        except Exception as error:  # the player has spoilt even the task that asked it
            raise PlayerFailed(in_words(error)) from None
        if isinstance(answer, PlayerFailed):
            raise answer
        return answer

    async def accepts(self, offer: Offer, decision: Decision, seconds: float | None) -> bool | None:
        """Whether the player accepts an offer; a player that fails to say so declines."""
        handed = replace(decision, view=copy.deepcopy(decision.view), thinking=Thinking(seconds))
        try:
            answer = await self.run(lambda: self.player.accepts(offer, handed), handed.thinking, seconds=seconds)
        except Exception as error:  # the player's own fault
            log.warning("%s did not answer an offer: %s", self.name, in_words(error))
            return False
        return answer if answer is None else answer is True

    async def prepare(self, seconds: float | None = None) -> None:
        """Let the player get ready, before its clock runs; one that cannot is logged, and asked all the same."""
        try:
            await self.run(self.player.prepare, seconds=seconds)
        except Exception as error:  # the player's own fault
            log.warning("%s could not get ready: %s", self.name, in_words(error))

    async def run(self, work: Callable[[], T], thinking: Thinking | None = None, *, seconds: float | None = None) -> T:
        """Do other work in the player's thread; cancelled, this ends only when the work has ended."""
        return await self._thread.start(work, thinking).result(seconds, grace=None)

    def close(self) -> None:
        """Let the thread end; one that is stuck is abandoned."""
        self._thread.close()

    @property
    def away(self) -> bool:
        """Whether the player has not yet come back from an earlier decision."""
        return self._thread.busy or (self._asked is not None and not self._asked.done)

    def _start(self, decision: Decision, options: tuple[str, ...], thinking: Thinking) -> Job[Choice | PlayerFailed]:
        if type(self.player).choose is Person.choose:
            return WaitingJob(self._answer(decision, options), thinking)
        return self._thread.start(lambda: self._answer(decision, options), thinking)

    async def _answer(self, decision: Decision, options: tuple[str, ...]) -> Choice | PlayerFailed:
        """Ask the player and check its answer; runs where the player thinks, so its objects are touched only there."""
        try:
            if isinstance(self.player, Opponent) and type(self.player).choose is Opponent.choose:
                answer: object = self.player.decide(decision)  # `choose` would start one more thread
            else:
                answer = self.player.choose(decision)
                if inspect.isawaitable(answer):
                    answer = await answer
            checked = _checked(answer, options)
            return checked if isinstance(checked, Choice) else self._failed(IllegalChoice, str(checked))
        except BadAnalysis as error:
            return self._failed(PlayerFailed, str(error).removesuffix("."))
        except BaseException as error:  # even SystemExit is only this player's
            return PlayerFailed(in_words(error), _why(error))

    def _failed(self, kind: type[PlayerFailed], detail: str) -> PlayerFailed:
        """A failure without an error, with the place of the brain if that is the user's own."""
        place = place_of_class(type(self.player.brain if isinstance(self.player, Opponent) else self.player))
        return kind(detail, f"{place}: {detail}" if place else "")


def _why(error: BaseException) -> str:
    """What went wrong in the user's own code, and where; empty if the error did not come from there."""
    with suppress(Exception):  # the error's own code may fail too
        if not_compiled(error) or place_of(error):
            return explained(error)
    return ""


class _BothSides(Thinking):
    """The referee's Thinking and the copy that the player has: stopping stops both."""

    def __init__(self, ours: Thinking, theirs: Thinking) -> None:
        super().__init__(ours.seconds_left)
        self._ours = ours
        self._theirs = theirs

    def stop(self) -> None:
        """Tell the player to stop, and the referee to listen to it no more."""
        super().stop()
        self._ours.stop()
        with suppress(Exception):  # the player may have done anything to its copy
            self._theirs.stopped = True


def _pass_on(analysis: object, thinking: Thinking) -> None:
    """Report to the referee what a player reported, if it is an Analysis."""
    if not issubclass(type(analysis), Analysis):
        raise TypeError(f"report an Analysis, not a {type(analysis).__name__}")
    thinking.report(analysis)  # type: ignore[arg-type]


def name_of(player: Player) -> str:
    """A player's name as a record can hold it: one line, whatever the player says."""
    try:
        return " ".join(str(player.name).split())
    except Exception:
        return type(player).__name__


def _describe(game: AnyGame, view: object) -> str:
    """The view of a seat, for the log."""
    try:
        return game.position_text(view)
    except (BadPosition, AttributeError, TypeError):
        return repr(view)


def _checked(answer: object, options: tuple[str, ...]) -> Choice | PlayerFailed:
    """The answer as a Choice of plain values, or what is wrong with it."""
    choice = answer if isinstance(answer, Choice) else Choice(answer) if isinstance(answer, str) else None
    if choice is None:
        return IllegalChoice(f"answered with a {type(answer).__name__}, not one of the options")
    for option in options:
        if issubclass(type(choice.option), str) and str.__eq__(option, choice.option):
            said = str.__str__(choice.remark) if issubclass(type(choice.remark), str) else ""
            analysis = choice.analysis if isinstance(choice.analysis, Analysis) else None
            pace = float(choice.pace) if isinstance(choice.pace, int | float) else 0.0
            offer = choice.offer if isinstance(choice.offer, OfferKind) else None
            return Choice(option, one_line(said, LONGEST_REMARK), analysis, pace, offer)
    return IllegalChoice(f"answered {choice.option!r:.100}, which is not one of the options")
