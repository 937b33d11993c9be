"""`sparring tree`: what minimax looks at, and what alpha-beta leaves out."""

import argparse

from sparring.coach.tree import DEEPEST, summary, tree_json, tree_of
from sparring.coach.tree_picture import as_lines, picture
from sparring.rules.files import write_whole
from sparring.terminal.arguments import position_of, whole_number, writable
from sparring.terminal.output import plain, show, show_json, show_position


def tree(options: argparse.Namespace) -> None:
    """Show the tree of a small search."""
    depth = whole_number("depth", options.depth, 1, DEEPEST)
    path = writable(options.svg) if options.svg else None
    game, position = position_of(options)
    found = tree_of(game, position, depth)
    if path is not None:
        write_whole(path, picture(found).encode())
    if options.json:
        show_json(tree_json(found))
        return
    show_position(game, position)
    show(f"\n{plain(summary(found))}")
    if path is not None:
        show(f"The picture is in {plain(str(path))}.")
        return
    for line in as_lines(found):
        show(plain(line))
