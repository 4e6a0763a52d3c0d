# `make play` and `make test` set up whatever is missing first.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE # hundreds of processes would each compile the same files
APT := $(shell [ "$$(id -u)" = 0 ] && command -v apt-get 2>/dev/null)

.PHONY: play test test-long check lint tests golden bench docs requirements system clean

play: .venv/.play
	@$(BIN)/steelyard

test: system
	$(MAKE) --no-print-directory check

# More of the same: every kit in every game, every page on every screen and in Firefox, the server on PostgreSQL,
# ten times as many random examples, a fresh Debian 12 and 13.
test-long: SYSTEM += firefox-esr:firefox-esr rustc:rustc go:golang-go
test-long: system
	$(MAKE) --no-print-directory .venv/.dev node_modules/.done
	$(BIN)/pytest -m "long or hypothesis" --hypothesis-profile long

# The checks begin while what tests need is still being compiled.
check:
	$(MAKE) --no-print-directory -j 2 .venv/.packages node_modules/.done
	$(MAKE) --no-print-directory -j 2 tests lint

lint: .venv/.packages node_modules/.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	node_modules/.bin/tsc -p src/steelyard/web/jsconfig.json
	node_modules/.bin/eslint src/steelyard/web src/steelyard/contest/report tests/web

# Says which lines no test runs, and fails below the share in pyproject.toml.
tests: .venv/.dev
	$(BIN)/pytest --cov

golden: .venv/.dev
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.kits.cases
	$(BIN)/python -m tests.contest.readme
	$(BIN)/python -m tests.web.icons
	$(BIN)/python -m steelyard.protocol.document > docs/protocol.md

bench: .venv/.play
	$(BIN)/steelyard bench

COMPILE := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url
requirements:
	$(COMPILE) pyproject.toml requirements/build.in -o requirements/play.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra docs -o requirements/docs.txt
	$(COMPILE) pyproject.toml requirements/build.in --extra postgresql -o requirements/server.txt
	npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	$(PYTHON) requirements/without_addresses.py package-lock.json

# $(call need,PACKAGES): root gets them installed; anybody else is told how, and nothing has been done yet.
need = $(if $(strip $1),$(if $(APT),apt-get update -qq && apt-get install -qq -y --no-install-recommends $(strip $1) >/dev/null,\
    { echo "this machine lacks something; install it first: sudo apt install $(strip $1)" >&2; exit 1; }),:)

# An environment without pip was left half made, or is not there: Debian's Python needs python3-venv to make one.
NO_VENV = $(if $(wildcard $(BIN)/pip),,$(shell $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv))
# $(call packages,FILE): how many of it are installed here; some have a line for each version of Python.
packages = $(words $(sort $(shell grep -v win32 $1 | grep -oE '^[a-z0-9_-]+==')))
PIP := $(BIN)/pip install -q --disable-pip-version-check
define environment
@$(call need,$(NO_VENV))
@echo "1 of $(if $(filter %.play,$@),3,4): a virtual environment in .venv"
@[ -x $(BIN)/pip ] || $(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
endef

# Nobody waits for what bots need compiled: the server sees to it while people play, the easy bots first.
.venv/.play: requirements/play.txt pyproject.toml
	$(environment)
	@echo "2 of 3: the $(call packages,$<) Python packages of $< (some minutes on a slow line)"
	@$(PIP) --require-hashes -r $<
	@echo "3 of 3: Steelyard itself"
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

.venv/.packages: requirements/dev.txt pyproject.toml
	$(environment)
	@echo "2 of 4: the $(call packages,$<) Python packages of $< (some minutes on a slow line)"
	@awk '/^[a-z]/ { half = !half } { print > (".venv/half" half ".txt") }' $<
	@printf '%s\n' 0 1 | xargs -P 2 -I HALF $(PIP) --no-compile --no-deps --require-hashes -r .venv/halfHALF.txt
	@echo "3 of 4: Steelyard itself"
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# Else every process of the tests would compile what it imports, all at the same time. pip would compile every file.
.venv/.dev: .venv/.packages
	@echo "4 of 4: compiling what tests need, once (two minutes)"
	@$(BIN)/pytest --collect-only -q -n 0 >/dev/null 2>&1 || :
	@$(BIN)/python -m steelyard.bots --compile
	@touch $@

# Writes the documentation to src/steelyard/site, where the web app finds it and serves it at /docs.
docs: .venv/.docs
	$(BIN)/python docs/build.py

.venv/.docs: .venv/.play requirements/docs.txt
	@echo "The packages of requirements/docs.txt"
	@$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

# What checks the pages: the packages of package-lock.json, each by its hash. Serving the pages needs none of it.
node_modules/.done: package.json package-lock.json
	npm ci --silent --no-audit --no-fund --ignore-scripts
	touch $@

# What the tests need besides Python, as program:package: a sandbox for bots, compilers for bots in other languages,
# a browser, the checks of the pages; and PostgreSQL.
SYSTEM := bwrap:bubblewrap g++:g++ mcs:mono-mcs mono:mono-runtime javac:default-jdk-headless \
    chromium-headless-shell:chromium-headless-shell node:nodejs npm:npm
POSTGRESQL := $(wildcard /usr/lib/postgresql/*/bin)
parts = $(subst :, ,$1)
NO_SYSTEM = $(foreach each,$(SYSTEM),$(shell command -v $(firstword $(call parts,$(each))) >/dev/null || \
    echo $(lastword $(call parts,$(each))))) $(if $(POSTGRESQL),,postgresql)
system:
	@$(call need,$(NO_VENV) $(NO_SYSTEM))

clean:
	rm -rf .coverage* .venv node_modules build dist src/steelyard/site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
