"""Players who spoil what they were given."""

import asyncio
from typing import Any

from sparring.rules import Decision
from support.faults.faulty import FOR_EVER, Chapter
from support.faults.nasty import Nasty, NastyText

SPOILING = Chapter()

raised, illegal, harmless, overrun = SPOILING.raised, SPOILING.illegal, SPOILING.harmless, SPOILING.overrun


@harmless
def spoils_the_view(decision: Decision) -> Any:
    if isinstance(decision.view, list):
        for taken in decision.view:
            taken[:] = ["nonsense"]
        decision.view.clear()
        decision.view.append([1, 99])
    return decision.options[0]


@harmless
def empties_the_decision(decision: Decision) -> Any:
    option = decision.options[0]
    for field in ("seat", "options", "view", "kind", "number", "seed", "thinking"):
        object.__setattr__(decision, field, None)
    return option


@illegal
def makes_options_of_its_own(decision: Decision) -> Any:
    object.__setattr__(decision, "options", ("z99",))
    return "z99"


@harmless
def takes_the_other_seat(decision: Decision) -> Any:
    object.__setattr__(decision, "seat", 1 - decision.seat)
    object.__setattr__(decision, "number", 77)
    return decision.options[0]


@raised
def changes_its_seed_and_raises(decision: Decision) -> Any:
    object.__setattr__(decision, "seed", "nonsense")
    raise ValueError("no")


@overrun
async def cuts_the_wire_and_hangs(decision: Decision) -> Any:
    object.__setattr__(decision, "thinking", None)
    await asyncio.sleep(FOR_EVER)


@overrun
async def breaks_the_wire_and_hangs(decision: Decision) -> Any:
    decision.thinking.stop = None  # type: ignore[assignment, method-assign]
    await asyncio.sleep(FOR_EVER)


@raised
def empties_the_wire_and_raises(decision: Decision) -> Any:
    vars(decision.thinking).clear()
    raise ValueError("nothing left")


@raised
def makes_another_thing_of_the_wire_and_raises(decision: Decision) -> Any:
    decision.thinking.__class__ = type("Wire", (), {})
    raise ValueError("no wire")


@harmless
def says_that_its_time_is_over(decision: Decision) -> Any:
    decision.thinking.stop()
    decision.thinking.deadline = 0.0
    return decision.options[0]


@overrun
async def gives_itself_all_the_time(decision: Decision) -> Any:
    decision.thinking.deadline = None
    await asyncio.sleep(FOR_EVER)


@raised
def names_a_best_option_that_is_none_and_raises(decision: Decision) -> Any:
    decision.thinking.best = "z99"
    raise ValueError("no")


@raised
def names_a_best_option_that_equals_everything_and_raises(decision: Decision) -> Any:
    decision.thinking.best = NastyText("z99")
    raise ValueError("no")


@raised
def names_a_best_option_that_is_no_text_and_raises(decision: Decision) -> Any:
    decision.thinking.best = Nasty()  # type: ignore[assignment]
    raise ValueError("no")
