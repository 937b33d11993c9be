"""Calls about puzzles: the list, one of them as a picture, and whether a try is right."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from sparring.puzzles.puzzle import NoPuzzles, Puzzle, advanced
from sparring.puzzles.shipped import puzzle_of_the_day, puzzles_of
from sparring.puzzles.solving import Try
from sparring.puzzles.standing import ENOUGH, PuzzleStanding, Tried
from sparring.rules import AnyGame, Thinking
from sparring.scenes import scene_message, scene_of
from sparring.server.open_matches import known_game
from sparring.server.people_messages import PuzzlesShown
from sparring.server.problems import NotFound
from sparring.server.puzzle_messages import PuzzleListed, PuzzleShown, TryAnswered, TryAsked
from sparring.server.services import ALWAYS, Served, Visitor, errors, from_own_page, remember, unless_gone
from sparring.server.stateless import GameName

calls = APIRouter(responses=ALWAYS, tags=["puzzles"])

LONGEST = 8.0
"""The most seconds that are spent on one try."""

TODAY, NEXT = "today", "next"
"""Ids that stand for the puzzle of the day, and for one that suits the player."""

PuzzleId = Annotated[str, Path(max_length=20, description="A puzzle's id, `today`, or `next` for one that suits you.")]
ComingFrom = Annotated[str | None, Query(max_length=20, description="With `next`: the puzzle that you come from.")]


@calls.get("/games/{game}/puzzles", response_model=list[PuzzleListed], responses=errors(404))
async def puzzles(game: GameName, served: Served, caller: Visitor) -> JSONResponse:
    """The puzzles of a game, the easiest first."""

    def tell() -> JSONResponse:
        return JSONResponse([puzzle.as_json() for puzzle in _known(known_game(game))])

    return await served.background.run(caller.address, tell)


@calls.get("/games/{game}/puzzles/{puzzle_id}", response_model=PuzzleShown, responses=errors(404))
async def puzzle(
    game: GameName,
    puzzle_id: PuzzleId,
    served: Served,
    caller: Visitor,
    after: ComingFrom = None,
) -> JSONResponse:
    """One puzzle as a picture, without its solution."""
    tries = await served.people.tries(caller.key) if caller.key else []

    def tell() -> JSONResponse:
        rules = known_game(game)
        standing = PuzzleStanding(rules, tries)
        found = _chosen(rules, puzzle_id, standing, after)
        attempt = Try.begun(rules, found)
        told = found.as_json()
        del told["solution"]
        mine = next((tried.solved for tried in standing.tries if tried.puzzle == found.id), None)
        return JSONResponse(
            {
                **told,
                "game": rules.name,
                "title": rules.title,
                "seat": attempt.seat,
                "today": found.id == puzzle_of_the_day(rules, _today()).id,
                "level": _level_that_solves(found),
                "graded": bool(found.solved),
                "tried": None if mine is None else "solved" if mine else "failed",
                "scene": _scene(rules, attempt.position, attempt.seat),
                "options": list(rules.options(attempt.position)),
                "standing": _shown(standing).model_dump(),
            }
        )

    return await served.background.run(caller.address, tell)


@calls.post(
    "/games/{game}/puzzles/{puzzle_id}",
    response_model=TryAnswered,
    responses=errors(403, 404),
    dependencies=[Depends(from_own_page)],
)
async def attempt(
    game: GameName,
    puzzle_id: Annotated[str, Path(max_length=20, description="A puzzle's id.")],
    asked: TryAsked,
    request: Request,
    response: Response,
    served: Served,
    caller: Visitor,
) -> dict[str, Any]:
    """Whether a try is right so far, with the answer to it; a wrong one comes with its refutation.

    The first wrong or complete try at a puzzle counts for your puzzle rating, and so does asking for a hint.
    """

    def judge() -> tuple[Try, dict[str, Any]]:
        rules = known_game(game)
        found = _one(rules, puzzle_id)
        tried = Try.of_moves(rules, found, asked.each)
        return tried, _answer(tried, len(asked.each), asked.hint)

    with served.thinkers.place_for(caller.address):
        tried, told = await unless_gone(request, served.background.run(caller.address, judge))
    counted = False
    if tried.over or asked.hint:
        key = caller.key or remember(response, request)
        kept = Tried(tried.game.name, tried.puzzle.id, tried.solved and not asked.hint)
        counted = await served.people.keep_try(key, kept)
        tries = await served.people.tries(key)
    else:
        tries = await served.people.tries(caller.key) if caller.key else []
    standing = await served.background.run(caller.address, lambda: _shown(PuzzleStanding(tried.game, tries)))
    return {**told, "counted": counted, "standing": standing.model_dump()}


# ---------------------------------------------------------------------- answers


def _answer(tried: Try, given: int, hint: bool) -> dict[str, Any]:
    game, first = tried.game, max(0, min(given, len(tried.moves)) - 1)
    frames = [
        {"option": move, "seat": seat, "scene": _scene(game, position, tried.seat, move)}
        for move, position, seat in list(zip(tried.moves, tried.positions, _movers(tried), strict=True))[first:]
    ]
    refuted = None
    if tried.wrong is not None:
        found = tried.refutation(Thinking().limited(LONGEST))
        position = advanced(game, tried.position, tried.wrong)
        shown = [{"option": tried.wrong, "seat": tried.seat, "scene": _scene(game, position, tried.seat, tried.wrong)}]
        frames = [*(frames if given <= len(tried.moves) else []), *shown]
        refuted = {"moves": list(found.line), "words": found.words, "frames": _line(tried, found.position, found.line)}
    return {
        "right": tried.wrong is None,
        "solved": tried.solved,
        "moves": list(tried.moves),
        "frames": frames,
        "options": [] if tried.over else list(game.options(tried.position)),
        "refutation": refuted,
        "hint": tried.hint() if hint and not tried.over else None,
        "solution": list(tried.puzzle.solution) if tried.solved else None,
    }


def _movers(tried: Try) -> list[int]:
    """Who made each move of a try."""
    before = [tried.puzzle.start(tried.game), *tried.positions][: len(tried.moves)]
    return [tried.game.to_move(position) for position in before]


def _line(tried: Try, start: Any, line: Sequence[str]) -> list[dict[str, Any]]:
    """The scenes of a refutation, after each of its moves."""
    game, frames = tried.game, []
    assert tried.wrong is not None
    position = advanced(game, tried.position, tried.wrong) if start is None else start
    for move in line:
        seat, position = game.to_move(position), advanced(game, position, move)
        frames.append({"option": move, "seat": seat, "scene": _scene(game, position, tried.seat, move)})
    return frames


def _scene(game: AnyGame, position: Any, seat: int, last: str | None = None) -> dict[str, Any]:
    return scene_message(scene_of(game, game.view(position, seat), last))


# ---------------------------------------------------------------------- which puzzle


def _known(game: AnyGame) -> list[Puzzle]:
    try:
        return puzzles_of(game)
    except NoPuzzles as error:
        raise NotFound("no_puzzles", str(error)) from None


def _one(game: AnyGame, wanted: str) -> Puzzle:
    for found in _known(game):
        if found.id == wanted:
            return found
    raise NotFound("unknown_puzzle", f"{game.title} has no puzzle {wanted!r}.")


def _chosen(game: AnyGame, wanted: str, standing: PuzzleStanding, after: str | None) -> Puzzle:
    """The puzzle that an id stands for."""
    known = _known(game)
    if wanted == TODAY:
        return puzzle_of_the_day(game, _today())
    if wanted != NEXT:
        return _one(game, wanted)
    tried = {tried.puzzle for tried in standing.tries}
    ids = [found.id for found in known]
    place = ids.index(after) + 1 if after in ids else 0
    fresh = [found for found in known[place:] + known[:place] if found.id not in tried and found.id != after]
    if not fresh:
        return known[place % len(known)]
    if not standing.tries or all(found.rating is None for found in fresh):
        return fresh[0]
    strength = float(standing.strength.rating)
    return min(fresh, key=lambda found: abs((strength if found.rating is None else found.rating) - strength))


def _level_that_solves(puzzle: Puzzle) -> int | None:
    """The lowest level that solves it more often than not."""
    levels = [int(name.removeprefix("level")) for name, share in puzzle.solved.items() if share > 0.5]
    return min(levels, default=None)


def _today() -> Any:
    return datetime.now(UTC).date()


def _shown(standing: PuzzleStanding) -> PuzzlesShown:
    rated, shown = standing.strength.interval, standing.has_rating
    return PuzzlesShown(
        game=standing.game.name,
        title=standing.game.title,
        tried=len(standing.tries),
        solved=standing.solved,
        rating=rated.rating if shown else None,
        low=rated.low if shown else None,
        high=rated.high if shown else None,
        needed=ENOUGH,
    )


def shown_puzzles(games: Iterable[AnyGame], tries: Sequence[Tried]) -> list[PuzzlesShown]:
    """How well a player solves puzzles, in the games in which they have tried some."""
    named = {tried.game for tried in tries}
    return [_shown(PuzzleStanding(game, tries)) for game in games if game.name in named]
