"""A seat is not shown what it may not see, and its answers do not depend on it."""

import asyncio
import pickle
from random import Random
from typing import Any

import pytest

from sparring.brains.brain import Whim
from sparring.brains.minimax import Minimax
from sparring.brains.rulelist import RuleList
from sparring.match import DecisionAsked
from sparring.match.table import decision_at
from sparring.opponents import opponent
from sparring.opponents.opponent import Character, Opponent
from sparring.rules import Choice, Decision
from support.faults.all_faults import Faulty
from support.small_games import Hands, Honest, Secrets, Seen, moves_of, play, secret


def opponents() -> list[Opponent]:
    game = Secrets()
    return [
        opponent(game, "random"),
        opponent(game, "minimax:depth=2"),
        opponent(game, "minimax:depth=2,pruning=off"),
        Opponent(game, "whimsical", Whim(game), Character(randomness=0.5)),
        Opponent(game, "deep and whimsical", Minimax(game, depth=1), Character(randomness=0.5)),
        Opponent(game, "rules", RuleList(game, ["win", "block"])),
    ]


def contains(thing: Any, text: str) -> bool:
    """True if a text occurs in an object, as it is printed or as it is pickled."""
    return text in repr(thing) or text.encode() in pickle.dumps(thing)


@pytest.mark.req("ALL-2", "ALL-14")
def test_no_decision_contains_the_secret_of_the_other_seat() -> None:
    game, players = Secrets((secret(), secret())), [Honest(), Honest()]
    _, events = play(game, players, seed=2)
    told = [event.decision for event in events if isinstance(event, DecisionAsked)]
    for decision in [*told, *players[0].asked, *players[1].asked]:
        assert isinstance(decision.view, Seen)
        assert game.held is not None
        assert contains(decision, game.held[decision.seat])
        assert not contains(decision, game.held[1 - decision.seat])


@pytest.mark.req("ALL-14")
def test_no_decision_contains_the_seed_of_the_match() -> None:
    """With the seed, a player could deal the hidden cards again."""
    seed = 987654321987654321
    players = [Honest(), Honest()]
    play(Secrets(), players, seed=seed)
    for decision in players[0].asked + players[1].asked:
        assert decision.seed != seed
        assert not contains(decision, str(seed))


@pytest.mark.req("ALL-14")
@pytest.mark.parametrize("who", opponents(), ids=lambda who: who.name)
def test_an_answer_does_not_depend_on_what_is_hidden(who: Opponent) -> None:
    game, rng, compared = Secrets(), Random(1), 0
    for number in range(12):
        position = Hands((secret(), secret()))
        for _ in range(rng.randrange(5)):
            guesses = (*position.guesses, rng.choice(game.moves(position)))
            position = Hands(position.held, guesses)
        if game.outcome(position) is not None:
            continue
        others = [_with_another_secret(position, 1 - game.to_move(position)) for _ in range(4)]
        assert len({_answer(game, who, other, number) for other in others}) == 1
        compared += 1
    assert compared


def _with_another_secret(position: Hands, seat: int) -> Hands:
    # With another first digit, the guesses so far could have ended the game.
    other = position.held[seat][0] + secret()[1:]
    return Hands((other, position.held[1]) if seat == 0 else (position.held[0], other), position.guesses)


def _answer(game: Secrets, who: Opponent, position: Hands, number: int) -> Choice:
    decision = decision_at(game, position, seed=5, number=number)
    choice = asyncio.run(who.choose(decision))
    assert choice.option in decision.options
    return choice


@pytest.mark.req("ALL-6", "ALL-14")
@pytest.mark.parametrize("who", opponents(), ids=lambda who: who.name)
def test_answers_are_the_same_until_the_seat_can_see_a_difference(who: Opponent) -> None:
    def first_answers(others_secret: str) -> list[Any]:
        game = Secrets(("7777777777777777", others_secret))
        fixed = Faulty("fixed", lambda decision: "0")
        _, events = play(game, [who, fixed], seed=3)
        return [(move.option, move.remark, move.analysis) for move in moves_of(events, 0)]

    answers = [first_answers(digit + secret()[1:]) for digit in "37bf"]
    shortest = min(len(answer) for answer in answers)
    assert all(answer[:shortest] == answers[0][:shortest] for answer in answers)


@pytest.mark.req("ALL-14")
def test_the_report_of_a_fault_does_not_contain_the_secret_of_the_other_seat(caplog: pytest.LogCaptureFixture) -> None:
    def looks_around(decision: Decision) -> str:
        raise ValueError(repr(decision.view))

    game = Secrets((secret(), secret()))
    match, _ = play(game, [Faulty("looks around", looks_around), Honest()])
    assert match.result.problems["raised"] > 0
    assert game.held is not None
    assert game.held[0] in caplog.text
    assert game.held[1] not in caplog.text
