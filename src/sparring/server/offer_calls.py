"""Calls about offers: a player offers to share, to draw, to take back or to play again, and the others answer."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path
from fastapi.responses import JSONResponse
from pydantic import ConfigDict, Field

from sparring.rules import OfferKind
from sparring.server.match_calls import MatchId, seated, shown_to
from sparring.server.match_messages import MatchShown
from sparring.server.messages import Asked
from sparring.server.services import ALWAYS, Asker, Served, errors, from_own_page

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])

Kind = Literal["share", "draw", "undo", "rematch"]


class OfferAsked(Asked):
    """What you offer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"kind": "share"}, {"kind": "rematch"}]})
    kind: Kind = Field(
        description='"share": that both stop, and share what is left on the board, in your turn. Between people also '
        '"draw", "undo" (that you take back your last choice and what followed), and "rematch" once the match is over.'
    )


class OfferAnswered(Asked):
    """What you answer."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"accept": True}]})
    accept: bool = Field(description="Whether you accept the offer.")


@calls.post("/matches/{match_id}/offers", response_model=MatchShown, responses=errors(401, 404, 409))
async def make_offer(match_id: MatchId, asked: OfferAsked, served: Served, caller: Asker) -> JSONResponse:
    """Offer the other players something; an opponent answers soon."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.offers.make(live, seat, OfferKind(asked.kind))
    return shown_to(live, seat)


@calls.post("/matches/{match_id}/offers/{kind}", response_model=MatchShown, responses=errors(401, 404, 409))
async def answer_offer(
    match_id: MatchId,
    kind: Annotated[Kind, Path(description="What the other player offers you.")],
    asked: OfferAnswered,
    served: Served,
    caller: Asker,
) -> JSONResponse:
    """Accept or decline what another player offers you; a move of yours declines it too.

    Once everybody wants a rematch, `rematch` is the id of the new match. Everybody moves one seat on, and your token
    opens your new seat.
    """
    live, seat = await seated(served, match_id, caller)
    await served.matches.offers.answer(live, seat, OfferKind(kind), accept=asked.accept)
    return shown_to(live, seat)


@calls.delete("/matches/{match_id}/offers/{kind}", response_model=MatchShown, responses=errors(401, 404, 409))
async def withdraw_offer(
    match_id: MatchId,
    kind: Annotated[Kind, Path(description="What you offer.")],
    served: Served,
    caller: Asker,
) -> JSONResponse:
    """Take your own offer back."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.offers.withdraw(live, seat, OfferKind(kind))
    return shown_to(live, seat)
