"""One Piece's opponents: what they weigh, that they see wins and no hidden card, and that nothing stops a game."""

import asyncio
import json
import logging
from functools import cache
from itertools import count, product
from math import nan
from random import Random

import pytest

import sparring
from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.minds import deeds, factors, faults, habits, lethal, scorer, worth
from sparring.games.onepiece.minds.deeds import leaning
from sparring.games.onepiece.minds.lethal import winning_attack
from sparring.games.onepiece.minds.profiles import PROFILES, shifted
from sparring.games.onepiece.minds.scorer import AT_ONCE, ENDED, HOPELESS, WON
from sparring.games.onepiece.minds.trials import HELPER
from sparring.games.onepiece.rules import decklists
from sparring.games.onepiece.rules.options import Attack, Block, Counter, GiveDon, Go
from sparring.games.onepiece.rules.reading import known_cards
from sparring.games.onepiece.rules.sides import KNOWN
from sparring.games.onepiece.rules.turn import new_game
from sparring.match.table import Table as MatchTable
from sparring.match.table import decision_at
from sparring.opponents import catalogue
from sparring.rules import BadSetting, Thinking
from sparring.terminal.main import main
from support.onepiece_players import DECKS, NOTHING, ONE, PLAIN, TWO, choice, spec, steady, stripped
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

STYLES = ("aggressive", "defensive", "balanced")
LEVELS = ("easy", "medium", "hard", "expert")
BASELINES = ("minimax", "random")
VANILLA = "ST01-009"


@cache
def random_positions(games=4, every=9):
    """Positions with something to decide, from games of any choices."""
    found = []
    for seed in range(games):
        rng = Random(seed)
        decks = decklists.pair(decklists.read(rng.choice(DECKS)), decklists.read(rng.choice(DECKS)))
        state, number = new_game(decks, seed, telling=True), 0
        while state.question is not None:
            if number % every == every // 2:
                found.append(state)
            state = GAME.play(state, rng.choice(state.question.options))
            number += 1
    return tuple(found)


@cache
def habit_positions(games=3, every=12):
    """The same from games by habit, which look more like those of people."""
    found = []
    for seed in range(games):
        decks = decklists.pair(decklists.read(DECKS[seed]), decklists.read(DECKS[-1 - seed]))
        state, number = new_game(decks, seed, telling=True), 0
        while state.question is not None:
            if number % every == every // 2:
                found.append(state)
            state = GAME.play(state, habits.answer(state))
            number += 1
    return tuple(found)


@cache
def varied_positions(count=12):
    """Some positions, of every kind of decision."""
    by_kind = {}
    for state in (*habit_positions(), *random_positions()):
        by_kind.setdefault(state.question.kind, []).append(state)
    rounds = [kind[number] for number in range(count) for kind in by_kind.values() if number < len(kind)]
    return tuple(rounds[:count])


# ---------------------------------------------------------------------- the five factors


@pytest.mark.req("OP-4")
def test_every_factor_stays_between_minus_and_plus_one_hundred():
    for state, seat in product(random_positions(), (P1, P2)):
        for name, factor in factors.FACTORS.items():
            assert -100 <= factor(state, seat) <= 100, name


@pytest.mark.req("OP-4")
@pytest.mark.parametrize("name", ["board", "life", "cards", "tempo"])
def test_what_is_good_for_one_is_as_bad_for_the_other(name):
    factor = factors.FACTORS[name]
    for state in random_positions():
        assert factor(state, P1) == -factor(state, P2)


@pytest.mark.req("OP-4")
@pytest.mark.parametrize(
    ("name", "less", "more"),
    [
        ("board", Half(), Half(characters=["ST01-003"])),
        ("board", Half(characters=["ST01-003"]), Half(characters=["ST01-010"])),
        ("board", Half(characters=["ST01-007"]), Half(characters=["ST01-006"])),  # the same with Blocker
        ("life", Half(life=0), Half(life=1)),
        ("life", Half(life=3), Half(life=4)),
        ("life", Half(life=5), Half(life=6)),
        ("cards", Half(hand=["ST01-003"]), Half(hand=["ST01-003"] * 2)),
        ("resources", Half(active=3), Half(rested=3)),
        ("resources", Half(active=3), Half(active=4)),
        ("resources", Half(active=1), Half(Put("ST01-001", rested=True, don=1))),
        ("tempo", Half(characters=[Put("ST01-003", rested=True)]), Half(characters=["ST01-003"])),
    ],
)
def test_a_factor_grows_with_what_it_is_about(name, less, more):
    before, after = (factors.FACTORS[name](Table(half).state, P1) for half in (less, more))
    assert before < after
    before, after = (factors.FACTORS[name](Table(Half(), half).state, P1) for half in (less, more))
    assert before > after or name == "resources"


@pytest.mark.req("OP-4")
def test_equal_sides_are_worth_nothing():
    half = Half(characters=["ST01-003", "ST01-010"], hand=["ST01-003"], active=2)
    state = Table(half, half).state
    for name in ("board", "resources", "life", "cards", "tempo"):
        assert factors.FACTORS[name](state, P1) == 0


# ---------------------------------------------------------------------- styles


@pytest.mark.req("OP-5")
def test_the_weights_are_those_that_are_asked_for():
    assert tuple(factors.FACTORS) == tuple(PROFILES["balanced"].by_name)
    assert {name: profile.weights for name, profile in PROFILES.items()} == {
        "aggressive": (0.25, 0.15, 0.35, 0.10, 0.15),
        "defensive": (0.30, 0.20, 0.20, 0.20, 0.10),
        "balanced": (0.25, 0.20, 0.25, 0.15, 0.15),
    }


@pytest.mark.req("OP-5")
@pytest.mark.parametrize("style", STYLES)
def test_weights_add_up_to_one_however_the_game_stands(style):
    assert sum(PROFILES[style].weights) == pytest.approx(1)
    for state, seat in product(random_positions(), (P1, P2)):
        profile = shifted(PROFILES[style], state, seat)
        assert sum(profile.weights) == pytest.approx(1)
        assert min(profile.weights) > 0
        assert 0 <= profile.aggressiveness <= 1
        assert 0 <= profile.risk <= 1


@pytest.mark.req("OP-5")
@pytest.mark.parametrize("style", STYLES)
def test_a_style_presses_when_ahead_in_life_and_holds_on_when_behind(style):
    even, ahead, behind = (
        shifted(PROFILES[style], Table(Half(life=mine), Half(life=theirs)).state, P1)
        for mine, theirs in ((3, 3), (5, 1), (1, 5))
    )
    assert even.weights == pytest.approx(PROFILES[style].weights)
    assert ahead.weights != even.weights != behind.weights
    assert ahead.by_name["life"] > even.by_name["life"] < behind.by_name["life"]
    assert ahead.by_name["tempo"] > behind.by_name["tempo"]
    assert behind.by_name["board"] > ahead.by_name["board"]
    if style == "balanced":
        assert ahead.aggressiveness == even.aggressiveness == behind.aggressiveness
    else:
        assert ahead.aggressiveness > even.aggressiveness > behind.aggressiveness


@pytest.mark.req("OP-5")
def test_a_style_poor_in_don_minds_its_resources_more():
    profile = PROFILES["balanced"]
    poor, rich = (shifted(profile, Table(Half(active=mine), Half(active=4)).state, P1) for mine in (2, 6))
    assert poor.by_name["resources"] > profile.by_name["resources"] == pytest.approx(rich.by_name["resources"])


@pytest.mark.req("OP-5")
def test_styles_differ_in_boldness_and_in_risk():
    aggressive, defensive, balanced = (PROFILES[style] for style in STYLES)
    assert 0 <= defensive.aggressiveness < balanced.aggressiveness < aggressive.aggressiveness <= 1
    assert 0 <= defensive.risk < balanced.risk < aggressive.risk <= 1


ON_LEADER, ON_CHARACTER, BLOCK, COUNTER = Attack(10, 1), Attack(10, 12), Block(11), Counter(12, 1)


@pytest.mark.req("OP-5", "OP-8")
def test_the_bold_like_to_attack_and_the_careful_to_hold_what_they_have():
    bold, careful = PROFILES["aggressive"], PROFILES["defensive"]
    for life in range(6):
        assert leaning(ON_LEADER, bold, life) > 0 > leaning(ON_LEADER, careful, life)
        assert leaning(ON_CHARACTER, careful, life) > 0
        for defence in (BLOCK, COUNTER):
            assert leaning(defence, careful, life) > 0


@pytest.mark.req("OP-5")
def test_the_bold_take_hits_only_while_they_have_life_to_spare():
    bold = PROFILES["aggressive"]
    for defence in (BLOCK, COUNTER):
        assert all(leaning(defence, bold, life) < 0 for life in (3, 4, 5))
        assert all(leaning(defence, bold, life) == 0 for life in (0, 1, 2))


@pytest.mark.req("OP-5")
def test_a_balanced_style_leans_to_nothing_however_the_game_stands():
    for state, seat in product(random_positions(), (P1, P2)):
        profile = shifted(PROFILES["balanced"], state, seat)
        for option in (ON_LEADER, ON_CHARACTER, BLOCK, COUNTER, GiveDon(10)):
            assert leaning(option, profile, len(state.sides[seat].life)) == 0


# ---------------------------------------------------------------------- mulligan

BY_COST = {}
for each in known_cards().values():
    if each.category != "leader":
        BY_COST.setdefault(each.cost, each)


@pytest.mark.req("OP-7")
@pytest.mark.parametrize(
    ("costs", "points"),
    [
        ((1, 1, 2, 3, 3), 5 * 20),
        ((1, 2, 3, 4, 5), 3 * 20 + 2 * 10 + 15),
        ((2, 4, 5, 7, 9), 20 + 2 * 10 + 2 * 5 + 15),
        ((3, 4, 7, 7, 7), 20 + 10 + 3 * 5),
        ((3, 7, 7, 7, 9), 20 + 4 * 5),
        ((4, 4, 5, 6, 6), 5 * 10 - 30),
        ((4, 5, 6, 7, 9), 3 * 10 + 2 * 5 - 30),
        ((7, 7, 7, 9, 9), 5 * 5 - 30),
    ],
)
def test_an_opening_hand_has_its_points(costs, points):
    assert worth.of_opening_hand([BY_COST[cost] for cost in costs]) == points


def dealt(deck, costs, seed=1):
    """A game at the first mulligan, where the hand of whoever decides has these costs; None if there are too few."""
    state = OnePiece(deck, deck).start(Random(seed))
    state = GAME.play(state, Go("first"))
    side = state.sides[state.question.seat]
    pool = sorted([*side.deck, *side.hand])
    own = KNOWN[state.question.seat]
    for number, cost in enumerate(costs):
        entry = next((entry for entry in pool if state.card(entry).cost == cost), None)
        if entry is None:
            return None
        pool.remove(entry)
        side.hand[number] = entry | own
    side.deck = [entry & ~own for entry in pool]
    return state


@pytest.mark.req("OP-7")
@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_below_thirty_points_is_returned_and_no_other(level):
    seen = set()
    for costs in product((1, 3, 4, 6, 9), repeat=5):
        points = worth.of_opening_hand([BY_COST[cost] for cost in costs])
        if list(costs) != sorted(costs) or points in seen or (state := dealt("ST04", costs)) is None:
            continue
        seen.add(points)
        assert state.question.kind == "mulligan"
        found = choice(steady(level), state)
        assert found.option == ("mulligan" if points < 30 else "keep"), costs
        assert str(points) in found.analysis.because
    assert any(points < 30 for points in seen)
    assert any(points >= 30 for points in seen)


# ---------------------------------------------------------------------- settings


@pytest.mark.req("OP-3")
@pytest.mark.parametrize(
    ("level", "randomness", "slowest", "fastest"),
    [("easy", 0.3, 1.5, 0.5), ("medium", 0.15, 2.0, 0.8), ("hard", 0.05, 3.0, 1.0)],
)
def test_a_level_is_as_random_and_as_slow_as_asked_for(level, randomness, slowest, fastest):
    character = sparring.opponent(GAME, level).character
    assert (character.randomness, character.pace_min, character.pace_max) == (randomness, fastest, slowest)
    assert fastest <= choice(level, Table(Half(life=2)).state).pace <= slowest


@pytest.mark.req("OP-3", "ALL-3")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", [name for name in sparring.catalogue(GAME).entries if name not in BASELINES])
def test_every_opponent_plays_in_every_style(name, style):
    one = sparring.opponent(GAME, name, style=style)
    assert one.character.style == style
    assert one.brain.profile == PROFILES[style]


@pytest.mark.req("ALL-3")
@pytest.mark.parametrize(
    ("name", "field", "allowed"),
    [
        ("easy:style=reckless", "style", "balanced, aggressive or defensive"),
        ("medium:randomness=2", "randomness", "from 0 to 1"),
        ("hard:pace_min=-1", "pace_min", "from 0 to 60"),
        ("hard:pace_max=x", "pace_max", "from 0 to 60"),
        ("expert:time=0", "time", "from 0.001 to 3600"),
        ("expert:nodes=0", "nodes", "a whole number from 1"),
        ("expert:nodes=1.5", "nodes", "a whole number from 1"),
        ("hard:colour=red", "colour", "randomness"),
    ],
)
def test_a_bad_setting_is_refused_with_its_name_and_its_range(name, field, allowed):
    with pytest.raises(BadSetting) as refused:
        sparring.opponent(GAME, name)
    assert field in str(refused.value)
    assert allowed in str(refused.value)


# ---------------------------------------------------------------------- no peeking


@pytest.mark.req("ALL-14")
@pytest.mark.parametrize("name", list(sparring.catalogue(GAME).entries))
def test_an_answer_does_not_change_with_cards_that_are_not_seen(name):
    for number, state in enumerate(varied_positions()):
        seat = GAME.to_move(state)
        other = GAME.view(state, seat).sample(Random(number))
        assert GAME.view(other, seat) == GAME.view(state, seat)
        assert choice(spec(name), state, seed=7) == choice(spec(name), other, seed=7)


@pytest.mark.req("OP-12", "OP-13")
@pytest.mark.parametrize("level", LEVELS)
def test_what_was_thought_in_a_game_with_other_decks_changes_nothing(level):
    """A card's number means another card in other decks."""
    before, after = (
        Table(Half(characters=[each], hand=[VANILLA], active=2)).state for each in ("ST01-008", "ST04-003")
    )
    used = sparring.opponent(GAME, steady(level))
    used.decide(decision_at(GAME, before, seed=1))
    fresh = sparring.opponent(GAME, steady(level))
    assert used.decide(decision_at(GAME, after, seed=1)) == fresh.decide(decision_at(GAME, after, seed=1))


# ---------------------------------------------------------------------- nothing stops a game


@pytest.mark.req("OP-11")
@pytest.mark.parametrize("kind", ["DecisionError", "EvaluationError", "OutOfTime", "InvalidActionError"])
def test_every_kind_of_error_carries_what_it_was_about(kind):
    error = getattr(faults, kind)("it failed", turn=3, seat=1)
    assert isinstance(error, faults.OpponentError)
    assert error.context == {"turn": 3, "seat": 1}
    assert str(error) == "it failed (turn=3, seat=1)"


def broken(state, seat):
    raise ZeroDivisionError("no such factor")


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("factor", [broken, lambda state, seat: nan], ids=["an exception", "no number"])
def test_a_factor_that_fails_counts_for_nothing_and_the_log_tells(level, factor, monkeypatch, caplog):
    monkeypatch.setitem(factors.FACTORS, "board", factor)
    state = Table(Half(PLAIN, ["ST01-010"], ["ST01-003"], active=2), Half(PLAIN, ["ST01-003"])).state
    with caplog.at_level(logging.WARNING, logger="sparring.onepiece"):
        found = sparring.opponent(GAME, steady(level)).decide(decision_at(GAME, state, seed=1))
    assert found.option in GAME.options(state)
    assert all(judged.score == judged.score for judged in found.analysis.options), "a score is no number"
    assert any("board" in record.getMessage() for record in caplog.records)


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("level", LEVELS)
def test_who_has_no_time_answers_all_the_same_and_the_log_tells(level, caplog):
    thinking = Thinking()
    thinking.stop()
    for state in varied_positions():
        caplog.clear()
        with caplog.at_level(logging.WARNING, logger="sparring.onepiece"):
            found = choice(steady(level), state, thinking=thinking)
        assert found.option in GAME.options(state)
        assert len(found.analysis.options) == len(GAME.options(state))
        if state.question.kind != "mulligan" and len(state.question.options) > 1:
            assert caplog.records, (level, state.question.kind)


def fails(*args, **more):
    raise AssertionError


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize(
    ("level", "module", "name"),
    [
        *product(("hard", "expert"), (lethal,), ("sure_win", "threatened")),
        *product(("hard", "expert"), (habits,), ("play_turn",)),
        ("expert", lethal, "odds"),
    ],
    ids=lambda part: part if isinstance(part, str) else part.__name__.rpartition(".")[2],
)
def test_whatever_fails_while_it_thinks_it_answers_and_the_log_tells(level, module, name, monkeypatch, caplog):
    state = Table(Half(PLAIN, ["ST01-010"], ["ST01-003"], active=2), Half(PLAIN, ["ST01-003"], life=3)).state
    monkeypatch.setattr(module, name, fails)
    with caplog.at_level(logging.WARNING, logger="sparring.onepiece"):
        found = choice(steady(level), state)
    assert found.option in GAME.options(state)
    assert any("AssertionError()" in record.getMessage() for record in caplog.records)


@pytest.mark.req("OP-11", "ALL-4")
def test_one_node_is_enough_for_an_answer():
    for state in varied_positions():
        assert choice("expert:time=none,nodes=1", state).option in GAME.options(state)


@pytest.mark.req("OP-11", "ALL-4")
@pytest.mark.parametrize("names", [("easy", "medium"), ("expert", "easy")], ids=" and ".join)
def test_a_match_with_a_broken_factor_goes_on_to_its_end_without_a_fallback(names, monkeypatch, caplog):
    monkeypatch.setitem(factors.FACTORS, "life", broken)
    caplog.set_level(logging.ERROR, logger="sparring")
    players = [sparring.opponent(GAME, spec(name, nodes=3), pace_min=0, pace_max=0) for name in names]
    result = asyncio.run(sparring.Match(OnePiece("ST01", "ST02"), players, seed=3).run())
    assert (result.fallbacks, result.illegal) == (0, 0)


# ---------------------------------------------------------------------- what they tell


@pytest.mark.req("ALL-9", "OP-4")
@pytest.mark.parametrize("level", LEVELS)
def test_every_option_has_a_judgement_and_one_sentence_says_why(level):
    for state in varied_positions():
        found = choice(steady(level), state).analysis
        assert [judged.option for judged in found.options] == list(GAME.options(state))
        assert found.best in GAME.options(state)
        assert found.because
        assert found.because.endswith(".")
        assert "\n" not in found.because
        assert ". " not in found.because.replace("!!. ", "").replace("Mr. ", "")


@pytest.mark.req("ALL-9", "OP-4")
def test_expert_shows_the_factors_and_the_turn_that_it_expects():
    states = [state for state in habit_positions() if state.question.kind == "action"][:4]
    longest = 0
    for state in states:
        found = choice("expert:time=none,nodes=120", state).analysis
        for judged in found.options:
            ends = judged.outcome == "win" or judged.score in (0, 100)
            assert ends or set(dict(judged.parts)) >= set(factors.FACTORS), judged
            assert judged.line[0] == judged.option
            longest = max(longest, len(judged.line))
    assert longest > 3


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_the_turn_that_is_expected_can_be_played(level):
    """Each step is an option where nobody else had anything to decide in between."""
    longest = 0
    for state in habit_positions():
        if state.question.kind != "action":
            continue
        found = choice(steady(level), state)
        line = found.analysis[found.option].line
        assert line[0] == found.option
        longest = max(longest, len(line))
        for text in line:
            if state.question is None or state.question.kind != "action":
                break
            assert text in GAME.options(state)
            state = GAME.play(state, GAME.options(state)[text])
    assert longest > 3


def test_what_was_not_tried_is_not_said_to_be_lost():
    state = next(state for state in habit_positions() if len(state.question.options) > 4)
    found = choice("expert:time=none,nodes=1", state).analysis
    assert sum(dict(judged.parts) == {"not tried": 0.0} for judged in found.options) == len(found.options) - 1


@pytest.mark.req("ALL-9")
def test_the_reason_is_that_of_what_is_chosen():
    """Equal options are left to chance, and what is said is about the one that was taken."""
    for state in (*varied_positions(), *habit_positions()):
        if state.question.kind == "mulligan":
            continue
        for seed in range(3):
            found = choice("medium:randomness=0", state, seed=seed)
            option = GAME.options(state)[found.option]
            assert (found.analysis.best, found.analysis.reason) == (found.option, deeds.name(option))


@pytest.mark.req("ALL-9", "OP-4")
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_parts_of_a_judgement_add_up_to_its_score(level):
    added = 0
    for state in (*varied_positions(), *habit_positions()[:12]):
        if state.question.kind == "mulligan":
            continue
        for judged in choice(steady(level), state).analysis.options:
            if judged.score == HOPELESS or (judged.score == WON + AT_ONCE and not judged.parts):
                continue  # left out, or a sure win: not simulated
            parts = dict(judged.parts)
            assert set(parts) >= set(factors.FACTORS)
            assert sum(parts.values()) == pytest.approx(judged.score, abs=0.05), (judged, state.turn)
            added += 1
    assert added > 40


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_only_a_win_that_is_sure_is_called_sure(level):
    """Life 0, a Blocker and two counters against two attackers without DON!!: likely, and not sure."""
    theirs = stripped(characters=["ST01-006"], hand=[NOTHING] * 2, deck=(NOTHING,) * 20 + (TWO,) * 2)
    state = Table(Half(PLAIN, ["ST01-008"] * 2), theirs).state
    assert winning_attack(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
    for seed in range(3):
        found = choice(steady(level), state, seed=seed).analysis
        assert "whatever the opponent blocks and counters with" not in found.because


@pytest.mark.req("ALL-9")
def test_an_analysis_of_a_record_is_json_with_every_option(tmp_path, capsys):
    table, rng = MatchTable(OnePiece("ST01", "ST02"), seed=5), Random(5)
    while len(table.choices) < 30 or table.decision().kind != "action":
        table.choose(rng.choice(table.decision().options))
    record = tmp_path / "match.txt"
    record.write_text(str(table.record()), encoding="utf-8")
    assert main(["analyse", "onepiece", "--record", str(record), "--time", "0.2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [option["move"] for option in found["options"]] == list(table.decision().options)
    assert found["best"] in table.decision().options
    assert found["to_move"] in ("P1", "P2")
    assert found["seconds"] < 2


# ---------------------------------------------------------------------- games between them


def played(first, second, decks, seed):
    players = [sparring.opponent(GAME, name, pace_min=0, pace_max=0) for name in (first, second)]
    result = asyncio.run(sparring.Match(OnePiece(*decks), players, seed=seed).run())
    assert (result.fallbacks, result.illegal) == (0, 0), (first, second, decks, seed)
    return result


@pytest.mark.req("OP-13", "ALL-2")
def test_some_games_between_them_end_without_an_illegal_answer_or_a_fallback():
    pairs = [("easy", "medium"), ("hard:style=defensive", "CabinGirl"), ("Corsair:time=none,nodes=8", "Navigator")]
    for number, (first, second) in enumerate(pairs):
        played(first, second, (DECKS[3 * number], DECKS[3 * number + 1]), seed=number)


@pytest.mark.req("OP-13")
def test_the_same_seed_plays_the_same_game():
    one, two = (played("hard", "expert:time=none,nodes=8", ("ST01", "ST06"), seed=11) for _ in range(2))
    assert one.record.entries == two.record.entries


@pytest.mark.req("OP-6")
def test_what_is_obviously_bad_is_not_even_done_by_chance():
    """DON!! for one who is rested, and an attack on a stronger leader: easy leaves a third of its choices to chance."""
    state = Table(Half(Put(PLAIN, rested=True), ["ST01-009"], active=1), Half(PLAIN, [Put(VANILLA, rested=True)])).state
    chosen = {choice("easy:randomness=1", state, seed=seed).option for seed in range(40)}
    assert {"give DON!! to leader", "attack leader with Nefeltari Vivi"} <= set(GAME.options(state))
    assert chosen == set(GAME.options(state)) - {"give DON!! to leader", "attack leader with Nefeltari Vivi"}


@pytest.mark.req("OP-6")
def test_one_who_is_not_attacked_is_not_defended():
    """A counter for a character while the leader is attacked, and any against an attack that fails anyway."""
    theirs = stripped(hand=[ONE, NOTHING], life=[NOTHING] * 3, characters=[VANILLA], deck=(NOTHING,) * 9)
    for strength, left in (("leader", 2), ("Roronoa Zoro", 2), ("Karoo", 1)):
        state = Table(Half(PLAIN, ["ST01-013", "ST01-003"]), theirs).state
        state = GAME.play(state, GAME.options(state)[f"attack leader with {strength}"])
        options = GAME.options(state)
        assert len(options) == 3
        assert len(choice("easy", state).analysis.considered) == left, strength


@pytest.mark.req("OP-6")
def test_where_all_is_lost_nothing_pointless_is_done():
    """Life 0 against five attackers."""
    mine = stripped(leader=Put(PLAIN, rested=True), active=1, deck=(NOTHING,) * 9)
    state = Table(mine, Half(PLAIN, ["ST01-010"] * 5, life=5)).state
    found = choice("hard:randomness=0", state)
    assert found.analysis["give DON!! to leader"].score == HOPELESS < found.analysis["end turn"].score < -100
    assert found.option == "end turn"


@pytest.mark.req("OP-5", "OP-15")
def test_a_style_leans_where_whole_turns_are_planned_too():
    """With three Life, a hit that could be countered: the bold let it through more gladly than the careful."""
    theirs = Half(PLAIN, ["ST01-010"], active=2)
    state = Table(theirs, stripped(hand=[TWO, NOTHING], life=[NOTHING] * 3, deck=(NOTHING,) * 20)).state
    state = GAME.play(state, GAME.options(state)["attack leader with leader"])
    for style, judge in (("aggressive", min), ("defensive", max)):
        scores = {
            each: choice(f"expert:time=none,nodes=60,style={each}", state).analysis for each in ("balanced", style)
        }
        gain = {
            each: max(one.score for one in found.options if one.option.startswith("counter"))
            - found["no counter"].score
            for each, found in scores.items()
        }
        assert judge(gain, key=gain.get) == style, gain


@pytest.mark.req("OP-6")
@pytest.mark.parametrize(("won", "worth"), [(1, ENDED / 4), (3, 3 * ENDED / 4), (4, WON)])
def test_a_win_in_some_of_the_imagined_games_does_not_outweigh_all_others(won, worth, monkeypatch):
    state = next(each for each in habit_positions() if each.question.kind == "action")
    seat, follow, number = state.question.seat, scorer.quiet_points, count()

    def quiet_points(world, option, turns):
        *_, after = follow(world, option, turns)
        if next(number) % 4 < won:
            after.lost = 2 - seat
        yield after

    monkeypatch.setattr(scorer, "quiet_points", quiet_points)
    ends = [dict(judged.parts).get("end") for judged in choice("hard", state).analysis.options]
    assert {end for end in ends if end is not None} == {worth}


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-13", "ALL-2")
def test_five_hundred_games_over_all_decks_end_without_an_illegal_answer_or_a_fallback():
    names = [spec(name, nodes=20) for name in catalogue(GAME).entries if name not in BASELINES]
    names += [f"{name}:style={style}" for name in ("easy", "medium", "hard") for style in STYLES]
    rng, pairs = Random(1), list(product(DECKS, DECKS))
    for number in range(500):
        first, second = rng.choice(names), rng.choice(names)
        played(first, second, pairs[number % len(pairs)], seed=number)


# ---------------------------------------------------------------------- a second process


@pytest.fixture
def second():
    yield HELPER
    HELPER.close()


@pytest.mark.req("OP-14")
def test_with_a_second_process_twice_as_much_is_tried_and_the_same_is_chosen_again(second):
    state = habit_positions()[2]
    alone = choice("expert:time=none,nodes=2000", state).analysis
    helped = choice("expert:time=none,nodes=4000,threads=2", state).analysis
    assert helped.nodes > 1.5 * alone.nodes
    again = choice("expert:time=none,nodes=4000,threads=2", state).analysis
    assert (again.best, again.options) == (helped.best, helped.options)


@pytest.mark.req("ALL-4", "OP-14")
def test_if_the_second_process_cannot_help_the_first_does_it_all(second, monkeypatch, caplog):
    monkeypatch.setattr("sys.executable", "/no/such/python")
    second.close()
    state = habit_positions()[2]
    with caplog.at_level(logging.WARNING, logger="sparring.work"):
        helpless = choice("expert:time=none,nodes=300,threads=2", state)
    assert helpless.option in [judged.option for judged in helpless.analysis.options]
    assert helpless.analysis.nodes >= 300
    assert "no second process" in caplog.text


@pytest.mark.req("ALL-4", "OP-14")
def test_if_the_second_process_dies_while_it_helps_the_game_goes_on(second):
    state = habit_positions()[2]
    choice("expert:time=none,nodes=100,threads=2", state)
    second._process.kill()
    assert choice("expert:time=none,nodes=400,threads=2", state, seed=3).analysis.nodes >= 400


def test_with_a_second_process_the_clock_is_kept(second):
    state = habit_positions()[2]
    choice("expert:time=none,nodes=100,threads=2", state)
    told = choice("expert:time=0.3,threads=2", state).analysis
    assert told.seconds < 1.5
