"""What is left out of a call is what the documentation says, on data where it matters."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import evenkeel
from evenkeel import adjustments, effects, omnibus, pairwise
from evenkeel import posthocs as decisions
from evenkeel.adjustments.closed import closed_test_of_pairs
from evenkeel.posthocs import posthoc_statistics

TIED = evenkeel.load("cec2005_ties")
LARGE = evenkeel.Results(
    np.random.default_rng(8).random((30, 9)) + np.arange(9) / 15, better="lower"
)
FOUR = LARGE.select(LARGE.algorithms[:4])
PAIR = evenkeel.Results(
    np.array([[0, 0], [0, 0], [0, 0], [0, 1], [0, 2], [3, 0], [0, 5], [0, 5], [9, 0]]),
    better="lower",
)
P = [0.01, 0.02, 0.03, 0.04, 0.005, 0.2]
SAMPLED = {"resamples": 9999, "seed": 0}
ONE = {"alternative": "two-sided"}
SIGNED = {"zeros": "split", "continuity": False, "scaled": False, **ONE}

#: A function, what it is given, and the documented values of what it is not given.
CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], dict[str, Any]]] = [
    (adjustments.adjust, (P,), {}, {"method": "holm"}),
    (adjustments.adjusted_alphas, (P,), {}, {"method": "holm", "alpha": 0.05}),
    (adjustments.adjust, (P, "rom"), {}, {"variant": "exact"}),
    (adjustments.adjusted_alphas, (P, "rom"), {}, {"variant": "exact"}),
    (omnibus.friedman, (TIED,), {}, {"ties": "corrected", "method": "chi-square"}),
    (omnibus.iman_davenport, (TIED,), {}, {"ties": "corrected", "method": "f"}),
    (omnibus.friedman_aligned, (TIED,), {}, {"ties": "corrected", "method": "chi-square"}),
    (omnibus.quade, (TIED,), {}, {"ties": "corrected", "method": "f"}),
    (omnibus.van_der_waerden, (TIED,), {}, {"method": "chi-square"}),
    (omnibus.page_trend, (TIED,), {}, {"ties": "corrected", "method": "normal"}),
    (omnibus.page_trend, (TIED,), {}, {"order": TIED.algorithms}),
    *(
        (test, (LARGE,), {"method": "permutation"}, SAMPLED)
        for test in (
            omnibus.friedman,
            omnibus.iman_davenport,
            omnibus.friedman_aligned,
            omnibus.quade,
            omnibus.van_der_waerden,
        )
    ),
    (omnibus.friedman_critical, (4, 3), {}, {"alpha": 0.05, "method": "exact"}),
    (pairwise.sign_test, (PAIR,), {}, {"ties": "split", **ONE}),
    (pairwise.sign_all, (PAIR,), {}, {"ties": "split", **ONE}),
    (pairwise.sign_test_critical, (20,), {}, {"alpha": 0.05, **ONE}),
    (pairwise.wilcoxon, (PAIR,), {}, {"method": "auto", **SIGNED}),
    (pairwise.wilcoxon, (PAIR,), {"method": "normal"}, SIGNED),
    (pairwise.wilcoxon_all, (PAIR,), {}, {"method": "auto", **SIGNED}),
    (pairwise.wilcoxon_all, (PAIR,), {"method": "normal"}, SIGNED),
    (pairwise.wilcoxon_critical, (20,), {}, {"alpha": 0.05, **ONE}),
    (pairwise.t_test, (PAIR,), {}, {"confidence": 0.95, **ONE}),
    (pairwise.hodges_lehmann, (PAIR,), {}, {"confidence": 0.95}),
    (
        effects.equivalence,
        (FOUR, 0.2),
        {},
        {"unit": "value", "test": "wilcoxon", "adjust": "holm", "alpha": 0.05},
    ),
    (posthoc_statistics, (TIED,), {}, {"ranking": "friedman", "method": "calibrated"}),
    (decisions.posthoc, (TIED,), {}, {"ranking": "friedman", "method": "calibrated"}),
    (decisions.posthoc, (FOUR,), {"adjust": "closed-permutation"}, SAMPLED),
    (decisions.rank_sets, (LARGE,), {}, {"alpha": 0.05, "test": "sign"}),
    (
        decisions.leave_one_out,
        (TIED,),
        {},
        {"ranking": "friedman", "procedure": "shaffer", "method": "calibrated", "alpha": 0.05},
    ),
    (decisions.leave_one_out, (TIED,), {"control": "best"}, {"procedure": "holm"}),
    (decisions.posthoc(LARGE).rejected, (), {}, {"alpha": 0.05, "procedure": "nemenyi"}),
    (decisions.posthoc(LARGE).groups, (), {}, {"alpha": 0.05, "procedure": "nemenyi"}),
    (decisions.posthoc(LARGE).letters, (), {}, {"alpha": 0.05, "procedure": "nemenyi"}),
    (
        evenkeel.bayes,
        (FOUR,),
        {"rope": 0.1},
        {"method": "signed-rank", "prior": 0.5, "prior_place": "rope", "decision": 0.95}
        | {"resamples": 50_000, "seed": 0},
    ),
    (evenkeel.bayes, (FOUR,), {"rope": 0.1, "method": "sign"}, {"prior": 1}),
    (decisions.rank_sets(LARGE).top, (), {}, {"m": 1}),
    (decisions.rank_sets(LARGE, alpha=0.9).surely_top, (), {}, {"m": 1}),
]


def printed(result: Any) -> str:
    with np.printoptions(floatmode="unique", threshold=100_000):
        return repr(result)


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_leaving_an_option_out_is_to_give_its_documented_default(call: Any) -> None:
    function, arguments, given, documented = call
    expected = printed(function(*arguments, **given, **documented))
    assert printed(function(*arguments, **given)) == expected


def test_the_closed_test_draws_anew_unless_it_is_given_a_seed() -> None:
    alike = evenkeel.Results(np.random.default_rng(8).random((30, 4)), better="lower")
    ranks = evenkeel.ranks.friedman_ranks(alike).ranks
    first, second = closed_test_of_pairs(ranks), closed_test_of_pairs(ranks)
    assert first.resamples == second.resamples == 10_000
    far_from_the_ends = (first.adjusted > 0.1) & (first.adjusted < 0.9)
    assert far_from_the_ends.sum() >= 3  # where as many of 10,000 seldom come twice
    assert (first.adjusted != second.adjusted)[far_from_the_ends].all()
    seeded = [closed_test_of_pairs(ranks, seed=3).adjusted for _ in range(2)]
    np.testing.assert_array_equal(*seeded)


def test_a_draw_without_a_seed_is_the_same_in_every_run_of_a_test() -> None:
    """`tests/conftest.py` sees to it, so that no test fails by chance."""
    assert np.random.SeedSequence().entropy == random.Random(0).getrandbits(128)
