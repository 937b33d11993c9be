"""What a player may speak about: what was said so far, and what the others did since it last decided."""

from collections.abc import Iterable, Sequence

from sparring.match.table import Table
from sparring.rules.audience import Audience
from sparring.rules.capabilities import move_as_seen


def audience_for(
    table: Table, seat: int, said: Iterable[tuple[int, str]], took: Sequence[tuple[int, float]], patience: float | None
) -> Audience:
    """What a seat may speak about at a table.

    `said` are all remarks of the match and `took` the seconds of all choices, each with the seat that made it.
    """
    game, since = table.game, len(table.choices)
    while since and (table.choices[since - 1].seat != seat or not table.asked[since - 1]):
        since -= 1
    others = [at for at in range(since, len(table.choices)) if table.choices[at].seat != seat]
    told = ""
    if others:
        position, option = table.positions[others[-1]], table.choices[others[-1]].option
        told = move_as_seen(game, seat, position, game.options(position)[option])
    waited = 0.0
    for by, seconds in reversed(took):
        if by == seat:
            break
        waited = max(waited, seconds)
    return Audience(
        said=tuple(remark for by, remark in said if by == seat and remark),
        seen=tuple(game.view(table.positions[at], seat) for at in others),
        told=told,
        waited=waited,
        patience=patience,
    )


def heard(remark: str, option: str, seen: Sequence[str]) -> tuple[str, ...]:
    """What each seat hears of a remark: nothing if it may not know the choice, which the remark might give away."""
    return tuple(remark if told == option else "" for told in seen)
