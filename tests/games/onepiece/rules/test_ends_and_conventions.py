"""R12, R13 and the conventions: winning, endless loops, and what the rules leave open."""

import pytest

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules.frames import Frame
from sparring.match.table import Table as Match
from support.onepiece_own_cards import THIS, if_asked, new_game, own, power_up, when
from support.onepiece_table import GAME, P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R12: winning


def test_a_deck_without_cards_loses_at_once():
    """R12.2: by the draw of a turn, and by a card that goes to Life."""
    table = Table(Half(deck_size=1), seat=P2, turn=6).do("end turn")
    assert (table.over, table.winner) == (True, P2)
    theirs = Half(characters=[Put("ST09-005", rested=True)], hand=["ST01-004"] * 2, deck_size=1)
    table = Table(Half(characters=["ST04-003"]), theirs).do("attack Kouzuki Oden with Kaido", "yes")
    if_asked(table, "1")
    assert table.winner == P1
    assert "deck" in GAME.outcome(table.state).reason


def test_a_player_with_one_card_left_has_not_lost():
    """R12.2: the draw of the turn leaves one."""
    table = Table(Half(deck_size=2), seat=P2, turn=6).do("end turn")
    assert (table.over, len(table.deck(P1))) == (False, 1)


def test_it_is_a_draw_if_both_lose_at_once():
    """R12.3: no effect of the language causes this yet, so the test sets both losers itself."""
    table = Table()
    table.state.end(3, "both at once")
    assert (table.over, table.winner) == (True, None)
    assert GAME.outcome(table.state).winner is None


def test_a_player_may_concede_at_any_time():
    """R12.4, R12.1: also while the other one decides."""
    match = Match(OnePiece("ST01", "ST02"), seed=1)
    match.resign(1 - match.decision().seat)
    assert match.outcome.winner == GAME.to_move(match.position)


# ---------------------------------------------------------------------- R13: endless loops


def test_a_loop_that_nobody_can_stop_is_a_draw():
    """R13.1: something that brings itself about again; no words of the language make one, so it is made here."""

    def again(state):
        state.push(again)

    table = Table(Half(active=1))
    table.state.do_only(Frame(again))
    assert (table.over, table.winner) == (True, None)


def test_a_loop_that_one_player_can_stop_ends():
    """R13.2: what changes nothing cannot be done for ever, and the turn can still be ended."""
    stage = own("WHEEL", "stage", effects=[when("activate_main", {"op": "rest", "target": THIS}, optional=True)])
    table = Table(Half("ST08-001", stage="WHEEL", cards=[stage]))
    for _ in range(2000):
        if table.asked != P1 or "use WHEEL" not in table.options:
            break
        table.do("use WHEEL")
    assert not table.over
    assert table.asked == P2 or "end turn" in table.options


def test_a_loop_that_both_can_stop_ends():
    """R13.3: an effect in which the opponent has a say is no way around it."""
    ways = {
        "op": "choose_one",
        "chooser": "opponent",
        "options": [[{"op": "rest", "target": THIS}], [power_up(0, THIS)]],
    }
    stage = own("WHEEL", "stage", effects=[when("activate_main", ways, optional=True)])
    table = Table(Half("ST08-001", stage="WHEEL", cards=[stage]))
    for _ in range(4000):
        if table.over or table.state.turn > 5:
            break
        table.do("use WHEEL" if "use WHEEL" in table.options else table.options[0])
    assert not table.over
    assert table.state.turn == 6


# ---------------------------------------------------------------------- conventions


def test_refresh_of_the_very_first_turn_asks_nothing():
    """C1: the first decision after the mulligans is the first main phase."""
    table = new_game().do("go second", "keep", "keep")
    assert (table.kind, table.state.turn) == ("action", 1)
    assert not table.side(table.asked).leader.rested


def test_a_decision_without_a_choice_is_not_asked():
    """C2: no Blocker, no counter and no Trigger, so the attack goes through; and a turn without options ends."""
    table = Table(Half("ST08-001", characters=["ST01-008"]), Half(life=["ST01-004"] * 5))
    table.do("attack leader with leader")
    assert (table.asked, len(table.life(P2))) == (P1, 4)
    table.do("attack leader with Nico Robin")
    assert (table.asked, table.state.turn, len(table.life(P2))) == (P2, 6, 3)


def test_a_cost_that_takes_all_there_is_asks_nothing():
    """C2: a player who has seven DON!! and returns seven has no choice."""
    table = Table(Half(Put("ST04-001", don=1), active=4, rested=2), Half(life=0)).do("use leader")
    assert table.kind == "action"
    assert table.don(P1) == (0, 0, 10)


def test_a_game_of_a_hundred_turns_is_a_draw():
    """C3: the game stops after turn 100."""
    table = Table(Half(), Half(), turn=99).do("end turn")
    assert not table.over
    table.do("end turn")
    assert (table.over, table.winner) == (True, None)


@pytest.mark.parametrize(("target", "left"), [("ST04-003", []), ("ST05-011", ["ST05-011"])])
def test_zephyr_grows_before_powers_are_compared(target, left):
    """C4: +3000 against a Strike character, so 8000 beats 10000; not against another."""
    theirs = Half(characters=[Put(target, rested=True)])
    table = Table(Half(characters=["ST05-010"]), theirs)
    table.do(f"attack {'Kaido' if left == [] else 'Douglas Bullet'} with Zephyr")
    assert table.field(P2) == left
    assert table.power(P1, "ST05-010") == (8000 if left else 11000)


def test_zephyr_grows_as_a_target_too():
    """C4: against an attacking Strike character; a leader is none."""
    theirs = Half(characters=[Put("ST05-010", rested=True)])
    assert Table(Half(characters=["ST04-003"]), theirs).do("attack Zephyr with Kaido").field(P2) == ["ST05-010"]
    leader = Table(Half(Put("ST01-001", don=3)), theirs).do("attack Zephyr with leader")
    assert leader.field(P2) == []
