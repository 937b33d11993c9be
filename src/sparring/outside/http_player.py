"""A player behind an HTTP address: it gets each decision as JSON, and answers with a move."""

import http.client
import json
import time
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from sparring.outside.lines import starts_alike
from sparring.rules import AnyGame, BadPosition, Choice, Decision, Player, SparringError
from sparring.rules.capabilities import hides_something
from sparring.rules.plain import plain

SECONDS = 10.0
"""Seconds that the other side has for an answer."""

LARGEST_ANSWER = 1024 * 1024
"""The most bytes of an answer."""


class NoAnswer(RuntimeError):
    """The other side cannot be reached, refuses the question, or answers something that is not a move."""


class HttpPlayer(Player):
    """Posts each decision to an address. The parameters after ? in the address are sent in the body, too.

    So `http://127.0.0.1:8000/api/v1/games/connect4/move?opponent=hard` is an opponent of another Sparring server.
    """

    time_limit = SECONDS + 2

    def __init__(self, game: AnyGame, address: str) -> None:
        try:
            self._parts = urlsplit(address)
            fine = self._parts.scheme in ("http", "https") and self._parts.hostname and self._parts.port != 0
        except ValueError:
            fine = False
        if not fine:
            raise SparringError(f"{address!r} is not an address; write one like http://127.0.0.1:9000/move.")
        self.game = game
        self.name = address

    def choose(self, decision: Decision) -> Choice:
        """Post the decision, and read the move from the answer."""
        left = decision.thinking.seconds_left
        answer = self._post(self._body(decision), SECONDS if left is None else min(SECONDS, left))
        move, remark = answer.get("move"), answer.get("remark", "")
        if not isinstance(move, str):
            raise NoAnswer(f'{self.name} answered without a move: it needs a JSON object with the text "move".')
        return Choice(move, remark=remark if isinstance(remark, str) else "")

    def _body(self, decision: Decision) -> dict[str, Any]:
        """What is sent: where the game stands, in the fields that `POST /games/{game}/move` has, and the decision."""
        told = {
            "game": self.game.name,
            "seat": decision.seat,
            "kind": decision.kind,
            "number": decision.number,
            "options": list(decision.options),
        }
        where: dict[str, Any] = {}
        if hides_something(self.game):
            told["view"] = plain(decision.view)
        elif self._alike and decision.moves is not None:
            where = {"moves": list(decision.moves)}
        else:
            try:
                where = {"position": self.game.position_text(decision.view)}
            except BadPosition:
                told["view"] = plain(decision.view)
        return {**dict(parse_qsl(self._parts.query)), **where, "seed": decision.seed >> 1, "decision": told}

    def _post(self, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        until = time.monotonic() + seconds
        connection = kinds[self._parts.scheme](str(self._parts.hostname), self._parts.port, timeout=max(0.05, seconds))
        try:
            data = json.dumps(body, ensure_ascii=False).encode()
            connection.request("POST", path, data, {"Content-Type": "application/json", "Accept": "application/json"})
            response = connection.getresponse()
            said = b""
            while chunk := response.read1(65536):
                said += chunk
                if len(said) > LARGEST_ANSWER:
                    raise NoAnswer(f"{self.name} sent more than {LARGEST_ANSWER:,} bytes.")
                if time.monotonic() > until:
                    raise NoAnswer(f"{self.name} did not finish its answer within {seconds:.3g} s.")
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(f"{self.name} gave no answer: {type(error).__name__}: {error}") from None
        finally:
            connection.close()
        if response.status != http.HTTPStatus.OK:
            raise NoAnswer(f"{self.name} answered {response.status}: {said.decode('utf-8', 'replace')[:200]}")
        return self._read(said)

    def _read(self, said: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(said)
        except (ValueError, RecursionError):
            raise NoAnswer(f"{self.name} answered with something that is not JSON.") from None
        if not isinstance(answer, dict):
            raise NoAnswer(f"{self.name} answered with JSON that is not an object.")
        return answer

    @cached_property
    def _alike(self) -> bool:
        return starts_alike(self.game)
