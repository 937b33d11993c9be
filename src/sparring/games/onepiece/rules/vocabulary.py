"""The fixed words of cards and effects."""

from collections.abc import Mapping
from typing import NamedTuple

CATEGORIES = ("leader", "character", "event", "stage")
COLORS = ("red", "green", "blue", "purple", "black", "yellow")
ATTRIBUTES = ("Slash", "Strike", "Ranged", "Special", "Wisdom")
SIDES = ("self", "opponent", "any")
DURATIONS = ("battle", "turn", "until_your_next_turn_start", "until_opponents_next_turn_end", "while_condition")


class Timing(NamedTuple):
    """When an effect may or must be used, and what minds need to know about that."""

    says: str
    """When it is used, in words."""

    label: str
    """The same as cards print it, in brackets."""

    chosen: bool = False
    """Whether it is used only when somebody chooses to."""

    planned: bool = False
    """Whether a player plans a turn with it."""

    lasting: bool = False
    """Whether it also works for a card that does not attack this turn."""

    fighting: bool = False
    """Whether it is for a card that attacks, blocks or is attacked."""

    attacking: bool = False
    """Whether it may be used while its controller attacks."""

    attacked: bool = False
    """Whether it may be used while its controller is attacked."""

    answers_defence: bool = False
    """Whether a block or a counter of the defender may set it off."""


TIMINGS: Mapping[str, Timing] = {
    "permanent": Timing("always, while it is on the field", "Permanent", planned=True, lasting=True),
    "in_hand": Timing("always, while it is in hand", "In Hand"),
    "activate_main": Timing("in your main phase", "Activate: Main", chosen=True, planned=True),
    "main": Timing("used in your main phase", "Main", chosen=True, planned=True),
    "counter": Timing("used in the counter step", "Counter", chosen=True),
    "on_play": Timing("when it is played", "On Play", planned=True),
    "when_attacking": Timing("when it attacks", "When Attacking", planned=True, fighting=True, attacking=True),
    "on_opponents_attack": Timing(
        "when the opponent attacks", "On Your Opponent's Attack", lasting=True, attacked=True
    ),
    "on_block": Timing("when it blocks", "On Block", lasting=True, fighting=True, attacked=True, answers_defence=True),
    "on_opponents_block": Timing(
        "when the opponent blocks", "When Your Opponent Blocks", lasting=True, attacking=True, answers_defence=True
    ),
    "on_ko": Timing("when it is K.O.'d", "On K.O.", lasting=True, attacking=True, attacked=True),
    "start_of_game": Timing("at the start of the game", "At the Start of the Game"),
    "start_of_your_turn": Timing("at the start of your turn", "Start of Your Turn", lasting=True),
    "end_of_your_turn": Timing("at the end of your turn", "End Of Your Turn", lasting=True),
    "end_of_opponents_turn": Timing("at the end of the opponent's turn", "End of Your Opponent's Turn", lasting=True),
    "end_of_battle": Timing("at the end of a battle", "End Of Battle", lasting=True, attacking=True, attacked=True),
    "when_battling": Timing(
        "when powers are about to be compared", "When Battling", fighting=True, attacking=True, attacked=True
    ),
    "on_your_event": Timing(
        "when you use an event", "When You Use an Event", lasting=True, attacked=True, answers_defence=True
    ),
    "on_opponents_event": Timing(
        "when the opponent uses an event",
        "When Your Opponent Uses an Event",
        lasting=True,
        attacking=True,
        answers_defence=True,
    ),
    "on_don_returned": Timing(
        "when DON!! of yours return to the DON!! deck",
        "When Your DON!! Return",
        lasting=True,
        attacking=True,
        attacked=True,
    ),
    "on_any_character_ko": Timing("whenever a character is K.O.'d", "On a K.O.", attacking=True, attacked=True),
    "on_your_character_left": Timing(
        "when a character of yours has left the field",
        "When Your Character Leaves",
        lasting=True,
        attacking=True,
        attacked=True,
    ),
    "on_opponents_character_left": Timing(
        "when a character of the opponent has left the field",
        "When Your Opponent's Character Leaves",
        lasting=True,
        attacking=True,
        attacked=True,
    ),
    "would_be_ko": Timing(
        "when it would be K.O.'d", "Instead of a K.O.", chosen=True, lasting=True, attacking=True, attacked=True
    ),
    "would_be_ko_other": Timing(
        "when another character of yours would be K.O.'d",
        "Instead of Another's K.O.",
        chosen=True,
        lasting=True,
        attacking=True,
        attacked=True,
    ),
    "trigger": Timing("when it is taken from Life as damage", "Trigger", chosen=True),
}
KEYWORDS = {
    "Rush": "may attack in the turn in which it is played",
    "Rush: Character": "may attack characters, but no leader, in the turn in which it is played",
    "Blocker": "may rest to become the target of an attack, once a battle",
    "Unblockable": "its attacks cannot be blocked",
    "Double Attack": "deals two damage to a leader instead of one",
    "Banish": "the Life card that it takes goes to the trash, and its Trigger is lost",
}
STEPS = {
    "DON!!": "pay for cards, or add 1000 power each to a card during your turn; you get two more every turn, up to ten",
    "Trigger": "when you take this card from Life as damage, you may use this effect instead of keeping the card",
    "Counter": "in a battle, discard a character for its counter value at no cost, or pay DON!! for an event",
    "On Play": "happens whenever the card comes onto the field, however it got there",
    "When Attacking": "happens when the card attacks, before anybody blocks",
    "On Block": "happens when the card has blocked",
    "On K.O.": "happens when the card is K.O.'d, not when it leaves the field in another way",
    "Once Per Turn": "you may use it once a turn; a card that left the field and came back counts as a new one",
    "Life": "each damage puts your top Life card into your hand; if you take damage with no Life left, you lose",
    "Stage": "you can have one; a new one replaces it",
}
