"""Games that are played with decks: how such a game is named, and what others may see of its name."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from sparring.rules.capabilities import NamesDecks, PlayedWithDecks
from sparring.rules.errors import BadSetting, one_of
from sparring.rules.game import AnyGame
from sparring.rules.naming import split
from sparring.rules.registry import game as find_game

DeckGiven: TypeAlias = str | Mapping[str, Any] | None
"""A deck as a program gives it: a name or a text, its content as JSON, or None for any deck."""


@runtime_checkable
class TakesDecks(NamesDecks, Protocol):
    """A game that is played with decks of the player's own, given by their content."""

    @classmethod
    def deck_text(cls, given: str | Mapping[str, Any]) -> str:
        """The value of a setting that stands for a deck, which is given by name, as text or by its content.

        It reads no file, because strangers may give it. Raises a SparringError that says what is wrong with the deck.
        """


@dataclass(frozen=True)
class CardListed:
    """A card that decks can be built from."""

    id: str
    name: str
    kind: str
    """The sort of card, such as "character"; a card that leads a deck is a "leader"."""

    colours: tuple[str, ...]
    cost: int | None = None
    power: int | None = None
    counter: int | None = None
    """The power that it adds in defence."""

    marks: tuple[str, ...] = ()
    """Words to filter by, such as keywords."""

    facts: str = ""
    """What else is printed on it, in a few words."""

    text: str = ""
    """What it does, in full."""


@dataclass(frozen=True)
class DeckFault:
    """Something that keeps a deck from being played."""

    text: str
    card: str | None = None
    """The id of the card that it is about, if it is about one."""


@runtime_checkable
class BuildsDecks(TakesDecks, Protocol):
    """A game whose decks can be built by a form: `{"name", "leader", "cards": [{"id", "count"}, …]}`."""

    deck_size: int
    """The number of cards of a deck, besides the leader."""

    most_copies: int
    """How many cards of one id a deck may have."""

    @classmethod
    def deck_pool(cls) -> Sequence[CardListed]:
        """The cards that come with the game."""

    @classmethod
    def deck_content(cls, given: str | Mapping[str, Any]) -> Mapping[str, Any]:
        """The content of a deck given by name, as text or by content; raises a SparringError if it is none."""

    @classmethod
    def deck_faults(cls, content: Mapping[str, Any]) -> Sequence[DeckFault]:
        """Everything that keeps a deck from being played; nothing if it can be played."""


@dataclass(frozen=True)
class HandTold:
    """Which cards of their deck a seat had in a match, by the ids of the cards."""

    kept: bool
    """Whether they kept the first hand that they were dealt."""

    opening: tuple[str, ...]
    """The hand that they began with."""

    held: frozenset[str]
    """The cards that were in their hand at any time, the opening hand included."""

    played: frozenset[str]
    """The cards that they played from their hand."""

    marks: frozenset[str] = frozenset()
    """The marks (`TellsHands.hand_marks`) that the opening hand has."""


@runtime_checkable
class TellsHands(NamesDecks, Protocol):
    """A game that can tell which cards of a deck did what in a match, so that the deck can be tested."""

    hand_marks: Sequence[str]
    """What a hand may have that matters, as in "a character of cost 2 or less"."""

    def hand_told(self, positions: Sequence[Any], seat: int) -> HandTold:
        """The cards that a seat had in a match, given by all its positions."""

    @classmethod
    def cards_of_deck(cls, given: str) -> Mapping[str, str]:
        """The cards of a deck that is given as a name, a text or a file: the name of each by its id, in their order."""

    @classmethod
    def deck_with_swap(cls, given: str, out: str, into: str, count: int) -> tuple[str, str]:
        """The text of a deck, and the text of the same deck with `count` copies of one card swapped for another.

        Where both are shuffled with the same seed, all other cards lie in the same places.
        """


def with_decks(spec: str, decks: Sequence[str]) -> str:
    """The name of a game with these decks, one for each seat; its other settings stay as they are."""
    game = find_game(spec)
    if not isinstance(game, PlayedWithDecks):
        raise BadSetting(f"{type(game).title} is not played with decks.")
    return _with_settings(spec, game, game.decks(decks))


def with_given_decks(spec: str, decks: Sequence[DeckGiven]) -> str:
    """The name of a game with decks that a stranger gave, one for each seat: no file is read."""
    game = find_game(spec)
    if not isinstance(game, NamesDecks):
        raise BadSetting(f"{game.title} is not played with decks.")
    if len(decks) != len(game.seats):
        raise BadSetting(f"{game.title} needs {len(game.seats)} decks, one for each seat, not {len(decks)}.")
    settings = deck_settings(game)
    return _with_settings(
        spec, game, {name: _text(game, name, deck) for name, deck in zip(settings, decks, strict=True)}
    )


def deck_settings(game: AnyGame) -> list[str]:
    """The settings of a game that stand for decks, one for each seat; none in a game without decks."""
    return list(game.decks([game.decks_known()[0] for _ in game.seats])) if isinstance(game, NamesDecks) else []


def with_decks_moved_on(spec: str) -> str:
    """The name of a game in which every deck is one seat further on, because its player is."""
    game = find_game(spec)
    settings = deck_settings(game)
    given = split(spec)[1] if "=" in spec.rpartition(":")[2] else {}
    texts = [given.get(name, str(game.settings[name])) for name in settings]
    return _with_settings(spec, game, dict(zip(settings, texts[-1:] + texts[:-1], strict=True))) if settings else spec


def without_own_decks(spec: str, seats: Collection[int]) -> str:
    """The name of a game without the decks of some seats, except those that come with the game."""
    if not seats or "=" not in spec:
        return spec
    name, given = split(spec)
    game = find_game(name)
    if not isinstance(game, NamesDecks):
        return spec
    hidden = {setting for seat, setting in enumerate(deck_settings(game)) if seat in seats}
    known = game.decks_known()
    shown = {key: value for key, value in given.items() if key not in hidden or value in known}
    return name + type(game).name_with(**shown).removeprefix(type(game).name)


def _text(game: NamesDecks, setting: str, deck: DeckGiven) -> str:
    if deck is None:
        return str(game.settings[setting])  # type: ignore[attr-defined]  # every game has settings
    if isinstance(game, TakesDecks):
        return game.deck_text(deck)
    known = game.decks_known()
    if deck not in known:
        raise BadSetting(f"There is no deck {deck!r:.100}; there is {one_of(list(known))}.")
    return str(game.decks([str(deck)] * len(deck_settings(game)))[setting])  # type: ignore[arg-type]


def _with_settings(spec: str, game: AnyGame, settings: Mapping[str, str]) -> str:
    given: dict[str, str] = {}
    if "=" in spec.rpartition(":")[2]:
        spec, given = split(spec)
    game_class = type(game)
    return spec + game_class.name_with(**{**given, **settings}).removeprefix(game_class.name)
