"""What things are worth in the One Piece card game: fitted to games that opponents play by habit.

`python tools/tune_onepiece.py --games 2500` plays, fits the logistic regression of a game's result on what is on the
table at the beginning of each turn, and prints the weights, in logits and in the points of `factors.py`. With
`--outlook` it does so for all that `outlook.py` counts, and prints its table; a fifth of the games is kept apart to see
how well that does on games it was not made from.

With `--prices` habit plays against itself, each side with the prices of `prices.py` changed at random, and the table
shows which of them, if they were higher, would win more or fewer games.
"""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import fields
from random import Random

import numpy as np

from sparring.games.onepiece.minds import habits, outlook, prices
from sparring.games.onepiece.minds.profiles import PROFILES
from sparring.games.onepiece.minds.trials import POINTS_A_LOGIT
from sparring.games.onepiece.rules.decklists import any_deck, pair
from sparring.games.onepiece.rules.sides import Side
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import new_game

WHIMS = (0.0, 0.05, 0.1, 0.2)
"""How often players do something else than habit would, one of these in each game, so that games differ."""

PRICE_STEP = 0.3
"""By how much a price is changed for a standard deviation."""

LIVES = 6
NAMES = [
    *(f"life {number}" for number in range(LIVES)),
    "card",
    "character",
    "power",
    "cost",
    "blocker",
    "don",
    "rested",
]
FACTOR = {"life": "life", "card": "cards", "don": "resources", "rested": "tempo"}
"""In which factor each counts; all else in the board."""


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--outlook", action="store_true")
    parser.add_argument("--prices", action="store_true")
    given = parser.parse_args()
    if given.prices:
        compare_prices(given.games, Random(given.seed))
        return
    rows, won = played(given.games, Random(given.seed), both_sides if given.outlook else difference)
    apart = len(won) * 4 // 5
    loss, right = tested(fitted(rows[:apart], won[:apart]), rows[apart:], won[apart:])
    weights = fitted(rows, won)
    print(f"{len(won)} turns of {given.games} games; logarithmic loss {loss:.4f}, {right:.1%} right")
    if given.outlook:
        own, other = np.split(weights[:-1], 2)
        for name, mine, theirs in zip(outlook.NAMES, own, other, strict=True):
            print(f'    "{name}": ({mine:.3f}, {theirs:.3f}),')
        print(f"TURN = {weights[-1]:.3f}")
        return
    for name, weight in zip([*NAMES, "turn"], weights, strict=True):
        share = PROFILES["balanced"].by_name[FACTOR.get(name.split()[0], "board")]
        print(f"{name:10} {weight:+.3f} logits, {POINTS_A_LOGIT * weight / share:+6.1f} points")


def played(games: int, rng: Random, look: Callable[[State], list[float]]) -> tuple[np.ndarray, np.ndarray]:
    """What was on the table at the beginning of turns, seen from the turn player, and whether that side won."""
    rows, won = [], []
    for _ in range(games):
        state = new_game(pair(any_deck(rng), any_deck(rng)), rng.getrandbits(60))
        seen, turn, whim = [], 2, rng.choice(WHIMS)
        while state.question is not None:
            if state.turn > turn and state.question.kind == "action":
                turn = state.turn
                seen.append((look(state), state.turn_seat))
            options = state.question.options
            state.choose(rng.choice(options) if rng.random() < whim else habits.answer(state))
        if state.winner is not None:
            rows += [row for row, _ in seen]
            won += [float(state.winner == seat) for _, seat in seen]
    return np.array(rows), np.array(won)


def compare_prices(games: int, rng: Random) -> None:
    """Play with other prices on each side, and print what each price does for the odds of winning."""
    numbers = {
        (field.name, place): float(value)
        for field in fields(prices.PRICES)
        for place, value in enumerate(np.atleast_1d(getattr(prices.PRICES, field.name)))
    }
    rows, won = [], []
    for _ in range(games):
        moved = [{key: rng.gauss(0, 1) for key in numbers} for _ in (0, 1)]
        winner = winner_with([priced(numbers, more) for more in moved], rng)
        if winner is not None:
            rows.append([moved[0][key] - moved[1][key] for key in numbers])
            won.append(float(winner == 0))
    table = np.array(rows)
    weights = fitted(table, np.array(won))
    doubt = 2 / np.sqrt((table**2).sum(axis=0))
    print(f"{len(won)} games; logits for a price that is higher by {PRICE_STEP:.0%}, and their standard error")
    for (name, place), value, weight, error in zip(numbers, numbers.values(), weights, doubt, strict=True):
        print(f"{name:13} {place}  {value:6.2f}  {weight:+.3f} ± {error:.3f}")


def priced(numbers: Mapping[tuple[str, int], float], moved: Mapping[tuple[str, int], float]) -> prices.Prices:
    """Prices that differ from the given ones by this many steps."""
    found: dict[str, list[float]] = {}
    for (name, place), value in numbers.items():
        found.setdefault(name, []).append(value * (1 + PRICE_STEP) ** moved[name, place])
    return prices.Prices(**{name: tuple(each) if len(each) > 1 else each[0] for name, each in found.items()})


def winner_with(both: list[prices.Prices], rng: Random) -> int | None:
    """The seat that wins a game in which each side plays by habit, with its own prices."""
    state, usual = new_game(pair(any_deck(rng), any_deck(rng)), rng.getrandbits(60)), prices.PRICES
    while state.question is not None:
        prices.PRICES = both[state.question.seat]
        state.choose(habits.answer(state))
    prices.PRICES = usual
    return state.winner


def tested(weights: np.ndarray, rows: np.ndarray, won: np.ndarray) -> tuple[float, float]:
    """The logarithmic loss of weights, and how often they name the winner."""
    chance = 1 / (1 + np.exp(-rows @ weights))
    loss = -np.mean(won * np.log(chance) + (1 - won) * np.log(1 - chance))
    return float(loss), float(np.mean((chance > 0.5) == won))


def both_sides(state: State) -> list[float]:
    """All that the outlook counts, and a one for the turn itself."""
    seat = state.turn_seat
    return [*outlook.counted(state, seat), *outlook.counted(state, 1 - seat), 1.0]


def difference(state: State) -> list[float]:
    """The turn player's side less the other's, and a one for the turn itself."""
    own, other = state.sides[state.turn_seat], state.sides[1 - state.turn_seat]
    return [*(mine - theirs for mine, theirs in zip(counted(own), counted(other), strict=True)), 1.0]


def counted(side: Side) -> list[float]:
    """What there is on a side, in the order of the names."""
    lives = [float(min(len(side.life), LIVES - 1) == number) for number in range(LIVES)]
    units = side.characters
    return [
        *lives,
        len(side.hand),
        len(units),
        sum((unit.card.power or 0) / 1000 for unit in units),
        sum(unit.card.cost or 0 for unit in units),
        sum("Blocker" in unit.card.keywords for unit in units),
        side.don_on_field,
        sum(unit.rested for unit in units),
    ]


def fitted(rows: np.ndarray, won: np.ndarray, ridge: float = 0.5) -> np.ndarray:
    """The weights that make the results most likely, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - ridge * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


if __name__ == "__main__":
    main()
