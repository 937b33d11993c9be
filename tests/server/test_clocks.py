"""The wall clock may be set at any moment, by an hour either way: it costs nobody the game, and no match stops."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from sparring.match.seat import Answer
from sparring.rules import Choice
from sparring.server.background import Background
from sparring.server.matches import Matches
from sparring.server.metrics import Metrics
from sparring.server.migrations import bring_up_to_date
from sparring.server.problems import Conflict
from sparring.server.storage import Storage
from sparring.server.thinkers import Thinkers

JUMPS = pytest.mark.parametrize("jump", [-3600, 3600], ids=["set back", "set forward"])
EXACT = 0.5
"""Seconds that the tests themselves may take."""


@pytest.fixture
def clock(monkeypatch):
    """Two clocks to turn: `wall`, which can be set, and `steady`, by which time really passes for matches."""
    clock, wall, steady = SimpleNamespace(wall=0.0, steady=0.0), time.time, time.monotonic
    monkeypatch.setattr(time, "time", lambda: wall() + clock.wall)
    turned = SimpleNamespace(time=time.time, monotonic=lambda: steady() + clock.steady)
    for module in ("live", "clocks"):
        monkeypatch.setattr(f"sparring.server.{module}.time", turned)

    def passes(seconds):
        clock.wall += seconds
        clock.steady += seconds

    clock.passes = passes
    return clock


@pytest.fixture
def story(tmp_path):
    """Runs a story with as many server processes on one database as it asks for."""

    def story(told):
        async def run():
            started = []

            def server():
                storage = Storage(f"sqlite:///{tmp_path}/matches.db")
                bring_up_to_date(storage.engine)
                started.append((Matches(storage, Thinkers(Metrics()), Background(), Metrics()), storage))
                return started[-1][0]

            try:
                await asyncio.wait_for(told(server), 20)
            finally:
                for matches, storage in started:
                    await matches.close()
                    await storage.close()

        asyncio.run(run())

    return story


async def begun(matches, *players, clock=60.0, **how):
    """A new match in which everybody sits."""
    who = {"player_key": "a", "player_name": None, "address": "", **how}
    live, _ = await matches.create("tictactoe", list(players), seed=None, paced=False, clock=clock, **who)
    if players.count("human") > 1:
        await matches.take_seat(live, 1, "b", None)
    return live


def left(live):
    return [seconds if seconds is None else round(seconds) for seconds in live.time_left()]


# ---------------------------------------------------------------------- the clocks of people


@JUMPS
def test_a_clock_that_is_set_while_somebody_thinks_costs_them_nothing(story, clock, jump):
    async def told(server):
        matches = server()
        live = await begun(matches, "human", "human")
        clock.passes(10)
        clock.wall += jump
        assert left(live) == [50, 60]
        await matches.choose(live, 0, "b2", None)
        clock.passes(5)
        clock.wall += jump
        await matches.choose(live, 1, "a1", None)
        clock.wall -= 2 * jump
        assert left(live) == [50, 55]
        assert not live.over

    story(told)


@JUMPS
def test_a_clock_that_is_set_does_not_keep_time_from_running_out(story, clock, jump):
    async def told(server):
        matches = server()
        live = await begun(matches, "human", "human")
        clock.wall += jump
        clock.passes(61)
        with pytest.raises(Exception, match="over"):
            await matches.choose(live, 0, "b2", None)
        assert live.table.outcome.reason == "out of time"
        assert live.time_left()[0] == pytest.approx(-1, abs=EXACT)

    story(told)


@JUMPS
def test_a_clock_that_is_set_before_everybody_sits_costs_nobody_anything(story, clock, jump):
    async def told(server):
        matches = server()
        who = {"player_key": "a", "player_name": None, "address": ""}
        live, _ = await matches.create("tictactoe", ["human", "human"], seed=None, paced=False, clock=60.0, **who)
        clock.wall += jump
        await matches.choose(live, 0, "b2", None)
        clock.passes(100)
        assert left(live) == [60, 60]
        await matches.take_seat(live, 1, "b", None)
        clock.wall -= jump
        clock.passes(10)
        assert left(live) == [60, 50]

    story(told)


@JUMPS
@pytest.mark.parametrize("seconds", [60.0, 600.0, 3600.0], ids="of {:g} s".format)
def test_a_clock_that_is_set_while_the_server_restarts_costs_nobody_the_game(story, clock, jump, seconds):
    async def told(server):
        matches = server()
        live = await begun(matches, "human", "human", clock=seconds)
        clock.passes(10)
        await matches.choose(live, 0, "b2", None)
        clock.passes(20)
        await matches.choose(live, 1, "a1", None)
        clock.passes(5)
        await matches.close()
        clock.wall += jump
        after = server()
        again = await after.open(live.stored.id, "")
        assert left(again) == [seconds - 10, seconds - 20]  # what the thought before the restart took is not known
        assert again.alarm is not None
        clock.passes(5)
        await after.choose(again, 0, "c3", None)
        assert left(again) == [seconds - 15, seconds - 20]

    story(told)


def test_a_restart_costs_no_more_time_than_really_passed(story, clock):
    async def told(server):
        matches = server()
        live = await begun(matches, "human", "human")
        await matches.choose(live, 0, "b2", None)
        clock.passes(20)
        await matches.close()
        assert left(await server().open(live.stored.id, "")) == [60, 40]
        clock.passes(100)  # while no server ran, or none had the match in memory
        assert left(await server().open(live.stored.id, "")) == [60, 60]

    story(told)


@JUMPS
def test_processes_agree_on_what_was_used_before_a_clock_was_set(story, clock, jump):
    async def told(server):
        here, there = server(), server()
        live = await begun(here, "human", "human")
        other = await there.open(live.stored.id, "")
        clock.passes(10)
        clock.wall += jump
        await here.choose(live, 0, "b2", None)
        assert left(await there.open(live.stored.id, "")) == left(live) == [50, 60]
        clock.passes(7)
        await there.choose(other, 1, "a1", None)
        assert left(await here.open(live.stored.id, "")) == left(other) == [50, 53]

    story(told)


def test_entries_of_an_older_database_are_timed_by_the_wall_clock(story, clock):
    async def told(server):
        matches = server()
        live = await begun(matches, "human", "human")
        clock.passes(10)
        await matches.choose(live, 0, "b2", None)

        def forget(connection):
            connection.exec_driver_sql("UPDATE entries SET took = NULL")

        await matches._storage.write(forget)
        assert left(await server().open(live.stored.id, "")) == [50, 60]

    story(told)


# ---------------------------------------------------------------------- opponents


@JUMPS
def test_a_clock_that_is_set_while_an_opponent_thinks_stops_no_match_and_one_answer_counts(
    story, clock, jump, monkeypatch
):
    async def told(server):
        here, there = server(), server()
        go, asked = asyncio.Event(), []

        async def answer(game, opponent, position, **_):
            asked.append(opponent)
            await go.wait()
            return Answer(Choice("a1"), 0.0)

        for matches in (here, there):
            monkeypatch.setattr(matches._thinkers, "answer", answer)
        live = await begun(here, "human", "random")
        await here.choose(live, 0, "b2", None)
        while not asked:
            await asyncio.sleep(0)
        clock.wall += jump
        other = await there.open(live.stored.id, "")
        while len(asked) < 2:  # the claim is void, so the other process thinks too
            await asyncio.sleep(0.01)
        go.set()
        for matches, match in ((here, live), (there, other)):
            await matches.wait_for_turn(match, 0, 5)
            await matches.open(match.stored.id, "")
            assert [logged.entry for logged in match.log] == ["0: b2", "1: a1"]

    story(told)


def test_every_choice_adds_the_increment_and_running_out_of_time_adds_nothing(story, clock):
    async def told(server):
        here, there = server(), server()
        live = await begun(here, "human", "human", increment=5.0)
        clock.passes(20)
        await here.choose(live, 0, "b2", None)
        clock.passes(2)
        assert left(live) == [45, 58]
        again = await there.open(live.stored.id, "")
        assert left(again) == [45, 58]
        await here.choose(live, 1, "a1", None)
        assert left(live) == [45, 63]
        clock.passes(46)
        with pytest.raises(Conflict, match="over"):
            await here.choose(live, 0, "c3", None)
        assert live.table.outcome.reason == "out of time"
        assert left(live)[0] == -1

    story(told)
