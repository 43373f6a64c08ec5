"""Curves: runs with values at several steps."""

from __future__ import annotations

import dask.dataframe as dd
import duckdb
import polars as pl
import pytest

from evenkeel.errors import InputError, TableError
from evenkeel.tables.reading import read_runs

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

# Run 3 of A ends at step 100.
ROWS = [
    (algorithm, problem, run, step, 10 * run + 1000 / step + (algorithm == "B"))
    for algorithm in "AB"
    for problem in ("F1", "F2")
    for run in (1, 2, 3)
    for step in (10, 100, 1000)
    if (algorithm, run, step) != ("A", 3, 1000)
]
TABLE = pl.DataFrame(
    ROWS, schema=["algorithm", "problem", "run", "evaluations", "error"], orient="row"
)


@pytest.fixture(params=["polars", "duckdb", "dask"])
def curves(request):
    source = {
        "polars": lambda: TABLE.lazy(),
        "duckdb": lambda: duckdb.connect().from_arrow(TABLE.to_arrow()),
        "dask": lambda: dd.from_pandas(TABLE.to_pandas(), npartitions=3),
    }[request.param]()
    runs = read_runs(source, better="lower")
    assert runs.engine == request.param
    return runs


@pytest.mark.slow
@pytest.mark.reaching
def test_steps_are_recognised(curves):
    assert curves.has_steps
    assert curves.columns["step"] == "evaluations"
    assert curves.steps().tolist() == [10.0, 100.0, 1000.0]
    assert curves.checks() == (
        "the runs are curves over the steps in column 'evaluations'; choose one step with "
        "at_step()",
    )
    assert repr(curves) == (
        "Runs: 2 problems x 2 algorithms, 34 values at several steps, lower is better"
    )


@pytest.mark.slow
def test_one_step(curves):
    runs = curves.at_step(1000)
    assert not runs.has_steps
    assert runs.counts().tolist() == [[2, 3], [2, 3]]
    assert runs.values_by_cell()["A", "F1"].tolist() == [11.0, 21.0]
    assert runs.origin.description == "data frame (step 1000)"
    assert curves.at_step(10.0).aggregate("mean").values.tolist() == [[120.0, 121.0]] * 2


@pytest.mark.slow
def test_last_step(curves):
    runs = curves.at_step()
    assert runs.counts().tolist() == [[3, 3], [3, 3]]
    assert runs.cell("A", "F2").tolist() == [11.0, 21.0, 40.0]
    assert runs.checks() == ("the runs end at different steps, from 100 to 1000",)
    assert runs.origin.description == "data frame (last step)"


def test_same_last_step_for_all():
    table = TABLE.filter(pl.col("evaluations") < 1000)
    runs = read_runs(table, better="lower").at_step("last")
    assert runs.checks() == ()
    assert runs.aggregate("median").values.tolist() == [[30.0, 31.0]] * 2


def test_a_step_that_does_not_occur():
    curves = read_runs(TABLE, better="lower")
    with pytest.raises(InputError) as caught:
        curves.at_step(120)
    assert str(caught.value) == (
        "data frame: no run has a value at step 120; there are 3 steps from 10 to 1000, the "
        "nearest is 100"
    )


@pytest.mark.parametrize(
    ("ask", "purpose"),
    [
        (lambda runs: runs.counts(), "counting runs"),
        (lambda runs: runs.aggregate("mean"), "aggregating"),
        (lambda runs: runs.summary(), "summarising"),
        (lambda runs: runs.cell("A", "F1"), "reading a cell"),
        (lambda runs: runs.values_by_cell(), "reading all cells"),
    ],
)
def test_a_step_must_be_chosen(ask, purpose):
    with pytest.raises(InputError) as caught:
        ask(read_runs(TABLE, better="lower"))
    assert str(caught.value) == (
        f"data frame: {purpose} needs one value per run, but the runs have values at several steps "
        "(column 'evaluations'); choose one with at_step(1000) or at_step(\"last\"), or read the "
        "table with step=False if the column holds something else"
    )


def test_runs_without_steps():
    runs = read_runs(TABLE.filter(pl.col("evaluations") == 10), better="lower", step=False)
    with pytest.raises(InputError) as caught:
        runs.at_step(10)
    assert str(caught.value) == (
        "data frame: the runs have no steps; say which column holds them when they are read, "
        "with step="
    )


def test_one_value_a_run_is_no_curve():
    # how many evaluations each run took, by its name a step
    table = TABLE.group_by("algorithm", "problem", "run").agg(pl.all().last())
    runs = read_runs(table, better="lower", value="error")
    assert not runs.has_steps
    assert runs.origin.ignored == ("evaluations",)
    assert read_runs(table, better="lower", step="evaluations").has_steps


def test_a_step_that_occurs_twice():
    with pytest.raises(TableError) as caught:
        read_runs(pl.concat([TABLE, TABLE.head(1)]), better="lower")
    assert str(caught.value) == (
        "data frame: algorithm 'A', problem 'F1', run 1, step 10 occurs 2 times; keep one of the "
        "rows, or say which columns name a run with run= and which one a step of it with step="
    )


def test_rows_without_a_step():
    table = TABLE.with_columns(
        evaluations=pl.when(pl.col("run") == 2).then(None).otherwise(pl.col("evaluations"))
    )
    with pytest.raises(TableError) as caught:
        read_runs(table.lazy(), better="lower")
    assert str(caught.value) == (
        "data frame: 12 rows have no finite step in the column 'evaluations'; give every row one"
    )


def test_runs_without_names_are_numbered_in_their_order():
    curves = read_runs(TABLE, better="lower", run=False, step="evaluations")
    assert curves.at_step(100).counts().tolist() == [[3, 3], [3, 3]]


def test_too_many_runs_to_find_the_last_step_of_each(monkeypatch):
    monkeypatch.setattr("evenkeel.tables.scanning.survey._RUNS", 11)
    with pytest.raises(InputError) as caught:
        read_runs(TABLE, better="lower").at_step()
    assert str(caught.value) == (
        "data frame: there are at least 11 runs, too many to find the last step of each; choose "
        "one step for all with at_step(1000)"
    )
