"""Facts that hold in any game: what the rules say about the next two plies, and what a search found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from sparring.rules import Analysis, AnyGame, Judgement
from sparring.rules.chance import chances_at
from sparring.rules.facts import Fact, listed, moves_to_end, quoted

MOST_TRIED = 2_000
"""Replies that are played at most to find out which moves lose at once."""

CLEARLY = 10
"""The difference of expected scores, in percent, from which on a move is called clearly better."""

MOST_NAMED = 3
"""Moves that a sentence names at most."""


@dataclass(frozen=True)
class Case:
    """What general facts are checked against."""

    game: AnyGame
    position: Any
    """The position; what the side to move may not see of it plays no part."""

    analysis: Analysis
    """What a search found; it may be empty."""

    @property
    def open(self) -> bool:
        """True if two sides play, and the one to move sees everything."""
        seat = self.game.to_move(self.position)
        return len(self.game.seats) == 2 and self.game.view(self.position, seat) is self.position

    def judged(self, option: str) -> Judgement | None:
        """The judgement of an option, if there is one."""
        return next((each for each in self.analysis.options if each.option == option), None)

    def others(self, option: str) -> list[Judgement]:
        """The judgements of all other options."""
        return [each for each in self.analysis.options if each.option != option]


def percent(share: float) -> int:
    """A share that is not proven, in percent: only a proof is certain."""
    return min(99, max(1, round(100 * share)))


def losing_at_once(case: Case, options: Sequence[str]) -> list[str]:
    """The options after which the other side can win at once; none if that is too much to try."""
    game, position = case.game, case.position
    if not case.open:
        return []
    seat, moves, tried, losing = game.to_move(position), game.options(position), 0, []
    for option in options:
        after = game.play(position, moves[option])
        if game.outcome(after) is not None or chances_at(game, after) or game.to_move(after) == seat:
            continue
        replies = list(game.options(after).values())
        tried += len(replies)
        if tried > MOST_TRIED:
            return []
        if any(_winner(game, game.play(after, reply)) == game.to_move(after) for reply in replies):
            losing.append(option)
    return losing


def _winner(game: AnyGame, position: Any) -> int | None:
    outcome = game.outcome(position)
    return None if outcome is None else outcome.winner


# ---------------------------------------------------------------------- by the rules


@dataclass(frozen=True)
class OnlyMove(Fact):
    """There is nothing else to do."""

    weight: ClassVar[int] = 99

    def holds(self, seen: Case, move: str) -> bool:
        """It is the only option."""
        return list(seen.game.options(seen.position)) == [move]

    @property
    def idea(self) -> str:
        """There is no choice."""
        return "You have only one move."

    @property
    def reason(self) -> str:
        """There is no choice."""
        return "It is your only move."


@dataclass(frozen=True)
class WinsAtOnce(Fact):
    """The move ends the game with a win."""

    weight: ClassVar[int] = 100

    def holds(self, seen: Case, move: str) -> bool:
        """After it the game is over, and the side that moved has won."""
        if not seen.open:
            return False
        game, position = seen.game, seen.position
        return _winner(game, game.play(position, game.options(position)[move])) == game.to_move(position)

    @property
    def idea(self) -> str:
        """The win is there."""
        return "You can win at once."

    @property
    def reason(self) -> str:
        """The win is there."""
        return "It wins at once."


@dataclass(frozen=True)
class AvoidsLoss(Fact):
    """Other moves let the other side win at once, and this one does not."""

    losing: tuple[str, ...]
    only: bool
    """True if all other moves do."""

    weight: ClassVar[int] = 80

    def holds(self, seen: Case, move: str) -> bool:
        """Every reply to every move is tried."""
        options = list(seen.game.options(seen.position))
        losing = losing_at_once(seen, options)
        fits = self.losing == tuple(losing) and self.only == (len(losing) == len(options) - 1)
        return bool(losing) and move not in losing and fits

    @property
    def idea(self) -> str:
        """What to beware of."""
        return f"Take care: {'all moves but one' if self.only else 'some moves'} let your opponent win at once."

    @property
    def reason(self) -> str:
        """Which moves to beware of."""
        if self.only:
            return "Every other move lets the other side win at once."
        if len(self.losing) > MOST_NAMED:
            return f"Unlike {len(self.losing)} other moves, it does not let the other side win at once."
        return f"Unlike {listed(self.losing)}, it does not let the other side win at once."


# ---------------------------------------------------------------------- by the search


class FoundBySearch(Fact):
    """A fact about the result that a move leads to."""


@dataclass(frozen=True)
class ProvenWin(FoundBySearch):
    """The move wins against every defence."""

    plies: int
    """The plies until the end at most, the move included."""

    only: bool
    """True if no other move does."""

    weight: ClassVar[int] = 55

    def holds(self, seen: Case, move: str) -> bool:
        """As the search proved it."""
        judged = seen.judged(move)
        proven = judged is not None and judged.outcome == "win" and judged.plies == self.plies > 1
        lesser = [each.outcome in ("draw", "loss") for each in seen.others(move)]
        return proven and self.only == (bool(lesser) and all(lesser))

    @property
    def idea(self) -> str:
        """That there is a win, and how long it takes."""
        only = "One move wins by force" if self.only else "You can force a win"
        return f"{only}{self._within}."

    @property
    def reason(self) -> str:
        """How long the win takes."""
        return f"It is the only move that wins,{self._within}." if self.only else f"It wins{self._within}."

    @property
    def _within(self) -> str:
        moves = moves_to_end(self.plies)
        return f" in {moves} moves or fewer" if moves > 1 else " whatever the answer"


@dataclass(frozen=True)
class ProvenDraw(FoundBySearch):
    """The move draws with best play of both sides."""

    only: bool
    """True if all other moves lose."""

    weight: ClassVar[int] = 50

    def holds(self, seen: Case, move: str) -> bool:
        """As the search proved it."""
        judged = seen.judged(move)
        lost = [each.outcome == "loss" for each in seen.others(move)]
        return judged is not None and judged.outcome == "draw" and self.only == (bool(lost) and all(lost))

    @property
    def idea(self) -> str:
        """That the draw is there."""
        return "Only one move holds the draw." if self.only else "You can hold a draw."

    @property
    def reason(self) -> str:
        """That the draw is there."""
        return "It is the only move that holds the draw." if self.only else "It holds the draw against best play."


@dataclass(frozen=True)
class ProvenLoss(FoundBySearch):
    """The move loses if the other side plays well."""

    plies: int
    """The plies until the end if both sides play well, the move included."""

    all_lose: bool
    """True if every move does."""

    weight: ClassVar[int] = 50

    def holds(self, seen: Case, move: str) -> bool:
        """As the search proved it."""
        judged = seen.judged(move)
        proven = judged is not None and judged.outcome == "loss" and judged.plies == self.plies
        return proven and self.all_lose == all(each.outcome == "loss" for each in seen.others(move))

    @property
    def idea(self) -> str:
        """How to lose well."""
        return "Every move loses against good play: find the one that holds out longest." if self.all_lose else ""

    @property
    def reason(self) -> str:
        """How long it lasts."""
        moves = moves_to_end(self.plies)
        if self.all_lose:
            last = f"up to {moves} more moves" if moves > 1 else "1 more move"
            return f"Every move loses against good play. With this one you hold out for {last}."
        return f"It loses against good play, {f'in {moves} moves or fewer' if moves > 1 else 'at once'}."


@dataclass(frozen=True)
class Expected(FoundBySearch):
    """The expected score, in percent, beside that of the next best move."""

    percent: int
    second: str | None
    second_percent: int | None
    confirmed: bool
    """True if played games confirmed the scale; otherwise it is what the search believes."""

    weight: ClassVar[int] = 20

    def holds(self, seen: Case, move: str) -> bool:
        """As the search judged it."""
        judged, confirmed = seen.judged(move), seen.analysis.calibrated
        if judged is None or judged.outcome is not None or self.confirmed != confirmed:
            return False
        if not confirmed and not seen.analysis.nodes:
            return False
        second = max(seen.others(move), key=lambda each: each.rank, default=None)
        next_best = (None, None) if second is None else (second.option, percent(second.rank.chance))
        return (self.percent, self.second, self.second_percent) == (percent(judged.rank.chance), *next_best)

    @property
    def idea(self) -> str:
        """How much depends on the move, and how good the position is."""
        clear = self.second_percent is not None and self.percent - self.second_percent >= CLEARLY
        stands_out = "One move is clearly better than the others" if clear else "No move stands out"
        if not self.confirmed:
            return f"{stands_out}, as far as the search sees."
        return f"{stands_out}: you score about {self.percent} % with {'it' if clear else 'the best one'}."

    @property
    def reason(self) -> str:
        """Both scores."""
        said = (
            f"You score about {self.percent} % with it" if self.confirmed else f"The search gives it {self.percent} %"
        )
        if self.second is None or self.second_percent is None or self.second_percent > self.percent:
            return f"{said}."
        if self.second_percent == self.percent:
            return (
                f"{said}, as with {quoted(self.second)}."
                if self.confirmed
                else f"{said}, and {quoted(self.second)} the same."
            )
        return f"{said}, against {self.second_percent} % {'with' if self.confirmed else 'for'} {quoted(self.second)}."


@dataclass(frozen=True)
class Mixed(FoundBySearch):
    """How often a player who mixes moves chooses this one, in percent."""

    percent: int
    weight: ClassVar[int] = 20

    def holds(self, seen: Case, move: str) -> bool:
        """As the search found it."""
        judged = seen.judged(move)
        return judged is not None and judged.probability is not None and percent(judged.probability) == self.percent

    @property
    def idea(self) -> str:
        """That nobody should always do the same here."""
        return "Do not always do the same here: a good player mixes several moves."

    @property
    def reason(self) -> str:
        """Its share."""
        return f"A good player mixes moves here, and chooses it {self.percent} % of the time."


@dataclass(frozen=True)
class RatedAbove(FoundBySearch):
    """The brain prefers the move, by a scale that is not an expected score."""

    second: str
    weight: ClassVar[int] = 10

    def holds(self, seen: Case, move: str) -> bool:
        """Its rank is higher than that of every other move."""
        return _compared(seen, move, self.second) > 0

    @property
    def idea(self) -> str:
        """That there is one such move."""
        return "One move is better than the others, as far as the analysis goes."

    @property
    def reason(self) -> str:
        """What comes next."""
        return f"It is better than {quoted(self.second)}, the next best, as far as the analysis goes."


@dataclass(frozen=True)
class RatedAlike(FoundBySearch):
    """The brain finds no difference, by a scale that is not an expected score."""

    other: str
    weight: ClassVar[int] = 10

    def holds(self, seen: Case, move: str) -> bool:
        """Its rank is that of the best other move."""
        return _compared(seen, move, self.other) == 0

    @property
    def idea(self) -> str:
        """That it does not matter much."""
        return "Several moves are equally good, as far as the analysis goes."

    @property
    def reason(self) -> str:
        """A move that is as good."""
        return f"It is as good as {quoted(self.other)}, as far as the analysis goes."


def _compared(seen: Case, move: str, other: str) -> int:
    """1 if a move ranks above the best other one, 0 if beside it; -1 if below, or if `other` is not the best one."""
    judged, best = seen.judged(move), max(seen.others(move), key=lambda each: each.rank, default=None)
    if judged is None or best is None or best.option != other or seen.analysis.calibrated or seen.analysis.nodes:
        return -1
    return 1 if judged.rank > best.rank else 0 if judged.rank == best.rank else -1
