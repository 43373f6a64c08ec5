"""Tables with a row an algorithm: read on request, with the places of the source."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import evenkeel
from evenkeel.tables.reading import read_any
from reading_help import faults, read_text

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
    assert faults(text, shape="transposed") == [
        "column 3, line 3 (problem 'wine', algorithm 'RF'): found 'bad', which is not a number; "
        "write a number, or leave the cell empty if it is missing",
        "column 4, line 2 (problem 'zoo', algorithm 'SVM'): the value is missing; fill it in, or "
        'read the table with missing="drop-problem", "drop-algorithm", "worst" or "keep"',
    ]
    assert faults(TEXT.replace("RF", "SVM"), shape="transposed") == [
        "the algorithm name 'SVM' is used twice, at lines 2 and 3; names must be unique"
    ]


def test_measures_on_one_problem_are_not_pooled() -> None:
    text = "Method,accuracy,recall\nSVM,0.95,0.97\nRF,0.94,0.98\n"
    (fault,) = faults(text, shape="transposed")
    assert fault.startswith("the rows 'accuracy' and 'recall' are by their names no problems but")


def test_sizes_and_times_are_no_problems() -> None:
    text = "Method,iris,wine,Model size (M),Time (s)\nA,0.5,0.6,7,9\nB,0.4,0.7,8,1\n"
    assert faults(text, shape="transposed") == [
        "the rows 'Model size (M)' and 'Time (s)' are by their names no problems but sizes, times "
        "or measures; leave them out with drop=['Model size (M)', 'Time (s)'], or keep every row "
        "as a problem with drop=[]"
    ]


@pytest.mark.xfail(reason="what the levels are called is for the reading to look at")
def test_a_frame_whose_columns_are_called_problems() -> None:
    frame = pd.DataFrame(
        EXPECTED.values.T,
        index=EXPECTED.algorithms,
        columns=pd.Index(EXPECTED.problems, name="dataset"),
    )
    with pytest.raises(evenkeel.TableError, match="says that each row is an algorithm"):
        evenkeel.read(frame, better="higher")
    assert evenkeel.read(frame, better="higher", shape="transposed") == EXPECTED


def test_algorithms_that_recur_are_no_rows_of_algorithms() -> None:
    text = "algo,where,reward\na2c,x,1\na2c,y,2\nppo,x,3\nppo,y,4\n"
    assert faults(text) == [
        "column 1 ('algo') names algorithms, each several times, but no column was recognised as "
        "the problem; name the columns with problem= and value="
    ]
    assert read_text(text, problem="where", value="reward").k == 2


def test_rows_that_sum_up_are_columns_here() -> None:
    text = "Method,iris,wine,zoo,Average\nSVM,0.95,0.97,0.9,0.94\nRF,0.94,0.98,0.95,0.957\n"
    assert faults(text, shape="transposed") == [
        "the row 'Average' (column 5: its name says so) is no problem but sums up others; leave it "
        "out with drop=['Average'], or keep every row as a problem with drop=[]"
    ]
    assert read_text(text, better="higher", shape="transposed", drop=["Average"]) == EXPECTED
