"""A character with a language model on the page: it replies to what is typed, as plain text."""

import pytest
from playwright.sync_api import expect

from support import model_server as models
from support.model_server import model_server


@pytest.mark.req("TT-10", "ALL-12")
def test_somebody_talks_to_a_character_and_plays_on(visit, start):
    with model_server(models.markup_in_talk) as model:
        variables = {"SPARRING_LLM_URL": model.url, "SPARRING_LLM_MODEL": "tiny"}
        server = start("--opponent", "llm:character=trickster,pace_min=0,pace_max=0", variables=variables)
        visitor = visit(at=server, hurried=True)
        page = visitor.begin("tictactoe", opponent="trickster").page
        page.get_by_label("Say something").fill("Hello <i>you</i>")
        page.get_by_label("Say something").press("Enter")
        expect(page.locator("#remark")).to_have_text("Hi, <i>dear</i>!")
        expect(page.locator("#said")).to_have_text("You: Hello <i>you</i>")
        page.locator("#stage .hit[data-option=b2]").click()
        expect(page.locator("#moves li button")).to_have_count(2)
