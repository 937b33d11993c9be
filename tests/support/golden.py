"""Golden games: a recorded match of each game, compared in full. `python tests/support/golden.py` records them."""

import asyncio
import hashlib
from pathlib import Path

import sparring
from sparring.match import DecisionAsked, MatchOver, MoveMade
from sparring.rules import BadPosition
from sparring.rules.capabilities import drawing, news
from sparring.rules.registry import game_names

FOLDER = Path(__file__).parent.parent / "golden"

BOUNDED = {
    "master": "master:time=none,nodes=3000",
    "expert": "expert:time=none,nodes=12",
    "mcts": "mcts:time=none,playouts=200",
}
"""Opponents that think by the clock, by their names, with settings that make their answers repeatable."""


ONLY = {"onepiece": ["medium", "expert"]}
"""The opponents that play, for games in which the matches of all opponents would make the file too long.

Levels play in no game: what they choose follows from values that are tuned."""


def playthrough(name: str) -> str:
    """Matches between opponents of a game, with everything that can be seen of them."""
    game = sparring.game(name)
    entries = ONLY.get(name) or [each for each in sparring.catalogue(game).entries if not each.startswith("level")]
    lines = [f"{game.title}: rules version {game.version}"]
    for number, first in enumerate(entries):
        second = entries[(number + 1) % len(entries)]
        lines += ["", f"==== {first} against {second}, seed {number}"]
        lines += asyncio.run(one_match(game, first, second, seed=number))
    return "\n".join(lines) + "\n"


def described(game, position):
    """A position on one line: its text or, if it has none, what happened and a digest of the views."""
    try:
        return game.position_text(position)
    except BadPosition:
        views = [game.view(position, seat) for seat in range(len(game.seats))]
        seen = hashlib.sha256("\n".join(drawing(game, view) for view in views).encode()).hexdigest()[:12]
        return " ".join([seen, *news(game, views[0])])


async def one_match(game, first, second, seed):
    """The lines of one match."""
    players = [sparring.opponent(game, BOUNDED.get(name, name)) for name in (first, second)]
    match = sparring.Match(game, players, seed=seed)
    lines = []
    async for event in match.events():
        if isinstance(event, DecisionAsked):
            decision = event.decision
            lines.append(
                f"{decision.kind} {decision.number} of {game.seats[decision.seat]}: {' '.join(decision.options)}"
            )
        elif isinstance(event, MoveMade):
            lines.append(f"  {event.option} -> {described(game, event.position)}")
            lines += [f"  says: {event.remark}"] if event.remark else []
            scores = " ".join(f"{option.option}={option.score:g}" for option in event.analysis.options)
            lines.append(f"  thinks: {scores} ({event.analysis.reason})")
        elif isinstance(event, MatchOver):
            lines.append(f"over: {game.seat_name(event.outcome.winner)}, {event.outcome.reason}")
    return [*lines, *str(match.record).splitlines()]


if __name__ == "__main__":
    for each in game_names():
        (FOLDER / f"{each}.txt").write_text(playthrough(each), "utf-8")
