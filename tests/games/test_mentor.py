"""MentorOrangutan tells the truth: every sentence about every move of every position is checked on the naive board."""

import re
from dataclasses import replace
from functools import cache
from random import Random

import pytest

import sparring
from sparring.match.company import audience_for
from sparring.match.table import Table
from support import naive

pytestmark = pytest.mark.req("TT-7")

GAME = sparring.game("tictactoe")
CELL = "[a-c][1-3]"
LINE = f"{CELL}–{CELL}–{CELL}"
CELLS = f"{CELL}(?:(?:, {CELL})* (?:and|or) {CELL})?"

SENTENCES = {
    "wins": rf"(?P<cell>{CELL}) completes (?P<lines>{LINE}(?:(?:, {LINE})* and {LINE})?) and wins\.",
    "stops": rf"(?P<cell>{CELL}) stops (?P<other>[xo]), who threatened to complete a line there\.",
    "forks": rf"(?:It|(?P<cell>{CELL})) is a fork: (?P<me>[xo]) now threatens (?P<cells>{CELLS}) at once, "
    r"and only one can be stopped\.",
    "threatens": rf"(?:It|(?P<cell>{CELL})) threatens a win at (?P<cells>{CELL})\.",
    "lies": rf"(?P<cell>{CELL}) is (?P<place>the centre|a corner|an edge); of the lines through it, "
    r"(?P<count>none|both|all \d|\d of \d) (?P<verb>is|are) still open to (?P<me>[xo])\.",
    "misses a win": rf"It misses a win at (?P<cells>{CELLS})\.",
    "leaves a win": rf"It leaves (?P<other>[xo]) a win at (?P<cells>{CELLS})\.",
    "misses a fork": rf"It misses a fork at (?P<cells>{CELLS})\.",
    "allows a fork": rf"It lets (?P<other>[xo]) fork at (?P<cells>{CELLS})\.",
    "look: win": rf"A stronger player would look at (?P<cells>{CELLS}) and win at once\.",
    "loses": r"This loses if (?P<other>[xo]) answers well\.",
    "lets slip": r"This lets the win slip: if (?P<other>[xo]) answers well, it is a draw\.",
    "look: all lose": r"A stronger player could not save this either: "
    r"every move loses if (?P<other>[xo]) answers well\.",
    "look: this": r"A stronger player could play this too: with best play it (?P<what>wins|is a draw)\.",
    "look: better": rf"A stronger player would look at (?P<cells>{CELLS}): "
    r"(?P<number>that|each of them) (?P<what>wins sooner|wins|draws|holds out longer)\.",
    "full": r"The board is full: a draw\.",
}


def explain(text, cell):
    position = GAME.read_position(text)
    return GAME.explain(position, GAME.options(position)[cell])


def claims(explanation):
    """The sentences of an explanation by kind; an unknown sentence is an error."""
    found = {}
    for sentence in re.split(r"(?<=\.) ", explanation):
        kinds = [kind for kind, pattern in SENTENCES.items() if re.fullmatch(pattern, sentence)]
        assert len(kinds) == 1, (kinds, sentence)
        assert kinds[0] not in found, explanation
        found[kinds[0]] = re.fullmatch(SENTENCES[kinds[0]], sentence).groupdict()
    return found


@cache
def explanations():
    """Every move of every position, with the claims about it."""
    return [(text, cell, claims(explain(text, cell))) for text in naive.unfinished() for cell in naive.moves(text)]


def claimed(*kinds):
    """The moves with a claim of this kind, and the claim; there must be some."""
    found = [(text, cell, said[kind]) for text, cell, said in explanations() for kind in kinds if kind in said]
    assert found
    return found


def named(said):
    """The cells that a sentence names, in order."""
    return sorted(re.findall(CELL, said["cells"]))


def sides(text):
    return naive.mover(text), naive.OTHER[naive.mover(text)]


# ---------------------------------------------------------------------- every move is explained


def test_every_move_of_every_position_is_explained_in_known_sentences():
    assert len(explanations()) > 16_000
    assert {kind for _, _, said in explanations() for kind in said} == set(SENTENCES)


def test_the_mentor_says_with_each_move_what_the_game_explains():
    mentor = sparring.opponent("tictactoe", "MentorOrangutan")
    for seed, text in enumerate(naive.unfinished()):
        position = GAME.read_position(text)
        options = tuple(GAME.options(position))
        choice = mentor.decide(
            sparring.Decision(seat=GAME.to_move(position), options=options, view=position, seed=seed)
        )
        assert choice.remark == explain(text, choice.option)
        assert choice.remark


def test_an_explanation_says_first_what_the_move_does_and_last_what_a_stronger_player_would_do():
    first = {"wins", "stops", "forks", "threatens", "lies"}
    for text, cell, said in explanations():
        order = list(said)
        assert order[0] in first, (text, cell)
        if "wins" in said:
            assert order == ["wins"]
        else:
            assert order[-1].startswith("look") or order[-1] == "full", (text, cell)


def test_sides_and_cells_are_called_by_their_names():
    for text, cell, said in explanations():
        me, other = sides(text)
        for sentence in said.values():
            assert (sentence.get("cell") or cell) == cell
            assert sentence.get("me", me) == me
            assert sentence.get("other", other) == other
            assert "cells" not in sentence or len(named(sentence)) == len(set(named(sentence)))


# ---------------------------------------------------------------------- what the move does


def test_a_move_is_said_to_win_with_its_lines_exactly_when_it_does():
    for text, cell, said in explanations():
        me, _ = sides(text)
        assert ("wins" in said) == (cell in naive.wins(text, me)), (text, cell)
    for text, cell, said in claimed("wins"):
        after = naive.grid(naive.play(text, cell))
        completed = [line for line in naive.lines(3, 3, 3) if cell in line and len({after[c] for c in line}) == 1]
        told = [line.split("–") for line in re.findall(LINE, said["lines"])]
        assert sorted(map(sorted, told)) == sorted(map(sorted, completed)), (text, cell)


def test_a_move_is_said_to_stop_the_other_side_exactly_when_it_does():
    for text, cell, said in explanations():
        _, other = sides(text)
        if "wins" not in said:
            assert ("stops" in said) == (cell in naive.wins(text, other)), (text, cell)


def test_a_move_is_said_to_threaten_exactly_what_it_threatens_unless_somebody_could_win_before():
    for text, cell, said in explanations():
        if "wins" not in said:
            threats = naive.wins(naive.play(text, cell), naive.mover(text))
            if {"misses a win", "leaves a win"} & set(said):
                threats = []
            assert ("threatens" in said or "forks" in said) == bool(threats), (text, cell)
    for text, cell, said in claimed("threatens", "forks"):
        assert named(said) == sorted(naive.wins(naive.play(text, cell), naive.mover(text))), (text, cell)


def test_a_move_is_said_to_fork_exactly_when_it_wins_by_two_threats():
    for text, cell, said in explanations():
        if "wins" not in said:
            forks = cell in naive.working_forks(text, naive.mover(text)) and "misses a win" not in said
            assert ("forks" in said) == forks, (text, cell)
    for text, cell, said in claimed("forks"):
        assert len(named(said)) >= 2
        assert naive.judge(text, cell) == (1, 3), (text, cell)


def test_where_a_move_lies_and_how_many_lines_are_open_is_true():
    for text, cell, said in claimed("lies"):
        _, other = sides(text)
        through = [line for line in naive.lines(3, 3, 3) if cell in line]
        open_lines = [line for line in through if all(naive.grid(text)[place] != other for place in line)]
        some = f"{len(open_lines)} of {len(through)}"
        every = "both" if len(through) == 2 else f"all {len(through)}"
        count = {0: "none", len(through): every}.get(len(open_lines), some)
        places = {"the centre": [naive.CENTRE], "a corner": naive.CORNERS, "an edge": naive.EDGES}
        assert cell in places[said["place"]]
        assert said["count"] == count, (text, cell)
        assert (said["verb"] == "is") == (len(open_lines) == 1)


def test_the_board_is_said_to_be_full_exactly_when_it_is():
    for text, cell, said in explanations():
        assert ("full" in said) == (naive.result(naive.play(text, cell)) == "draw"), (text, cell)


# ---------------------------------------------------------------------- what it misses


def test_a_missed_win_is_mentioned_exactly_when_there_is_one():
    for text, cell, said in explanations():
        wins = naive.wins(text, naive.mover(text))
        assert ("misses a win" in said) == bool(wins and cell not in wins), (text, cell)
    for text, _, said in claimed("misses a win"):
        assert named(said) == sorted(naive.wins(text, naive.mover(text))), text


def test_a_missed_block_is_mentioned_exactly_when_there_is_one():
    for text, cell, said in explanations():
        _, other = sides(text)
        left = naive.wins(naive.play(text, cell), other) if "wins" not in said else []
        assert ("leaves a win" in said) == bool(left), (text, cell)
    for text, cell, said in claimed("leaves a win"):
        assert named(said) == sorted(naive.wins(naive.play(text, cell), sides(text)[1])), (text, cell)


def test_a_missed_fork_is_mentioned_if_nothing_worse_is_missed_and_never_invented():
    for text, cell, said in explanations():
        forks = naive.working_forks(text, naive.mover(text))
        worse = {"wins", "misses a win", "leaves a win"} & set(said)
        assert ("misses a fork" in said) == bool(forks and cell not in forks and not worse), (text, cell)
    for text, _, said in claimed("misses a fork"):
        assert named(said) == sorted(naive.working_forks(text, naive.mover(text))), text


def test_an_allowed_fork_is_mentioned_if_nothing_worse_is_missed_and_never_invented():
    for text, cell, said in explanations():
        worse = {"wins", "misses a win", "leaves a win"} & set(said)
        allowed = not worse and naive.gives_fork(text, cell)
        assert ("allows a fork" in said) == allowed, (text, cell)
    for text, cell, said in claimed("allows a fork"):
        after = naive.play(text, cell)
        assert named(said) == sorted(naive.working_forks(after, naive.mover(after))), (text, cell)
        assert naive.solve(after)[0] == 1, (text, cell)


# ---------------------------------------------------------------------- what a stronger player would look at


def test_a_stronger_player_would_take_the_wins_there_are():
    for text, _, said in claimed("look: win"):
        assert named(said) == sorted(naive.wins(text, naive.mover(text))), text


def test_a_stronger_player_would_look_at_every_best_move_for_the_stated_reason():
    """The soonest wins and the latest losses are best."""
    better = {(1, 1): "wins sooner", (1, 0): "wins", (1, -1): "wins", (0, -1): "draws", (-1, -1): "holds out longer"}
    for text, cell, said in claimed("look: better"):
        best, (reached, _) = naive.best(text), naive.judge(text, cell)
        assert cell not in best, (text, cell)
        assert named(said) == sorted(best), (text, cell)
        assert said["what"] == better[naive.solve(text)[0], reached], (text, cell)
        assert said["number"] == ("that" if len(best) == 1 else "each of them")


def test_a_thrown_away_result_is_always_mentioned():
    for text, cell, said in explanations():
        if cell not in naive.best(text):
            assert {"look: better", "look: win"} & set(said), (text, cell)


def test_a_lost_game_and_a_missed_win_are_named_as_such():
    """If there was an immediate win, that is said instead."""
    for text, cell, said in explanations():
        best, reached = naive.solve(text)[0], naive.judge(text, cell)[0]
        told = "misses a win" not in said
        assert ("loses" in said) == (reached < 0 <= best and told), (text, cell)
        assert ("lets slip" in said) == (reached == 0 < best and told), (text, cell)


def test_a_move_is_called_best_only_where_no_other_is_better():
    for text, cell, said in claimed("look: this"):
        assert cell in naive.best(text), (text, cell)
        assert said["what"] == {1: "wins", 0: "is a draw"}[naive.solve(text)[0]], (text, cell)


def test_every_move_is_said_to_lose_only_where_every_move_does_and_none_holds_out_longer():
    for text, cell, _ in claimed("look: all lose"):
        assert {naive.judge(text, move)[0] for move in naive.moves(text)} == {-1}, (text, cell)
        assert cell in naive.best(text), (text, cell)


def test_the_mentor_speaks_about_the_learners_move_too():
    """What it says about either move is what was checked above, for every move of every position."""
    mentor, spoken = sparring.opponent(GAME, "MentorOrangutan"), 0
    for seed in range(30):
        table, rng = Table(GAME, seed), Random(seed)
        while table.outcome is None:
            before, decision = table.positions[-2:][0], table.decision()
            if decision.seat == 0:
                table.choose(rng.choice(decision.options))
                continue
            audience = audience_for(table, 1, [], [], None)
            answer = mentor.decide(replace(decision, audience=audience))
            learners, own = (
                GAME.explain(position, GAME.options(position)[option])
                for position, option in ((before, table.choices[-1].option), (decision.view, answer.option))
            )
            assert answer.remark == f"Your {learners} My {own}"
            assert learners.startswith(table.choices[-1].option)
            assert own.startswith(answer.option)
            table.choose(answer.option)
            spoken += 1
    assert spoken > 60
