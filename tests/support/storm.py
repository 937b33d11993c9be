"""A storm over a server: kills, database restarts, a full disk, jumping clocks, slow and vanishing clients."""

import json
import os
import resource
import signal
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from sparring.server.client import Refused, Unreachable
from support.crowd import Crowd, Remembered
from support.processes import children
from support.serving import Server

SHIFTED_CLOCK = """
import os, time
from pathlib import Path

real, shift = time.time, Path(os.environ["SHIFT"])
time.time = lambda: real() + float(shift.read_text() or 0)
"""
"""Python runs this when it starts, so the wall clock of every process of the server can be set by a file."""

SMALL = 4096
"""Bytes that the system keeps for a client that does not read."""

UNHURT = 1200
"""Attempts after a disaster, with a tenth of a second between them, by which a server must answer again."""


class PatientCrowd(Crowd):
    """A crowd that goes on whatever happens to the server."""

    finishing = gone = False
    patience = 1800.0
    """It is the only thing that a long run on a busy machine may take: time."""

    def play_through(self, client, choices, between, strike):
        """Play until this many choices were acknowledged, with a disaster every now and then, and then to the end."""
        players, followers, following = ThreadPoolExecutor(len(self.tables)), ThreadPoolExecutor(200), []

        def follow(match):
            following.append(followers.submit(self._patiently, match.follow, client))

        try:
            playing = [players.submit(self._play_on, table, client, follow) for table in range(len(self.tables))]
            while self.acknowledged < choices:
                self._await(self.acknowledged + between, playing)
                for each in playing:
                    if each.done():
                        each.result()  # whatever went wrong there
                strike()
            self.finishing = True
            for each in [*playing, *following]:
                each.result(self.patience)
        finally:
            self.finishing = self.gone = True
            players.shutdown(wait=False, cancel_futures=True)
            followers.shutdown(wait=False, cancel_futures=True)

    def check(self, client):
        """The same, for a server that is still busy."""
        self.gone = False
        for match in (match for matches in self.matches for match in matches):
            self._patiently(match.check, client)

    def _patiently(self, work, *details):
        """Do something again and again until somebody answers; an answer that is wrong is an error at once."""
        while not self.gone:
            try:
                return work(*details)
            except Unreachable:
                pass
            except Refused as refused:
                if refused.status != 503 and refused.code != "unavailable":
                    raise
            time.sleep(0.05)
        return None

    def _play_on(self, table, client, follow):
        """One match after the other, until the storm is over and the last one has ended."""
        matches, rng = self.matches[table], self._rngs[table]
        while not self.gone and not (self.finishing and matches and matches[-1].result):
            try:
                if not matches or matches[-1].result:
                    game, *players = self.tables[table]
                    seed = None if players == ["human", "human"] else rng.getrandbits(40)
                    matches.append(Remembered(client.begin(game, players, seed=seed), players))
                    follow(matches[-1])
                self._decide(matches[-1], client, rng)
            except Unreachable:
                time.sleep(0.05)
            except Refused as refused:
                # A choice whose answer got lost may have been made after the match was looked at again. Then another
                # one for the same decision comes too late.
                if refused.status != 503 and not (refused.status == 409 and len(matches[-1].asked) > 1):
                    raise


class Storm:
    """The disasters that strike a server, the same ones in the same order for the same seed."""

    def __init__(self, seed, folder, database, postgres=None):
        self._rng = Random(f"storm {seed}")
        self._folder = Path(folder)
        self._database = database
        self._postgres = postgres
        self._clients = []
        self._followed = "none"
        """The match that slow clients follow."""

        self.struck = []
        self.memory = []
        """The megabytes of the largest process of each sort, measured before each disaster."""

        (self._folder / "sitecustomize.py").write_text(SHIFTED_CLOCK)
        self._shift = self._folder / "shift"
        self._shift.write_text("0")
        self._start("0")
        self.port = str(urlsplit(self.server.address).port)
        self._disasters = [self.kill_worker, self.kill_thinker, self.kill_fork_server, self.kill_all]
        self._disasters += [self.stop, self.jump, self.slow, self.vanish]
        self._disasters.append(self.fill_disk if postgres is None else self.restart_database)

    def _start(self, port):
        environment = {"SHIFT": str(self._shift), "PYTHONPATH": f"{self._folder}:{os.environ.get('PYTHONPATH', '')}"}
        options = "--port", port, "--workers", "2", "--rate", "0", "--log", "error"
        self.server = Server(self._folder, *options, database=self._database, environment=environment, fresh=True)

    def strike(self):
        """The next disaster; when this returns, the server answers again."""
        disaster = self._rng.choice(self._disasters)
        self.struck.append(disaster.__name__)
        self.memory.append(self._measured())
        disaster()
        for _ in range(UNHURT):
            with suppress(Unreachable, Refused):
                self.server.client.games()
                return
            time.sleep(0.1)
        raise AssertionError(f"nobody answers after {disaster.__name__}")

    def _measured(self):
        sorts = {"parent": [self.server.process.pid], "answering": self.workers()}
        sorts |= {"forking": self.fork_servers(), "thinking": self.thinkers()}
        return {sort: max(map(_megabytes, pids), default=0.0) for sort, pids in sorts.items()}

    def memory_then_and_later(self):
        """For each sort of processes, the megabytes of the largest one in the second and in the last quarter."""
        quarter = max(1, len(self.memory) // 4)
        then, later = self.memory[quarter : 2 * quarter] or self.memory, self.memory[-quarter:]
        return {
            sort: tuple(round(max(measured[sort] for measured in some)) for some in (then, later))
            for sort in self.memory[0]
        }

    def workers(self):
        """The processes that answer."""
        return [pid for pid in children(self.server.process.pid) if "spawn_main" in _command(pid)]

    def fork_servers(self):
        """The processes from which those are forked in which opponents think."""
        return [pid for worker in self.workers() for pid in children(worker) if "fork_server" in _command(pid)]

    def thinkers(self):
        """The processes in which opponents think."""
        return [pid for fork_server in self.fork_servers() for pid in children(fork_server)]

    def kill_worker(self):
        """One of the processes is killed; its parent starts another one."""
        self._kill_one(self.workers())

    def kill_thinker(self):
        """A process in which opponents think is killed; another one is forked when it is needed."""
        self._kill_one(self.thinkers())

    def kill_fork_server(self):
        """The process from which those are forked is killed, and all of them with it."""
        self._kill_one(self.fork_servers())

    def _kill_one(self, pids):
        chosen = self._rng.random()  # drawn in any case, so that the same disasters follow
        if pids:
            with suppress(ProcessLookupError):
                os.kill(sorted(pids)[int(chosen * len(pids))], signal.SIGKILL)

    def kill_all(self):
        """All processes are killed, as by a power failure."""
        pids = self.workers()
        self.server.kill()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._start(self.port)

    def stop(self):
        """The server is stopped and started."""
        self.server.stop(seconds=PatientCrowd.patience)
        self._start(self.port)

    def jump(self):
        """Somebody sets the clock of the machine."""
        self._shift.write_text(str(self._rng.choice([-3600, 3600, -86400, 0])))

    def slow(self):
        """Clients follow a match, with all its pictures, and read nothing."""
        self._hang_up()
        with suppress(Unreachable, Refused):
            match = {"game": "connect4", "opponents": ["random", "random"]}
            self._followed = self.server.client.call("POST", "/matches", match)["id"]
        self._clients = [self._plug(self._upgrade()) for _ in range(20)]

    def vanish(self):
        """Clients are gone in the middle of a request."""
        for _ in range(20):
            plugged = self._plug(b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            if plugged is not None:
                plugged.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                plugged.close()

    def fill_disk(self):
        """No file of the server can grow for a while."""
        with suppress(ProcessLookupError):
            for pid in self.workers():
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        time.sleep(0.5)
        with suppress(ProcessLookupError):
            for pid in self.workers():
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def restart_database(self):
        """PostgreSQL crashes and comes back."""
        self._postgres.stop("immediate")
        self._postgres.start()

    def calm(self):
        """End the storm: the clock is right, and nobody hangs on the line."""
        self._shift.write_text("0")
        self._hang_up()

    def _plug(self, data):
        parts = urlsplit(self.server.address)
        plugged = socket.socket()
        plugged.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        plugged.settimeout(5)
        try:
            plugged.connect((parts.hostname, parts.port))
            plugged.sendall(data)
        except OSError:
            plugged.close()
            return None
        return plugged

    def _upgrade(self):
        hello = json.dumps({"token": None, "scenes": True}).encode()
        head = (
            f"GET /api/v1/matches/{self._followed}/events HTTP/1.1\r\nHost: x\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        return head.encode() + bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello

    def _hang_up(self):
        for plugged in self._clients:
            if plugged is not None:
                plugged.close()
        self._clients = []


def _command(pid):
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode()
    return ""


def _megabytes(pid):
    with suppress(FileNotFoundError, ProcessLookupError):
        return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024
    return 0.0
