"""Migrations of the database: each change of its tables, in order."""

from importlib.resources import files

import sqlalchemy as sql

from sparring.rules import SparringError

LATEST = "9"
"""The newest of the versions beside this file."""

ONE_AT_A_TIME = 0x53504152
"""Of several processes that start on one PostgreSQL, one brings it up to date while the others wait."""


def bring_up_to_date(engine: sql.Engine) -> None:
    """Create the tables, or change those of an older version into today's; nothing is lost."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("SET LOCAL statement_timeout = 0"))  # a large database takes its time
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(ONE_AT_A_TIME)))
        found = _version(connection)
        if found == LATEST:
            return
        from alembic import command  # here, because it takes a while to load and is rarely needed
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(files("sparring.server").joinpath("migrations")))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise SparringError(
                f"The database is of version {found}, which this Sparring does not know ({error}); use a newer one."
            ) from None


def _version(connection: sql.Connection) -> str | None:
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
    return version
