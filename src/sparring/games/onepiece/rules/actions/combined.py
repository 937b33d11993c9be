"""Actions made of actions: one of several, if something holds, if something was done, instead of something."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from sparring.games.onepiece.rules.effects import do
from sparring.games.onepiece.rules.language import EitherSide, Fitting
from sparring.games.onepiece.rules.options import NO, YES, Option, Way
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import About, Source, State
from sparring.games.onepiece.rules.text import actions_text, filter_text
from sparring.games.onepiece.rules.values import ANY_CARD, holds
from sparring.games.onepiece.rules.words import Action, Choices, Condition, Gist, Words


@dataclass(frozen=True)
class ChooseOne(Action):
    """One of several lists of actions, as the chooser says."""

    chooser: EitherSide
    options: Annotated[tuple[tuple[Action, ...], ...], Choices()]

    def act(self, state: State, by: Source) -> None:
        """Ask which."""
        seat = by.seat if self.chooser == "self" else 1 - by.seat
        ways: list[Option] = [Way(number) for number in range(len(self.options))]
        about = About("choose one", by, "Choose one.", ways=self.options)
        state.ask("value", seat, ways, about, _do_one, self, by)

    def says(self) -> str:
        """In words."""
        ways = " or ".join(actions_text(way) for way in self.options)
        return f"{'choose' if self.chooser == 'self' else 'your opponent chooses'}: {ways}"

    def inside(self) -> tuple[Action, ...]:
        """All of them."""
        return tuple(word for way in self.options for word in way)

    @cached_property
    def gist(self) -> Gist:
        """Nothing but what is inside."""
        return Gist()


def _do_one(state: State, option: Way, word: ChooseOne, by: Source) -> None:
    state.push(do, word.options[option.number], 0, by)


@dataclass(frozen=True)
class If(Action):
    """Some actions, only if conditions hold now (R8.8)."""

    conditions: Annotated[tuple[Condition, ...], Words(Condition)]
    then: Annotated[tuple[Action, ...], Words(Action)]

    def act(self, state: State, by: Source) -> None:
        """Check, and go on."""
        if holds(state, by, self.conditions):
            state.push(do, self.then, 0, by)

    def says(self) -> str:
        """In words."""
        asked = " and ".join(condition.says() for condition in self.conditions)
        return f"if {asked}, {actions_text(self.then)}"

    def inside(self) -> tuple[Action, ...]:
        """What follows if they hold."""
        return self.then

    @cached_property
    def gist(self) -> Gist:
        """Nothing but what is inside."""
        return Gist()


@dataclass(frozen=True)
class May(Action):
    """Some actions if the controller likes, and others if these were really done."""

    do: Annotated[tuple[Action, ...], Words(Action, at_least=1)]
    if_done: Annotated[tuple[Action, ...], Words(Action)]

    def act(self, state: State, by: Source) -> None:
        """Ask."""
        state.ask("value", by.seat, [YES, NO], About("carry out", by, ways=(self.do,)), _may, self, by)

    def says(self) -> str:
        """In words."""
        return f"you may {actions_text(self.do)}; if you do, {actions_text(self.if_done)}"

    def inside(self) -> tuple[Action, ...]:
        """Both."""
        return (*self.do, *self.if_done)

    def asks_itself(self) -> bool:
        """It does."""
        return True

    @cached_property
    def gist(self) -> Gist:
        """Nothing but what is inside."""
        return Gist()


def _may(state: State, option: Option, word: May, by: Source) -> None:
    if option == YES:
        state.push(_if_done, word, by, state.changes_made)
        state.push(do, word.do, 0, by)


def _if_done(state: State, word: May, by: Source, before: int) -> None:
    if state.changes_made > before:
        state.push(do, word.if_done, 0, by)


@dataclass(frozen=True)
class ReplaceKo(Action):
    """Something else instead of a K.O."""

    with_: Annotated[tuple[Action, ...], Words(Action, at_least=1)]
    filter: Fitting = ANY_CARD

    def may_replace(self, state: State, unit: Unit) -> bool:
        """Whether it is about this character."""
        return self.filter.fits(state, unit)

    def act(self, state: State, by: Source) -> None:
        """Do that instead."""
        state.push(do, self.with_, 0, by)

    def says(self) -> str:
        """In words."""
        which = "" if self.filter == ANY_CARD else f" of a character {filter_text(self.filter)},"
        return f"instead of the K.O.{which} {actions_text(self.with_)}"

    def inside(self) -> tuple[Action, ...]:
        """What is done instead."""
        return self.with_

    @cached_property
    def gist(self) -> Gist:
        """Nothing but what is inside."""
        return Gist()
