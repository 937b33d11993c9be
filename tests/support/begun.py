"""Matches that are under way when a test begins: their entries are written into the database of a server."""

import asyncio
import secrets
import time

import sparring
from sparring.match.table import Table
from sparring.server.live import digest
from sparring.server.storage import Storage
from sparring.server.stored import HUMAN, Logged, Owner, Stored


def begun(database, game_name, players, moves, *, paced=False, seed=1, remarks=None):
    """Store a match in which these moves were made; the result is its id, and the token of each person's seat.

    `remarks` are what was said with some of the moves, by the number of the move.
    """
    game = sparring.game(game_name)
    table, tokens, now = Table(game, seed), [secrets.token_urlsafe(8) for _ in players], time.time()
    owners = {
        seat: Owner(digest(token), "somebody")
        for seat, (player, token) in enumerate(zip(players, tokens, strict=True))
        if player == HUMAN
    }
    match = Stored(
        secrets.token_urlsafe(8),
        game.name,
        game.version,
        seed,
        tuple(players),
        paced,
        None,
        now,
        now,
        now,
        owners=owners,
    )

    async def write():
        storage = Storage(database)
        await storage.create(match)
        for number, move in enumerate(moves):
            seat = game.to_move(table.position)
            table.choose(move)
            logged = Logged(f"{seat}: {move}", (remarks or {}).get(number, ""), at=now, took=0.0)
            await storage.append(match.id, number, logged)
        await storage.close()

    asyncio.run(write())
    return match.id, [token if player == HUMAN else None for player, token in zip(players, tokens, strict=True)]
