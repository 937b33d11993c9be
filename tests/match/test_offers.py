"""Offers belong to the match: a draw, an undo, sharing what is left, a rematch."""

import pytest

from sparring.games.tictactoe import TicTacToe
from sparring.match import Table
from sparring.rules import (
    Agreed,
    BadRecord,
    Chosen,
    IllegalMove,
    Offer,
    OfferKind,
    Outcome,
    Record,
    SparringError,
    Undone,
    notation,
)
from support.small_games import COINS, Coins

DRAW, UNDO, SHARE, REMATCH = OfferKind.DRAW, OfferKind.UNDO, OfferKind.SHARE, OfferKind.REMATCH


class SharedCoins(Coins):
    """Coins whose players may agree to share the rest; the one who took more so far wins."""

    name = "sharedcoins"

    def shared(self, position: list[list[int]]) -> Outcome:
        taken = [sum(coins for seat, coins in position if seat == mine) for mine in (0, 1)]
        winner = None if taken[0] == taken[1] else taken.index(max(taken))
        return Outcome(winner, f"{COINS - sum(taken)} coins shared")


def table(*options: str) -> Table:
    found = Table(TicTacToe())
    for option in options:
        found.choose(option)
    return found


def replayed(here: Table) -> Table:
    return Table.of_record(here.game, Record.parse(str(here.record())))


def test_an_accepted_draw_ends_the_match_and_is_recorded() -> None:
    here = table("b2", "a1")
    here.offer(Offer(DRAW, 0))
    assert here.outcome is None
    here.accept(DRAW, 1)
    assert here.outcome == Outcome(None, "draw by agreement")
    assert str(here.record()).splitlines()[-1] == "! agree draw 0"
    assert replayed(here).outcome == here.outcome
    assert notation.after_record(here.game, here.record()) == here.position
    with pytest.raises(SparringError, match="over"):
        here.decision()
    with pytest.raises(IllegalMove):
        here.choose("c3")
    with pytest.raises(SparringError, match="over"):
        here.resign(0)


def test_an_accepted_undo_takes_back_what_the_offering_seat_chose_last() -> None:
    here = table("b2", "a1")
    here.offer(Offer(UNDO, 0))
    here.accept(UNDO, 1)
    assert here.choices == []
    assert here.entries[-1] == Undone(2)
    assert replayed(here).position == here.position
    with pytest.raises(SparringError, match="nothing to take back"):
        here.offer(Offer(UNDO, 0))


def test_what_is_left_is_shared_as_the_game_says() -> None:
    here = Table(SharedCoins())
    for option in ("take 2", "take 1"):
        here.choose(option)
    here.offer(Offer(SHARE, 1))
    here.accept(SHARE, 0)
    assert here.outcome == Outcome(0, "3 coins shared")
    assert str(here.entries[-1]) == "! agree share 1"
    assert replayed(here).outcome == here.outcome


def test_a_game_without_anything_to_share_shares_nothing() -> None:
    with pytest.raises(SparringError, match="nothing to share"):
        table("b2").offer(Offer(SHARE, 0))
    with pytest.raises(BadRecord, match="nothing to share"):
        Table.of_record(TicTacToe(), Record("tictactoe", entries=(Agreed(Offer(SHARE, 0)),)))


def test_a_rematch_is_agreed_on_after_the_match_and_changes_nothing_in_it() -> None:
    here = table("b2")
    with pytest.raises(SparringError, match="after the match"):
        here.offer(Offer(REMATCH, 0))
    here.resign(0)
    with pytest.raises(SparringError, match="only a rematch"):
        here.offer(Offer(DRAW, 0))
    here.offer(Offer(REMATCH, 0))
    here.accept(REMATCH, 1)
    assert here.entries[-1] == Agreed(Offer(REMATCH, 0))
    assert here.outcome == replayed(here).outcome == Outcome(1, "resignation")


@pytest.mark.parametrize("kind", [DRAW, UNDO])
def test_a_declined_or_withdrawn_offer_leaves_no_trace(kind: OfferKind) -> None:
    here = table("b2", "a1")
    before = list(here.entries)
    here.offer(Offer(kind, 1))
    here.decline(kind, 0)
    here.offer(Offer(kind, 1))
    here.withdraw(Offer(kind, 1))
    assert here.entries == before
    assert list(here.offers) == []
    with pytest.raises(SparringError, match="Nobody has offered"):
        here.accept(kind, 0)
    with pytest.raises(SparringError, match="no such offer"):
        here.withdraw(Offer(kind, 1))


def test_nobody_answers_or_withdraws_for_the_other() -> None:
    here = table("b2")
    here.offer(Offer(DRAW, 0))
    with pytest.raises(SparringError, match="Nobody has offered"):
        here.accept(DRAW, 0)
    with pytest.raises(SparringError, match="Nobody has offered"):
        here.decline(DRAW, 0)
    with pytest.raises(SparringError, match="no such offer"):
        here.withdraw(Offer(DRAW, 1))
    assert list(here.offers) == [Offer(DRAW, 0)]


def test_a_second_offer_of_the_same_kind_is_refused_while_the_first_is_open() -> None:
    here = table("b2")
    here.offer(Offer(DRAW, 0))
    for seat in (0, 1):
        with pytest.raises(SparringError, match="open offer"):
            here.offer(Offer(DRAW, seat))


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_a_seat_of_the_game_makes_or_answers_offers(seat: int) -> None:
    here = table("b2")
    with pytest.raises(SparringError, match="no seat"):
        here.offer(Offer(DRAW, seat))
    here.offer(Offer(DRAW, 0))
    with pytest.raises(SparringError, match="no seat"):
        here.accept(DRAW, seat)
    with pytest.raises(BadRecord, match="no such seat"):
        Table.of_record(TicTacToe(), Record("tictactoe", entries=(Agreed(Offer(DRAW, 7)),)))


def test_an_offer_stands_while_its_own_seat_moves_and_lapses_when_the_other_does() -> None:
    here = table()
    here.offer(Offer(DRAW, 0))
    here.choose("b2")
    assert list(here.offers) == [Offer(DRAW, 0)]
    here.choose("a1")
    assert list(here.offers) == []


def test_taking_back_and_resigning_close_every_offer() -> None:
    here = table("b2", "a1")
    here.offer(Offer(DRAW, 0))
    here.take_back(1)
    assert list(here.offers) == []
    here.offer(Offer(DRAW, 0))
    here.resign(1)
    assert list(here.offers) == []


@pytest.mark.parametrize("kind", [DRAW, UNDO])
def test_a_move_that_ends_the_game_closes_every_offer(kind: OfferKind) -> None:
    here = table("a1", "a2", "b2", "a3")
    here.offer(Offer(kind, 0))
    here.choose("c3")
    assert here.outcome == Outcome(0, "3 in a row")
    assert list(here.offers) == []
    with pytest.raises(SparringError, match="Nobody has offered"):
        here.accept(kind, 1)


def test_taking_back_takes_an_agreement_back_too() -> None:
    here = table("b2", "a1")
    here.offer(Offer(DRAW, 0))
    here.accept(DRAW, 1)
    here.take_back(1)
    assert here.outcome is None
    assert replayed(here).outcome is None


def test_a_record_that_agrees_on_a_draw_after_the_end_is_refused() -> None:
    won = [Chosen(number % 2, option) for number, option in enumerate(["a1", "a2", "b2", "a3", "c3"])]
    with pytest.raises(BadRecord, match="already over"):
        Table.of_record(TicTacToe(), Record("tictactoe", entries=(*won, Agreed(Offer(DRAW, 0)))))
