"""Players who answer nonsense."""

import asyncio
from math import inf, nan
from types import SimpleNamespace
from typing import Any

from sparring.match.seat import Overrun
from sparring.rules import Analysis, Choice, Decision
from support.faults.faulty import Chapter
from support.faults.nasty import Liar, Nasty, NastyNumber, NastyText

NONSENSE = Chapter()

illegal, harmless, mixed = NONSENSE.illegal, NONSENSE.harmless, NONSENSE.mixed


@illegal
def answers_with_nothing(decision: Decision) -> Any:
    return None


@illegal
def answers_with_a_number(decision: Decision) -> Any:
    return 0


@illegal
def answers_with_a_list(decision: Decision) -> Any:
    return [decision.options[0]]


@illegal
def answers_with_something_unhashable(decision: Decision) -> Any:
    return {decision.options[0]: {}}


@illegal
def answers_with_all_options(decision: Decision) -> Any:
    return decision.options


@illegal
def answers_with_bytes(decision: Decision) -> Any:
    return decision.options[0].encode()


@illegal
def answers_with_an_unknown_option(decision: Decision) -> Any:
    return "z99"


@illegal
def answers_with_an_empty_text(decision: Decision) -> Any:
    return ""


@illegal
def answers_with_spaces_around_it(decision: Decision) -> Any:
    return f" {decision.options[0]}\n"


@illegal
def answers_with_a_text_that_equals_everything(decision: Decision) -> Any:
    return NastyText("z99")


@illegal
def answers_with_an_object_that_equals_everything(decision: Decision) -> Any:
    return Nasty()


@illegal
def answers_with_an_object_that_says_it_is_text(decision: Decision) -> Any:
    return Choice(Liar())  # type: ignore[arg-type]


@illegal
def answers_with_a_class(decision: Decision) -> Any:
    return Choice


@illegal
def answers_with_the_decision(decision: Decision) -> Any:
    return decision


@illegal
def answers_with_an_exception(decision: Decision) -> Any:
    return Overrun("so I say")


@illegal
def answers_with_a_lookalike(decision: Decision) -> Any:
    return SimpleNamespace(option=decision.options[0], remark="", analysis=None, pace=0.0)


@illegal
def answers_with_a_generator(decision: Decision) -> Any:
    yield decision.options[0]


@illegal
async def answers_with_an_async_generator(decision: Decision) -> Any:
    yield decision.options[0]


@illegal
async def awaits_and_answers_with_nonsense(decision: Decision) -> Any:
    await asyncio.sleep(0)
    return object()


@illegal
async def awaits_and_answers_with_nothing(decision: Decision) -> Any:
    await asyncio.sleep(0)


@illegal
def chooses_nothing(decision: Decision) -> Any:
    return Choice(None)  # type: ignore[arg-type]


@illegal
def chooses_a_list(decision: Decision) -> Any:
    return Choice([decision.options[0]])  # type: ignore[arg-type]


@illegal
def chooses_a_choice(decision: Decision) -> Any:
    return Choice(Choice(decision.options[0]))  # type: ignore[arg-type]


@illegal
def chooses_nonsense_in_every_field(decision: Decision) -> Any:
    return Choice(nan, remark=object(), analysis="deep", pace=[])  # type: ignore[arg-type]


@illegal
def chooses_a_text_of_a_million_characters(decision: Decision) -> Any:
    return "z" * 1_000_000


@harmless
def chooses_well_with_a_text_that_equals_everything(decision: Decision) -> Any:
    return NastyText(decision.options[-1])


@harmless
def chooses_well_with_a_remark_of_a_megabyte(decision: Decision) -> Any:
    return Choice(decision.options[0], remark="x" * 1_000_000)


@harmless
def chooses_well_with_nonsense_around_it(decision: Decision) -> Any:
    return Choice(decision.options[0], remark=17, analysis={"best": "z99"}, pace="long")  # type: ignore[arg-type]


@mixed("raised", always=False)
def chooses_well_with_nasty_things_around_it(decision: Decision) -> Any:
    return Choice(decision.options[0], remark=NastyText("hello"), analysis=Nasty(), pace=NastyNumber(1))  # type: ignore[arg-type]


@harmless
def chooses_well_with_a_pace_that_is_no_number(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=nan)


@harmless
def chooses_well_with_an_infinite_pace(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=inf)


@harmless
def chooses_well_with_a_pace_below_zero(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=-inf)


@mixed("raised", always=False)
def chooses_well_with_a_pace_beyond_all_numbers(decision: Decision) -> Any:
    return Choice(decision.options[0], pace=10**400)


@harmless
def chooses_well_with_an_empty_analysis(decision: Decision) -> Any:
    return Choice(decision.options[0], analysis=Analysis(()))
