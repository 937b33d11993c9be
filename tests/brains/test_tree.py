"""The tree of a search: the textbook's own search, whose value no left-out move can change (ALL-21)."""

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sparring
from sparring.brains.minimax import Search, alphabeta
from sparring.brains.scores import PROVEN, WIN
from sparring.coach.tree import TooLarge, tree_json, tree_of
from sparring.coach.tree_picture import as_lines, picture
from sparring.rules import SparringError, notation

BOARDS = ["tictactoe", "connect4", "oware", "fourinarow"]


class Bushes(sparring.Game):
    """Who moves, what can be played, how it ends and what it is worth are random in every position."""

    name, title = "bushes", "Bushes"

    def __init__(self, seed):
        self.seed = seed

    def facts(self, position):
        rng = Random(repr((self.seed, position)))
        over = bool(position) and rng.random() < 0.15
        return rng.randrange(2), rng.randint(1, 4), over, rng.choice([None, 0, 1]), rng.randint(-5, 5)

    def start(self, rng):
        return ()

    def to_move(self, position):
        return self.facts(position)[0]

    def moves(self, position):
        return list(range(self.facts(position)[1]))

    def play(self, position, move):
        return (*position, move)

    def outcome(self, position):
        _, _, over, winner, _ = self.facts(position)
        return sparring.Outcome(winner, "so it is") if over else None

    def evaluate(self, position, seat):
        worth = self.facts(position)[4]
        return worth if seat == 0 else -worth


def positions():
    """A game, a position that is not over, and a small depth."""

    @st.composite
    def drawn(draw):
        if draw(st.booleans()):
            return Bushes(draw(st.integers(0, 10**6))), (), draw(st.integers(1, 5))
        game, rng = sparring.game(draw(st.sampled_from(BOARDS))), Random(draw(st.integers(0, 10**6)))
        position = notation.start(game, 0)
        for _ in range(draw(st.integers(0, 25))):
            following = game.play(position, rng.choice(game.moves(position)))
            if game.outcome(following) is not None:
                break
            position = following
        return game, position, draw(st.integers(1, 2))

    return drawn()


def one_ply_on(value):
    """A value as it is seen one ply earlier."""
    return value - (1 if value > PROVEN else -1 if value < -PROVEN else 0)


def naive(game, position, depth, seat):
    """Minimax without any cut."""
    outcome = game.outcome(position)
    if outcome is not None:
        return 0 if outcome.winner is None else WIN if outcome.winner == seat else -WIN
    if depth == 0:
        return max(-PROVEN, min(PROVEN, game.evaluate(position, seat)))
    values = [one_ply_on(naive(game, game.play(position, move), depth - 1, seat)) for move in game.moves(position)]
    return max(values) if game.to_move(position) == seat else min(values)


def folded(node, seat, for_cut):
    """The value of a tree from its leaves, with one value for every move that was left out."""
    if node.cut:
        return for_cut
    if not node.children:
        return node.value
    values = [one_ply_on(folded(child, seat, for_cut)) for child in node.children]
    return max(values) if node.seat == seat else min(values)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_the_value_is_that_of_minimax_and_the_positions_are_those_that_the_search_counts(given_):
    game, position, depth = given_
    tree = tree_of(game, position, depth)
    seat = game.to_move(position)
    assert tree.root.value == naive(game, position, depth, seat)
    search = Search(game, seat)
    assert alphabeta(search, position, depth).value == tree.root.value
    assert search.nodes == tree.nodes == sum(not node.cut for node in tree.root.walk())
    assert tree.without_cuts is None or tree.nodes <= tree.without_cuts


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from([-WIN, -3, 0, 3, WIN]))
def test_whatever_the_moves_that_were_left_out_are_worth_the_value_stays(given_, worth):
    game, position, depth = given_
    tree = tree_of(game, position, depth)
    assert folded(tree.root, game.to_move(position), worth) == tree.root.value


@settings(max_examples=40, deadline=None)
@given(positions())
def test_every_move_is_in_the_tree_looked_at_or_left_out_with_a_reason(given_):
    game, position, depth = given_
    waiting = [(tree_of(game, position, depth).root, position, depth)]
    while waiting:
        node, at, left = waiting.pop()
        texts = list(game.options(at)) if left else []
        assert [child.move for child in node.children] == texts
        assert node.alpha < node.beta
        for child, move in zip(node.children, game.moves(at), strict=False):
            assert child.cut == (child.value is None)
            assert child.why.endswith(".")
            if not child.cut:
                waiting.append((child, game.play(at, move), left - 1))


@settings(max_examples=40, deadline=None)
@given(positions())
def test_bounds_say_what_is_known_and_the_marked_line_has_the_value_of_the_root(given_):
    game, position, depth = given_
    tree = tree_of(game, position, depth)
    seat = game.to_move(position)
    waiting, line = [(tree.root, position, depth)], []
    while waiting:
        node, at, left = waiting.pop()
        exact = naive(game, at, left, seat)
        assert {"exact": node.value == exact, "at least": node.value <= exact, "at most": node.value >= exact}[
            node.bound
        ]
        looked_at = [child for child in node.children if not child.cut]
        marked = [child for child in looked_at if child.best]
        assert len(marked) == (1 if node.best and looked_at else 0)
        line += marked
        waiting += [(child, game.play(at, game.options(at)[child.move]), left - 1) for child in looked_at]
    value = line[-1].value
    for _ in line:
        value = one_ply_on(value)
    assert value == tree.root.value


def test_json_text_and_picture_tell_of_every_position():
    game = sparring.game("tictactoe")
    tree = tree_of(game, notation.after_moves(game, "b2 a1"), 3)
    told = tree_json(tree)
    assert (told["nodes"], told["value"], told["to_move"]) == (tree.nodes, tree.root.value, "x")
    nodes, waiting = 0, [told["root"]]
    while waiting:
        node = waiting.pop()
        nodes += not node["cut"]
        waiting += node["children"]
    assert nodes == tree.nodes
    lines = list(as_lines(tree))
    assert sum("cut: " not in line for line in lines) == tree.nodes
    drawn = ElementTree.fromstring(picture(tree))
    boxes = drawn.findall(".//{http://www.w3.org/2000/svg}g/{http://www.w3.org/2000/svg}rect")
    assert len(boxes) == tree.nodes


def test_a_tree_that_is_too_large_and_games_that_have_none_are_refused_in_a_sentence():
    connect4, cards = sparring.game("connect4"), sparring.game("onepiece")
    with pytest.raises(TooLarge, match="more than 100 positions at depth 6"):
        tree_of(connect4, notation.start(connect4, 0), 6, most=100)
    with pytest.raises(SparringError, match="One Piece hides something"):
        tree_of(cards, notation.start(cards, 0), 2)
    game = sparring.game("tictactoe")
    with pytest.raises(SparringError, match="The game is over"):
        tree_of(game, notation.after_moves(game, "a1 a2 b1 b2 c1"), 2)
