"""Calls about players: who you are, where you stand, whom to play next; taking it elsewhere, and deleting it.

There are no accounts. A player is whoever holds a key: the page has it in a cookie, programs send it as `Sparring-Key`.
"""

import time
from collections import defaultdict
from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from sparring.arena.standing import ENOUGH, Result, Standing, plays_as
from sparring.opponents import catalogue
from sparring.opponents.settings import SEEN_ONLY, TARGET
from sparring.rules import AnyGame, SparringError, UnknownName
from sparring.rules.naming import split
from sparring.rules.registry import games as all_games
from sparring.server.messages import PlayerName
from sparring.server.open_matches import known_game
from sparring.server.people_messages import (
    DeckExported,
    Expected,
    Export,
    Forgotten,
    GameStanding,
    KeyAsked,
    KeyShown,
    MatchExported,
    MatchFor,
    MatchStanding,
    Me,
    NameAsked,
    NextShown,
    OwnMatch,
    OwnResults,
    PlayerShown,
    PuzzleTried,
    RatingShown,
    ResultsListed,
)
from sparring.server.problems import NotFound, NotOpen
from sparring.server.puzzle_calls import shown_puzzles
from sparring.server.services import (
    ALWAYS,
    COOKIE,
    Asker,
    Caller,
    Served,
    Services,
    Visitor,
    errors,
    from_own_page,
    hand_over,
    key_of,
    remember,
)
from sparring.server.stored import SeatOf

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["players"], dependencies=[Depends(from_own_page)])

A_MONTH = 30 * 24 * 3600.0
SHOWN_MATCHES, SHOWN_COURSE, ALL_MATCHES = 50, 60, 100_000
TARGETS = (0.6, TARGET, 0.3)
"""The shares for which the page offers a match: easier, even, harder."""


class _Record:
    """A player's matches and results, and where the player stands in each game."""

    def __init__(self, results: list[Result], recent: list[SeatOf]) -> None:
        self.results = [replace(result, opponent=_without_pace(result.opponent)) for result in results]
        self.recent = recent
        self.games = {game.name: game for game in all_games() if _has_opponents(game)}
        self.standings = {name: Standing(game, self.results) for name, game in self.games.items()}
        self.changes = {
            counted.result.match: counted.change for standing in self.standings.values() for counted in standing.counted
        }

    def ratings(self) -> list[RatingShown]:
        return [_rating(standing) for standing in self.standings.values()]

    def opponents(self) -> list[OwnResults]:
        expected: dict[tuple[str, str], list[float]] = defaultdict(list)
        for standing in self.standings.values():
            for counted in standing.counted:
                expected[counted.result.game, counted.result.opponent].append(counted.expected)
        return [
            OwnResults(
                **row.model_dump(),
                level=_level(self.games.get(row.game), row.opponent),
                rating=self._rating_of(row.game, row.opponent),
                expected=_mean(expected[row.game, row.opponent]),
            )
            for row in _counts(self.results)
        ]

    def _rating_of(self, game: str, opponent: str) -> float | None:
        if game not in self.standings:
            return None
        standing = self.standings[game]
        return standing.ratings.get(_plays_as(standing.game, opponent))

    def matches(self) -> list[OwnMatch]:
        over = {result.match: result for result in self.results}
        return [self._match(stored_seat, over.get(stored_seat.match.id)) for stored_seat in self.recent]

    def _match(self, stored_seat: SeatOf, result: Result | None) -> OwnMatch:
        stored, seat = stored_seat
        base = stored.game.partition(":")[0]
        standing = self.standings.get(base)
        opponent = " and ".join(player for other, player in enumerate(stored.players) if other != seat)
        return OwnMatch(
            id=stored.id,
            game=stored.game_seen_by(seat),
            title=self.games[base].title if base in self.games else base,
            opponent=opponent,
            level=_level(self.games.get(base), opponent),
            seat=seat,
            result="open" if result is None else ("lost", "drawn", "won")[round(2 * result.score)],
            when=stored.changed,
            moves=stored.length,
            change=self.changes.get(stored.id),
            why="" if result is None or standing is None else standing.why_not(result),
        )

    def next(self, whose: str) -> NextShown | None:
        """Whom to play next, in the game that was played last."""
        played = [stored.game.partition(":")[0] for stored, _ in self.recent]
        rated = [name for name in [*played, *self.standings] if name in self.standings and self.standings[name].rungs]
        return _next(self.standings[rated[0]], whose) if rated else None


# ---------------------------------------------------------------------- who you are


@calls.get("/players/me")
async def me(served: Served, caller: Visitor, limit: Annotated[int, Query(ge=1, le=1000)] = SHOWN_MATCHES) -> Me:
    """Who you are: your ratings, your results by opponent, your latest matches, and whom to play next."""
    record, key = await _record(served, caller, limit), caller.key or ""

    def tell() -> Me:
        results = record.results
        return Me(
            name=name,
            known=caller.key is not None,
            played=len(results),
            since=results[0].when if results else None,
            ratings=record.ratings(),
            results=record.opponents(),
            matches=record.matches(),
            next=record.next(key),
            puzzles=shown_puzzles(record.games.values(), tries),
        )

    name, tries = await served.people.name_of(caller.key), await served.people.tries(caller.key)
    return await served.background.run(caller.address, tell)


@calls.patch("/players/me")
async def rename(asked: NameAsked, request: Request, response: Response, served: Served, caller: Visitor) -> NameAsked:
    """Say what you call yourself."""
    await served.people.rename(caller.key or remember(response, request), asked.name)
    return asked


@calls.delete("/players/me")
async def forget(response: Response, served: Served, caller: Visitor) -> Forgotten:
    """Delete your name, your results and your matches. Of matches against people only your part goes."""
    gone = await served.people.forget(caller.key) if caller.key else 0
    response.delete_cookie(COOKIE)
    return Forgotten(matches=gone)


@calls.get("/players/me/export")
async def export(served: Served, caller: Visitor) -> Export:
    """Everything that is kept of you, to take it elsewhere."""
    record = await _record(served, caller, ALL_MATCHES)
    texts = {}
    for stored, _ in record.recent:
        if stored.over:
            lines = [logged.entry for logged in await served.storage.entries(stored.id)]
            texts[stored.id] = str(stored.record([])) + "".join(f"{line}\n" for line in lines)
    shown = await served.background.run(caller.address, record.matches)
    return Export(
        name=await served.people.name_of(caller.key),
        matches=[MatchExported(**match.model_dump(), record=texts.get(match.id)) for match in shown],
        ratings=await served.background.run(caller.address, record.ratings),
        puzzles=[PuzzleTried(**asdict(tried)) for tried in await served.people.tries(caller.key)],
        decks=[DeckExported(**asdict(deck)) for deck in await served.kept_decks.of(caller.key) if deck.content],
    )


@calls.get("/players/me/key")
async def show_key(request: Request) -> KeyShown:
    """Your key, to use it on another device. Whoever has it is you."""
    return KeyShown(key=key_of(request))


@calls.put("/players/me/key", responses=errors(404))
async def use_key(asked: KeyAsked, request: Request, response: Response, served: Served) -> KeyShown:
    """Be known on this device by a key from another one."""
    if not await served.people.is_known(hand_over(asked.key)):
        raise NotFound("unknown_key", "Nobody is known by this key here.")
    hand_over(asked.key, response, request)
    return KeyShown(key=asked.key)


@calls.delete("/players/me/key")
async def drop_key(response: Response) -> KeyShown:
    """Forget your key on this device. What is kept of you stays, and opens with the key elsewhere."""
    response.delete_cookie(COOKIE)
    return KeyShown(key=None)


@calls.get("/players/{name}")
async def results_of(served: Served, name: Annotated[PlayerName, Path()]) -> PlayerShown:
    """The results of the player with this name."""
    return PlayerShown(name=name, results=_counts(await served.people.results(name=name)))


# ---------------------------------------------------------------------- where you stand


@calls.get("/players/me/games/{game}", responses=errors(404))
async def in_game(served: Served, caller: Visitor, game: Annotated[str, Path(max_length=100)]) -> GameStanding:
    """Where you stand in a game: what you would score against each opponent, and whom an adaptive one plays as."""
    results = await served.people.results(key=caller.key) if caller.key else []

    def tell() -> GameStanding:
        standing = Standing(known_game(game), results)
        measured = sorted(standing.ratings.items(), key=lambda rung: rung[1])
        scores = standing.strength.expected([rating for _, rating in measured]) if measured else []
        return GameStanding(
            rating=_rating(standing),
            opponents=[
                Expected(name=name, rating=rating, expected=score)
                for (name, rating), score in zip(measured, scores, strict=True)
            ],
            matches=[_match_for(standing, target, caller.key) for target in TARGETS],
            why=standing.why_nothing_counts,
        )

    return await served.background.run(caller.address, tell)


@calls.get("/matches/{match_id}/standing", responses=errors(401, 404))
async def of_match(match_id: Annotated[str, Path()], served: Served, caller: Asker) -> MatchStanding:
    """Whether a match counts for your rating, why not if it does not, and what it did to it."""
    live = await served.matches.open(match_id, caller.address)
    seat = await served.matches.seat_of(live, caller.token, caller.key)
    if seat is None:
        raise NotOpen("Only a player of the match has a standing in it.")
    stored = await served.storage.find(match_id) or live.stored
    key = stored.owners[seat].player_key or ""
    results = await served.people.results(key=key)

    def tell() -> MatchStanding:
        standing = Standing(known_game(stored.game.partition(":")[0]), results)
        this = next((result for result in results if result.match == match_id), None)
        others = [player for other, player in enumerate(stored.players) if other != seat]
        pending = Result(stored.game, " and ".join(others), seat, 0.5, stored.changed, help=stored.help)
        why = standing.why_not(this or pending)
        counted = next((counted for counted in standing.counted if counted.result is this), None) if this else None
        strength = "" if why and others == ["human"] else _plays_as(standing.game, others[0])
        now = standing.expected(strength) if strength in standing.ratings else None
        return MatchStanding(
            counts=not why,
            why=why,
            rating=_rating(standing),
            plays_as=strength,
            opponent_rating=standing.ratings.get(strength),
            expected=counted.expected if counted else now,
            change=counted.change if counted else None,
            next=_next(standing, key, but=strength),
        )

    return await served.background.run(caller.address, tell)


async def _record(served: Services, caller: Caller, limit: int) -> _Record:
    key = caller.key
    results = await served.people.results(key=key) if key else []
    recent = await served.storage.matches_of(key=key, name=None, limit=limit, before=None) if key else []
    return await served.background.run(caller.address, lambda: _Record(results, recent))


def _has_opponents(game: AnyGame) -> bool:
    """Whether a game's opponents can be read; whoever asks for them is told what is wrong with them."""
    try:
        catalogue(game)
    except SparringError:
        return False
    return True


def _rating(standing: Standing) -> RatingShown:
    counted, shown = standing.counted, standing.has_rating
    now = standing.strength.interval
    course = [played.after.rating for played in counted[ENOUGH - 1 :]]
    recent = sum(played.result.when > time.time() - A_MONTH for played in counted[ENOUGH:])
    return RatingShown(
        game=standing.game.name,
        title=standing.game.title,
        rating=now.rating if shown else None,
        low=now.low if shown else None,
        high=now.high if shown else None,
        matches=len(counted),
        needed=ENOUGH,
        why=standing.why_nothing_counts,
        change=course[-1] - course[-1 - recent] if shown else None,
        course=course[-SHOWN_COURSE:],
    )


def _next(standing: Standing, whose: str, but: str = "") -> NextShown | None:
    rung = standing.match(whose=whose, but=but)
    if rung is None:
        return None
    game = standing.game
    return NextShown(
        game=game.name,
        title=game.title,
        opponent=rung.name,
        level=catalogue(game)[rung.name].level,
        rating=rung.rating,
        expected=rung.expected,
    )


def _level(game: AnyGame | None, opponent: str) -> int | None:
    """How strong an opponent is meant to be, if the game still has it."""
    try:
        return catalogue(game)[opponent.partition(":")[0]].level if game else None
    except UnknownName:
        return None


def _match_for(standing: Standing, target: float, key: str | None) -> MatchFor:
    default = catalogue(standing.game).default
    rung = standing.match(target, key) if key else None
    if rung is None:
        rating = standing.ratings.get(default)
        return MatchFor(target=target, plays_as=default, rating=rating, expected=standing.expected(default))
    return MatchFor(target=target, plays_as=rung.name, rating=rung.rating, expected=rung.expected)


def _plays_as(game: AnyGame, opponent: str) -> str:
    try:
        return plays_as(game, opponent)
    except SparringError:
        return opponent


def _without_pace(opponent: str) -> str:
    """The opponent without what only changes how it is seen, so that its results are counted together."""
    if " and " in opponent or ":" not in opponent:
        return opponent
    name, given = split(opponent)
    kept = [f"{key}={value}" for key, value in given.items() if key not in {*SEEN_ONLY, "target"}]
    return ":".join([name, *([",".join(kept)] if kept else [])])


def _counts(results: list[Result]) -> list[ResultsListed]:
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for result in results:
        counts[result.game, result.opponent][2 - round(2 * result.score)] += 1
    return [
        ResultsListed(game=game, opponent=against, wins=wins, draws=draws, losses=losses)
        for (game, against), (wins, draws, losses) in sorted(counts.items())
    ]


def _mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
