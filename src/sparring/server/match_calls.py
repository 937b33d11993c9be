"""Calls about stored matches: begin, look, choose, take back, resign, sit down, follow."""

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocketDisconnect

from sparring.coach.analysis import analysis_json
from sparring.coach.hint import hint_from, value_of
from sparring.match.events import Event
from sparring.server.addresses import is_from_another_site
from sparring.server.limits import address_of
from sparring.server.live import LiveMatch, between_people, digest
from sparring.server.logs import match_id as match_in_logs
from sparring.server.messages import (
    LONGEST_WAIT,
    ChoiceAsked,
    MatchAsked,
    MatchBegun,
    MatchListed,
    MatchShown,
    PlayerName,
    SeatAsked,
    SeatTaken,
    WhyAnswered,
)
from sparring.server.position_messages import HintAnswered
from sparring.server.problems import Conflict, NotFound, NotOpen, Problem, error_json
from sparring.server.services import (
    ALWAYS,
    COOKIE,
    OTHER_SITE,
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
    services_of,
    unless_gone,
)
from sparring.server.shown import event_for, state_for
from sparring.server.storage import StorageLost
from sparring.server.stored import HUMAN

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])

HINT_SECONDS = 2.0
"""Seconds that the strongest brain thinks about a hint."""

FIRST_MESSAGE = 10.0
"""Seconds in which the first message of a WebSocket must arrive."""

FEW, BATCH = 4, 50
"""How many events are drawn on the event loop, and how many at a time in a thread for somebody who comes late."""

BAD_MESSAGE, NOT_OPEN, FOREIGN, UNKNOWN, TOO_SLOW, GONE = 4400, 4401, 4403, 4404, 4408, 1001
"""Close codes of a WebSocket: the HTTP status plus 4000, and 1001 when the server stops."""

LONGEST_REASON = 123
"""Bytes of the reason that a WebSocket is closed with; its protocol allows no more."""

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
        thinking = served.thinkers.analyse(game, position, None, HINT_SECONDS, address=caller.address)
        found = await unless_gone(request, thinking)
        told = await served.background.run(caller.address, lambda: hint_from(game, position, found))
    judged = analysis_json(game, position, found)
    return HintAnswered(**judged, value=value_of(game, found), idea=told.idea, reason=told.reason)


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


@calls.get(
    "/matches/{match_id}/record",
    response_class=PlainTextResponse,
    responses=as_text({**ALWAYS, **errors(401, 403, 404, 409)}),
    openapi_extra=WATCHED_BY_ALL,
)
async def record(match_id: MatchId, served: Served, caller: Asker) -> PlainTextResponse:
    """The whole match as text, once it is over; before that, it would show what your seat may not see."""
    live, _ = await seated(served, match_id, caller)
    if live.table.outcome is None:
        raise Conflict("not_over", "The record is available once the match is over.")
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


# ---------------------------------------------------------------------- the match as it happens


@calls.websocket("/matches/{match_id}/events")
async def events(socket: WebSocket, match_id: str) -> None:
    """Send the events of a match as they happen, beginning after the one that the client saw last.

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
            await socket.close(refused.closes_with, _reason(str(refused)))
    except (WebSocketDisconnect, RuntimeError):  # the client left, or the socket was closed while sending
        pass


def _reason(sentence: str) -> str:
    """As much of a sentence as fits into the frame that closes a WebSocket."""
    return sentence.encode("utf-8", "replace")[:LONGEST_REASON].decode("utf-8", "ignore")


class _Refused(Exception):
    """A WebSocket that gets no events."""

    def __init__(self, closes_with: int, code: str, message: str) -> None:
        super().__init__(message)
        self.closes_with = closes_with
        self.code = code


async def _introduced(served: Services, socket: WebSocket, match_id: str) -> tuple[LiveMatch, int | None, int, bool]:
    """Read the first message: the match, the seat, the last event seen, and whether scenes are wanted."""
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
    cookie, foreign = socket.cookies.get(COOKIE), is_from_another_site(socket)
    try:
        caller = Caller(address_of(socket.scope), token, digest(cookie) if cookie and not foreign else None)
        live, seat = await seated(served, match_id, caller)
    except NotFound as problem:
        raise _Refused(UNKNOWN, problem.code, str(problem)) from None
    except NotOpen as problem:
        if token is None and cookie and foreign:
            raise _Refused(FOREIGN, "foreign_page", OTHER_SITE) from None
        raise _Refused(NOT_OPEN, problem.code, str(problem)) from None
    except (Problem, StorageLost) as problem:
        raise _Refused(1011, "unavailable", str(problem)) from None
    return live, seat, after or 0, said.get("scenes") is True


async def _tell(
    served: Services, socket: WebSocket, live: LiveMatch, seat: int | None, after: int, scenes: bool
) -> None:
    """Send every event once, and between them unnumbered ones: clocks, who sat down, what is thought and said."""
    if live.is_closed:
        await socket.send_json({"number": 1, "event": "match_closed", "reason": live.closed})
        return
    if after > len(live.events):
        raise _Refused(BAD_MESSAGE, "bad_message", f"There is no event {after} yet; the latest is {len(live.events)}.")
    told, owner, seated = max(0, after), live.stored.owners.get(seat or 0), live.stored.sittings
    thought, saying, reviewed = None, None, None
    while True:
        news = live.news
        missed = live.events[told : told + BATCH]
        messages = await _drawn(served, socket, live, missed, seat, scenes)
        if live.stored.owners.get(seat or 0) != owner:
            raise _Refused(NOT_OPEN, "not_open", "Somebody else has taken this seat.")
        for message in messages:
            await socket.send_text(message)
        told += len(missed)
        if told < len(live.events):
            continue
        if missed and (left := live.time_left()):
            await socket.send_json({"event": "clock", "left": left})
        if live.review is not None and live.review != reviewed:
            reviewed = live.review
            await socket.send_json({"event": "review", **reviewed})
        under_way = live.review is not None and not live.review["finished"]
        if told >= len(live.events) and ((live.over and not under_way) or served.matches.closing):
            return
        if live.stored.sittings != seated:
            seated = live.stored.sittings
            await socket.send_json({"event": "seated"})
            if left := live.time_left():
                await socket.send_json({"event": "clock", "left": left})
        if live.thought is not None and live.thought != thought:
            thought = live.thought
            await socket.send_json({"event": "thinking", **thought})
        if live.saying is not saying and (saying := live.saying) and (remark := saying.heard[seat or 0]):
            await socket.send_json({"event": "remark", "seat": saying.seat, "remark": remark})
        if news is live.news:
            await news.wait()


async def _drawn(
    served: Services, socket: WebSocket, live: LiveMatch, events: list[Event], seat: int | None, scenes: bool
) -> list[str]:
    """The messages of some events; those of many are made in a thread."""

    def draw() -> list[str]:
        shown = [event_for(live, event, seat, scenes=scenes) for event in events]
        return [json.dumps(message, separators=(",", ":"), ensure_ascii=False) for message in shown]

    return draw() if len(events) <= FEW else await served.background.run(address_of(socket.scope), draw)


async def _until_gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
