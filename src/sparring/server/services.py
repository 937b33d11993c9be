"""What every call uses: the parts of the server, who the caller is, and thinking that stops when the caller leaves."""

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from fastapi import Cookie, Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from sparring.server.limits import address_of
from sparring.server.live import digest
from sparring.server.matches import Matches
from sparring.server.messages import ErrorAnswered
from sparring.server.metrics import Metrics
from sparring.server.storage import Storage
from sparring.server.thinkers import Thinkers

COOKIE = "sparring_player"
A_YEAR = 365 * 24 * 3600

T = TypeVar("T")


class ClientGone(Exception):
    """The client has left, so nobody waits for the answer."""


@dataclass
class Services:
    """The parts of a server."""

    storage: Storage
    thinkers: Thinkers
    matches: Matches
    metrics: Metrics
    warm: bool = False
    """Whether every opponent is prepared."""


async def _services(connection: HTTPConnection) -> Services:
    return services_of(connection)


def services_of(connection: HTTPConnection) -> Services:
    """The parts of the server that got a request."""
    found: Services = connection.app.state.services
    return found


@dataclass(frozen=True)
class Caller:
    """Who makes a request, as far as the request says so."""

    address: str
    token: str | None
    """The token of a seat."""

    key: str | None
    """The digest of the player's key, which is in their cookie."""


async def _visitor(
    request: Request,
    sparring_player: Annotated[
        str | None, Cookie(description="Who you are; set when you begin a match or sit down.")
    ] = None,
) -> Caller:
    return Caller(address_of(request.scope), None, digest(sparring_player) if sparring_player else None)


async def _caller(
    visitor: Annotated[Caller, Depends(_visitor)],
    credentials: Annotated[
        HTTPAuthorizationCredentials | None,
        Depends(HTTPBearer(auto_error=False, description="The token of your seat in the match.")),
    ],
) -> Caller:
    return replace(visitor, token=credentials.credentials if credentials else None)


Served = Annotated[Services, Depends(_services)]
Visitor = Annotated[Caller, Depends(_visitor)]
"""Who makes a request to a call that needs no token."""

Asker = Annotated[Caller, Depends(_caller)]
"""Who makes a request to a call about a match, with the token of a seat."""


def remember(response: Response, request: Request) -> str:
    """Give a new player a key, in a cookie that no script can read; the result is the key's digest."""
    key = secrets.token_urlsafe(24)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, key, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure)
    return digest(key)


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a call may answer with, for its description."""
    return {status: {"model": ErrorAnswered, "description": ERRORS[status]} for status in statuses}


def as_text(errors: dict[int | str, dict[str, Any]]) -> dict[int | str, dict[str, Any]]:
    """The description of a call that answers with text; its errors are JSON like all others."""
    told = {status: {"content": {"application/json": {"schema": SCHEMA}}, **error} for status, error in errors.items()}
    for error in told.values():
        error.pop("model", None)
    return {**told, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "As text."}}


SCHEMA = {"$ref": "#/components/schemas/ErrorAnswered"}

ERRORS = {
    400: "The request cannot be read.",
    401: "The token is missing, or does not open a seat here.",
    404: "It does not exist.",
    405: "The path does not support this method.",
    408: "The request did not arrive in time.",
    409: "This cannot be done in the current state of the match.",
    413: "The request is too large.",
    422: "Something in the request is wrong; the message says what.",
    429: "Too many requests; wait as long as Retry-After says.",
    503: "The server cannot do this right now.",
}
ALWAYS = errors(400, 408, 413, 422, 429, 503)
"""The errors that every call may answer with."""


async def unless_gone(request: Request, thinking: "Coroutine[Any, Any, T]") -> T:
    """The answer to a request; if the client leaves first, the thinking is cancelled."""
    waiting = asyncio.current_task()
    assert waiting is not None
    left = False

    async def watch() -> None:
        nonlocal left
        await _gone(request)
        left = True
        waiting.cancel()

    watching = asyncio.create_task(watch())
    try:
        return await thinking
    except asyncio.CancelledError:
        if left and waiting.uncancel() == 0:
            raise ClientGone from None
        raise
    finally:
        watching.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
