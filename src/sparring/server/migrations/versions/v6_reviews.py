"""Reviews of finished matches, so that each is computed once."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "6", "5"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reviews",
        sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("review", sql.JSON, nullable=False),
    )
