"""Characters that talk, and decisions for them."""

import asyncio
from random import Random

import sparring
from sparring.match.table import decision_at
from sparring.rules import Thinking
from sparring.talking.breaker import Breaker
from sparring.talking.budget import Ledger
from sparring.talking.characters import persona
from sparring.talking.client import Client
from sparring.talking.endpoint import Endpoint, Limits, Secret
from sparring.talking.talker import Manner, Talker


def talker(game, server, tmp_path, *, behind="random", who="mentor", limits=None, key="", **manner):
    asks = Client(
        Endpoint(server.url, "tiny", Secret(key), limits or Limits()), Ledger(tmp_path / "spent.sqlite"), Breaker()
    )
    return Talker(game, f"llm:{who}", persona(who), sparring.opponent(game, behind), asks, Manner(**manner))


def played(game, steps, seed=1):
    """A position some random moves into the game."""
    rng = Random(seed)
    position = game.start(rng)
    for _ in range(steps):
        position = game.play(position, rng.choice(list(game.options(position).values())))
    return position


def chosen(player, game, position, seconds=10.0, seed=3):
    decision = decision_at(game, position, seed, 0, Thinking(seconds))
    return decision, asyncio.run(player.choose(decision))
