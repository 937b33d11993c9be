"""R6: battle."""

from support.onepiece_own_cards import (
    ONE_OF_THEIRS,
    THIS,
    attacks,
    hidden,
    if_asked,
    own,
    play_from_hand,
    power_up,
    seats_asked,
    when,
)
from support.onepiece_table import P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R6: battle


def test_an_attack_rests_the_attacker_and_only_active_cards_attack():
    """R6.1: leaders and characters attack, stages do not, and nobody attacks their own cards."""
    half = Half(characters=["ST01-008", Put("ST01-009", rested=True)], stage="ST01-017")
    table = Table(half, Half(stage=Put("ST01-017", rested=True)))
    assert attacks(table) == {"attack leader with leader", "attack leader with Nico Robin"}
    table.do("attack leader with Nico Robin")
    assert table.unit(P1, "ST01-008").rested


def test_when_attacking_comes_before_the_block():
    """R6.2, R9.6: Sengoku lowers a cost first; only then the defender may block."""
    table = Table(Half(characters=["ST06-005"]), Half(characters=["ST01-006"])).do("attack leader with Sengoku")
    assert (table.asked, set(table.options)) == (P1, {"opposing Tony Tony.Chopper", "none"})
    table.do("opposing Tony Tony.Chopper")
    assert (table.asked, table.kind) == (P2, "blocker")
    assert table.cost(P2, "ST01-006") == 0


def test_the_target_is_gone_after_the_attack_step():
    """R6.3: no block, no counter, no comparison."""
    hunter = own("HUNTER", effects=[when("when_attacking", {"op": "ko", "target": ONE_OF_THEIRS})])
    half = Half(characters=[Put("ST01-010", rested=True), "ST01-006"], hand=["ST01-003"])
    table = Table(Half(characters=["HUNTER"], cards=[hunter]), half)
    table.do("attack Franky with HUNTER", "opposing Franky")
    assert (table.asked, table.kind, table.state.battle) == (P1, "action", None)
    assert table.trash(P2) == ["ST01-010"]
    assert table.unit(P1, "HUNTER").rested


def test_the_attacker_is_gone_after_the_attack_step():
    """R6.3: it went under its deck as it attacked, so there is nothing to block."""
    leaver = own("LEAVER", effects=[when("when_attacking", {"op": "place_at_deck_bottom", "target": THIS})])
    half = Half(characters=["ST01-006"], hand=["ST01-003"])
    table = Table(Half(characters=[Put("LEAVER", don=1)], cards=[leaver]), half).do("attack leader with LEAVER")
    assert (table.asked, table.kind) == (P1, "action")
    assert (table.deck(P1)[-1], table.don(P1), len(table.life(P2))) == ("LEAVER", (0, 1, 9), 5)


def test_the_attacker_is_gone_after_the_block_step():
    """R6.3, R9.7: Crocodile blocks and puts it under its deck; the counter step is left out, and he stays rested."""
    half = Half(characters=[Put("ST03-003", don=1)], hand=["ST01-003"])
    table = Table(Half(characters=["ST01-009"]), half).do("attack leader with Nefeltari Vivi", "block with Crocodile")
    assert (table.asked, set(table.options)) == (P2, {"opposing Nefeltari Vivi", "none"})
    table.do("opposing Nefeltari Vivi")
    assert (table.asked, table.kind) == (P1, "action")
    assert table.deck(P1)[-1] == "ST01-009"
    assert table.unit(P2, "ST03-003").rested
    assert table.hand(P2) == ["ST01-003"]


def test_the_target_is_gone_after_the_counter_step():
    """R6.3, R6.13: the blocker returned to hand, so nothing was battled, and Hawkins stays rested."""
    half = Half(characters=["ST02-004"], hand=["ST03-016"], active=2)
    table = Table(Half(characters=[Put("ST02-010", don=1)]), half).do("attack leader with Basil Hawkins")
    table.do('block with Capone"Gang"Bege', "use Thrust Pad Cannon", 'Capone"Gang"Bege')
    assert (table.hand(P2), len(table.life(P2))) == (["ST02-004"], 5)
    assert table.unit(P1, "ST02-010").rested
    assert (table.asked, table.kind) == (P1, "action")


def test_the_attacker_went_to_life_in_the_counter_step():
    """R6.3, R2.3, R2.6: Thunder Bagua puts it face up into its owner's Life; there is no damage."""
    theirs = Half(hand=["ST09-015"], active=2, life=2)
    table = Table(Half(characters=[Put("ST01-009", don=1)]), theirs).do("attack leader with Nefeltari Vivi")
    table.do("use Thunder Bagua", "leader", "opposing Nefeltari Vivi", "bottom")
    assert (table.life(P1)[-1], len(table.life(P1)), table.don(P1)) == ("ST01-009", 6, (0, 1, 9))
    assert (len(table.life(P2)), table.state.battle, table.asked) == (2, None, P1)
    assert hidden(table.view(P2).halves[P1].life) == 5


def test_removing_a_card_that_is_not_in_the_battle_changes_nothing():
    """R6.3, R6.6: the counter step goes on, and so does the attack."""
    theirs = Half(hand=["ST03-016", "ST01-003"], active=2)
    table = Table(Half(characters=["ST01-009"]), theirs).do("attack leader with leader", "use Thrust Pad Cannon")
    table.do("opposing Nefeltari Vivi")
    assert (table.asked, table.kind) == (P2, "counter")
    assert len(table.do("no counter").life(P2)) == 4


def test_blocker_may_save_a_character_too():
    """R6.4, R9.2: the blocker becomes the target, whether the leader or a character was attacked."""
    half = Half(characters=["ST01-006", Put("ST01-010", rested=True)])
    table = Table(Half(characters=["ST01-010"]), half).do("attack Franky with Franky")
    table.do("block with Tony Tony.Chopper")
    assert (table.field(P2), table.trash(P2)) == (["ST01-010"], ["ST01-006"])


def test_a_restriction_on_blockers_is_checked_when_one_blocks():
    """R6.5: Usopp's ban is on 5000 or more; a blocker that grows after blocking still blocks."""
    half = Half(characters=["ST05-004", "ST01-006"], hand=["ST01-014", "ST01-011"], active=1)
    table = Table(Half(characters=[Put("ST01-002", don=2)]), half).do("attack leader with Usopp")
    assert set(table.options) == {"no block", "block with Tony Tony.Chopper"}
    table.do("block with Tony Tony.Chopper", "use Guard Point", "Tony Tony.Chopper")
    table.do("counter with Brook for Tony Tony.Chopper")
    assert (table.field(P2), len(table.life(P2))) == (["ST05-004", "ST01-006"], 5)


def test_a_ban_on_blockers_lasts_for_its_battle():
    """R6.5, R6.12: Luffy with two DON!! cannot be blocked; the next attacker can."""
    half = Half(characters=[Put("ST01-012", don=2)])
    table = Table(half, Half(characters=["ST01-006"])).do("attack leader with Monkey.D.Luffy")
    assert (table.asked, len(table.life(P2))) == (P1, 4)
    table.do("attack leader with leader")
    assert "block with Tony Tony.Chopper" in table.options


def test_counters_are_free_and_unlimited():
    """R6.6, R6.7: characters from hand and events in any order; those on the field have no counter to use."""
    half = Half(characters=["ST01-009"], hand=["ST01-003", "ST01-014", "ST01-011", "ST01-004"], active=1)
    table = Table(Half(characters=[Put("ST04-003", don=1)]), half).do("attack leader with Kaido")
    assert not [option for option in table.options if "with Nefeltari Vivi" in option or "with Sanji" in option]
    table.do("counter with Karoo for leader", "use Guard Point", "leader", "counter with Brook for leader")
    assert len(table.life(P2)) == 4  # 11000 against 5000 and 6000 more
    assert table.don(P2) == (0, 1, 9)
    assert sorted(table.trash(P2)) == ["ST01-003", "ST01-011", "ST01-014"]
    poor = Table(Half(), Half(hand=["ST01-014", "ST01-003"])).do("attack leader with leader")
    assert "use Guard Point" not in poor.options


def test_double_attack_and_banish_do_nothing_against_characters():
    """R6.9: the character is K.O.'d, and no Life is touched."""
    half = Half("ST07-001", characters=["ST07-011", "ST07-013"], active=1)
    table = Table(half, Half(characters=[Put("ST01-009", rested=True)]))
    table.do("use Zeus", "leader", "use Prometheus", "leader", "attack Nefeltari Vivi with leader")
    assert (len(table.life(P2)), table.trash(P2), table.hand(P2)) == (5, ["ST01-009"], [])


def test_an_attacker_that_fails_is_not_kod():
    """R6.10: 1000 against 10000, and it is only rested."""
    table = Table(Half(characters=["ST01-007"]), Half(characters=[Put("ST04-003", rested=True)]))
    table.do("attack Kaido with Nami")
    assert (table.field(P1), table.field(P2)) == (["ST01-007"], ["ST04-003"])
    assert table.unit(P1, "ST01-007").rested


def test_a_character_set_active_attacks_again():
    """R6.11: Law readies Killer, who attacks twice in a turn."""
    half = Half(characters=["ST02-005"], hand=["ST02-009"], active=5)
    table = Table(half).do("attack leader with Killer", "play Trafalgar Law", "Killer")
    assert "attack leader with Killer" in table.options
    assert "attack leader with Trafalgar Law" not in table.options


def test_what_lasts_for_a_battle_ends_with_it_however_it_ends():
    """R6.12: also when the attacker is gone before the damage step."""
    half = Half(hand=["ST01-014", "ST03-016"], active=3)
    table = Table(Half(characters=["ST01-009"]), half).do("attack leader with Nefeltari Vivi")
    table.do("use Guard Point", "leader")
    assert table.power(P2, "ST01-001") == 8000
    table.do("use Thrust Pad Cannon", "opposing Nefeltari Vivi")
    assert (table.state.battle, table.power(P2, "ST01-001")) == (None, 5000)


def test_what_the_damage_step_made_due_comes_before_the_end_of_the_battle():
    """R6.12, R11.2: [On K.O.] plays a card, whose [On Play] follows; end-of-battle effects are due only then."""
    attacker = own("ATTACKER", effects=[when("end_of_battle", power_up())])
    dying = own("DYING", power=1000, effects=[when("on_ko", play_from_hand("COMING"))])
    coming = own("COMING", effects=[when("on_play", power_up())])
    theirs = Half(characters=[Put("DYING", rested=True)], hand=["COMING"], cards=[dying, coming])
    table = Table(Half(characters=["ATTACKER"], cards=[attacker]), theirs).do("attack DYING with ATTACKER")
    assert seats_asked(table, "COMING", "COMING", "leader") == [P2, P2, P1, P1]


def test_bentham_battles_the_blocker():
    """R6.13: after a block the blocker is the card battled, and Bentham may K.O. it and himself."""
    half = Half(characters=["ST05-008", "ST01-003"], active=8)
    for answer, left, mine in (("yes", ["ST01-003"], []), ("no", ["ST05-008", "ST01-003"], ["ST08-013"])):
        shiki = Half(characters=[Put("ST05-008", rested=True), "ST01-003"], active=8)
        table = Table(Half(characters=[Put("ST08-013", don=1)]), shiki)
        table.do("attack Shiki with Mr.2.Bon.Kurei(Bentham)")  # Shiki is not K.O.'d in battle
        assert (table.asked, set(table.options)) == (P1, {"yes", "no"})
        table.do(answer)
        assert (table.field(P2), table.field(P1)) == (left, mine)
    table = Table(Half(characters=[Put("ST08-013", don=1)]), half)
    table.do("attack leader with Mr.2.Bon.Kurei(Bentham)")
    assert (table.asked, table.kind) == (P1, "action")  # the leader is no character


def test_bentham_stays_when_the_ko_was_replaced():
    """R8.12, R10.1: Ace's Life went instead, so he was not K.O.'d, and "if you do" is not fulfilled."""
    theirs = Half(characters=[Put("ST09-010", rested=True)], hand=["ST01-007"])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    table.do("attack Portgas.D.Ace with Mr.2.Bon.Kurei(Bentham)", "counter with Nami for Portgas.D.Ace")
    table.do("yes")
    assert table.asked == P2
    table.do("yes", "top")
    assert table.field(P2) == ["ST09-010"]
    assert table.field(P1) == ["ST08-013"]


def test_bentham_stays_when_the_other_is_gone_already():
    """R8.8, R8.9: the battle itself K.O.'d it, so there is nothing to do and nothing follows."""
    theirs = Half(characters=[Put("ST01-009", rested=True)])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    if_asked(table.do("attack Nefeltari Vivi with Mr.2.Bon.Kurei(Bentham)"), "yes")
    assert (table.field(P1), table.field(P2)) == (["ST08-013"], [])


def test_bentham_defends_himself_too():
    """R6.13: if Bentham survives an attack, he may K.O. the attacking character and himself, but not a leader."""
    theirs = Half(characters=[Put("ST08-013", rested=True, don=1)])
    table = Table(Half(characters=["ST01-008"]), theirs).do("attack Mr.2.Bon.Kurei(Bentham) with Nico Robin")
    assert (table.asked, set(table.options)) == (P2, {"yes", "no"})
    table.do("yes")
    assert (table.field(P1), table.field(P2)) == ([], [])
    table = Table(Half(), theirs).do("attack Mr.2.Bon.Kurei(Bentham) with leader")
    assert (table.asked, table.field(P2)) == (P1, ["ST08-013"])


def test_bentham_stays_when_the_other_cannot_be_kod():
    """R0.2, R8.8: Smoker cannot be K.O.'d by effects, so nothing was done."""
    theirs = Half(characters=[Put("ST06-004", rested=True)], hand=["ST01-007"])
    table = Table(Half(characters=[Put("ST08-013", don=1)]), theirs)
    table.do("attack Smoker with Mr.2.Bon.Kurei(Bentham)", "counter with Nami for Smoker", "yes")
    assert (table.field(P1), table.field(P2)) == (["ST08-013"], ["ST06-004"])
