"""What must hold in every One Piece game, and what a seat may know, worked out without code of the engine.

This module reads the zones of a table and the source of the cards, but never the engine's marks of who knows what.
Where every card of a deck is different, a `Watcher` follows a game and says which cards a seat can locate; `reshuffled`
deals all others again.
"""

from collections import Counter
from dataclasses import replace
from random import Random

from sparring.games.onepiece.rules.actions.decks import LookedAtDeck, Searched, Shuffled, Took
from sparring.games.onepiece.rules.actions.life import LookedAtLife, PutDeckToLife, PutHandToLife
from sparring.games.onepiece.rules.actions.removing import WentToLife, WentUnderDeck
from sparring.games.onepiece.rules.events import Drew, TookDamage, TookMulligan
from sparring.games.onepiece.rules.reading import known_cards, read_deck

KINDS = {"action", "mulligan", "blocker", "counter", "target", "value"}
CODE, FACE_UP = 0xFF, 0x400
SEEN_BY = (0x100, 0x200)
ZONES = ("hand", "deck", "life", "trash", "limbo")


# ---------------------------------------------------------------------- invariants


def codes(entries):
    return [entry & CODE for entry in entries]


def everything(side):
    """The codes of all cards of a side except the leader."""
    on_field = [unit.code for unit in side.characters] + [unit.code for unit in (side.stage,) if unit is not None]
    return on_field + [code for zone in ZONES for code in codes(getattr(side, zone))]


def broken_rules(state):
    """The rules that a state breaks, as sentences; empty if it breaks none."""
    wrong = []
    for seat, side in enumerate(state.sides):
        wrong += [f"P{seat + 1}: {what}" for what in broken_half(state, seat, side)]
    numbers = [unit.id for side in state.sides for unit in side.units()]
    if len(set(numbers)) != len(numbers):
        wrong.append(f"two cards on the field are both called {numbers}")
    wrong += broken_count(state)
    if not 0 <= state.turn <= 100:
        wrong.append(f"turn {state.turn}")
    if (state.question is None) == (state.lost == 0):
        wrong.append(f"lost {state.lost} and asked {state.question}")
    if state.question is not None:
        wrong += broken_question(state, state.question)
    return wrong


def broken_half(state, seat, side):
    deck = state.decks.decks[seat]
    want = Counter({card.id: 0 for card, _ in deck.cards})
    for card, count in deck.cards:
        want[card.id] += count
    have = Counter(state.decks.cards[code].id for code in everything(side))
    if have != want:
        yield f"cards are not the deck's: too many {dict(have - want)}, too few {dict(want - have)}"
    if have.total() != 50:
        yield f"{have.total()} cards"
    if side.leader.card not in (deck.leader, deck.leader.blank) or side.leader.seat != seat:
        yield "another leader"
    given = [unit.don for unit in (side.leader, *side.characters)]
    if sum(given) + side.active + side.rested + side.don_deck != (deck.leader.source.get("don_deck") or 10):
        yield f"DON!!: {given} given, {side.active} active, {side.rested} rested, {side.don_deck} in the deck"
    if min(*given, side.active, side.rested, side.don_deck, 0) < 0:
        yield "fewer than no DON!!"
    if len(side.characters) > 5 or any(unit.card.category != "character" for unit in side.characters):
        yield f"characters {[unit.card.id for unit in side.characters]}"
    if side.stage is not None and (side.stage.card.category != "stage" or side.stage.don):
        yield f"stage {side.stage.card.id} with {side.stage.don} DON!!"
    for unit in side.units():
        printed = state.decks.cards[unit.code]
        negated = any(change.what == "negated" for change in unit.changes)
        if unit.seat != seat or unit.card is not (printed.blank if negated else printed):
            yield "a card that is not this side's"
    if not side.deck and not state.lost & 1 << seat:
        yield "no deck, and not lost (R12.2)"


def broken_count(state):
    permanents = sum(bool(unit.card.permanent) for side in state.sides for unit in side.units())
    if permanents != state.permanents:
        yield f"{permanents} cards have permanent effects, not {state.permanents}"


def broken_question(state, question):
    if question.kind not in KINDS:
        yield f"a decision of kind {question.kind!r}"
    if question.seat not in (0, 1):
        yield f"asks {question.seat}"
    if len(question.options) < 2:
        yield f"asks about {question.options} (C2)"
    if len(set(question.options)) != len(question.options):
        yield f"options repeat: {question.options}"
    if question.kind == "action":
        if any(side.limbo for side in state.sides):
            yield "a card in no zone in the main phase"
        if state.battle is not None or state.due:
            yield "a battle or an effect that waits in the main phase"
        if question.seat != state.turn_seat:
            yield "an action of the player whose turn it is not"


def broken_texts(texts):
    """What is wrong with the texts of options."""
    if len(set(texts)) != len(texts):
        yield f"two options with one text: {[text for text, count in Counter(texts).items() if count > 1]}"
    for text in texts:
        if not text.isprintable() or text != text.strip() or not text:
            yield f"{text!r} is no line of text"


# ---------------------------------------------------------------------- decks of different cards


def word(rng):
    """A name that occurs nowhere else."""
    return "".join(rng.choice("bcdfghjklmnpqrstvwxz") for _ in range(14))


def deck_of_words(rng, name, own=()):
    """A deck of fifty different cards, the given and shipped ones, each once and with a unique name."""
    known = list(known_cards().values())
    leader = rng.choice([card for card in known if card.category == "leader"]).source
    others = [card.source for card in known if card.category != "leader"]
    chosen = [*own, *rng.sample(others, 50 - len(own))]
    cards = [
        {**card, "id": f"{name}-{number:03}", "name": word(rng), "color": "red", "count": 1}
        for number, card in enumerate([leader, *chosen])
    ]
    return read_deck({"deck": name, "name": name, "leader": f"{name}-000", "cards": cards}, name, {})


# ---------------------------------------------------------------------- what a seat may know


class Watcher:
    """Follows a game whose cards are all different, and says which of them each seat can locate."""

    def __init__(self, state):
        self.knows = [set(), set()]
        self.ever = [set(), set()]
        """Cards that a seat has seen at any time."""
        self.from_hand = [set(), set()]
        """Life cards of a seat that came from its hand unseen: to the other seat each may be any card of the hand."""
        self._look(state)

    def known_to(self, seat):
        """A test of an entry: true if the seat can locate its card."""
        knows = frozenset(self.knows[seat])
        return lambda entry: entry & CODE in knows

    def follow(self, before, option, state):
        """Take note of a choice: `option`, chosen in `before`, led to `state`."""
        question = before.question
        seat, about = question.seat, question.about
        shuffled = {event.seat for event in state.told if isinstance(event, Shuffled | TookMulligan)}
        looks = [(event.seat, event.count) for event in state.told if isinstance(event, LookedAtDeck)]
        for who, count in looks:
            if who not in shuffled:
                self._looked(before, state, who, count)
        if option.kind == "trigger":
            self._show(codes(before.sides[seat].limbo))
        if option.kind == "life of":
            self._see(seat, codes(before.sides[option.seat].life)[-1:])
        if about.what == "take" and option.kind == "card" and reveals(before, about.by.code):
            self._show([option.code])
        for event in state.told:
            if isinstance(event, LookedAtLife):
                self._see(event.seat, event.cards)
        for each in (0, 1):
            self._hidden_again(before, state, each, each in shuffled)
        self._put_away(state)
        for who, count in looks:
            if who in shuffled:  # the shuffled deck is the one that was looked at
                self._see(who, codes(state.sides[who].deck)[-count:])
        self._look(state)

    def _hidden_again(self, before, state, seat, shuffled):
        side, other = state.sides[seat], 1 - seat
        if shuffled:
            for knows in self.knows:
                knows -= set(codes(side.deck))
        held, down = set(codes(before.sides[seat].hand)), {entry & CODE for entry in side.life if not entry & FACE_UP}
        if shuffled and before.turn == 0:  # a mulligan: the old hand was shuffled into the deck
            self.knows[other] -= set(codes(side.hand))
        if before.turn:
            self.from_hand[seat] |= held & down
        self.from_hand[seat] &= down - (self.knows[other] - held)

    def _put_away(self, state):
        """Several cards that went to one place at once: only their owner knows their order."""
        places = {}
        for event in state.told:
            if isinstance(event, WentUnderDeck | WentToLife):
                place = (event.seat, getattr(event, "place", "deck"))
                places.setdefault(place, []).append(event.code)
        for (seat, _), cards in places.items():
            if len(cards) > 1:
                face_up = {entry & CODE for entry in state.sides[seat].life if entry & FACE_UP}
                self.knows[1 - seat] -= set(cards) - face_up

    def _looked(self, before, state, seat, count):
        """Take note that a seat looked at the top of its deck, perhaps after drawing from it."""
        own = [event for event in state.told if event.seat == seat]
        drawn = sum(len(event.cards) for event in own if isinstance(event, Drew))
        drawn += sum(isinstance(event, PutDeckToLife) for event in own)
        top = codes(before.sides[seat].deck)[-(count + drawn) :]
        self._see(seat, top)
        if count > 1:  # the other seat does not see in which order they went back
            self.knows[1 - seat] -= set(top)

    def _look(self, state):
        for seat, side in enumerate(state.sides):
            units = [unit.code for unit in side.units()]
            self._show([*units, *codes(side.trash), *(entry & CODE for entry in side.life if entry & FACE_UP)])
            self._see(seat, [*codes(side.hand), *codes(side.limbo)])
            if Searched(seat) in (state.told or ()) and Shuffled(seat) not in state.told:
                self._see(seat, codes(side.deck))  # a search shows the whole deck
            if state.question is None or state.question.about.what != "trigger":
                self._show(codes(side.limbo))  # the card is being played, or its Trigger used

    def _show(self, cards):
        for seat in (0, 1):
            self._see(seat, cards)

    def _see(self, seat, cards):
        self.knows[seat].update(cards)
        self.ever[seat].update(cards)


def reveals(state, code):
    """True if the cards that an effect of this card takes are shown to the other player."""
    return '"reveal": False' not in str(state.decks.cards[code].source).replace("'", '"')


def searches_deck(state, seat):
    """True if a seat is asked which card of its whole deck to play."""
    question = state.question
    if question is None or question.seat != seat or question.about.what != "play":
        return False
    return "'from': 'deck'" in str(state.decks.cards[question.about.by.code].source)


def reshuffled(state, seat, known, rng, from_hand=()):
    """The same game, with all cards dealt again that a seat cannot locate; `known` tests an entry."""
    other = state.copy()
    other.told = None if state.told is None else list(state.told)
    other.chance = rng.getrandbits(62)
    own, theirs = other.sides[seat], other.sides[1 - seat]
    laid = [at for at, entry in enumerate(theirs.life) if entry & CODE in from_hand]
    groups = [[own.deck], [own.life]] if searches_deck(state, seat) else [[own.deck, own.life]]
    for zones in [*groups, [theirs.deck, theirs.life, theirs.hand]]:
        places = [(zone, at) for zone in zones for at, entry in enumerate(zone) if not known(entry)]
        put = codes(zone[at] for zone, at in places)
        rng.shuffle(put)
        for (zone, at), code in zip(places, put, strict=True):
            zone[at] = zone[at] & ~CODE | code
    for at in laid:
        if theirs.hand:  # it may be any card of the hand
            entry, swap, travels = theirs.life[at], rng.randrange(len(theirs.hand)), CODE | SEEN_BY[seat]
            theirs.life[at] = entry & ~travels | theirs.hand[swap] & travels
            theirs.hand[swap] = theirs.hand[swap] & ~travels | entry & travels
    _another_trigger(other, seat, known, rng)
    _retell(other, state, seat)
    return other


def _another_trigger(state, seat, known, rng):
    """Replace the Life card whose Trigger the other seat may use by any hidden card with a Trigger."""
    side, question = state.sides[1 - seat], state.question
    if question is None or question.about.what != "trigger" or question.seat == seat:
        return
    unknown = [
        (zone, at)
        for zone in (side.deck, side.hand, side.life)
        for at, entry in enumerate(zone)
        if not known(entry) and state.card(entry).trigger
    ]
    if known(side.limbo[-1]) or not unknown:
        return
    zone, at = rng.choice(unknown)
    mine, there = side.limbo[-1], zone[at]
    side.limbo[-1], zone[at] = mine & ~CODE | there & CODE, there & ~CODE | mine & CODE
    by = question.about.by._replace(code=there & CODE)
    state.question = replace(question, about=question.about._replace(by=by))


def _retell(state, was, seat):
    """Rewrite the events that a seat did not see, so that they are about the cards that are there now."""
    moved = {}
    for before, now in zip(was.sides, state.sides, strict=True):
        for zone in ("hand", "deck", "life", "limbo"):
            moved.update(zip(codes(getattr(before, zone)), codes(getattr(now, zone)), strict=True))

    def there(code):
        return moved.get(code, code)

    def retold(event):
        if event.seat == seat:
            return event
        if isinstance(event, Drew | LookedAtLife):
            return replace(event, cards=tuple(map(there, event.cards)))
        shown = (isinstance(event, Took) and event.shown) or (isinstance(event, PutHandToLife) and event.face_up)
        if isinstance(event, TookDamage | Took | PutHandToLife) and not shown:
            return replace(event, code=there(event.code))
        return event

    state.told = None if state.told is None else [retold(event) for event in state.told]


def playout(state, rng: Random, most=3000):
    """Play random choices to the end of the game; returns their number."""
    for number in range(most):
        if state.question is None:
            return number
        state.choose(rng.choice(state.question.options))
    raise AssertionError(f"the game does not end within {most} decisions")
