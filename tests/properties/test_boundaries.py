"""A p-value that equals its printed level is rejected, and the next double above is not.

Three things say where the boundary is: the printed level, the adjusted p-value and the decision.
Eleven p-values of exactly 0.05 / 11 were retained, since 11 times that is 0.05 and a rounding.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenkeel.adjustments import adjust, adjusted_alphas, procedures
from evenkeel.adjustments.registry import Adjustment, multiple

WITH_LEVELS = [a for a in procedures() if a.decide is not None]
#: Their levels do not depend on the p-values.
FIXED = [a for a in WITH_LEVELS if a.kind != "two-step" and a.name != "hommel"]
#: Found numerically; the next double above the level may be rejected too.
NUMERIC = {"rom", "nemenyi-range"}
SIZES = {"control": (1, 2, 5, 11, 30), "all-pairs": (1, 3, 10, 15, 45)}
ALPHAS = (0.001, 0.01, 0.025, 0.05, 0.1, 0.3, 1 / 7)


def sizes(adjustment: Adjustment) -> tuple[int, ...]:
    return SIZES[adjustment.families[0]]


def each(adjustments: list[Adjustment]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("adjustment", adjustments, ids=[a.name for a in adjustments])


def agree(p: np.ndarray, adjustment: Adjustment, alpha: float, rejected: bool) -> None:
    assert adjusted_alphas(p, adjustment.name, alpha).rejected.tolist() == [rejected] * p.size
    assert (adjust(p, adjustment.name) <= alpha).tolist() == [rejected] * p.size


@pytest.mark.slow
@each(FIXED)
@pytest.mark.parametrize("alpha", [*ALPHAS, 0.9, 0.95, 0.99])
def test_on_the_printed_levels(adjustment: Adjustment, alpha: float) -> None:
    for m in sizes(adjustment):
        levels = adjusted_alphas(np.full(m, 0.5), adjustment.name, alpha).levels
        assert levels is not None
        levels = np.sort(levels)
        agree(levels, adjustment, alpha, rejected=True)
        above = np.nextafter(levels, 1)
        if adjustment.name in NUMERIC:
            above = levels * (1 + 1e-10)
        agree(above, adjustment, alpha, rejected=False)


@pytest.mark.parametrize("method", ["bonferroni", "holm", "hochberg", "benjamini-hochberg"])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_alpha_over_m(method: str, alpha: float) -> None:
    """All at the first level of Bonferroni; and one alone there, the rest far above."""
    for m in (2, 3, 7, 11, 13, 36, 300):
        level = alpha / m
        assert (adjust(np.full(m, level), method) <= alpha).all()
        for p, expected in ((level, True), (np.nextafter(level, 1), False)):
            one = np.append(p, np.full(m - 1, 0.99))
            assert (adjust(one, method)[0] <= alpha) == expected
            decision = adjusted_alphas(one, method, alpha)
            assert decision.rejected[0] == expected
            assert decision.levels is not None
            assert decision.levels[0] == level


@pytest.mark.slow
@pytest.mark.parametrize("alpha", ALPHAS)
def test_level_of_hommel(alpha: float) -> None:
    """It is alpha / j, and j depends on the p-values."""
    rng = np.random.default_rng(11)
    for m in (2, 3, 7, 11, 36, 300):
        for _ in range(20):
            j = rng.integers(1, m + 1)
            p = np.where(rng.random(m) < 0.5, alpha / j, rng.random(m))
            p[0] = np.nextafter(alpha / m, rng.integers(0, 2))
            decision = adjusted_alphas(p, "hommel", alpha)
            assert decision.levels is not None
            agreed = adjust(p, "hommel") <= alpha
            assert decision.rejected.tolist() == agreed.tolist()
            if not agreed.all():
                assert (p <= decision.levels).tolist() == agreed.tolist()
        assert adjust(np.append(alpha / m, np.full(m - 1, 0.99)), "hommel")[0] <= alpha


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("largest", [0.31, 0.7, 0.999])
def test_second_step_of_li(alpha: float, largest: float) -> None:
    levels = adjusted_alphas([0.0, largest], "li", alpha).levels
    assert levels is not None
    assert levels[0] == pytest.approx((1 - largest) * alpha / (1 - alpha), rel=1e-14)
    for p, expected in ((levels[0], True), (np.nextafter(levels[0], 1), False)):
        assert (adjust([p, largest], "li")[0] <= alpha) == expected
        assert adjusted_alphas([p, largest], "li", alpha).rejected[0] == expected


def test_eleven_of_the_eleventh_part() -> None:
    p = np.full(11, 0.05 / 11)
    assert 11 * p[0] > 0.05  # which is why they were retained
    for adjustment in WITH_LEVELS:
        if "control" in adjustment.families and adjustment.name != "benjamini-yekutieli":
            agree(p, adjustment, 0.05, rejected=True)


@pytest.mark.slow
@given(
    p=st.floats(1e-300, 1.0),
    count=st.one_of(st.integers(1, 10**6), st.floats(1.0, 1e6)),
)
def test_multiples(p: float, count: float) -> None:
    (found,) = multiple(np.array([p]), count)
    assert found / count >= p > np.nextafter(found, 0.0) / count
    assert abs(Fraction(float(found)) - Fraction(count) * Fraction(p)) <= 2 * Fraction(
        float(np.spacing(found))
    )


def test_multiples_of_nothing_and_of_very_little() -> None:
    p = np.array([0.0, 5e-324, 1e-310, 0.25])
    assert multiple(p, 1).tolist() == p.tolist()
    quadruple = multiple(p, 4)
    assert (quadruple / 4 >= p).all()
    assert (abs(quadruple - 4 * p) <= 4 * 5e-324).all()
    assert multiple(p, 0).tolist() == [0.0] * 4
