"""The table of a match: choices, positions, taking back, and resigning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparring.games.tictactoe import TicTacToe
from sparring.match import Table
from sparring.rules import BadRecord, Chosen, IllegalMove, Outcome, Record, Resigned, SparringError, Undone, notation
from support.small_games import Coins

GAME = TicTacToe()

pytestmark = pytest.mark.req("ALL-2", "ALL-6")


def table(*options: str, seed: int = 0) -> Table:
    """A table of tic-tac-toe after these choices."""
    found = Table(GAME, seed)
    for option in options:
        found.choose(option)
    return found


def test_a_choice_leads_to_the_next_position() -> None:
    # 3  . . .
    # 2  . x .
    # 1  o . .
    #    a b c
    here = table("b2", "a1")
    assert GAME.position_text(here.position) == ".../.x./o.. x"
    assert here.choices == [Chosen(0, "b2"), Chosen(1, "a1")]
    assert here.outcome is None
    assert here.decision().seat == 0
    assert here.decision().number == 2
    assert "b2" not in here.decision().options


def test_a_decision_depends_on_the_seed_and_its_number() -> None:
    assert table(seed=1).decision() == table(seed=1).decision()
    assert table(seed=1).decision().seed != table(seed=2).decision().seed
    assert table("b2").decision().seed == table("a1").decision().seed
    assert table("b2").decision().seed != table("b2", "a1", "c3").decision().seed


@pytest.mark.parametrize("option", ["b2", "z9", "", "B3 ", "b2\n"])
def test_an_illegal_choice_changes_nothing(option: str) -> None:
    here = table("b2")
    with pytest.raises(IllegalMove):
        here.choose(option)
    assert here.choices == [Chosen(0, "b2")]
    assert here.entries == [Chosen(0, "b2")]
    assert here.decision().seat == 1


def test_a_preview_plays_an_option_and_changes_nothing() -> None:
    here = table("b2")
    step = here.preview("a1")
    assert here.choices == [Chosen(0, "b2")]
    assert step.chosen == Chosen(1, "a1")
    assert step.seen == ("a1", "a1")
    here.make(step)
    assert here.position == step.position == table("b2", "a1").position
    assert here.entries == [Chosen(0, "b2"), Chosen(1, "a1")]
    with pytest.raises(IllegalMove):
        here.preview("a1")


def test_nothing_is_chosen_after_the_end() -> None:
    here = table("a1", "a2", "b2", "a3", "c3")
    assert here.outcome == Outcome(0, "3 in a row")
    with pytest.raises(IllegalMove):
        here.choose("b1")
    with pytest.raises(SparringError, match="over"):
        here.decision()
    with pytest.raises(SparringError, match="over"):
        here.resign(0)


def test_taking_back_restores_the_earlier_position() -> None:
    here = table("b2", "a1", "c3")
    here.take_back(2)
    assert here.position == table("b2").position
    assert here.choices == [Chosen(0, "b2")]
    assert here.entries[-1] == Undone(2)
    here.choose("a3")
    assert [str(entry) for entry in here.entries] == ["0: b2", "1: a1", "0: c3", "! undo 2", "1: a3"]


@pytest.mark.parametrize("count", [0, -1, 4])
def test_no_more_is_taken_back_than_was_chosen(count: int) -> None:
    here = table("b2", "a1", "c3")
    with pytest.raises(SparringError, match="3 choices to take back"):
        here.take_back(count)
    assert len(here.choices) == 3
    assert len(here.entries) == 3


def test_a_finished_game_goes_on_after_taking_back() -> None:
    here = table("a1", "a2", "b2", "a3", "c3")
    here.take_back(here.choices_to_take_back(0))
    assert here.outcome is None
    assert here.decision().seat == 0


def test_the_number_of_choices_to_take_back_for_a_seat() -> None:
    here = table("b2", "a1")
    assert here.choices_to_take_back(0) == 2
    assert here.choices_to_take_back(1) == 1
    assert table().choices_to_take_back(0) == 0
    assert table("b2").choices_to_take_back(1) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_resigning_gives_the_other_the_win(seat: int) -> None:
    here = table("b2")
    here.resign(seat)
    assert here.outcome == Outcome(1 - seat, "resignation")
    assert here.entries[-1] == Resigned(seat)
    with pytest.raises(SparringError, match="over"):
        here.resign(1 - seat)
    with pytest.raises(SparringError, match="over"):
        here.decision()
    with pytest.raises(IllegalMove):
        here.choose("a1")


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_only_a_seat_of_the_game_can_resign(seat: int) -> None:
    here = table("b2")
    with pytest.raises(SparringError):
        here.resign(seat)
    assert here.outcome is None


def test_taking_back_takes_a_resignation_back_too() -> None:
    here = table("b2", "a1")
    here.resign(0)
    here.take_back(1)
    assert here.outcome is None
    here.choose("c3")
    back = Table.of_record(GAME, here.record())
    assert back.position == here.position
    assert back.outcome is None


@given(st.data())
def test_a_table_and_its_record_say_the_same(data: st.DataObject) -> None:
    here = Table(GAME, data.draw(st.integers(-(2**70), 2**70), label="seed"))
    for _ in range(data.draw(st.integers(0, 14), label="steps")):
        if here.choices and (here.outcome is not None or data.draw(st.integers(0, 3), label="undo") == 0):
            here.take_back(data.draw(st.integers(1, len(here.choices)), label="count"))
        elif here.outcome is None:
            here.choose(data.draw(st.sampled_from(here.decision().options), label="option"))
    if here.outcome is None and data.draw(st.booleans(), label="resign"):
        here.resign(data.draw(st.integers(0, 1), label="seat"))
    again = Table.of_record(GAME, Record.parse(str(here.record({"Seat 0": "someone"}))))
    assert again.record({"Seat 0": "someone"}) == here.record({"Seat 0": "someone"})
    assert again.positions == here.positions
    assert again.choices == here.choices
    assert again.outcome == here.outcome
    assert again.seed == here.seed


def test_a_record_of_unknown_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="version 2"):
        Table.of_record(GAME, Record("tictactoe", rules=2))


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ((Chosen(1, "b2"),), "whose turn it is not"),
        ((Chosen(7, "b2"),), "whose turn it is not"),
        ((Chosen(0, "z9"),), "not on the board|not a cell"),
        ((Chosen(0, "b2"), Chosen(1, "b2")), "Choice 2 .* taken"),
        ((Chosen(0, "b2"), Undone(2)), "takes back 2 choices where only 1"),
        ((Undone(1),), "takes back 1 choices where only 0"),
        (
            tuple(Chosen(number % 2, option) for number, option in enumerate(["a1", "a2", "b2", "a3", "c3", "b1"])),
            "after the game was over",
        ),
    ],
)
def test_an_impossible_record_is_refused(entries: tuple[Chosen, ...], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        Table.of_record(GAME, Record("tictactoe", entries=entries))


def test_a_record_in_which_an_unknown_seat_resigns_is_refused() -> None:
    with pytest.raises(BadRecord):
        Table.of_record(GAME, Record("tictactoe", entries=(Chosen(0, "b2"), Resigned(9))))


def test_a_record_that_ends_with_a_resignation_keeps_its_last_position() -> None:
    here = table("b2")
    here.resign(1)
    assert notation.after_record(GAME, here.record()) == here.position
    assert Table.of_record(GAME, here.record()).outcome == Outcome(0, "resignation")


def test_mutable_positions_are_replayed_anew() -> None:
    here = Table(Coins(), 0)
    for option in ("take 1", "take 2", "take 1"):
        here.choose(option)
    again = Table.of_record(here.game, here.record())
    again.position.clear()
    assert here.position == [[0, 1], [1, 2], [0, 1]]
