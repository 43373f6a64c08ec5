"""Arrays and data frames."""

from __future__ import annotations

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import evenkeel
from reading_help import MEND, faults, question, refusal

COLUMNS = {"problem": ["x", "y"], "A": [0.5, 3.0], "B": [2.0, 4.25]}
EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")
UNNAMED = evenkeel.Results([[0.5, 2], [3, 4.25]], better="lower")


def read(source, **options):
    return evenkeel.read(source, **{"better": "lower", **options})


@pytest.mark.parametrize(
    "matrix",
    [
        np.array([[0.5, 2], [3, 4.25]]),
        np.asfortranarray([[0.5, 2], [3, 4.25]], dtype=np.float32),
        np.array([[0.5, 2], [3, 4.25]], dtype=object),
        [[0.5, 2], [3, 4.25]],
        ((0.5, 2), (3, 4.25)),
        [np.array([0.5, 2]), np.array([3, 4.25])],
    ],
)
def test_matrices(matrix):
    results = read(matrix)
    assert results == UNNAMED
    assert results.origin.format == "array"
    assert results.origin.shape == "wide"


def test_matrix_of_integers_is_never_taken_for_names():
    assert read([[1, 0.5], [2, 0.25]]).values.tolist() == [[1, 0.5], [2, 0.25]]


def test_array_is_not_shared():
    array = np.array([[0.5, 2], [3, 4.25]])
    results = read(array)
    array[0, 0] = 99
    assert results == UNNAMED


def test_masked_cells_are_missing():
    masked = np.ma.masked_array([[0.5, 2], [3, 4.25]], mask=[[0, 0], [0, 1]])
    assert question(masked) == (
        "1 result is missing, that of 'A2' on 'P2' (row 2, column 2): what is to become of it?",
        [{"missing": "keep"}, {"missing": "worst"}],  # without P2 one problem would be left
    )
    assert np.isnan(read(masked, missing="keep").values[1, 1])


def test_faults_of_arrays():
    assert refusal(np.zeros((2, 2, 2))) == (
        "array: the values have 3 dimensions; give 2: problems x algorithms"
    )
    assert faults(np.array([[1, np.inf], [np.nan, 2]])) == [
        "row 1, column 2: the value is infinite; replace it by a finite number",
        f"1 result is missing, that of 'A1' on 'P2' (row 2, column 1); {MEND}",
    ]
    assert faults(np.array([[True, False], [True, True]]))[0] == (
        "row 1, column 1: found True, a truth value; write a number (3 more cells are no numbers)"
    )
    assert faults(np.array([[1 + 2j, 2], [3, 4]])) == [
        "row 1, column 1: found (1+2j), which is not a number; write a number (3 more cells are no "
        "numbers)"
    ]


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame(COLUMNS),
        pl.DataFrame(COLUMNS).lazy(),
        pl.DataFrame(COLUMNS).with_columns(pl.col("A").cast(pl.Decimal(10, 2))),
        pl.DataFrame(COLUMNS).with_columns(pl.col("A").cast(pl.String)),
        pl.DataFrame(COLUMNS).with_columns(pl.col("problem").cast(pl.Categorical)),
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, dtype=object),
        pd.DataFrame(COLUMNS, index=[5, 9]),
        pd.DataFrame(COLUMNS).convert_dtypes(),
        pd.DataFrame(COLUMNS).set_index("problem"),
        pa.table(COLUMNS),
    ],
)
def test_frames(frame):
    results = read(frame)
    assert results == EXPECTED
    assert results.origin == evenkeel.tables.Origin("data frame", "frame", "wide")


def test_which_way_a_frame_lies_is_asked_where_nothing_tells_it():
    for frame in (
        pd.DataFrame(COLUMNS).set_index("problem").rename_axis(None),
        [["p", "A", "B"], ["x", decimal.Decimal("0.5"), np.int8(2)], ["y", 3, np.float32(4.25)]],
        pl.DataFrame({"f": ["x", "y"], "A": [0.5, 3.0], "B": [2.0, 4.25]}),
    ):
        why, answers = question(frame)
        assert why == (
            "the table can be read in several ways: do the problems lie in the rows or in the "
            "columns?"
        )
        assert answers == [{"transpose": True}, {"shape": "wide"}]
        assert read(frame, shape="wide") == EXPECTED
        assert read(frame, transpose=True).algorithms == EXPECTED.problems


def test_long_frames():
    wide = pd.DataFrame(COLUMNS).set_index("problem")
    long = wide.melt(var_name="method", value_name="error", ignore_index=False)
    assert read(long) == EXPECTED
    assert read(long.reset_index()) == EXPECTED
    assert read(long.reset_index().set_index(["method", "problem"])) == EXPECTED
    assert read(long.reset_index().query("error >= 0")).origin.shape == "long"


def test_pandas_frame_without_names():
    results = read(pd.DataFrame([[0.5, 2], [3, 4.25]]))
    assert results.problems == ("P1", "P2")
    assert results.algorithms == ("A1", "A2")
    numbered = pd.DataFrame({"A": [0.5, 3], "B": [2, 4.25]}, index=[7, 9])
    assert question(numbered) == (
        "the table can be read in several ways: what names a problem?",
        [{"problem": ""}, {"algorithm": ""}],
    )
    assert read(numbered, problem="").problems == ("7", "9")


def test_names_of_frames_are_kept_as_they_are():
    frame = pd.DataFrame({" A ": [1, 2], "": [3, 4], "NA": [5, 6]}, index=[" x", "nan"])
    frame.columns = [" A ", "b", "NA"]
    results = read(frame, shape="wide")
    assert results.problems == (" x", "nan")
    assert results.algorithms == (" A ", "b", "NA")


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_names_used_twice(library):
    if library == "pandas":
        frame = pd.DataFrame(
            [[1, 2], [3, 4]], columns=["A", "A"], index=pd.Index(["x", "x"], name="problem")
        )
    else:
        frame = pa.table([["x", "x"], [1, 2], [3, 4]], names=["problem", "A", "A"])
    assert faults(frame) == [
        "the problem name 'x' is used twice, at rows 1 and 2; names must be unique",
        "the algorithm name 'A' is used twice, at columns 2 and 3; names must be unique",
    ]


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_missing_values_of_frames(library):
    frame = library({**COLUMNS, "B": [None, 4.25]})
    why, answers = question(frame)
    assert why == (
        "1 result is missing, that of 'B' on 'x' (row 1, column 3): what is to become of it?"
    )
    assert answers[:2] == [{"missing": "keep"}, {"missing": "worst"}]
    assert np.isnan(read(frame, missing="keep").column("B")).tolist() == [True, False]


def test_cells_of_frames_that_are_no_numbers():
    frame = pd.DataFrame(
        {"problem": ["x", "y"], "A": [datetime.date(2020, 1, 2), 1], "B": ["1.5", "12%"]}
    )
    assert faults(frame) == [
        "row 1, column 2 (problem 'x', algorithm 'A'): found datetime.date(2020, 1, 2), which is "
        "not a number; write a number",
        "row 2, column 3 (problem 'y', algorithm 'B'): found '12%', a percentage among plain "
        "numbers; write 12 without the sign, or all of them with it",
    ]


def test_columns_of_frames_can_be_given():
    frame = pl.DataFrame({"f": [1, 2], "A": [0.5, 3.0], "B": [2.0, 4.25]})
    assert read(frame, problem="f").problems == ("1", "2")
    assert read(frame, algorithm="f").algorithms == ("1", "2")


@pytest.mark.parametrize("source", [5, None, {1, 2}, pd.Series([1, 2]), object])
def test_objects_that_are_no_tables(source):
    assert refusal(source) == (
        f"an object of type {type(source).__name__!r} cannot be read; give a path, an open file, a "
        "data frame, an array, a list of rows or a dict of columns"
    )
