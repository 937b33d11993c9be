"""The search for winning attacks agrees with brute force."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from sparring.games.onepiece.minds.assault import Fixed, Search
from support.naive_assault import naive_attack, naive_line, naive_wins, random_fight


def test_the_search_for_wins_agrees_with_brute_force():
    rng, counted = Random(1), Counter()
    for _ in range(1000):
        attackers, don, defence = random_fight(rng)
        truth = naive_wins(attackers, don, defence)
        assert Search().wins(attackers, don, defence) == truth, (attackers, don, defence)
        first = Search().first(attackers, don, defence)
        assert (first is not None) == truth, (attackers, don, defence)
        if first is not None:
            rest = list(attackers)
            rest.remove(first[0])
            after = partial(naive_wins, tuple(rest), don - first[1])
            assert naive_attack(*first, defence, after), (attackers, don, defence, first)
        counted[truth] += 1
    assert min(counted[True], counted[False]) > 200


def test_a_defender_with_more_is_never_worse_off():
    rng = Random(2)
    for _ in range(300):
        attackers, don, defence = random_fight(rng)
        if not Search().wins(attackers, don, defence):
            better = [
                {"counters": tuple(sorted((*defence.counters, 2), reverse=True))},
                *({name: getattr(defence, name) + 1} for name in ("blockers", "stops", "removes", "raised", "held")),
            ]
            for more in better:
                assert not Search().wins(attackers, don, defence._replace(**more)), more
            assert not Search().wins(attackers[1:], don, defence)


@pytest.mark.req("OP-14")
def test_a_fixed_order_of_attacks_wins_where_brute_force_says_so():
    rng, counted = Random(3), Counter()
    for _ in range(600):
        attackers, don, defence = random_fight(rng)
        line = Search().line(attackers, don, defence)
        assert bool(line) == Search().wins(attackers, don, defence)
        assert sum(given for _, given in line) <= don
        assert Counter(attacker for attacker, _ in line) <= Counter(attackers)
        *_, other = random_fight(rng)
        for faced in (defence, other):
            truth = naive_line(line, faced)
            assert Fixed(line).wins(0, faced) == truth, (line, faced)
            assert not truth or Search().wins(attackers, don, faced)
            counted[truth] += 1
    assert min(counted.values()) > 100
