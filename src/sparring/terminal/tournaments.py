"""`sparring arena`: how strong opponents and decks are, compared with each other."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sparring.arena.decks import Dealt, DeckField, Score
from sparring.arena.tournament import Tally, Tournament
from sparring.arena.until_sure import UntilSure
from sparring.ratings import Mean
from sparring.ratings.sequential import SequentialTest, Verdict
from sparring.rules import BadSetting
from sparring.terminal.arguments import field_of, jobs_of, number, seed_of, spec_of, whole_number
from sparring.terminal.output import console, plain, show, show_json, table, with_progress

MOST_GAMES = 1_000_000
MOST_UNTIL_SURE = 20_000
"""The most games of a sequential test, unless said."""

MOST_FAULTS = 5
"""How many different faults of the user's own code are shown."""


def arena(options: argparse.Namespace) -> None:
    """Play a round robin of opponents or of decks, or two opponents until it is sure who is better."""
    settings: dict[str, Any] = {
        "games": _games(options),
        "seed": seed_of(options),
        "opening_plies": whole_number("opening-plies", options.opening_plies, 0, 1000),
        "jobs": jobs_of(options),
        "ray": options.ray,
        "most_plies": whole_number("most-plies", options.most_plies, 1, MOST_GAMES),
    }
    if options.until_sure:
        _until_sure(options, settings)
    elif decks := field_of(options):
        field = DeckField(options.game, decks, options.opponents, **settings)
        _play(field.play(), field.total)
        if options.json:
            show_json(field.as_json())
        else:
            _show_decks(field)
            _show_problems(field)
    else:
        tournament = Tournament(spec_of(options), options.opponents, **settings)
        _play(tournament.play(), tournament.total)
        if options.json:
            show_json(tournament.as_json())
        else:
            _show_tournament(tournament)
            _show_problems(tournament)


def _games(options: argparse.Namespace) -> int:
    """How many games may be played for each pair."""
    if options.until_sure:
        most = str(MOST_UNTIL_SURE) if options.most_games is None else options.most_games
        return whole_number("most-games", most, 2, MOST_GAMES)
    for name in ("better-by", "error", "most-games"):
        if getattr(options, name.replace("-", "_")) is not None:
            raise BadSetting(f"--{name} is for --until-sure; with --games, every game is played.")
    return whole_number("games", options.games, 1, MOST_GAMES)


def _until_sure(options: argparse.Namespace, settings: dict[str, Any]) -> None:
    if field_of(options):
        raise BadSetting("--until-sure compares two opponents; a field of decks needs --games.")
    test = SequentialTest()
    if options.better_by is not None:
        test = replace(test, better_by=number("better-by", options.better_by, 1, 1000))
    if options.error is not None:
        test = replace(test, error=number("error", options.error, 1e-9, 0.5))
    match = UntilSure(Tournament(spec_of(options), options.opponents, **settings), test)
    _play(match.play(), None)
    if options.json:
        show_json(match.as_json())
        return
    _show_tournament(match.tournament)
    _show_problems(match.tournament)
    if match.verdict is Verdict.OPEN:
        found = f"It is not sure yet who is better after {match.tournament.games} games."
    elif match.better is None:
        found = f"Neither is better by {test.better_by:g} points."
    else:
        found = f"[name]{plain(match.better)}[/] is better."
    wrong = "" if match.verdict is Verdict.OPEN else f" [faint](wrong with a probability of at most {test.error:g})[/]"
    show(f"\n{found}{wrong}")


def _show_tournament(tournament: Tournament) -> None:
    console().print(_cross_table(tournament) if tournament.seats == 2 else _places_table(tournament))
    what = "score, then wins–draws–losses" if tournament.seats == 2 else "how often each took which place"
    show(f"\n[faint]{tournament.total} games, seed {tournament.seed}; {what}[/]")


def _show_problems(tournament: Tournament | DeckField) -> None:
    problems = tournament.problems
    show(f"[faint]illegal answers: {problems['illegal']}; fallbacks: {problems.total()}[/]")
    if tournament.adjudicated:
        plies = f"after {tournament.most_plies} plies without an end"
        show(f"[warn]Games that were called a draw {plies}: {tournament.adjudicated}.[/]")
    for fault, times in tournament.faults.most_common(MOST_FAULTS):
        show(f"[warn]{plain(fault)}[/] [faint]({times} ×)[/]")


def _play(played: Iterator[Tally] | Iterator[Dealt], total: int | None) -> None:
    rounds: Iterator[Tally | Dealt] = played
    for _ in with_progress(rounds, "games", total, lambda done: done.games):
        pass


def _cross_table(tournament: Tournament) -> Any:
    """A row for each entrant, the strongest first: its rating, and its results against the others."""
    names, ratings = tournament.names, tournament.ratings
    order = sorted(range(len(names)), key=lambda entrant: -ratings[entrant].rating)
    met = {}
    for pair in tournament.pairs:
        met[pair.a, pair.b] = pair.wins, pair.draws, pair.losses
        met[pair.b, pair.a] = pair.losses, pair.draws, pair.wins
    paid = tournament.payoff(0) is not None
    columns = [">payoff, 95 %"] if paid else []
    rows = table("", "opponent", ">rating", "95 %", *columns, *(f">{place}" for place in range(1, len(names) + 1)))
    for place, entrant in enumerate(order, 1):
        rating = ratings[entrant]
        cells = [_mean(tournament.payoff(entrant))] if paid else []
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


def _places_table(tournament: Tournament) -> Any:
    """A row for each entrant of a game for several players, the strongest first: its rating, payoff and places."""
    names, ratings = tournament.names, tournament.ratings
    paid = tournament.payoff(0) is not None
    columns = [">payoff, 95 %"] if paid else []
    rows = table(
        "", "opponent", ">rating", "95 %", *columns, *(f">{place}." for place in range(1, tournament.seats + 1))
    )
    for place, entrant in enumerate(sorted(range(len(names)), key=lambda entrant: -ratings[entrant].rating), 1):
        rating = ratings[entrant]
        cells = [_mean(tournament.payoff(entrant))] if paid else []
        cells += map(str, tournament.places(entrant))
        between = f"{rating.low:.0f}–{rating.high:.0f}"
        rows.add_row(str(place), f"[name]{plain(names[entrant])}[/]", f"{rating.rating:.0f}", between, *cells)
    return rows


def _mean(payoff: Mean | None) -> str:
    if payoff is None:
        return "[faint]–[/]"
    between = "" if payoff.low is None else f" [faint]{payoff.low:.2f} to {payoff.high:.2f}[/]"
    return f"{payoff.mean:.2f}{between}"


def _show_decks(field: DeckField) -> None:
    """Print the win rates of each deck: in all games, with the first and the second turn, and against each deck."""
    order = field.order
    rows = table("", "deck", "title", ">games", ">win rate, 95 %", ">when first", ">when second")
    for place, deck in enumerate(order, 1):
        short, full = field.called[deck]
        scores = field.scores(deck)
        cells = [_with_interval(scores[which]) for which in ("all", "first", "second")]
        rows.add_row(str(place), f"[name]{plain(short)}[/]", plain(full), str(scores["all"].games), *cells)
    console().print(rows)
    met = {}
    for pair in field.pairs:
        score = Score(pair.wins, pair.draws, pair.losses)
        met[pair.a, pair.b], met[pair.b, pair.a] = score, score.of_the_other
    against = table("", "deck", *(f">{place}" for place in range(1, len(order) + 1)))
    for place, deck in enumerate(order, 1):
        cells = ["[faint]·[/]" if other == deck else f"{met[deck, other].rate:.0%}" for other in order]
        against.add_row(str(place), f"[name]{plain(field.called[deck][0])}[/]", *cells)
    show("\nHow often the deck of a row beats that of a column:\n")
    console().print(against)
    who = " and ".join(plain(name) for name in field.opponents)
    show(f"\n[faint]{field.total} games, {field.games} a pair of decks, between {who}, seed {field.seed}[/]")


def _with_interval(score: Score) -> str:
    if score.rate is None:
        return "[faint]–[/]"
    low, high = (100 * bound for bound in score.interval)
    return f"{score.rate:.0%} [faint]{low:2.0f}–{high:<3.0f}[/]"
