"""Whole games of One Piece: what holds after every decision, what stays hidden, and that they can be repeated."""

import pickle
from collections import Counter
from itertools import product
from random import Random
from typing import ClassVar

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import known_cards, read_card, shipped
from sparring.games.onepiece.rules.turn import new_game
from sparring.match.table import Table as MatchTable
from sparring.rules import Record, notation
from sparring.scenes import scene_of
from support import game_contract
from support.game_contract import GameContract
from support.naive_onepiece import (
    CODE,
    SEEN_BY,
    Watcher,
    broken_rules,
    broken_texts,
    codes,
    deck_of_words,
    playout,
    reshuffled,
)
from support.onepiece_table import P1, P2, Half, Put, Table

GAME = OnePiece()
DECKS = sorted(shipped())
PAIRS = list(product(DECKS, DECKS))


def seen_by_mark(seat):
    return lambda entry: entry & SEEN_BY[seat]


def as_bytes(view):
    """A view as it travels; both decks are known to all and stay at home."""
    return pickle.dumps(view._replace(decks=None))


def same_view(first, second):
    assert first == second
    assert repr(first._replace(decks=None)) == repr(second._replace(decks=None))
    assert as_bytes(first) == as_bytes(second)


def begin(first, second, seed):
    """A game of two decks by name."""
    return new_game(decklists.pair(decklists.read(first), decklists.read(second)), seed, telling=True)


def random_positions(state, rng):
    """Every position of a game of any choices, with the option that leads on; None at the end."""
    for _ in range(3000):
        if state.question is None:
            yield state, None
            return
        option = rng.choice(state.question.options)
        yield state, option
        state = GAME.play(state, option)
    pytest.fail("a game does not end within 3000 decisions")


# ---------------------------------------------------------------------- the contract of all games


class TestOnePiece(GameContract):
    game = GAME
    longest = 3000
    bounded: ClassVar[dict[str, str]] = {
        name: f"{name}:time=none,nodes=12" for name in ("expert", "Harbourmaster", "Corsair")
    }

    tried_seats = (1,)

    def some_of(self, positions):
        return [each for number, each in enumerate(positions) if number % 40 == 20]

    @pytest.fixture(autouse=True)
    def _fewer_games(self, monkeypatch, request):
        """A position of this game takes longer to copy and to pickle than a board: milliseconds, with both decks."""
        monkeypatch.setattr(game_contract, "RANDOM_GAMES", 2 if "changes_nothing" in request.node.name else 8)

    def rechanced(self, position, seat):
        rng = Random(position.turn * 31 + seat)
        view = self.game.view(position, seat)
        shuffled = reshuffled(position, seat, seen_by_mark(seat), rng)
        same_view(self.game.view(shuffled, seat), view)
        return rng.choice([shuffled, view.sample(rng)])


# ---------------------------------------------------------------------- random games, looked at after every decision


def played_and_checked(first, second, seed, tried_every=0):
    """Play a game of any choices; everything that must hold is looked at after every decision. The end of it."""
    rng = Random(f"{first} {second} {seed}")
    state = begin(first, second, seed)
    where = f"{first} against {second}, seed {seed}"
    for number in range(3000):
        assert not (wrong := broken_rules(state)), f"{where}, decision {number}: {wrong}"
        if state.question is None:
            return state, number
        options = state.question.options
        texts = [GAME.move_text(state, option) for option in options]
        assert not (wrong := list(broken_texts(texts))), f"{where}, decision {number}: {wrong}"
        if tried_every and number % tried_every == 0:
            for option in options:
                tried = state.copy()
                tried.choose(option)
                assert not (wrong := broken_rules(tried)), f"{where}, decision {number}, {option}: {wrong}"
        state.choose(rng.choice(options))
    pytest.fail(f"{where} does not end")


@pytest.mark.req("OP-1", "ALL-2")
@pytest.mark.parametrize("first", DECKS)
def test_random_games_of_all_pairs_keep_all_rules_after_every_decision(first):
    for second, seed in product(DECKS, range(3)):
        state, _ = played_and_checked(first, second, seed, tried_every=25)
        assert state.reason
        assert state.winner in (None, 0, 1)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-1", "ALL-2")
def test_ten_thousand_random_games_keep_all_rules_after_every_decision():
    for seed in range(10_000 // len(PAIRS) + 1):
        for first, second in PAIRS:
            played_and_checked(first, second, seed + 100, tried_every=40)


def test_the_check_of_a_table_notices_what_is_wrong():
    state = begin("ST01", "ST02", 1)
    assert broken_rules(state) == []
    state.sides[0].deck.pop()
    state.sides[1].active = 1
    assert len(broken_rules(state)) == 3


def test_games_of_any_choices_end_long_before_turn_100():
    """Were one to be cut short by C3, something would keep players from winning."""
    turns = []
    for number, (first, second) in enumerate(PAIRS):
        state = begin(first, second, number)
        playout(state, Random(number))
        turns.append(state.turn)
    assert max(turns) < 100


# ---------------------------------------------------------------------- what is hidden


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seed", range(6))
def test_shuffling_what_a_seat_cannot_see_leaves_its_view_the_same_byte_for_byte(seed):
    rng = Random(seed)
    first, second = rng.choice(PAIRS)
    for state, _ in random_positions(begin(first, second, seed), rng):
        for seat in (0, 1):
            other = reshuffled(state, seat, seen_by_mark(seat), rng)
            assert other.key() != state.key()
            same_view(GAME.view(other, seat), GAME.view(state, seat))


def game_of_words(seed, own=()):
    rng = Random(seed)
    decks = decklists.pair(deck_of_words(rng, "WA", own), deck_of_words(rng, "WB", own))
    return new_game(decks, seed, telling=True), rng


def games_of_words(seeds, own=()):
    """Positions of games whose cards are all different, with what each seat may know, and the move that led there."""
    for seed in seeds:
        state, rng = game_of_words(seed, own)
        watcher = Watcher(state)
        yield state, watcher, None
        while state.question is not None:
            before, option = state, rng.choice(state.question.options)
            state = GAME.play(before, option)
            watcher.follow(before, option, state)
            yield state, watcher, (before, option)


def own_card(name, *actions, **fields):
    effect = {"timing": "on_play", "actions": list(actions)}
    body = {"category": "character", "cost": 1, "power": 3000, "counter": 1000, "attribute": "Slash", "types": ["Own"]}
    return {"id": name, "name": name, "color": "red", **body, "effects": [effect], **fields}


ANYONE = {"select": "choose", "side": "any", "zone": ["character"], "min": 0, "max": 2}
TAKEN_UNSEEN = {"max": 2, "filter": {}, "to": "hand", "reveal": False}
OWN = [
    own_card("unseen", {"op": "look_top", "count": 4, "take": TAKEN_UNSEEN, "rest": "bottom_any_order"}),
    own_card("order", {"op": "look_top", "count": 3, "take": None, "rest": "all_top_or_all_bottom_any_order"}),
    own_card("thief", {"op": "trash_from_hand", "side": "opponent", "count": 2, "chooser": "self"}),
    own_card("under", {"op": "place_at_deck_bottom", "target": ANYONE}),
    own_card("home", {"op": "return_to_hand", "target": ANYONE}),
    own_card("buried", {"op": "character_to_life", "target": ANYONE, "to": "top_or_bottom", "face": "down"}),
    own_card("laid", {"op": "hand_to_life", "count": 2, "up_to": True, "to": "top", "face": "down"}),
    own_card("dealt", {"op": "deck_to_life", "count": 2, "up_to": True, "to": "top", "face": "down"}),
    own_card("mixed", {"op": "shuffle_deck"}),
    own_card("spy", {"op": "look_life", "side": "either", "from": "top", "max": 1, "then": "owner_top_or_bottom"}),
    own_card("found", {"op": "play_card", "from": "deck", "max": 1, "filter": {"cost_max": 3}}, {"op": "shuffle_deck"}),
]
"""Cards that hide and show more than those of the decks that come with the game."""

KINDS_OF_DECKS = pytest.mark.parametrize("own", [(), OWN], ids=["cards of the game", "own cards"])


@pytest.mark.req("ALL-14", "OP-2")
@KINDS_OF_DECKS
def test_a_view_does_not_change_with_what_a_watcher_of_the_game_could_not_know(own):
    """Who may know what is worked out beside the engine, from the rules: R2, R2.4, R2.5, R7.6."""
    rng = Random(5)
    for state, watcher, _ in games_of_words(range(5), own):
        for seat in (0, 1):
            other = reshuffled(state, seat, watcher.known_to(seat), rng, watcher.from_hand[1 - seat])
            same_view(GAME.view(other, seat), GAME.view(state, seat))


def told(view):
    """All that a seat is told in words."""
    return "\n".join([GAME.draw(view), GAME.prompt(view), *GAME.news(view)])


@pytest.mark.req("ALL-14", "OP-2")
@KINDS_OF_DECKS
def test_no_words_for_a_seat_name_a_card_that_it_never_saw(own):
    named = 0
    for state, watcher, move in games_of_words(range(10, 16), own):
        names = [card.name for card in state.decks.cards]
        for seat in (0, 1):
            view = GAME.view(state, seat)
            text = told(view)
            if move is not None:
                text = f"{GAME.move_seen_by(seat, *move)}\n{text}"
            shown = {code for code, name in enumerate(names) if name in text}
            named += len(shown)
            assert shown <= watcher.ever[seat], f"{view.kind} {view.about} tells {shown - watcher.ever[seat]}: {text}"
            unseen = {code for side in state.sides for code in codes(side.deck)} - watcher.ever[seat]
            for code in sorted(unseen)[:3]:
                assert GAME.describe(view, names[code]) == []
    assert named > 5_000


@pytest.mark.req("ALL-14", "OP-2")
def test_no_picture_for_a_seat_shows_a_card_that_it_never_saw():
    for number, (state, watcher, _) in enumerate(games_of_words(range(22, 26), OWN)):
        if number % 8 == 0:
            for seat in (0, 1):
                picture = repr(scene_of(GAME, GAME.view(state, seat)))
                shown = {code for code, card in enumerate(state.decks.cards) if card.name in picture}
                assert shown <= watcher.ever[seat]


@pytest.mark.req("ALL-14")
def test_why_something_cannot_be_done_does_not_tell_what_is_hidden():
    rng = Random(2)
    for state, watcher, _ in games_of_words(range(2)):
        if state.question is None:
            continue
        seat = state.question.seat
        hidden = [code for code in codes(state.sides[1 - seat].hand) if code not in watcher.knows[seat]]
        hidden += [code for code in codes(state.sides[seat].deck) if code not in watcher.knows[seat]][:2]
        other = reshuffled(state, seat, watcher.known_to(seat), rng)
        for code in hidden[:4]:
            for verb in ("", "play ", "use ", "counter with ", "block with ", "attack leader with ", "give DON!! to "):
                wanted = verb + state.decks.cards[code].name
                assert GAME.why_not(state, wanted) == GAME.why_not(other, wanted)


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seat", [0, 1])
@KINDS_OF_DECKS
def test_a_sample_agrees_with_the_view_and_its_cards_add_up(own, seat):
    rng = Random(seat)
    for number, (state, _, _) in enumerate(games_of_words(range(30, 34), own)):
        view = GAME.view(state, seat)
        imagined = view.sample(rng)
        assert not (wrong := broken_rules(imagined)), f"position {number}: {wrong}"
        assert GAME.to_move(imagined) == GAME.to_move(state), f"position {number}, {view.kind} {view.about}"
        assert GAME.view(imagined, seat)._replace(told=()) == view._replace(told=()), f"position {number}: {view.about}"
        assert imagined.chance != state.chance
        if GAME.to_move(state) == seat:
            assert list(GAME.options(imagined)) == list(GAME.options(state)), f"position {number}: {view.about}"


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_sample_of_a_game_with_the_decks_of_the_game_offers_the_same_options(seat):
    rng = Random(seat)
    for number, (first, second) in enumerate(PAIRS[seat::11]):
        for state, _ in random_positions(begin(first, second, number), rng):
            view = GAME.view(state, seat)
            imagined = view.sample(rng)
            assert not (wrong := broken_rules(imagined)), f"{first} {second} {number}: {wrong}"
            assert GAME.view(imagined, seat)._replace(told=()) == view._replace(told=()), view.about
            if GAME.to_move(state) == seat:
                assert list(GAME.moves(imagined)) == list(GAME.moves(state)), f"{first} {second} {number} {view.about}"


NO_COUNTER = "ST03-009"
"""A character without a counter value, which is too dear to be played."""


def kept_asking(table, viewer, at_least=2):
    """In whatever a seat imagines, the same seat is asked the same kind of question, with something to choose from."""
    question = table.state.question
    for state in samples(table, viewer, 60):
        assert (state.question.kind, state.question.seat) == (question.kind, question.seat)
        assert len(state.question.options) >= at_least
        if viewer == question.seat:
            assert state.question.options == question.options


@pytest.mark.req("OP-2")
def test_whoever_is_asked_for_a_counter_has_one_in_every_sample():
    """The attacker sees that the defender is asked, so there is something to counter with (C2)."""
    other = Half("ST01-001", hand=["ST01-007"], life=[NO_COUNTER] * 2, deck=[NO_COUNTER] * 30, deck_size=30)
    table = Table(Half("ST01-001", active=1), other).do("attack leader with leader")
    assert table.kind == "counter"
    kept_asking(table, P1)
    kept_asking(table, P2)


@pytest.mark.req("OP-2")
def test_whoever_looks_for_a_card_finds_the_same_in_every_sample():
    """Buena Festa looks at five cards, of which one may be taken; the other side sees that there is such a one."""
    deck = ["ST05-003", *[NO_COUNTER] * 44]
    table = Table(Half("ST05-001", hand=["ST05-014"], life=[NO_COUNTER] * 4, deck=deck, deck_size=45, active=1))
    table.do("play Buena Festa")
    assert len(table.options) == 2
    kept_asking(table, P1)
    kept_asking(table, P2)


@pytest.mark.req("OP-2")
def test_whoever_searches_the_deck_is_offered_the_same_cards_in_every_sample():
    """While Sentomaru's player looks through the deck, it is known that the only Pacifista is not in Life."""
    pacifista = next(card.id for card in known_cards().values() if card.name == "Pacifista")
    life, deck = [NO_COUNTER] * 5, [pacifista, *[NO_COUNTER] * 5]
    own = Half("ST03-001", [Put("ST03-007", don=1)], life=life, deck=deck, deck_size=6, active=2)
    table = Table(own).do("use Sentomaru")
    assert table.options == ["Pacifista", "none"]
    kept_asking(table, P1)
    kept_asking(table, P2)


@pytest.mark.req("OP-2")
def test_whoever_must_trash_a_certain_card_holds_one_in_every_sample():
    dear = {"op": "draw", "count": 1}
    cost = [{"pay": "trash_from_hand", "count": 1, "filter": {"cost_max": 1}}]
    effect = {"timing": "on_play", "optional": True, "cost": cost, "actions": [dear]}
    card = read_card({**own_card("OWN-001"), "effects": [effect]}, Reading())
    own = Half(hand=["OWN-001", CHOPPER, "ST01-007"], deck=[NO_COUNTER] * 40, life=[NO_COUNTER], active=1, cards=[card])
    table = Table(own).do("play OWN-001", "yes")
    assert len(table.options) == 2
    kept_asking(table, P1)
    kept_asking(table, P2, at_least=1)  # that there are two of them is too unlikely to be imagined


@pytest.mark.req("OP-2")
@KINDS_OF_DECKS
def test_a_sample_can_be_played_to_its_end(own):
    rng = Random(9)
    for number, (state, _, _) in enumerate(games_of_words(range(40, 43), own)):
        if number % 4 == 0:
            for seat in (0, 1):
                imagined = GAME.view(state, seat).sample(rng)
                playout(imagined, rng)
                assert imagined.reason
                assert not broken_rules(imagined)


@pytest.mark.req("OP-2")
def test_in_samples_what_is_hidden_is_as_likely_as_anything_else():
    """The opponent's opening hand: each of the fifty cards is there in one of ten samples."""
    state, _ = game_of_words(3)
    state = GAME.play(state, state.question.options[0])
    seat, rng, count = GAME.to_move(state), Random(1), 4000
    view = GAME.view(state, seat)
    held, uppermost = Counter(), Counter()
    for _ in range(count):
        side = view.sample(rng).sides[1 - seat]
        held.update(codes(side.hand))
        uppermost.update(codes(side.deck[-1:]))
    assert len(held) == len(uppermost) == 50
    assert all(abs(times - count / 10) < 6 * (count * 0.09) ** 0.5 for times in held.values())
    assert all(abs(times - count / 50) < 6 * (count * 0.0196) ** 0.5 for times in uppermost.values())


# ---------------------------------------------------------------------- the same again


@pytest.mark.req("ALL-6", "OP-2")
def test_seed_decks_and_choices_make_the_same_game_again():
    for number, (first, second) in enumerate(PAIRS[::5]):
        game = sparring.game(f"onepiece:deck1={first},deck2={second}")
        again = sparring.game(f"onepiece:deck2={second},deck1={first}")
        one, other = notation.start(game, number), notation.start(again, number)
        rng = Random(number)
        while one.question is not None:
            assert one == other
            assert hash(one) == hash(other)
            text = rng.choice(list(game.options(one)))
            one, other = game.play(one, game.read_move(one, text)), again.play(other, again.read_move(other, text))
        assert one == other
        assert (one.winner, one.reason) == (other.winner, other.reason)


def test_another_seed_deals_other_cards():
    game = sparring.game("onepiece:deck1=ST01,deck2=ST02")
    assert notation.start(game, 1) != notation.start(game, 2)
    assert {notation.start(game, seed).question.seat for seed in range(20)} == {0, 1}


def record_of(game, seed):
    table = MatchTable(game, seed)
    rng = Random(seed)
    while table.outcome is None:
        table.choose(rng.choice(list(game.options(table.position))))
    return table


@pytest.mark.req("ALL-6", "OP-2")
@pytest.mark.parametrize("kind", ["names", "lists", "packed"])
def test_a_record_holds_its_decks_and_replays_to_the_same_positions(kind):
    decks = {
        "names": ["ST01", "ST02"],
        "lists": [decklists.text_of(decklists.read(as_list(deck))) for deck in ("ST03", "ST04")],
        "packed": [decklists.text_of(deck_of_words(Random(number), f"W{number}")) for number in (1, 2)],
    }[kind]
    game = OnePiece(*decks)
    table = record_of(game, 4)
    record = Record.parse(str(table.record({"P1": "someone"})))
    assert decks[0] in str(record)
    named = sparring.game(record.game)
    assert list(notation.replay(named, record)) == table.positions
    assert named.name == game.name


def as_list(name):
    deck = decklists.read(name)
    return "+".join([deck.leader.id, *(f"{count}x{card.id}" for card, count in deck.cards)])


@pytest.mark.req("ALL-6")
def test_a_copy_goes_its_own_way():
    state, rng = begin("ST05", "ST06", 3), Random(3)
    while state.question is not None:
        key, told_before = state.key(), list(state.told or ())
        twin = state.copy()
        assert twin == state
        twin.choose(rng.choice(twin.question.options))
        assert state.key() == key
        assert list(state.told or ()) == told_before
        state = twin


@pytest.mark.parametrize("first", DECKS[::3])
def test_positions_travel_to_other_processes_and_back(first):
    for number, (state, _) in enumerate(random_positions(begin(first, "ST07", 1), Random(1))):
        if number % 20 == 0:
            back = pickle.loads(pickle.dumps(state))
            assert back == state
            assert GAME.view(back, 0) == GAME.view(state, 0)
            assert playout(back, Random(5)) == playout(state.copy(), Random(5))


# ---------------------------------------------------------------------- what was learned


def known_in_hand(table, seat):
    """The card numbers that the other seat knows to be in a seat's hand (or among what came from there)."""
    view = table.view(1 - seat)
    return [view.decks.cards[code].id for code in view.halves[seat].among]


def known_life(table, seat, viewer):
    """Life from the top as a seat sees it, None for what it does not see."""
    view = table.view(viewer)
    cards = [view.card(entry) for entry in reversed(view.halves[seat].life)]
    return [card and card.id for card in cards]


def samples(table, viewer, count=40):
    rng = Random(1)
    return [table.view(viewer).sample(rng) for _ in range(count)]


def ids(state, entries):
    return [state.decks.cards[code].id for code in codes(entries)]


CHOPPER, TEACH = "ST01-006", "ST03-014"


@pytest.mark.req("OP-2")
def test_a_card_that_returned_to_hand_openly_is_known_until_it_is_played():
    table = Table(
        Half("ST03-001", hand=[TEACH], active=4), Half("ST01-001", [CHOPPER], hand=["ST01-003", "ST01-005"], active=3)
    )
    assert known_in_hand(table, P2) == []
    table.do("play Marshall.D.Teach", "opposing Tony Tony.Chopper")
    assert table.hand(P2) == ["ST01-003", "ST01-005", CHOPPER]
    assert known_in_hand(table, P2) == [CHOPPER]
    assert all(CHOPPER in ids(state, state.sides[P2].hand) for state in samples(table, P1))
    table.do("end turn")
    assert known_in_hand(table, P2) == [CHOPPER]
    table.do("play Tony Tony.Chopper")
    assert known_in_hand(table, P2) == []


@pytest.mark.req("OP-2")
def test_of_two_cards_alike_in_hand_the_one_played_is_the_one_that_was_known():
    """For all that the opponent can tell, it was."""
    table = Table(
        Half("ST03-001", hand=[TEACH], active=4), Half("ST01-001", [CHOPPER], hand=[CHOPPER, "ST01-005"], active=3)
    )
    table.do("play Marshall.D.Teach", "opposing Tony Tony.Chopper", "end turn", "play Tony Tony.Chopper")
    assert table.hand(P2).count(CHOPPER) == 1
    assert known_in_hand(table, P2) == []


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_a_life_card_that_was_looked_at_stays_known_to_who_looked_and_to_nobody_else(end):
    life, deck = ["ST01-005", "ST01-009", "ST01-003"], [f"ST01-{number:03}" for number in range(2, 18)]
    table = Table(Half("ST07-001", hand=["ST07-008"], active=3), Half("ST01-001", life=life, deck=deck))
    table.do("play Charlotte Pudding", "opposing Life", end)
    seen = ["ST01-005", None, None] if end == "top" else [None, None, "ST01-005"]
    assert known_life(table, P2, viewer=P1) == seen
    assert known_life(table, P2, viewer=P2) == [None, None, None]
    at = -1 if end == "top" else 0
    assert all(ids(state, state.sides[P2].life)[at] == "ST01-005" for state in samples(table, P1))
    assert len({ids(state, state.sides[P2].life)[at] for state in samples(table, P2)}) > 1
    table.do("end turn", "end turn")
    assert known_life(table, P2, viewer=P1) == seen
    assert known_life(table, P2, viewer=P2) == [None, None, None]


@pytest.mark.req("OP-2")
def test_a_life_card_that_was_looked_at_and_then_taken_as_damage_is_known_in_hand():
    table = Table(
        Half("ST07-001", hand=["ST07-008"], active=3), Half("ST01-001", life=["ST01-005", "ST01-003", "ST01-003"])
    )
    table.do("play Charlotte Pudding", "opposing Life", "top", "attack leader with leader")
    assert table.hand(P2) == ["ST01-005"]
    assert known_in_hand(table, P2) == ["ST01-005"]
    table.do("end turn")
    assert table.hand(P2) == ["ST01-005", "ST01-003"]
    assert known_in_hand(table, P2) == ["ST01-005"]


@pytest.mark.req("OP-2")
def test_ones_own_life_card_that_was_looked_at_is_known_to_oneself_alone():
    table = Table(Half("ST07-001", hand=["ST07-008"], active=2, life=["ST01-005", "ST01-009"]))
    table.do("play Charlotte Pudding", "own Life", "bottom")
    assert known_life(table, P1, viewer=P1) == [None, "ST01-005"]
    assert known_life(table, P1, viewer=P2) == [None, None]


@pytest.mark.req("OP-2", "ALL-14")
def test_from_hand_to_life_face_down_the_opponent_cannot_tell_which():
    """Of Linlin's hand one card was known; whether that one lies in Life now looks the same from the other side."""

    def after(choice):
        own = Half(Put("ST07-001", don=2), [CHOPPER], [TEACH, "ST01-005", "ST01-009"], life=2, active=4)
        table = Table(own)
        table.do("play Marshall.D.Teach", "Tony Tony.Chopper")
        assert known_in_hand(table, P1) == [CHOPPER]
        return table.do("attack leader with leader", "yes", "top", choice)

    known, other = after("Tony Tony.Chopper"), after("Jinbe")
    assert known.life(P1)[0] == CHOPPER
    assert other.life(P1)[0] == "ST01-005"
    same_view(known.view(P2), other.view(P2))
    assert known_in_hand(known, P1) == [CHOPPER]
    assert known_life(known, P1, viewer=P1) == [CHOPPER, None]
    for table in (known, other):
        in_hand = [CHOPPER in ids(state, state.sides[P1].hand) for state in samples(table, P2)]
        in_life = [ids(state, state.sides[P1].life)[-1] == CHOPPER for state in samples(table, P2)]
        assert any(in_hand)
        assert any(in_life)
        assert all(hand or life for hand, life in zip(in_hand, in_life, strict=True))


@pytest.mark.req("OP-2")
def test_after_a_shuffle_nothing_is_known_of_the_deck():
    table = Table(
        Half("ST03-001", [Put("ST03-007", don=1)], ["ST03-010"], deck=["ST01-005", "ST01-009", "ST01-004"], active=4),
    )

    def known_in_deck():
        return [card.id for entry in table.view(P1).halves[P1].deck if (card := table.view(P1).card(entry)) is not None]

    table.do("play Bartholomew Kuma", "bottom", "Jinbe", "Nefeltari Vivi")
    assert known_in_deck() == ["ST01-004", "ST01-009", "ST01-005"]
    assert table.deck(P1)[-3:] == ["ST01-005", "ST01-009", "ST01-004"]
    assert all(entry & CODE == CODE for entry in table.view(P2).halves[P1].deck)
    table.do("use Sentomaru")
    assert known_in_deck() == []
    assert len({tuple(ids(state, state.sides[P1].deck)[:3]) for state in samples(table, P1)}) > 1


@pytest.mark.req("OP-2")
def test_a_card_taken_openly_is_known_and_one_drawn_is_not():
    """R2.5: what is searched for by its properties is shown."""
    deck = ["ST05-003", "ST01-005", "ST01-009", "ST01-004", "ST01-003", "ST01-002"]
    table = Table(Half("ST05-001", hand=["ST05-014"], deck=deck, active=1))
    first = table.do("play Buena Festa").options[0]
    table.do(first)
    assert known_in_hand(table, P1) == ["ST05-003"]
    while table.kind != "action":
        table.do(table.options[0])
    table.do("end turn", "end turn")
    assert len(table.hand(P1)) == 2
    assert known_in_hand(table, P1) == ["ST05-003"]


@pytest.mark.req("OP-2", "ALL-14")
def test_a_trigger_that_is_not_used_is_not_told():
    """R7.6: declining puts the card in hand unrevealed; which one of those with a Trigger it was stays hidden."""

    def views(swapped):
        life = ["ST01-014", "ST01-003", "ST01-016"]
        table = Table(Half("ST01-001"), Half("ST01-001", life=life))
        if swapped:
            table.side(P2).life.reverse()
        seen = []
        for text in ("attack leader with leader", "take it to hand"):
            table.do(text)
            seen.append(
                (
                    table.view(P1),
                    told(table.view(P1)),
                    GAME.move_seen_by(P1, table.state, table.state.question.options[0]),
                )
            )
        return table, seen

    one, first = views(swapped=False)
    other, second = views(swapped=True)
    assert one.hand(P2) == ["ST01-014"]
    assert other.hand(P2) == ["ST01-016"]
    assert [view._replace(decks=None) for view, *_ in first] == [view._replace(decks=None) for view, *_ in second]
    assert [words for _, *words in first] == [words for _, *words in second]
    assert known_in_hand(one, P2) == []


@pytest.mark.req("OP-2")
def test_a_face_up_life_card_is_seen_by_both():
    table = Table(Half("ST07-001", ["ST01-005"], stage="ST07-017", life=2), Half("ST01-001"))
    table.do("use Queen Mama Chanter", "top", "Jinbe")
    assert table.life(P1)[0] == "ST01-005"
    for viewer in (P1, P2):
        assert known_life(table, P1, viewer) == ["ST01-005", None]


@pytest.mark.req("OP-2")
def test_a_hand_after_a_mulligan_is_known_to_its_owner_alone():
    state = begin("ST01", "ST02", 1)
    state = GAME.play(state, state.question.options[0])
    seat = GAME.to_move(state)
    state = GAME.play(state, ("mulligan",))
    assert set(codes(GAME.view(state, 1 - seat).halves[seat].hand)) == {CODE}
    assert all(entry & CODE == CODE for side in (0, 1) for entry in GAME.view(state, seat).halves[side].deck)
    assert GAME.view(state, seat).halves[seat].hand == tuple(state.sides[seat].hand)
