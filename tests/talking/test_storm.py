"""Thousands of decisions while the model answers well, wrongly, slowly and not at all: every match ends properly."""

import asyncio
from random import Random

import pytest

import sparring
from sparring.talking import breaker, client
from sparring.talking.breaker import Breaker
from sparring.talking.budget import Ledger
from sparring.talking.characters import personas
from sparring.talking.client import Client
from sparring.talking.endpoint import Endpoint, Limits
from sparring.talking.talker import Manner, Talker
from support import model_server as models
from support.model_server import model_server

EVERY = [*models.EVERYTHING.values(), models.never, models.slowly, models.no_schemas]
GAMES = "tictactoe", "connect4", "fourinarow"
MOST_AT_ONCE = 12
PLENTY = Limits(10**9, 10**12, 10**9, 10**12)


def storm(decisions, behaviours, tmp_path, seed):
    """Play matches until this many decisions were made by characters; the outcomes, and what went wrong."""
    made, rng, results = 0, Random(seed), []

    async def matches(server):
        nonlocal made
        while made < decisions:
            game = sparring.game(rng.choice(GAMES))
            asks = Client(Endpoint(server.url, "tiny", limits=PLENTY), Ledger(tmp_path / "spent.sqlite"), Breaker())
            players = [
                Talker(game, f"llm:{who.name}", who, sparring.opponent(game, "random"), asks, Manner(seconds=0.6))
                for who in rng.choices(list(personas().values()), k=2)
            ]
            match = sparring.Match(game, players, seed=rng.randrange(10**6), time_limit=60)
            result = await match.run()
            made += len(match.table.choices)
            results.append((result, match.problems))

    async def together(server):
        at_once = min(MOST_AT_ONCE, decisions // 12)  # all matches that were begun are played to their end
        await asyncio.gather(*(matches(server) for _ in range(at_once)))

    with model_server(models.mixed(seed, behaviours)) as server:
        asyncio.run(together(server))
    return made, results, len(server.asked)


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(breaker, "REST", 0.02)
    monkeypatch.setattr(breaker, "LONGEST_REST", 0.1)


@pytest.mark.req("TT-10", "ALL-4")
@pytest.mark.parametrize("decisions", [60, pytest.param(10_000, marks=[pytest.mark.soak, pytest.mark.timeout(7200)])])
def test_every_match_ends_properly_whatever_the_model_does(decisions, tmp_path):
    behaviours = EVERY if decisions < 1000 else [*EVERY, models.floods]
    made, results, asked = storm(decisions, behaviours, tmp_path, seed=5)
    assert made >= decisions
    assert asked > made / 4
    for result, problems in results:
        assert result.reason
        assert not problems
