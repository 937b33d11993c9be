"""The rules of Connect Four in sections; every picture is played by the rules."""

from sparring.games.connect4.board import EMPTY
from sparring.rules.teaching import Picture, Section, Shown

SECTIONS = (
    Section(
        "Drop a disc",
        ("Take turns. Choose one of the seven columns; your disc falls to the lowest free hole.",),
        (
            Picture(
                EMPTY,
                (
                    Shown("Two discs lie in the middle column.", ("4", "4")),
                    Shown("A third one comes to rest on top of them.", ("4",)),
                ),
            ),
        ),
    ),
    Section(
        "Four in a row win",
        ("The first with four discs of their own in an unbroken line wins: across, upright or diagonal.",),
        (
            Picture(
                EMPTY,
                (
                    Shown("You have three, with a free hole beside them.", ("3", "3", "4", "4", "5", "5")),
                    Shown("The fourth wins.", ("6",)),
                ),
            ),
            Picture(
                EMPTY,
                (
                    Shown(
                        "You have three on a diagonal, and the hole below the fourth is filled.",
                        ("1", "2", "2", "3", "3", "4", "3", "4", "4", "6"),
                    ),
                    Shown("Your disc lands at the right height, and wins.", ("4",)),
                ),
            ),
        ),
    ),
    Section(
        "Threats",
        (
            "A hole that would complete four is a threat. It counts even if nobody can fill it yet.",
            "Look at what your disc makes playable: the hole above it is your opponent's next.",
            "Two threats at once win, because only one can be filled.",
        ),
        (
            Picture(
                EMPTY,
                (
                    Shown("Three of yours with a free hole at both ends.", ("3", "3", "4", "4", "5")),
                    Shown("They fill one end, you fill the other and win.", ("2", "6")),
                ),
            ),
        ),
    ),
    Section("A draw", ("If all 42 holes are filled and nobody has four, the game is a draw.",)),
)
