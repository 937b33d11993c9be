"""What rules in another program cost: positions a second, in this process and through `rules:COMMAND`.

`python benchmarks/rules_elsewhere.py`. The same game, three heaps, is written in Python here, and as a program in
Python and (if Node is installed) in JavaScript; random games are played with each.
"""

# ruff: noqa: T201
import re
import shlex
import shutil
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import sparring

PAGE = Path(__file__).parent.parent / "docs/rules-elsewhere.md"
SECONDS = 3.0

PROGRAM = """
import json, sys
def look(p):
    moves = [f"{take} from {heap}" for heap, size in enumerate(p["heaps"], 1) for take in range(1, size + 1)]
    over = None if moves else {"winner": 1 - p["to_move"], "reason": "took the last one"}
    return {"to_move": p["to_move"], "moves": moves, "outcome": over}
for line in sys.stdin:
    q = json.loads(line)
    if q["ask"] == "hello": a = {"name": "pyheaps", "title": "Heaps"}
    elif q["ask"] == "start": a = {"position": {"heaps": [3, 4, 5], "to_move": 0}}
    elif q["ask"] == "look": a = look(q["position"])
    else:
        take, heap = map(int, q["move"].split(" from "))
        heaps = list(q["position"]["heaps"])
        heaps[heap - 1] -= take
        p = {"heaps": heaps, "to_move": 1 - q["position"]["to_move"]}
        a = {"position": p, **look(p)}
    print(json.dumps(a), flush=True)
"""


class Heaps(sparring.Game):
    """The same rules in this process."""

    name, title = "heaps", "Heaps"

    def start(self, rng):
        """Three heaps."""
        return (3, 4, 5), 0

    def to_move(self, position):
        """Who takes."""
        return position[1]

    def moves(self, position):
        """Any number from one heap."""
        return [f"{take} from {heap}" for heap, size in enumerate(position[0], 1) for take in range(1, size + 1)]

    def play(self, position, move):
        """A heap becomes smaller."""
        take, heap = map(int, move.split(" from "))
        return tuple(n - take * (at == heap) for at, n in enumerate(position[0], 1)), 1 - position[1]

    def outcome(self, position):
        """Whoever took the last one has won."""
        return None if any(position[0]) else sparring.Outcome(1 - position[1], "took the last one")


def measure(game):
    """Positions a second in random games; nothing that was seen before is remembered."""
    rng, positions, began = Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        position = game.start(rng)
        while game.outcome(position) is None:
            position = game.play(position, rng.choice(game.moves(position)))
            positions += 1
        if hasattr(game, "rules"):
            game.rules.forget()
    return positions / (time.perf_counter() - began)


def main():
    """Measure and print."""
    usual = measure(Heaps())
    print(f"in this process       {usual:10,.0f} positions a second")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "heaps.py").write_text(PROGRAM)
        program = re.search(r"<!-- file: nim.js -->\n```javascript\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]
        (Path(folder) / "nim.js").write_text(program)
        commands = {"Python": f"{shlex.quote(sys.executable)} -I -S {folder}/heaps.py"}
        if shutil.which("node"):
            commands["JavaScript"] = f"node {folder}/nim.js"
        for language, command in commands.items():
            speed = measure(sparring.game(f"rules:{command}"))
            print(f"in a {language + ' program':18}{speed:10,.0f} positions a second, {1e6 / speed:,.0f} µs each")


if __name__ == "__main__":
    main()
