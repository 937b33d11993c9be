"""What the helper process of tests of decks does: two games at a time, after everybody else on the machine."""

import os
import time
from contextlib import suppress

from sparring.arena.lab import Played, Trial, play_trial

LATER = 10
"""How much less urgent it is than thinking for matches: where both compete for a core, it gets a tenth."""


def play(trial: Trial) -> tuple[list[Played], float]:
    """The two games of a trial, and the processor time that they took."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, LATER)
    began = time.process_time()
    return play_trial(trial), time.process_time() - began
