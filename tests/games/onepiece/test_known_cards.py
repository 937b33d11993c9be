"""What a seat has learned about hidden cards stays known to it, until it cannot know any more."""

import pytest

from support.naive_onepiece import CODE, codes
from support.onepiece_random_games import begin, ids, known_in_hand, known_life, same_view, samples, told
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

CHOPPER, TEACH = "ST01-006", "ST03-014"

# ---------------------------------------------------------------------- cards in hand


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
def test_of_two_equal_cards_in_hand_the_known_one_counts_as_played_first():
    """The opponent cannot tell the two apart, so it may not go on knowing that the other is still there."""
    table = Table(
        Half("ST03-001", hand=[TEACH], active=4), Half("ST01-001", [CHOPPER], hand=[CHOPPER, "ST01-005"], active=3)
    )
    table.do("play Marshall.D.Teach", "opposing Tony Tony.Chopper", "end turn", "play Tony Tony.Chopper")
    assert table.hand(P2).count(CHOPPER) == 1
    assert known_in_hand(table, P2) == []


@pytest.mark.req("OP-2")
def test_a_card_taken_openly_is_known_and_a_drawn_one_is_not():
    """R2.5: a card that is searched for by its properties must be shown."""
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
def test_a_trigger_that_is_not_used_stays_hidden():
    """R7.6: a declined Trigger card goes to hand unrevealed, so the opponent does not learn which card it was."""

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
def test_a_hand_after_a_mulligan_is_known_to_its_owner_alone():
    state = begin("ST01", "ST02", 1)
    state = GAME.play(state, state.question.options[0])
    seat = GAME.to_move(state)
    state = GAME.play(state, ("mulligan",))
    assert set(codes(GAME.view(state, 1 - seat).halves[seat].hand)) == {CODE}
    assert all(entry & CODE == CODE for side in (0, 1) for entry in GAME.view(state, seat).halves[side].deck)
    assert GAME.view(state, seat).halves[seat].hand == tuple(state.sides[seat].hand)


# ---------------------------------------------------------------------- Life and deck


@pytest.mark.req("OP-2")
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_a_life_card_that_was_looked_at_stays_known_to_the_seat_that_looked(end):
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
def test_an_own_life_card_that_was_looked_at_is_known_to_its_owner_alone():
    table = Table(Half("ST07-001", hand=["ST07-008"], active=2, life=["ST01-005", "ST01-009"]))
    table.do("play Charlotte Pudding", "own Life", "bottom")
    assert known_life(table, P1, viewer=P1) == [None, "ST01-005"]
    assert known_life(table, P1, viewer=P2) == [None, None]


@pytest.mark.req("OP-2", "ALL-14")
def test_which_card_went_from_hand_to_life_face_down_stays_hidden():
    """One card of Linlin's hand was known; the opponent cannot see whether this card or another went to Life."""

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
def test_a_face_up_life_card_is_seen_by_both():
    table = Table(Half("ST07-001", ["ST01-005"], stage="ST07-017", life=2), Half("ST01-001"))
    table.do("use Queen Mama Chanter", "top", "Jinbe")
    assert table.life(P1)[0] == "ST01-005"
    for viewer in (P1, P2):
        assert known_life(table, P1, viewer) == ["ST01-005", None]


@pytest.mark.req("OP-2")
def test_a_shuffle_makes_the_deck_unknown():
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
