"""What language models have cost: calls and tokens of each day and each match, kept for all processes of a user.

A call is paid before it is made, at the most that it can cost, and corrected when the endpoint says what it cost.
So no number of processes together exceeds the budget.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from sparring.talking.endpoint import Limits
from sparring.talking.faults import Overspent

PATIENCE = 2.0
"""Seconds that a thread waits for others, and a process for others, that write to the ledger."""

_ONE_AT_A_TIME = threading.Lock()
"""Threads of this process take turns: SQLite lets whoever waits longest starve when many try at once."""

KEPT_DAYS = 2

TABLES = """
CREATE TABLE IF NOT EXISTS spent (
    day INTEGER NOT NULL, match TEXT NOT NULL, calls INTEGER NOT NULL, tokens INTEGER NOT NULL,
    PRIMARY KEY (day, match)
)
"""


def ledger_path() -> Path:
    """The file of the ledger."""
    return Path(platformdirs.user_data_dir("sparring", appauthor=False)) / "llm.sqlite"


@dataclass(frozen=True)
class Paid:
    """A call that was paid for."""

    day: int
    match: str
    tokens: int


class Ledger:
    """Calls and tokens that were spent."""

    def __init__(self, path: Path | None = None, today: Callable[[], int] | None = None) -> None:
        self._path = path
        self._today = today or (lambda: int(time.time() // 86_400))

    def pay(self, limits: Limits, match: str, tokens: int, patience: float = PATIENCE) -> Paid:
        """Pay for a call that costs at most this many tokens; raises Overspent if the budget does not cover it.

        Whoever cannot write within its patience does not pay.
        """
        day = self._today()
        with self._opened(min(patience, PATIENCE)) as table:
            calls, spent = table.execute(
                "SELECT COALESCE(SUM(calls), 0), COALESCE(SUM(tokens), 0) FROM spent WHERE day = ?", (day,)
            ).fetchone()
            _demand(calls + 1, limits.calls_per_day, "calls", "for today")
            _demand(spent + tokens, limits.tokens_per_day, "tokens", "for today")
            calls, spent = table.execute(
                "SELECT COALESCE(SUM(calls), 0), COALESCE(SUM(tokens), 0) FROM spent WHERE match = ?", (match,)
            ).fetchone()
            if match:
                _demand(calls + 1, limits.calls_per_match, "calls", "of this match")
                _demand(spent + tokens, limits.tokens_per_match, "tokens", "of this match")
            table.execute(
                "INSERT INTO spent VALUES (?, ?, 1, ?) "
                "ON CONFLICT (day, match) DO UPDATE SET calls = calls + 1, tokens = tokens + excluded.tokens",
                (day, match, tokens),
            )
            table.execute("DELETE FROM spent WHERE day < ?", (day - KEPT_DAYS,))
        return Paid(day, match, tokens)

    def correct(self, paid: Paid, tokens: int) -> None:
        """Record what a call cost."""
        with self._opened() as table:
            table.execute(
                "UPDATE spent SET tokens = tokens + ? WHERE day = ? AND match = ?",
                (tokens - paid.tokens, paid.day, paid.match),
            )

    def spent(self, match: str | None = None) -> tuple[int, int]:
        """The calls and tokens of today, or of a match."""
        column, value = ("day", self._today()) if match is None else ("match", match)
        with self._opened() as table:
            calls, tokens = table.execute(
                f"SELECT COALESCE(SUM(calls), 0), COALESCE(SUM(tokens), 0) FROM spent WHERE {column} = ?",
                (value,),
            ).fetchone()
        return int(calls), int(tokens)

    @contextmanager
    def _opened(self, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
        """A transaction that no other process can come into; a ledger that cannot be written allows no call."""
        path = self._path or ledger_path()
        if not _ONE_AT_A_TIME.acquire(timeout=max(patience, 0)):
            raise Overspent("the ledger cannot be used: too many wait to write it")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as database:
                database.execute("BEGIN IMMEDIATE")
                database.execute(TABLES)
                yield database
                database.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            raise Overspent(f"the ledger cannot be used: {type(error).__name__}: {error}") from None
        finally:
            _ONE_AT_A_TIME.release()


def _demand(wanted: int, allowed: int, what: str, when: str) -> None:
    if wanted > allowed:
        raise Overspent(f"the {what} {when} are used up: {allowed} are allowed")
