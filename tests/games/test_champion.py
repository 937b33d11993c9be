"""The champion, TT-1, over every position and every line of play; and the line score, TT-9."""

import asyncio

import pytest

import sparring
from sparring.games.tictactoe.evaluation import line_score
from support import naive
from support.characters import GAME, answers_where, champion

# ---------------------------------------------------------------------- ChampionChimp


def champions_best(text):
    """All answers that the champion finds equally good."""
    return champion(text).analysis.best_options


def ends(text, replies):
    """The results of all games from a position in which every move is one of `replies`."""
    found, seen, waiting = set(), {text}, [text]
    while waiting:
        reached = waiting.pop()
        if naive.result(reached) is not None:
            found.add(naive.result(reached))
        for cell in replies(reached) if naive.result(reached) is None else ():
            following = naive.play(reached, cell)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return found


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_champion_never_loses_against_any_line_of_play(side):
    """Checked for every answer that it finds best, against every reply."""

    def replies(text):
        return champions_best(text) if naive.mover(text) == side else naive.moves(text)

    assert naive.OTHER[side] not in ends(naive.start(), replies)


@pytest.mark.req("TT-1")
def test_the_champion_plays_one_of_its_best_answers():
    for text in naive.unfinished():
        assert champion(text).option in champions_best(text), text


@pytest.mark.req("TT-1")
def test_every_game_of_the_champion_against_itself_is_a_draw():
    assert ends(naive.start(), champions_best) == {"draw"}


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("seed", range(3))
def test_every_match_of_the_champion_against_itself_is_a_draw(seed):
    match = sparring.Match("tictactoe", [sparring.opponent("tictactoe", "ChampionChimp") for _ in "xo"], seed=seed)

    assert asyncio.run(match.run()).winner is None


@pytest.mark.req("TT-1")
@pytest.mark.parametrize(("state", "value"), [("won", 1), ("drawn", 0), ("lost", -1)])
def test_the_champion_takes_the_soonest_win_keeps_every_draw_and_puts_off_a_loss(state, value):
    asked = answers_where("ChampionChimp", lambda text: naive.solve(text)[0] == value)
    for text, option in asked:
        assert option in naive.best(text), (state, text)


@pytest.mark.req("TT-1")
@pytest.mark.parametrize("side", ["x", "o"])
def test_the_champion_wins_after_every_error_that_loses(side):
    """After every move that throws away a draw, the champion wins against every defence."""

    def replies(text):
        return champions_best(text) if naive.mover(text) == side else naive.moves(text)

    drawn = [text for text in naive.unfinished() if naive.mover(text) != side and naive.solve(text)[0] == 0]
    errors = {naive.play(text, cell) for text in drawn for cell in naive.moves(text) if naive.judge(text, cell)[0] < 0}

    assert len(errors) > 200
    for text in errors:
        assert ends(text, replies) == {side}, text


@pytest.mark.req("TT-1", "ALL-9")
def test_the_champion_scores_every_option_of_every_position_by_its_true_distance():
    """A win scores 10 minus its plies, a loss its plies minus 10, a draw 0; the option itself is the first ply."""
    for text in naive.unfinished():
        judged = {judgement.option: judgement for judgement in champion(text).analysis.options}
        assert set(judged) == set(naive.moves(text))
        for cell, judgement in judged.items():
            value, plies = naive.judge(text, cell)
            assert judgement.score == {1: 10 - plies, 0: 0, -1: plies - 10}[value], (text, cell)
            assert judgement.outcome == {1: "win", 0: "draw", -1: "loss"}[value], (text, cell)
            assert judgement.plies == plies, (text, cell)


@pytest.mark.req("ALL-9")
def test_the_line_that_the_champion_expects_is_best_play_to_the_end():
    for text in naive.unfinished_up_to_symmetry():
        for judgement in champion(text).analysis.options:
            assert judgement.line[0] == judgement.option
            assert len(judgement.line) == judgement.plies
            reached = naive.play(text, judgement.option)
            for cell in judgement.line[1:]:
                assert cell in naive.best(reached), (text, judgement)
                reached = naive.play(reached, cell)
            assert naive.result(reached) is not None


# ---------------------------------------------------------------------- the line score


@pytest.mark.req("TT-9")
def test_the_line_score_agrees_with_counting_lines_in_every_position():
    for layer in naive.reachable():
        for text in layer:
            assert line_score(GAME.read_position(text)) == naive.line_score(text), text


@pytest.mark.req("TT-9")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        (".../.../... x", 0),
        (".../.x./... o", -4),  # four open ones of the other side
        ("x../.../... o", -3),
        ("xx./.../oo. x", 10 + 1 - 10 - 1),  # each has a row, and one stone on a diagonal
        ("xxx/oo./... o", 10 - 100 - 1),  # a line with stones of both sides counts for neither
    ],
)
def test_the_line_score_of_boards_counted_by_hand(text, score):
    assert line_score(GAME.read_position(text)) == score
