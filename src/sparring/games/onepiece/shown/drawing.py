"""The table as lines for a terminal, a hundred columns wide, and the options by the card they are about."""

from collections.abc import Sequence

from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import CODE, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import SEATS, card_text
from sparring.games.onepiece.rules.values import cost, has_keyword, power
from sparring.games.onepiece.rules.view import FACE_UP, HIDDEN, Half, View
from sparring.games.onepiece.rules.vocabulary import KEYWORDS, STEPS

WIDTH = 100
NAME = 30
HAND = "from your hand"
CELL = (WIDTH - 2) // 3


def draw(view: View) -> str:
    """The other side above, one's own below with the hand, and between them whose turn it is."""
    state = view.shown()
    other = 1 - view.seat
    lines = [*_half(view, state, other), _middle(view, state), *_half(view, state, view.seat)]
    hand = view.halves[view.seat].hand
    if hand and not view.watched:
        lines.append("  [faint]hand[/]")
        lines += _columns([_in_hand(view.decks.labels[entry & CODE], view.decks.cards[entry & CODE]) for entry in hand])
    return "\n".join(line.rstrip() for line in lines)


def _half(view: View, state: State, seat: int) -> list[str]:
    half, colour = view.halves[seat], ("first", "second")[seat]
    lines = [f"[{colour}]{SEATS[seat]}[/] {_plain(view.decks.decks[seat].title):<31.31}{_counts(half)}"]
    side = state.sides[seat]
    lines += [_unit(view, state, unit) for unit in side.units()]
    if half.among:
        known = ", ".join(view.decks.labels[code] for code in half.among)
        lines.append(f"  [faint]known in hand: {_plain(known)}[/]")
    return lines


def _counts(half: Half) -> str:
    face_up = sum(bool(entry & FACE_UP) for entry in half.life)
    life = "▮" * len(half.life) + (f" ({face_up} face up)" if face_up else "")
    don = f"DON!! {half.active} active, {half.rested} rested"
    return (
        f"Life {len(half.life)} {life:<6} hand {len(half.hand)}  deck {len(half.deck)}  trash {len(half.trash)}  {don}"
    )


def _unit(view: View, state: State, unit: Unit) -> str:
    card = unit.card
    battle = view.battle
    mark = " "
    if battle is not None and unit.id in (battle.attacker, battle.target):
        mark = "⚔" if unit.id == battle.attacker else "◎"
    strength = f"{power(state, unit)}" if card.power is not None else ""
    price = "leader" if card.category == "leader" else f"cost {cost(state, unit)}"
    name = view.decks.labels[unit.code]
    if card.category == "stage":
        price = "stage"
    words = [keyword for keyword in KEYWORDS if has_keyword(state, unit, keyword)]
    if unit.don:
        words.append(f"DON!! x{unit.don}")
    if unit.fresh and card.category == "character" and unit.seat == view.turn_seat:
        words.append("new")
    how = "[faint]rested[/]" if unit.rested else "active"
    line = f"{mark} {_plain(name):<{NAME}.{NAME}} {strength:>6}  {price:<7} "
    return f"{line}{how}  {' · '.join(words)}"


def _middle(view: View, state: State) -> str:
    if view.lost:
        what = "the game is over"
    elif view.turn == 0:
        what = "before the first turn"
    else:
        what = f"turn {view.turn}: {SEATS[view.turn_seat]}"
    if view.battle is not None:
        units = [state.find(view.battle.attacker), state.find(view.battle.target)]
        sides = [f"{view.decks.labels[unit.code]} {power(state, unit)}" for unit in units if unit is not None]
        what += ", " + " against ".join(sides)
    return f"[faint]{f'── {_plain(what)} ':─<{WIDTH}.{WIDTH}}[/]"


def _in_hand(label: str, card: Card) -> str:
    """A card in hand: what it costs, its power, and what it counters with."""
    worth = card.category if card.power is None else str(card.power)
    if card.counter:
        worth += f" +{card.counter}"
    room = CELL - len(f"{card.cost}  {worth}") - 2
    name = label if len(label) <= room else f"{label[: room - 1]}…"
    return f"{card.cost} {name} {worth}"


def _columns(cells: list[str]) -> list[str]:
    rows = [cells[at : at + 3] for at in range(0, len(cells), 3)]
    return ["  " + "".join(_plain(f"{cell:<{CELL}}") for cell in row) for row in rows]


def _plain(text: str) -> str:
    return text.replace("[", r"\[")


# ---------------------------------------------------------------------- options and words


def groups(view: View, options: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The options by the card they are about, those from the hand first; what is about none of them comes last."""
    if view.kind not in ("action", "counter"):
        return [("", list(options))]
    found: dict[str, list[str]] = {HAND: []}
    rest: list[str] = []
    for option in options:
        word, _, what = option.partition(" ")
        if word == "attack":
            found.setdefault(what.rpartition(" with ")[2], []).append(option)
        elif word == "give":
            found.setdefault(what.removeprefix("DON!! to "), []).append(option)
        elif word == "counter":
            found.setdefault(what.removeprefix("with ").rpartition(" for ")[0], []).append(option)
        elif word == "use" and view.kind == "action":
            found.setdefault(what.partition(", effect ")[0], []).append(option)
        elif word in ("play", "use"):
            found[HAND].append(option)
        else:
            rest.append(option)
    return [(title, group) for title, group in {**found, "or": rest}.items() if group]


def describe(view: View, word: str) -> list[str]:
    """What a card does, or what a word means."""
    wanted = word.casefold().strip("[] ")
    meanings = {**KEYWORDS, **STEPS}
    for name, meaning in meanings.items():
        if name.casefold() == wanted:
            return [f"{name}: {meaning}."]
    seen = [code for half in view.halves for code in _visible(half)]
    for code in dict.fromkeys(seen):
        card = view.decks.cards[code]
        if wanted in (card.name.casefold(), card.id.casefold(), view.decks.labels[code].casefold()):
            return [_headline(card), *card_text(card)]
    return []


def _visible(half: Half) -> list[int]:
    units = [half.leader, *half.characters, *([half.stage] if half.stage else [])]
    entries = [unit.code for unit in units] + [*half.hand, *half.among, *half.trash, *half.life]
    return [entry & CODE for entry in entries if entry & CODE != HIDDEN]


def _headline(card: Card) -> str:
    parts = [f"{card.name} ({card.id})", card.category, " ".join(card.colors)]
    for name, value in (("cost", card.cost), ("power", card.power), ("counter", card.counter), ("Life", card.life)):
        if value is not None:
            parts.append(f"{name} {value}")
    return ", ".join([*parts, "/".join(sorted(card.types))])
