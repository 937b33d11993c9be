"""`sparring play GAME --teach`: a first game that explains itself."""

import pytest

from sparring.terminal import play


@pytest.fixture
def typed(monkeypatch, tmp_path):
    """Types lines, and keeps results in a folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))

    def typed(*lines):
        waiting = iter(lines)
        monkeypatch.setattr(play, "ask", lambda _: next(waiting))

    return typed


def test_a_lesson_is_told_before_the_first_move_and_only_once(run, typed):
    typed("C", "D", "quit")
    status, out, _ = run("play", "oware", "--teach")
    assert status == 0
    assert out.count("Sow a house") == 1
    assert "A: its 4 seeds go to B, C, D and E." in out
    assert "The match does not count. It is a game to learn from." in out


def test_lessons_can_be_skipped(run, typed):
    typed("skip", "C", "D", "E", "quit")
    _, out, _ = run("play", "oware", "--teach")
    assert "No more lessons." in out
    assert out.count("(skip: no more lessons)") == 1


def test_the_card_game_explains_its_set_up(run, typed):
    typed("go first", "keep", "quit")
    _, out, _ = run("play", "onepiece", "--teach")
    assert "First or second?" in out
    assert "Your first hand" in out


def test_a_newcomer_is_told_of_the_teaching_game(run, typed):
    typed("quit")
    _, out, _ = run("play", "oware", "--opponent", "beginner")
    assert "sparring play oware --teach" in out


def test_the_teaching_game_takes_no_other_set_up_and_not_every_game_has_one(run, typed):
    typed("quit")
    status, _, err = run("play", "oware", "--teach", "--seed", "1")
    assert status == 2
    assert "--seed" in err
    status, _, err = run("play", "connect4", "--teach")
    assert status == 2
    assert "no teaching game" in err
