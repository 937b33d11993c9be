"""What an analysis says: every option judged, the reason in a sentence, the expected turn."""

import json
from random import Random

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.minds import deeds, factors, odds
from sparring.games.onepiece.minds.lethal import winning_attack
from sparring.games.onepiece.minds.scorer import HOPELESS
from sparring.match.table import Table as MatchTable
from sparring.terminal.main import main
from support.onepiece_players import LEVELS, NOTHING, PLAIN, TWO, choice, steady, stripped
from support.onepiece_positions import habit_positions, varied_positions
from support.onepiece_table import GAME, P1, P2, Half, Table

EVALUATORS = {"play": "play card", "attack": "attack", "give": "give DON!!", "activate": "activate effect"}
"""The names of the evaluators of OP-10, by the kind of the option: their scores are no terms of the sum."""


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
        assert ". " not in found.because.replace("Mr. ", "").replace("Dr. ", "")


@pytest.mark.req("ALL-9", "OP-4")
def test_expert_shows_the_factors_and_the_turn_that_it_expects():
    states = [state for state in habit_positions() if state.question.kind == "action"][:4]
    longest = 0
    for state in states:
        found = choice("expert:time=none,nodes=120", state).analysis
        for judged in found.options:
            low, high = (100 * odds.FITTED.chance(each, state.turn, True) for each in (0.005, 0.995))
            ends = judged.outcome == "win" or judged.score <= low + 0.01 or judged.score >= high - 0.01
            assert ends or set(dict(judged.parts)) >= set(factors.FACTORS), judged
            assert judged.line[0] == judged.option
            longest = max(longest, len(judged.line))
    assert longest > 3


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_the_expected_turn_can_be_played(level):
    """Each step is an option, until the other player has something to decide."""
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


def test_options_that_were_not_tried_are_marked_as_such():
    state = next(state for state in habit_positions() if len(state.question.options) > 4)
    found = choice("expert:time=none,nodes=1", state).analysis
    left_out = [judged for judged in found.options if dict(judged.parts) in ({"not tried": 0.0}, {"pointless": 0.0})]
    assert len(left_out) == len(found.options) - 1
    assert all(judged.chance == 0 for judged in left_out)


@pytest.mark.req("ALL-9")
def test_the_reason_is_about_the_option_that_is_chosen():
    """Chance picks among equally good options, so the reason must follow the pick."""
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
            if judged.score == HOPELESS or (judged.outcome == "win" and not {*factors.FACTORS} & {*dict(judged.parts)}):
                continue  # left out as pointless, or a sure win: neither is simulated
            parts = dict(judged.parts)
            assert set(parts) >= set(factors.FACTORS)
            parts = {name: part for name, part in parts.items() if name not in EVALUATORS.values()}
            assert sum(parts.values()) == pytest.approx(judged.score, abs=0.05), (judged, state.turn)
            added += 1
    assert added > 40


@pytest.mark.req("OP-10")
@pytest.mark.parametrize("level", LEVELS)
def test_each_kind_of_action_has_the_score_of_its_own_evaluator(level):
    kinds = set()
    for state in habit_positions():
        if state.question.kind != "action":
            continue
        found, options = choice(steady(level, nodes=40), state).analysis, GAME.options(state)
        for judged in found.options:
            kind = options[judged.option].kind
            named = set(dict(judged.parts)) & set(EVALUATORS.values())
            if judged.outcome != "win" and not {"not tried", "pointless"} & set(dict(judged.parts)):
                assert named == ({EVALUATORS[kind]} if kind in EVALUATORS else set()), judged
                kinds.add(kind)
    assert kinds >= set(EVALUATORS)


@pytest.mark.req("ALL-9")
@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_likely_win_is_not_called_sure(level):
    """Two attackers without DON!! against Life 0, a Blocker and perhaps two counters: a win is likely, but not sure."""
    theirs = stripped(characters=["ST01-006"], hand=[NOTHING] * 2, deck=(NOTHING,) * 20 + (TWO,) * 2)
    state = Table(Half(PLAIN, ["ST01-008"] * 2), theirs).state
    assert winning_attack(state, P1, GAME.view(state, P1).unseen_cards(P2)) is None
    for seed in range(3):
        found = choice(steady(level), state, seed=seed).analysis
        assert "whatever the opponent blocks and counters with" not in found.because


@pytest.mark.req("ALL-9")
def test_the_analysis_of_a_record_is_json_with_every_option(tmp_path, capsys):
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
