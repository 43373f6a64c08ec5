"""The analyses beside the comparison: what the registry says is what the functions take."""

from __future__ import annotations

import importlib
import inspect

import pytest

import evenkeel
from evenkeel.comparison.analyses.registry import ANALYSES, AnalysisOption
from evenkeel.errors import InputError


@pytest.mark.parametrize("analysis", list(ANALYSES), ids=lambda each: each.name)
def test_the_options_are_those_of_the_function_with_its_defaults(analysis):
    module, name = analysis.function.split(":")
    function = getattr(importlib.import_module(module), name)
    parameters = inspect.signature(function).parameters
    for option in analysis.options:
        default = parameters[option.name].default
        if not option.required:
            assert default == option.default, option.name
        if option.choices and not option.required:
            assert option.default is None or option.default in option.choices


@pytest.mark.parametrize("analysis", list(ANALYSES), ids=lambda each: each.name)
def test_the_call_that_users_see_is_the_function(analysis):
    found = evenkeel
    for name in analysis.call.split(".")[1:]:
        found = getattr(found, name)
    assert callable(found)


@pytest.mark.parametrize("analysis", list(ANALYSES), ids=lambda each: each.name)
def test_every_analysis_has_an_example(analysis):
    assert all(example.startswith(f"{analysis.name} ") for example in analysis.examples)
    assert analysis.examples


def test_texts_mean_what_python_takes():
    number = AnalysisOption("margin", "Margin", "A margin.", "number", required=True)
    count = AnalysisOption("resamples", "Resamples", "Resamples.", "count", 9999)
    flag = AnalysisOption("words", "Words", "Words of magnitude.", "flag", False)
    named = AnalysisOption("size", "Size", "Which size.", "choice", "a", ("a", "b"))
    assert number.parsed("0.5") == 0.5
    assert count.parsed(" ") == 9999
    assert count.parsed("10") == 10
    assert [flag.parsed(text) for text in ("yes", "no", "")] == [True, False, False]
    assert named.parsed("b") == "b"
    assert (flag.menu, named.menu, count.menu) == (("no", "yes"), ("a", "b"), ())
    assert (flag.text, count.text, number.text) == ("no", "9999", "")


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("number", "", "margin is missing; a margin."),
        ("number", "wide", "margin is 'wide'; give a number"),
        ("count", "1.5", "margin is '1.5'; give a whole number"),
        ("choice", "c", "unknown margin 'c': choose one of 'a', 'b'"),
    ],
)
def test_texts_that_mean_nothing_are_refused(kind, text, message):
    choices = ("a", "b") if kind == "choice" else ()
    option = AnalysisOption("margin", "Margin", "A margin.", kind, required=True, offers=choices)
    with pytest.raises(InputError) as error:
        option.parsed(text)
    assert str(error.value) == message
