"""What can be wrong with a list of opponents."""

from sparring.rules import SparringError


class BadCatalogue(SparringError):
    """An opponents.toml that cannot be used."""
