"""The array of runs and its moments."""

from __future__ import annotations

import numpy as np
import pytest

from evenkeel.numerics.moments import moments_of
from evenkeel.runs.cells import gather
from runs_examples import make_runs, random_runs


def test_gather_fills_up_with_nan():
    cells = gather(
        make_runs({("A", "p"): [1, 2, 3], ("B", "p"): [4], ("B", "q"): [5, 6]}, "higher")
    )
    assert (cells.algorithms, cells.problems, cells.better) == (("A", "B"), ("p", "q"), "higher")
    assert cells.count.tolist() == [[3, 1], [0, 2]]
    assert cells.values[0, 0].tolist() == [1, 2, 3]
    assert np.isnan(cells.values[1, 0]).all()
    assert cells.losses[1, 1, :2].tolist() == [-5, -6]


def test_moments_are_those_of_numpy():
    runs = random_runs(1, 3, 4, (2, 30))
    cells = gather(runs)
    for (algorithm, problem), values in runs.values_by_cell().items():
        where = runs.problems.index(problem), runs.algorithms.index(algorithm)
        assert cells.moments.mean[where] == pytest.approx(values.mean(), rel=1e-13)
        assert cells.moments.sd[where] == pytest.approx(values.std(ddof=1), rel=1e-13)


@pytest.mark.parametrize("value", [0.1, -1e308, 5e-324, 1.7e308])
def test_constant_cells_are_exact(value):
    moments = moments_of(np.full((1, 7), value), np.array([7]))
    assert moments.mean[0] == value
    assert moments.sd[0] == 0


@pytest.mark.parametrize("factor", [1e-300, 1e-160, 1e160, 1e300])
def test_extreme_scales(factor):
    values = np.array([[1.0, 2.0, 4.0, 7.0]])
    moments = moments_of(values * factor, np.array([4]))
    assert moments.mean[0] / factor == pytest.approx(3.5)
    assert moments.sd[0] / factor == pytest.approx(np.std([1, 2, 4, 7], ddof=1))


def test_extremes_of_both_signs():
    moments = moments_of(np.array([[-8e307, 8e307, 0.0]]), np.array([3]))
    assert moments.mean[0] == pytest.approx(0, abs=1e293)
    assert moments.sd[0] == pytest.approx(8e307)


def test_a_large_common_value_costs_no_digits():
    moments = moments_of(1e15 + np.array([[1.0, 2.0, 3.0]]), np.array([3]))
    assert (moments.mean[0], moments.sd[0]) == (1e15 + 2, 1.0)


def test_too_few_runs():
    moments = moments_of(np.array([[np.nan, np.nan], [3.0, np.nan]]), np.array([0, 1]))
    assert np.isnan(moments.mean).tolist() == [True, False]
    assert np.isnan(moments.sd).all()
