"""The place of each seat in a match that is over."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "4", "3"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sql.Column("places", sql.JSON))
