"""Hidden cards stay hidden: every byte of a hundred matches is searched for words that it must not have."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from sparring.rules import Record, notation
from support import hidden_game

GAMES = ("Whispers", "TellsTheMove", "ShowsTheDeck", "ShowsTheChance")
PAIRS = [("human", "human")] * 6 + [
    ("human", "random"),
    ("minimax:depth=2", "human"),
    ("human", "minimax"),
    ("random", "human"),
]


@pytest.fixture(scope="module")
def server(start):
    offered = [word for name in GAMES for word in ("--game", f"{Path(hidden_game.__file__)}:{name}")]
    return start(*offered, "--rate", "0", "--longest", "2", "--log", "warning")


class Sent:
    """Everything that a server sent to one seat, each piece with the number of moves made by then."""

    def __init__(self):
        self.pieces = []

    def answer(self, answer):
        state = answer.json if answer.headers.get("Content-Type", "").startswith("application/json") else {}
        self.pieces.append((len(state.get("moves", ())), bool(state.get("over")), _bytes(answer)))
        return state

    def messages(self, messages):
        made = 0
        for message in messages:
            event = json.loads(message)
            made += event["event"] == "move_made"
            self.pieces.append((made, event["event"] == "match_over", message.encode()))

    def leaks(self, seat, seed, positions):
        """What was sent too early: words that the seat could not know yet, and seeds."""
        game = hidden_game.Whispers()
        start = positions[0]
        everything = {*start.hands[0], *start.hands[1], *start.deck}
        leaked, known = [], [set() for _ in positions]
        for number, position in enumerate(positions):
            known[number] = (
                known[number - 1] | game.known_to(position, seat) if number else game.known_to(position, seat)
            )
        for made, over, piece in self.pieces:
            secrets = everything - known[made]
            if not over:
                secrets |= {str(seed), *(str(position.chance) for position in positions)}
            leaked += [secret for secret in secrets if secret.encode() in piece]
        return leaked

    def holds(self, word):
        return any(word.encode() in piece for _, _, piece in self.pieces)


def _bytes(answer):
    return b"\n".join(f"{name}: {value}".encode() for name, value in answer.headers.items()) + b"\n" + answer.body


def _play(server, ask, follow, game, players, number):
    """Play a match; returns its record and what was sent to each person."""
    rng = Random(number)
    begun = ask(server, "POST", "/matches", {"game": game, "opponents": list(players)})
    path, tokens = f"/matches/{begun.json['id']}", dict(enumerate(begun.json["tokens"]))
    sent = {seat: Sent() for seat, token in tokens.items() if token}
    sent[min(sent)].answer(begun)
    with ExitStack() as open_until_then:
        followed = {
            seat: open_until_then.enter_context(follow(server, begun.json["id"], tokens[seat], compression=None))
            for seat in sent
        }
        over = False
        while not over:
            for seat, received in sent.items():
                token = tokens[seat]
                state = received.answer(ask(server, "GET", f"{path}?wait={10 * (len(sent) == 1)}", token=token))
                assert state["seed"] is None or state["over"]
                if state["decision"]:
                    early = ask(server, "GET", f"{path}/record", token=token)
                    assert (early.status, early.error["code"]) == (409, "not_over")
                    received.pieces.append((len(state["moves"]), False, _bytes(early)))
                    refused = ask(server, "POST", f"{path}/choices", {"option": "show me"}, token=token)
                    assert refused.status == 422
                    received.pieces.append((len(state["moves"]), False, _bytes(refused)))
                    option = rng.choice(state["decision"]["options"])
                    made = ask(server, "POST", f"{path}/choices", {"option": option}, token=token)
                    state = received.answer(made)
                else:
                    refused = ask(server, "POST", f"{path}/choices", {"option": "show me"}, token=token)
                    assert refused.status == 409
                    received.pieces.append((len(state["moves"]), state["over"], _bytes(refused)))
                over = over or state["over"]
        for seat in sent:
            sent[seat].messages(list(followed[seat]))
    for seat in sent:  # once more from the beginning, as for a late follower
        with follow(server, begun.json["id"], tokens[seat], compression=None) as late:
            sent[seat].messages(list(late))
    record = Record.parse(ask(server, "GET", f"{path}/record", token=tokens[min(sent)]).body.decode())
    return record, sent


def _leaks(game, record, sent):
    positions = list(notation.replay(game, record))
    return [leak for seat, received in sent.items() for leak in received.leaks(seat, record.seed, positions)]


@pytest.mark.req("ALL-2", "ALL-14")
def test_no_seat_of_a_hundred_matches_is_sent_what_it_may_not_see(server, ask, follow):
    game = hidden_game.Whispers()

    def one(number):
        return _play(server, ask, follow, "whispers", PAIRS[number % len(PAIRS)], number)

    with ThreadPoolExecutor(4) as many:
        played = list(many.map(one, range(100)))
    hidden = 0
    for record, sent in played:
        assert _leaks(game, record, sent) == []
        *_, last = positions = list(notation.replay(game, record))
        assert game.outcome(last) is not None
        for seat, received in sent.items():
            # Words that the seat may see were sent, so the search can find words at all.
            assert all(received.holds(word) for word in positions[0].hands[seat])
            assert all(received.holds(word) for _, word in last.up)
            theirs = [word for by, word in last.down if by != seat]
            assert not any(received.holds(word) for word in theirs)
            hidden += len(theirs)
    assert hidden > 100


@pytest.mark.parametrize("game", GAMES[1:])
def test_the_same_search_finds_the_leaks_of_games_that_tell_too_much(server, ask, follow, game):
    rules = getattr(hidden_game, game)
    played = [_play(server, ask, follow, rules.name, ("human", "human"), number) for number in range(4)]
    assert all(_leaks(rules(), record, sent) for record, sent in played)


@pytest.mark.req("ALL-14")
def test_the_seed_and_the_record_are_told_only_when_the_match_is_over(server, ask, follow):
    begun = ask(server, "POST", "/matches", {"game": "whispers", "opponents": ["human", "human"]})
    path, tokens = f"/matches/{begun.json['id']}", begun.json["tokens"]
    cookie = begun.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    sent = [_bytes(begun), ask(server, "GET", "/matches", cookie=cookie).body]
    for token in tokens:
        sent.append(_bytes(ask(server, "GET", path, token=token)))
        refused = ask(server, "GET", f"{path}/record", token=token)
        assert (refused.status, refused.error["code"]) == (409, "not_over")
        sent.append(_bytes(refused))
    ask(server, "POST", f"{path}/resign", token=tokens[1])
    [seed] = {ask(server, "GET", path, token=token).json["seed"] for token in tokens}
    assert seed is not None
    assert not any(str(seed).encode() in piece for piece in sent)
    for token in tokens:
        assert f"Seed: {seed}".encode() in ask(server, "GET", f"{path}/record", token=token).body


@pytest.mark.parametrize("seed", [0, 7, 2**63 - 1])
def test_nobody_gives_the_seed_of_a_match_between_people(server, ask, seed):
    asked = {"game": "whispers", "opponents": ["human", "human"], "seed": seed}
    refused = ask(server, "POST", "/matches", asked)
    assert (refused.status, refused.error["code"]) == (422, "bad_setting")
    assert "between people takes no seed" in refused.error["message"]
    alone = ask(server, "POST", "/matches", {**asked, "opponents": ["human", "random"]})
    assert alone.status == 201
