# `make play` and `make test` set up whatever is missing first.
PYTHON ?= python3
BIN := .venv/bin
APT := $(shell [ "$$(id -u)" = 0 ] && command -v apt-get 2>/dev/null)

.PHONY: play test test-long check lint tests golden bench requirements clean

play: .venv/.play
	$(BIN)/steelyard

test: .venv/.dev .venv/.system
	$(MAKE) --no-print-directory check

# More of the same: every kit in every game, every page on every screen.
test-long: .venv/.dev .venv/.system
	$(BIN)/pytest -m long

check: .venv/.dev
	$(MAKE) --no-print-directory -j 2 lint tests

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Says which lines no test runs, and fails below the share in pyproject.toml.
tests:
	$(BIN)/pytest --cov

golden: .venv/.dev
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.kits.cases
	$(BIN)/python -m steelyard.protocol.document > docs/protocol.md

bench: .venv/.play
	$(BIN)/steelyard bench

COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url
requirements:
	$(COMPILE) pyproject.toml requirements/build.in -o requirements/play.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra dev -o requirements/dev.txt

.venv/bin/python:
	$(PYTHON) -m venv .venv 2>/dev/null || { $(if $(APT),apt-get update -qq && apt-get install -qq -y python3-venv,\
	    echo "python3 has no venv module: install python3-venv first" >&2; false); rm -rf .venv; $(PYTHON) -m venv .venv; }

# What bots would compile at their first game is compiled now.
COMPILED = printf '%s\n' tank_duel tank_battle tank_war | xargs -P 2 -I GAME $(BIN)/python -m steelyard.bots GAME --compile
.venv/.play: requirements/play.txt pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/play.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(COMPILED)
	touch $@

.venv/.dev: requirements/dev.txt pyproject.toml | .venv/bin/python
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(COMPILED)
	touch $@

# What the tests need besides Python: a cage for bots, compilers for bots in other languages, a browser, PostgreSQL.
SYSTEM := bubblewrap g++ mono-mcs openjdk-17-jdk-headless chromium postgresql
.venv/.system: Makefile | .venv/bin/python
	{ which bwrap g++ mcs mono javac chromium && ls -d /usr/lib/postgresql/*/bin; } >/dev/null 2>&1 || \
	    { $(if $(APT),apt-get update -qq && apt-get install -qq -y --no-install-recommends $(SYSTEM) >/dev/null,\
	    echo "install $(SYSTEM) first: some tests need them" >&2; false); }
	touch $@

clean:
	rm -rf .coverage* .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
