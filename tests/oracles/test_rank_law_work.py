"""The estimate of the work of the exact law, by which it is refused, counted by hand."""

from __future__ import annotations

import numpy as np

from evenkeel.posthocs.pooled_laws import _work

NONE = np.empty((0, 3), dtype=np.int64)


def test_each_problem_of_its_own_costs_two_passes_for_every_algorithm() -> None:
    # The law has 1 value, then 1 + 2 * 4 = 9, then 9 + 2 * 3 = 15; 2 k = 6 additions each.
    others = np.array([[0, 2, 4], [0, 1, 3]])
    assert _work([], others) == 6 * (9 + 15)


def test_equal_problems_cost_a_power_and_a_convolution() -> None:
    # Three problems with a spread of 2 lengthen the law by 12: 12 * 12 / 2 for the power, and 12
    # for the convolution with the single value before; two with a spread of 5 by 20.
    three, two = (np.array([0, 1, 2]), 3), (np.array([0, 4, 5]), 2)
    assert _work([three], NONE) == 12 * (12 / 2 + 1)
    assert _work([three, two], NONE) == 12 * (12 / 2 + 1) + 20 * (20 / 2 + 13)
    assert _work([three], np.array([[0, 2, 4]])) == 12 * (12 / 2 + 1) + 6 * (13 + 8)
