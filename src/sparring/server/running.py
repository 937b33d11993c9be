"""`sparring serve`: listens on a socket, serves, and stops cleanly."""

import asyncio
import gc
import multiprocessing
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

import platformdirs
import uvicorn
from fastapi import FastAPI

from sparring.opponents.own import bring
from sparring.rules import SparringError
from sparring.rules.registry import game as find_game
from sparring.rules.registry import register
from sparring.server.addresses import Network, is_proxy
from sparring.server.app import bring_up, make_app
from sparring.server.connection import Connection as Connected
from sparring.server.crew import Crew, shares_port
from sparring.server.event_socket import EventSocket
from sparring.server.labs import MINUTES
from sparring.server.limits import RATE
from sparring.server.logs import log_as_json
from sparring.server.part import ALONE, Part
from sparring.server.places import Places, most_connections
from sparring.server.services import Services
from sparring.server.storage import Storage
from sparring.server.thinkers import LONGEST
from sparring.server.thinking_process import Details

GRACE = 5.0
"""Seconds that opponents may go on thinking when the server is told to stop."""

SWITCH = 0.001
"""Seconds after which a thinking thread must let others run, so that the event loop never waits long."""

COLLECT = 2_000, 10, 500
"""How seldom the garbage collector runs, most of all through everything that lives, which holds everybody up.

That takes a tenth of a second where 200 matches of One Piece are played, and with Python's own thresholds it happened
every few seconds there. Matches that are over are freed without it.
"""


def default_database() -> str:
    """The file in which matches are kept by default."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('sparring', appauthor=False)) / 'matches.db'}"


@dataclass(frozen=True)
class Settings:
    """What can be set about a server, apart from where it listens."""

    database: str | None = None
    """Its URL; None for a file in the user's folder."""

    longest: float = LONGEST
    rate: float = RATE
    proxies: Sequence[Network] = ()
    expire: float | None = None
    """Days after which a match that nobody has touched is deleted; None to keep all."""

    lab_minutes: float = MINUTES
    """Processor time that a test of a deck may take; 0 if there are to be none."""

    log_level: str = "info"
    games: Sequence[str] = ()
    """Games of the user's own, each as "nim.py:Nim"."""

    opponents: Sequence[str] = ()
    """Opponents of the user's own, each as NAME=what it is."""

    @property
    def url(self) -> str:
        """The database."""
        return default_database() if self.database is None else self.database

    def processes(self, part: Part) -> Details | None:
        """What the processes are told in which opponents think; None where they think in threads."""
        if sys.platform == "win32":  # it cannot fork
            return None
        worker = part.number if part.of > 1 else None
        return Details(self.log_level, worker, tuple(self.games), tuple(self.opponents))


def serve(
    host: str, port: int, settings: Settings, *, workers: int = 1, started: Callable[[str], None] = print
) -> None:
    """Serve until told to stop; then finish or cancel all thinking, and lose nothing.

    Once it listens, `started` is called with its address. Several `workers` are processes that answer at one port.
    """
    log_as_json(settings.log_level)
    if workers > 1:
        _demand_shareable(settings)
    listening = _listen(host, port, several=workers > 1)
    address, bound, *_ = listening.getsockname()
    shown = f"[{address}]" if ":" in address else address
    tell = partial(started, f"http://{shown}:{bound}")
    if workers == 1:
        _answer(settings, lambda: listening, ALONE, tell)
        return
    storage = Storage(settings.url)
    bring_up(storage)  # once, before all begin at the same time
    storage.engine.dispose()
    Crew(partial(_work, settings, address, bound), workers, listening).run(tell)


def _work(settings: Settings, host: str, port: int, part: Part, given: socket.socket | None, says: Connection) -> None:
    """What one of several processes does: answer, until it is told to stop or its parent is gone."""
    log_as_json(settings.log_level, part.number)
    try:
        for spec in settings.games:
            register(type(find_game(spec)))
        for text in settings.opponents:
            bring(text)
        listen = partial(_listen, host, port, several=True) if given is None else lambda: given
        _answer(settings, listen, part, lambda: says.send(""))
    except SparringError as error:
        says.send(str(error))


def _answer(settings: Settings, listen: Callable[[], socket.socket], part: Part, started: Callable[[], None]) -> None:
    """Answer at a socket until told to stop; clients come to it as soon as it is there."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
    proxies = settings.proxies
    app = make_app(
        settings.url,
        longest=settings.longest,
        rate=settings.rate,
        proxies=proxies,
        expire=settings.expire,
        lab_minutes=settings.lab_minutes,
        part=part,
        processes=settings.processes(part),
    )
    places = Places(most_connections(), shared=lambda address: is_proxy(address, proxies))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=partial(Connected, places=places),  # type: ignore[arg-type]
        proxy_headers=False,  # uvicorn would trust every client on this machine; see addresses.py
        ws=EventSocket,
        ws_max_size=64 * 1024,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=round(GRACE) + 3,  # for clients that do not read their answers
        backlog=2048,
    )
    server = _Server(config, app, started)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve([listen()]))


def _demand_shareable(settings: Settings) -> None:
    """Refuse what several processes cannot do."""
    if sys.platform == "win32":
        raise SparringError("On Windows the server runs in one process; leave --workers out.")
    if settings.url in ("sqlite://", "sqlite:///:memory:"):
        raise SparringError("A database in memory belongs to one process; give --database a file, or one worker.")


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
        if (parent := multiprocessing.parent_process()) is not None and sys.platform != "win32":
            asyncio.get_running_loop().add_reader(parent.sentinel, self._orphaned, parent.sentinel)

    def _orphaned(self, sentinel: int) -> None:
        """Stop when the parent of several processes is gone."""
        asyncio.get_running_loop().remove_reader(sentinel)
        self.should_exit = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when told to; a second Ctrl-C stops at once. Neither is a failure."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, give every client an answer or an error, and end."""
        await self._services.matches.close()
        asyncio.get_running_loop().call_later(GRACE, self._services.thinkers.cancel_all)
        await super().shutdown(sockets)


def _listen(host: str, port: int, *, several: bool = False) -> socket.socket:
    """A socket that listens; with `several`, one of those that may listen at the same port."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if several and shares_port():
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind(address)
        listening.listen(2048)
        return listening
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "that is not a host name"
        raise SparringError(f"Cannot listen on {host:.100} port {port}: {reason}.") from None
