"""What docs/coming_from says of JASP and jamovi, from the formulas in their public sources."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel

TABLE = evenkeel.load("demsar2006")
RANKS = np.apply_along_axis(stats.rankdata, 1, -TABLE.values)
N, K = RANKS.shape
SUMS = RANKS.sum(axis=0)
DF = (N - 1) * (K - 1)


def conover(spread: float) -> np.ndarray:
    """Conover (1999), Section 5.8: |R_i - R_j| over its standard error, for T of the ranks."""
    within = (np.square(RANKS).sum() - N * K * (K + 1) ** 2 / 4) / (K - 1)
    error = np.sqrt(within * 2 * N * (K - 1) / DF * (1 - spread / within / (N * (K - 1))))
    return np.abs(SUMS[:, None] - SUMS)[np.triu_indices(K, 1)] / error


def squares() -> float:
    """Sum of the squared rank sums beyond their mean, over n: Conover's own."""
    return float(np.square(SUMS - SUMS.mean()).sum() / N)


def p_of(t: np.ndarray) -> np.ndarray:
    return 2 * stats.t.sf(t, DF)


def test_friedman_and_kendall_agree() -> None:
    ours = evenkeel.friedman(TABLE)
    theirs = stats.friedmanchisquare(*TABLE.values.T)  # corrected for ties, as in R
    assert (round(ours.statistic, 3), round(ours.pvalue, 4)) == (10.952, 0.0120)
    assert ours.statistic == pytest.approx(theirs.statistic)
    ties = sum((c**3 - c).sum() for row in RANKS for c in [np.unique(row, return_counts=True)[1]])
    w = 12 * np.var(SUMS, ddof=1) * (K - 1) / (N**2 * (K**3 - K) - N * ties)  # JASP's formula
    assert evenkeel.effects.kendall_w(TABLE).estimate == pytest.approx(w)


def test_jamovi_shows_three_pairs_where_adjusting_leaves_none() -> None:
    t = conover(squares())
    assert (round(max(t), 3), round(min(p_of(t)), 4)) == (2.552, 0.0148)
    assert np.count_nonzero(p_of(t) < 0.05) == 3
    ours = evenkeel.posthoc(TABLE, adjust="holm")
    assert (round(min(ours.pvalue), 4), round(min(ours.adjusted["holm"]), 4)) == (0.0087, 0.0523)
    assert round(max(np.abs(ours.statistics.z)), 3) == 2.623


def test_jasps_denominator_knows_no_differences() -> None:
    t = conover(float(SUMS.sum() - N * ((K + 1) / 2) ** 2))
    assert (round(max(t), 3), round(min(p_of(t)), 4)) == (2.607, 0.0129)
    assert np.count_nonzero(p_of(t) < 0.05) == 3
    assert min(p_of(t)) * 6 > 0.05  # the first step of Holm rejects nothing
