"""What a command says when it fails: one sentence on standard error, and an exit status."""

import os
import sys

WENT_WRONG, USER_ERROR, STOPPED = 1, 2, 130
"""Exit statuses: something failed, the user got something wrong, Ctrl-C stopped the command."""

LONGEST = 2000
"""Characters of a sentence that are printed."""


def report(error: BaseException) -> int:
    """Print what ended a command; the result is the exit status. A fault of Sparring itself is raised again."""
    from sparring.outside.engine import EngineFailed, ProgramFailed
    from sparring.rules import BrokenGame, SparringError
    from sparring.rules.own_code import in_words
    from sparring.rules.places import explained, not_compiled, place_of
    from sparring.work.pool import WorkLost

    if isinstance(error, KeyboardInterrupt):
        print("\nStopped.", file=sys.stderr)
        return STOPPED
    if isinstance(error, SparringError):
        _print(str(error))
        return USER_ERROR
    if isinstance(error, BrokenGame | WorkLost | ProgramFailed | EngineFailed):
        _print(str(error))
    elif not_compiled(error) or place_of(error):
        _print(explained(error))
    elif isinstance(error, BrokenPipeError):  # whoever reads our output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    elif isinstance(error, OSError):
        _print(str(error))
    elif isinstance(error, Exception):
        raise error
    else:
        _print(f"The command was ended by {in_words(error)}.")
    return WENT_WRONG


def _print(sentence: str) -> None:
    line = " ".join(sentence.split())
    print(f"sparring: {line if len(line) <= LONGEST else line[:LONGEST] + ' …'}", file=sys.stderr)
