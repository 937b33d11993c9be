"""What cards are worth: in hand, on the field, and together as an opening hand."""

from sparring.games.onepiece.minds import prices
from sparring.games.onepiece.rules.cards import Card
from sparring.games.onepiece.rules.sides import Unit
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.values import has_keyword

KEEP_AT = 30
"""The least points at which an opening hand is kept (OP-7)."""


def of_opening_hand(hand: list[Card]) -> int:
    """The points of an opening hand by OP-7."""
    costs = [card.cost or 0 for card in hand]
    early = sum(cost <= 3 for cost in costs)
    middle = sum(4 <= cost <= 6 for cost in costs)
    score = 20 * early + 10 * middle + 5 * (len(costs) - early - middle)
    if early and middle and early + middle > len(costs) - early - middle:
        score += 15  # a balanced curve: something to begin with, something to go on with
    return score if early else score - 30


def of_card(card: Card) -> float:
    """What a card in hand is worth: for what it can become, and for its counter."""
    price = prices.PRICES
    return price.card + price.card_cost * (card.cost or 0) + price.card_counter * (card.counter or 0) / 1000


def of_unit(state: State, unit: Unit) -> float:
    """What a character on the field is worth to its side."""
    price, card = prices.PRICES, unit.card
    worth = price.unit + price.unit_cost * (card.cost or 0) + price.unit_power * (card.power or 0) / 1000
    return worth + price.unit_blocker if has_keyword(state, unit, "Blocker") else worth
