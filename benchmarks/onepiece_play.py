"""How One Piece opponents play: when and with how many characters they win, and where their DON!! go (OP-9).

Each opponent plays `--against` with swapped seats and all decks. A DON!! that is given counts as well used if its
receiver could attack that turn.
"""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean

from measuring import Figures, parser

import sparring
from sparring.games.onepiece.rules.options import GiveDon, option_texts
from sparring.games.onepiece.rules.state import State
from sparring.games.onepiece.rules.turn import may_attack
from sparring.games.onepiece.rules.values import has_keyword
from sparring.match.table import Table

STRONG = ("Rush", "Double Attack")


def played(asked: tuple[str, str, int]) -> tuple[str, bool, int, int, Counter[str]]:
    """One game: who was counted, whether it won, the last turn, its characters then, and what it did with DON!!."""
    who, other, number = asked
    game, seat = sparring.game("onepiece"), number % 2
    players = [sparring.opponent(game, who), sparring.opponent(game, other)]
    table, counts = Table(game, 1 + number // 2), Counter[str]()
    while table.outcome is None:
        decision = table.decision()
        option = players[decision.seat != seat].decide(decision).option
        if decision.seat == seat and decision.kind == "action":
            count(counts, table.position, option, seat)
        table.choose(option)
    state: State = table.position
    return who, table.outcome.winner == seat, state.turn, len(state.sides[seat].characters), counts


def count(counts: Counter[str], state: State, text: str, seat: int) -> None:
    """Note what an action does with DON!!."""
    option, side = option_texts(state)[text], state.sides[seat]
    if text == "end turn":
        counts["turns"] += 1
        counts["left"] += side.active
        playable = any(state.card(entry).main_price <= side.active for entry in side.hand)
        counts["left while a card could be played"] += side.active * playable
    if not isinstance(option, GiveDon):
        return
    unit = state.on_field(option.unit)
    counts["given"] += 1
    counts["able"] += may_attack(state, unit)
    counts["leader"] += unit is side.leader
    strong = [each for each in side.characters if may_attack(state, each) and _is_strong(state, each)]
    counts["strong there"] += bool(strong)
    counts["strong first"] += unit in strong


def _is_strong(state: State, unit: object) -> bool:
    return any(has_keyword(state, unit, keyword) for keyword in STRONG)  # type: ignore[arg-type]


def main() -> None:
    """Play, and print what was found."""
    options = parser(__doc__ or "")
    options.add_argument("opponents", nargs="*", default=["expert:time=0.2", "Harbourmaster:time=0.2", "hard"])
    options.add_argument("--against", default="hard")
    options.add_argument("--games", type=int, default=40)
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    games = 2 if given.quick else given.games
    asked = [(who, given.against, number) for number in range(games) for who in given.opponents]
    with ProcessPoolExecutor(given.jobs) as pool:
        found = list(pool.map(played, asked))
    columns = "won", "last turn of its wins", "characters then", "last turn of its losses"
    wins = Figures(f"Against {given.against}, {games} games each", "opponent", *columns)
    dons = Figures(
        "DON!! given", "opponent", "to who can attack", "to the leader", "to Rush or Double Attack", "left a turn"
    )
    for who in given.opponents:
        own = [each for each in found if each[0] == who]
        won, lost = [each for each in own if each[1]], [each for each in own if not each[1]]
        turns = [fmean(each[2] for each in some) if some else 0.0 for some in (won, lost)]
        bodies = fmean(each[3] for each in won) if won else 0.0
        wins.add(who, f"{len(won)} of {len(own)}", f"{turns[0]:.1f}", f"{bodies:.1f}", f"{turns[1]:.1f}")
        counts = sum((each[4] for each in own), Counter[str]())
        given_out = max(1, counts["given"])
        dons.add(
            who,
            f"{counts['able'] / given_out:.1%}",
            f"{counts['leader'] / given_out:.1%}",
            f"{counts['strong first']} of {counts['strong there']} where one was there",
            f"{counts['left'] / max(1, counts['turns']):.2f}, "
            f"{counts['left while a card could be played'] / max(1, counts['turns']):.2f} with a card to play",
        )
    wins.show()
    dons.show()


if __name__ == "__main__":
    main()
