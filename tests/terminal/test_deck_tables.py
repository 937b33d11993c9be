"""The arena with a field of decks: which deck wins, and how much of that is chance."""

import json
from collections import Counter
from itertools import combinations

import pytest

import sparring
from sparring.arena.decks import Dealt, DeckField, Score
from sparring.ratings import wilson
from sparring.rules import BadSetting, Chosen, registry
from sparring.rules.decks import with_decks
from support.jobs_for_pools import Cut

FIELD = ("arena", "onepiece", "random", "random", "--decks")


@pytest.fixture(scope="module")
def field():
    """Three decks, one of them twice, after all their games."""
    field = DeckField("onepiece", ["ST01", "st02", "ST07", "ST01"], ["random", "random"], games=5, seed=3)
    assert sum(dealt.games for dealt in field.play()) == field.total
    return field


@pytest.mark.req("OP-13")
def test_the_counts_add_up(field):
    told = field.as_json()
    assert (told["games"], field.total) == (8, 6 * 8), "five games for a pair are rounded up to eight"
    assert {(pair["a"], pair["b"]) for pair in told["pairs"]} == {
        ("ST01", "ST02"),
        ("ST01", "ST07"),
        ("ST01", "ST01#2"),
        ("ST02", "ST07"),
        ("ST02", "ST01#2"),
        ("ST07", "ST01#2"),
    }
    assert all(pair["wins"] + pair["draws"] + pair["losses"] == 8 for pair in told["pairs"])
    for deck in told["decks"]:
        name, first, second = deck["deck"], deck["first"], deck["second"]
        won = sum(pair["wins"] for pair in told["pairs"] if pair["a"] == name)
        won += sum(pair["losses"] for pair in told["pairs"] if pair["b"] == name)
        assert (deck["wins"], deck["games"]) == (won, 3 * 8)
        for count in ("games", "wins", "draws"):
            assert first[count] + second[count] == deck[count]
    assert sum(deck["wins"] for deck in told["decks"]) + sum(pair["draws"] for pair in told["pairs"]) == field.total
    assert (told["illegal"], told["fallbacks"]) == (0, 0)


def test_each_game_counts_as_first_for_one_deck_and_as_second_for_the_other(field):
    scores = [field.scores(deck) for deck in range(4)]
    assert (
        sum(score["first"].games for score in scores) == sum(score["second"].games for score in scores) == field.total
    )
    assert sum(score["first"].wins for score in scores) == sum(score["second"].losses for score in scores)


def test_the_best_deck_comes_first_and_every_interval_contains_its_rate(field):
    told = field.as_json()["decks"]
    assert [deck["rate"] for deck in told] == sorted((deck["rate"] for deck in told), reverse=True)
    assert {deck["deck"]: deck["title"] for deck in told}["ST07"] == "Big Mom Pirates"
    for deck in told:
        for score in (deck, deck["first"], deck["second"]):
            assert score["rate"] == round((score["wins"] + score["draws"] / 2) / score["games"], 4)
            assert 0 <= score["low"] <= score["rate"] <= score["high"] <= 1
        assert deck["high"] - deck["low"] < deck["first"]["high"] - deck["first"]["low"], "more games, less doubt"


@pytest.mark.parametrize("opponents", [("random", "minimax"), ("random", "random")])
def test_each_opponent_plays_each_deck_in_each_seat_and_no_game_twice(monkeypatch, opponents):
    seen, records = [], []
    original, run = sparring.Match.__init__, sparring.Match.run

    def spy(self, game, players, **settings):
        seen.append((game.deck_names, tuple(player.name for player in players), settings["seed"]))
        original(self, game, players, **settings)

    async def kept(self):
        result = await run(self)
        records.append([entry.option for entry in result.record.entries if isinstance(entry, Chosen)])
        return result

    monkeypatch.setattr(sparring.Match, "__init__", spy)
    monkeypatch.setattr(sparring.Match, "run", kept)
    for _ in DeckField("onepiece", ["ST01", "ST02"], opponents, games=4, seed=9).play():
        pass
    a, b = opponents
    assert [(decks, players) for decks, players, _ in seen] == [
        (("ST01", "ST02"), (a, b)),
        (("ST02", "ST01"), (b, a)),
        (("ST01", "ST02"), (b, a)),
        (("ST02", "ST01"), (a, b)),
    ]
    seeds = [seed for *_, seed in seen]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert all(one != other for one, other in combinations(records, 2))


@pytest.mark.req("OP-13")
def test_each_deck_goes_first_equally_often():
    field = DeckField("onepiece", ["ST01", "ST02", "ST03"], ["random", "random"], games=4, seed=2)
    for dealt in field.play():
        assert Counter(began for began, _ in dealt.results.elements()) == {True: 1, False: 1}


@pytest.mark.req("ALL-6", "OP-13")
def test_the_result_does_not_depend_on_how_many_processes_play(answer):
    arguments = (*FIELD, "ST01,ST02,ST03", "--games", "4", "--opening-plies", "3", "--seed")
    one, two = (answer(*arguments, "5", "--jobs", jobs) for jobs in "12")
    assert one == two
    assert one["pairs"] != answer(*arguments, "6", "--jobs", "1")["pairs"]
    assert (one["game"], one["opponents"], one["seed"]) == ("onepiece", ["random", "random"], 5)
    assert one["opening_plies"] == 3


def test_a_game_that_only_this_process_knows_is_played_by_others(monkeypatch):
    monkeypatch.setitem(registry._registered, "cut", Cut)
    field = DeckField("cut", ["7", "all"], ["random", "random"], games=4, jobs=2)
    assert sum(dealt.games for dealt in field.play()) == field.total == 12
    assert [(deck["deck"], deck["rate"]) for deck in field.as_json()["decks"]] == [("9", 1.0), ("7", 0.5), ("2", 0.0)]
    assert [field.scores(deck)["first"].games for deck in range(3)] == [4, 4, 4]
    for name in [name for name in registry._opened if name.startswith("cut")]:
        del registry._opened[name]


def test_all_decks_can_be_measured_together_with_a_users_own(tmp_path):
    kinds = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15]
    cards = [*({"id": f"ST01-{kind:03}", "count": 4} for kind in kinds), {"id": "ST01-011", "count": 2}]
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"deck": "mine", "name": "My own", "leader": "ST01-001", "cards": cards}), "utf-8")
    field = DeckField("onepiece", [str(mine), "all"], ["random", "random"], games=1)
    assert [short for short, _ in field.called] == ["mine", *(f"ST0{number}" for number in range(1, 10))]
    assert field.called[0][1] == "My own"
    assert field.total == 45 * 4


def test_nine_decks_fit_a_terminal_of_120_columns(run, monkeypatch):
    monkeypatch.setattr("sparring.arena.decks.play_deal", _a_deal_without_a_game)
    status, out, err = run(*FIELD, "all", "--games", "100", "--seed", "1", "--jobs", "1")
    assert (status, err) == (0, "")
    rows = out.splitlines()
    assert max(map(len, rows)) <= 120
    assert rows[0].split() == ["deck", "title", "games", "win", "rate,", "95", "%", "when", "first", "when", "second"]
    assert rows[1].split()[:5] == ["1", "ST01", "Straw", "Hat", "Crew"]
    assert rows[1].split()[5:] == ["800", "100%", "100–100", "100%", "99–100", "100%", "99–100"]
    assert rows[9].split()[-6:] == ["0%", "0–0", "0%", "0–1", "0%", "0–1"]
    assert rows[13].split() == ["deck", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert rows[15].split() == ["2", "ST02", "0%", "·", "100%", "100%", "100%", "100%", "100%", "100%", "100%"]
    assert rows[-2] == "3600 games, 100 a pair of decks, between random and random, seed 1"


def _a_deal_without_a_game(deal):
    """A result without playing: the first deck of a pair wins both games."""
    return Dealt(deal.pair, Counter({(True, "wins"): 1, (False, "wins"): 1}), Counter())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tictactoe", "random", "random", "--decks", "all"], "Tic-tac-toe comes without decks"),
        (["tictactoe", "random", "random", "--decks", "a,b,c"], "Tic-tac-toe is not played with decks"),
        (["onepiece", "random", "random", "--decks", "ST01,ST02,ST99"], "There is no deck 'ST99'; there is ST01"),
        (["onepiece", "random", "random", "--decks", "ST01,ST02,no.json"], "no.json cannot be read"),
        (["onepiece", "random", "random", "--decks", "ST01"], "played with two decks, as in ST01,ST02; not with 1"),
        (["onepiece", "random", "--decks", "all"], "is played by two opponents, not by 1"),
        (["onepiece", "random", "random", "random", "--decks", "all"], "is played by two opponents, not by 3"),
        (["onepiece", "random", "Nobody", "--decks", "all"], "no opponent 'Nobody'"),
    ],
)
def test_a_mistake_is_reported_in_one_sentence(run, arguments, says):
    status, out, err = run("arena", *arguments, "--games", "4", "--jobs", "1")
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_field_needs_two_decks():
    with pytest.raises(BadSetting, match="at least two of them, not 1"):
        DeckField("onepiece", ["ST01"], ["random", "random"], games=4)


def test_the_decks_option_replaces_the_decks_in_the_games_name():
    assert with_decks("onepiece:deck1=ST05,deck2=ST06", ["ST01", "ST02"]) == "onepiece:deck1=ST01,deck2=ST02"


def test_two_decks_are_still_a_tournament_of_opponents(answer):
    told = answer("arena", "onepiece", "random", "random", "--decks", "ST01,ST02", "--games", "2", "--jobs", "1")
    assert told["game"] == "onepiece:deck1=ST01,deck2=ST02"
    assert [rating["opponent"] for rating in told["ratings"]] == ["random", "random#2"]


class TestWinRates:
    def test_without_games_nothing_is_known(self):
        assert Score(0, 0, 0).as_json() == {"games": 0, "wins": 0, "draws": 0, "rate": None, "low": 0.0, "high": 1.0}

    @pytest.mark.parametrize("games", [1, 2, 3, 10, 49, 1000])
    def test_an_interval_contains_its_rate_and_no_impossible_rate(self, games):
        for halves in range(2 * games + 1):
            low, high = wilson(halves / 2, games)
            assert 0 <= low <= halves / 2 / games <= high <= 1
            assert low < high
            assert wilson(games - halves / 2, games) == pytest.approx((1 - high, 1 - low))

    def test_a_draw_is_half_a_win(self):
        assert Score(2, 4, 2).rate == 0.5
        assert Score(2, 4, 2).interval == Score(4, 0, 4).interval
