"""Words in the place of a result that is missing: alike from every source; names stay names."""

from __future__ import annotations

import io
import json

import numpy as np
import pandas as pd
import pytest

import evenkeel
from evenkeel.tables.parsing import text as text_tables
from evenkeel.tables.parsing.cells import FAILURES, MISSING
from reading_help import faults, read_text

TABLE = "problem,A,B\nx,0.5,{}\ny,3,4.25\nz,1,2\n"
HOLE = [[0.5, np.nan], [3, 4.25], [1, 2]]
ALONE = (
    "in a column without a number; leave its cells empty if every run failed, else say which "
    "column holds names with problem=, or no results with not_algorithms="
)


@pytest.mark.parametrize("word", ["timeout", "Crashed", "DNF", "--", "—", "None", "n.a."])
def test_every_source_holds_the_same_hole(word, tmp_path):
    columns = {"problem": ["x", "y", "z"], "A": [0.5, 3, 1], "B": [word, 4.25, 2]}
    rows = [["problem", "A", "B"], *map(list, zip(*columns.values(), strict=True))]
    pd.DataFrame(columns).to_excel(tmp_path / "table.xlsx", index=False)
    (tmp_path / "table.csv").write_text(TABLE.format(word))
    long = "algorithm,problem,value\n" + "".join(
        f"{name},{problem},{cell}\n"
        for name in "AB"
        for problem, cell in zip(columns["problem"], columns[name], strict=True)
    )
    sources = (
        columns,
        rows,
        pd.DataFrame(columns),
        io.StringIO(json.dumps(columns)),
        io.StringIO(long),
        tmp_path / "table.xlsx",
        tmp_path / "table.csv",
    )
    for source in sources:
        results = evenkeel.read(source, better="lower", missing="worst")
        assert np.array_equal(results.values, HOLE, equal_nan=True)


@pytest.mark.parametrize("word", [*MISSING, *FAILURES, "ok"])
@pytest.mark.parametrize("row", [0, 2])
@pytest.mark.parametrize("missing", ["error", "keep"])
def test_the_quick_and_the_careful_way_agree(word, row, missing, monkeypatch):
    lines = ["problem,A,B", "x,0.5,2", "y,3,4.25", "z,1,7"]
    lines[1 + row] = f"{word or 'w'},{word},5"

    def outcome():
        try:
            results = read_text("\n".join(lines) + "\n", missing=missing)
        except evenkeel.TableError as error:
            return str(error)
        return results.values.tobytes(), results.problems, results.origin

    quick = outcome()
    monkeypatch.setattr(text_tables, "quick_columns", lambda *_, **__: None)
    assert outcome() == quick
    assert isinstance(quick, tuple) == (missing == "keep" and word != "ok")


def test_such_words_are_names_among_names():
    text = "problem,None,Crash\nfailed,1,2\nNone,3,4\nerror,5,6.5\n"
    results = read_text(text)
    assert results.algorithms == ("None", "Crash")
    assert results.problems == ("failed", "None", "error")
    rows = [f"{a},{p},{v}" for v, (a, p) in enumerate((a, p) for p in "xy" for a in ALGORITHMS)]
    long = read_text("\n".join(["algorithm,problem,value", *rows, ""]))
    assert long.algorithms == ALGORITHMS


ALGORITHMS = ("None", "Error", "T/O")


@pytest.mark.parametrize("missing", ["error", "worst", "keep", "drop-problem"])
def test_a_column_of_such_words_alone_is_no_algorithm(missing):
    text = "problem,A,B,state\nx,1,2,failed\ny,3,4,failed\nz,5,6.5,\n"
    found = [fault for fault in faults(text, missing=missing) if "failed" in fault]
    assert found == [
        f"line {line}, column 4 (problem {problem!r}, algorithm 'state'): found 'failed', {ALONE}"
        for line, problem in ((2, "x"), (3, "y"))
    ]
    left = read_text(text, missing=missing, not_algorithms=["state"])
    assert left.algorithms == ("A", "B")


def test_an_algorithm_that_failed_everywhere_has_empty_cells():
    results = read_text("problem,A,B,C\nx,1,2,\ny,3,4,\n", missing="worst")
    assert np.isnan(results.values[:, 2]).all()
