"""Tails of t and F against scipy.stats, and quotients over zero."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evenkeel.numerics.arrays import quotient
from evenkeel.numerics.tails import f_sf, t_pvalue

STATISTICS = np.array([0.0, 1e-9, 0.3, 1.0, 2.5, 40.0, 1e4, np.inf])


@pytest.mark.parametrize("df", [1, 2.5, 7, 300])
def test_t(df: float) -> None:
    signed = np.append(STATISTICS, -STATISTICS)
    np.testing.assert_allclose(t_pvalue(signed, df), 2 * stats.t.sf(np.abs(signed), df), rtol=1e-12)


@pytest.mark.parametrize("df_between", [1, 3.7, 24])
@pytest.mark.parametrize("df_within", [1, 9.2, 240])
def test_f(df_between: float, df_within: float) -> None:
    expected = stats.f.sf(STATISTICS, df_between, df_within)
    np.testing.assert_allclose(f_sf(STATISTICS, df_between, df_within), expected, rtol=1e-11)


def test_nothing_is_known_of_nan() -> None:
    assert np.isnan(t_pvalue(np.nan, 3))
    assert np.isnan(f_sf(np.nan, 2, 3))
    assert np.isnan(quotient(0.0, np.nan))
    assert np.isnan(quotient(np.nan, 0.0))


def test_quotients() -> None:
    above = np.array([0.0, 2.0, -2.0, 0.0, 3.0, 1e300])
    below = np.array([0.0, 0.0, 0.0, 5.0, 2.0, 1e-300])
    assert quotient(above, below).tolist() == [0.0, np.inf, -np.inf, 0.0, 1.5, np.inf]
    assert float(quotient(1.0, 4.0)) == 0.25
