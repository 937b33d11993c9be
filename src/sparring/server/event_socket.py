"""One WebSocket: its client sends a first message and then listens, so one that goes on sending is cut off."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode

from sparring.server.places import Place

MOST_SENT = 192 * 1024
"""Bytes that a client may send at once: a head and a first message, each of up to 64 KiB, and a few pings."""

PER_FRAME = 200
"""Bytes as which each frame counts in addition, since even an empty one takes time to read and perhaps to answer."""

REFILL = 1024
"""Bytes that it may send in each second after that."""

PIECE = 4096
"""Bytes that are read before frames are counted."""


class EventSocket(WebSocketsSansIOProtocol):
    """A WebSocket that reads only so much. Pongs that the client does not read would otherwise fill the memory."""

    place: Place | None = None
    """The place that its connection takes."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._left = float(MOST_SENT)
        self._at = self.loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release its place."""
        if self.place is not None:
            self.place.release()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close it because the server stops; a client may be closing it at the same moment."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Read what the client sends, unless it is too much."""
        now = self.loop.time()
        self._left = min(MOST_SENT, self._left + (now - self._at) * REFILL)
        self._at = now
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            self.conn.receive_data(piece)
            self._left -= len(piece) + PER_FRAME * len(self.conn.events)
            if self._left < 0 and self.conn.parser_exc is None:
                self._cut_off()
                return
            super().data_received(b"")  # to deal with what was read

    def _cut_off(self) -> None:
        self.conn.fail(CloseCode.POLICY_VIOLATION, "A client sends one message and then listens.")
        if self.conn.close_sent is None:  # the server has not even agreed to talk
            self.transport.close()
        else:
            self.handle_parser_exception()
