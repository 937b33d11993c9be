"""Characters that talk, with a real server that answers in every way."""

import asyncio
import time

import pytest

import sparring
from sparring.match.table import decision_at
from sparring.rules import Thinking
from sparring.talking import client
from sparring.talking.endpoint import Limits
from support import model_server as models
from support.model_server import model_server
from support.talkers import chosen, played, talker

pytestmark = pytest.mark.req("TT-10")

GAMES = "tictactoe", "connect4", "oware", "onepiece"


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch):
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.01)


@pytest.mark.parametrize("name", GAMES)
def test_a_character_plays_what_its_model_says_and_says_what_facts_cover(name, tmp_path):
    game = sparring.game(name)
    with model_server(models.well) as server:
        decision, choice = chosen(talker(game, server, tmp_path), game, played(game, 4))
    assert choice.option == decision.options[-1]
    assert server.asked[0].body["model"] == "tiny"
    if name != "onepiece":  # there, facts may tell what it holds
        assert choice.remark


@pytest.mark.parametrize("behave", models.EVERYTHING)
def test_whatever_the_model_does_the_choice_is_legal(behave, tmp_path):
    game = sparring.game("connect4")
    with model_server(models.EVERYTHING[behave]) as server:
        decision, choice = chosen(talker(game, server, tmp_path), game, played(game, 4), seconds=3.0)
    assert choice.option in decision.options


def test_a_model_that_answers_illegally_is_told_once_what_was_wrong(tmp_path):
    game = sparring.game("connect4")
    with model_server(models.illegal_once) as server:
        decision, choice = chosen(talker(game, server, tmp_path), game, played(game, 4))
    assert choice.option == decision.options[0]
    assert '"z99" is not one of the legal options.' in server.asked[1].body["messages"][2]["content"]


def test_after_two_illegal_answers_it_plays_as_itself(tmp_path):
    game, position = sparring.game("connect4"), played(sparring.game("connect4"), 4)
    own = sparring.opponent(game, "medium")
    own.prepare()
    with model_server(models.illegal) as server:
        decision, choice = chosen(talker(game, server, tmp_path, behind="medium"), game, position)
    assert len(server.asked) == 2
    assert choice.option == own.decide(decision).option


@pytest.mark.parametrize("behave", [models.never, models.slowly])
def test_it_waits_no_longer_than_its_clock(behave, tmp_path):
    game = sparring.game("tictactoe")
    with model_server(behave) as server:
        player = talker(game, server, tmp_path)
        chosen(player, game, played(game, 2), seconds=0.1)  # whatever is loaded first
        decision = decision_at(game, played(game, 2), 3, 0, Thinking(1.0))
        choice = asyncio.run(player.choose(decision))
        assert not decision.thinking.over
    assert choice.option in decision.options


def test_a_flood_is_cut_off(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.floods) as server:
        decision, choice = chosen(talker(game, server, tmp_path), game, played(game, 2))
        assert not server.asked[0].writer.transport.get_write_buffer_size() > 1 << 24
    assert choice.option in decision.options


def test_cancelling_it_ends_the_call(tmp_path):
    async def cancelled():
        asking = asyncio.ensure_future(player.choose(decision_at(game, played(game, 2), 3, 0, Thinking(60.0))))
        while not server.asked:
            await asyncio.sleep(0.01)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    game = sparring.game("tictactoe")
    with model_server(models.never) as server:
        player = talker(game, server, tmp_path)
        began = time.monotonic()
        asyncio.run(cancelled())
    assert time.monotonic() - began < 30


def test_busy_endpoints_are_asked_again_within_the_clock(tmp_path):
    busy = iter([models.status(429, "Retry-After: 0.05\r\n"), models.status(503), models.well])

    async def behave(asked):
        await next(busy)(asked)

    game = sparring.game("tictactoe")
    with model_server(behave) as server:
        decision, choice = chosen(talker(game, server, tmp_path), game, played(game, 2))
    assert len(server.asked) == 3
    assert choice.option == decision.options[-1]


def test_an_endpoint_that_says_when_to_come_back_is_not_waited_for_beyond_the_clock(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.status(429, "Retry-After: 3600\r\n")) as server:
        chosen(talker(game, server, tmp_path), game, played(game, 2), seconds=5.0)
    assert len(server.asked) == 1


def test_a_server_without_schemas_is_asked_in_words(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.no_schemas) as server:
        player = talker(game, server, tmp_path)
        for _ in range(2):
            decision, choice = chosen(player, game, played(game, 2))
            assert choice.option == decision.options[-1]
    assert ["response_format" in asked.body for asked in server.asked] == [True, False, False]


def test_a_dead_endpoint_is_left_alone(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.status(401)) as server:
        player = talker(game, server, tmp_path)
        for _ in range(6):
            decision, choice = chosen(player, game, played(game, 2))
            assert choice.option in decision.options
    assert len(server.asked) == 3


def test_a_bound_character_plays_only_what_its_level_would_play(tmp_path):
    game = sparring.game("connect4")
    position = game.read_position("......./......./......./......./ooo..../xxx.... x")
    with model_server(models.well) as server:
        player = talker(game, server, tmp_path, behind="level5", bound=True)
        for seed in range(4):
            _, choice = chosen(player, game, position, seed=seed)
            assert choice.option == "4"
    assert all(asked.options == ["4"] for asked in server.asked)


def test_a_character_that_does_not_talk_is_not_asked_where_it_has_no_choice(tmp_path):
    game = sparring.game("connect4")
    position = game.read_position("......./......./......./......./ooo..../xxx.... x")
    with model_server(models.well) as server:
        player = talker(game, server, tmp_path, behind="level5", bound=True, talks=False)
        assert chosen(player, game, position)[1].option == "4"
    assert not server.asked


def test_claims_that_no_cited_fact_covers_are_not_shown(tmp_path):
    said = []

    async def behave(asked):
        await asked.reply(models.answer(asked.options[0], said[-1]))

    game = sparring.game("connect4")
    with model_server(behave) as server:
        player = talker(game, server, tmp_path)
        for words, shown in (("What a lovely day.", True), ("I threaten to win.", False), ("Look at column 7!", False)):
            said.append(words)
            _, choice = chosen(player, game, played(game, 4))
            assert choice.remark == (words if shown else "")


def test_a_reason_that_only_repeats_the_move_is_not_shown(tmp_path):
    async def behave(asked):
        await asked.reply(models.answer(asked.options[0], asked.options[0] + "!"))

    game = sparring.game("tictactoe")
    with model_server(behave) as server:
        _, choice = chosen(talker(game, server, tmp_path), game, played(game, 2))
    assert len(server.asked) == 1
    assert choice.remark != choice.option + "!"


def test_markup_and_control_characters_arrive_as_harmless_text(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.markup) as server:
        _, choice = chosen(talker(game, server, tmp_path), game, played(game, 2))
    assert not any(ord(letter) < 32 or letter == "\u202e" for letter in choice.remark)
    assert len(choice.remark) <= 240


def test_the_budget_of_a_day_cannot_be_exceeded(tmp_path):
    game = sparring.game("tictactoe")
    with model_server(models.well) as server:
        player = talker(game, server, tmp_path, limits=Limits(calls_per_day=3))
        for _ in range(5):
            chosen(player, game, played(game, 2))
        assert len(server.asked) == 3
        poor = talker(game, server, tmp_path, limits=Limits(tokens_per_day=1000))
        chosen(poor, game, played(game, 2))
    assert len(server.asked) == 3


def test_the_key_is_sent_and_shown_nowhere(tmp_path, caplog):
    caplog.set_level("DEBUG")
    game = sparring.game("tictactoe")
    with model_server(models.well) as server:
        player = talker(game, server, tmp_path, key="sk-very-secret")
        _, choice = chosen(player, game, played(game, 2))
        assert server.asked[0].headers["authorization"] == "Bearer sk-very-secret"
        server.behave = models.status(401)
        chosen(player, game, played(game, 2))
    shown = f"{caplog.text} {choice} {player.__dict__} {player._client.endpoint}"
    assert "very-secret" not in shown
