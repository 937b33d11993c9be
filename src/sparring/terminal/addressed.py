"""Sentences of a game for whoever reads them: "P1 draws 1 card." is "You draw 1 card." for P1."""

import re
from collections.abc import Sequence

IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}

SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:—] |\n)$")


class Address:
    """Names people instead of seats whose names are not words, such as P1.

    >>> told = Address(("P1", "P2"), ("You", "medium"), own=0)
    >>> told.text("P1 draws 1 card. P2's Nami attacks, and P1 is asked.")
    "You draw 1 card. medium's Nami attacks, and you are asked."
    >>> told.drawn("[first]P1[/] Life 5, turn 3: P2")
    '[first]You   [/] Life 5, turn 3: medium'
    >>> Address(("x", "south"), ("You", "medium"), own=0).text("south has 0")
    'south has 0'
    """

    def __init__(self, seats: Sequence[str], names: Sequence[str], own: int) -> None:
        self.own = own
        self._names = {
            seat: (place, name)
            for place, (seat, name) in enumerate(zip(seats, names, strict=True))
            if not seat.isalpha() and any(letter.isalpha() for letter in seat)
        }
        seat = "|".join(map(re.escape, self._names)) or "(?!)"
        self._said = re.compile(rf"(?<![\w-])({seat})('s)?(?![\w-])(?: ([a-z]+))?")
        self._label = re.compile(rf"\]({seat})\[/\]")

    def stands_for(self, seat: str) -> bool:
        """True if a seat's name is replaced."""
        return seat in self._names

    def text(self, sentence: str) -> str:
        """A sentence for the reader."""
        return self._said.sub(lambda found: self._put(found, sentence), sentence)

    def _put(self, found: re.Match[str], sentence: str) -> str:
        seat, owns, following = found.groups(default="")
        place, name = self._names[seat]
        rest = f" {following}" if following else ""
        if place != self.own:
            return f"{name}{owns}{rest}"
        begins = SENTENCE_BEGINS.search(sentence[: found.start()])
        word = ("Your" if begins else "your") if owns else ("You" if begins else "you")
        return f"{word}{rest}" if owns or not following else f"{word} {_with_you(following)}"

    def drawn(self, drawing: str) -> str:
        """A drawing for the reader: labels of seats become names of one width."""
        wide = max((len(name) for _, name in self._names.values()), default=0)
        labelled = self._label.sub(lambda found: f"]{self._names[found[1]][1]:<{wide}}[/]", drawing)
        return self.text(labelled)


def _with_you(verb: str) -> str:
    """A verb as it follows "you": draws, draw; trashes, trash; carries, carry."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if re.search(r"(?:ss|sh|ch|x|z)es$", verb):
        return verb[:-2]
    if re.search(r"[^aeiou]ies$", verb):
        return f"{verb[:-3]}y"
    return verb[:-1] if re.search(r"[^s]s$", verb) else verb
