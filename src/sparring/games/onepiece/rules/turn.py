"""A game from its setup to its end: who begins, mulligans, Life, and turn after turn (R3, R4, R5)."""

from sparring.games.onepiece.rules import events, lasting, moving
from sparring.games.onepiece.rules.battle import begin_attack, use_event
from sparring.games.onepiece.rules.cards import NEVER, Decks
from sparring.games.onepiece.rules.effects import (
    activate,
    can_activate,
    make_all_due,
    make_due,
    play,
    settle,
    source_of,
)
from sparring.games.onepiece.rules.events import GaveDon
from sparring.games.onepiece.rules.options import (
    END,
    KEEP,
    MULLIGAN,
    Activate,
    Attack,
    GiveDon,
    Go,
    Option,
    PlayCard,
    Simple,
    attack,
    give_don,
    play_card,
    use,
)
from sparring.games.onepiece.rules.sides import CODE, Side, Unit
from sparring.games.onepiece.rules.state import About, State
from sparring.games.onepiece.rules.values import (
    changes,
    has_keyword,
    is_under,
    may_become_active,
    may_rest,
    price,
)

HAND = 5
MOST_TURNS = 100
"""Turns after which a game is a draw (C3)."""

MOST_ACTIVATIONS, MOST_ACTIONS = 200, 300
"""Limits of a turn, which end loops that a player could go on with for ever (R13.2)."""

ACTION = About("action", asks="What will you do?")
BEGIN = About("begin", asks="Do you want to go first or second?")
MULLIGANS = About("mulligan", asks="Keep this hand, or take another one?")


# ---------------------------------------------------------------------- setup


def new_game(decks: Decks, chance: int, telling: bool = False) -> State:
    """Shuffled decks, and the first decision: who goes first (R3.1)."""
    state = State(decks, chance)
    if telling:
        state.told = []
    for seat in (0, 1):
        leader = Unit(seat, seat, decks.leaders[seat], decks.cards[decks.leaders[seat]])
        leader.fresh = False
        state.sides.append(Side(leader, list(decks.lists[seat])))
        state.shuffle(seat)
    state.count_permanents()
    state.push(ask_who_begins, moving.chance(state, 2))
    state.run()
    return state


def ask_who_begins(state: State, seat: int) -> None:
    """A random player decides who begins."""
    state.ask("value", seat, [Go("first"), Go("second")], BEGIN, _begin, seat)


def _begin(state: State, option: Go, seat: int) -> None:
    state.first = seat if option.order == "first" else 1 - seat
    state.turn_seat = state.first
    state.tell(events.Began, state.first)
    if "start_of_game" in state.decks.timings:
        state.push(draw_hands)
        state.push(settle)
        make_due(state, (side.leader for side in state.sides), "start_of_game")
    else:
        draw_hands(state)


def draw_hands(state: State) -> None:
    """The opening hands, after the effects of the start of the game (C7)."""
    for each in (0, 1):
        moving.draw(state, each, HAND)
    state.push(set_life)
    state.push(ask_mulligan, 1 - state.first)
    state.push(ask_mulligan, state.first)


def ask_mulligan(state: State, seat: int) -> None:
    """The whole hand may be returned once for another one (R3.2)."""
    state.ask("mulligan", seat, [KEEP, MULLIGAN], MULLIGANS, _mulligan, seat)


def _mulligan(state: State, option: Option, seat: int) -> None:
    state.tell(events.TookMulligan if option == MULLIGAN else events.Kept, seat)
    if option == MULLIGAN:
        side = state.sides[seat]
        side.deck += side.hand
        side.hand = []
        state.shuffle(seat)
        moving.draw(state, seat, HAND)


def set_life(state: State) -> None:
    """Life from the top of the deck: the first card ends at the bottom of it (R3.3)."""
    for seat in (0, 1):
        for _ in range(state.sides[seat].leader.card.life or 0):
            state.sides[seat].life.append(moving.take_from_deck(state, seat))
    state.push(begin_turn, state.first)


# ---------------------------------------------------------------------- a turn


def begin_turn(state: State, seat: int) -> None:
    """Refresh, draw and DON!! phases (R4.1 to R4.3)."""
    if state.turn >= MOST_TURNS:
        state.end(3, f"{MOST_TURNS} turns")
        return
    state.turn += 1
    state.turn_seat = seat
    state.actions = 0
    state.tell(events.TurnBegan, seat, state.turn)
    for unit in state.units():
        unit.used = 0
    lasting.end(state, "until_your_next_turn_start", seat=seat)
    if "start_of_your_turn" in state.decks.timings:
        state.push(go_on_with_turn)
        state.push(settle)
        make_due(state, state.sides[seat].units(), "start_of_your_turn")
    else:
        go_on_with_turn(state)


def go_on_with_turn(state: State) -> None:
    """The rest of the turn's beginning, after the effects of its start (R4.1 b)."""
    seat = state.turn_seat
    refresh(state, seat)
    first_turn = state.turn == 1
    if not first_turn:
        moving.draw(state, seat, 1)
    state.tell(events.GotDon, seat, moving.add_don(state, seat, 1 if first_turn else 2, active=True))
    state.push(main_phase)


def refresh(state: State, seat: int) -> None:
    """Attached DON!! return, and everything becomes active (R4.1)."""
    side, kept = state.sides[seat], "no active" in state.decks.kinds
    for unit in side.units():
        side.rested += unit.don
        unit.don = 0
        unit.rested = kept and unit.rested and not may_become_active(state, unit)
        unit.fresh = False
    side.active += side.rested
    side.rested = 0


def main_phase(state: State) -> None:
    """The turn player takes one action after the other, until they end the turn (R4.4)."""
    state.ask("action", state.turn_seat, actions(state), ACTION, _act)


def actions(state: State) -> list[Option]:
    """The options of the turn player."""
    side = state.sides[state.turn_seat]
    options: list[Option] = [END]
    if state.actions >= MOST_ACTIONS:
        return options
    cards, don = state.decks.cards, side.active
    in_hand = {entry & CODE: None for entry in side.hand}
    if state.decks.prices_vary:
        options += map(play_card, [code for code in in_hand if _main_price(state, code) <= don])
    else:
        options += map(play_card, [code for code in in_hand if cards[code].main_price <= don])
    fighters = side.fighters()
    if state.actions < MOST_ACTIVATIONS:
        for unit in fighters if side.stage is None else [*fighters, side.stage]:
            numbers = unit.card.activations
            if numbers:
                options += [use(unit.id, number) for number in numbers if can_activate(state, unit, number)]
    if don:
        options += map(give_don, [unit.id for unit in fighters])
    if state.turn > 2 and state.decks.limits_attacks:
        for unit in fighters:
            if may_attack(state, unit):
                options += [attack(unit.id, target) for target in targets_for(state, unit)]
    elif state.turn > 2:
        targets = targets_of(state)
        for unit in fighters:
            if not unit.rested and (not unit.fresh or may_attack(state, unit)):
                options += [attack(unit.id, target) for target in targets]
    return options


def may_attack(state: State, unit: Unit) -> bool:
    """True if it is active, and was not played this turn or has Rush (R5.1, R9.1)."""
    if unit.rested:
        return False
    if state.decks.limits_attacks:
        if is_under(state, unit, "no attack") or not may_rest(state, unit):
            return False
        if unit.fresh and has_keyword(state, unit, "Rush: Character"):
            return True
    return not unit.fresh or has_keyword(state, unit, "Rush")


def may_attack_leader(state: State, unit: Unit) -> bool:
    """True if it may attack, and not only characters."""
    if not may_attack(state, unit):
        return False
    return not (unit.fresh and state.decks.limits_attacks) or has_keyword(state, unit, "Rush")


def targets_for(state: State, unit: Unit) -> list[int]:
    """The targets of a card that may attack; effects of cards add targets, or take some away."""
    other = state.sides[1 - state.turn_seat]
    aims = [change.value for change in changes(state, unit, "attack active") if change.what == "attack active"]
    found = [other.leader.id] if may_attack_leader(state, unit) else []
    return found + [aim.id for aim in other.characters if aim.rested or any(filter.fits(state, aim) for filter in aims)]


def _main_price(state: State, code: int) -> int:
    """What a card in the turn player's hand costs in the main phase now."""
    card = state.decks.cards[code]
    return NEVER if card.main_price == NEVER else price(state, state.turn_seat, code)


def targets_of(state: State) -> list[int]:
    """What can be attacked: the opponent's leader and rested characters (R6.1)."""
    other = state.sides[1 - state.turn_seat]
    return [other.leader.id, *[unit.id for unit in other.characters if unit.rested]]


def _act(state: State, option: Option) -> None:
    seat = state.turn_seat
    state.actions += 1
    if isinstance(option, Simple):  # there is but one: the end of the turn
        state.push(end_turn)
        return
    state.push(main_phase)
    if isinstance(option, GiveDon):
        unit = state.on_field(option.unit)
        state.sides[seat].active -= 1
        unit.don += 1
        state.tell(GaveDon, seat, unit.code, 1)
    elif isinstance(option, Attack):
        begin_attack(state, state.on_field(option.attacker), option.target)
    elif isinstance(option, PlayCard):
        _play(state, seat, option.code)
    elif isinstance(option, Activate):
        state.push(settle)
        state.push(activate, source_of(state.on_field(option.unit)), option.effect, True)


def _play(state: State, seat: int, code: int) -> None:
    """Play a card from hand: pay first, then make room, then place it (R5.1 to R5.4, C6)."""
    card = state.decks.cards[code]
    if card.category == "event":
        use_event(state, seat, code, "main")
        return
    cost = price(state, seat, code)
    state.tell(events.Played, seat, code, cost)
    moving.rest_don(state, seat, cost)
    moving.out_of_hand(state, seat, code)
    state.push(settle)
    play(state, seat, code)


def end_turn(state: State) -> None:
    """Set off the effects of the end of the turn (R4.5 a, b)."""
    side = state.sides[state.turn_seat]
    if side.active:
        side.decline("play", side.active)
    state.push(finish_turn)
    state.push(settle)
    if "end_of_opponents_turn" in state.decks.timings:
        others = state.sides[1 - state.turn_seat].units()
        make_all_due(state, ((side.units(), "end_of_your_turn"), (others, "end_of_opponents_turn")))
    else:
        make_due(state, side.units(), "end_of_your_turn")


def finish_turn(state: State) -> None:
    """Changes that last for a turn end, and the other player's turn begins (R4.5 c, d)."""
    lasting.end(state, "turn", lasting.end_of_turn(state.turn))
    state.push(begin_turn, 1 - state.turn_seat)
