"""A match without its players: the choices so far, the position, and what is to be decided next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sparring.match.offers import OpenOffers
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
    notation,
)
from sparring.rules.capabilities import move_as_seen
from sparring.rules.chance import chances_at
from sparring.rules.record import Entry
from sparring.rules.seeds import derive, stream


@dataclass(frozen=True)
class Step:
    """A legal choice, and what it leads to."""

    chosen: Chosen
    position: Any
    """The position after it, in which a player decides again."""

    fallen: tuple[ByChance, ...]
    """What chance decided on the way there."""

    seen: tuple[str, ...]
    """What each seat is told of it."""


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
        position, fallen = self._settled(notation.start(game, seed), 0)
        self.entries: list[Entry] = [*fallen]
        self.positions: list[Any] = [position]
        """The position before each choice, and the one after the last."""

        self.choices: list[Chosen] = []
        self.resigned: Resigned | None = None
        self.agreed: Agreed | None = None
        """What ended the match by agreement, if anything did."""

        self.offers = OpenOffers(game)

    @classmethod
    def of_record(cls, game: AnyGame, record: Record) -> "Table":
        """The table as a record left it, under the rules that the match was played by."""
        game = game.in_version(record.rules)
        table = cls(game, record.seed)
        table.positions = list(notation.replay(game, record))
        table.choices = record.choices()
        table.entries = list(record.entries)
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
            table.positions[-1], fallen = table._settled(table.position, len(table.entries))
            table.entries += fallen
        return table

    @property
    def position(self) -> Any:
        """The current position."""
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if self.resigned is not None:
            return Outcome(1 - self.resigned.seat, self.resigned.reason)
        if self.agreed is not None:
            if self.agreed.offer.kind is OfferKind.SHARE:
                assert isinstance(self.game, SharesTheRest)
                return self.game.shared(self.position)
            return Outcome(None, "draw by agreement")
        return self.game.outcome(self.position)

    def decision(self, thinking: Thinking | None = None) -> Decision:
        """What is to be decided next."""
        if self.outcome is not None:
            raise SparringError("The match is over; there is nothing to decide.")
        return decision_at(self.game, self.position, self.seed, len(self.choices), thinking)

    def choose(self, option: str) -> tuple[str, ...]:
        """Answer the pending decision; the result is what each seat is told of it."""
        step = self.preview(option)
        self.make(step)
        return step.seen

    def preview(self, option: str) -> "Step":
        """Check an option and play it, without changing the table yet."""
        options = {} if self.outcome else self.game.options(self.position)
        if option not in options:
            raise IllegalMove(self.game.why_not(self.position, option))
        position, move = self.position, options[option]
        chosen = Chosen(self.game.to_move(position), option)
        seen = tuple(move_as_seen(self.game, seat, position, move) for seat in range(len(self.game.seats)))
        following, fallen = self._settled(self.game.play(position, move), len(self.entries) + 1)
        return Step(chosen, following, tuple(fallen), seen)

    def make(self, step: "Step") -> None:
        """Make the choice that was previewed at the position where the table stands."""
        self.positions.append(step.position)
        self.choices.append(step.chosen)
        self.entries += [step.chosen, *step.fallen]
        self.offers.lapse(step.chosen.seat)

    def _settled(self, position: Any, entries: int) -> tuple[Any, list[ByChance]]:
        """The next position in which a player decides, and what chance decided until then.

        The number of entries before it is part of the seed, so that a choice that is taken back and made again does
        not tell beforehand what chance decides.
        """
        fallen: list[ByChance] = []
        while chances := chances_at(self.game, position):
            rng = stream(self.seed, "chance", entries + len(fallen))
            [option] = rng.choices(list(chances), list(chances.values()))
            position = self.game.play(position, self.game.options(position)[option])
            fallen.append(ByChance(option))
        return position, fallen

    def choices_to_take_back(self, seat: int) -> int:
        """How many choices to take back so that a seat decides its last decision again; 0 if it has decided nothing."""
        for back, chosen in enumerate(reversed(self.choices), 1):
            if chosen.seat == seat:
                return back
        return 0

    def take_back(self, count: int) -> None:
        """Take back the last choices."""
        if not 0 < count <= len(self.choices):
            raise SparringError(f"There are {len(self.choices)} choices to take back, not {count}.")
        del self.positions[-count:], self.choices[-count:]
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
        """A seat makes an offer; it stays open until it is answered or withdrawn, or the other seat chooses."""
        if offer.kind is OfferKind.UNDO and not self.choices_to_take_back(offer.seat):
            raise SparringError("There is nothing to take back yet.")
        self.offers.add(offer, over=self.outcome is not None)

    def accept(self, kind: OfferKind, seat: int) -> None:
        """A seat accepts what the other offered; that is recorded, and takes effect at once."""
        offer = self.offers.take(kind, seat)
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
    if chances_at(game, position):
        raise SparringError("Chance decides next in this position, so there is no move to choose.")
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


def describe_outcome(game: AnyGame, outcome: Outcome) -> str:
    """An outcome in words."""
    who = "draw" if outcome.winner is None else f"{game.seats[outcome.winner]} wins"
    return f"{who}: {outcome.reason}" if outcome.reason else who
