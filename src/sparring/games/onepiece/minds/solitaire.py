"""Find lethal: whether the player whose turn it is wins in it, and how, with what that player can know."""

from collections.abc import Sequence
from random import Random

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.lethal import odds, sure_win
from sparring.games.onepiece.minds.puzzles import LethalJudge
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.options import Option, option_text, option_texts
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.text import SEATS
from sparring.games.onepiece.rules.view import view_of
from sparring.rules import BadPosition
from sparring.rules.capabilities import Lethal
from sparring.rules.puzzles import Kind

MOST_STEPS = 60
"""The most decisions that a line is played on for."""


def lethal(position: State, rng: Random, worlds: int) -> Lethal:
    """The surest way to win in this turn."""
    question = position.question
    if question is None or question.kind != "action" or question.seat != position.turn_seat:
        now = "the game is over" if question is None else f"{SEATS[question.seat]} has a {question.kind} to decide"
        raise BadPosition(f"Lethal is looked for in the main phase of whoever has the turn, and {now}.")
    seat = question.seat
    view = view_of(position, seat)
    unseen = view.unseen_cards(1 - seat)
    table = view.sample(rng)
    first = sure_win(table, seat, unseen)
    if first is not None:
        line = _line(table, seat, first, unseen)
        return Lethal(True, 1.0, line, f"{SEATS[seat]} wins this turn, whatever {SEATS[1 - seat]} holds.")
    imagined = [view.sample(rng) for _ in range(worlds)]
    found = odds(imagined, seat)
    if not found.options:
        return Lethal(False, 0.0, (), f"No order of attacks is known that wins for {SEATS[seat]} this turn.")
    won = round(found.chance * worlds)
    line = _texts(table, found.options)
    words = f"No win is sure. This order of attacks beats every defence of {won} of {worlds} imagined hands."
    return Lethal(False, found.chance, line, words)


def _line(table: State, seat: int, first: Option, unseen: Sequence[Card]) -> tuple[str, ...]:
    """The options of a sure win against the most stubborn defence of one imagined hand."""
    judge, state, wish, texts = LethalJudge(), table.copy(), first, list[str]()
    for _ in range(MOST_STEPS):
        question = state.question
        if question is None or state.turn != table.turn:
            break
        if question.seat != seat:
            answer = judge.reply(state, Kind.LETHAL)
            texts.append(f"{SEATS[question.seat]}: {answer}")
            state.choose(option_texts(state)[answer])
            continue
        if question.kind == "action":
            again = wish if not texts else sure_win(state, seat, unseen)
            if again is None:
                break
            wish = again
        else:
            wish = habits.answer(state)
        texts.append(option_text(state, wish))
        state.choose(wish)
    return tuple(texts)


def _texts(table: State, options: Sequence[Option]) -> tuple[str, ...]:
    """The texts of an order of attacks, each as it reads at the beginning."""
    return tuple(option_text(table, option) if option in _asked(table) else option.text(table) for option in options)


def _asked(table: State) -> Sequence[Option]:
    return [] if table.question is None else table.question.options
