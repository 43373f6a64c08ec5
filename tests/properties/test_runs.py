"""What holds for the runs of any table."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenkeel.tables.reading import read_runs
from evenkeel.tables.scanning.statistics import _order_statistics

pytestmark = pytest.mark.reaching  # its slow tests count lines, too

FINITE = st.floats(allow_nan=False, allow_infinity=False)
MODERATE = st.floats(-1e300, 1e300, allow_subnormal=False)
DECIMAL = st.integers(-(10**12), 10**12).map(lambda value: value / 10**6)
TIED = st.integers(-3, 3).map(float)


def cells_of(values, least=1):
    """Values of the runs of two or three algorithms on one or two problems."""
    cell = st.lists(st.one_of(values, TIED), min_size=least, max_size=25)
    return st.dictionaries(
        st.tuples(st.sampled_from("ABC"), st.sampled_from(["F1", "F2"])), cell, min_size=2
    ).filter(lambda cells: len({algorithm for algorithm, _ in cells}) > 1)


def runs_of(cells, better="lower", seed=None):
    rows = [(a, p, r, v) for (a, p), values in cells.items() for r, v in enumerate(values)]
    if seed is not None:
        rows = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
    table = pl.DataFrame(
        rows,
        schema={"algorithm": pl.String, "problem": pl.String, "run": pl.Int64, "value": pl.Float64},
        orient="row",
    )
    return read_runs(table, better=better)


def present(runs, cells):
    """The cells with runs, in the order of the table."""
    names = [(a, p) for p in runs.problems for a in runs.algorithms]
    return [cells[name] for name in names if name in cells]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(cells_of(FINITE), st.integers(0, 40), st.data())
def test_windows_shrink_to_the_order_statistics(cells, held, data):
    runs = runs_of(cells)
    values = [sorted(cell) for cell in present(runs, cells)]
    ranks = np.array(
        [sorted(data.draw(st.integers(0, len(cell) - 1)) for _ in range(3)) for cell in values]
    ).T
    found = _order_statistics(runs.frame, runs.facts, ranks, "test", held)
    wanted = [[cell[rank] for rank in row] for cell, row in zip(values, ranks.T, strict=True)]
    assert found.T.tolist() == wanted


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(cells_of(MODERATE))
def test_the_mean_is_that_of_the_exact_sum(cells):
    runs = runs_of(cells)
    means = runs.summary().mean[runs.counts() > 0]
    for mean, cell in zip(means, present(runs, cells), strict=True):
        exact = sum(map(Fraction, cell)) / len(cell)
        error = abs(Fraction(float(mean)) - exact)
        assert error <= abs(exact) * Fraction(1, 2**52) + Fraction(max(map(abs, cell))) / 2**95
        assert min(cell) <= mean <= max(cell)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(cells_of(DECIMAL), st.integers(0, 2**32))
def test_the_order_of_the_rows_is_of_no_consequence(cells, seed):
    first, second = runs_of(cells), runs_of(cells, seed=seed)
    assert first.problems == second.problems
    for name in ("counts", "mean", "std", "minimum", "lower_quartile", "median", "maximum"):
        one, other = getattr(first.summary(), name), getattr(second.summary(), name)
        assert np.array_equal(one, other, equal_nan=True), name
    assert {k: v.tolist() for k, v in second.values_by_cell().items()} == cells


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(cells_of(MODERATE))
def test_turning_the_values_and_the_direction_changes_nothing(cells):
    runs = runs_of(cells)
    turned = runs_of({name: [-v for v in cell] for name, cell in cells.items()}, "higher")
    if runs.n < 2:
        return
    for statistic in ("mean", "median", "best", "worst"):
        one = runs.aggregate(statistic, missing="keep")
        other = turned.aggregate(statistic, missing="keep")
        assert np.array_equal(one.losses, other.losses, equal_nan=True), statistic
    np.testing.assert_allclose(runs.summary().std, turned.summary().std, rtol=1e-14)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(cells_of(st.integers(-(10**6), 10**6).map(lambda v: v / 8), least=2), st.integers(-60, 60))
def test_scaling_by_a_power_of_two_scales_everything(cells, power):
    scale = 2.0**power
    one = runs_of(cells).summary()
    other = runs_of({name: [v * scale for v in cell] for name, cell in cells.items()}).summary()
    for name in ("mean", "std", "minimum", "median", "upper_quartile", "maximum"):
        assert np.array_equal(getattr(one, name) * scale, getattr(other, name), equal_nan=True)
