# `make play` opens the page, `make test` checks everything, `make check` what is quick to check.
# Each makes a virtual environment in .venv first, with the versions in requirements.lock; `make lock` renews those.

SHELL := /bin/sh
PYTHON ?= $(shell for python in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 16))' 2>/dev/null && { echo $$python; break; }; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint requirements.lock
BUILDERS := hatchling editables
# All but `train`: PyTorch asks for twenty packages for GPUs, which its wheel for the CPU does without. It has a lock of its own.
LOCKED_EXTRAS := postgresql llm ray openspiel pettingzoo gymnasium docs test bench
INSTALL = $(PIP) $(BUILDERS) && $(PIP) --no-build-isolation --editable

# A run of tests starts many processes: each reads the bytecode that another one wrote, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: all play check test static docs soak extras measure bench lint page-lint types rooms format page-format lock hooks clean

all: .venv/installed

play: .venv/installed
	@$(BIN)/sparring serve --open --log warning

# Three workers on two cores: some of these tests wait for processes and clocks.
check: static
	$(BIN)/pytest -n 3 -m "not slow and not soak and not extras"

# Four workers on two cores: a third of the time these tests wait for servers, clocks and browsers. Five are no faster.
test: static .venv/machine
	$(BIN)/pytest -n 4 -m "not soak and not extras"

static: .venv/tools
	@$(MAKE) --no-print-directory --jobs 2 lint types rooms

docs: .venv/tools
	$(BIN)/sphinx-build --fresh-env --write-all --fail-on-warning --keep-going --quiet --doctree-dir build/doctrees docs site

soak: .venv/tools .venv/machine
	$(BIN)/pytest -n 2 -m soak

# PyTorch is large, so only this target installs it; on Linux, its wheel for the CPU alone is much smaller.
extras: .venv/extras
	$(BIN)/pytest -m extras

# Only what is stale; MEASURE="connect4 --minutes 30" for less, MEASURE=--say to be told what is stale.
measure: .venv/installed
	$(BIN)/python tools/measure.py $(MEASURE)

bench: .venv/bench
	$(BIN)/python benchmarks/characters.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/mcts.py
	$(BIN)/python benchmarks/hidden.py
	$(BIN)/python benchmarks/solver.py
	$(BIN)/python benchmarks/solver.py --techniques
	$(BIN)/python benchmarks/perfect.py
	$(BIN)/python benchmarks/fourinarow.py
	$(BIN)/python benchmarks/oware.py
	$(BIN)/python benchmarks/onepiece.py
	$(BIN)/python benchmarks/onepiece_opponents.py
	$(BIN)/python benchmarks/styles.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/attack.py
	$(BIN)/python benchmarks/page.py

lint: .venv/tools page-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/tools
	$(BIN)/mypy

rooms: .venv/tools
	$(BIN)/lint-imports --no-logo

format: .venv/tools page-format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: | .venv/bin/python
	@$(PIP) uv
	@printf '%s\n' $(BUILDERS) uv pre-commit | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		$(LOCKED_EXTRAS:%=--extra %) --strip-extras --annotation-style line --custom-compile-command 'make lock' \
		--output-file requirements.lock pyproject.toml -

hooks: .venv/tools
	@$(PIP) pre-commit
	@$(BIN)/pre-commit install

clean:
	rm -rf .venv site build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Sparring needs Python 3.11 to 3.15; none was found (set PYTHON=/path/to/python3)." >&2; exit 1; }
	@echo "Making a virtual environment in .venv …"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }

.venv/installed: pyproject.toml requirements.lock | .venv/bin/python
	@echo "Installing Sparring into .venv …"
	@$(INSTALL) '.[postgresql]'
	@touch $@

.venv/tools: pyproject.toml requirements.lock | .venv/bin/python
	@echo "Installing Sparring and the tools that check it into .venv …"
	@$(INSTALL) '.[test]'
	@touch $@ .venv/installed

.venv/machine: tests/support/machine.py | .venv/bin/python
	@$(BIN)/python tests/support/machine.py $@

.venv/extras: pyproject.toml requirements.lock requirements-train.lock | .venv/bin/python
	@echo "Installing Sparring with PyTorch into .venv …"
	@$(INSTALL) '.[test,train]' --constraint requirements-train.lock
	@touch $@ .venv/installed .venv/tools

.venv/bench: pyproject.toml requirements.lock | .venv/bin/python
	@echo "Installing Sparring and those it is measured beside into .venv …"
	@$(INSTALL) '.[bench]'
	@touch $@ .venv/installed

page-lint: | .venv/bin/python
	@$(BIN)/python tests/support/page_lint.py

page-format: | .venv/bin/python
	@$(BIN)/python tests/support/page_lint.py --fix
