"""Calls that store nothing: games, opponents, and what an opponent plays in a position."""

import asyncio
import random
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from sparring.arena.directory import game_entry, opponent_entries
from sparring.coach.analysis import analysis_json
from sparring.rules import AnyGame, BadRecord, IllegalMove, Record, notation
from sparring.rules.registry import game as find_game
from sparring.rules.registry import game_names
from sparring.scenes import scene_message, scene_of
from sparring.server.limits import address_of
from sparring.server.messages import (
    AnalysisAnswered,
    AnalysisAsked,
    GameListed,
    MoveAnswered,
    MoveAsked,
    OpponentListed,
    PositionAsked,
    ScenesAnswered,
    ScenesAsked,
)
from sparring.server.open_matches import known_game
from sparring.server.services import ALWAYS, Served, errors, unless_gone

calls = APIRouter(responses=ALWAYS, tags=["opponents"])

SAMPLE = 7
"""The seed, and the number of plies, of the sample picture of a game."""

SHORT = 100
"""How many moves, or characters of moves, are replayed on the event loop; more are replayed in a thread."""

GameName = Annotated[str, Path(description="A game's name.", examples=["tictactoe"], max_length=100)]


@calls.get("/games")
async def games() -> list[GameListed]:
    """The games that can be played."""
    return [GameListed(**game_entry(find_game(name))) for name in game_names()]


@calls.get("/games/{game}/opponents", responses=errors(404))
async def opponents(game: GameName) -> list[OpponentListed]:
    """The opponents of a game, each with its settings."""
    return [OpponentListed(**entry) for entry in opponent_entries(known_game(game))]


@calls.get("/games/{game}/picture", responses=errors(404))
async def picture(game: GameName) -> dict[str, Any]:
    """A position from the middle of a sample match, as shapes to draw."""
    rules = known_game(game)
    rng, position, last = Random(SAMPLE), notation.start(rules, SAMPLE), None
    for _ in range(SAMPLE):
        options = rules.options(position)
        last = rng.choice(list(options))
        following = rules.play(position, options[last])
        if rules.outcome(following) is not None:
            break
        position = following
    return scene_message(scene_of(rules, rules.view(position, rules.to_move(position)), last))


@calls.post("/games/{game}/move", response_model=MoveAnswered, responses=errors(404))
async def move(game: GameName, asked: MoveAsked, request: Request, served: Served) -> JSONResponse:
    """What an opponent plays in a position. Nothing is stored; if you hang up, it stops thinking."""
    rules, address = game_asked(game, asked), address_of(request.scope)
    seed = random.SystemRandom().randrange(2**63) if asked.seed is None else asked.seed

    async def think() -> dict[str, Any]:
        position = await position_asked(rules, asked)
        answer = await served.thinkers.answer(rules, asked.opponent, position, seed=seed, address=address)
        return {
            "move": answer.choice.option,
            "seconds": round(answer.seconds, 6),
            "fallback": answer.failure is not None,
            "remark": answer.choice.remark,
        }

    with served.thinkers.place_for(address):
        return JSONResponse(await unless_gone(request, think()))


@calls.post("/games/{game}/analyse", responses=errors(404))
async def analyse(game: GameName, asked: AnalysisAsked, request: Request, served: Served) -> AnalysisAnswered:
    """Every legal move of a position, judged by the strongest brain. If you hang up, it stops thinking."""
    rules, address = game_asked(game, asked), address_of(request.scope)

    async def think() -> dict[str, Any]:
        position = await position_asked(rules, asked)
        found = await served.thinkers.analyse(rules, position, asked.depth, asked.time, address=address)
        return analysis_json(rules, position, found)

    with served.thinkers.place_for(address):
        return AnalysisAnswered(**await unless_gone(request, think()))


@calls.post("/games/{game}/scenes", response_model=ScenesAnswered, responses=errors(404))
async def scenes(game: GameName, asked: ScenesAsked, request: Request, served: Served) -> JSONResponse:
    """The scenes of a line that is played from a position."""
    rules = game_asked(game, asked)
    with served.thinkers.place_for(address_of(request.scope)):
        return JSONResponse({"frames": await asyncio.to_thread(frames_asked, rules, asked)})


def frames_asked(game: AnyGame, asked: ScenesAsked) -> list[dict[str, Any]]:
    """The scene of a position and after each move of a line, as the seat that begins the line sees them."""
    position = read_position(game, asked)
    viewer = game.to_move(position)

    def scene(last: str | None = None) -> dict[str, Any]:
        return scene_message(scene_of(game, game.view(position, viewer), last))

    frames: list[dict[str, Any]] = [{"option": None, "scene": scene()}]
    for number, text in enumerate(asked.line, 1):
        try:
            move = game.read_move(position, text)
        except IllegalMove as error:
            raise IllegalMove(f"Move {number} of the line cannot be played: {error}") from None
        option, seat = game.move_text(position, move), game.to_move(position)
        position = game.play(position, move)
        frames.append({"option": option, "seat": seat, "scene": scene(option)})
    return frames


def game_asked(name: str, asked: PositionAsked) -> AnyGame:
    """The game that is asked about, with the settings and the version of the rules that a record names."""
    if asked.record is None:
        return known_game(name)
    record = Record.parse(asked.record)
    if "=" not in name and record.game.partition(":")[0] == name:
        name = record.game
    return known_game(name).in_version(record.rules)


async def position_asked(game: AnyGame, asked: PositionAsked) -> Any:
    """The position that is asked about; long replays run in a thread."""
    if asked.record is None and len(asked.moves or "") <= SHORT:
        return read_position(game, asked)
    return await asyncio.to_thread(read_position, game, asked)


def read_position(game: AnyGame, asked: PositionAsked) -> Any:
    """The position that is asked about, or the start."""
    if asked.position is not None:
        return game.read_position(asked.position)
    if asked.record is not None:
        record = Record.parse(asked.record)
        if record.game != game.name:
            raise BadRecord(f"The record is of {record.game}, not of {game.name}.")
        return notation.after_record(game, record)
    return notation.after_moves(game, asked.moves or "")
