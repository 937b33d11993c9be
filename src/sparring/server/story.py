"""A match told anew from what is stored: the same events in every process, and to each seat what that seat may see."""

from collections.abc import Callable, Iterable
from typing import Any

from sparring.match.events import DecisionAsked, Event, FallbackUsed, MatchOver, MatchStarted, MoveMade, TakenBack
from sparring.match.table import Table
from sparring.rules import AnyGame, BadPosition, Chosen, Decision, Outcome, Record, Resigned, Undone
from sparring.rules.capabilities import drawing, news
from sparring.rules.record import Entry
from sparring.scenes import scene_message, scene_of, without_marks
from sparring.server.storage import Logged, Stored


class Story:
    """The events of one match, from its first to the latest."""

    def __init__(self, game: AnyGame, players: tuple[str, ...], seed: int, began: float = 0.0) -> None:
        self.game = game
        self.players = players
        self.table = Table(game, seed)
        self.log: list[Logged] = []
        self.events: list[Event] = []
        self.seen: list[tuple[int, tuple[str, ...]]] = []
        """The choices that stand: whose, and what each seat was told of it."""

        self.lasts: list[tuple[str, ...]] = []
        """For each event, what each seat was told of the choice that stood last then."""

        self.thoughts: list[tuple[int, float, float]] = []
        """Every choice's seat, when it was asked, and when it was made."""

        self.asked_at = began
        self._tell(MatchStarted, players, self.table.position)
        self._tell_what_is_next()

    def add(self, logged: Logged, entry: Entry | None = None) -> None:
        """Tell one more entry; whoever has just made it need not have it read."""
        match entry or entry_of(logged.entry):
            case Chosen(seat, option):
                self.thoughts.append((seat, self.asked_at, logged.at))
                if seat != self.game.to_move(self.table.position):
                    raise ValueError(f"it is not the turn of seat {seat}")
                seen = self.table.choose(option)
                if logged.problem:
                    self._tell(FallbackUsed, seat, logged.problem, "", option)
                self.seen.append((seat, seen))
                self._tell(MoveMade, seat, option, self.table.position, logged.remark, None, logged.seconds, seen)
            case Undone(count):
                self.table.take_back(count)
                del self.seen[len(self.seen) - count :]
                self._tell(TakenBack, count, self.table.position)
            case Resigned(seat, out_of_time):
                if out_of_time:
                    self.thoughts.append((seat, self.asked_at, logged.at))
                self.table.resign(seat, out_of_time)
        self.log.append(logged)
        self.asked_at = logged.at
        self._tell_what_is_next()

    def after(self, entry: Entry) -> tuple[Outcome | None, int]:
        """How the match would stand with one more entry: how it ended, if it did, and else who is to decide."""
        position = self.table.position
        match entry:
            case Chosen(_, option):
                position = self.table.position_after(option)
            case Undone(count):
                position = self.table.positions[-1 - count]
            case Resigned(seat):
                return Outcome(1 - seat, entry.reason), seat
        return self.game.outcome(position), self.game.to_move(position)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now, or None when the match is over."""
        latest = self.events[-1]
        return latest.decision if isinstance(latest, DecisionAsked) else None

    def _tell_what_is_next(self) -> None:
        if (outcome := self.table.outcome) is not None:
            self._tell(MatchOver, outcome, self.table.position)
        else:
            self._tell(DecisionAsked, self.table.decision())

    def _tell(self, kind: Callable[..., Event], *details: object) -> None:
        self.events.append(kind(len(self.events) + 1, *details))
        self.lasts.append(self.seen[-1][1] if self.seen else ())


def entry_of(text: str) -> Entry:
    """An entry as a record writes it."""
    return Record.parse(f"{Record('')}{text}\n").entries[0]


# ---------------------------------------------------------------------- what a seat may see


def event_for(story: Story, event: Event, seat: int | None, *, scenes: bool = False) -> dict[str, Any]:
    """An event as a seat may see it, with its picture if wanted; None is somebody who watches two opponents."""
    told: dict[str, Any] = {"number": event.number, "event": NAMES[type(event)]}
    match event:
        case MatchStarted():
            told |= {"game": story.game.name, "players": list(event.players)}
        case DecisionAsked(decision=decision):
            return told | {"seat": decision.seat, "decision": decision_for(decision, seat)}
        case FallbackUsed():
            return told | {"seat": event.seat, "problem": event.problem}
        case MoveMade():
            option = event.seen[seat or 0]
            # What is said about a move that is hidden might tell what it was.
            remark = event.remark if option == event.option else ""
            told |= {"seat": event.seat, "option": option, "remark": remark, "seconds": event.seconds}
        case TakenBack():
            told |= {"count": event.count}
        case MatchOver():
            told |= {"result": result_json(story.game, event.outcome)}
    assert isinstance(event, MatchStarted | MoveMade | TakenBack | MatchOver)
    return told | picture(story.game, event.position, seat, scenes, story.lasts[event.number - 1])


NAMES = {
    MatchStarted: "match_started",
    DecisionAsked: "decision_asked",
    FallbackUsed: "fallback_used",
    MoveMade: "move_made",
    TakenBack: "taken_back",
    MatchOver: "match_over",
}
"""The events as programs know them."""


def picture(
    game: AnyGame, position: Any, seat: int | None, scenes: bool = False, last: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What a seat sees of a position: its text and news, where it has such, lines to print, and if wanted its scene."""
    view = game.view(position, seat or 0)
    told: dict[str, Any] = {}
    if scenes:
        told = {"scene": scene_message(scene_of(game, view, last[seat or 0] if last else None))}
    try:
        text = game.position_text(view)
    except (BadPosition, AttributeError, TypeError):
        text = None
    return {"position": text, "drawing": without_marks(drawing(game, view)), "news": list(news(game, view)), **told}


def decision_for(decision: Decision, seat: int | None) -> dict[str, Any] | None:
    """A decision, for those who are to decide it."""
    if seat != decision.seat:
        return None
    return {"number": decision.number, "kind": decision.kind, "options": list(decision.options)}


def result_json(game: AnyGame, outcome: Outcome) -> dict[str, Any]:
    """How a match ended."""
    return {"winner": outcome.winner, "name": game.seat_name(outcome.winner), "reason": outcome.reason}


def replayed(game: AnyGame, stored: Stored, log: Iterable[Logged]) -> Story:
    """The whole story of what is stored."""
    story = Story(game, stored.players, stored.seed, stored.created)
    for logged in log:
        story.add(logged)
    return story
