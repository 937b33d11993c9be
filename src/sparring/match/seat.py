"""A player at arm's length: whatever it does when asked, the one who asks goes on."""

import asyncio
import copy
import inspect
import logging
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, replace

from sparring.rules import Analysis, AnyGame, BadPosition, Choice, Decision, Player
from sparring.work.threads import GRACE, DaemonThreads, Interrupted, interrupt

log = logging.getLogger("sparring.match")

LONGEST_REMARK = 2000


class PlayerFailed(Exception):
    """A player gave no answer that counts."""

    problem = "raised"


class IllegalChoice(PlayerFailed):
    """It answered with what is none of the options."""

    problem = "illegal"


class Overrun(PlayerFailed):
    """It did not answer in time."""

    problem = "overrun"


class StillThinking(PlayerFailed):
    """It has not yet come back from an earlier decision."""

    problem = "still thinking"


@dataclass(frozen=True)
class Answer:
    """What is played, and how it came about."""

    choice: Choice
    seconds: float
    """How long the player took."""

    failure: PlayerFailed | None = None
    """What went wrong, if the choice is not the player's own."""


async def answer_for_sure(game: AnyGame, seat: "Seat", decision: Decision, limit: float | None) -> Answer:
    """The answer of a seat, whatever its player does: its own, or else the best it told of, or else a random one."""
    began = time.monotonic()
    # What the player gets is a copy, so that nothing it does to it can reach the table.
    handed = replace(decision, view=copy.deepcopy(decision.view))
    try:
        choice = await seat.ask(handed, limit)
    except PlayerFailed as failure:
        best, options = decision.thinking.best, decision.options
        option = best if type(best) is str and best in options else decision.rng("fallback").choice(options)
        log.warning(
            "fallback for seat %d (%s) of %s: %s: %s; played %s in %s",
            decision.seat,
            seat.player.name,
            game.name,
            failure.problem,
            failure,
            option,
            _describe(game, decision.view),
        )
        return Answer(Choice(option), time.monotonic() - began, failure)
    return Answer(choice, time.monotonic() - began)


def thinking_time(limit: float | None) -> float | None:
    """What a player is told it has: a little less than its limit, so that its answer still gets across in time."""
    return None if limit is None else limit - min(0.25, 0.2 * limit)


class Seat:
    """Asks one player, in a daemon thread with an event loop of its own.

    There a player may await, compute or block as it likes. When its time is over it is told to stop, then
    cancelled, then interrupted; and if even that fails it is left behind, and not asked while it is away.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[Choice | PlayerFailed] | None = None
        self._outstanding: Future[Choice | PlayerFailed] | None = None

    async def ask(self, decision: Decision, seconds: float | None) -> Choice:
        """The player's answer, sure to be one of the options; or PlayerFailed, soon after its time is over."""
        if self._away():
            raise StillThinking("its answer to an earlier decision is still outstanding")
        self._outstanding = Future()
        answer = asyncio.wrap_future(self._outstanding)
        self._open().call_soon_threadsafe(self._begin, decision, self._outstanding)
        try:
            result = await asyncio.wait_for(asyncio.shield(answer), seconds)
        except TimeoutError:
            self._dismiss(decision)
            asyncio.get_running_loop().call_later(GRACE, self._interrupt_if_away, self._outstanding)
            raise Overrun(f"no answer within {seconds:g} s") from None
        except asyncio.CancelledError:
            self._dismiss(decision)
            await asyncio.wait({answer}, timeout=GRACE)  # so that it can be asked anew at once
            raise
        if isinstance(result, PlayerFailed):
            raise result
        return result

    def close(self) -> None:
        """Let the thread end; one that does not come back is interrupted and left behind."""
        if self._loop is None or self._thread is None:
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        if self._away():
            interrupt(self._thread)
        self._loop = self._thread = None

    # ------------------------------------------------------------------ on the asking side

    def _away(self) -> bool:
        return self._outstanding is not None and not self._outstanding.done()

    def _dismiss(self, decision: Decision) -> None:
        """Tell the player that nobody waits any more."""
        decision.thinking.stop()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._cancel)

    def _interrupt_if_away(self, outstanding: "Future[Choice | PlayerFailed]") -> None:
        if self._outstanding is outstanding and self._away() and self._thread is not None:
            interrupt(self._thread)

    def _open(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_default_executor(DaemonThreads())
            self._thread = threading.Thread(target=_serve, args=(self._loop,), name="sparring seat", daemon=True)
            self._thread.start()
        return self._loop

    # ------------------------------------------------------------------ in the player's thread

    def _begin(self, decision: Decision, outstanding: "Future[Choice | PlayerFailed]") -> None:
        def tell(task: "asyncio.Task[Choice | PlayerFailed]") -> None:
            outstanding.set_result(PlayerFailed("cancelled") if task.cancelled() else task.result())

        self._task = asyncio.get_running_loop().create_task(self._answer(decision))
        self._task.add_done_callback(tell)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, decision: Decision) -> Choice | PlayerFailed:
        try:
            answer = self.player.choose(decision)
            if inspect.isawaitable(answer):
                answer = await answer
            return _checked(answer, decision.options)
        except BaseException as error:  # even SystemExit is only this player's
            return PlayerFailed(f"{type(error).__name__}: {error}")


def _describe(game: AnyGame, view: object) -> str:
    """What the seat saw, for the log."""
    try:
        return game.position_text(view)
    except (BadPosition, AttributeError, TypeError):
        return repr(view)


def _checked(answer: object, options: tuple[str, ...]) -> Choice | PlayerFailed:
    """A choice made of plain values only, whatever the player handed over."""
    choice = answer if isinstance(answer, Choice) else Choice(answer) if isinstance(answer, str) else None
    if choice is None:
        return IllegalChoice(f"answered with a {type(answer).__name__}, not with one of the options")
    for option in options:
        if isinstance(choice.option, str) and str.__eq__(option, choice.option):
            remark = choice.remark[:LONGEST_REMARK] if isinstance(choice.remark, str) else ""
            analysis = choice.analysis if isinstance(choice.analysis, Analysis) else None
            pace = float(choice.pace) if isinstance(choice.pace, int | float) else 0.0
            return Choice(option, remark, analysis, pace)
    return IllegalChoice(f"answered {choice.option!r:.100}, which is none of the options")


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    """Run a seat's loop until it is stopped; an interruption that comes too late does no harm."""
    asyncio.set_event_loop(loop)
    stopped = False
    while not stopped:
        try:
            loop.run_forever()
            stopped = True
        except Interrupted:
            continue
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=GRACE))
    loop.close()
