"""Questions that cannot matter answer themselves, and a turn is watched at a pace that tells nothing."""

from dataclasses import replace
from random import Random

import pytest

import sparring
from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.rules.events import Compared, GaveDon
from sparring.games.onepiece.rules.options import NO_BLOCK, NO_COUNTER, option_text
from sparring.games.onepiece.rules.settled import settled
from sparring.match.pace import LONGEST_PACE, TURN, Turns, seconds_to_watch, turn_of, weight
from sparring.match.table import Table as Match
from sparring.rules import Chosen, Record
from sparring.server.live import LiveMatch
from sparring.server.shown import event_for
from sparring.server.stored import Logged, Stored
from support.naive_onepiece import reshuffled
from support.onepiece_random_games import PAIRS, begin, random_game, seen_by_mark
from support.onepiece_table import GAME

GAMES = [(first, second, seed) for seed, (first, second) in enumerate(Random(3).sample(PAIRS, 14))]
GAMES += [("ST01", "ST01", 50), ("ST04", "ST05", 51), ("ST01", "ST08", 52), ("ST06", "ST01", 53)]


def settled_positions():
    """Positions of random games in which a question is settled, with its answer."""
    for first, second, seed in GAMES:
        for state, _ in random_game(begin(first, second, seed), Random(seed)):
            answer = None if state.question is None else settled(state)
            if answer is not None:
                yield state, answer


def battle_result(state, option):
    """Whether the attack succeeds, and everything on both fields, if an option is chosen and then nothing more."""
    told = []
    state = GAME.play(state, option)
    told += state.told
    while state.battle is not None and state.question is not None and state.question.kind in ("counter", "blocker"):
        state = GAME.play(state, NO_COUNTER if NO_COUNTER in state.question.options else NO_BLOCK)
        told += state.told
    compared = [(event.power >= event.target_power) for event in told if isinstance(event, Compared)]
    fields = [(len(side.life), [unit.code for unit in side.characters], side.don_on_field) for side in state.sides]
    return compared[:1], fields


@pytest.mark.req("ALL-14")
def test_whatever_is_chosen_instead_of_a_settled_answer_changes_nothing_but_what_it_costs():
    kinds = set()
    for state, answer in settled_positions():
        kinds.add(state.question.kind)
        without = battle_result(state, answer)
        for option in state.question.options:
            if state.question.kind == "counter" and option.kind == "counter":
                assert battle_result(state, option)[0] == without[0]
                assert battle_result(state, option)[1] == without[1]
    assert "counter" in kinds


@pytest.mark.req("ALL-14")
def test_whether_a_question_is_settled_depends_on_nothing_that_either_seat_cannot_see():
    asked = answered = 0
    rng = Random(1)
    for first, second, seed in GAMES[:6]:
        for state, _ in random_game(begin(first, second, seed), Random(seed)):
            if state.question is None or state.question.kind not in ("counter", "blocker"):
                continue
            answer = settled(state)
            asked, answered = asked + 1, answered + (answer is not None)
            for seat in (0, 1):
                other = reshuffled(state, seat, seen_by_mark(seat), rng)
                assert settled(other) == answer
    assert answered > 5
    assert asked > answered


def settled_match(seed):
    """A match by random choices until a question answers itself; None if none does."""
    table, rng = Match(sparring.game("onepiece:deck1=ST01,deck2=ST01"), seed), Random(seed)
    while table.outcome is None and len(table.choices) < 400:
        if not all(table.asked):
            return table
        table.choose(rng.choice(table.decision().options))
    return None


@pytest.fixture(scope="module")
def table():
    return next(found for seed in range(40) if (found := settled_match(seed)))


def test_a_settled_answer_is_recorded_as_any_choice_and_replays(table):
    record = Record.parse(str(table.record()))
    assert len(record.choices()) == len(table.choices) > table.number
    again = Match.of_record(table.game, record)
    assert again.position == table.position
    assert again.asked == table.asked
    assert again.number == table.number


def test_a_record_of_the_first_version_is_replayed_with_every_question_asked(table):
    old = replace(table.record(), rules=1)
    again = Match.of_record(table.game, old)
    assert again.position.key() == table.position.key()
    assert all(again.asked)
    at = table.asked.index(False)
    begun = replace(old, entries=tuple(entry for entry in old.entries if isinstance(entry, Chosen))[:at])
    assert Match.of_record(table.game, begun).decision().kind in ("counter", "blocker")
    assert Match.of_record(table.game, replace(begun, rules=2)).position.key() == table.positions[at + 1].key()


def test_taking_back_goes_to_the_last_decision_that_was_asked(table):
    again = Match.of_record(table.game, table.record())
    at = again.asked.index(False)
    seat = again.choices[at - 1].seat
    for _ in range(len(again.choices) - at - 1):
        again.take_back(1)
    count = again.choices_to_take_back(seat)
    assert again.asked_among_last(count) == 1
    again.take_back(count)
    assert again.position == table.positions[at - 1]


@pytest.mark.req("ALL-14")
def test_the_other_seat_sees_the_same_events_whether_a_question_answered_itself_or_was_never_asked(table):
    """The two worlds differ in the defender's hand alone: in one of them it holds nothing more to counter with."""
    at = table.asked.index(False)
    defender, option = table.choices[at].seat, table.choices[at - 1].option
    before = table.positions[at - 1]
    other = before.copy(telling=True)
    other.told = list(before.told)
    side = other.sides[defender]
    used = next((card for card in map(other.card, side.hand) if card.name in option), None)
    spare = [
        entry for entry in side.deck if not other.card(entry).counter and other.card(entry).category == "character"
    ]
    for place, entry in enumerate(side.hand):
        if other.card(entry) is used:
            used = None
            continue
        if (other.card(entry).counter or other.card(entry).timed("counter")) and spare:
            side.deck[side.deck.index(spare[0])], side.hand[place] = entry, spare[0]
            spare.pop(0)

    def seen(position):
        twin = Match(table.game, table.seed)
        twin.positions, twin.choices, twin.asked = [position], [], []
        step = twin.preview(option)
        twin.make(step)
        view = table.game.view(twin.position, 1 - defender)
        return (
            step.seen[1 - defender],
            table.game.news(view),
            view.battle,
            twin.number,
            weight(table.game, defender, position, step.end),
        )

    assert seen(before) == seen(other)


def test_a_match_on_a_server_tells_one_event_for_a_choice_and_what_answers_itself(table):
    game = table.game
    stored = Stored("a-match", game.name, game.version, table.seed, ("human", "human"), False)
    asked = [chosen for chosen, was_asked in zip(table.choices, table.asked, strict=True) if was_asked]
    live = LiveMatch.replayed(game, stored, [Logged(str(chosen)) for chosen in asked])
    assert live.table.position == table.position
    told = [event_for(live, event, 0) for event in live.events]
    assert sum(event["event"] == "move_made" for event in told) == len(asked) == live.table.number


# ---------------------------------------------------------------------- pace


def test_several_don_are_given_in_one_beat_and_the_end_of_a_turn_takes_no_time():
    state = begin("ST01", "ST02", 4)
    rng, weights = Random(4), {"first": [], "more": [], "end": [], "other": []}
    for _ in range(600):
        if state.question is None:
            break
        gives = [option for option in state.question.options if option.kind == "give"]
        option = rng.choice(gives) if gives and rng.random() < 0.6 else rng.choice(state.question.options)
        after, seat = GAME.play(state, option), state.question.seat
        if state.question.kind == "action" and after.question is not None:
            kind = "end" if option.kind == "end turn" else "other" if option.kind != "give" else "first"
            kind = "more" if kind == "first" and any(isinstance(event, GaveDon) for event in state.told) else kind
            kind = "end" if after.turn > state.turn else kind  # nothing else could be done
            weights[kind].append(weight(GAME, seat, state, after))
        state = after
    assert set(weights["more"]) == {0.0}
    assert set(weights["first"]) == {1.0}
    assert set(weights["end"]) == {0.0}
    assert set(weights["other"]) <= {0.0, 1.0}
    assert 1.0 in weights["other"]


@pytest.mark.req("OP-3", "ALL-8")
@pytest.mark.parametrize("name", sorted(sparring.catalogue("onepiece").entries))
def test_a_turn_of_sixteen_weighty_decisions_is_watched_in_twelve_seconds(name):
    """Even if every decision has its full weight, and the opponent really thinks as long as it may."""
    opponent = sparring.opponent("onepiece", name)
    character, rng, turns, watched = opponent.character, Random(2), Turns(), 0.0
    for _ in range(16):
        left = turns.left_for(0, turn=1)
        thought = min(character.time or 0.0, left)
        pace = rng.uniform(character.pace_min, character.pace_max)
        seconds = max(thought, seconds_to_watch(pace, 1.0, left))
        turns.add(0, 1, seconds)
        turns.add(1, 1, 5.0)  # the other side answers meanwhile
        watched += seconds
    assert watched <= TURN


@pytest.mark.req("OP-3", "ALL-8")
def test_each_turn_has_its_own_time():
    """Also where nobody tells how long the other side takes, as with a person on the page."""
    table, turns = Match(GAME, 3), Turns()
    numbers = []
    while table.outcome is None and len(numbers) < 4:
        turn, seat = turn_of(table), GAME.to_move(table.position)
        if table.position.question.kind == "action" and seat == 0 and turn not in numbers:
            assert turns.left_for(seat, turn) == LONGEST_PACE
            turns.add(seat, turn, TURN)
            assert turns.left_for(seat, turn) == 0.0
            numbers.append(turn)
        table.choose(option_text(table.position, habits.answer(table.position)))
    assert len(numbers) == 4


def test_where_sides_only_take_turns_each_run_of_choices_is_one():
    table = Match(sparring.game("connect4"), 1)
    numbers = []
    for column in ["4", "4", "4"]:
        numbers.append(turn_of(table))
        table.choose(column)
    assert numbers == [0, 1, 2]


@pytest.mark.req("ALL-14")
def test_the_pace_of_an_opponent_does_not_depend_on_what_it_holds():
    """With the same view for the other seat, an opponent wants to seem to think for the same time."""
    opponent, rng, compared = sparring.opponent("onepiece", "easy"), Random(7), 0
    for state, _ in random_game(begin("ST01", "ST02", 7), Random(7)):
        if state.question is None or compared > 12 or rng.random() < 0.7:
            continue
        seat = state.question.seat
        other = reshuffled(state, 1 - seat, seen_by_mark(1 - seat), rng)
        if other.question is None or other.question.kind != state.question.kind:
            continue
        paces = {
            opponent.decide(sparring.match.table.decision_at(GAME, each, seed=3, number=compared)).pace
            for each in (state, other)
        }
        assert len(paces) == 1
        compared += 1
    assert compared > 5
