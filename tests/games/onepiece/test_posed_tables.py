"""Tables that are set up by hand: what is refused, what can be posed, and wins that are found on them."""

import json
from random import Random

import pytest

from sparring.games.onepiece import Clash, FaceUp, Half, Lasting, Put, Table
from sparring.games.onepiece.posing import posed_table
from sparring.games.onepiece.rules.options import option_texts
from sparring.rules import BadPosition, IllegalMove
from support.onepiece_own_cards import own
from support.onepiece_random_games import known_life
from support.onepiece_table import GAME, P1, P2

KAROO, CHOPPER, FRANKY, EVENT, STAGE = "ST01-003", "ST01-006", "ST01-010", "ST01-014", "ST01-017"
KID = "ST02-001"

# ---------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("half", "problem"),
    [
        (Half(characters=[KAROO] * 6), "P1 has 6 characters, and 5 is the most (R5.2)"),
        (Half(characters=[EVENT]), "P1's ST01-014 stands where a character stands, and it is an event"),
        (Half(characters=[STAGE]), "P1's ST01-017 stands where a character stands, and it is a stage"),
        (Half(stage=KAROO), "P1's ST01-003 stands where a stage stands, and it is a character"),
        (Half(leader=KAROO), "P1's leader ST01-003 is a character"),
        (Half(hand=[KID]), "ST02-001 is a leader, which never leaves its place (R2.3)"),
        (Half(active=-1), "P1 has -1 active DON!!"),
        (Half(rested=-2), "P1 has -2 rested DON!!"),
        (Half(characters=[Put(KAROO, don=-1)]), "P1's ST01-003 has -1 DON!!"),
        (
            Half(stage=Put(STAGE, don=1)),
            "DON!! are given to leaders and characters, and P1's ST01-017 is a stage (R5.6)",
        ),
        (Half(active=8, characters=[Put(KAROO, don=3)]), "P1 has 11 DON!!, and 10 is all there are"),
        (Half(hand=["ST99-001", "X"]), "There is no card ST99-001, X"),
        (Half(deck_size=0), "P1 has no deck, and so has lost already (R12.2)"),
        (Half(Put("ST01-001", used=[2])), "P1's ST01-001 has no [Once Per Turn] effect 2"),
        (Half(characters=[Put(KAROO, used=[1])]), "P1's ST01-003 has no [Once Per Turn] effect 1"),
        (
            Half(characters=[Put(KAROO, lasting=[Lasting("power", "much")])]),
            "P1's ST01-003 cannot have power 'much' until 'turn'",
        ),
        (
            Half(characters=[Put(KAROO, lasting=[Lasting("keyword", "Rush", "tomorrow")])]),
            "P1's ST01-003 cannot have keyword 'Rush' until 'tomorrow'",
        ),
        (
            Half(characters=[Put(KAROO, lasting=[Lasting("power", 1000, "battle")])]),
            "ST01-003 cannot have power for a battle, since there is none",
        ),
    ],
)  # fmt: skip
def test_an_impossible_table_is_refused(half, problem):
    with pytest.raises(BadPosition) as caught:
        Table(half)
    assert str(caught.value) == f"{problem}."


def test_one_message_says_everything_that_is_wrong():
    with pytest.raises(BadPosition) as caught:
        Table(Half(characters=[EVENT], active=-1), Half(leader=KAROO), turn=0)
    assert str(caught.value) == (
        "P1 has -1 active DON!!; P1's ST01-014 stands where a character stands, and it is an event; "
        "P2's leader ST01-003 is a character; a game has the turns 1 to 100, and not 0."
    )


def test_an_option_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(IllegalMove, match="'fly' is none of the options: end turn, use leader"):
        Table().do("fly")


# ---------------------------------------------------------------------- what can be posed


def test_nothing_happens_by_itself():
    table = Table(Half(Put("ST01-001", rested=True, used=[1])))
    assert table.options == ["end turn"]
    assert (table.state.turn, table.asked) == (5, P1)
    assert table.do("end turn").state.turn == 6


def test_face_up_life_is_seen_by_both_and_used_marks_count():
    table = Table(Half(Put("ST01-001", used=[1]), life=[FaceUp(FRANKY), KAROO], rested=1))
    assert known_life(table, P1, viewer=P2) == [FRANKY, None]
    assert known_life(table, P1, viewer=P1) == [FRANKY, None]
    assert table.why("use leader").startswith("R8.10")


def test_lasting_effects_are_there_and_end():
    marks = [Lasting("power", 2000), Lasting("keyword", "Blocker", "until_opponents_next_turn_end")]
    table = Table(Half(characters=[Put(KAROO, lasting=marks), Put(CHOPPER, lasting=[Lasting("negated")])]))
    assert table.power(P1, KAROO) == 5000
    assert table.has(P1, KAROO, "Blocker")
    assert not table.has(P1, CHOPPER, "Blocker")
    table.do("end turn")
    assert table.power(P1, KAROO) == 3000
    assert table.has(P1, KAROO, "Blocker")
    assert table.has(P1, CHOPPER, "Blocker")
    assert not table.do("end turn").has(P1, KAROO, "Blocker")


def test_posed_states_count_though_no_card_of_the_decks_brings_them():
    held, weak = Lasting("no attack"), Lasting("base power", 1000)
    table = Table(Half(characters=[Put(KAROO, lasting=[held]), Put(FRANKY, rested=True, lasting=[weak])]))
    assert not any(option.endswith("with Karoo") for option in table.options)
    assert table.power(P1, FRANKY) == 1000
    sly = [Lasting("keyword", "Unblockable")]
    free = Table(Half(characters=[Put(FRANKY, lasting=sly)]), Half(characters=[CHOPPER], hand=[KAROO]))
    assert free.do("attack leader with Franky").kind == "counter"
    late = Put(KAROO, rested=True, lasting=[Lasting("no active", True, "until_opponents_next_turn_end")])
    asleep = Table(Half(), Half(characters=[late])).do("end turn")
    assert asleep.unit(P2, KAROO).rested


def test_a_battle_in_the_middle():
    mine, theirs = Half(characters=[FRANKY]), Half(characters=[CHOPPER], hand=[KAROO], life=2)
    block = Table(mine, theirs, battle=Clash(FRANKY))
    assert (block.kind, block.asked) == ("blocker", P2)
    assert block.options == ["no block", "block with Tony Tony.Chopper"]
    counter = Table(mine, theirs, battle=Clash(FRANKY, step="counter"))
    assert counter.do("no counter").life(P2) == [KAROO]
    blocked = Table(mine, theirs, battle=Clash(FRANKY, CHOPPER, step="counter", blocked=True))
    assert blocked.unit(P2, CHOPPER).rested
    blocked.do("no counter")
    assert (blocked.trash(P2), len(blocked.life(P2))) == ([CHOPPER], 2)
    assert blocked.unit(P1, FRANKY).rested


@pytest.mark.parametrize(
    ("battle", "how", "problem"),
    [
        (Clash("ST01-004"), {}, "P1 has no 'ST01-004' that could be in a battle"),
        (Clash(target=CHOPPER), {}, "ST01-006 is active, and only rested characters are attacked (R6.1)"),
        (Clash(blocked=True, step="counter"), {}, "Leader cannot have blocked: a character blocks"),
        (Clash(), {"turn": 2}, "Nobody may attack in turns 1 and 2 (R4.6)"),
    ],
)
def test_an_impossible_battle_is_refused(battle, how, problem):
    with pytest.raises(BadPosition) as caught:
        Table(Half(), Half(characters=[CHOPPER]), battle=battle, **how)
    assert str(caught.value).startswith(problem)


@pytest.mark.parametrize(
    ("attacker", "battle", "problem"),
    [
        (Put(FRANKY, fresh=True), Clash(FRANKY), "ST01-010 cannot have attacked: it was played this turn"),
        (Put(FRANKY, lasting=[Lasting("no attack")]), Clash(FRANKY), "ST01-010 cannot have attacked"),
        (
            Put(FRANKY, fresh=True, lasting=[Lasting("keyword", "Rush: Character")]),
            Clash(FRANKY),
            "ST01-010 was played this turn, so it can attack characters only",
        ),
        (FRANKY, Clash(FRANKY, KAROO, "counter", blocked=True), "ST01-003 cannot have blocked, because it has no"),
    ],
)
def test_a_battle_that_could_not_have_begun_is_refused(attacker, battle, problem):
    with pytest.raises(BadPosition) as caught:
        Table(Half(characters=[attacker]), Half(characters=[KAROO]), battle=battle)
    assert str(caught.value).startswith(problem)


def test_a_battle_may_have_begun_with_rush_or_against_an_active_character_that_may_be_attacked():
    rush = Put(FRANKY, fresh=True, lasting=[Lasting("keyword", "Rush")])
    assert Table(Half(characters=[rush]), battle=Clash(FRANKY, step="counter")).kind == "counter"
    archer = Table(Half(characters=[Put("SR-009", don=1)]), Half(characters=[KAROO]), battle=Clash("SR-009", KAROO))
    assert archer.prompt.startswith("Hail Archer (6000) attacks Karoo (3000).")


def test_no_side_has_more_cards_than_a_deck():
    with pytest.raises(BadPosition, match=r"P1 has 55 cards, and a deck has 50 \(R1.1\)"):
        Table(Half(hand=[KAROO] * 50, life=5))


# ---------------------------------------------------------------------- as JSON

POSED = {
    "P1": {"leader": "ST01-001", "characters": [{"id": "ST01-013", "don": 1}, FRANKY], "active": 3, "hand": [KAROO]},
    "P2": {"leader": KID, "life": 0, "characters": [CHOPPER], "hand": [KAROO, KAROO], "active": 1},
    "turn": 7,
}


def test_a_table_as_json_is_the_table():
    posed = posed_table(json.dumps(POSED))
    mine = Half("ST01-001", [Put("ST01-013", don=1), FRANKY], hand=[KAROO], active=3)
    theirs = Half(KID, [CHOPPER], hand=[KAROO, KAROO], life=0, active=1)
    assert posed == Table(mine, theirs, turn=7).state
    battle = posed_table(json.dumps({**POSED, "to_move": "P2", "battle": {"attacker": CHOPPER, "step": "counter"}}))
    assert (battle.question.kind, battle.question.seat) == ("counter", P1)
    cards = [dict(own("MINE").source)]
    assert (
        posed_table(json.dumps({"cards": cards, "P1": {"characters": ["MINE"]}})).sides[P1].characters[0].card.id
        == "MINE"
    )


SPOILED = [
    None,
    True,
    -1,
    3.5,
    10**9,
    "",
    "X",
    [],
    [1],
    ["X"],
    {},
    {"id": 1},
    {"id": KAROO, "don": "x"},
    [{"id": KAROO, "what": 1}],
]


def refusal(text):
    """What is wrong with a posed table; empty if it can be played."""
    try:
        state = posed_table(text)
    except BadPosition as error:
        return str(error)
    return "" if state.question else "nothing is asked"


def test_whatever_is_wrong_with_the_json_is_said_in_one_line():
    rng, refused = Random(1), 0
    full = {**POSED, "battle": {"attacker": FRANKY}, "cards": [], "to_move": "P1"}
    full["P1"] = {
        **POSED["P1"],
        "life": [{"id": KAROO, "face": "up"}],
        "trash": [],
        "deck": [],
        "stage": None,
        "rested": 0,
    }
    for _ in range(400):
        spoiled = json.loads(json.dumps(full))
        for _ in range(rng.randint(1, 2)):
            place = rng.choice([spoiled, *(part for part in spoiled.values() if isinstance(part, dict))])
            place[rng.choice([*place, "odd"])] = rng.choice(SPOILED)
        message = refusal(json.dumps(spoiled))
        refused += bool(message)
        assert message.isprintable(), spoiled
        assert not message or message.endswith(".")
    assert refused > 200
    for text in ("", "x", "[]", "{", "[" * 5000, '{"P1": ' * 300, " " * 200_000):
        with pytest.raises(BadPosition):
            posed_table(text)


# ---------------------------------------------------------------------- find lethal


def played(state, line):
    """The end of a line, in which entries of the opponent begin with its name."""
    for text in line:
        option = option_texts(state)[text.removeprefix("P2: ")]
        state = GAME.play(state, option)
    return state


def test_a_sure_win_is_found_and_its_line_is_played_to_the_end():
    state = posed_table(json.dumps(POSED))
    found = GAME.lethal(state, Random(1), 50)
    assert found.sure
    assert found.chance == 1
    assert found.words == "P1 wins this turn, whatever P2 holds."
    assert found.line[:2] == ("attack leader with Roronoa Zoro", "P2: block with Tony Tony.Chopper")
    assert played(state, found.line).winner == P1


def test_where_no_win_is_sure_the_odds_are_counted():
    odds = {
        **POSED,
        "P2": {"leader": KID, "life": 0, "hand": [KAROO, KAROO, KAROO], "deck": ["ST01-005"] * 3, "deck_size": 3},
    }
    odds["P1"] = {"leader": {"id": "ST01-001", "rested": True, "used": [1]}, "characters": [FRANKY], "active": 1}
    found = GAME.lethal(posed_table(json.dumps(odds)), Random(1), 60)
    assert not found.sure
    assert 0 < found.chance < 1
    assert found.line
    assert found.words.startswith("No win is sure. This order of attacks beats every defence of ")
    none = GAME.lethal(posed_table(json.dumps({"P2": {"life": 5}})), Random(1), 20)
    assert (none.sure, none.chance, none.line) == (False, 0.0, ())


def test_it_looks_at_nothing_that_the_player_cannot_see():
    """The same table with other hidden cards has the same answer."""
    hands = [[KAROO, KAROO], [EVENT, "ST01-005"]]
    texts = [
        json.dumps({**POSED, "P2": {**POSED["P2"], "hand": hand, "trash": hands[1 - at]}})
        for at, hand in enumerate(hands)
    ]
    first, second = (GAME.lethal(posed_table(text), Random(2), 30) for text in texts)
    assert first.sure == second.sure


def test_only_whoever_has_the_turn_and_may_act_is_answered():
    battle = Table(Half(), Half(hand=[KAROO]), battle=Clash(step="counter")).state
    with pytest.raises(BadPosition, match="in the main phase of whoever has the turn, and P2 has a counter to decide"):
        GAME.lethal(battle, Random(1), 10)
