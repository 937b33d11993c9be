"""A crowd that plays many matches at once, and remembers everything that servers told it."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Condition

from sparring.server.client import Refused, Unreachable

TABLES = [
    ("tictactoe", "human", "SpeedyGibbon"),
    ("tictactoe", "WildcardLemur", "human"),
    ("tictactoe", "human", "human"),
    ("connect4", "human", "easy"),
    ("connect4", "random", "human"),
    ("connect4", "human", "human"),
]
"""The matches that are played at the same time."""

PATIENCE = 60.0
"""Seconds without progress after which a crowd counts as stuck."""


class Remembered:
    """What a server has told of one match, which must stay true from then on."""

    def __init__(self, seats, players):
        self.id = next(seat.id for seat in seats if seat)
        self.tokens = [seat.token if seat else None for seat in seats]
        self.players = players
        self.moves = []
        self.asked = set()
        """For the next decision, what was sent without an answer: any of it may have been made, or nothing."""

        self.to_move = 0
        self.result = None
        self.events = []

    def at(self, client, seat=None):
        """The state of the match for a seat, by default the one to move, or for the other if that is not a person."""
        if seat is None:
            seat = self.to_move or 0
        if not self.tokens[seat]:
            seat = 1 - seat
        return client.match(self.id, self.tokens[seat])

    def hear(self, state):
        """Check a state of the match: it contains what was told before, and anything new was chosen by this crowd."""
        moves = [(move["seat"], move["option"]) for move in state["moves"]]
        assert moves[: len(self.moves)] == self.moves
        assert [seat for seat, _ in moves] == [number % 2 for number in range(len(moves))]
        for seat, option in moves[len(self.moves) :]:
            if self.players[seat] == "human":
                assert (seat, option) in self.asked
                self.asked = set()
        self.moves = moves
        self.to_move = state["to_move"]
        assert self.result in (None, state["result"])
        self.result = state["result"]

    def follow(self, client):
        """Read the rest of its events, whatever happens to the connection."""
        while True:
            try:
                for event in self.at(client, 0).events(after=len(self.events)):
                    if "number" in event:
                        self.events.append(event)
                return
            except Refused as refused:
                if refused.code != "unavailable":
                    raise

    def check(self, client):
        """Check that a server knows everything that was told, and sends the same events with the same numbers."""
        state = self.at(client).state()
        self.hear(state)
        told = []
        for event in self.at(client, 0).events():
            if "number" in event:
                told.append(event)
                if event["number"] == state["event"]:
                    break
        assert [event["number"] for event in told] == list(range(1, state["event"] + 1))
        assert told[: len(self.events)] == self.events
        made = [(event["seat"], event["option"]) for event in told if event["event"] == "move_made"]
        assert made == self.moves


class Crowd:
    """Some tables; at each of them one match follows the other."""

    patience = PATIENCE

    def __init__(self, seed, copies=1):
        """At each of the tables so many matches are played at the same time."""
        self.tables = TABLES * copies
        self.matches = [[] for _ in self.tables]
        self.acknowledged = 0
        self._rngs = [Random(seed + number) for number in range(len(self.tables))]
        self._news = Condition()
        self._leaving = False

    def play_until(self, clients, choices, then):
        """Play until this many more choices were acknowledged, call `then`, and stop when no server answers."""
        self._play_all(clients, choices, then, last=False)

    def play_to_the_end(self, clients, *, choices=0, then=lambda: None):
        """Play every match to its end; call `then` once this many choices were acknowledged."""
        self._play_all(clients, choices, then, last=True)

    def check(self, client):
        """Check that nothing that this crowd was told is lost, doubled or different."""
        for matches in self.matches:
            for match in matches:
                match.check(client)

    def _play_all(self, clients, choices, then, last):
        self._leaving = False
        enough = self.acknowledged + choices
        players, followers, following = ThreadPoolExecutor(len(self.tables)), ThreadPoolExecutor(200), []

        def follow(match, client):
            following.append(followers.submit(self._until_nobody_answers, match.follow, client))

        try:
            playing = [
                players.submit(self._until_nobody_answers, self._play, table, clients, follow, last)
                for table in range(len(self.tables))
            ]
            self._await(enough, playing)
            self._leaving = not last
            then()
            for each in playing:
                each.result(PATIENCE)
            for each in following:
                each.result(PATIENCE)
        finally:
            self._leaving = True
            players.shutdown(wait=False)  # if something failed, they end with the server
            followers.shutdown(wait=False)

    def _until_nobody_answers(self, work, *details):
        try:
            work(*details)
        except Unreachable:
            if not self._leaving:
                raise
        finally:
            with self._news:
                self._news.notify_all()

    def _await(self, acknowledged, playing):
        with self._news:
            assert self._news.wait_for(
                lambda: self.acknowledged >= acknowledged or any(each.done() and each.exception() for each in playing),
                self.patience,
            ), f"{self.acknowledged} of {acknowledged} choices were acknowledged"

    def _play(self, table, clients, follow, last):
        matches, rng = self.matches[table], self._rngs[table]
        if matches and not matches[-1].result:
            follow(matches[-1], rng.choice(clients))
        while True:
            client = rng.choice(clients)
            try:
                if not matches or matches[-1].result:
                    if last and matches:
                        return
                    game, *players = self.tables[table]
                    seed = None if players == ["human", "human"] else rng.getrandbits(40)
                    matches.append(Remembered(client.begin(game, players, seed=seed), players))
                    follow(matches[-1], rng.choice(clients))
                self._decide(matches[-1], client, rng)
            except Refused as refused:
                if refused.status != 503:
                    raise

    def _decide(self, match, client, rng):
        """Wait for the turn of this seat, and choose something."""
        seat = match.at(client)
        state = seat.state(wait=10)
        match.hear(state)
        if state["decision"] is None:
            return
        option, number = rng.choice(state["decision"]["options"]), state["decision"]["number"]
        match.asked.add((state["seat"], option))
        answer = seat.choose(option, number)
        match.hear(answer)
        assert match.moves[number] == (state["seat"], option)
        assert not match.asked
        with self._news:
            self.acknowledged += 1
            self._news.notify_all()
