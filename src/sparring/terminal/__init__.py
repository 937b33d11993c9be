"""The `sparring` command."""
