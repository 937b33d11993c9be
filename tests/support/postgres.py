"""A PostgreSQL server for the tests, in a folder of its own with its socket; removed after the tests."""

import os
import pwd
import subprocess
import tempfile
from itertools import count
from pathlib import Path

import psycopg

from support import machine

ACCOUNTS = "postgres", "nobody"
"""The accounts that may run it where the tests run as root, since it refuses to run as root."""

CLEAN_UP = 'cat; "$1" stop --mode=immediate --pgdata="$2/data"; rm -rf "$2"'
"""A script that waits until the tests end, in whatever way: that closes their end of the pipe."""


class Postgres:
    """A running PostgreSQL server without databases."""

    def __init__(self):
        self._folder = Path(tempfile.mkdtemp(prefix="sparring-", dir="/tmp"))  # a socket's path must be short
        self._as = {}
        if os.geteuid() == 0:
            account = _account()
            os.chown(self._folder, account.pw_uid, account.pw_gid)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self._clean_up = subprocess.Popen(
            ["sh", "-c", CLEAN_UP, "sh", machine.program("pg_ctl"), self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            **self._as,
        )
        self._numbers = count(1)
        self._run("initdb", "--no-sync", "--no-locale", "--encoding=UTF8", "--auth=trust", "--username=postgres")
        self.start()

    def start(self):
        """Start it; when this returns, it accepts connections."""
        self._run(
            "pg_ctl", "start", "--wait", f"--log={self._folder}/log", f"--options=-k {self._folder} -h '' -c fsync=off"
        )

    def stop(self, mode="fast"):
        """Stop it: "fast" closes all connections cleanly, "immediate" is like a crash."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def remove(self):
        """Stop it, and remove its folder."""
        self._clean_up.stdin.close()
        self._clean_up.wait(60)

    def new_database(self):
        """The address of a database that nobody has used."""
        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name):
        """The address of a database."""
        return f"postgresql://postgres@/{name}?host={self._folder}"

    def _run(self, program, *options):
        command = [machine.program(program), *options, f"--pgdata={self._folder}/data"]
        with (self._folder / "said").open("ab") as said:  # no pipe: what is started would keep it open
            done = subprocess.run(
                command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=60, **self._as
            )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {(self._folder / 'said').read_text()}")


def _account():
    known = {account.pw_name: account for account in pwd.getpwall()}
    return next(known[name] for name in ACCOUNTS if name in known)
