"""Friends: an increment of their clocks, links for watchers, and who is here."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "8", "7"


def upgrade() -> None:
    """Add the columns; of earlier matches nobody is here any more."""
    op.add_column("matches", sql.Column("increment", sql.Float, nullable=False, server_default="0"))
    op.add_column("seats", sql.Column("watch", sql.String(64)))
    op.add_column("seats", sql.Column("here_until", sql.Float, nullable=False, server_default="0"))
