"""A match without its players: the choices so far, the position, and what is to be decided next."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sparring.match.offers import OpenOffers
from sparring.match.standing import describe_outcome
from sparring.rules import (
    Agreed,
    AnyGame,
    BadRecord,
    ByChance,
    Chosen,
    Decision,
    IllegalMove,
    Offer,
    OfferKind,
    Outcome,
    Record,
    Resigned,
    SharesTheRest,
    SparringError,
    Thinking,
    Undone,
    may_share,
    notation,
)
from sparring.rules.capabilities import chance_as_seen, move_as_seen, settled_answer
from sparring.rules.chance import chances_at
from sparring.rules.record import Entry
from sparring.rules.seeds import derive, stream


@dataclass(frozen=True)
class Fall:
    """What chance decided, and what it leads to."""

    by_chance: ByChance
    position: Any
    seen: tuple[str, ...]
    """What each seat is told of it."""


@dataclass(frozen=True)
class Step:
    """A legal choice, and what it leads to."""

    chosen: Chosen
    reached: Any
    """The position right after it, which may be a chance node."""

    falls: tuple[Fall, ...]
    """What chance decided then."""

    seen: tuple[str, ...]
    """What each seat is told of it."""

    then: tuple["Step", ...] = ()
    """The answers to questions that came up next and could not matter: nobody was asked them."""

    @property
    def position(self) -> Any:
        """The position after it and what chance decided."""
        return self.falls[-1].position if self.falls else self.reached

    @property
    def end(self) -> Any:
        """The position after all that, in which a player is asked again."""
        return self.then[-1].position if self.then else self.position

    @property
    def shown(self) -> Any:
        """The position that is shown with the choice, before what chance decided."""
        return self.reached if self.falls else self.end


class Table:
    """The state of a match, changed only by choices, by taking them back, by resigning and by accepted offers.

    Where chance decides, the table draws from the match's seed.

    >>> from sparring.games.tictactoe import TicTacToe
    >>> table = Table(TicTacToe(), seed=1)
    >>> table.choose("b2")
    ('b2', 'b2')
    >>> table.decision().seat, len(table.decision().options)
    (1, 8)
    """

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.start = notation.start(game, seed)
        """The position before anything is decided, also by chance."""

        self.first_falls = self._falls(self.start, 0)
        """What chance decided before the first choice."""

        self.entries: list[Entry] = [fall.by_chance for fall in self.first_falls]
        self.positions: list[Any] = [self.first_falls[-1].position if self.first_falls else self.start]
        """The position before each choice, and the one after the last."""

        self.choices: list[Chosen] = []
        self.asked: list[bool] = []
        """For each choice, whether a player was asked; the others could not matter."""

        self.resigned: Resigned | None = None
        self.agreed: Agreed | None = None
        """What ended the match by agreement, if anything did."""

        self._told: list[list[tuple[str, ...]]] | None = [[fall.seen for fall in self.first_falls]]
        """What each seat was told before the first choice, and of each choice with what chance decided then.

        None if that is not known, because the match was read from a record."""

        self.offers = OpenOffers(game)

    @classmethod
    def of_record(cls, game: AnyGame, record: Record) -> "Table":
        """The table as a record left it, under the rules that the match was played by."""
        game = game.in_version(record.rules)
        table = cls(game, record.seed)
        table.positions = list(notation.replay(game, record))
        table.choices = record.choices()
        answers = (settled_answer(game, position) for position in table.positions)
        table.asked = [chosen.option != answer for chosen, answer in zip(table.choices, answers, strict=False)]
        table.entries = list(record.entries)
        table._told = None
        for entry in record.entries:
            if isinstance(entry, Chosen | ByChance | Undone):
                table.resigned = table.agreed = None
            elif isinstance(entry, Resigned):
                table.resigned = entry
            else:
                table._check_agreement(entry)
                table.agreed = entry if entry.ends_the_match else table.agreed
        if table.resigned is not None and table.resigned.seat not in range(len(game.seats)):
            raise BadRecord(f"The record ends with seat {table.resigned.seat} resigning, and there is no such seat.")
        if table.agreed is not None and (table.resigned or game.outcome(table.position)):
            raise BadRecord(f"The record agrees on a {table.agreed.offer.kind.value} when the match is already over.")
        if table.resigned is None and table.agreed is None:
            for fall in table._falls(table.position, len(table.entries)):
                table.positions[-1] = fall.position
                table.entries.append(fall.by_chance)
            table._add(*table._answers(table.position, len(table.entries)), asked=False)
        return table

    @property
    def position(self) -> Any:
        """The current position."""
        return self.positions[-1]

    @property
    def answers(self) -> list[Chosen]:
        """The choices that players were asked for and that stand, by the numbers of their decisions."""
        return [chosen for chosen, asked in zip(self.choices, self.asked, strict=True) if asked]

    @property
    def number(self) -> int:
        """The number of decisions that players were asked and that stand."""
        return sum(self.asked)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if self.resigned is not None:
            return self.resigned.outcome(len(self.game.seats))
        if self.agreed is not None:
            return self.outcome_of(self.agreed.offer)
        return self.game.outcome(self.position)

    def outcome_of(self, offer: Offer) -> Outcome:
        """How the match ends if an offer to end it is accepted."""
        if offer.kind is OfferKind.SHARE:
            assert isinstance(self.game, SharesTheRest)
            return self.game.shared(self.position)
        return Outcome(None, "draw by agreement")

    def decision(self, thinking: Thinking | None = None) -> Decision:
        """What is to be decided next."""
        if self.outcome is not None:
            raise SparringError("The match is over; there is nothing to decide.")
        decision = decision_at(self.game, self.position, self.seed, self.number, thinking)
        if self._told is None:
            return decision
        return replace(decision, moves=tuple(seen[decision.seat] for told in self._told for seen in told))

    def choose(self, option: str) -> tuple[str, ...]:
        """Answer the pending decision; the result is what each seat is told of it."""
        step = self.preview(option)
        self.make(step)
        return step.seen

    def preview(self, option: str) -> "Step":
        """Check an option and play it, without changing the table yet; what cannot matter then is answered too."""
        options = {} if self.outcome else self.game.options(self.position)
        if option not in options:
            raise IllegalMove(self.game.why_not(self.position, option))
        step = self._step(self.position, option, len(self.entries))
        return replace(step, then=self._answers(step.position, len(self.entries) + 1 + len(step.falls)))

    def _step(self, position: Any, option: str, entries: int) -> "Step":
        """What an option leads to; the number of entries before it is part of the seed of what chance decides."""
        move = self.game.options(position)[option]
        chosen = Chosen(self.game.to_move(position), option)
        seen = tuple(move_as_seen(self.game, seat, position, move) for seat in range(len(self.game.seats)))
        reached = self.game.play(position, move)
        return Step(chosen, reached, self._falls(reached, entries + 1), seen)

    def _answers(self, position: Any, entries: int) -> tuple["Step", ...]:
        """The answers to all questions from a position on that cannot matter."""
        steps: list[Step] = []
        while (answer := settled_answer(self.game, position)) is not None:
            steps.append(self._step(position, answer, entries))
            position, entries = steps[-1].position, entries + 1 + len(steps[-1].falls)
        return tuple(steps)

    def make(self, step: "Step") -> None:
        """Make the choice that was previewed at the position where the table stands."""
        self._add(step, asked=True)
        self._add(*step.then, asked=False)
        self.offers.lapse(step.chosen.seat if self.outcome is None else None)

    def _add(self, *steps: "Step", asked: bool) -> None:
        for step in steps:
            self.positions.append(step.position)
            self.choices.append(step.chosen)
            self.asked.append(asked)
            self.entries += [step.chosen, *(fall.by_chance for fall in step.falls)]
            if self._told is not None:
                self._told.append([step.seen, *(fall.seen for fall in step.falls)])

    def _falls(self, position: Any, entries: int) -> tuple[Fall, ...]:
        """What chance decides from a position on, until a player decides or the game is over.

        The number of entries before it is part of the seed, so that a choice that is taken back and made again does
        not tell beforehand what chance decides.
        """
        game, falls = self.game, list[Fall]()
        while chances := chances_at(game, position):
            rng = stream(self.seed, "chance", entries + len(falls))
            [option] = rng.choices(list(chances), list(chances.values()))
            move = game.options(position)[option]
            seen = tuple(chance_as_seen(game, seat, position, move) for seat in range(len(game.seats)))
            position = game.play(position, move)
            falls.append(Fall(ByChance(option), position, seen))
        return tuple(falls)

    def choices_to_take_back(self, seat: int) -> int:
        """How many choices to take back so that a seat decides its last decision again; 0 if it has decided nothing."""
        for back, (chosen, asked) in enumerate(zip(reversed(self.choices), reversed(self.asked), strict=True), 1):
            if asked and chosen.seat == seat:
                return back
        return 0

    def asked_among_last(self, count: int) -> int:
        """How many of the last choices players were asked for."""
        return sum(self.asked[len(self.asked) - count :])

    def take_back(self, count: int) -> None:
        """Take back the last choices."""
        if not 0 < count <= len(self.choices):
            raise SparringError(f"There are {len(self.choices)} choices to take back, not {count}.")
        del self.positions[-count:], self.choices[-count:], self.asked[-count:]
        if self._told is not None:
            del self._told[-count:]
        self.entries.append(Undone(count))
        self.resigned = self.agreed = None
        self.offers.lapse()

    def resign(self, seat: int, out_of_time: bool = False) -> None:
        """A seat resigns, or its time is over."""
        if self.outcome is not None:
            raise SparringError("The match is over; nobody can resign any more.")
        if seat not in range(len(self.game.seats)):
            raise SparringError(f"There is no seat {seat} in {self.game.title}.")
        self.resigned = Resigned(seat, out_of_time)
        self.entries.append(self.resigned)
        self.offers.lapse()

    # ------------------------------------------------------------------ offers

    def offer(self, offer: Offer) -> None:
        """Make an offer; it is open until it is answered or withdrawn, the other seat moves, or the match ends."""
        self.check_offer(offer)
        self.offers.add(offer, over=self.outcome is not None)

    def check_offer(self, offer: Offer) -> None:
        """Raise an error that says why an offer cannot be made now, if it cannot."""
        self.offers.check(offer, over=self.outcome is not None)
        if offer.kind is OfferKind.UNDO and not self.choices_to_take_back(offer.seat):
            raise SparringError("There is nothing to take back yet.")
        if offer.kind is OfferKind.SHARE and not may_share(self.game, self.position):
            raise SparringError("It is too early to share what is left: there is still something to be won.")

    def accept(self, kind: OfferKind, seat: int) -> None:
        """A seat accepts what another offered; once all others have, that is recorded and takes effect."""
        offer = self.offers.accept(kind, seat)
        if offer is None:
            return
        if kind is OfferKind.UNDO:
            self.take_back(self.choices_to_take_back(offer.seat))
        else:
            self.agree(Agreed(offer))

    def decline(self, kind: OfferKind, seat: int) -> None:
        """A seat declines what the other offered."""
        self.offers.take(kind, seat)

    def withdraw(self, offer: Offer) -> None:
        """A seat takes its own offer back."""
        self.offers.withdraw(offer)

    def agree(self, agreed: Agreed) -> None:
        """Record an accepted offer; a draw or a share ends the match, and a rematch is for whoever runs the match."""
        self._check_agreement(agreed)
        if agreed.ends_the_match:
            if self.outcome is not None:
                raise SparringError("The match is over; nothing can be agreed any more but a rematch.")
            self.agreed = agreed
            self.offers.lapse()
        self.entries.append(agreed)

    def _check_agreement(self, agreed: Agreed) -> None:
        if agreed.offer.seat not in range(len(self.game.seats)):
            raise BadRecord(f"The record has an offer of seat {agreed.offer.seat}, and there is no such seat.")
        if agreed.offer.kind is OfferKind.SHARE and not isinstance(self.game, SharesTheRest):
            raise BadRecord(f"The record shares what is left, and in {self.game.title} there is nothing to share.")

    def record(self, headers: Mapping[str, str] | None = None) -> Record:
        """The match as a record."""
        return Record(self.game.name, self.seed, self.game.version, tuple(self.entries), dict(headers or {}))


def decision_at(
    game: AnyGame, position: Any, seed: int = 0, number: int = 0, thinking: Thinking | None = None
) -> Decision:
    """What is to be decided in a position."""
    if chances := chances_at(game, position):
        such_as = f"such as {next(iter(chances))!r}"
        raise SparringError(f"Chance decides next, so there is no move to choose. Add what it decides, {such_as}.")
    seat = game.to_move(position)
    options = tuple(game.options(position))
    if not options:
        outcome = game.outcome(position)
        assert outcome is not None
        raise SparringError(f"The game is over ({describe_outcome(game, outcome)}), so there is no move to choose.")
    return Decision(
        seat=seat,
        kind=game.kind(position),
        options=options,
        view=game.view(position, seat),
        number=number,
        seed=derive(seed, "decision", number, seat),
        thinking=thinking or Thinking(),
    )
