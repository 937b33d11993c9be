"""Players who report nonsense."""

import asyncio
import time
from collections.abc import Callable
from math import nan
from types import SimpleNamespace
from typing import Any

from sparring.rules import Analysis, Decision
from support.faults.faulty import FOR_EVER, SOON, Answer, Chapter, Fault, Faulty, judged
from support.faults.nasty import NastyText

REPORTING = Chapter()

raised, illegal, overrun, stuck = REPORTING.raised, REPORTING.illegal, REPORTING.overrun, REPORTING.stuck


def _reporting(what: Callable[[Decision], Any]) -> Answer:
    """Reports something, ignores what that raises, and then hangs."""

    async def answer(decision: Decision) -> Any:
        try:
            decision.thinking.report(what(decision))
        except Exception:
            await asyncio.sleep(0)
        await asyncio.sleep(FOR_EVER)

    return answer


def _add_report(name: str, what: Callable[[Decision], Any]) -> None:
    full = f"reports {name} and hangs"
    answer = _reporting(what)
    REPORTING[full] = Fault(full, lambda: Faulty(full, answer), frozenset({"overrun", "still thinking"}), limit=SOON)


_add_report("a text", lambda decision: "a1")
_add_report("nothing", lambda decision: None)
_add_report("a lookalike", lambda decision: SimpleNamespace(best=decision.options[0]))
_add_report("an analysis without options", lambda decision: Analysis(()))
_add_report("an analysis of nonsense", lambda decision: Analysis((1, 2, 3)))  # type: ignore[arg-type]
_add_report("an illegal best option", lambda decision: judged("z99"))
_add_report("a best option that is no text", lambda decision: judged(["a1"]))
_add_report("a best option that equals everything", lambda decision: judged(NastyText("z99")))
_add_report("scores that are no numbers", lambda decision: judged(decision.options[0], *decision.options, score=nan))


@overrun
def reports_without_end(decision: Decision) -> Any:
    while True:
        decision.thinking.report(judged(decision.options[0]))


@overrun
async def reports_a_good_option_and_hangs(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    await asyncio.sleep(FOR_EVER)


@stuck
def reports_a_good_option_and_sleeps_for_ever(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    time.sleep(FOR_EVER)


@raised
def reports_a_good_option_and_raises(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    raise ValueError("and now?")


@illegal
def reports_a_good_option_and_answers_nonsense(decision: Decision) -> Any:
    decision.thinking.report(judged(decision.options[-1]))
    return "z99"
