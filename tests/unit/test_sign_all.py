"""All sign tests at once are the sign tests one by one."""

from __future__ import annotations

import numpy as np
import pytest

import evenkeel


@pytest.mark.parametrize("alternative", ["two-sided", "better", "worse"])
@pytest.mark.parametrize("control", [None, "A3"])
@pytest.mark.parametrize("n", [6, 7, 25])
@pytest.mark.parametrize("ties", ["split", "drop"])
def test_pair_by_pair(n: int, control: str | None, alternative: str, ties: str) -> None:
    values = np.random.default_rng(n).integers(0, 4, size=(n, 5)).astype(float)  # many ties
    results = evenkeel.Results(values, better="higher")
    tests = evenkeel.pairwise.sign_all(results, control=control, alternative=alternative, ties=ties)
    assert tests.tie_treatment == ties
    for i, (first, second) in enumerate(tests.family.hypotheses):
        one = evenkeel.sign_test(results, first, second, alternative=alternative, ties=ties)
        assert (tests.wins[i], tests.losses[i], tests.ties[i]) == (one.wins, one.losses, one.ties)
        assert tests.pvalue[i] == one.pvalue
        assert tests.method[i] == one.method


def test_a_wrong_alternative_is_named() -> None:
    with pytest.raises(evenkeel.UnknownNameError, match="unknown alternative 'bettr'"):
        evenkeel.pairwise.sign_all(evenkeel.load("toy"), alternative="bettr")


def test_the_table_says_what_became_of_the_ties() -> None:
    garcia = evenkeel.load("garcia2008")
    split, dropped = (
        evenkeel.pairwise.sign_all(garcia, ties=ties).report() for ties in ("split", "drop")
    )
    assert split.tables[0].columns[-1].title == "p"
    assert split.tables[0].note.endswith("so that p is not exact where there are several.")
    assert dropped.tables[0].columns[-1].title == "Exact p"
    assert dropped.tables[0].note.endswith("Ties are left out.")
    untied = evenkeel.pairwise.sign_all(evenkeel.load("cec2005")).report().tables[0]
    assert untied.columns[-1].title == "Exact p"
    assert untied.note.endswith("not adjusted.")
