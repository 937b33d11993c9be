"""What players call themselves, and what keeps a match from counting for a rating."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "5", "4"


def upgrade() -> None:
    """Add the table and the column; of older matches nobody knows whether hints were asked for."""
    op.create_table(
        "players",
        sql.Column("key", sql.String(64), primary_key=True),
        sql.Column("name", sql.String(40), nullable=False),
    )
    op.add_column("matches", sql.Column("help", sql.String(10), nullable=False, server_default="older"))
