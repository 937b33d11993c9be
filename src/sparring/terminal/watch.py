"""`sparring watch`: opponents play each other, shown move by move."""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from sparring.match import (
    ChanceFell,
    Event,
    FallbackUsed,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    OfferDeclined,
    OfferMade,
    RemarkMade,
)
from sparring.match.standing import describe_outcome
from sparring.opponents import entry_for, opponent
from sparring.rules.capabilities import news, worth_drawing
from sparring.rules.chance import chances_at
from sparring.scenes import scene_of
from sparring.terminal.addressed import Address
from sparring.terminal.arguments import game_of, seed_of, writable
from sparring.terminal.output import (
    NOBODY,
    OFFERS,
    plain,
    show,
    show_fallback,
    show_json,
    show_judgements,
    show_move,
    show_news,
    show_position,
)


def watch(options: argparse.Namespace) -> None:
    """Let opponents play."""
    game = game_of(options)
    players = [opponent(game, name) for name in options.opponents]
    save_to = writable(options.save) if options.save else None
    paced = sys.stdout.isatty() and not options.fast and not options.json
    limits = [player.time_limit for player in players]
    match = Match(game, players, seed=seed_of(options), time_limit=limits, paced=paced)
    told = NOBODY
    try:
        for event in match.follow():
            if isinstance(event, MatchStarted):
                told = _called(match, event.position)
            if not options.json:
                _show(event, match, options.explain, told)
    finally:
        if save_to:
            save_to.write_text(str(match.record), "utf-8")
    if options.json:
        result = match.result
        show_json(
            {
                "winner": None if result.winner is None else game.seats[result.winner],
                "places": list(result.places),
                **({"payoffs": list(result.payoffs)} if result.payoffs is not None else {}),
                "reason": result.reason,
                "moves": [step.option for step in result.record.steps()],
                "seed": result.record.seed,
                "fallbacks": result.fallbacks,
            }
        )


def _called(match: Match, position: Any) -> Address:
    """Seats are called as their players, or by what they play if both players have one name."""
    names: Sequence[str] = [player.name for player in match.players]
    if len(set(names)) < len(names):
        names = scene_of(match.game, match.game.view(position, 0)).names
    return Address(match.game.seats, names, own=-1) if names else NOBODY


def _show(event: Event, match: Match, explain: bool, told: Address) -> None:
    game = match.game
    match event:
        case MatchStarted():
            for seat, player in enumerate(match.players):
                entry = entry_for(game, player.name)
                about = f"[name]{plain(player.name)}[/]  {plain(entry.about)}"
                called = told.text(game.seats[seat])
                label = "" if called == player.name else f"[name]{plain(called)}[/]: "
                show(f"{label}{plain(entry.face)}  {about}")
            show_position(game, event.position, told=told)
        case FallbackUsed():
            show_fallback(match.players[event.seat].name, event)
        case RemarkMade():
            if remark := event.heard[event.seat]:
                show(f"\n[name]{plain(match.players[event.seat].name)}[/]: [say]“{plain(remark)}”[/]")
        case OfferMade(offer=offer):
            show(f"\n[name]{plain(match.players[offer.seat].name)}[/] {OFFERS[offer.kind]}")
        case OfferDeclined(offer=offer):
            show(f"[name]{plain(match.players[1 - offer.seat].name)}[/] would rather play on.")
        case MoveMade():
            name = game.seats[event.seat]
            who = plain(told.text(name) if told.stands_for(name) else f"{match.players[event.seat].name} ({name})")
            if explain or not news(game, game.view(event.position, event.seat)):
                show(f"\n[name]{who}[/]: [name]{plain(event.option)}[/]")
            if explain and event.analysis is not None:
                show_judgements(event.analysis)
                by_itself = event.option in event.analysis.best_options
                show(f"[faint]decided by: {plain(event.analysis.reason if by_itself else 'chance or taste')}[/]")
                if sentence := event.analysis.why(event.option):
                    show(plain(sentence))
            show_news(game, game.view(event.position, event.seat), told)
            if chances_at(game, event.position):
                return
            if not worth_drawing(game, game.view(event.position, game.to_move(event.position)), asked=False):
                return
            if match.paced:
                show_move(game, event.position, event.option, told=told)
            else:
                show_position(game, event.position, told=told)
        case ChanceFell():
            show(f"\n[name]chance[/]: [name]{plain(event.option)}[/]")
            show_news(game, game.view(event.position, game.to_move(event.position)), told)
            if not chances_at(game, event.position):
                show_position(game, event.position, told=told)
        case MatchOver():
            show(f"[name]{plain(told.text(describe_outcome(game, event.outcome)))}[/].")
        case _:
            pass
