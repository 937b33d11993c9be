"""A server in a process of its own."""

import resource
import signal
from functools import partial
from pathlib import Path

from sparring import Client
from support.processes import Forked, start_fresh


def hurry():
    """Divide by five the times that the server in this process waits for clients and for servers that think."""
    from sparring.server import driver, event_calls, health, limits, open_matches, presence, running, storage

    driver.CLAIM /= 5
    open_matches.CLAIM /= 5
    health.FRESH /= 5
    limits.SLOWEST_BODY /= 5
    event_calls.FIRST_MESSAGE /= 5
    presence.LASTS /= 5
    running.GRACE /= 5
    storage.LONGEST_WAIT /= 5


FILES = 160
"""The files that a server with few of them may have open."""


def few_files():
    """Let the server in this process open only a few files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


def impatient():
    """Let the server in this process give up early on a request that does not go on."""
    from sparring.server import connection

    connection.SLOWEST_HEAD = 0.3


def load_when_asked():
    """Let the server in this process load opponents only when somebody asks for them: most tests ask for few."""
    from sparring.server.places_to_think import Processes

    async def nothing(self):
        pass

    Processes.warm_up = nothing


def in_turn(*setups):
    """Call each of these."""
    for setup in setups:
        setup()


class Server:
    """`sparring serve` on a free port; its log lines are in `log`.

    A server that is `fresh` is a process started from nothing; others are forked with everything imported. One that
    is `hurried` waits only a fifth as long for clients and for servers that think. One that is not `warm` loads no
    opponents before they are asked. A forked one calls `setup` first.
    """

    def __init__(
        self, folder, *options, database=None, environment=None, hurried=False, fresh=False, warm=False, setup=None
    ):
        self.log = Path(folder) / "server.log"
        arguments = ["serve", "--port", "0", "--database", database or f"sqlite:///{folder}/matches.db", *options]
        start = start_fresh if fresh else Forked
        setup = hurry if hurried else setup
        if not (warm or fresh):
            setup = partial(in_turn, *filter(None, (load_when_asked, setup)))
        self.process = start(arguments, cwd=folder, environment=environment or {}, stderr=self.log, setup=setup)
        line = self.process.stdout.readline()
        if "listens on " not in line:
            self.process.wait()
            raise RuntimeError(f"the server did not start: {line}{self.log.read_text()}")
        self.address = line.split()[-1]
        self.client = Client(self.address)

    def stop(self, how=signal.SIGTERM, seconds=30):
        """Tell it to stop; the result is its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(seconds)
        self.process.stdout.close()
        self.client.close()
        return status

    def kill(self):
        """End it as a power failure would."""
        self.stop(signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop(signal.SIGKILL)
