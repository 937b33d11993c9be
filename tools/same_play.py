"""Keeps ratings after a change of code that does not change play.

A digest tells that the code of an opponent has changed, not that it plays otherwise. This writes down what every
opponent of a game chooses in some hundred positions, before a change and after it:

    python tools/same_play.py connect4 > before.json             # with the code that was measured
    python tools/same_play.py connect4 --renew before.json       # with the new code

Whoever chooses the same everywhere keeps its rating, and gets its new digest. Opponents that think by the clock are
bounded by nodes or playouts for this.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import sparring
from sparring.arena.digests import digest_of
from sparring.arena.ladder import ladder_in, measurable, shipped_path
from sparring.match.table import Table
from sparring.rules import AnyGame, Decision
from sparring.rules.files import write_whole

PLAYOUTS = 300
"""What bounds tree search, which otherwise thinks by the clock."""


def decisions(game: AnyGame, games: int) -> Iterator[Decision]:
    """Decisions of random games."""
    for seed in range(games):
        table, rng = Table(game, seed), Random(seed)
        while table.outcome is None and len(table.choices) < 200:
            decision = table.decision()
            if len(decision.options) > 1 and rng.random() < 0.25:
                yield decision
            table.choose(rng.choice(decision.options))


def choices(game: AnyGame, games: int, nodes: int) -> dict[str, list[str]]:
    """What each opponent chooses."""
    asked = list(decisions(game, games))
    players = {name: bounded(game, name, nodes) for name in measurable(game)}
    return {name: [player.decide(each).option for each in asked] for name, player in players.items()}


def bounded(game: AnyGame, name: str, nodes: int) -> Any:
    """The opponent, as repeatable as it can be."""
    usual, known = sparring.opponent(game, name), sparring.catalogue(game)[name].known_settings(game)
    if usual.character.time is None or "time" not in known:
        return usual
    limits = {"nodes": nodes, "playouts": PLAYOUTS}
    limit = next((f",{each}={amount}" for each, amount in limits.items() if each in known), "")
    return sparring.opponent(game, f"{name}:time=none{limit}")


def renew(game: AnyGame, before: dict[str, list[str]], now: dict[str, list[str]]) -> list[str]:
    """Give new digests to the opponents of a ladder that play as before; returns the others."""
    path = shipped_path(game)
    ladder = None if path is None else ladder_in(path, game)
    if path is None or ladder is None:
        raise SystemExit(f"{game.title} has no ladder.")
    same = {name for name in now if before.get(name) == now[name]}
    rungs = [
        replace(rung, digest=digest_of(game, rung.opponent)) if rung.opponent in same else rung for rung in ladder.rungs
    ]
    write_whole(path, (json.dumps(replace(ladder, rungs=tuple(rungs)).as_json(), indent=1) + "\n").encode())
    return sorted(rung.opponent for rung in rungs if rung.opponent not in same)


def main() -> None:
    """Write down what the opponents of a game choose, or compare it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("game")
    options.add_argument("--games", type=int, default=12, help="random games whose decisions are asked")
    options.add_argument("--nodes", type=int, default=2000, help="what bounds searches that think by the clock")
    options.add_argument("--renew", type=Path, metavar="FILE", help="what was chosen with the code that was measured")
    given = options.parse_args()
    game = sparring.game(given.game)
    now = choices(game, given.games, given.nodes)
    if given.renew is None:
        print(json.dumps(now))
        return
    before = json.loads(given.renew.read_text("utf-8"))
    others = renew(game, before, now)
    print(f"{len(next(iter(now.values())))} decisions. Other choices: {', '.join(others) or 'none'}.")


if __name__ == "__main__":
    main()
