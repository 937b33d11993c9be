"""`sparring serve`: listens on a socket, serves, and stops cleanly."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType

import platformdirs
import uvicorn
from fastapi import FastAPI

from sparring.rules import SparringError
from sparring.server.addresses import Network, is_proxy
from sparring.server.app import make_app
from sparring.server.connection import Connection
from sparring.server.event_socket import EventSocket
from sparring.server.limits import RATE
from sparring.server.logs import log_as_json
from sparring.server.places import Places, most_connections
from sparring.server.services import Services
from sparring.server.thinkers import LONGEST

GRACE = 5.0
"""Seconds that opponents may go on thinking when the server is told to stop."""

SWITCH = 0.001
"""Seconds after which a thinking thread must let others run, so that the event loop never waits long."""


def default_database() -> str:
    """The file in which matches are kept by default."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('sparring', appauthor=False)) / 'matches.db'}"


def serve(
    host: str,
    port: int,
    database: str | None = None,
    *,
    longest: float = LONGEST,
    rate: float = RATE,
    proxies: Sequence[Network] = (),
    log_level: str = "info",
    started: Callable[[str], None] = print,
) -> None:
    """Serve until told to stop; then finish or cancel all thinking, and lose nothing.

    Once it listens, `started` is called with its address.
    """
    log_as_json(log_level)
    sys.setswitchinterval(SWITCH)
    listening = _listen(host, port)
    url = default_database() if database is None else database
    app = make_app(url, longest=longest, rate=rate, proxies=proxies)
    places = Places(most_connections(), shared=lambda address: is_proxy(address, proxies))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=partial(Connection, places=places),  # type: ignore[arg-type]
        proxy_headers=False,  # uvicorn would trust every client on this machine; see addresses.py
        ws=EventSocket,
        ws_max_size=64 * 1024,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=round(GRACE) + 3,  # for clients that do not read their answers
        backlog=2048,
    )
    address, bound, *_ = listening.getsockname()
    shown = f"[{address}]" if ":" in address else address
    server = _Server(config, app, lambda: started(f"http://{shown}:{bound}"))
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve([listening]))


class _Server(uvicorn.Server):
    """Says when it listens, and when told to stop gives opponents a little time before it cancels their thinking."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._say_started = started

    @property
    def _services(self) -> Services:
        services: Services = self._app.state.services
        return services

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            self._say_started()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when told to; a second Ctrl-C stops at once. Neither is a failure."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, give every client an answer or an error, and end."""
        await self._services.matches.close()
        asyncio.get_running_loop().call_later(GRACE, self._services.thinkers.cancel_all)
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
        return listening
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "that is not a host name"
        raise SparringError(f"Cannot listen on {host:.100} port {port}: {reason}.") from None
