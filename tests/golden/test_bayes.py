"""Bayesian comparisons as their authors printed them."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel
from runs_examples import make_runs


def test_naive_bayes_against_aode_by_the_sign_test() -> None:
    # Notebook of Benavoli, Corani, Demsar and Zaffalon (2017): 54 data sets, rope 0.01, prior 1
    # within the rope: 0, 0.70922, 0.29078 by 50,000 draws. On 3 data sets naive Bayes is
    # practically better, on 24 AODE is.
    differences = np.array([0.02] * 3 + [0.0] * 27 + [-0.02] * 24)
    table = evenkeel.Results(
        np.column_stack([0.7 + differences, np.full(54, 0.7)]),
        algorithms=["nbc", "aode"],
        better="higher",
    )
    found = evenkeel.bayes(table, rope=0.01, method="sign")
    assert found.of("nbc", "aode") == pytest.approx((0, 0.70922, 0.29078), abs=4 * 0.0020)
    assert found.verdicts == ("undecided",)


def test_the_posterior_of_squash_unstored() -> None:
    # The same authors: the posterior of nbc - aode has the mean -0.056, the standard deviation
    # 0.0542322 and 99 degrees of freedom; the mean and variance of 100 differences make it.
    spread = 0.05423222985646852 / np.sqrt(1 / 100 + 1 / 9)
    pattern = np.tile([1.0, -1.0], 50) * spread * np.sqrt(99 / 100)
    runs = make_runs({("nbc", "S"): 0.5 - 0.056 + pattern, ("aode", "S"): [0.5] * 100}, "higher")
    found = evenkeel.bayes(
        runs, rope=0.01, method="correlated-t", test_share=0.1, first="nbc", second="aode"
    )
    assert found.posterior.mean[0] == pytest.approx(-0.056)
    assert found.posterior.scale[0] == pytest.approx(0.05423222985646852)
    assert found.posterior.df.tolist() == [99]
