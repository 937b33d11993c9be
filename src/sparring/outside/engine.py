"""An engine: another program as a player. It speaks the engine protocol on its standard input and output."""

import re
from collections.abc import Mapping
from functools import cached_property

from sparring.outside.lines import (
    GREETED,
    GREETING,
    IS_READY,
    READY,
    after,
    joined,
    judgement_of,
    listed,
    position_line,
    starts_alike,
    words_of,
)
from sparring.rules import Analysis, AnyGame, BadSetting, Choice, Decision, Judgement, Player, Thinking, one_of
from sparring.rules.naming import split
from sparring.rules.settings import Number
from sparring.work.program import Program, ProgramFailed

GREETING_TIME = 20.0
"""Seconds that an engine may take to answer at all."""

STARTING = 120.0
"""Seconds that it may then take to get ready: it may have to compile or load something."""

THINKING = 1.0
"""Seconds that an engine is told it has for a move, unless said otherwise."""

OVERTIME = 4.0
"""Seconds that it gets beyond that before the referee decides for it."""

_SETTINGS = re.compile(r"((?:[A-Za-z_][\w.-]*=[^,:=]+,)*[A-Za-z_][\w.-]*=[^,:=]+):(.+)")


class EngineFailed(RuntimeError):
    """An engine does not play by the protocol, or says itself that something is wrong."""


class Engine(Player):
    """Asks a program for its moves. Whatever goes wrong with it is an error of this player, and ends the program.

    The text is a command, `./my_engine --fast`, or settings and a command, `time=0.5,depth=8:./my_engine`: `time` is
    the seconds that it is told it has for a move, and all others are the engine's own options.
    """

    def __init__(self, game: AnyGame, text: str) -> None:
        found = _SETTINGS.fullmatch(text)
        given = split(f"engine:{found[1]}")[1] if found else {}
        self.game = game
        self.name = f"engine:{text}"
        self.ready = False
        self.seconds = float(Number(0.01, 3600).read("time", given.pop("time", THINKING)) or THINKING)
        self._options: Mapping[str, str] = given
        self._program = Program(command_in(text))
        self._last_number = -1

    @property
    def time_limit(self) -> float:
        """The seconds that a referee should allow for a decision."""
        return self.seconds + OVERTIME

    def prepare(self) -> None:
        """Start the program, and wait until it is ready."""
        self._start(Thinking(STARTING))
        self.ready = True

    def choose(self, decision: Decision) -> Choice:
        """Tell the engine where the game stands, and wait for its move."""
        if not self._program.runs:
            self._start(decision.thinking)
        left = decision.thinking.seconds_left
        seconds = self.seconds if left is None else min(self.seconds, left)
        lines = ["newgame " + self._game_name] if decision.number <= self._last_number else []
        self._last_number = decision.number
        lines += [
            position_line(self.game, decision, self._alike),
            joined("options", *decision.options),
            f"go movetime {max(1, round(1000 * seconds))} seat {decision.seat} kind {decision.kind} "
            f"seed {decision.seed >> 1}",
        ]
        # What it may still say about an earlier question comes before `readyok`, and is passed over.
        self._program.ask([READY], lambda line: line.strip() == IS_READY or None, decision.thinking)
        return self._program.ask(lines, _Listener(decision).hear, decision.thinking, stop="stop")

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not."""
        self._program.close("quit")

    def _start(self, thinking: Thinking) -> None:
        """Start the program, set its options, and wait until it is ready."""
        self._check(_heard_until(GREETED, self._program, [GREETING], thinking.limited(GREETING_TIME)))
        setting = [joined("setoption", "name", name, "value", value) for name, value in self._options.items()]
        _heard_until(IS_READY, self._program, [*setting, f"newgame {self._game_name}", READY], thinking)
        self._last_number = -1

    def _check(self, heard: list[str]) -> None:
        """Raise an error if the engine does not play the game, or has no such option."""
        games, played = _games_in(heard), self.game.name.partition(":")[0]
        declared = [words_of(line) for line in listed(heard, "option")]
        known = [words[1] for words in declared if words[:1] == ["name"] and words[1:]]
        unknown = [name for name in self._options if name not in known]
        wrong: Exception | None = None
        if games and played not in games:
            wrong = EngineFailed(f"The engine {self._program.command!r} plays {one_of(games)}, not {played}.")
        elif unknown:
            has = f"it has {one_of(known)}" if known else "it declares none"
            wrong = BadSetting(f"The engine {self._program.command!r} has no option {unknown[0]!r}; {has}.")
        if wrong is not None:
            self._program.close("quit")
            raise wrong

    @property
    def _game_name(self) -> str:
        return joined(self.game.name)

    @cached_property
    def _alike(self) -> bool:
        return starts_alike(self.game)


def command_in(text: str) -> str:
    """The command in the text of an engine, without its settings."""
    found = _SETTINGS.fullmatch(text)
    return found[2] if found else text


def games_of(text: str) -> tuple[str, ...]:
    """The games that an engine says it plays, none if it does not say; it is started for that and ended again."""
    program = Program(command_in(text))
    heard = _heard_until(GREETED, program, [GREETING], Thinking(GREETING_TIME))
    program.close("quit")
    return tuple(_games_in(heard))


def _heard_until(word: str, program: Program, lines: list[str], thinking: Thinking) -> list[str]:
    """All lines that a program says until one that is a single word."""
    heard: list[str] = []

    def hear(line: str) -> bool | None:
        if line.startswith("error"):
            raise EngineFailed(f"The engine {program.command!r} says: {after(line, 'error')[:300]}")
        heard.append(line)
        return line.strip() == word or None

    program.ask(lines, hear, thinking)
    return heard


def _games_in(heard: list[str]) -> list[str]:
    return [name for line in listed(heard, "game") for name in words_of(line)]


class _Listener:
    """Hears what an engine says while it thinks, and passes its judgements on."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision
        self._judged: dict[str, Judgement] = {}
        self._remark = ""

    def hear(self, line: str) -> Choice | None:
        """Take in a line; the choice if that is it. Lines that the protocol does not know are passed over."""
        words = line.split(maxsplit=1)
        if not words:
            return None
        if words[0] == "info":
            self._note(judgement_of(words_of(line)))
        elif words[0] == "remark":
            self._remark = after(line, "remark")
        elif words[0] == "error":
            raise EngineFailed(f"The engine says: {after(line, 'error')[:300]}")
        elif words[0] == "bestmove":
            return Choice(self._option(after(line, "bestmove")), remark=self._remark, analysis=self._analysis())
        return None

    def _option(self, text: str) -> str:
        """The option that a text means; the text itself if it is none, which the referee refuses."""
        [unquoted, *more] = words_of(text) or [""]
        return unquoted if text not in self._decision.options and not more else text

    def _note(self, judged: Judgement | None) -> None:
        if judged is not None and judged.option in self._decision.options:
            self._judged[judged.option] = judged
            self._decision.thinking.report(Analysis(tuple(self._judged.values()), reason="engine"))

    def _analysis(self) -> Analysis | None:
        """What it thought of every option, if it has told of every one."""
        if len(self._judged) < len(self._decision.options):
            return None
        return Analysis(tuple(self._judged[option] for option in self._decision.options), reason="engine")


__all__ = ["Engine", "EngineFailed", "ProgramFailed"]
