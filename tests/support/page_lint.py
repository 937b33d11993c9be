"""Check the page's script, styles and HTML with Biome: `python tests/support/page_lint.py`, with `--fix` to mend them.

Biome is a development tool: the page is served as it is written. It comes from npm into the virtual environment.
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from support import machine

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Install Biome if it is missing, and run it; without Node.js say so, which is a failure only under CI."""
    machine.get("Biome")
    if sentence := machine.lacking("Biome"):
        print(sentence, file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    mend = ["--write"] if "--fix" in sys.argv[1:] else ["--error-on-warnings"]
    return subprocess.run([machine.NODE_BIN / "biome", "check", *mend], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
