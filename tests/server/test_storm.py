"""Two processes in a storm: whatever strikes them, nothing acknowledged is lost, memory is flat, every match ends."""

import os

import pytest

from sparring import Client
from support.storm import PatientCrowd, Storm

SEED = int(os.environ.get("STORM_SEED", "1"))
"""The same seed brings the same disasters in the same order."""

CHOICES = int(os.environ.get("STORM_CHOICES", "50000"))
"""The choices that are acknowledged under way, for each kind of database."""

BETWEEN = 500
"""Choices from one disaster to the next."""

COPIES = 4
"""How many matches are played at the same time at each table of the crowd."""


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_nothing_acknowledged_is_lost_in_a_storm(kind, request, tmp_path, capsys):
    postgres = request.getfixturevalue("postgres") if kind == "PostgreSQL" else None
    database = postgres.new_database() if postgres else f"sqlite:///{tmp_path}/matches.db"
    storm, crowd = Storm(SEED, tmp_path, database, postgres), PatientCrowd(SEED, copies=COPIES)
    try:
        with Client(storm.server.address) as client:
            crowd.play_through(client, CHOICES, BETWEEN, storm.strike)
            storm.calm()
            crowd.check(client)
    finally:
        storm.server.kill()
    matches = [match for table in crowd.matches for match in table]
    assert all(match.result for match in matches)
    quarter = max(1, len(storm.memory) // 4)
    grown = max(storm.memory[-quarter:]) - max(storm.memory[quarter : 2 * quarter])
    assert grown < 50, f"memory grew by {grown:.0f} MB: {storm.memory}"
    with capsys.disabled():
        struck = {name: storm.struck.count(name) for name in sorted(set(storm.struck))}
        print(f"\n{kind}, seed {SEED}: {crowd.acknowledged:,} choices in {len(matches):,} matches; {struck}; none lost")
