"""A server in a process of its own, as users start it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from sparring import Client

HURRIED = """
import sys
from sparring.server import driver, limits, match_calls, open_matches, running
from sparring.terminal.main import main
driver.CLAIM /= 5
open_matches.CLAIM /= 5
limits.SLOWEST_BODY /= 5
match_calls.FIRST_MESSAGE /= 5
running.GRACE /= 5
sys.exit(main())
"""


class Server:
    """`sparring serve` on a free port; its log lines are in `log`.

    One that is hurried waits a fifth as long as others do, for clients and for servers that think.
    """

    def __init__(self, folder, *options, database=None, environment=None, hurried=False):
        self.log = Path(folder) / "server.log"
        database = ["--database", database or f"sqlite:///{folder}/matches.db"]
        program = ["-c", HURRIED] if hurried else ["-m", "sparring.terminal.main"]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *program, "serve", "--port", "0", *database, *map(str, options)],
                cwd=folder,
                env={**os.environ, **(environment or {})},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
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
