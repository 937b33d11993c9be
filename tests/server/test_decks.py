"""Decks of a player's own: they are given with a request, and what they hide never crosses the wire."""

import json
from random import Random

import pytest

from sparring.games.onepiece.rules.reading import shipped
from sparring.rules import Record, Undone, notation
from sparring.rules.capabilities import settled_answer
from sparring.rules.registry import game as find_game

PLAIN = {"category": "character", "color": "red", "cost": 1, "power": 3000, "counter": 1000, "attribute": "Slash"}


def own_deck(word):
    """Fifty different cards without effects, and a leader; every name and number has the word in it."""
    leader = {"id": f"{word}-00", "name": f"{word} Captain", "category": "leader", "color": "red"}
    leader |= {"power": 5000, "life": 4, "attribute": "Slash"}
    cards = [{"id": f"{word}-{at}", "name": f"{word} {at}.", **PLAIN, "cost": 1 + at % 5} for at in range(1, 51)]
    return {"deck": word, "name": f"{word} fleet", "leader": leader["id"], "cards": [leader, *cards]}


def by_number(name="ST01"):
    """The content of a deck that comes with the game, with nothing but the numbers of its cards."""
    deck = shipped()[name]
    cards = [{"id": card.id, "count": count} for card, count in deck.cards]
    return {"name": "Nine lives", "leader": deck.leader.id, "cards": cards}


@pytest.fixture(scope="module")
def server(start):
    return start("--rate", "0", "--log", "warning")


@pytest.mark.req("OP-1")
def test_move_and_analyse_take_decks_by_content(server, ask):
    for decks in ([own_deck("Aster"), "ST02"], [by_number(), None], ["st01", by_number("ST03")]):
        moved = ask(server, "POST", "/games/onepiece/move", {"opponent": "easy", "decks": decks, "seed": 1})
        assert moved.status == 200, moved.body
        assert not moved.json["fallback"]
    told = ask(
        server, "POST", "/games/onepiece/analyse", {"decks": [own_deck("Aster"), own_deck("Brook")], "time": 0.1}
    )
    assert told.status == 200
    assert told.json["best"] in [option["move"] for option in told.json["options"]]
    line = [told.json["best"]]
    drawn = ask(server, "POST", "/games/onepiece/scenes", {"decks": [own_deck("Aster"), "ST01"], "line": line})
    assert any("Aster" in str(frame["scene"]) for frame in drawn.json["frames"])


def test_a_match_is_played_with_decks_by_content_and_the_table_says_their_names(server, ask):
    asked = {"game": "onepiece", "opponents": ["human", "random"], "decks": [by_number(), own_deck("Brook")]}
    begun = ask(server, "POST", "/matches", asked)
    assert begun.status == 201, begun.body
    path = f"/matches/{begun.json['id']}?scene=true"
    labels = [
        shape["text"]
        for shape in ask(server, "GET", path, token=begun.json["tokens"][0]).json["scene"]["shapes"]
        if shape["kind"] == "label"
    ]
    assert {"Nine lives", "Brook fleet"} <= set(labels)
    again = ask(server, "POST", "/matches", {"game": begun.json["game"], "opponents": ["human", "random"]})
    assert again.json["game"] == begun.json["game"]


@pytest.mark.req("OP-1")
@pytest.mark.parametrize(
    ("decks", "told"),
    [
        ([by_number()], "One Piece needs 2 decks, one for each seat, not 1."),
        (["ST99", None], "There is no deck 'ST99'; there is ST01"),
        (["/etc/passwd", None], "There is no deck '/etc/passwd'; there is ST01"),
        ([7, None], "a deck is a name, its content as JSON, or null for any deck; not 7."),
        ([{}, None], "cannot be played: a deck is {"),
        ([{"cards": [[]], "leader": "ST01-001"}, None], "card 1 of the list has no id that can be shown"),
        ([by_number() | {"cards": [{"id": "ST01-002", "count": 5}]}, None], "ST01-002: 5 copies, and 4 is the most"),
        ([by_number() | {"leader": "ST02-001"}, None], "it is red, and the leader is green"),
        ([by_number() | {"name": "x\u0007"}, None], "its name (as 'name') must be a text"),
        (["ST01-001+~", None], "cannot be played"),
        (["packed.x", None], "it cannot be unpacked"),
        (["x" * 20_001, None], "the text of a deck has at most 20000 characters, not 20001."),
        ("ST01", "Input should be a valid list"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_with_everything_that_is_wrong(server, ask, decks, told):
    for path, body in (
        ("/matches", {"game": "onepiece", "opponents": ["human", "easy"]}),
        ("/games/onepiece/move", {"opponent": "easy"}),
    ):
        refused = ask(server, "POST", path, {**body, "decks": decks})
        assert refused.status == 422
        assert told in refused.error["message"]


def test_decks_are_refused_where_they_mean_nothing(server, ask):
    refused = ask(server, "POST", "/games/connect4/move", {"opponent": "easy", "decks": ["ST01", "ST02"]})
    assert refused.error["message"] == "Connect Four is not played with decks."
    record = "Sparring record 1\nGame: onepiece:deck1=ST01,deck2=ST02\nSeed: 1\n"
    refused = ask(
        server, "POST", "/games/onepiece/move", {"opponent": "easy", "record": record, "decks": ["ST01", None]}
    )
    assert "give no decks with a record" in refused.error["message"]


# ---------------------------------------------------------------------- what is hidden


class Ear:
    """Everything that a server sent to one seat, each piece with the number of choices made by then."""

    def __init__(self, seat):
        self.seat = seat
        self.pieces = []
        self.piles = []
        """What it could look through, with the number of choices made by then: told apart from all that is sent."""

    def hear(self, made, *pieces):
        self.pieces += [(made, piece) for piece in pieces]

    def leaks(self, positions, decks):
        """Names that were sent before the seat could know the card, and decks of the other player."""
        everything = {f"{word} {at}." for word in ("Aster", "Brook") for at in range(1, 51)}
        known, seen = [], set()
        for answered, position in positions:
            seen = seen | names_known(position, self.seat)
            if answered:  # by itself: nobody is told of this choice
                known[-1] = seen
            else:
                known.append(seen)
        for made, piece in self.pieces:
            yield from (name for name in everything - known[made] if name.encode() in piece)
            if decks[1 - self.seat].encode() in piece:
                yield "the other's deck"

    def wrong_piles(self, positions):
        """Piles that show anything else than both trashes, and what the seat does not see of its own list, sorted."""
        asked_at = []
        for answered, position in positions:
            asked_at[len(asked_at) - answered :] = [position]  # a choice that was answered by itself is not counted
        for made, piles in self.piles:
            told = [[card["name"] for card in pile["cards"]] for pile in piles]
            if told != piles_allowed(asked_at[made], self.seat):
                yield made, told

    def holds(self, word):
        return any(word.encode() in piece for _, piece in self.pieces)


def names_known(state, seat):
    """The names of the cards that a player has seen, in a game of cards without effects: never life, never a deck."""
    own, other = state.sides[seat], state.sides[1 - seat]
    entries = [*own.hand, *own.limbo, *own.trash, *other.trash]
    if state.question and state.question.about.what == "room":  # a sixth character was played, and waits for its place
        entries += other.limbo
    units = [*own.characters, *other.characters]
    cards = state.decks.cards
    return {cards[entry & 0xFF].name for entry in entries} | {unit.card.name for unit in units}


def piles_allowed(state, seat):
    """The names in the piles of a seat, by its own list and what lies open: nothing of order or Life."""
    own, other = state.sides[seat], state.sides[1 - seat]
    listed = {card.name: card.cost for card, _ in state.decks.decks[seat].cards}
    seen = [*own.hand, *own.limbo, *own.trash, *(unit.code for unit in own.characters)]
    left = listed.keys() - {state.decks.cards[entry & 0xFF].name for entry in seen}
    trashes = [{state.decks.cards[entry & 0xFF] for entry in side.trash} for side in (own, other)]
    costs = [{name: listed[name] for name in left}, *({card.name: card.cost for card in trash} for trash in trashes)]
    return [sorted(pile, key=lambda name: (pile[name], name)) for pile in costs]


def play(server, ask, follow, number, undo):
    """Play a match with own decks, with undos or between two people; returns what each was sent, and the record."""
    rng = Random(number)
    asked = {"game": "onepiece", "opponents": ["human", "random" if undo else "human"]}
    begun = ask(server, "POST", "/matches", {**asked, "decks": [own_deck("Aster"), own_deck("Brook")]})
    path, tokens = f"/matches/{begun.json['id']}", begun.json["tokens"]
    ears = [Ear(seat) for seat, token in enumerate(tokens) if token]
    ears[0].hear(0, begun.body)
    over, undone = False, 0
    while not over:
        for ear in ears:
            token = tokens[ear.seat]
            answer = ask(server, "GET", f"{path}?scene=true&wait={10 * undo}", token=token)
            state, made = answer.json, len(answer.json["moves"])
            ear.hear(made, answer.body)
            over = over or state["over"]
            if state["decision"]:
                options = state["decision"]["options"]
                hopeful = [option for option in options if option.startswith(("play", "attack"))]
                option = rng.choice(hopeful or options)
                made = ask(server, "POST", f"{path}/choices", {"option": option}, token=token)
                ear.hear(
                    len(made.json["moves"]), made.body, ask(server, "GET", f"{path}/why?option=x", token=token).body
                )
                over = over or made.json["over"]
                if undo and undone < 5 and rng.random() < 0.1:
                    undone += 1
                    ear.hear(None, ask(server, "POST", f"{path}/undo", token=token).body)
                elif not undo and rng.random() < 0.2:
                    ear.piles.append(looked_through(ask, server, path, token))
    for ear in ears:  # as whoever loads the page again is told it from the beginning
        made, first = 0, json.dumps({"token": tokens[ear.seat], "after": 0, "scenes": True})
        with follow(server, begun.json["id"], first=first, compression=None) as late:
            for message in late:
                event = json.loads(message)
                made += event["event"] == "move_made"
                if event["event"] == "match_over":
                    break
                ear.hear(None if undo else made, message.encode())
    record = Record.parse(ask(server, "GET", f"{path}/record", token=tokens[0]).body.decode())
    return ears, record


def looked_through(ask, server, path, token):
    """The piles of a seat, and how many choices were made before it looked."""
    piles = ask(server, "GET", f"{path}/piles", token=token).json["piles"]
    return len(ask(server, "GET", path, token=token).json["moves"]), piles


def leaks(ears, record):
    game = find_game(record.game)
    decks = [part.partition("=")[2] for part in record.game.partition(":")[2].split(",")]
    positions, answered = [], False
    for position in notation.replay(game, record):
        positions.append((answered, position))
        answered = settled_answer(game, position) is not None
    found = []
    for ear in ears:
        last = sum(not answered for answered, _ in positions) - 1
        # A match with undos is searched for what was never seen: its choices have no lasting number.
        ear.pieces = [(last if made is None else min(made, last), piece) for made, piece in ear.pieces]
        decks_of_others = decks if len(ears) > 1 else ["", "no such text"]
        found += [(ear.seat, leak) for leak in ear.leaks(positions, decks_of_others)]
        found += [(ear.seat, wrong) for wrong in ear.wrong_piles(positions)]
    return found


def nothing_leaks(server, ask, follow, numbers):
    for number in numbers:
        ears, record = play(server, ask, follow, number, undo=number % 2 == 1)
        if len(ears) > 1:
            assert leaks(ears, record) == []
            assert all(ear.holds("Aster") and ear.holds("Brook") and ear.piles for ear in ears)
        else:
            [ear] = ears
            unseen = never_seen(record, ear.seat)
            assert len(unseen) > 20
            assert not any(ear.holds(name) for name in unseen)


def never_seen(record, seat):
    game = find_game(record.game)
    seen = set().union(*(names_known(position, seat) for position in every_position(game, record)))
    return {f"{word} {at}." for word in ("Aster", "Brook") for at in range(1, 51)} - seen


def every_position(game, record):
    """Every position of a match, also those that were taken back."""
    positions = [notation.start(game, record.seed)]
    yield positions[0]
    for entry in record.entries:
        if isinstance(entry, Undone):
            del positions[-entry.count :]
        else:
            positions.append(game.play(positions[-1], game.options(positions[-1])[entry.option]))
            yield positions[-1]


@pytest.mark.req("ALL-14")
def test_own_decks_are_hidden_in_every_byte_also_after_undo_and_reload(server, ask, follow):
    nothing_leaks(server, ask, follow, range(2))


@pytest.mark.req("ALL-14")
def test_only_the_own_seat_may_look_through_what_is_left_in_a_deck(server, ask):
    asked = {"game": "onepiece", "opponents": ["human", "human"], "decks": [own_deck("Aster"), own_deck("Brook")]}
    begun = ask(server, "POST", "/matches", asked).json
    path = f"/matches/{begun['id']}"
    watcher = ask(server, "POST", f"{path}/watchers", token=begun["tokens"][0]).json["token"]
    first, second = [ask(server, "GET", f"{path}/piles", token=token) for token in begun["tokens"]]
    assert b"Aster 1" in first.body
    assert b"Brook" not in first.body
    assert b"Brook 1" in second.body
    assert b"Aster" not in second.body
    watched = ask(server, "GET", f"{path}/piles", token=watcher)
    assert [pile["title"] for pile in watched.json["piles"]] == ["P1's trash", "P2's trash"]
    assert not any(word in watched.body for word in (b"Aster", b"Brook"))
    assert ask(server, "GET", f"{path}/piles", token="x" * 40).status == 401
    shown = ask(server, "POST", "/matches", {**asked, "opponents": ["random", "random"]}).json
    watched = ask(server, "GET", f"/matches/{shown['id']}/piles").json["piles"]
    assert [pile["title"] for pile in watched] == ["P1's trash", "P2's trash"]
    boards = ask(server, "POST", "/matches", {"game": "connect4", "opponents": ["human", "human"]}).json
    path = f"/matches/{boards['id']}"
    assert ask(server, "GET", f"{path}/piles", token=boards["tokens"][0]).json == {"piles": []}


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.req("ALL-14")
def test_own_decks_are_hidden_in_a_hundred_games(server, ask, follow):
    nothing_leaks(server, ask, follow, range(100))
