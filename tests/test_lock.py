"""The locked versions that `make` installs: they cover every dependency, and name only packages and versions."""

import re
import tomllib
from pathlib import Path

import numba
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sparring.rules.numba_private import TRIED

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DEPENDENCIES = [
    Requirement(text)
    for extra, texts in {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}.items()
    for text in texts
    if extra != "train" and not text.startswith("sparring[")
]
LOCKED = [
    Requirement(line.split("#")[0])
    for line in (ROOT / "requirements.lock").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("needed", DEPENDENCIES, ids=lambda needed: needed.name)
def test_every_dependency_is_locked_to_versions_in_its_range(needed):
    locked = [pin for pin in LOCKED if canonicalize_name(pin.name) == canonicalize_name(needed.name)]
    assert locked, f"{needed.name} is not in requirements.lock: run make lock"
    for pin in locked:
        [exact] = pin.specifier
        assert exact.operator == "=="
        assert exact.version in needed.specifier


def test_pytorch_has_a_lock_of_its_own_and_is_in_no_other():
    [needed] = map(Requirement, PROJECT["optional-dependencies"]["train"])
    lines = (ROOT / "requirements-train.lock").read_text().splitlines()
    [pin] = [Requirement(line) for line in lines if not line.startswith("#")]
    [exact] = pin.specifier
    assert (pin.name, exact.operator) == (needed.name, "==")
    assert exact.version in needed.specifier
    assert needed.name not in {locked.name for locked in LOCKED}


def test_the_lock_names_no_registry_and_no_path():
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+( ; [^/#]+)?( +# via [^/]+)?", line), line


def test_numba_is_bounded_by_the_versions_that_its_private_interface_was_tried_with():
    allowed = next(needed for needed in DEPENDENCIES if needed.name == "numba").specifier
    oldest, newest = ([int(part) for part in version.split(".")] for version in TRIED)
    assert all(version in allowed for version in (*TRIED, numba.__version__))
    assert f"{oldest[0]}.{oldest[1] - 1}.99" not in allowed
    assert f"{newest[0]}.{newest[1] + 1}.0" not in allowed
