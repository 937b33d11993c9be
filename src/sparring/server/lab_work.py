"""What the helper process of tests of decks does: two games at a time, after everybody else on the machine."""

import os
import time
from contextlib import suppress

from sparring.arena.lab import Played, Trial, play_trial

LAST = 19
"""The lowest priority that a system gives: whoever thinks for a match comes first."""

if hasattr(os, "nice"):
    with suppress(OSError):
        os.nice(LAST)


def play(trial: Trial) -> tuple[list[Played], float]:
    """The two games of a trial, and the processor time that they took."""
    began = time.process_time()
    return play_trial(trial), time.process_time() - began
