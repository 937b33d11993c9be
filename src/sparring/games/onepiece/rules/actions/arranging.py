"""Several cards that go into a hidden zone at once: their owner chooses the order, and nobody else learns it (R2.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sparring.games.onepiece.rules.actions.choosing import still_there
from sparring.games.onepiece.rules.options import ChooseCard, Option, choose_card
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.state import About, Source, State


class Heap(NamedTuple):
    """Cards on the field that go to the same place of the same zone."""

    place: str
    """Where they go, in words: "under the deck"."""

    units: tuple[int, ...]
    """Their numbers, the one that comes to lie uppermost first."""

    openly: bool = True
    """Whether both players know where each of them is."""


class Arranging(NamedTuple):
    """Heaps that are being put in order, and what is to be done with them then."""

    by: Source
    then: Callable[..., None]
    args: tuple[Any, ...]
    left: tuple[Heap, ...]
    chosen: tuple[int, ...] = ()
    """The cards of the first heap that is left whose place was chosen already."""

    done: tuple[Heap, ...] = ()


def in_order(state: State, by: Source, heaps: Iterable[Heap], then: Callable[..., None], *args: Any) -> None:
    """Have the owners put heaps in order, the turn player first; then go on with the heaps."""
    left = []
    for place, numbers, _ in heaps:
        units = [unit for unit in still_there(state, numbers) if unit.card.category == "character"]
        for seat in (state.turn_seat, 1 - state.turn_seat):
            own = tuple(unit.id for unit in units if unit.seat == seat)
            left += [Heap(place, own)] if own else []
    left.sort(key=lambda heap: state.on_field(heap.units[0]).seat != state.turn_seat)
    state.push(_arrange, Arranging(by, then, args, tuple(left)))


def _arrange(state: State, it: Arranging) -> None:
    """Ask which card comes next, or go on to the next heap."""
    if not it.left:
        state.push(it.then, it.done, *it.args)
        return
    heap = it.left[0]
    units = [unit for unit in still_there(state, heap.units) if unit.id not in it.chosen]
    if not units:
        same = len({state.on_field(number).code for number in it.chosen}) < 2
        done = (*it.done, Heap(heap.place, it.chosen, openly=same))
        state.push(_arrange, it._replace(left=it.left[1:], chosen=(), done=done))
        return
    options: list[Option] = list(dict.fromkeys(choose_card(unit.code & CODE) for unit in units))
    about = About("order cards", it.by, f"which of these cards lies highest {heap.place}?", instead="place a card")
    state.ask("target", units[0].seat, options, about, _chosen, it)


def _chosen(state: State, option: ChooseCard, it: Arranging) -> None:
    units = still_there(state, it.left[0].units)
    number = next(unit.id for unit in units if unit.id not in it.chosen and unit.code == option.code)
    state.push(_arrange, it._replace(chosen=(*it.chosen, number)))
