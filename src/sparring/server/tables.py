"""The tables of the database, and the statements that every move needs, which are built once."""

import sqlalchemy as sql

metadata = sql.MetaData()

matches = sql.Table(
    "matches",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("seed", sql.BigInteger, nullable=False),
    sql.Column("players", sql.JSON, nullable=False),
    sql.Column("paced", sql.Boolean, nullable=False),
    sql.Column("clock", sql.Float),
    sql.Column("increment", sql.Float, nullable=False),
    sql.Column("complete", sql.Float),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("sittings", sql.Integer, nullable=False),
    sql.Column("over", sql.Boolean, nullable=False),
    sql.Column("winner", sql.Integer),
    sql.Column("places", sql.JSON(none_as_null=True)),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("thinker", sql.String(32)),
    sql.Column("thinking_until", sql.Float, nullable=False),
    sql.Column("help", sql.String(10), nullable=False),
)

entries = sql.Table(
    "entries",
    metadata,
    sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("entry", sql.Text, nullable=False),
    sql.Column("remark", sql.Text, nullable=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("problem", sql.String(40), nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("took", sql.Float),
)

seats = sql.Table(
    "seats",
    metadata,
    sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("token", sql.String(64), nullable=False),
    sql.Column("player_key", sql.String(64)),
    sql.Column("player_name", sql.String(40)),
    sql.Column("watch", sql.String(64)),
    sql.Column("here_until", sql.Float, nullable=False, default=0.0),
    sql.Index("seats_by_key", "player_key"),
    sql.Index("seats_by_name", "player_name"),
)

players = sql.Table(
    "players",
    metadata,
    sql.Column("key", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(40), nullable=False),
)

puzzle_tries = sql.Table(
    "puzzle_tries",
    metadata,
    sql.Column("player_key", sql.String(64), primary_key=True),
    sql.Column("game", sql.String(100), primary_key=True),
    sql.Column("puzzle", sql.String(20), primary_key=True),
    sql.Column("solved", sql.Boolean, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)

decks = sql.Table(
    "decks",
    metadata,
    sql.Column("player_key", sql.String(64), primary_key=True),
    sql.Column("game", sql.String(100), primary_key=True),
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("content", sql.JSON, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
)

labs = sql.Table(
    "labs",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("player_key", sql.String(64), nullable=False),
    sql.Column("game", sql.String(100), nullable=False),
    sql.Column("asked", sql.JSON, nullable=False),
    sql.Column("status", sql.String(10), nullable=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("runner", sql.String(32)),
    sql.Column("alive_until", sql.Float, nullable=False),
    sql.Index("labs_by_key", "player_key"),
    sql.Index("labs_by_status", "status"),
)

lab_games = sql.Table(
    "lab_games",
    metadata,
    sql.Column("lab_id", sql.String(32), sql.ForeignKey("labs.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("games", sql.JSON, nullable=False),
)

reviews = sql.Table(
    "reviews",
    metadata,
    sql.Column("match_id", sql.String(32), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("review", sql.JSON, nullable=False),
)

health = sql.Table(
    "health",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("checked", sql.Float, nullable=False),
)

LOGGED = entries.c.entry, entries.c.remark, entries.c.seconds, entries.c.problem, entries.c.at, entries.c.took
"""The columns of an entry, in the order of the fields of a Logged."""

ENTRIES = (
    sql.select(*LOGGED)
    .where(entries.c.match_id == sql.bindparam("match"), entries.c.number >= sql.bindparam("after"))
    .order_by(entries.c.number)
)
COUNTS = sql.select(matches.c.id, matches.c.length, matches.c.sittings).where(
    matches.c.id.in_(sql.bindparam("ids", expanding=True))
)
ADD_ENTRY = entries.insert()
MOVE_ON = (
    matches.update()
    .where(matches.c.id == sql.bindparam("match"), matches.c.sittings == sql.bindparam("seated"))
    .values({name: sql.bindparam(name) for name in ("length", "changed", "over", "winner", "reason")})
    .values({name: sql.bindparam(name) for name in ("thinker", "thinking_until")})
    .values(places=sql.bindparam("places", type_=matches.c.places.type))
)
