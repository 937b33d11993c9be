"""Commands about one position: legal, perft, move, analyse, draw."""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from typing import Any

from sparring.coach.analysis import analyse as judge
from sparring.coach.analysis import analysis_json, seat_to_move
from sparring.match import FallbackUsed
from sparring.match.seat import Seat, answer_for_sure, thinking_time
from sparring.match.standing import describe_outcome
from sparring.match.table import decision_at
from sparring.opponents import opponent
from sparring.rules import Analysis, AnyGame, SparringError, Thinking, notation
from sparring.rules.capabilities import ProvesWins
from sparring.rules.chance import chances_at
from sparring.rules.perft import perft as count_paths
from sparring.scenes import scene_of, svg
from sparring.terminal.arguments import game_of, position_of, seed_of, whole_number
from sparring.terminal.keyboard import read_lines
from sparring.terminal.output import (
    console,
    plain,
    show,
    show_fallback,
    show_json,
    show_judgements,
    show_position,
    table,
)


def legal(options: argparse.Namespace) -> None:
    """List the legal moves."""
    game, position = position_of(options)
    outcome = game.outcome(position)
    moves = list(game.options(position))
    chances = {option: round(chance, 6) for option, chance in chances_at(game, position).items()}
    if options.json:
        result = None if outcome is None else game.seat_name(outcome.winner)
        over = outcome is not None
        told = {"to_move": seat_to_move(game, position), "moves": moves, "over": over, "result": result}
        show_json(told | ({"chances": chances} if chances else {}))
        return
    show_position(game, position)
    if outcome is not None:
        show(f"The game is over: {plain(describe_outcome(game, outcome))}.")
    elif chances:
        shown = ", ".join(f"{option} ({chance:.4g})" for option, chance in chances.items())
        show(f"chance decides: {plain(shown)}")
    else:
        show(f"{plain(str(seat_to_move(game, position)))} to move: {plain(' '.join(moves))}")


def perft(options: argparse.Namespace) -> None:
    """Count move paths."""
    game, position = position_of(options)
    counts = count_paths(game, position, whole_number("depth", options.depth, 1, 100))
    if options.json:
        show_json({"counts": counts})
        return
    rows = table(">depth", ">paths")
    for depth, count in enumerate(counts, 1):
        rows.add_row(str(depth), f"{count:,}")
    console().print(rows)


def move(options: argparse.Namespace) -> None:
    """Ask an opponent for its move."""
    game, position = position_of(options)
    player = opponent(game, options.opponent)
    player.prepare()
    limit = player.time_limit
    decision = decision_at(game, position, seed_of(options), thinking=Thinking(thinking_time(limit)))
    seat = Seat(player)
    answer = asyncio.run(answer_for_sure(game, seat, decision, limit))
    seat.close()
    choice, failure = answer.choice, answer.failure
    if options.json:
        told = {"move": choice.option, "seconds": round(answer.seconds, 6), "fallback": failure is not None}
        show_json(told | ({"why": failure.why} if failure and failure.why else {}))
        return
    if failure is not None:
        show_fallback(player.name, FallbackUsed(0, decision.seat, failure.problem, str(failure), "", failure.why))
    show(f"[name]{plain(choice.option)}[/]" + (f"  [say]{plain(choice.remark)}[/]" if choice.remark else ""))


def analyse(options: argparse.Namespace) -> int:
    """Judge every legal move."""
    if options.each:
        return _analyse_each(options, game_of(options))
    game, position = position_of(options)
    found = judge(game, position, options.depth, options.time)
    tree = winning_tree(game, position, found) if options.tree else None
    if options.json:
        show_json(analysis_json(game, position, found) | ({"tree": tree} if options.tree else {}))
        return 0
    show_position(game, position)
    if (outcome := game.outcome(position)) is not None:
        show(f"The game is over: {plain(describe_outcome(game, outcome))}.")
        return 0
    show(f"{plain(str(seat_to_move(game, position)))} to move:\n")
    show_judgements(found)
    if not found.calibrated:
        show(f"[faint]These expected scores are rough: sparring calibrate {plain(options.game)} fits them to games.[/]")
    if options.tree and tree is None:
        show("\nNothing is proven to win, so there is no winning tree.")
    elif tree is not None:
        counted = ", ".join(f"{number:,} {name}" for name, number in tree.items())
        show(f"\nThe winning tree: {counted}.")
    return 0


def winning_tree(game: AnyGame, position: Any, found: Analysis) -> Mapping[str, int] | None:
    """The size of the winning tree of the side to move, or None if no win is proven."""
    best = found[found.best] if found.options else None
    if best is None or best.outcome != "win":
        return None
    if not isinstance(game, ProvesWins):
        raise SparringError(f"{game.title} does not count winning trees.")
    return game.winning_tree(position, best)


def draw(options: argparse.Namespace) -> None:
    """Draw a position as SVG."""
    game, position = position_of(options)
    seat = game.to_move(position)
    sys.stdout.write(svg(scene_of(game, game.view(position, seat))))


def _analyse_each(options: argparse.Namespace, game: AnyGame) -> int:
    """Print a line of JSON for each line of input; a line that is not a position gets an error instead."""
    status = 0
    for line in read_lines():
        try:
            asked, position = notation.read_line(game, line.strip(), any_position=options.any_position)
            show_json(analysis_json(asked, position, judge(asked, position, options.depth, options.time)))
        except SparringError as error:
            show_json({"error": str(error), "line": line.strip()})
            status = 2
    return status
