"""What a Runs object answers."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from evenkeel.errors import InputError, UnknownNameError
from evenkeel.tables.faults import Origin
from evenkeel.tables.reading import read_runs
from evenkeel.tables.scanning.survey import batches, natural_key

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

# (algorithm, problem): values in the order of the runs
CELLS = {
    ("new", "F2"): [3.0, 1.0, 2.0],
    ("new", "F10"): [0.5, 0.25],
    ("old", "F2"): [5.0, 4.0, 9.0],
    ("old", "F10"): [7.0, 7.0, 7.0, 1.0],
}


def frame(cells=CELLS):
    rows = [(a, p, r, v) for (a, p), values in cells.items() for r, v in enumerate(values, 1)]
    return pl.DataFrame(rows[::-1], schema=["algorithm", "problem", "run", "value"], orient="row")


@pytest.fixture
def runs():
    return read_runs(frame(), better="lower")


def test_names_are_in_natural_order(runs):
    assert runs.problems == ("F2", "F10")
    assert runs.algorithms == ("new", "old")
    assert (runs.n, runs.k, runs.better) == (2, 2, "lower")


@pytest.mark.parametrize(
    "names",
    [
        ["F1", "F2", "F10"],
        ["a", "B", "c"],
        ["9", "10", "a"],
        ["x", "x1", "x1y", "x1z", "x2"],
        ["F01", "F1", "F2"],
    ],
)
def test_natural_order(names):
    shuffled = [*names[1:], names[0]]
    assert sorted(shuffled, key=natural_key) == names


def test_counts(runs):
    assert runs.counts().tolist() == [[3, 3], [2, 4]]
    assert runs.counts().dtype == np.int64
    assert not runs.counts().flags.writeable


@pytest.mark.parametrize(
    ("statistic", "expected"),
    [
        ("mean", [[2.0, 6.0], [0.375, 5.5]]),
        ("median", [[2.0, 5.0], [0.375, 7.0]]),
        ("min", [[1.0, 4.0], [0.25, 1.0]]),
        ("max", [[3.0, 9.0], [0.5, 7.0]]),
        ("best", [[1.0, 4.0], [0.25, 1.0]]),
        ("worst", [[3.0, 9.0], [0.5, 7.0]]),
        ("std", [[1.0, math.sqrt(7)], [math.sqrt(1 / 32), 3.0]]),
        (0.25, [[1.5, 4.5], [0.3125, 5.5]]),
    ],
)
def test_aggregate(runs, statistic, expected):
    results = runs.aggregate(statistic)
    np.testing.assert_allclose(results.values, expected, rtol=1e-15)
    assert (results.problems, results.algorithms) == (runs.problems, runs.algorithms)
    assert results.better == "lower"


def test_best_is_the_largest_if_higher_is_better():
    runs = read_runs(frame(), better="higher")
    assert np.array_equal(runs.aggregate("best").values, runs.aggregate("max").values)
    assert np.array_equal(runs.aggregate("worst").values, runs.aggregate("min").values)
    assert runs.aggregate("mean").better == "higher"
    assert runs.aggregate("std").better == "lower"


def test_origin_of_the_results(runs):
    assert runs.aggregate(0.9).origin == Origin(
        "data frame (quantile 0.9 of the runs)",
        "frame",
        "long",
        aggregated="quantile 0.9 of 2 to 4 runs",
        fewest_runs=2,
    )


def test_same_values_in_another_order_are_tied():
    # plain summation gives 0.6 and 0.6000000000000001
    cells = {
        ("a", "p"): [0.1, 0.2, 0.3],
        ("b", "p"): [0.3, 0.2, 0.1],
        ("a", "q"): [0.1] * 3,
        ("b", "q"): [0.1] * 7,
    }
    values = read_runs(frame(cells), better="lower").aggregate("mean").values
    assert values[0, 0] == values[0, 1]
    assert values[1].tolist() == [0.1, 0.1]


def test_unknown_statistic(runs):
    with pytest.raises(UnknownNameError) as caught:
        runs.aggregate("meen")
    assert str(caught.value) == (
        "unknown statistic 'meen': did you mean 'mean'? choose one of 'mean', 'median', 'min', "
        "'max', 'best', 'worst', 'std'"
    )
    with pytest.raises(InputError) as caught:
        runs.aggregate(1.5)
    assert str(caught.value) == (
        "statistic=1.5 is no quantile; give a number between 0 and 1, such as 0.9, or one of "
        "'mean', 'median', 'min', 'max', 'best', 'worst', 'std'"
    )


def test_deviation_of_one_run():
    runs = read_runs(frame({**CELLS, ("new", "F2"): [1.0]}), better="lower")
    with pytest.raises(InputError) as caught:
        runs.aggregate("std")
    assert str(caught.value) == (
        "data frame: a standard deviation needs two runs or more, but 'new' on 'F2' has one; "
        "aggregate by 'mean', 'median', 'min' or 'max'"
    )
    assert np.isnan(runs.summary().std[0, 0])


def test_deviation_beyond_the_largest_number():
    huge = {(a, p): [-1.7e308, 1.7e308] for a in "ab" for p in "pq"}
    runs = read_runs(frame(huge), better="lower")
    assert runs.aggregate("mean").values.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    with pytest.raises(InputError) as caught:
        runs.aggregate("std")
    assert str(caught.value) == (
        "data frame: the std of 'a' on 'p' is beyond the largest number, for its values reach "
        "1.7e+308; rescale the values"
    )


def test_missing_cells():
    cells = {name: values for name, values in CELLS.items() if name != ("old", "F10")}
    cells |= {("new", "F3"): [1.0, 2.0], ("old", "F3"): [3.0, 4.0]}
    runs = read_runs(frame(cells), better="lower")
    assert runs.counts().tolist() == [[3, 3], [2, 2], [2, 0]]
    assert runs.checks() == (
        "1 of 6 cells has no run, the first that of 'old' on 'F10'",
        "the cells have from 2 to 3 runs; the fewest has 'new' on 'F3'",
    )
    with pytest.raises(InputError) as caught:
        runs.aggregate("mean")
    assert str(caught.value) == (
        "data frame: 1 of 6 cells has no run, the first that of 'old' on 'F10'; add the runs, or "
        "say missing='drop-problem', missing='drop-algorithm', missing='worst' or missing='keep'"
    )
    kept = runs.aggregate("median", missing="keep")
    assert np.isnan(kept.values[2, 1])
    assert kept.values[2, 0] == 0.375
    dropped = runs.aggregate("mean", missing="drop-problem")
    assert dropped.problems == ("F2", "F3")
    assert dropped.values.tolist() == [[2.0, 6.0], [1.5, 3.5]]
    assert dropped.origin.dropped == ("F10",)
    assert ("old", "F10") not in runs.values_by_cell()


def test_summary(runs):
    summary = runs.summary()
    assert summary.counts.tolist() == [[3, 3], [2, 4]]
    for name, function in {
        "mean": np.mean,
        "std": lambda v: np.std(v, ddof=1),
        "minimum": np.min,
        "lower_quartile": lambda v: np.quantile(v, 0.25),
        "median": np.median,
        "upper_quartile": lambda v: np.quantile(v, 0.75),
        "maximum": np.max,
    }.items():
        expected = [[function(CELLS[a, p]) for a in runs.algorithms] for p in runs.problems]
        np.testing.assert_allclose(getattr(summary, name), expected, rtol=1e-15, err_msg=name)


def test_summary_as_a_frame(runs):
    table = runs.summary().to_polars()
    assert table.columns[:4] == ["problem", "algorithm", "counts", "mean"]
    row = table.row(by_predicate=(pl.col("problem") == "F10") & (pl.col("algorithm") == "new"))
    assert row[:4] == ("F10", "new", 2, 0.375)


def test_cells(runs):
    assert runs.cell("new", "F2").tolist() == [3.0, 1.0, 2.0]
    cells = runs.values_by_cell()
    assert {name: values.tolist() for name, values in cells.items()} == CELLS
    assert cells["new", "F2"].dtype == np.float64
    with pytest.raises(UnknownNameError):
        runs.cell("newer", "F2")
    with pytest.raises(UnknownNameError):
        runs.cell("new", "F3")


def test_runs_named_by_texts_are_in_natural_order():
    names = [f"seed {number}" for number in (1, 2, 10, 11)]
    table = pl.DataFrame(
        {
            "algorithm": ["a"] * 4 + ["b"] * 4,
            "problem": ["p"] * 8,
            "run": [*names[::-1], *names],
            "value": [11.0, 10.0, 2.0, 1.0, 5.0, 6.0, 7.0, 8.0],
        }
    )
    runs = read_runs(table, better="lower")
    assert runs.cell("a", "p").tolist() == [1.0, 2.0, 10.0, 11.0]
    assert runs.values_by_cell()["a", "p"].tolist() == [1.0, 2.0, 10.0, 11.0]
    assert runs.is_paired()


def test_runs_without_names_keep_their_order():
    table = frame().drop("run")
    runs = read_runs(table, better="lower")
    assert not runs.has_run_names
    assert not runs.is_paired()
    assert runs.cell("new", "F2").tolist() == [2.0, 1.0, 3.0]
    assert runs.values_by_cell()["new", "F2"].tolist() == [2.0, 1.0, 3.0]
    assert runs.checks()[-1] == (
        "no column names the runs, so they cannot be paired, and a run that occurs twice would not "
        "be noticed"
    )
    with pytest.raises(InputError) as caught:
        runs.duplicates()
    assert str(caught.value) == (
        "data frame: no column names the runs, so none can be known to occur twice; say which "
        "column does with run="
    )


def test_paired_runs(runs):
    assert not runs.is_paired()  # F10 has 2 and 4 runs
    assert runs.select(problems=["F2"]).is_paired()
    renamed = frame().with_columns(
        run=pl.when(pl.col("algorithm") == "new").then(pl.col("run") + 1).otherwise(pl.col("run"))
    )
    assert not read_runs(renamed, better="lower").select(problems=["F2"]).is_paired()


def test_too_many_values_for_memory(runs):
    for ask, values in (
        (lambda limit: runs.values_by_cell(limit=limit), 12),
        (lambda limit: runs.cell("old", "F10", limit=limit), 4),
    ):
        ask(values)
        with pytest.raises(InputError) as caught:
            ask(values - 1)
        assert str(caught.value) == (
            f"data frame: {values} values would have to be in memory at once, but the limit is "
            f"{values - 1}; ask aggregate() or summary(), which read them in pieces, or give a "
            "higher limit="
        )


def test_select(runs):
    chosen = runs.select(algorithms=["old", "new"], problems=["F10"])
    assert (chosen.algorithms, chosen.problems) == (("old", "new"), ("F10",))
    assert chosen.counts().tolist() == [[4, 2]]
    assert chosen.summary().median.tolist() == [[7.0, 0.375]]
    assert list(chosen.values_by_cell()) == [("old", "F10"), ("new", "F10")]
    with pytest.raises(UnknownNameError):
        runs.select(algorithms=["older"])
    for names, why in (
        (["F2", "F2"], "the problem 'F2' is named twice; name it once"),
        ([], "name at least one problem to keep"),
    ):
        with pytest.raises(InputError, match=why):
            runs.select(problems=names)


def test_checks_of_names_that_look_alike_and_rounded_integers():
    table = pl.DataFrame(
        {
            "algorithm": ["A", "A\u030a", "\u00c5"] * 2,
            "problem": ["F1"] * 3 + ["F2"] * 3,
            "run": [1] * 6,
            "value": [2**53 + 1, 1, -(2**53) - 1, 1, 2, 3],
        }
    )
    assert read_runs(table, better="lower").checks()[:2] == (
        r"the algorithms 'A\u030a' and '\xc5' look alike; make sure that they are not one, written "
        "in two ways",
        "2 cells reach 2^53 in size, the first that of 'A' on 'F1'; integers of that size are "
        "rounded to 53 bits, and different ones may have become equal",
    )


def test_checks_of_equal_counts(runs):
    assert runs.checks() == ("the cells have from 2 to 4 runs; the fewest has 'new' on 'F10'",)
    single = {name: values[:1] for name, values in CELLS.items()}
    assert "every cell has one run, so nothing is known about the spread of the runs" in (
        read_runs(frame(single), better="lower").checks()
    )
    double = {name: values[:2] for name, values in CELLS.items()}
    assert read_runs(frame(double), better="lower").checks() == ()


def test_large_tables_are_looked_through_for_duplicates_on_request(monkeypatch):
    table = pl.concat([frame(), frame().head(2)])
    monkeypatch.setattr("evenkeel.tables.scanning.checking.HELD", 10)
    monkeypatch.setattr("evenkeel.tables.runs.HELD", 4)
    runs = read_runs(table, better="lower")
    assert runs.checks()[0] == (
        "runs that occur twice were not looked for among 14 rows; duplicates() looks for them"
    )
    found = runs.duplicates().sort("run")
    assert found.rows() == [("old", "F10", 3, 2), ("old", "F10", 4, 2)]


def test_one_large_cell_is_a_batch_of_its_own():
    facts = read_runs(frame(), better="lower").facts
    assert [batch.astype(int).tolist() for batch in batches(facts, 4)] == [
        [[1, 0], [0, 0]],
        [[0, 1], [0, 0]],
        [[0, 0], [1, 0]],
        [[0, 0], [0, 1]],
    ]
    assert [batch.astype(int).tolist() for batch in batches(facts, 6)] == [
        [[1, 1], [0, 0]],
        [[0, 0], [1, 1]],
    ]


def test_large_tables_keep_the_engines_mean(monkeypatch):
    monkeypatch.setattr("evenkeel.tables.runs.EXACT", 5)
    runs = read_runs(frame(), better="lower")
    monkeypatch.setattr(
        "evenkeel.tables.runs.means_and_deviations",
        lambda *_: pytest.fail("a second pass was made"),
    )
    assert runs.aggregate("mean").values.tolist() == [[2.0, 6.0], [0.375, 5.5]]


def test_engines_mean_that_overflows_is_mended(monkeypatch):
    monkeypatch.setattr("evenkeel.tables.runs.EXACT", 1)
    huge = {(a, p): [1.5e308, 1.0e308] for a in "ab" for p in "pq"}
    runs = read_runs(frame(huge), better="lower")
    assert runs.aggregate("mean").values.tolist() == [[1.25e308] * 2] * 2


def test_repr(runs):
    assert repr(runs) == "Runs: 2 problems x 2 algorithms, 2 to 4 runs per cell, lower is better"
    assert repr(runs.select(problems=["F2"])) == (
        "Runs: 1 problem x 2 algorithms, 3 runs per cell, lower is better"
    )


def test_frozen(runs):
    with pytest.raises(AttributeError):
        runs.better = "higher"
