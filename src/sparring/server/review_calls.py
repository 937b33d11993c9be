"""Calls about matches that are over: their review, and another try from one of their positions."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from sparring.server.match_calls import MatchId, seated
from sparring.server.match_messages import MatchBegun
from sparring.server.messages import Asked
from sparring.server.problems import Conflict
from sparring.server.reviews import shown_to_seat
from sparring.server.services import ALWAYS, WATCHED_BY_ALL, Asker, Served, errors, from_own_page, remember
from sparring.server.shown import state_for
from sparring.server.sight import Sight

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])


class MoveReviewed(BaseModel):
    """A move, compared with the best one. Expected scores are those of the one who moved, from 0 to 1."""

    ply: int
    number: int | None = Field(
        description="Its number among the moves of the match as they are told; null if nobody was asked."
    )
    seat: str
    move: str
    best: str | None = Field(description="The best option; null where it would tell what somebody else held.")
    before: float = Field(description="With the best option.")
    after: float = Field(description="With the move.")
    loss: float
    word: str = Field(description="best, good, inaccuracy, mistake or blunder.")
    line: list[str] = Field(description="The better line, the best option first.")
    exact: bool = Field(description="Whether both results are proven.")
    seen_by: str | None = Field(description="The weakest level that sees the better move, where that is known.")
    explanation: str = ""
    error: float = Field(0, description="The standard error of the loss, where it was estimated in imagined games.")
    forced: bool = False


class ReviewAnswered(BaseModel):
    """The review of a match, as far as it is computed."""

    game: str
    seat: int | None = Field(description="Your seat; null for whoever watches two opponents.")
    accuracy: dict[str, float] = Field(description="Of each seat, from 0 to 100.")
    moves: list[MoveReviewed]
    turning_points: list[int] = Field(description="The plies of the moves that turned the match.")
    words: dict[str, dict[str, int]] = Field(description="How many moves of each seat are called what.")
    course: dict[str, list[float | None]] = Field(
        description="The expected score of each seat before the first move and after each one; null where unknown."
    )
    exact: bool
    calibrated: bool
    done: int = Field(description="How many moves are judged.")
    total: int
    finished: bool = Field(description="False while something may still change: ask again, or follow the events.")


class AgainAsked(Asked):
    """From where to try again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 5}]})
    ply: Annotated[int, Field(ge=1, le=100_000)] = Field(description="The move before which the new match begins.")


@calls.get(
    "/matches/{match_id}/review",
    response_model=ReviewAnswered,
    responses=errors(401, 404, 409),
    openapi_extra=WATCHED_BY_ALL,
)
async def review(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    start: Annotated[bool, Query(description="Whether to start the review if nobody has yet.")] = True,
) -> JSONResponse:
    """What each move of a finished match lost, and what it is called.

    The first call starts the review; until it is finished, the answer has what is known so far.
    """
    live, seat = await seated(served, match_id, caller)
    Sight.of(live, seat).demand_open("The review")
    found = await served.reviews.of(live, caller.address, start=start)
    return JSONResponse(
        await served.background.run(caller.address, lambda: shown_to_seat(live.game, live, found, seat))
    )


@calls.post("/matches/{match_id}/again", status_code=201, responses=errors(401, 404, 409))
async def again(
    match_id: MatchId, asked: AgainAsked, request: Request, response: Response, served: Served, caller: Asker
) -> MatchBegun:
    """Begin a match from the position before a move of a finished one. It does not count for your rating.

    You keep your seat; opponents take those of other people.
    """
    live, seat = await seated(served, match_id, caller)
    if seat is None:
        raise Conflict("no_seat", "Only a player of this match can try again.")
    key = caller.key or remember(response, request)
    begun, tokens = await served.matches.begin_again(live, seat, asked.ply, player_key=key, address=caller.address)
    return MatchBegun(**state_for(begun, seat), tokens=tokens)
