"""The simulated law of Lilliefors' statistic against published tables and a simulation.

Before it, a table was interpolated linearly in the number of runs, and the p-values between its
sizes were up to 85% too large: 3.3% of normal samples of 75 runs were rejected at 5%.
"""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats._lilliefors_critical_values import PERCENTILES, critical_values

from evenkeel.runs.normality import LILLIEFORS_BOUNDS, lilliefors, lilliefors_pvalue

#: Molin and Abdi (1998), 100,000 samples per size: D at 0.2, 0.15, 0.1, 0.05 and 0.01.
MOLIN_ABDI = {
    5: (0.2893, 0.3027, 0.3188, 0.3427, 0.3959),
    10: (0.2171, 0.2273, 0.2410, 0.2616, 0.3037),
    20: (0.1589, 0.1666, 0.1764, 0.1920, 0.2226),
    25: (0.1429, 0.1498, 0.1589, 0.1726, 0.2010),
    30: (0.1315, 0.1378, 0.1460, 0.1590, 0.1848),
    35: (0.1220, 0.1278, 0.1356, 0.1478, 0.1720),
    40: (0.1147, 0.1204, 0.1275, 0.1386, 0.1616),
    45: (0.1083, 0.1134, 0.1204, 0.1309, 0.1525),
}
#: Lilliefors (1967), 1,000 samples per size, more than 30 runs: sqrt(n) D at the same levels.
LILLIEFORS_1967 = (0.736, 0.768, 0.805, 0.886, 1.031)
LEVELS = (0.2, 0.15, 0.1, 0.05, 0.01)


@pytest.mark.parametrize("runs", critical_values["normal"])
def test_statsmodels_at_the_sizes_of_its_own_table(runs):
    # 10 million samples per size there, 0.1 to 2 million here.
    levels = 1 - np.array(PERCENTILES) / 100
    found = lilliefors_pvalue(np.array(critical_values["normal"][runs]), runs)
    assert found == pytest.approx(levels, rel=0.01, abs=0.0003)


@pytest.mark.parametrize("runs", MOLIN_ABDI)
def test_molin_and_abdi(runs):
    # The standard error of their 0.2 is 0.0013, of their 0.05 0.0007.
    found = lilliefors_pvalue(np.array(MOLIN_ABDI[runs]), runs)
    assert found == pytest.approx(LEVELS, rel=0.01, abs=0.004)


def test_lilliefors_own_table():
    # The standard error of his 0.05 is 0.007.
    found = lilliefors_pvalue(np.array(LILLIEFORS_1967) / np.sqrt(50), 50)
    assert found == pytest.approx(LEVELS, rel=0.05, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("runs", "samples"),
    [(20, 40000), (35, 40000), (60, 40000), (75, 40000), (150, 20000), (300, 10000), (1000, 5000)],
)
def test_normal_samples_are_rejected_as_often_as_the_level_says(runs, samples):
    generator = np.random.default_rng([1967, runs])
    size = 1 << 11
    pvalue = np.concatenate(
        [
            lilliefors(generator.normal(7.0, 3.0, (min(size, samples - first), runs)))[1]
            for first in range(0, samples, size)
        ]
    )
    for level in (0.01, 0.05, 0.1, 0.5):
        error = np.sqrt(level * (1 - level) / samples)
        assert abs((pvalue <= level).mean() - level) < 3.5 * error


def test_pvalues_fall_with_the_distance_and_stay_within_their_bounds():
    distance = np.linspace(0.0, 0.6, 2000)
    for runs in (4, 5, 22, 77, 5000):
        pvalue = lilliefors_pvalue(distance, runs)
        assert (np.diff(pvalue) <= 0).all()
        assert (pvalue[-1], pvalue[0]) == pytest.approx(LILLIEFORS_BOUNDS)
