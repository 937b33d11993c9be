"""The messages of the HTTP API about players: ratings, results, matches, and whom to play next."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sparring.server.messages import Asked, PlayerName


class ResultsListed(BaseModel):
    """A player's results against one opponent."""

    game: str
    opponent: str
    wins: int
    draws: int
    losses: int


class PlayerShown(BaseModel):
    """A player, found by name."""

    name: str | None
    results: list[ResultsListed]


class OwnResults(ResultsListed):
    """Your results against one opponent, beside what was expected."""

    level: int | None = Field(description="How strong the opponent is meant to be, from 1 to 6.")
    rating: float | None = Field(description="The opponent's rating, if it was measured.")
    expected: float | None = Field(description="The mean of what you were expected to score, in matches that count.")


class RatingShown(BaseModel):
    """How strong a player is in a game, on the scale of its opponents."""

    game: str
    title: str
    rating: float | None = Field(description="Null before enough matches have counted.")
    low: float | None = Field(description="The rating is above this with a chance of 97.5 %.")
    high: float | None = Field(description="The rating is below this with a chance of 97.5 %.")
    matches: int = Field(description="How many matches have counted.")
    needed: int = Field(description="How many matches make a rating that is shown.")
    why: str = Field("", description="Why no match counts in this game; empty if matches do.")
    change: float | None = Field(None, description="How the rating has changed within the last thirty days.")
    course: list[float] = Field([], description="The rating after each of the latest matches.")


class PuzzlesShown(BaseModel):
    """How well a player solves the puzzles of a game."""

    game: str
    title: str
    tried: int = Field(description="How many puzzles were tried; only the first try at each counts.")
    solved: int = Field(description="How many of them were solved at the first try.")
    rating: float | None = Field(description="Null before enough rated puzzles were tried.")
    low: float | None = Field(description="The rating is above this with a chance of 97.5 %.")
    high: float | None = Field(description="The rating is below this with a chance of 97.5 %.")
    needed: int = Field(description="How many rated puzzles make a rating that is shown.")


class PuzzleTried(BaseModel):
    """Your first try at a puzzle."""

    game: str
    puzzle: str
    solved: bool
    when: float = Field(description="In seconds since 1970.")


class NextShown(BaseModel):
    """An opponent that suits you."""

    game: str
    title: str
    opponent: str = Field(description="Its name in the catalogue.")
    level: int = Field(description="How strong it is meant to be, from 1 to 6.")
    rating: float | None = Field(None, description="Its rating; null where nobody has been measured.")
    expected: float | None = Field(None, description="What you are expected to score against it.")


class OwnMatch(BaseModel):
    """One of your matches."""

    id: str
    game: str
    title: str
    opponent: str
    level: int | None = Field(description="How strong the opponent is meant to be, from 1 to 6.")
    seat: int
    result: Literal["won", "drawn", "lost", "open"]
    when: float = Field(description="When it changed last, in seconds since 1970.")
    moves: int
    change: float | None = Field(description="What it did to your rating; null if it did not count, or there was none.")
    why: str = Field(description="Why it did not count, in a sentence; empty if it did, or is not over.")


class Me(BaseModel):
    """Who you are, as far as your key says."""

    name: str | None
    known: bool = Field(description="Whether you sent a key.")
    played: int = Field(description="How many matches you have finished.")
    since: float | None = Field(description="When the first of them ended, in seconds since 1970.")
    ratings: list[RatingShown]
    results: list[OwnResults]
    matches: list[OwnMatch] = Field(description="The latest ones.")
    next: NextShown | None = Field(description="What to play next.")
    puzzles: list[PuzzlesShown] = Field(description="The games whose puzzles you have tried.")


class Expected(BaseModel):
    """What you are expected to score against an opponent."""

    name: str
    rating: float
    expected: float


class MatchFor(BaseModel):
    """Whom an adaptive opponent plays as now, for a share that you want to score."""

    target: float
    plays_as: str
    rating: float | None
    expected: float | None


class GameStanding(BaseModel):
    """Where you stand in one game."""

    rating: RatingShown
    opponents: list[Expected] = Field(description="Those that were measured, the weakest first.")
    matches: list[MatchFor]
    why: str = Field(description="Why matches of this game do not count, if none does.")


class MatchStanding(BaseModel):
    """Whether a match counts for your rating, and what it did to it."""

    counts: bool
    why: str = Field(description="Why it does not count; empty if it does.")
    rating: RatingShown
    plays_as: str = Field(description="Whose strength the opponent has.")
    opponent_rating: float | None
    expected: float | None = Field(description="What you were expected to score before the match.")
    change: float | None = Field(description="What it did to your rating; null if it did nothing, or there was none.")
    next: NextShown | None = Field(description="Whom to play next in this game.")


class NameAsked(Asked):
    """What you call yourself."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ada"}]})
    name: PlayerName


class KeyAsked(Asked):
    """A key from another device."""

    key: str = Field(min_length=16, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")


class KeyShown(BaseModel):
    """The key by which you are known; whoever has it is you."""

    key: str | None


class Forgotten(BaseModel):
    """What was deleted."""

    matches: int


class MatchExported(OwnMatch):
    """One of your matches, with all its moves once it is over."""

    record: str | None = Field(description="The match as text; null while it goes on.")


class DeckExported(BaseModel):
    """One of your own decks."""

    game: str
    id: str
    content: dict[str, Any]
    changed: float


class Export(BaseModel):
    """Everything that is kept of you."""

    name: str | None
    matches: list[MatchExported]
    ratings: list[RatingShown]
    puzzles: list[PuzzleTried]
    decks: list[DeckExported]
