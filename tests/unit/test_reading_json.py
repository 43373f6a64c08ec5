"""JSON files, and tables given as Python lists and dicts."""

from __future__ import annotations

import io
import json

import pytest

import evenkeel
from reading_help import MEND, faults, refusal

EXPECTED = evenkeel.Results([[0.5, 2], [3, 4.25]], ["x", "y"], ["A", "B"], better="lower")
RECORDS = [{"problem": "x", "A": 0.5, "B": 2}, {"problem": "y", "A": 3, "B": 4.25}]
COLUMNS = {"problem": ["x", "y"], "A": [0.5, 3], "B": [2, 4.25]}
NESTED = {"A": {"x": 0.5, "y": 3}, "B": {"x": 2, "y": 4.25}}
ROWS = [["problem", "A", "B"], ["x", 0.5, 2], ["y", 3, 4.25]]
LONG = [
    {"method": a, "dataset": p, "score": EXPECTED.column(a)[i]}
    for i, p in enumerate(EXPECTED.problems)
    for a in EXPECTED.algorithms
]


OBJECTS = {"records": RECORDS, "columns": COLUMNS, "nested": NESTED, "rows": ROWS, "long": LONG}


@pytest.mark.parametrize("data", OBJECTS.values(), ids=OBJECTS)
def test_json_and_python_objects(tmp_path, data):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(data))
    results = evenkeel.read(path, better="lower")
    assert results == EXPECTED
    assert results.origin.format == "json"
    assert evenkeel.read(io.StringIO(json.dumps(data)), better="lower") == EXPECTED
    assert evenkeel.read(data, better="lower") == EXPECTED


def test_json_that_tells_the_direction(tmp_path):
    path = tmp_path / "table.json"
    EXPECTED.save(path)
    assert evenkeel.read(path) == EXPECTED
    assert evenkeel.read(path, better="lower") == EXPECTED
    assert refusal(path, better="higher") == (
        f"{path}: better='higher' was given, but the file says better='lower'; leave the option "
        "out, or mend the file"
    )
    path.write_text(path.read_text().replace('"lower"', '"down"'))
    assert refusal(path, better=None) == (
        f"{path}: better='down' does not say which values are good; give better='lower' (errors, "
        "costs, times) or better='higher' (accuracies, scores)"
    )


def saved(tmp_path, **changes):
    path = tmp_path / "table.json"
    own = {"better": "lower", "algorithms": ["A", "B"], "problems": ["x", "y"]}
    path.write_text(json.dumps({**own, "values": [[1, 2], [3, 4]], **changes}))
    return path


def test_json_whose_parts_do_not_fit(tmp_path):
    path = saved(tmp_path, values=[[1, 2], [3], [4, 5, 6]])
    assert faults(path, better=None) == [
        "row 2 of 'values' has 1 cells, but there are 2 'algorithms'; give one value for each",
        "row 3 of 'values' has 3 cells, but there are 2 'algorithms'; give one value for each",
        "there are 2 names in 'problems' and 3 rows in 'values'; give one name per row",
    ]
    path = saved(tmp_path, values=7)
    assert refusal(path) == (
        f"{path}: 'algorithms' and 'problems' must be lists of names, and 'values' a list of rows"
    )
    path = saved(tmp_path, values=[[1, None], [3, "abc"]])
    assert faults(path) == [
        "row 2, column 3 (problem 'y', algorithm 'B'): found 'abc', which is not a number; write a "
        "number, or leave the cell empty if it is missing",
        f"1 result is missing, that of 'B' on 'x' (row 1, column 3); {MEND}",
    ]


def test_json_faults(tmp_path):
    path = tmp_path / "table.json"
    path.write_text('[{"problem": "x", "A": 1, "B": Infinity}, {"problem": "y", "A": 1e999}]')
    assert faults(path) == [
        "record 1, column 3 (problem 'x', algorithm 'B'): the value is infinite; replace it by a "
        "finite number (1 more value is infinite)",
        f"1 result is missing, that of 'B' on 'y' (record 2, column 3); {MEND}",
    ]
    path.write_text(f'{{"problem": ["x", "y"], "A": [1, {10**400}], "B": [true, 2]}}')
    assert faults(path) == [
        f"row 2, column 2 (problem 'y', algorithm 'A'): found 1{'0' * 59}..., beyond the largest "
        "number, about 1.8e308; replace it by a finite number",
        "row 1, column 3 (problem 'x', algorithm 'B'): found True, a truth value; write a number",
    ]


def test_json_that_holds_no_table(tmp_path):
    path = tmp_path / "table.json"
    path.write_text("[1, 2")
    assert refusal(path) == (
        f"{path}: the file is not valid JSON (Expecting ',' delimiter: line 1 column 6 (char 5)); "
        "mend it"
    )
    path.write_text('{"A": 1, "A": 2}')
    assert refusal(path) == f"{path}: an object has the key 'A' twice; keep one of them"
    path.write_text("3")
    assert refusal(path) == (
        f"{path}: the file holds no table; give a list of similar records or a dict of columns"
    )
    path.write_text('{"A": 3, "B": [1]}')
    assert refusal(path) == (
        f"{path}: 'A' holds 3, not a column of cells; give a list of records or a dict of columns"
    )
    path.write_text("[1, 2]")
    assert refusal(path) == (
        f"{path}: row 1 is 1, not a list of cells; give a list of rows of equal length"
    )
    path.write_text("[" * 100_000)
    assert refusal(path).startswith(f"{path}: the file is not valid JSON (maximum recursion depth")


def test_objects_without_rows():
    assert refusal([]) == "list: there are no rows; give a table of results"
    assert refusal({}) == (
        "dict: the table has no rows below its headings; give a table of results"
    )


def test_rows_and_columns_of_other_lengths():
    assert faults([["p", "A", "B"], ["x", 1], ["y", 1, 2, 3]]) == [
        "row 2 has 2 cells, but the first has 3; give all the same length",
        "row 3 has 4 cells, but the first has 3; give all the same length",
    ]
    assert faults({"problem": ["x", "y"], "A": [1, 2, 3]}) == [
        "the column 'A' has 3 cells, but the first column has 2; give all the same length"
    ]
