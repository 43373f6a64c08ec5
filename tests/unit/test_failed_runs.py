"""Words in the place of a result that is missing: alike from every source; names stay names."""

from __future__ import annotations

import io
import json

import numpy as np
import pandas as pd
import pytest

import evenkeel
from evenkeel.tables.lexicon import FAILURES, MISSING
from evenkeel.tables.parsing import text as text_tables
from reading_help import read_text

TABLE = "problem,A,B\nx,0.5,{}\ny,3,4.25\nz,1,2\n"
HOLE = [[0.5, np.nan], [3, 4.25], [1, 2]]


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
    lines[1 + row] = f"w,{word},5"

    def outcome():
        try:
            results = read_text("\n".join(lines) + "\n", missing=missing)
        except evenkeel.TableError as error:
            return str(error)
        return results.values.tobytes(), results.problems, results.origin

    careful = outcome()
    monkeypatch.setattr(text_tables, "SMALL", 0)
    quick = outcome()
    assert careful == quick
    assert isinstance(quick, tuple) == (missing == "keep" and word != "ok")


def test_such_words_are_names_among_names():
    results = read_text("problem,None,Crash\nfailed,1,2\nNone,3,4\nwine,5,6.5\n")
    assert results.algorithms == ("None", "Crash")
    assert results.problems == ("failed", "None", "wine")
    names = ("None", "Error", "T/O", "SVM")
    rows = [f"{a},{p},{v}" for v, (a, p) in enumerate((a, p) for p in "xy" for a in names)]
    assert read_text("\n".join(["algorithm,problem,value", *rows, ""])).algorithms == names


def test_a_column_without_a_number_is_left_out_and_said():
    results = read_text("problem,A,B,state\nx,1,2,failed\ny,3,4,failed\nz,5,6.5,\n")
    assert results.algorithms == ("A", "B")
    assert "state" in str(results.origin.reading)
