"""Puzzles of One Piece about the order of actions, the price of cards and DON!!, and ties.

Each puzzle says in a comment why its answer is right, whatever a mind thinks of it.
"""

import pytest

from support.onepiece_puzzles import (
    CHOPPER,
    FRANKY,
    GARP,
    KAROO,
    LEVELS,
    LIFE,
    NOTHING,
    ONE,
    PLAIN,
    ROBIN,
    SEEDS,
    TIRED,
    VIVI,
    Puzzle,
    attacked,
    bare,
    check_form,
    chosen,
    rested,
)
from support.onepiece_table import Half, Put, Table

LUFFY, TIRED_LUFFY = "ST01-001", Put("ST01-001", rested=True)
"""The leader that gives a rested DON!! to somebody, once per turn."""

SANJI, JINBE, SUNNY = "ST01-004", "ST01-005", "ST01-017"
"""A Straw Hat of 4000, one that helps another when he attacks, and the ship that gives 1000 to a Straw Hat."""

JET_PISTOL, GUARD_POINT, STRAW_SWORD = "ST01-015", "ST01-014", "ST02-017"
"""Events: a K.O. up to 6000, a counter of 3000 for a DON!!, and one that rests a character."""

DRAKE, LAW = "ST02-014", "ST02-009"
"""A Supernova, and the one who sets a rested Supernova active when he is played."""

KOBY, KILLER = "ST08-004", "ST02-005"
"""One who rests to K.O. a character of cost 2 or less, and one who K.O.s a rested one of cost 3 or less."""

KAIDO_LEADER, WHO_IS_WHO, PAGE_ONE = "ST04-001", "ST04-010", "ST04-012"
"""A leader who returns seven DON!! for one Life, one who returns a DON!! to K.O. cost 3, and a plain 6000."""

FULL = (ONE,) * 5
"""Five Life cards that counter with 1000."""

SEQUENCING = [
    # The leader's gift needs a rested DON!!. Playing Robin rests three, and then Vivi attacks with 5000 for nothing.
    Puzzle(
        "a card is played before the gift that needs rested DON!!",
        Table(Half(LUFFY, [VIVI], hand=[ROBIN], active=3), bare(life=LIFE)),
        right=("play Nico Robin", "attack leader with leader"),
    ),
    # Jinbe's attack gives the leader 1000 for this turn: 6000 costs two counters of 1000, 5000 only one.
    Puzzle(
        "who helps another attacks before the other",
        Table(Half(PLAIN, [Put(JINBE, don=1)]), bare(hand=[ONE] * 3, life=FULL[:3], deck=(ONE,) * 3)),
        right=("attack leader with Jinbe",),
    ),
    # Robin came this turn and cannot attack. Sanji attacks the leader with 5000.
    Puzzle(
        "power for this turn goes to one who can attack",
        Table(Half(TIRED_LUFFY, [SANJI, Put(ROBIN, fresh=True)], stage=SUNNY), bare(life=LIFE)).do(
            "use Thousand Sunny"
        ),
        right=("Sanji",),
    ),
    # Franky came this turn and cannot attack. The leader attacks with 6000, which costs one counter more.
    Puzzle(
        "the gift of a DON!! goes to one who can attack",
        Table(Half(LUFFY, [Put(FRANKY, fresh=True)], rested=1), bare(hand=[ONE] * 2, life=FULL[:3])).do("use leader"),
        right=("leader",),
    ),
    # The leader beats Vivi with 5000. Garp's 7000 makes the opponent give three cards for a Life, or the Life.
    Puzzle(
        "the small attacker takes the small target",
        Table(Half(PLAIN, [GARP]), bare(hand=[ONE] * 3, life=FULL[:3], characters=rested(VIVI), deck=(ONE,) * 3)),
        wrong=("attack Nefeltari Vivi with Monkey.D.Garp", "end turn"),
    ),
    # Koby K.O.s the only Blocker and cannot attack well himself. Then both attacks hit; otherwise one is blocked.
    Puzzle(
        "the Blocker goes before the attacks",
        Table(Half(PLAIN, [GARP, KOBY]), bare(life=[NOTHING] * 2, characters=[CHOPPER])),
        right=("use Koby",),
    ),
    # A leader can be attacked whether it is rested or not, so its own attack costs nothing.
    Puzzle(
        "the leader's free attack is not forgotten",
        Table(Half(PLAIN, rested(FRANKY, ROBIN), life=3), bare(hand=[ONE] * 2, life=[NOTHING])),
        right=("attack leader with leader",),
    ),
    # With no card in hand, active DON!! are good for nothing else. Each one costs the opponent another counter.
    Puzzle(
        "DON!! that nothing else needs are given before the attack",
        Table(Half(PLAIN, active=4, life=5), bare(hand=[ONE] * 3, life=FULL[:3], deck=(ONE,) * 3)),
        right=("give DON!! to leader",),
    ),
    # Law sets a rested Supernova active. Drake attacks, Law comes, and Drake attacks again.
    Puzzle(
        "an attack comes before the card that sets the attacker active",
        Table(Half(TIRED, [DRAKE], hand=[LAW], active=5), bare(life=LIFE)),
        right=("attack leader with X.Drake",),
    ),
    # Killer K.O.s a rested character of cost 3 or less. Robin is active, so the event has to rest her first.
    Puzzle(
        "a card comes before the one that profits from it",
        Table(Half(TIRED, hand=[KILLER, STRAW_SWORD], active=5), bare(life=LIFE, characters=[ROBIN])),
        right=("play Straw Sword",),
    ),
]

PRICES = [
    # A Life card taken is a card in hand, and four Life are plenty. A counter now would be a card for a card's loss.
    Puzzle(
        "the first attack at five Life is taken",
        attacked(Half(PLAIN), bare(hand=[ONE, FRANKY, VIVI], life=LIFE, rested=2), "attack leader with leader"),
        right=("no counter",),
    ),
    # Franky is the play of a later turn, Sanji costs two, and two more attackers can take him anyway.
    Puzzle(
        "a good card does not counter for a cheap body that falls anyway",
        attacked(
            Half(PLAIN, [VIVI, FRANKY]),
            bare(hand=[FRANKY, KAROO], life=LIFE[:4], characters=rested(SANJI), rested=4),
            "attack Sanji with Nefeltari Vivi",
        ),
        wrong=("counter with Franky *",),
    ),
    # Both counter with 1000. Karoo is worth least on the table, and Garp can be played next turn.
    Puzzle(
        "the cheapest card pays",
        attacked(Half(PLAIN), bare(hand=[GARP, KAROO], rested=6), "attack leader with leader"),
        right=("counter with Karoo for leader",),
    ),
    # There is nobody of cost 3 or less to K.O., so the DON!! would be returned for nothing.
    Puzzle(
        "no DON!! is returned for nothing",
        Table(Half(TIRED, hand=[WHO_IS_WHO], active=5), bare(life=LIFE, characters=[GARP])).do("play Who's.Who"),
        right=("no",),
    ),
    # Seven DON!! are three turns of growth. The first of five Life is worth a card, and the opponent loses no body.
    Puzzle(
        "seven DON!! are not returned for the first of five Life",
        Table(Half(KAIDO_LEADER, hand=[PAGE_ONE, "ST04-013", VIVI], active=7), bare(life=LIFE, characters=[FRANKY])),
        wrong=("use leader", "end turn"),
    ),
    # Four cards for a body of cost 2 leave no hand, and Life is not in danger.
    Puzzle(
        "the hand is not emptied for one body",
        attacked(
            Half(PLAIN, [GARP]),
            bare(hand=[ONE] * 4, life=LIFE[:4], characters=rested(VIVI)),
            "attack Nefeltari Vivi with Monkey.D.Garp",
        ),
        right=("no counter",),
    ),
    # Karoo stops the leader's 5000. Garp's 7000 comes next, and of the two only Guard Point stops that.
    Puzzle(
        "the free counter for the small attack, the event for the large one",
        attacked(
            Half(PLAIN, [GARP]), bare(hand=[GUARD_POINT, KAROO], active=1, leader=LUFFY), "attack leader with leader"
        ),
        right=("counter with Karoo for leader",),
    ),
    # Nobody has 6000 or less, so the event and four DON!! would do nothing.
    Puzzle(
        "no event without a target",
        Table(Half(PLAIN, hand=[JET_PISTOL], active=4), bare(life=LIFE, characters=[GARP])),
        wrong=("play Gum-Gum Jet Pistol", "end turn"),
    ),
]

TIES = [
    # Two equal bodies: the rested one has attacked, the other one can still attack this turn.
    Puzzle(
        "of two equal characters the one that has attacked makes room",
        Table(Half(TIRED, [FRANKY, *rested(FRANKY, GARP, GARP, GARP)], hand=[GARP], active=5), bare(life=LIFE)).do(
            "play Monkey.D.Garp"
        ),
        right=("Franky #2",),
    ),
    # Either way one DON!! less comes back next turn, but an active one can still be used in this one.
    Puzzle(
        "a rested DON!! is returned rather than an active one",
        Table(Half(TIRED, [KAROO], hand=[WHO_IS_WHO, VIVI], active=5), bare(life=LIFE, characters=[ROBIN])).do(
            "play Who's.Who", "yes"
        ),
        right=("rested DON!!",),
    ),
    # Garp can K.O. the rested Franky in battle, so the event takes the one that cannot be attacked.
    Puzzle(
        "the event takes the one that cannot be attacked",
        Table(
            Half(TIRED, [GARP], hand=[JET_PISTOL], active=4), bare(life=LIFE, characters=[FRANKY, *rested(FRANKY)])
        ).do("play Gum-Gum Jet Pistol"),
        right=("opposing Franky #1",),
    ),
    # Both are 5000 for three DON!!. Jinbe has an effect on the table, and Robin has a counter in hand.
    Puzzle(
        "of two equal bodies the one without a counter is played",
        Table(Half(TIRED, hand=[ROBIN, JINBE], active=3), bare(life=LIFE)),
        right=("play Jinbe",),
    ),
    # Franky is rested already, so resting him does nothing. Without Chopper nobody can block.
    Puzzle(
        "who is rested already is not rested again",
        Table(
            Half(PLAIN, [GARP], hand=[STRAW_SWORD], active=2),
            bare(life=LIFE[:3], characters=[CHOPPER, *rested(FRANKY)]),
        ).do("play Straw Sword"),
        right=("opposing Tony Tony.Chopper",),
    ),
    # Nobody can attack any more, and a DON!! counts in one's own turn only: the gift does nothing.
    Puzzle(
        "the turn ends before an effect that does nothing",
        Table(Half(TIRED_LUFFY, [Put(FRANKY, fresh=True)], rested=4), bare(life=LIFE)),
        right=("end turn",),
    ),
]

PUZZLES = [*SEQUENCING, *PRICES, *TIES]

ENOUGH = 4
"""A puzzle is solved if it is answered right with this many of the five seeds."""


@pytest.fixture(scope="module")
def wrong():
    """The wrong answers of expert, by puzzle."""
    return {
        puzzle.name: [option for option in chosen(LEVELS["expert"], puzzle) if not puzzle.passed(option)]
        for puzzle in PUZZLES
    }


def test_every_puzzle_has_right_and_wrong_options():
    assert len(PUZZLES) == 24
    check_form(PUZZLES)


@pytest.mark.req("OP-6", "OP-8", "OP-9", "OP-14")
@pytest.mark.parametrize("name", [puzzle.name for puzzle in PUZZLES])
def test_expert_solves(name, wrong):
    assert len(wrong[name]) <= len(SEEDS) - ENOUGH, wrong[name]
