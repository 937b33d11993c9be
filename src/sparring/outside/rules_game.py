"""A game whose rules are another program, in any language: it answers questions as lines of JSON."""

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar

from sparring.rules import AnyGame, BadPosition, BrokenGame, Game, Outcome, SparringError, Thinking, UnknownName
from sparring.rules.capabilities import Chance
from sparring.work.program import Program, ProgramFailed

STARTING = 30.0
"""Seconds that the program may take for its first answer."""

ANSWERING = 10.0
"""Seconds that it may take for any other."""

KEPT = 50_000
"""How many positions are remembered with their moves, so that they are asked for once."""


class RulesFailed(BrokenGame):
    """The program with the rules fails, or answers something that is not an answer."""


@dataclass(frozen=True)
class Look:
    """What the rules say about a position."""

    to_move: int
    moves: tuple[str, ...]
    outcome: Outcome | None
    chances: tuple[float, ...] = ()


class Rules:
    """The program with the rules. It keeps nothing between two questions, so it can be started again at any time."""

    def __init__(self, command: str) -> None:
        self._program = Program(command)
        self._one_at_a_time = threading.Lock()
        self._looks: OrderedDict[str, Look] = OrderedDict()
        self.about = self._ask(STARTING, ask="hello", version=1)
        self._seats = len(self.about.get("seats", ("first", "second")))

    def ask(self, **question: Any) -> dict[str, Any]:
        """The answer to a question: a JSON object."""
        return self._ask(ANSWERING, **question)

    def look(self, position: str) -> Look:
        """What the rules say about a position."""
        known = self._looks.get(position)
        return known or self._keep(position, self.ask(ask="look", position=json.loads(position)))

    def play(self, position: str, move: str) -> str:
        """The position after a move. If the answer says more about it, that is remembered."""
        answer = self.ask(ask="play", position=json.loads(position), move=move)
        following = _canonical(_part(answer, "position", "play"))
        if "moves" in answer:
            self._keep(following, answer)
        return following

    def forget(self) -> None:
        """Ask for every position again."""
        self._looks.clear()

    def _keep(self, position: str, answer: Mapping[str, Any]) -> Look:
        look = _look_of(answer, self._seats)
        self._looks[position] = look
        if len(self._looks) > KEPT:
            self._looks.popitem(last=False)
        return look

    def _ask(self, seconds: float, **question: Any) -> dict[str, Any]:
        def read(line: str) -> dict[str, Any] | None:
            if not line.strip():
                return None
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                raise self._wrong(question, f"with {line!r:.100}, which is not JSON") from None
            if not isinstance(answer, dict):
                raise self._wrong(question, f"with {line!r:.100}, which is not a JSON object")
            return answer

        line = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
        try:
            with self._one_at_a_time:
                answer = self._program.ask([line], read, Thinking(seconds))
        except ProgramFailed as error:
            raise RulesFailed(str(error)) from None
        if "error" in answer:
            raise RulesFailed(f"The rules {self._program.command!r} say: {str(answer['error'])[:300]}")
        return answer

    def _wrong(self, question: Mapping[str, Any], how: str) -> RulesFailed:
        return RulesFailed(f"The rules {self._program.command!r} answered the question {question['ask']!r} {how}.")


class RulesGame(Game[str, str]):
    """A game whose rules are another program; each has a class of its own. Its positions are JSON texts."""

    rules: ClassVar[Rules]

    def start(self, rng: Random) -> str:
        """The position that the rules make of a seed."""
        return _canonical(_part(self.rules.ask(ask="start", seed=rng.randrange(2**31)), "position", "start"))

    def to_move(self, position: str) -> int:
        """The seat that decides next."""
        return self.rules.look(position).to_move

    def moves(self, position: str) -> Sequence[str]:
        """The legal moves, as texts."""
        return self.rules.look(position).moves

    def play(self, position: str, move: str) -> str:
        """The position after a legal move."""
        return self.rules.play(position, move)

    def outcome(self, position: str) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.rules.look(position).outcome


class _Draws(RulesGame):
    def draw(self, view: Any) -> str:
        """The view as lines of text."""
        shown = json.loads(view.seen if isinstance(view, RulesView) else view)
        return str(_part(self.rules.ask(ask="draw", view=shown), "text", "draw")).replace("[", r"\[")


class _Writes(RulesGame):
    def position_text(self, position: str) -> str:
        """The position on one line."""
        return str(_part(self.rules.ask(ask="text", position=json.loads(position)), "text", "text"))

    def read_position(self, text: str) -> str:
        """The position that a line describes."""
        answer = self.rules.ask(ask="read", text=text)
        if "position" not in answer:
            raise BadPosition(str(answer.get("wrong", f"{text!r} is not a position."))[:300])
        return _canonical(answer["position"])


class _HasChance(RulesGame):
    def chance_outcomes(self, position: str) -> Sequence[Chance]:
        """The outcomes of a chance node."""
        look = self.rules.look(position)
        return [Chance(move, chance) for move, chance in zip(look.moves, look.chances, strict=False)]


@dataclass(frozen=True)
class RulesView:
    """What one seat sees, by the rules of another program."""

    seen: str
    seat: int
    command: str

    def sample(self, rng: Random) -> str:
        """A full position that agrees with it, as the program draws one."""
        rules = rules_game(self.command).rules  # type: ignore[attr-defined]
        question = {"ask": "sample", "view": json.loads(self.seen), "seat": self.seat, "seed": rng.randrange(2**31)}
        return _canonical(_part(rules.ask(**question), "position", "sample"))

    def __str__(self) -> str:
        return self.seen


class _Hides(RulesGame):
    command: ClassVar[str]

    def view(self, position: str, seat: int) -> RulesView:
        """What a seat sees."""
        answer = self.rules.ask(ask="view", position=json.loads(position), seat=seat)
        return RulesView(_canonical(_part(answer, "view", "view")), seat, self.command)


@cache
def rules_game(command: str) -> type[AnyGame]:
    """The class of the game whose rules a command answers for."""
    try:
        rules = Rules(command)
        facts = _facts(rules.about)
    except BrokenGame as error:
        raise UnknownName(f"The game 'rules:{command}' cannot be used: {error}") from None
    can = rules.about.get("can", [])
    offered = {"view": _Hides, "draw": _Draws, "text": _Writes}
    kinds: list[type[RulesGame]] = [kind for word, kind in offered.items() if word in can]
    kinds += [_HasChance] if rules.about.get("chance") else []
    made: type[AnyGame] = type("RulesElsewhere", (*kinds, RulesGame), {**facts, "rules": rules, "command": command})
    return made


def _facts(about: Mapping[str, Any]) -> dict[str, Any]:
    """What the program says about its game, as attributes of a class."""
    name, title, seats = about.get("name"), about.get("title"), about.get("seats", ["first", "second"])
    how, version = about.get("how", []), about.get("version", 1)
    if not (isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name)):
        raise RulesFailed(f"Its name must be one lower-case word, not {name!r:.60}.")
    if not isinstance(title, str) or not title:
        raise RulesFailed("It needs a title, which is what people read.")
    if not _texts(seats) or not 2 <= len(seats) <= 6:
        raise RulesFailed(f"Its seats must be two to six names, not {seats!r:.60}.")
    if not _texts(how) or not isinstance(version, int):
        raise RulesFailed("Its how must be a list of sentences, and its version a whole number.")
    return {
        "name": name,
        "title": title,
        "about": str(about.get("about", "")),
        "seats": tuple(seats),
        "how_to_play": tuple(how),
        "version": version,
        "__module__": __name__,
        "__doc__": f"{title}, whose rules are another program.",
    }


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _part(answer: Mapping[str, Any], name: str, asked: str) -> Any:
    if name not in answer:
        raise RulesFailed(f"The answer of the rules to {asked!r} lacks {name!r}.")
    return answer[name]


def _canonical(value: Any) -> str:
    """A position as a text that is the same for equal positions."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _look_of(answer: Mapping[str, Any], seats: int) -> Look:
    moves, seat, over = answer.get("moves", []), answer.get("to_move", 0), answer.get("outcome")
    chances = answer.get("chances", [])
    if not _texts(moves):
        raise RulesFailed(f"The moves must be a list of texts, not {moves!r:.60}.")
    if not isinstance(seat, int) or not 0 <= seat < seats:
        raise RulesFailed(f"to_move must be a seat from 0 to {seats - 1}, not {seat!r:.60}.")
    if chances and (len(chances) != len(moves) or not all(isinstance(chance, int | float) for chance in chances)):
        raise RulesFailed("There must be one chance, a number, for each move.")
    return Look(seat, tuple(moves), None if over is None else _outcome_of(over, seats), tuple(map(float, chances)))


def _outcome_of(told: Any, seats: int) -> Outcome:
    wrong = f"The outcome must be an object with winner, reason or payoffs, not {told!r:.60}."
    if not isinstance(told, dict):
        raise RulesFailed(wrong)
    winner, payoffs = told.get("winner"), told.get("payoffs")
    try:
        if payoffs is not None and len(payoffs) != seats:
            raise RulesFailed(f"There must be a payoff for each of {seats} seats, not {payoffs!r:.60}.")
        if winner is not None and not (isinstance(winner, int) and 0 <= winner < seats):
            raise RulesFailed(f"The winner must be a seat from 0 to {seats - 1} or null, not {winner!r:.60}.")
        return Outcome(winner, str(told.get("reason", "")), None if payoffs is None else tuple(map(float, payoffs)))
    except (TypeError, ValueError) as error:
        if isinstance(error, SparringError):
            raise
        raise RulesFailed(wrong) from None
