"""A test of a deck: the table adds up, cards and hands are counted as they were, a swap is judged by equal seeds."""

import json
from random import Random

import pytest

from sparring.arena.decks import Score
from sparring.arena.lab import DeckLab, Played, Swap, play_trial
from sparring.arena.lab_report import clearly_less, hands, report
from sparring.ratings.sequential import Verdict
from sparring.rules import BadSetting
from sparring.rules.decks import HandTold
from sparring.rules.registry import game as find_game
from sparring.terminal.main import main


@pytest.fixture(scope="module")
def lab():
    lab = DeckLab("onepiece", "ST01", ["ST02", "ST07"], "random", 4, seed=3)
    for _ in lab.play():
        pass
    return lab


@pytest.mark.req("OP-13")
def test_the_table_adds_up(lab):
    told = report(lab)
    assert (told["done"], told["total"], told["games"], told["finished"]) == (8, 8, 8, True)
    assert [row["deck"] for row in told["against"]] == ["ST02", "ST07"]
    for row in (told, *told["against"]):
        assert row["games"] == row["first"]["games"] + row["second"]["games"]
        assert row["wins"] == row["first"]["wins"] + row["second"]["wins"]
        assert row["low"] <= row["rate"] <= row["high"]
    assert sum(row["wins"] for row in told["against"]) == told["wins"] == sum(game.score == 1 for game in lab.played)
    for card in told["cards"]:
        assert card["held"]["games"] + card["without"]["games"] == told["games"]
        assert card["played"]["games"] <= card["held"]["games"]
    kept, another = told["hands"]["kept"]["games"], told["hands"]["another"]["games"]
    assert kept + another == told["games"]
    assert all(mark["with"]["games"] + mark["without"]["games"] == kept for mark in told["hands"]["marks"])
    assert told["fallbacks"] == 0


def test_the_cards_of_a_game_are_those_that_its_moves_tell(lab):
    """Whoever plays a card had it in hand, and nobody holds a card that is not in the deck."""
    deck = find_game("onepiece").cards_of_deck("ST01")
    assert len(deck) == 16
    for game in lab.played:
        assert len(game.hand.opening) == 5
        assert set(game.hand.opening) <= game.hand.held <= set(deck)
        assert game.hand.played <= game.hand.held
        cheap = [card for card in game.hand.opening if card in ("ST01-003", "ST01-006", "ST01-007")]
        assert not cheap or "a character of cost 2 or less" in game.hand.marks
    assert any(not game.hand.kept for game in lab.played)
    assert any(game.hand.kept for game in lab.played)


@pytest.mark.req("ALL-6")
def test_the_same_seed_gives_the_same_games_also_from_a_journal(lab):
    kept = json.loads(json.dumps([game.as_json() for game in lab.played[:4]]))
    resumed = DeckLab(
        "onepiece", "ST01", ["ST02", "ST07"], "random", 4, seed=3, played=[Played.from_json(game) for game in kept]
    )
    assert len(resumed.left) == 2
    for _ in resumed.play():
        pass
    assert resumed.played == lab.played


# ---------------------------------------------------------------------- a swap


def test_a_swap_leaves_every_other_card_in_its_place():
    plain, changed = find_game("onepiece").deck_with_swap("ST01", "ST01-004", "ST01-012", 2)
    starts = []
    for deck in (plain, changed):
        game = find_game("onepiece", deck1=deck, deck2="ST02")
        match_start = game.start(Random(5))
        cards = match_start.decks.cards
        starts.append([cards[code & 0xFF].id for code in match_start.sides[0].deck])
    assert len(starts[0]) == len(starts[1]) == 50
    different = [(one, other) for one, other in zip(*starts, strict=True) if one != other]
    assert different == [("ST01-004", "ST01-012")] * 2


@pytest.mark.parametrize(
    ("swap", "told"),
    [
        ("ST01-004", "OUT=IN"),
        ("ST09-002=ST01-012", "no card 'ST09-002' in the deck"),
        ("5xST01-004=ST01-012", "4 copies"),
        ("ST01-004=XX-1", "no card 'XX-1' to put in"),
        ("ST01-004=ST02-002", "the leader is red"),
        ("3xST01-004=ST01-012", "5 copies, and 4 is the most"),
    ],
)
def test_a_swap_that_cannot_be_is_refused(swap, told):
    with pytest.raises(Exception, match=told):
        DeckLab("onepiece", "ST01", ["ST02"], "random", 2, swap=Swap.parse(swap))


def game_of(score, changed, deal, **hand):
    told = HandTold(hand.pop("kept", True), (), frozenset(), frozenset(), frozenset(hand.pop("marks", ())))
    return Played(0, changed, deal, deal % 2 == 0, score, told, 0)


def compared(*differences):
    """A lab whose pairs of games differed so much."""
    lab = DeckLab("onepiece", "ST01", ["ST02"], "random", 400, swap=Swap("ST01-004", "ST01-012", 2))
    for deal, difference in enumerate(differences):
        without = {-1: 1.0, 0: 0.5, 1: 0.0}[difference]
        lab.add([game_of(without, False, deal)] * 2)
        lab.add([game_of(without + difference, True, deal)] * 2)
    return lab


@pytest.mark.parametrize(
    ("differences", "verdict"),
    [
        ([1] * 20, Verdict.FIRST),
        ([-1] * 20, Verdict.SECOND),
        ([1, -1] * 10, Verdict.OPEN),
        ([0] * 200, Verdict.NEITHER),
    ],
)
def test_the_sequential_test_says_what_the_swap_does_once_it_is_sure(differences, verdict):
    lab = compared(*differences)
    assert lab.verdict is verdict
    assert bool(lab.left) == (verdict is Verdict.OPEN)
    told = report(lab)["swap"]
    assert told["pairs"] == len(differences)
    assert told["difference"] == round(sum(differences) / len(differences), 4)


def test_a_swap_is_played_with_the_same_seeds():
    lab = DeckLab("onepiece", "ST01", ["ST02"], "random", 2, seed=1, swap=Swap("ST01-004", "ST01-012", 2))
    one, other = lab.trials
    assert (one.changed, other.changed, one.deal.seed) == (False, True, other.deal.seed)
    lab.add(play_trial(one) + play_trial(other))
    assert len(lab.differences) == 1
    assert lab.left == []


# ---------------------------------------------------------------------- advice


def test_advice_is_given_only_where_the_results_are_sure():
    lucky = [game_of(1.0, False, 0, marks=["a friend"])] * 30
    poor = [game_of(0.0, False, 0)] * 30
    again = [game_of(score, False, 0, kept=False) for score in (1.0, 0.0) * 15]
    told = hands(lucky + poor + again, ["a friend"])
    assert told["advice"] == [
        "Put back hands without a friend: kept, they won 0 % of 30 (0 to 11); "
        "hands taken instead won 50 % of 30 (33 to 67)."
    ]
    assert hands(lucky + poor, ["a friend"])["advice"][0].startswith("Hands with a friend won 100 % of 30")
    few = hands(lucky[:9] + poor[:9], ["a friend"])
    assert few["advice"] == ["No hand stands out yet: the intervals are wider than the differences."]


def test_two_shares_are_told_apart_by_the_interval_of_their_difference():
    assert clearly_less(Score(4, 0, 16), Score(12, 0, 8))
    assert not clearly_less(Score(8, 0, 12), Score(12, 0, 8))
    assert not clearly_less(Score(12, 0, 8), Score(4, 0, 16))
    assert not clearly_less(Score(0, 0, 9), Score(9, 0, 0)), "nine games are too few"


# ---------------------------------------------------------------------- the command


@pytest.mark.req("OP-13")
def test_the_command_prints_the_same_as_json_and_as_tables(capsys):
    asked = ["lab", "onepiece", "--deck", "ST01", "--against", "ST02", "--opponent", "random", "--games", "2"]
    asked += ["--seed", "1", "--jobs", "1", "--swap", "2xST01-004=ST01-012"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deck"], told["player"], told["total"], told["swap"]["verdict"]) == ("ST01", "random", 4, "open")
    assert main(asked) == 0
    shown = capsys.readouterr().out
    for card in told["cards"]:
        assert card["name"].split()[0] in shown
    assert "2 × ST01-004 swapped for ST01-012: open." in shown


def test_only_a_game_with_decks_is_tested():
    with pytest.raises(BadSetting, match="Connect Four has no decks that can be tested"):
        DeckLab("connect4", "ST01", ["all"], "random", 2)
