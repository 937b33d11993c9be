"""Checks of a kernel: compiled, interpreted and in the methods of the class, the rules are the same."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from sparring.rules import KernelGame, kernels
from sparring.rules.capabilities import HasEvaluations
from sparring.rules.kernels import MOST_MOVES, NOT_OVER, function_of, has_kernel
from sparring.rules.places import not_compiled
from sparring.testing.faults import Found
from sparring.testing.sources import defined_at, short
from sparring.testing.walks import Visit

UNTOUCHED = -7_777_777
"""What the buffer for moves holds before and after them."""

SKIPPED = 5
"""The moves are written to the buffer from this place on."""

SLACK = 4 * MOST_MOVES
"""Room in the buffer beyond the largest number of moves, so that too many of them do no harm."""

ALL_BITS = range(-(1 << 63), 1 << 63)


def kernel(visit: Visit) -> Iterator[Found]:
    """The kernel of a position, or of a part of it, keeps its promises; none if the position has no kernel."""
    position = visit.position
    if not has_kernel(position):
        parts = position if isinstance(position, tuple) else ()
        for part in parts:
            if has_kernel(part):
                yield from _twins(visit, part)
                return
        return
    sound = True
    for found in _twins(visit, position):
        sound = False
        yield found
    if sound:
        yield from _class_and_kernel(visit)


def _twins(visit: Visit, position: Any) -> Iterator[Found]:
    """Compare what is interpreted with what is compiled; rules that could harm are not run compiled."""
    bad_fields = list(_fields(position))
    if bad_fields:
        yield bad_fields[0]
        return
    if (over := kernels.result(position)) not in (NOT_OVER, -1, 0, 1):
        yield _found("result", f"result returns {over!r}, which is none of NOT_OVER, 1, 0 and -1", position)
        return
    moves: Sequence[int] = []
    if over == NOT_OVER:
        buffer = [UNTOUCHED] * (SKIPPED + SLACK)
        try:
            count = kernels.moves(position, buffer, SKIPPED)
        except IndexError:
            yield _found("moves", f"moves writes far more than {MOST_MOVES} moves, the largest number", position)
            return
        if wrong := _misplaced(buffer, count):
            yield _found("moves", wrong, position)
            return
        moves = buffer[SKIPPED : SKIPPED + count]
    followings = [kernels.play(position, move) for move in moves]
    for following in followings:
        if bad_fields := list(_fields(following)):
            yield bad_fields[0]
            return
    yield from _differences(visit, position, moves, followings)


def _fields(position: Any) -> Iterator[Found]:
    names = getattr(position, "_fields", range(len(position)))
    for name, value in zip(names, position, strict=True):
        atoms = value if isinstance(value, tuple) else (value,)
        for atom in atoms:
            if not isinstance(atom, int):
                sentence = (
                    f"The field {name} of a kernel position is {atom!r}; it may hold only ints, or tuples of them"
                )
                yield _found("play", sentence, position)
            elif atom not in ALL_BITS:
                sentence = (
                    f"The field {name} becomes {atom}, which does not fit into 64 bits: compiled, it wraps around"
                )
                yield _found("play", sentence, position)


def _misplaced(buffer: Sequence[int], count: Any) -> str:
    """What is wrong with the moves in a buffer, if anything."""
    if not isinstance(count, int) or count < 0:
        return f"moves returns {count!r}, not how many moves it has written"
    if count == 0:
        return "moves writes no move though result is NOT_OVER"
    if count > MOST_MOVES:
        return f"moves writes {count} moves; a position may have {MOST_MOVES} at the most"
    if any(each != UNTOUCHED for each in buffer[:SKIPPED]):
        return "moves writes before the place `start` of the buffer"
    for move in buffer[SKIPPED : SKIPPED + count]:
        if move == UNTOUCHED:
            return f"moves says that it has written {count} moves, but it has written fewer"
        if not isinstance(move, int) or not 0 <= move < MOST_MOVES:
            return f"The move {move!r} is out of range: kernel moves are ints from 0 to {MOST_MOVES - 1}"
    return ""


def _differences(visit: Visit, position: Any, moves: Sequence[int], followings: Sequence[Any]) -> Iterator[Found]:
    import numpy as np

    from sparring.testing import compiled

    def compiled_moves() -> list[int]:
        buffer = np.full(SKIPPED + SLACK, UNTOUCHED, np.int64)
        count = compiled.moves(position, buffer, SKIPPED)
        return buffer[SKIPPED : SKIPPED + count].tolist()  # type: ignore[no-any-return]

    pairs: dict[str, tuple[Callable[[], object], object]] = {
        "result": (lambda: compiled.result(position), kernels.result(position)),
        "drawn": (lambda: bool(compiled.drawn(position)), bool(kernels.drawn(position))),
        "key": (lambda: compiled.key(position), kernels.key(position)),
    }
    if moves:
        after = list(zip(moves, followings, strict=True))
        hints = [kernels.hint(position, move) for move in moves]
        turns = [kernels.turn(position, each) for each in followings]
        pairs |= {
            "moves": (compiled_moves, list(moves)),
            "play": (lambda: [compiled.play(position, move) for move in moves], list(followings)),
            "hint": (lambda: [compiled.hint(position, move) for move in moves], hints),
            "mover": (lambda: [compiled.turn(position, each) for _, each in after], turns),
        }
        for name, weights in _evaluations(visit, position):
            evaluated = partial(compiled.evaluate, position, weights)
            pairs[f"evaluate, with {name},"] = evaluated, kernels.evaluate(position, weights)
    for function, (run, interpreted) in pairs.items():
        name = function.partition(",")[0]
        if name not in ("moves", "play", "result", "evaluate") and function_of(name, type(position)) is None:
            continue
        try:
            found = run()
        except Exception as error:
            if (refused := not_compiled(error)) is None:
                raise
            where = f"{short(refused.place.file)}:{refused.place.line}" if refused.place else refused.function or name
            yield Found(f"{name} is not compiled", f"{function} cannot be compiled: {refused.reason}.", where=where)
            return
        if found != interpreted:
            yield _found(name, _differs(function, interpreted, found), position)
            return


def _evaluations(visit: Visit, position: Any) -> Iterator[tuple[str, Any]]:
    """The evaluations of the game that are registered for a position, by their names."""
    if isinstance(visit.game, HasEvaluations):
        for name, weights in visit.game.evaluations.items():
            if function_of("evaluate", type(position), type(weights)) is not None:
                yield name, weights


def _differs(function: str, interpreted: object, found: object) -> str:
    if isinstance(interpreted, list) and isinstance(found, list) and len(interpreted) == len(found):
        interpreted, found = next(pair for pair in zip(interpreted, found, strict=True) if pair[0] != pair[1])
    sentence = f"{function} gives {interpreted!r} when it is interpreted, but {found!r} when it is compiled"
    if isinstance(interpreted, int) and interpreted not in ALL_BITS:
        sentence += ": a number of more than 64 bits wraps around, which kernels.wrapped does too"
    return sentence


# ---------------------------------------------------------------------- the class and its kernel


def _class_and_kernel(visit: Visit) -> Iterator[Found]:
    """The methods of the game's class say the same as the kernel."""
    game, position, memory = visit.game, visit.position, visit.memory
    over, seat = kernels.result(position), game.to_move(position)
    winner = {1: seat, 0: None, -1: 1 - seat}.get(over)
    if (over == NOT_OVER) != (visit.outcome is None) or (visit.outcome is not None and visit.outcome.winner != winner):
        yield _found("result", f"result returns {over}, but the outcome of the game is {visit.outcome}", position)
        return
    if (mover := function_of("mover", type(position))) is not None and mover(position) != seat:
        yield _found("mover", f"mover returns {mover(position)}, but to_move returns {seat}", position)
    yield from _keys(visit)
    if not visit.path:
        memory.known_draw = False
    if visit.outcome is not None:
        if memory.known_draw and visit.outcome.winner is not None:
            yield _found("drawn", "drawn called a game a draw that was won later", position)
        return
    memory.known_draw |= bool(kernels.drawn(position))
    if not isinstance(game, KernelGame) or type(game).moves is not KernelGame.moves:
        buffer = [0] * MOST_MOVES
        moves = buffer[: kernels.moves(position, buffer, 0)]
        if sorted(moves) != sorted(visit.moves):
            yield _found("moves", f"The kernel's moves are {moves}, but those of the class are {visit.moves}", position)
            return
    for move in visit.tried:
        following = game.play(position, move)
        if kernels.play(position, move) != following:
            yield _found("play", f"The kernel's play and that of the class differ for the move {move}", position)
            return
        if mover is None and game.to_move(following) == seat:
            where = defined_at(function_of("play", type(position)), f"play of {type(position).__name__}")
            sentence = "The same seat moves twice, so the kernel needs a function mover."
            yield Found("kernel mover", sentence, where=where)
            return


def _keys(visit: Visit) -> Iterator[Found]:
    """Positions of one game that share a key are at least equally far: same seat, same result, as many moves."""
    position, memory = visit.position, visit.memory
    if not visit.path:
        memory.keys.clear()
    if function_of("key", type(position)) is None:
        return
    known = kernels.result(position), visit.game.to_move(position), len(visit.moves)
    other, known_then = memory.keys.setdefault((0, kernels.key(position)), (position, known))
    if known_then != known:
        yield _found("key", f"The different positions {other} and {position} share a key", position)


def _found(function: str, sentence: str, position: Any) -> Found:
    where = defined_at(function_of(function, type(position)), f"{function} of {type(position).__name__}")
    return Found(f"kernel {function}", f"{sentence}.", where=where)
