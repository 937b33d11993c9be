"""Positions of games as people play them: random, or with an eye for what wins or loses at once."""


def positions(game, rng, games, sensible=0.5):
    """Every unfinished position of some games; in a share of them everybody takes wins and stops those of the other."""
    for _ in range(games):
        position, careful = game.start(rng), rng.random() < sensible
        while game.outcome(position) is None:
            yield position
            moves = list(game.options(position).values())
            rng.shuffle(moves)
            position = game.play(position, _chosen(game, position, moves) if careful else moves[0])


def _chosen(game, position, moves):
    """A move that wins at once, or else one after which the other side cannot, if there is one."""
    seat = game.to_move(position)
    for move in moves:
        if wins(game, position, move, seat):
            return move
    for move in moves:
        after = game.play(position, move)
        replies = game.options(after).values()
        if not any(wins(game, after, reply, game.to_move(after)) for reply in replies):
            return move
    return moves[0]


def wins(game, position, move, seat):
    """Whether a move ends the game with a win of a seat."""
    outcome = game.outcome(game.play(position, move))
    return outcome is not None and outcome.winner == seat
