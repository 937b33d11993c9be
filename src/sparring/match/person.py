"""A person's seat: whoever shows the match passes on what the person chooses."""

import asyncio
from concurrent.futures import Future

from sparring.rules import Choice, Decision, Player, SparringError


class Person(Player):
    """Waits for an answer from outside: from a keyboard, a page, a test."""

    def __init__(self, name: str = "human") -> None:
        self.name = name
        self._answer: Future[str] = Future()

    async def choose(self, decision: Decision) -> Choice:
        """Wait, for ever if need be."""
        try:
            return Choice(await asyncio.wrap_future(self._answer))
        finally:
            self._answer = Future()

    def answer(self, option: str) -> None:
        """Answer the decision that this seat is asked, from any thread."""
        if self._answer.done():
            raise SparringError("This decision has already been answered.")
        self._answer.set_result(option)
