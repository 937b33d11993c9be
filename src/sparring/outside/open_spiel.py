"""The games of OpenSpiel, played as any other: `openspiel:breakthrough`, `openspiel:kuhn_poker`."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar

from sparring.rules import AnyGame, BrokenGame, Game, Outcome, UnknownName, one_of
from sparring.rules.capabilities import Chance

MOST_SEATS = 6
TRIES = 20_000
"""The most steps in the search for a game that agrees with what a seat has seen."""

REASON = "the game is over"
"""Why a game ended; OpenSpiel does not say more."""

NOTHING = "(nothing to see yet)"

NAMES = {2: ("first", "second")}
"""What the seats are called; with more of them, they are numbered."""


class SpielPosition:
    """A state of an OpenSpiel game, which nobody changes: two with the same history are equal."""

    __slots__ = ("_texts", "history", "seen", "spec", "state")

    def __init__(self, spec: str, state: Any, history: tuple[int, ...], seen: tuple[tuple[int, ...], ...]) -> None:
        self.spec = spec
        self.state = state
        self.history = history
        self.seen = seen
        """For each seat, digests of what it knew after each step; empty where everybody sees everything."""

        self._texts: dict[int, str] | None = None

    def after(self, action: int) -> "SpielPosition":
        """The position after an action of a player or of chance."""
        state = self.state.clone()
        state.apply_action(action)
        seen = tuple((*before, known(state, seat)) for seat, before in enumerate(self.seen))
        return SpielPosition(self.spec, state, (*self.history, action), seen)

    @property
    def texts(self) -> dict[int, str]:
        """The legal actions with their texts, which are unique."""
        if self._texts is None:
            player = self.state.current_player()
            texts = {
                action: " ".join(self.state.action_to_string(player, action).split()) or str(action)
                for action in self.state.legal_actions()
            }
            once = list(texts.values())
            self._texts = {
                action: text if once.count(text) == 1 else f"{text} ({action})" for action, text in texts.items()
            }
        return self._texts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielPosition) and (self.spec, self.history) == (other.spec, other.history)

    def __hash__(self) -> int:
        return hash((self.spec, self.history))

    def __repr__(self) -> str:
        return f"{self.spec} after {list(self.history)}"

    def __str__(self) -> str:
        return str(self.state)

    def __deepcopy__(self, memo: object) -> "SpielPosition":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.spec, self.history)


class SpielView:
    """What one seat of a game with hidden information knows; it holds nothing that the seat does not know."""

    __slots__ = ("actions", "hides", "plies", "seat", "seen", "spec", "text", "to_move")

    def __init__(self, position: SpielPosition, seat: int) -> None:
        state = position.state
        self.spec = position.spec
        self.seat = seat
        self.text = information(state, seat)
        self.seen = position.seen[seat]
        self.plies = len(position.history)
        self.to_move = state.current_player()
        self.actions = tuple(state.legal_actions()) if self.to_move == seat else ()

    def sample(self, rng: Random) -> SpielPosition:
        """A full position that agrees with all that this seat has come to know, step by step."""
        tries = iter(range(TRIES))
        found = self._complete(_replayed(self.spec, ()), rng, tries)
        if found is None:
            raise BrokenGame(f"No game of {self.spec} was found that agrees with what seat {self.seat} knows.")
        return found

    def _complete(self, position: SpielPosition, rng: Random, tries: Iterator[int]) -> SpielPosition | None:
        """Go on from a position, in random order, to one with all that was seen; None if there is none."""
        at = len(position.history)
        if at == self.plies:
            state = position.state
            fits = state.current_player() == self.to_move
            return position if fits and (not self.actions or tuple(state.legal_actions()) == self.actions) else None
        for action in shuffled(position.state, rng):
            if next(tries, None) is None:
                return None
            following = position.after(action)
            if following.seen[self.seat][at] == self.seen[at] and (found := self._complete(following, rng, tries)):
                return found
        return None

    @property
    def _all(self) -> tuple[Any, ...]:
        return self.spec, self.seat, self.text, self.seen, self.to_move, self.actions

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielView) and self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __str__(self) -> str:
        return self.text

    def __deepcopy__(self, memo: object) -> "SpielView":
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if hasattr(self, name)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)


class SpielGame(Game[SpielPosition, int]):
    """A game of OpenSpiel; each has a class of its own."""

    spec: ClassVar[str]
    pays: ClassVar[bool]
    """Whether more counts than who wins, so that results have payoffs."""

    def start(self, rng: Random) -> SpielPosition:
        """The initial state; chance decides later, if it does."""
        return _replayed(self.spec, ())

    def to_move(self, position: SpielPosition) -> int:
        """The player who decides; 0 where chance does or the game is over."""
        return max(0, int(position.state.current_player()))

    def moves(self, position: SpielPosition) -> Sequence[int]:
        """The legal actions."""
        found: list[int] = position.state.legal_actions()
        return found

    def play(self, position: SpielPosition, move: int) -> SpielPosition:
        """The state after an action."""
        return position.after(move)

    def outcome(self, position: SpielPosition) -> Outcome | None:
        """The returns of a final state: who won, or payoffs where more than that counts."""
        if not position.state.is_terminal():
            return None
        returns = tuple(float(value) for value in position.state.returns())
        if len(returns) == 2 and not self.pays:
            return Outcome(None if not returns[0] else int(returns[0] < 0), REASON)
        return Outcome(reason=REASON, payoffs=returns)

    def move_text(self, position: SpielPosition, move: int) -> str:
        """The action as OpenSpiel writes it, with its number if two are written alike."""
        text = position.texts.get(move)
        return str(move) if text is None else text

    def draw(self, view: Any) -> str:
        """The state as OpenSpiel writes it, which is nothing at all at the start of some games."""
        return str(view).replace("[", r"\[") if str(view).strip() else NOTHING


class _WithChance(SpielGame):
    """A game in which chance decides sometimes."""

    def chance_outcomes(self, position: SpielPosition) -> Sequence[Chance]:
        """The outcomes of a chance node."""
        if not position.state.is_chance_node():
            return ()
        return [Chance(action, probability) for action, probability in position.state.chance_outcomes()]


class _Hiding(SpielGame):
    """A game in which seats see different things."""

    def view(self, position: SpielPosition, seat: int) -> SpielView:
        """What a seat knows."""
        return SpielView(position, seat)

    def retrace(self, position: SpielPosition) -> tuple[SpielPosition, Sequence[int]]:
        """The start, and all actions since."""
        return _replayed(self.spec, ()), position.history

    def move_seen_by(self, seat: int, position: SpielPosition, move: int) -> str:
        """The move, if it is the seat's own or nothing else would look the same to it; else nothing of it."""
        if position.state.current_player() == seat:
            return self.move_text(position, move)
        looks = [position.after(other).seen[seat][-1] for other in position.state.legal_actions() if other != move]
        if position.after(move).seen[seat][-1] not in looks:
            return self.move_text(position, move)
        return "" if position.state.is_chance_node() else "a hidden move"


class _HidingWithChance(_Hiding, _WithChance):
    """A game with both, such as poker."""


def spiel_game(spec: str) -> type[AnyGame]:
    """The class of a game by OpenSpiel's own text for it: `breakthrough`, `breakthrough(rows=6,columns=6)`."""
    return _class_of(str(_loaded(spec)))


@cache
def _class_of(spec: str) -> type[SpielGame]:
    game = _loaded(spec)
    kind, seats = game.get_type(), game.num_players()
    hides = kind.information.name != "PERFECT_INFORMATION"
    chances = kind.chance_mode.name == "EXPLICIT_STOCHASTIC"
    base = {
        (False, False): SpielGame,
        (False, True): _WithChance,
        (True, False): _Hiding,
        (True, True): _HidingWithChance,
    }[hides, chances]
    short = spec.removesuffix("()")
    facts = {
        "name": f"openspiel:{short}",
        "title": kind.long_name,
        "about": f"{kind.long_name}, a game of OpenSpiel.",
        "seats": NAMES.get(seats, tuple(f"player {seat}" for seat in range(1, seats + 1))),
        "spec": spec,
        "pays": seats != 2 or (game.min_utility(), game.max_utility()) != (-1, 1),
        "__module__": __name__,
        "__doc__": f"{kind.long_name}, by OpenSpiel.",
    }
    return type(kind.short_name, (base,), facts)


@cache
def _loaded(spec: str) -> Any:
    """An OpenSpiel game that takes turns; refused in a sentence if it cannot be played here."""
    try:
        import pyspiel
    except ImportError:
        raise UnknownName("Games of OpenSpiel need its package: pip install sparring[openspiel].") from None
    name, names = spec.partition("(")[0], pyspiel.registered_names()
    if name not in names:
        alike = get_close_matches(name, names, 5)
        meant = f"; did you mean {one_of(alike)}?" if alike else "."
        raise UnknownName(f"OpenSpiel has no game {name!r}{meant}")
    try:
        game = pyspiel.load_game(spec)
    except Exception as error:
        said = " ".join(str(error).split())[:200]
        raise UnknownName(f"OpenSpiel cannot make the game {spec!r}: {said.rstrip('.')}.") from None
    kind = game.get_type()
    if kind.dynamics.name == "SIMULTANEOUS":
        game = pyspiel.convert_to_turn_based(game)
        kind = game.get_type()
    refusals = {
        "its players do not take turns": kind.dynamics.name != "SEQUENTIAL",
        "its chance cannot be listed": kind.chance_mode.name == "SAMPLED_STOCHASTIC",
        f"it has {game.num_players()} player{'s' * (game.num_players() != 1)}, not 2 to {MOST_SEATS}": not (
            2 <= game.num_players() <= MOST_SEATS
        ),
        "it hides something and does not tell what a player knows": kind.information.name != "PERFECT_INFORMATION"
        and not (kind.provides_information_state_string or kind.provides_observation_string),
    }
    for why, holds in refusals.items():
        if holds:
            raise UnknownName(f"OpenSpiel's {kind.short_name} cannot be played here: {why}.")
    return game


def _replayed(spec: str, history: tuple[int, ...]) -> SpielPosition:
    """The position after a history of actions."""
    game = _loaded(spec)
    hides = game.get_type().information.name != "PERFECT_INFORMATION"
    position = SpielPosition(spec, game.new_initial_state(), (), ((),) * game.num_players() if hides else ())
    for action in history:
        position = position.after(action)
    return position


def information(state: Any, seat: int) -> str:
    """All that a seat knows, as a text; what it sees now, in games that say no more."""
    kind = state.get_game().get_type()
    if kind.provides_information_state_string:
        return str(state.information_state_string(seat))
    return str(state.observation_string(seat))


def known(state: Any, seat: int) -> int:
    """A digest of what a seat knows, and of whose turn it is."""
    text = f"{state.current_player()} {information(state, seat)}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def shuffled(state: Any, rng: Random) -> list[int]:
    """The legal actions in random order; likelier outcomes of chance tend to come first."""
    if not state.is_chance_node():
        actions: list[int] = list(state.legal_actions())
        rng.shuffle(actions)
        return actions
    outcomes = [(action, chance) for action, chance in state.chance_outcomes() if chance > 0]
    return [action for action, chance in sorted(outcomes, key=lambda each: rng.random() ** (1 / each[1]), reverse=True)]
