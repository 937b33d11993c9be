"""How a match is reviewed: at a glance first, so that every move soon has a word, and then as well as time allows."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sparring.brains.brain import ComparesOptions
from sparring.coach.judge import Judge
from sparring.coach.review import Review, ReviewedMove
from sparring.coach.sight import LevelSight
from sparring.match.table import Table
from sparring.rules import Analysis, AnyGame, Judgement, Record, Thinking
from sparring.rules.analysis import PROVEN_CHANCES
from sparring.rules.capabilities import explanation, hides_something

GLANCE = 2.0
"""Seconds for a first judgement of all moves together."""

LONGEST = 15.0
"""Seconds for better judgements of all moves together."""

SIGHT = 8.0
"""Seconds for finding out which levels see the better moves."""

LONGEST_HIDDEN = 50.0
"""The same where something is hidden, so that every decision is judged in many imagined games."""

LEAST, MOST = 0.02, 2.0
"""The fewest and the most seconds for one move."""

LINE, LINE_SECONDS = 6, 0.2
"""Moves that a better line has at least, if the game does not end before, and the seconds for finding each."""

GREEDY = 0.5
"""The share of what is left of the time that a proof may take."""

LOST = {"win": "loss", "draw": "draw", "loss": "win"}
"""A proven result as the other side sees it."""


PATIENCE = 4.0
"""How many times as long a review may take where others use the processor too."""


class Budget:
    """Seconds of this thread's work, so that a busy machine makes a review slower and not worse."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._worked, self._began = time.thread_time(), time.monotonic()

    @property
    def left(self) -> float:
        """The seconds that are left."""
        work_left = self._worked + self._seconds - time.thread_time()
        return min(work_left, self._began + PATIENCE * self._seconds - time.monotonic())


class Reviewing:
    """One review of a match; each step of `steps` judges a move, or judges it better."""

    def __init__(
        self, game: AnyGame, record: Record, seconds: float | None = None, thinking: Thinking | None = None
    ) -> None:
        self.table = Table.of_record(game, record)  # a bad record is refused before anything is judged
        self.game = self.table.game
        self.count = len(self.table.choices)
        self.seconds = seconds
        """The most seconds for one move, if the caller says so."""

        self.thinking = thinking or Thinking()
        self._found: dict[int, ReviewedMove] = {}
        self._analyses: dict[int, Analysis] = {}
        self._finished = False

    def steps(self) -> Iterator[Review]:
        """The review after each move that was judged; the last one is finished, unless the thinking was stopped."""
        if self.count:
            judge = Judge(self.game, self.thinking)
            if judge.compares is not None:
                yield from self._compare(judge.compares, judge)
            else:
                yield from self._look(judge)
        self._finished = not self.thinking.stopped
        yield self.so_far()

    def so_far(self) -> Review:
        """What is found so far."""
        outcome, seats = self.table.outcome, len(self.game.seats)
        return Review(
            self.game,
            tuple(self._found[number] for number in sorted(self._found)),
            self.count,
            None if outcome is None else tuple(outcome.score(seat, seats) for seat in range(seats)),
            self._finished,
        )

    # ------------------------------------------------------------------ where everything is seen

    def _look(self, judge: Judge) -> Iterator[Review]:
        """Judge all moves at a glance, then better from the last to the first, then say who sees what."""
        for number in range(self.count):
            self._analyses[number] = judge.every_option(self.table.positions[number], self._share(GLANCE))
            self._found[number] = self._reviewed(number, judge)
            yield self.so_far()
            if self.thinking.over:
                return
        budget = Budget(LONGEST)
        for number in reversed(range(self.count)):
            if not self._reviewed(number, judge).exact:
                self._look_again(number, judge, max(LEAST, budget.left))
            self._found[number] = self._reviewed(number, judge)
            yield self.so_far()
            if self.thinking.over:
                return
        yield from self._say_who_sees(judge)

    def _say_who_sees(self, judge: Judge) -> Iterator[Review]:
        """Add to every proven loss the weakest level that would have avoided it, and a line that is long enough."""
        sight, budget = LevelSight(judge), Budget(SIGHT)
        for number, found in self._found.items():
            if found.exact and found.loss and not self.thinking.over and budget.left > 0:
                kept = _result_worth(found.before)
                weakest = sight.weakest(self.table.positions[number], kept, self._analyses[number])
                line = self._lengthened(number, found.line, judge)
                self._found[number] = replace(found, seen_by=weakest, line=line)
                yield self.so_far()

    def _lengthened(self, number: int, line: tuple[str, ...], judge: Judge) -> tuple[str, ...]:
        """A better line with moves added that are proven to be best, so that there is enough of it to play through."""
        position = self.table.positions[number]
        for option in line:
            position = self.game.play(position, self.game.options(position)[option])
        while len(line) < LINE and self.game.outcome(position) is None and not self.thinking.over:
            found = judge.best_option(position, LINE_SECONDS)
            if found[found.best].outcome is None:
                break
            line = (*line, found.best)
            position = self.game.play(position, self.game.options(position)[found.best])
        return line

    def _share(self, seconds: float) -> float:
        """The seconds for one move where all of them may take that many."""
        return min(MOST, self.seconds or MOST, max(LEAST, seconds / self.count))

    def _look_again(self, number: int, judge: Judge, left: float) -> None:
        """Judge a move as well as the time that is left allows; a proof may take more than its share of it."""
        position, before = self.table.positions[number], self._analyses[number]
        if judge.solves:
            seconds = min(self.seconds or left, GREEDY * left)
            self._analyses[number] = judge.best_option(position, seconds)
            if self._reviewed(number, judge).exact:
                return
            self._analyses[number] = before
        self._analyses[number] = judge.every_option(position, min(self._share(LONGEST), left))

    def _reviewed(self, number: int, judge: Judge) -> ReviewedMove:
        found, chosen = self._analyses[number], self.table.choices[number]
        best, played = found[found.best], found[chosen.option]
        proven = self._proven_after(number) if judge.solves else None
        if proven and (proven.outcome == "win" or best.outcome):
            played = replace(proven, option=chosen.option, line=(chosen.option, *proven.line))
        if played.rank.chance >= best.rank.chance:
            best = played
        return ReviewedMove(
            ply=number + 1,
            seat=chosen.seat,
            move=chosen.option,
            best=best.option,
            before=best.rank.chance,
            after=played.rank.chance,
            line=best.line or (best.option,),
            exact=bool(best.outcome and played.outcome),
            forced=len(found.options) == 1,
            calibrated=found.calibrated or bool(best.outcome and played.outcome),
            explanation=self._explanation(number),
        )

    def _explanation(self, number: int) -> str:
        if hides_something(self.game):
            return ""
        position = self.table.positions[number]
        return explanation(self.game, position, self.game.options(position)[self.table.choices[number].option])

    def _proven_after(self, number: int) -> Judgement | None:
        """What is proven about the position after a move, for the one who moved; None if nothing is."""
        seat, position = self.table.choices[number].seat, self.table.positions[number + 1]
        outcome = self.game.outcome(position)
        if outcome is not None:
            result = "draw" if outcome.winner is None else "win" if outcome.winner == seat else "loss"
            return Judgement("", 0.0, result)
        if number + 1 not in self._analyses:
            return None
        analysis = self._analyses[number + 1]
        after = self._found.get(number + 1)
        best = analysis[analysis.best]
        if after is not None and after.exact and after.before != best.rank.chance:
            best = analysis[after.move]  # the move that was played turned out to be better
            best = replace(best, outcome=_result_worth(after.before))
        if best.outcome is None:
            return None
        other = self.game.to_move(position) != seat
        return replace(best, outcome=LOST[best.outcome] if other else best.outcome)

    # ------------------------------------------------------------------ where something is hidden

    def _compare(self, brain: ComparesOptions, judge: Judge) -> Iterator[Review]:
        """Compare each move with the best option by what the player could know."""
        known: dict[int, float] = {}
        choices = [number for number in range(self.count) if len(self._options(number)) > 1]
        share = min(MOST, self.seconds or MOST, max(LEAST, LONGEST_HIDDEN / max(1, len(choices))))
        for number, chosen in enumerate(self.table.choices):
            if len(self._options(number)) == 1:
                value = known.get(chosen.seat, 0.5)
                same = ReviewedMove(number + 1, chosen.seat, chosen.option, chosen.option, value, value, forced=True)
                self._found[number] = same
                continue
            compared = brain.compare(judge.decision(self.table.positions[number], share), chosen.option)
            before, after = compared.best.rank.chance, compared.chosen.rank.chance
            known[chosen.seat] = after
            self._found[number] = ReviewedMove(
                ply=number + 1,
                seat=chosen.seat,
                move=chosen.option,
                best=compared.best.option,
                before=before,
                after=min(before, after),
                line=compared.best.line,
                exact=bool(compared.best.outcome and compared.chosen.outcome),
                error=compared.error,
                calibrated=compared.calibrated,
            )
            yield self.so_far()
            if self.thinking.over:
                return

    def _options(self, number: int) -> Any:
        return self.game.options(self.table.positions[number])


def _result_worth(expected: float) -> str:
    """The proven result that has an expected score."""
    return next(name for name, chance in PROVEN_CHANCES.items() if chance == expected)


def review(game: AnyGame, record: Record, seconds: float | None = None, thinking: Thinking | None = None) -> Review:
    """Review a match to the end."""
    *_, last = Reviewing(game, record, seconds, thinking).steps()
    return last
