"""A character that talks: a language model chooses and speaks, within what an opponent of ours would do."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sparring.brains.brain import imagine
from sparring.coach.facts import facts_about
from sparring.coach.general_facts import FoundBySearch
from sparring.coach.hint import VAGUE
from sparring.opponents import Opponent
from sparring.rules import AnyGame, Choice, Decision, Offer, Thinking
from sparring.rules.audience import Conversation
from sparring.rules.capabilities import hides_something, move_as_seen
from sparring.rules.facts import Fact
from sparring.rules.player import TIME_LIMIT
from sparring.talking.answer import Answer, read_answer
from sparring.talking.characters import Persona
from sparring.talking.claims import Vocabulary, covered
from sparring.talking.client import Client
from sparring.talking.conversation import reply_of
from sparring.talking.faults import Misunderstood, NoAnswer, TooSlow
from sparring.talking.names import names_in, terms_of
from sparring.talking.prompt import Known, known_facts, question
from sparring.talking.tally import TALLY
from sparring.work.threads import in_thread

log = logging.getLogger("sparring.llm")

DRAWS = 3
"""How often the opponent behind a character picks; the model chooses among these picks."""

OWN_SHARE = 0.4
"""The largest share of a time limit that the opponent behind a character may think."""

MARGIN = 0.2
"""Seconds that are kept for what follows the model's answer."""

LEAST = 0.3
"""Seconds below which the model is not asked at all."""

ANSWERS = 2
"""How often the model may answer before the character plays without it."""


@dataclass(frozen=True)
class Manner:
    """How a character uses its model."""

    seconds: float = 20.0
    """The most seconds that it waits for the model."""

    bound: bool = False
    """Whether the model chooses only among what the opponent behind the character would play."""

    talks: bool = True
    """Whether it says what the model says."""


class Talker(Opponent):
    """An opponent that asks a language model. Without an answer in time, it plays and speaks as the one behind it."""

    def __init__(
        self,
        game: AnyGame,
        name: str,
        who: Persona,
        behind: Opponent,
        client: Client,
        manner: Manner = Manner(),  # noqa: B008
    ) -> None:
        super().__init__(game, name, behind.brain, behind.character)
        self.who = who
        self.behind = behind
        self.manner = manner
        self.ready = behind.ready
        self._client = client

    def prepare(self) -> None:
        """Let the opponent behind it get ready."""
        self.behind.prepare()
        self.ready = True

    @property
    def time_limit(self) -> float:
        """The seconds that a referee should allow for a decision."""
        return max(TIME_LIMIT, self.behind.time_limit + self.manner.seconds)

    def accepts(self, offer: Offer, decision: Decision) -> bool:
        """Answer offers as the opponent behind it."""
        return self.behind.accepts(offer, decision)

    async def reply(self, talk: Conversation) -> str:
        """What it says to somebody who speaks to it; empty if it does not talk."""
        if not self.manner.talks:
            return ""
        try:
            said = await reply_of(self._client, self.game, self.who, talk, self.manner.seconds)
        except NoAnswer as problem:
            TALLY.fell_back(problem.kind)
            log.info("%s does not reply: %s", self.name, problem)
            return self.who.silence
        if covered(said, [], Vocabulary(terms=terms_of(self.game))):
            return said
        TALLY.add(hushed=1)
        return self.who.silence

    async def choose(self, decision: Decision) -> Choice:
        """What the opponent behind it would play, and then what the model makes of that."""
        left = decision.thinking.seconds_left
        own = decision.thinking.limited(None if left is None else OWN_SHARE * left)
        choice = await in_thread(lambda: self.behind.decide(replace(decision, thinking=own)), own)
        if choice.analysis is not None:
            decision.thinking.report(choice.analysis)
        if len(decision.options) == 1:
            return choice
        try:
            return await self._spoken(decision, choice)
        except NoAnswer as problem:
            TALLY.fell_back(problem.kind)
            log.info("%s plays without its model: %s", self.name, problem)
            return choice

    async def _spoken(self, decision: Decision, choice: Choice) -> Choice:
        """The choice of the model among the options; raises a NoAnswer."""
        options = self._options(decision, choice)
        if len(options) == 1 and not self.manner.talks:
            return choice
        seconds = self._seconds(decision.thinking)
        known = await in_thread(lambda: self._known(decision, choice, options), decision.thinking)
        answer = await self._answer(decision, options, known, seconds)
        own = answer.option == choice.option
        remark = self._shown(decision, answer, known) if self.manner.talks else ""
        remark = remark or (choice.remark if own else "")
        return replace(choice, option=answer.option, remark=remark, offer=choice.offer if own else None)

    def _options(self, decision: Decision, choice: Choice) -> list[str]:
        """What the model may choose among."""
        if not self.manner.bound or choice.analysis is None:
            return list(decision.options)
        return self.behind.would_play(decision, choice.analysis, DRAWS)

    def _seconds(self, thinking: Thinking) -> float:
        left = thinking.seconds_left
        seconds = self.manner.seconds if left is None else min(self.manner.seconds, left - MARGIN)
        if seconds < LEAST:
            raise TooSlow("no time is left to ask the model")
        return seconds

    def _known(self, decision: Decision, choice: Choice, options: Sequence[str]) -> list[Known]:
        """Checked facts about the options, from what this seat sees."""
        position = imagine(decision.view, decision.rng("facts"))
        return known_facts(
            {option: self._facts(position, option, choice) for option in options},
            {option: self._told(decision, option) for option in options} if hides_something(self.game) else None,
        )

    def _facts(self, position: Any, option: str, choice: Choice) -> list[Fact]:
        """Facts about an option, without those that say which of two is better: nobody has searched."""
        found = facts_about(self.game, position, option, choice.analysis)
        return [fact for fact in found if not isinstance(fact, FoundBySearch) or abs(fact.weight) > VAGUE]

    async def _answer(
        self, decision: Decision, options: Sequence[str], known: Sequence[Known], seconds: float
    ) -> Answer:
        """An answer with one of the options; the model hears once what was wrong with its first one."""
        waiting = Thinking(seconds)
        earlier = ""
        for _ in range(ANSWERS):
            left = waiting.seconds_left or 0.0
            if left < LEAST:
                raise TooSlow("no time is left to ask the model again")
            asked = question(self.game, self.who, decision, options, known, earlier)
            found = read_answer(await self._client.ask(asked, left), options, {each.id for each in known})
            if isinstance(found, Answer):
                return found
            earlier = found.why
            TALLY.add(retries=1)
        raise Misunderstood(f"its model gave no legal option: {earlier}")

    def _shown(self, decision: Decision, answer: Answer, known: Sequence[Known]) -> str:
        """What the model says, if the facts that it cites cover everything it speaks of; otherwise nothing."""
        if len(answer.reason.split()) <= len(answer.option.split()) and answer.option in answer.reason:
            return ""  # it only repeats its move
        cited = [
            each.sentence for each in known if each.public and each.id in answer.cited and each.option == answer.option
        ]
        if decision.audience.told:
            cited.append(f"The other side played: {decision.audience.told}.")
        words = Vocabulary(names_in(self.game, decision.view, decision.options), terms_of(self.game))
        if covered(answer.reason, cited, words, [f"I play: {self._told(decision, answer.option)}."]):
            return answer.reason
        TALLY.add(hushed=1)
        return ""

    def _told(self, decision: Decision, option: str) -> str:
        """An option as every other seat is told it."""
        game = self.game
        if not hides_something(game):
            return option
        position = imagine(decision.view, decision.rng("told"))
        move = game.options(position)[option]
        told = {move_as_seen(game, seat, position, move) for seat in range(len(game.seats)) if seat != decision.seat}
        return told.pop() if len(told) == 1 else ""
