"""One question to a chat completions endpoint: bounded in time and size, whatever comes back."""

import asyncio
import json
import logging
import random
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sparring.talking.breaker import Breaker, breaker_of
from sparring.talking.budget import Ledger
from sparring.talking.endpoint import Endpoint
from sparring.talking.faults import (
    Busy,
    Garbled,
    NoAnswer,
    NotConfigured,
    Refused,
    Resting,
    TooSlow,
    Unreachable,
)
from sparring.talking.tally import TALLY

log = logging.getLogger("sparring.llm")

MOST_BYTES = 1 << 20
"""The longest answer that is read, in bytes."""

MOST_TOKENS = 400
"""Tokens that the model may write in an answer."""

MESSAGE_TOKENS = 16
"""The most tokens that a message takes in addition to its text."""

TRIES = 4
FIRST_PAUSE = 0.25
"""Seconds before the second try; the pause doubles with each."""

Message = Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """What a model is asked."""

    messages: Sequence[Message]
    schema: Mapping[str, Any]
    """The JSON schema of the answer."""

    match: str = ""
    """The match whose budget pays."""

    temperature: float = 0.7


class Client:
    """Asks one endpoint. It keeps to the budget, and tries again while there is time."""

    def __init__(self, endpoint: Endpoint, ledger: Ledger | None = None, breaker: Breaker | None = None) -> None:
        self.endpoint = endpoint
        self._ledger = ledger or Ledger()
        self._breaker = breaker or breaker_of(endpoint.url)
        self._binds = True
        """Whether the endpoint is sent the schema; one that refuses it is asked in words alone."""

    async def ask(self, question: Question, seconds: float) -> str:
        """The text of the answer; raises a NoAnswer if there is none within that many seconds."""
        if not self._breaker.may_ask():
            raise Resting(f"{self.endpoint.place} failed several times in a row and is left alone for a while")
        began = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                text = await self._tried(question, began + seconds)
        except TimeoutError:
            self._breaker.failed()
            raise TooSlow(f"{self.endpoint.place} did not answer within {seconds:.1f} s") from None
        except (Busy, Unreachable, Garbled, Refused):
            self._breaker.failed()
            raise
        finally:
            TALLY.add(seconds=time.monotonic() - began)
        self._breaker.succeeded()
        return text

    async def _tried(self, question: Question, deadline: float) -> str:
        """The answer of the first try that works; a failure that may pass is tried again while there is time."""
        pause = FIRST_PAUSE
        for left in reversed(range(TRIES)):
            try:
                return await self._once(question, deadline)
            except NoAnswer as problem:
                if isinstance(problem, Refused) and problem.status in (400, 422) and self._binds:
                    self._binds = False
                    continue
                wait = max(pause * random.uniform(0.5, 1.5), getattr(problem, "after", None) or 0.0)
                if not problem.transient or not left or time.monotonic() + wait >= deadline:
                    raise
            TALLY.add(retries=1)
            await asyncio.sleep(wait)
            pause *= 2
        raise Unreachable("it was tried often enough")

    async def _once(self, question: Question, deadline: float) -> str:
        body = self._body(question)
        most = _most_tokens(body, question)
        # In a thread, because the file may be locked for longer than there is time.
        patience = (deadline - time.monotonic()) / 2
        paid = await asyncio.to_thread(self._ledger.pay, self.endpoint.limits, question.match, most, patience)
        TALLY.add(calls=1)
        status, headers, answer = await _post(self.endpoint, body)
        if status == 429 or status >= 500:
            raise Busy(f"{self.endpoint.place} answered {status}", _seconds_after(headers.get("retry-after", "")))
        if status != 200:
            raise Refused(status, f"{self.endpoint.place} answered {status}")
        text, tokens = _read(answer, headers.get("content-type", ""))
        cost = paid.tokens if tokens is None else tokens
        TALLY.add(tokens=cost)
        await asyncio.to_thread(self._ledger.correct, paid, cost)
        return text

    def _body(self, question: Question) -> bytes:
        body: dict[str, Any] = {
            "model": self.endpoint.model,
            "messages": list(question.messages),
            "temperature": question.temperature,
            "max_tokens": MOST_TOKENS,
        }
        if self._binds:
            schema = {"name": "answer", "strict": True, "schema": question.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return json.dumps(body).encode()


def _most_tokens(body: bytes, question: Question) -> int:
    """The most tokens that a call can cost: no token is shorter than a byte."""
    return len(body) + MESSAGE_TOKENS * len(question.messages) + MOST_TOKENS


async def _post(endpoint: Endpoint, body: bytes) -> tuple[int, Mapping[str, str], bytes]:
    """Send a request, and read the answer up to the limit of its size."""
    try:
        import httpx2
    except ImportError:
        raise NotConfigured("Language models need the extra `llm`: pip install 'sparring[llm]'.") from None
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key.reveal()}"
    try:
        # The whole call has a time limit already, and a redirection could take the key elsewhere.
        async with (
            httpx2.AsyncClient(timeout=None, follow_redirects=False, verify=_trusted(endpoint.url)) as client,
            client.stream("POST", f"{endpoint.url}/chat/completions", content=body, headers=headers) as answer,
        ):
            received = bytearray()
            async for part in answer.aiter_bytes():
                received += part
                if len(received) > MOST_BYTES:
                    raise Garbled(f"{endpoint.place} sent more than {MOST_BYTES} bytes")
            return answer.status_code, answer.headers, bytes(received)
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, ValueError) as error:
        raise Unreachable(f"{endpoint.place} cannot be asked: {type(error).__name__}") from None


@cache
def _certificates() -> ssl.SSLContext:
    """The certificates to trust; loaded once, because loading takes long."""
    return ssl.create_default_context()


def _trusted(url: str) -> ssl.SSLContext | bool:
    return _certificates() if url.startswith("https:") else False


def _read(answer: bytes, kind: str) -> tuple[str, int | None]:
    """The text of a chat completion and the tokens that it took; raises a Garbled."""
    try:
        if "event-stream" in kind:
            return _read_stream(answer.decode())
        found = json.loads(answer)
        text, usage = found["choices"][0]["message"]["content"], found.get("usage")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Garbled(f"the answer is not a chat completion: {type(error).__name__}") from None
    if not isinstance(text, str):
        raise Garbled("the answer has no text")
    return text, _total(usage)


def _read_stream(answer: str) -> tuple[str, int | None]:
    """The text of an answer that was sent in pieces, although nobody asked for that."""
    pieces, tokens = [], None
    for line in answer.splitlines():
        sent = line.removeprefix("data:").strip()
        if not line.startswith("data:") or sent == "[DONE]":
            continue
        found = json.loads(sent)
        tokens = _total(found.get("usage")) or tokens
        pieces += [choice.get("delta", {}).get("content") or "" for choice in found.get("choices", ())[:1]]
    return "".join(pieces), tokens


def _total(usage: Any) -> int | None:
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if isinstance(total, int) and not isinstance(total, bool) and 0 <= total < 1 << 40 else None


def _seconds_after(text: str) -> float | None:
    """The seconds of a Retry-After header; None if it has none, or a date."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 86_400 else None
