"""A player in a process of its own: one that is not trusted, or that may hold the whole interpreter."""

import asyncio
import inspect
import json
import multiprocessing
from collections.abc import Callable
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from sparring.rules import Analysis, Choice, Decision, Judgement, Player, Thinking
from sparring.work.threads import DAEMONS


class PlayerLost(RuntimeError):
    """The player's process gave no answer."""


class IsolatedPlayer(Player):
    """Asks a player that lives in another process; when nobody waits any more, that process is ended.

    The player is given as something that makes one (a class, or a function of a module), since it is made there.
    Its answers come back as JSON, so nothing that it sends can run here.
    """

    def __init__(self, make: Callable[[], Player], name: str | None = None) -> None:
        self.name = name or str(getattr(make, "name", "isolated player"))
        self._make = make
        self._process: BaseProcess | None = None
        self._wire: Connection | None = None

    async def choose(self, decision: Decision) -> Choice:
        """Put the decision to the other process, and pass on what it reports until it answers."""
        loop = asyncio.get_running_loop()
        try:
            wire = self._open()
            wire.send(decision)
            while True:
                message = json.loads(await loop.run_in_executor(DAEMONS, wire.recv_bytes))
                if "answer" in message:
                    return Choice(message["answer"], message["remark"])
                if "failed" in message:
                    raise PlayerLost(message["failed"])
                decision.thinking.report(_read_report(message["report"]))
        except (EOFError, OSError):
            self.close()
            raise PlayerLost(f"The process of {self.name} ended without an answer.") from None
        except PlayerLost:
            raise
        except BaseException:
            self.close()  # or else its answer would be taken for the answer to the next decision
            raise

    def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process, self._wire = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def __del__(self) -> None:
        self.close()

    def _open(self) -> Connection:
        if self._wire is None:
            # Spawned, not forked: a fork of a process with threads may inherit locks that nobody will release.
            context = multiprocessing.get_context("spawn")
            self._wire, theirs = context.Pipe()
            self._process = context.Process(target=_answer_for_ever, args=(self._make, theirs), daemon=True)
            self._process.start()
            theirs.close()
        return self._wire


def _read_report(report: dict[str, Any]) -> Analysis:
    judged = tuple(Judgement(**judgement) for judgement in report.pop("options"))
    return Analysis(judged, **report)


def _answer_for_ever(make: Callable[[], Player], wire: Connection) -> None:
    def send(**message: Any) -> None:
        wire.send_bytes(json.dumps(message, default=str).encode())

    player: Player | None = None
    while True:
        try:
            decision: Decision = wire.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        thinking = Thinking(decision.thinking.seconds_left, lambda analysis: send(report=asdict(analysis)))
        try:
            player = player or make()
            answer = player.choose(replace(decision, thinking=thinking))
            if inspect.isawaitable(answer):
                answer = asyncio.run(_wait_for(answer))
        except Exception as error:
            send(failed=f"{type(error).__name__}: {error}")
        else:
            option, remark = (answer.option, answer.remark) if isinstance(answer, Choice) else (answer, "")
            send(answer=option, remark=remark)


async def _wait_for(answer: Any) -> Any:
    return await answer
