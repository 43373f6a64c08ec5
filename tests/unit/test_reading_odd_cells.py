"""Cells, names and options of kinds that nobody expects: an answer or a message, never less."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import evenkeel
from reading_help import faults, question, refusal

TOO_LARGE = "beyond the largest number, about 1.8e308; replace it by a finite number"
HALF = "holds half of a surrogate pair, which is no character; mend it"
COLUMNS = {"problem": ["x", "y"], "A": [1, 3], "B": [2, 4]}


def with_cell(cell: object) -> dict[str, object]:
    return {**COLUMNS, "B": [cell, 4]}


@pytest.mark.parametrize(
    "cell", [Decimal("sNaN"), Decimal("NaN"), np.float32("nan"), pd.NA, pd.NaT, None], ids=repr
)
def test_every_nan_is_a_missing_value(cell):
    frame = pd.DataFrame({**COLUMNS, "B": pd.Series([cell, 4], dtype=object)})
    rows = [["problem", "A", "B"], ["x", 1, cell], ["y", 3, 4]]
    for source in (with_cell(cell), frame, rows):
        place = f"row {2 if source is rows else 1}, column 3"
        why, answers = question(source)
        assert why == (
            f"1 result is missing, that of 'B' on 'x' ({place}): what is to become of it?"
        )
        assert answers[:2] == [{"missing": "keep"}, {"missing": "worst"}]
        kept = evenkeel.read(source, better="lower", missing="keep")
        assert np.array_equal(kept.values, [[1, np.nan], [3, 4]], equal_nan=True)
    (fault,) = faults({**COLUMNS, "problem": [cell, "y"]})
    assert fault == "the problem at row 1 has an empty name; give it one"


@pytest.mark.parametrize(
    "cell",
    [10**400, -(10**400), 10**5000, Fraction(10**400), "9" * 400],
    ids=["large", "negative", "very large", "fraction", "text"],
)
def test_numbers_beyond_the_largest(cell):
    (fault,) = faults(with_cell(cell))
    assert fault.endswith(f"..., {TOO_LARGE}")


def test_numbers_beyond_the_largest_in_results_and_json():
    with pytest.raises(evenkeel.TableError, match="not a rectangular table of numbers"):
        evenkeel.Results([[10**400, 1], [2, 3]], better="lower")
    (fault,) = faults(io.StringIO(json.dumps(COLUMNS).replace("[2,", f"[1{'0' * 400},")))
    assert fault.endswith(TOO_LARGE)
    (fault,) = faults(io.StringIO(json.dumps(COLUMNS).replace("[2,", f"[1{'0' * 5000},")))
    assert "a cell of 5001 characters" in fault


def test_an_integer_of_many_digits_is_a_name():
    results = evenkeel.read({**COLUMNS, "problem": [16**5000, "y"]}, better="lower")
    assert results.problems == ("0x1" + "0" * 5000, "y")


@pytest.mark.parametrize(
    ("cell", "shown"), [(np.array([1, 2]), "array([1, 2])"), ([1], "[1]"), (1j, "1j")]
)
def test_cells_that_hold_no_single_number(cell, shown):
    (fault,) = faults(with_cell(cell))
    assert fault.endswith(f": found {shown}, which is not a number; write a number")


@pytest.mark.parametrize(
    "column", [np.array(["1", "a"]), np.array(["1", "a"], dtype=object), np.array([1j, 2])]
)
def test_arrays_of_other_kinds_are_read_cell_by_cell(column):
    assert faults({**COLUMNS, "B": column})


def test_arrays_as_columns():
    columns = {
        "problem": np.array(["x", "y"]),
        "A": np.array(["1", "3"]),
        "B": np.ma.array([2, 4], mask=[True, False]),
        "C": np.array([5, 6], dtype=np.uint8),
    }
    results = evenkeel.read(columns, better="lower", missing="keep")
    assert np.array_equal(results.values, [[1, np.nan, 5], [3, 4, 6]], equal_nan=True)
    assert refusal({**COLUMNS, "B": np.ones((2, 2))}).startswith("dict: 'B' holds array(")
    assert faults({**COLUMNS, "B": np.array([True, False])}) == [
        "'A' is the only column of results; give a table with two or more, or, if each row is one "
        "result, name the columns with algorithm= and problem=; or give not_algorithms=[]",
        "row 1, column 3 ('B'): found True, a truth value; write a number",
    ]


def test_no_column_is_lost_for_its_name():
    assert faults({"problem": ["x", "y"], 0.5: [1, 2], "0.5": [3, 4]}) == [
        "the algorithm name '0.5' is used twice, at columns 2 and 3; names must be unique"
    ]
    assert faults({"A": {1: 1, "1": 2}, "B": {1: 3, "1": 4}}) == [
        "the problem name '1' is used twice, at rows 1 and 2; names must be unique"
    ]
    corner = "problem \\ algorithm"
    data = {"A": {"x": 1, "y": 2}, corner: {"x": 3, "y": 4}}
    assert evenkeel.read(data, better="lower").algorithms == ("A", corner)


def test_half_of_a_surrogate_pair():
    text = json.dumps({**COLUMNS, "problem": ["a\ud800", "y"]})
    assert faults(io.StringIO(text)) == [f"the problem name 'a\\ud800' at row 1 {HALF}"]
    text = json.dumps(
        [{"problem": "x", "\udfff": 1, "B": 2}, {"problem": "y", "\udfff": 1, "B": 3}]
    )
    assert faults(io.StringIO(text)) == [f"the algorithm name '\\udfff' at column 2 {HALF}"]
    with pytest.raises(evenkeel.TableError, match="position 2 holds half of a surrogate pair"):
        evenkeel.Results([[1, 2], [3, 4]], ["x", "\ud800"], better="lower")
    assert refusal("problem,A\ud800,B\nx,1,2\n") == f"open file: the text {HALF}"
    whole = evenkeel.read(
        io.StringIO(json.dumps({**COLUMNS, "problem": ["😀", "y"]})), better="lower"
    )
    assert whole.problems == ("😀", "y")
    names = pd.Series(["a\ud800", "y"], dtype=object)
    frame = pd.DataFrame({"problem": names, "algorithm": ["A", "B"], "value": [1, 2]})
    with pytest.raises(evenkeel.TableError, match=r"the name 'a\\ud800' holds half"):
        evenkeel.read_runs(frame, better="lower")
    records = json.dumps(frame.to_dict(orient="records"))
    with pytest.raises(evenkeel.TableError, match=r"the name 'a\\ud800' holds half"):
        evenkeel.read_runs(io.StringIO(records), better="lower")


@pytest.mark.parametrize("option", ["problem", "algorithm", "value"])
@pytest.mark.parametrize("name", ["", False, 5])
def test_names_of_columns_that_are_none(option, name):
    assert refusal(COLUMNS, **{option: name}) == (
        f"unknown column of dict {name!r}: choose one of 'problem', 'A', 'B'"
    )
    assert refusal([[1, 2], [3, 4]], **{option: name}) == (
        f"{option}={name!r} names a column, but list has no header; leave it out, or give the "
        "columns names"
    )


def test_an_empty_label_can_be_named():
    results = evenkeel.read({"A": [1, 2], "": ["x", "y"], "B": [3, 5]}, better="lower", problem="")
    assert results.problems == ("x", "y")


def test_options_of_other_types():
    text = "problem,A,B\nx,1,2\ny,3,4\n"
    for separator in (5, None, "", ["a"], ",,"):
        assert f"separator={separator!r} cannot separate cells" in refusal(
            text, separator=separator
        )
    for encoding in (5, None, ["utf-8"]):
        assert f"unknown encoding {encoding!r}" in refusal(text, encoding=encoding)


RUNS = pd.DataFrame({"problem": ["x", "x"], "algorithm": ["A", "B"], "value": [1, 2], 7: [1, 1]})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"problem": 5}, "unknown column of data frame 5: choose one of 'problem', "),
        ({"value": ["value", "7"]}, "unknown column of data frame ['value', '7']: choose one of "),
        ({"algorithm": False}, "unknown column of data frame False: "),
        ({"run": True}, "unknown column of data frame True: choose one of 'problem', "),
        ({"run": ""}, "unknown column of data frame ''"),
        ({"run": [7]}, "unknown column of data frame 7: did you mean '7'?"),
        ({"separator": 5}, "separator=5 cannot separate cells"),
    ],
)
def test_names_of_columns_of_runs_that_are_none(options, message):
    with pytest.raises(evenkeel.InputError) as caught:
        evenkeel.read_runs(RUNS, better="lower", **options)
    assert message in str(caught.value)


def test_frames_of_runs_with_odd_labels():
    assert evenkeel.read_runs(RUNS, better="lower", run="7").columns["run"] == "7"
    with pytest.raises(evenkeel.TableError, match="2 columns are called '7'"):
        evenkeel.read_runs(RUNS.assign(**{"7": [1, 2]}), better="lower", run="7")
