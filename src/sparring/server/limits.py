"""Protects a server from its clients: refuses requests that are too large, too slow or too frequent."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from sparring.server.part import Shared
from sparring.server.problems import Problem, TooLarge, TooMuch, TooSlow, Unavailable, error_json

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 256 * 1024
"""Bytes of a request's body."""

SLOWEST_BODY = 10.0
"""Seconds in which the whole request must arrive."""

RATE = 1500.0
"""Requests a second that one address may make by default; its bucket holds two seconds' worth for bursts."""

ADDRESSES = 10_000
"""Addresses that are remembered."""


class Buckets:
    """A token bucket for each address: it fills steadily, and every request takes one token."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic, shared: Shared | None = None) -> None:
        self.rate = rate
        self._clock = clock
        self._shared = shared
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> float:
        """Take a token; the result is 0, or the seconds to wait if there was none."""
        if not self.rate:
            return 0.0
        now = self._clock()
        most = max(1.0, 2 * self.rate)
        left, at = self._of(address, most, now)
        left = min(most, left + (now - at) * self.rate)
        granted = left >= 1
        self._keep(address, left - 1 if granted else left, now)
        return 0.0 if granted else (1 - left) / self.rate

    def _of(self, address: str, most: float, now: float) -> tuple[float, float]:
        """How many tokens an address had, and when."""
        if self._shared is None:
            return self._left.pop(address, (most, now))
        slot = self._shared.slot(address)
        at = self._shared.at[slot]
        return (self._shared.left[slot], at) if at else (most, now)

    def _keep(self, address: str, left: float, now: float) -> None:
        if self._shared is not None:
            slot = self._shared.slot(address)
            self._shared.left[slot], self._shared.at[slot] = left, now
            return
        self._left[address] = (left, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)


class Limits:
    """Lets requests through that keep the limits, with their bodies read completely."""

    def __init__(self, app: App, rate: float = RATE, shared: Shared | None = None) -> None:
        self._app = app
        self._buckets = Buckets(rate, shared=shared)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            if wait := self._buckets.take(address_of(scope)):
                raise TooMuch(f"You make more than {self._buckets.rate:g} requests a second; wait a little.", wait)
            if scope["type"] == "http":
                receive = await _whole(scope, receive)
        except Problem as problem:
            await _refuse(scope, send, problem)
            return
        except asyncio.IncompleteReadError:  # the client left before it was complete
            return
        except asyncio.CancelledError:  # the server stops, and does not wait for the rest
            await _refuse(scope, send, Unavailable("closing", "The server is being stopped."))
            return
        await self._app(scope, receive, send)


def address_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return client[0] if client else ""


async def _whole(scope: Scope, receive: Receive) -> Receive:
    """Receive the whole body of a request; the result passes it on in one piece."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length) > LARGEST_BODY:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise asyncio.IncompleteReadError(bytes(body), None)
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > LARGEST_BODY:
                    raise _too_large()
    except TimeoutError:
        raise TooSlow(
            "too_slow", f"The request's body did not arrive within {SLOWEST_BODY:g} seconds.", {"Connection": "close"}
        ) from None
    pieces = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def hand_over() -> Message:
        return pieces.pop() if pieces else await receive()

    return hand_over


def _too_large() -> TooLarge:
    message = f"The request's body is larger than {LARGEST_BODY // 1024} KiB, the most that is accepted."
    return TooLarge("too_large", message, {"Connection": "close"})


async def _refuse(scope: Scope, send: Send, problem: Problem) -> None:
    prefix = "websocket." if scope["type"] == "websocket" else ""  # which is refused like a request for a page
    body = json.dumps(error_json(problem.code, str(problem))).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **problem.headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{prefix}http.response.start", "status": problem.status, "headers": raw})
    await send({"type": f"{prefix}http.response.body", "body": body})
