"""Where the language model is and what it may cost: from the environment, or from a settings file.

A setting `url` is the variable SPARRING_LLM_URL, or the line `url = "…"` in the file; the environment comes first.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs

from sparring.rules.files import read_text
from sparring.talking.faults import NotConfigured

ALSO = {"url": "OPENAI_BASE_URL", "key": "OPENAI_API_KEY"}
"""Variables of other programs that are read if ours are not set."""


class Secret:
    """A text that no log, error or record shows."""

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(…)" if self._text else "Secret()"


@dataclass(frozen=True)
class Limits:
    """What a model may cost."""

    calls_per_match: int = 300
    tokens_per_match: int = 300_000
    calls_per_day: int = 3_000
    tokens_per_day: int = 2_000_000


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible endpoint and the model to ask there."""

    url: str
    model: str
    key: Secret = field(default_factory=lambda: Secret(""))
    limits: Limits = Limits()

    @property
    def place(self) -> str:
        """The endpoint as logs name it: without a password or a query that its address may hold."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}{parts.path}"


def configured_endpoint(model: str = "") -> Endpoint:
    """The endpoint that is configured; raises a NotConfigured that says what is missing or wrong."""
    known = {**_from_file(), **_from_environment()}
    url, model = known.get("url", ""), model or known.get("model", "")
    if not url:
        raise NotConfigured(
            "No language model is configured: set SPARRING_LLM_URL to the address of an OpenAI-compatible endpoint, "
            "such as http://localhost:11434/v1."
        )
    if not model:
        raise NotConfigured("No model is named: set SPARRING_LLM_MODEL, or give model=NAME.")
    _check_address(url)
    amounts = {each.name: _amount(each.name, known[each.name]) for each in fields(Limits) if each.name in known}
    return Endpoint(url.rstrip("/"), model, Secret(known.get("key", "")), Limits(**amounts))


def settings_file() -> Path:
    """The file with the settings: where SPARRING_LLM_SETTINGS says, or llm.toml in the user's settings folder."""
    named = os.environ.get("SPARRING_LLM_SETTINGS", "")
    return Path(named) if named else Path(platformdirs.user_config_dir("sparring", appauthor=False)) / "llm.toml"


def _known_names() -> list[str]:
    return ["url", "model", "key", *(each.name for each in fields(Limits))]


def _from_environment() -> dict[str, str]:
    found = {name: os.environ.get(f"SPARRING_LLM_{name.upper()}", "") for name in _known_names()}
    if not found["url"]:  # a key belongs to its address
        found |= {name: os.environ.get(variable, "") for name, variable in ALSO.items() if not found[name]}
    return {name: value for name, value in found.items() if value}


def _from_file() -> dict[str, str]:
    path = settings_file()
    if not path.exists():
        if os.environ.get("SPARRING_LLM_SETTINGS"):
            raise NotConfigured(f"SPARRING_LLM_SETTINGS names {path}, but there is no such file.")
        return {}
    try:
        read: Mapping[str, Any] = tomllib.loads(read_text(path, "The file of language model settings"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotConfigured(f"{path} cannot be read: {error}.") from None
    for name, value in read.items():
        if name not in _known_names():
            raise NotConfigured(f"{path} has an unknown setting {name!r}; known are {', '.join(_known_names())}.")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise NotConfigured(f"{name} in {path} must be a text or a whole number.")
    return {name: str(value) for name, value in read.items()}


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not good:
        raise NotConfigured("SPARRING_LLM_URL must be an address such as http://localhost:11434/v1.")


def _amount(name: str, text: str) -> int:
    if not text.isdecimal():
        raise NotConfigured(f"{name} must be a whole number from 0, not {text!r}.")
    return int(text)
