"""The power to show equivalence, and false claims of it, against other programs and laws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import evenkeel
from evenkeel.adjustments import adjust
from evenkeel.families import Family
from evenkeel.studies.work import Sampling, measuring_equivalence, pvalues_of_tables


def test_shaffers_procedure_would_claim_equivalence_too_often():
    """A and B are alike, C lies at the margin: two of three hypotheses are true."""
    losses = np.random.default_rng(9).normal(size=(3000, 60, 3))
    losses[..., 2] += 1.0
    family = Family(("A", "B", "C"))
    raw = pvalues_of_tables(losses, family, 1.0, "wilcoxon")
    wrong = {
        name: (adjust(raw, name, family=family)[:, 1:] <= 0.05).any(axis=1).mean()
        for name in ("holm", "shaffer")
    }
    assert wrong["holm"] < 0.06
    assert wrong["shaffer"] > 0.07


@pytest.mark.slow
def test_planned_power_is_that_of_scipys_tests_on_other_tables():
    needed = evenkeel.problems_needed(2, equivalence=1.0, repetitions=4000)
    assert needed.n is not None
    rng = np.random.default_rng(77)
    differences = rng.normal(size=(1500, needed.n)) * np.sqrt(2)
    shown = (
        np.maximum(
            stats.wilcoxon(differences + 1, alternative="greater", method="exact", axis=1).pvalue,
            stats.wilcoxon(differences - 1, alternative="less", method="exact", axis=1).pvalue,
        )
        <= 0.05
    )
    error = 4 * np.sqrt(0.8 * 0.2 * (1 / 1500 + 1 / 4000))
    assert np.mean(shown) == pytest.approx(needed.tried[needed.n].value, abs=error)
    assert needed.tried[needed.n].value >= 0.8 > needed.tried[needed.n - 1].value


def test_planned_power_of_the_sign_test_is_multinomial():
    """Few enough differences lie beyond either margin for both one-sided tests to reject."""
    margin, n = 1.2, 30
    measure, _ = measuring_equivalence(
        (0.0, 0.0), "normal", "all-pairs", margin, "sign", "none", "average", 0.05
    )
    most = max(b for b in range(n) if stats.binom.cdf(b, n, 0.5) <= 0.05)
    beyond = stats.norm.sf(margin / np.sqrt(2))
    shares = [beyond, beyond, 1 - 2 * beyond]
    exact = sum(
        stats.multinomial.pmf([i, j, n - i - j], n, shares)
        for i in range(most + 1)
        for j in range(most + 1)
    )
    assert 0.2 < exact < 0.99
    assert measure(n, Sampling(20_000, 1, 1, None)).covers(exact)


@pytest.mark.slow
def test_planned_power_with_a_control_and_ties_is_that_of_a_loop_over_public_tests():
    """Tied results, an algorithm at a distance, and the aim that all equivalents are shown."""
    effect, margin, n = (0.0, 0.0, 0.5, 3.0), 1.5, 25
    measure, _ = measuring_equivalence(effect, "tied", "control", margin, None, "holm", "all", 0.05)
    rng = np.random.default_rng(21)
    shown = []
    for _ in range(300):
        losses = np.rint((rng.normal(size=(n, 4)) - effect) * 2) / 2
        tests = evenkeel.equivalence(losses, margin, control="A1", better="lower")
        shown.append(bool(tests.equivalent[:2].all()))
    error = 4 * np.sqrt(0.25 * (1 / 300 + 1 / 2000))
    measured = measure(n, Sampling(2000, 1, 1, None))
    assert measured.value == pytest.approx(np.mean(shown), abs=error)


def test_both_kinds_of_false_claims_together_are_held_by_bonferroni_not_by_holm():
    """A2 is like the control and A3 at the margin: one hypothesis of each family is true."""
    losses = np.random.default_rng(12).normal(size=(2000, 60, 3))
    losses[..., 2] += 1.0
    family = Family(("A1", "A2", "A3"), control="A1")
    raw = pvalues_of_tables(losses, family, 1.0, "wilcoxon")
    differences = losses[..., [0, 0]] - losses[..., [1, 2]]
    apart = stats.wilcoxon(differences, axis=1, method="asymptotic").pvalue
    wrong = {
        name: (
            (adjust(raw, name, family=family)[:, 1] <= 0.05)
            | (adjust(apart, name, family=family)[:, 0] <= 0.05)
        ).mean()
        for name in ("bonferroni", "holm")
    }
    assert wrong["bonferroni"] < 0.06
    assert wrong["holm"] > 0.075
