"""`sparring backup`: a copy of a server's database, also while the server runs."""

import argparse
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from sparring.rules import SparringError
from sparring.server.database import connect
from sparring.server.running import default_database

PAGES = 512
"""Pages of a SQLite file that are copied at a time; between them the server may write."""


def backup(options: argparse.Namespace) -> None:
    """Write a copy that holds all matches as they were at one moment."""
    engine, target = connect(options.database or default_database()), Path(options.file)
    half = target.with_name(target.name + ".part")
    try:
        if engine.dialect.name == "sqlite":
            count = _copy_sqlite(engine.url.database or "", half)
        else:
            address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
            count = _dump_postgresql(address, half)
        os.replace(half, target)
    except OSError as error:
        raise SparringError(f"The backup {target} cannot be written: {error.strerror or error}.") from None
    finally:
        half.unlink(missing_ok=True)
    print(f"{target}: {count}")


def _copy_sqlite(name: str, target: Path) -> str:
    """Copy a SQLite file with its own means, and check the copy."""
    if not Path(name).is_file():
        raise SparringError(f"There is no database {name or 'in memory'} to copy.")
    target.unlink(missing_ok=True)
    try:
        existing = f"{Path(name).absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(existing, uri=True)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy, pages=PAGES)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, which can be moved
            (state,) = copy.execute("PRAGMA integrity_check").fetchone()
            if state != "ok":
                raise SparringError(f"The copy is damaged: {state}.")
            (matches,) = copy.execute("SELECT count(*) FROM matches").fetchone()
    except sqlite3.Error as error:
        raise SparringError(f"The database {name} cannot be copied: {error}.") from None
    return f"{matches} matches"


def _dump_postgresql(address: str, target: Path) -> str:
    """Have PostgreSQL write a dump, which `pg_restore` reads."""
    program = shutil.which("pg_dump")
    if program is None:
        raise SparringError("PostgreSQL is copied by pg_dump, which is not installed here.")
    command = [program, "--format=custom", "--no-owner", f"--file={target}", address]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SparringError(f"pg_dump failed: {done.stderr.strip().splitlines()[-1] if done.stderr else 'no reason'}.")
    return f"{target.stat().st_size:,} bytes, for pg_restore"
