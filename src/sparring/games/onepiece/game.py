"""The One Piece card game, as Sparring plays it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import sparring.games.onepiece.rules.sending  # noqa: F401  (it declares how cards are sent)
from sparring.games.onepiece import setting_up
from sparring.games.onepiece.minds import hints, solitaire
from sparring.games.onepiece.minds.facts.fact import Fact
from sparring.games.onepiece.minds.odds import LATE
from sparring.games.onepiece.posing import posed_table
from sparring.games.onepiece.rules import building, decklists, options, text
from sparring.games.onepiece.rules.cards import EDITION
from sparring.games.onepiece.rules.events import TurnBegan
from sparring.games.onepiece.rules.options import Option
from sparring.games.onepiece.rules.reading import COPIES, SIZE, shipped
from sparring.games.onepiece.rules.settled import settled
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import new_game
from sparring.games.onepiece.rules.view import View, view_of, watchers_view_of
from sparring.games.onepiece.shown import drawing, hands, lessons, manners, piles, report, rulebook, scene, why
from sparring.rules import BadSetting, Game, Outcome
from sparring.rules.capabilities import Lethal, Posed
from sparring.rules.decks import CardListed, DeckFault, HandTold
from sparring.rules.posing import PosingForm
from sparring.rules.puzzles import PuzzleJudge
from sparring.rules.teaching import FirstGame, Lesson, Section
from sparring.scenes import Pile, Scene


class OnePiece(Game[State, Option]):
    """Two leaders, fifty cards and ten DON!! each; whoever takes damage with no Life left loses."""

    name = "onepiece"
    title = "One Piece"
    about = "The card game, with nine starter decks and the rules a judge would apply; decks of your own too."
    notice = (
        "This version of the card game is unofficial and made by fans. It is not connected with the owners of "
        "One Piece or of its card game, and it shows no artwork and no printed text."
    )
    how_to_play = (
        "Play characters with DON!!, or give DON!! to those you have: each adds 1000 power in your turn.",
        "Attack the other leader, or rested characters; the other side may block and counter.",
        "Each damage puts your top Life card into your hand. If you take damage with no Life left, you lose.",
    )
    seats: ClassVar[tuple[str, ...]] = text.SEATS
    settings: ClassVar[Mapping[str, int | str]] = {"deck1": "", "deck2": "", "table": ""}
    version: ClassVar[int] = EDITION
    """Since version 2, questions that cannot matter answer themselves; what changed in version 3 is said there."""

    def __init__(self, deck1: str = "", deck2: str = "", table: str = "") -> None:
        self.deck_names = (deck1, deck2)
        self.table = setting_up.content_of(table) if table else ""
        self.is_posed = bool(table)
        self.chosen = tuple(decklists.read(name) if name else None for name in self.deck_names)
        self.name = self.name_with(deck1=deck1, deck2=deck2, table=table)
        self._given = (deck1, deck2, table)

    @classmethod
    def decks(cls, given: Sequence[str]) -> Mapping[str, str]:
        """A deck a seat: by name, by list, or in a file."""
        if len(given) != len(cls.seats):
            raise BadSetting(f"One Piece is played with two decks, as in ST01,ST02; not with {len(given)}.")
        return {f"deck{number}": decklists.of_argument(name) for number, name in enumerate(given, 1)}

    @classmethod
    def decks_known(cls) -> Sequence[str]:
        """The starter decks."""
        return list(shipped())

    @classmethod
    def deck_called(cls, given: str) -> tuple[str, str]:
        """As its file calls it: `ST01`, and "Straw Hat Crew"."""
        deck = decklists.deck_of_argument(given)
        return deck.name, deck.title

    @classmethod
    def deck_text(cls, given: str | Mapping[str, Any]) -> str:
        """The deck as a text that holds all of it."""
        return decklists.of_given(given)

    deck_size: ClassVar[int] = SIZE
    most_copies: ClassVar[int] = COPIES

    @classmethod
    def deck_pool(cls) -> Sequence[CardListed]:
        """Every card of the starter decks."""
        return building.pool()

    @classmethod
    def deck_content(cls, given: str | Mapping[str, Any]) -> Mapping[str, Any]:
        """The deck as JSON: shipped cards by their ids, cards of the user's own in full."""
        return building.content(given)

    @classmethod
    def deck_faults(cls, content: Mapping[str, Any]) -> Sequence[DeckFault]:
        """The faults that the deck reader finds, with card names instead of numbers."""
        return building.faults(content)

    hand_marks: ClassVar[Sequence[str]] = tuple(hands.MARKS)

    def hand_told(self, positions: Sequence[State], seat: int) -> HandTold:
        """Read from the hands in the positions, and from the events before each of them."""
        return hands.hand_told(positions, seat)

    @classmethod
    def cards_of_deck(cls, given: str) -> Mapping[str, str]:
        """The names of its cards, the cheapest first, without the leader, which is always in play."""
        return building.cards_of(given)

    @classmethod
    def deck_with_swap(cls, given: str, out: str, into: str, count: int) -> tuple[str, str]:
        """Both are checked as every deck is."""
        return building.with_swap(given, out, into, count)

    def in_version(self, version: int) -> "OnePiece":
        """An earlier version, with the rules that it had."""
        if version < self.version and version in EARLIER:
            return EARLIER[version](*self._given)
        super().in_version(version)
        return self

    def progress(self, view: View) -> float:
        """How late it is by the turns; few games last longer than this."""
        return min(1.0, view.turn / LATE)

    def began(self, position: State) -> int:
        """As was decided when the game was set up."""
        return position.first

    def start(self, rng: Random) -> State:
        """Decks that were not chosen are drawn; then both are shuffled, and chance picks who decides who begins.

        A table that was set up is there as it is.
        """
        if self.table:
            return posed_table(self.table, rng.getrandbits(62))
        decks = [deck or decklists.any_deck(rng) for deck in self.chosen]
        return new_game(decklists.pair(decks[0], decks[1], self.version), rng.getrandbits(62), telling=True)

    def to_move(self, position: State) -> int:
        """Whoever is asked; after the end the one whose turn it was."""
        return position.turn_seat if position.question is None else position.question.seat

    def kind(self, position: State) -> str:
        """One of action, mulligan, blocker, counter, target and value."""
        return "action" if position.question is None else position.question.kind

    def moves(self, position: State) -> Sequence[Option]:
        """The options of the decision."""
        return [] if position.question is None else position.question.options

    def play(self, position: State, move: Option) -> State:
        """Everything up to the next decision; what happened before a question that nobody was asked is told with it."""
        following = position.copy(telling=True)
        if position.told and self._answer(position) == move:
            following.told = list(position.told)
        following.choose(move)
        return following

    def settled(self, position: State) -> str | None:
        """No block and no counter for an attack that is decided already."""
        answer = self._answer(position)
        return None if answer is None else self.move_text(position, answer)

    def _answer(self, position: State) -> Option | None:
        return settled(position)

    def weight(self, before: View, after: View) -> float:
        """Several DON!! are given in one beat."""
        return manners.weight(before, after)

    def turn_of(self, position: State) -> int:
        """The number of the turn."""
        return position.turn

    def deeds(self, before: View, after: View) -> list[str]:
        """What a player would notice."""
        return list(manners.deeds(before, after))

    def outcome(self, position: State) -> Outcome | None:
        """Somebody has lost, or both have."""
        return Outcome(position.winner, position.reason) if position.lost else None

    def view(self, position: State, seat: int) -> View:
        """What a seat may see."""
        return view_of(position, seat)

    def watchers_view(self, position: State) -> View:
        """What both seats see."""
        return watchers_view_of(position)

    def options(self, position: State) -> dict[str, Option]:
        """The options by their texts; none when the game is over."""
        return {} if position.lost else options.option_texts(position)

    def move_text(self, position: State, move: Option) -> str:
        """The option in words."""
        return options.option_text(position, move)

    def move_seen_by(self, seat: int, position: State, move: Option) -> str:
        """The option in words, without a card that stays hidden."""
        return options.seen_text(position, move, seat)

    def why_not(self, position: State, wanted: str) -> str:
        """Why something cannot be done now, with the number of the rule."""
        return why.why_not(position, wanted)

    def draw(self, view: View) -> str:
        """The table, in a hundred columns."""
        return drawing.draw(view)

    def scene(self, view: View, last: str | None = None) -> Scene:
        """The table as cards that can be clicked."""
        return scene.table_scene(view, last)

    def piles(self, view: View) -> list[Pile]:
        """Both trashes, and what is left in the seat's own deck."""
        return piles.piles_of(view)

    def worth_drawing(self, view: View, asked: bool) -> bool:
        """When a turn begins, when one may do anything, and at the end."""
        if view.lost or any(isinstance(event, TurnBegan) for event in view.told):
            return True
        return asked and view.kind in ("action", "mulligan")

    def prompt(self, view: View) -> str:
        """What is to be decided, in a sentence."""
        return report.prompt(view)

    def news(self, view: View) -> list[str]:
        """What happened since the last decision, as a report tells it."""
        return report.lines(view)

    def groups(self, view: View, options: Sequence[str]) -> list[tuple[str, list[str]]]:
        """The options by the card they are about."""
        return drawing.groups(view, options)

    def describe(self, view: View, word: str) -> list[str]:
        """What a card does or a word means; nothing if it is unknown."""
        return drawing.describe(view, word)

    def facts(self, view: View, move: Option) -> list[Fact]:
        """What the seat can know about an option: lethal, attacks, blocks, counters, DON!!."""
        return hints.facts(view, move)

    def rulebook(self) -> tuple[Section, ...]:
        """From the aim to the words on cards."""
        return rulebook.sections()

    def glossary(self) -> Mapping[str, str]:
        """The words on cards and of the game."""
        return rulebook.glossary()

    def first_game(self) -> FirstGame:
        """Two plain decks, and an easy opponent."""
        return lessons.FIRST_GAME

    def lessons(self, view: View, options: Sequence[str]) -> list[Lesson]:
        """What there is to learn about a decision."""
        return lessons.lessons(view, options)

    def pose(self, line: str) -> Posed:
        """A table as JSON, with everything where it says."""
        return Posed(self, posed_table(line))

    posing_setting: ClassVar[str] = "table"

    @classmethod
    def posing_form(cls) -> PosingForm:
        """Both sides, the turn, and a battle in the middle."""
        return setting_up.FORM

    @classmethod
    def posing_pool(cls) -> Sequence[CardListed]:
        """The cards of the starter decks, and the invented ones."""
        return setting_up.pool()

    @classmethod
    def posing_faults(cls, line: str) -> Sequence[str]:
        """What `arrange` refuses, in words."""
        return setting_up.faults(line)

    @classmethod
    def posed_name(cls, line: str) -> str:
        """The table is part of the name."""
        return cls.name_with(table=setting_up.text_of(line))

    def lethal(self, position: State, rng: Random, worlds: int) -> Lethal:
        """By proof, and otherwise by the odds."""
        return solitaire.lethal(position, rng, worlds)

    def puzzle_judge(self) -> PuzzleJudge:
        """The search for a sure win in this turn."""
        from sparring.games.onepiece.minds.puzzles import LethalJudge

        return LethalJudge()

    def evaluate(self, position: State, seat: int) -> float:
        """Life, cards and characters, for a seat."""
        worth = [_worth(position, each) for each in (0, 1)]
        return worth[seat] - worth[1 - seat]


class _SecondVersion(OnePiece):
    """The game as records of version 2 were played."""

    version: ClassVar[int] = 2


class _FirstVersion(_SecondVersion):
    """The game as records of version 1 were played: nobody answers a question but the player."""

    version: ClassVar[int] = 1

    def _answer(self, position: State) -> None:
        return None


EARLIER: Mapping[int, type[OnePiece]] = {1: _FirstVersion, 2: _SecondVersion}
"""The versions whose records still replay."""


def _worth(state: State, seat: int) -> float:
    side = state.sides[seat]
    on_field = sum((unit.card.power or 0) / 1000 + 1 for unit in side.characters)
    return 8 * len(side.life) + 2 * len(side.hand) + 2 * on_field + 0.5 * side.don_on_field
