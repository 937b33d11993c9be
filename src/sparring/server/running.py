"""`sparring serve`: a socket, the server behind it, and a clean end."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import platformdirs
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sparring.rules import SparringError
from sparring.server.app import make_app
from sparring.server.limits import RATE
from sparring.server.logs import log_as_json
from sparring.server.services import Services
from sparring.server.thinkers import LONGEST

GRACE = 5.0
"""Seconds that answers being thought of get when the server is told to stop."""

SLOWEST_HEAD = 20.0
"""Seconds in which the head of a request must have arrived."""

SWITCH = 0.001
"""Seconds after which a thinking thread lets others run: the event loop must not wait long for its turn."""


def default_database() -> str:
    """The file in which matches are kept unless said otherwise."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('sparring', appauthor=False)) / 'matches.db'}"


def serve(
    host: str,
    port: int,
    database: str | None = None,
    *,
    longest: float = LONGEST,
    rate: float = RATE,
    log_level: str = "info",
    started: Callable[[str], None] = print,
) -> None:
    """Serve until told to stop; then finish or give up what is being thought of, and lose nothing.

    Once it listens, `started` is called with its address.
    """
    log_as_json(log_level)
    sys.setswitchinterval(SWITCH)
    listening = _listen(host, port)
    app = make_app(default_database() if database is None else database, longest=longest, rate=rate)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=_Patient,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=round(GRACE) + 3,  # for those who do not read what they asked for
        backlog=2048,
    )
    address, bound, *_ = listening.getsockname()
    shown = f"[{address}]" if ":" in address else address
    server = _Server(config, app, lambda: started(f"http://{shown}:{bound}"))
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve([listening]))


class _Server(uvicorn.Server):
    """Says when it is there, and when told to stop gives thinking a little time before it is given up."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._say_started = started

    @property
    def _services(self) -> Services:
        services: Services = self._app.state.services
        return services

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._say_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when told to; a second Ctrl-C waits for nobody. Either way it is no failure."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, let everybody have their answer or a word that there will be none, and end."""
        await self._services.matches.close()
        asyncio.get_running_loop().call_later(GRACE, self._services.thinkers.give_up)
        await super().shutdown(sockets)


class _Patient(HttpToolsProtocol):
    """Closes connections on which a request's head has begun, or should have, and does not end."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request soon."""
        super().connection_made(transport)
        self._hurry = self.loop.call_later(SLOWEST_HEAD, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        self._hurry.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins; its head must not take long."""
        self._hurry.cancel()
        self._hurry = self.loop.call_later(SLOWEST_HEAD, self.transport.close)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """There it is."""
        self._hurry.cancel()
        super().on_headers_complete()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
        return listening
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "that is no host's name"
        raise SparringError(f"Cannot listen on {host:.100} port {port}: {reason}.") from None
