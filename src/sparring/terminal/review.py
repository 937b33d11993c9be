"""`sparring review`: which choices of a match were right and which were wrong."""

import argparse

from sparring.coach.review import review as look_back
from sparring.coach.review import summary
from sparring.terminal.arguments import game_of, record_of
from sparring.terminal.output import console, plain, show, show_json, table, with_progress

COLOURS = {"best": "green", "good": "green", "weaker": "yellow", "mistake": "bold red"}


def review(options: argparse.Namespace) -> None:
    """Judge every choice of a match."""
    game = game_of(options)
    record = record_of(options.record, game)
    total = len(record.choices())
    reviewed = list(with_progress(look_back(game, record, options.time), "choices", total))
    if options.json:
        choices = [choice.as_json(game) for choice in reviewed]
        show_json({"game": game.name, "choices": choices, "summary": summary(game, reviewed)})
        return
    rows = table(">", "who", "move", "verdict", "better", "why")
    for choice in reviewed:
        verdict = f"[{COLOURS[choice.verdict]}]{choice.verdict}[/]"
        texts = choice.chosen.option, verdict, plain(" ".join(choice.better)), plain(choice.explanation)
        rows.add_row(str(choice.number), game.seats[choice.seat], *texts)
    console().print(rows)
    for seat, counts in summary(game, reviewed).items():
        player = record.headers.get(f"Seat {game.seats.index(seat)}", seat)
        told = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
        show(f"[name]{plain(player)}[/] ({seat}): {told or 'nothing to judge'}")
