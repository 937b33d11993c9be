"""A game with an opponent that thinks until the test lets it answer, for whichever server it is asked."""

import time
from collections import Counter

GAME = """
import sparring

class Countdown(sparring.Game):
    name, title, version = "countdown", "Countdown", {version}

    def start(self, rng): return (12, 0)
    def to_move(self, position): return position[1]
    def moves(self, position): return [n for n in (1, 2) if n <= position[0]]
    def play(self, position, move): return (position[0] - move, 1 - position[1])
    def outcome(self, position):
        return None if position[0] else sparring.Outcome(1 - position[1], "nothing is left")
    def explain(self, position, move): return {explanation!r}
"""

BRAIN = """
import os
import time
from pathlib import Path

from sparring import Analysis, Brain, Judgement

FOLDER = Path(__file__).parent

def server():
    # It owns the process from which this one was forked.
    return Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()[1]

class Patience(Brain):
    def judge(self, decision):
        with (FOLDER / "asked").open("a") as asked:
            asked.write(f"{decision.number} {server()}\\n")
        while not (FOLDER / "go").exists() and not decision.thinking.over:
            time.sleep(0.005)
        return Analysis(tuple(Judgement(option, 0) for option in decision.options))
"""

OPPONENTS = """
[patient]
about = "Waits until the test lets it answer."
level = 1
brain = "patient_brain:Patience"

[talker]
about = "Says what not every database accepts."
level = 1
brain = "sparring.brains.brain:Whim"
explains = true
"""

EXPLANATION = "a \0 and half of \ud83d and 🐒"
"""The remark of the talker: a text that not every database accepts."""

DEADLINE = 30.0
"""Seconds after which waiting for something fails."""


class Patience:
    """The game, in a folder, and what its opponent is doing."""

    def __init__(self, folder):
        self._folder = folder
        folder.mkdir()
        (folder / "patient_brain.py").write_text(BRAIN)
        (folder / "opponents.toml").write_text(OPPONENTS)
        self.options = self.version(1)

    def version(self, number):
        """The command-line options of a server that offers the game in this version of its rules."""
        source = GAME.format(version=number, explanation=EXPLANATION)
        # Python takes a file of the same size and second for the same one, so versions differ in size.
        (self._folder / "countdown.py").write_text(source + "#" * number + "\n")
        return "--game", f"{self._folder}/countdown.py:Countdown"

    def go(self):
        """Let the opponent answer from now on."""
        (self._folder / "go").touch()

    def asked(self):
        """How often the opponent was asked, by decision number and server process."""
        asked = self._folder / "asked"
        lines = asked.read_text().splitlines() if asked.exists() else []
        return Counter(tuple(map(int, line.split())) for line in lines)

    def wait_until_asked(self, number, process):
        """Wait until the opponent thinks about a decision for a server process."""
        until(lambda: self.asked()[number, process], f"decision {number} in process {process}")


def until(holds, what):
    """Wait until something holds, at most for `DEADLINE`."""
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, f"waited {DEADLINE:g} s for {what}"
        time.sleep(0.005)
