"""Calls that teach: the rules of a game with pictures, the lessons of a first game, and the tree of a search."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import JSONResponse

from sparring.coach.lessons import lesson_json, next_lesson
from sparring.coach.rulebook import as_scene, rules_json
from sparring.coach.tree import tree_json, tree_of
from sparring.server.live import between_people
from sparring.server.match_calls import MatchId, seated
from sparring.server.open_matches import known_game
from sparring.server.problems import Conflict
from sparring.server.services import ALWAYS, Asker, Served, errors, from_own_page
from sparring.server.stateless import GameName
from sparring.server.teaching_messages import (
    LessonAnswered,
    LessonTold,
    RulesAnswered,
    TreeAnswered,
    TreeAsked,
)

calls = APIRouter(responses=ALWAYS, tags=["learning"])

MOST_NODES = 800
"""The most positions of a tree that the page unfolds."""


@calls.get("/games/{game}/rules", response_model=RulesAnswered, responses=errors(404))
async def rules(game: GameName) -> JSONResponse:
    """The rules in sections, with pictures as shapes to draw, and the game's words."""
    return JSONResponse(await asyncio.to_thread(lambda: rules_json(known_game(game), as_scene)))


@calls.get("/matches/{match_id}/lesson", responses=errors(401, 403, 404, 409))
async def lesson(
    match_id: MatchId,
    served: Served,
    caller: Asker,
    told: Annotated[str, Query(max_length=1000, description="The ids of lessons that you know, with commas.")] = "",
) -> LessonAnswered:
    """What there is to learn about your decision, in a match that was begun with `teach`."""
    live, seat = await seated(served, match_id, caller)
    if live.stored.help != "lesson":
        raise Conflict("no_lessons", "This match was not begun as a game to learn from.")
    if live.decision is None or live.decision.seat != seat:
        return LessonAnswered(number=None, lesson=None)
    game, position, number = live.game, live.table.position, live.decision.number
    found = await served.background.run(caller.address, lambda: next_lesson(game, position, told.split(",")))
    return LessonAnswered(number=number, lesson=None if found is None else LessonTold(**lesson_json(found)))


@calls.post(
    "/matches/{match_id}/tree",
    response_model=TreeAnswered,
    responses=errors(401, 403, 404, 409),
    dependencies=[Depends(from_own_page)],
)
async def tree(match_id: MatchId, asked: TreeAsked, served: Served, caller: Asker) -> JSONResponse:
    """How minimax looks ahead from your decision, and what alpha-beta leaves out. It counts as a hint."""
    live, seat = await seated(served, match_id, caller)
    if between_people(live.stored.players) and not live.over:
        raise Conflict("not_alone", "There are no hints and no scores while people play each other.")
    if live.decision is None or live.decision.seat != seat:
        raise Conflict("not_your_turn", "There is nothing for you to decide now.")
    game, position = live.game, live.table.position
    with served.thinkers.place_for(caller.address):
        found = await served.background.run(
            caller.address, lambda: tree_of(game, position, asked.depth, MOST_NODES, ("you", "your opponent"))
        )
    await served.matches.note_help(live, "hint")
    return JSONResponse(tree_json(found))
