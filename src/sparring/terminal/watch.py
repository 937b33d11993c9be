"""`sparring watch`: two opponents play, shown move by move."""

import argparse
import sys

from sparring.match import Event, FallbackUsed, Match, MatchOver, MatchStarted, MoveMade
from sparring.match.table import describe_outcome
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis
from sparring.rules.capabilities import news, worth_drawing
from sparring.terminal.arguments import game_of, seed_of, writable
from sparring.terminal.output import (
    plain,
    show,
    show_json,
    show_judgements,
    show_move,
    show_news,
    show_position,
)


def watch(options: argparse.Namespace) -> None:
    """Let two opponents play."""
    game = game_of(options)
    players = [opponent(game, name) for name in options.opponents]
    save_to = writable(options.save) if options.save else None
    paced = sys.stdout.isatty() and not options.fast and not options.json
    limits = [player.time_limit for player in players]
    match = Match(game, players, seed=seed_of(options), time_limit=limits, paced=paced)
    try:
        for event in match.follow():
            if not options.json:
                _show(event, match, options.explain)
    finally:
        if save_to:
            save_to.write_text(str(match.record), "utf-8")
    if options.json:
        result = match.result
        show_json(
            {
                "winner": None if result.winner is None else game.seats[result.winner],
                "reason": result.reason,
                "moves": [chosen.option for chosen in result.record.choices()],
                "seed": result.record.seed,
                "fallbacks": result.fallbacks,
            }
        )


def why(option: str, analysis: Analysis) -> str:
    """One sentence that says why an option was chosen: the brain's own, or that the character decided otherwise."""
    if option in analysis.best_options:
        return analysis.because
    return f"It did not take what it thought best, {analysis.best!r}: chance or its taste decided."


def _show(event: Event, match: Match, explain: bool) -> None:
    game = match.game
    match event:
        case MatchStarted():
            for seat, player in enumerate(match.players):
                entry = catalogue(game)[player.name.partition(":")[0]]
                about = f"[name]{plain(player.name)}[/]  {plain(entry.about)}"
                show(f"[name]{plain(game.seats[seat])}[/]: {plain(entry.face)}  {about}")
            show_position(game, event.position)
        case FallbackUsed():
            who = plain(match.players[event.seat].name)
            show(f"[warn]{who} gave no proper answer, so the referee chose for it.[/]")
        case MoveMade():
            who = f"{plain(match.players[event.seat].name)} ({plain(game.seats[event.seat])})"
            remark = f"  [say]“{plain(event.remark)}”[/]" if event.remark else ""
            told = news(game, game.view(event.position, event.seat))
            if not told or explain:
                show(f"\n[name]{who}[/]: [name]{plain(event.option)}[/]{remark}")
            elif remark:
                show(f"[name]{who}[/]:{remark}")
            if explain and event.analysis is not None:
                show_judgements(event.analysis)
                show(f"[faint]decided by: {plain(event.analysis.reason)}[/]")
                if sentence := why(event.option, event.analysis):
                    show(plain(sentence))
            show_news(game, game.view(event.position, event.seat))
            if not worth_drawing(game, game.view(event.position, game.to_move(event.position)), asked=False):
                return
            if match.paced:
                show_move(game, event.position, event.option)
            else:
                show_position(game, event.position)
        case MatchOver():
            show(f"[name]{plain(describe_outcome(game, event.outcome))}[/].")
        case _:
            pass
