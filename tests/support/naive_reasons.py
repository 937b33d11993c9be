"""A naive reader of One Piece reasons: it takes a sentence apart, and checks each clause by playing the game.

It knows the sentences only by their words, and shares no code with the minds. A clause that it does not know is wrong.
"""

import ast
import re
from itertools import combinations
from math import inf
from random import Random

from sparring.games.onepiece.rules.events import Compared
from sparring.games.onepiece.rules.sides import CODE
from sparring.games.onepiece.rules.values import has_keyword, power
from support.onepiece_table import GAME

SAMPLES = 4
"""Games that agree with what the seat sees, in which claims about hidden cards are checked."""

MOST_PLAYED = 400
"""Tables that are looked at to find out what an option can do."""

NUMBERS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
QUOTED = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""


def number(word):
    return int(word) if word.isdigit() else NUMBERS.index(word)


def clauses(reason):
    """The clauses of the reason of one option."""
    return [clause for clause in reason.split("; ") if clause]


def _asking(state, move):
    """The table after a move, stopping at every question, even at one with a single option."""
    following = state.copy(telling=True)
    following.asks_anyway = True
    following.choose(move)
    return following


class Reader:
    """Checks clauses about the options of one position."""

    def __init__(self, state, hands=()):
        self.state = state
        self.seat = state.question.seat
        self.options = GAME.options(state)
        self.view = GAME.view(state, self.seat)
        self.hands = hands
        """Imagined games in which hands are counted."""
        rng = Random(1)
        self.samples = [state, *(self.view.sample(rng) for _ in range(SAMPLES))]

    # ------------------------------------------------------------------ sentences

    def check(self, option, clause):
        """Check a clause about an option."""
        for pattern, test in TESTS:
            found = re.fullmatch(pattern, clause)
            if found:
                assert test(self, option, *found.groups()), (option, clause)
                return
        raise AssertionError(f"no such clause: {clause!r} of {option!r}")

    def check_reason(self, option, reason):
        for clause in clauses(reason):
            self.check(option, clause)

    def check_sentence(self, analysis):
        """Check the sentence for the best option of an analysis."""
        told, best = analysis.because, analysis[analysis.best]
        assert told.endswith(".")
        if best.outcome == "win" or told.startswith("The opening hand"):
            return
        assert told[0].isupper() or told[0].isdigit()
        text = told[0].lower() + told[1:-1] if not told[1:2].isupper() else told[:-1]
        if best.because:
            assert text.lower().startswith(best.because.lower())
            self.check_reason(best.option, best.because)
            text = text[len(best.because) :].removeprefix("; ")
        odds = re.match(r"attacks alone win this turn against (\d+) % of the likely hands; ", text)
        if odds:
            assert int(odds[1]) == round(dict(best.parts)["win this turn"])
            text = text[odds.end() :]
        if text in ("all else is pointless", "nothing else was tried"):
            return
        if text.endswith(" lost in each game that was imagined"):
            scores = [judged.score for judged in analysis.options if judged is not best]
            assert max(scores) <= -900
            assert text.startswith("every option" if best.score <= -900 else "everything else")
            return
        then = re.match(rf"goes on with {QUOTED}; ", text)
        if then:
            assert ast.literal_eval(then[1]) == best.line[1]
            text = text[then.end() :]
        text = text.removeprefix("it has ")
        score = re.match(r"(?:(\d+) % to win|([+-][\d.]+) points|won in every game that was imagined), ", text)
        assert score, text
        rest = re.fullmatch(
            rf"(?:a tie with|against (?:(\d+) %|([+-][\d.]+)) with) {QUOTED}(?:, which (.+))?", text[score.end() :]
        )
        assert rest, text
        other = analysis[ast.literal_eval(rest[3])]
        left_out = {"not tried", "pointless"}
        looked_at = [judged for judged in analysis.options if not left_out & set(dict(judged.parts))]
        scores = [judged.score for judged in looked_at if judged.option != best.option]
        assert other.score == max(scores)
        close = 0.5 if score[1] else 0.0
        assert (rest[1] is None and rest[2] is None) == (abs(best.score - other.score) <= close)
        for shown, judged in ((score[1], best), (rest[1], other)):
            assert shown is None or abs(int(shown) - judged.score) <= 0.5
        for shown, judged in ((score[2], best), (rest[2], other)):
            assert shown is None or abs(float(shown) - judged.score) <= 0.05 + 1e-9
        if rest[4]:
            self.check(other.option, rest[4])

    # ------------------------------------------------------------------ the table

    @property
    def own(self):
        return self.state.sides[self.seat]

    @property
    def other(self):
        return self.state.sides[1 - self.seat]

    def hand(self):
        return [self.state.decks.cards[entry & CODE] for entry in self.own.hand]

    def find(self, name, seat):
        """A card on the field as the seat calls it."""
        if name in ("the leader", "its own leader"):
            assert (name == "its own leader") == (seat == self.seat)
            return self.state.sides[seat].leader
        stem, _, which = name.partition(" #")
        side = self.state.sides[seat]
        units = [*side.characters, *([side.stage] if side.stage else [])]
        alike = [unit for unit in units if self.state.decks.labels[unit.code] == stem]
        return alike[int(which) - 1 if which else 0]

    def move(self, option):
        return self.options[option]

    def play(self, option, state=None):
        return GAME.play(self.state if state is None else state, self.move(option))

    def ends(self, option, table=None):
        """Every table that an option may lead to before anybody else decides, with whether its player had a choice."""
        turn, open_, found = self.state.turn, [(_asking(table or self.state, self.move(option)), False)], []
        while open_ and len(found) < MOST_PLAYED:
            state, asked = open_.pop()
            question = state.question
            mine = question is not None and question.seat == self.seat and state.turn == turn
            if mine and question.kind in ("target", "value"):
                choice = asked or len(question.options) > 1
                open_ += [(_asking(state, move), choice) for move in question.options]
            else:
                found.append((state, asked))
        return found

    def can(self, option, sure, holds, table=None):
        """Whether something holds after an option: for sure, or in one way of carrying it out."""
        ends = self.ends(option, table)
        if sure:
            return len(ends) == 1 and not ends[0][1] and holds(ends[0][0])
        return any(holds(state) for state, _ in ends)

    # ------------------------------------------------------------------ battles

    def attack(self, state, move, hand=None, block=False, counter=True):
        """The table after an attack against every block or counter there is, or none, and if its power sufficed."""
        state = state.copy()
        if hand is not None:
            state.sides[1 - self.seat].hand = list(hand)
        turn, state, compared = state.turn, GAME.play(state, move), []
        for _ in range(60):
            question = state.question
            compared += [event.success for event in state.told if isinstance(event, Compared)]
            if question is None or question.kind == "action" or state.turn != turn:
                return state, any(compared)
            choice = question.options[0]
            if question.seat == self.seat:
                wanted = [option for option in question.options if option.kind in ("no", "none")]
                choice = wanted[0] if wanted else choice
            elif question.kind == "blocker" and block:
                choice = question.options[-1]
            elif question.kind == "counter" and counter:
                aim = state.battle.target
                means = [option for option in question.options[1:] if getattr(option, "unit", aim) == aim]
                choice = means[0] if means else choice
            elif question.kind == "target" and counter and state.battle is not None:
                fighters = (state.battle.attacker, state.battle.target)
                on_field = [option for option in question.options if getattr(option, "unit", None) in fighters]
                choice = on_field[0] if on_field else choice
            elif question.kind == "value" and any(option.kind == "to hand" for option in question.options):
                choice = question.options[-1]
            state = GAME.play(state, choice)
        raise AssertionError("a battle does not end")

    def succeeds(self, state, move, **how):
        """Whether an attack has enough power, and its target, if it is a character, leaves the field."""
        after, success = self.attack(state, move, **how)
        return success and (move.target in (0, 1) or after.find(move.target) is None)

    def attack_by(self, option):
        """The attack that an option makes, or that a DON!! is given for, and the tables to make it on."""
        move = self.move(option)
        if move.kind == "attack":
            return move, self.samples
        states = [GAME.play(state, move) for state in self.samples]
        leader = self.other.leader.id
        attack = next(
            each for each in states[0].question.options if each.kind == "attack" and each[:2] == (move.unit, leader)
        )
        return attack, states

    def force(self, state, move):
        return power(state, state.find(move.attacker))

    def battle(self):
        battle = self.state.battle
        return power(self.state, self.state.find(battle.target)), power(self.state, self.state.find(battle.attacker))


# ---------------------------------------------------------------------- what clauses mean


def clears(reader, option, can, name):
    unit = reader.find(name, 1 - reader.seat)
    move = reader.move(option)
    if move.kind == "attack":
        return all(
            reader.attack(state, move, block=block)[0].find(unit.id) is None
            for state in reader.samples
            for block in (False, True)
        )
    return reader.can(option, not can, lambda state: state.find(unit.id) is None)


def takes_life(reader, option, left):
    move = reader.move(option)
    hits = all(reader.succeeds(state, move, block=True) for state in reader.samples)
    double = has_keyword(reader.state, reader.state.find(move.attacker), "Double Attack")
    return hits and max(0, len(reader.other.life) - 1 - double) == int(left or 0)


def aims(reader, option, name, aim, force):
    move = reader.move(option)
    target = reader.find(name, 1 - reader.seat)
    return target.id == move.target and (power(reader.state, target), reader.force(reader.state, move)) == (
        int(aim),
        int(force),
    )


def cannot_counter(reader, option, force):
    move, states = reader.attack_by(option)
    return reader.force(states[0], move) == int(force) and all(reader.succeeds(state, move) for state in states)


def most_cannot(reader, option, hands, of, force):
    move = reader.move(option)
    found = sum(reader.succeeds(state, move) for state in reader.hands)
    assert len(reader.hands) == int(of)
    return int(hands) <= found and 2 * int(hands) > int(of) and reader.force(reader.state, move) == int(force)


def takes_cards(reader, option, force, cards):
    move, states = reader.attack_by(option)
    if force and reader.force(states[0], move) != int(force):
        return False
    for state in states:
        hand = state.sides[1 - reader.seat].hand
        fewer = combinations(hand, min(number(cards) - 1, len(hand)))
        if not all(reader.succeeds(state, move, hand=held) for held in set(fewer)):
            return False
    return True


def too_weak(reader, option, force, aim):
    move = reader.move(option)
    target = reader.state.find(move.target)
    shown = (reader.force(reader.state, move), power(reader.state, target)) == (int(force), int(aim))
    return shown and not any(reader.succeeds(state, move, counter=False) for state in reader.samples)


def protected(reader, option, name):
    target = reader.find(name, 1 - reader.seat)
    return target.id == reader.move(option).target and not any(
        reader.succeeds(state, reader.move(option), counter=False) for state in reader.samples
    )


def may_be_blocked(reader, option, name):
    question = reader.play(option).question
    return question.kind == "blocker" and any(
        getattr(each, "unit", None) == reader.find(name, 1 - reader.seat).id for each in question.options
    )


def leaves_for_leader(reader, option, name, force):
    move, unit = reader.move(option), reader.find(name, reader.seat)
    options = reader.state.question.options
    able = any(each.kind == "attack" and each[:2] == (unit.id, reader.other.leader.id) for each in options)
    stronger = power(reader.state, unit) == int(force) > reader.force(reader.state, move)
    return able and stronger and unit.id != move.attacker and move.target not in (0, 1)


def costs_nothing(reader, option):
    move = reader.move(option)
    return move.attacker == reader.own.leader.id and reader.succeeds(reader.state, move, counter=False)


def leaves_rested(reader, option, name):
    move = reader.move(option)
    return move.attacker == reader.find(name, reader.seat).id and move.attacker not in (0, 1)


def rests(reader, option, can, name):
    unit = reader.find(name, 1 - reader.seat)
    assert not unit.rested
    return reader.can(option, not can, lambda state: bool(state.find(unit.id) and state.find(unit.id).rested))


def brings_character(reader, option, what, strength, rush):
    card = reader.state.decks.cards[reader.move(option).code]
    right = card.power == int(strength) and (what == "Blocker") == ("Blocker" in card.keywords)
    assert bool(rush) == ("Rush" in card.keywords)
    known = {unit.id for unit in reader.own.characters}

    def comes(state):
        return any(unit.id not in known and unit.card is card for unit in state.sides[reader.seat].characters)

    return right and reader.can(option, False, comes)


def brings_to(reader, option, can, name, force, enough):
    unit, aim = reader.find(name, reader.seat), power(reader.state, reader.other.leader)
    was = power(reader.state, unit)
    assert bool(enough) == (was < aim <= int(force))

    def grown(state):
        now = state.find(unit.id)
        return now is not None and power(state, now) == int(force) > was and not now.rested

    return reader.can(option, not can, grown)


def passes_blockers(reader, option, verb, name):
    unit, leader = reader.find(name, reader.seat), reader.other.leader.id

    def asks_to_block(state):
        if state.question.kind != "action":
            return True
        attack = next(each for each in state.question.options if each[:3] == (unit.id, leader, "attack"))
        question = GAME.play(state, attack).question
        return question is not None and question.kind == "blocker"

    if reader.state.question.kind == "action":
        assert asks_to_block(reader.state)
    return reader.can(option, verb == "lets", lambda state: not asks_to_block(state))


def strengthens_idle(reader, option, name):
    unit = reader.find(name, reader.seat)
    was = power(reader.state, unit)

    def idle(state):
        now, question = state.find(unit.id), state.question
        attacks = question.kind == "action" and any(
            each.kind == "attack" and each.attacker == unit.id for each in question.options
        )
        return now is not None and power(state, now) > was and not attacks

    return reader.can(option, False, idle)


def first_of(reader, option, don, name, aim):
    unit, count = reader.find(name, reader.seat), number(don)
    target = power(reader.state, reader.other.leader)
    lacks = target - power(reader.state, unit)
    return target == int(aim) and 1000 * (count - 1) < lacks <= 1000 * count and count <= reader.own.active


def no_use_for_don(reader, option):
    don = reader.own.active
    playable = [each for each in reader.state.question.options if each.kind == "play"]
    events = [card for card in reader.hand() if card.category == "event" and card.timed("counter")]
    return not playable and all((card.cost or 0) > don for card in events)


def gains(reader, option, verb, many, what):
    sign = -1 if verb in ("costs", "may cost") else 1

    def count(side):
        return {"card": len(side.hand), "DON!!": side.don_on_field, "Life card": len(side.life)}[what]

    before = count(reader.own) - (what == "card" and reader.move(option).kind == "play")

    def gained(state):
        return count(state.sides[reader.seat]) - before == sign * number(many)

    if verb in ("brings", "costs"):
        return reader.can(option, True, gained)
    rng = Random(2)  # what may happen can depend on hidden cards
    return any(
        reader.can(option, False, gained, table)
        for table in (reader.state, *reader.hands, *(reader.view.sample(rng) for _ in range(40)))
    )


def trashes_life(reader, option):
    life = len(reader.other.life)
    return reader.can(option, False, lambda state: len(state.sides[1 - reader.seat].life) < life)


def gives_up(reader, option, name):
    unit = reader.find(name, reader.seat)
    if option == "no counter":
        assert reader.state.battle.target == unit.id
        return reader.play(option).find(unit.id) is None
    return reader.can(option, False, lambda state: state.find(unit.id) is None)


def changes_nothing(reader, option):
    def looks(state):
        return [
            (
                [(unit.id, unit.rested, unit.don, unit.changes) for unit in side.units()],
                *map(len, (side.hand, side.life, side.deck, side.trash)),
                side.active,
                side.rested,
            )
            for side in state.sides
        ]

    return reader.can(option, False, lambda state: looks(state) == looks(reader.state) and not state.lost)


def uses_don(reader, option, many):
    return reader.state.decks.cards[reader.move(option).code].cost == int(many or 1) == reader.own.active


def keeps_active_don(reader, option):
    return option == "rested DON!!" and reader.own.active > 0


def added(reader, option):
    """The power that a counter adds to the target."""
    target, move = reader.state.battle.target, reader.move(option)
    state, compared = reader.play(option), []
    while not (compared := [event for event in state.told if isinstance(event, Compared)]):
        question = state.question
        if question is None or question.seat != reader.seat or question.kind not in ("target", "value"):
            break
        means = [each for each in question.options if getattr(each, "unit", None) == target]
        state = GAME.play(state, means[0] if means else question.options[0])
    assert getattr(move, "unit", target) == target
    before = power(reader.state, reader.state.find(target))
    if not compared and state.find(target) is None:
        return inf  # the target is gone, so the attack hits nobody
    return (compared[0].target_power if compared else power(state, state.find(target))) - before


def stops(reader, option, now, force):
    aim, strength = reader.battle()
    return strength == int(force) < int(now) == aim + added(reader, option)


def begins_to_stop(reader, option, cards, force):
    aim, strength = reader.battle()
    lacks = strength - aim - added(reader, option)
    hand = [entry & CODE for entry in reader.own.hand]
    hand.remove(reader.move(option).code)
    values = sorted((reader.state.decks.cards[code].counter or 0 for code in hand), reverse=True)
    count = int(cards) - 1
    return strength == int(force) and sum(values[: count - 1]) <= lacks < sum(values[:count])


def hand_too_little(reader, option, force):
    aim, strength = reader.battle()
    counters = [text for text in reader.options if text not in ("no counter", "no block")]
    cards = {reader.move(text).code: text for text in counters if hasattr(reader.move(text), "code")}
    if option == "no block":
        most = sum(card.counter or 0 for card in reader.hand())
        events = any(card.timed("counter") and (card.cost or 0) <= reader.own.active for card in reader.hand())
        return strength == int(force) >= aim + most or events
    most = 0
    for code, text in cards.items():
        copies = sum(entry & CODE == code for entry in reader.own.hand)
        at_target = next(
            (
                each
                for each in counters
                if getattr(reader.move(each), "code", None) == code
                and getattr(reader.move(each), "unit", reader.state.battle.target) == reader.state.battle.target
            ),
            text,
        )
        most += copies * added(reader, at_target)
    return strength == int(force) and aim + most <= strength


def fails_anyway(reader, option, force, aim):
    return reader.battle() == (int(aim), int(force)) and int(force) < int(aim)


def would_win(reader, option):
    state = reader.state
    while state.question is not None and state.question.kind in ("blocker", "counter"):
        state = GAME.play(state, state.question.options[0])
    return state.lost == 1 << reader.seat


def life_left(reader, option, left):
    state = reader.play(option)
    while state.question is not None and state.question.kind in ("blocker", "counter"):
        state = GAME.play(state, state.question.options[0])
    while state.question is not None and state.question.options[-1].kind == "to hand":
        state = GAME.play(state, state.question.options[-1])
    return len(state.sides[reader.seat].life) == int(left) >= 2


def saves(reader, option, name):
    unit, (aim, force) = reader.find(name, reader.seat), reader.battle()
    return reader.state.battle.target == unit.id and aim + added(reader, option) > force


def no_cheaper(reader, option, name):
    card = reader.state.decks.cards[reader.move(option).code]
    aim, force = reader.battle()
    others = [each for each in reader.hand() if each.counter and each is not card and aim + each.counter > force]
    return card.name == name and aim + card.counter > force and all(each.cost >= card.cost for each in others)


def keeps_for_counter(reader, option, names):
    hand = reader.hand()
    used = getattr(reader.move(option), "code", None)
    if used is not None:
        hand.remove(reader.state.decks.cards[used])
    able = {card.name for card in hand if card.counter or card.timed("counter")}
    return names in able or set(names.split(" and ")) <= able


def survives(reader, option, name):
    unit = reader.find(name, reader.seat)
    return option == f"block with {name}" and power(reader.state, unit) > reader.battle()[1]


def falls(reader, option, name):
    unit = reader.find(name, reader.seat)
    return option == f"block with {name}" and power(reader.state, unit) <= reader.battle()[1]


def keeps_to_block(reader, option, name):
    unit = reader.find(name, reader.seat)
    return not unit.rested and has_keyword(reader.state, unit, "Blocker") and option in ("no block", "end turn")


def no_attack(reader, option):
    """Giving every DON!! to anybody, no attack hits an opponent who does nothing."""
    for unit in reader.own.fighters():
        state = reader.state
        while state.sides[reader.seat].active:
            state = GAME.play(state, next(each for each in state.question.options if each[:2] == (unit.id, "give")))
        attacks = [each for each in state.question.options if each.kind == "attack" and each.attacker == unit.id]
        if any(reader.succeeds(state, each, counter=False) for each in attacks):
            return False
    return True


def nothing_to_play(reader, option):
    return not any(each.kind == "play" for each in reader.state.question.options)


def keeps_don_for(reader, option, name):
    return any(
        card.name == name and card.timed("counter") and (card.cost or 0) <= reader.own.active for card in reader.hand()
    )


def leaves_don(reader, option, many, name):
    played = [reader.state.decks.cards[each.code].name for each in reader.options.values() if each.kind == "play"]
    return reader.own.active == int(many) and name in played


def leaves_attack(reader, option, name):
    unit = reader.find(name, reader.seat)
    attacks = [each for each in reader.state.question.options if each.kind == "attack" and each.attacker == unit.id]
    return any(each.target in (0, 1) and reader.succeeds(reader.state, each, counter=False) for each in attacks)


def goes(reader, option, order):
    return option == ("go first" if order.startswith("lets") else "go second")


def costs_most(reader, option, name, which):
    cards = reader.state.decks.cards
    costs = [cards[each.code].cost for each in reader.options.values() if each.kind == "card"]
    own = cards[reader.move(option).code]
    return own.name == name and own.cost == (max if "most" in which else min)(costs)


def puts_back(reader, option, top):
    count = reader.state.question.about.looked_at
    deck = sorted(entry & CODE for entry in reader.own.deck[-count:])

    def there(state):
        after = state.sides[reader.seat].deck
        place = after[-count:] if top.startswith("leaves") else after[:count]
        return len(after) == len(reader.own.deck) and sorted(entry & CODE for entry in place) == deck

    return count > 0 and reader.can(option, False, there)


def drawn_next(reader, option, name):
    def on_top(state):
        return state.decks.cards[state.sides[reader.seat].deck[-1] & CODE].name == name

    return reader.can(option, False, on_top)


def switches_on(reader, option, name, one_of):
    unit = reader.find(name, reader.seat)
    asked = [
        condition["min"]
        for effect in unit.card.source["effects"]
        for condition in effect["conditions"]
        if condition["if"] == "don_attached"
    ]
    within = [count for count in asked if unit.don < count]

    def given(state):
        now = state.find(unit.id)
        return now is not None and now.don > unit.don and any(now.don >= count for count in within) != bool(one_of)

    return bool(within) and reader.can(option, False, given)


TESTS = [
    (r"(leaves these cards to be drawn next|draws other cards next)", puts_back),
    (r"(.+) is drawn next", drawn_next),
    (r"gives (.+?) (?:the|(one of the)) DON!! that its effect needs", switches_on),
    (r"(can )?clears? (.+)", clears),
    (r"takes Life down to (\d+)|takes the last Life card", takes_life),
    (r"attacks (.+) \((-?\d+)\) with (-?\d+)", aims),
    (r"the opponent cannot counter (\d+) power", cannot_counter),
    (r"(\d+) of (\d+) imagined hands cannot counter (\d+) power", most_cannot),
    (r"countering (?:it|(\d+) power) takes at least (\w+) cards?", takes_cards),
    (r"has (-?\d+) against (-?\d+) and cannot succeed", too_weak),
    (r"attacks (.+), which it cannot K\.O\.", protected),
    (r"may be blocked by (.+)", may_be_blocked),
    (r"leaves (.+) \((\d+)\) for the leader", leaves_for_leader),
    (r"the leader's attack costs nothing", costs_nothing),
    (r"leaves (.+) rested", leaves_rested),
    (r"(can )?rests? (.+)", rests),
    (r"brings a (character|Blocker) with (\d+) power( that can attack at once)?", brings_character),
    (r"(brings|costs|may bring|may cost) (\w+) (card|DON!!|Life card)s?", gains),
    (r"(can )?raises? (.+) to (\d+) power(, enough for the leader)?", brings_to),
    (r"(can let|lets) (.+) past the Blockers", passes_blockers),
    (r"strengthens (.+), who cannot attack this turn", strengthens_idle),
    (r"is the first of (\w+) DON!! that raise (.+) to the leader's (\d+) power", first_of),
    (r"no card in hand can use the DON!!", no_use_for_don),
    (r"can trash a Life card", trashes_life),
    (r"gives up (.+)", gives_up),
    (r"changes nothing", changes_nothing),
    (r"uses all (\d+) DON!!|uses the last DON!!", uses_don),
    (r"keeps the active DON!!", keeps_active_don),
    (r"stops the attack with (\d+) against (\d+)", stops),
    (r"is the first of (\d+) cards that stop (\d+) power", begins_to_stop),
    (r"the hand cannot stop (\d+) power", hand_too_little),
    (r"the attack fails anyway with (-?\d+) against (-?\d+)", fails_anyway),
    (r"with no Life left, the attack would win", would_win),
    (r"leaves (\d+) Life at worst", life_left),
    (r"saves (.+)", saves),
    (r"no cheaper card than (.+) stops it", no_cheaper),
    (r"keeps (.+) to counter with", keeps_for_counter),
    (r"(.+) survives the block", survives),
    (r"loses (.+) unless a counter helps", falls),
    (r"keeps (.+) to block", keeps_to_block),
    (r"no attack can succeed", no_attack),
    (r"no card in hand can be played", nothing_to_play),
    (r"keeps DON!! for (.+)", keeps_don_for),
    (r"leaves (\d+) DON!! unused and (.+) in hand", leaves_don),
    (r"leaves an attack by (.+) unused", leaves_attack),
    (r"(lets you attack first, in turn 3|brings a card and two DON!! in turn 2)", goes),
    (r"(.+) costs the (most of the cards on offer|least of the cards that could go)", costs_most),
]
"""Each clause that there is, and its check."""
