"""Calls about offers: a player offers to share what is left, and the other accepts or declines."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from sparring.rules import OfferKind
from sparring.server.match_calls import MatchId, seated, shown_to
from sparring.server.messages import Asked, MatchShown
from sparring.server.services import ALWAYS, Asker, Served, errors, from_own_page

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])

Kind = Literal["share"]


class OfferAsked(Asked):
    """What you offer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "share"}]})
    kind: Kind = Field(description='"share": that both stop, and share what is left on the board.')


class OfferAnswered(Asked):
    """What you answer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"accept": True}]})
    accept: bool = Field(description="Whether you accept the offer.")


@calls.post("/matches/{match_id}/offers", response_model=MatchShown, responses=errors(401, 404, 409))
async def make_offer(match_id: MatchId, asked: OfferAsked, served: Served, caller: Asker) -> JSONResponse:
    """Offer the other player something while it is your turn; an opponent answers soon."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.offer(live, seat, OfferKind(asked.kind))
    return shown_to(live, seat)


@calls.post("/matches/{match_id}/offers/{kind}", response_model=MatchShown, responses=errors(401, 404, 409))
async def answer_offer(
    match_id: MatchId,
    kind: Annotated[Kind, Path(description="What the other player offers you.")],
    asked: OfferAnswered,
    served: Served,
    caller: Asker,
) -> JSONResponse:
    """Accept or decline what the other player offers you; a move of yours declines it too."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.answer_offer(live, seat, OfferKind(kind), accept=asked.accept)
    return shown_to(live, seat)
