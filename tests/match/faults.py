"""A catalogue of players who do everything wrong."""

from match.faults_elsewhere import (
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
from match.faults_hanging import HANGING
from match.faults_nonsense import NONSENSE
from match.faults_raising import RAISING
from match.faults_reporting import REPORTING
from match.faults_spoiling import SPOILING
from match.faulty import AT_ONCE, SOON, Fault, Faulty, judged
from match.nasty import TOUCHED

__all__ = [
    "AT_ONCE",
    "FAULTS",
    "SOON",
    "TOUCHED",
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
