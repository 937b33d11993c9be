"""One Piece's opponents: what they weigh, that they see wins and no hidden card, and that nothing stops a game."""

import asyncio
import json
import logging
from collections import Counter
from functools import cache
from itertools import combinations, count, product
from math import nan
from random import Random

import pytest

import sparring
from onepiece_table import GAME, P1, P2, Half, Put, Table
from sparring.games.onepiece import OnePiece, decklists, factors, faults, habits, lethal, scorer
from sparring.games.onepiece.lethal import Attacker, Defence, Fixed, Search, odds, sure_win
from sparring.games.onepiece.planner import SECOND
from sparring.games.onepiece.profiles import PROFILES, shifted
from sparring.games.onepiece.reading import known_cards, shipped
from sparring.games.onepiece.scorer import AT_ONCE, ENDED, HOPELESS, WON, leaning
from sparring.games.onepiece.state import KNOWN
from sparring.games.onepiece.turn import new_game
from sparring.match.table import Table as MatchTable
from sparring.match.table import decision_at
from sparring.rules import BadSetting, Thinking
from sparring.terminal.main import main

DECKS = sorted(shipped())
STYLES = ("aggressive", "defensive", "balanced")
LEVELS = ("easy", "medium", "hard", "expert")
BASELINES = ("minimax", "random")
PLANNERS = ("expert", "Harbourmaster", "Corsair")
PLAIN = "ST08-001"
"""A leader whose effect needs a K.O."""

VANILLA = "ST01-009"

NOTHING, ONE, TWO = "ST01-005", "ST01-003", "ST01-011"
"""Cards that counter with nothing, with 1000 and with 2000."""


def spec(name, nodes=12):
    """An opponent by name, such that a clock does not matter to it."""
    return f"{name}:time=none,nodes={nodes}" if name in PLANNERS else name


def steady(level, nodes=12):
    """A level without its randomness."""
    return spec(level, nodes) if level == "expert" else f"{level}:randomness=0"


@cache
def opponent(name):
    return sparring.opponent(GAME, name)


def choice(name, state, seed=1, thinking=None):
    """What an opponent chooses, with what it thought."""
    return opponent(name).decide(decision_at(GAME, state, seed=seed, thinking=thinking))


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
        ("resources", Half(active=1), Half(Put("ST01-001", rested=True, given=1))),
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


ON_LEADER, ON_CHARACTER, BLOCK, COUNTER = ("attack", 10, 1), ("attack", 10, 12), ("block", 11), ("counter", 12)


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
        for option in (ON_LEADER, ON_CHARACTER, BLOCK, COUNTER, ("give", 10)):
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
    assert habits.opening_score([BY_COST[cost] for cost in costs]) == points


def dealt(deck, costs, seed=1):
    """A game at the first mulligan, where the hand of whoever decides has these costs; None if there are too few."""
    state = OnePiece(deck, deck).start(Random(seed))
    state = GAME.play(state, ("go", "first"))
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
        points = habits.opening_score([BY_COST[cost] for cost in costs])
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


# ---------------------------------------------------------------------- lethal, against brute force


@cache
def naive_wins(attackers, don, life, blockers, counters, coming):
    """Whether some attack wins whatever the defender does, by trying everything."""
    return any(
        naive_attack(number, given, attackers, don, life, blockers, counters, coming)
        for number in range(len(attackers))
        for given in range(don + 1)
    )


@cache
def naive_attack(number, given, attackers, don, life, blockers, counters, coming):
    force, double, unblockable, _ = attackers[number]
    rest, don = attackers[:number] + attackers[number + 1 :], don - given
    force += given
    if force < 0:  # nothing happens
        return naive_wins(rest, don, life, blockers, counters, coming)
    if life:
        hits = min(life, 2 if double else 1)
        taken = naive_wins(rest, don, life - hits, blockers, counters + coming[:hits], coming[hits:])
        if not taken:
            return False
    if blockers and not unblockable and not naive_wins(rest, don, life, blockers - 1, counters, coming):
        return False
    for size in range(1, len(counters) + 1):
        for used in combinations(range(len(counters)), size):
            if sum(counters[each] for each in used) > force:
                left = tuple(value for each, value in enumerate(counters) if each not in used)
                if not naive_wins(rest, don, life, blockers, left, coming):
                    return False
    return True


def random_fight(rng):
    attackers = tuple(
        Attacker(rng.randint(-2, 3), rng.random() < 0.25, rng.random() < 0.15) for _ in range(rng.randint(1, 3))
    )
    life = rng.choice((0, 0, 0, 1, 1, 2))
    counters = sorted((rng.choice((0, 1, 1, 2, 2, 4)) for _ in range(rng.randint(0, 3))), reverse=True)
    coming = tuple(rng.choice((0, 1, 2)) for _ in range(life))
    defence = Defence(life, rng.choice((0, 0, 1)), tuple(counters), coming)
    return tuple(sorted(attackers, reverse=True)), rng.randint(0, 3), defence


def test_the_search_for_wins_agrees_with_trying_everything():
    rng, counted = Random(1), Counter()
    for _ in range(600):
        attackers, don, defence = random_fight(rng)
        truth = naive_wins(attackers, don, *defence[:4])
        search = Search()
        assert search.wins(attackers, don, defence) == truth, (attackers, don, defence)
        first = Search().first(attackers, don, defence)
        assert (first is not None) == truth, (attackers, don, defence)
        if first is not None:
            number = attackers.index(first[0])
            assert naive_attack(number, first[1], attackers, don, *defence[:4]), (attackers, don, defence, first)
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 100


def test_a_defender_with_more_is_never_worse_off():
    rng = Random(2)
    for _ in range(200):
        attackers, don, defence = random_fight(rng)
        if not Search().wins(attackers, don, defence):
            more = defence._replace(counters=tuple(sorted((*defence.counters, 2), reverse=True)))
            assert not Search().wins(attackers, don, more)
            assert not Search().wins(attackers, don, defence._replace(blockers=defence.blockers + 1))
            assert not Search().wins(attackers[1:], don, defence)


@cache
def naive_line(line, life, blockers, counters, coming):
    """Whether attacks in this order win whatever the defender does, by trying everything."""
    if not line:
        return False
    (force, double, unblockable, _), given = line[0]
    force += given
    if life:
        hits = min(life, 2 if double else 1)
        if not naive_line(line[1:], life - hits, blockers, counters + coming[:hits], coming[hits:]):
            return False
    if blockers and not unblockable and not naive_line(line[1:], life, blockers - 1, counters, coming):
        return False
    return all(
        naive_line(
            line[1:], life, blockers, tuple(counters[each] for each in set(range(len(counters))) - set(used)), coming
        )
        for size in range(1, len(counters) + 1)
        for used in combinations(range(len(counters)), size)
        if sum(counters[each] for each in used) > force
    )


@pytest.mark.req("OP-14")
def test_a_fixed_order_of_attacks_wins_where_trying_everything_says_so():
    rng, counted = Random(3), Counter()
    for _ in range(600):
        attackers, don, defence = random_fight(rng)
        line = Search().line(attackers, don, defence)
        assert bool(line) == Search().wins(attackers, don, defence)
        assert sum(given for _, given in line) <= don
        assert Counter(attacker for attacker, _ in line) <= Counter(attackers)
        *_, other = random_fight(rng)
        for faced in (defence, other):
            truth = naive_line(line, *faced[:4])
            assert Fixed(line).wins(0, faced) == truth, (line, faced)
            assert not truth or Search().wins(attackers, don, faced)
            counted[truth] += 1
    assert min(counted.values()) > 100


# ---------------------------------------------------------------------- lethal, on tables


@pytest.mark.req("OP-14")
def test_odds_count_the_hands_against_which_an_order_of_attacks_wins():
    """One attack on a leader without Life: a card that counters stops it, and two of three hands have none."""
    attacker = Half(PLAIN)
    weak, strong = (Table(attacker, stripped(hand=[card])).state for card in (NOTHING, ONE))
    assert odds([weak], P1) == (1.0, (("attack", 0, 1),))
    assert odds([strong], P1) == (0.0, ())
    chance, options = odds([strong, weak, weak], P1)
    assert (round(chance, 3), options) == (0.667, (("attack", 0, 1),))


@pytest.mark.req("OP-14")
def test_odds_are_those_of_one_order_and_not_of_hindsight():
    """DON!! for one of two attackers, against one who blocks or counters: seeing the hand would win more often."""
    for seed in range(60):
        rng = Random(seed)
        worlds = [small_table(Random(seed)).state]
        for _ in range(7):
            other = worlds[0].copy()
            side = other.sides[P2]
            cards = [*side.hand, *side.deck]
            rng.shuffle(cards)
            side.hand, side.deck = cards[: len(side.hand)], cards[len(side.hand) :]
            worlds.append(other)
        chance, options = odds(worlds, P1)
        solved = sum(sure_win(world, P1) is not None for world in worlds) / len(worlds)
        assert 0 <= chance <= solved
        assert bool(options) == bool(chance)
        state = worlds[0].copy()
        for option in options[:1]:
            assert option in state.question.options


@pytest.mark.req("OP-14")
def test_expert_tells_the_odds_beside_the_option_that_begins_the_attacks():
    """Life 0 against a hand of which half counters."""
    state = Table(Half(PLAIN), stripped(hand=[ONE], deck=[NOTHING, ONE, NOTHING, ONE])).state
    told = choice("expert:time=none,nodes=60", state).analysis
    ((name, share),) = told["attack leader with leader"].parts
    assert name == "win this turn"
    assert 15 <= share <= 85
    assert "likely hands" in told.because


def stripped(hand=(), life=(), deck=(NOTHING,), characters=(), leader=PLAIN, **more):
    """A defender about whom everything that could be is said."""
    return Half(leader, characters, hand, life, deck=deck, deck_size=len(deck), **more)


def small_table(rng):
    """A few characters without effects against a little defence without Triggers."""
    mine = [rng.choice(("ST01-003", "ST01-008", "ST01-009", "ST01-010")) for _ in range(rng.randint(0, 2))]
    leader = Put(PLAIN, rested=rng.random() < 0.2)
    cards = (NOTHING, ONE, TWO)
    return Table(
        Half(leader, mine, active=rng.randint(0, 3)),
        stripped(
            hand=[rng.choice(cards) for _ in range(rng.randint(0, 2))],
            life=[rng.choice(cards) for _ in range(rng.choice((0, 0, 1, 2)))],
            characters=["ST01-006"] * rng.choice((0, 0, 1)),
            deck=(NOTHING, NOTHING, rng.choice(cards)),
        ),
    )


def what_matters(state):
    sides = tuple(
        (
            tuple(sorted(side.hand)),
            tuple(side.life),
            side.active,
            tuple((unit.id, unit.rested, unit.given, unit.changes) for unit in side.units()),
        )
        for side in state.sides
    )
    return sides, state.battle, state.question.kind


def line_loses(state, seat, unseen, seen):
    """A table where the line of `sure_win`, found anew after every step, does not go on; None if it always wins."""
    if state.lost:
        return None if state.winner == seat else "lost"
    if state.turn_seat != seat:
        return "the turn is over"
    key = what_matters(state)
    if key in seen:
        return None
    seen.add(key)
    if state.question.seat == seat:
        cards = GAME.view(state, seat).unseen_cards(1 - seat) if unseen else None
        wish = sure_win(state, seat, cards) if state.question.kind == "action" else habits.answer(state)
        options = [] if wish is None else [wish]
        if wish is None:
            return f"no win is seen any more: {key}"
    else:
        options = state.question.options
    for option in options:
        following = state.copy()
        following.choose(option)
        if wrong := line_loses(following, seat, unseen, seen):
            return wrong
    return None


@pytest.mark.parametrize("unseen", [False, True], ids=["every card known", "hidden cards unknown"])
def test_a_line_that_is_sure_to_win_wins_whatever_is_blocked_and_countered(unseen):
    rng, sure = Random(3), 0
    for _ in range(250):
        state = small_table(rng).state
        cards = GAME.view(state, P1).unseen_cards(P2) if unseen else None
        if sure_win(state, P1, cards) is not None:
            sure += 1
            assert line_loses(state, P1, unseen, set()) is None
    assert sure > 20


def forced_win(state, seat, seen):
    """Whether attacks and DON!! win through the real rules, by trying everything against everything."""
    if state.lost:
        return state.winner == seat
    if state.turn_seat != seat:
        return False
    key = what_matters(state)
    if key not in seen:
        options = state.question.options
        mine = state.question.seat == seat
        if mine and state.question.kind == "action":
            leader = state.sides[1 - seat].leader.id
            options = [option for option in options if option[0] == "give" or option[2:] == (leader,)]
        after = []
        seen[key] = False
        for option in options:
            following = state.copy()
            following.choose(option)
            after.append(forced_win(following, seat, seen))
            if after[-1] == mine:
                break
        seen[key] = any(after) if mine else all(after)
    return seen[key]


def test_a_win_that_there_is_on_the_table_is_seen_and_no_other():
    """Where the attacker knows every card: both directions, through the real rules."""
    rng, counted = Random(4), Counter()
    for _ in range(60):
        state = small_table(rng).state
        if state.sides[P1].active > 2:
            continue
        truth = forced_win(state, P1, {})
        assert (sure_win(state, P1) is not None) == truth, GAME.draw(GAME.view(state, P1))
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 8


LETHAL = {
    "nobody stands before the leader": Table(Half(PLAIN, hand=["ST01-010"], active=4), stripped()),
    "one DON!! more than a counter": Table(
        Half(PLAIN, hand=["ST01-009"], active=2), stripped(hand=[ONE], deck=(NOTHING, ONE))
    ),
    "one Blocker against two attackers": Table(
        Half(PLAIN, ["ST01-010"]), stripped(characters=["ST01-006", Put("ST01-010", rested=True)])
    ),
    "a Life and two attackers": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=1),
        stripped(life=[NOTHING], characters=[Put("ST01-003", rested=True)]),
    ),
    "a Life that counters when it is taken": Table(
        Half(PLAIN, ["ST01-008"], hand=["ST01-003"], active=2), stripped(life=[ONE], deck=(ONE,))
    ),
    "DON!! for the weak": Table(Half(Put(PLAIN, rested=True), ["ST01-003"], hand=["ST01-009"], active=2), stripped()),
    "three attackers, a Life and a Blocker": Table(
        Half(PLAIN, ["ST01-010", "ST01-008"], hand=["ST01-003"], active=1),
        stripped(life=[NOTHING], characters=["ST01-006"]),
    ),
}


@pytest.mark.parametrize("defender", ["first option", "last option", "habit"])
@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("name", list(LETHAL))
def test_hard_and_expert_find_a_win_this_turn(level, name, defender):
    state = LETHAL[name].state
    first = choice(steady(level), state)
    assert first.analysis.reason == "lethal"
    assert "It wins this turn" in first.analysis.because
    while not state.lost and state.turn == 5:
        if state.question.seat == P1:
            option = GAME.options(state)[choice(steady(level), state).option]
        else:
            options = state.question.options
            option = {"first option": options[0], "last option": options[-1], "habit": habits.answer(state)}[defender]
        state = GAME.play(state, option)
    assert state.winner == P1


def claims(state, level="hard"):
    return choice(steady(level), state).analysis.reason == "lethal"


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("counter", [ONE, TWO, "ST01-014"], ids=["1000", "2000", "an event"])
def test_no_win_is_claimed_that_one_card_could_prevent(level, counter):
    """The same but for one card, which the defender may hold or not."""
    for hidden, expected in ((counter, False), (NOTHING, True)):
        for hand, deck in (([NOTHING], (NOTHING, hidden)), ([hidden], (NOTHING, NOTHING))):
            state = Table(Half(PLAIN), stripped(hand=hand, deck=deck, active=1)).state
            assert claims(state, level) is expected


def test_an_event_that_cannot_be_paid_prevents_nothing():
    assert claims(Table(Half(PLAIN), stripped(hand=["ST01-014"], active=0)).state)


def test_no_win_is_claimed_on_the_first_turns():
    for turn in (1, 2):
        assert sure_win(Table(Half(PLAIN, hand=[ONE], active=1), stripped(), turn=turn).state, P1, []) is None


def test_no_win_is_claimed_that_weakening_the_attacker_prevents():
    """Narikabura Arrow takes 3000 from the attacker, instead of giving power to the one attacked."""
    state = Table(Half(PLAIN), stripped(hand=["ST09-014"], active=1, leader="ST09-001")).state
    after = GAME.play(state, ("attack", P1, P2))
    assert any("Narikabura" in option for option in GAME.options(after))
    assert not claims(state)


def test_no_win_is_claimed_that_returning_the_attacker_prevents():
    """Thrust Pad Cannon returns a character of cost 3 or less to hand, also the one that attacks."""
    mine = Half(Put(PLAIN, rested=True), ["ST01-008"])
    state = Table(mine, stripped(hand=["ST03-016"], active=2, leader="ST03-001")).state
    assert not claims(state)


def test_no_win_is_claimed_over_a_leader_that_grows_as_life_is_lost():
    """Yamato has 1000 more in the opponent's turn with two Life or less and a DON!!."""
    theirs = stripped(life=[NOTHING] * 3, leader=Put("ST09-001", given=1))
    mine = Half(PLAIN, ["ST01-008"] * 3)
    state = Table(mine, theirs).state
    assert sure_win(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
    assert not claims(state)


def test_a_life_card_that_was_looked_at_counts_as_a_counter():
    """It is not among the cards that are unseen, but it comes to hand all the same."""
    state = Table(Half(PLAIN, ["ST01-008"]), stripped(life=[TWO])).state
    assert not claims(state)
    state.sides[P2].life = [entry | KNOWN[P1] for entry in state.sides[P2].life]
    assert not claims(state)


def test_no_win_is_claimed_that_a_blocker_from_life_prevents():
    """Boa Hancock's Trigger plays her, and she blocks the second attack."""
    state = Table(Half(PLAIN, ["ST08-010"]), stripped(life=["ST03-013"], leader="ST03-001")).state
    played = Table()
    played.state = GAME.play(state, ("attack", P1, P2))
    played.do("use the Trigger", "attack leader with Monkey.D.Garp")
    assert "block with Boa Hancock" in played.options
    assert not claims(state)


def test_a_threat_is_seen():
    attackers = Half(PLAIN, ["ST01-010"], active=2)
    state = Table(stripped(), attackers).state
    assert lethal.threatened(state, P1)
    assert not lethal.threatened(Table(stripped(life=[NOTHING] * 5), attackers).state, P1)
    held = Table(stripped(hand=[TWO] * 4), Half(PLAIN, active=0, rested=0)).state
    assert not lethal.threatened(held, P1)


# ---------------------------------------------------------------------- nothing stops a game


@pytest.mark.req("OP-11")
@pytest.mark.parametrize("kind", ["DecisionError", "EvaluationError", "TimeoutError", "InvalidActionError"])
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
    assert sure_win(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
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
    for number, (first, second) in enumerate([("easy", "medium"), ("medium", "easy"), ("easy", "easy")]):
        played(first, second, (DECKS[3 * number], DECKS[3 * number + 1]), seed=number)


@pytest.mark.req("OP-13")
def test_the_same_seed_plays_the_same_game():
    one, two = (played("easy", "easy", ("ST01", "ST06"), seed=11) for _ in range(2))
    assert (one.winner, one.reason) == (two.winner, two.reason)


@pytest.mark.req("OP-6")
@pytest.mark.parametrize(("won", "worth"), [(1, ENDED / 4), (3, 3 * ENDED / 4), (4, WON)])
def test_a_win_in_some_of_the_imagined_games_does_not_outweigh_all_others(won, worth, monkeypatch):
    state = next(each for each in habit_positions() if each.question.kind == "action")
    seat, follow, number = state.question.seat, scorer.imagined, count()

    def imagined(world, option, until):
        after = follow(world, option, until)
        if next(number) % 4 < won:
            after.lost = 2 - seat
        return after

    monkeypatch.setattr(scorer, "imagined", imagined)
    ends = [dict(judged.parts).get("end") for judged in choice("hard", state).analysis.options]
    assert {end for end in ends if end is not None} == {worth}


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.req("OP-13", "ALL-2")
def test_five_hundred_games_over_all_decks_end_without_an_illegal_answer_or_a_fallback():
    names = ["easy", "medium", "hard", "expert:time=none,nodes=20"]
    rng, pairs = Random(1), list(product(DECKS, DECKS))
    for number in range(500):
        first, second = rng.choice(names), rng.choice(names)
        played(first, second, pairs[number % len(pairs)], seed=number)


# ---------------------------------------------------------------------- a second process


@pytest.fixture
def second():
    yield SECOND
    SECOND.close()


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
