"""A player at arm's length: whatever it does when asked, the one who asks goes on."""

import asyncio
import copy
import inspect
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace

from sparring.opponents import Opponent
from sparring.rules import Analysis, AnyGame, BadPosition, Choice, Decision, Player, Thinking
from sparring.work.threads import GRACE, DaemonThreads, interrupt

log = logging.getLogger("sparring.match")
decisions = logging.getLogger("sparring.decisions")

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
            failure,
            option,
            _describe(game, decision.view),
        )
        return Answer(Choice(option), time.monotonic() - began, failure)
    if choice.analysis is not None:
        details = game.name, decision.number, seat.name, choice.option, choice.analysis
        decisions.debug("%s %d: %s plays %s; %s", *details)
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
        self.name = name_of(player)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._task: asyncio.Task[Choice | PlayerFailed] | None = None
        self._outstanding: Future[Choice | PlayerFailed] | None = None

    async def ask(self, decision: Decision, seconds: float | None) -> Choice:
        """The player's answer, sure to be one of the options; or PlayerFailed, soon after its time is over."""
        if self.away:
            raise StillThinking("its answer to an earlier decision is still outstanding")
        # What the player gets is a copy and a wire of its own, so that nothing it does to them can reach the table.
        wire = Thinking(decision.thinking.seconds_left, lambda analysis: _pass_on(analysis, decision.thinking))
        handed = replace(decision, view=copy.deepcopy(decision.view), thinking=wire)
        outstanding: Future[Choice | PlayerFailed] = Future()
        self._outstanding = outstanding
        outstanding.set_running_or_notify_cancel()  # from here on only the player's thread ends it
        self._open().call_soon_threadsafe(self._begin, handed, decision.options, outstanding)
        answer = asyncio.wrap_future(outstanding)
        try:
            async with asyncio.timeout(seconds):  # wait_for forgets a cancellation that comes with the answer
                result = await asyncio.shield(answer)
        except TimeoutError:
            self._dismiss(decision, wire)
            raise Overrun(f"no answer within {seconds:g} s") from None
        except asyncio.CancelledError:
            self._dismiss(decision, wire)
            await asyncio.wait({answer}, timeout=GRACE)  # so that it can be asked anew at once
            raise
        finally:
            if not answer.done():
                answer.cancel()
        if isinstance(result, PlayerFailed):
            raise result
        return result

    def close(self) -> None:
        """Let the thread end; one that does not come back is left behind."""
        self._closed = True
        self._send(lambda: self._loop.stop() if self._loop else None)

    # ------------------------------------------------------------------ on the asking side

    @property
    def away(self) -> bool:
        """Whether the player has not yet come back from an earlier decision."""
        return self._outstanding is not None and not self._outstanding.done()

    def _dismiss(self, decision: Decision, wire: Thinking) -> None:
        """Tell the player that nobody waits any more, and see to it that it hears it."""
        decision.thinking.stop()
        with suppress(Exception):  # the player may have done anything to its wire
            wire.stopped = True
        self._send(self._cancel)
        assert self._outstanding is not None
        threading.Thread(target=self._recall, args=(self._outstanding,), name="sparring recall", daemon=True).start()

    def _recall(self, outstanding: "Future[Choice | PlayerFailed]") -> None:
        """Interrupt the player's thread while its loop does not turn; one that only awaits is left alone."""
        for _ in range(5):
            heard = threading.Event()
            if outstanding.done() or not self._send(heard.set):
                return
            if not heard.wait(GRACE) and self._thread is not None and not outstanding.done():
                interrupt(self._thread)
            wait([outstanding], GRACE / 4)

    def _send(self, callback: Callable[[], object]) -> bool:
        if self._loop is None or self._loop.is_closed():
            return False
        with suppress(RuntimeError):  # it was closed just now
            self._loop.call_soon_threadsafe(callback)
            return True
        return False

    def _open(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._loop.set_default_executor(DaemonThreads())
            self._loop.set_exception_handler(_say_little)
            self._thread = threading.Thread(target=self._serve, args=(self._loop,), name="sparring seat", daemon=True)
            self._thread.start()
        return self._loop

    # ------------------------------------------------------------------ in the player's thread

    def _begin(
        self, decision: Decision, options: tuple[str, ...], outstanding: "Future[Choice | PlayerFailed]"
    ) -> None:
        def finish(task: "asyncio.Task[Choice | PlayerFailed]") -> None:
            try:
                outstanding.set_result(task.result())
            except BaseException as error:
                outstanding.set_result(PlayerFailed(_words(error)))

        assert self._loop is not None
        self._task = self._loop.create_task(self._answer(decision, options))
        self._task.add_done_callback(finish)

    def _cancel(self) -> None:
        if self._loop is not None and self._task is not None:
            self._loop.call_soon(self._task.cancel)  # after its first step, so that it can put its things in order

    async def _answer(self, decision: Decision, options: tuple[str, ...]) -> Choice | PlayerFailed:
        try:
            if isinstance(self.player, Opponent) and type(self.player).choose is Opponent.choose:
                return _checked(self.player.decide(decision), options)  # it has a thread of its own here already
            answer = self.player.choose(decision)
            if inspect.isawaitable(answer):
                answer = await answer
            return _checked(answer, options)
        except BaseException as error:  # even SystemExit is only this player's
            return PlayerFailed(_words(error))

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Run the seat's loop until it is closed, whatever the player or an interruption does to it."""
        asyncio.set_event_loop(loop)
        while not self._closed:
            with suppress(BaseException):
                loop.run_forever()
        for _ in range(3):
            with suppress(BaseException):
                _wind_up(loop)
                break
        loop.close()


def _wind_up(loop: asyncio.AbstractEventLoop) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=2 * GRACE))


def _pass_on(analysis: object, thinking: Thinking) -> None:
    if not issubclass(type(analysis), Analysis):
        raise TypeError(f"what is reported is an Analysis, not a {type(analysis).__name__}")
    thinking.report(analysis)  # type: ignore[arg-type]


def _words(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__


def _say_little(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    log.debug("in the loop of a seat: %s", context.get("message"))


def name_of(player: Player) -> str:
    """A player's name as a record can hold it: one line, whatever it says."""
    try:
        return " ".join(str(player.name).split())
    except Exception:
        return type(player).__name__


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
        if issubclass(type(choice.option), str) and str.__eq__(option, choice.option):
            remark = str.__str__(choice.remark)[:LONGEST_REMARK] if issubclass(type(choice.remark), str) else ""
            analysis = choice.analysis if isinstance(choice.analysis, Analysis) else None
            pace = float(choice.pace) if isinstance(choice.pace, int | float) else 0.0
            return Choice(option, remark, analysis, pace)
    return IllegalChoice(f"answered {choice.option!r:.100}, which is none of the options")
