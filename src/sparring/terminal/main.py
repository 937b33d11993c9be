"""The command line: its commands and options. Heavy modules are imported only by the commands that need them."""

import argparse
import importlib
import io
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import NoReturn

import sparring
from sparring.terminal.failures import USER_ERROR, report


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where to find help, and exit."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(USER_ERROR)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    options = parser().parse_args(arguments)
    if "run" not in options:
        parser().print_help()
        return 0
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the terminal cannot show does not stop it
    module, function = options.run
    run: Callable[[argparse.Namespace], int | None] = getattr(
        importlib.import_module(f"sparring.terminal.{module}"), function
    )
    from sparring.rules.jobs import reporting_work_to
    from sparring.rules.kernels import told_of_compiling

    try:
        with told_of_compiling(_say_compiling), reporting_work_to(_show_work):
            status = run(options) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BaseException as error:  # a game of the user's own may raise anything
        return report(error)


@cache
def _say_compiling(what: str) -> None:
    print(f"Compiling {what}; this takes some seconds, once …", file=sys.stderr, flush=True)


def _show_work(about: str, done: int, total: int) -> None:
    from sparring.terminal.output import show_work

    show_work(about, done, total)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands with their options."""
    top = Parser(prog="sparring", description="Worthy AI opponents for turn-based games.")
    top.add_argument("--version", action="version", version=f"sparring {sparring.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, about: str, module: str, function: str, *, json: bool = True) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(run=(module, function))
        if json:
            added.add_argument("--json", action="store_true", help="print the result as JSON")
        return added

    command("games", "list the games", "lists", "games")
    _game(command("opponents", "list a game's opponents", "lists", "opponents"))
    _game(command("rules", "show the rules of a game, with drawings", "rules", "rules"))
    _play(command("play", "play in the terminal", "play", "play", json=False))
    own = command("me", "show your own ratings and results", "me", "me")
    own.add_argument("--delete", action="store_true", help="delete your results instead")
    _watch(command("watch", "watch opponents play each other", "watch", "watch"))
    _serve(command("serve", "serve the page and the API", "serve", "serve", json=False))
    copied = command("backup", "copy a server's database, also while it runs", "backup", "backup", json=False)
    copied.add_argument("file", metavar="FILE", help="where the copy is written")
    copied.add_argument("--database", metavar="URL", help="the database to copy (a file of your own)")
    _load(command("load", "put load on a server, and see how long its answers take", "load", "load"))
    _any_position(_game(command("legal", "list the legal moves of a position", "positions", "legal")))
    perft = _position(_game(command("perft", "count the move paths from a position", "positions", "perft")))
    perft.add_argument("--depth", required=True, metavar="N", help="the longest paths to count")
    _move(command("move", "ask an opponent for its move", "positions", "move"))
    _analyse(command("analyse", "judge every legal move of a position", "positions", "analyse"))
    tree = _any_position(_game(command("tree", "show what minimax looks at and what it leaves out", "tree", "tree")))
    tree.add_argument("--depth", metavar="N", default="3", help="plies to look ahead, at most 8 (3)")
    tree.add_argument("--svg", metavar="FILE", help="draw the tree as a picture instead of printing it")
    engine = _game(command("engine", "be an engine for other programs", "engine", "engine", json=False))
    engine.add_argument("--opponent", metavar="O", help="who plays: NAME or NAME:key=value,… (the game's default)")
    _lethal(command("lethal", "find a win in this turn", "lethal", "lethal"))
    _arena(command("arena", "let opponents play many games against each other", "tournaments", "arena"))
    _lab(command("lab", "test a deck: against which decks and with which cards and hands it wins", "lab", "lab"))
    _any_position(_game(command("draw", "draw a position as SVG", "positions", "draw", json=False)))
    own = command("new", "write a package for a game of your own", "new", "new")
    own.add_argument("name", metavar="NAME", help="the game's name: one lower-case word")
    _check(command("check", "check a game of your own for mistakes", "check", "check"))
    review = _game(command("review", "look back on a match", "review", "review"))
    review.add_argument("--record", required=True, metavar="FILE", help="the record of the match")
    review.add_argument("--time", metavar="S", help="the most seconds to look at each position")
    _ladder(command("ladder", "show the measured strength of a game's opponents", "ladder", "ladder"))
    _puzzles(command("puzzles", "list a game's puzzles", "puzzles", "puzzles"))
    one = _game(command("puzzle", "solve a puzzle", "puzzles", "puzzle"))
    one.add_argument("id", metavar="ID", nargs="?", help="the puzzle, as `sparring puzzles` lists it (that of the day)")
    _calibrate(command("calibrate", "fit expected scores to games that are played now", "calibrate", "calibrate"))
    _train(command("train", "learn an evaluation from self-play (needs the extra train)", "train", "train"))
    book = _job(command("build-book", "compute a game's opening book", "jobs", "build_book", json=False))
    book.add_argument("--plies", metavar="N", help="how far into a game the book goes")
    tables = _job(command("build-tables", "compute a game's endgame tables", "jobs", "build_tables", json=False))
    tables.add_argument("--seeds", metavar="N", help="for how many pieces the tables are")
    warmup = command("warmup", "compile everything that gets compiled, ahead of time", "jobs", "warmup", json=False)
    warmup.add_argument("games", nargs="*", metavar="GAME", help="only what these games need, and not all games")
    return top


def _game(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("game", metavar="GAME", help="a name from `sparring games`, or a class of yours: nim.py:Nim")
    return command


def _job(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    _workers(_game(command))
    command.add_argument("--save", metavar="FILE", help="write the result there instead of the user's folder")
    return command


def _workers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--jobs", metavar="J", help="processes to use (all cores unless said)")
    ray = "work on a Ray cluster instead: its address, or local for one on this machine"
    command.add_argument("--ray", metavar="ADDRESS", help=ray)


def _position(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.set_defaults(any_position=None)  # cannot be asked for
    _position_group(command)
    return command


def _position_group(command: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    given = command.add_mutually_exclusive_group()
    given.add_argument("--moves", metavar="MOVES", help='moves from the start, as in "b2 a1"')
    given.add_argument("--position", metavar="TEXT", help='a position, as in "x../.o./... x"')
    given.add_argument("--record", metavar="FILE", help="the position at the end of a record")
    _decks(command)
    return given


def _any_position(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    about = "take a position that no game reaches, such as one with more x than o may have"
    _position(command).add_argument("--any-position", action="store_true", default=False, help=about)
    return command


def _decks(command: argparse.ArgumentParser) -> argparse.ArgumentParser:
    command.add_argument("--decks", metavar="A,B", help="the decks of a card game, each a name or a file")
    return command


def _seed(command: argparse.ArgumentParser, about: str) -> None:
    command.add_argument("--seed", metavar="N", help=about)


def _play(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", nargs="?", help="what to play; asked for if left out")
    whom = "whom to play: NAME or NAME:key=value,key=value; once for each of several, or O,O"
    command.add_argument("--opponent", metavar="O", action="append", default=[], help=whom)
    seat = command.add_mutually_exclusive_group()
    seat.add_argument("--second", action="store_true", help="let the opponent begin")
    seat.add_argument("--seat", metavar="N", help="the seat that you take: 1 begins, then 2, and so on")
    teach = "play the game's first match, in which everything is explained when it comes up"
    command.add_argument("--teach", action="store_true", help=teach)
    again = "try again from a move of this record, against the same opponent; it does not count for your rating"
    command.add_argument("--again", metavar="FILE", help=again)
    command.add_argument("--move", metavar="N", help="the move from which to try again")
    _decks(command)
    _seed(command, "play the same match again: same seed, same answers")
    command.add_argument("--save", metavar="FILE", help="write the match's record when it ends or you leave")


def _watch(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument("opponents", metavar="O", nargs="+", help="who plays: NAME or NAME:key=value,key=value")
    _decks(command)
    _seed(command, "watch the same match again")
    command.add_argument("--fast", action="store_true", help="do not wait while they seem to think")
    command.add_argument("--explain", action="store_true", help="show what they thought of every option")
    command.add_argument("--save", metavar="FILE", help="write the match's record")


def _serve(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", metavar="H", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    command.add_argument("--port", metavar="P", default="8000", help="the port to listen on (8000; 0 for any)")
    command.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://… (a file of your own)")
    command.add_argument(
        "--game", metavar="GAME", action="append", default=[], help="offer a game of yours: nim.py:Nim"
    )
    own = "let people choose an opponent of yours by a name: NAME=engine:COMMAND, NAME=FILE.py:CLASS, NAME=http://…"
    command.add_argument("--opponent", metavar="O", action="append", default=[], help=own)
    command.add_argument("--workers", metavar="N", default="1", help="processes that answer at this port (1)")
    command.add_argument("--longest", metavar="S", help="the most seconds anybody thinks about a move (10)")
    command.add_argument("--rate", metavar="N", help="requests a second that one address may make (0 for any number)")
    expire = "delete matches that nobody has touched for this many days (keep all)"
    command.add_argument("--expire", metavar="DAYS", help=expire)
    minutes = "minutes of processor time that a test of a deck may take (10; 0 for no tests)"
    command.add_argument("--lab-minutes", metavar="M", default="10", help=minutes)
    proxy = "a proxy whose X-Forwarded-For, -Proto and -Host count: an address or a network such as 10.0.0.0/8"
    command.add_argument("--proxy", metavar="IP", action="append", default=[], help=proxy)
    command.add_argument("--open", action="store_true", help="open the page in your browser")
    levels = "debug, info, warning or error (info)"
    command.add_argument("--log", metavar="LEVEL", default="info", help=f"what is logged: {levels}")


def _load(command: argparse.ArgumentParser) -> None:
    command.add_argument("address", metavar="URL", help="the server, such as http://127.0.0.1:8000")
    command.add_argument("--game", metavar="GAME", default="connect4", help="the game (connect4)")
    command.add_argument("--opponent", metavar="O", default="medium", help="who answers (medium)")
    command.add_argument("--connections", metavar="N", default="50", help="connections that ask for moves (50)")
    command.add_argument("--matches", metavar="N", help="play this many matches at once instead")
    command.add_argument("--pause", metavar="S", default="2", help="seconds between two choices in a match (2)")
    command.add_argument("--seconds", metavar="S", default="20", help="how long it lasts (20)")
    command.add_argument("--picture", metavar="FILE", help="draw the latencies as an SVG file")
    _seed(command, "which moves are asked for and played")


def _move(command: argparse.ArgumentParser) -> None:
    _any_position(_game(command))
    command.add_argument("--opponent", metavar="O", required=True, help="who is asked: NAME or NAME:key=value,…")
    _seed(command, "the randomness of the answer")


def _analyse(command: argparse.ArgumentParser) -> None:
    _any_position(_game(command))
    command.add_argument("--depth", metavar="N", help="look at most this many plies ahead")
    command.add_argument("--time", metavar="S", help="look at most this many seconds")
    each = "read positions from standard input, a line each, and print a line of JSON for each"
    command.add_argument("--each", action="store_true", help=each)
    command.add_argument(
        "--tree", action="store_true", help="count the positions of the winning tree, if one side wins"
    )


def _lethal(command: argparse.ArgumentParser) -> None:
    given = _position_group(_game(command))
    given.add_argument("--table", metavar="FILE", help="a posed table, as JSON")
    command.set_defaults(any_position=True)
    hands = "imagined hands in which the odds are counted where no win is sure (200)"
    command.add_argument("--worlds", metavar="N", default="200", help=hands)
    _seed(command, "imagine the same hands again")


def _arena(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument("opponents", metavar="O", nargs="+", help="who plays: NAME or NAME:key=value,key=value")
    games = (
        "games for each pair (each three in a game for three, and so on); for each pair of decks, a multiple of four"
    )
    length = command.add_mutually_exclusive_group(required=True)
    length.add_argument("--games", metavar="N", help=games)
    sure = "play two opponents until it is sure who is better (a sequential test)"
    length.add_argument("--until-sure", action="store_true", help=sure)
    better = "with --until-sure: the difference in rating points that matters (50)"
    command.add_argument("--better-by", metavar="ELO", help=better)
    error = "with --until-sure: how likely a wrong verdict may be (0.05)"
    command.add_argument("--error", metavar="P", help=error)
    command.add_argument("--most-games", metavar="N", help="with --until-sure: give up after this many games (20000)")
    decks = "the decks of a card game, each a name or a file; with more than two, or all, it is decks that are measured"
    command.add_argument("--decks", metavar="A,B", help=decks)
    _seed(command, "play the same games again")
    _workers(command)
    command.add_argument(
        "--opening-plies", metavar="K", default="0", help="begin the games of a round with K random plies"
    )
    plies = "call a game a draw that is not over after N plies (5000)"
    command.add_argument("--most-plies", metavar="N", default="5000", help=plies)


def _lab(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument("--deck", required=True, metavar="D", help="the deck that is tested: a name or a file")
    command.add_argument(
        "--against", metavar="A,B", default="all", help="the decks it meets: names, files or all (all)"
    )
    command.add_argument("--opponent", metavar="O", help="who plays both sides (the game's default)")
    command.add_argument("--games", metavar="N", default="20", help="games against each deck, an even number (20)")
    swap = "also play the deck with copies of one card swapped for another: OUT=IN or 2xOUT=IN, until it is sure"
    command.add_argument("--swap", metavar="OUT=IN", help=swap)
    _seed(command, "play the same games again")
    _workers(command)


def _check(command: argparse.ArgumentParser) -> None:
    _decks(_game(command))
    command.add_argument("--games", metavar="N", default="200", help="random games to play, at the most (200)")
    command.add_argument("--time", metavar="S", default="10", help="seconds to play, at the most (10)")
    plies = "a random game that is not over after N plies is a fault (5000)"
    command.add_argument("--most-plies", metavar="N", default="5000", help=plies)
    command.add_argument("--seed", metavar="N", default="0", help="play other random games")


def _ladder(command: argparse.ArgumentParser) -> None:
    _game(command)
    measure = "play until the intervals are narrow enough, and keep the ratings; goes on from what was measured before"
    command.add_argument("--measure", action="store_true", help=measure)
    interval = "with --measure: how far the 95 %% intervals may reach, in points (40; 75 for slow opponents)"
    command.add_argument("--interval", metavar="POINTS", help=interval)
    minutes = "with --measure: stop after this many minutes; a later run goes on from there"
    command.add_argument("--minutes", metavar="M", help=minutes)
    command.add_argument("--picture", metavar="FILE", help="draw the ladder as SVG, too")
    _seed(command, "with --measure: play other games (1)")
    _workers(command)
    command.add_argument("--save", metavar="FILE", help="keep the ladder in this file instead of the user's folder")


def _puzzles(command: argparse.ArgumentParser) -> None:
    _game(command)
    work = command.add_mutually_exclusive_group()
    mine = "search self-played games for puzzles, and let all levels try them; goes on where an earlier run stopped"
    work.add_argument("--mine", action="store_true", help=mine)
    work.add_argument("--grade", action="store_true", help="let all levels try the known puzzles again")
    _seed(command, "with --mine: search other games (1)")
    _workers(command)
    command.add_argument("--save", metavar="FILE", help="keep the puzzles in this file instead of the user's folder")


def _calibrate(command: argparse.ArgumentParser) -> None:
    _game(command)
    who = "whose scores are calibrated, NAME or NAME:key=value,…; may be repeated (everybody who searches)"
    command.add_argument("--opponent", metavar="O", action="append", default=[], help=who)
    games = "games of each opponent against itself; half are for the fit, half for the check (1000)"
    command.add_argument("--games", metavar="N", default="1000", help=games)
    command.add_argument("--minutes", metavar="M", help="begin no more games after M minutes")
    _seed(command, "play the same games again")
    command.add_argument("--jobs", metavar="J", help="processes to use (all cores unless said)")
    command.add_argument("--save", metavar="FILE", help="keep the curves in this file instead of the user's folder")


def _train(command: argparse.ArgumentParser) -> None:
    _game(command)
    command.add_argument("--minutes", metavar="M", default="30", help="how long it may take (30)")
    on = "go on with the last training of this game, or with that in --folder"
    command.add_argument("--resume", action="store_true", help=on)
    _seed(command, "play other games")
    _workers(command)
    folder = "keep the games and the table of generations there instead of in the user's folder"
    command.add_argument("--folder", metavar="FOLDER", help=folder)
    command.add_argument("--picture", metavar="FILE", help="draw the curves of the training as SVG, too")
    save = "write the evaluation to this file instead of the user's folder"
    command.add_argument("--save", metavar="FILE", help=save)


if __name__ == "__main__":
    sys.exit(main())
