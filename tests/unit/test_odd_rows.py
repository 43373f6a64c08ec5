"""Rows and columns that name no problem, where a single word decides what they are."""

from __future__ import annotations

import io

import pytest

import evenkeel
from reading_help import read_text, refusal


def test_a_row_without_a_value_is_left_out_with_the_others_if_that_is_asked() -> None:
    text = "problem,A,B\nx,1,2\ny,,3\nz,4,5\nSource: own runs,,\n"
    found = read_text(text, missing="drop-problem")
    assert found.problems == ("x", "z")
    assert found.origin is not None
    assert found.origin.dropped == ("y", "Source: own runs")
    assert "'Source: own runs' has no value at all" in refusal(text, missing="keep")


def test_two_names_of_measures_among_many_problems_are_problems() -> None:
    text = "dataset,A,B\ncost,1,2\nerror,2,3\niris,4,5\nwine,6,7\nzoo,8,9\n"
    assert read_text(text).problems == ("cost", "error", "iris", "wine", "zoo")


def test_one_group_that_is_named_once_is_no_column_of_problems() -> None:
    text = "group,problem,A,B\nUCI,iris,1,2\n,wine,3,4\n,zoo,5,6\n"
    found = read_text(text, not_algorithms=["group"])
    assert found.problems == ("iris", "wine", "zoo")


def test_runs_are_not_told_to_be_transposed() -> None:
    text = "dataset,F1,F2\na,1,2\na,2,3\nb,2,4\nb,4,5\n"
    with pytest.raises(evenkeel.TableError) as caught:
        evenkeel.read_runs(io.StringIO(text), better="lower")
    assert caught.value.faults == (
        "the columns 'F1' and 'F2' are named as problems are; if each row is one result, name the "
        "columns with algorithm=, problem= and value=, or keep every column as an algorithm with "
        "not_algorithms=[]",
    )
