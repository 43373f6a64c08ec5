"""Tables with a row per algorithm: read on request, with the places of the source."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import evenkeel
from evenkeel.tables.reading import read_any
from reading_help import MEND, faults, question, read_text

TEXT = "Method,iris,wine,zoo\nSVM,0.95,0.97,0.9\nRF,0.94,0.98,0.95\n"
EXPECTED = evenkeel.Results(
    [[0.95, 0.94], [0.97, 0.98], [0.9, 0.95]],
    ["iris", "wine", "zoo"],
    ["SVM", "RF"],
    better="higher",
)


def test_it_is_the_table_turned() -> None:
    assert read_text(TEXT, better="higher", shape="transposed") == EXPECTED
    assert read_any(io.StringIO(TEXT), better="higher", shape="transposed") == EXPECTED


@pytest.mark.parametrize("label", ["", "Approach", "anything"])
def test_the_first_column_names_the_algorithms(label: str) -> None:
    text = TEXT.replace("Method", label)
    assert read_text(text, better="higher", shape="transposed") == EXPECTED


def test_frames_and_matrices() -> None:
    frame = pd.DataFrame(EXPECTED.values.T, index=EXPECTED.algorithms, columns=EXPECTED.problems)
    assert evenkeel.read(frame, better="higher", shape="transposed") == EXPECTED
    matrix = evenkeel.read(np.array(EXPECTED.values.T), better="higher", shape="transposed")
    assert (matrix.values.tolist(), matrix.n, matrix.k) == (EXPECTED.values.tolist(), 3, 2)


def test_without_names_the_algorithms_are_counted() -> None:
    text = "iris,wine\n0.95,0.97\n0.94,0.98\n0.93,0.99\n"
    found = read_text(text, better="higher", shape="transposed")
    assert (found.problems, found.algorithms) == (("iris", "wine"), ("A1", "A2", "A3"))


def test_faults_tell_the_places_in_the_source() -> None:
    text = TEXT.replace("0.98", "bad").replace("0.9\n", "\n")
    assert faults(text, shape="transposed", drop=[]) == [
        "line 3, column 3 (problem 'wine', algorithm 'RF'): found 'bad', which is not a number; "
        "write a number, or leave the cell empty if it is missing",
        f"1 result is missing, that of 'SVM' on 'zoo' (line 2, column 4); {MEND}",
    ]
    why, answers = question(text, shape="transposed")
    assert why == (
        "the table can be read in several ways: does the column 'wine' (1 cell of it is no number, "
        "as 'bad') hold results? 1 result is missing, that of 'SVM' on 'zoo' (line 2, column 4): "
        "what is to become of it? there is a fault: line 3, column 3 (problem 'wine', algorithm "
        "'RF'): found 'bad', which is not a number; write a number, or leave the cell empty if it "
        "is missing"
    )
    assert answers[0] == {"drop": ["wine"], "missing": "keep"}
    assert faults(TEXT.replace("RF", "SVM"), shape="transposed") == [
        "all rows are of one algorithm ('SVM'); a comparison needs two or more: read the files of "
        "several algorithms together (a folder, a pattern or a list of files)"
    ]


def test_measures_on_one_problem_are_not_pooled() -> None:
    text = "Method,accuracy,recall\nSVM,0.95,0.97\nRF,0.94,0.98\n"
    assert faults(text, shape="transposed") == [
        "the columns 'accuracy', 'recall' are measures of one problem, so there is nothing to "
        "compare; give a table with two or more problems, or, if they are names of problems, give "
        "drop=[]"
    ]


def test_sizes_and_times_are_no_problems() -> None:
    text = "Method,iris,wine,zoo,glass,Model size (M),Time (s)\n"
    text += "A,0.5,0.6,0.9,0.4,7,9\nB,0.4,0.7,0.8,0.5,8,1\n"
    why, answers = question(text, shape="transposed")
    assert "'Model size (M)' (its name says size; it is said of the algorithms)" in why
    assert "'Time (s)' (its name says time; it is said of the algorithms)" in why
    assert {"drop": ["Model size (M)", "Time (s)"]} in answers


def test_a_frame_whose_columns_are_called_problems() -> None:
    frame = pd.DataFrame(
        EXPECTED.values.T,
        index=EXPECTED.algorithms,
        columns=pd.Index(EXPECTED.problems, name="dataset"),
    )
    assert evenkeel.read(frame, better="higher") == EXPECTED


def test_algorithms_that_recur_are_no_rows_of_algorithms() -> None:
    text = "algo,where,reward\na2c,x,1\na2c,y,2\nppo,x,3\nppo,y,4\n"
    found = read_text(text)
    assert (found.problems, found.algorithms) == (("x", "y"), ("a2c", "ppo"))
    assert found.values.tolist() == [[1, 3], [2, 4]]


def test_rows_that_sum_up_are_columns_here() -> None:
    text = "Method,iris,wine,zoo,Average\nSVM,0.95,0.97,0.9,0.94\nRF,0.94,0.98,0.95,0.957\n"
    assert question(text, shape="transposed") == (
        "the table can be read in several ways: does the column 'Average' (its name says summary) "
        "hold results?",
        [{"drop": ["Average"]}, {"drop": []}],
    )
    assert read_text(text, better="higher", shape="transposed", drop=["Average"]) == EXPECTED
