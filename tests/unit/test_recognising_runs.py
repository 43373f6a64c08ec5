"""Tables of results and tables of runs are told apart, and both are read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import openpyxl
import pandas as pd
import polars as pl
import pytest

import evenkeel
from evenkeel.tables.reading import read_any
from reading_help import refusal

LONG = """algorithm,problem,run,value
new,x,1,1
new,x,2,2
new,y,1,3
new,y,2,5
old,x,1,4
old,x,2,6
old,y,1,7
old,y,2,8
"""
UNNAMED = "\n".join(
    ",".join(cell for j, cell in enumerate(line.split(",")) if j != 2) for line in LONG.split()
)
WIDE = "problem,new,old\nx,1,4\nx,2,6\ny,3,7\ny,5,8\n"
FOLDS = "fold,problem,new,old\n1,x,1,4\n2,x,2,6\n1,y,3,7\n2,y,5,8\n"
CURVES = """problem,seed,budget,new,old
x,1,10,9,9
x,1,20,1,4
x,2,10,9,9
x,2,20,2,6
y,1,10,9,9
y,1,20,3,7
y,2,10,9,9
y,2,20,5,8
"""
CELLS = {("new", "x"): [1, 2], ("new", "y"): [3, 5], ("old", "x"): [4, 6], ("old", "y"): [7, 8]}


def cells(runs: evenkeel.Runs) -> dict[tuple[str, str], list[float]]:
    return {cell: values.tolist() for cell, values in runs.values_by_cell().items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(LONG, id="long"),
        pytest.param(LONG.replace("run", "random_seed"), id="long, another name of the runs"),
        pytest.param(UNNAMED, id="long, every cell several times"),
        pytest.param(LONG.replace(",", ";").replace("8\n", "8,0\n"), id="decimal commas"),
        pytest.param(WIDE, id="wide, every problem several times"),
        pytest.param(FOLDS, id="wide, with a column of folds"),
    ],
)
@pytest.mark.parametrize("reader", [read_any, evenkeel.read_runs])
def test_runs_are_recognised_in_an_open_file_and_by_their_path(text, reader, tmp_path: Path):
    path = tmp_path / "runs.csv"
    path.write_text(text)
    for source in (io.StringIO(text), io.BytesIO(text.encode()), path):
        runs = reader(source, better="lower")
        assert isinstance(runs, evenkeel.Runs)
        assert cells(runs) == CELLS
        assert runs.is_paired() is (text is not UNNAMED)
        assert runs.origin.shape == ("wide" if text in (WIDE, FOLDS) else "long")


def test_curves_in_a_wide_table_have_a_step():
    runs = read_any(io.StringIO(CURVES), better="lower")
    assert isinstance(runs, evenkeel.Runs)
    assert runs.columns["step"] == "budget"
    assert cells(runs.at_step("last")) == CELLS


def test_frames_excel_and_json_are_recognised(tmp_path: Path):
    rows = [line.split(",") for line in LONG.split()]
    typed = [[*row[:2], int(row[2]), float(row[3])] for row in rows[1:]]
    frame = pl.DataFrame(typed, schema=rows[0], orient="row")
    records = tmp_path / "runs.json"
    records.write_text(json.dumps(frame.to_dicts()))
    book = openpyxl.Workbook()
    for row in (rows[0], *typed):
        book.active.append(row)
    book.save(tmp_path / "runs.xlsx")
    indexed = pd.read_csv(io.StringIO(WIDE)).set_index("problem")
    for source in (frame, indexed, records, tmp_path / "runs.xlsx"):
        assert cells(read_any(source, better="lower")) == CELLS
    for source in (records, tmp_path / "runs.xlsx"):
        assert cells(evenkeel.read_runs(source, better="lower")) == CELLS


@pytest.mark.parametrize(
    "text",
    [
        "algorithm,problem,value\nA,x,1\nB,x,2\nA,y,3\nB,y,4\n",
        "algorithm,problem,run,value\nA,x,1,1\nB,x,1,2\nA,y,1,3\nB,y,1,4\n",
        "problem,A,B\nx,1,2\ny,3,4\n",
    ],
)
def test_one_result_a_cell_is_no_table_of_runs(text):
    results = read_any(io.StringIO(text), better="lower")
    assert isinstance(results, evenkeel.Results)
    assert results == evenkeel.Results([[1, 2], [3, 4]], ["x", "y"], ["A", "B"], better="lower")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "algorithm,problem,value\nA,x,1\nA,x,9\nB,x,2\nA,y,3\nB,y,4\n",
            "'A' has 2 results on 'x'",
            id="a result given twice is a slip",
        ),
        pytest.param(
            "problem,A,B\nx,1,2\nx,3,4\ny,5,6\n",
            "the problem name 'x' is used twice",
            id="a problem given twice is a slip",
        ),
        pytest.param(
            "problem,fold,A,B,B\nx,1,1,2,0\nx,2,9,3,0\ny,1,5,1,0\ny,2,7,8,0\n",
            "the column name 'B' is used twice, at positions 4 and 5; names must be unique",
            id="an algorithm given twice is a slip",
        ),
        pytest.param(
            "problem,fold,A,B\nx,1,1,0\nx,2,12%,0\ny,1,5,0\ny,2,7,0\n",
            "line 3, column 3 (problem 'x', algorithm 'A'): found '12%', a percentage among",
            id="faults of a wide table of runs",
        ),
    ],
)
def test_what_is_neither_is_refused_with_its_faults(text, told):
    with pytest.raises(evenkeel.TableError) as caught:
        read_any(io.StringIO(text), better="lower")
    assert told in str(caught.value)


def test_read_says_what_to_call_for_runs():
    for text in (LONG, FOLDS, WIDE):
        assert "read it with evenkeel.read_runs" in refusal(text)


def test_the_shape_can_be_given():
    text = "algorithm,problem,run,value\nA,x,1,1\nB,x,1,2\nA,y,1,3\nB,y,1,4\n"
    runs = read_any(io.StringIO(text), better="lower", shape="runs")
    assert repr(runs) == "Runs: 2 problems x 2 algorithms, 1 run per cell, lower is better"
    with pytest.raises(evenkeel.UnknownNameError) as caught:
        read_any(io.StringIO(WIDE), better="lower", shape="run")
    assert str(caught.value) == (
        "unknown shape 'run': did you mean 'runs'? choose one of 'auto', 'wide', 'long', "
        "'transposed', 'runs'"
    )


@pytest.mark.parametrize("read", [read_any, evenkeel.read_runs])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "problem,run,A,B\nP1,1,1,3\nP1,2,2,5\nP1,3,4,6\n",
            {("A", "P1"): [1, 2, 4], ("B", "P1"): [3, 5, 6]},
        ),
        (
            "dataset,fold,A,B\niris,1,0.81,0.80\niris,2,0.82,0.80\niris,3,0.86,0.80\n",
            {("A", "iris"): [0.81, 0.82, 0.86], ("B", "iris"): [0.8, 0.8, 0.8]},
        ),
        (  # A recurs as names do, but problem and run tell the rows apart
            "problem,run,A,B\nP1,1,1,3\nP1,2,2,5\nP1,3,4,6\nP2,1,1,5\nP2,2,2,6\nP2,3,4,7\n",
            {
                ("A", "P1"): [1, 2, 4], ("B", "P1"): [3, 5, 6],
                ("A", "P2"): [1, 2, 4], ("B", "P2"): [5, 6, 7],
            },
        ),
    ],
    ids=["one problem", "folds of one data set", "whole numbers that recur"],
)  # fmt: skip
def test_numbered_runs_of_few_problems_are_runs(read, text: str, expected: dict) -> None:
    assert cells(read(io.StringIO(text), better="lower")) == expected


def test_a_name_that_is_used_many_times_is_one_fault() -> None:
    rows = "".join(f"x,{i}.5,{i + 1}.25\n" for i in range(50))
    said = refusal(f"problem,A,B\n{rows}")
    assert "the problem name 'x' is used 50 times, at lines 2, 3, ... 51; names must be" in said
    assert "faults" not in said


def test_a_column_without_a_name_among_the_results_is_not_taken_for_a_counter() -> None:
    said = refusal("problem,A,,C\nx,1,2,3\ny,2,3,4\nz,1,4,2\n")
    assert "the algorithm at column 3 has an empty name; give it one" in said
