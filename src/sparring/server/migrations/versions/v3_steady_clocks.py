"""How long each decision took, by a clock that cannot be set; and a row that health checks write."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "3", "2"


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("entries", sql.Column("took", sql.Float))
    op.create_table(
        "health",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("checked", sql.Float, nullable=False),
    )
