"""What the server knows of a player: their matches and results by the digest of their key, and their name."""

import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from sparring.arena.standing import Result, Standing, adapted
from sparring.puzzles.standing import Tried
from sparring.rules import AnyGame, Resigned
from sparring.server.background import Background
from sparring.server.lab_store import delete as delete_labs
from sparring.server.live import digest
from sparring.server.open_matches import known_game
from sparring.server.storage import Storage, of_player
from sparring.server.tables import decks, entries, labs, matches, players, puzzle_tries, reviews, seats

LEFT = {Resigned(0, out_of_time).reason for out_of_time in (False, True)}
"""The reasons of matches that somebody left."""


class People:
    """Reads and writes what is kept of players."""

    def __init__(self, storage: Storage, background: Background) -> None:
        self._storage = storage
        self._background = background

    async def results(self, *, key: str | None = None, name: str | None = None) -> list[Result]:
        """Every finished match of a player, found by key or by name."""
        columns = (
            matches.c.id,
            matches.c.game,
            matches.c.players,
            seats.c.seat,
            matches.c.winner,
            matches.c.places,
            matches.c.reason,
            matches.c.length,
            matches.c.changed,
            matches.c.help,
        )
        chosen = of_player(sql.select(*columns), key, name).where(matches.c.over.is_(True))
        return await self._storage.read(
            lambda connection: [_result(row) for row in connection.execute(chosen.order_by(matches.c.changed))]
        )

    async def standing(self, game: AnyGame, key: str | None) -> Standing:
        """Where a player stands in a game."""
        return Standing(game, await self.results(key=key) if key else [])

    async def adapted(self, game_name: str, opponents: Sequence[str], key: str | None, address: str) -> list[str]:
        """The opponents of a new match, where an adaptive one plays as the opponent that suits the player.

        Nobody is known without a key; then an adaptive opponent plays as the game's default.
        """
        if key is None or not any(who.partition(":")[0] == "adaptive" for who in opponents):
            return list(opponents)
        results = await self.results(key=key)

        def adapt() -> list[str]:
            game = known_game(game_name)
            standing = Standing(game, results)
            return [who if who == "human" else adapted(game, who, standing, key) for who in opponents]

        return await self._background.run(address, adapt)

    # ------------------------------------------------------------------ puzzles

    async def tries(self, key: str | None) -> list[Tried]:
        """The first try of a player at each puzzle."""
        kept = puzzle_tries.c
        chosen = sql.select(kept.game, kept.puzzle, kept.solved, kept.at).where(kept.player_key == key)
        return await self._storage.read(
            lambda connection: [Tried(*row) for row in connection.execute(chosen.order_by(kept.at))]
        )

    async def keep_try(self, key: str, tried: Tried) -> bool:
        """Keep a try, unless the player has tried the puzzle before; whether it was kept."""
        named = {"player_key": key, "game": tried.game, "puzzle": tried.puzzle}

        def work(connection: sql.Connection) -> None:
            connection.execute(puzzle_tries.insert().values(**named, solved=tried.solved, at=tried.when))

        try:
            await self._storage.write(work)
        except IntegrityError:
            return False
        return True

    # ------------------------------------------------------------------ who they are

    async def name_of(self, key: str | None) -> str | None:
        """What a player calls themselves, if they have said so."""
        chosen = sql.select(players.c.name).where(players.c.key == key)
        name: str | None = await self._storage.read(lambda connection: connection.execute(chosen).scalar())
        return name

    async def rename(self, key: str, name: str) -> None:
        """Keep what a player calls themselves."""

        def work(connection: sql.Connection) -> None:
            if not connection.execute(players.update().where(players.c.key == key).values(name=name)).rowcount:
                connection.execute(players.insert().values(key=key, name=name))

        await self._storage.write(work)

    async def is_known(self, key: str) -> bool:
        """Whether anything is kept of the player with this key."""
        of_seats = sql.select(seats.c.seat).where(seats.c.player_key == key).limit(1)
        of_names = sql.select(players.c.key).where(players.c.key == key)
        of_decks = sql.select(decks.c.id).where(decks.c.player_key == key).limit(1)
        of_labs = sql.select(labs.c.id).where(labs.c.player_key == key).limit(1)
        of_puzzles = sql.select(puzzle_tries.c.puzzle).where(puzzle_tries.c.player_key == key).limit(1)

        def work(connection: sql.Connection) -> bool:
            kept = (of_seats, of_names, of_puzzles, of_decks, of_labs)
            return any(connection.execute(chosen).first() is not None for chosen in kept)

        return await self._storage.read(work)

    async def forget(self, key: str) -> int:
        """Delete a player's matches against opponents, leave those against people without the player; how many went."""

        def work(connection: sql.Connection) -> int:
            mine = sql.select(seats.c.match_id).where(seats.c.player_key == key)
            theirs = sql.select(seats.c.match_id).where(seats.c.match_id.in_(mine), seats.c.player_key != key)
            others = set(connection.execute(theirs).scalars())
            alone = [match_id for match_id in connection.execute(mine).scalars() if match_id not in others]
            for match_id in set(alone):
                connection.execute(reviews.delete().where(reviews.c.match_id == match_id))
                connection.execute(entries.delete().where(entries.c.match_id == match_id))
                connection.execute(seats.delete().where(seats.c.match_id == match_id))
                connection.execute(matches.delete().where(matches.c.id == match_id))
            nobody = digest(secrets.token_urlsafe(24))
            left = seats.update().where(seats.c.player_key == key).values(player_key=nobody, player_name=None)
            connection.execute(left)
            changed = matches.update().where(matches.c.id.in_(others))
            connection.execute(changed.values(sittings=matches.c.sittings + 1))  # so that all read them again
            connection.execute(players.delete().where(players.c.key == key))
            connection.execute(puzzle_tries.delete().where(puzzle_tries.c.player_key == key))
            connection.execute(decks.delete().where(decks.c.player_key == key))
            of_key = sql.select(labs.c.id).where(labs.c.player_key == key)
            delete_labs(connection, list(connection.execute(of_key).scalars()))
            return len(set(alone)) + len(others)

        return await self._storage.write(work)


def _result(row: Any) -> Result:
    match_id, game, playing, seat, winner, places, reason, length, changed, help_ = row
    others = [player for other, player in enumerate(playing) if other != seat]
    left = reason in LEFT
    return Result(
        game=game,
        opponent=" and ".join(others),
        seat=seat,
        score=_score(seat, winner, places),
        when=changed,
        moves=length - left,
        left=left,
        help=help_,
        match=match_id,
    )


def _score(seat: int, winner: int | None, places: Sequence[int] | None) -> float:
    """1 for a win, 0.5 for a first place that is shared, 0 for a loss."""
    if places is None:
        return 0.5 if winner is None else float(winner == seat)
    return 0.0 if places[seat] > 1 else 1 / min(2, places.count(1))
