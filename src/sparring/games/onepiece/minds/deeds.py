"""What an option is in a few words, whether it is pointless, and how much a style likes it."""

from collections.abc import Mapping

from sparring.games.onepiece.minds.profiles import EVEN, Profile
from sparring.games.onepiece.rules.options import Attack, Block, Counter, GiveDon, Option
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import power

BOLD: Mapping[str, float] = {"leader": 8.0, "character": 8.0, "give": 8.0, "defend": -30.0}
"""Points that the boldest style adds to attacks on the leader and on characters, to giving DON!! and to defending.

Both tables are chosen so that styles differ in what they do and yet win about as often (`benchmarks/styles.py`)."""

CAREFUL: Mapping[str, float] = {"leader": -2.8, "character": 6.0, "defend": 3.0}
"""The same for the most careful style."""

SPARE_LIFE = 3
"""With this much Life or more, a bold style would rather take a hit and the card that comes with it.

With less, it defends as others do: a style that is bold to the last loses too often."""

DEFENDING = frozenset({"block", "counter", "counter event"})

NAMES: Mapping[str, str] = {
    "counter event": "counter",
    "unit": "target",
    "card": "target",
    "don": "target",
    "life of": "target",
    "give": "give DON!!",
    "activate": "use an effect",
    "resolve": "order of effects",
    "way": "which effect",
    "amount": "how many",
    "end": "top or bottom",
    "go": "first or second",
}


def name(option: Option) -> str:
    """What an option is, in a word or two: opponents choose their remarks by it."""
    if isinstance(option, Attack):
        return "attack the leader" if option.at_leader else "attack"
    return NAMES.get(option.kind, option.kind)


def leaning(option: Option, profile: Profile, life: int) -> float:
    """Points that a style adds to an option whatever it leads to: it likes to attack, or to keep what it has (OP-5)."""
    bold = profile.aggressiveness - EVEN
    what = "defend" if option.kind in DEFENDING else option.kind
    if isinstance(option, Attack):
        what = "leader" if option.at_leader else "character"
    if what == "defend" and bold > 0 and life < SPARE_LIFE:
        return 0.0
    return abs(bold) * (BOLD if bold > 0 else CAREFUL).get(what, 0.0)


def is_pointless(state: State, option: Option) -> bool:
    """True for DON!! that cannot be used to attack, an attack that must fail, and a needless defence (OP-6)."""
    if isinstance(option, GiveDon):
        unit = state.find(option.unit)
        return state.turn <= 2 or unit is None or not may_attack(state, unit)
    if isinstance(option, Attack):
        return _fails(state, option.attacker, option.target)
    if isinstance(option, Block | Counter) and state.battle is not None:
        for_another = isinstance(option, Counter) and option.unit != state.battle.target
        return for_another or _fails(state, state.battle.attacker, state.battle.target)
    return False


def _fails(state: State, attacker: int, target: int) -> bool:
    """True if an attack has too little power, and no effect of the attacker could add to it."""
    unit, aim = state.find(attacker), state.find(target)
    if unit is None or aim is None or "when_attacking" in unit.card.numbers or "when_battling" in unit.card.numbers:
        return False
    return power(state, unit) < power(state, aim)
