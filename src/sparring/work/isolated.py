"""A player in a process of its own: one that is not trusted, or that may block the whole interpreter."""

import asyncio
import inspect
import json
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from multiprocessing.connection import Connection
from typing import Any

from sparring.rules import Analysis, Choice, Decision, Judgement, Player, Thinking
from sparring.work.job import Job

LARGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of one message from a player's process: a report on some hundred options has a hundredth of that."""


class PlayerLost(RuntimeError):
    """The player's process gave no answer."""


class IsolatedPlayer(Player):
    """Asks a player that lives in another process. When a decision is cancelled, that process is ended.

    The player is given as something that makes one (a class, or a function of a module), since it is made in the other
    process. Its answers come back as JSON, so nothing that it sends can run code here.
    """

    def __init__(self, make: Callable[[], Player], name: str | None = None) -> None:
        self.name = name or str(getattr(make, "name", "isolated player"))
        self._make = make
        self._process: _PlayerProcess | None = None

    async def choose(self, decision: Decision) -> Choice:
        """Put the decision to the other process, and pass on what it reports until it answers."""
        if self._process is None or self._process.ended:
            self._process = _PlayerProcess(self._make, self.name)
        return await self._process.start(decision).result()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def __del__(self) -> None:
        self.close()


class _PlayerProcess:
    """The process of a player, and the thread that reads what it sends."""

    def __init__(self, make: Callable[[], Player], name: str) -> None:
        # Spawned, not forked: a fork of a process with threads may inherit locks that nobody will ever release.
        context = multiprocessing.get_context("spawn")
        self.ended = False
        self._name = name
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_answer_decisions, args=(make, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def start(self, decision: Decision) -> Job[Choice]:
        """Send a decision."""
        job = _ProcessJob(self, decision.thinking)
        try:
            self._connection.send(decision)
        except OSError:
            self.end()
            raise self._lost() from None
        except BaseException:
            self.end()  # part of the decision may have been sent
            raise
        threading.Thread(target=self._read, args=(job,), name="sparring reading", daemon=True).start()
        return job

    def end(self) -> None:
        """Kill the process."""
        self.ended = True
        self._process.kill()
        self._process.join()

    def _read(self, job: Job[Choice]) -> None:
        """Pass on what the process reports, until it answers."""
        try:
            while True:
                message = json.loads(self._receive())
                if "report" in message:
                    job.thinking.report(_read_report(message["report"]))
                elif "failed" in message:
                    return job.fail(PlayerLost(message["failed"]))
                else:
                    return job.succeed(Choice(message["answer"], message["remark"]))
        except (EOFError, OSError):
            self.end()
            job.fail(self._lost())
        except BaseException as error:
            self.end()  # or else its answer would be taken for the answer to the next decision
            job.fail(error)

    def _receive(self) -> bytes:
        """The next message; one that is too large is refused by its announced length, before any of it is read."""
        try:
            return self._connection.recv_bytes(LARGEST_MESSAGE)
        except OSError as error:
            if error.errno is not None:
                raise
            # Only a message that is too long has an error without a number.
            too_much = f"The process of {self._name} sent more than {LARGEST_MESSAGE:,} bytes at once."
            raise PlayerLost(too_much) from None

    def _lost(self) -> PlayerLost:
        return PlayerLost(f"The process of {self._name} ended without an answer.")


class _ProcessJob(Job[Choice]):
    """A decision that a player's process works on."""

    def __init__(self, process: _PlayerProcess, thinking: Thinking) -> None:
        super().__init__(thinking)
        self._process = process

    def _end(self) -> None:
        self._process.end()


def _read_report(report: dict[str, Any]) -> Analysis:
    judged = tuple(Judgement(**judgement) for judgement in report.pop("options"))
    return Analysis(judged, **report)


def _answer_decisions(make: Callable[[], Player], connection: Connection) -> None:
    """Answer decisions until the other side hangs up; runs in the player's process."""

    def send(**message: Any) -> None:
        connection.send_bytes(json.dumps(message, default=str).encode())

    player: Player | None = None
    while True:
        try:
            decision: Decision = connection.recv()
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
