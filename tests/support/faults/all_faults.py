"""A catalogue of players who do everything wrong."""

from support.faults.elsewhere import (
    AnswersAtLength,
    AnswersInItsProcess,
    EndsItsProcess,
    ExitsItsProcess,
    NeverMade,
    ReportsAndIsStuck,
    ReportsTooMuchAndAnswers,
    StuckInOneCall,
    is_busy_and_swallows_everything,
    is_busy_in_another_thread,
)
from support.faults.faulty import AT_ONCE, SOON, Fault, Faulty, judged
from support.faults.hanging import HANGING
from support.faults.nasty import TOUCHED
from support.faults.nonsense import NONSENSE
from support.faults.raising import RAISING
from support.faults.reporting import REPORTING
from support.faults.spoiling import SPOILING

__all__ = [
    "AT_ONCE",
    "FAULTS",
    "SOON",
    "TOUCHED",
    "AnswersAtLength",
    "AnswersInItsProcess",
    "EndsItsProcess",
    "ExitsItsProcess",
    "Fault",
    "Faulty",
    "NeverMade",
    "ReportsAndIsStuck",
    "ReportsTooMuchAndAnswers",
    "StuckInOneCall",
    "is_busy_and_swallows_everything",
    "is_busy_in_another_thread",
    "judged",
]

FAULTS: dict[str, Fault] = {**RAISING, **NONSENSE, **HANGING, **SPOILING, **REPORTING}
