"""Puzzles in One Piece: win in this turn, whatever the other side holds.

Several orders of attacks may be right, so each option is judged by proving the win again from where it leads.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.lethal import attack_wins, sure_win, winning_attack
from sparring.games.onepiece.minds.turns import next_action
from sparring.games.onepiece.rules.options import END, Attack, GiveDon, Option, option_text, option_texts
from sparring.games.onepiece.rules.settled import settled
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.view import view_of
from sparring.rules.puzzles import Kind, PuzzleJudge, Refutation

MOST_DEALS = 40
"""Deals of the hidden cards that are tried for one in which a wrong try fails."""

MOST_CHOICES = 200
"""Choices after which a turn that is played out is given up."""

SHARE_OF_WHIMS = 0.05
"""The share of random choices in the games that are searched."""

FEWEST_WRONG = 2
"""A position is a puzzle if at least this many attacks and gifts of DON!! give the win away."""


class LethalJudge(PuzzleJudge):
    """Proves that attacks win, against every hand that the defender could hold."""

    shares: ClassVar[Mapping[Kind, float]] = {Kind.LETHAL: 1.0}
    fewest_tries: ClassVar[int] = 2
    most_tries: ClassVar[int] = 24
    any_order: ClassVar[bool] = True
    tolerance: ClassVar[float] = 0.3

    def move(self, position: State, rng: Random) -> str:
        """Habit's answer, and now and then a random one: an opponent that thinks would take a hundred times as long."""
        assert position.question is not None
        any_option = rng.random() < SHARE_OF_WHIMS
        return option_text(position, rng.choice(position.question.options) if any_option else habits.answer(position))

    def goal(self, position: State) -> Kind | None:
        """A sure win that some attacks and gifts would give away."""
        question = position.question
        if question is None or question.kind != "action" or question.seat != position.turn_seat:
            return None
        if _sure(position, question.seat) is None:
            return None
        goal = Kind.LETHAL
        right = set(self.keeping(position, goal))
        tempting = [text for text, option in option_texts(position).items() if isinstance(option, Attack | GiveDon)]
        return goal if sum(text not in right for text in tempting) >= FEWEST_WRONG else None

    def keeping(self, position: State, kind: Kind) -> list[str]:
        """The options after which the win is still sure, the one that the proof begins with first."""
        question = position.question
        assert question is not None
        seat = question.seat
        if question.kind != "action":  # part of an attack or effect that is judged as a whole
            return [option_text(position, habits.answer(position)), *option_texts(position)]
        first = _sure(position, seat)
        if first is None:  # proven before, with another search: whatever goes on attacking
            return [text for text, option in option_texts(position).items() if option != END]
        right = [first, *(option for option in question.options if option != first and _keeps(position, seat, option))]
        return [option_text(position, option) for option in right]

    def reply(self, position: State, kind: Kind) -> str:
        """The block, counter or Trigger that leaves the attacker the least."""
        question = position.question
        assert question is not None
        attacker = 1 - question.seat
        return option_text(position, max(question.options, key=lambda option: _left(position, option, attacker)))

    def features(self, position: State) -> list[frozenset[Any]]:
        """Leaders, Life, DON!! and the characters of both sides."""
        found: list[Any] = []
        for seat, side in enumerate(position.sides):
            own = seat == position.turn_seat
            found += [(own, "life", len(side.life)), (own, "don", side.active), (own, "hand", len(side.hand))]
            units = sorted((unit.card.id, unit.rested, unit.don) for unit in side.units())
            found += [(own, number, *unit) for number, unit in enumerate(units)]
        return [frozenset(found)]

    def refutation(self, position: State, move: str, kind: Kind) -> Refutation:
        """A deal of the hidden cards in which the turn ends without a win, played out; cards that hold are named."""
        assert position.question is not None
        seat = position.question.seat
        if option_texts(position)[move] == END:
            return Refutation((), "Your turn is over, and your opponent is still there.")
        view, rng = view_of(position, seat), Random(move)
        for world in [position, *(view.sample(rng) for _ in range(MOST_DEALS))]:
            option = option_texts(world).get(move)
            if option is None:
                continue
            after = world.copy(telling=True)
            after.choose(option)
            end, line = _played_out(after, seat)
            if end.winner != seat:
                return Refutation(tuple(line), _holding(world, 1 - seat), after)
        return Refutation((), "That may win, but it is not sure any more: it depends on your opponent's cards.")


def _sure(state: State, seat: int) -> Option | None:
    return sure_win(state, seat, view_of(state, seat).unseen_cards(1 - seat))


def _keeps(state: State, seat: int, option: Option) -> bool:
    """True if the win is still sure after an option of the main phase."""
    if isinstance(option, Attack):
        on_leader = option.target == state.sides[1 - seat].leader.id
        return on_leader and attack_wins(state, seat, option.attacker, view_of(state, seat).unseen_cards(1 - seat))
    after = None if option == END else next_action(state, option)
    return after is not None and _sure(after, seat) is not None


def _left(state: State, option: Option, attacker: int) -> tuple[Any, ...]:
    """What a defence is worth: it survives, keeps Life and Blockers, and stops attacks with few cards."""
    after = state.copy()
    after.choose(option)
    for _ in range(MOST_CHOICES):
        question = after.question
        if question is None or (question.kind == "action" and question.seat == attacker):
            break
        after.choose(habits.answer(after))
    defender = after.sides[1 - attacker]
    alive = not after.lost or after.winner == 1 - attacker
    safe = alive and (after.lost or winning_attack(after, attacker) is None)
    ready = sum(not unit.rested for unit in defender.characters)
    return alive, safe, len(defender.life), ready, len(defender.hand)


def _played_out(state: State, seat: int) -> tuple[State, list[str]]:
    """The end of a turn if the attacker goes on as well as it can, seeing all cards, against a stubborn defence."""
    judge, turn, line = LethalJudge(), state.turn, list[str]()
    while state.question is not None and state.turn == turn and len(line) < MOST_CHOICES:
        question, free = state.question, settled(state)
        if free is not None:
            option = free
        elif question.seat != seat:
            option = option_texts(state)[judge.reply(state, Kind.LETHAL)]
        else:
            best = winning_attack(state, seat) if question.kind == "action" else None
            option = best or _attacking(state)
        if free is None:
            line.append(option_text(state, option))
        following = state.copy(telling=True)
        following.choose(option)
        state = following
    return state, line


def _attacking(state: State) -> Option:
    """What habit does, except that it ends the turn only when nobody can attack."""
    option = habits.answer(state)
    assert state.question is not None
    leader = state.sides[1 - state.question.seat].leader.id
    attacks = (other for other in state.question.options if isinstance(other, Attack) and other.target == leader)
    return next(attacks, option) if option == END else option


def _holding(state: State, seat: int) -> str:
    """What a defender holds that counters or blocks, in a sentence."""
    side = state.sides[seat]
    names = sorted({card.name for card in map(state.card, side.hand) if card.counter or card.timed("counter")})
    held = ", ".join(names)
    return f"Your opponent may hold {held}: then it does not win." if held else "Your opponent can stop it."
