"""All sign tests at once are the sign tests one by one."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel


@pytest.mark.parametrize("alternative", ["two-sided", "better", "worse"])
@pytest.mark.parametrize("control", [None, "A3"])
@pytest.mark.parametrize("n", [6, 7, 25])
def test_pair_by_pair(n: int, control: str | None, alternative: str) -> None:
    values = np.random.default_rng(n).integers(0, 4, size=(n, 5)).astype(float)  # many ties
    results = evenkeel.Results(values, better="higher")
    tests = evenkeel.sign_all(results, control=control, alternative=alternative)
    for i, (first, second) in enumerate(tests.family.hypotheses):
        one = evenkeel.sign_test(results, first, second, alternative=alternative)
        assert (tests.wins[i], tests.losses[i], tests.ties[i]) == (one.wins, one.losses, one.ties)
        assert tests.pvalue[i] == one.pvalue


def test_a_wrong_alternative_is_named() -> None:
    with pytest.raises(evenkeel.UnknownNameError, match="unknown alternative 'bettr'"):
        evenkeel.sign_all(evenkeel.load("toy"), alternative="bettr")
