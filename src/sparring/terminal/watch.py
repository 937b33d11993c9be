"""`sparring watch`: two opponents play, shown move by move."""

import argparse
import sys

from sparring.match import Event, FallbackUsed, Match, MatchOver, MatchStarted, MoveMade
from sparring.match.table import describe_outcome
from sparring.opponents import catalogue, opponent
from sparring.rules import Analysis
from sparring.terminal.given import check_writable, game_of, save, seed_of
from sparring.terminal.output import console, plain, show, show_json, show_position, table


def watch(options: argparse.Namespace) -> None:
    """Let two opponents play."""
    game = game_of(options)
    players = [opponent(game, name) for name in options.opponents]
    check_writable(options.save)
    paced = sys.stdout.isatty() and not options.fast and not options.json
    limits = [player.time_limit for player in players]
    match = Match(game, players, seed=seed_of(options), time_limit=limits, paced=paced)
    try:
        for event in match.follow():
            if not options.json:
                _show(event, match, options.explain)
    finally:
        save(options.save, match.record)
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
            show(f"\n[name]{who}[/]: [name]{plain(event.option)}[/]{remark}")
            if explain and event.analysis is not None:
                show_thoughts(event.analysis)
            show_position(game, event.position)
        case MatchOver():
            show(f"[name]{plain(describe_outcome(game, event.outcome))}[/].")
        case _:
            pass


def show_thoughts(analysis: Analysis) -> None:
    """What was thought of every option, the best first."""
    rows = table("option", ">score", "outcome", "expected line")
    for judgement in sorted(analysis.options, key=lambda judgement: judgement.rank, reverse=True):
        line = plain(" ".join(judgement.line))
        rows.add_row(plain(judgement.option), f"{judgement.score:g}", judgement.outcome or "[faint]open[/]", line)
    console().print(rows)
    show(f"[faint]decided by: {plain(analysis.reason)}; depth {analysis.depth}, {analysis.nodes:,} positions[/]")
