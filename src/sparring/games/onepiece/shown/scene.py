"""The card table as a picture: the other side above, one's own below, and the hand in front of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Literal

from sparring.games.onepiece.rules import cards, text
from sparring.games.onepiece.rules.options import ChooseCard, option_text
from sparring.games.onepiece.rules.settled import passed
from sparring.games.onepiece.rules.sides import CODE, FACE_UP, Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import cost, has_keyword, power
from sparring.games.onepiece.rules.view import Half, View
from sparring.games.onepiece.rules.vocabulary import KEYWORDS
from sparring.games.onepiece.shown import report
from sparring.games.onepiece.shown.arrangement import (
    TALL,
    WIDE,
    WIDE_COUNT,
    WIDE_DECK,
    WIDE_NAMES,
    hand_ids,
    seat_name,
    unit_id,
    zone_id,
)
from sparring.games.onepiece.shown.picks import around, picks_of
from sparring.scenes import Arrow, Card, Label, Plate, Scene, Shape, Zone

TITLE = "One Piece"
AIM = Arrow("attack", "", "", level=WIDE.middle, tall_level=TALL.middle, lane=WIDE.lane, tall_lane=TALL.lane)
"""An attack's arrow, which bends between the two sides so that it crosses no card."""


def table_scene(view: View, last: str | None = None) -> Scene:
    """All that a seat sees of the table, and how each of its options is chosen."""
    state, other = view.shown(), 1 - view.seat
    decides = view.to_move == view.seat and not view.lost and not view.watched
    asked = view.sample(Random(0)) if decides else None
    tray = [] if asked is None else _looked_at(view, asked)
    shapes: list[Shape] = [Plate("table", (0, 0, *WIDE.size), "felt", tall=(0, 0, *TALL.size)), *_words(view)]
    for seat in (other, view.seat):
        shapes += _half(view, state, seat)
    shapes += [*_other_hand(view), *_hand(view, tray), *_tray(view, tray)]
    shapes += _battle(view, state)
    return Scene(
        TITLE,
        WIDE.size,
        tuple(shapes),
        about=_about(view, state, last),
        picks={} if asked is None else picks_of(view, asked, {shape.id for shape in shapes}),
        prompt=f"{seat_name(view.to_move)} decides." if asked is None else report.prompt(view),
        tall=TALL.size,
        names=_leaders(view),
        aim=AIM,
        passes="" if asked is None else _passed(asked),
    )


def _leaders(view: View) -> tuple[str, ...]:
    """What tells the sides apart: the names of their leaders, with the names of their decks if these are equal."""
    leaders = [view.decks.cards[half.leader.code].name for half in view.halves]
    decks = [deck.title for deck in view.decks.decks]
    if leaders[0] == leaders[1] and decks != list(text.SEATS):
        leaders = [f"{leader}, {deck}" for leader, deck in zip(leaders, decks, strict=True)]
    return tuple(leaders) if leaders[0] != leaders[1] else ()


def _passed(asked: State) -> str:
    """What the page may choose for a player who can do nothing that matters."""
    answer = passed(asked)
    return "" if answer is None else option_text(asked, answer)


# ---------------------------------------------------------------------- the two halves


def _half(view: View, state: State, seat: int) -> Iterator[Shape]:
    half, side, own = view.halves[seat], state.sides[seat], seat == view.seat
    ready = f"{half.active} of {half.active + half.rested}"
    yield _zone(seat, own, "life", f"Life {len(half.life)}", gap=(-50, -38))
    yield _zone(seat, own, "leader", "")
    yield _zone(seat, own, "stage", "Stage" if half.stage is None else "")
    don = f"DON!! {half.active} active, {half.rested} rested, {half.don_deck} to come"
    yield _zone(seat, own, "don", don, "fit", gap=(5, 2), tall_title=ready)
    mine = own and not view.watched
    yield replace(_zone(seat, own, "deck", f"Deck {len(half.deck)}", "pile"), opens=mine)
    yield replace(_zone(seat, own, "trash", f"Trash {len(half.trash)}", "pile"), opens=bool(half.trash))
    yield _zone(seat, own, "field", "", gap=(22, 4))
    yield from _life(view, seat)
    for unit in side.units():
        yield from _given(unit)
        yield _unit(view, state, unit)
    for number in range(half.active + half.rested):
        yield Card(f"{seat_name(seat)}-don-{number}", zone_id(seat, "don"), back="token", rested=number >= half.active)
    for number in range(min(3, len(half.deck))):
        yield Card(f"{seat_name(seat)}-deck-{number}", zone_id(seat, "deck"), back="card")
    if half.trash:
        yield face(
            view, half.trash[-1] & CODE, f"{seat_name(seat)}-trash-top", zone_id(seat, "trash"), _below(view, half)
        )


def _zone(
    seat: int,
    own: bool,
    name: str,
    title: str,
    flow: Literal["row", "pile", "fit"] = "row",
    gap: tuple[float, float] = (8, 4),
    tall_title: str | None = None,
) -> Zone:
    sizes = [at.cards[name] for at in (WIDE, TALL)]
    return Zone(
        zone_id(seat, name),
        WIDE.zone(name, own),
        sizes[0],
        flow,
        title,
        gap[0],
        tall=TALL.zone(name, own),
        tall_card=sizes[1],
        tall_gap=gap[1],
        tall_title=tall_title,
    )


def _life(view: View, seat: int) -> Iterator[Card]:
    """Life from the bottom up, then the card that is being taken as damage; known cards show their faces."""
    half, place = view.halves[seat], zone_id(seat, "life")
    for number, entry in enumerate((*half.life, *half.limbo)):
        identity = f"{place}-{number}"
        if view.card(entry) is None:
            yield Card(identity, place, back="card")
        else:
            secret = number < len(half.life) and not entry & FACE_UP
            yield face(view, entry & CODE, identity, place, dim=secret)


def _unit(view: View, state: State, unit: Unit) -> Card:
    card, battle = unit.card, view.battle
    zone = {"leader": "leader", "stage": "stage"}.get(card.category, "field")
    keywords = tuple(keyword for keyword in KEYWORDS if has_keyword(state, unit, keyword))
    facts = [_printed(card), *(keyword for keyword in keywords if keyword not in card.keywords)]
    facts += [f"{unit.don} DON!! given"] if unit.don else []
    facts += ["rested"] if unit.rested else []
    facts += ["came this turn"] if unit.fresh and zone == "field" and unit.seat == view.turn_seat else []
    return Card(
        unit_id(unit.id),
        zone_id(unit.seat, zone),
        card.name,
        card.category,
        card.colors[0],
        None if zone == "leader" else cost(state, unit),
        None if card.power is None else power(state, unit),
        card.power,
        sign=card.attribute or "",
        keywords=keywords,
        badge=f"+{unit.don}" if unit.don else "",
        facts=" · ".join(facts),
        text="\n".join(text.card_text(card)),
        rested=unit.rested,
        hit=battle is not None and battle.target == unit.id,
        means=text.label(state, unit) if unit.seat == view.seat else "",
    )


def _given(unit: Unit) -> Iterator[Card]:
    for number in range(unit.don):
        yield Card(f"{unit_id(unit.id)}-don-{number}", unit_id(unit.id), back="token")


def face(view: View, code: int, identity: str, place: str, more: str = "", dim: bool = False) -> Card:
    """A card that lies open, as it is printed."""
    card = view.decks.cards[code]
    lines = [*text.card_text(card), *([more] if more else [])]
    return Card(
        identity,
        place,
        card.name,
        card.category,
        card.colors[0],
        card.cost,
        card.power,
        card.power,
        sign=card.attribute or "",
        keywords=tuple(sorted(card.keywords)),
        facts=_printed(card),
        text="\n".join(lines),
        dim=dim,
    )


def _printed(card: cards.Card) -> str:
    """What else is printed on a card."""
    facts = [card.attribute or "", card.category, "/".join(sorted(card.types))]
    facts += [f"counter +{card.counter}"] if card.counter else []
    return " · ".join(filter(None, facts))


def _below(view: View, half: Half) -> str:
    """What lies below the uppermost card of a trash, which anybody may look at."""
    below = [view.decks.cards[entry & CODE].name for entry in reversed(half.trash[:-1])]
    return f"Below it in the trash: {', '.join(below)}." if below else ""


# ---------------------------------------------------------------------- hands, and what is looked at


def _other_hand(view: View) -> Iterator[Shape]:
    seat = 1 - view.seat
    place = zone_id(seat, "hand")
    yield Zone(
        place,
        WIDE.other_hand,
        WIDE.cards["other hand"],
        gap=6,
        look="none",
        source=zone_id(seat, "deck"),
        tall=TALL.other_hand,
        tall_card=TALL.cards["other hand"],
        tall_gap=2,
    )
    for number in range(len(view.halves[seat].hand)):
        yield Card(f"{place}-{number}", place, back="card")


def _hand(view: View, tray: Sequence[int]) -> Iterator[Shape]:
    place = zone_id(view.seat, "hand")
    wide, tall = (at.beside[0] if tray else at.hand for at in (WIDE, TALL))
    yield Zone(
        place,
        wide,
        WIDE.cards["hand"],
        "fit",
        gap=12,
        look="none",
        source=zone_id(view.seat, "deck"),
        tall=tall,
        tall_card=TALL.cards["hand"],
        tall_gap=4,
    )
    if view.watched:
        yield from (Card(f"{place}-{number}", place, back="card") for number in range(len(view.halves[view.seat].hand)))
        return
    for identity, code in hand_ids(view):
        counter = view.decks.cards[code].counter
        yield replace(face(view, code, identity, place), counter=counter, means=view.decks.labels[code])


def _looked_at(view: View, asked: State) -> list[int]:
    """The cards to choose from, or to put back, that do not lie openly on the table."""
    question = asked.question
    assert question is not None
    about = question.about
    if about.looked_at:
        top = reversed(view.halves[view.seat].deck[-about.looked_at :])
        return [entry & CODE for entry in top if view.card(entry) is not None]
    if about.from_hand:
        return []
    return [option.code for option in question.options if isinstance(option, ChooseCard)]


def _tray(view: View, tray: Sequence[int]) -> Iterator[Shape]:
    if tray:
        _, wide = WIDE.beside
        _, tall = TALL.beside
        sizes = [at.cards["choice"] for at in (WIDE, TALL)]
        yield Zone("choice", wide, sizes[0], "fit", gap=6, tall=tall, tall_card=sizes[1], tall_gap=4)
        for at, code in enumerate(tray):
            yield face(view, code, f"choice-{code}-{tray[:at].count(code) + 1}", "choice")


# ---------------------------------------------------------------------- words, and a battle


def _words(view: View) -> Iterator[Label]:
    for seat in (1 - view.seat, view.seat):
        own, half, name = seat == view.seat, view.halves[seat], seat_name(seat)
        deck, count = _short(view.decks.decks[seat].title, 24), f"Hand {len(half.hand)}"
        yield Label(f"name-{name}", WIDE_NAMES[own], name, "who", wide_only=True)
        if deck == name:  # a table that was set up by hand has decks without a name of their own
            pass
        elif own:
            yield Label(f"deck-{name}", WIDE_DECK, deck, "zone", wide_only=True)
        else:
            yield Label(f"deck-{name}", WIDE.deck, deck, "zone", tall=TALL.deck)
        if own:
            yield Label(f"hand-{name}", WIDE_COUNT, count, "zone", wide_only=True)
        else:
            yield Label(f"hand-{name}", WIDE.hand_count, count, "zone", tall=TALL.hand_count)
        if half.among:
            known = ", ".join(view.decks.cards[code].name for code in half.among)
            yield Label(f"known-{name}", WIDE.known, _short(f"Known: {known}", 56), "zone", tall=TALL.known)
    turn = f"Turn {view.turn}: {seat_name(view.turn_seat)}" if view.turn else "Before the game"
    if view.battle is None:  # else the numbers of the attack stand there
        yield Label("turn", WIDE.turn, turn, "zone", tall=TALL.turn)


def _battle(view: View, state: State) -> Iterator[Arrow]:
    battle = view.battle
    if battle is None:
        return
    attacker, target = state.find(battle.attacker), state.find(battle.target)
    if attacker is not None and target is not None:
        powers = f"{power(state, attacker)} : {power(state, target)}"
        ends = unit_id(attacker.id), unit_id(target.id)
        yield replace(AIM, start=ends[0], end=ends[1], text=powers, around=around(attacker, target))


def _about(view: View, state: State, last: str | None) -> str:
    sides = " ".join(_told(view, state, seat) for seat in (view.seat, 1 - view.seat))
    names = [card.name for entry in view.halves[view.seat].hand if (card := view.card(entry))]
    hand = "" if view.watched else f" In hand: {', '.join(names) or 'nothing'}."
    turn = f"Turn {view.turn}: {seat_name(view.turn_seat)}" if view.turn else "Before the first turn"
    latest = f" Chosen last: {last}." if last else ""
    return f"{TITLE}. {turn}. {sides}{hand}{latest}"


def _told(view: View, state: State, seat: int) -> str:
    half, units = view.halves[seat], state.sides[seat].units()
    field = ", ".join(
        view.decks.cards[unit.code].name
        + (f" {power(state, unit)}" if unit.card.power is not None else "")
        + (" rested" if unit.rested else "")
        for unit in units
    )
    return (
        f"{seat_name(seat)} has {len(half.life)} Life, {len(half.hand)} cards in hand, "
        f"{half.active} of {half.active + half.rested} DON!! active; on the field {field}."
    )


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
