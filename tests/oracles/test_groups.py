"""Groups without a rejected pair, against all subsets of the algorithms."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from evenkeel.posthocs.groups import unrejected_groups


@pytest.mark.parametrize("k", range(2, 9))
def test_groups_are_the_largest_subsets_without_a_rejected_pair(k):
    rng = np.random.default_rng(k)
    pairs = list(combinations(range(k), 2))
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        rejected = rng.random(len(pairs)) < share
        told_apart = {pair for pair, no in zip(pairs, rejected, strict=True) if no}
        together = [
            set(members)
            for size in range(1, k + 1)
            for members in combinations(range(k), size)
            if not told_apart & set(combinations(members, 2))
        ]
        largest = [tuple(sorted(s)) for s in together if not any(s < other for other in together)]
        assert unrejected_groups(rejected) == tuple(sorted(largest))


def test_number_of_groups_of_moon_and_moser():
    # Threes of algorithms, rejected within and not across: 3^(k/3) groups, the largest number.
    k = 18
    first, second = np.triu_indices(k, 1)
    assert len(unrejected_groups(first // 3 == second // 3)) == 3**6
