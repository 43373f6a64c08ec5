"""The registry of reports names classes and builders that there are, and results know neither."""

from __future__ import annotations

from importlib import import_module

import pytest

import evenkeel
from evenkeel.report.registry import REPORTS
from evenkeel.result import Result


def classes_of(kind: type) -> set[str]:
    return {kind.__name__} | {name for below in kind.__subclasses__() for name in classes_of(below)}


@pytest.fixture(scope="module")
def results() -> set[str]:
    for room in evenkeel.__all__:
        module = getattr(evenkeel, room)
        for name in getattr(module, "__all__", ()):
            getattr(module, name)
    return classes_of(Result)


@pytest.mark.parametrize("kind", REPORTS)
def test_each_entry_is_a_result_and_its_builder(kind: str, results: set[str]) -> None:
    module, _, name = REPORTS[kind].partition(":")
    assert callable(getattr(import_module(f"evenkeel.report.{module}"), name))
    assert kind in results
