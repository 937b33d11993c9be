"""Chance nodes: drawn from the match's seed, recorded, replayed, and not known in advance."""

import asyncio
from collections import Counter

import pytest

import sparring
from sparring.arena.tournament import random_opening
from sparring.brains.alphabeta import AlphaBeta
from sparring.coach.analysis import seat_to_move
from sparring.match.table import Table, decision_at
from sparring.rules import BadRecord, BadSetting, BrokenGame, ByChance, Chosen, Record, SparringError, Undone, notation
from sparring.rules.capabilities import Chance, HasChance
from sparring.rules.perft import perft
from support.dice_game import FACES, Dice, Throw

DICE = Dice()


def played(seed, choices=6):
    table = Table(DICE, seed)
    for _ in range(choices):
        table.choose("keep")
    return table


def faces(table):
    return [entry.option for entry in table.entries if isinstance(entry, ByChance)]


def test_the_table_draws_what_chance_decides_and_records_it():
    table = played(seed=1, choices=2)
    assert isinstance(DICE, HasChance)
    assert [type(entry) for entry in table.entries] == [ByChance, Chosen, ByChance, Chosen, ByChance]
    assert [position.die for position in table.positions] == [int(face) for face in faces(table)]
    assert table.decision().options == ("keep", "give")


def test_the_same_seed_gives_the_same_dice_and_another_seed_others():
    assert faces(played(seed=1)) == faces(played(seed=1))
    assert len({tuple(faces(played(seed))) for seed in range(20)}) > 10


def test_chance_outcomes_are_drawn_with_their_probabilities():
    fallen = Counter(face for seed in range(500) for face in faces(played(seed)))
    for face, probability in FACES.items():
        assert fallen[str(face)] / fallen.total() == pytest.approx(probability, abs=0.03)


def test_a_record_replays_recorded_chance_without_drawing_again():
    table = played(seed=3)
    text = str(table.record())
    assert "\n! chance " in text
    record = Record.parse(text)
    assert record == table.record()
    assert list(notation.replay(DICE, record)) == table.positions
    other_seed = Record(record.game, record.seed + 1, record.rules, record.entries)
    again = Table.of_record(DICE, other_seed)
    assert again.positions == table.positions
    assert again.outcome == table.outcome


def test_a_choice_that_is_taken_back_and_made_again_meets_new_dice():
    """Otherwise a player could look ahead by taking back."""
    differ = 0
    for seed in range(20):
        table = Table(DICE, seed)
        table.choose("keep")
        before = table.position
        table.take_back(1)
        assert table.position == table.positions[0]
        table.choose("keep")
        differ += table.position != before
        record = Record.parse(str(table.record()))
        assert Table.of_record(DICE, record).positions == table.positions
    assert differ > 5


def test_taking_back_a_choice_takes_back_the_dice_after_it():
    entries = (ByChance("1"), Chosen(0, "keep"), ByChance("2"), Chosen(1, "keep"), ByChance("3"), Undone(1))
    assert Record("dice", entries=entries).steps() == list(entries[:3])
    assert Record("dice", entries=entries).choices() == [entries[1]]


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ((Chosen(0, "keep"),), "does not say what chance decided before choice 1"),
        ((ByChance("9"),), "Chance cannot have decided '9' before choice 1"),
        ((ByChance("1"), ByChance("2")), "Chance cannot have decided '2' before choice 1"),
        ((ByChance("1"), Chosen(0, "2")), "Choice 1 of the record cannot be played"),
    ],
)
def test_a_record_with_impossible_chance_is_refused(entries, says):
    with pytest.raises(BadRecord, match=says):
        Table.of_record(DICE, Record("dice", entries=entries))


def test_a_record_that_stops_before_the_dice_goes_on_by_the_seed():
    table = Table.of_record(DICE, Record("dice", seed=5, entries=(ByChance("1"), Chosen(0, "keep"))))
    assert table.position.die is not None
    assert isinstance(table.entries[-1], ByChance)


def test_paths_are_counted_through_chance_nodes():
    assert perft(DICE, Throw(), 4) == [3, 6, 18, 36]


def test_moves_from_the_start_include_chance_outcomes():
    assert notation.after_moves(DICE, "3 keep 1") == Throw((3, 0), 1, 1)


def test_nobody_is_asked_to_decide_at_a_chance_node():
    with pytest.raises(SparringError, match="Chance decides next"):
        decision_at(DICE, Throw())


def test_a_match_between_players_ends_with_the_payoffs():
    players = [sparring.opponent(DICE, "random"), sparring.opponent(DICE, "random")]
    match = sparring.Match(DICE, players, seed=4)
    result = asyncio.run(match.run())
    assert result.fallbacks == 0
    assert match.table.outcome.payoffs == match.table.position.points
    assert Table.of_record(DICE, Record.parse(str(match.record))).outcome == match.table.outcome


def test_an_opening_has_the_same_dice_as_its_match():
    opening = random_opening(DICE, seed=8, plies=3)
    players = [sparring.opponent(DICE, "random"), sparring.opponent(DICE, "random")]
    match = sparring.Match(DICE, players, seed=8, opening=opening)
    assert [chosen.option for chosen in match.table.choices] == opening


def test_the_command_line_says_that_chance_decides_next():
    assert seat_to_move(DICE, Throw()) == "chance"
    assert seat_to_move(DICE, Throw(die=1)) == "first"


def test_a_brain_that_cannot_search_chance_nodes_says_so():
    with pytest.raises(BadSetting, match="Dice has chance nodes, which alpha-beta search cannot search"):
        AlphaBeta(DICE)


@pytest.mark.parametrize(
    ("chances", "says"),
    [
        ([Chance(1, 0.5), Chance(2, 0.5)], "other moves than chance outcomes"),
        ([Chance(1, 0.5), Chance(2, 0.5), Chance(3, 0.5)], "do not add up to 1"),
        ([Chance(1, 1.5), Chance(2, -0.5), Chance(3, 0.0)], "do not add up to 1"),
    ],
)
def test_a_game_with_impossible_chances_is_broken(chances, says):
    class Loaded(Dice):
        def chance_outcomes(self, position):
            return chances if position.die is None else []

    with pytest.raises(BrokenGame, match=says):
        Table(Loaded())
