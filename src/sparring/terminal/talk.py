"""What a person and their opponents say to each other in a terminal game."""

import asyncio
from collections.abc import Mapping

from sparring.rules import Player, SparringError
from sparring.rules.audience import Conversation, Said
from sparring.rules.player import Converses

LONGEST = 300
"""Characters that a person may say at once."""

MOST = 40
"""How often a person may speak in a match."""


class Talk:
    """The conversation of one match."""

    def __init__(self, seat: int, others: Mapping[int, Player], match: str = "") -> None:
        self._seat = seat
        self._others = {seat: player for seat, player in others.items() if isinstance(player, Converses)}
        self._match = match
        self._said: list[Said] = []

    @property
    def is_answered(self) -> bool:
        """Whether anybody replies."""
        return bool(self._others)

    def heard(self, seat: int, text: str) -> None:
        """Note what somebody said with a choice."""
        self._said.append(Said(seat, text))

    def say(self, text: str) -> list[Said]:
        """Say something; the replies. Raises an error if nobody replies."""
        if not self._others:
            raise SparringError("Nobody here replies. Characters with a language model do.")
        if sum(said.seat == self._seat for said in self._said) >= MOST:
            raise SparringError(f"You have spoken {MOST} times; that is enough for one match.")
        self._said.append(Said(self._seat, text[:LONGEST]))
        replies = [Said(seat, asyncio.run(self._reply(seat, player))) for seat, player in self._others.items()]
        self._said += [reply for reply in replies if reply.text]
        return [reply for reply in replies if reply.text]

    async def _reply(self, seat: int, player: Converses) -> str:
        return await player.reply(Conversation(seat, tuple(self._said), self._match))
