"""A command for each analysis beside the comparison."""

from __future__ import annotations

import json
import shlex

import pytest

import evenkeel as library
from analysis_examples import EXAMPLES, options_of, write_tables
from evenkeel.comparison.analyses.registry import ANALYSES
from evenkeel.report.data import document_to_dict

pytestmark = pytest.mark.reaching  # its slow tests count lines, too


@pytest.mark.slow
@pytest.mark.parametrize(
    ("analysis", "example"), EXAMPLES, ids=lambda each: getattr(each, "name", each)
)
def test_the_examples_of_the_help_print_what_the_library_says(
    evenkeel, tmp_path, monkeypatch, analysis, example
):
    write_tables(tmp_path)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(example)
    run = evenkeel(*words, "--json")
    assert (run.code, run.err) == (0, "")
    better = words[words.index("--better") + 1]
    read = library.read if analysis.takes == "results" else library.read_runs
    options = analysis.parsed(options_of(analysis, example))
    data = read(words[1], better=better)
    said = document_to_dict(analysis.run(data, options).report())
    said["read"] = data.origin.reading.sentence()
    assert json.loads(run.out) == json.loads(json.dumps(said))


@pytest.mark.parametrize(
    ("analysis", "example"), EXAMPLES, ids=lambda each: getattr(each, "name", each)
)
def test_the_help_lists_every_option_and_the_example(evenkeel, analysis, example):
    short, whole = (evenkeel(analysis.name, word).out for word in ("--help", "--help-all"))
    assert example in " ".join(short.split())
    for option in analysis.options:
        assert option.flag in whole


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("bayes-runs", {"method": "correlated-t", "rope": 0.01, "test_share": 0.1}),
        ("run-effect", {"size": "cliff-delta"}),
    ],
)
def test_one_problem_is_named_beside_the_column_of_the_problems(
    evenkeel, tmp_path, monkeypatch, command, options
):
    write_tables(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (tmp_path / "folds.csv").read_text().replace("problem", "task", 1)
    (tmp_path / "tasks.csv").write_text(text)
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    run = evenkeel(
        command, "tasks.csv", "--better", "lower", "--problem", "task", "--on-problem", "P2",
        *flags, "--json",
    )  # fmt: skip
    assert (run.code, run.err) == (0, "")
    runs = library.read_runs("folds.csv", better="lower")
    result = ANALYSES.lookup(command).run(runs, {**options, "problem": "P2"})
    found, said = json.loads(run.out), json.loads(json.dumps(document_to_dict(result.report())))
    assert found | {"read": ""} == said


@pytest.mark.slow
def test_a_missing_problem_is_asked_for_by_its_option(evenkeel, tmp_path, monkeypatch):
    write_tables(tmp_path)
    monkeypatch.chdir(tmp_path)
    asked = "bayes-runs folds.csv --better lower --method correlated-t --rope 0.01 --test-share 0.1"
    run = evenkeel(*asked.split())
    assert "name it, for example --on-problem P0" in run.err
    run = evenkeel(*asked.replace("correlated-t", "hierarchical").split(), "--on-problem", "P0")
    assert "one problem was named with --on-problem P0" in run.err
