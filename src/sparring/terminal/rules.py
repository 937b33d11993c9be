"""`sparring rules`: how a game works, in sections with drawings."""

import argparse

from sparring.coach.rulebook import in_text, rules_json
from sparring.rules.capabilities import drawing
from sparring.rules.teaching import frames, glossary, rulebook
from sparring.terminal.arguments import game_of
from sparring.terminal.output import plain, show, show_json


def rules(options: argparse.Namespace) -> None:
    """Show the rules of a game."""
    game = game_of(options)
    if options.json:
        show_json(rules_json(game, in_text))
        return
    show(f"[name]How {plain(game.title)} works[/]")
    for section in rulebook(game):
        show(f"\n[name]{plain(section.title)}[/]")
        for sentence in section.sentences:
            show(plain(sentence))
        for picture in section.pictures:
            for frame in frames(game, picture):
                show(f"\n[say]{plain(frame.caption)}[/]\n{drawing(game, frame.view)}")
    if words := glossary(game):
        show("\n[name]Words[/]")
        for word, meaning in words.items():
            show(f"[name]{plain(word)}[/]: {plain(meaning)}")
