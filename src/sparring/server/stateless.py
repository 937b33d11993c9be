"""Calls that store nothing: games, opponents, and what an opponent plays in a position."""

import asyncio
import random
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse

from sparring.arena.directory import game_entry, opponent_entries
from sparring.rules import AnyGame, BadRecord, IllegalMove, Record, notation
from sparring.rules.capabilities import Posed
from sparring.rules.registry import games as all_games
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
from sparring.server.services import ALWAYS, Served, Services, errors, unless_gone

calls = APIRouter(responses=ALWAYS, tags=["opponents"])

SAMPLE = 7
"""The seed, and the number of plies, of the sample picture of a game."""

SHORT = 100
"""How many moves, or characters of a position, are read on the event loop; longer ones are read in a thread."""

GameName = Annotated[str, Path(description="A game's name.", examples=["tictactoe"], max_length=100)]


@calls.get("/games")
async def games() -> list[GameListed]:
    """The games that can be played."""
    return await asyncio.to_thread(lambda: [GameListed(**game_entry(game)) for game in all_games()])


@calls.get("/games/{game}/opponents", responses=errors(404))
async def opponents(game: GameName) -> list[OpponentListed]:
    """The opponents of a game, each with its settings."""
    return await asyncio.to_thread(lambda: [OpponentListed(**entry) for entry in opponent_entries(known_game(game))])


@calls.get("/games/{game}/picture", responses=errors(404))
async def picture(game: GameName) -> dict[str, Any]:
    """A position from the middle of a sample match, as shapes to draw."""
    return await asyncio.to_thread(_sample_scene, game)


def _sample_scene(name: str) -> dict[str, Any]:
    rules = known_game(name)
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
    address = address_of(request.scope)
    seed = random.SystemRandom().randrange(2**63) if asked.seed is None else asked.seed

    async def think() -> dict[str, Any]:
        rules, position = await _asked_about(served, address, game, asked)
        answer = await served.thinkers.answer(rules, asked.opponent, position, seed=seed, address=address)
        return {
            "move": answer.choice.option,
            "seconds": round(answer.seconds, 6),
            "fallback": answer.failure is not None,
            "remark": answer.choice.remark,
        }

    with served.thinkers.place_for(address):
        return JSONResponse(await unless_gone(request, think()))


@calls.post("/games/{game}/analyse", responses=errors(404), response_model_exclude_unset=True)
async def analyse(game: GameName, asked: AnalysisAsked, request: Request, served: Served) -> AnalysisAnswered:
    """Every legal move of a position, judged by the strongest brain. If you hang up, it stops thinking."""
    address = address_of(request.scope)

    async def think() -> Mapping[str, Any]:
        rules, position = await _asked_about(served, address, game, asked)
        return await served.thinkers.analyse(rules, position, asked.depth, asked.time, address=address)

    with served.thinkers.place_for(address):
        return AnalysisAnswered(**await unless_gone(request, think()))


@calls.post("/games/{game}/scenes", response_model=ScenesAnswered, responses=errors(404))
async def scenes(game: GameName, asked: ScenesAsked, request: Request, served: Served) -> JSONResponse:
    """The scenes of a line that is played from a position."""
    address = address_of(request.scope)

    def draw() -> JSONResponse:
        rules, position = read_position(game, asked)
        return JSONResponse({"frames": frames_of(rules, position, asked.line)})

    with served.thinkers.place_for(address):
        return await unless_gone(request, served.background.run(address, draw))


def frames_of(game: AnyGame, position: Any, line: list[str]) -> list[dict[str, Any]]:
    """The scene of a position and after each move of a line, as the seat that begins the line sees them."""
    viewer = game.to_move(position)

    def scene(last: str | None = None) -> dict[str, Any]:
        return scene_message(scene_of(game, game.view(position, viewer), last))

    frames: list[dict[str, Any]] = [{"option": None, "scene": scene()}]
    for number, text in enumerate(line, 1):
        try:
            move = game.read_move(position, text)
        except IllegalMove as error:
            raise IllegalMove(f"Move {number} of the line cannot be played: {error}") from None
        option, seat = game.move_text(position, move), game.to_move(position)
        position = game.play(position, move)
        frames.append({"option": option, "seat": seat, "scene": scene(option)})
    return frames


async def _asked_about(served: Services, address: str, name: str, asked: PositionAsked) -> Posed:
    """The position that a client asks about; only a short one of a game without settings is read on the event loop."""
    short = asked.record is None and max(len(asked.moves or ""), len(asked.position or "")) <= SHORT
    if short and "=" not in name and asked.decks is None:
        return read_position(name, asked)
    return await served.background.run(address, lambda: read_position(name, asked))


def read_position(name: str, asked: PositionAsked) -> Posed:
    """The position that a client asks about, or the start, with its game as a record names it."""
    if asked.record is not None:
        record = Record.parse(asked.record)
        if "=" not in name and record.game.partition(":")[0] == name:
            name = record.game
        game = known_game(name).in_version(record.rules)
        if record.game != game.name:
            raise BadRecord(f"The record is of {record.game}, not of {game.name}.")
        return Posed(game, notation.after_record(game, record))
    game = known_game(name, asked.decks)
    if asked.position is not None:
        return notation.read_text(game, asked.position, any_position=asked.any_position)
    return Posed(game, notation.after_moves(game, asked.moves or ""))
