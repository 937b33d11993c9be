"""Calls about the decks that are kept with a player."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from sparring.server.kept_decks import KeptDeck
from sparring.server.messages import Asked
from sparring.server.open_matches import known_game
from sparring.server.problems import NotFound
from sparring.server.services import ALWAYS, Served, Visitor, errors, from_own_page, remember

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["decks"], dependencies=[Depends(from_own_page)])

DeckId = Annotated[str, Path(description="The deck's id, which you choose.", pattern=r"^[\w-]{1,40}$")]
Game = Annotated[str, Query(description="A game's name.", examples=["onepiece"], max_length=100)]


class DeckKept(BaseModel):
    """A deck of your own, finished or not."""

    game: str
    id: str
    content: dict[str, Any] | None = Field(description="The deck as JSON; null if you deleted it.")
    changed: float = Field(description="In seconds since 1970.")


class DeckToKeep(Asked):
    """A deck of your own."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "onepiece", "content": {"cards": []}}]})
    game: str = Field(max_length=100)
    content: dict[str, Any] = Field(description="The deck as JSON; it may be unfinished.")


def told(deck: KeptDeck) -> DeckKept:
    """A deck as it is sent."""
    return DeckKept(game=deck.game, id=deck.id, content=dict(deck.content) or None, changed=deck.changed)


@calls.get("/players/me/decks")
async def decks(served: Served, caller: Visitor, game: Game) -> list[DeckKept]:
    """Your decks of a game, the latest first, with those that you deleted, so that other devices delete them too."""
    return [told(deck) for deck in (await served.kept_decks.of(caller.key, game) if caller.key else [])]


@calls.put("/players/me/decks/{deck_id}", responses=errors(404, 409))
async def keep(
    deck_id: DeckId, asked: DeckToKeep, request: Request, response: Response, served: Served, caller: Visitor
) -> DeckKept:
    """Keep a deck of yours, in place of the one with the same id."""
    known_game(asked.game)
    key = caller.key or remember(response, request)
    return told(await served.kept_decks.keep(key, asked.game, deck_id, asked.content))


@calls.delete("/players/me/decks/{deck_id}", responses=errors(404))
async def forget(deck_id: DeckId, served: Served, caller: Visitor, game: Game) -> DeckKept:
    """Delete a deck of yours."""
    if caller.key is None:
        raise NotFound("unknown_deck", "You have no decks here.")
    return told(await served.kept_decks.keep(caller.key, game, deck_id, {}))
