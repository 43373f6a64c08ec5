"""Thousands of tables at once give what the functions for single tables, and others, give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations

import numpy as np
import pytest
from scipy import stats
from scipy.special import log_expit
from statsmodels.stats.proportion import proportion_confint

import evenkeel
from evenkeel import Results
from evenkeel.families import Family
from evenkeel.numerics.intervals import wilson_interval
from evenkeel.ranks.registry import Tables
from evenkeel.studies._power import power
from evenkeel.studies.blocks import Block
from evenkeel.studies.models import MODELS
from evenkeel.studies.pvalues import (
    COMPARISONS,
    adjusted_pvalues,
    chosen_procedures,
    omnibus_pvalues,
)
from evenkeel.studies.work import draw_without_replacement

R, N, K = 12, 7, 4
NAMES = Family.of_size(K).algorithms
SHIFTS = np.array([0.5, 0.0, 0.0, -0.5])


def drawn(distribution: str, n: int = N) -> np.ndarray:
    return MODELS[distribution].draw(np.random.default_rng(5), R, n, SHIFTS)


def each(tables: np.ndarray, test: Callable[[Results], object]) -> np.ndarray:
    """The p-values of every table by itself."""
    return np.array([test(Results(losses, better="lower")) for losses in tables])


@pytest.mark.parametrize("distribution", ["normal", "tied"])
@pytest.mark.parametrize("ties", ["uncorrected", "corrected"])
@pytest.mark.parametrize("n", [2, N])
def test_omnibus_tests(distribution: str, ties: str, n: int) -> None:
    tables = drawn(distribution, n)
    for name, function in {
        "friedman": evenkeel.friedman,
        "iman-davenport": evenkeel.iman_davenport,
        "aligned": evenkeel.friedman_aligned,
        "quade": evenkeel.quade,
    }.items():
        expected = each(tables, lambda table, test=function: test(table, ties=ties).pvalue)
        found = omnibus_pvalues(Tables(tables), name, ties)
        np.testing.assert_allclose(found, expected, rtol=1e-12, err_msg=name)


def test_problems_that_all_rank_alike() -> None:
    """F is infinite; the p-value is (1 / k!)^(n - 1), not 0."""
    tables = np.tile(np.arange(3.0), (4, 2, 1))
    np.testing.assert_allclose(
        omnibus_pvalues(Tables(tables), "iman-davenport", "uncorrected"), 1 / 6
    )


def test_friedman_by_scipy() -> None:
    tables = drawn("skewed")
    expected = [stats.friedmanchisquare(*losses.T).pvalue for losses in tables]
    found = omnibus_pvalues(Tables(tables), "friedman", "uncorrected")
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_friedman_exact() -> None:
    tables = drawn("normal")
    expected = each(tables, lambda table: evenkeel.friedman(table, method="exact").pvalue)
    found = omnibus_pvalues(Tables(tables), "friedman-exact", "uncorrected")
    np.testing.assert_allclose(found, expected, rtol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("distribution", ["normal", "tied", "unequal-scales"])
@pytest.mark.parametrize("control", [None, "A2"])
def test_comparisons(distribution: str, control: str | None) -> None:
    tables, family = drawn(distribution), Family(NAMES, control)

    def by_ranks(ranking: str, method: str) -> Callable[[Results], object]:
        return lambda table: (
            evenkeel.posthoc_statistics(
                table, ranking=ranking, method=method, control=control
            ).pvalue
        )

    def by_pairs(test: Callable[..., object]) -> Callable[[Results], object]:
        return lambda table: [test(table, *pair).pvalue for pair in family.hypotheses]

    singles = {
        f"{ranking}-{method}": by_ranks(ranking, method)
        for ranking in ("friedman", "aligned", "quade")
        for method in ("normal", "calibrated", "exact", "paired", "conover")
    } | {
        "wilcoxon-normal": lambda table: (
            evenkeel.wilcoxon_all(table, control=control, method="normal").pvalue
        ),
        "wilcoxon": lambda table: evenkeel.wilcoxon_all(table, control=control).pvalue,
        "wilcoxon-exact": by_pairs(evenkeel.wilcoxon),
        "sign-exact": by_pairs(evenkeel.sign_test),
        "sign": by_pairs(partial(evenkeel.sign_test, ties="drop")),
        "t": by_pairs(evenkeel.pairwise.t_test),
    }
    if control is not None:
        singles["multiple-sign"] = lambda table: (
            evenkeel.multiple_sign_test(table, control=control, alternative="two-sided").adjusted
        )
    assert set(singles) == {name for name, c in COMPARISONS.items() if family.kind in c.families}
    for name, single in singles.items():
        found = COMPARISONS[name].pvalues(Tables(tables), family)
        np.testing.assert_allclose(found, each(tables, single), rtol=1e-9, err_msg=name)


def test_wilcoxon_and_t_by_scipy() -> None:
    tables, family = drawn("heavy-tailed"), Family(NAMES)
    for name, test in {"wilcoxon-exact": stats.wilcoxon, "t": stats.ttest_rel}.items():
        expected = [
            [test(losses[:, a], losses[:, b]).pvalue for a, b in family.pairs] for losses in tables
        ]
        found = COMPARISONS[name].pvalues(Tables(tables), family)
        np.testing.assert_allclose(found, expected, rtol=1e-9, err_msg=name)


@pytest.mark.parametrize("k", [4, 10])
def test_every_procedure_as_on_single_tables(k: int) -> None:
    """With 10 algorithms the logical procedures need the average ranks."""
    tables = np.random.default_rng(3).normal(size=(4, 12, k)) + np.linspace(0, 2, k)
    family = Family.of_size(k)
    names = chosen_procedures("all", "all-pairs")
    found = adjusted_pvalues(Tables(tables), COMPARISONS["friedman-normal"], family, names)
    for name in names:
        expected = each(tables, lambda table, a=name: evenkeel.posthoc(table, adjust=a).adjusted[a])
        np.testing.assert_allclose(found[name], expected, rtol=1e-9, err_msg=name)


@pytest.mark.parametrize(("ranking", "method"), [("friedman", "normal"), ("quade", "exact")])
def test_a_power_study_sample_by_sample(ranking: str, method: str) -> None:
    """The same samples, one after the other by the public functions for single tables."""
    table, repetitions, bias = evenkeel.load("garcia2008"), 40, 8.0
    study = power(
        table, "C4.5", "1-NN", bias=[bias], repetitions=repetitions, ranking=ranking, method=method
    )
    advantage = table.column("C4.5") - table.column("1-NN")  # higher is better
    samples = draw_without_replacement(
        Block(0, 0, 0, repetitions).generator(), log_expit(bias * advantage), repetitions, 10
    )
    adjusted = []
    for sample in samples:
        part = table.select(problems=[table.problems[i] for i in sample])
        single = evenkeel.posthoc(part, ranking=ranking, method=method).adjusted
        adjusted.append([single[name] for name in study.procedures])
    values = np.array(adjusted)  # samples, procedures, hypotheses
    np.testing.assert_array_equal(study.rejections[:, 0], (values <= 0.05).sum(axis=0))
    np.testing.assert_array_equal(
        study.any_rejected[:, 0], (values <= 0.05).any(axis=2).sum(axis=0)
    )
    np.testing.assert_allclose(study.average[:, 0], values.mean(axis=0), rtol=1e-9)
    np.testing.assert_array_equal(study.rejected_share()[:, 0], study.rejections[:, 0, 0] / 40)
    np.testing.assert_allclose(study.average_pvalue("family")[:, 0], values.mean(axis=(0, 2)))


def test_samples_are_successive_draws_without_replacement() -> None:
    """The probability of each set by brute force over the orders in which it can be drawn."""
    weights, samples = np.array([0.1, 0.5, 1.0, 2.0, 0.7]), 40_000
    chosen = draw_without_replacement(np.random.default_rng(1), np.log(weights), samples, 3)
    found = Counter(tuple(sorted(sample)) for sample in chosen.tolist())
    expected: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(5), 3):
        chance, left = 1.0, weights.sum()
        for i in order:
            chance *= weights[i] / left
            left -= weights[i]
        expected[tuple(sorted(order))] += chance
    assert set(found) == set(expected)
    observed = np.array([found[key] for key in expected])
    assert stats.chisquare(observed, samples * np.array(list(expected.values()))).pvalue > 0.001


def test_weights_beyond_the_range_of_floats() -> None:
    """exp(-5000) is 0 in floating point; the order of such weights is kept."""
    chosen = draw_without_replacement(
        np.random.default_rng(1), log_expit(np.array([-5000.0, -9000.0, -7000.0, 4.0])), 50, 3
    )
    assert {tuple(sorted(sample)) for sample in chosen.tolist()} == {(0, 2, 3)}


@pytest.mark.parametrize("count", [0, 1, 50, 500, 999, 1000])
@pytest.mark.parametrize("confidence", [0.9, 0.99])
def test_wilson_by_statsmodels(count: int, confidence: float) -> None:
    expected = proportion_confint(count, 1000, alpha=1 - confidence, method="wilson")
    found = wilson_interval(count, 1000, confidence)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-16)
