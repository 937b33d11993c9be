"""A language model on this machine that answers well, wrongly, slowly, in pieces, or not at all: a real HTTP server."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

Headers = dict[str, str]


@dataclass
class Asked:
    """One request that the server got."""

    body: dict
    headers: Headers
    writer: asyncio.StreamWriter

    @property
    def is_talk(self) -> bool:
        """Whether a reply is wanted, and no move."""
        return '"reply"' in self.body["messages"][0]["content"]

    @property
    def options(self) -> list[str]:
        """The options that the question allows, as its schema or its text tells."""
        given = self.body.get("response_format")
        if given:
            return given["json_schema"]["schema"]["properties"]["option"]["enum"]
        return self.body["messages"][1]["content"].split("The options:\n<<<\n")[1].split("\n>>>")[0].split("\n")

    def facts_of(self, option: str) -> list[tuple[str, str]]:
        """The ids and sentences of the facts about an option."""
        text = self.body["messages"][1]["content"].split("Facts, which are all true:\n<<<\n")[1].split("\n>>>")[0]
        lines = [line.partition(f" ({option}): ") for line in text.split("\n")]
        return [(id, said) for id, between, said in lines if between]

    async def reply(self, content: str, *, status: int = 200, tokens: int | None = 50) -> None:
        """Answer with a chat completion."""
        found = {"choices": [{"message": {"role": "assistant", "content": content}}]}
        if tokens is not None:
            found["usage"] = {"total_tokens": tokens}
        await self.send(json.dumps(found).encode(), status=status)

    async def send(self, body: bytes, *, status: int = 200, kind: str = "application/json", more: str = "") -> None:
        """Answer with any bytes."""
        head = f"HTTP/1.1 {status} Whatever\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
        self.writer.write(head.encode() + body)
        await self.writer.drain()


Behaviour = Callable[[Asked], Awaitable[None]]


def answer(option: str, reason: str = "", facts: tuple[str, ...] = ()) -> str:
    """What a well-behaved model writes."""
    return json.dumps({"option": option, "reason": reason, "facts": list(facts)})


async def well(asked: Asked) -> None:
    """The last option, and a reason that cites what it says; to somebody who talks, a friendly word."""
    if asked.is_talk:
        await asked.reply(json.dumps({"reply": "A pleasure to play with you."}))
        return
    option = asked.options[-1]
    known = asked.facts_of(option)
    id, said = next((each for each in known[1:] if "for you alone" not in each[1]), known[0])
    await asked.reply(answer(option, said, (id,)))


async def markup_in_talk(asked: Asked) -> None:
    """Markup to somebody who talks, and the first option otherwise."""
    said = json.dumps({"reply": "Hi, <i>dear</i>!"}) if asked.is_talk else answer(asked.options[0])
    await asked.reply(said)


async def wordy(asked: Asked) -> None:
    """An answer in a frame of thoughts and chatter."""
    await asked.reply(f"<think>{{hm}} {{}}</think>Sure!\n```json\n{answer(asked.options[0].upper(), 'Ha!')}\n```")


async def in_pieces(asked: Asked) -> None:
    """A stream of events, although nobody asked for one."""
    text = answer(asked.options[0], "In pieces.")
    events = [{"choices": [{"delta": {"content": text[at : at + 5]}}]} for at in range(0, len(text), 5)]
    lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    await asked.send(lines.encode(), kind="text/event-stream")


async def illegal(asked: Asked) -> None:
    """A move that does not exist, every time."""
    await asked.reply(answer("z99", "I win!"))


async def illegal_once(asked: Asked) -> None:
    """A move that does not exist, and a legal one when told so."""
    again = len(asked.body["messages"]) > 2
    await asked.reply(answer(asked.options[0] if again else "z99"))


async def never(asked: Asked) -> None:
    """Nothing at all."""
    await asyncio.sleep(3600)


async def slowly(asked: Asked) -> None:
    """A byte now and then, for ever."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        asked.writer.write(b"1\r\n \r\n")
        await asked.writer.drain()
        await asyncio.sleep(0.02)


async def garbage(asked: Asked) -> None:
    """Bytes that are no JSON."""
    await asked.send(bytes(range(256)) * 4)


async def nonsense(asked: Asked) -> None:
    """JSON that is not a chat completion."""
    await asked.send(b'{"choices": [{"message": {"content": 7}}], "usage": "lots"}')


async def no_http(asked: Asked) -> None:
    """Something that is no HTTP."""
    asked.writer.write(b"\x00\xff\x00 hello\r\n\r\n")
    await asked.writer.drain()


async def drops(asked: Asked) -> None:
    """A connection that breaks off in the middle."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
    await asked.writer.drain()
    asked.writer.transport.abort()


async def floods(asked: Asked) -> None:
    """A hundred megabytes."""
    asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n")
    for _ in range(1600):
        asked.writer.write(b" " * 65536)
        await asked.writer.drain()


async def markup(asked: Asked) -> None:
    """Words full of markup and control characters."""
    said = "<script>alert(1)</script>\x1b[31m\u202e\x00 [bold]Ha[/bold]\r\n" + "x" * 5000
    await asked.reply(answer(asked.options[0], said))


async def deep(asked: Asked) -> None:
    """JSON that nests deeper than anybody can read."""
    await asked.reply("[" * 100_000 + '{"option": ' * 20_000)


def status(code: int, more: str = "") -> Behaviour:
    """An error of HTTP."""

    async def fail(asked: Asked) -> None:
        await asked.send(b'{"error": {"message": "no"}}', status=code, more=more)

    return fail


async def no_schemas(asked: Asked) -> None:
    """A server that refuses a schema, and answers well without one."""
    await (status(400)(asked) if "response_format" in asked.body else well(asked))


EVERYTHING: dict[str, Behaviour] = {
    each.__name__: each
    for each in (well, wordy, in_pieces, illegal, illegal_once, garbage, nonsense, no_http, drops, markup, deep)
} | {"401": status(401), "429": status(429), "500": status(500), "redirect": status(302, "Location: /elsewhere\r\n")}
"""Every behaviour that ends by itself and is not large."""


def mixed(seed: int, behaviours: list[Behaviour]) -> Behaviour:
    """A random mixture."""
    rng = Random(seed)

    async def any_of(asked: Asked) -> None:
        await rng.choice(behaviours)(asked)

    return any_of


@dataclass
class ModelServer:
    """A server with the behaviour that a test gives it, and what it was asked."""

    behave: Behaviour = well
    asked: list[Asked] = field(default_factory=list)
    url: str = ""
    _open: dict[asyncio.StreamWriter, asyncio.Task] = field(default_factory=dict)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open[writer] = asyncio.current_task()
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
            headers = {name.lower(): value for name, _, value in lines}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            one = Asked(json.loads(body), headers, writer)
            self.asked.append(one)
            try:
                await self.behave(one)
            finally:
                del self._open[writer]
                writer.close()

    async def _run(self, ready: threading.Event, stop: asyncio.Event) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        ready.set()
        await stop.wait()
        server.close()
        await asyncio.sleep(0.01)  # whoever was accepted just now begins
        for writer, task in list(self._open.items()):
            task.cancel()
            writer.transport.abort()
        await asyncio.gather(*self._open.values(), return_exceptions=True)
        await asyncio.sleep(0.01)  # and what was closed is closed


@contextmanager
def model_server(behave: Behaviour = well):
    """A running server; it ends with the block, and so do its open connections."""
    model, loop, ready = ModelServer(behave), asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()

    def serve() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(model._run(ready, stop))
        loop.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield model
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
