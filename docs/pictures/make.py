"""Takes the picture of the terminal in this folder, from a real game: `python docs/pictures/make.py`."""

import os
import pty
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent
FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; white-space: pre }}
{styles}
</style>
<defs>{lines}</defs>
<rect fill="#16130f" width="100%" height="100%" rx="8"/>
<g transform="translate({terminal_x}, 12)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def shown(arguments: list[str], typed: str) -> str:
    """What the terminal shows when a person types these lines."""
    process, screen = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", COLUMNS="92")
        os.execv(sys.executable, [sys.executable, "-m", "sparring.terminal.main", *arguments])
    output = ""
    for line in typed.splitlines(keepends=True):
        while "Your move" not in output.rpartition("\n")[2]:
            output += os.read(screen, 4096).decode(errors="replace")
        output += "\0"
        os.write(screen, line.encode())
        while not output.rpartition("\0")[2].count("\n"):
            output += os.read(screen, 4096).decode(errors="replace")
    while True:
        try:
            output += os.read(screen, 4096).decode(errors="replace")
        except OSError:
            os.waitpid(process, 0)
            told = output.replace("\0", "").replace("\r", "")
            return "\n".join(line for line in told.splitlines() if "is thinking" not in line).strip()


def picture(text: str) -> str:
    """A terminal's text as SVG."""
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=92, file=nowhere, force_terminal=True, color_system="truecolor")
        console.print(Text.from_ansi(text))
        return console.export_svg(title="", code_format=FRAME, unique_id="t")


if __name__ == "__main__":
    command = ["play", "tictactoe", "--opponent", "MentorOrangutan", "--seed", "8"]
    played = shown(command, "b2\nhint\nquit\n")
    (HERE / "play.svg").write_text(picture(played), "utf-8")
