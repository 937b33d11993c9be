"""`python -m sparring`, for where the command itself is not at hand."""

import sys

from sparring.terminal.main import main

if __name__ == "__main__":
    sys.exit(main())
