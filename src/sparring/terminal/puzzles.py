"""`sparring puzzles` lists a game's puzzles or searches for them; `sparring puzzle` sets one."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from sparring.coach.hint import advised
from sparring.puzzles.grading import Grading
from sparring.puzzles.mining import WANTED, Mine
from sparring.puzzles.puzzle import Puzzle, judge_of
from sparring.puzzles.shipped import (
    keep,
    own_path,
    puzzle_of,
    puzzle_of_the_day,
    puzzles_of,
    rated,
    stored_in,
    summary,
)
from sparring.puzzles.solving import Try
from sparring.puzzles.standing import Tried
from sparring.rules import AnyGame, BadSetting, IllegalMove, SparringError
from sparring.rules.capabilities import DescribesThings, description
from sparring.rules.facts import quoted
from sparring.terminal import tried
from sparring.terminal.addressed import Address
from sparring.terminal.arguments import game_of, jobs_of, whole_number, writable
from sparring.terminal.menu import QUIT, Left, ask
from sparring.terminal.output import (
    console,
    name_of_seat,
    plain,
    progress_of,
    show,
    show_json,
    show_menu,
    show_move,
    show_position,
    table,
)
from sparring.work.journal import LineJournal
from sparring.work.pool import executor

HELP = "Type a move, or [name]hint[/] for a right one, [name]help[/] or [name]quit[/]."


# ---------------------------------------------------------------------- the list, and the search


def puzzles(options: argparse.Namespace) -> None:
    """List a game's puzzles; or search for them, or grade them again."""
    game = game_of(options)
    if options.mine or options.grade:
        kept = _kept(options, game)
        found = _searched(options, game, kept)
    else:
        for name in ("seed", "jobs", "ray", "save"):
            if getattr(options, name) is not None:
                raise BadSetting(f"--{name} is for --mine and --grade.")
        kept, found = None, puzzles_of(game)
    if options.json:
        show_json([puzzle.as_json() for puzzle in found])
        return
    _show(game, found)
    if kept is not None:
        told = ", ".join(f"{count} {kind}" for kind, count in summary(found).items())
        show(f"[faint]{len(found)} puzzles ({told}), kept in {plain(str(kept))}.[/]")


def _kept(options: argparse.Namespace, game: AnyGame) -> Path:
    if not options.save:
        own_path(game).parent.mkdir(parents=True, exist_ok=True)
    return writable(options.save or own_path(game))


def _searched(options: argparse.Namespace, game: AnyGame, kept: Path) -> list[Puzzle]:
    """Search for puzzles and let the levels try them; a journal beside the file keeps what is known so far."""
    seed = 1 if options.seed is None else whole_number("seed", options.seed, 0, 2**63 - 1)
    judge_of(game)
    beside = kept.with_name(kept.name + ".journal")
    with LineJournal(beside) as journal, executor(jobs_of(options), options.ray) as workers, progress_of() as tell:
        if options.mine:
            mine = Mine(options.game, seed, WANTED)
            for progress in mine.dig(workers, journal):
                tell(f"searching game {progress.games}", progress.found, progress.wanted)
            found = mine.chosen
        else:
            found = stored_in(kept, game) if options.save else puzzles_of(game)
        if not found:
            raise SparringError(f"No puzzles of {game.title} were found.")
        grading = Grading(options.game, found)
        for graded in grading.run(workers, journal):
            tell("levels try them", graded.done, graded.puzzles)
    keep(kept, game, grading.puzzles)
    beside.unlink()
    return rated(game, grading.puzzles)


def _show(game: AnyGame, found: list[Puzzle]) -> None:
    rows = table("puzzle", ">rating", "kind", "to move", ">moves", "goal")
    for puzzle in found:
        rating = "–" if puzzle.rating is None else f"{puzzle.rating:.0f}"
        moves = str((len(puzzle.solution) + 1) // 2) if puzzle.position is not None else "–"
        rows.add_row(f"[name]{puzzle.id}[/]", rating, puzzle.kind.value, puzzle.to_move, moves, plain(puzzle.goal))
    console().print(rows)
    show(f"\n[faint]Solve one: sparring puzzle {plain(game.name)} {found[0].id}[/]")


# ---------------------------------------------------------------------- solving


def puzzle(options: argparse.Namespace) -> None:
    """Set a puzzle: the one that was named, or the puzzle of the day."""
    game = game_of(options)
    wanted = puzzle_of(game, options.id) if options.id else puzzle_of_the_day(game, datetime.now(UTC).date())
    if options.json:
        show_json(wanted.as_json())
        return
    try:
        _Setting(game, wanted).run()
    except (Left, KeyboardInterrupt):
        show("\nUntil next time.")


class _Setting:
    """One puzzle, tried until it is solved."""

    def __init__(self, game: AnyGame, wanted: Puzzle) -> None:
        self.game = game
        self.puzzle = wanted
        self.attempt = Try.begun(game, wanted)
        self.helped = False
        names = ["You" if seat == self.attempt.seat else "Opponent" for seat in range(len(game.seats))]
        self.told = Address(game.seats, names, self.attempt.seat)

    def run(self) -> None:
        """Ask for moves; a wrong one is answered, and then the puzzle goes on where it was."""
        rating = "" if self.puzzle.rating is None else f", rated {self.puzzle.rating:.0f}"
        show(f"\n[name]{plain(self.game.title)}[/], puzzle [name]{self.puzzle.id}[/]{rating}")
        named = not self.told.stands_for(self.puzzle.to_move)
        who = f"You are {name_of_seat(self.game, self.attempt.seat)}. " if named else ""
        show(f"{who}[name]{plain(self.puzzle.goal)}[/]")
        show(HELP)
        first = True
        self._draw()
        while not self.attempt.solved:
            after = self.attempt.after(self._asked())
            if after.wrong is not None:
                self._count(solved=False)
                first = False
                self._refute(after)
                self._draw()
                continue
            self._answered(after)
            self.attempt = after
        counted = self._count(solved=not self.helped)
        show("[name]Solved.[/]" + ("" if self.helped or not first else " At the first try."))
        if counted and (told := tried.told(self.game)):
            show(f"[faint]{plain(told)}[/]")

    def _asked(self) -> str:
        """A legal move of the person."""
        position = self.attempt.position
        view, options = self.game.view(position, self.attempt.seat), list(self.game.options(position))
        numbered = show_menu(self.game, view, options, self.told)
        seat = "" if self.told.stands_for(self.puzzle.to_move) else f" ({self.puzzle.to_move})"
        while True:
            entry = ask(f"Your move{seat}: ")
            entry = entry if entry in options else numbered.get(entry, entry)
            word, _, rest = entry.partition(" ")
            if word.lower() in QUIT and not rest:
                raise Left
            if entry.lower() == "hint":
                self.helped = True
                show(f"[name]{plain(advised(self.attempt.hint()))}[/]")
            elif entry.lower() in ("help", "h", "?"):
                show(HELP)
                show(plain(self.puzzle.goal))
            elif word.lower() == "help" and isinstance(self.game, DescribesThings):
                show(
                    plain("\n".join(description(self.game, view, rest) or [f"There is nothing to say about {rest!r}."]))
                )
            elif entry:
                try:
                    return self.game.move_text(position, self.game.read_move(position, entry))
                except IllegalMove as refusal:
                    show(f"[warn]{plain(str(refusal))}[/]")

    def _refute(self, wrong: Try) -> None:
        """Play out what is wrong with a move."""
        assert wrong.wrong is not None
        show(f"\n[warn]Not {plain(quoted(wrong.wrong))}.[/]")
        found = wrong.refutation()
        game, position = self.game, found.position
        if position is None:
            position = game.play(wrong.position, game.options(wrong.position)[wrong.wrong])
        for move in found.line:
            who = "You" if game.to_move(position) == self.attempt.seat else "Opponent"
            show(f"[name]{who}[/]: {plain(move)}")
            position = game.play(position, game.options(position)[move])
        if found.line and found.position is None:
            self._draw_at(position)
        show(plain(found.words))
        show("Back to the puzzle.")

    def _answered(self, after: Try) -> None:
        """Show a right move and the answers to it."""
        done = len(self.attempt.moves)
        for move, position in zip(after.moves[done:], after.positions[done:], strict=True):
            if move != after.moves[done]:
                show(f"[name]Opponent[/]: {plain(move)}")
            if position is after.position:
                animated = sys.stdout.isatty()
                (show_move(self.game, position, move, after.seat, self.told) if animated else self._draw_at(position))

    def _draw(self) -> None:
        self._draw_at(self.attempt.position)

    def _draw_at(self, position: object) -> None:
        show_position(self.game, position, self.attempt.seat, self.told)

    def _count(self, solved: bool) -> bool:
        """Keep the first try at a puzzle; True if this was the first."""
        return tried.keep(Tried(self.game.name, self.puzzle.id, solved))
