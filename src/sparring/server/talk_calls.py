"""A call about talk: a player says something to a character, which replies. Nobody else hears it."""

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field

from sparring.opponents import entry_for
from sparring.rules.audience import Conversation, Said
from sparring.server.live import HUMAN, LiveMatch
from sparring.server.match_calls import MatchId, seated
from sparring.server.messages import Asked
from sparring.server.problems import Conflict
from sparring.server.services import ALWAYS, Asker, Served, errors, from_own_page
from sparring.server.turns import playing

calls = APIRouter(responses={**ALWAYS, **errors(403)}, tags=["matches"], dependencies=[Depends(from_own_page)])

LONGEST = 300
"""Characters that a player may say at once."""

MOST = 40
"""How often a player may speak in a match."""


class TalkAsked(Asked):
    """What you say."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Hello!"}]})
    text: str = Field(max_length=LONGEST, pattern=r"\S")


class TalkAnswered(BaseModel):
    """What the character replies."""

    seat: int = Field(description="Who replies.")
    reply: str = Field(description="What it says, as plain text; empty if it says nothing.")


@calls.post("/matches/{match_id}/talk", responses=errors(401, 404, 409))
async def talk(match_id: MatchId, asked: TalkAsked, served: Served, caller: Asker) -> TalkAnswered:
    """Say something to the character that you play against; only those with a language model reply.

    Nobody else hears what you say, and it changes nothing in the match.
    """
    live, seat = await seated(served, match_id, caller)
    me, other = playing(seat), _who_replies(live)
    if live.talking:
        raise Conflict("still_replying", "It has not replied yet to what you said before.")
    if sum(said.seat == me for said in live.talk) >= MOST:
        raise Conflict("talked_enough", f"You have spoken {MOST} times; that is enough for one match.")
    live.talking = True
    try:
        live.talk.append(Said(me, asked.text))
        conversation = Conversation(other, tuple(live.talk), live.stored.id)
        reply = await served.thinkers.reply(live.game, live.stored.players[other], conversation, address=caller.address)
        live.talk.append(Said(other, reply))
    finally:
        live.talking = False
    return TalkAnswered(seat=other, reply=reply)


def _who_replies(live: LiveMatch) -> int:
    """The seat of the character that replies in a match; a Conflict if there is none."""
    for seat, player in enumerate(live.stored.players):
        if player != HUMAN and entry_for(live.game, player).talks:
            return seat
    raise Conflict("nobody_replies", "Nobody in this match replies. Characters with a language model do.")
