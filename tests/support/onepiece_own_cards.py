"""Cards made for tests, for rules that no shipped card needs."""

from random import Random

from sparring.games.onepiece import OnePiece
from sparring.games.onepiece.rules.language import Reading
from sparring.games.onepiece.rules.reading import read_card
from sparring.games.onepiece.rules.view import HIDDEN
from support.onepiece_table import Table

THIS = {"select": "this"}
ONE_OF_MINE = {"select": "choose", "side": "self", "zone": ["leader", "character"], "min": 0, "max": 1}
ONE_OF_THEIRS = {"select": "choose", "side": "opponent", "zone": ["character"], "min": 0, "max": 1}


def own(identity, category="character", **fields):
    """A card made for a test; fields that are not given have usual values."""
    usual = {"name": identity, "category": category, "color": "red", "cost": 1}
    if category == "character":
        usual |= {"power": 5000, "attribute": "Slash"}
    reading = Reading()
    card = read_card({"id": identity, **usual, **fields}, reading)
    assert card is not None, reading.problems
    return card


def when(timing, *actions, **fields):
    return {"timing": timing, "actions": list(actions), **fields}


def power_up(amount=1000, target=ONE_OF_MINE, duration="turn"):
    return {"op": "modify_power", "target": target, "amount": amount, "duration": duration}


def cheaper(amount, duration="turn"):
    return {"op": "modify_cost", "target": ONE_OF_THEIRS, "amount": amount, "duration": duration}


def play_from_hand(*names, most=1):
    return {"op": "play_card", "from": "hand", "max": most, "filter": {"name_any": list(names)}}


DRAW = {"op": "draw", "count": 1}
DON_1 = {"if": "don_attached", "min": 1}


def new_game(seed=1, first="ST01", second="ST01"):
    table = Table()
    table.state = OnePiece(first, second).start(Random(seed))
    return table


def attacks(table):
    return {option for option in table.options if option.startswith("attack ")}


def hidden(entries):
    return sum(entry & HIDDEN == HIDDEN for entry in entries)


def if_asked(table, *texts):
    """Choose each of these options where it is offered, and skip it otherwise."""
    for text in texts:
        if text in table.options:
            table.do(text)
    return table


def seats_asked(table, *texts):
    """The seats that are asked, decision after decision, while these options are chosen."""
    seats = [table.asked]
    for text in texts:
        table.do(text)
        seats.append(table.asked)
    return seats


ALL_CHARACTERS = {"select": "all", "side": "any", "zone": ["character"]}
ASKS = when("on_ko", power_up())
FIRST = own("FIRST", effects=[when("on_ko", play_from_hand("LATER"))])
OTHER = own("OTHER", effects=[ASKS])
LATER = own("LATER", cost=5, effects=[when("on_play", power_up())])
SWEEP = own("SWEEP", "event", effects=[when("main", {"op": "ko", "target": ALL_CHARACTERS}, optional=True)])
OWN = [FIRST, OTHER, LATER, SWEEP]
