"""Error rates by simulation: what each procedure promises, and what two of them do not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.special import erfc

from evenkeel.adjustments import adjust, procedures

ALPHA = 0.05
FAMILIES = 40_000

STRONG_UNDER_POSITIVE_DEPENDENCE = [
    a.name
    for a in procedures()
    if a.controls == "FWER"
    and a.assumes in ("any dependence", "positive dependence")
    and "control" in a.families
    and a.kind != "closed"  # that one takes ranks
]


def two_sided(z: np.ndarray) -> np.ndarray:
    return erfc(np.abs(z) / np.sqrt(2))


@cache
def against_a_control(k: int, false: int = 0) -> np.ndarray:
    """P-values of k - 1 normal z with correlation 1/2; the first `false` are far off."""
    x = np.random.default_rng(k).standard_normal((FAMILIES, k))
    x[:, 1 : false + 1] += 20
    return two_sided((x[:, 1:] - x[:, :1]) / np.sqrt(2))


@cache
def independent(m: int, false: int = 0) -> np.ndarray:
    p = np.random.default_rng(m).random((FAMILIES, m))
    p[:, :false] = 0
    return p


def standard_error(rate: float) -> float:
    return float(np.sqrt(rate * (1 - rate) / FAMILIES))


def error_rate(p: np.ndarray, method: str, false: int = 0) -> float:
    """How often a true hypothesis is rejected; the first `false` are not true."""
    return float((adjust(p, method)[:, false:] <= ALPHA).any(axis=1).mean())


def test_which_procedures_are_simulated() -> None:
    assert STRONG_UNDER_POSITIVE_DEPENDENCE == [
        "bonferroni",
        "sidak",
        "holm",
        "holland",
        "hochberg",
        "hommel",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("method", STRONG_UNDER_POSITIVE_DEPENDENCE)
@pytest.mark.parametrize(("k", "false"), [(5, 0), (9, 0), (9, 4), (9, 7)])
def test_comparisons_with_a_control(method: str, k: int, false: int) -> None:
    rate = error_rate(against_a_control(k, false), method, false)
    assert rate <= ALPHA + 3 * standard_error(ALPHA)
    assert rate > 0.005  # the simulation does reject


@pytest.mark.parametrize("method", ["rom", "li"])
@pytest.mark.parametrize(("m", "false"), [(2, 0), (3, 0), (6, 0), (6, 3)])
def test_independent_pvalues_are_rejected_exactly_at_alpha(method: str, m: int, false: int) -> None:
    """Rom's defining property, and Li's; also among the true ones if the rest is rejected."""
    rate = error_rate(independent(m, false), method, false)
    assert rate == pytest.approx(ALPHA, abs=4 * standard_error(ALPHA))


def test_hochberg_wastes_what_rom_uses() -> None:
    """The same families: Rom rejects more often than Hochberg, never less."""
    p = independent(6)
    assert error_rate(p, "hochberg") < error_rate(p, "rom")


@pytest.mark.parametrize(("k", "expected"), [(4, 0.064), (9, 0.074)])
def test_caveat_of_li(k: int, expected: float) -> None:
    """With a common control the true level is above alpha, as the registry warns."""
    rate = error_rate(against_a_control(k), "li")
    assert rate == pytest.approx(expected, abs=4 * standard_error(expected) + 5e-4)
    assert rate > ALPHA + 8 * standard_error(ALPHA)


@pytest.mark.parametrize(("m", "false"), [(8, 0), (3, 1), (8, 4)])
def test_caveat_of_finner(m: int, false: int) -> None:
    """1 - (1 - alpha)^(t (m - t + 1) / m) with t true hypotheses: alpha only if t = m."""
    true = m - false
    expected = 1 - (1 - ALPHA) ** (true * (m - true + 1) / m)
    rate = error_rate(independent(m, false), "finner", false)
    assert rate == pytest.approx(expected, abs=4 * standard_error(expected))
    assert (expected > 1.3 * ALPHA) == (false > 0)


@pytest.mark.parametrize("method", ["benjamini-hochberg", "benjamini-yekutieli"])
def test_false_discovery_rate(method: str) -> None:
    false = 4
    rejected = adjust(against_a_control(9, false), method) <= ALPHA
    wrong = rejected[:, false:].sum(axis=1)
    share = wrong / np.maximum(rejected.sum(axis=1), 1)
    assert share.mean() <= ALPHA + 3 * share.std() / np.sqrt(FAMILIES)
    assert (wrong > 0).mean() > 0.01
    if method == "benjamini-hochberg":  # it does not hold the family-wise error
        assert (wrong > 0).mean() > 1.5 * ALPHA
