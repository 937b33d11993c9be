"""A PostgreSQL of the tests' own: made in a folder of its own, reached through a socket there, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

import psycopg

import machine

ACCOUNTS = "postgres", "nobody"
"""Who may run it where the tests run as root, as which it refuses to run."""


class Postgres:
    """A running PostgreSQL with nothing in it."""

    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="sparring-", dir="/tmp"))  # a socket's path must be short
        self._account = _account() if os.geteuid() == 0 else None
        if self._account:
            os.chown(self._folder, self._account.pw_uid, self._account.pw_gid)
        self._numbers = count(1)
        self._run("initdb", "--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust", "--username=postgres")
        self.start()

    def start(self):
        """Start it; it can be asked when this returns."""
        self._run("pg_ctl", "start", "--wait", f"--log={self._folder}/log", f"--options=-k {self._folder} -h ''")

    def stop(self, mode="fast"):
        """Stop it: "fast" ends all connections in good order, "immediate" as a crash would."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def remove(self):
        """Stop it for good."""
        self.stop("immediate")
        shutil.rmtree(self._folder)

    def new_database(self):
        """The address of a database that nobody has used."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name):
        """Where a database is."""
        return f"postgresql://postgres@/{name}?host={self._folder}"

    def _run(self, program, *options):
        given = {}
        if self._account:
            given = {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}
        command = [machine.program(program), *options, f"--pgdata={self._folder}/data"]
        with (self._folder / "said").open("ab") as said:  # no pipe: what is started would keep it open
            done = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=60, **given
            )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {(self._folder / 'said').read_text()}")


def _account():
    known = {account.pw_name: account for account in pwd.getpwall()}
    return next(known[name] for name in ACCOUNTS if name in known)
