"""Bootstrap intervals against scipy's, given the same replicates."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from evenkeel.numerics.resampling import bootstrap_interval, resampled_rows


class _Same(np.random.Generator):
    """A generator that hands scipy the rows that we drew."""

    def __init__(self, rows):
        super().__init__(np.random.PCG64(0))
        self.rows = rows

    def integers(self, *_, **__):
        return self.rows


@pytest.mark.parametrize("interval", ["percentile", "BCa"])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_intervals_are_those_of_scipy(interval, confidence):
    data = np.random.default_rng(3).lognormal(size=25)
    rows = np.concatenate(list(resampled_rows(25, 2000, np.random.default_rng(1))))
    expected = stats.bootstrap(
        (data,),
        np.mean,
        n_resamples=2000,
        confidence_level=confidence,
        method=interval,
        rng=_Same(rows),
    ).confidence_interval
    jackknife = np.array([np.delete(data, i).mean() for i in range(25)])
    low, high = bootstrap_interval(
        np.array(data.mean()),
        data[rows].mean(axis=1),
        confidence,
        jackknife=jackknife if interval == "BCa" else None,
    )
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-12)


def test_blocks_hold_all_resamples():
    blocks = list(resampled_rows(1 << 20, 5, np.random.default_rng(0)))
    assert [len(block) for block in blocks] == [2, 2, 1]


def test_replicates_that_are_all_alike_give_a_point():
    low, high = bootstrap_interval(
        np.array([2.0]), np.full((50, 1), 2.0), 0.95, jackknife=np.full((5, 1), 2.0)
    )
    assert low == high == 2.0
