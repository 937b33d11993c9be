"""`sparring play`: a person against an opponent, in the terminal."""

import argparse
import sys

from rich.status import Status

from sparring.coach.hint import hint
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
from sparring.match.referee import TIME_LIMIT
from sparring.opponents import catalogue, opponent
from sparring.rules import AnyGame, IllegalMove, SparringError
from sparring.rules.registry import game as find_game
from sparring.rules.registry import game_names
from sparring.terminal.given import check_writable, save, seed_of
from sparring.terminal.keyboard import read_line
from sparring.terminal.output import console, plain, show

HELP = "Type a move, or: [name]hint[/] for a good move, [name]undo[/] to take one back, [name]quit[/] to leave."


class Left(Exception):
    """The person has left: by `quit`, at the end of the input, or with Ctrl-C."""


def play(options: argparse.Namespace) -> None:
    """Play, and again if wanted."""
    check_writable(options.save)
    try:
        game = find_game(options.game) if options.game else _choose_game()
        name = options.opponent or _choose_opponent(game)
        seat = 1 if options.second else 0
        while True:
            Session(game, name, seat, seed_of(options), options.save).run()
            if not sys.stdin.isatty() or not (answer := _ask("Play again? (y, or s to swap seats) ").lower()):
                return
            if answer[0] not in "ys":
                return
            seat = 1 - seat if answer[0] == "s" else seat
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
        self.entry = catalogue(game)[self.opponent.name.partition(":")[0]]
        players = [self.person, self.opponent]
        self.match = Match(
            game,
            players if seat == 0 else players[::-1],
            seed=seed,
            time_limit=[None, TIME_LIMIT] if seat == 0 else [TIME_LIMIT, None],
            paced=sys.stdout.isatty(),
        )
        self.save_to = save_to
        self.thinking = Status(f"{self.entry.name} is thinking …", console=console())

    def run(self) -> None:
        """Play to the end; whatever happens, the record is kept."""
        try:
            for event in self.match.follow():
                self._show(event)
        finally:
            self.thinking.stop()
            save(self.save_to, self.match.record)

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
                show(f"\n[name]{self._who(event.seat)}[/]: [name]{plain(event.option)}[/]{remark}")
                self._draw(event.position)
            case TakenBack():
                show("\nTaken back.")
                self._draw(event.position)
            case MatchOver(outcome=outcome):
                said = {None: "A draw", self.seat: "You win"}.get(outcome.winner, f"{self._who(1 - self.seat)} wins")
                show(f"[name]{said}[/]: {outcome.reason}.")

    def _introduce(self) -> None:
        show(f"\n[name]{self.game.title}[/]: you are {self._seat_name(self.seat)}, and you play against")
        show(f"{self.entry.face}  [name]{plain(self.opponent.name)}[/]  {self.entry.about}\n{HELP}\n")

    def _ask_person(self) -> None:
        """Ask until there is a legal move, or a wish that the match grants."""
        position = self.match.table.position
        while True:
            entry = _ask(f"Your move ({self.game.seats[self.seat]}): ")
            match entry.lower():
                case "quit" | "q" | "exit":
                    raise Left
                case "help" | "h" | "?":
                    show(HELP)
                    show(f"Legal moves: {plain(' '.join(self.game.options(position)))}")
                case "hint":
                    found = hint(self.game, position)
                    show(f"Try [name]{plain(found.move)}[/]. [say]{plain(found.reason)}[/]")
                case "undo":
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

    def _draw(self, position: object) -> None:
        show(self.game.draw(self.game.view(position, self.seat)))

    def _who(self, seat: int) -> str:
        return "You" if seat == self.seat else self.entry.name

    def _seat_name(self, seat: int) -> str:
        colour = ("first", "second")[seat] if seat < 2 else "name"
        return f"[{colour}]{self.game.seats[seat]}[/]"


def _choose_game() -> AnyGame:
    names = game_names()
    if len(names) == 1:
        return find_game(names[0])
    _need_a_terminal("Which game? Say it, as in: sparring play " + names[0])
    show("Which game?")
    titles = [find_game(name).title for name in names]
    return find_game(names[_choose(names, titles, default=0)])


def _choose_opponent(game: AnyGame) -> str:
    known = catalogue(game)
    if not sys.stdin.isatty():
        return known.default
    names = list(known.entries)
    show(f"\n[name]{game.title}[/]. Whom do you want to play?")
    lines = [f"{known[name].face:>8}  [name]{name:<16}[/] {known[name].about}" for name in names]
    return names[_choose(names, lines, default=names.index(known.default))]


def _choose(names: list[str], lines: list[str], default: int) -> int:
    for number, line in enumerate(lines, 1):
        show(f"{number:>3} {line}")
    while True:
        entry = _ask(f"A number or a name (Enter for {names[default]}): ")
        if not entry:
            return default
        if entry.lower() in ("quit", "q", "exit"):
            raise Left
        if entry.isdecimal() and 1 <= int(entry) <= len(names):
            return int(entry) - 1
        alike = [index for index, name in enumerate(names) if name.lower().startswith(entry.lower())]
        if len(alike) == 1:
            return alike[0]
        unknown = plain(repr(entry))
        show(f"[warn]{unknown} is none of them; type a number from 1 to {len(names)} or the beginning of a name.[/]")


def _need_a_terminal(otherwise: str) -> None:
    if not sys.stdin.isatty():
        raise SparringError(otherwise)


def _ask(prompt: str) -> str:
    """One line from the person."""
    try:
        return read_line(prompt).strip()
    except EOFError:
        raise Left from None
