"""Makes a puzzle of a position, if there is one in it: the goal, and the line in which each move is the only one."""

from typing import Any, NamedTuple

from sparring.puzzles.puzzle import Puzzle, advanced, id_of, own_moves, position_text
from sparring.rules import AnyGame
from sparring.rules.puzzles import Kind, PuzzleJudge


class Step(NamedTuple):
    """A move of the solver in a position."""

    position: Any
    move: str


def composed(game: AnyGame, judge: PuzzleJudge, position: Any, record: str | None = None) -> Puzzle | None:
    """The puzzle in a position; `record` leads there in a game without texts for positions."""
    if game.outcome(position) is not None:
        return None
    text = position_text(game, position)
    if text is not None:
        position = game.read_position(text)  # without a past, as whoever solves it gets it
    kind = judge.goal(position)
    if kind is None:
        return None
    kind, line = (_in_any_order if judge.any_order else _one_way)(game, judge, position, kind)
    if not line:
        return None
    where = record if text is None else text
    assert where is not None
    moves = own_moves(game, position, line)
    if moves < judge.fewest_tries:
        return None
    return Puzzle(
        id=id_of(where),
        kind=kind,
        goal=judge.words(position, kind, moves),
        to_move=game.seats[game.to_move(position)],
        solution=tuple(line),
        position=text,
        record=record if text is None else None,
    )


def _one_way(game: AnyGame, judge: PuzzleJudge, position: Any, kind: Kind) -> tuple[Kind, list[str]]:
    """The line as long as one move alone keeps the goal; a win may be completed in several ways."""
    steps, line = list[Step](), list[str]()
    while len(steps) < judge.most_tries:
        keeping = judge.keeping(position, kind)
        won = [move for move in keeping if wins_at_once(game, position, move)]
        if len(keeping) != 1 and not won:
            break
        steps.append(Step(position, won[0] if won else next(iter(keeping))))
        line.append(steps[-1].move)
        position = advanced(game, position, steps[-1].move)
        if won and kind is Kind.ONLY:
            return Kind.WIN, line
        if game.outcome(position) is not None or judge.reached(position, kind):
            break
        line.append(judge.reply(position, kind))
        position = advanced(game, position, line[-1])
        if game.outcome(position) is not None:
            break
    while len(steps) > 1 and obvious(game, *steps[-1]):
        steps.pop()
    return kind, line[: 2 * len(steps) - 1]


def _in_any_order(game: AnyGame, judge: PuzzleJudge, position: Any, kind: Kind) -> tuple[Kind, list[str]]:
    """One line that reaches the goal; empty if it takes too long."""
    seat, line, own = game.to_move(position), list[str](), 0
    while game.outcome(position) is None:
        if game.to_move(position) == seat:
            keeping = judge.keeping(position, kind)
            own += 1
            if not keeping or own > judge.most_tries:
                return kind, []
            line.append(next(iter(keeping)))
        else:
            line.append(judge.reply(position, kind))
        position = advanced(game, position, line[-1])
    outcome = game.outcome(position)
    return kind, line if outcome is not None and outcome.winner == seat else []


def wins_at_once(game: AnyGame, position: Any, move: str) -> bool:
    """True if a move ends the game with a win."""
    outcome = game.outcome(game.play(position, game.options(position)[move]))
    return outcome is not None and outcome.winner == game.to_move(position)


def obvious(game: AnyGame, position: Any, move: str) -> bool:
    """True if nobody needs to think: a move wins at once, or every other one lets the other side win at once."""
    if wins_at_once(game, position, move):
        return True
    others = [other for other in game.options(position) if other != move]
    return all(_loses_at_once(game, advanced(game, position, other)) for other in others)


def _loses_at_once(game: AnyGame, position: Any) -> bool:
    if game.outcome(position) is not None:
        return False
    return any(wins_at_once(game, position, move) for move in game.options(position))
