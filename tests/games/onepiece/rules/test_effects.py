"""R8: effects."""

from support.onepiece_own_cards import DRAW, OWN, THIS, hidden, if_asked, own, play_from_hand, when
from support.onepiece_table import P1, P2, Half, Put, Table

# ---------------------------------------------------------------------- R8: effects


def test_texts_work_only_in_their_own_area():
    """R8.1, R8.2: Drake in hand or trash gives nothing; rested on the field with a DON!! he does."""
    on_field = Half("ST02-001", characters=[Put("ST02-014", rested=True, don=1)])
    elsewhere = Half("ST02-001", hand=["ST02-014"], trash=["ST02-014"], active=1)
    assert Table(on_field).power(P1, "ST02-001") == 6000
    assert Table(elsewhere).power(P1, "ST02-001") == 5000


def test_an_effect_with_a_cost_may_be_refused_and_one_without_must_be_used():
    """R8.3: Tesoro asks; Mihawk does not."""
    table = Table(Half(characters=["ST05-006"], active=2)).do("attack leader with Gild Tesoro")
    assert (table.asked, set(table.options)) == (P1, {"yes", "no"})
    assert (table.do("no").hand(P1), table.don(P1)) == ([], (2, 0, 8))
    half = Half(characters=[Put("ST03-005", don=1)], deck=["ST01-004"] * 2)
    table = Table(half).do("attack leader with Dracule Mihawk")
    assert table.trash(P1) == ["ST01-004"] * 2


def test_the_cost_is_paid_before_anything_happens_and_actions_come_in_their_order():
    """R8.4: Queen's DON!! goes first, then two cards are drawn, then one is trashed, which may be one of them."""
    half = Half(hand=["ST04-005"], active=5, deck=["ST01-004", "ST01-005"])
    table = Table(half).do("play Queen", "yes")
    assert table.don(P1) == (0, 4, 6)
    assert set(table.options) == {"Sanji", "Jinbe"}
    table.do("Sanji")
    assert (table.hand(P1), table.trash(P1)) == (["ST01-005"], ["ST01-004"])


def test_a_cost_is_paid_in_full_or_not_at_all():
    """R8.5: Carina needs a FILM card; resting her alone is no way to pay."""
    table = Table(Half(characters=["ST05-005"], hand=["ST01-003"], active=1), Half(active=5))
    assert "use Carina" not in table.options
    rested = Half(characters=[Put("ST05-005", rested=True)], hand=["ST05-007"], active=1)
    assert "use Carina" not in Table(rested, Half(active=5)).options


def test_an_event_may_be_used_without_paying_its_other_cost():
    """R8.5, R8.6: then nothing happens; with a DON!! left one is asked."""
    half = Half(hand=["ST05-016"], active=3)
    table = Table(half, Half(characters=["ST01-003"])).do("play Lion's Threat Imperial Earth Bind", "no")
    assert (table.don(P1), table.field(P2), table.trash(P1)) == ((0, 3, 7), ["ST01-003"], ["ST05-016"])
    table = Table(half, Half(characters=["ST01-003"])).do("play Lion's Threat Imperial Earth Bind", "yes")
    assert table.do("opposing Karoo").field(P2) == []
    assert table.don(P1) == (0, 1, 9)


def test_two_costs_that_take_the_same_are_paid_together_or_not_at_all():
    """R8.5: a player with only one FILM card must not spend it on the first cost if the second needs it."""
    costs = [{"pay": "trash_from_hand", "count": 1}]
    costs += [{"pay": "trash_from_hand", "count": 1, "filter": {"types_any": ["FILM"]}}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], hand=["ST05-007", "ST01-004"], deck=["ST01-005"]))
    table.do("use PAYER")
    assert (table.hand(P1), sorted(table.trash(P1))) == (["ST01-005"], ["ST01-004", "ST05-007"])


def test_don_that_are_returned_cannot_be_rested_too():
    """R8.5, R8.6: with one active and one rested DON!! the rested one must be the one that is returned."""
    costs = [{"pay": "return_don", "count": 1}, {"pay": "rest_don", "count": 1}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], active=1, rested=1)).do("use PAYER")
    if_asked(table, "active DON!!")
    active, rested, left = table.don(P1)
    assert (active, rested, left) == (0, 1, 9)
    poor = Table(Half(characters=["PAYER"], cards=[card], active=1))
    assert "use PAYER" not in poor.options


def test_what_an_earlier_part_of_a_cost_brings_may_pay_a_later_part():
    """R8.5: the cost is paid in its order, so the Life card that came to hand can be trashed."""
    costs = [{"pay": "life_to_hand", "count": 1, "from": "top"}, {"pay": "trash_from_hand", "count": 1}]
    card = own("PAYER", effects=[when("activate_main", DRAW, cost=costs, optional=True)])
    table = Table(Half(characters=["PAYER"], cards=[card], life=["ST01-004", "ST01-003"], deck=["ST01-005"]))
    table.do("use PAYER")
    assert (table.life(P1), table.trash(P1), table.hand(P1)) == (["ST01-003"], ["ST01-004"], ["ST01-005"])


def test_don_are_returned_from_any_place_that_their_owner_chooses():
    """R8.6: active, rested or given ones."""
    half = Half(Put("ST03-001", don=1), characters=[Put("ST01-009", don=2)], active=2, rested=2)
    table = Table(half).do("use leader")
    assert set(table.options) == {"active DON!!", "rested DON!!", "DON!! of leader", "DON!! of Nefeltari Vivi"}
    table.do("DON!! of leader", "DON!! of Nefeltari Vivi", "rested DON!!", "active DON!!", "Nefeltari Vivi")
    assert table.hand(P1) == ["ST01-009"]
    assert table.don(P1) == (1, 1 + 1, 7)


def test_conditions_hold_at_every_moment_for_permanent_effects():
    """R8.7: Kaido with a DON!! and two Life is not K.O.'d in battle; with three he is, and so he is without."""
    for life, given, left in ((2, 1, ["ST09-004"]), (3, 1, []), (2, 0, [])):
        theirs = Half(characters=[Put("ST09-004", rested=True, don=given)], life=life)
        table = Table(Half(characters=["ST01-010"]), theirs).do("attack Kaido with Franky")
        assert table.field(P2) == left


def test_permanent_effects_follow_what_happens():
    """R8.7, R8.11: Drake rests, Urouge loses a friend, Yamato loses Life, Shiki's owner returns DON!!."""
    table = Table(Half("ST02-001", characters=[Put("ST02-014", don=1), "ST02-012"]))
    assert table.power(P1, "ST02-001") == 5000
    table.do("attack leader with X.Drake")
    assert (table.power(P1, "ST02-001"), table.power(P1, "ST02-014")) == (6000, 7000)
    assert table.power(P1, "ST02-012") == 3000
    table.do("end turn")
    assert table.power(P1, "ST02-001") == 5000

    three = Half(characters=[Put("ST02-003", don=1), Put("ST01-003", rested=True), "ST01-009"])
    table = Table(Half(), three)
    assert table.power(P2, "ST02-003") == 5000
    assert table.do("attack Karoo with leader").power(P2, "ST02-003") == 3000

    table = Table(Half(), Half(Put("ST09-001", don=1), life=3))
    assert table.power(P2, "ST09-001") == 5000
    assert table.do("attack leader with leader").power(P2, "ST09-001") == 6000

    for leader_used, left in ((False, ["ST05-008"]), (True, [])):
        shiki = Half("ST05-001", characters=[Put("ST05-008", rested=True)], active=8)
        table = Table(shiki, Half(characters=["ST04-003"]))
        table = table.do("use leader") if leader_used else table
        table.do("end turn", "attack Shiki with Kaido")
        assert table.field(P1) == left


def test_a_condition_may_depend_on_whose_turn_it_is():
    """R8.7: Yamato with a DON!! and two Life has 1000 more in the opponent's turn only."""
    half = Half(Put("ST09-001", don=1), characters=["ST01-007"], life=2)
    table = Table(half)
    assert table.power(P1, "ST09-001") == 6000  # the DON!!
    table.do("end turn")
    assert (table.asked, table.power(P1, "ST09-001")) == (P2, 6000)  # its effect
    assert Table(Half(Put("ST09-001", don=1), life=3), seat=P2).power(P1, "ST09-001") == 5000


def test_a_cost_may_be_paid_without_effect():
    """R8.8: the leader's type is looked at only after the island was rested."""
    table = Table(Half("ST01-001", stage="ST04-017", active=1)).do("use Onigashima Island")
    assert table.unit(P1, "ST04-017").rested
    assert (table.kind, table.don(P1)) == ("action", (1, 0, 9))
    table = Table(Half("ST04-001", stage="ST04-017", active=1)).do("use Onigashima Island", "1")
    assert table.don(P1) == (1, 1, 8)


def test_linlin_pays_life_without_effect_with_more_than_two_left():
    """R8.8, R7.9: the card comes to hand; only with two or fewer left may one go back."""
    for life, offered in ((4, False), (3, True)):
        table = Table(Half(Put("ST07-001", don=2), hand=["ST01-004"], life=life))
        table.do("attack leader with leader", "yes", "top")
        assert ("Sanji" in table.options) == offered
        if offered:
            table.do("Sanji")
            assert table.life(P1) == ["ST01-004", "ST01-003", "ST01-003"]
            assert hidden(table.view(P2).halves[P1].life) == 3


def test_an_effect_may_be_used_without_a_target():
    """R8.9: the Sunny is rested without a target."""
    table = Table(Half("ST02-001", stage="ST01-017", active=1)).do("use Thousand Sunny")
    assert table.kind == "action"
    assert table.unit(P1, "ST01-017").rested


def test_once_per_turn_is_for_each_card():
    """R8.10: two Namis each give one DON!!, and again in the next turn."""
    table = Table(Half("ST02-001", characters=["ST01-007", "ST01-007"], rested=3))
    table.do("use Nami #1", "leader")
    assert "use Nami #1" not in table.options
    table.do("use Nami #2", "leader")
    assert "use Nami #2" not in table.options
    assert table.unit(P1, "ST02-001").don == 2
    table.do("end turn", "end turn")
    assert {"use Nami #1", "use Nami #2"} <= set(table.options)


def test_an_effect_goes_on_when_its_source_is_gone():
    """R8.11: what Jinbe gave lasts for the turn, although he was returned to hand."""
    half = Half(characters=[Put("ST01-005", don=1)], hand=["ST03-015"], active=4)
    table = Table(half).do("attack leader with Jinbe", "leader", "play Sables", "Jinbe")
    assert table.field(P1) == []
    assert table.power(P1, "ST01-001") == 6000


def test_a_group_with_a_duration_is_those_who_were_there():
    """R8.11: Shanks strengthens the FILM characters on the field, not those that come later."""
    half = Half("ST05-001", characters=["ST05-013", "ST01-003"], hand=["ST05-007"], active=4)
    table = Table(half).do("use leader", "play Gordon")
    assert (table.power(P1, "ST05-013"), table.power(P1, "ST01-003")) == (8000, 3000)
    assert table.power(P1, "ST05-007") == 3000


def test_white_out_protects_those_who_were_there():
    """R8.11: Vivi cannot be K.O.'d this turn; Killer, who comes later, can."""
    theirs = Half(characters=["ST01-009"], life=["ST06-016", "ST02-005", "ST01-003"])
    mine = Half(characters=["ST01-010"], hand=["ST06-012", "ST06-012", "ST01-003", "ST01-003"], active=10)
    table = Table(mine, theirs).do("attack leader with leader", "use the Trigger")
    if_asked(table.do("attack leader with Franky", "no counter", "use the Trigger"), "none")
    assert table.field(P2) == ["ST01-009", "ST02-005"]
    table.do("play Monkey.D.Garp", "play Monkey.D.Garp", "use Monkey.D.Garp #1", "opposing Nefeltari Vivi")
    assert table.field(P2) == ["ST01-009", "ST02-005"]
    table.do("use Monkey.D.Garp #2", "opposing Killer")
    assert table.field(P2) == ["ST01-009"]


class TestAce:
    """A replacement: ST09-010, once in a turn."""

    def test_life_may_go_instead(self):
        """R8.12: top or bottom, and nobody was K.O.'d."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=["ST01-004", "ST01-005", "ST01-006"])
        table = Table(Half("ST08-001", characters=["ST04-003"], rested=1), theirs).do("attack Portgas.D.Ace with Kaido")
        assert (table.asked, set(table.options)) == (P2, {"yes", "no"})
        table.do("yes")
        assert set(table.options) == {"top", "bottom"}
        table.do("bottom")
        assert (table.field(P2), table.life(P2)) == (["ST09-010"], ["ST01-004", "ST01-005"])
        assert table.trash(P2) == ["ST01-006"]
        assert table.don(P1) == (0, 1, 9)  # the leader saw no K.O.
        assert table.asked == P1

    def test_it_may_be_declined(self):
        """R8.12: then Ace is K.O.'d, and the leader may take a DON!!."""
        theirs = Half(characters=[Put("ST09-010", rested=True)])
        table = Table(Half("ST08-001", characters=["ST04-003"], rested=1), theirs)
        table.do("attack Portgas.D.Ace with Kaido", "no")
        assert (table.field(P2), len(table.life(P2))) == ([], 5)
        assert (table.asked, set(table.options)) == (P1, {"0", "1"})
        assert table.do("1").unit(P1, "ST08-001").don == 1

    def test_it_needs_life(self):
        """R8.12: a replacement that cannot be carried out is not offered."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=0)
        table = Table(Half(characters=["ST04-003"]), theirs).do("attack Portgas.D.Ace with Kaido")
        assert (table.field(P2), table.asked) == ([], P1)

    def test_it_helps_once_in_a_turn(self):
        """R8.10, R8.12: the second K.O. of the turn is one; in another turn it helps again."""
        theirs = Half(characters=[Put("ST09-010", rested=True)], life=3)
        mine = Half(characters=["ST04-003", "ST04-003"])
        table = Table(mine, theirs).do("attack Portgas.D.Ace with Kaido #1", "yes", "top")
        table.do("attack Portgas.D.Ace with Kaido #2")
        assert (table.field(P2), table.asked) == ([], P1)

    def test_it_helps_against_effects_too(self):
        """R8.12, R10.1: King's master K.O.s by an effect."""
        table = Table(Half(hand=["ST04-003"], active=9), Half(characters=["ST09-010"], life=1))
        table.do("play Kaido", "yes", "opposing Portgas.D.Ace", "yes")
        assert (table.field(P2), table.life(P2)) == (["ST09-010"], [])

    def test_two_of_them_with_one_life(self):
        """R8.12, R8.10: the one Life card can save only one of them."""
        theirs = Half("ST08-001", characters=["ST09-010", "ST09-010"], life=1, rested=2)
        table = Table(Half(hand=["SWEEP"], active=1, cards=OWN), theirs).do("play SWEEP", "yes")
        assert (len(table.field(P2)), table.life(P2)) == (1, [])
        assert table.asked == P1  # and it is not P2's turn, so the leader takes no DON!!
        assert table.don(P2) == (0, 2, 8)

    def test_it_does_not_help_against_a_return(self):
        """R8.12, R10.2: to hand is no K.O."""
        table = Table(Half(hand=["ST03-015"], active=4), Half(characters=["ST09-010"]))
        table.do("play Sables", "opposing Portgas.D.Ace")
        assert (table.hand(P2), table.asked) == (["ST09-010"], P1)


def test_an_effect_whose_source_is_gone_is_lost():
    """R8.13: of two effects the first returned the card to hand, so the second does not come."""
    effects = [when("when_attacking", {"op": "return_to_hand", "target": THIS}), when("when_attacking", DRAW)]
    table = Table(Half(characters=["TWICE"], cards=[own("TWICE", effects=effects)])).do("attack leader with TWICE")
    assert len(table.options) == 2
    gone = Table(Half(characters=["TWICE"], cards=[own("TWICE", effects=effects)]))
    gone.do("attack leader with TWICE").do(gone.options[0])
    assert gone.hand(P1) == ["TWICE"]
    stays = table.do(table.options[1])
    assert sorted(stays.hand(P1)) == ["ST01-003", "TWICE"]


def test_on_play_of_a_card_that_left_again_is_lost():
    """R8.13, R11.3: Teach and Kuma come together; Teach returns Kuma, who looks at nothing."""
    both = play_from_hand("Marshall.D.Teach", "Bartholomew Kuma", most=2)
    event = own("BOTH", "event", effects=[when("main", both, optional=True)])
    table = Table(Half(hand=["BOTH", "ST03-014", "ST03-010"], cards=[event], active=1))
    table.do("play BOTH", "Marshall.D.Teach", "Bartholomew Kuma")
    assert table.field(P1) == ["ST03-014", "ST03-010"]
    if "none" not in table.options:
        table.do(next(option for option in table.options if option.startswith("Marshall")))
    table.do("Bartholomew Kuma")
    assert (table.hand(P1), table.kind) == (["ST03-010"], "action")
