"""A proxy in front of several servers: it sends each connection's requests to one of them, the next one each time."""

import asyncio
import threading
from collections import Counter
from contextlib import suppress
from itertools import cycle
from urllib.parse import urlsplit

ENDS = b"\r\n\r\n"


class Proxy:
    """Passes requests on: it names the client, closes after each answer, and lets WebSockets through."""

    def __init__(self, *servers):
        self.sent_to = Counter()
        """How many requests each server got, by its address."""

        self._servers = cycle(servers)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop)
        self._listening = listening.result(20)
        self.address = f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    async def _serve(self, reader, writer):
        opened = [writer]
        try:
            head = await reader.readuntil(ENDS)
            server = next(self._servers)
            self.sent_to[server] += 1
            parts = urlsplit(server)
            theirs, ours = await asyncio.open_connection(parts.hostname, parts.port)
            opened.append(ours)
            ours.write(self._passed_on(head, writer.get_extra_info("peername")[0]))
            sending = asyncio.create_task(_copy(reader, ours))
            await _copy(theirs, writer)
            sending.cancel()
        except (OSError, asyncio.IncompleteReadError):
            pass  # one of them has left
        finally:
            for each in opened:
                each.close()

    @staticmethod
    def _passed_on(head, client):
        """The head of a request as a proxy writes it: who asks, and no more requests on this connection."""
        first, *lines = head[: -len(ENDS)].split(b"\r\n")
        upgrade = any(line.lower().startswith(b"upgrade:") for line in lines)
        if not upgrade:
            lines = [line for line in lines if not line.lower().startswith(b"connection:")] + [b"Connection: close"]
        return b"\r\n".join([first, *lines, f"X-Forwarded-For: {client}".encode(), b"X-Forwarded-Proto: http"]) + ENDS

    def close(self):
        """Listen no more, and leave nothing open."""

        async def end():
            self._listening.close()
            passing = asyncio.all_tasks() - {asyncio.current_task()}
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _copy(reader, writer):
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
