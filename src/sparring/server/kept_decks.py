"""Decks that are kept with a player, by the digest of their key. They may be unfinished."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from sparring.server.problems import Conflict, TooLarge
from sparring.server.storage import Storage
from sparring.server.tables import decks

MOST_DECKS, LARGEST = 100, 60_000
"""Decks that are kept of a player in a game, and characters of each as JSON."""

REMEMBERED = 200
"""Deleted decks that are remembered, so that no other device of the player brings them back."""


@dataclass(frozen=True)
class KeptDeck:
    """A deck of a player's own; one that was deleted has no content."""

    game: str
    id: str
    content: Mapping[str, Any]
    changed: float


class KeptDecks:
    """Reads and writes the decks of players."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, player_key: str | None, game: str | None = None) -> list[KeptDeck]:
        """The decks of a player, those that were deleted too, the latest first."""
        chosen = sql.select(decks.c.game, decks.c.id, decks.c.content, decks.c.changed)
        chosen = chosen.where(decks.c.player_key == player_key).order_by(decks.c.changed.desc())
        if game is not None:
            chosen = chosen.where(decks.c.game == game)
        return await self._storage.read(lambda connection: [KeptDeck(*row) for row in connection.execute(chosen)])

    async def keep(self, player_key: str, game: str, identity: str, content: Mapping[str, Any]) -> KeptDeck:
        """Keep a deck in place of the one with the same id; without content it is deleted."""
        if len(json.dumps(content)) > LARGEST:
            raise TooLarge("too_large", f"A deck of more than {LARGEST} characters cannot be kept.")
        others = [deck for deck in await self.of(player_key, game) if deck.id != identity]
        if content and sum(bool(deck.content) for deck in others) >= MOST_DECKS:
            raise Conflict("too_many_decks", f"You have {MOST_DECKS} decks already; delete one first.")
        gone = [deck.id for deck in others if not deck.content][REMEMBERED:]
        deck = KeptDeck(game, identity, content, time.time())

        def work(connection: sql.Connection) -> None:
            mine = decks.c.player_key == player_key, decks.c.game == game
            connection.execute(decks.delete().where(*mine, decks.c.id.in_([*gone, identity])))
            row = {"game": game, "id": identity, "content": dict(content), "changed": deck.changed}
            connection.execute(decks.insert().values(player_key=player_key, **row))

        await self._storage.write(work)
        return deck
