"""Matches, their entries and their seats."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "1", None


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "matches",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("game", sql.String(100), nullable=False),
        sql.Column("rules", sql.Integer, nullable=False),
        sql.Column("seed", sql.BigInteger, nullable=False),
        sql.Column("players", sql.JSON, nullable=False),
        sql.Column("paced", sql.Boolean, nullable=False),
        sql.Column("clock", sql.Float),
        sql.Column("complete", sql.Float),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("changed", sql.Float, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("sittings", sql.Integer, nullable=False),
        sql.Column("over", sql.Boolean, nullable=False),
        sql.Column("winner", sql.Integer),
        sql.Column("reason", sql.Text, nullable=False),
        sql.Column("thinker", sql.String(32)),
        sql.Column("thinking_until", sql.Float, nullable=False),
    )
    op.create_table(
        "entries",
        sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("entry", sql.Text, nullable=False),
        sql.Column("remark", sql.Text, nullable=False),
        sql.Column("seconds", sql.Float, nullable=False),
        sql.Column("problem", sql.String(40), nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "seats",
        sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("token", sql.String(64), nullable=False),
        sql.Column("player_key", sql.String(64)),
        sql.Column("player_name", sql.String(40)),
    )
    op.create_index("seats_by_key", "seats", ["player_key"])
    op.create_index("seats_by_name", "seats", ["player_name"])
