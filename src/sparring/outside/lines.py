"""Lines of the engine protocol: a word that says what the line is, and its arguments."""

import json
import re
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

from sparring.rules import AnyGame, BadPosition, Decision, Judgement
from sparring.rules.capabilities import hides_something
from sparring.rules.plain import plain
from sparring.rules.seeds import stream

GREETING, GREETED = "sparring", "sparringok"
READY, IS_READY = "isready", "readyok"

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
_BARE = re.compile(r'[^\s"]+')


def joined(*words: object) -> str:
    """Words as one line; a word with blanks or quotation marks is written as a JSON string.

    >>> print(joined("options", "pass", "give 1 DON"))
    options pass "give 1 DON"
    """
    texts = map(str, words)
    return " ".join(text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False) for text in texts)


def words_of(line: str) -> list[str]:
    """The words of a line.

    >>> words_of('options pass "give 1 DON"')
    ['options', 'pass', 'give 1 DON']
    """
    return [_unquoted(word) for word in _WORD.findall(line)]


def _unquoted(word: str) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        return word


def starts_alike(game: AnyGame) -> bool:
    """Whether every match of a game begins with the same position, as far as a few seeds tell."""
    first = game.start(stream(0, "start"))
    return all(game.start(stream(seed, "start")) == first for seed in range(1, 4))


def position_line(game: AnyGame, decision: Decision, alike: bool) -> str:
    """The line that tells an engine where the game stands, as exactly as the seat may know.

    If moves alone tell it, because every match begins alike and nothing is hidden, they do: they also tell the past.
    Otherwise it is the text of the position, or, in a game that has none, all that the seat sees as JSON.
    """
    if hides_something(game):
        return f"position view {json.dumps(plain(decision.view), ensure_ascii=False)}"
    if alike and decision.moves is not None:
        return joined("position", "start", "moves", *decision.moves) if decision.moves else "position start"
    try:
        return f"position text {game.position_text(decision.view)}"
    except BadPosition:
        return f"position view {json.dumps(plain(decision.view), ensure_ascii=False)}"


def info_line(judged: Judgement, depth: int, nodes: int) -> str:
    """What is thought of one option, as a line."""
    told: list[object] = ["info", "depth", depth, "nodes", nodes, "option", judged.option, "score", f"{judged.score:g}"]
    told += ["chance", f"{judged.rank.chance:.4f}"]
    if judged.outcome is not None and judged.exact and judged.plies is not None:
        told += ["outcome", judged.outcome, "plies", judged.plies]
    return joined(*told, "pv", *judged.line) if judged.line else joined(*told)


def judgement_of(words: Sequence[str]) -> Judgement | None:
    """The judgement in the words of an info line; None if it names no option with its score.

    >>> judgement_of(words_of("info depth 4 option b2 score 30 chance 0.6 pv b2 a1"))
    Judgement(option='b2', score=30.0, ..., line=('b2', 'a1'), ..., chance=0.6, ...)
    """
    line: tuple[str, ...] = ()
    if "pv" in words:
        at = words.index("pv")
        words, line = words[:at], tuple(words[at + 1 :])
    known = dict(zip(words[1::2], words[2::2], strict=False))
    score, chance, plies = (_number(known.get(name)) for name in ("score", "chance", "plies"))
    if "option" not in known or score is None:
        return None
    outcome = known.get("outcome")
    proven: dict[str, Any] = {}
    if outcome in ("win", "draw", "loss"):
        proven = {"outcome": outcome, "plies": None if plies is None else int(plies)}
    if chance is not None and 0 <= chance <= 1:
        proven["chance"] = chance
    return Judgement(known["option"], score, line=line, **proven)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if isfinite(number) else None


def option_line(name: str, told: dict[str, Any]) -> str:
    """The declaration of a setting, as a line."""
    words: list[object] = ["option", "name", name, "type", told["type"]]
    if told["default"] is not None:
        words += ["default", told["default"]]
    if "min" in told:
        words += ["min", told["min"], "max", told["max"]]
    for word in told.get("choices", ()):
        words += ["choice", word]
    return joined(*words)


def after(line: str, word: str) -> str:
    """What follows the first word of a line."""
    return line.strip().removeprefix(word).strip()


def listed(lines: Iterable[str], word: str) -> list[str]:
    """What follows a word on each line that begins with it."""
    return [after(line, word) for line in lines if line.split(maxsplit=1)[:1] == [word]]
