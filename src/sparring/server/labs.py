"""Tests of decks: they wait in one queue for all processes of the server, and run one at a time in the background."""

import asyncio
import logging
import secrets
import time
from typing import Any

from sparring.arena.lab import DeckLab, Played, Swap, Trial
from sparring.arena.lab_report import report
from sparring.server.background import Background
from sparring.server.lab_store import RUNNING, UNDER_WAY, LabStore, StoredLab
from sparring.server.problems import NotFound, TooMuch, Unavailable
from sparring.server.storage import Storage, StorageLost
from sparring.work.helper import HelperProcess

log = logging.getLogger("sparring.server")

MINUTES = 10.0
"""Minutes of processor time that one test may take, by default."""

FOR_ONE, FOR_ALL = 2, 12
"""Tests that one player, and all players together, may have waiting or running."""

LOOK = 15.0
"""Seconds between two looks for a test that another process has left behind."""

MOMENT = 0.2
"""Seconds between two looks whether two games are finished."""

BEAT = 10.0
"""Seconds after which a test that is running says so again."""


class Labs:
    """The queue of tests, as one process of the server sees it."""

    def __init__(self, storage: Storage, background: Background, minutes: float = MINUTES) -> None:
        self.store = LabStore(storage)
        self.minutes = minutes
        self._background = background
        self._name = secrets.token_hex(8)
        self._wake = asyncio.Event()
        self._helper = HelperProcess("sparring.server.lab_work:play")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for tests, unless the server is told to run none."""
        if self.minutes:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; a test that is running goes on when the server is there again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        self._helper.close()

    # ------------------------------------------------------------------ for calls

    async def ask(self, player_key: str, game: str, asked: dict[str, Any], address: str) -> StoredLab:
        """Put a test into the queue; an error says what is wrong with it, or that there are too many."""
        if not self.minutes:
            raise Unavailable("no_tests", "This server runs no tests of decks.")
        lab = StoredLab(secrets.token_urlsafe(16), player_key, game, asked, "waiting", 0.0, time.time())
        await self._background.run(address, lambda: lab_of(lab, []))  # refused now if something is wrong with it
        waiting = await self.store.under_way()
        if sum(other.player_key == player_key for other in waiting) >= FOR_ONE:
            raise TooMuch(f"You have {FOR_ONE} tests under way already; wait for one, or stop it.", 30)
        if len(waiting) >= FOR_ALL:
            raise TooMuch("Too many decks are being tested; try again later.", 60)
        await self.store.create(lab)
        self._wake.set()
        return lab

    async def told(self, lab: StoredLab, address: str) -> dict[str, Any]:
        """How far a test is, and what it has found out so far."""
        games = await self.store.games(lab.id)
        ahead = 0
        if lab.status in UNDER_WAY:
            ahead = [other.id for other in await self.store.under_way()].index(lab.id) if lab.status != RUNNING else 0
        found = await self._background.run(address, lambda: report(lab_of(lab, games)))
        return {**_head(lab), "ahead": ahead, "minutes": self.minutes, "report": found}

    async def listed(self, player_key: str) -> list[dict[str, Any]]:
        """The tests of a player without their results."""
        return [_head(lab) for lab in await self.store.of_player(player_key)]

    async def of(self, lab_id: str, player_key: str | None) -> StoredLab:
        """A player's own test; nobody else sees it, because it tells their deck."""
        found = await self.store.find(lab_id)
        if found is None or found.player_key != player_key:
            raise NotFound("unknown_test", "There is no test with this id that is yours.")
        return found

    async def stop(self, lab: StoredLab) -> None:
        """Stop a test; what it has found out so far is kept."""
        await self.store.end(lab.id, "stopped")
        self._wake.set()

    # ------------------------------------------------------------------ running

    async def _run(self) -> None:
        while True:
            try:
                while (lab := await self.store.claim(self._name)) is not None:
                    await self._play(lab)
            except StorageLost as error:
                log.warning("a test of a deck has to wait: %s", error)
            try:
                async with asyncio.timeout(LOOK):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _play(self, lab: StoredLab) -> None:
        """Play a test to its end, until it is stopped, or until its time is used up."""
        try:
            games = await self.store.games(lab.id)
            tested = await self._background.run("tests of decks", lambda: lab_of(lab, games))
            spent = lab.seconds
            while left := tested.left:
                if spent >= 60 * self.minutes:
                    await self.store.end(lab.id, "spent")
                    return
                done = await self._two_games(lab, left[0])
                if done is None:
                    return
                played, seconds = done
                tested.add(played)
                spent += seconds
                if not await self.store.keep_on(lab, self._name, [game.as_json() for game in played], seconds):
                    return
            await self.store.end(lab.id, "finished")
        except asyncio.CancelledError:
            await self.store.release(lab.id, self._name)
            raise
        except StorageLost:
            raise
        except Exception:  # a game or an opponent may raise anything
            log.exception("a deck could not be tested")
            await self.store.end(lab.id, "failed")

    async def _two_games(self, lab: StoredLab, trial: Trial) -> tuple[list[Played], float] | None:
        """The games of a trial, played by the helper process; None if the test was stopped meanwhile."""
        with self._helper.working_on(trial) as job:
            if job is None:
                raise RuntimeError("the process that tests decks cannot be started")
            told_at = time.monotonic()
            try:
                while not job.done:
                    await asyncio.sleep(MOMENT)
                    if self._wake.is_set() or time.monotonic() - told_at > BEAT:
                        self._wake.clear()
                        told_at = time.monotonic()
                        if not await self.store.keep_on(lab, self._name):
                            job.cancel()
                            return None
            except BaseException:
                job.cancel()
                raise
            found: tuple[list[Played], float] | None = job.wait()
        if found is None:
            raise RuntimeError("the process that tests decks could not play a game")
        return found


def lab_of(lab: StoredLab, games: list[Any]) -> DeckLab:
    """The test with the games that were played so far."""
    asked = lab.asked
    return DeckLab(
        lab.game,
        asked["deck"],
        asked["against"],
        asked["opponent"],
        asked["games"],
        seed=asked["seed"],
        swap=Swap(**asked["swap"]) if asked["swap"] else None,
        played=[Played.from_json(game) for game in games],
    )


def _head(lab: StoredLab) -> dict[str, Any]:
    asked = lab.asked
    return {
        "id": lab.id,
        "game": lab.game,
        "title": asked["title"],
        "status": lab.status,
        "created": lab.created,
        "seconds": round(lab.seconds, 1),
    }
