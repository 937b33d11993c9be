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
    "Rush": "may attack in the turn in which it is played, if it is active (R9.1)",
    "Blocker": "may rest to take an attack upon itself, once a battle, unless it is the target already (R6.4, R9.2)",
    "Double Attack": "deals two damage to a leader instead of one (R9.3)",
    "Banish": "the Life card it takes goes to the trash, without its Trigger (R9.4)",
}
STEPS = {
    "DON!!": "each one given adds 1000 power in its owner's turn; two more come every turn, ten at the most "
    "(R4.3, R5.6, R5.7)",
    "Trigger": "a Life card taken as damage may be shown and its Trigger used, instead of going to hand (R7.6)",
    "Counter": "a character from hand adds its counter value for one battle, for nothing; events cost DON!! (R6.6)",
    "On Play": "happens whenever the card comes onto the field, whatever brought it there (R9.5)",
    "When Attacking": "happens when the card attacks, before anybody blocks (R6.2, R9.6)",
    "On Block": "happens when the card has blocked (R9.7)",
    "On K.O.": "happens when the card is K.O.'d, not when it is trashed otherwise (R10.2, R10.4)",
    "Once Per Turn": "one use a turn for each such card; one that left and came back is new (R8.10)",
    "Life": "damage takes the top card into the hand; damage without Life loses the game (R7.1, R7.2)",
    "Stage": "one at the most; a new one replaces it (R5.3)",
}
