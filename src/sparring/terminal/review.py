"""`sparring review`: what each move of a match lost, and where the match turned."""

import argparse

from sparring.coach.review import Review, ReviewedMove, lasting
from sparring.coach.reviewing import Reviewing
from sparring.coach.words import STANDARD_ERRORS, Word
from sparring.rules import AnyGame, Record
from sparring.rules.settings import Number
from sparring.terminal.arguments import game_of, record_of
from sparring.terminal.output import console, plain, progress_of, show, show_json, table

COLOURS = {
    Word.BEST: "green",
    Word.GOOD: "green",
    Word.INACCURACY: "yellow",
    Word.MISTAKE: "bold red",
    Word.BLUNDER: "bold red",
}
SIGNS = {Word.BEST: "", Word.GOOD: "", Word.INACCURACY: "?!", Word.MISTAKE: "?", Word.BLUNDER: "??"}

LINE = 8
"""Moves of a better line that are shown."""

ROWS = 5
"""Lines of the graph: one for each quarter of expected score."""

WIDEST = 60
"""Columns of the graph at the most."""

SECONDS = Number(0.01, 600.0, whole=False)
"""The range of the time for one move."""


def review(options: argparse.Namespace) -> None:
    """Judge every move of a match."""
    game = game_of(options)
    record = record_of(options.record, game)
    seconds = None if options.time is None else SECONDS.read("--time", options.time)
    reviewing = Reviewing(game, record, seconds)
    with progress_of() as tell:
        for found in reviewing.steps():
            tell("moves judged" if len(found.moves) < found.total else "looking closer", len(found.moves), found.total)
    if options.json:
        show_json(found.as_json())
    else:
        _show(found, record)
        if found.turning_points:
            again = f"sparring play {record.game} --again {options.record} --move {found.turning_points[-1]}"
            show(f"[faint]Try again from there: {plain(again)}[/]")


def _show(found: Review, record: Record) -> None:
    game = found.game
    _show_moves(found)
    _show_course(found, record)
    for ply in found.turning_points:
        show(_turning_point(game, next(move for move in found.moves if move.ply == ply), record))
    for seat, name in enumerate(game.seats):
        told = ", ".join(_counted(count, Word(word)) for word, count in found.words[name].items() if count)
        show(
            f"[name]{plain(_player(game, record, seat))}[/]: accuracy {found.accuracy[name]:g} of 100"
            f" ({told or 'nothing to judge'})"
        )
    show(f"[dim]{_how_sure(found)}[/]")


def _show_moves(found: Review) -> None:
    explained = any(move.explanation for move in found.moves)
    rows = table(
        ">", "who", "move", "word", ">before", ">after", "better", "seen from", *(["why"] if explained else [])
    )
    for move in found.moves:
        better = () if move.word is Word.BEST else move.line[:LINE]
        rows.add_row(
            str(move.ply),
            found.game.seats[move.seat],
            plain(move.move),
            "[dim]forced[/]" if move.forced else f"[{COLOURS[move.word]}]{move.word} {SIGNS[move.word]}[/]",
            _percent(move.before),
            _percent(move.after),
            plain(" ".join(better)),
            move.seen_by or "",
            *([plain(move.explanation)] if explained else []),
        )
    console().print(rows)


def _show_course(found: Review, record: Record) -> None:
    """The expected score of the first seat over the match, as a small graph."""
    values = lasting(found.course(0))
    if len(values) < 3:
        return
    columns = min(WIDEST, len(values))
    shown = [values[round(at * (len(values) - 1) / (columns - 1))] for at in range(columns)]
    show()
    show(f"Expected score of {plain(_player(found.game, record, 0))} after each move:")
    for row in reversed(range(ROWS)):
        marks = "".join(
            "*" if round(value * (ROWS - 1)) == row else "-" if row == ROWS // 2 else " " for value in shown
        )
        show(f"{100 * row // (ROWS - 1):>5} % {marks}")
    show()


def _turning_point(game: AnyGame, move: ReviewedMove, record: Record) -> str:
    who = plain(_player(game, record, move.seat))
    return (
        f"Move {move.ply} turned the match: {plain(move.move)} took the expected score of {who} from "
        f"{_percent(move.before)} to {_percent(move.after)}; {plain(move.best)} was better."
    )


def _player(game: AnyGame, record: Record, seat: int) -> str:
    """A player by name and seat, or by the seat alone if the record names nobody."""
    name = record.headers.get(f"Seat {seat}")
    return f"{name} ({game.seats[seat]})" if name else game.seats[seat]


def _counted(count: int, word: Word) -> str:
    many = {Word.INACCURACY: "inaccuracies", Word.MISTAKE: "mistakes", Word.BLUNDER: "blunders"}
    return f"{count} {many[word] if count > 1 and word in many else word}"


def _percent(expected: float) -> str:
    return f"{100 * expected:.0f} %"


def _how_sure(found: Review) -> str:
    if found.exact:
        return "Every result is proven."
    if any(move.error for move in found.moves):
        return (
            "Judged by what each player could see, in imagined games. "
            f"A loss counts only as far as it exceeds {STANDARD_ERRORS:g} standard errors."
        )
    if not found.calibrated:
        return "The expected scores are estimates that no played games confirm yet; sparring calibrate does that."
    return "Expected scores are estimates, confirmed by played games; proven results are exact."
