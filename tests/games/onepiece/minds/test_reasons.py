"""Reasons in the game's words: each clause is true, and belongs to the option that is played."""

from collections import Counter
from random import Random

import pytest

from sparring.games.onepiece.minds import habits, trials
from sparring.games.onepiece.minds.reasons import reason
from sparring.games.onepiece.minds.seen import Seen
from sparring.match.table import decision_at
from support.naive_reasons import Reader, clauses
from support.onepiece_players import choice, steady
from support.onepiece_positions import habit_positions, random_positions
from support.onepiece_puzzles import CHOPPER, FRANKY, GARP, KAROO, LIFE, ONE, PLAIN, ROBIN, TIRED, VIVI, attacked, bare
from support.onepiece_puzzles import rested as lying
from support.onepiece_random_games import begin
from support.onepiece_table import GAME, Half, Put, Table

HANDS = 12
"""Games that expert imagines for its reasons."""


def seen_at(state, seed=1):
    """What the seat to decide sees, with the games that it imagines."""
    view = GAME.view(state, state.question.seat)
    return Seen(view, [trials.imagined_game(view, seed, number) for number in range(HANDS)])


def reason_of(table, option):
    return reason(seen_at(table.state), GAME.options(table.state)[option])


def played(games, share=0.2):
    """Positions of games that are played by habit, with a random choice now and then."""
    for seed in range(games):
        rng = Random(seed)
        state = begin(f"ST0{1 + seed % 9}", f"ST0{1 + (5 * seed + 3) % 9}", seed)
        while state.question is not None:
            if state.question.kind != "mulligan" and rng.random() < 0.25:
                yield state
            options = state.question.options
            state = GAME.play(state, rng.choice(options) if rng.random() < share else habits.answer(state))


@pytest.mark.req("ALL-9")
def test_every_clause_about_every_option_is_true():
    said, decisions = Counter(), 0
    for state in (*played(4), *random_positions()):
        if state.question.kind == "mulligan":
            continue
        seen = seen_at(state)
        reader = Reader(state, seen.worlds)
        decisions += 1
        for text, option in GAME.options(state).items():
            told = reason(seen, option)
            reader.check_reason(text, told)
            said.update(clause.split()[0] for clause in clauses(told))
    assert decisions > 100
    assert len(said) > 20, said


@pytest.mark.slow
@pytest.mark.req("ALL-9")
def test_every_clause_is_true_in_many_games():
    for state in played(60):
        seen = seen_at(state)
        reader = Reader(state, seen.worlds)
        for text, option in GAME.options(state).items():
            reader.check_reason(text, reason(seen, option))


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_the_sentence_names_true_reasons_and_the_alternative(level):
    with_reason = with_alternative = count = 0
    for seed, state in enumerate(habit_positions(games=3, every=11)):
        found = choice(steady(level), state, seed=seed).analysis
        decision = decision_at(GAME, state, seed=seed)
        hands = [trials.imagined_game(decision.view, decision.seed, number) for number in range(HANDS)]
        Reader(state, hands).check_sentence(found)
        count += 1
        with_reason += bool(found[found.best].because)
        with_alternative += " with " in found.because or "tie" in found.because
        assert "turns tried out" not in found.because
    assert with_reason > 0.8 * count
    assert with_alternative > 0.7 * count


@pytest.mark.req("ALL-9", "OP-3")
def test_a_slip_is_explained_by_what_was_played():
    slips = 0
    for seed, state in enumerate(habit_positions(games=3, every=5)):
        if state.question.kind == "mulligan":
            continue
        found = choice("easy:randomness=1", state, seed=seed)
        told, judged = found.analysis.why(found.option), found.analysis[found.option]
        if found.option == found.analysis.best or not judged.because:
            continue
        slips += 1
        assert told.lower().startswith(judged.because.lower())
        assert repr(found.analysis.best) in told
        Reader(state).check_reason(found.option, judged.because)
    assert slips > 10


# ---------------------------------------------------------------------- what is said, and what is not


STURDY = bare(life=LIFE, characters=lying(ROBIN))
"""A defender whose hidden cards have no counter."""


@pytest.mark.parametrize(
    ("table", "option", "clause"),
    [
        (Table(Half(PLAIN, [GARP]), STURDY), "attack Nico Robin with Monkey.D.Garp", "clears Nico Robin"),
        (
            Table(Half(PLAIN, [GARP]), STURDY),
            "attack Nico Robin with Monkey.D.Garp",
            "the opponent cannot counter 7000 power",
        ),
        (Table(Half(PLAIN, [GARP]), STURDY), "attack leader with Monkey.D.Garp", "takes Life down to 4"),
        (
            Table(Half(PLAIN, [GARP]), bare(hand=[ONE] * 5, life=LIFE)),
            "attack leader with Monkey.D.Garp",
            "countering it takes at least 3 cards",
        ),
        (Table(Half(PLAIN, [KAROO]), STURDY), "attack leader with Karoo", "has 3000 against 5000 and cannot succeed"),
        (
            Table(Half(PLAIN, [VIVI], active=1), STURDY),
            "give DON!! to Nefeltari Vivi",
            "the opponent cannot counter 5000 power",
        ),
        (
            Table(Half(PLAIN, [Put(FRANKY, fresh=True)], active=1), STURDY),
            "give DON!! to Franky",
            "strengthens Franky, who cannot attack this turn",
        ),
        (
            attacked(Half(PLAIN), bare(hand=[VIVI], life=LIFE), "attack leader with leader"),
            "no counter",
            "keeps Nefeltari Vivi to counter with",
        ),
        (
            attacked(Half(PLAIN), bare(hand=[VIVI, KAROO]), "attack leader with leader"),
            "counter with Karoo for leader",
            "with no Life left, the attack would win",
        ),
        (
            Table(Half(TIRED, hand=[CHOPPER], active=1), STURDY),
            "play Tony Tony.Chopper",
            "brings a Blocker with 1000 power",
        ),
        (
            Table(Half("ST01-001", hand=["ST01-016"], active=1), bare(life=LIFE, characters=[CHOPPER])),
            "play Diable Jambe",
            "can let its own leader past the Blockers",
        ),
        (Table(Half(TIRED, hand=[KAROO], active=1), STURDY), "end turn", "leaves 1 DON!! unused and Karoo in hand"),
        (Table(Half(PLAIN), STURDY), "end turn", "leaves an attack by its own leader unused"),
    ],
)
def test_a_reason_in_the_words_of_the_game(table, option, clause):
    assert clause in clauses(reason_of(table, option))


@pytest.mark.parametrize("theirs", [bare(hand=[ONE], life=LIFE), bare(life=LIFE, characters=[CHOPPER])])
def test_what_may_be_stopped_is_not_called_sure(theirs):
    table = Table(Half(PLAIN), theirs)
    told = clauses(reason_of(table, "attack leader with leader"))
    assert not any(clause.startswith(("takes", "clears")) for clause in told)


def test_a_tie_is_said_to_be_one():
    """An event K.O.s one of two equal characters: it does not matter which."""
    theirs = bare(life=LIFE, characters=[FRANKY, FRANKY])
    table = Table(Half(TIRED, hand=["ST01-015"], active=4), theirs).do("play Gum-Gum Jet Pistol")
    found = choice(steady("expert"), table.state).analysis
    assert ", a tie with 'opposing Franky #" in found.because
