"""The fixed words of cards and effects."""

CATEGORIES = ("leader", "character", "event", "stage")
COLORS = ("red", "green", "blue", "purple", "black", "yellow")
ATTRIBUTES = ("Slash", "Strike", "Ranged", "Special", "Wisdom")
SIDES = ("self", "opponent", "any")
DURATIONS = ("battle", "turn", "until_your_next_turn_start", "while_condition")
TIMINGS = {
    "permanent": "always, while it is on the field",
    "activate_main": "in your main phase",
    "main": "used in your main phase",
    "counter": "used in the counter step",
    "on_play": "when it is played",
    "when_attacking": "when it attacks",
    "on_block": "when it blocks",
    "on_ko": "when it is K.O.'d",
    "end_of_your_turn": "at the end of your turn",
    "end_of_battle": "at the end of a battle",
    "when_battling": "when powers are about to be compared",
    "on_any_character_ko": "whenever a character is K.O.'d",
    "would_be_ko": "when it would be K.O.'d",
    "trigger": "when it is taken from Life as damage",
}
KEYWORDS = {
    "Rush": "may attack in the turn in which it is played",
    "Blocker": "may rest to become the target of an attack, once a battle",
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
