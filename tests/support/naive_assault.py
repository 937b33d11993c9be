"""Attacks on a leader, solved by brute force: what the search for wins must agree with."""

from functools import cache, partial
from itertools import combinations

from sparring.games.onepiece.minds.assault import Attacker, Defence, Strike


@cache
def naive_wins(attackers, don, defence):
    """Whether the attackers win against every defence, by trying every order, every DON!! and every answer."""
    return any(
        naive_attack(attacker, given, defence, lambda left, rest=rest, spent=given: naive_wins(rest, don - spent, left))
        for number, attacker in enumerate(attackers)
        for rest in [attackers[:number] + attackers[number + 1 :]]
        for given in range(attacker.needs, don + 1)
    )


def naive_attack(attacker, given, defence, go_on):
    """Whether this attack, with the attacks that `go_on` stands for, wins against every answer."""
    force = attacker.force + given + sum(more.force for at, more in attacker.gains if at <= given)
    double = attacker.double or any(more.double for at, more in attacker.gains if at <= given)
    unblockable = attacker.unblockable or any(more.unblockable for at, more in attacker.gains if at <= given)
    force -= defence.raised
    if force < 0:  # nothing happens
        return go_on(defence)
    answers = []
    if defence.life:
        taken = naive_damage(defence, attacker.banish)
        if double and defence.life > 1:
            taken = [after for before in taken for after in naive_damage(before, attacker.banish)]
        answers += taken
    if defence.stops:
        answers.append(defence._replace(stops=defence.stops - 1))
    if defence.removes and not attacker.leader:
        answers.append(defence._replace(removes=defence.removes - 1))
    if defence.blockers and not unblockable:
        answers.append(defence._replace(blockers=defence.blockers - 1))
    for size in range(1, min(defence.held, len(defence.counters)) + 1):
        for used in combinations(range(len(defence.counters)), size):
            spent = [defence.counters[each] for each in used]
            if sum(spent) > force:
                left = tuple(value for each, value in enumerate(defence.counters) if each not in used)
                more = sum(value // 100 for value in spent)
                answers.append(defence._replace(counters=left, held=defence.held - size, stops=defence.stops + more))
    return all(map(go_on, answers))


def naive_damage(defence, banished):
    """The possible defences after one Life card is lost: it goes to hand, uses its Trigger, or is banished."""
    left = defence._replace(life=defence.life - 1, coming=defence.coming[1:], saving=defence.saving[1:])
    if banished:  # of the Life cards, the one that does least is lost
        return [left._replace(coming=defence.coming[: left.life], saving=defence.saving[: left.life])]
    counters = tuple(sorted(defence.counters + defence.coming[:1], reverse=True))
    stops, removes, raised = defence.saving[0] if defence.saving else (0, 0, 0)
    return [
        left._replace(counters=counters, held=defence.held + 1),
        left._replace(stops=defence.stops + stops, removes=defence.removes + removes, raised=defence.raised + raised),
    ]


@cache
def naive_line(line, defence):
    """Whether attacks in this order win against every defence, by trying every answer."""
    return bool(line) and naive_attack(*line[0], defence, partial(naive_line, line[1:]))


def random_attacker(rng, leader):
    gains = ()
    if rng.random() < 0.3:
        gains = ((rng.randint(1, 2), Strike(rng.randint(0, 2), rng.random() < 0.5, rng.random() < 0.3)),)
    needs = rng.choice((0, 0, 0, 1))
    return Attacker(
        rng.randint(-2, 3), rng.random() < 0.25, rng.random() < 0.15, needs, rng.random() < 0.1, leader, gains
    )


def random_fight(rng):
    attackers = tuple(random_attacker(rng, number == 0) for number in range(rng.randint(1, 4)))
    life = rng.choice((0, 0, 0, 1, 1, 2))
    counters = sorted((rng.choice((0, 1, 1, 2, 2, 4, 199)) for _ in range(rng.randint(0, 3))), reverse=True)
    if rng.random() < 0.5:
        known = {"coming": tuple(rng.choice((0, 1, 2)) for _ in range(life))}
    else:
        known = {"held": rng.randint(0, 2)}
    triggers = rng.random() < 0.3
    defence = Defence(
        life,
        rng.choice((0, 0, 1)),
        tuple(counters),
        saving=tuple((rng.choice((0, 1)), rng.choice((0, 1)), rng.choice((0, 0, 1))) for _ in range(life * triggers)),
        raised=rng.choice((0, 0, 0, 1)),
        **known,
    )
    return tuple(sorted(attackers, reverse=True)), rng.randint(0, 3), defence
