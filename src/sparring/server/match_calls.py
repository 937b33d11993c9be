"""Calls about stored matches: begin, look, choose, take back, resign, sit down, let others watch."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from sparring.server.live import HUMAN, LiveMatch, between_people
from sparring.server.logs import match_id as match_in_logs
from sparring.server.match_messages import (
    ChoiceAsked,
    MatchAsked,
    MatchBegun,
    MatchListed,
    MatchShown,
    SeatAsked,
    SeatTaken,
    WatchersInvited,
)
from sparring.server.messages import LONGEST_WAIT, HintAnswered, PlayerName, WhyAnswered
from sparring.server.problems import Conflict
from sparring.server.services import (
    ALWAYS,
    WATCHED_BY_ALL,
    Asker,
    Caller,
    Served,
    Services,
    TokenHolder,
    Visitor,
    as_text,
    errors,
    from_own_page,
    remember,
    unless_gone,
)
from sparring.server.shown import state_for
from sparring.server.sight import Sight

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])

HINT_SECONDS = 2.0
"""Seconds that the strongest brain thinks about a hint."""

MatchId = Annotated[str, Path(description="The match's id.")]


@calls.post("/matches", status_code=201, responses=errors(404))
async def begin(asked: MatchAsked, request: Request, response: Response, served: Served, caller: Visitor) -> MatchBegun:
    """Begin a match. The answer has a token for each person's seat: keep yours, and send a friend the other."""
    named = HUMAN in asked.opponents
    opponents = await served.people.adapted(asked.game, asked.opponents, caller.key, caller.address)
    live, tokens = await served.matches.create(
        asked.game,
        opponents,
        decks=asked.decks,
        seed=asked.seed,
        paced=asked.paced,
        clock=asked.clock,
        increment=asked.increment,
        seat=asked.seat,
        player_key=(caller.key or remember(response, request)) if named else None,
        player_name=asked.player,
        teach=asked.teach,
        address=caller.address,
    )
    seat = next((seat for seat, token in enumerate(tokens) if token), None) if asked.seat is None else asked.seat
    return MatchBegun(**state_for(live, seat), tokens=tokens)


@calls.get("/matches")
async def own_matches(
    served: Served,
    caller: Visitor,
    player: Annotated[PlayerName | None, Query(description="By this name instead of the cookie.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[float | None, Query(description="Only those that changed before, for the next page.")] = None,
) -> list[MatchListed]:
    """Your matches, the latest first: those of your cookie, or of a name."""
    whose = {"key": None, "name": player} if player else {"key": caller.key, "name": None}
    return [
        MatchListed(
            id=stored.id,
            game=stored.game_seen_by(seat),
            seat=seat,
            players=list(stored.players),
            moves=stored.length,
            created=stored.created,
            changed=stored.changed,
            over=stored.over,
            winner=stored.ending.winner if stored.ending else None,
            reason=stored.ending.reason if stored.ending else "",
        )
        for stored, seat in await served.storage.matches_of(**whose, limit=limit, before=before)
    ]


@calls.get("/matches/{match_id}", response_model=MatchShown, responses=errors(401, 404), openapi_extra=WATCHED_BY_ALL)
async def look(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for your turn.")] = 0,
    scene: Annotated[bool, Query(description="Whether to draw what you see, as the page does.")] = False,
) -> JSONResponse:
    """What your seat may see, and the decision that waits for you."""
    live, seat = await seated(served, match_id, caller)
    if wait:
        await served.matches.wait_for_turn(live, seat, wait)
        seat = await served.matches.seat_of(live, caller.token, caller.key)  # it may have changed hands meanwhile
    return shown_to(live, seat, scene=scene)


@calls.get("/matches/{match_id}/why", responses=errors(401, 404), openapi_extra=WATCHED_BY_ALL)
async def why(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    option: Annotated[str, Query(max_length=1000, description="What you would like to choose.")],
) -> WhyAnswered:
    """Why you cannot choose something now."""
    live, seat = await seated(served, match_id, caller)
    return WhyAnswered(why=await served.matches.why_not(live, seat, option))


@calls.post("/matches/{match_id}/hint", responses=errors(401, 404, 409))
async def hint(match_id: MatchId, request: Request, served: Served, caller: Asker) -> HintAnswered:
    """What the strongest brain thinks of your decision: an idea, every option judged, the best one, and why.

    There are no hints in a match between people.
    """
    live, seat = await seated(served, match_id, caller)
    if between_people(live.stored.players) and not live.over:
        raise Conflict("not_alone", "There are no hints and no scores while people play each other.")
    if live.decision is None or live.decision.seat != seat:
        raise Conflict("not_your_turn", "There is nothing for you to decide now.")
    await served.matches.note_help(live, "hint")
    game, position = live.game, live.table.position
    with served.thinkers.place_for(caller.address):
        thinking = served.thinkers.hint(game, position, HINT_SECONDS, address=caller.address)
        return HintAnswered(**await unless_gone(request, thinking))


@calls.post("/matches/{match_id}/choices", response_model=MatchShown, responses=errors(401, 404, 409))
async def choose(match_id: MatchId, asked: ChoiceAsked, served: Served, caller: Asker) -> JSONResponse:
    """Answer the decision that waits for you. Once this is answered, the choice is on disk."""
    live, seat = await seated(served, match_id, caller, latest=False)
    await served.matches.choose(live, seat, asked.option, asked.number)
    return shown_to(live, seat)


@calls.post("/matches/{match_id}/undo", response_model=MatchShown, responses=errors(401, 404, 409))
async def undo(match_id: MatchId, served: Served, caller: Asker) -> JSONResponse:
    """Take back your last choice and all that followed, where all the others are opponents."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.take_back(live, seat)
    return shown_to(live, seat)


@calls.post("/matches/{match_id}/resign", response_model=MatchShown, responses=errors(401, 404, 409))
async def resign(match_id: MatchId, served: Served, caller: Asker) -> JSONResponse:
    """Give the match up."""
    live, seat = await seated(served, match_id, caller)
    await served.matches.resign(live, seat)
    return shown_to(live, seat)


@calls.post("/matches/{match_id}/seat", responses=errors(401, 404, 409))
async def sit_down(
    match_id: MatchId,
    request: Request,
    response: Response,
    served: Served,
    caller: TokenHolder,
    asked: Annotated[SeatAsked, Body()] = SeatAsked(player=None),  # noqa: B008
) -> SeatTaken:
    """Make a seat your own with the token that you were sent. From then on only your new token opens it."""
    live, seat = await seated(served, match_id, replace(caller, key=None))
    taken = await served.matches.take_seat(live, seat, caller.key or remember(response, request), asked.player)
    assert seat is not None
    return SeatTaken(seat=seat, token=taken)


@calls.post("/matches/{match_id}/watchers", responses=errors(401, 404, 409))
async def invite_watchers(match_id: MatchId, served: Served, caller: Asker) -> WatchersInvited:
    """A token with which anybody may watch the match, and do nothing else. It shows what all players see.

    The token that you asked for before does not work any more.
    """
    live, seat = await seated(served, match_id, caller)
    return WatchersInvited(token=await served.matches.invite_watchers(live, seat))


@calls.get(
    "/matches/{match_id}/record",
    response_class=PlainTextResponse,
    responses=as_text({**ALWAYS, **errors(401, 403, 404, 409)}),
    openapi_extra=WATCHED_BY_ALL,
)
async def record(match_id: MatchId, served: Served, caller: Asker) -> PlainTextResponse:
    """The whole match as text, once it is over; before that, it would show what your seat may not see."""
    live, seat = await seated(served, match_id, caller)
    if live.table.outcome is None:
        raise Conflict("not_over", "The record is available once the match is over.")
    Sight.of(live, seat).demand_open("The record")
    return PlainTextResponse(str(live.stored.record(live.table.entries)))


async def seated(
    served: Services, match_id: str, caller: Caller, *, latest: bool = True
) -> tuple[LiveMatch, int | None]:
    """The match, and the seat that the caller may act for."""
    live = await served.matches.open(match_id, caller.address, latest=latest)
    match_in_logs.set(live.stored.id)
    return live, await served.matches.seat_of(live, caller.token, caller.key)


def shown_to(live: LiveMatch, seat: int | None, *, scene: bool = False) -> JSONResponse:
    """The match as a seat may see it."""
    # As JSON at once: validating our own answer against its description would take time.
    return JSONResponse(state_for(live, seat, scene=scene))
