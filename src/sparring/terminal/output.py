"""Output of the terminal: colours, tables, progress bars, JSON."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from rich.console import Console
from rich.live import Live
from rich.markup import escape as plain
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.theme import Theme

from sparring.coach.hint import expectation
from sparring.match import FallbackUsed
from sparring.opponents import Entry
from sparring.opponents.catalogue import LEVELS
from sparring.rules import Analysis, AnyGame, OfferKind, SparringError
from sparring.rules.capabilities import DrawnInSteps, HasMenu, HasPrompt, drawing, news, worth_drawing
from sparring.terminal.addressed import Address

T = TypeVar("T")

__all__ = [
    "OFFERS",
    "console",
    "level_bar",
    "name_of_seat",
    "plain",
    "progress_of",
    "refusals_shown",
    "show",
    "show_after",
    "show_fallback",
    "show_json",
    "show_judgements",
    "show_menu",
    "show_move",
    "show_news",
    "show_position",
    "table",
    "with_progress",
]

THEME = Theme(
    {
        "first": "bold #c8521c",
        "second": "bold #3f74d8",
        "third": "bold #3d8b4f",
        "fourth": "bold #8e4fae",
        "fifth": "bold #b98a14",
        "sixth": "bold #7a7a7a",
        "last": "reverse",
        "faint": "dim",
        "say": "italic",
        "warn": "bold yellow",
        "name": "bold",
    }
)


SEAT_COLOURS = ("first", "second", "third", "fourth", "fifth", "sixth")

METHODS = {
    "max-n": "max-n: everybody is expected to play for themselves; what is called won or lost is so whatever others do",
    "mcts": "tree search: everybody is expected to play for themselves; scores are means over games played out",
    "expectimax": "expectimax: scores from -100 (lost) to 100 (won), averaged over what chance may decide",
    "cfr": "regret minimisation: nobody acts on what they cannot see; 'plays' says how often it would choose each move",
}
"""What the scores of an analysis assume, in words."""

NOBODY = Address((), (), own=-1)
"""Nobody in particular is told: seats keep their names."""

STEP_SECONDS = 0.1
"""How long each step of an animated move is shown."""


OFFERS = {
    OfferKind.SHARE: "offers to share what is left.",
    OfferKind.DRAW: "offers a draw.",
    OfferKind.UNDO: "would like to take the last move back.",
    OfferKind.REMATCH: "offers a rematch.",
}
"""What another player offers, as the end of a sentence that begins with their name."""


class Screen(Console):
    """The console that results are printed to."""

    def on_broken_pipe(self) -> None:
        """Raise the error, so that the command ends quietly."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """The console of this process."""
    width = None if sys.stdout is not None and sys.stdout.isatty() else 200  # no line breaks in a pipe
    return Screen(theme=THEME, highlight=False, width=width)


def show(text: str = "") -> None:
    """Print text with colour marks."""
    console().print(text)


@contextmanager
def refusals_shown() -> Iterator[None]:
    """Print what is refused inside this, and go on."""
    try:
        yield
    except SparringError as refusal:
        show(f"[warn]{plain(str(refusal))}[/]")


def show_position(game: AnyGame, position: Any, seat: int | None = None, told: Address = NOBODY) -> None:
    """Draw a position as a seat sees it, by default the seat to move."""
    show(told.drawn(drawing(game, game.view(position, game.to_move(position) if seat is None else seat))))


def show_move(game: AnyGame, position: Any, last: str, seat: int | None = None, told: Address = NOBODY) -> None:
    """Animate the last move, if the game has steps for it, and draw the position after it."""
    view = game.view(position, game.to_move(position) if seat is None else seat)
    if isinstance(game, DrawnInSteps) and (drawings := list(game.steps(view, last))):
        with Live(console=console(), auto_refresh=False, transient=True) as shown:
            for step in drawings:
                shown.update(step, refresh=True)
                time.sleep(STEP_SECONDS)
    show(told.drawn(drawing(game, view)))


def show_after(
    game: AnyGame, position: Any, last: str, told: Address, *, seat: int, asked: bool, stepwise: bool
) -> None:
    """Show the result of a move to a seat: the news, and the position if it should be drawn now."""
    view = game.view(position, seat)
    show_news(game, view, told)
    if not worth_drawing(game, view, asked):
        return
    if stepwise:
        show_move(game, position, last, seat, told)
    else:
        show(told.drawn(drawing(game, view)))


def show_news(game: AnyGame, view: Any, told: Address = NOBODY) -> None:
    """Print what happened since the decision before."""
    for line in news(game, view):
        show(f"  {plain(told.text(line))}")


def show_menu(game: AnyGame, view: Any, options: Sequence[str], told: Address = NOBODY) -> dict[str, str]:
    """Print the prompt and the numbered options, if the game has a menu; returns the options by their numbers."""
    if isinstance(game, HasPrompt) and (prompt := game.prompt(view)):
        show(f"[name]{plain(told.text(prompt))}[/]")
    numbered: dict[str, str] = {}
    for title, group in game.groups(view, options) if isinstance(game, HasMenu) else ():
        cells = []
        for option in group:
            number = str(len(numbered) + 1)
            numbered[number] = option
            cells.append(option if option.isdecimal() else f"{number:>2} {option}")
        _show_cells(title, cells)
    return {} if any(option.isdecimal() for option in options) else numbered


def _show_cells(title: str, cells: Sequence[str]) -> None:
    """Print a title and cells, on as many lines as needed."""
    indent = 18 if title else 2
    lines, room = [""], min(console().width, 120) - indent
    for cell in cells:
        if lines[-1] and len(lines[-1]) + len(cell) + 3 > room:
            lines.append("")
        lines[-1] += f"   {cell}" if lines[-1] else cell
    for number, line in enumerate(lines):
        heading = f"{title:>16.16}  " if title and number == 0 else " " * indent
        show(f"[faint]{plain(heading)}[/]{plain(line)}")


def show_judgements(analysis: Analysis) -> None:
    """Print the judgement of every option, the best first, and the size of the search."""
    named = {name for judgement in analysis.options for name, _ in judgement.parts}
    played_out = named == {"playouts"}
    parts = bool(named) and not played_out
    several = any(len(judgement.values) > 2 for judgement in analysis.options)
    columns = (["for each seat"] if several else []) + ([">playouts"] if played_out else [])
    told = "plays" if analysis.mixes else "outcome"
    rows = table("move", ">expected", ">score", told, *columns, "made of" if parts else "expected line")
    for judgement in sorted(analysis.options, key=lambda judged: (judged.probability or 0, judged.rank), reverse=True):
        outcome = expectation(judgement) or "[faint]open[/]"
        if judgement.probability is not None:
            outcome = f"{judgement.probability:.0%}"
        shares = ", ".join(f"{name} {share:+.1f}" for name, share in judgement.parts)
        option, line = plain(judgement.option), plain(shares if parts else " ".join(judgement.line))
        values = [" ".join(f"{value:.3g}" for value in judgement.values)] if several else []
        if played_out:
            values.append(f"{dict(judgement.parts)['playouts']:,.0f}")
        expected = f"{judgement.rank.chance:.0%}" if judgement.outcome else f"{_open_share(judgement.rank.chance):.0%}"
        rows.add_row(f"[name]{option}[/]", expected, f"{round(judgement.score, 3):g}", outcome, *values, line)
    console().print(rows)
    following = analysis[analysis.best].line
    if parts and len(following) > 1:
        show(f"[faint]expected: {plain(' → '.join(following))}[/]")
    show(f"[faint]{_effort(analysis, played_out)}{analysis.nodes:,} positions looked at[/]")
    if analysis.method in METHODS:
        show(f"[faint]{METHODS[analysis.method]}[/]")


def _effort(analysis: Analysis, played_out: bool) -> str:
    """How far a search looked: the games that it played out, or else its depth if it has one."""
    if played_out:
        playouts = sum(dict(judgement.parts)["playouts"] for judgement in analysis.options)
        return f"{playouts:,.0f} games played out, "
    return f"depth {analysis.depth}, " if analysis.depth else ""


def _open_share(chance: float) -> float:
    """An expected score to be shown in percent: only a proof is certain."""
    return min(0.99, max(0.01, chance))


def show_fallback(who: str, event: FallbackUsed) -> None:
    """Say that the referee chose for a player, and why, if the player's code is the user's own."""
    show(f"[warn]{plain(who)} gave no proper answer, so the referee chose for it.[/]")
    if event.why:
        show(f"  {plain(event.why)}")


def show_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, ensure_ascii=False), flush=True)


def table(*columns: str) -> Table:
    """An empty table; a column whose name begins with > is right-aligned."""
    made = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        words = column in ("about", "what it does", "why")
        choices = column == "may be"  # one line, unless there are many
        made.add_column(
            column.removeprefix(">"),
            justify="right" if column.startswith(">") else "left",
            no_wrap=not words and not choices,
            max_width=44 if choices else None,
        )
    return made


def name_of_seat(game: AnyGame, seat: int) -> str:
    """The name of a seat, in its colour."""
    colour = SEAT_COLOURS[seat] if seat < len(SEAT_COLOURS) else "name"
    return f"[{colour}]{plain(game.seats[seat])}[/]"


def level_bar(entry: Entry) -> str:
    """An opponent's level as a bar."""
    return "▮" * entry.level + "▯" * (LEVELS[-1] - entry.level)


def with_progress(
    work: Iterable[T], about: str, total: int | None, count: Callable[[T], int] = lambda _: 1
) -> Iterator[T]:
    """Yield the results of long work, with a progress bar if there is a terminal; `total` may be unknown."""
    with _bar() as bar:
        task = bar.add_task(about, total=total)
        for result in work:
            bar.advance(task, count(result))
            yield result


@contextmanager
def progress_of() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar; yields the function that reports what is done, how much of it, and how much in total."""
    with _bar() as bar:
        task = bar.add_task("", total=None)
        yield lambda about, done, total: bar.update(task, description=about, completed=done, total=total)


def show_work(about: str, done: int, total: int) -> None:
    """A progress bar for work that a command has to wait for; it disappears when the work is done."""
    _say_that_it_takes_a_while()
    bar, task = _work_bar()
    bar.update(task, description=about, completed=done, total=total)
    if done >= total:
        bar.stop()
        _work_bar.cache_clear()


@cache
def _work_bar() -> tuple[Progress, TaskID]:
    bar = _bar()
    bar.start()
    return bar, bar.add_task("", total=None)


@cache
def _say_that_it_takes_a_while() -> None:
    if not sys.stderr.isatty():
        print("Computing what is needed; this takes some seconds, once …", file=sys.stderr, flush=True)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
