"""`sparring arena` and `sparring ladder`: who is how strong."""

import argparse
import json
from pathlib import Path
from typing import Any

from sparring.arena.ladder import all_opponents, ladder_of, own_path, read_ladder
from sparring.arena.tournament import Tournament
from sparring.opponents import catalogue
from sparring.terminal.given import game_of, jobs_of, seed_of, spec_of, whole_number, writable
from sparring.terminal.output import console, plain, show, show_json, table, with_progress

MOST_GAMES = 1_000_000


def arena(options: argparse.Namespace) -> None:
    """Play a round robin and print who beat whom."""
    tournament = Tournament(
        spec_of(options),
        options.opponents,
        games=whole_number("games", options.games, 1, MOST_GAMES),
        seed=seed_of(options),
        opening_plies=whole_number("opening-plies", options.opening_plies, 0, 1000),
        jobs=jobs_of(options),
    )
    _play(tournament)
    if options.json:
        show_json(tournament.as_json())
        return
    console().print(_cross_table(tournament))
    problems = tournament.problems
    show(f"\n[faint]{tournament.total} games, seed {tournament.seed}; score, then wins–draws–losses[/]")
    show(f"[faint]illegal answers: {problems['illegal']}; fallbacks: {problems.total()}[/]")


def ladder(options: argparse.Namespace) -> None:
    """Show the measured strength of a game's opponents, or measure it."""
    game = game_of(options)
    kept: Path | None = None
    if options.measure:
        if not options.save:
            own_path(game).parent.mkdir(parents=True, exist_ok=True)
        kept = writable(options.save or own_path(game))
        found = _measured(options)
        kept.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    else:
        found = read_ladder(game) or {"game": game.name, "ratings": []}
    if options.json:
        show_json(found)
        return
    if not found["ratings"]:
        show(f"The opponents of {game.title} are not measured yet: sparring ladder {options.game} --measure")
        return
    rows = table("", "opponent", ">rating", "95 %", "about")
    entries = catalogue(game).entries
    for place, rung in enumerate(found["ratings"], 1):
        about = entries[rung["opponent"]].about if rung["opponent"] in entries else ""
        between = f"{rung['low']:.0f}–{rung['high']:.0f}"
        rows.add_row(str(place), f"[name]{rung['opponent']}[/]", f"{rung['rating']:.0f}", between, about)
    console().print(rows)
    how = f"{found['games']} games a pair, random opening plies: {found['opening_plies']}, seed {found['seed']}"
    show(f"\n[faint]{how}; 400 points are odds of ten to one[/]")
    if kept is not None:
        show(f"[faint]Kept in {plain(str(kept))}; without that file the ladder that came with the game is shown.[/]")


def _measured(options: argparse.Namespace) -> dict[str, Any]:
    games = whole_number("games", options.games, 1, MOST_GAMES)
    tournament = all_opponents(options.game, games, seed_of(options), jobs_of(options))
    _play(tournament)
    return ladder_of(tournament)


def _play(tournament: Tournament) -> None:
    for _ in with_progress(tournament.play(), "games", tournament.total, lambda tally: tally.games):
        pass


def _cross_table(tournament: Tournament) -> Any:
    """Everyone's rating, and the score and results against everyone else; the strongest first."""
    names, ratings = tournament.names, tournament.ratings
    order = sorted(range(len(names)), key=lambda entrant: -ratings[entrant].rating)
    met = {}
    for pair in tournament.pairs:
        met[pair.a, pair.b] = pair.wins, pair.draws, pair.losses
        met[pair.b, pair.a] = pair.losses, pair.draws, pair.wins
    rows = table("", "opponent", ">rating", "95 %", *(f">{place}" for place in range(1, len(names) + 1)))
    for place, entrant in enumerate(order, 1):
        rating = ratings[entrant]
        cells = []
        for other in order:
            if other == entrant:
                cells.append("[faint]·[/]")
            else:
                wins, draws, losses = met[entrant, other]
                score = (wins + draws / 2) / (wins + draws + losses)
                cells.append(f"{score:.0%} [faint]{wins}–{draws}–{losses}[/]")
        between = f"{rating.low:.0f}–{rating.high:.0f}"
        rows.add_row(str(place), f"[name]{plain(names[entrant])}[/]", f"{rating.rating:.0f}", between, *cells)
    return rows
