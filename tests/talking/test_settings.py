"""Where the model is, what it may cost, who talks: settings and what is said about bad ones."""

import asyncio
import sqlite3
import threading

import pytest

import sparring
from sparring.rules import BadSetting
from sparring.talking.breaker import FAILURES, REST, Breaker
from sparring.talking.budget import Ledger
from sparring.talking.characters import persona, personas
from sparring.talking.client import Client, Question
from sparring.talking.endpoint import Endpoint, Limits, Secret, configured_endpoint, settings_file
from sparring.talking.entry import stand_in, talking_opponent
from sparring.talking.faults import NotConfigured, Overspent

pytestmark = pytest.mark.req("TT-10")


@pytest.fixture(autouse=True)
def _nothing_configured(monkeypatch, tmp_path):
    for name in ("URL", "MODEL", "KEY", "SETTINGS", "TOKENS_PER_DAY"):
        monkeypatch.delenv(f"SPARRING_LLM_{name}", raising=False)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "SPARRING_CHARACTERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_nothing_talks_unless_it_is_configured():
    with pytest.raises(NotConfigured, match="set SPARRING_LLM_URL"):
        configured_endpoint()


def test_the_environment_comes_before_the_file(monkeypatch):
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('url = "http://file:1/v1"\nmodel = "small"\ntokens_per_day = 5\n')
    assert configured_endpoint().model == "small"
    assert configured_endpoint().limits == Limits(tokens_per_day=5)
    monkeypatch.setenv("SPARRING_LLM_URL", "http://environment:1/v1/")
    monkeypatch.setenv("SPARRING_LLM_TOKENS_PER_DAY", "7")
    found = configured_endpoint("large")
    assert (found.url, found.model, found.limits.tokens_per_day) == ("http://environment:1/v1", "large", 7)


def test_the_usual_variables_of_other_programs_work_together(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://theirs/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-theirs")
    monkeypatch.setenv("SPARRING_LLM_MODEL", "m")
    assert configured_endpoint().key.reveal() == "sk-theirs"
    monkeypatch.setenv("SPARRING_LLM_URL", "http://ours/v1")
    assert not configured_endpoint().key  # their key is not sent to another address


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("url = ", "cannot be read"),
        ('adress = "x"', "unknown setting 'adress'"),
        ("url = [1]", "must be a text or a whole number"),
        ('url = "ftp://x"\nmodel = "m"', "must be an address"),
        ('url = "http://x"\nmodel = "m"\ncalls_per_day = "many"', "must be a whole number"),
        ('url = "http://x"', "No model is named"),
    ],
)
def test_a_bad_settings_file_is_refused_in_a_sentence(text, said, tmp_path, monkeypatch):
    (tmp_path / "llm.toml").write_text(text)
    monkeypatch.setenv("SPARRING_LLM_SETTINGS", str(tmp_path / "llm.toml"))
    with pytest.raises(NotConfigured, match=said):
        configured_endpoint()


def test_a_key_is_never_printed():
    assert "sk" not in f"{Secret('sk-1')} {Secret('sk-1')!r} {[Secret('sk-1')]}"


def test_a_character_of_ones_own_is_a_few_lines(tmp_path, monkeypatch):
    own = tmp_path / "own.toml"
    own.write_text('[pirate]\nabout = "A pirate."\nvoice = "You speak like a pirate."\nplays = 0\n')
    monkeypatch.setenv("SPARRING_CHARACTERS", str(own))
    assert list(personas()) == ["trickster", "strategist", "mentor", "champion", "pirate"]
    game = sparring.game("connect4")
    assert stand_in(game, persona("pirate")) == "level1"
    monkeypatch.setenv("SPARRING_LLM_URL", "http://localhost:1/v1")
    made = talking_opponent(game, "llm:character=pirate,model=llama3:8b", {})
    assert made.name == "llm:character=pirate,model=llama3:8b"
    for bad, said in (
        ("[pirate]\n", "lacks about or voice"),
        ('[pirate]\nabout = "x"\nvoice = "y"\nplays = 2', "plays of pirate .* from 0 to 1"),
        ('[pirate]\nabout = "x"\nvoice = "y"\nhat = "z"', "unknown field 'hat'"),
        ("pirate = 1", "is not a character"),
        ('["two words"]\nabout = "x"\nvoice = "y"', "one short word"),
    ):
        own.write_text(bad)
        with pytest.raises(BadSetting, match=said):
            personas()


def test_every_character_has_someone_of_each_game_to_play_for_it():
    assert {stand_in(sparring.game("tictactoe"), who) for who in personas().values()} == {
        "TricksterMonkey",
        "StrategistApe",
        "MentorOrangutan",
        "ChampionChimp",
    }
    oware = sparring.game("oware")
    strengths = [stand_in(oware, persona(name)) for name in ("trickster", "mentor", "strategist", "champion")]
    assert strengths == sorted(strengths, key=lambda name: int(name.removeprefix("level")))


# ---------------------------------------------------------------------- what it may cost


def test_a_budget_holds_for_all_who_pay_at_the_same_time(tmp_path):
    ledger, limits, refused = Ledger(tmp_path / "spent.sqlite"), Limits(calls_per_day=10), []

    def pay():
        for _ in range(5):
            try:
                Ledger(tmp_path / "spent.sqlite").pay(limits, "m", 10)
            except Overspent:
                refused.append(1)

    threads = [threading.Thread(target=pay) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger.spent() == (10, 100)
    assert len(refused) == 10


def test_a_match_has_a_budget_of_its_own_and_a_new_day_a_new_one(tmp_path):
    day = [100]
    ledger, limits = Ledger(tmp_path / "spent.sqlite", lambda: day[0]), Limits(calls_per_match=2, tokens_per_day=50)
    for _ in range(2):
        ledger.correct(ledger.pay(limits, "one", 20), 5)
    with pytest.raises(Overspent, match="calls of this match"):
        ledger.pay(limits, "one", 1)
    ledger.pay(limits, "two", 40)
    with pytest.raises(Overspent, match="tokens for today"):
        ledger.pay(limits, "three", 1)
    day[0] += 1
    ledger.pay(limits, "three", 1)


def test_a_ledger_that_cannot_be_written_allows_no_call(tmp_path):
    (tmp_path / "spent.sqlite").write_bytes(b"this is no database" * 100)
    with pytest.raises(Overspent, match="ledger cannot be used"):
        Ledger(tmp_path / "spent.sqlite").pay(Limits(), "m", 1)
    locked = tmp_path / "locked.sqlite"
    Ledger(locked).pay(Limits(), "m", 1)
    with sqlite3.connect(locked) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Overspent, match="ledger cannot be used"):
            Ledger(locked).pay(Limits(), "m", 1)


def test_a_locked_ledger_keeps_nobody_waiting_beyond_their_clock_and_is_no_fault_of_the_endpoint(tmp_path):
    path, breaker = tmp_path / "spent.sqlite", Breaker(lambda: 0.0)
    Ledger(path).pay(Limits(), "m", 1)
    asks = Client(Endpoint("http://127.0.0.1:9/v1", "m"), Ledger(path), breaker)
    with sqlite3.connect(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Overspent):  # it would be TooSlow if it had waited longer
            asyncio.run(asks.ask(Question([], {}), 0.8))
    for _ in range(FAILURES - 1):
        breaker.failed()
    assert breaker.may_ask()


def test_many_threads_that_pay_at_once_all_get_their_turn(tmp_path):
    path = tmp_path / "spent.sqlite"
    threads = [threading.Thread(target=Ledger(path).pay, args=(Limits(), "m", 1)) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Ledger(path).spent() == (24, 24)


def test_an_endpoint_that_keeps_failing_rests_longer_and_longer():
    now = [0.0]
    breaker = Breaker(lambda: now[0])
    for _ in range(FAILURES):
        assert breaker.may_ask()
        breaker.failed()
    assert not breaker.may_ask()
    now[0] += REST
    assert breaker.may_ask()  # one tries
    assert not breaker.may_ask()  # the others wait for that
    breaker.failed()
    now[0] += REST
    assert not breaker.may_ask()
    now[0] += REST
    assert breaker.may_ask()
    breaker.succeeded()
    assert breaker.may_ask()
