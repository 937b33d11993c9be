"""Several servers on one PostgreSQL act as one, for players and for followers, even when one of them dies."""

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import cycle
from threading import Barrier

import pytest

import sparring
from sparring.server.background import Background
from sparring.server.client import Refused
from sparring.server.matches import Matches
from sparring.server.metrics import Metrics
from sparring.server.migrations import bring_up_to_date
from sparring.server.storage import Storage, StorageLost
from sparring.server.stored import Logged, Stored
from sparring.server.thinkers import Thinkers
from support.crowd import Crowd
from support.patience import Patience
from support.serving import Server

SOON = 30
"""Seconds after which waiting for something fails."""


@pytest.fixture(scope="module")
def shared(postgres):
    return postgres.new_database()


@pytest.fixture(scope="module")
def pair(start, shared):
    """Two servers on one database, shared by all tests that do not stop them."""
    return start(database=shared), start(database=shared)


@pytest.fixture
def servers(postgres, tmp_path):
    """Starts servers on a database that only one test uses."""
    database, started = postgres.new_database(), []

    def servers(count, *options, **how):
        with ThreadPoolExecutor(count) as threads:
            starting = [threads.submit(Server, tmp_path, *options, database=database, **how) for _ in range(count)]
        started.extend(each.result() for each in starting if not each.exception())
        return [each.result() for each in starting]

    yield servers
    for server in started:
        server.kill()


def at(server, match):
    """The same seat of the same match, at another server."""
    return server.client.match(match.id, match.token)


def numbered(events):
    """Events without thoughts."""
    return [event for event in events if "number" in event]


def moves_in(events):
    return [{"seat": event["seat"], "option": event["option"]} for event in events if event["event"] == "move_made"]


def written(database, match):
    """The entries of a match in the database."""

    async def look():
        storage = Storage(database)
        try:
            return await storage.entries(match.id)
        finally:
            await storage.close()

    return [logged.entry for logged in asyncio.run(look())]


# ---------------------------------------------------------------------- one match, two servers


def test_a_match_that_began_at_one_server_is_played_and_followed_at_the_other(pair):
    here, there = pair
    match, _ = here.client.begin("tictactoe", ["human", "SpeedyGibbon"], seed=3)
    with ThreadPoolExecutor() as threads:
        followed = [threads.submit(lambda server=server: numbered(at(server, match).events())) for server in pair]
        state = at(there, match).state()
        assert state == match.state()
        for server in cycle(pair):
            if state["over"]:
                break
            at(server, match).choose(state["decision"]["options"][0], state["decision"]["number"])
            state = at(server, match).state(wait=SOON)
        told, other = (each.result(SOON) for each in followed)
    assert told == other
    assert [event["number"] for event in told] == list(range(1, state["event"] + 1))
    assert moves_in(told) == state["moves"]
    assert match.state() == at(there, match).state() == state
    assert match.record() == at(there, match).record()


def test_two_people_play_through_different_servers_and_neither_misses_an_event(pair):
    here, there = pair
    first, second = here.client.begin("tictactoe", ["human", "human"])
    second = at(there, second)

    def play(match):
        while not (state := match.state(wait=SOON))["over"]:
            match.choose(state["decision"]["options"][-1], state["decision"]["number"])
        return state

    with ThreadPoolExecutor() as threads:
        followed = [threads.submit(lambda match=match: numbered(match.events())) for match in (first, second)]
        ends = list(threads.map(play, (first, second)))
        told = [each.result(SOON) for each in followed]
    assert ends[0]["moves"] == ends[1]["moves"]
    assert [move["seat"] for move in ends[0]["moves"]] == [number % 2 for number in range(len(ends[0]["moves"]))]
    for heard in told:
        assert [event["number"] for event in heard] == list(range(1, ends[0]["event"] + 1))
        assert moves_in(heard) == ends[0]["moves"]
    asked = [[event["seat"] for event in heard if event.get("decision")] for heard in told]
    assert set(asked[0]) == {0}
    assert set(asked[1]) == {1}


def everybody_at_once(calls):
    """Make calls at the same moment; returns the answers, or the status and code of refusals."""
    together = Barrier(len(calls))

    def one(call):
        together.wait(SOON)
        try:
            return call()
        except Refused as refused:
            return refused.status, refused.code

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


def test_a_choice_that_reaches_both_servers_many_times_is_made_once(pair, shared):
    first, second = pair[0].client.begin("tictactoe", ["human", "human"])
    made = []
    for match, option in ((first, "b2"), (second, "a1"), (first, "c3"), (second, "a3")):
        answers = everybody_at_once([partial(at(server, match).choose, option, len(made)) for server in pair * 4])
        made.append({"seat": len(made) % 2, "option": option})
        assert [answer["moves"] for answer in answers] == [made] * 8
    assert written(shared, first) == ["0: b2", "1: a1", "0: c3", "1: a3"]


def test_one_of_many_choices_for_a_decision_is_made_and_the_others_are_refused(pair, shared):
    first, second = pair[0].client.begin("tictactoe", ["human", "human"])
    made = []
    for match in (first, second, first, second):
        options = match.state()["decision"]["options"]
        several = zip(cycle(pair), options, strict=False)
        answers = everybody_at_once([partial(at(server, match).choose, option) for server, option in several])
        (accepted,) = [answer for answer in answers if isinstance(answer, dict)]
        assert answers.count((409, "not_your_turn")) == len(options) - 1
        made.append(accepted["moves"][-1])
        assert at(pair[0], match).state()["moves"] == at(pair[1], match).state()["moves"] == made
    assert written(shared, first) == [f"{move['seat']}: {move['option']}" for move in made]


@pytest.mark.parametrize("other", ["human", "SpeedyGibbon"])
def test_the_old_token_of_a_seat_that_changed_hands_is_refused_at_the_other_server(pair, other):
    here, there = pair
    first, second = here.client.begin("tictactoe", [other, "human"])
    if first:
        first.choose("b2")
    old = at(there, second)
    option = old.state(wait=SOON)["decision"]["options"][0]
    bob = at(here, second).sit_down("Bob")
    for call in (lambda: old.choose(option), old.state, old.undo, old.resign, old.sit_down, lambda: next(old.events())):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.code == "not_open"
    assert at(there, bob).choose(option)["names"] == [None, "Bob"]
    at(here, bob).resign()
    assert at(there, bob).state()["over"]
    with pytest.raises(Refused):
        old.state()


def test_one_of_many_people_with_the_same_token_at_both_servers_gets_the_seat(pair):
    _, second = pair[0].client.begin("tictactoe", ["human", "human"])
    answers = everybody_at_once([at(server, second).sit_down for server in pair * 4])
    (bob,) = [answer for answer in answers if not isinstance(answer, tuple)]
    assert answers.count((401, "not_open")) == 7
    assert {at(server, bob).state()["seat"] for server in pair} == {1}


@pytest.mark.parametrize("where", [0, 1], ids=["the same server", "the other server"])
def test_a_follower_with_the_invitation_is_cut_off_when_the_player_sits_down(pair, where):
    first, second = pair[0].client.begin("tictactoe", ["human", "human"])
    looking = at(pair[where], second).events()
    assert next(looking)["event"] == "match_started"
    bob = at(pair[0], second).sit_down("Bob")
    first.choose("b2")
    bob.resign()
    with pytest.raises(Refused) as refused:
        list(looking)
    assert refused.value.code == "not_open"


# ---------------------------------------------------------------------- opponents


def test_only_one_server_thinks_about_an_opponents_answer(servers, tmp_path):
    patience = Patience(tmp_path / "patience")
    here, there = servers(2, *patience.options)
    match, _ = here.client.begin("countdown", ["human", "patient"])
    match.choose("2")
    patience.wait_until_asked(1, here.process.pid)
    assert at(there, match).state(wait=6)["to_move"] == 1  # longer than a claim lasts without being renewed
    assert patience.asked() == {(1, here.process.pid): 1}
    patience.go()
    for server in cycle([there, here]):
        state = at(server, match).state(wait=SOON)
        if state["over"]:
            break
        at(server, match).choose(state["decision"]["options"][0])
    decisions = Counter(number for number, _ in patience.asked().elements())
    assert decisions == {number: 1 for number, move in enumerate(state["moves"]) if move["seat"] == 1}


def test_when_the_server_that_thinks_is_killed_another_takes_over(servers, tmp_path):
    patience = Patience(tmp_path / "patience")
    here, there = servers(2, *patience.options, hurried=True)
    match, _ = here.client.begin("countdown", ["human", "patient"])
    match.choose("2")
    patience.wait_until_asked(1, here.process.pid)
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(at(there, match).state, wait=SOON)
        here.kill()
        patience.wait_until_asked(1, there.process.pid)
        patience.go()
        state = waiting.result(SOON)
    assert [move["seat"] for move in state["moves"]] == [0, 1]
    assert patience.asked() == {(1, here.process.pid): 1, (1, there.process.pid): 1}


def test_other_servers_take_over_the_opponents_of_a_stopped_one(servers, tmp_path):
    patience = Patience(tmp_path / "patience")
    here, there = servers(2, *patience.options)
    match, _ = here.client.begin("countdown", ["human", "patient"])
    match.choose("2")
    patience.wait_until_asked(1, here.process.pid)
    assert here.stop() == 0
    patience.go()
    assert at(there, match).state(wait=SOON)["decision"]["number"] == 2


# ---------------------------------------------------------------------- PostgreSQL is away for a while


@pytest.mark.parametrize("mode", ["fast", "immediate"], ids=["restarted", "crashed"])
def test_servers_go_on_after_postgresql_was_away_and_nothing_acknowledged_is_lost(
    servers, postgres, ask, eventually, mode
):
    both, crowd = servers(2), Crowd(seed=1)
    clients = [server.client for server in both]

    def restart():
        postgres.stop(mode)
        try:
            for server in both:
                eventually(lambda server=server: ask(server, "GET", "/healthz").status == 503)
        finally:
            postgres.start()
        for server in both:
            eventually(lambda server=server: ask(server, "GET", "/healthz").status == 200)

    crowd.play_to_the_end(clients, choices=20, then=restart)
    for client in clients:
        crowd.check(client)
    assert all(match.result for matches in crowd.matches for match in matches)


# ---------------------------------------------------------------------- what a server has in memory


@pytest.fixture
def remembering(tmp_path):
    """Runs a coroutine with the open matches of a server and the storage behind them."""

    def remembering(story):
        async def run():
            storage = Storage(f"sqlite:///{tmp_path}/matches.db")
            bring_up_to_date(storage.engine)
            matches = Matches(storage, Thinkers(Metrics()), Background(), Metrics())
            try:
                await asyncio.wait_for(story(matches, storage), SOON)
            finally:
                await matches.close()
                await storage.close()

        asyncio.run(run())

    return remembering


MATCH = Stored("a-match", "tictactoe", sparring.game("tictactoe").version, 1, ("human", "human"), False)


class Held:
    """A call that reports when it is made, and waits until the test lets it go on."""

    def __init__(self, call, *, before=True, fails=None):
        self.call, self.before, self.fails = call, before, fails
        self.made, self.go = asyncio.Semaphore(0), asyncio.Event()

    async def __call__(self, *arguments):
        answer = None if self.before else await self.call(*arguments)
        self.made.release()
        await self.go.wait()
        if self.fails:
            raise self.fails
        return await self.call(*arguments) if self.before else answer


def test_a_match_that_is_dropped_from_memory_while_somebody_opens_it_is_opened(remembering, monkeypatch):
    monkeypatch.setattr("sparring.server.open_matches.KEPT", 1)

    async def story(matches, storage):
        for name in ("one", "other"):
            await storage.create(replace(MATCH, id=name))
        one = await matches.open("one", "")
        async with one.lock:
            opening = asyncio.create_task(matches.open("one", ""))
            await asyncio.sleep(0)  # it has begun, and waits for the lock
            await matches.open("other", "")
        assert (await opening).stored.id == "one"

    remembering(story)


def test_a_match_that_is_dropped_and_loaded_while_somebody_opens_it_is_in_memory_once(remembering, monkeypatch):
    monkeypatch.setattr("sparring.server.open_matches.KEPT", 1)

    async def story(matches, storage):
        for name in ("one", "other"):
            await storage.create(replace(MATCH, id=name))
        one = await matches.open("one", "")
        async with one.lock:
            opening = asyncio.create_task(matches.open("one", ""))
            await asyncio.sleep(0)  # it has begun, and waits for the lock
            await matches.open("other", "")
            anew = await matches.open("one", "")
            matches.follow(anew)
        assert await opening is anew
        assert await matches.open("one", "") is anew

    remembering(story)


def test_opening_a_match_that_is_being_loaded_shows_what_was_written_before(remembering):
    async def story(matches, storage):
        await storage.create(MATCH)
        storage.entries = read_early = Held(storage.entries, before=False)
        first = asyncio.create_task(matches.open(MATCH.id, ""))
        await read_early.made.acquire()
        await storage.append(MATCH.id, 0, Logged("0: b2"))
        second = asyncio.create_task(matches.open(MATCH.id, ""))
        read_early.go.set()
        assert len((await second).log) == 1
        await first

    remembering(story)


def test_a_match_is_in_memory_once_even_if_loading_it_failed_at_first(remembering):
    async def story(matches, storage):
        await storage.create(MATCH)
        find = storage.find
        storage.find = failing = Held(find, fails=StorageLost("gone for a moment"))
        first = asyncio.create_task(matches.open(MATCH.id, ""))
        await failing.made.acquire()
        second = asyncio.create_task(matches.open(MATCH.id, ""))
        await asyncio.sleep(0)  # it has begun, and waits for the first one
        storage.find = working = Held(find)
        failing.go.set()
        with pytest.raises(StorageLost):
            await first
        await working.made.acquire()
        third = asyncio.create_task(matches.open(MATCH.id, ""))
        await asyncio.sleep(0)
        working.go.set()
        assert await second is await third

    remembering(story)


def test_an_answer_that_comes_after_another_process_has_played_on_is_forgotten(remembering, caplog):
    async def story(matches, storage):
        players = ["human", "WildcardLemur"]
        live, _ = await matches.create(
            "tictactoe", players, seed=None, paced=False, player_key=None, player_name=None, address=""
        )
        answer = matches._driver._answer = Held(matches._driver._answer, before=False)
        await matches.choose(live, 0, "b2", 0)
        await answer.made.acquire()
        for number, entry in enumerate(("1: a1", "0: b1", "1: a2", "0: b3"), 1):
            await storage.append(live.stored.id, number, Logged(entry))
        await matches.open(live.stored.id, "")
        assert live.over
        answer.go.set()
        while live.driving:
            await live.driving
        assert len(live.log) == 5

    remembering(story)
    assert not caplog.records
