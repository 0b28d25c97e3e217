# Fairground. `make` lists what it can do; `make run` sets up and shows Fairground at work, `make test` checks every change.

.DEFAULT_GOAL := help

# Another Python than python3: make PYTHON=python3.12
PYTHON ?= python3
# Extras of pyproject.toml to install beside the core; make EXTRAS= for the core alone.
EXTRAS ?= editor cluster data geo
# Tests run side by side; one more than most machines have cores, since those in real windows wait more than they work.
WORKERS ?= 3

bin := .venv/bin
pytest = PYTHONDONTWRITEBYTECODE= QT_QPA_PLATFORM=offscreen $(bin)/pytest -n $(WORKERS) --dist loadgroup

.PHONY: edit
edit: setup ## open the editor; with a scenario: make edit FILE=scenarios/ember-court.yaml
	@$(bin)/fairground edit $(FILE)

# Every check runs, also after one has failed, one after another: pytest is last, and so is its summary.
MAKEFLAGS += --keep-going
.NOTPARALLEL:

.PHONY: setup
setup: ## make .venv and everything in it
	@PYTHON="$(PYTHON)" tools/setup $(EXTRAS)

.PHONY: run
run: setup ## check, draw and export the standard arena into out/
	@tools/run scenarios/standard-arena.yaml out

.PHONY: test
test: check-lint check-format check-imports compile-tests check-types check-tests ## everything that has to hold before a change goes in

.PHONY: test-all
test-all: test check-long ## the same, and the tests marked long

.PHONY: check-imports
check-imports: setup ## which folders import which
	@$(bin)/lint-imports
	@$(bin)/lint-imports tools/feature_contracts.toml

# Each of pytest's workers would compile all tests when it begins: one process does so for them, while mypy works beside it.
.PHONY: compile-tests
compile-tests: setup
	@PYTHONDONTWRITEBYTECODE= $(bin)/pytest --collect-only -qq -p no:cacheprovider >/dev/null 2>&1 &

.PHONY: check-lint
check-lint: setup ## ruff's rules
	$(bin)/ruff check

.PHONY: check-format
check-format: setup ## ruff's formatting
	$(bin)/ruff format --check

.PHONY: check-types
check-types: setup ## mypy
	$(bin)/mypy

# Many tests start processes: modules are compiled once for all of them, even where that is switched off.
.PHONY: check-tests
check-tests: setup ## pytest, with the build of wheel and sdist, and the editor in a real window, reports in a browser
	@PYTHON="$(PYTHON)" tools/packages desktop >/dev/null
	$(pytest) -m "not long"

# With names, and only up to the first failure: CI may stop it when its time is over, and says what has run.
.PHONY: check-long
check-long: setup ## pytest, the tests marked long
	$(pytest) -m long --verbose --exitfirst

.PHONY: format
format: setup ## fix what ruff can fix
	@$(bin)/ruff check --fix
	@$(bin)/ruff format

.PHONY: generate
generate: setup ## write schemas/, docs/reference/findings.md, docs/contributing/rule-tests.md, the texts for translators and the programs for lines of sight
	@$(bin)/python tools/generate.py
	@$(bin)/python tools/sight_programs.py
	@$(bin)/python tools/texts.py
	@$(bin)/python tools/rules_page.py

.PHONY: pictures
pictures: setup ## draw the pictures of the documents again
	@$(bin)/python tools/pictures.py

.PHONY: docs
docs: setup ## build the manual into site/; open site/index.html
	@NO_MKDOCS_2_WARNING=1 $(bin)/mkdocs build --quiet --strict --config-file tools/manual/mkdocs.yml

.PHONY: samples
samples: setup ## run the commands in the manual, and write what they print into its pages; some minutes
	@$(bin)/python tools/console_samples.py

# Needs node; what it builds is in the repository, so that users need none.
.PHONY: web
web: ## build the script and style of published web pages from resources/web/src
	@cd resources/web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent build

.PHONY: looks
looks: setup ## picture every tool and overlay in a real window, at two sizes, light and dark, into out/looks
	@PYTHON="$(PYTHON)" tools/packages desktop >/dev/null
	FAIRGROUND_LOOKS=out/looks $(bin)/pytest -q tests/editor/desktop/test_every_tool.py tests/editor/desktop/test_what_if.py tests/editor/desktop/test_attack.py

.PHONY: walkthrough
walkthrough: setup ## do the tasks of docs/contributing/walkthrough.md in a real window, count and time them, into out/walkthrough
	@PYTHON="$(PYTHON)" tools/packages desktop >/dev/null
	PYTHONPATH=. $(bin)/python tools/walkthrough.py out/walkthrough

.PHONY: check-properties
check-properties: setup ## the properties of core with many times as many examples; long
	$(bin)/pytest -n $(WORKERS) --hypothesis-profile=thorough -m hypothesis tests/core

.PHONY: check-sight
check-sight: setup ## compare lines of sight with an independent brute force, and all pairs with single lines; long
	$(bin)/python tools/check_verdicts.py --pairs 200000
	$(bin)/python tools/check_sight.py

.PHONY: check-bases
check-bases: setup ## compare sight from base to base with a hundred thousand lines a pair on 2,000 random tables; long
	$(bin)/python tools/check_bases.py --scenes 2000 --lines 100000

.PHONY: check-metamorphic
check-metamorphic: setup ## turn, mirror and rename 500 random boards, and compare everything that is shown; long
	$(bin)/python tools/check_metamorphic.py --boards 500

# The table of answers and its boards are no part of the repository: ../shared has them where there is one.
.PHONY: check-oracle
check-oracle: setup ## compare sight by megamek with a table of the engine's own answers
	$(bin)/python tools/check_oracle.py

# So has it the boards of this one.
.PHONY: check-chokepoints
check-chokepoints: setup ## find the chokepoints of a folder of real boards
	$(bin)/python tools/check_chokepoints.py

# Boards of another program are taken from there too, for the last line.
.PHONY: check-clients
check-clients: setup ## open the exports of all scenarios in the programs they are meant for; WRITE=--write writes the manual's page; long
	@PYTHON="$(PYTHON)" tools/packages desktop clients >/dev/null
	$(bin)/python tools/check_clients.py $(WRITE)
	$(bin)/python tools/check_clients.py --client "MegaMek's board format" --boards ../shared/boards --count 1000

.PHONY: coverage
coverage: setup ## which lines of core no test comes to; some minutes
	$(bin)/python tools/check_coverage.py --workers $(WORKERS)

# What changes the program brings twenty packages, and stands aside from those that it needs.
.PHONY: check-mutants
check-mutants: setup ## change files, sight and movement of core in 300 places, and see whether tests notice; long
	@$(bin)/python -m pip install --quiet --upgrade --target out/mutants/library cosmic-ray==8.7.0
	$(bin)/python tools/mutants.py

.PHONY: check-hostile
check-hostile: setup ## read 200,000 damaged files of every kind; long
	$(bin)/python tools/fuzz.py --count 200000

.PHONY: check-growth
check-growth: setup ## whether the time to read a file grows in step with its size, for each reader; minutes
	$(bin)/python tools/check_growth.py

.PHONY: check-scale
check-scale: setup ## how time and memory of each analysis grow with the board, with plots in out/; minutes
	@mkdir -p out
	$(bin)/python tools/check_scale.py --json out/scale.json --plots out

.PHONY: check-power-cuts
check-power-cuts: setup ## cut the power and let calls fail at each system call of save, export, journal, recovery and batch store; minutes
	@PYTHON="$(PYTHON)" tools/packages faults >/dev/null
	$(bin)/python tools/check_power_cuts.py

.PHONY: check-limits
check-limits: setup ## go to the limits of files and past them; long
	$(bin)/python tools/check_limits.py

.PHONY: check-repair
check-repair: setup ## repair ten unfair boards of 30x30, and compare tiny ones with brute force
	$(bin)/python tools/check_repair.py

.PHONY: check-ways
check-ways: setup ## repair 1000 unfair random boards, and check that every way is kept; long
	$(bin)/python tools/check_ways.py

.PHONY: check-play
check-play: setup ## play 200 times 100 games on even boards, and boards with a planted advantage; long
	$(bin)/python tools/check_play.py

.PHONY: check-batch
check-batch: setup ## kill batches of 500 maps, and a worker of a cluster, and measure what a job costs; long
	$(bin)/python tools/check_batch.py --count 500

.PHONY: check-library
check-library: setup ## measure batches of 10,000 maps on two processes and on a cluster; half an hour
	$(bin)/python tools/check_library.py

# In an environment of its own, from the wheel.
.PHONY: bundle
bundle: setup docs ## build the program that needs no Python, into dist/; some minutes
	@PYTHON="$(PYTHON)" tools/packages bundle >/dev/null
	$(bin)/python tools/bundle/build.py

.PHONY: check-bundle
check-bundle: setup ## use that program in a bare Debian without Python, with mouse and keys; as root
	@PYTHON="$(PYTHON)" tools/packages desktop >/dev/null
	$(bin)/python tools/check_bundle.py

.PHONY: licences
licences: setup ## list what the program needs to run, with versions and licences
	@$(bin)/python tools/licences.py $(EXTRAS:%=--extra %)

.PHONY: sbom
sbom: setup ## write sbom.cdx.json, the list of all packages that the program needs to run
	@$(bin)/python tools/sbom.py sbom.cdx.json --extra editor --extra cluster

.PHONY: lock
lock: setup ## add the checksums of the packages for this system to requirements.lock
	@$(bin)/python tools/lock.py --write

.PHONY: check-lock
check-lock: setup ## compare the packages that pip would install with the checksums in requirements.lock
	@$(bin)/python tools/lock.py

# The program that looks them up brings packages of its own; what it knows comes from the network.
.PHONY: audit
audit: setup ## look up known vulnerabilities of the versions in constraints.txt
	@$(bin)/python -m venv out/audit
	@out/audit/bin/python -m pip install --quiet pip-audit
	out/audit/bin/pip-audit --strict --no-deps --disable-pip --requirement constraints.txt

.PHONY: soak
soak: setup ## kill a working editor 500 times, and look at all that it left; long
	$(bin)/python tools/kill.py --count 500

.PHONY: evening
evening: setup ## do with the editor what a busy designer does in four hours, and see what grows; long
	$(bin)/python tools/soak.py

.PHONY: check-window
check-window: setup ## let a random user work in a real window, and see whether memory grows or a turn is long; MINUTES=240
	@PYTHON="$(PYTHON)" tools/packages desktop >/dev/null
	$(bin)/python tools/check_window.py --minutes $(or $(MINUTES),240)

.PHONY: bench
bench: setup ## measure against the budgets, side by side with peers; AGAINST=commit compares with a commit
	@$(bin)/python -m benchmarks.$(if $(AGAINST),against $(AGAINST) --json out/against.json,run --json out/benchmarks.json)

.PHONY: constraints
constraints: ## write constraints.txt with the newest versions
	@PYTHON="$(PYTHON)" tools/constraints

.PHONY: clean
clean: ## remove everything that the other targets made
	rm -rf .venv .dev core/native/libfairground.* .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis dist out site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 16
