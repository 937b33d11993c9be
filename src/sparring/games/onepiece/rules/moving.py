"""Moves cards and DON!! between zones, and keeps track of who knows where each card is."""

from random import Random

from sparring.games.onepiece.rules.events import Drew
from sparring.games.onepiece.rules.sides import CODE, FACE_UP, FROM_HAND, KNOWN, Unit
from sparring.games.onepiece.rules.state import State

BOTH = KNOWN[0] | KNOWN[1]


def take_from_deck(state: State, seat: int, index: int = -1) -> int:
    """Take a card from the deck, by default the top one; a player without a deck loses at once (R12.2)."""
    deck = state.sides[seat].deck
    entry = deck.pop(index)
    if not deck:
        state.end(1 << seat, "no cards left in the deck")
    return entry


def draw(state: State, seat: int, count: int) -> None:
    """Draw cards one at a time."""
    opponent = KNOWN[1 - seat]
    drawn = []
    for _ in range(count):
        if state.lost:
            break
        entry = take_from_deck(state, seat) & (CODE | opponent)
        into_hand(state, seat, entry)
        drawn.append(entry & CODE)
    state.changes_made += len(drawn)
    if state.told is not None:
        state.tell(Drew, seat, len(drawn), tuple(drawn))


def into_hand(state: State, seat: int, entry: int) -> None:
    """Put an entry into a hand, and count it if the opponent does not know the card."""
    side = state.sides[seat]
    side.hand.append(entry)
    if not entry & KNOWN[1 - seat]:
        side.gained += 1


def out_of_hand(state: State, seat: int, code: int) -> None:
    """Take a card from a hand openly; of two copies, take the one that the opponent knew of."""
    side, opponent = state.sides[seat], KNOWN[1 - seat]
    if code | opponent in side.hand:
        side.hand.remove(code | opponent)
        return
    side.hand.remove(code)
    if side.life:
        _forget_in_life(side.life, code, opponent)  # the opponent cannot tell it from the copy that it knew of


def trash_from_hand(state: State, seat: int, code: int) -> None:
    """Put a card from a hand into the trash."""
    out_of_hand(state, seat, code)
    state.sides[seat].trash.append(code)
    state.changes_made += 1


def life_to_hand(state: State, seat: int, index: int = -1) -> None:
    """Put a Life card into its owner's hand; that is not damage (R7.9)."""
    into_hand(state, seat, state.sides[seat].life.pop(index) & (CODE | KNOWN[1 - seat]))
    state.changes_made += 1


def life_to_trash(state: State, seat: int, index: int = -1) -> int:
    """Put a Life card into its owner's trash, openly."""
    side = state.sides[seat]
    entry = side.life.pop(index)
    shown(state, seat, entry)
    side.trash.append(entry & CODE)
    state.changes_made += 1
    return entry & CODE


def shown(state: State, seat: int, entry: int) -> None:
    """The opponent sees a Life card that came from hand: it may be the copy that the opponent knew of."""
    if entry & FROM_HAND and not entry & KNOWN[1 - seat]:
        _forget_one(state, seat, entry & CODE)


def _forget_one(state: State, seat: int, code: int) -> None:
    """The opponent no longer knows of one copy of this card in the hand, or in Life if it came from there."""
    side, opponent = state.sides[seat], KNOWN[1 - seat]
    if code | opponent in side.hand:
        side.hand[side.hand.index(code | opponent)] = code
    else:
        _forget_in_life(side.life, code, opponent)


def _forget_in_life(life: list[int], code: int, opponent: int) -> None:
    for index, entry in enumerate(life):
        if entry & FROM_HAND and entry & opponent and entry & CODE == code:
            life[index] = entry & ~opponent
            return


def off_the_field(state: State, unit: Unit) -> int:
    """Take a character or a stage off the field; its DON!! go to the cost area rested (R2.3)."""
    side = state.sides[unit.seat]
    if unit is side.stage:
        side.stage = None
    else:
        side.characters.remove(unit)
    side.rested += unit.don
    state.changes_made += 1
    if unit.card.permanent:
        state.permanents -= 1
    return unit.code


def to_trash(state: State, unit: Unit) -> None:
    """Put a card on the field into its owner's trash."""
    state.sides[unit.seat].trash.append(off_the_field(state, unit))


def to_hand(state: State, unit: Unit) -> None:
    """Return a card to its owner's hand, where the opponent knows of it."""
    into_hand(state, unit.seat, off_the_field(state, unit) | KNOWN[1 - unit.seat])


def to_deck_bottom(state: State, unit: Unit, openly: bool = True) -> None:
    """Put a card to the bottom of its owner's deck; only its owner knows it is there unless that is `openly` done."""
    known = BOTH if openly else KNOWN[unit.seat]
    state.sides[unit.seat].deck.insert(0, off_the_field(state, unit) | known)


def to_life(state: State, unit: Unit, top: bool, face_up: bool, openly: bool = True) -> None:
    """Put a card into its owner's Life; face down, the opponent knows it is there only if that is `openly` done."""
    known = BOTH if openly else KNOWN[unit.seat]
    put_in_life(state, unit.seat, off_the_field(state, unit) | known, top, face_up)


def put_in_life(state: State, seat: int, entry: int, top: bool, face_up: bool) -> None:
    """Put an entry into Life."""
    life = state.sides[seat].life
    if face_up:
        entry |= FACE_UP | BOTH
    life.insert(len(life) if top else 0, entry)
    state.changes_made += 1


def hand_to_life(state: State, seat: int, code: int, top: bool, face_up: bool) -> None:
    """Put a card from hand into Life; face down, the opponent does not learn which."""
    side, opponent = state.sides[seat], KNOWN[1 - seat]
    if face_up:
        out_of_hand(state, seat, code)
        put_in_life(state, seat, code, top, face_up=True)
        return
    entry = code if code in side.hand else code | opponent
    side.hand.remove(entry)
    put_in_life(state, seat, entry | KNOWN[seat] | FROM_HAND, top, face_up=False)


def add_don(state: State, seat: int, count: int, active: bool) -> int:
    """Move DON!! from the DON!! deck to the cost area, as many as there are."""
    side = state.sides[seat]
    count = min(count, side.don_deck)
    side.don_deck -= count
    if active:
        side.active += count
    else:
        side.rested += count
    state.changes_made += count
    return count


def rest_don(state: State, seat: int, count: int) -> None:
    """Rest active DON!!: this is how cards are paid for."""
    side = state.sides[seat]
    side.active -= count
    side.rested += count
    state.changes_made += count


def chance(state: State, count: int) -> int:
    """A random number below `count`."""
    rng = Random(state.chance)
    number = rng.randrange(count)
    state.chance = rng.getrandbits(62)
    return number
