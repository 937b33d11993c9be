"""The `sparring` command in processes of its own.

A fresh process spends about a second on imports, longer than most tests take. So most tests fork theirs from one
process that has imported everything; only tests of how a process starts and ends use a fresh one.
"""

import gc
import multiprocessing
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

PRELOADED = [
    "sparring.terminal.main",
    "sparring.terminal.play",
    "sparring.server.running",
    "sparring.games.tictactoe",
    "sparring.games.connect4",
    "sparring.games.fourinarow",
    "sparring.games.oware",
    "sparring.games.onepiece",
    "sparring.rules.compiler",
    "psycopg",
    "alembic.command",
    "alembic.ddl",
]
"""Modules that the parent of all forked processes imports."""

MAIN = "from sparring.terminal.main import main; sys.exit(main())"


class Forked:
    """A forked process that runs `sparring` with some arguments; it has the methods of a `Popen` that tests use.

    `setup` is called in that process first. Without a file for `stdout`, standard output is a pipe.
    """

    def __init__(self, arguments, *, cwd, environment, stderr, stdout=None, stdin=os.devnull, setup=None):
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        reader, writer = context.Pipe(duplex=False)
        files = {0: str(stdin), 1: stdout and str(stdout), 2: str(stderr)}
        what = [*map(str, arguments)], str(cwd), {**os.environ, **environment}, files, writer, setup
        self._process = context.Process(target=_run, args=what)
        self._process.start()
        writer.close()
        self.pid = self._process.pid
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()

    def poll(self):
        """The exit status, or None while it runs."""
        return self._process.exitcode

    def wait(self, timeout=None):
        """The exit status, once it has ended."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("sparring", timeout)
        return self._process.exitcode

    def send_signal(self, number):
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it was killed just now, and its end is not known here yet
                os.kill(self.pid, number)

    def kill(self):
        """End it as a power failure would."""
        self._process.kill()


def sparring(*arguments, input="", cwd=None, timeout=60, setup=None):
    """Run a command to its end, as `subprocess.run` with captured text would; its process calls `setup` first."""
    with tempfile.TemporaryDirectory() as folder:
        stdin, stdout, stderr = (Path(folder) / name for name in ("in", "out", "err"))
        stdin.write_text(input)
        files = {"stdin": stdin, "stdout": stdout, "stderr": stderr}
        process = Forked(arguments, cwd=cwd or os.getcwd(), environment={}, setup=setup, **files)
        process.stdout.close()
        try:
            status = process.wait(timeout)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, status, stdout.read_text("utf-8"), stderr.read_text("utf-8"))


def one_core():
    """Let a command without --jobs work in its own process: starting others takes longer than a few games."""
    from sparring.terminal import arguments

    arguments.cores = lambda: 1


def start_fresh(arguments, *, cwd, environment, stderr, setup=None):
    """Start the command as a user does; `setup` is called in that process first. Standard output is a pipe."""
    program = ["-m", "sparring.terminal.main"]
    if setup is not None:
        first = f"from {setup.__module__} import {setup.__name__}; {setup.__name__}()"
        folder = Path(__file__).parent.parent
        program = ["-c", f"import sys; sys.path.append({str(folder)!r}); {first}; {MAIN}"]
    with stderr.open("a") as log:
        return subprocess.Popen(
            [sys.executable, *program, *map(str, arguments)],
            cwd=cwd,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


def children(pid):
    """The processes that a process has started, in whichever thread."""
    found = []
    for told in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            found += [int(child) for child in told.read_text().split()]
    return found


def _run(arguments, cwd, environment, files, pipe, setup):
    """What the forked process does."""
    gc.freeze()  # a collection that goes through what the parent has loaded would copy its memory
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv = ["sparring", *arguments]
    for number, name in files.items():
        how = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND
        opened = pipe.fileno() if name is None else os.open(name, how)
        os.dup2(opened, number)
        if name is not None:
            os.close(opened)
    pipe.close()
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", closefd=False)
    if setup is not None:
        setup()
    from sparring.terminal.main import main

    sys.exit(main(arguments))
