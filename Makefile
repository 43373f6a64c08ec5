# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help demo quick test oldest newest lint types pictures methods docs bench growth limits fuzz \
	layouts mutants dist smoke lint-deployment clean system

help:
	@echo "make demo   install into .venv and analyse a bundled case study; output in out/"
	@echo "make quick  install what the tests need and run the quick ones, within a minute"
	@echo "make test   install what the tests need and run the whole suite, with the coverage of the quick ones"
	@echo "make oldest run the tests without browser and LaTeX on the oldest versions that pyproject.toml allows"
	@echo "make newest the same on the newest versions of everything"
	@echo "make docs   build the documentation site into docs/_build/html and check it"
	@echo "make smoke  build wheel and sdist (make dist) and try every door of them in clean environments"
	@echo "make bench  compare numbers and speed with other programs, installed apart; docs/benchmarks.md"
	@echo "make growth measure how the time of every analysis grows; docs/benchmarks.md"
	@echo "make limits print our own benchmarks beside their limits"
	@echo "make fuzz   look for inputs that fail, for ten minutes (FUZZ_SECONDS=600)"
	@echo "make layouts  read ten thousand random layouts of the bundled studies, and count what came of them"
	@echo "make mutants  change the code and see whether the tests notice: all changes, which takes hours,"
	@echo "            or some (SAMPLE=400 SEED=1 MUTANTS='evenkeel.omnibus*' BUDGET=4)"

$(VENV)/.demo: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.demo
	$(PIP) install --constraint constraints.txt --editable ".[test]"
	@touch $@

demo: $(VENV)/.demo
	@mkdir -p out
	$(BIN)/evenkeel compare case:cec2005 -o out/report.html -o out/report.tex -o out/report.md -o out/report.json

# Tests start many processes; these shall not compile the package anew, each for itself.
unexport PYTHONDONTWRITEBYTECODE

PYTEST := -m pytest -n auto --dist worksteal
QUICK := not slow and not browser and not tex
quick: $(VENV)/.test
	$(BIN)/python $(PYTEST) -m "$(QUICK)"

# Every declared floor exactly, in an environment of its own; tools/oldest.py reads pyproject.toml.
OLDEST := $(VENV)-oldest
$(OLDEST)/.test: pyproject.toml tools/oldest.py
	rm -rf $(OLDEST)
	python$$($(PYTHON) tools/oldest.py python) -m venv $(OLDEST)
	$(PYTHON) tools/oldest.py > $(OLDEST)/floors.txt
	PIP_CONSTRAINT=$(OLDEST)/floors.txt $(OLDEST)/bin/python -m pip --disable-pip-version-check --quiet \
		install --editable ".[test,fuzz,mutants]"
	@touch $@

# Old versions meet newer ones of what they need, which announce their end: no error of ours.
oldest: $(OLDEST)/.test
	$(OLDEST)/bin/python $(PYTEST) -m "not browser and not tex" \
		-W ignore::DeprecationWarning -W ignore::PendingDeprecationWarning

# The newest of everything, whatever constraints.txt says; warnings are errors.
NEWEST := $(VENV)-newest
newest:
	test -x $(NEWEST)/bin/python || $(PYTHON) -m venv $(NEWEST)
	$(NEWEST)/bin/python -m pip --disable-pip-version-check --quiet install \
		--upgrade --upgrade-strategy eager --editable ".[test]"
	$(NEWEST)/bin/python $(PYTEST) -m "not browser and not tex"

# First the quick tests, and few others, which must reach nearly all lines of the package, then the rest, without the
# cost of counting lines (tests/conftest.py). Pages are run by `make docs`.
test: $(VENV)/.test system
	@mkdir -p out
	$(BIN)/python $(PYTEST) --cov --cov-report= --ignore tests/docs
	$(BIN)/coverage json --quiet -o out/coverage.json
	$(BIN)/python tools/coverage_floor.py out/coverage.json

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.test
	$(BIN)/mypy

pictures: $(VENV)/.demo
	$(BIN)/python tools/make_pictures.py

methods: $(VENV)/.demo
	$(BIN)/python tools/make_methods.py
	$(BIN)/python tools/make_formats.py
	$(BIN)/python tools/make_items.py

$(VENV)/.docs: $(VENV)/.test
	$(PIP) install --constraint constraints.txt --editable ".[docs]"
	@touch $@

# Warnings are errors; then every block of code is run, and the built site is looked at: its links, its size, with
# a browser.
SITE := docs/_build/html
docs: $(VENV)/.docs system
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto -d docs/_build/doctrees docs $(SITE)
	$(BIN)/python -m pytest -n auto tests/docs docs/checks

# Installs the peers into environments of their own, in .venv-peers, and takes some ten minutes.
bench: $(VENV)/.test
	$(BIN)/python -m benchmarks.peers

# How the time of every analysis grows with n and k, for the same page; some ten minutes.
growth: $(VENV)/.test
	$(BIN)/python -m benchmarks.growth analyses

limits: $(VENV)/.test
	$(BIN)/python -m benchmarks

FUZZ_SECONDS ?= 600
fuzz: $(VENV)/.test
	-$(PIP) install --constraint constraints.txt --editable ".[fuzz]"
	PYTHONPATH=tests $(BIN)/python -m fuzz $(FUZZ_SECONDS)

layouts: $(VENV)/.test
	$(BIN)/python tools/try_layouts.py

# In an environment of their own, for mutmut needs an older pytest.
MUTANTS ?= *
SAMPLE ?= 1000000
SEED ?= 1
BUDGET ?= inf
mutants:
	test -x $(VENV)-mutants/bin/python || $(PYTHON) -m venv $(VENV)-mutants
	$(VENV)-mutants/bin/python -m pip --disable-pip-version-check --quiet install --editable ".[mutants]"
	OMP_NUM_THREADS=1 POLARS_MAX_THREADS=1 $(VENV)-mutants/bin/python tools/try_mutants.py \
		--sample $(SAMPLE) --seed $(SEED) --budget $(BUDGET) $(foreach name,$(MUTANTS),'$(name)')

# The archives of a release, in dist/. They hold what git knows, so commit first.
$(VENV)/.release: $(VENV)/.demo
	$(PIP) install --constraint constraints.txt --editable ".[release]"
	@touch $@

lint-deployment: $(VENV)/.release
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml

dist: $(VENV)/.release
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python tools/dist_contents.py dist

# On the versions that were tried, or by `make smoke CONSTRAINT=` on the newest of everything.
CONSTRAINT ?= constraints.txt
smoke: dist
	$(BIN)/python tools/smoke.py dist --python $(PYTHON) $(addprefix --constraint ,$(CONSTRAINT))

system:
	@sh tools/system-packages

clean:
	rm -rf $(VENV) $(VENV)-oldest $(VENV)-newest $(VENV)-mutants $(VENV)-peers mutants out dist \
		docs/made docs/_build
