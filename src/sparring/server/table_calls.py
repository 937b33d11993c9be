"""Calls of whoever sits at a table: the piles that may be looked through, and opponents that need not seem to think."""

from typing import Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from sparring.scenes import HasPiles, piles_message
from sparring.server.live import between_people
from sparring.server.match_calls import MatchId, seated
from sparring.server.problems import Conflict
from sparring.server.services import ALWAYS, WATCHED_BY_ALL, Asker, Served, errors, from_own_page
from sparring.server.sight import Sight
from sparring.server.turns import playing

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])


class PileShown(BaseModel):
    """Cards that you may look through."""

    place: str = Field(description="The id of the shape where they lie in the scene.")
    title: str
    about: str = Field(description="What has to be said about them, such as what may be elsewhere.")
    cards: list[dict[str, Any]] = Field(
        description="Each card once, as the scene tells it, with its number of copies as `count`; in no order that "
        "tells anything."
    )


class PilesShown(BaseModel):
    """The piles of a card game that your seat may look through."""

    piles: list[PileShown]


@calls.get("/matches/{match_id}/piles", responses=errors(401, 404, 409), openapi_extra=WATCHED_BY_ALL)
async def piles(match_id: MatchId, served: Served, caller: Asker) -> PilesShown:
    """The piles of cards that you may look through, such as a trash; only your own seat sees what is left in your deck.

    A game without such piles has none.
    """
    live, seat = await seated(served, match_id, caller)
    sight = Sight.of(live, seat)
    if sight.covered or not isinstance(live.game, HasPiles):
        return PilesShown(piles=[])
    shown = [pile for pile in live.game.piles(sight.view(live.table.position)) if seat is not None or not pile.private]
    return PilesShown(piles=[PileShown(**pile) for pile in piles_message(shown)])


class HurryAnswered(BaseModel):
    """Whether anybody hurries."""

    hurried: bool = Field(description="Whether an opponent is to decide, and need not seem to think.")


@calls.post("/matches/{match_id}/hurry", responses=errors(401, 404, 409))
async def hurry(match_id: MatchId, served: Served, caller: Asker) -> HurryAnswered:
    """Let opponents choose without seeming to think, until you are to decide. It changes nothing else.

    Not in a match between people, who all follow it at one pace.
    """
    live, seat = await seated(served, match_id, caller)
    playing(seat)
    if between_people(live.stored.players):
        raise Conflict("between_people", "In a match between people, everybody follows it at the same pace.")
    return HurryAnswered(hurried=live.hurry())
