"""The server put together: its parts, its calls, its errors, and its metrics."""

import asyncio
import gc
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.routing import Match

import sparring
from sparring.rules import SparringError
from sparring.rules.registry import games
from sparring.server import (
    deck_calls,
    event_calls,
    guide,
    kept_deck_calls,
    lab_calls,
    match_calls,
    offer_calls,
    page,
    people_calls,
    puzzle_calls,
    review_calls,
    setup_calls,
    stateless,
    table_calls,
    talk_calls,
    teaching_calls,
)
from sparring.server.addresses import BehindProxies, Network
from sparring.server.background import Background
from sparring.server.database import first_line
from sparring.server.expiry import Expiry
from sparring.server.headers import PRIVATE, PrivateAnswers
from sparring.server.health import HealthCheck
from sparring.server.kept_decks import KeptDecks
from sparring.server.labs import MINUTES, Labs
from sparring.server.limits import RATE, App, Limits, Message, Receive, Scope, Send
from sparring.server.logs import request_id
from sparring.server.matches import Matches
from sparring.server.messages import Health
from sparring.server.metrics import CONTENT_TYPE, Metrics
from sparring.server.migrations import bring_up_to_date
from sparring.server.part import ALONE, Part
from sparring.server.people import People
from sparring.server.places_to_think import place_to_think
from sparring.server.problems import Problem, TooMuch, Unavailable, code_of, error_json
from sparring.server.reviews import Reviews
from sparring.server.services import ClientGone, Served, Services, as_text, errors
from sparring.server.storage import Storage, StorageLost
from sparring.server.thinkers import FOR_ONE, LONGEST, ClosingDown, Thinkers, TooMuchAtOnce
from sparring.server.thinking_process import Details
from sparring.work.worker_pool import WorkerLost

log = logging.getLogger("sparring.server")

API = "/api/v1"

CALLS = (
    deck_calls,
    lab_calls,
    setup_calls,
    stateless,
    talk_calls,
    teaching_calls,
    puzzle_calls,
    kept_deck_calls,
    people_calls,
    match_calls,
    offer_calls,
    table_calls,
    review_calls,
    event_calls,
)
"""The modules with the calls of the API."""

REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
"""What the id of a request may look like."""

SMALL = 1400
"""Bytes that fit into one packet: shorter answers are not compressed."""

PACKING = 4
"""How hard answers are compressed: each level above takes longer and saves little."""

ABOUT = """
Worthy opponents for turn-based games. `POST /api/v1/games/{game}/move` asks an opponent for its move in a position and
keeps nothing; `POST /api/v1/matches` begins a match that is kept. A match as it happens is a WebSocket at
`/api/v1/matches/{id}/events`: send `{"token": …, "after": …}` first.
"""


def make_app(
    database: str,
    *,
    longest: float = LONGEST,
    rate: float = RATE,
    proxies: Sequence[Network] = (),
    expire: float | None = None,
    lab_minutes: float = MINUTES,
    part: Part = ALONE,
    processes: Details | None = None,
) -> FastAPI:
    """A server on a database.

    Opponents think for at most `longest` seconds; an address may make `rate` requests a second. Only `proxies` may say
    for whom they make a request. Matches that nobody has touched for `expire` days are deleted. A test of a deck may
    take `lab_minutes` of processor time; 0 means that there are no tests. The server is `part` of the processes that
    answer at one port. Opponents think in `processes` of their own, or else in threads.
    """
    storage = Storage(database)
    bring_up(storage)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        metrics, health = Metrics(), HealthCheck(storage)
        thinkers, background = Thinkers(metrics, longest, part, place_to_think(processes, part)), Background()
        matches = Matches(storage, thinkers, background, metrics, part.neighbours)
        people, reviews = People(storage, background), Reviews(storage, thinkers, background)
        kept, labs = KeptDecks(storage), Labs(storage, background, lab_minutes)
        served = Services(storage, thinkers, background, matches, metrics, health, people, reviews, kept, labs)
        app.state.services = served
        served.matches.start()
        expiry = Expiry(storage, expire if part.number == 0 else None)
        expiry.start()
        labs.start()
        warming = asyncio.create_task(_warm_up(served))
        try:
            yield
        finally:
            warming.cancel()
            await expiry.close()
            await served.matches.close()
            await reviews.close()
            await labs.close()
            thinkers.cancel_all()
            thinkers.close()
            background.close()
            await health.close()
            await storage.close()

    app = _with_calls(life)
    _add_watching(app)
    _add_errors(app)
    _add_middleware(app, rate, proxies, part)
    return app


def _with_calls(life: Any) -> FastAPI:
    """An app with all calls and pages, which lives as long as `life`."""
    app = FastAPI(
        title="Sparring",
        version=sparring.__version__,
        description=ABOUT,
        lifespan=life,
        docs_url=None,  # these pages load their scripts from other sites
        redoc_url=None,
    )
    for module in CALLS:
        app.include_router(module.calls, prefix=API)
    app.include_router(page.calls)
    app.include_router(guide.calls)
    return app


def _add_middleware(app: FastAPI, rate: float, proxies: Sequence[Network], part: Part) -> None:
    """What every request passes on its way in, the last one first, and its answer on the way out."""
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=PACKING)
    app.add_middleware(Limits, rate=rate, shared=part.shared)
    app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["*"], allow_headers=["*"])
    app.add_middleware(_Counted)
    app.add_middleware(BehindProxies, proxies=proxies)
    app.add_middleware(PrivateAnswers)


def bring_up(storage: Storage) -> None:
    """Create the tables of a database, or bring them up to date; an error says what is wrong with it."""
    try:
        bring_up_to_date(storage.engine)
    except DBAPIError as error:
        url = storage.engine.url
        name = url.database if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
        raise SparringError(f"The database {name} cannot be used: {first_line(error.orig)}.") from None


async def _warm_up(served: Services) -> None:
    await served.thinkers.warm_up(await asyncio.to_thread(lambda: list(games())))
    # What is loaded now stays loaded. If the garbage collector went through it again and again, everybody would wait
    # half a second each time.
    gc.collect()
    gc.freeze()
    served.warm = True


def _add_watching(app: FastAPI) -> None:
    @app.get("/healthz", tags=["running it"], responses=errors(429, 431, 503))
    async def healthz(served: Served) -> Health:
        """Whether the server can do its work: whether its database can be read and written."""
        if fault := await served.health.fault():
            raise Unavailable("no_database", f"The database cannot be used: {fault}.", {"Retry-After": "5"})
        return Health(status="ok", version=sparring.__version__, database="ok", warm=served.warm)

    @app.get(
        "/metrics",
        tags=["running it"],
        response_class=Response,
        responses=as_text(errors(429, 431)),
    )
    async def metrics(served: Served) -> Response:
        """Counts for Prometheus."""
        return Response(served.metrics.as_text(), media_type=CONTENT_TYPE)


def _add_errors(app: FastAPI) -> None:
    def answer(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
        return JSONResponse(error_json(code, message), status, headers)

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> Response:
        if error.code == "unknown_path" and page.wants_page(request):
            return page.lost(request)
        return answer(error.status, error.code, str(error), error.headers)

    @app.exception_handler(SparringError)
    async def wrong(_: Request, error: SparringError) -> Response:
        return answer(422, code_of(error), str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        unreadable = first["type"] == "json_invalid"
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        said = str(first["msg"]).removeprefix("Value error, ")
        message = f"{where}: {said}" if where and not unreadable else said
        return answer(400 if unreadable else 422, "bad_json" if unreadable else "bad_request", f"{message}.")

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and page.wants_page(request):
            return page.lost(request)
        code, message = REFUSALS.get(error.status_code, ("bad_request", "The request cannot be read."))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_methods_of(request))
        return answer(error.status_code, code, message, headers)

    @app.exception_handler(TooMuchAtOnce)
    async def too_much(request: Request, _: TooMuchAtOnce) -> Response:
        return await problem(
            request, TooMuch(f"You are waiting for {FOR_ONE} answers already; wait for some of them first.")
        )

    @app.exception_handler(StorageLost)
    async def lost(request: Request, error: StorageLost) -> Response:
        log.error("%s", error)
        return await problem(request, Unavailable("no_database", "The database does not answer.", {"Retry-After": "5"}))

    @app.exception_handler(WorkerLost)
    async def unthought(request: Request, error: WorkerLost) -> Response:
        return await problem(request, Unavailable("not_thought", str(error), {"Retry-After": "1"}))

    @app.exception_handler(ClosingDown)
    async def closing(request: Request, _: ClosingDown) -> Response:
        return await problem(request, _closing())

    @app.exception_handler(ClientGone)
    async def gone(_: Request, __: ClientGone) -> Response:
        return Response(status_code=NOBODY_READS)

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return answer(500, "broken", "Something went wrong on the server; it was logged.", PRIVATE)


METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")

NOBODY_READS = 499
"""The status of an answer whose client has left."""

REFUSALS = {
    404: ("unknown_path", "There is nothing at this path; /openapi.json lists the paths."),
    405: ("unknown_method", "This path does not support this method; /openapi.json lists its methods."),
}


def _methods_of(request: Request) -> list[str]:
    """The methods that the path of a request supports; each has a route of its own, which knows no other method."""
    return [
        method
        for method in METHODS
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL for route in request.app.router.routes
        )
    ]


def _closing() -> Unavailable:
    return Unavailable("closing", "The server is being stopped.", {"Retry-After": "5"})


class _Counted:
    """Counts requests and how long they take; requests that are cut off when the server stops get an error."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), NOBODY_READS
        name = _name_of(scope)
        request_id.set(name)

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", name.encode())]
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except asyncio.CancelledError:
            if status != NOBODY_READS:
                raise
            told = _closing()
            await JSONResponse(error_json(told.code, str(told)), told.status, told.headers)(scope, receive, watch)
        except Exception:
            status = 500
            raise
        finally:
            metrics: Metrics = scope["app"].state.services.metrics
            path = _template(scope)
            took = time.perf_counter() - began
            metrics.count_request(scope["method"], path, status, took)
            if log.isEnabledFor(logging.DEBUG):
                line = {"method": scope["method"], "path": path, "status": status, "seconds": round(took, 6)}
                log.debug("request", extra=line)


def _name_of(scope: Scope) -> str:
    """The id of a request: the one that it comes with, or a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and (given := REQUEST_ID.fullmatch(value.decode("latin-1"))):
            return str(given[0])
    return secrets.token_hex(8)


def _template(scope: MutableMapping[str, Any]) -> str:
    """The path with its placeholders, so that each call has one count."""
    path = str(getattr(scope.get("route"), "path", "other"))
    return API + path if scope["path"].startswith(API) and not path.startswith((API, "other")) else path
