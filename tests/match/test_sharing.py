"""Sharing the last seeds of Oware: an offer of the match, which opponents make and accept when it is right."""

import asyncio
from random import Random

import pytest

import sparring
from sparring.match import DecisionAsked, Match, MatchOver, MoveMade, OfferDeclined, OfferMade, Person
from sparring.match.table import Table, decision_at
from sparring.rules import Choice, Offer, OfferKind, SparringError
from support import naive_oware as naive
from support.faults.all_faults import Faulty
from support.ready import ready_opponent

GAME = sparring.game("oware")
EVEN = "FaAfEeFfBdCcDbAfDeBfFdEaCeFdAfEeFfDbFcEdCe"
"""Moves until seven seeds go round; shared, it is a draw, but south can win."""

AHEAD = "EfFdDeFcCbBaAfFcAdBeCf"
"""Moves until five seeds go round; with best play and shared, north wins."""

DRAWN = "FfEeFfDdFfEeFfCbAcCfFeEfFaDeEfBfFaEcFdDbEfFcBeBfCdDfEeAf"
"""Moves until three seeds go round; with best play and shared, it is a draw."""

SHARE = OfferKind.SHARE


def quiet(position):
    """A house that captures nothing, if there is one."""
    options = GAME.options(position)
    return next((name for name, move in options.items() if GAME.play(position, move).past), next(iter(options)))


def followed(players, opening, answer, **settings):
    """The events of a match in which `answer(match, event)` speaks for the people."""
    match, events = Match(GAME, players, opening=opening, **settings), []
    for event in match.follow():
        events.append(event)
        answer(match, event)
        if len(events) > 200:
            match.stop()
            break
    return match, events


def test_what_is_left_is_shared_by_rows_and_only_when_little_is_left():
    table = Table(GAME)
    with pytest.raises(SparringError, match="too early to share"):
        table.offer(Offer(SHARE, 0))
    for move in EVEN:
        table.choose(move)
    board = naive.read(GAME.position_text(table.position))
    rows = [captured + naive.row(board, side) for side, captured in enumerate(board.captured)]
    assert sum(rows) == 48
    table.offer(Offer(SHARE, 0))
    table.accept(SHARE, 1)
    assert table.outcome is not None
    assert table.outcome.reason.startswith(f"shared by agreement: {rows[0]} to {rows[1]}")
    assert table.outcome.winner == (None if rows[0] == rows[1] else rows.index(max(rows)))


def test_a_person_offers_and_the_opponent_accepts():
    person = Person()

    def offer_once(match, event):
        if isinstance(event, DecisionAsked) and event.decision.seat == 0:
            match.offer(Offer(SHARE, 0))

    rival = ready_opponent(GAME, "master:nodes=3000,time=none")
    match, events = followed([person, rival], EVEN, offer_once, time_limit=[None, 60])
    assert [type(event) for event in events[-2:]] == [OfferMade, MatchOver]
    assert match.result.winner is None
    assert str(match.record).splitlines()[-1] == "! agree share 0"
    assert Table.of_record(GAME, match.record).outcome == match.table.outcome


def test_a_player_that_knows_nothing_of_offers_declines_and_the_decision_is_asked_again():
    person, offered = Person(), []
    refuses = Faulty("refuses", lambda decision: decision.options[0])

    def offer_then_resign(match, event):
        if isinstance(event, DecisionAsked) and event.decision.seat == 0:
            if offered:
                match.resign(0)
            else:
                offered.append(event.decision)
                match.offer(Offer(SHARE, 0))

    _, events = followed([person, refuses], EVEN, offer_then_resign, time_limit=[None, 60])
    kinds = [type(event) for event in events]
    assert kinds[kinds.index(OfferMade) + 1] is OfferDeclined
    asked = [event.decision for event in events if isinstance(event, DecisionAsked)]
    assert asked[0] == asked[1] == offered[0]


@pytest.mark.parametrize("accepts", [True, False])
def test_an_opponent_offers_with_its_move_and_a_person_accepts_or_plays_on(accepts):
    person, opening = Person(), AHEAD[:-1]
    script = Faulty("offers", lambda decision: Choice(quiet(decision.view), offer=SHARE))

    def answer(match, event):
        if isinstance(event, DecisionAsked) and event.decision.seat == 0:
            if accepts:
                match.accept(SHARE, 0)
            elif len(match.table.choices) > len(opening) + 2:
                match.resign(0)
            else:
                person.answer(quiet(event.decision.view))

    match, events = followed([person, script], opening, answer, time_limit=[None, 60])
    assert sum(isinstance(event, OfferMade) for event in events) == (1 if accepts else 2)
    ending = match.table.outcome.reason
    assert ending.startswith("shared by agreement") if accepts else ending == "resignation"


@pytest.mark.req("OW-8")
def test_master_accepts_exactly_what_is_no_worse_than_its_best_play():
    """On boards of which the tables know the result, with the naive count of what sharing brings."""
    master, rng, asked, accepted = ready_opponent(GAME, "master:nodes=2000,time=none"), Random(2), 0, 0
    for _ in range(45):
        board = naive.random_board(rng, rng.randrange(2, 7))
        rows = [captured + naive.row(board, side) for side, captured in enumerate(board.captured)]
        shared = (rows[board.side] > rows[1 - board.side]) - (rows[board.side] < rows[1 - board.side])
        decision = decision_at(GAME, GAME.read_position(naive.text(board)), seed=asked)
        found = master.brain.judge(decision)
        best = found[found.best].outcome
        if best is None:
            continue
        asked += 1
        worth = {"win": 1, "draw": 0, "loss": -1}[best]
        assert master.accepts(Offer(SHARE, 1 - board.side), decision) == (shared >= worth), naive.text(board)
        assert master.accepts(Offer(SHARE, board.side), decision) == (-shared >= -worth), naive.text(board)
        accepted += shared >= worth
    assert asked > 12
    assert 3 < accepted < asked


@pytest.mark.parametrize("opening", [AHEAD, DRAWN])
def test_two_opponents_agree_to_share_where_playing_on_brings_the_same(opening):
    """The tables know how both openings end, and sharing ends them in the same way."""
    players = [ready_opponent(GAME, "master:nodes=3000,time=none") for _ in range(2)]
    match = Match(GAME, players, opening=opening[:-1], seed=3)
    result = asyncio.run(match.run())
    assert result.reason.startswith("shared by agreement")
    assert result.winner == (1 if opening == AHEAD else None)
    assert len(match.table.choices) <= len(opening) + 2


def test_an_opponent_does_not_offer_again_what_was_declined():
    master = ready_opponent(GAME, "master:nodes=3000,time=none")
    other = Faulty("plays on", lambda decision: quiet(decision.view))
    match = Match(GAME, [other, master], opening=AHEAD[:-1], seed=3)
    events = []
    match.listen(events.append)
    asyncio.run(match.run())
    assert sum(isinstance(event, OfferMade) for event in events) == 1
    assert sum(isinstance(event, MoveMade) for event in events) > 4


def test_nobody_offers_while_there_is_something_to_win():
    players = [ready_opponent(GAME, "intermediate") for _ in range(2)]
    match = Match(GAME, players, seed=1)
    events = []
    match.listen(events.append)
    asyncio.run(match.run())
    moves = [event.position for event in events if isinstance(event, MoveMade)]
    assert len(moves) > 20
    for at, event in enumerate(events):
        if isinstance(event, OfferMade):
            assert GAME.worth_sharing(events[at - 1].position)
