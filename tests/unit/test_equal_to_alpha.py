"""A p-value that equals alpha is rejected, at every place that decides."""

from __future__ import annotations

import numpy as np

import evenkeel
from evenkeel.adjustments import adjusted_alphas, procedures
from evenkeel.families import Family
from evenkeel.posthocs import LeaveOneOut, rank_sets, unrejected_groups

# The first of two algorithms wins on all five problems: 2 / 2^5 by the two-sided sign test.
FIVE_WINS = evenkeel.Results(np.tile([1.0, 2.0], (5, 1)), better="lower")
ALPHA = 2 / 32
BELOW = float(np.nextafter(ALPHA, 0))


def test_a_result_rejects_and_parts_what_equals_alpha() -> None:
    found = evenkeel.posthoc(FIVE_WINS, adjust="holm", method="sign")
    assert found.pvalue.tolist() == [ALPHA]
    assert found.rejected(ALPHA).tolist() == [True]
    assert found.rejected(BELOW).tolist() == [False]
    assert found.groups(ALPHA) == (("A1",), ("A2",))
    assert found.groups(BELOW) == (("A1", "A2"),)


def test_a_rank_is_settled_by_what_equals_alpha() -> None:
    at, below = (rank_sets(FIVE_WINS, alpha=alpha) for alpha in (ALPHA, BELOW))
    assert (at.lower.tolist(), at.upper.tolist()) == ([1, 2], [1, 2])
    assert (below.lower.tolist(), below.upper.tolist()) == ([1, 1], [2, 2])


def test_every_procedure_rejects_a_single_p_that_equals_alpha() -> None:
    for procedure in procedures():
        if procedure.kind != "closed":
            assert adjusted_alphas([ALPHA], procedure.name, ALPHA).rejected.tolist() == [True]
            assert adjusted_alphas([ALPHA], procedure.name, BELOW).rejected.tolist() == [False]


def test_groups_of_adjusted_p_values_part_what_equals_alpha() -> None:
    assert unrejected_groups([0.05], alpha=0.05) == ((0,), (1,))
    assert unrejected_groups([0.05], alpha=0.04) == ((0, 1),)


def test_a_rejection_falls_only_above_alpha() -> None:
    found = LeaveOneOut(
        Family(("A", "B", "C")),
        adjusted=np.array([0.05, 0.05, 0.06]),
        without=np.array([[np.nan, np.nan, 0.9], [np.nan, 0.05, np.nan], [0.06, np.nan, np.nan]]),
        procedure="holm",
        method="normal",
        ranking="friedman",
        alpha=0.05,
    )
    assert found.falls.tolist() == [[False] * 3, [False] * 3, [True, False, False]]
    assert found.fallen == {("A", "B"): ("C",)}
