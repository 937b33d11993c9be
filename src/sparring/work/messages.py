"""Messages between two processes over a socket, as both sides' event loops see them."""

import asyncio
import pickle
from abc import abstractmethod
from typing import Any, cast

LARGEST_MESSAGE = 64 * 1024 * 1024
"""Bytes of one message; nothing that opponents are asked or answer has a hundredth of that."""

_HEAD = 4
"""Bytes that say how long the message after them is."""


class Messages(asyncio.Protocol):
    """One end of a connection over which two processes of ours that trust each other send objects."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._rest = bytearray()

    @abstractmethod
    def received(self, message: Any) -> None:
        """The other side has sent something."""

    @abstractmethod
    def ended(self) -> None:
        """The other side is gone."""

    def send(self, message: Any) -> None:
        """Send something, in the end; nothing happens if the other side is gone. Errors say that it has no pickle."""
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(len(data).to_bytes(_HEAD) + data)

    def hang_up(self) -> None:
        """End the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is there."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one, and says that it is not

    def data_received(self, data: bytes) -> None:
        """Some bytes have come: hand over all messages that are complete."""
        self._rest += data
        while len(self._rest) >= _HEAD:
            length = int.from_bytes(self._rest[:_HEAD])
            if length > LARGEST_MESSAGE:
                return self.hang_up()
            if len(self._rest) < _HEAD + length:
                return None
            message = bytes(self._rest[_HEAD : _HEAD + length])
            del self._rest[: _HEAD + length]
            self._take(message)
        return None

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self.ended()

    def _take(self, data: bytes) -> None:
        self.received(pickle.loads(data))
