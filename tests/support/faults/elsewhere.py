"""Players that may only run in other processes."""

import asyncio
import os
import re
import sys
from dataclasses import dataclass
from typing import Any

from sparring.rules import Analysis, Choice, Decision, Judgement, Player
from support.faults.faulty import judged


def is_busy_and_swallows_everything(decision: Decision) -> Any:
    """Nothing but the end of its process ends this."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue


def is_busy_in_another_thread(decision: Decision) -> Any:
    """Awaits a thread that swallows every exception."""
    return asyncio.to_thread(is_busy_and_swallows_everything, decision)


class StuckInOneCall(Player):
    """Holds the interpreter for ever, in one call of a regular expression."""

    name = "stuck in one call"

    def choose(self, decision: Decision) -> str:
        re.match(r"(a+)+$", "a" * 64 + "b")
        return decision.options[0]


class EndsItsProcess(Player):
    """Ends its process at once."""

    name = "ends its process"

    def choose(self, decision: Decision) -> str:
        os._exit(7)


class ExitsItsProcess(Player):
    """Exits its process."""

    name = "exits its process"

    def choose(self, decision: Decision) -> str:
        sys.exit(0)


class NeverMade(Player):
    """Raises when it is created."""

    def __init__(self) -> None:
        raise ValueError("not today")

    def choose(self, decision: Decision) -> str:
        return decision.options[0]


class ReportsAndIsStuck(Player):
    """Reports an analysis, and then holds its interpreter for ever."""

    name = "reports and is stuck"

    def choose(self, decision: Decision) -> str:
        decision.thinking.report(judged(decision.options[-1]))
        return StuckInOneCall().choose(decision)


@dataclass(frozen=True)
class Richer(Judgement):
    """A judgement with a field that the other process does not know."""

    comment: str = ""


class ReportsTooMuchAndAnswers(Player):
    """Reports once something that the other process cannot read, and always answers with its first option."""

    name = "reports too much"

    def choose(self, decision: Decision) -> str:
        if decision.number == 0:
            decision.thinking.report(Analysis((Richer(decision.options[0], 1.0, comment="good"),)))
        return decision.options[0]


class AnswersAtLength(Player):
    """Answers with, or reports, far more than anybody reads; its first option is fine."""

    name = "answers at length"

    def choose(self, decision: Decision) -> str:
        if decision.number == 0:
            return "x" * 50_000_000
        if decision.number == 2:
            decision.thinking.report(judged("x" * 50_000_000))
        return decision.options[0]


class AnswersInItsProcess(Player):
    """Answers well, and says in which process."""

    name = "answers elsewhere"

    async def choose(self, decision: Decision) -> Choice:
        await asyncio.sleep(0)
        return Choice(decision.options[-1], remark=str(os.getpid()))
