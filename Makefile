# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test lint types pictures bench clean system

help:
	@echo "make demo   install into .venv and analyse a bundled case study; output in out/"
	@echo "make test   install what the tests need and run the whole suite"
	@echo "make bench  print the benchmarks"

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
	$(BIN)/evenkeel compare case:cec2005

test: $(VENV)/.test system
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

pictures: $(VENV)/.demo
	$(BIN)/python tools/make_pictures.py

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks

system:
	@sh tools/system-packages

clean:
	rm -rf $(VENV) out
