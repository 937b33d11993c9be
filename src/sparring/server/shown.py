"""What each seat may see of a match, as JSON: its state, and its events."""

from typing import Any

from sparring.match.events import (
    ChanceFell,
    DecisionAsked,
    Event,
    FallbackUsed,
    MatchOver,
    MatchStarted,
    MoveMade,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchBegun,
    TakenBack,
)
from sparring.rules import AnyGame, BadPosition, Decision, Offer, Outcome
from sparring.rules.capabilities import drawing, news
from sparring.scenes import scene_message, scene_of, without_marks
from sparring.server.live import LiveMatch
from sparring.server.sight import COVERED, Sight, covered_scene

EVENT_NAMES = {
    MatchStarted: "match_started",
    DecisionAsked: "decision_asked",
    FallbackUsed: "fallback_used",
    MoveMade: "move_made",
    ChanceFell: "chance_fell",
    OfferMade: "offer_made",
    OfferAccepted: "offer_accepted",
    OfferDeclined: "offer_declined",
    OfferWithdrawn: "offer_withdrawn",
    RematchBegun: "rematch_begun",
    TakenBack: "taken_back",
    MatchOver: "match_over",
}
"""The events as programs know them."""


def state_for(live: LiveMatch, seat: int | None, *, scene: bool = False) -> dict[str, Any]:
    """All that a seat may see of a match, or with None whoever watches it."""
    stored, seats = live.stored, range(len(live.stored.players))
    shown: dict[str, Any] = {
        "id": stored.id,
        "game": stored.game_seen_by(seat),
        "seat": seat,
        "players": list(stored.players),
        "names": [stored.owners[seat].player_name if seat in stored.owners else None for seat in seats],
        "seated": [seat not in stored.owners or stored.owners[seat].is_taken for seat in seats],
        "here": live.here,
        "paced": stored.paced,
        "teaches": stored.help == "lesson",
        "clock": stored.clock,
        "increment": stored.increment,
        "left": live.time_left(),
        "closed": live.closed or None,
        "over": live.over,
    }
    if live.is_closed:
        ending = stored.ending
        return shown | {"result": ending and {"name": None, **vars(ending), "payoffs": None}}
    table, decision, sight = live.table, live.decision, Sight.of(live, seat)
    outcome = table.outcome
    return shown | {
        "seats": list(table.game.seats),
        "event": live.events[-1].number,
        "moves": [{"seat": by, "option": sight.told(told)} for by, told in live.seen],
        **position_for(sight, table.position, scene, live.latest_told[-1]),
        "to_move": decision and decision.seat,
        "decision": decision and decision_for(live, decision, seat),
        "offers": [offer_json(offer) for offer in table.offers],
        "rematch": live.rematch,
        "result": None if outcome is None else result_json(table.game, outcome),
        "seed": None if outcome is None or sight.keeps_secrets else stored.seed,
    }


def event_for(live: LiveMatch, event: Event, seat: int | None, *, scenes: bool = False) -> dict[str, Any]:
    """An event as a seat may see it, with its scene if wanted; None is somebody who watches."""
    shown: dict[str, Any] = {"number": event.number, "event": EVENT_NAMES[type(event)]}
    sight = Sight.of(live, seat)
    match event:
        case MatchStarted():
            shown |= {"game": live.stored.game_seen_by(seat), "players": list(event.players)}
        case DecisionAsked(decision=decision):
            is_pending = event is live.events[-1]
            return shown | {"seat": decision.seat, "decision": decision_for(live, decision, seat, is_pending)}
        case FallbackUsed():
            return shown | {"seat": event.seat, "problem": event.problem}
        case OfferMade(offer=offer) | OfferDeclined(offer=offer) | OfferWithdrawn(offer=offer):
            return shown | offer_json(offer)
        case OfferAccepted(offer=offer, by=by):
            return shown | offer_json(offer) | {"by": by}
        case RematchBegun(match=match):
            return shown | {"match": match}
        case MoveMade():
            option = sight.told(event.seen)
            # A remark about a hidden move might give the move away.
            remark = event.remark if option == event.option else ""
            shown |= {"seat": event.seat, "option": option, "remark": remark, "seconds": event.seconds}
        case ChanceFell():
            shown |= {"option": sight.told(event.seen)}
        case TakenBack():
            shown |= {"count": event.count}
        case MatchOver():
            shown |= {"result": result_json(live.game, event.outcome)}
    assert isinstance(event, MatchStarted | MoveMade | ChanceFell | TakenBack | MatchOver)
    return shown | position_for(sight, event.position, scenes, live.latest_told[event.number - 1])


def position_for(sight: Sight, position: Any, scenes: bool = False, told: tuple[str, ...] = ()) -> dict[str, Any]:
    """What somebody sees of a position: text and news, where the game has such, lines to print, and a scene if wanted.

    `told` is what each seat was told of the latest choice.
    """
    game = sight.game
    if sight.covered:
        scene = {"scene": scene_message(covered_scene(game))} if scenes else {}
        return {"position": None, "drawing": COVERED, "news": [], **scene}
    view, last = sight.view(position), sight.told(told) if told else ""
    scene = {"scene": scene_message(scene_of(game, view, last or None))} if scenes else {}
    try:
        text = game.position_text(view)
    except (BadPosition, AttributeError, TypeError):
        text = None
    return {"position": text, "drawing": without_marks(drawing(game, view)), "news": list(news(game, view)), **scene}


def decision_for(
    live: LiveMatch, decision: Decision, seat: int | None, is_pending: bool = True
) -> dict[str, Any] | None:
    """A decision, for the seat that is to decide it and nobody else."""
    if seat != decision.seat:
        return None
    may_offer = ["share"] if is_pending and live.may_share(seat) else []
    shown = {"number": decision.number, "kind": decision.kind, "options": list(decision.options)}
    return {**shown, "may_offer": may_offer}


def offer_json(offer: Offer) -> dict[str, Any]:
    """An offer, and the seat that made it."""
    return {"kind": offer.kind.value, "seat": offer.seat}


def result_json(game: AnyGame, outcome: Outcome) -> dict[str, Any]:
    """How a match ended."""
    return {
        "winner": outcome.winner,
        "name": game.seat_name(outcome.winner),
        "reason": outcome.reason,
        "places": list(outcome.places_of(len(game.seats))),
        "payoffs": None if outcome.payoffs is None else list(outcome.payoffs),
    }
