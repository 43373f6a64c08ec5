"""A command for each analysis beside the comparison."""

from __future__ import annotations

import json
import shlex

import pytest

import evenkeel as library
from analysis_examples import EXAMPLES, options_of, write_tables
from evenkeel.report.data import document_to_dict


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
    result = analysis.run(read(words[1], better=better), options)
    assert json.loads(run.out) == json.loads(json.dumps(document_to_dict(result.report())))


@pytest.mark.parametrize(
    ("analysis", "example"), EXAMPLES, ids=lambda each: getattr(each, "name", each)
)
def test_the_help_lists_every_option_and_the_example(evenkeel, analysis, example):
    run = evenkeel(analysis.name, "--help")
    assert example in " ".join(run.out.split())
    for option in analysis.options:
        assert f"--{option.name.replace('_', '-')}" in run.out
