"""Errors that clients get: a status, a code for programs, a sentence for people."""

import math
from collections.abc import Mapping
from typing import Any

from sparring.rules import BadPosition, BadRecord, BadSetting, IllegalMove, SparringError, UnknownName


class Problem(Exception):
    """A request that is refused."""

    status = 400
    code = "bad_request"

    def __init__(self, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.headers = dict(headers or {})


class NotFound(Problem):
    """Something that does not exist."""

    status = 404


class NotOpen(Problem):
    """A seat that the caller's token does not open."""

    status = 401

    def __init__(self, message: str) -> None:
        super().__init__("not_open", message, {"WWW-Authenticate": "Bearer"})


class Foreign(Problem):
    """A request that another site's page makes in a player's name."""

    status = 403


class Conflict(Problem):
    """Something that cannot be done in the current state."""

    status = 409


class TooMuch(Problem):
    """More requests than one address may make."""

    status = 429

    def __init__(self, message: str, seconds: float = 1.0) -> None:
        super().__init__("too_many_requests", message, {"Retry-After": str(max(1, math.ceil(seconds)))})


class TooLarge(Problem):
    """A body that is too large."""

    status = 413


class HeadTooLarge(Problem):
    """Headers that are too large."""

    status = 431


class TooSlow(Problem):
    """A body that does not arrive in time."""

    status = 408


class Unavailable(Problem):
    """Something that the server cannot do right now, through no fault of the client."""

    status = 503


LONGEST = 500
"""Characters that a message may have."""

CODES: Mapping[type[SparringError], str] = {
    UnknownName: "unknown_name",
    BadPosition: "bad_position",
    IllegalMove: "illegal_move",
    BadRecord: "bad_record",
    BadSetting: "bad_setting",
}


def code_of(error: SparringError) -> str:
    """The code of an error."""
    return next((code for kind, code in CODES.items() if isinstance(error, kind)), "bad_request")


def error_json(code: str, message: str) -> dict[str, Any]:
    """An error as JSON; a long message is cut, and characters that UTF-8 cannot encode are replaced."""
    shown = message if len(message) <= LONGEST else message[: LONGEST - 1] + "…"
    return {"error": {"code": code, "message": shown.encode("utf-8", "replace").decode("utf-8")}}
