"""What every call uses: the parts of the server, who the caller is, and thinking that stops when the caller leaves."""

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from fastapi import Cookie, Depends, Header, Request, Response
from fastapi.security import APIKeyCookie, APIKeyHeader, HTTPAuthorizationCredentials, HTTPBearer
from fastapi.security.utils import get_authorization_scheme_param
from starlette.requests import HTTPConnection

from sparring.server.addresses import is_from_another_site
from sparring.server.background import Background
from sparring.server.health import HealthCheck
from sparring.server.kept_decks import KeptDecks
from sparring.server.labs import Labs
from sparring.server.limits import address_of
from sparring.server.live import digest
from sparring.server.matches import Matches
from sparring.server.messages import ErrorAnswered
from sparring.server.metrics import Metrics
from sparring.server.people import People
from sparring.server.problems import Foreign
from sparring.server.reviews import Reviews
from sparring.server.storage import Storage
from sparring.server.thinkers import Thinkers

COOKIE = "sparring_player"
HEADER = "Sparring-Key"
"""Where a player's key is: the page has it in a cookie that no script can read, programs send it in a header."""

OTHER_SITE = "A page of another site needs a seat's token. If this is the server's own page, start it with --proxy."
A_YEAR = 365 * 24 * 3600

T = TypeVar("T")


class ClientGone(Exception):
    """The client has left, so nobody waits for the answer."""


@dataclass
class Services:
    """The parts of a server."""

    storage: Storage
    thinkers: Thinkers
    background: Background
    matches: Matches
    metrics: Metrics
    health: HealthCheck
    people: People
    reviews: Reviews
    kept_decks: KeptDecks
    labs: Labs
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
    """The digest of the player's key, which is in their cookie or header."""


async def _visitor(
    request: Request,
    sparring_player: Annotated[
        str | None, Cookie(description="Who you are; set when you begin a match or sit down.")
    ] = None,
    sparring_key: Annotated[
        str | None, Header(description="Who you are, for programs that keep no cookies; it counts before the cookie.")
    ] = None,
) -> Caller:
    key = sparring_key or sparring_player
    return Caller(address_of(request.scope), None, digest(key) if key else None)


def key_of(connection: HTTPConnection) -> str | None:
    """The key of whoever makes a request, as they sent it."""
    return connection.headers.get(HEADER) or connection.cookies.get(COOKIE)


Token = Annotated[
    HTTPAuthorizationCredentials | None,
    Depends(HTTPBearer(auto_error=False, description="The token of your seat in the match.")),
]
PlayersKey = Annotated[
    str | None,
    Depends(APIKeyCookie(name=COOKIE, auto_error=False, description="Who you are: it opens the seats that you took.")),
]
KeyHeader = Annotated[
    str | None,
    Depends(APIKeyHeader(name=HEADER, auto_error=False, description="The same key, for programs without cookies.")),
]


async def _token_holder(visitor: Annotated[Caller, Depends(_visitor)], credentials: Token) -> Caller:
    return replace(visitor, token=credentials.credentials if credentials else None)


async def _caller(holder: Annotated[Caller, Depends(_token_holder)], _: PlayersKey, __: KeyHeader) -> Caller:
    return holder


Served = Annotated[Services, Depends(_services)]
Visitor = Annotated[Caller, Depends(_visitor)]
"""Who makes a request to a call that needs no token."""

Asker = Annotated[Caller, Depends(_caller)]
"""Who makes a request to a call about a match, with the token of a seat or with the cookie of its player."""

TokenHolder = Annotated[Caller, Depends(_token_holder)]
"""Who makes a request to a call for which only the token of a seat counts."""

WATCHED_BY_ALL: dict[str, Any] = {"security": [{}]}
"""For the description of a call that needs neither token nor cookie where a match has only opponents."""


async def from_own_page(connection: HTTPConnection) -> None:
    """Refuse a change that is asked for by another site's page and authorised by the cookie alone.

    A token counts only in calls about a match: elsewhere the cookie says who asks, whatever else is sent. A WebSocket
    is checked once its first message has arrived, which may hold a token.
    """
    changes = connection.scope["type"] == "http" and connection.scope["method"] not in ("GET", "HEAD", "OPTIONS")
    by_cookie = COOKIE in connection.cookies and not connection.headers.get(HEADER)
    if not changes or not by_cookie or not is_from_another_site(connection):
        return
    scheme, token = get_authorization_scheme_param(connection.headers.get("Authorization"))
    if scheme.lower() != "bearer" or not token or "match_id" not in connection.path_params:
        raise Foreign("foreign_page", OTHER_SITE)


def remember(response: Response, request: Request) -> str:
    """Give a new player a key, in a cookie that no script can read; the result is the key's digest."""
    return hand_over(secrets.token_urlsafe(24), response, request)


def hand_over(key: str, response: Response | None = None, request: Request | None = None) -> str:
    """Put a key into the cookie of whoever made a request, if there is one; the result is the key's digest."""
    if response is not None and request is not None:
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
    403: "The page of another site asks for a change, without a token.",
    404: "It does not exist.",
    405: "The path does not support this method.",
    408: "The request did not arrive in time.",
    409: "This cannot be done in the current state of the match.",
    413: "The request is too large.",
    422: "Something in the request is wrong; the message says what.",
    429: "Too many requests; wait as long as Retry-After says.",
    431: "The URL and the headers are too large.",
    503: "The server cannot do this right now.",
}
ALWAYS = errors(400, 408, 413, 422, 429, 431, 503)
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
