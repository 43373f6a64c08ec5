"""Ties of aligned ranks and ranges against exact rational arithmetic, for values like 37/150."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

from evenkeel.ranks.kernels import rank_aligned, rank_ranges

DENOMINATORS = [7, 150, 351, 768, 1000, 10**6]


@pytest.mark.parametrize("denominator", DENOMINATORS)
@pytest.mark.parametrize("seed", range(20))
def test_small_tables(denominator: int, seed: int) -> None:
    rng = np.random.default_rng([denominator, seed])
    n, k = rng.integers(3, 12), rng.integers(2, 7)
    counts = rng.integers(0, max(30, denominator // 5), size=(n, k))  # on both sides of 0.1
    whole = k * counts - counts.sum(axis=1, keepdims=True)  # k times the denominator, exactly
    assert rank_aligned(counts / denominator).ravel().tolist() == rankdata(whole).tolist()
    ranges = counts.max(axis=1) - counts.min(axis=1)
    assert rank_ranges(counts / denominator).tolist() == rankdata(ranges).tolist()


def test_a_table_long_enough_for_the_fast_path() -> None:
    counts = np.random.default_rng(5).integers(0, 400, size=(3000, 50))
    whole = 50 * counts - counts.sum(axis=1, keepdims=True)
    assert np.array_equal(rank_aligned(counts / 768).ravel(), rankdata(whole))
