"""The tree of a search as a picture: from left to right, a row for each line that was looked at."""

from collections.abc import Iterator
from html import escape

from sparring.coach.tree import Node, Tree, label, summary

ROW, COLUMN, BOX, TOP, MARGIN = 26, 178, (140, 20), 84, 24
MOST_NAMES = 6
"""How many moves that were left out are named in one place."""

STYLE = """
:root { color-scheme: light dark }
.paper { fill: #f3ecdf }
text { font: 13px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #271e17 }
.title { font: 600 21px Georgia, "Iowan Old Style", Palatino, serif } .quiet { fill: #5d4f43; font-size: 12.5px }
.edge { fill: none; stroke: #b9a98f; stroke-width: 1.2 } .edge.best { stroke: #1c6455; stroke-width: 3 }
.edge.cut { stroke-dasharray: 3 4 }
.box { fill: #fbf8f1; stroke: #b9a98f }
.own { fill: #f6dfc6; stroke: #b06a2a } .other { fill: #dbe5f4; stroke: #3f63a8 }
.box.best { stroke: #1c6455; stroke-width: 2.5 } .left-out { fill: #5d4f43; font-style: italic }
@media (prefers-color-scheme: dark) {
.paper { fill: #1e1813 } text { fill: #f3ecdf } .quiet, .left-out { fill: #c9baa4 }
.edge { stroke: #6a5a49 } .edge.best { stroke: #7fc4b2 }
.box { fill: #29211a; stroke: #6a5a49 }
.own { fill: #55371c; stroke: #d08a4a } .other { fill: #23355a; stroke: #7f9fdc }
.box.best { stroke: #7fc4b2 }
}
"""


class _Pen:
    """Lays nodes out from the top down: each line gets the next free row."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.rows = 0
        self.shapes: list[str] = []

    def draw(self, node: Node, ply: int = 0) -> float:
        """Draw a node with all below it; returns the height of its middle."""
        looked_at = [child for child in node.children if not child.cut]
        heights = [self.draw(child, ply + 1) for child in looked_at]
        for child, height in zip(looked_at, heights, strict=True):
            self.shapes.append(self._edge(ply, _middle(heights), height, "best" if child.best else ""))
        left_out = [child for child in node.children if child.cut]
        if left_out:
            row = self._next_row()
            self.shapes.append(self._edge(ply, _middle(heights), row, "cut"))
            self.shapes.append(self._cut(left_out, ply + 1, row))
        height = _middle(heights) if heights else self._next_row()
        self.shapes.append(self._box(node, ply, height))
        return height

    def _next_row(self) -> float:
        self.rows += 1
        return TOP + ROW * self.rows - ROW / 2

    def _edge(self, ply: int, start: float, end: float, kind: str) -> str:
        left, right = MARGIN + COLUMN * ply + BOX[0], MARGIN + COLUMN * (ply + 1)
        half = (left + right) / 2
        path = f"M{left} {start:g}C{half:g} {start:g} {half:g} {end:g} {right} {end:g}"
        return f'<path class="edge {kind}" d="{path}"/>'

    def _box(self, node: Node, ply: int, height: float) -> str:
        mover = "" if node.seat is None else "own" if node.seat == self.tree.root.seat else "other"
        kind = f"box {mover if node.children else ''} {'best' if node.best else ''}"
        left, (width, high) = MARGIN + COLUMN * ply, BOX
        words = label(node) if node.move is None else f"{node.move}: {label(node)}"
        return (
            f'<g><title>{escape(node.why)}</title><rect class="{kind}" x="{left}" y="{height - high / 2:g}" '
            f'width="{width}" height="{high}" rx="5"/>'
            f'<text x="{left + 8}" y="{height + 4.5:g}">{escape(words)}</text></g>'
        )

    def _cut(self, nodes: list[Node], ply: int, height: float) -> str:
        names = ", ".join(str(node.move) for node in nodes[:MOST_NAMES])
        more = f" and {len(nodes) - MOST_NAMES} more" if len(nodes) > MOST_NAMES else ""
        left = MARGIN + COLUMN * ply
        return (
            f"<g><title>{escape(nodes[0].why)}</title>"
            f'<text class="left-out" x="{left + 4}" y="{height + 4.5:g}">✂ {escape(names + more)}</text></g>'
        )


def _middle(heights: list[float]) -> float:
    return (heights[0] + heights[-1]) / 2


def picture(tree: Tree) -> str:
    """The tree as the text of an SVG file."""
    pen = _Pen(tree)
    pen.draw(tree.root)
    width = max(MARGIN * 2 + COLUMN * (tree.depth + 1) + 60, 760)
    height = TOP + ROW * pen.rows + MARGIN
    lines = "\n".join(pen.shapes)
    title = f"How minimax looks ahead: {tree.game.title}, depth {tree.depth}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="title about">\n<title id="title">{escape(title)}</title>\n'
        f'<desc id="about">{escape(summary(tree))}</desc>\n<style>{STYLE}</style>\n'
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
        f'<text class="title" x="{MARGIN}" y="36">{escape(title)}</text>\n'
        f'<text class="quiet" x="{MARGIN}" y="60">{escape(summary(tree))}</text>\n{lines}\n</svg>\n'
    )


def as_lines(tree: Tree) -> Iterator[str]:
    """The tree as lines for a terminal: deeper positions further to the right, moves that were left out at the end."""
    yield label(tree.root)
    yield from _below(tree.root, "")


def _below(node: Node, indent: str) -> Iterator[str]:
    looked_at = [child for child in node.children if not child.cut]
    left_out = [str(child.move) for child in node.children if child.cut]
    for number, child in enumerate(looked_at, 1):
        last = number == len(looked_at) and not left_out
        mark = "  ←" if child.best else ""
        yield f"{indent}{'└' if last else '├'} {child.move}: {label(child)}{mark}"
        yield from _below(child, f"{indent}{' ' if last else '│'}  ")
    if left_out:
        yield f"{indent}└ cut: {', '.join(left_out)}"
