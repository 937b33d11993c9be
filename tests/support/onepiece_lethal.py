"""Tables on which somebody may win this turn, and proofs of such wins through the real rules."""

from dataclasses import replace

from sparring.games.onepiece.minds import habits
from sparring.games.onepiece.minds.lethal import sure_win, winning_attack
from sparring.games.onepiece.rules.options import Attack, GiveDon
from sparring.games.onepiece.rules.reading import examples, shipped
from support.onepiece_players import DECKS, NOTHING, ONE, PLAIN, TWO, stripped
from support.onepiece_table import GAME, P2, Half, Put, Table

# ---------------------------------------------------------------------- tables


def small_table(rng):
    """A few characters without effects against a little defence without Triggers."""
    mine = [rng.choice(("ST01-003", "ST01-008", "ST01-009", "ST01-010")) for _ in range(rng.randint(0, 2))]
    leader = Put(PLAIN, rested=rng.random() < 0.2)
    cards = (NOTHING, ONE, TWO)
    return Table(
        Half(leader, mine, active=rng.randint(0, 3)),
        stripped(
            hand=[rng.choice(cards) for _ in range(rng.randint(0, 2))],
            life=[rng.choice(cards) for _ in range(rng.choice((0, 0, 1, 2)))],
            characters=["ST01-006"] * rng.choice((0, 0, 1)),
            deck=(NOTHING, NOTHING, rng.choice(cards)),
        ),
    )


def real_table(rng):
    """Characters of one shipped deck with their effects, against events, Triggers and Blockers of another."""
    own, other = (shipped()[rng.choice(DECKS)] for _ in range(2))
    fighters = [card.id for card, _ in own.cards if card.category == "character"]
    theirs = [card.id for card, _ in other.cards]
    special = [card.id for card, _ in other.cards if card.timed("counter") or card.trigger]
    blockers = [card.id for card, _ in other.cards if "Blocker" in card.keywords]

    def some(most):
        return [rng.choice(special if rng.random() < 0.5 else theirs) for _ in range(rng.randint(0, most))]

    characters = [Put(rng.choice(fighters), don=rng.choice((0, 0, 0, 1))) for _ in range(rng.randint(0, 4))]
    return Table(
        Half(Put(own.leader.id, rested=rng.random() < 0.2), characters, active=rng.randint(0, 3)),
        stripped(
            leader=other.leader.id,
            hand=some(2),
            life=some(2),
            characters=[rng.choice(blockers)] * rng.choice((0, 0, 1)),
            deck=(*some(3), *rng.choices(theirs, k=3)),
            active=rng.randint(0, 3),
        ),
    )


def table_of_words(rng):
    """The same with the decks of invented cards, and with any characters and stages on both sides."""
    own, other = (rng.choice(list(examples().values())) for _ in range(2))
    cards = [deck.leader for deck in (own, other)] + [card for deck in (own, other) for card, _ in deck.cards]

    def ids(deck, *kinds):
        return [card.id for card, _ in deck.cards if card.category in kinds]

    def units(deck, most):
        found = [
            Put(rng.choice(ids(deck, "character")), don=rng.choice((0, 0, 0, 1))) for _ in range(rng.randint(0, most))
        ]
        return [replace(put, rested=rng.random() < 0.25, fresh=rng.random() < 0.2) for put in found]

    theirs = ids(other, "character", "event", "stage")
    special = [card.id for card, _ in other.cards if card.timed("counter") or card.trigger]

    def some(most):
        return [rng.choice(special if rng.random() < 0.4 else theirs) for _ in range(rng.randint(0, most))]

    def stage(deck):
        return rng.choice([None, None, *ids(deck, "stage")])

    mine = Half(
        Put(own.leader.id, rested=rng.random() < 0.2),
        units(own, 5),
        stage=stage(own),
        active=rng.randint(0, 2),
        cards=cards,
    )
    mine = replace(mine, hand=[rng.choice(ids(own, "character", "event")) for _ in range(rng.randint(0, 2))])
    defender = stripped(
        leader=other.leader.id,
        hand=some(2),
        life=some(2) if rng.random() < 0.8 else [],
        characters=units(other, 2) if rng.random() < 0.6 else [],
        deck=(*some(3), *rng.choices(theirs, k=3)),
        active=rng.randint(0, 2),
        stage=stage(other),
        cards=cards,
    )
    return Table(mine, defender)


def dealt_anew(state, rng):
    """The same table with the defender's hand, Life and deck dealt again."""
    other = state.copy()
    side = other.sides[P2]
    cards = [*side.hand, *side.life, *side.deck]
    rng.shuffle(cards)
    held, life = len(side.hand), len(side.life)
    side.hand, side.life, side.deck = cards[:held], cards[held : held + life], cards[held + life :]
    return other


# ---------------------------------------------------------------------- proofs


def what_matters(state):
    """A key of the state: equal keys have equal results this turn."""
    sides = tuple(
        (
            tuple(sorted(side.hand)),
            tuple(side.life),
            tuple(side.deck),
            tuple(side.limbo),
            side.active,
            tuple((unit.id, unit.rested, unit.don, unit.changes) for unit in side.units()),
        )
        for side in state.sides
    )
    return sides, state.battle, state.question.kind, repr(state.question.about), len(state.stack)


def sure_next(state, seat, unseen):
    """The next option of a sure win; the attacker knows every card if `unseen` is None."""
    return winning_attack(state, seat) if unseen is None else sure_win(state, seat, unseen)


def line_loses(state, seat, unseen, seen):
    """Why a win by `winning_attack`, searched anew at each decision, fails against some answer; None if it does not."""
    if state.lost:
        return None if state.winner == seat else "lost"
    if state.turn_seat != seat:
        return "the turn is over"
    key = what_matters(state)
    if key in seen:
        return None
    seen.add(key)
    if state.question.seat == seat:
        cards = GAME.view(state, seat).unseen_cards(1 - seat) if unseen else None
        wish = sure_next(state, seat, cards) if state.question.kind == "action" else habits.answer(state)
        options = [] if wish is None else [wish]
        if wish is None:
            return f"no win is seen any more: {key}"
    else:
        options = state.question.options
    for option in options:
        following = state.copy()
        following.choose(option)
        if wrong := line_loses(following, seat, unseen, seen):
            return wrong
    return None


def forced_win(state, seat, seen):
    """Whether giving DON!! and attacking the leader wins by the real rules, by trying every option of both sides."""
    if state.lost:
        return state.winner == seat
    if state.turn_seat != seat:
        return False
    key = what_matters(state)
    if key not in seen:
        options = state.question.options
        mine = state.question.seat == seat
        if mine and state.question.kind == "action":
            leader = state.sides[1 - seat].leader.id
            attacks = [option for option in options if isinstance(option, Attack) and option.target == leader]
            options = attacks + [option for option in options if isinstance(option, GiveDon)]
        after = []
        seen[key] = False
        for option in options:
            following = state.copy()
            following.choose(option)
            after.append(forced_win(following, seat, seen))
            if after[-1] == mine:
                break
        seen[key] = any(after) if mine else all(after)
    return seen[key]
