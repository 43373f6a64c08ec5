"""What is printed and rounded must leave the truth between the bounds, whatever the table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evenkeel
from evenkeel.adjustments.registry import ADJUSTMENTS
from evenkeel.claims import Bounds, from_pvalues, from_ranks
from evenkeel.families import Family
from evenkeel.ranks.named import compute_ranks

NOISE = 1e-9
RANKINGS = ("friedman", "aligned", "quade")
OF_PVALUES = [each.name for each in ADJUSTMENTS if each.kind != "closed"]


def holds(bounds: Bounds, truth: np.ndarray) -> bool:
    slack = NOISE * np.maximum(1, np.abs(np.where(np.isfinite(truth), truth, 0)))
    inside = (bounds.low - slack <= truth) & (truth <= bounds.high + slack)
    return bool((inside | (truth == bounds.high)).all())


@st.composite
def tables(draw: st.DrawFn) -> evenkeel.Results:
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    kinds = draw(st.sampled_from([3, 1000]))  # many ties, or hardly any
    values = rng.integers(0, kinds, (n, k)) + rng.normal(0, 1, k) * draw(st.sampled_from([0, 2.0]))
    return evenkeel.Results(values, better="lower")


@pytest.mark.slow
@given(tables(), st.integers(0, 4), st.sampled_from(RANKINGS), st.booleans())
@settings(max_examples=150, deadline=None)
def test_the_truth_lies_between_the_bounds_of_rounded_ranks(
    table: evenkeel.Results, decimals: int, ranking: str, controlled: bool
) -> None:
    ranks = compute_ranks(table, ranking)
    printed = {
        name: f"{average:.{decimals}f}"
        for name, average in zip(ranks.algorithms, ranks.average, strict=True)
    }
    control = "A1" if controlled else None
    found = from_ranks(printed, table.n, ranking=ranking, control=control, decimals=decimals)
    truth = evenkeel.posthoc(table, ranking=ranking, control=control, method="normal")
    assert holds(found.averages, ranks.average)
    assert holds(found.z, truth.statistics.z)
    assert holds(found.pvalue, truth.pvalue)
    for name, adjusted in truth.adjusted.items():
        assert holds(found.adjusted[name], adjusted)
        for verdict, rejected in zip(found.verdicts(name), truth.rejected(0.05, name), strict=True):
            assert verdict in (
                "rounding could turn it",
                "rejected" if rejected else "not rejected",
            )
    if ranking == "friedman":
        tests = [
            test(table, ties="uncorrected")  # ranks alone do not say which results are tied
            for test in (evenkeel.friedman, evenkeel.iman_davenport)
        ]
        assert holds(found.statistic, np.array([test.statistic for test in tests]))
        assert holds(found.omnibus_pvalue, np.array([test.pvalue for test in tests]))


@pytest.mark.slow
@given(st.integers(10, 13), st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_truth_lies_between_the_bounds_for_many_algorithms(k: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(np.arange(k) / 4, 1, (20, k))
    table = evenkeel.Results(values, better="lower")
    truth = evenkeel.posthoc(table, adjust=["shaffer", "shaffer-dynamic", "bergmann"])
    average = truth.statistics.ranks.average
    printed = {f"A{j + 1}": f"{average[j]:.1f}" for j in range(k)}
    found = from_ranks(printed, 20, adjust=truth.procedures, decimals=1)
    for name, adjusted in truth.adjusted.items():
        assert holds(found.adjusted[name], adjusted)


@st.composite
def families(draw: st.DrawFn) -> tuple[Family, np.ndarray]:
    family = Family(tuple("ABCDE"[: draw(st.integers(2, 5))]), draw(st.sampled_from([None, "A"])))
    p = draw(st.lists(st.floats(1e-5, 1), min_size=family.m, max_size=family.m))
    return family, np.array(p)


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_PVALUES)
@given(families(), st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_no_adjusted_p_value_falls_when_raw_ones_rise(
    name: str, drawn: tuple[Family, np.ndarray], seed: int
) -> None:
    # all bounds of adjusted p-values rest on this
    family, p = drawn
    if family.kind not in ADJUSTMENTS.lookup(name).families:
        family = Family(tuple(f"A{j}" for j in range(len(p) + 1)), "A0")
        if "control" not in ADJUSTMENTS.lookup(name).families:
            family, p = Family(tuple("ABC")), np.resize(p, 3)
    rng = np.random.default_rng(seed)
    raised = np.minimum(p * (1 + rng.exponential(1, len(p)) * rng.integers(0, 2, len(p))), 1)
    before, after = (evenkeel.adjust(each, name, family=family) for each in (p, raised))
    assert (after >= before * (1 - NOISE)).all()


@pytest.mark.slow
@given(families(), st.integers(1, 4), st.booleans())
@settings(max_examples=100, deadline=None)
def test_the_truth_lies_between_the_bounds_of_rounded_p_values(
    drawn: tuple[Family, np.ndarray], decimals: int, bounded: bool
) -> None:
    family, p = drawn
    texts = [f"{each:.{decimals}f}" for each in p]
    if bounded:
        texts = ["<0.1" if each < 0.1 else text for each, text in zip(p, texts, strict=True)]
    found = from_pvalues(dict(zip(family.labels, texts, strict=True)))
    assert found.family is not None
    assert holds(found.pvalue, p)
    for name, bounds in found.adjusted.items():
        assert holds(bounds, evenkeel.adjust(p, name, family=found.family))


@pytest.mark.slow
@given(families(), st.randoms())
@settings(max_examples=50, deadline=None)
def test_the_order_of_lines_and_of_names_in_them_does_not_matter(
    drawn: tuple[Family, np.ndarray], random: object
) -> None:
    family, p = drawn
    lines = dict(zip(family.hypotheses, p, strict=True))
    found = from_pvalues({f"{a} vs {b}": value for (a, b), value in lines.items()})
    mixed = list(lines.items())
    random.shuffle(mixed)  # type: ignore[attr-defined]
    turned = from_pvalues({f"{b} vs {a}": value for (a, b), value in mixed})
    places = [list(lines).index(pair) for pair, _ in mixed]
    for name, bounds in found.adjusted.items():
        assert turned.adjusted[name].high == pytest.approx(bounds.high[places], rel=1e-9)
