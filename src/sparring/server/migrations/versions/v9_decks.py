"""Decks that are kept with players, and tests of decks."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "9", "8"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "decks",
        sql.Column("player_key", sql.String(64), primary_key=True),
        sql.Column("game", sql.String(100), primary_key=True),
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("content", sql.JSON, nullable=False),
        sql.Column("changed", sql.Float, nullable=False),
    )
    op.create_table(
        "labs",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("player_key", sql.String(64), nullable=False),
        sql.Column("game", sql.String(100), nullable=False),
        sql.Column("asked", sql.JSON, nullable=False),
        sql.Column("status", sql.String(10), nullable=False),
        sql.Column("seconds", sql.Float, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("runner", sql.String(32)),
        sql.Column("alive_until", sql.Float, nullable=False),
    )
    op.create_index("labs_by_key", "labs", ["player_key"])
    op.create_index("labs_by_status", "labs", ["status"])
    op.create_table(
        "lab_games",
        sql.Column("lab_id", sql.String(32), sql.ForeignKey("labs.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("games", sql.JSON, nullable=False),
    )
