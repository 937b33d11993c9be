"""The WebSocket that tells a match as it happens."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from sparring.match.events import Event
from sparring.server.addresses import is_from_another_site
from sparring.server.limits import address_of
from sparring.server.live import LiveMatch, digest
from sparring.server.match_calls import seated
from sparring.server.problems import NotFound, NotOpen, Problem, error_json
from sparring.server.services import COOKIE, OTHER_SITE, Caller, Services, services_of
from sparring.server.shown import event_for
from sparring.server.sight import Sight
from sparring.server.storage import StorageLost

calls = APIRouter()

FIRST_MESSAGE = 10.0
"""Seconds in which the first message of a WebSocket must arrive."""

FEW, BATCH = 4, 50
"""How many events are drawn on the event loop, and how many at a time in a thread for somebody who comes late."""

BAD_MESSAGE, NOT_OPEN, FOREIGN, UNKNOWN, TOO_SLOW, GONE = 4400, 4401, 4403, 4404, 4408, 1001
"""Close codes of a WebSocket: the HTTP status plus 4000, and 1001 when the server stops."""

LONGEST_REASON = 123
"""Bytes of the reason that a WebSocket is closed with; its protocol allows no more."""


@calls.websocket("/matches/{match_id}/events")
async def events(socket: WebSocket, match_id: str) -> None:
    """Send the events of a match as they happen, beginning after the one that the client saw last.

    The first message is `{"token": …, "after": …}`.
    """
    served = services_of(socket)
    await socket.accept()
    try:
        hello = await _introduced(served, socket, match_id)
        live, presence = hello.live, served.matches.presence
        served.matches.follow(live)
        presence.enter(live, hello.seat)
        listening = asyncio.create_task(_until_gone(socket))
        telling = asyncio.create_task(_Teller(served, socket, hello).tell())
        try:
            await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
                await socket.close(1000 if live.over else GONE)
        finally:
            presence.leave(live, hello.seat)
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


@dataclass(frozen=True)
class _Hello:
    """What the first message of a client says."""

    live: LiveMatch
    seat: int | None
    token: str | None
    after: int
    """The number of the last event that the client saw."""

    scenes: bool
    """Whether pictures are wanted."""

    stays: bool
    """Whether the client wants to know who is here, and waits for a rematch when the match is over."""


async def _introduced(served: Services, socket: WebSocket, match_id: str) -> _Hello:
    """Read the first message."""
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
    return _Hello(live, seat, token, after or 0, said.get("scenes") is True, said.get("stay") is True)


class _Teller:
    """Tells one client every event once, and between them what passes by and has no number."""

    def __init__(self, served: Services, socket: WebSocket, hello: _Hello) -> None:
        self._served = served
        self._socket = socket
        self._hello = hello
        self._live = hello.live
        self._owner = None if hello.seat is None else hello.live.stored.owners[hello.seat].opened_by
        # A client that stays may have missed who sat down: before it came, or while its connection was lost.
        self._sittings = 0 if hello.stays else hello.live.stored.sittings
        self._passed: dict[str, Any] = {"thought": None, "saying": None, "review": None, "here": None}
        """What was told last of all that passes by."""

    async def tell(self) -> None:
        """Go on until nothing more will happen."""
        live, hello = self._live, self._hello
        if live.is_closed:
            await self._socket.send_json({"number": 1, "event": "match_closed", "reason": live.closed})
            return
        if hello.after > len(live.events):
            latest = f"There is no event {hello.after} yet; the latest is {len(live.events)}."
            raise _Refused(BAD_MESSAGE, "bad_message", latest)
        told = max(0, hello.after)
        while True:
            news = live.news
            missed = live.events[told : told + BATCH]
            messages = await _drawn(self._served, self._socket, live, missed, hello.seat, hello.scenes)
            self._demand_still_open()
            for message in messages:
                await self._socket.send_text(message)
            told += len(missed)
            if told < len(live.events):
                continue
            await self._tell_what_passes(bool(missed))
            if told >= len(live.events) and self._ended:
                return
            if news is live.news:
                await news.wait()

    def _demand_still_open(self) -> None:
        """Refuse a client whose seat or link has changed hands."""
        live, hello = self._live, self._hello
        if hello.seat is not None and live.stored.owners[hello.seat].opened_by != self._owner:
            raise _Refused(NOT_OPEN, "not_open", "Somebody else has taken this seat.")
        if hello.seat is None and live.stored.owners and not live.watched_with(hello.token):
            raise _Refused(NOT_OPEN, "not_open", "This link for watchers does not work any more.")

    @property
    def _ended(self) -> bool:
        live = self._live
        under_way = live.review is not None and not live.review["finished"]
        over = live.settled if self._hello.stays else live.over
        return (over and not under_way) or self._served.matches.closing

    async def _tell_what_passes(self, new: bool) -> None:
        """Tell clocks, who sat down and who is here, how far a review and a search have got, and what is said."""
        live, send = self._live, self._socket.send_json
        seated = live.stored.sittings != self._sittings
        if new and not seated and (left := live.time_left()):
            await send({"event": "clock", "left": left})
        if live.review is not None and self._changes("review", live.review):
            await send({"event": "review", **live.review})
        if seated:
            self._sittings = live.stored.sittings
            await send({"event": "seated"})
            if left := live.time_left():
                await send({"event": "clock", "left": left})
        knows = self._hello.stays and any(here is not None for here in live.here)
        if knows and self._changes("here", live.here):
            await send({"event": "here", "here": live.here})
        if live.thought is not None and self._changes("thought", live.thought):
            await send({"event": "thinking", **live.thought})
        if live.saying is not self._passed["saying"]:
            self._passed["saying"] = saying = live.saying
            if saying and (remark := Sight.of(live, self._hello.seat).told(saying.heard)):
                await send({"event": "remark", "seat": saying.seat, "remark": remark})

    def _changes(self, what: str, now: Any) -> bool:
        """Whether something is there that was not told yet."""
        if now is None or now == self._passed[what]:
            return False
        self._passed[what] = now
        return True


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
