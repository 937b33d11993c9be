"""A try at a puzzle: the moves so far, the answers to them, and whether they are right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sparring.coach.analysis import analyse
from sparring.puzzles.composing import wins_at_once
from sparring.puzzles.puzzle import Puzzle, advanced, judge_of
from sparring.rules import AnyGame, IllegalMove, Thinking
from sparring.rules.puzzles import Kind, Refutation

LONGEST_REFUTATION = 8
"""Plies of a refutation that are played out."""

REFUTATION_SECONDS = 2.0
"""The most seconds to search for a refutation."""


@dataclass(frozen=True)
class Try:
    """The state of a try; it changes by the solver's moves, each of which is answered at once."""

    game: AnyGame
    puzzle: Puzzle
    seat: int
    """The solver's seat."""

    position: Any
    moves: tuple[str, ...] = ()
    """The right moves so far, and the answers to them."""

    positions: tuple[Any, ...] = ()
    """The position after each of them."""

    solved: bool = False
    wrong: str | None = None
    """The move that was not right, if one was."""

    @classmethod
    def begun(cls, game: AnyGame, puzzle: Puzzle) -> "Try":
        """The puzzle as it is set."""
        position = puzzle.start(game)
        return cls(game, puzzle, game.to_move(position), position)

    @classmethod
    def of_moves(cls, game: AnyGame, puzzle: Puzzle, moves: Sequence[str]) -> "Try":
        """The try after moves of both sides, as a solution lists them; those of the other side must be the answers."""
        attempt, given = cls.begun(game, puzzle), list(moves)
        while given:
            if attempt.over:
                raise IllegalMove(f"The puzzle is over after {len(attempt.moves)} moves, so {given[0]!r} is too much.")
            before = len(attempt.moves) + 1
            attempt = attempt.after(given.pop(0))
            for answer in attempt.moves[before:]:
                if given and (told := given.pop(0)).casefold() != answer.casefold():
                    raise IllegalMove(f"The answer to {attempt.moves[before - 1]!r} is {answer!r}, not {told!r}.")
        return attempt

    @property
    def over(self) -> bool:
        """True if nothing is left to try."""
        return self.solved or self.wrong is not None

    def after(self, text: str) -> "Try":
        """The try after another move of the solver; raises IllegalMove if it cannot be played."""
        game = self.game
        move = game.move_text(self.position, game.read_move(self.position, text))
        if not self._is_right(move):
            return replace(self, wrong=move)
        judge, kind = judge_of(game), self.puzzle.kind
        position = advanced(game, self.position, move)
        moves, positions = [*self.moves, move], [*self.positions, position]
        while game.outcome(position) is None and game.to_move(position) != self.seat:
            if not judge.any_order and len(moves) >= len(self.puzzle.solution):
                break
            known = self.puzzle.solution[len(moves) :][:1] if tuple(moves) == self.puzzle.solution[: len(moves)] else ()
            answer = known[0] if known and not judge.any_order else judge.reply(position, kind)
            position = advanced(game, position, answer)
            moves.append(answer)
            positions.append(position)
        ended = game.outcome(position)
        solved = ended.winner == self.seat if ended and judge.any_order else len(moves) >= len(self.puzzle.solution)
        lost = move if judge.any_order and ended is not None and not solved else None
        return replace(
            self, position=position, moves=tuple(moves), positions=tuple(positions), solved=solved, wrong=lost
        )

    def _is_right(self, move: str) -> bool:
        judge, solution = judge_of(self.game), self.puzzle.solution
        if judge.any_order:
            return move in judge.keeping(self.position, self.puzzle.kind)
        if move == solution[len(self.moves)]:
            return True
        last = len(self.moves) == len(solution) - 1
        return last and self.puzzle.kind is Kind.WIN and wins_at_once(self.game, self.position, move)

    def hint(self) -> str:
        """A move that is right."""
        judge = judge_of(self.game)
        if judge.any_order:
            return next(iter(judge.keeping(self.position, self.puzzle.kind)))
        return self.puzzle.solution[len(self.moves)]

    def refutation(self, thinking: Thinking | None = None) -> Refutation:
        """How the other side answers the move that was not right, and how that goes on."""
        assert self.wrong is not None
        game, kind = self.game, self.puzzle.kind
        found = judge_of(game).refutation(self.position, self.wrong, kind)
        if found is not None:
            return found
        if self._still_wins():
            return Refutation((), "That still wins, but not at once.")
        position = advanced(game, self.position, self.wrong)
        line: list[str] = []
        while game.outcome(position) is None and len(line) < LONGEST_REFUTATION:
            judged = analyse(game, position, seconds=REFUTATION_SECONDS, thinking=thinking)
            best = judged[judged.best]
            for move in (best.line or (best.option,))[: LONGEST_REFUTATION - len(line)]:
                line.append(move)
                position = advanced(game, position, move)
            if thinking is not None and thinking.over:
                break
            if len(best.line) > 1:
                break
        return Refutation(tuple(line), self._told(position))

    def _still_wins(self) -> bool:
        """Whether the move that was not right only takes longer, as some do where the last move should win at once."""
        if self.puzzle.kind is not Kind.WIN or len(self.moves) < len(self.puzzle.solution) - 1:
            return False
        return self.wrong in judge_of(self.game).keeping(self.position, Kind.WIN)

    def _told(self, position: Any) -> str:
        """What the refutation comes to, in a sentence."""
        ended = self.game.outcome(position)
        if ended is not None and ended.winner == 1 - self.seat:
            return "You lose."
        if ended is not None and ended.winner is None:
            return "It is only a draw."
        told = {Kind.DRAW: "The draw is gone.", Kind.CAPTURE: "The best capture is gone."}
        return told.get(self.puzzle.kind, "The win is gone.")
