"""A client in Python for the opponents and matches of a server.

`Client("http://127.0.0.1:8000").move("connect4", "hard", moves="4 4 3")["move"]` is what `hard` plays there.
"""

import http.client
import json
import select
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Self
from urllib.parse import quote, urlencode, urlsplit

from sparring.rules import SparringError
from sparring.rules.decks import DeckGiven

API = "/api/v1"
PATIENCE = 30.0
"""Seconds for which the client keeps trying to reach a lost server."""


class Refused(SparringError):
    """A request that the server refused; the message says why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Unreachable(ConnectionError):
    """A server that does not answer."""


class Client:
    """A connection to a server for one person or program. Several threads may use it."""

    def __init__(self, address: str = "http://127.0.0.1:8000", timeout: float = 60.0) -> None:
        try:
            parts = urlsplit(address)
            fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            fine = False
        if not fine:
            raise SparringError(f"{address!r} is not a server's address; write one like http://127.0.0.1:8000.")
        self.address = address.rstrip("/")
        self._parts = parts
        self._timeout = timeout
        self.cookie: str | None = None
        self._idle: list[http.client.HTTPConnection] = []

    def close(self) -> None:
        """Close all connections to the server."""
        while self._idle:
            self._idle.pop().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ calls that store nothing

    def games(self) -> list[dict[str, Any]]:
        """The games that can be played."""
        return self.call("GET", "/games")  # type: ignore[no-any-return]

    def opponents(self, game: str) -> list[dict[str, Any]]:
        """The opponents of a game."""
        return self.call("GET", f"/games/{quote(game, safe='')}/opponents")  # type: ignore[no-any-return]

    def move(
        self,
        game: str,
        opponent: str,
        *,
        moves: str | Sequence[str] | None = None,
        position: str | None = None,
        any_position: bool | None = None,
        record: str | None = None,
        decks: Sequence[DeckGiven] | None = None,
        seed: int | None = None,
    ) -> dict[str, Any]:
        """What an opponent plays in a position: its "move", "seconds", "fallback", "remark"."""
        where = _given(moves=moves, position=position, any_position=any_position, record=record, decks=decks)
        asked = _given(opponent=opponent, seed=seed, **where)
        return self.call("POST", f"/games/{quote(game, safe='')}/move", asked)  # type: ignore[no-any-return]

    def analyse(
        self,
        game: str,
        *,
        moves: str | Sequence[str] | None = None,
        position: str | None = None,
        any_position: bool | None = None,
        record: str | None = None,
        decks: Sequence[DeckGiven] | None = None,
        depth: int | None = None,
        time: float | None = None,
    ) -> dict[str, Any]:
        """An analysis of a position: every legal move with its score."""
        where = _given(moves=moves, position=position, any_position=any_position, record=record, decks=decks)
        asked = _given(depth=depth, time=time, **where)
        return self.call("POST", f"/games/{quote(game, safe='')}/analyse", asked)  # type: ignore[no-any-return]

    # ------------------------------------------------------------------ matches

    def begin(
        self,
        game: str,
        opponents: Sequence[str],
        *,
        decks: Sequence[DeckGiven] | None = None,
        seed: int | None = None,
        paced: bool = False,
        player: str | None = None,
    ) -> list["RemoteMatch | None"]:
        """Begin a match. The result has an entry for each seat: a person's view of the match, None for an opponent."""
        asked = _given(game=game, opponents=list(opponents), decks=decks, seed=seed, paced=paced, player=player)
        begun = self.call("POST", "/matches", asked)
        return [RemoteMatch(self, begun["id"], token) if token else None for token in begun["tokens"]]

    def match(self, match_id: str, token: str | None = None) -> "RemoteMatch":
        """A match that has already begun. A match between two opponents needs no token."""
        return RemoteMatch(self, match_id, token)

    def matches(self, player: str | None = None) -> list[dict[str, Any]]:
        """One's own matches, the latest first: by the cookie that this client was given, or by a name."""
        return self.call("GET", "/matches" + (f"?{urlencode({'player': player})}" if player else ""))  # type: ignore[no-any-return]

    def results(self, player: str | None = None) -> list[dict[str, Any]]:
        """One's own results, by game and opponent."""
        return self.call("GET", f"/players/{quote(player or 'me', safe='')}")["results"]  # type: ignore[no-any-return]

    # ------------------------------------------------------------------ requests

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        """Make one call to the API; raises Refused if the server refuses it."""
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        answer, text = self._exchange(method, self._parts.path.rstrip("/") + API + path, data, headers)
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        if answer.status >= 400:
            raise _refusal(answer.status, text)
        return json.loads(text) if "json" in answer.getheader("Content-Type", "") else text.decode()

    def _exchange(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """One request and its answer, over a connection that is kept open for the next."""
        connection = self._connection()
        try:
            connection.request(method, path, data, headers)
            answer = connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Unreachable(f"{self.address} does not answer: {error or type(error).__name__}.") from None
        self._idle.append(connection)
        return answer, text

    def _connection(self) -> http.client.HTTPConnection:
        with suppress(IndexError):  # from pop, when none is left: another thread may have taken it
            while True:
                connection = self._idle.pop()
                if not _was_closed(connection):
                    return connection
                connection.close()
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        assert self._parts.hostname is not None
        return kind(self._parts.hostname, self._parts.port, timeout=self._timeout)


class RemoteMatch:
    """A match on a server, as one seat sees it."""

    def __init__(self, client: Client, match_id: str, token: str | None) -> None:
        self.client = client
        self.id = match_id
        self.token = token

    def state(self, wait: float = 0) -> dict[str, Any]:
        """What this seat may see; with `wait`, as soon as it is to decide or the match is over."""
        return self._call("GET", f"?{urlencode({'wait': wait})}" if wait else "")

    def choose(self, option: str, number: int | None = None) -> dict[str, Any]:
        """Answer the pending decision. If its number is given, it is safe to send the answer twice."""
        return self._call("POST", "/choices", _given(option=option, number=number))

    def undo(self) -> dict[str, Any]:
        """Take back your last choice and everything after it."""
        return self._call("POST", "/undo")

    def resign(self) -> dict[str, Any]:
        """Resign the match."""
        return self._call("POST", "/resign")

    def offer(self, kind: str = "share") -> dict[str, Any]:
        """Offer the others something: to share what is left in your own turn, and people also a draw, undo, rematch."""
        return self._call("POST", "/offers", {"kind": kind})

    def answer_offer(self, accept: bool, kind: str = "share") -> dict[str, Any]:
        """Accept or decline what the other player offers you."""
        return self._call("POST", f"/offers/{kind}", {"accept": accept})

    def withdraw_offer(self, kind: str) -> dict[str, Any]:
        """Take your own offer back."""
        return self._call("DELETE", f"/offers/{kind}")

    def rematch(self) -> "RemoteMatch | None":
        """The match in which the same people play again, once it has begun; this seat's token opens it."""
        new = self.state()["rematch"]
        return None if new is None else RemoteMatch(self.client, new, self.token)

    def invite_watchers(self) -> str:
        """A token with which anybody may watch the match."""
        return str(self._call("POST", "/watchers")["token"])

    def sit_down(self, player: str | None = None) -> Self:
        """Take this seat with a token of one's own, so that whoever sent the old token can no longer see it."""
        self.token = self._call("POST", "/seat", _given(player=player))["token"]
        return self

    def record(self) -> str:
        """The whole match as text, once it is over."""
        return self._call("GET", "/record")  # type: ignore[return-value]

    def review(self, wait: float = 60.0) -> dict[str, Any]:
        """The review of the match, once it is over; as far as it is known after this many seconds."""
        until = time.monotonic() + wait
        while not (found := self._call("GET", "/review"))["finished"] and time.monotonic() < until:
            time.sleep(min(0.5, wait))
        return found

    def again(self, ply: int) -> "RemoteMatch":
        """A match from the position before a move of this one, in the same seat; it does not count for a rating."""
        begun = self._call("POST", "/again", {"ply": ply})
        return RemoteMatch(self.client, begun["id"], begun["tokens"][begun["seat"]])

    def events(self, after: int = 0) -> Iterator[dict[str, Any]]:
        """The events of the match as they happen, after the event of this number; a lost connection is opened again."""
        from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
        from websockets.sync.client import connect

        address = "ws" + self.client.address.removeprefix("http") + f"{API}/matches/{self.id}/events"
        headers = {"Cookie": self.client.cookie} if self.client.cookie else None
        heard_at, wait = None, 0.1
        while True:
            try:
                with connect(address, additional_headers=headers, max_size=2**22) as socket:
                    heard_at = heard_at or time.monotonic()  # it is there, so it may be back soon if it is lost now
                    socket.send(json.dumps({"token": self.token, "after": after}))
                    for message in socket:
                        event = json.loads(message)
                        if "error" in event:
                            raise Refused(4000, event["error"]["code"], event["error"]["message"])
                        after, heard_at, wait = event.get("number", after), time.monotonic(), 0.1
                        yield event
                        if event["event"] in ("match_over", "match_closed"):
                            return
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                if isinstance(error, InvalidStatus) and (status := error.response.status_code) < 500:
                    raise Refused(status, "refused", "The server refuses the WebSocket.") from None
                if heard_at is None or time.monotonic() - heard_at > PATIENCE:
                    raise Unreachable(f"{self.client.address} does not answer: {error}.") from None
            time.sleep(wait)
            wait = min(2.0, 2 * wait)

    def _call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        return self.client.call(method, f"/matches/{quote(self.id, safe='')}{path}", body, self.token)  # type: ignore[no-any-return]


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _was_closed(connection: http.client.HTTPConnection) -> bool:
    """True if the server has closed an idle connection."""
    if connection.sock is None:
        return True
    poll = select.poll() if hasattr(select, "poll") else None  # which Windows lacks
    if poll is None:
        return bool(select.select([connection.sock], [], [], 0)[0])
    poll.register(connection.sock, select.POLLIN)
    return bool(poll.poll(0))


def _refusal(status: int, text: bytes) -> Refused:
    with suppress(ValueError, KeyError, TypeError):
        error = json.loads(text)["error"]
        return Refused(status, error["code"], error["message"])
    return Refused(status, "unknown", f"The server answered {status}.")
