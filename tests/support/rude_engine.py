"""An engine for tic-tac-toe in plain Python that misbehaves in one way: `python rude_engine.py FAULT [FILE]`."""

import os
import signal
import subprocess
import sys
import time


def main(fault, note=None):
    """Play the first option, or do what the fault says when a move is asked for."""
    options = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "sparring":
            if fault == "silent at the start":
                time.sleep(3600)
            if fault == "ends at the start":
                sys.exit(4)
            say("id name rude", "game oware" if fault == "another game" else "game tictactoe")
            say("option name depth type integer default 4 min 1 max 9", "sparringok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "options":
            options = words[1:]
        elif words[0] == "go":
            misbehave(fault, note)
            say(f"bestmove {options[0]}")
        elif words[0] == "quit" and fault != "ignores quit":
            return
    while fault == "ignores quit":
        time.sleep(3600)


def say(*lines):
    print(*lines, sep="\n", flush=True)


def misbehave(fault, note):
    if fault == "crashes":
        print("the board has caught fire", file=sys.stderr, flush=True)
        os._exit(3)
    elif fault == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif fault == "silent":
        time.sleep(3600)
    elif fault == "babbles":
        say("I wonder", "bestmoves are overrated", "info string hm", "info option", "info option a1 score nan", "")
    elif fault == "says too much":
        say("remark Ha\x1b [31mred \u202e<b>evil</b>\u0000")
    elif fault == "illegal":
        say("bestmove z9")  # and then a legal one, which must not be taken for the answer to the next question
    elif fault == "empty":
        say("bestmove")
    elif fault == "floods":
        while True:
            say("info depth 1 option a1 score 1 " + "x" * 1000)
    elif fault == "sends 100 MB":
        block = "x" * 1_000_000
        for _ in range(100):
            sys.stdout.write(block)
        sys.stdout.flush()
    elif fault == "no text":
        sys.stdout.buffer.write(b"\xff\xfe\x00 info\n")
    elif fault == "floods errors":
        sys.stderr.write("e" * 3_000_000)
        sys.stderr.flush()
    elif fault == "leaves children":
        sleep = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"]
        children = [subprocess.Popen(sleep).pid, subprocess.Popen(sleep, start_new_session=True).pid]
        with open(note, "a") as file:
            print(*children, file=file)


if __name__ == "__main__":
    main(*sys.argv[1:])
