"""A person at the table: the interface that shows the match passes on what the person chooses."""

import asyncio
from concurrent.futures import Future

from sparring.rules import Choice, Decision, Offer, Player, SparringError


class Person(Player):
    """Waits for an answer from outside: a keyboard, a page, a test."""

    def __init__(self, name: str = "human") -> None:
        self.name = name
        self._answer: Future[str] = Future()

    async def choose(self, decision: Decision) -> Choice:
        """Wait for the answer, as long as it takes."""
        try:
            return Choice(await asyncio.wrap_future(self._answer))
        finally:
            self._answer = Future()

    def accepts(self, offer: Offer, decision: Decision) -> None:
        """A person answers an offer whenever they like, through the match."""

    def answer(self, option: str) -> None:
        """Answer the pending decision, or the next one if none is pending; may be called from any thread."""
        if self._answer.done():
            raise SparringError("This decision has already been answered.")
        self._answer.set_result(option)
