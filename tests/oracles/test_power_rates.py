"""Measured error rates and power against exact ones, published ones, and what is promised."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import binom

import evenkeel
from evenkeel.adjustments import procedures
from evenkeel.studies._power import power
from evenkeel.studies.outcomes import Estimate
from evenkeel.studies.simulation import SimulationStudy, simulate

ALPHA = 0.05
SURE = 0.999  # confidence of the intervals: the seeds are fixed, so nothing fails by chance


def valid(kind: str) -> list[str]:
    """Procedures whose promise covers these dependent p-values."""
    return [
        p.name
        for p in procedures()
        if p.controls == "FWER" and p.assumes != "independence" and kind in p.families
        if p.kind != "closed"  # which studies do not take
    ]


def test_the_documents_order_at_every_bias() -> None:
    """Garcia and Herrera (2008), Figures 4 and 5: Nemenyi, Holm, Shaffer, Bergmann-Hommel."""
    names = ("nemenyi-bonferroni", "holm", "shaffer", "bergmann")
    study = power(evenkeel.load("garcia2008"), "C4.5", "1-NN", repetitions=400, procedures=names)
    assert study.procedures == names
    assert study.bias == tuple(range(21))
    assert (np.diff(study.rejections, axis=0) >= 0).all()
    assert (np.diff(study.average, axis=0) <= 1e-12).all()
    shares = study.rejected_share()
    assert (np.diff(shares, axis=0)[:, 1:] > 0).all()  # strictly, of the pair, with any bias
    assert (shares[:, -5:].mean(axis=1) > 3 * shares[:, 0]).all()  # the bias works
    assert (np.diff(study.average_pvalue("family"), axis=0) < 0).all()


def test_the_bias_follows_the_direction_of_the_table() -> None:
    table = evenkeel.load("garcia2008")
    mirrored = evenkeel.Results(
        -table.values, better="lower", problems=table.problems, algorithms=table.algorithms
    )
    options = {"bias": [0, 15], "repetitions": 60}
    one = power(table, "C4.5", "1-NN", **options)
    other = power(mirrored, "C4.5", "1-NN", **options)
    np.testing.assert_array_equal(one.rejections, other.rejections)


def test_against_a_control() -> None:
    study = power(
        evenkeel.load("garcia2008"), "C4.5", "1-NN", bias=20, repetitions=200, control="C4.5"
    )
    assert study.family.control == "C4.5"
    assert study.family.hypotheses[study.hypothesis] == ("C4.5", "1-NN")
    order = [study.procedures.index(name) for name in ("bonferroni", "holm", "hochberg", "hommel")]
    assert (np.diff(study.rejections[order], axis=0) >= 0).all()
    # with fewer hypotheses the same procedure rejects more often than among all pairs
    pairs = power(evenkeel.load("garcia2008"), "C4.5", "1-NN", bias=20, repetitions=200)
    holm = study.procedures.index("holm")
    assert study.rejected_share()[holm, 0] > pairs.rejected_share()[1, 0]


def test_friedmans_published_attained_level() -> None:
    """Friedman (1937): with 4 rankings of 3 objects P(X >= 6.5) = 0.042 (1/24), n = 4, k = 3."""
    study = simulate(4, 3, omnibus="friedman-exact", comparisons=[], confidence=SURE)
    assert study.omnibus["friedman-exact"].covers(1 / 24)


def test_the_sign_test_has_its_binomial_level_and_power() -> None:
    n, critical = 20, 15  # P(X >= 15) <= 0.025 < P(X >= 14)
    assert binom.sf(critical - 1, n, 0.5) <= ALPHA / 2 < binom.sf(critical - 2, n, 0.5)
    win = 0.8  # P(x < y) = Phi(effect / sqrt 2)
    options = {"comparisons": "sign-exact", "confidence": SURE, "omnibus": []}
    study = simulate(n, 2, effect=2**0.5 * ndtri(win), **options)
    outcome = study.outcome("sign-exact")
    exact = binom.sf(critical - 1, n, win) + binom.cdf(n - critical, n, win)
    assert outcome.power_average is not None
    assert outcome.power_average.covers(exact)
    assert outcome.power_any == outcome.power_all == outcome.power_average == outcome.rejected[0]
    assert outcome.single_error is outcome.family_wise_error is None
    assert outcome.false_discovery_rate.value == 0
    null = simulate(n, 2, **options).outcome("sign-exact")
    assert null.single_error is not None
    assert null.single_error.covers(2 * binom.sf(critical - 1, n, 0.5))
    assert null.power_average is None
    assert null.false_discovery_rate == null.family_wise_error


def test_the_aligned_z_is_not_calibrated() -> None:
    """Normal data, n = 20, k = 4: 8.7% of single comparisons at a nominal 5%."""
    names = ["aligned-normal", "aligned-calibrated"]
    study = simulate(20, 4, comparisons=names, procedures=[], omnibus=[], confidence=SURE)
    assert study.outcome(names[0]).single_error.covers(0.087)
    assert study.outcome(names[1]).single_error.covers(0.05)


NULLS = {
    "normal": {},
    "tied": {"distribution": "tied"},
    "partial": {"effect": (3.0, 0.0, 0.0, 0.0)},
    "two groups": {"effect": (2.0, 2.0, 0.0, 0.0), "distribution": "skewed"},
}


@pytest.fixture(scope="module", params=NULLS)
def null(request: pytest.FixtureRequest) -> SimulationStudy:
    return simulate(
        15,
        4,
        comparisons=["friedman-normal", "friedman-exact", "quade-calibrated", "wilcoxon-normal"],
        procedures="all",
        repetitions=4000,
        confidence=SURE,
        **NULLS[request.param],
    )


@pytest.mark.slow
def test_valid_procedures_hold_the_family_wise_error(null: SimulationStudy) -> None:
    names = valid("all-pairs")
    assert {"nemenyi-bonferroni", "nemenyi-range", "holm", "shaffer-dynamic", "bergmann"} < set(
        names
    )
    for outcome in null.outcomes:
        error = outcome.family_wise_error
        assert error is not None
        if outcome.procedure in names:
            assert error.low <= ALPHA, f"{outcome.comparison}, {outcome.procedure}: {error}"
            # and what they reject falsely is a part of what they reject
            assert outcome.false_discovery_rate.value <= error.value
    if null.true.all():  # the simulation can tell an invalid procedure
        assert null.outcome("friedman-exact").family_wise_error.low > 2 * ALPHA
        assert null.outcome("friedman-normal", "nemenyi-bonferroni").family_wise_error.value > 0.01


@pytest.mark.slow
def test_the_false_discovery_rate_is_held(null: SimulationStudy) -> None:
    for name in ("benjamini-hochberg", "benjamini-yekutieli"):
        for comparison in ("friedman-exact", "wilcoxon-normal"):
            assert null.outcome(comparison, name).false_discovery_rate.low <= ALPHA


def test_valid_procedures_against_a_control() -> None:
    study = simulate(
        15,
        5,
        family="control",
        comparisons=["friedman-exact", "t", "multiple-sign"],
        procedures="all",
        repetitions=4000,
        confidence=SURE,
    )
    for outcome in study.outcomes:
        if outcome.procedure in valid("control") or outcome.comparison == "multiple-sign":
            assert outcome.family_wise_error.low <= ALPHA, outcome
    assert study.outcome("multiple-sign").family_wise_error.value > 0.01
    # Li's procedure needs independence, which a common control rules out
    assert study.outcome("t", "li").family_wise_error.low > ALPHA


def test_power_of_the_family_and_of_its_pairs() -> None:
    """Any >= each pair >= all; and the logical order of the procedures."""
    study = simulate(20, 4, effect=(1.5, 0.5, 0.0, 0.0), repetitions=1000)
    assert study.true.tolist() == [False, False, False, False, False, True]
    for outcome in study.outcomes:
        false = [share.value for share in outcome.rejected[:5]]
        assert outcome.power_any.value >= max(false)
        assert outcome.power_all.value <= min(false)
        assert outcome.power_average.value == pytest.approx(np.mean(false))
    powers = [
        study.outcome("friedman-calibrated", name).power_average.value
        for name in ("nemenyi-bonferroni", "holm", "shaffer", "bergmann")
    ]
    assert powers == sorted(powers)


def test_estimates_are_told_with_their_interval() -> None:
    assert str(Estimate(0.05, 0.04, 0.06, 1000, 0.95)) == "0.0500 [0.0400, 0.0600]"
