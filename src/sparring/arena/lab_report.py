"""What a test of a deck has found out: against which decks it wins, with which cards, and with which opening hands."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any

from sparring.arena.decks import Score
from sparring.arena.lab import ERROR, MATTERS, DeckLab, Played
from sparring.ratings.sequential import Verdict

FEWEST_HANDS = 10
"""The fewest hands of a kind that advice is based on."""

SAYS = {
    Verdict.FIRST: "better",
    Verdict.SECOND: "worse",
    Verdict.NEITHER: "no difference that matters",
    Verdict.OPEN: "open",
}


def report(lab: DeckLab) -> dict[str, Any]:
    """The results so far, as the command line and the server give them."""
    base = [game for game in lab.played if not game.changed]
    short, full = lab.rules.deck_called(lab.deck)
    return {
        "game": lab.game,
        "deck": short,
        "title": full,
        "player": lab.player,
        "each": lab.games,
        "seed": lab.seed,
        "done": len(lab.played),
        "total": lab.total,
        "finished": not lab.left,
        **_parts(base),
        "against": [
            {"deck": name, "title": title, **_parts([game for game in base if game.against == place])}
            for place, (name, title) in enumerate(lab.called)
        ],
        "cards": _cards(lab, base),
        "hands": hands(base, lab.rules.hand_marks),
        "swap": _swap(lab),
        "fallbacks": lab.fallbacks,
    }


def score(games: Iterable[Played]) -> Score:
    """The wins, draws and losses of some games."""
    scores = [game.score for game in games]
    return Score(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def _parts(games: Sequence[Played]) -> dict[str, Any]:
    """The score of some games, in all and by who had the first turn."""
    return {
        **score(games).as_json(),
        "first": score(game for game in games if game.began).as_json(),
        "second": score(game for game in games if not game.began).as_json(),
    }


def _where(games: Sequence[Played], holds: Callable[[Played], bool]) -> dict[str, Any]:
    return score(game for game in games if holds(game)).as_json()


def _cards(lab: DeckLab, games: Sequence[Played]) -> list[dict[str, Any]]:
    """For each card, the games in which it was in hand, those in which it was played, and those without it."""
    return [
        {
            "card": card,
            "name": name,
            "held": _where(games, lambda game, card=card: card in game.hand.held),  # type: ignore[misc]
            "played": _where(games, lambda game, card=card: card in game.hand.played),  # type: ignore[misc]
            "without": _where(games, lambda game, card=card: card not in game.hand.held),  # type: ignore[misc]
            "opening": _where(games, lambda game, card=card: game.hand.kept and card in game.hand.opening),  # type: ignore[misc]
        }
        for card, name in lab.rules.cards_of_deck(lab.deck).items()
    ]


# ---------------------------------------------------------------------- opening hands


def hands(games: Sequence[Played], marks: Sequence[str]) -> dict[str, Any]:
    """Hands that were kept and hands that were put back, with their results, and what follows from them."""
    kept = [game for game in games if game.hand.kept]
    another = [game for game in games if not game.hand.kept]
    by_mark = []
    advice = []
    for mark in marks:
        has = [game for game in kept if mark in game.hand.marks]
        lacks = [game for game in kept if mark not in game.hand.marks]
        by_mark.append({"mark": mark, "with": score(has).as_json(), "without": score(lacks).as_json()})
        advice += list(_advice(mark, score(has), score(lacks), score(another)))
    if not advice:
        advice = ["No hand stands out yet: the intervals are wider than the differences."]
    return {"kept": score(kept).as_json(), "another": score(another).as_json(), "marks": by_mark, "advice": advice}


def _advice(mark: str, has: Score, lacks: Score, another: Score) -> Iterable[str]:
    """What the results say about hands with and without a mark, where they say anything for sure."""
    instead = f"hands taken instead won {_share(another)}"
    if clearly_less(lacks, another):
        yield f"Put back hands without {mark}: kept, they won {_share(lacks)}; {instead}."
    elif clearly_less(has, another):
        yield f"Put back hands with {mark}: kept, they won {_share(has)}; {instead}."
    elif clearly_less(lacks, has):
        yield f"Hands with {mark} won {_share(has)}, those without {_share(lacks)}."
    elif clearly_less(has, lacks):
        yield f"Hands without {mark} won {_share(lacks)}, those with it {_share(has)}."


def clearly_less(low: Score, high: Score) -> bool:
    """Whether the 95 % interval of the difference between two shares leaves out zero (Newcombe's method).

    >>> clearly_less(Score(10, 0, 30), Score(30, 0, 10)), clearly_less(Score(4, 0, 5), Score(5, 0, 4))
    (True, False)
    """
    if min(low.games, high.games) < FEWEST_HANDS:
        return False
    assert low.rate is not None
    assert high.rate is not None
    difference = high.rate - low.rate
    reach = sqrt((high.rate - high.interval[0]) ** 2 + (low.interval[1] - low.rate) ** 2)
    return difference - reach > 0


def _share(told: Score) -> str:
    low, high = (round(100 * bound) for bound in told.interval)
    return f"{round(100 * (told.rate or 0))} % of {told.games} ({low} to {high})"


# ---------------------------------------------------------------------- the swap


def _swap(lab: DeckLab) -> dict[str, Any] | None:
    """What a swap changes: the mean difference of games with the same seeds, and the verdict of the test."""
    if lab.swap is None:
        return None
    differences = lab.differences
    changed = [game for game in lab.played if game.changed]
    return {
        "out": lab.swap.out,
        "in": lab.swap.into,
        "count": lab.swap.count,
        "pairs": len(differences),
        "same": differences.count(0.0),
        "difference": round(sum(differences) / len(differences), 4) if differences else None,
        "verdict": SAYS[lab.verdict],
        "matters": MATTERS,
        "error": ERROR,
        "with": _parts(changed),
    }
