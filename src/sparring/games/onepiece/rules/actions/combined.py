"""Actions made of actions: one of several, if something holds, if something was done, instead of something."""

from sparring.games.onepiece.rules.cards import Word
from sparring.games.onepiece.rules.effects import do
from sparring.games.onepiece.rules.language import ACTIONS, CONDITIONS, Choices, OneOf, Words, action
from sparring.games.onepiece.rules.options import NO, YES, Option, Way
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.values import holds


@action(chooser=OneOf("self", "opponent"), options=Choices())
def choose_one(state: State, by: Source, chooser: str, options: tuple[tuple[Word, ...], ...]) -> None:
    """One of several lists of actions, as the chooser says."""
    seat = by.seat if chooser == "self" else 1 - by.seat
    ways: list[Option] = [Way(number) for number in range(len(options))]
    state.ask("value", seat, ways, About("choose one", by, ways=options), _do_one, by, options)


def _do_one(state: State, option: Way, by: Source, options: tuple[tuple[Word, ...], ...]) -> None:
    state.push(do, options[option.number], 0, by)


@action("if", conditions=Words(CONDITIONS), then=Words(ACTIONS))
def do_if(state: State, by: Source, conditions: tuple[Word, ...], then: tuple[Word, ...]) -> None:
    """Some actions, only if conditions hold now (R8.8)."""
    if holds(state, by, conditions):
        state.push(do, then, 0, by)


@action(do=Words(ACTIONS, at_least=1), if_done=Words(ACTIONS))
def may(state: State, by: Source, actions: tuple[Word, ...], if_done: tuple[Word, ...]) -> None:
    """Some actions if the controller likes, and others if these were really done."""
    state.ask("value", by.seat, [YES, NO], About("may", by, actions=actions), _may, by, actions, if_done)


def _may(state: State, option: Option, by: Source, actions: tuple[Word, ...], if_done: tuple[Word, ...]) -> None:
    if option == YES:
        state.push(_if_done, by, state.deeds, if_done)
        state.push(do, actions, 0, by)


def _if_done(state: State, by: Source, before: int, if_done: tuple[Word, ...]) -> None:
    if state.deeds > before:
        state.push(do, if_done, 0, by)


@action(with_=Words(ACTIONS, at_least=1))
def replace_ko(state: State, by: Source, actions: tuple[Word, ...]) -> None:
    """Something else instead of being K.O.'d."""
    state.push(do, actions, 0, by)
