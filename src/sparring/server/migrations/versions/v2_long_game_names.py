"""Names of games may be long: they hold a card game's decks."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "2", "1"


def upgrade() -> None:
    """Let the column hold any length."""
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("game", type_=sql.Text, existing_type=sql.String(100), existing_nullable=False)
