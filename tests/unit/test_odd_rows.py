"""Rows and columns that name no problem, where a single word decides what they are."""

from __future__ import annotations

import io

import evenkeel
from reading_help import question, read_text, refusal


def test_a_row_without_a_value_is_left_out_with_the_others_if_that_is_asked() -> None:
    text = "problem,A,B\nx,1,2\ny,,3\nz,4,5\nSource: own runs,,\n"
    found = read_text(text, missing="drop-problem")
    assert found.problems == ("x", "z")
    assert found.origin is not None
    assert found.origin.dropped == ("y",)
    assert str(found.origin.reading) == (
        "Read: 2 problems (x, z), 2 algorithms (A, B), lower is better, the problem of 1 "
        "missing result left out; left out: Source: own runs (empty)."
    )
    assert read_text(text.replace("runs,,", "runs,NA,-"), missing="keep").n == 4


def test_two_names_of_measures_among_many_problems_are_problems() -> None:
    text = "dataset,A,B\ncost,1,2\nerror,2,3\niris,4,5\nwine,6,7\nzoo,8,9\n"
    why, answers = question(text)
    assert "does the row 'error' (its name says deviation" in why
    assert {"drop": []} in answers
    assert read_text(text, drop=[]).problems == ("cost", "error", "iris", "wine", "zoo")


def test_one_group_that_is_named_once_is_no_column_of_problems() -> None:
    text = "group,problem,A,B\nUCI,iris,1,2\n,wine,3,4\n,zoo,5,6\n"
    found = read_text(text, not_algorithms=["group"])
    assert found.problems == ("iris", "wine", "zoo")


def test_runs_are_not_told_to_be_transposed() -> None:
    text = "dataset,F1,F2\na,1,2\na,2,3\nb,2,4\nb,4,5\n"
    assert refusal(text, not_algorithms=[]) == (
        "open file: the table holds runs, for some cells have several results; read it with "
        "evenkeel.read_runs, or keep one result in each cell"
    )
    runs = evenkeel.read_runs(io.StringIO(text), better="lower", not_algorithms=[])
    assert runs.aggregate("mean").values.tolist() == [[1.5, 2.5], [3, 4.5]]
