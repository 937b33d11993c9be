"""Runs a program for as long as its owner lives, and then ends it together with everything that it has started.

It runs as a process of its own, from this file alone: `python keeper.py CONTROL PROGRAM ARGUMENT …`. Standard input and
output belong to the program. CONTROL is the number of a pipe that the owner holds open; the pipe closes when the owner
wants the program to end, and also when the owner itself ends in whatever way.
"""

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from types import FrameType

SUBREAPER = 36
"""The number of prctl's PR_SET_CHILD_SUBREAPER: orphans below this process become its children (Linux)."""

NOT_STARTED = 127
"""The exit status if the program cannot be started, as shells have it."""


def main(control: int, command: list[str]) -> int:
    """Run the program until it or its owner ends; returns the program's exit status."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard, bell = os.pipe()
    os.set_blocking(bell, False)
    signal.signal(signal.SIGCHLD, _nothing)
    signal.set_wakeup_fd(bell)
    program = _start(command, control)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # these pipes are to close when the program ends
        os.dup2(nowhere, stream)
    status = None
    while status is None:
        ready, _, _ = select.select([control, heard], [], [])
        if control in ready:
            break
        os.read(heard, 4096)
        status = _reap(program)
    _end_all(program)
    return 128 + signal.SIGKILL if status is None else status


def _start(command: list[str], control: int) -> int:
    program = os.fork()
    if program:
        return program
    try:
        os.setsid()
        os.close(control)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(NOT_STARTED)


def _nothing(number: int, frame: FrameType | None) -> None:
    """Let the signal interrupt what waits, and do no more."""


def _reap(program: int) -> int | None:
    """Collect the processes that have ended; the exit status of the program if it is among them."""
    found = None
    with suppress(ChildProcessError):
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                break
            if ended == program:
                code = os.waitstatus_to_exitcode(status)
                found = 128 - code if code < 0 else code
    return found


def _end_all(program: int) -> None:
    """Kill the program's process group, and then every orphan, until this process has no children any more."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    while True:
        for child in _children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    """The processes whose parent is this one, where the system lists them."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            with suppress(OSError):
                with open(f"/proc/{name}/stat", "rb") as stat:
                    parent = stat.read().rpartition(b")")[2].split()[1]
                if int(parent) == os.getpid():
                    found.append(int(name))
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
