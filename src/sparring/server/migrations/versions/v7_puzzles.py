"""Which puzzles players have tried."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "7", "6"


def upgrade() -> None:
    """Add the table of first tries."""
    op.create_table(
        "puzzle_tries",
        sql.Column("player_key", sql.String(64), primary_key=True),
        sql.Column("game", sql.String(100), primary_key=True),
        sql.Column("puzzle", sql.String(20), primary_key=True),
        sql.Column("solved", sql.Boolean, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
