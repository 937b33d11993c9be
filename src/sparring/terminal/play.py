"""`sparring play`: a person against an opponent, in the terminal."""

import argparse
import sys
from itertools import count
from pathlib import Path

from rich.status import Status

from sparring.coach.hint import Hint, hint
from sparring.match import (
    DecisionAsked,
    Event,
    FallbackUsed,
    Match,
    MatchOver,
    MatchStarted,
    MoveMade,
    Person,
    TakenBack,
)
from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame, IllegalMove, Thinking, one_of
from sparring.rules.capabilities import description
from sparring.rules.registry import game as find_game
from sparring.rules.registry import game_names
from sparring.terminal.arguments import game_of, seed_of, writable
from sparring.terminal.keyboard import forget_typed, read_line, somebody_is_there
from sparring.terminal.output import console, level_bar, plain, show, show_after, show_menu, show_position, table
from sparring.work.threads import JobThread

HELP = "Type a move, or [name]hint[/] for a good one, [name]undo[/] to take yours back, [name]help[/] or [name]quit[/]."


MORE_HELP = (
    "[name]help WORD[/] explains a word or a thing, and [name]why …[/] says why something is not possible. "
    "An option can be typed too, instead of its number."
)


class Left(Exception):
    """The person has left, by `quit` or at the end of the input."""


def play(options: argparse.Namespace) -> None:
    """Play a match, and more if the person wants."""
    try:
        game = game_of(options) if options.game else _choose_game()
        name, seat = options.opponent, 1 if options.second else 0
        if not name:
            name = _choose_opponent(game)
            seat = seat or _choose_seat(game)
        for round_number in count(1):
            Session(game, name, seat, seed_of(options), _numbered(options.save, round_number)).run()
            again = _again() if somebody_is_there() else ""
            if not again:
                return
            if again == "o":
                name = _choose_opponent(game)
            seat = 1 - seat if again == "s" else seat
            options.seed = None
    except (Left, KeyboardInterrupt):
        show("\nUntil next time.")


class Session:
    """One match between a person and an opponent, shown as it happens."""

    def __init__(self, game: AnyGame, opponent_name: str, seat: int, seed: int, save_to: str | None) -> None:
        self.game = game
        self.seat = seat
        self.person = Person()
        self.opponent = opponent(game, opponent_name)
        self.save_to = writable(save_to) if save_to else None
        self.entry = catalogue(game)[self.opponent.name.partition(":")[0]]
        players = [self.person, self.opponent]
        self.match = Match(
            game,
            players if seat == 0 else players[::-1],
            seed=seed,
            time_limit=[None, self.opponent.time_limit][:: 1 if seat == 0 else -1],
            paced=sys.stdout.isatty(),
        )
        self.thinking = Status(f"{self.entry.name} is thinking …", console=console())

    def run(self) -> None:
        """Play to the end; whatever happens, the record is saved."""
        try:
            for event in self.match.follow():
                self._show(event)
        finally:
            self.thinking.stop()
            if self.save_to:
                self.save_to.write_text(str(self.match.record), "utf-8")

    def _show(self, event: Event) -> None:
        self.thinking.stop()
        match event:
            case MatchStarted():
                self._introduce()
                self._draw(event.position)
            case DecisionAsked(decision=decision) if decision.seat == self.seat:
                self._ask_person()
            case DecisionAsked():
                self.thinking.start()
            case FallbackUsed():
                show(f"[warn]{self._who(event.seat)} gave no proper answer, so the referee chose for it.[/]")
            case MoveMade():
                remark = f"  [say]“{plain(event.remark)}”[/]" if event.remark else ""
                show(f"\n[name]{self._who(event.seat)}[/]: [name]{plain(event.seen[self.seat])}[/]{remark}")
                asked = self.game.to_move(event.position) == self.seat
                show_after(self.game, event.position, event.seen[self.seat], self.seat, asked, self.match.paced)
            case TakenBack():
                show("\nTaken back.")
                self._draw(event.position)
            case MatchOver(outcome=outcome):
                said = {None: "A draw", self.seat: "You win"}.get(outcome.winner, f"{self._who(1 - self.seat)} wins")
                show(f"[name]{said}[/]: {plain(outcome.reason)}.")

    def _introduce(self) -> None:
        show(f"\n[name]{plain(self.game.title)}[/]: you are {self._seat_name(self.seat)}, and you play against")
        show(f"{plain(self.entry.face)}  [name]{plain(self.opponent.name)}[/]  {plain(self.entry.about)}\n{HELP}\n")

    def _ask_person(self) -> None:
        """Ask until the person gives a legal move, or takes one back."""
        position = self.match.table.position
        view = self.game.view(position, self.seat)
        options = list(self.game.options(position))
        forget_typed()  # what was typed before the opponent's move was seen
        numbered = show_menu(self.game, view, options)
        while True:
            entry = _ask(f"Your move ({self.game.seats[self.seat]}): ")
            if entry not in options:
                entry = numbered.get(entry, entry)
            word, _, rest = entry.partition(" ")
            match word.lower():
                case "quit" | "q" | "exit" if not rest:
                    raise Left
                case "help" | "h" | "?" if rest:
                    lines = description(self.game, view, rest) or [f"There is nothing to say about {rest!r} here."]
                    show(plain("\n".join(lines)))
                case "why" if rest and entry not in options:
                    possible = rest in options
                    show(plain(f"{rest!r} is possible." if possible else self.game.why_not(position, rest)))
                case "help" | "h" | "?":
                    show(HELP)
                    if numbered:
                        show(MORE_HELP)
                        show_menu(self.game, view, options)
                    else:
                        show(f"Legal moves: {plain(' '.join(sorted(options)))}")
                case "hint" if not rest:
                    found = self._hint(position)
                    show(f"Try [name]{plain(found.move)}[/]. [say]{plain(found.reason)}[/]")
                case "undo" if not rest:
                    if self.match.take_back(self.seat):
                        return
                    show("There is nothing to take back yet.")
                case "":
                    continue
                case _:
                    try:
                        move = self.game.read_move(position, entry)
                    except IllegalMove as refusal:
                        show(f"[warn]{plain(str(refusal))}[/]")
                        continue
                    self.person.answer(self.game.move_text(position, move))
                    return

    def _hint(self, position: object) -> Hint:
        """A hint, thought of in a thread, so that Ctrl-C stops it at once."""
        thread, thinking = JobThread("sparring hint"), Thinking()
        try:
            return thread.start(lambda: hint(self.game, position, thinking), thinking).wait()
        finally:
            thread.close()

    def _draw(self, position: object) -> None:
        show_position(self.game, position, self.seat)

    def _who(self, seat: int) -> str:
        return "You" if seat == self.seat else self.entry.name

    def _seat_name(self, seat: int) -> str:
        colour = ("first", "second")[seat] if seat < 2 else "name"
        return f"[{colour}]{plain(self.game.seats[seat])}[/]"


def _choose_game() -> AnyGame:
    names = game_names()
    if len(names) == 1 or not somebody_is_there():
        return find_game(names[0])
    show("Which game?")
    rows = table(">", "game", "about")
    for number, game in enumerate(map(find_game, names), 1):
        rows.add_row(str(number), f"[name]{plain(game.title)}[/]", plain(game.about))
    console().print(rows)
    return find_game(_choose(names, default=names[0]))


def _choose_opponent(game: AnyGame) -> str:
    """Ask whom to play against; the list begins with the weakest."""
    known = catalogue(game)
    if not somebody_is_there():
        return known.default
    show(f"\n[name]{plain(game.title)}[/]. Whom do you want to play?\n")
    entries = sorted(known.entries.values(), key=lambda entry: entry.level)
    rows = table(">", "", "name", "level", "about")
    for number, entry in enumerate(entries, 1):
        rows.add_row(str(number), plain(entry.face), f"[name]{entry.name}[/]", level_bar(entry), plain(entry.about))
    console().print(rows)
    return _choose([entry.name for entry in entries], known.default)


def _choose_seat(game: AnyGame) -> int:
    """Ask whether the person begins."""
    while somebody_is_there():
        match _ask(f"Do you want to begin, as {game.seats[0]}? (Enter for yes, n for no) ").lower():
            case "" | "y" | "yes":
                return 0
            case "n" | "no":
                return 1
            case other:
                show(f"[warn]Please answer y or n, not {plain(repr(other))}.[/]")
    return 0


def _again() -> str:
    """Ask whether to play again: y, s or o, or nothing to leave."""
    while True:
        match _ask("Play again? (y, s to swap seats, o for another opponent, Enter to leave) ").lower():
            case "" | "n" | "no" | "q" | "quit":
                return ""
            case "y" | "yes" | "s" | "swap" | "o" | "other" as answer:
                return answer[0]
            case other:
                show(f"[warn]Please answer y, s or o, or just press Enter, not {plain(repr(other))}.[/]")


def _choose(names: list[str], default: str) -> str:
    while True:
        entry = _ask(f"A number or a name (Enter for {default}): ")
        if not entry:
            return default
        if entry.lower() in ("quit", "q", "exit"):
            raise Left
        if entry.isdecimal() and 1 <= int(entry) <= len(names):
            return names[int(entry) - 1]
        alike = [name for name in names if name.lower().startswith(entry.lower())]
        if len(alike) == 1:
            return alike[0]
        what = (
            f"could be {one_of(alike)}"
            if alike
            else f"is none of them; type a number from 1 to {len(names)}, or a name"
        )
        show(f"[warn]{plain(repr(entry))} {what}.[/]")


def _numbered(path: str | None, number: int) -> str | None:
    """The file for the record of a match: the given one for the first, then match-2.txt and so on."""
    if path is None or number == 1:
        return path
    first = Path(path)
    return str(first.with_name(f"{first.stem}-{number}{first.suffix}"))


def _ask(prompt: str) -> str:
    """One line from the person."""
    try:
        return read_line(prompt).strip()
    except EOFError:
        raise Left from None
