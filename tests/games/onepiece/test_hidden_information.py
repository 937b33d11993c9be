"""No view, text or picture for a seat depends on cards that it cannot see."""

from random import Random

import pytest

from sparring.scenes import scene_of
from support.naive_onepiece import codes, reshuffled
from support.onepiece_random_games import (
    KINDS_OF_DECKS,
    OWN,
    PAIRS,
    begin,
    games_of_words,
    random_game,
    same_view,
    seen_by_mark,
    told,
)
from support.onepiece_table import GAME


@pytest.mark.req("ALL-14", "OP-2")
@pytest.mark.parametrize("seed", range(6))
def test_shuffling_hidden_cards_does_not_change_a_byte_of_a_view(seed):
    rng = Random(seed)
    first, second = rng.choice(PAIRS)
    for state, _ in random_game(begin(first, second, seed), rng):
        for seat in (0, 1):
            other = reshuffled(state, seat, seen_by_mark(seat), rng)
            assert other.key() != state.key()
            same_view(GAME.view(other, seat), GAME.view(state, seat))


@pytest.mark.req("ALL-14", "OP-2")
@KINDS_OF_DECKS
def test_a_view_depends_only_on_what_the_seat_could_have_learned(own):
    """A watcher derives what a seat may know from R2, R2.4, R2.5 and R7.6, independently of the engine."""
    rng = Random(5)
    for state, watcher, _ in games_of_words(range(5), own):
        for seat in (0, 1):
            other = reshuffled(state, seat, watcher.known_to(seat), rng, watcher.from_hand[1 - seat])
            same_view(GAME.view(other, seat), GAME.view(state, seat))


@pytest.mark.req("ALL-14", "OP-2")
@KINDS_OF_DECKS
def test_no_text_for_a_seat_names_a_card_that_it_never_saw(own):
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
def test_the_reason_for_a_refusal_does_not_reveal_hidden_cards():
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
