"""Calls about matches that are kept: begin, look, choose, take back, resign, sit down, follow."""

import asyncio
import json
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocketDisconnect

from sparring.coach.analysis import analysis_json
from sparring.coach.hint import reason_for, value_of
from sparring.server.limits import address_of
from sparring.server.live import HUMAN, Live, digest
from sparring.server.logs import match_id as match_in_logs
from sparring.server.messages import (
    LONGEST_WAIT,
    ChoiceAsked,
    HintAnswered,
    MatchAsked,
    MatchBegun,
    MatchListed,
    MatchShown,
    PlayerName,
    PlayerShown,
    ResultsListed,
    SeatAsked,
    SeatTaken,
    WhyAnswered,
)
from sparring.server.problems import Conflict, NotFound, NotOpen, Problem, error_json
from sparring.server.services import (
    ALWAYS,
    COOKIE,
    Asker,
    Caller,
    Served,
    Services,
    as_text,
    errors,
    remember,
    services_of,
    unless_gone,
)
from sparring.server.storage import StorageLost
from sparring.server.story import event_for

calls = APIRouter(responses=ALWAYS, tags=["matches"])

HINT_SECONDS = 2.0
FIRST_MESSAGE = 10.0
"""Seconds in which a WebSocket must say who it is."""

BAD_MESSAGE, NOT_OPEN, UNKNOWN, TOO_SLOW, GONE = 4400, 4401, 4404, 4408, 1001
"""How a WebSocket is closed: the reasons as HTTP knows them, 4000 higher."""

MatchId = Annotated[str, Path(description="The match's id.", max_length=64)]


@calls.post("/matches", status_code=201, responses=errors(404))
async def begin(asked: MatchAsked, request: Request, response: Response, served: Served, caller: Asker) -> MatchBegun:
    """Begin a match. The answer holds a token for each seat of a person: keep yours, send a friend the other."""
    named = HUMAN in asked.opponents
    live, tokens = await served.matches.create(
        asked.game,
        asked.opponents,
        seed=asked.seed,
        paced=asked.paced,
        clock=asked.clock,
        seat=asked.seat,
        player_key=(caller.key or remember(response, request)) if named else None,
        player_name=asked.player,
        address=caller.address,
    )
    seat = next((seat for seat, token in enumerate(tokens) if token), None) if asked.seat is None else asked.seat
    return MatchBegun(**live.state(seat), tokens=tokens)


@calls.get("/matches")
async def own_matches(
    served: Served,
    caller: Asker,
    player: Annotated[PlayerName | None, Query(description="By this name instead of the cookie.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[float | None, Query(description="Only those that changed before, for the next page.")] = None,
) -> list[MatchListed]:
    """Your matches, the latest first: those of your cookie, or of a name."""
    whose = {"key": None, "name": player} if player else {"key": caller.key, "name": None}
    return [
        MatchListed(
            id=stored.id,
            game=stored.game,
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


@calls.get("/players/me")
async def own_results(served: Served, caller: Asker) -> PlayerShown:
    """What came of your matches: those of your cookie."""
    return PlayerShown(name=None, results=await _results(served, caller.key, None))


@calls.get("/players/{name}")
async def results_of(served: Served, name: Annotated[PlayerName, Path()]) -> PlayerShown:
    """What came of the matches of whoever goes by a name."""
    return PlayerShown(name=name, results=await _results(served, None, name))


@calls.get("/matches/{match_id}", response_model=MatchShown, responses=errors(401, 404))
async def look(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for your turn.")] = 0,
    scene: Annotated[bool, Query(description="Whether to draw what you see, as the page does.")] = False,
) -> JSONResponse:
    """What your seat may see, and the decision that waits for you."""
    live, seat = await _seated(served, match_id, caller)
    if wait:
        await served.matches.wait_for_turn(live, seat, wait)
        seat = await served.matches.seat_of(live, caller.token, caller.key)  # which may have changed hands meanwhile
    return _shown(live, seat, scene=scene)


@calls.get("/matches/{match_id}/why", responses=errors(401, 404))
async def why(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    option: Annotated[str, Query(max_length=1000, description="What you would like to choose.")],
) -> WhyAnswered:
    """Why you cannot choose something now."""
    live, seat = await _seated(served, match_id, caller)
    return WhyAnswered(why=served.matches.why_not(live, seat, option))


@calls.post("/matches/{match_id}/hint", responses=errors(401, 404, 409))
async def hint(match_id: MatchId, request: Request, served: Served, caller: Asker) -> HintAnswered:
    """What the strongest brain makes of your decision: every option judged, the best one, and why."""
    live, seat = await _seated(served, match_id, caller)
    story, decision = live.story, live.story.decision if live.story else None
    if story is None or decision is None or decision.seat != seat:
        raise Conflict("not_your_turn", "There is nothing for you to decide now.")
    game, position = story.game, story.table.position
    with served.thinkers.place_for(caller.address):
        thinking = served.thinkers.analyse(game, position, None, HINT_SECONDS, address=caller.address)
        found = await unless_gone(request, thinking)
    reason = reason_for(game, position, found)
    return HintAnswered(**analysis_json(game, position, found), value=value_of(game, found), reason=reason)


@calls.post("/matches/{match_id}/choices", response_model=MatchShown, responses=errors(401, 404, 409))
async def choose(match_id: MatchId, asked: ChoiceAsked, served: Served, caller: Asker) -> JSONResponse:
    """Answer the decision that waits for you. Once this is answered, the choice is on disk."""
    live, seat = await _seated(served, match_id, caller, latest=False)
    await served.matches.choose(live, seat, asked.option, asked.number)
    return _shown(live, seat)


@calls.post("/matches/{match_id}/undo", response_model=MatchShown, responses=errors(401, 404, 409))
async def undo(match_id: MatchId, served: Served, caller: Asker) -> JSONResponse:
    """Take back your last choice and all that followed, where you play against opponents only."""
    live, seat = await _seated(served, match_id, caller)
    await served.matches.take_back(live, seat)
    return _shown(live, seat)


@calls.post("/matches/{match_id}/resign", response_model=MatchShown, responses=errors(401, 404, 409))
async def resign(match_id: MatchId, served: Served, caller: Asker) -> JSONResponse:
    """Give the match up."""
    live, seat = await _seated(served, match_id, caller)
    await served.matches.resign(live, seat)
    return _shown(live, seat)


@calls.post("/matches/{match_id}/seat", responses=errors(401, 404, 409))
async def sit_down(
    match_id: MatchId,
    request: Request,
    response: Response,
    served: Served,
    caller: Asker,
    asked: Annotated[SeatAsked, Body()] = SeatAsked(player=None),  # noqa: B008
) -> SeatTaken:
    """Make a seat your own with the token that you were sent. From then on only your new token opens it."""
    live, seat = await _seated(served, match_id, replace(caller, key=None))
    taken = await served.matches.take_seat(live, seat, caller.key or remember(response, request), asked.player)
    assert seat is not None
    return SeatTaken(seat=seat, token=taken)


@calls.get(
    "/matches/{match_id}/record",
    response_class=PlainTextResponse,
    responses=as_text({**ALWAYS, **errors(401, 404, 409)}),
)
async def record(match_id: MatchId, served: Served, caller: Asker) -> PlainTextResponse:
    """The whole match as text, once it is over: until then it holds what your seat may not see."""
    live, _ = await _seated(served, match_id, caller)
    if live.story is None:
        raise Conflict("match_closed", live.closed)
    if not live.over:
        raise Conflict("not_over", "The record can be had once the match is over.")
    return PlainTextResponse(str(live.stored.record(live.story.table.entries)))


async def _seated(served: Services, match_id: str, caller: Caller, *, latest: bool = True) -> tuple[Live, int | None]:
    """The match, and the seat that the caller may act for."""
    live = await served.matches.open(match_id, caller.address, latest=latest)
    match_in_logs.set(live.stored.id)
    return live, await served.matches.seat_of(live, caller.token, caller.key)


def _shown(live: Live, seat: int | None, *, scene: bool = False) -> JSONResponse:
    # Made by us, so it need not be checked once more against its description on the way out.
    return JSONResponse(live.state(seat, scene=scene))


async def _results(served: Services, key: str | None, name: str | None) -> list[ResultsListed]:
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for game, players, seat, winner in await served.storage.results_of(key=key, name=name):
        against = " and ".join(player for other, player in enumerate(players) if other != seat)
        counts[game, against][1 if winner is None else 0 if winner == seat else 2] += 1
    return [
        ResultsListed(game=game, opponent=against, wins=wins, draws=draws, losses=losses)
        for (game, against), (wins, draws, losses) in sorted(counts.items())
    ]


# ---------------------------------------------------------------------- the match as it happens


@calls.websocket("/matches/{match_id}/events")
async def events(socket: WebSocket, match_id: str) -> None:
    """Tell the match as it happens, from the event after the one that the client saw last.

    The first message is `{"token": …, "after": …}`.
    """
    served = services_of(socket)
    await socket.accept()
    try:
        live, seat, after, scenes = await _introduced(served, socket, match_id)
        served.matches.follow(live)
        listening = asyncio.create_task(_until_gone(socket))
        telling = asyncio.create_task(_tell(served, socket, live, seat, after, scenes))
        try:
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
                await socket.close(1000 if live.over else GONE)
        finally:
            served.matches.unfollow(live)
            listening.cancel()
            telling.cancel()
            await asyncio.wait({listening, telling})
    except _Refused as refused:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json(error_json(refused.code, str(refused)))
            await socket.close(refused.closes_with, str(refused)[:100])
    except (WebSocketDisconnect, RuntimeError):  # it left, or was closed while something was being sent
        pass


class _Refused(Exception):
    """A WebSocket that is told no events."""

    def __init__(self, closes_with: int, code: str, message: str) -> None:
        super().__init__(message)
        self.closes_with = closes_with
        self.code = code


async def _introduced(served: Services, socket: WebSocket, match_id: str) -> tuple[Live, int | None, int, bool]:
    """The match, the seat and the last event seen, by what the client says first."""
    try:
        async with asyncio.timeout(FIRST_MESSAGE):
            text = await socket.receive_text()
    except TimeoutError:
        raise _Refused(TOO_SLOW, "too_slow", f"The first message did not come within {FIRST_MESSAGE:g} s.") from None
    except KeyError:
        text = ""  # bytes
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        said = None
    token, after = (said.get("token"), said.get("after")) if isinstance(said, dict) else (0, 0)
    if not isinstance(token, str | None) or not isinstance(after, int | None) or isinstance(after, bool):
        raise _Refused(
            BAD_MESSAGE,
            "bad_message",
            'The first message is {"token": "…", "after": the number of the last event seen}.',
        )
    cookie = socket.cookies.get(COOKIE)
    try:
        caller = Caller(address_of(socket.scope), token, digest(cookie) if cookie else None)
        live, seat = await _seated(served, match_id, caller)
    except NotFound as problem:
        raise _Refused(UNKNOWN, problem.code, str(problem)) from None
    except NotOpen as problem:
        raise _Refused(NOT_OPEN, problem.code, str(problem)) from None
    except (Problem, StorageLost) as problem:
        raise _Refused(1011, "unavailable", str(problem)) from None
    return live, seat, after or 0, said.get("scenes") is True


async def _tell(served: Services, socket: WebSocket, live: Live, seat: int | None, after: int, scenes: bool) -> None:
    """Send every event once, and between them what has no number: clocks, who sat down, how far a search has got."""
    if live.story is None:
        await socket.send_json({"number": 1, "event": "match_closed", "reason": live.closed})
        return
    if after > len(live.story.events):
        raise _Refused(
            BAD_MESSAGE, "bad_message", f"There is no event {after} yet; the latest is {len(live.story.events)}."
        )
    told, thought, owner, seated = max(0, after), None, live.stored.owners.get(seat or 0), live.stored.sittings
    while True:
        if live.stored.owners.get(seat or 0) != owner:
            raise _Refused(NOT_OPEN, "not_open", "Somebody else has sat down here.")
        news = live.news
        for event in live.story.events[told:]:
            await socket.send_json(event_for(live.story, event, seat, scenes=scenes))
            told = event.number
            if event is live.story.events[-1] and (left := live.time_left()):
                await socket.send_json({"event": "clock", "left": left})
        if told >= len(live.story.events) and (live.over or served.matches.closing):
            return
        if live.stored.sittings != seated:
            seated = live.stored.sittings
            await socket.send_json({"event": "seated"})
            if left := live.time_left():
                await socket.send_json({"event": "clock", "left": left})
        if live.thought is not None and live.thought != thought:
            thought = live.thought
            await socket.send_json({"event": "thinking", **thought})
        if news is live.news:
            await news.wait()


async def _until_gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
