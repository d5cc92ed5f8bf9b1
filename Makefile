# Two commands on a fresh machine: `make demo` and `make test`. They need Python 3.11+, make and pip's package index.
# Another interpreter: `make PYTHON=python3.12 test`. Every target sets up what it needs in .venv, once.

PYTHON ?= python3
PROCESSES ?= 2
POSITIONS ?= 10000
SECONDS ?= 3600
VENV := .venv
BIN := $(VENV)/bin
LEARNER ?= maxims
SYNC := $(SHELL) requirements/sync
COMMIT = $(shell git rev-parse --short=10 HEAD)
UV := $(or $(shell command -v uv),$(VENV)/tools/bin/uv)
COMPILE := $(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11

.PHONY: demo serve picture test guards test-slow test-page test-bridges fuzz kills lint bench mutants licences requirements clean
.DELETE_ON_ERROR:

demo: $(VENV)/.dev
	$(BIN)/python -m gamelore.app.demo --learner $(LEARNER) --out demo

# The web page on this machine: http://127.0.0.1:8042. A class: `make serve SERVE='--host 0.0.0.0'`.
serve: $(VENV)/.dev
	$(BIN)/gamelore serve $(SERVE)

# The picture of the page in the README.
picture: $(VENV)/.page
	$(BIN)/python -m tests.page.picture docs/page.png

# Each process begins with a half of the files, so that few fixtures and kernels are made twice.
test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n $(PROCESSES) --dist worksteal

# Strength on fixed seeds, a chunk of one test at a time, so that the longest are shared out.
guards: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n $(PROCESSES) --maxschedchunk=1 -m guard tests/guards

# All of them, or as many as can be begun in a time, other ones for every commit: `make test-slow SLOW='--begin-for 600'`.
test-slow: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n $(PROCESSES) -m slow --order $(COMMIT) $(SLOW)

# The page and the guide in Debian's chromium. A quick look: `make test-page POSITIONS=300`.
test-page: $(VENV)/.page
	GAMELORE_POSITIONS=$(POSITIONS) $(BIN)/python -m pytest -q -n $(PROCESSES) -m page tests/page

# Other libraries of games, both ways, and pictures of results (docs/bridges.md); a skip is a failure.
test-bridges: $(VENV)/.bridges
	$(BIN)/python -m pytest -q -n $(PROCESSES) --dist worksteal -m bridges tests

# docs/safety.md; an hour, or `make fuzz SECONDS=120`. Other inputs for every commit, the same ones for the same commit.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz.hunt --seconds $(SECONDS) --seed $(COMMIT)

kills: $(VENV)/.dev
	$(BIN)/python -m tests.faults.battery --kills 20

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers $(PROCESSES)

bench: $(VENV)/.bench
	$(BIN)/gamelore bench

# docs/mutation.md; one battery: `make mutants BATTERY=vote`. Whatever is known of a mutant stands until .mutants is removed.
mutants: $(VENV)/mutation/.done
	$(VENV)/mutation/bin/python -m tests.mutation.run .mutants $(BATTERY)

licences: $(VENV)/.dev
	$(BIN)/python requirements/licences.py requirements/run.txt

# The hashed files name no index; regenerate them after a change of the dependencies in pyproject.toml.
requirements:
	@$(UV) --version
	echo uv | $(COMPILE) - -o requirements/uv.txt
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) --extra dev pyproject.toml -o requirements/dev.txt
	$(COMPILE) --extra bench --extra cluster --extra dev pyproject.toml -o requirements/bench.txt
	$(COMPILE) --extra dev --extra page pyproject.toml -o requirements/page.txt
	$(COMPILE) --extra bridges --extra dev --extra page pyproject.toml -o requirements/bridges.txt
	$(COMPILE) --extra dev --extra mutation pyproject.toml -o requirements/mutation.txt

clean:
	rm -rf $(VENV) .mutants demo dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo 'Gamelore needs Python 3.11 or newer; name one with: make PYTHON=...' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The stamps say which hashed file the environment was last made from. `bench`, `page` and `bridges` hold everything that
# `dev` does, and `bridges` what `page` does; what a sync removes loses its stamp.
$(VENV)/.dev: $(BIN)/python requirements/dev.txt pyproject.toml
	$(SYNC) $(VENV) requirements/dev.txt
	rm -f $(VENV)/.bench $(VENV)/.page $(VENV)/.bridges
	touch $@

$(VENV)/.bench: $(BIN)/python requirements/bench.txt pyproject.toml
	$(SYNC) $(VENV) requirements/bench.txt
	rm -f $(VENV)/.page $(VENV)/.bridges
	touch $(VENV)/.dev $@

$(VENV)/.page: $(BIN)/python requirements/page.txt pyproject.toml
	$(SYNC) $(VENV) requirements/page.txt
	rm -f $(VENV)/.bench $(VENV)/.bridges
	touch $(VENV)/.dev $@

$(VENV)/.bridges: $(BIN)/python requirements/bridges.txt pyproject.toml
	$(SYNC) $(VENV) requirements/bridges.txt
	rm -f $(VENV)/.bench
	touch $(VENV)/.dev $(VENV)/.page $@

# Beside the others, since the tool of the mutants is nothing that anybody else needs.
$(VENV)/mutation/.done: $(BIN)/python requirements/mutation.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)/mutation
	$(SYNC) $(VENV)/mutation requirements/mutation.txt
	touch $@
