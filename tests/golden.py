"""Golden games: a recorded game per game, compared in full. `python tests/golden.py` writes them anew."""

import asyncio
from pathlib import Path

import sparring
from sparring.match import DecisionAsked, MatchOver, MoveMade
from sparring.rules.registry import game_names

FOLDER = Path(__file__).parent / "golden"

BOUNDED = {"master": "master:time=none,nodes=3000"}
"""Opponents that think by the clock, told to think alike every time."""


def playthrough(name: str) -> str:
    """A match between two opponents of each game, with everything that can be seen of it."""
    game = sparring.game(name)
    entries = list(sparring.catalogue(game).entries)
    lines = [f"{game.title}: rules version {game.version}"]
    for number, first in enumerate(entries):
        second = entries[(number + 1) % len(entries)]
        lines += ["", f"==== {first} against {second}, seed {number}"]
        lines += asyncio.run(one_match(game, first, second, seed=number))
    return "\n".join(lines) + "\n"


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
            lines.append(f"  {event.option} -> {game.position_text(event.position)}")
            lines += [f"  says: {event.remark}"] if event.remark else []
            scores = " ".join(f"{option.option}={option.score:g}" for option in event.analysis.options)
            lines.append(f"  thinks: {scores} ({event.analysis.reason})")
        elif isinstance(event, MatchOver):
            lines.append(f"over: {game.seat_name(event.outcome.winner)}, {event.outcome.reason}")
    return [*lines, *str(match.record).splitlines()]


if __name__ == "__main__":
    for each in game_names():
        (FOLDER / f"{each}.txt").write_text(playthrough(each), "utf-8")
