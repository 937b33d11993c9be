"""`sparring engine`: an opponent for other programs, which ask it in lines of the engine protocol."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace

import sparring
from sparring.match.seat import thinking_time
from sparring.match.table import Table, decision_at
from sparring.opponents import Opponent, catalogue, opponent
from sparring.outside.lines import GREETED, GREETING, IS_READY, READY, after, info_line, joined, option_line, words_of
from sparring.rules import Analysis, AnyGame, Choice, Decision, SparringError, Thinking, notation
from sparring.rules.naming import split
from sparring.rules.own_code import in_words
from sparring.rules.registry import game as find_game
from sparring.rules.settings import Number
from sparring.terminal.arguments import game_of
from sparring.terminal.keyboard import read_lines
from sparring.work.job import Job
from sparring.work.threads import JobThread


def engine(options: argparse.Namespace) -> None:
    """Answer one line after the other until `quit` or the end of the input."""
    game = game_of(options)
    speaker = Speaker(game, options.opponent or catalogue(game).default)
    for line in read_lines():
        if not speaker.hear(line):
            speaker.finish()
            return
    speaker.wait()  # a script may end before its last question is answered


class Speaker:
    """One opponent that speaks the protocol. It hears on while it thinks, so that it can be stopped."""

    def __init__(self, game: AnyGame, who: str, say: Callable[[str], None] | None = None) -> None:
        self._base = game
        self._game = game
        self._name, self._given = split(who) if "=" in who.rpartition(":")[2] else (who, {})
        self._player: Opponent | None = opponent(game, who)  # an unknown one is refused at once
        self._table: Table | None = None
        self._position = notation.start(game)
        self._say = say or _print
        self._thread = JobThread("sparring engine")
        self._thinking: Job[None] | None = None
        self._commands: Mapping[str, Callable[[str], None]] = {
            GREETING: self._greet,
            "setoption": self._set,
            READY: self._prepare,
            "newgame": self._begin,
            "position": self._place,
            "options": lambda rest: None,  # they follow from the position
            "go": self._go,
            "stop": lambda rest: self.finish(),
        }

    def hear(self, line: str) -> bool:
        """Obey a line; False if it says to quit. What is wrong with a line is answered by a line `error SENTENCE`."""
        words = line.split(maxsplit=1)
        if not words:
            return True
        if words[0] == "quit":
            return False
        if words[0] != "stop":
            self.wait()  # a question is answered before the next line is heard
        command = self._commands.get(words[0])
        try:
            if command is None:
                raise SparringError(
                    f"{words[0]!r:.100} is not a command; there is {', '.join(self._commands)} and quit."
                )
            command(after(line, words[0]))
        except Exception as error:
            self._say(f"error {error if isinstance(error, SparringError) else in_words(error)}")
        return True

    def finish(self) -> None:
        """Have it answer now with the best that it has found, and wait for that."""
        if self._thinking is not None:
            self._thinking.thinking.stop()
            self.wait()

    def wait(self) -> None:
        """Wait for the answer, if it thinks."""
        if self._thinking is not None:
            self._thinking.wait()
            self._thinking = None

    def _greet(self, rest: str) -> None:
        self._say(joined("id", "name", f"Sparring {sparring.__version__} {self._player_now.name}"))
        self._say(joined("id", "author", "the Sparring authors"))
        self._say(joined("game", self._base.name.partition(":")[0]))
        known = catalogue(self._base).entries.get(self._name)
        for name, setting in (known.known_settings(self._base) if known else {}).items():
            self._say(option_line(name, setting.as_json()))
        self._say(GREETED)

    def _set(self, rest: str) -> None:
        words = words_of(rest)
        if len(words) != 4 or words[0::2] != ["name", "value"]:
            raise SparringError("An option is set as in: setoption name depth value 6")
        given = {**self._given, words[1]: words[3]}
        self._player = opponent(self._game, self._name, **given)
        self._given = given

    def _prepare(self, rest: str) -> None:
        self._player_now.prepare()
        self._say(IS_READY)

    def _begin(self, rest: str) -> None:
        [name] = words_of(rest) or [self._base.name]
        if name.partition(":")[0] != self._base.name.partition(":")[0]:
            raise SparringError(f"This engine plays {self._base.name.partition(':')[0]}, not {name:.100}.")
        if name != self._game.name:
            self._game = self._base if name == self._base.name else find_game(name)
            self._player = None
        self._position = notation.start(self._game)

    def _place(self, rest: str) -> None:
        kind, _, told = rest.partition(" ")
        if kind == "start":
            [*words] = words_of(told)
            if words and words[0] != "moves":
                raise SparringError("Moves follow as in: position start moves 4 4 5")
            self._position = notation.after_moves(self._game, words[1:])
        elif kind == "text":
            self._game, self._position = notation.read_text(self._game, told, any_position=True)
        else:
            raise SparringError(
                "This engine takes positions as `position start moves …` or `position text …`; "
                "it cannot play games that neither moves nor a text tell in full."
            )

    def _go(self, rest: str) -> None:
        words = words_of(rest)
        given = dict(zip(words[::2], words[1::2], strict=False))
        limit = Number(1, 10**9).read("movetime", given["movetime"]) if "movetime" in given else None
        seed = int(Number(0, 2**63 - 1, whole=True).read("seed", given.get("seed", "0")) or 0)
        thinking = Thinking(thinking_time(limit / 1000) if limit else None)
        decision = decision_at(self._game, self._position, seed, thinking=thinking)
        if "seed" in given:
            decision = replace(decision, seed=seed)
        player = self._player_now
        if not player.ready:
            player.prepare()
        self._thinking = self._thread.start(lambda: self._decide(player, decision), thinking)

    def _decide(self, player: Opponent, decision: Decision) -> None:
        """Think, and say what was found; a failure is said, too."""
        try:
            choice = player.decide(decision)
        except BaseException as error:
            self._say(f"error {in_words(error)}")
            return
        self._tell(choice)

    def _tell(self, choice: Choice) -> None:
        if isinstance(choice.analysis, Analysis):
            for judged in choice.analysis.options:
                self._say(info_line(judged, choice.analysis.depth, choice.analysis.nodes))
        if choice.remark:
            self._say(f"remark {' '.join(choice.remark.split())}")
        self._say(f"bestmove {choice.option}")

    @property
    def _player_now(self) -> Opponent:
        """The opponent for the game as it is set now."""
        if self._player is None:
            self._player = opponent(self._game, self._name, **self._given)
        return self._player


def _print(line: str) -> None:
    print(line, flush=True)
