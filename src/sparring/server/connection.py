"""One HTTP connection: refuses what is too large, too slow or one connection too many, in the form of other errors."""

import asyncio
import json
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.http11 import MAX_LINE_LENGTH, MAX_NUM_HEADERS

from sparring.server.headers import PRIVATE
from sparring.server.places import Place, Places
from sparring.server.problems import HeadTooLarge, Problem, TooLarge, error_json

LARGEST_HEAD = 64 * 1024
"""Bytes of a request's URL, headers and trailers."""

SLOWEST_HEAD = 20.0
"""Seconds in which the headers of a request must arrive."""

MOST_CHUNKS = 32 * 1024
"""Chunks in which a body may come: reading one takes as long as reading many bytes."""

LINGER = 1.0
"""Seconds in which a client that was refused may read why; what it still sends is thrown away."""


class Connection(HttpToolsProtocol):
    """Closes connections whose request heads are too large, too slow or not HTTP.

    The parser calls back for every complete part of a request. Until a part is complete, the parser keeps its bytes,
    and copies them for every piece that arrives. So two sizes are bounded: that of the parts of one head, and that of
    what has arrived since the parser last made progress, which bounds a single endless part.
    """

    def __init__(self, *arguments: Any, places: Places, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._places = places
        self._place: Place | None = None
        """The place among all connections, unless there was none."""

        self._timer: asyncio.TimerHandle | None = None
        """Closes the connection if the next head does not arrive in time."""

        self._between_requests = True
        self._head = 0
        """Bytes of the head's complete parts."""

        self._head_is_complete = False
        self._pending = 0
        """Bytes that arrived since the last progress, in pieces without any."""

        self._piece = 0
        """Bytes of the latest piece, or 0 if something in it was completed."""

        self._chunks = 0
        self._fault = _bad()
        """What is wrong with the request if the parser stops."""

        self._refusal: Problem | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, and start the timer for the first request."""
        super().connection_made(transport)
        try:
            self._place = self._places.take(self.client[0] if self.client else "")
        except Problem as problem:
            self._refusal = problem
            transport.write(_as_http(problem))
            transport.close()
        else:
            self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the place, and stop the timer."""
        if self._place is not None:
            self._place.release()
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(SLOWEST_HEAD, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def data_received(self, data: bytes) -> None:
        """Parse a piece, unless the client has been refused."""
        if self._refusal is not None:
            return
        self._piece = len(data)
        super().data_received(data)
        self._pending += self._piece
        if self._pending > LARGEST_HEAD and self._refusal is None:
            self._refuse(_too_large())
        if self._between_requests and self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._start_timer()  # empty lines have ended the time for which a connection may be idle

    # ------------------------------------------------------------------ what the parser calls

    def on_message_begin(self) -> None:
        """A request begins: start the timer for its headers."""
        self._head = self._pending = self._chunks = 0
        self._head_is_complete = self._between_requests = False
        self._start_timer()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the URL, of which there are as many as pieces."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A complete header; or a trailer, which is ignored: it came too late to say who makes the request."""
        self._count(len(name) + len(value) + len(": \r\n"))
        if not self._head_is_complete:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The headers have arrived: stop the timer."""
        self._progress()
        self._head_is_complete = True
        self._stop_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._progress()
        super().on_body(body)

    def on_chunk_header(self) -> None:
        """The line before a chunk of the body is complete."""
        self._progress()
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._stop_parser(_too_many_chunks())

    def on_message_complete(self) -> None:
        """The whole request has arrived."""
        self._progress()
        self._between_requests = True
        super().on_message_complete()

    def _progress(self) -> None:
        self._pending = self._piece = 0

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > LARGEST_HEAD:
            self._stop_parser(_too_large())

    def _stop_parser(self, fault: Problem) -> None:
        self._fault = fault
        raise fault  # then `send_400_response` is called

    # ------------------------------------------------------------------ refusing

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a WebSocket, unless that cannot read the head: it would then answer nothing."""
        super().handle_websocket_upgrade()
        upgraded: Any = self.transport.get_protocol()
        if upgraded.handshake_initiated:
            upgraded.place, self._place = self._place, None
        else:
            self.connections.discard(upgraded)
            self.transport.set_protocol(self)
            too_large = len(self.headers) > MAX_NUM_HEADERS or self._head > MAX_LINE_LENGTH
            message = f"A WebSocket may begin with {MAX_NUM_HEADERS} headers, each of up to {MAX_LINE_LENGTH:,} bytes."
            self._refuse(HeadTooLarge("head_too_large", message) if too_large else _bad())

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser did not accept."""
        self._refuse(self._fault)

    def _refuse(self, problem: Problem) -> None:
        """Answer with an error once earlier requests have been answered, and close."""
        self._refusal = problem
        self._stop_timer()
        cycle = self.cycle
        if cycle is None or cycle.response_complete:
            self._answer()
        elif cycle.more_body:  # it is this request's body that cannot be read
            if self.pipeline or cycle.response_started:
                self.transport.close()
            else:
                cycle.disconnected = True
                cycle.message_event.set()
                self._answer()

    def on_response_complete(self) -> None:
        """A request has been answered; it may have been the last before the one that is refused."""
        super().on_response_complete()
        if self._refusal is not None and not self.pipeline and self.cycle.response_complete:
            self._answer()

    def _answer(self) -> None:
        problem = self._refusal
        if problem is None or self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        self.transport.write(_as_http(problem))
        # Closing while the client still sends would reset the connection, and the answer would be lost.
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER, self.transport.close)


def _as_http(problem: Problem) -> bytes:
    """The answer that says what is wrong."""
    body = json.dumps(error_json(problem.code, str(problem))).encode()
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **PRIVATE,
        **problem.headers,
        "Connection": "close",
    }
    lines = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"]
    lines += [f"{name.lower()}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _bad() -> Problem:
    return Problem("bad_http", "This is not a valid HTTP request.")


def _too_many_chunks() -> TooLarge:
    return TooLarge("too_large", f"The request's body comes in more than {MOST_CHUNKS:,} chunks.")


def _too_large() -> HeadTooLarge:
    message = f"The request's URL and headers are larger than {LARGEST_HEAD // 1024} KiB, the most that is accepted."
    return HeadTooLarge("head_too_large", message)
