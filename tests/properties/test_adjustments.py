"""What must hold for every procedure, whatever the p-values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjustment_oracle import reject_down, reject_up
from evenkeel.adjustments import adjust, adjusted_alphas, procedures
from evenkeel.adjustments.registry import Adjustment

ALL = tuple(a for a in procedures() if a.kind != "closed")  # that one takes ranks
PVALUES_ONLY = [a for a in ALL if a.kind != "logical"]
SORTED = [a for a in PVALUES_ONLY if a.kind in ("step-down", "step-up")]

# Rom's adjusted p-values are found numerically, Nemenyi's by a quadrature.
ROUGH = {"rom": 1e-11, "nemenyi-range": 1e-12}

common = [0.0, 1.0, 0.5, 0.05, 0.05 / 3, 0.01, 1e-300]
pvalue = st.one_of(
    st.floats(0, 1),
    st.sampled_from(common),
    st.floats(1e-12, 0.1),
    st.integers(0, 20).map(lambda i: i / 20),
    st.just(-0.0),
)


@st.composite
def families(draw: st.DrawFn, adjustment: Adjustment) -> np.ndarray:
    if "control" in adjustment.families:
        m = draw(st.integers(1, 9))
    else:
        m = draw(st.sampled_from([1, 3, 6]))
    return np.array(draw(st.lists(pvalue, min_size=m, max_size=m)))


def each(adjustments: list[Adjustment] | tuple[Adjustment, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("adjustment", adjustments, ids=[a.name for a in adjustments])


def close(adjustment: Adjustment) -> dict[str, float]:
    return {"rtol": ROUGH.get(adjustment.name, 1e-13), "atol": 0}


@pytest.mark.slow
@each(ALL)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_between_p_and_1(adjustment: Adjustment, data: st.DataObject) -> None:
    p = data.draw(families(adjustment))
    adjusted = adjust(p, adjustment.name)
    assert adjusted.shape == p.shape
    assert (p <= adjusted).all()
    assert (adjusted <= 1).all()


@pytest.mark.slow
@each(PVALUES_ONLY)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_order_of_the_hypotheses_plays_no_part(adjustment: Adjustment, data: st.DataObject) -> None:
    p = data.draw(families(adjustment))
    order = np.array(data.draw(st.permutations(range(p.size))))
    np.testing.assert_allclose(
        adjust(p[order], adjustment.name), adjust(p, adjustment.name)[order], **close(adjustment)
    )


@pytest.mark.slow
@each(PVALUES_ONLY)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_order_of_the_pvalues_is_kept_and_ties_stay_tied(
    adjustment: Adjustment, data: st.DataObject
) -> None:
    p = data.draw(families(adjustment))
    adjusted = adjust(p, adjustment.name)[np.argsort(p, kind="stable")]
    assert (np.diff(adjusted) >= -ROUGH.get(adjustment.name, 0)).all()
    ordered = np.sort(p)
    assert (np.diff(adjusted)[np.diff(ordered) == 0] == 0).all()


@pytest.mark.slow
@each(PVALUES_ONLY)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_raising_a_pvalue_lowers_nothing(adjustment: Adjustment, data: st.DataObject) -> None:
    p = data.draw(families(adjustment))
    i = data.draw(st.integers(0, p.size - 1))
    raised = p.copy()
    raised[i] = data.draw(st.floats(p[i], 1))
    before, after = adjust(p, adjustment.name), adjust(raised, adjustment.name)
    assert (after >= before * (1 - ROUGH.get(adjustment.name, 4e-16))).all()


@pytest.mark.slow
@each(ALL)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_replicates_are_independent(adjustment: Adjustment, data: st.DataObject) -> None:
    m = 6
    p = np.array(data.draw(st.lists(pvalue, min_size=6 * m, max_size=6 * m))).reshape(2, 3, m)
    together = adjust(p, adjustment.name)
    for a in range(2):
        for b in range(3):
            np.testing.assert_allclose(
                together[a, b], adjust(p[a, b], adjustment.name), **close(adjustment)
            )


@pytest.mark.slow
@each(ALL)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_decision_and_adjusted_pvalues_never_disagree(
    adjustment: Adjustment, data: st.DataObject
) -> None:
    """Also with alpha on, just below and just above every adjusted p-value."""
    p = data.draw(families(adjustment))
    adjusted = adjust(p, adjustment.name)
    alphas = {data.draw(st.floats(1e-9, 1 - 1e-9)), 0.05}
    for value in adjusted.tolist():
        alphas |= {value, float(np.nextafter(value, 0)), float(np.nextafter(value, 1))}
    for alpha in alphas:
        if 0 < alpha < 1:
            decision = adjusted_alphas(p, adjustment.name, alpha)
            np.testing.assert_array_equal(decision.rejected, adjusted <= alpha)


@pytest.mark.slow
@each(PVALUES_ONLY)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_on_the_boundary(adjustment: Adjustment, data: st.DataObject) -> None:
    """P-values that lie on their own levels: whichever way it is rounded, both sides agree."""
    alpha = data.draw(st.sampled_from([0.05, 0.01, 0.1, 0.3, 1 / 7]))
    m = 6
    levels = adjusted_alphas(np.full(m, 0.5), adjustment.name, alpha).levels
    assert levels is not None
    for p in (levels, np.nextafter(levels, 0), np.nextafter(levels, 1)):
        chosen = np.array(data.draw(st.lists(st.booleans(), min_size=m, max_size=m)))
        some = np.where(chosen, p, 0.9)
        decision = adjusted_alphas(some, adjustment.name, alpha)
        np.testing.assert_array_equal(decision.rejected, adjust(some, adjustment.name) <= alpha)


@pytest.mark.slow
@each(SORTED)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_decision_follows_from_the_levels(adjustment: Adjustment, data: st.DataObject) -> None:
    """Walking through the printed levels gives the same, also where p is on a level or next to it.

    Only Rom's levels and adjusted p-values, both found numerically, agree to ten digits. Beyond
    alpha = 0.99, where nobody tests, many p-values share one adjusted value of Finner's.
    """
    p = data.draw(families(adjustment))
    alpha = data.draw(st.one_of(st.floats(1e-6, 0.99), st.sampled_from([0.01, 0.05, 0.1, 1 / 7])))
    levels = adjusted_alphas(p, adjustment.name, alpha).levels
    assert levels is not None
    if adjustment.name in ROUGH:
        assume((np.abs(p - levels) > 1e-10 * levels).all())
    else:
        for i in range(p.size):
            ulps = data.draw(st.sampled_from([None, 0, 1, -1]))
            if ulps is not None:
                p[i] = levels[i] + ulps * np.spacing(levels[i])
    decision = adjusted_alphas(p, adjustment.name, alpha)
    assert decision.levels is not None
    order = np.argsort(p, kind="stable")
    levels = np.sort(decision.levels)
    walk = reject_down if adjustment.kind == "step-down" else reject_up
    expected = walk(lambda m, a: levels)(p, alpha)
    np.testing.assert_array_equal(decision.rejected[order], expected[order])


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(p=st.lists(pvalue, min_size=1, max_size=12).map(np.array))
def test_order_of_power(p: np.ndarray) -> None:
    a = {
        procedure.name: adjust(p, procedure.name)
        for procedure in PVALUES_ONLY
        if "control" in procedure.families
    }

    def at_most(one: str, other: str) -> bool:
        """Up to a rounding, which is large for subnormal p-values."""
        return bool((a[one] <= a[other] * (1 + 1e-13) + 1e-320).all())

    assert at_most("holm", "bonferroni")
    assert at_most("sidak", "bonferroni")
    assert at_most("holland", "holm")
    assert at_most("finner", "holland")
    assert at_most("hochberg", "holm")
    assert at_most("hommel", "hochberg")
    assert at_most("rom", "hochberg")
    assert at_most("benjamini-hochberg", "hommel")
    assert at_most("benjamini-hochberg", "benjamini-yekutieli")


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(p=st.lists(pvalue, min_size=6, max_size=6).map(np.array))
def test_nemenyi_with_the_range_is_not_above_nemenyi(p: np.ndarray) -> None:
    assert (adjust(p, "nemenyi-range") <= adjust(p, "nemenyi") * (1 + 1e-12)).all()


@pytest.mark.slow
@each(ALL)
def test_one_hypothesis_is_left_as_it_is(adjustment: Adjustment) -> None:
    for p in (0.0, 1e-310, 1e-200, *np.arange(1, 1000) / 1000, 1.0):
        assert adjust([p], adjustment.name)[0] == p


@each(ALL)
def test_zeros_stay_zero_and_ones_stay_one(adjustment: Adjustment) -> None:
    assert adjust(np.zeros(6), adjustment.name).tolist() == [0.0] * 6
    assert adjust(np.ones(6), adjustment.name).tolist() == [1.0] * 6
    assert adjust([0.0, 1.0, 0.0], adjustment.name).tolist() == [0.0, 1.0, 0.0]
