"""What must hold for all runs: order, direction, location and scale do not matter."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evenkeel.families import Family
from evenkeel.numerics.studentised_range import dunnett_sf, equal_loads, tukey_sf
from evenkeel.runs.cells import Cells
from evenkeel.runs.k_samples import levene
from evenkeel.runs.normality import dagostino_pearson, lilliefors, shapiro_wilk
from evenkeel.runs.problem_tests import PROBLEM_TESTS

#: Whole numbers, so that ties occur and affine maps are exact.
SHAPES = st.tuples(st.integers(1, 3), st.integers(2, 4), st.integers(3, 9))
BLOCKS = SHAPES.flatmap(lambda shape: arrays(np.int64, shape, elements=st.integers(-9, 9)))
#: What takes any runs: Dunnett's needs a control, McNemar's 0 or 1, the 5x2cv tests ten runs.
ANY_RUNS = [
    name
    for name in PROBLEM_TESTS
    if name not in ("dunnett", "mcnemar", "five-by-two-t", "five-by-two-f")
]
WITH_ALL = [name for name in ANY_RUNS if PROBLEM_TESTS[name].k_sample is not None]
FEW = settings(max_examples=40, deadline=None)


def cells_of(values, better="lower"):
    n, k, runs = values.shape
    return Cells(
        tuple(f"A{j}" for j in range(k)),
        tuple(f"P{i}" for i in range(n)),
        better,
        values.astype(np.float64),
        np.full((n, k), runs),
    )


@pytest.mark.slow
@pytest.mark.parametrize("test", ANY_RUNS)
@FEW
@given(values=BLOCKS)
def test_direction_turns_only_the_direction(test, values):
    function = PROBLEM_TESTS[test].function
    lower, higher = cells_of(values), cells_of(values, "higher")
    family = Family(lower.algorithms)
    one, other = function(lower, family), function(higher, family)
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9)
    assert np.array_equal(other.direction, -one.direction)


@pytest.mark.slow
@pytest.mark.parametrize("test", ANY_RUNS)
@FEW
@given(values=BLOCKS)
def test_a_shift_and_a_scale_change_nothing(test, values):
    function = PROBLEM_TESTS[test].function
    near, far = cells_of(values), cells_of(values * 4 + 1000)
    family = Family(near.algorithms)
    assert function(far, family).pvalue == pytest.approx(function(near, family).pvalue, rel=1e-9)
    k_sample = PROBLEM_TESTS[test].k_sample
    if k_sample is not None:
        assert k_sample(far).pvalue == pytest.approx(k_sample(near).pvalue, rel=1e-9, nan_ok=True)


@pytest.mark.slow
@pytest.mark.parametrize("test", ANY_RUNS)
@FEW
@given(values=BLOCKS)
def test_pvalues_lie_between_0_and_1_and_a_sample_equals_itself(test, values):
    function = PROBLEM_TESTS[test].function
    cells = cells_of(np.concatenate([values, values[:, :1]], axis=1))
    family = Family(cells.algorithms)
    tests = function(cells, family)
    assert ((tests.pvalue >= 0) & (tests.pvalue <= 1)).all()
    itself = family.hypotheses.index((cells.algorithms[0], cells.algorithms[-1]))
    assert tests.pvalue[:, itself].tolist() == [1.0] * len(values)
    assert not tests.direction[:, itself].any()


@pytest.mark.slow
@pytest.mark.parametrize("test", WITH_ALL)
@FEW
@given(values=BLOCKS)
def test_the_order_of_the_algorithms_does_not_matter(test, values):
    function = PROBLEM_TESTS[test].k_sample
    one, other = function(cells_of(values)), function(cells_of(values[:, ::-1].copy()))
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-8, nan_ok=True)


@FEW
@given(values=arrays(np.float64, (3, 12), elements=st.floats(-5, 5, width=16)))
def test_normality_does_not_depend_on_location_and_scale(values):
    values = values[np.ptp(values, axis=1) > 0.01]
    if len(values):
        for test in (lilliefors, shapiro_wilk, dagostino_pearson):
            near, far = test(values)[1], test(1024 - 2 * values)[1]
            assert far == pytest.approx(near, rel=1e-6, abs=1e-12)
            assert ((near >= 0) & (near <= 1)).all()


@pytest.mark.slow
@FEW
@given(values=BLOCKS)
def test_variances_do_not_depend_on_the_means(values):
    shifts = 100 * np.arange(values.shape[1])[None, :, None]
    for centre in ("mean", "median"):
        near, far = levene(cells_of(values), centre), levene(cells_of(values + shifts), centre)
        assert far.pvalue == pytest.approx(near.pvalue, rel=1e-9, nan_ok=True)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(t=st.floats(0.01, 30), m=st.integers(1, 12), df=st.integers(1, 300))
def test_dunnett_lies_between_one_comparison_and_bonferroni_and_below_tukey(t, m, df):
    at = np.array([t])
    one, several = dunnett_sf(at, equal_loads(1), df)[0], dunnett_sf(at, equal_loads(m), df)[0]
    assert one * (1 - 1e-9) <= several <= min(m * one, 1) * (1 + 1e-9)
    assert several <= tukey_sf(at * np.sqrt(2), m + 1, df)[0] * (1 + 1e-9)
